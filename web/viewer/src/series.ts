// SPDX-License-Identifier: MIT
// Values over time: which row is at a time, and what is between two rows.

/** The last row at or before a time; -1 before the first one. Times must not go back. */
export function rowAt(times: ArrayLike<number>, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle] <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The first row at or after a time; the number of rows after the last one. Times must not go back. */
export function rowFrom(times: ArrayLike<number>, time: number): number {
  let row = rowAt(times, time)
  while (row >= 0 && times[row] === time) row--
  return row + 1
}

/** Eleven days: a later time is damage. */
export const LATEST = 1e6

/** Times that never go back, as the clock needs them: an invalid time, or one that goes back, repeats the one before. */
export function rising(times: ArrayLike<number>, latest = LATEST): ArrayLike<number> {
  let last = 0
  let sound = true
  const made = Float64Array.from(times, (time, row) => {
    const usable = Math.abs(time) <= latest
    if (!usable || (row > 0 && time < last)) sound = false
    last = usable && (row === 0 || time > last) ? time : last
    return last
  })
  return sound ? times : made
}

/** The first and the last of several times, with 0 as the start unless there are earlier ones. */
export function spanOf(...times: ArrayLike<number>[]): { start: number; end: number } {
  let start = 0
  let end = 0
  for (const list of times) {
    if (list.length === 0) continue
    start = Math.min(start, list[0])
    end = Math.max(end, list[list.length - 1])
  }
  return { start, end }
}

const DAY = 86_400

/**
 * When most of these times follow each other within `length` seconds; NaN if there are none. Windows begin at a time that no window
 * before has. The same rule as that of `reel plot --thumbnail`, in src/plot/scene.c.
 */
export function busiest(times: ArrayLike<number>, length: number): number {
  let [best, from] = [NaN, NaN]
  let [most, inside] = [0, 0]
  for (const time of Array.from(times)) {
    if (!(Math.abs(time) <= DAY) || time < from) continue
    if (!(time < from + length)) [from, inside] = [time, 0]
    if (++inside > most) [most, best] = [inside, from]
  }
  return best
}

/** Frames of equal length up to a time. There are at most four million: a day of DDNet. */
export function evenly(end: number, rate: number): Float64Array {
  const frames = Math.max(1, Math.min(Math.floor(end * rate + 1e-6) + 1, 4_000_000))
  const times = new Float64Array(frames)
  for (let frame = 0; frame < frames; frame++) times[frame] = frame / rate
  return times
}

/** Two neighbouring rows and how far the time is between them, 0 to 1. */
export interface Between {
  readonly from: number
  readonly to: number
  readonly share: number
}

/** The rows around a time. Beyond the ends, and over a gap longer than `longest`, the nearest row before holds. */
export function between(times: ArrayLike<number>, time: number, longest = Infinity): Between {
  const last = times.length - 1
  const from = Math.max(0, Math.min(rowAt(times, time), last))
  const to = Math.max(from, Math.min(from + 1, last))
  const step = times[to] - times[from]
  const share = step > 0 && step <= longest ? Math.min(1, Math.max(0, (time - times[from]) / step)) : 0
  return { from, to, share }
}

export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

export type Vector = [x: number, y: number, z: number]
export type Rotation = [x: number, y: number, z: number, w: number]

export const scaled = ([x, y, z]: Readonly<Vector>, by: number): Vector => [x * by, y * by, z * by]
export const unit = (way: Readonly<Vector>): Vector => scaled(way, 1 / (Math.hypot(...way) || 1))
export const crossed = ([ax, ay, az]: Readonly<Vector>, [bx, by, bz]: Readonly<Vector>): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
]

/** Rotations between two, along the shorter arc. A quaternion without a length, as some files begin with, means no rotation. */
export function mixRotations(a: Rotation, b: Rotation, share: number): Rotation {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1
  const mixed = a.map((value, axis) => mix(value, sign * b[axis], share)) as Rotation
  const length = Math.hypot(...mixed)
  if (!(length > 0.01)) return [0, 0, 0, 1]
  return mixed.map((value) => value / length) as Rotation
}

/** A vector turned by a rotation. */
export function turned([x, y, z]: Readonly<Vector>, [qx, qy, qz, qw]: Readonly<Rotation>): Vector {
  const tx = 2 * (qy * z - qz * y)
  const ty = 2 * (qz * x - qx * z)
  const tz = 2 * (qx * y - qy * x)
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx]
}

/** First the second rotation, then the first one. */
export function combined([ax, ay, az, aw]: Readonly<Rotation>, [bx, by, bz, bw]: Readonly<Rotation>): Rotation {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ]
}

/** A rotation by an angle in degrees around an axis of length 1. */
export function rotationAround([x, y, z]: Readonly<Vector>, degrees: number): Rotation {
  const half = (degrees * Math.PI) / 360
  const sine = Math.sin(half)
  return [x * sine, y * sine, z * sine, Math.cos(half)]
}

/** The shortest rotation that turns z to a direction of this length. */
export function rotationTo([x, y, z]: Readonly<Vector>, length: number): Rotation {
  const w = 1 + z / length
  if (w < 1e-6) return [0, 1, 0, 0]
  const rotation: Rotation = [-y / length, x / length, 0, w]
  return mixRotations(rotation, rotation, 0)
}

/** The rotation with these axes: to the right, up, and back. */
export function rotationOfAxes(right: Vector, up: Vector, back: Vector): Rotation {
  const [m00, m10, m20] = right
  const [m01, m11, m21] = up
  const [m02, m12, m22] = back
  const trace = m00 + m11 + m22
  let rotation: Rotation
  if (trace > 0) rotation = [m21 - m12, m02 - m20, m10 - m01, 1 + trace]
  else if (m00 > m11 && m00 > m22) rotation = [1 + m00 - m11 - m22, m01 + m10, m02 + m20, m21 - m12]
  else if (m11 > m22) rotation = [m01 + m10, 1 + m11 - m00 - m22, m12 + m21, m02 - m20]
  else rotation = [m02 + m20, m12 + m21, 1 + m22 - m00 - m11, m10 - m01]
  return mixRotations(rotation, rotation, 0)
}

/** Median of the finite values; `otherwise` if there are none. */
export function median(values: ArrayLike<number>, otherwise: number): number {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort()
  return sorted.length > 0 ? sorted[sorted.length >>> 1] : otherwise
}
