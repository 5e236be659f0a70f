// SPDX-License-Identifier: MIT
import type { Chunk } from '@reel-replay/reel'
import { expect, test } from 'vitest'
import { LongEvents } from '../../src/replay/longevents.js'
import { texts } from '../../src/texts.js'

function commands(count: number): Chunk {
  const rows = Array.from({ length: count }, (_, index) => ({ seq: BigInt(index), tick: index, cid: 0, command: 'kill' }))
  return { tables: new Map([['commands', rows]]) } as unknown as Chunk
}

test('the kinds of which only the first events are kept are named, with the number of all', () => {
  const events = new LongEvents(3)
  events.add(commands(2))
  expect(events.kept).toEqual([])
  events.add(commands(5))
  expect(events.kept).toEqual([{ kind: 'commands', kept: 3, all: 7 }])
  expect(events.columns()['stats.commands'].length).toBe(3)
})

test('changes of teams are kept, and who finished', () => {
  const events = new LongEvents(3)
  const teams = [1, 2, 0, 1].map((team, index) => ({ seq: BigInt(index), tick: index * 10, cid: 4, team }))
  const finishes = [
    { seq: 9n, tick: 50, cid: 4, time: 40, kind: 1 },
    { seq: 10n, tick: 50, cid: 1, time: 40, kind: 2 },
  ]
  const tables = new Map<string, object[]>([
    ['teams', teams],
    ['finishes', finishes],
  ])
  events.add({ tables } as unknown as Chunk)
  const { teams: kept, 'stats.finishes': finished } = events.columns()
  expect(kept.columns).toEqual({ tick: [0, 10, 20], cid: [4, 4, 4], team: [1, 2, 0] })
  expect(events.kept).toEqual([{ kind: 'teams', kept: 3, all: 4 }])
  expect([finished.columns.cid, finished.columns.team]).toEqual([
    [4, NaN],
    [1, 1],
  ])
})

test('the notice says how many events are shown and how many there are', () => {
  expect(texts.overview.kept('commands', 200_000, 250_000)).toBe('The first 200,000 of 250,000 commands are shown.')
})
