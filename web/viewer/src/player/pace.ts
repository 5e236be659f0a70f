// SPDX-License-Identifier: MIT
/** Milliseconds from picture to picture above which they are slow. */
const SLOW = 1000 / 30
/** So many pictures are judged together, or those of so many milliseconds if they are enough for a median. */
const [JUDGED, LONGEST, LEAST] = [45, 1500, 9]

/** Whether pictures come too slowly: by the median of many, so that a pause of the machine does not count. */
export class Pace {
  private times: number[] = []
  private sum = 0

  /** A picture came so many milliseconds after the one before; true: draw with less from now on. */
  add(milliseconds: number): boolean {
    const { times } = this
    times.push(milliseconds)
    this.sum += milliseconds
    if (times.length < JUDGED && !(this.sum > LONGEST && times.length >= LEAST)) return false
    const middle = times.sort((a, b) => a - b)[times.length >> 1]
    this.restart()
    return middle > SLOW
  }

  /** The play stopped: what comes is not after what was. */
  restart(): void {
    this.times = []
    this.sum = 0
  }
}
