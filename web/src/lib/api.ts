// The server's HTTP calls. A failure is an ApiError whose message can be shown as it is.

import type { Analysis, AnalysisBox, AnalysisResult, AnalysisRules, Checked, Comparison, Created, FeatureList, GameError, GameList, GameSummary, Joined, LayerArt, NewGame, RuleList } from './protocol'

export class ApiError extends Error {
  constructor(readonly status: number, readonly error: GameError) {
    super(error.message)
  }
}

export async function call<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, body === undefined ? {} : {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })
  } catch {
    throw new ApiError(0, { message: 'The server does not answer. Your games are safe; try again in a moment.' })
  }
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text) as T
  let error: GameError = { message: `The server answered ${answer.status}.` }
  try {
    const parsed = JSON.parse(text) as { error?: GameError }
    if (parsed.error?.message) error = parsed.error
  } catch {
    // not JSON: the plain sentence stands
  }
  throw new ApiError(answer.status, error)
}

export const listGames = (tokens: string[]): Promise<GameList> =>
  call(`/api/games?mine=${tokens.map(encodeURIComponent).join(',')}`)
export const gameSummary = (id: string): Promise<GameSummary> => call(`/api/games/${encodeURIComponent(id)}`)
export const checkGame = (game: NewGame): Promise<Checked> => call('/api/check', game)
export const allRules = (): Promise<RuleList> => call('/api/rules')
export const createGame = (game: NewGame): Promise<Created> => call('/api/games', game)
export const joinGame = (id: string, name: string, invite: string, seat?: number): Promise<Joined> =>
  call(`/api/games/${encodeURIComponent(id)}/join`, { name, invite, ...(seat === undefined ? {} : { seat }) })
export const gameFeatures = (id: string): Promise<FeatureList> => call(`/api/games/${encodeURIComponent(id)}/features`)
export const recordUrl = (id: string): string => `/api/games/${encodeURIComponent(id)}/record`
export const analysisBox = (rules: AnalysisRules): Promise<AnalysisBox> => call('/api/analysis/box', rules)
export const analyse = (table: Analysis | { text: string }): Promise<AnalysisResult> => call('/api/analysis', table)
export const stitches = (theme: string, table: Analysis): Promise<LayerArt> => call(`/api/analysis/layer/${encodeURIComponent(theme)}`, table)
export const compareGame = (id: string): Promise<Comparison> => call(`/api/games/${encodeURIComponent(id)}/compare`)
