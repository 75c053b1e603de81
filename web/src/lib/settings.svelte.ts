// Choices of this browser: looks, motion, keys. They change nothing of a game.

import { speak } from './i18n.svelte'
import { preferred, type Language } from './language'
import { readJson, writeJson } from './mine'
import type { Aid } from './protocol'

export interface Settings extends Record<Aid, boolean> {
  look: 'light' | 'dark' | 'system'
  art: string // a theme of the server, or 'preset': each game's own
  motion: 'full' | 'less' | 'system'
  points: 'full' | 'short' | 'off' // how the counting of points is shown
  confirm: 'ask' | 'once' // Play button, or sent with the follower's choice
  letters: boolean // single-key shortcuts
  coordinates: boolean
  language: Language
}

const KEY = 'bastide.settings'
const DEFAULTS: Settings = {
  look: 'system',
  art: 'preset',
  motion: 'system',
  points: 'full',
  confirm: 'ask',
  letters: true,
  owners: true,
  effects: true,
  tiles: true,
  odds: false, // numbers all over the landscape: for who asks for them
  projection: true,
  analysis: true,
  coordinates: false,
  language: preferred(typeof navigator === 'undefined' ? [] : navigator.languages),
}

export const settings: Settings = $state({ ...DEFAULTS, ...readJson<Partial<Settings>>(KEY, {}) })

const media = (query: string): MediaQueryList | null => (typeof matchMedia === 'function' ? matchMedia(query) : null)
const darkDevice = media('(prefers-color-scheme: dark)')
const stillDevice = media('(prefers-reduced-motion: reduce)')
const device = $state({ dark: darkDevice?.matches ?? false, still: stillDevice?.matches ?? false })
darkDevice?.addEventListener('change', (e) => (device.dark = e.matches))
stillDevice?.addEventListener('change', (e) => (device.still = e.matches))

export const isDark = (): boolean => (settings.look === 'system' ? device.dark : settings.look === 'dark')
export const isStill = (): boolean => (settings.motion === 'system' ? device.still : settings.motion === 'less')

/** Keeps the page and the storage in step with the settings; call once inside an effect root. */
export function followSettings(): void {
  $effect(() => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
    document.documentElement.dataset['motion'] = isStill() ? 'none' : 'full'
  })
  $effect(() => {
    document.documentElement.lang = settings.language
    speak(settings.language).catch(() => undefined) // no line: the words stay as they are
  })
  $effect(() => writeJson(KEY, { ...settings }))
}
