// What helps at a table beyond the game itself: what the table allows (in the game's summary), and what each has
// switched on here. The server sends nothing that is forbidden; this says why it is not there.

import { listWords, t } from './i18n.svelte'
import type { Aid, GameSummary } from './protocol'

/** In the order of the server's. */
export const AIDS: readonly Aid[] = ['owners', 'effects', 'tiles', 'odds', 'projection', 'analysis']

export type Policy = 'everything' | 'noOdds' | 'none' | 'own'
export const POLICIES: readonly Policy[] = ['everything', 'noOdds', 'none', 'own']

const NO_ODDS: readonly Aid[] = ['owners', 'effects', 'tiles']

/** The aids of a policy; what is one's own is as it stands. */
export const aidsOf = (policy: Policy, own: readonly Aid[]): Aid[] => {
  const list = policy === 'everything' ? AIDS : policy === 'noOdds' ? NO_ODDS : policy === 'none' ? [] : own
  return AIDS.filter((aid) => list.includes(aid))
}

/** What a list of aids is called; absent: everything. */
export function policyOf(aids: readonly Aid[] | undefined): Policy {
  if (!aids || AIDS.every((aid) => aids.includes(aid))) return 'everything'
  if (aids.length === 0) return 'none'
  const noOdds = aids.length === NO_ODDS.length && NO_ODDS.every((aid) => aids.includes(aid))
  return noOdds ? 'noOdds' : 'own'
}

type Table = Pick<GameSummary, 'aids' | 'status'>

/** Whether the table allows it now: at the end everything is. */
export const allowedAt = (table: Table | null, over: boolean, aid: Aid): boolean =>
  over || table?.status === 'over' || (table?.aids ?? AIDS).includes(aid)

const NAMES = {
  owners: 'aids.owners',
  effects: 'aids.effects',
  tiles: 'aids.tiles',
  odds: 'aids.odds',
  projection: 'aids.projection',
  analysis: 'aids.analysis',
} as const
const SENTENCES = {
  owners: 'aids.ownersText',
  effects: 'aids.effectsText',
  tiles: 'aids.tilesText',
  odds: 'aids.oddsText',
  projection: 'aids.projectionText',
  analysis: 'aids.analysisText',
} as const
const POLICY = {
  everything: 'aids.everything',
  noOdds: 'aids.noOdds',
  none: 'aids.none',
  own: 'aids.own',
} as const
export const aidName = (aid: Aid): string => t(NAMES[aid])
export const aidText = (aid: Aid): string => t(SENTENCES[aid])
export const policyName = (policy: Policy): string => t(POLICY[policy])

/** What stands beside a game's name; nothing where everything is allowed. */
export function policyWords(aids: readonly Aid[] | undefined): string {
  const policy = policyOf(aids)
  if (policy === 'everything') return ''
  if (policy === 'noOdds') return t('aids.tableNoOdds')
  return policy === 'none' ? t('aids.tableNone') : t('aids.tableSome')
}

/** What is missing, in a sentence: of a table that allows some. */
export function policySentence(aids: readonly Aid[] | undefined): string {
  const off = AIDS.filter((aid) => aids && !aids.includes(aid))
  if (off.length === 0) return t('aids.everythingText')
  if (off.length === AIDS.length) return t('aids.noneText')
  return t('aids.off', { names: listWords(off.map(aidName)) })
}
