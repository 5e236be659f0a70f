// SPDX-License-Identifier: MIT
// A surface that keeps what a scene draws, for tests: no browser, no pixels.
import type { Plane } from '../../src/draw/plane.js'
import type { Space } from '../../src/draw/space.js'
import { themeOf } from '../../src/draw/theme.js'
import { Rows } from '../../src/replay/rows.js'

export interface Drawn {
  readonly what: string
  readonly given: readonly unknown[]
}

/** Each call of a method is kept, and gives what `answers` says. What is set is read back. */
function recording(drawn: Drawn[], answers: Record<string, unknown>): unknown {
  return new Proxy(answers, {
    get(known, name: string) {
      if (name in known) return known[name]
      return (...given: unknown[]) => void drawn.push({ what: name, given })
    },
    set(known, name: string, value) {
      known[name] = value
      return true
    },
  })
}

/** `own`: what the surface answers, beside or instead of what it does by default. */
export function recordSpace(draw: (space: Space) => void, own: Partial<Space> = {}): Drawn[] {
  const drawn: Drawn[] = []
  const labels = recording(drawn, {})
  draw(recording(drawn, { theme: themeOf('dark'), opacity: 1, away: () => 2, debris: true, hand: -1, labels, ...own }) as Space)
  return drawn
}

export function recordPlane(draw: (plane: Plane) => void, width = 1000, height = 600): Drawn[] {
  const drawn: Drawn[] = []
  const labels = recording(drawn, {})
  const context = recording(drawn, {})
  draw(recording(drawn, { theme: themeOf('dark'), opacity: 1, width, height, top: 0, labels, context }) as Plane)
  return drawn
}

export const rowsOf = (columns: Record<string, number[] | string[]>): Rows =>
  new Rows(Object.values(columns)[0]?.length ?? 0, new Map(Object.entries(columns)))
