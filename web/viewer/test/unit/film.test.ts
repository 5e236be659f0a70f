// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { mix, SAMPLES } from '../../src/player/filmsound.js'
import { Parts } from '../../src/player/parts.js'
import { Windows } from '../../src/player/windows.js'

const bytesOf = async (parts: Parts): Promise<number[]> => [...new Uint8Array(await parts.blob('').arrayBuffer())]

/** The same numbers in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('pieces that are written anywhere give the file that an array would have', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const below = numbers(seed)
    const [parts, wanted] = [new Parts(), new Uint8Array(600)]
    let end = 0
    for (let step = 0; step < 40; step++) {
      const position = step % 3 === 0 ? below(end + 4) : end
      const data = Uint8Array.from({ length: below(9) }, () => 1 + below(255))
      parts.write(data, position)
      if (data.length === 0 && position > end) continue
      wanted.set(data, position)
      end = Math.max(end, position + data.length)
    }
    expect((await bytesOf(parts)).slice(0, end)).toEqual([...wanted.subarray(0, end)])
  }
})

const silent = { clicks: [], music: [], offset: 0, volume: 0 }

const same = (one: Float32Array, other: Float32Array): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])
const loud = (samples: Float32Array): number => samples.reduce((sum, value) => sum + Math.abs(value), 0)

test('a click is heard from its time on, and pieces of any length are those of the whole', () => {
  const heard = { ...silent, clicks: [0.1, 0.11, 0.25] }
  const [left, right] = mix(heard, 0, 0.4 * SAMPLES)
  expect(same(left, right)).toBe(true)
  expect(left.findIndex((value) => value !== 0)).toBe(0.1 * SAMPLES)
  expect(loud(left.subarray(0.15 * SAMPLES, 0.25 * SAMPLES))).toBe(0)
  expect(loud(left.subarray(0.25 * SAMPLES))).toBeGreaterThan(1)
  for (const length of [5501]) {
    for (let at = 0; at < left.length; at += length) {
      const [piece] = mix(heard, at / SAMPLES, Math.min(length, left.length - at))
      expect(loud(piece)).toBeCloseTo(loud(left.subarray(at, at + length)), 0)
    }
  }
})

test('music begins where the map says, has its loudness, and may be shorter than the play or of one channel', () => {
  const music = [Float32Array.from({ length: SAMPLES }, (_, at) => at / SAMPLES)]
  const [left, right] = mix({ ...silent, music, offset: -0.5, volume: 0.5 }, 0, 2 * SAMPLES)
  expect(same(left, right)).toBe(true)
  expect(left[0.5 * SAMPLES - 1]).toBe(0)
  expect(left[0.75 * SAMPLES]).toBeCloseTo(0.125)
  expect(left[1.5 * SAMPLES + 1]).toBe(0)
  expect(mix({ ...silent, music, offset: 0.25, volume: 1 }, 0, 10)[0][0]).toBeCloseTo(0.25)
})

test('rows of a long replay are waited for, and what cannot be had does not stop a video', async () => {
  const asked: number[][] = []
  const windows = new Windows(
    1000,
    async (from, to) => {
      await Promise.resolve()
      if (from > 400) throw new Error('the worker stopped')
      asked.push([from, to])
    },
    () => undefined,
  )
  for (let time = 0; time <= 300; time += 50) {
    expect(await windows.need(time)).toBe(true)
    const [from, to] = asked[asked.length - 1]
    expect(time >= from && time <= to).toBe(true)
  }
  expect(await windows.need(900)).toBe(false)
})
