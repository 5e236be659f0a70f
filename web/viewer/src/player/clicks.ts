// SPDX-License-Identifier: MIT
// The sounds of a play: a short click at each of its times, while it runs. Sounds are planned a little ahead, as pictures come too rarely.
import { rowAt, rowFrom } from '../series.js'

/** Seconds of real time that are planned ahead. */
const AHEAD = 0.12
/** Clicks that are planned at once; more cannot be told apart. */
const MOST = 16
const LENGTH = 0.03

export class Clicks {
  on = false
  private context: AudioContext | null = null
  /** Up to which time of the play sounds are planned; NaN: nothing is. */
  private planned = NaN

  constructor(private readonly times: ArrayLike<number>) {}

  /** To be told of each picture: the time of the play, whether it runs, and how fast. */
  follow(time: number, playing: boolean, speed: number): void {
    if (!this.on || !playing) {
      this.planned = NaN
      return
    }
    this.context ??= new AudioContext()
    const end = time + AHEAD * speed
    // After a jump everything begins anew, with what is at that time.
    const goesOn = this.planned >= time && this.planned <= end
    const first = goesOn ? rowAt(this.times, this.planned) + 1 : rowFrom(this.times, time)
    this.planned = end
    const last = Math.min(rowAt(this.times, end), first + MOST - 1)
    for (let row = first; row <= last; row++) this.click(this.context, this.context.currentTime + (this.times[row] - time) / speed)
  }

  private click(context: AudioContext, at: number): void {
    const tone = context.createOscillator()
    const gain = context.createGain()
    tone.type = 'square'
    tone.frequency.value = 1700
    gain.gain.setValueAtTime(0.12, at)
    gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH)
    tone.connect(gain).connect(context.destination)
    tone.start(at)
    tone.stop(at + LENGTH)
  }

  close(): void {
    void this.context?.close()
    this.context = null
    this.on = false
  }
}
