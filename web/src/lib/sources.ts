// Where a rule stands, in words: "W note 16" is "Winter rules, note 16" (the marks: data/README.md).

import { listWords, t, word } from './i18n.svelte'

/** @param source marks with their notes, as the server has them: "O, W, B notes 9 and 10, W note 16" */
export function sourceWords(source: string): string[] {
  const notes = new Map<string, string[]>()
  for (const part of source.split(/, (?=[A-Z])/)) {
    const [, mark = part, of = ''] = /^([A-Z]+)\b,?(?: notes?)?(.*)$/.exec(part) ?? []
    // A mark that is none of the base documents is of an expansion, whose name stands with the rule.
    const named = word(`source.${mark}`, /^[A-Z]+$/.test(mark) ? t('source.expansion') : mark)
    notes.set(named, [...(notes.get(named) ?? []), ...(of.match(/\d+/g) ?? [])])
  }
  return [...notes].map(([source, list]) =>
    list.length > 0 ? t('source.note', { source, notes: listWords(list), count: list.length }) : source,
  )
}
