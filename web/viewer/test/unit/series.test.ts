// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { between, evenly, median, mixRotations, rising, rotationAround, rotationOfAxes, rowAt, rowFrom, turned } from '../../src/series.js'

test('the row at a time is the last one that is not later', () => {
  const times = [0, 1, 1, 2]
  expect([-1, 0, 0.5, 1, 1.5, 2, 9].map((time) => rowAt(times, time))).toEqual([-1, 0, 0, 2, 2, 3, 3])
  expect(rowAt([], 1)).toBe(-1)
  expect([-1, 0, 0.5, 1, 1.5, 2, 9].map((time) => rowFrom(times, time))).toEqual([0, 0, 1, 1, 3, 3, 4])
  expect(rowFrom([], 1)).toBe(0)
})

test('between two rows is a share of their distance, and a gap is not crossed', () => {
  expect(between([0, 2, 10], 0.5)).toEqual({ from: 0, to: 1, share: 0.25 })
  expect(between([0, 2, 10], 6, 1)).toEqual({ from: 1, to: 2, share: 0 })
  expect(between([0, 2, 10], 99)).toEqual({ from: 2, to: 2, share: 0 })
  expect(between([0, 2, 10], -5)).toEqual({ from: 0, to: 1, share: 0 })
})

test('rotations mix along the shorter arc, and one without a length is none', () => {
  const quarter = rotationAround([0, 0, 1], 90)
  const same = quarter.map((value) => -value) as typeof quarter
  const mixed = mixRotations(quarter, same, 0.5)
  expect(turned([1, 0, 0], mixed)[1]).toBeCloseTo(1)
  expect(mixRotations([0, 0, 0, 0], [0, 0, 0, 0], 0.3)).toEqual([0, 0, 0, 1])
  expect(mixRotations([NaN, 0, 0, 1], [0, 0, 0, 1], 0.5)).toEqual([0, 0, 0, 1])
})

test('a rotation from axes turns x, y and z onto them', () => {
  for (const [right, up, back] of [
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
    ],
    [
      [-1, 0, 0],
      [0, -1, 0],
      [0, 0, 1],
    ],
    [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ],
    [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ],
  ] as const) {
    const rotation = rotationOfAxes([...right], [...up], [...back])
    const found = (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as const
    ).map((axis) => turned([...axis], rotation).map((value) => Math.round(value) + 0))
    expect(found).toEqual([right, up, back])
  }
})

test('times that are invalid or go back repeat the one before', () => {
  expect(Array.from(rising([1, 3, 2, NaN, 1e30, 4]))).toEqual([1, 3, 3, 3, 3, 4])
  const sound = new Float32Array([-1, 0, 0, 2])
  expect(rising(sound)).toBe(sound)
})

test('frames of equal length begin at 0 and end at the last whole one', () => {
  expect(Array.from(evenly(1.05, 10))).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
  expect(evenly(1e9, 240)).toHaveLength(4_000_000)
})

test('a median is of the finite values', () => {
  expect(median([3, NaN, 1, 2, Infinity], 9)).toBe(2)
  expect(median([NaN], 9)).toBe(9)
})
