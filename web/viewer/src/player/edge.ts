// SPDX-License-Identifier: MIT
// How the clock of a play that is still being recorded stays at its end. Recorders send about once a second, so the end comes in steps: a clock that
// runs as fast as the play and waits at the end is never further behind than one step.

/** Seconds behind the end from which the clock is faster, and from which it jumps. */
const LATE = 1.2
const FAR = 4
const FASTER = 1.25
/** Where it jumps to. */
const NEAR = 0.3

/** The time after `seconds` of a clock that follows the end. */
export function follow(now: number, end: number, seconds: number): number {
  const behind = end - now
  if (behind > FAR) return end - NEAR
  return Math.min(end, now + seconds * (behind > LATE ? FASTER : 1))
}
