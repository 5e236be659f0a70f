// SPDX-License-Identifier: MIT
// Two plays of the same level: by how much one was ahead at each time, and in which parts it gained.
import { rowAt } from '../series.js'
import type { Curve } from '../scenes/scene.js'

export interface Part {
  readonly from: number
  readonly to: number
  /** What the first play gained on the second one; below 0: what it lost. */
  readonly gain: number
}

/** Parts of the time that both have. */
const PARTS = 8

const at = ({ times, values }: Curve, time: number): number => {
  const row = rowAt(times, time)
  return row < 0 ? 0 : values[row]
}

/** The difference of two curves, at each time at which one of them changes. */
export function differenceOf(own: Curve, other: Curve, name: string): Curve {
  const times: number[] = []
  const values: number[] = []
  for (let [mine, theirs] = [0, 0]; mine < own.times.length || theirs < other.times.length;) {
    const time = Math.min(own.times[mine] ?? Infinity, other.times[theirs] ?? Infinity)
    while (own.times[mine] <= time) mine++
    while (other.times[theirs] <= time) theirs++
    if (!Number.isFinite(time)) break
    times.push(time)
    values.push((mine > 0 ? own.values[mine - 1] : 0) - (theirs > 0 ? other.values[theirs - 1] : 0))
  }
  return { name, times, values, color: own.color, steps: true, ...(own.unit ? { unit: own.unit } : {}) }
}

/** Where which of the two was better, in equal parts of the time that both have. */
export function partsOf(own: Curve, other: Curve): Part[] {
  if (own.times.length === 0 || other.times.length === 0) return []
  const end = Math.min(own.times[own.times.length - 1], other.times[other.times.length - 1])
  if (!(end > 0)) return []
  const ahead = (time: number): number => at(own, time) - at(other, time)
  return Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [(end * part) / PARTS, (end * (part + 1)) / PARTS]
    return { from, to, gain: ahead(to) - (part === 0 ? 0 : ahead(from)) }
  })
}
