// SPDX-License-Identifier: MIT
// Demos and ghosts of DDNet are drawn as recordings are, with what only they have.
import { expect, test } from 'vitest'
import { designOf } from '../../src/maps/design.js'
import type { Rows } from '../../src/replay/rows.js'
import { Play, type PlaneScene } from '../../src/scenes/scene.js'
import { ddnet, Track } from '../../src/scenes/ddnet.js'
import { flight, recordingOf } from '../../src/scenes/teedemo.js'
import { recordPlane, rowsOf } from './recorder.js'

const orbit = { yaw: 0, pitch: 0, zoom: 1 } as never

/** A character in a snapshot. */
const character = (tick: number, cid: number, x: number, more: Record<string, number> = {}): Record<string, number> => ({
  tick,
  cid,
  item_tick: 0,
  x,
  y: 320,
  vel_x: 0,
  vel_y: 0,
  angle: 0,
  hook_state: 0,
  hook_x: 0,
  hook_y: 0,
  hooked_cid: -1,
  weapon: 1,
  attack_tick: 0,
  freeze_end: 0,
  flags: 0,
  ...more,
})
const table = (rows: Record<string, number>[]) =>
  rowsOf(Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])])))

/** A server's demo, whose ticks count from its start. */
function demoOf(characters: Record<string, number>[], more: [string, ReturnType<typeof rowsOf>][] = []): Play {
  const last = characters.at(-1)!.tick
  return new Play(
    'demo',
    new Map([
      ['info', rowsOf({ map_name: ['Kobra'], map_sha256: ['AB'], timestamp: ['2026-11-28_19-38-24'], owner: [''] })],
      ['snapshots', rowsOf({ tick: [-1, 90_000, last] })],
      ['characters', table(characters)],
      ['clients', rowsOf({ tick: [90_000, 90_000], cid: [0, 1], name: ['one', 'two'] })],
      ...more,
    ]),
  )
}

test('a demo begins at its first tick, and has who was there by name', () => {
  const play = demoOf([character(90_000, 0, 320), character(90_000, 1, 640), character(90_100, 0, 960)])
  const scene = ddnet.build(play) as PlaneScene
  expect([scene.start, scene.end]).toEqual([0, 2])
  expect(scene.frames.length).toBeGreaterThan(0)
  expect(scene.card?.title).toBe('Kobra')
  expect(scene.level?.hash).toBe('ab')
  expect(scene.card?.lines).toContain('2026-11-28, 19:38')
  expect(scene.cameras.map(({ name }) => name).join()).toMatch(/one.*two/)
  const names = recordPlane((plane) => scene.draw(plane, 1, 'crowd', true, orbit)).filter(({ what }) => what === 'add')
  expect(names.map(({ given }) => given[2])).toEqual(['one', 'two'])
})

test('a character that a demo leaves out goes on as fast as it was', () => {
  const track = new Track()
  // It falls for a second: 0.5 units a tick faster each tick.
  const at = (ticks: number): number => 0.25 * ticks * ticks
  track.add(0, 100, at(0), 0, 0)
  track.add(50, 100, at(50), 0, 25 * 256)
  for (let tick = 0; tick <= 50; tick += 5) expect(track.at(tick)!.y).toBeCloseTo(at(tick), 6)
  // Who stands has the speed of a fall and stays.
  track.add(100, 100, at(50), 0, 128)
  expect(track.at(75)!.y).toBeCloseTo(at(50), 6)
  // Farther than anybody flies: it was taken there.
  track.add(110, 100_000, at(50), 0, 0)
  expect(track.at(109.4)!.x).toBe(100)
})

test('what a demo says is of the tick of the item, and who is removed is gone', () => {
  const removed = rowsOf({ tick: [90_040], id: [0], name: ['character'] })
  const scene = ddnet.build(
    demoOf([character(90_010, 0, 400, { item_tick: 90_000 }), character(90_010, 1, 0), character(90_100, 1, 0)], [['removals', removed]]),
  ) as PlaneScene
  const players = (time: number): string => scene.figures(time)[0].value
  expect([players(0), players(0.7), players(0.9)]).toEqual(['1', '2', '1'])
})

