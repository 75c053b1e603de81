// Of a theme's symbols those that a drawing shows. All of them are 84 KB, which takes a browser longer to read than the
// drawing takes it to draw.

const SYMBOL = /<symbol id="([^"]+)"[^]*?<\/symbol>/g
const SHOWN = /href="#([^"]+)"/g

const themes = new Map<string, Map<string, string>>() // by their head; each symbol by its name

function symbolsOf(head: string): Map<string, string> {
  const have = themes.get(head)
  if (have) return have
  const all = new Map([...head.matchAll(SYMBOL)].map(([symbol, id]) => [id!, symbol]))
  themes.set(head, all)
  return all
}

/** The head of a theme without the symbols that neither the drawing shows nor a symbol that it shows. */
export function headOf(head: string, drawing: string): string {
  const symbols = symbolsOf(head)
  const shown = new Set<string>()
  const look = (svg: string): void => {
    for (const [, id] of svg.matchAll(SHOWN)) {
      if (shown.has(id!)) continue
      shown.add(id!)
      look(symbols.get(id!) ?? '')
    }
  }
  look(drawing)
  return head.replace(SYMBOL, (symbol, id: string) => (shown.has(id) ? symbol : ''))
}
