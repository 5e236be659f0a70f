// SPDX-License-Identifier: MIT
/** Milliseconds from picture to picture above which they are slow, and how many of them in a row are judged together. */
const SLOW = 1000 / 30
const JUDGED = 45

/** Whether pictures come too slowly: by the median of many, so that a pause of the machine does not count. */
export class Pace {
  private times: number[] = []

  /** A picture came so many milliseconds after the one before; true: draw with less from now on. */
  add(milliseconds: number): boolean {
    this.times.push(milliseconds)
    if (this.times.length < JUDGED) return false
    const middle = this.times.sort((a, b) => a - b)[JUDGED >> 1]
    this.times = []
    return middle > SLOW
  }

  /** The play stopped: what comes is not after what was. */
  restart(): void {
    this.times = []
  }
}
