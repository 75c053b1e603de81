/** Puts a text on the clipboard and gives it back; empty: this page may not, as where it came over plain HTTP. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return text
  } catch {
    return ''
  }
}
