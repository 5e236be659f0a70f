// SPDX-License-Identifier: MIT
import { COLORS } from '../draw/theme.js'

/** How an event is drawn: its colour is never its only sign. */
export type MarkShape = 'triangle' | 'cross' | 'circle' | 'square' | 'bar' | 'diamond' | 'flag'

/** A kind of event: a word, a shape and a colour, the same in the scene, on the timeline and in the list. */
export interface EventKind {
  readonly id: string
  readonly name: string
  readonly shape: MarkShape
  readonly color: string
  /** The play is divided by these. */
  readonly chapter?: boolean
}

export interface PlayEvent {
  readonly time: number
  readonly kind: EventKind
  readonly text: string
  /** What is worth seeing of it. */
  readonly run?: Run
  /** It is a finish of a player, of which a demo can be made. */
  readonly finish?: Finish
}

/** A finish of a player of DDNet: a row of the table `finishes`. */
export interface Finish {
  readonly name: string
  readonly cid: number
  readonly tick: number
  readonly time_ticks: number
}

/** A part of a play, and who is followed in it. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly camera?: string
  /** When it happens that the part is about. */
  readonly at?: number
  /** Times around which it plays slowly. */
  readonly slow?: readonly number[]
}

/** Events in the order of time; equal times keep their order. Events whose time is NaN come first. */
export function sorted(events: readonly PlayEvent[]): PlayEvent[] {
  return events
    .map((event) => (Number.isFinite(event.time) ? event : { ...event, time: -Infinity }))
    .sort((a, b) => (a.time === b.time ? 0 : a.time - b.time))
}

/** Where reading ended early: what comes after it is not there. */
export function withDamage(events: readonly PlayEvent[], end: number, text: string, name: string): readonly PlayEvent[] {
  const kind: EventKind = { id: 'damage', name, shape: 'flag', color: COLORS.vermillion }
  return sorted([...events, { time: end, kind, text }])
}

/** The next or previous event of one of these kinds; all kinds if `kinds` is null. An event at `time` is neither. */
export function neighbour(
  events: readonly PlayEvent[],
  time: number,
  direction: 1 | -1,
  kinds: ReadonlySet<string> | null,
): PlayEvent | null {
  const matches = ({ kind, time: at }: PlayEvent): boolean =>
    Number.isFinite(at) && (kinds === null || kinds.has(kind.id)) && (direction > 0 ? at > time + 1e-6 : at < time - 1e-6)
  return (direction > 0 ? events.find(matches) : events.findLast(matches)) ?? null
}
