// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { Rows } from '../../src/replay/rows.js'

const rows = new Rows(
  2,
  new Map<string, ArrayLike<number> | readonly string[]>([
    ['time', new Float32Array([1, 2])],
    ['name', ['a', '<b>']],
  ]),
)

test('a column that a replay lacks has no values but as many rows', () => {
  expect(Array.from(rows.numbers('combo'))).toEqual([NaN, NaN])
  expect(rows.text('clan', 0)).toBe('')
  expect(Rows.none.numbers('time')).toHaveLength(0)
})

test('text columns give no numbers, and number columns no text', () => {
  expect(Array.from(rows.numbers('name'))).toEqual([NaN, NaN])
  expect(rows.text('time', 0)).toBe('')
  expect(rows.text('name', 1)).toBe('<b>')
})

test('the first name that the table has is taken', () => {
  expect(Array.from(rows.either('frame_time', 'time'))).toEqual([1, 2])
})
