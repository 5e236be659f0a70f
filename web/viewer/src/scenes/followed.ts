// SPDX-License-Identifier: MIT
// Whom a camera follows where nothing else says what is worth seeing: the player around whom most others are, without changing often.
import type { Vector } from '../series.js'

export interface Seen {
  readonly name: string
  readonly head: Vector
}

/** Metres within which players are together. */
const NEARBY = 12
/** How many more players have to be around another one, summed over the steps of a second, before the camera goes there. */
const CHANGE = 8
/** Seconds of a step, and how many there are at most: of a longer match they are longer. */
const STEP = 1
const MOST_STEPS = 3600

const around = (head: Vector, all: readonly Seen[]): number =>
  all.reduce((sum, { head: other }) => {
    const far = Math.hypot(head[0] - other[0], head[1] - other[1], head[2] - other[2]) / NEARBY
    return sum + Math.exp(-far * far)
  }, 0)

/**
 * The name for each step, such that the players around those who are followed are the most of all choices, less what changes cost. The best
 * choice up to a step needs only those up to the one before: linear in the length of the match.
 */
export class Followed {
  private readonly names: string[] = []
  private readonly step: number

  constructor(
    private readonly from: number,
    to: number,
    seen: (time: number) => readonly Seen[],
  ) {
    const steps = Math.max(1, Math.min(MOST_STEPS, Math.ceil((to - from) / STEP)))
    this.step = (to - from) / steps || STEP
    const before: Map<string, string>[] = []
    let sums = new Map<string, number>()
    let best = ''
    for (let index = 0; index <= steps; index++) {
      const players = seen(from + index * this.step)
      const next = new Map<string, number>()
      const back = new Map<string, string>()
      const highest = sums.get(best) ?? 0
      for (const { name, head } of players) {
        const stays = sums.get(name) ?? -Infinity
        const comes = highest - CHANGE
        next.set(name, around(head, players) + Math.max(stays, comes))
        back.set(name, stays >= comes ? name : best)
      }
      if (next.size > 0) {
        sums = next
        best = ''
        for (const [name, sum] of next) if (sum > (next.get(best) ?? -Infinity)) best = name
      }
      before.push(back)
    }
    for (let index = steps, name = best; index >= 0; index--) {
      this.names[index] = name
      name = before[index].get(name) ?? name
    }
  }

  at(time: number): string {
    const index = Math.round((time - this.from) / this.step)
    return this.names[Math.max(0, Math.min(this.names.length - 1, index))]
  }
}
