// Where one goes on by keys.

import { tick } from 'svelte'

/**
 * What had the focus is gone with the page it was on, and this is what the new one begins with. A page that is loaded
 * anew leaves the focus to the browser.
 */
export function arrive(node: HTMLElement): void {
  node.tabIndex = -1
  void tick().then(() => {
    const nowhere = !document.activeElement || document.activeElement === document.body
    if (nowhere && navigator.userActivation?.hasBeenActive) node.focus({ preventScroll: true })
  })
}

/** More has come below what a list had, and the button for it may be gone: one goes on where that begins. */
export async function goOnAt(list: HTMLElement | undefined, nth: number): Promise<void> {
  await tick()
  const row = list?.children[nth]
  if (!(row instanceof HTMLElement)) return
  row.tabIndex = -1
  row.focus()
}

const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Radio buttons in one stop of Tab: the arrows go from one to the next. Where one is, Tab leaves from; where one comes
 * in is what was chosen, else the first.
 * @param choose the arrows choose as well, as where nothing is lost by that
 */
export function radios(node: HTMLElement, choose = true): { destroy: () => void } {
  const all = (): HTMLButtonElement[] => [...node.querySelectorAll<HTMLButtonElement>('[role="radio"]:enabled')]
  const settle = (): void => {
    const list = all()
    const stop = list.find((r) => r === document.activeElement) ?? list.find((r) => r.ariaChecked === 'true') ?? list[0]
    for (const r of list) r.tabIndex = r === stop ? 0 : -1
  }
  const keydown = (e: KeyboardEvent): void => {
    const by = STEP[e.key]
    const list = all()
    const at = list.indexOf(e.target as HTMLButtonElement)
    if (by === undefined || at < 0 || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return
    e.preventDefault()
    e.stopPropagation()
    const next = list[(at + by + list.length) % list.length]!
    next.focus()
    if (choose) next.click()
  }
  const left = (): void => queueMicrotask(settle)
  const changes = new MutationObserver(settle)
  changes.observe(node, { subtree: true, childList: true, attributeFilter: ['aria-checked', 'disabled'] })
  node.addEventListener('keydown', keydown)
  node.addEventListener('focusin', settle)
  node.addEventListener('focusout', left)
  settle()
  return {
    destroy() {
      changes.disconnect()
      node.removeEventListener('keydown', keydown)
      node.removeEventListener('focusin', settle)
      node.removeEventListener('focusout', left)
    },
  }
}
