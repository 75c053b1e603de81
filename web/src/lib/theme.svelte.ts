// Which art theme a game is drawn in: the player's choice, else what the game's preset names.

import { starting } from './setup.svelte'
import { settings } from './settings.svelte'

const presetThemes: Record<string, string> = $state({})
starting().then(
  (s) => {
    for (const p of s.presets) presetThemes[p.id] = p.theme
  },
  () => undefined,
) // the plain theme serves until the server answers

export function themeOf(preset?: string): string {
  if (settings.art !== 'preset') return settings.art
  return (preset && presetThemes[preset]) || 'summer'
}
