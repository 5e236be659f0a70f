// SPDX-License-Identifier: MIT
// The part of a long replay that is loaded: around the time that is shown, and further in the direction of play.

/** Seconds before and after the time that are loaded at once. */
const BEFORE = 10
const AFTER = 110
/** With less than this ahead, the next part is loaded. */
const AHEAD = 40

export class Windows {
  private from = Infinity
  private to = -Infinity
  private loading: Promise<void> | null = null
  private failed = false

  constructor(
    private readonly end: number,
    private readonly load: (from: number, to: number) => Promise<void>,
    private readonly changed: () => void,
  ) {}

  /** Whether the rows around a time are there. If they are not, or soon will not be, loads them. */
  has(time: number): boolean {
    const inside = time >= this.from && time <= this.to
    const enough = inside && (this.to >= this.end || this.to - time > AHEAD)
    if (!enough && !this.loading && !this.failed) {
      this.loading = this.fetch(time)
      void this.loading.then(this.changed)
    }
    return inside
  }

  /** Waits until the rows around a time are there. False: they cannot be had. */
  async need(time: number): Promise<boolean> {
    while (!this.has(time)) {
      if (!this.loading) return false
      await this.loading
    }
    return true
  }

  private async fetch(time: number): Promise<void> {
    const [from, to] = [Math.max(0, time - BEFORE), Math.min(this.end, time + AFTER)]
    try {
      await this.load(from, to)
      this.from = from
      this.to = to
    } catch {
      // The worker stopped: what is there stays, and nothing more is asked for.
      this.failed = true
    }
    this.loading = null
  }
}