test('the hook of a demo ends where it is, or at whom it holds', () => {
  const ends = (more: Record<string, number>): number[] => {
    const scene = ddnet.build(demoOf([character(90_000, 0, 320, more), character(90_000, 1, 352), character(90_100, 1, 352)])) as PlaneScene
    const drawn = recordPlane((plane) => scene.draw(plane, 1, 'crowd', true, orbit))
    expect(drawn.some(({ what }) => what === 'fading')).toBe(false)
    const lines = drawn.filter(({ what }) => what === 'path').map(({ given }) => given[0] as [number, number][])
    const scale = 1000 / (34 * 32)
    return lines.filter((line) => line.length === 2).map(([from, to]) => Math.round((to[0] - from[0]) / scale))
  }
  expect(ends({ hook_state: 5, hook_x: 420, hook_y: 320 })).toContain(100)
  expect(ends({ hook_state: 5, hook_x: 900, hook_y: 320, hooked_cid: 1 })).toContain(32)
  expect(ends({ hook_state: -1, hook_x: 420, hook_y: 320 })).not.toContain(100)
})

test('shots fly by the formula of the game, and last until they are removed', () => {
  // Grenades: 1000 units a second, and 7 / 10000 of the square of the way down.
  const plain = { x: 0, y: 0, vel_x: 100, vel_y: 0, type: 3, present: 1 }
  expect(flight(plain, 25)).toEqual({ x: 500, y: 175 })
  expect(flight({ ...plain, x: 3200, vel_x: 1e6, present: 4 }, 25)).toEqual({ x: 532, y: 175 })
  const projectile = {
    tick: [90_010],
    id: [7],
    x: [0],
    y: [0],
    vel_x: [100],
    vel_y: [0],
    type: [3],
    start_tick: [90_005],
    present: [1],
    flags: [0],
  }
  const made = recordingOf(
    demoOf(
      [character(90_000, 0, 0), character(90_100, 0, 0)],
      [
        ['projectiles', rowsOf(projectile)],
        ['removals', rowsOf({ tick: [90_050, 90_060], id: [8, 7], name: ['projectile', 'projectile'] })],
      ],
    ),
  )!
  expect(made.things).toMatchObject([{ kind: 'projectile', from: 10, to: 60, since: 5 }])
})

test('what the server says of a finish is a run with its player', () => {
  const said = rowsOf({
    tick: [90_500],
    cid: [-1],
    name: ['chat'],
    text: ['two finished in: 0 minute(s)  8.50 second(s)'],
    message_id: [3],
    protocol: [0],
    data: [''],
  })
  const scene = ddnet.build(demoOf([character(90_000, 1, 0), character(90_600, 1, 0)], [['messages', said]])) as PlaneScene
  expect(scene.events.find(({ kind }) => kind.id === 'finish')?.run).toEqual({ from: 1.5, to: 11, camera: 'cid1' })
})

test('a ghost is its owner, with or without ticks', () => {
  for (const ticks of [
    [100, 102, 104],
    [NaN, NaN, NaN],
  ]) {
    const rows = ticks.map((tick, row) => ({ ...character(tick, NaN, 100 + row), hook_state: 0 }))
    const play = new Play(
      'ghost',
      new Map([
        ['info', rowsOf({ map_name: ['run'], map_sha256: [''], timestamp: [''], owner: ['Zoë'] })],
        ['starts', rowsOf({ tick: [100] })],
        ['characters', table(rows)],
      ]),
    )
    const scene = ddnet.build(play) as PlaneScene
    expect(scene.start).toBe(0)
    expect(scene.cameras.at(-1)!.name).toContain('Zoë')
    expect(scene.figures(0)[0].value).toBe('1')
  }
})

test('a recording stays what it is', () => {
  expect(recordingOf(new Play('teehistorian', new Map()))).toBeNull()
})

const CHANNELS = ['r', 'g', 'b', 'a']

/** Columns of the quad of a layer. */
const quadIn = (layer: number): Record<string, number[]> =>
  Object.fromEntries([
    ['layer', [layer]],
    ...['corner_x', 'corner_y', 'texture_x', 'texture_y'].flatMap((name) =>
      [0, 1, 2, 3].map((at) => [`${name}_${at}`, [1024 * (at + name.length)]] as [string, number[]]),
    ),
    ...[0, 1, 2, 3].flatMap((corner) => CHANNELS.map((part, at) => [`color_${corner}_${part}`, [corner * 4 + at]] as [string, number[]])),
  ])

