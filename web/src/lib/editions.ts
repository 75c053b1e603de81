// Editions side by side: the columns and rows of the comparison, and what is said above it.

import type { AnalysisResult, Award, Category, EditionDifference, EditionScore } from './protocol'
import { listWords, t, word } from './i18n.svelte'
import { inLanguage, type Language } from './language'

export interface Column {
  id: string
  name: string
  sameAs: string[]
  own: boolean
  total: number[]
  table: Category[]
  awards: Award[]
}

const told = (table: Category[], language: Language): Category[] => table.map((row) => inLanguage(row, language))
const column = (e: EditionScore, language: Language): Column => ({
  id: e.preset,
  name: inLanguage(e, language).name,
  sameAs: e.translations?.[language]?.['same_as']?.split(', ') ?? e.sameAs,
  own: e.own,
  total: e.total,
  table: told(e.table, language),
  awards: e.awards,
})

/** The editions, the game's or table's own way of counting first. */
export const columnsOf = (result: Pick<AnalysisResult, 'editions'>, language: Language = 'en'): Column[] =>
  result.editions.map((e) => column(e, language))

/** The rulings on one rule, side by side. Empty where it has none. */
export const rulingColumns = (rulings: EditionScore[] | undefined, language: Language = 'en'): Column[] =>
  (rulings ?? []).map((e) => column(e, language))

/** "Four rulings, two results" */
export function rulingHeadline(columns: Column[]): string {
  const rulings = columns.reduce((n, c) => n + 1 + c.sameAs.length, 0)
  const results = new Set(columns.map((c) => c.total.join())).size
  return results < 2
    ? t('editions.same')
    : t('editions.rulings', { rulings: spelled(rulings), results: spelled(results).toLowerCase() })
}

export interface Row {
  id: string
  name: string
  points: number[][]
  differs: boolean
} // points by edition and seat

const alike = (points: number[][]): boolean => points.every((p) => p.every((n, i) => n === points[0]?.[i]))

/**
 * What all agree on in one row (or each category by itself), each category in which they part in its own, and the
 * total.
 */
export function rowsOf(columns: Column[], seats: number, full = false): Row[] {
  const none = Array.from({ length: seats }, () => 0)
  const categories = new Map<string, string>()
  for (const c of columns) for (const t of c.table) categories.set(t.category, t.name)
  const rows = [...categories].map(([id, name]): Row => {
    const points = columns.map((c) => c.table.find((t) => t.category === id)?.points ?? none)
    return { id, name, points, differs: !alike(points) }
  })
  const parting = full
    ? rows.filter((r) => r.differs || r.points.flat().some((n) => n !== 0))
    : rows.filter((r) => r.differs)
  const rest = columns.map((c, i) =>
    none.map((_, seat) => (c.total[seat] ?? 0) - parting.reduce((sum, r) => sum + (r.points[i]?.[seat] ?? 0), 0)),
  )
  const total = columns.map((c) => c.total)
  const others: Row = { id: 'rest', name: full ? t('common.soFar') : t('editions.rest'), points: rest, differs: false }
  const some = parting.length > 0 && rest.flat().some((n) => n !== 0)
  return [
    ...(some ? [others] : []),
    ...parting,
    { id: 'total', name: t('editions.total'), points: total, differs: false },
  ]
}

const spelled = (n: number): string => word(`number.${n}`, String(n))

/** "Three editions, three results" */
export function headline(columns: Column[]): string {
  const editions = columns.reduce((n, c) => n + (c.id === 'own' ? 0 : 1 + c.sameAs.length), 0)
  const results = new Set(columns.map((c) => c.total.join())).size
  if (results < 2) return t('editions.agree')
  return t('editions.results', { editions: spelled(editions), results: spelled(results).toLowerCase() })
}

export function winnersText(total: number[], nameOf: (seat: number) => string): string {
  const most = Math.max(...total)
  const best = total.flatMap((n, seat) => (n === most ? [seat] : []))
  if (total.length < 2) return ''
  return best.length === 1 ? t('editions.wins', { name: nameOf(best[0]!) }) : t('editions.tie')
}

/** Which editions count as this one does: "also Big Box 5 and New edition". */
export const alsoText = (c: Column): string =>
  c.sameAs.length ? t('editions.also', { names: listWords(c.sameAs) }) : ''

/** "4 : 0" in words for a screen reader. */
export const totalsSpoken = (columns: Column[], nameOf: (seat: number) => string): string =>
  columns.map((c) => `${c.name}: ${c.total.map((n, seat) => `${nameOf(seat)} ${n}`).join(', ')}`).join('. ')

export interface Verdict {
  name: string
  rule: string
  points: string
  text: string
  title: string
  source: string
}

/**
 * A difference, edition by edition: what each gives there and the rule that makes it. Those that do the same stand
 * together.
 */
export function verdicts(d: EditionDifference, columns: Column[], nameOf: (seat: number) => string): Verdict[] {
  const list: Verdict[] = []
  columns.forEach((c, i) => {
    const rule = d.rules[i] ?? ''
    const points = (d.points[i] ?? []).map((n, seat) => `${nameOf(seat)} ${n}`).join(' · ')
    const names = [c.name, ...c.sameAs].join(', ')
    const alike = list.find((v) => v.rule === rule && v.points === points)
    const text = d.texts.find((t) => t.id === rule)
    if (alike) alike.name += `, ${names}`
    else
      list.push({
        name: names,
        rule,
        points,
        text: text?.text ?? '',
        title: text?.title ?? '',
        source: text?.source ?? '',
      })
  })
  return list
}
