// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest'
import { endText } from '../../src/page/values.js'
import { Clock, timeText } from '../../src/player/clock.js'

const frames = [0, 0, 0.5, 1, 1, 1.5, 10]
const make = (): Clock => new Clock({ from: 0, to: 10 }, frames)

describe('clock', () => {
  test('stands still until it plays, and runs at its speed', () => {
    const clock = make()
    clock.advance(1)
    expect(clock.time).toBe(0)
    clock.speed = 0.5
    clock.toggle()
    clock.advance(1)
    expect(clock.time).toBe(0.5)
  })

  test('stops at the end, and starts over when it is played again', () => {
    const clock = make()
    clock.toggle()
    clock.advance(11)
    expect([clock.time, clock.playing]).toEqual([10, false])
    clock.toggle()
    expect([clock.time, clock.playing]).toEqual([0, true])
  })

  test('stays in a loop, however long a step is', () => {
    const clock = make()
    clock.loop = { from: 2, to: 3 }
    clock.seek(2.5)
    clock.toggle()
    clock.advance(2.75)
    expect(clock.time).toBeCloseTo(2.25)
    expect(clock.playing).toBe(true)
  })

  test('tells where it was last set, which running does not change', () => {
    const clock = new Clock({ from: 0, to: 10 }, [])
    const { jumps } = clock
    clock.toggle()
    clock.advance(1)
    clock.toggle()
    clock.toggle()
    clock.advance(1)
    expect([clock.from, clock.time, clock.jumps - jumps]).toEqual([0, 2, 0])
    clock.seek(5)
    clock.advance(1)
    expect([clock.from, clock.time, clock.jumps - jumps]).toEqual([5, 6, 1])
    clock.loop = { from: 4, to: 6.5 }
    clock.advance(1)
    expect([clock.from, clock.time, clock.jumps - jumps]).toEqual([4, 4.5, 2])
    clock.loop = null
    clock.advance(20)
    clock.toggle()
    expect([clock.from, clock.time, clock.jumps - jumps]).toEqual([0, 0, 3])
  })

  test('leaves a loop alone that it is behind', () => {
    const clock = make()
    clock.loop = { from: 2, to: 3 }
    clock.seek(5)
    clock.toggle()
    clock.advance(1)
    expect(clock.time).toBe(6)
  })

  test('steps over frames of equal time', () => {
    const clock = make()
    const times: number[] = []
    for (let step = 0; step < 5; step++) {
      clock.step(1)
      times.push(clock.time)
    }
    expect(times).toEqual([0.5, 1, 1.5, 10, 10])
    clock.seek(1.2)
    clock.step(-1)
    expect(clock.time).toBe(1)
    clock.step(-1)
    expect(clock.time).toBe(0.5)
    clock.step(-1)
    clock.step(-1)
    expect(clock.time).toBe(0)
  })

  test('seeks only to times of the play, and ignores NaN', () => {
    const clock = make()
    clock.seek(99)
    expect(clock.time).toBe(10)
    clock.seek(-1)
    expect(clock.time).toBe(0)
    clock.seek(4)
    clock.seek(NaN)
    expect(clock.time).toBe(4)
  })

  test('goes faster and slower by the listed speeds, from 0.1 to 16', () => {
    const clock = make()
    clock.faster()
    expect(clock.speed).toBe(1.5)
    for (let step = 0; step < 9; step++) clock.faster()
    expect(clock.speed).toBe(16)
    for (let step = 0; step < 20; step++) clock.slower()
    expect(clock.speed).toBe(0.1)
    clock.speed = 1000
    expect(clock.speed).toBe(16)
  })
})

test('times are written in minutes, from an hour on in hours, and never as 60 seconds', () => {
  expect([0, 61.25, 59.99, 3661.5, -1.5, NaN].map((time) => timeText(time))).toEqual([
    '0:00.0',
    '1:01.3',
    '1:00.0',
    '1:01:01.5',
    '−0:01.5',
    '–',
  ])
})

test('a play of one frame has no length', () => {
  expect(endText({ from: 0, to: 61.5 })).toBe('1:01.5')
  expect(endText({ from: 12, to: 12 })).toBe('one frame')
  expect(endText({ from: 0, to: 0 }, 0)).toBe('no frames')
})
