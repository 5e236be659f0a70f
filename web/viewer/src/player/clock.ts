// SPDX-License-Identifier: MIT
import { follow } from './edge.js'
import { rowAt } from '../series.js'

export interface Span {
  readonly from: number
  readonly to: number
}

export const SPEEDS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8, 16] as const

/** The time of a play: what is shown, whether it runs, and how fast. Knows nothing of screens. */
export class Clock {
  playing = false
  loop: Span | null = null
  /** The play is still being recorded: at its end so far the clock waits for more. */
  open = false
  /** The time is that of the end, which grows. */
  following = false
  /** Where it was last set, and how often that was done: what lies between this and the time has passed while the clock ran. */
  from: number
  jumps = 0
  private now: number
  private rate = 1
  private poster = NaN

  constructor(
    public span: Span,
    /** The times of the frames, for single steps. */
    private frames: ArrayLike<number>,
  ) {
    this.now = this.from = span.from
  }

  /** The play has another length; the time stays, if it still exists. */
  /** How many frames there are. */
  get count(): number {
    return this.frames.length
  }

  reshape(span: Span, frames: ArrayLike<number>): void {
    this.span = span
    this.frames = frames
    if (this.following) this.now = Math.min(this.now, span.to)
    else if (this.now > span.to) this.seek(span.to)
  }

  get time(): number {
    return this.now
  }

  /** The time of the picture: that of the poster until the play begins or moves. */
  get shown(): number {
    return this.posed ? this.poster : this.now
  }

  /** Whether there is a poster. */
  get posed(): boolean {
    return Number.isFinite(this.poster)
  }

  /** Waits at a time, and shows another one until then. NaN: as it is, and nothing else. */
  pose(begin: number, poster: number): void {
    this.seek(begin)
    if (Number.isFinite(poster)) this.poster = Math.min(this.span.to, Math.max(this.span.from, poster))
  }

  get speed(): number {
    return this.rate
  }

  set speed(value: number) {
    if (Number.isFinite(value)) this.rate = Math.min(SPEEDS[SPEEDS.length - 1], Math.max(SPEEDS[0], value))
  }

  seek(time: number): void {
    if (!Number.isFinite(time)) return
    this.poster = NaN
    this.following = false
    this.now = this.from = Math.min(this.span.to, Math.max(this.span.from, time))
    this.jumps++
  }

  /** Starts at the beginning again if the play is over. */
  toggle(): void {
    this.poster = NaN
    if (!this.playing && !this.open && this.now >= this.span.to) this.seek(this.span.from)
    this.following = false
    this.playing = !this.playing
  }

  /** Goes to the end of a play that is still being recorded, and stays there. */
  toEnd(): void {
    this.seek(this.span.to)
    this.playing = this.following = true
  }

  /** Lets `seconds` of real time pass. At the end the clock stops; at the end of a loop it goes back to its start. */
  advance(seconds: number): void {
    if (!this.playing) return
    if (this.following) {
      this.now = follow(this.now, this.span.to, seconds)
      return
    }
    let next = this.now + seconds * this.rate
    if (this.loop && this.loop.to > this.loop.from && this.now <= this.loop.to && next > this.loop.to) {
      next = this.loop.from + ((next - this.loop.from) % (this.loop.to - this.loop.from))
      this.seek(this.loop.from)
    }
    this.now = Math.min(this.span.to, next)
    if (this.now >= this.span.to && !this.open) this.playing = false
  }

  /** Goes to the next or to the previous frame, and stops there. Frames of equal time count as one. */
  step(direction: 1 | -1): void {
    this.playing = false
    const { frames } = this
    let row = rowAt(frames, this.now)
    if (direction > 0) {
      while (row + 1 < frames.length && (row < 0 || frames[row] <= this.now)) row++
    } else {
      while (row > 0 && frames[row] >= this.now) row--
    }
    if (row >= 0 && frames.length > 0) this.seek(frames[row])
  }

  faster(): void {
    this.speed = SPEEDS.find((speed) => speed > this.rate + 1e-9) ?? this.rate
  }

  slower(): void {
    this.speed = SPEEDS.findLast((speed) => speed < this.rate - 1e-9) ?? this.rate
  }
}

/** A time for people: 1:05.3, or 1:02:05.3 from an hour on. */
export function timeText(seconds: number, digits = 1): string {
  if (!Number.isFinite(seconds)) return '–'
  const unit = 10 ** digits
  const total = Math.round(Math.abs(seconds) * unit) / unit
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  const rest = (total % 60).toFixed(digits).padStart(digits > 0 ? digits + 3 : 2, '0')
  const text = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
  return seconds < 0 && total > 0 ? `−${text}` : text
}
