// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { type EventKind, neighbour, type PlayEvent, sorted } from '../../src/player/events.js'

const kind = (id: string): EventKind => ({ id, name: id, shape: 'circle', color: '#000000' })
const [miss, bad] = [kind('miss'), kind('bad')]
const at = (time: number, of: EventKind): PlayEvent => ({ time, kind: of, text: `${of.id} at ${time}` })
const events = sorted([at(5, bad), at(1, miss), at(3, miss), at(3, bad)])

test('events are in the order of time, and those of one time keep theirs', () => {
  expect(events.map(({ text }) => text)).toEqual(['miss at 1', 'miss at 3', 'bad at 3', 'bad at 5'])
})

test('an event without a time comes first and is never gone to', () => {
  const list = sorted([at(1, miss), at(NaN, bad)])
  expect(list[0]?.kind.id).toBe('bad')
  expect(neighbour(list, 10, -1, new Set(['bad']))).toBeNull()
})

test('the next and the previous event are those of the chosen kinds, and not the one at this time', () => {
  expect(neighbour(events, 1, 1, null)?.time).toBe(3)
  expect(neighbour(events, 3, -1, null)?.time).toBe(1)
  expect(neighbour(events, 3, 1, new Set(['miss']))).toBeNull()
  expect(neighbour(events, 3, 1, new Set(['bad']))?.time).toBe(5)
  expect(neighbour(events, 0, -1, null)).toBeNull()
})
