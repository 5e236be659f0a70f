// SPDX-License-Identifier: MIT
// Cameras that move without jumps. A rule says where a camera is best at a time, and may change its mind; a calm one is the mean of what it
// says around that time. Where the rule goes farther than one can follow, as to a tee that died or a disc after a goal, the camera cuts there,
// once, and each side has means of its own. The same time gives the same picture, however the play got there.

import { mix } from '../series.js'

export interface CalmOptions {
  /** Seconds between the times at which the rule is asked. */
  readonly step: number
  /** Seconds before and after a time of which the mean is. */
  readonly reach: number
  /** Whether the camera cuts between what the rule says at one time and at the next. */
  readonly cuts: (before: readonly number[], after: readonly number[]) => boolean
}

/** Answers of the rule that are kept. */
const MOST = 4096
/** Seconds for which a camera stays with what was seen last, or goes on to what is seen next. */
const HOLD = 4

type Values = readonly number[]

export class Calm {
  private readonly asked = new Map<number, Values | null>()
  private readonly filled = new Map<number, Values | null>()

  /** The rule gives always as many numbers, or null where it has nothing to say. */
  constructor(
    private readonly rule: (time: number) => Values | null,
    private readonly how: CalmOptions,
  ) {}

  private said(index: number): Values | null {
    const before = this.asked.get(index)
    if (before !== undefined) return before
    const values = this.rule(index * this.how.step)
    const usable = values?.every(Number.isFinite) ? values : null
    this.asked.set(index, usable)
    return usable
  }

  /** What the rule says, and between what it says before and after: whoever is gone for a while is not lost at once. */
  private near(index: number): Values | null {
    const known = this.filled.get(index)
    if (known !== undefined) return known
    if (this.asked.size + this.filled.size > MOST) for (const map of [this.asked, this.filled]) map.clear()
    let found = this.said(index)
    const most = Math.ceil(HOLD / this.how.step)
    if (!found) {
      const from = (side: number): number => {
        let at = 1
        while (at <= most && !this.said(index + side * at)) at++
        return at
      }
      const [before, after] = [from(-1), from(1)]
      const [one, other] = [before <= most ? this.said(index - before) : null, after <= most ? this.said(index + after) : null]
      found = one ?? other
      if (one && other) {
        const between = (share: number): number[] => one.map((value, at) => mix(value, other[at], share))
        const whole = before + after
        found = this.how.cuts(one, between(1 / whole)) ? (before <= after ? one : other) : between(before / whole)
      }
    }
    this.filled.set(index, found)
    return found
  }

  /** The mean around a time; null if the rule says nothing there. */
  at(time: number): number[] | null {
    const { step, reach, cuts } = this.how
    const middle = time / step
    const start = Math.round(middle)
    const nearest = this.near(start)
    if (!nearest) return null
    const sum = nearest.map(() => 0)
    let weights = 0
    const add = (values: Values, index: number): void => {
      const far = ((index - middle) * step) / reach
      const weight = Math.max(0, 1 - far * far) ** 2
      weights += weight
      for (let at = 0; at < sum.length; at++) sum[at] += weight * values[at]
    }
    add(nearest, start)
    for (const side of [-1, 1])
      for (let index = start + side, last = nearest; Math.abs(index - middle) * step < reach; index += side) {
        const values = this.near(index)
        if (!values || cuts(side > 0 ? last : values, side > 0 ? values : last)) break
        add(values, index)
        last = values
      }
    return sum.map((value) => value / weights)
  }
}

/** How far apart the vectors are that begin there. */
export const apart = (a: readonly number[], b: readonly number[], from = 0, length = 3): number => {
  let sum = 0
  for (let at = from; at < from + length; at++) sum += (a[at] - b[at]) ** 2
  return Math.sqrt(sum)
}
