// SPDX-License-Identifier: MIT
// The sound of a video: the music, and a click at each time at which the play is heard, as samples.
import { rowFrom } from '../series.js'

/** Samples a second; what Opus is made for. */
export const SAMPLES = 48_000
/** Seconds of a click, its loudness at the start and at the end, and its pitch; as player/clicks.ts plays it. */
const CLICK = { length: 0.03, from: 0.12, to: 0.001, pitch: 1700 }

export interface Heard {
  /** Times of clicks, rising, in seconds of the play. */
  readonly clicks: ArrayLike<number>
  /** The channels of the music, at SAMPLES a second; one or two. */
  readonly music: readonly Float32Array[]
  /** Seconds of the music at time 0, and its loudness. */
  readonly offset: number
  readonly volume: number
}

/** Samples of both channels, from a time of the play on. */
export function mix({ clicks, music, offset, volume }: Heard, time: number, count: number): readonly [Float32Array, Float32Array] {
  const made = [new Float32Array(count), new Float32Array(count)] as const
  if (music.length > 0) {
    const start = Math.round((time + offset) * SAMPLES)
    made.forEach((channel, index) => {
      const from = music[Math.min(index, music.length - 1)]
      for (let at = Math.max(0, -start); at < count && start + at < from.length; at++) channel[at] = volume * from[start + at]
    })
  }
  const end = time + count / SAMPLES
  for (let row = rowFrom(clicks, time - CLICK.length); row < clicks.length && clicks[row] < end; row++) addClick(made, clicks[row] - time)
  return made
}

function addClick(to: readonly [Float32Array, Float32Array], time: number): void {
  const start = Math.ceil(time * SAMPLES)
  const last = Math.min(to[0].length, Math.floor((time + CLICK.length) * SAMPLES))
  for (let at = Math.max(0, start); at < last; at++) {
    const since = at / SAMPLES - time
    const loud = CLICK.from * (CLICK.to / CLICK.from) ** (since / CLICK.length)
    const value = (since * CLICK.pitch) % 1 < 0.5 ? loud : -loud
    for (const channel of to) channel[at] = Math.max(-1, Math.min(1, channel[at] + value))
  }
}
