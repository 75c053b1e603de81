// Which page is shown: the path of the address, nothing else.

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'settings' }
  | { page: 'account' }
  | { page: 'about' }
  | { page: 'combinations' }
  | { page: 'leaderboard'; category: string }
  | { page: 'board'; game: string }
  | { page: 'compare'; game: string }
  | { page: 'replay'; game: string }
  | { page: 'missing' }
  | { page: 'join'; game: string; invite: string }
  | { page: 'game'; game: string }

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray % in a hand-typed address
  }
}

const PLAIN = ['new', 'settings', 'account', 'about', 'combinations']

/** @param hash what follows # in the address: no server is told */
export function parse(path: string, hash = ''): Route {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first, second, third] = parts
  if (first === undefined) return { page: 'home' }
  if (parts.length === 1 && PLAIN.includes(first)) return { page: first } as Route
  if (first === 'leaderboard' && parts.length <= 2) return { page: 'leaderboard', category: second ?? '' }
  if (first === 'game' && second !== undefined && parts.length === 2) return { page: 'game', game: second }
  // a table of one's own, or that of a game: /board, /board/game/ID, /compare, /compare/game/ID
  if (first === 'board' || first === 'compare') {
    if (parts.length === 1) return { page: first, game: '' }
    if (second === 'game' && third !== undefined && parts.length === 3) return { page: first, game: third }
  }
  if (first === 'replay' && second === 'game' && third !== undefined && parts.length === 3)
    return { page: 'replay', game: third }
  // links of older games have the invite in the path
  if (first === 'join' && second !== undefined && parts.length <= 3)
    return { page: 'join', game: second, invite: third ?? decode(hash.slice(1)) }
  return { page: 'missing' }
}

export const router = $state({
  route: typeof location === 'undefined' ? parse('/') : parse(location.pathname, location.hash),
})

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  router.route = parse(location.pathname, location.hash)
  scrollTo(0, 0)
}

/** Keeps links inside the page without reloading; call once. */
export function followLinks(): void {
  addEventListener('popstate', () => (router.route = parse(location.pathname, location.hash)))
  addEventListener('click', (e) => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
    const a = (e.target as Element).closest?.('a[href]')
    if (!(a instanceof HTMLAnchorElement) || a.origin !== location.origin || a.target || a.hasAttribute('download'))
      return
    e.preventDefault()
    go(a.pathname + a.hash)
  })
}
