// SPDX-License-Identifier: MIT
// Curves by which quads of a DDNet map move, turn and change their colours. (DDNet's render_map.cpp and mapitems.h.)

export interface EnvelopePoint {
  /** Milliseconds. */
  readonly time: number
  /** To the next point: 0 stays until then, 1 straight, 2 slow first, 3 fast first, 4 smooth, 5 by tangents; others as 1. */
  readonly curve: number
  readonly values: readonly number[]
  /** From the point to its controls, of each channel: milliseconds and value of the one before it, then of the one after it. */
  readonly tangents?: readonly (readonly number[])[]
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

const BEZIER = 5
/** Halves of a share, for 0.00001 of it. */
const HALVES = 17

const cubic = (a: number, b: number, c: number, d: number, t: number): number =>
  a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3

/** A channel on a curve by tangents. Its controls are between both points in time, so that each time is on it once. */
function curved(from: EnvelopePoint, to: EnvelopePoint, channel: number, time: number): number {
  const [, , x, y] = from.tangents![channel]
  const [ownX, ownY] = to.tangents![channel]
  const span = to.time - from.time
  const within = (at: number): number => Math.min(span, Math.max(0, at))
  const [first, second] = [within(x), within(span + ownX)]
  let t = 0
  for (let half = 0.5, left = HALVES; left > 0; left--, half /= 2)
    if (cubic(0, first, second, span, t + half) <= time - from.time) t += half
  const [low, high] = [from.values[channel], to.values[channel]]
  return cubic(low, low + y, high + ownY, high, t)
}

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
  if (from.curve === BEZIER && from.tangents && to.tangents) return from.values.map((_, channel) => curved(from, to, channel, time))
  const share = (SHAPES[from.curve] ?? SHAPES[1])((time - from.time) / (to.time - from.time))
  return from.values.map((value, channel) => value + (to.values[channel] - value) * share)
}
