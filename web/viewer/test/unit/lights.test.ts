// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { inGroup, LAMPS, type LightEvent, Lights } from '../../src/maps/lights.js'
import { beatMapIn } from './levels.js'
// @ts-expect-error -- a script of the browser's tests, without types
import { beatMap as untyped } from '../browser/maps.mjs'

const beatMap = untyped as (made: { version?: number; lights?: object[] }) => Uint8Array<ArrayBuffer>

const read = async (made: { version?: number; lights?: object[] }): Promise<Lights | null> => {
  const map = await beatMapIn(beatMap(made))
  return (await map.difficulty('Expert', 'Standard')).lights
}

const event = (time: number, type: number, value: number, strength = 1): LightEvent => ({ time, type, value, strength })

test('lights of each version shine when, how and in whose colour the map says', async () => {
  const lights = [
    { b: 1, et: 2, i: 5, f: 1 },
    { b: 2, et: 2, i: 0, f: 1 },
    { b: 3, et: 4, i: 1, f: 0.5 },
    { b: 5, et: 4, i: 8, f: 1 },
    { b: 6, et: 0, i: 3, f: 1 },
    { b: 4, et: 1, i: 9, f: 1 },
  ]
  for (const version of [2, 3, 4]) {
    const shown = (await read({ version, lights }))!
    expect(shown.shine(2, 0.9), String(version)).toEqual({ color: 0, strength: 0 })
    expect(shown.shine(2, 1.5)).toEqual({ color: 0, strength: 1 })
    expect(shown.shine(2, 2.5).strength).toBe(0)
    expect(shown.shine(1, 9)).toEqual({ color: 2, strength: 1 })
    // From half as bright in the right colour to all of it in the left one, in two seconds.
    expect(shown.shine(4, 3.5)).toEqual({ color: 1, strength: 0.625 })
    expect(shown.shine(4, 4.5)).toEqual({ color: 0, strength: 0.875 })
    const fading = [6, 6.5, 7, 8].map((time) => shown.shine(0, time).strength)
    expect(fading.every((strength, at) => at === 0 || strength < fading[at - 1])).toBe(true)
    expect(fading.at(-1)).toBe(0)
    expect(await read({ version })).toBeNull()
  }
})

test('an event of a group is one of a lamp, if it is about colours and changes something', () => {
  expect(inGroup(2, 1, 7, 0, -1, 1, 0.5)).toEqual({ time: 2, type: 2, value: 1, strength: 0.5 })
  expect(inGroup(2, 1, -1, 0, 0, 0, 1)).toEqual({ time: 2, type: 4, value: 8, strength: 1 })
  expect(inGroup(2, 1, 0, 0, 3, 2, 1)?.value).toBe(12)
  expect(inGroup(2, 1, 0, 0, 0, 2, 0)?.value).toBe(0)
  expect([inGroup(2, 2, 0, 0, 0, 0, 1), inGroup(2, 1, 0, 1, 0, 0, 1)]).toEqual([null, null])
})

test('whatever a map says of its lights, they shine between nothing and three times the usual', () => {
  const odd = [NaN, -1e9, -1, 0, 0.5, 1, 4, 7, 12, 13, 1e9]
  for (const first of odd)
    for (const second of odd) {
      const lights = new Lights([event(0, 0, first, second), event(1, 0, second, first), event(1, 8, first), event(1, 12, second)])
      for (let lamp = 0; lamp < LAMPS; lamp++)
        for (const time of [-1, 0, 0.4, 1, 1.2, 5]) {
          const { color, strength } = lights.shine(lamp, time)
          expect([0, 1, 2]).toContain(color)
          expect(strength >= 0 && strength <= 3, `${first}, ${second} at ${time}: ${strength}`).toBe(true)
          expect(Number.isFinite(lights.turns(time)) && Number.isFinite(lights.swing(0, time))).toBe(true)
        }
    }
})
