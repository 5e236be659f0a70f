// SPDX-License-Identifier: MIT
// Curves by which quads of a DDNet map move, turn and change their colours. (DDNet's render_map.cpp and mapitems.h.)

export interface EnvelopePoint {
  /** Milliseconds. */
  readonly time: number
  /** To the next point: 0 stays until then, 1 straight, 2 slow first, 3 fast first, 4 smooth; others as 1. */
  readonly curve: number
  readonly values: readonly number[]
}
export type Envelope = readonly EnvelopePoint[]
/** The number of an envelope, or -1, and by how many milliseconds what has it is ahead. */
export type Follows = readonly [envelope: number, ahead: number]
/** What a quad has beside its form. */
export interface Moved {
  /** Around which it turns: x and y, in units of the game. */
  readonly pivot?: readonly number[]
  /** By what it moves and turns, and changes its color. */
  readonly motion?: Follows
  readonly tint?: Follows
}

const SHAPES: readonly ((share: number) => number)[] = [
  () => 0,
  (share) => share,
  (share) => share ** 3,
  (share) => 1 - (1 - share) ** 3,
  (share) => share * share * (3 - 2 * share),
]

/** The values of an envelope, which begins again after its last point; null: it has none. */
export function valuesAt(envelope: Envelope | undefined, milliseconds: number): readonly number[] | null {
  const last = envelope?.at(-1)
  if (!last) return null
  const time = last.time > 0 ? milliseconds % last.time : 0
  let [low, high] = [0, envelope!.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (envelope![middle].time <= time) low = middle + 1
    else high = middle
  }
  const [from, to] = [envelope![low - 1], envelope![low]]
  // Before its first point it has the last values, as in the game.
  if (!from || !(to.time > from.time)) return last.values
  const share = (SHAPES[from.curve] ?? SHAPES[1])((time - from.time) / (to.time - from.time))
  return from.values.map((value, channel) => value + (to.values[channel] - value) * share)
}
