// SPDX-License-Identifier: MIT
// What the first panel and the timeline say of a play beside its map.
import { expect, test } from 'vitest'
import { type Column, Rows } from '../../src/replay/rows.js'
import { beatSaberBeside, ddnetBeside } from '../../src/scenes/levels.js'
import { Play } from '../../src/scenes/scene.js'

const playOf = (tables: Record<string, Record<string, Column>>): Play =>
  new Play(
    'bsor',
    new Map(
      Object.entries(tables).map(([name, columns]) => [
        `stats.${name}`,
        new Rows(Object.values(columns)[0].length, new Map(Object.entries(columns))),
      ]),
    ),
  )

const level = {
  ...{ accuracy: [0.91], fc_accuracy: [0.95], notes: [100], cut: [97], bad: [1], missed: [1], no_event: [1], no_note: [0] },
  ...{ not_reached: [0], bombs: [4], bombs_hit: [1] },
}
const part = { notes: [40, 3, 57], cut: [39, 0, 57], bad: [1, 3, 0], missed: [0, 0, 1], accuracy: [0.9, 0.1, 0.8] }
const factsOf = (play: Play): Record<string, string> =>
  Object.fromEntries(beatSaberBeside(play).facts.map(({ name, value }) => [name, value]))

test('the first panel has the notes of the map, and where most was lost; parts of few notes say nothing', () => {
  const facts = factsOf(
    playOf({
      level,
      level_sections: { time: [0, 30, 60], end_time: [30, 60, 90], ...part },
      level_lanes: { line: [0, 1, 3], ...part },
      level_patterns: { pattern: [0, 1, 4], ...part },
      level_reenacted: { motion_score: [1234], known: [100], same: [99] },
    }),
  )
  expect(facts).toEqual({
    'Notes of the map': '97 of 100 cut',
    'Bombs of the map': '1 of 4 hit',
    'Unlike the map': '1 note without an event',
    'Accuracy of the whole map': '91.00 %',
    'Accuracy with a full combo': '95.00 %',
    'Weakest section': '1:00–1:30, 80.00 %, 1 lost',
    'Weakest lane': 'line 4, 80.00 %, 1 lost',
    'Weakest pattern': 'reset, 80.00 %, 1 lost',
    'By motion and map alone': '1,234 points; 99 of 100 notes as stated',
  })
})

test('each lost note is in a list that plays it; what has no event is on the timeline, too', () => {
  const lost = {
    time: [10, 20, NaN],
    what: [0, 2, 0],
    line: [1, 2, 0],
    layer: [0, 1, 0],
    color: [0, NaN, 1],
    outcome: [6, 3, 2],
    patterns: [9, 0, 0],
  }
  const { lists, events } = beatSaberBeside(playOf({ level, lost_notes: lost }))
  expect(lists[0].items.map(({ text, run }) => [text, run?.at])).toEqual([
    ['No event: note, left, line 2, layer 1 · stream, crossover', 10],
    ['Hit: bomb, line 3, layer 2', 20],
  ])
  expect(events.map(({ time, kind }) => [time, kind.id])).toEqual([[10, 'lost']])
})

test('what is not known is left out', () => {
  expect(Object.values(factsOf(playOf({}))).filter((value) => value !== '')).toEqual([])
  expect(ddnetBeside(playOf({})).facts.every(({ value }) => value === '')).toBe(true)
})

test('finishes of DDNet are beside the line of the map, and checkpoints have their best times', () => {
  const { facts } = ddnetBeside(
    playOf({
      level_finishes: { decidable: [1, 1, 0], finish_tick: [500, NaN, NaN] },
      level_checkpoints: { checkpoint: [1, 0, 1, 2], time: [20, 12.5, 18.25, NaN] },
    }),
  )
  expect(facts.map(({ value }) => value)).toEqual(['1 of 2', '1: 0:12.50 · 2: 0:18.25'])
})
