// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { Rows } from '../../src/replay/rows.js'
import { chatText } from '../../src/scenes/ddnet.js'
import { heartRate } from '../../src/scenes/heart.js'
import { scenes } from '../../src/scenes/registry.js'
import { Play } from '../../src/scenes/scene.js'

const sceneTypes = await Promise.all(Object.values(scenes).map((load) => load()))

const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))

test('chat is read from the messages of both protocols', () => {
  expect(chatText(17, 6, `\x22\x00${utf8('grüße <b>')}\0`)).toBe('grüße <b>')
  expect(chatText(24, 7, `\x30\x01\x7f${utf8('hi')}\0rest`)).toBe('hi')
  expect(chatText(17, 7, '\x22\x00hi\0')).toBeNull()
})

test('a chat message that ends early gives what is there', () => {
  expect(chatText(17, 6, '\x22')).toBe('')
  expect(chatText(17, 6, '\x22\x00cut')).toBe('cut')
})

for (const type of sceneTypes) {
  test(`${type.id}: a replay without rows makes a scene without events`, () => {
    const scene = type.build(new Play('none', new Map()))
    expect(scene.events).toEqual([])
    expect(scene.end).toBeGreaterThanOrEqual(scene.start)
    expect(scene.cameras.length).toBeGreaterThan(0)
    expect(() => scene.figures(0)).not.toThrow()
  })

  test(`${type.id}: rows of NaN make a scene whose times are numbers`, () => {
    const tables = new Map(
      Object.entries(type.needs).map(([name, columns]) => [
        name,
        new Rows(3, new Map(columns.map((column) => [column, new Float64Array(3).fill(NaN)]))),
      ]),
    )
    const scene = type.build(new Play('none', tables))
    expect(Number.isFinite(scene.start) && Number.isFinite(scene.end)).toBe(true)
    expect(() => scene.figures(0)).not.toThrow()
  })
}

test('DDNet: a recording in which nobody was has no frames, so that the page says that there is no picture', () => {
  const scene = sceneTypes.find(({ id }) => id === 'ddnet')!
  const tables = (x: number[]): Map<string, Rows> => {
    const of = (values: number[]): [string, Float64Array][] =>
      ['tick', 'cid', 'x', 'y', 'kind'].map((name) => [name, Float64Array.from(values)])
    return new Map([['positions', new Rows(x.length, new Map(of(x)))]])
  }
  expect(scene.build(new Play('teehistorian', tables([]))).frames.length).toBe(0)
  expect(scene.build(new Play('teehistorian', tables([0]))).frames.length).toBe(1)
})

test('every scene has words for its kinds of events, and no two share a shape and a colour', () => {
  for (const type of sceneTypes) {
    const { kinds } = type.build(new Play('none', new Map()))
    expect(new Set(kinds.map(({ shape, color }) => shape + color)).size).toBe(kinds.length)
    expect(kinds.every(({ name }) => name.length > 0)).toBe(true)
  }
})

test('Echo VR: the camera stays near a player while the disc is parked far away', () => {
  const echo = sceneTypes.find(({ id }) => id === 'echo')
  const rows = (length: number, columns: Record<string, number[] | string[]>): Rows => new Rows(length, new Map(Object.entries(columns)))
  const still = (name: string, x: number): Record<string, number[]> => ({
    [`${name}_x`]: [x, x, x],
    [`${name}_y`]: [0, 0, 0],
    [`${name}_z`]: [0, 0, 0],
  })
  for (const [disc, from] of [
    [5, 5],
    [60, 10],
  ]) {
    const tables = new Map([
      ['frames', rows(3, { time: [0, 1, 2], frame: [0, 1, 2], has: [32, 32, 32], ...still('disc_position', disc) })],
      ['players', rows(3, { frame: [0, 1, 2], name: ['a', 'a', 'a'], team: [0, 0, 0], ...still('head', 0) })],
    ])
    const scene = echo?.build(new Play('butter', tables))
    expect(scene?.kind === 'space' && scene.view(1, 'action').target?.[0]).toBeCloseTo(from)
  }
})

test('a heart rate is shown where it is known, with gaps where it is not', () => {
  const rows = (time: number[], rate: number[]): Rows =>
    new Rows(
      time.length,
      new Map([
        ['time', time],
        ['rate', rate],
      ]),
    )
  expect(heartRate(Rows.none)).toBeNull()
  expect(heartRate(rows([1, 2], [0, -7]))).toBeNull()
  const heart = heartRate(rows([1, 2, 3, 20, 21, NaN, 15], [90, 91, 0, 120, 400, 99, 98]))!
  expect(heart.at(0.5)).toBeNaN()
  expect(heart.at(1)).toBe(90)
  expect(heart.at(2.9)).toBe(91)
  expect(heart.at(3)).toBeNaN() // contact was lost
  expect(heart.at(19)).toBeNaN()
  expect(heart.at(20.5)).toBe(120)
  expect(heart.at(40)).toBeNaN()
  expect(Array.from(heart.times)).toEqual([...Array.from(heart.times)].sort((a, b) => a - b))
  const quiet = heartRate(rows([1, 30], [90, 91]))!
  expect(Array.from(quiet.values)).toEqual([90, NaN, 91])
  expect(quiet.at(10.9)).toBe(90)
  expect(quiet.at(11.1)).toBeNaN()
})

test('Beat Saber: the heart rate is a curve and a figure if a mod recorded it', () => {
  const type = sceneTypes.find(({ id }) => id === 'beatsaber')!
  const columns = new Map([
    ['time', [1, 2]],
    ['rate', [90, 0]],
  ])
  const scene = type.build(new Play('bsor', new Map([['stats.heart_rate', new Rows(2, columns)]])))
  expect(scene.curves.map(({ name }) => name)).toContain('Heart rate')
  expect(scene.figures(1.5).map(({ value }) => value)).toEqual(['90 /min'])
  expect(scene.figures(2.5).map(({ value }) => value)).toEqual(['–'])
  const plain = type.build(new Play('bsor', new Map()))
  expect(plain.curves.map(({ name }) => name)).not.toContain('Heart rate')
  expect(plain.figures(1.5)).toEqual([])
})

test('Beat Saber: cuts that the motion contradicts are events, of a kind that others do not have', () => {
  const type = sceneTypes.find(({ id }) => id === 'beatsaber')!
  const cuts = (support: number[]): Play =>
    new Play(
      'bsor',
      new Map([
        [
          'stats.cuts',
          new Rows(
            3,
            new Map([
              ['time', [1, 2, NaN]],
              ['support', support],
              ['hand', [0, 1, 255]],
            ]),
          ),
        ],
      ]),
    )
  const scene = type.build(cuts([2, 1, 2]))
  expect(scene.events.map(({ text }) => text)).toEqual(['Cut that the motion contradicts', 'Cut that the motion contradicts, left'])
  expect(scene.kinds.map(({ id }) => id)).toContain('unsupported')
  const fine = type.build(cuts([1, 0, 1]))
  expect(fine.events).toEqual([])
  expect(fine.kinds.map(({ id }) => id)).not.toContain('unsupported')
})
