// SPDX-License-Identifier: MIT
// The heart rate of the player, which a mod records beside a play, with gaps where it is not known.
import type { Rows } from '../replay/rows.js'
import { rising, rowAt } from '../series.js'

/** Seconds. Monitors send a value about once a second: where none came for longer, nothing is known. */
const LONGEST = 10
/** Beats a minute. A monitor that lost contact sends 0. */
const LEAST = 20
const MOST = 300

export interface HeartRate {
  readonly times: ArrayLike<number>
  /** NaN: not known from here to the next value. */
  readonly values: ArrayLike<number>
  /** NaN: not known. */
  at(time: number): number
}

/** Null: the play has no heart rate. */
export function heartRate(rows: Rows): HeartRate | null {
  const given = rising(rows.numbers('time'))
  const rates = rows.numbers('rate')
  const times: number[] = []
  const values: number[] = []
  for (let row = 0; row < rows.length; row++) {
    if (row > 0 && given[row] - given[row - 1] > LONGEST) {
      times.push(given[row - 1] + LONGEST)
      values.push(NaN)
    }
    times.push(given[row])
    values.push(rates[row] >= LEAST && rates[row] <= MOST ? rates[row] : NaN)
  }
  if (!values.some(Number.isFinite)) return null
  return {
    times,
    values,
    at(time): number {
      const row = rowAt(times, time)
      return row >= 0 && time - times[row] <= LONGEST ? values[row] : NaN
    },
  }
}
