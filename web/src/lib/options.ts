// Options as the server describes them: what differs from a preset, in words, and how a search finds them.

import type { GameError, Option, Preset, Translations } from './protocol'

export interface Changed {
  option: Option
  value: string
  words: string
  presetWords: string
}

export const valueName = (o: Option, value: string): string => o.values.find((v) => v.id === value)?.name ?? value

export const presetValue = (o: Option, preset: Record<string, string>): string => preset[o.id] ?? o.default

/** How many can sit down (SET-2): what the preset states, or what the colours chosen instead of its own are for. */
export function mostSeats(options: Option[], preset: Preset, values: Record<string, string>): number {
  const colours = options.find((o) => o.values.some((v) => v.seats))
  if (!colours) return preset.maxSeats
  const own = presetValue(colours, preset.options)
  const value = values[colours.id] ?? own
  return value === own ? preset.maxSeats : (colours.values.find((v) => v.id === value)?.seats ?? preset.maxSeats)
}

export function changedOptions(
  options: Option[],
  preset: Record<string, string>,
  values: Record<string, string>,
): Changed[] {
  return options.flatMap((option) => {
    const before = presetValue(option, preset)
    const value = values[option.id] ?? before
    return value === before
      ? []
      : [{ option, value, words: valueName(option, value), presetWords: valueName(option, before) }]
  })
}

/** What keeps an option from having an effect: another one and the value that it has. */
export function idleBy(
  o: Option,
  options: Option[],
  preset: Record<string, string>,
  values: Record<string, string>,
): { option: string; value: string } | null {
  for (const [id, needed] of Object.entries(o.onlyWhen ?? {})) {
    const other = options.find((x) => x.id === id)
    const value = other && (values[id] ?? presetValue(other, preset))
    if (other && value !== undefined && !needed.includes(value))
      return { option: other.name, value: valueName(other, value) }
  }
  return null
}

const texts = (thing: { translations?: Translations }): string[] =>
  Object.values(thing.translations ?? {}).flatMap((t) => Object.values(t))

/** What would mend a refusal: the server names option=value, and other ways after "or". */
export function remedies(
  options: Option[],
  expected: string | undefined,
): { option: Option; value: string; words: string }[] {
  return [...(expected ?? '').matchAll(/(\w+)=(\w+)/g)].flatMap(([, id, value]) => {
    const option = options.find((o) => o.id === id)
    return option && value && option.values.some((v) => v.id === value)
      ? [{ option, value, words: `${option.name}: ${valueName(option, value)}` }]
      : []
  })
}

/** A refusal in words, without the names of options that its remedies stand for. */
export const refusalText = (e: GameError): string =>
  `${e.message.charAt(0).toUpperCase()}${e.message.slice(1).replace(/[.\s]+$/, '')}${e.rule ? ` (${e.rule})` : ''}.`

/** Ways to find who begins by which people at a table know it, and the host says it (START-1). */
export const SAID_BY_PEOPLE = ['youngest-says', 'youngest', 'agreed']

/** The option a refusal is about: a changed one that its rule belongs to, else the first one. */
export const refusedOption = (options: Option[], changed: Changed[], rule: string | undefined): Option | undefined =>
  changed.find((c) => rule && c.option.rules.includes(rule))?.option ??
  options.find((o) => rule && o.rules.includes(rule))

export function findOptions(options: Option[], search: string): Option[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter((o) => {
    const text = [
      o.id,
      o.name,
      o.sentence,
      o.group,
      ...o.rules,
      ...o.values.flatMap((v) => [v.name, v.sentence, ...texts(v)]),
      ...texts(o),
      ...(o.synonyms ?? []),
    ]
      .join(' ')
      .toLowerCase()
    return words.every((w) => text.includes(w))
  })
}

export function groupsOf(options: Option[]): { name: string; options: Option[] }[] {
  const groups = new Map<string, Option[]>()
  for (const o of options) groups.set(o.group, [...(groups.get(o.group) ?? []), o])
  return [...groups].map(([name, list]) => ({ name, options: list }))
}
