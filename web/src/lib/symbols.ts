// Of a theme's symbols those that are shown. All of them are 330 KB and three thousand elements, which takes a browser
// longer to read than what shows some of them takes it to draw.

const SYMBOL = /<symbol id="([^"]+)"[^]*?<\/symbol>/g
const SHOWN = /href="#([^"]+)"/g

/** Each symbol of a drawing by its name. */
export const symbolsOf = (svg: string): Map<string, string> =>
  new Map([...svg.matchAll(SYMBOL)].map(([symbol, id]) => [id!, symbol]))

/** These and what they show in turn. */
export function shownBy(symbols: Map<string, string>, ids: Iterable<string>): Set<string> {
  const shown = new Set<string>()
  const look = (id: string): void => {
    if (shown.has(id)) return
    shown.add(id)
    for (const [, other] of (symbols.get(id) ?? '').matchAll(SHOWN)) look(other!)
  }
  for (const id of ids) look(id)
  return shown
}

const themes = new Map<string, Map<string, string>>() // by their head

/** The head of a theme without the symbols that neither the drawing shows nor a symbol that it shows. */
export function headOf(head: string, drawing: string): string {
  const symbols = themes.get(head) ?? symbolsOf(head)
  themes.set(head, symbols)
  const shown = shownBy(
    symbols,
    [...drawing.matchAll(SHOWN)].map(([, id]) => id!),
  )
  return head.replace(SYMBOL, (symbol, id: string) => (shown.has(id) ? symbol : ''))
}

/**
 * Puts into `holder` those symbols that anything in `root` shows, now and as it comes.
 * @returns what ends it
 */
export function keepShown(root: Element, holder: Element, symbols: Map<string, string>): () => void {
  const here = new Set<string>()
  const look = (nodes: Iterable<Node>): void => {
    const names = new Set<string>()
    for (const node of nodes) {
      if (!(node instanceof Element)) continue
      for (const use of node.localName === 'use' ? [node] : node.querySelectorAll('use'))
        names.add(use.getAttribute('href')?.slice(1) ?? '')
    }
    const fresh = [...shownBy(symbols, names)].filter((id) => symbols.has(id) && !here.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) here.add(id)
    holder.insertAdjacentHTML('beforeend', fresh.map((id) => symbols.get(id)).join(''))
  }
  const observer = new MutationObserver((changes) => {
    look(changes.flatMap((change) => (change.type === 'attributes' ? [change.target] : [...change.addedNodes])))
  })
  look([root])
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['href'] })
  return () => {
    observer.disconnect()
    holder.replaceChildren()
  }
}
