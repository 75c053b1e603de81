// Pointer gestures of the table: drag to pan, two fingers to zoom, wheel, tap, double tap. The table's own
// buttons stay buttons: a press that does not move is theirs.

export interface Gestures {
  onpan: (dx: number, dy: number) => void
  onzoom: (factor: number, x: number, y: number) => void
  ontap: (x: number, y: number, double: boolean) => void
  onwheel: (event: WheelEvent, x: number, y: number) => void
  onactive: (active: boolean) => void // a finger is down and moves
}

const SLOP = 7
const DOUBLE_MS = 320

export function gestures(node: HTMLElement, on: Gestures): { destroy: () => void } {
  const down = new Map<number, { x: number; y: number }>()
  let start: { x: number; y: number } | null = null
  let moving = false
  let lastTap = 0
  const local = (e: { clientX: number; clientY: number }): { x: number; y: number } => {
    const r = node.getBoundingClientRect()
    return { x: e.clientX - r.left, y: e.clientY - r.top }
  }
  const ours = (e: Event): boolean => !(e.target as Element).closest('[data-furniture]')
  const spread = (): { far: number; x: number; y: number } => {
    const [a, b] = [...down.values()]
    return { far: Math.hypot(a!.x - b!.x, a!.y - b!.y), x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 }
  }

  /** The click that follows a drag, or a touch on the land, belongs to nobody: not to what the touch brought there. */
  const stopClick = (): void => {
    const stop = (c: Event): void => {
      c.stopPropagation()
      c.preventDefault()
    }
    node.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => node.removeEventListener('click', stop, { capture: true }), 60)
  }

  const pointerdown = (e: PointerEvent): void => {
    if (!ours(e) || (e.pointerType === 'mouse' && e.button !== 0)) return
    down.set(e.pointerId, local(e))
    if (down.size === 1) {
      start = local(e)
      moving = false
    } else moving = true
  }
  const pointermove = (e: PointerEvent): void => {
    const old = down.get(e.pointerId)
    if (!old) return
    const now = local(e)
    if (down.size >= 2) {
      const before = spread()
      down.set(e.pointerId, now)
      const after = spread()
      on.onactive(true)
      on.onpan(after.x - before.x, after.y - before.y)
      if (before.far > 0) on.onzoom(after.far / before.far, after.x, after.y)
      return
    }
    if (!moving && start && Math.hypot(now.x - start.x, now.y - start.y) < SLOP) return
    if (!moving) {
      moving = true
      node.setPointerCapture(e.pointerId)
      on.onactive(true)
    }
    down.set(e.pointerId, now)
    on.onpan(now.x - old.x, now.y - old.y)
  }
  const pointerup = (e: PointerEvent): void => {
    if (!down.delete(e.pointerId)) return
    if (down.size > 0) return
    on.onactive(false)
    if (moving) stopClick()
    else if (e.type === 'pointerup' && !(e.target as Element).closest('button')) {
      if (e.pointerType === 'touch') stopClick()
      const p = local(e)
      const double = e.timeStamp - lastTap < DOUBLE_MS
      lastTap = double ? 0 : e.timeStamp
      on.ontap(p.x, p.y, double)
    }
    moving = false
  }
  const wheel = (e: WheelEvent): void => {
    if (!ours(e)) return
    e.preventDefault()
    const p = local(e)
    on.onwheel(e, p.x, p.y)
  }
  node.addEventListener('pointerdown', pointerdown)
  node.addEventListener('pointermove', pointermove)
  node.addEventListener('pointerup', pointerup)
  node.addEventListener('pointercancel', pointerup)
  node.addEventListener('wheel', wheel, { passive: false })
  return {
    destroy() {
      node.removeEventListener('pointerdown', pointerdown)
      node.removeEventListener('pointermove', pointermove)
      node.removeEventListener('pointerup', pointerup)
      node.removeEventListener('pointercancel', pointerup)
      node.removeEventListener('wheel', wheel)
    },
  }
}
