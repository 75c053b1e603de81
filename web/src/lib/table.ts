// The table's size and edge in words, and how much of it the camera should show.

import type { Box } from './camera'
import { t } from './i18n.svelte'
import type { TableEdge } from './protocol'

/** @param size of the table, as the options say it */
export function tableWords(edge: TableEdge, size: { width: number; height: number } | null): string {
  const by = size ? `${size.width} × ${size.height}` : ''
  if (edge.kind === 'shift') return by ? t('edge.reachFit', { size: by }) : t('edge.reach')
  const one = by ? t('edge.edgeSize', { size: by }) : t('edge.edge')
  const both = edge.areas.length > 1 ? t('edge.second', { edge: one }) : one
  return edge.closes ? t('edge.closes', { edge: both }) : both
}

/** The size that the options give a table; null where it is endless. */
export function tableSize(options: Record<string, string> | undefined): { width: number; height: number } | null {
  const width = Number(options?.['table_width'])
  const height = Number(options?.['table_height'])
  return options?.['table'] !== 'floor' && width > 0 && height > 0 ? { width, height } : null
}

/** All spaces of the table with some room for its rim, in world units. */
export function tableBox(edge: TableEdge, room = 450): Box {
  return {
    left: Math.min(...edge.areas.map((a) => a.left)) * 1000 - room,
    top: Math.min(...edge.areas.map((a) => a.top)) * 1000 - room,
    right: (Math.max(...edge.areas.map((a) => a.right)) + 1) * 1000 + room,
    bottom: (Math.max(...edge.areas.map((a) => a.bottom)) + 1) * 1000 + room,
  }
}
