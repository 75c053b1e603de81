// The server's HTTP calls. A failure is an ApiError whose message can be shown as it is.

import type { Detail } from './art.svelte'
import { t } from './i18n.svelte'
import { inLanguage } from './language'
import { keysOf, lostKeys, signedIn } from './mine'
import type {
  Analysis,
  AnalysisBox,
  AnalysisResult,
  AnalysisRules,
  Checked,
  Comparison,
  Created,
  Duplicate,
  FeatureList,
  GameAids,
  GameError,
  GameList,
  GameRatings,
  GameSummary,
  Join,
  Joined,
  LayerArt,
  Layers,
  NewGame,
  Rematched,
  Review,
  RuleList,
  Seated,
} from './protocol'
import { settings } from './settings.svelte'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: GameError,
  ) {
    const { message } = inLanguage(error, settings.language)
    super(error.request ? `${message} (${error.request})` : message)
  }
}

/** @param keys tokens of seats and invites one has: never in the address, which logs and referrers keep */
export async function call<T>(path: string, body?: unknown, keys: string[] = []): Promise<T> {
  return JSON.parse(await textOf(path, body, keys)) as T
}

export async function textOf(path: string, body?: unknown, keys: string[] = []): Promise<string> {
  let answer: Response
  const session = signedIn()
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(keys.length === 0 ? {} : { 'x-bastide-keys': keys.join(',') }),
    ...(session ? { authorization: `Bearer ${session.token}` } : {}),
  }
  try {
    answer = await fetch(
      path,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
  } catch {
    throw new ApiError(0, { message: t('error.noAnswer') })
  }
  const text = await answer.text()
  if (answer.ok) return text
  let error: GameError = { message: t('error.status', { status: answer.status }) }
  try {
    const parsed = JSON.parse(text) as { error?: GameError }
    if (parsed.error?.message) error = parsed.error
  } catch {
    // not JSON: the plain sentence stands
  }
  throw new ApiError(answer.status, error)
}

export const listGames = (tokens: string[]): Promise<GameList> => call('/api/games', undefined, tokens)
export const checkGame = (game: NewGame): Promise<Checked> => call('/api/check', game)
export const allRules = (): Promise<RuleList> => call('/api/rules')
export const createGame = (game: NewGame): Promise<Created> => call('/api/games', game)
/** @param before the game that this one is a rematch of: its seat is what opens this one */
export const joinGame = (id: string, join: Join, before?: string): Promise<Joined> =>
  call(`/api/games/${encodeURIComponent(id)}/join`, join, [
    ...(before === undefined ? [] : keysTo(before)),
    ...lostKeys(id),
  ])

// What is asked of a game goes with the key that one has to it.
const keysTo = keysOf
export const seatBot = (id: string, seat: number, bot: string): Promise<Seated> =>
  call(`/api/games/${encodeURIComponent(id)}/bot`, { seat, bot }, keysTo(id))
export const freeSeat = (id: string, seat: number): Promise<Seated> =>
  call(`/api/games/${encodeURIComponent(id)}/free`, { seat }, keysTo(id))
export const giveShare = (id: string, seat: number, share: string): Promise<Seated> =>
  call(`/api/games/${encodeURIComponent(id)}/share`, { seat, share }, keysTo(id))
export const beginWithout = (id: string): Promise<Seated> =>
  call(`/api/games/${encodeURIComponent(id)}/begin`, {}, keysTo(id))
export const leaveGame = (id: string, seat: number): Promise<Seated> =>
  call(`/api/games/${encodeURIComponent(id)}/leave`, { seat }, keysTo(id))
export const askRematch = (id: string): Promise<Rematched> =>
  call(`/api/games/${encodeURIComponent(id)}/rematch`, {}, keysTo(id))
const ofGame = <T>(id: string, what = ''): Promise<T> =>
  call(`/api/games/${encodeURIComponent(id)}${what}`, undefined, keysTo(id))
export const gameSummary = (id: string): Promise<GameSummary> => ofGame(id)
export const gameAids = (id: string): Promise<GameAids> => ofGame(id, '/aids')
export const gameFeatures = (id: string): Promise<FeatureList> => ofGame(id, '/features')
export const gameLayers = async (
  id: string,
  theme: string,
  detail: Detail,
  pieces: number[],
): Promise<(LayerArt | null)[]> =>
  (await ofGame<Layers>(id, `/layers/${encodeURIComponent(theme)}?of=${pieces.join(',')}&detail=${detail}`)).layers
export const duplicateGames = (id: string): Promise<Duplicate> => ofGame(id, '/duplicate')
export const gameRatings = (id: string): Promise<GameRatings> => ofGame(id, '/ratings')
export const compareGame = (id: string): Promise<Comparison> => ofGame(id, '/compare')
export const gameReview = (id: string, from: number): Promise<Review> => ofGame(id, `/review?from=${from}`)
export const gameRecord = (id: string): Promise<string> =>
  textOf(`/api/games/${encodeURIComponent(id)}/record`, undefined, keysTo(id))

export const analysisBox = (rules: AnalysisRules): Promise<AnalysisBox> => call('/api/analysis/box', rules)
export const analyse = (table: Analysis | { text: string }): Promise<AnalysisResult> => call('/api/analysis', table)
export const stitches = (theme: string, table: Analysis, detail: Detail = 'full'): Promise<LayerArt> =>
  call(`/api/analysis/layer/${encodeURIComponent(theme)}?detail=${detail}`, table)
