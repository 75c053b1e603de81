// Options as the server describes them: what differs from a preset, in words, and how a search finds them.

import type { Option } from './protocol'

export interface Changed { option: Option; value: string; words: string; presetWords: string }

export const valueName = (o: Option, value: string): string => o.values.find((v) => v.id === value)?.name ?? value

export const presetValue = (o: Option, preset: Record<string, string>): string => preset[o.id] ?? o.default

export function changedOptions(options: Option[], preset: Record<string, string>, values: Record<string, string>): Changed[] {
  return options.flatMap((option) => {
    const before = presetValue(option, preset)
    const value = values[option.id] ?? before
    return value === before ? [] : [{ option, value, words: valueName(option, value), presetWords: valueName(option, before) }]
  })
}

export function findOptions(options: Option[], search: string): Option[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter((o) => {
    const text = [o.id, o.name, o.sentence, o.group, ...o.rules, ...o.values.flatMap((v) => [v.name, v.sentence])].join(' ').toLowerCase()
    return words.every((w) => text.includes(w))
  })
}

export function groupsOf(options: Option[]): { name: string; options: Option[] }[] {
  const groups = new Map<string, Option[]>()
  for (const o of options) groups.set(o.group, [...(groups.get(o.group) ?? []), o])
  return [...groups].map(([name, list]) => ({ name, options: list }))
}
