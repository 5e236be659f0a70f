// SPDX-License-Identifier: MIT
// What maps of DDNet say of their tiles, as the scene has it.
import { expect, test } from 'vitest'
import type { TeeMap } from '../../src/maps/teemap.js'
import { MapError } from '../../src/maps/unpack.js'
import { TileMap } from '../../src/scenes/tilemap.js'
import { teeMapIn } from './levels.js'
// @ts-expect-error -- a script of the browser's tests, without types
import { teeMap as untyped } from '../browser/maps.mjs'

interface Made {
  width?: number
  height?: number
  version?: number
  without?: string[]
  claims?: Record<string, number>
}
const teeMap = untyped as (made: Made) => Uint8Array<ArrayBuffer>
const LAYERS = ['tele', 'speedups', 'front', 'switches'] as const

test('the layers of a map are read, whichever it has and whatever its version', async () => {
  for (let subset = 0; subset < 16; subset++) {
    const without = LAYERS.filter((_, bit) => (subset & (1 << bit)) !== 0)
    const map = await teeMapIn(teeMap({ version: 2 + (subset % 2), without }))
    expect(LAYERS.filter((name) => map[name] === null)).toEqual(without)
    const at = (x: number, y: number, data: Uint8Array | null, bytes: number): number[] =>
      data ? [...data.subarray((y * 200 + x) * bytes, (y * 200 + x + 1) * bytes)] : []
    expect([map.game[58 * 200 + 100], map.game[60 * 200 + 100], map.game[57 * 200 + 100]]).toEqual([1, 2, 192])
    if (map.tele) expect(at(114, 54, map.tele, 2)).toEqual([5, 26])
    if (map.switches) expect(at(105, 57, map.switches, 4)).toEqual([12, 22, 0, 5])
    if (map.speedups) expect(at(120, 56, map.speedups, 6)).toEqual([30, 0, 28, 0, 0xa6, 0xff])
    if (map.front) expect(map.front[42 * 200 + 100]).toBe(9)
  }
}, 60_000)

test('a map in a file has its texts where it has its tiles', async () => {
  const tiles = new TileMap(await teeMapIn(teeMap({})))
  const found: string[] = []
  tiles.labels(0, 0, 200, 80, (x, y, text) => found.push(`${text} at ${x}, ${y}`))
  expect(found.sort()).toEqual(['in 5 at 114, 54', 'on 12, 5 s at 105, 57', 'out 5 at 129, 50', 'spawn at 100, 57'])
})

test('a map that is cut or changed anywhere is read, or refused with a reason', async () => {
  const whole = teeMap({ width: 12, height: 70 })
  const sound = (map: TeeMap | null): void => {
    if (!map) return
    const tiles = map.width * map.height
    expect([map.game.length, map.front?.length ?? tiles]).toEqual([tiles, tiles])
    expect([map.tele?.length ?? tiles * 2, map.speedups?.length ?? tiles * 6]).toEqual([tiles * 2, tiles * 6])
    expect(map.switches?.length ?? tiles * 4).toBe(tiles * 4)
    new TileMap(map).labels(0, 0, map.width, map.height, () => undefined)
  }
  let refused = 0
  const read = (bytes: Uint8Array<ArrayBuffer>): Promise<void> =>
    teeMapIn(bytes).then(sound, (error: unknown) => {
      expect(error).toBeInstanceOf(MapError)
      expect((error as MapError).rule).toMatch(/^(viewer|ddnet-map|zlib)\.[a-z-]+$/)
      refused++
    })
  for (let at = 4; at < whole.length; at += 7) await read(whole.slice(0, at))
  for (let at = 4; at < whole.length; at += 3) {
    const changed = Uint8Array.from(whole)
    changed[at] ^= 1 << (at % 8)
    await read(changed)
  }
  expect(refused).toBeGreaterThan(100)
  // A layer whose data are missing, or those of another one, which are too short, is left out; the tiles of the game count.
  for (const name of LAYERS) expect((await teeMapIn(teeMap({ claims: { [name]: 99 } })))[name]).toBeNull()
  expect((await teeMapIn(teeMap({ claims: { speedups: 1 } }))).speedups).toBeNull()
}, 60_000)
