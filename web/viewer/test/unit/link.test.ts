// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { readLink, writeLink } from '../../src/player/link.js'

test('a link holds time, speed, camera and loop', () => {
  const link = { time: 61.5, speed: 0.5, camera: 'player:A & B', loop: { from: 60, to: 65.25 } }
  expect(readLink(writeLink(link))).toEqual(link)
  expect(readLink('#t=61.5&speed=0.5&cam=first')).toEqual({ time: 61.5, speed: 0.5, camera: 'first' })
})

test('the usual speed is not written', () => {
  expect(writeLink({ time: 1.23456, speed: 1 })).toBe('#t=1.235')
})

test('what a link says wrongly is as if it were not there', () => {
  expect(readLink('#t=abc&speed=-1&loop=5-2')).toEqual({})
  expect(readLink('')).toEqual({})
  expect(readLink('#t=&speed=0&loop=1&x=%00')).toEqual({})
})
