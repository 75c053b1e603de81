// Why the table of a link does not lie here, in words: what is wrong, where, and what would be right.

import type { LinkFault } from './analysis'
import { t } from './i18n.svelte'
import { inLanguage, type Language } from './language'
import type { GameError } from './protocol'

const clipped = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** @param fault of the text itself, or what the server says of the table that it tells */
export function brokenText(fault: LinkFault | GameError, language: Language): string {
  if (!('at' in fault)) {
    const { message, expected } = inLanguage(fault, language)
    return t('link.refused', { why: expected ? t('position.expected', { error: message, expected }) : message })
  }
  const at = { text: clipped(fault.text), n: fault.n }
  switch (fault.at) {
    case 'version':
      return t('link.broken', { where: t('link.version', at), right: t('link.versionRight') })
    case 'parts':
      return t('link.broken', { where: t('link.parts', at), right: t('link.partsRight') })
    case 'rules':
      return t('link.broken', { where: t('link.rules', at), right: t('link.rulesRight') })
    case 'seats':
      return t('link.broken', { where: t('link.seats', at), right: t('link.seatsRight') })
    case 'tile':
      return t('link.broken', { where: t('link.tile', at), right: t('link.tileRight') })
    case 'figure':
      return t('link.broken', { where: t('link.figure', at), right: t('link.figureRight') })
    case 'aside':
      return t('link.broken', { where: t('link.aside', at), right: t('link.asideRight') })
    case 'points':
      return t('link.broken', { where: t('link.points', at), right: t('link.pointsRight', at) })
  }
}
