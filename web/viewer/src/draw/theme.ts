// SPDX-License-Identifier: MIT
// Colours that all scenes share: Okabe and Ito's palette, which people with any colour vision tell apart.

export const COLORS = {
  orange: '#e69f00',
  sky: '#56b4e9',
  green: '#009e73',
  yellow: '#f0e442',
  blue: '#2b7fd4',
  vermillion: '#d55e00',
  purple: '#cc79a7',
  red: '#d6294a',
  grey: '#8b929e',
} as const

/** Colours of players, in order. */
export const PLAYER_COLORS = [
  COLORS.sky,
  COLORS.orange,
  COLORS.green,
  COLORS.purple,
  COLORS.blue,
  COLORS.vermillion,
  COLORS.yellow,
  COLORS.grey,
]

export interface Theme {
  readonly dark: boolean
  readonly background: string
  /** A surface on the background: a floor, a lane. */
  readonly surface: string
  readonly line: string
  readonly text: string
  readonly dim: string
}

const dark: Theme = { dark: true, background: '#12141a', surface: '#1e222b', line: '#3a404d', text: '#eef0f4', dim: '#a2a9b6' }
const light: Theme = { dark: false, background: '#e9ecf1', surface: '#d9dee6', line: '#b3bac6', text: '#15181d', dim: '#555d6b' }

// Asking for `matches` makes the browser bring its styles up to date, which takes milliseconds in the middle of a picture.
let current = light
if (typeof matchMedia === 'function') {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const follow = (): void => void (current = query.matches ? dark : light)
  query.addEventListener('change', follow)
  follow()
}

export type ThemeChoice = 'auto' | 'light' | 'dark'

/** The theme of this choice; 'auto': what the browser prefers now. */
export function themeOf(choice: ThemeChoice): Theme {
  return choice === 'auto' ? current : choice === 'dark' ? dark : light
}

/** A colour between two. */
export function mixedColor(one: string, other: string, share: number): string {
  const [a, b] = [channelsOf(one), channelsOf(other)]
  const parts = a.map((value, index) => Math.round(255 * (value + (b[index] - value) * share)))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const channels = new Map<string, readonly [number, number, number]>()

/** Red, green and blue of "#rrggbb", 0 to 1. */
export function channelsOf(color: string): readonly [number, number, number] {
  let found = channels.get(color)
  if (!found) {
    const value = parseInt(color.slice(1), 16)
    found = [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
    channels.set(color, found)
  }
  return found
}
