// SPDX-License-Identifier: MIT
// The lights of a Beat Saber map: which group of lamps shines when, how brightly, and in whose colour.
//
// Events of version 2 and the basic events of versions 3 and 4 are the same: a group (0 behind, 1 rings, 2 and 3 lasers to the left and to
// the right, 4 along the lanes), and a value: 0 off, then on, flash, fade and transition in the right colour, the left one and white.
// Groups of the newer environments have no places that the scene knows; each is one of these, in turn.
import { rowAt } from '../series.js'

export const LAMPS = 5
/** Events of other types: the rings turn on; the lasers to the left and to the right swing so fast. */
const SPIN = 8
const SPEEDS = [12, 13]
const [LEFT, WHITE] = [5, 9]
/** Seconds until a flash is as bright as what is on, and until a light that fades is off. */
const FLASH = 0.6
const FADE = 1.5

export interface LightEvent {
  readonly time: number
  readonly type: number
  readonly value: number
  readonly strength: number
}

/** Of include/reel/beatsaber_map.h: events of groups that are about colours, and the easing of what changes at once. */
const COLOR = 1
const AT_ONCE = -1
/** Values of lights that are on: in the left colour, the right one, and white; and how much further a transition is. */
const ON = [LEFT, 1, WHITE]
const TRANSITION = 3

/** An event of a group as one of a lamp; null: it changes no lamp. */
export function inGroup(
  time: number,
  kind: number,
  group: number,
  extend: number,
  easing: number,
  color: number,
  strength: number,
): LightEvent | null {
  if (kind !== COLOR || extend === 1) return null
  const value = strength > 0 ? (ON[color] ?? LEFT) + (easing === AT_ONCE ? 0 : TRANSITION) : 0
  return { time, type: ((group % LAMPS) + LAMPS) % LAMPS, value, strength }
}

/** 0 the left colour, 1 the right one, 2 white. */
export interface Shine {
  readonly color: number
  readonly strength: number
}
const DARK: Shine = { color: 0, strength: 0 }

const colorOf = (value: number): number => (value >= WHITE ? 2 : value >= LEFT ? 0 : 1)
/** 0 on, 1 flash, 2 fade, 3 transition. */
const kindOf = (value: number): number => (value - 1) % 4

/** Values that no light has are off, and none is brighter than twice the usual. */
const sound = (event: LightEvent): LightEvent => ({
  ...event,
  value: event.value > 0 && event.value <= 12 ? Math.trunc(event.value) : 0,
  strength: Math.min(2, Math.max(0, event.strength || 0)),
})

/** One group: its events, in time. */
class Lamp {
  private readonly times: Float64Array

  constructor(private readonly events: readonly LightEvent[]) {
    this.times = Float64Array.from(events, ({ time }) => time)
  }

  at(time: number): Shine {
    const row = rowAt(this.times, time)
    if (row < 0) return DARK
    const { value, strength, time: since } = this.events[row]
    const now = value === 0 ? 0 : strength * [1, 1 + 0.5 * Math.max(0, 1 - (time - since) / FLASH), fading(time - since), 1][kindOf(value)]
    const next = this.events[row + 1]
    if (!next || next.value === 0 || kindOf(next.value) !== 3) return { color: colorOf(value), strength: now }
    // A transition comes from what was there before.
    const share = (time - since) / Math.max(1e-3, next.time - since)
    const color = value === 0 || share > 0.5 ? next.value : value
    return { color: colorOf(color), strength: now + (next.strength - now) * Math.min(1, share) }
  }
}

const fading = (age: number): number => Math.max(0, 1 - age / FADE) ** 2

export class Lights {
  private readonly lamps: readonly Lamp[]
  private readonly spins: Float64Array
  private readonly speeds: readonly { readonly times: Float64Array; readonly values: readonly number[] }[]

  /** Events of one map, in time. */
  constructor(events: readonly LightEvent[]) {
    this.lamps = Array.from({ length: LAMPS }, (_, own) => new Lamp(events.filter(({ type }) => type === own).map(sound)))
    this.spins = Float64Array.from(
      events.filter(({ type }) => type === SPIN),
      ({ time }) => time,
    )
    this.speeds = SPEEDS.map((own) => {
      const found = events.filter(({ type }) => type === own)
      return {
        times: Float64Array.from(found, ({ time }) => time),
        values: found.map(({ value }) => Math.min(20, Math.max(0, value || 0))),
      }
    })
  }

  shine(lamp: number, time: number): Shine {
    return this.lamps[lamp].at(time)
  }

  /** How often the rings have been turned until then; a turn takes most of a second. */
  turns(time: number): number {
    const row = rowAt(this.spins, time)
    if (row < 0) return 0
    return row + 1 - Math.max(0, 1 - (time - this.spins[row]) / 0.8) ** 3
  }

  /** How far the lasers of a side, 0 or 1, have swung, in radians. */
  swing(side: number, time: number): number {
    const { times, values } = this.speeds[side]
    const row = rowAt(times, time)
    return row < 0 ? 0 : (time - times[row]) * values[row] * 0.35 + values[row]
  }
}