test('tiles with images of the map and quads are read, others and what is incomplete are left out', () => {
  // Tiles; tiles with an image that the game has; incomplete ones; a quad without an image; tiles of the game.
  const layers = rowsOf({
    kind: [64, 64, 64, 128, 1],
    complete: [1, 1, 0, 1, 1],
    image: [0, 1, 0, NaN, 0],
    width: [3, 3, 3, NaN, 3],
    height: [1, 1, 1, NaN, 1],
    ...Object.fromEntries(CHANNELS.map((part, at) => [`color_${part}`, [300, 255, 255, 128, 7].map((value) => (at === 3 ? 128 : value))])),
  })
  const tiles = rowsOf({
    layer: [0, 0, 0, 2, 0],
    x: [0, 2, 0, 0, 1],
    y: [0, 0, 1, 0, 0],
    count: [2, 1, 3, 3, 0],
    index: [9, 5, 7, 7, 7],
    flags: [8, 0, 0, 0, 0],
  })
  const groups = rowsOf({ offset_x: [7], offset_y: [8], parallax_x: [50], parallax_y: [100], first_layer: [0], layers: [5] })
  const images = rowsOf({ width: [16, 16], height: [16, 16] })
  const tables = new Map(Object.entries({ layers, tiles, groups, images, quads: rowsOf(quadIn(3)) }))
  const design = designOf(tables, [new Uint8Array(16 * 16 * 4), null])
  expect(design.images.map((image) => image?.width)).toEqual([16, undefined])
  const [{ layers: made, ...group }] = design.groups
  expect(group).toMatchObject({ offset: [7, 8], parallax: [0.5, 1] })
  expect(made.map(({ tiles: own, quads }) => [own && [...own], quads.length])).toEqual([
    [[9, 8, 9, 8, 5, 0], 0],
    [null, 1],
  ])
  expect(made[0].color).toEqual([255, 255, 255, 128])
  const [quad] = made[1].quads
  expect(quad.corners).toEqual([8, 8, 9, 9, 10, 10, 11, 11])
  expect(quad.texture).toEqual([9, 9, 10, 10, 11, 11, 12, 12])
  expect(quad.colors).toEqual(Array.from({ length: 16 }, (_, at) => at))
})

test('quads have the envelopes that a map gives them; what envelopes claim beyond their points is left out', () => {
  const follow = { pivot_x: [1024], pivot_y: [2048], position_envelope: [1], position_envelope_offset: [250], color_envelope: [0] }
  const quads = rowsOf({ ...quadIn(0), ...follow, color_envelope_offset: [-5] })
  const points = { time: [100, 200], curve: [4, 1], values_0: [1024, 0], values_1: [-1024, 0], values_2: [512, 0], values_3: [0, 1024] }
  const tables = {
    layers: rowsOf({ kind: [128], complete: [1], image: [NaN] }),
    groups: rowsOf({ offset_x: [0], offset_y: [0], parallax_x: [100], parallax_y: [100], first_layer: [0], layers: [1] }),
    quads,
    envelopes: rowsOf({ first_point: [0, 1, 9, -5], points: [1, 1e9, 3, NaN] }),
    envelope_points: rowsOf(points),
  }
  const { groups, envelopes } = designOf(new Map(Object.entries(tables)), [])
  expect(groups[0].layers[0].quads[0]).toMatchObject({ pivot: [1, 2], motion: [1, 250], tint: [0, -5] })
  const last = { time: 200, curve: 1, values: [0, 0, 0, 1] }
  expect(envelopes).toEqual([[{ time: 100, curve: 4, values: [1, -1, 0.5, 0] }], [last], [], []])
})

test('what a map claims of its images and layers costs no more than there is room for', () => {
  const many = (values: Record<string, number>): Rows =>
    rowsOf(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.from({ length: 5000 }, () => value)])))
  const pixels = new Uint8Array(4000 * 1000 * 4)
  const tables = new Map([
    ['layers', many({ kind: 64, complete: 1, image: 0, width: 4000, height: 500 })],
    ['groups', many({ first_layer: 0, layers: 5000 })],
    ['images', many({ width: 4000, height: 1000 })],
  ])
  const { groups, images } = designOf(
    tables,
    Array.from({ length: 5000 }, () => pixels),
  )
  expect(images.filter((image) => image !== null).length).toBe(4)
  expect(groups[0].layers.reduce((sum, { tiles }) => sum + tiles!.length, 0)).toBeLessThanOrEqual((8 << 20) * 2)
})
