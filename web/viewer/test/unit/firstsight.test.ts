// SPDX-License-Identifier: MIT
// What people see first, and that what is drawn is what the file says.
import { expect, test, vi } from 'vitest'
import { valueText, withUnit } from '../../src/page/values.js'
import { Clicks } from '../../src/player/clicks.js'
import { Clock } from '../../src/player/clock.js'
import { Pace } from '../../src/player/pace.js'
import { differenceOf, partsOf } from '../../src/player/difference.js'
import { beatSaber } from '../../src/scenes/beatsaber.js'
import { ddnet, Track, WEAPONS } from '../../src/scenes/ddnet.js'
import { echo, mapName } from '../../src/scenes/echo.js'
import { Followed } from '../../src/scenes/followed.js'
import { geometryDash } from '../../src/scenes/geometrydash.js'
import { sceneOf } from '../../src/scenes/registry.js'
import { levelsDiffer, Play, type PlaneScene, type Scene, type SpaceScene } from '../../src/scenes/scene.js'
import { worstPart } from '../../src/scenes/stories.js'
import type { TeeMap } from '../../src/maps/teemap.js'
import { TileMap } from '../../src/scenes/tilemap.js'
import { PLAYER_COLORS } from '../../src/draw/theme.js'
import { busiest, rotationTo, turned, type Vector } from '../../src/series.js'
import { recordPlane, recordSpace, rowsOf } from './recorder.js'

test('the poster is shown until the play begins or moves, and the play begins where it waits', () => {
  const clock = new Clock({ from: 0, to: 100 }, [])
  clock.pose(4, 50)
  expect([clock.time, clock.shown, clock.posed]).toEqual([4, 50, true])
  clock.toggle()
  expect([clock.time, clock.shown, clock.posed]).toEqual([4, 4, false])
  clock.pose(4, 500)
  expect(clock.shown).toBe(100)
  clock.seek(4)
  expect([clock.shown, clock.posed]).toEqual([4, false])
  clock.pose(NaN, NaN)
  expect([clock.time, clock.posed]).toEqual([4, false])
})

test('the busiest time is that of the window with the most times, whatever the times are', () => {
  expect(busiest([], 1)).toBeNaN()
  expect(busiest([NaN, 1e9], 1)).toBeNaN()
  expect(busiest([0, 5, 5.1, 5.2, 9], 1)).toBe(5)
  // A window begins with a time that no earlier window has.
  expect(busiest([0, 0.5, 0.9, 1.1, 1.2], 1)).toBe(0)
})

test('values are written as people write them', () => {
  expect(withUnit('1673967309', { name: 'timestamp', unit: 'unix s' })).toBe('17 January 2023 at 14:55 UTC')
  expect(withUnit(1681097670000n, { name: 'timestamp', unit: 'unix ms' })).toBe('10 April 2023 at 03:34 UTC')
  expect(withUnit('2026-11-21T01:24:08+0000', { name: 'start_time', unit: 'iso 8601' })).toBe('21 November 2026 at 01:24 UTC')
  expect(withUnit('yesterday', { name: 'start_time', unit: 'iso 8601' })).toBe('yesterday')
  expect(withUnit(0n, { name: 'timestamp', unit: 'unix s' })).toBe('0')
  expect(withUnit([107, 182, 226, 155] as never, { name: 'session_ip', unit: '' })).toBe('107.182.226.155')
  expect(withUnit([1, 2, 3, 4] as never, { name: 'strip', unit: '' })).toBe('1, 2, 3, 4')
  expect(withUnit(240, { name: 'framerate', unit: '1/s' })).toBe('240 per second')
  expect(withUnit(1, { name: 'rounds', unit: 'rounds' })).toBe('1 round')
  expect(withUnit(3, { name: 'rounds', unit: 'rounds' })).toBe('3 rounds')
  expect(withUnit(null, { name: 'rounds', unit: 'rounds' })).toBe('–')
  expect(valueText(0.1 + 0.2)).toBe('0.3')
})

test('a rotation to a direction turns z there, also to the opposite side', () => {
  for (const to of [
    [0, 0, 1],
    [0, 0, -2],
    [3, 0, 0],
    [1, -2, 0.5],
  ] as Vector[]) {
    const length = Math.hypot(...to)
    const there = turned([0, 0, length], rotationTo(to, length))
    to.forEach((value, axis) => expect(there[axis]).toBeCloseTo(value, 5))
  }
})

const still = (name: string, at: Vector, rows: number): Record<string, number[]> =>
  Object.fromEntries(['x', 'y', 'z'].map((axis, index) => [`${name}_${axis}`, Array<number>(rows).fill(at[index])]))
const upright = (name: string, rows: number): Record<string, number[]> =>
  Object.fromEntries(['x', 'y', 'z', 'w'].map((axis) => [`${name}_${axis}`, Array<number>(rows).fill(axis === 'w' ? 1 : 0)]))

/** A play of two seconds: a note at 1 s, cut or missed. */
function playOf(kind: number): SpaceScene {
  const rows = 3
  const frames = {
    time: [0, 1, 2],
    ...still('head_position', [0.1, 1.7, 0.05], rows),
    ...upright('head_rotation', rows),
    ...still('left_hand_position', [-0.25, 1.1, 0.35], rows),
    ...upright('left_hand_rotation', rows),
    ...still('right_hand_position', [0.35, 1.1, 0.35], rows),
    ...upright('right_hand_rotation', rows),
  }
  const events = {
    time: [1],
    spawn_time: [1],
    source_row: [0],
    kind: [kind],
    line: [1],
    layer: [0],
    color: [0],
    direction: [8],
    points: [115],
  }
  const tables = new Map([
    ['frames', rowsOf(frames)],
    ['stats.scored_events', rowsOf(events)],
    ['info', rowsOf({ song_name: ['曲'], player_name: ['שם'], score: [1234] })],
  ])
  return beatSaber.build(new Play('bsor', tables)) as SpaceScene
}

test('Beat Saber: behind is behind the player, and in the middle of the lanes', () => {
  const { eye, target } = playOf(0).view(1, 'behind')
  expect(eye[0]).toBe(0)
  expect(target![0]).toBe(0)
  expect(eye[2]).toBeGreaterThan(2)
  expect(target![2]).toBeLessThan(0)
})

test('Beat Saber: of the hand that is not looked at notes and sabre are dim, and what became of its notes is not shown', () => {
  const given = (time: number, hand: number): { cubes: number[]; labels: number; trails: number } => {
    const drawn = recordSpace((space) => playOf(0).draw(space, time, 'behind', false), { hand })
    const cubes = drawn
      .filter(({ what, given }) => what === 'solid' && given[0] === 'cube')
      .map(({ given }) => (given[4] as { alpha: number }).alpha)
    const count = (name: string): number => drawn.filter(({ what }) => what === name).length
    return { cubes, labels: count('label'), trails: count('ribbon') }
  }
  // The note is of the left hand.
  const [both, left, right] = [-1, 0, 1].map((hand) => given(0.9, hand))
  expect(both.cubes.length).toBe(1)
  expect(left.cubes).toEqual(both.cubes)
  expect(right.cubes).toEqual([both.cubes[0] * 0.12])
  expect([both, left, right].map(({ trails }) => trails)).toEqual([2, 1, 1])
  expect([-1, 0, 1].map((hand) => given(1.1, hand).labels)).toEqual([1, 1, 0])
})

test('Beat Saber: both sabres are in the picture of the first person, and their trails are short', () => {
  const scene = playOf(0)
  const { eye, rotation, angle } = scene.view(1, 'first')
  const drawn = recordSpace((space) => scene.draw(space, 1, 'first', false))
  const [qx, qy, qz, qw] = rotation!
  const half = Math.tan((angle! * Math.PI) / 360)
  const blades = drawn.filter(({ what, given }) => what === 'solid' && given[0] === 'rod' && (given[2] as Vector)[2] > 0.5)
  expect(blades.length).toBe(2)
  for (const { given } of blades) {
    const at = given[1] as Vector
    const [x, y, z] = turned([at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]], [-qx, -qy, -qz, qw])
    expect(z).toBeLessThan(0)
    expect(Math.max(Math.abs(x), Math.abs(y)) / -z).toBeLessThan(half)
  }
  for (const { given } of drawn.filter(({ what }) => what === 'ribbon')) {
    const [near, far] = given as [Vector[], Vector[]]
    expect(Math.hypot(...near[0].map((value, axis) => value - far[0][axis]))).toBeLessThan(0.3)
  }
})

test('Beat Saber: sabres and head are drawn where the file has them', () => {
  const scene = playOf(0)
  const solids = recordSpace((space) => scene.draw(space, 1, 'behind', false)).filter(({ what }) => what === 'solid')
  const at = (x: number, y: number, z: number): boolean =>
    solids.some(({ given }) => {
      const place = given[1] as Vector
      return Math.hypot(place[0] - x, place[1] - y, place[2] - z) < 0.02
    })
  expect(at(-0.25, 1.1, -0.35)).toBe(true)
  expect(at(0.35, 1.1, -0.35)).toBe(true)
  expect(at(0.1, 1.7, -0.06)).toBe(true)
})

test('a format of several games has the scene of the one that there is', async () => {
  expect(await sceneOf('Beat Saber, Tilt Brush')).toBe(beatSaber)
  expect(await sceneOf('DDNet')).toBe(ddnet)
  expect(await sceneOf('Tilt Brush')).toBeUndefined()
})

test('the card has a date as people write it, and a title without a name in the file', () => {
  const card = (text: string): readonly string[] =>
    ddnet.build(new Play('teehistorian', new Map([['header', rowsOf({ map_name: ['m'], server_name: ['s'], start_time: [text] })]]))).card!
      .lines
  expect(card('2026-11-21T01:24:08+0000')).toEqual(['s', '21 November 2026 at 01:24 UTC'])
  expect(card('2026-11-21 01:24:08 +0100')).toEqual(['s', '21 November 2026 at 00:24 UTC'])
  expect(card('long ago')).toEqual(['s', 'long ago'])
  expect(beatSaber.build(new Play('scoresaber', new Map())).card!.title).toBe('Beat Saber play')
})

test('Beat Saber: the body stands on the floor below the head, and arms reach the hands', () => {
  const solids = recordSpace((space) => playOf(0).draw(space, 1, 'behind', false)).filter(({ what }) => what === 'solid' || what === 'limb')
  const feet = solids.filter(({ what, given }) => what === 'solid' && given[0] === 'box' && (given[1] as Vector)[1] === 0.03)
  expect(feet.length).toBe(2)
  for (const { given } of feet) expect(Math.abs((given[1] as Vector)[0] - 0.1)).toBeLessThan(0.2)
  const ends = solids.filter(({ what }) => what === 'limb').map(({ given }) => given[1] as Vector)
  for (const hand of [
    [-0.25, 1.1, -0.35],
    [0.35, 1.1, -0.35],
  ])
    expect(ends.some((end) => Math.hypot(...end.map((value, axis) => value - hand[axis])) < 1e-5)).toBe(true)
})

test('Beat Saber: a miss is written on the picture and on its lane; a full combo says so', () => {
  const missed = playOf(2)
  const drawn = recordSpace((space) => missed.draw(space, 1.1, 'behind', false))
  expect(drawn.some(({ what, given }) => what === 'label' && String(given[1]).includes('Miss'))).toBe(true)
  expect(drawn.some(({ what, given }) => what === 'quad' && given[1] === '#d55e00')).toBe(true)
  expect(missed.events.map(({ kind }) => kind.id)).toEqual(['miss'])
  expect(missed.events[0].run).toEqual({ from: -0.5, to: 1.8 })
  const whole = playOf(0)
  expect(whole.events.map(({ text }) => text)).toEqual(['Full combo: no misses, bad cuts, bombs or walls'])
  expect(whole.card).toEqual({ title: '曲', lines: ['', 'שם · 1,234 points'] })
  expect([whole.first, whole.moment]).toEqual([0, 0.85])
})

/** A match in which the disc flies along z, far from the only player. */
function matchOf(has: number): SpaceScene {
  const count = 21
  const time = Array.from({ length: count }, (_, row) => row / 10)
  const frames = {
    time,
    frame: time.map((_, row) => row),
    has: time.map(() => has),
    ...still('disc_position', [3, 2, 0], count),
    disc_position_z: time.map((at) => -30 + 25 * at),
  }
  const players = {
    time,
    frame: frames.frame,
    name: time.map(() => 'a'),
    team: time.map(() => 0),
    ...still('head', [19, 4, 35], count),
    ...still('velocity', [2, 0, 0], count),
  }
  const tables = new Map([
    ['frames', rowsOf(frames)],
    ['players', rowsOf(players)],
  ])
  return echo.build(new Play('butter', tables)) as SpaceScene
}

test('Echo VR: the camera that follows the disc looks at the disc, in flight too', () => {
  const scene = matchOf(32)
  for (const time of [0.5, 1, 1.4]) {
    const { target } = scene.view(time, 'action')
    expect(target![0]).toBeCloseTo(3)
    expect(target![2]).toBeCloseTo(-30 + 25 * time)
  }
})

test('Echo VR: players are inside the outline of the arena', () => {
  const scene = matchOf(32)
  const lines = recordSpace((space) => scene.draw(space, 1, 'action', false)).filter(({ what }) => what === 'line')
  expect(Math.max(...lines.map(({ given }) => (given[0] as Vector)[0]))).toBeGreaterThan(19)
})

test('Echo VR: the first picture is at the time of most and fastest players, also if the first frame has as many', () => {
  const count = 9
  const time = Array.from({ length: count }, (_, row) => row)
  const at = (fastest: number, speed: number): number | undefined => {
    const tables = new Map([
      ['frames', rowsOf({ time, frame: time, has: time.map(() => 0) })],
      [
        'players',
        rowsOf({
          time,
          frame: time,
          name: time.map(() => 'a'),
          team: time.map(() => 0),
          ...still('head', [1, 2, 3], count),
          velocity_x: time.map((row) => (row === fastest ? speed : 0)),
          velocity_y: time.map(() => 0),
          velocity_z: time.map(() => 0),
        }),
      ],
    ])
    return echo.build(new Play('butter', tables)).moment
  }
  expect(at(5, 4)).toBe(5)
  expect(at(5, NaN)).toBe(0)
  expect(at(-1, 0)).toBe(0)
})

/** Two players that stand, and skeletons with three bones each. */
function boned(skeletons: number): SpaceScene {
  const count = 2 * skeletons * 3
  const column = (value: (row: number) => number): number[] => Array.from({ length: count }, (_, row) => value(row))
  const tables = new Map([
    ['frames', rowsOf({ time: [0, 1], frame: [0, 1], has: [32, 32] })],
    [
      'players',
      rowsOf({
        frame: [0, 0, 0, 1, 1, 1],
        name: ['a', 'b', 'c', 'a', 'b', 'c'],
        team: [0, 1, 2, 0, 1, 2],
        ...still('head', [1, 2, 3], 6),
        ...still('body', [1, 1, 3], 6),
        // Turned half round: what is ahead of them is at negative z.
        ...still('body_forward', [0, 0, -1], 6),
        ...still('body_left', [-1, 0, 0], 6),
        ...still('body_up', [0, 1, 0], 6),
      }),
    ],
    [
      'bones',
      rowsOf({
        frame: column((row) => (row < count / 2 ? 0 : 1)),
        player: column((row) => Math.floor(row / 3) % Math.max(1, skeletons)),
        bone: column((row) => row % 3),
        position_x: column((row) => 0.5 + (row % 3)),
        position_y: column((row) => 0.25 * (row < count / 2 ? 0 : 1)),
        position_z: column(() => -0.1),
      }),
    ],
  ])
  return echo.build(new Play('butter', tables)) as SpaceScene
}

test('Echo VR: bones are where the recording has them, in the axes of the body, and between frames in between', () => {
  const scene = boned(2)
  const spheres = recordSpace((space) => scene.draw(space, 0.5, 'action', false))
    .filter(({ what, given }) => what === 'solid' && given[0] === 'bead' && (given[2] as Vector)[0] === 0.13)
    .map(({ given }) => given[1] as Vector)
  expect(spheres.length).toBe(6)
  // The body is at 1, 1, 3, its left at negative x, and it faces negative z.
  spheres.forEach((at, index) => [0.5 - (index % 3), 1.125, 3.1].forEach((value, axis) => expect(at[axis]).toBeCloseTo(value)))
})

test('Echo VR: skeletons are those of players if there are as many, with or without spectators; else nobody knows whose they are', () => {
  const drawnOf = (skeletons: number): number =>
    recordSpace((space) => boned(skeletons).draw(space, 0, 'action', false)).filter(
      ({ what, given }) => what === 'solid' && given[0] === 'bead' && (given[2] as Vector)[0] === 0.13,
    ).length
  expect([0, 1, 2, 3, 4].map(drawnOf)).toEqual([0, 0, 6, 6, 0])
})

test('Echo VR: the title is the map of the match, by whatever format', () => {
  const title = (map: string, has: number): string =>
    echo.build(
      new Play(
        'butter',
        new Map([
          ['frames', rowsOf({ time: [0], frame: [0], has: [has] })],
          ['stats.match', rowsOf({ map: [map], client_name: ['c'] })],
        ]),
      ),
    ).card!.title
  expect([title('mpl_combat_dyson', 0), title('mpl_arena_a', 32), title('', 32), title('', 0)]).toEqual([
    'Combat: Dyson',
    'Arena',
    'Echo Arena',
    'Echo Combat',
  ])
})

test('Echo VR: what is known of the payload is a figure, if there is one', () => {
  const figures = (frames: Record<string, number[]>): string[] =>
    echo
      .build(new Play('butter', new Map([['frames', rowsOf({ time: [0], frame: [0], has: [0], ...frames })]])))
      .figures(0)
      .filter(({ name }) => name === 'Payload')
      .map(({ value }) => value)
  expect(figures({ payload_distance: [12.34], payload_speed: [1.5], checkpoint: [2], defenders: [1] })).toEqual([
    '12.3 m, 1.5 m/s, checkpoint 2, 1 defender',
  ])
  expect(figures({ payload_distance: [0], payload_speed: [0], checkpoint: [0], defenders: [0] })).toEqual(['0 m'])
  expect(figures({ payload_distance: [NaN] })).toEqual([])
  expect(figures({})).toEqual([])
})

test('Echo VR: Combat has a ground where players were, and looks at them', () => {
  const scene = matchOf(0)
  const quads = recordSpace((space) => scene.draw(space, 1, 'action', false)).filter(({ what }) => what === 'quad')
  expect(quads.length).toBe(1)
  expect(scene.view(1, 'action').target).toEqual([19, 4, 35].map((value) => expect.closeTo(value) as number))
  expect(mapName('mpl_combat_gauss')).toBe('Combat: Surge')
  expect(mapName('mpl_combat_dyson')).toBe('Combat: Dyson')
  expect(mapName('mpl_arena_a')).toBe('Arena')
  expect(mapName('')).toBe('')
})

/** A tee that stands at a place and hooks to the right. */
function teeOf(tiles: number[] | null): PlaneScene {
  const tables = new Map([
    ['positions', rowsOf({ tick: [0, 10], cid: [0, 0], x: [112, 112], y: [48, 48], kind: [0, 0] })],
    ['inputs', rowsOf({ tick: [0], cid: [0], target_x: [10], target_y: [0], hook: [1] })],
    ['stats.finishes', rowsOf({ tick: [500], finish_time: [8], team: [0], kind: [0], cid: [3], name: ['n'] })],
  ])
  const scene = ddnet.build(new Play('teehistorian', tables)) as PlaneScene
  // The picture of a map needs a canvas, which there is none of here.
  if (tiles) giveMap(scene, mapOf(12, 3, { game: Uint8Array.from(tiles) }))
  return scene
}

const mapOf = (width: number, height: number, layers: Partial<TeeMap>): TeeMap => ({
  kind: 'ddnet',
  width,
  height,
  game: new Uint8Array(width * height),
  front: null,
  tele: null,
  speedups: null,
  switches: null,
  ...layers,
})
const giveMap = (scene: PlaneScene, map: TeeMap): void =>
  void Object.assign(scene, { tiles: Object.assign(new TileMap(map), { canvas: () => ({ width: map.width, height: map.height }) }) })

test('DDNet: a hook ends at the first solid tile, and fades where its end is not known', () => {
  const row = (tile: number): number[] => [0, 0, 0, 0, 0, 0, 0, tile, 0, 0, 0, 0]
  const walled = teeOf([...row(0), ...row(1), ...row(0)])
  const drawn = recordPlane((plane) => walled.draw(plane, 0.1, 'crowd', false, orbit))
  expect(drawn.some(({ what }) => what === 'fading')).toBe(false)
  const hook = drawn.filter(({ what }) => what === 'path').map(({ given }) => given[0] as [number, number][])
  const [from, to] = hook[hook.length - 1]
  const scale = 1000 / (34 * 32)
  expect((to[0] - from[0]) / scale).toBeGreaterThan(110)
  expect((to[0] - from[0]) / scale).toBeLessThan(125)
  const open = teeOf(null)
  expect(recordPlane((plane) => open.draw(plane, 0.1, 'crowd', true, orbit)).some(({ what }) => what === 'fading')).toBe(true)
})

/** A repeatable sequence of numbers from 0 to `below`. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % below
}

test('DDNet: what is written on tiles is what the map says of them, and each area says it', () => {
  const next = sequence(7)
  const [width, height] = [23, 17]
  for (let round = 0; round < 20; round++) {
    // Areas of random size, so that equal tiles touch.
    const [tele, switches] = [new Uint8Array(width * height * 2), new Uint8Array(width * height * 4)]
    for (let area = 0; area < 12; area++) {
      const [left, top, right, bottom] = [next(width), next(height), next(9), next(9)]
      const [number, type] = [1 + next(254), [26, 27, 10, 14, 15, 29, 30][next(7)]]
      for (let y = top; y < Math.min(height, top + bottom); y++)
        for (let x = left; x < Math.min(width, left + right); x++) {
          if (area % 2 === 0) tele.set([number, type], (y * width + x) * 2)
          else switches.set([number, 22 + (type % 4), 0, 5], (y * width + x) * 4)
        }
    }
    const map = new TileMap(mapOf(width, height, { tele, switches }))
    const texts = new Map<number, string[]>()
    map.labels(0, 0, width, height, (x, y, text) => {
      const tile = y * width + x
      expect([String(tele[tile * 2]), String(switches[tile * 4])]).toContain(/\d+/.exec(text)?.[0])
      texts.set(tile, [...(texts.get(tile) ?? []), text])
    })
    // Each area of equal tiles has its text on one of them.
    for (const [data, bytes] of [
      [tele, 2],
      [switches, 4],
    ] as const) {
      const key = (tile: number): string => data.subarray(tile * bytes, (tile + 1) * bytes).join()
      const seen = new Set<number>()
      for (let start = 0; start < width * height; start++) {
        if (data[start * bytes] === 0 || seen.has(start)) continue
        const [area, own] = [[start], key(start)]
        seen.add(start)
        for (const tile of area)
          for (const [other, next] of [
            [tile - 1, tile % width > 0],
            [tile + 1, tile % width < width - 1],
            [tile - width, tile >= width],
            [tile + width, tile < width * (height - 1)],
          ] as const)
            if (next && !seen.has(other) && key(other) === own) {
              seen.add(other)
              area.push(other)
            }
        const number = String(data[start * bytes])
        expect(area.some((tile) => texts.get(tile)?.some((text) => text.includes(number)))).toBe(true)
      }
    }
  }
})

test('DDNet: edges are where kinds meet, each side once', () => {
  const next = sequence(3)
  const [width, height] = [13, 9]
  for (let round = 0; round < 30; round++) {
    const game = Uint8Array.from({ length: width * height }, () => [0, 0, 1, 3, 9, 2][next(6)])
    const map = new TileMap(mapOf(width, height, { game }))
    const [left, top, columns, rows] = [next(4), next(4), 3 + next(9), 3 + next(9)]
    const sides: string[] = []
    for (const list of map.edges(left, top, columns, rows).values())
      for (let at = 0; at < list.length; at += 4) {
        const [x, y, right, down] = list.slice(at, at + 4)
        for (let step = 0; step < Math.max(right, down); step++) sides.push(right > 0 ? `- ${x + step} ${y}` : `| ${x} ${y + step}`)
      }
    const expected: string[] = []
    const at = (x: number, y: number): number => (x < 0 || y < 0 || x >= width || y >= height ? 0 : game[y * width + x])
    for (let y = top; y < Math.min(height, top + rows); y++)
      for (let x = left; x < Math.min(width, left + columns); x++) {
        const own = at(x, y)
        if (own === 0) continue
        if (at(x, y - 1) !== own) expected.push(`- ${x} ${y}`)
        if (at(x, y + 1) !== own) expected.push(`- ${x} ${y + 1}`)
        if (at(x - 1, y) !== own) expected.push(`| ${x} ${y}`)
        if (at(x + 1, y) !== own) expected.push(`| ${x + 1} ${y}`)
      }
    expect(sides.sort()).toEqual(expected.sort())
  }
})

test('DDNet: a speedup points where the map says, and only what has a force is one', () => {
  const speedups = new Uint8Array(4 * 6)
  speedups.set([20, 0, 28, 0, 90, 0], 0)
  speedups.set([0, 0, 28, 0, 90, 0], 6)
  speedups.set([1, 0, 28, 0, 0xa6, 0xff], 18)
  const found: number[][] = []
  new TileMap(mapOf(4, 1, { speedups })).speedups(0, 0, 4, 1, (...given) => found.push(given))
  expect(found).toEqual([
    [0, 0, 90],
    [3, 0, -90],
  ])
})

test('DDNet: texts of tiles are drawn on them, and not where they could not be read', () => {
  const tele = new Uint8Array(24 * 6 * 2)
  tele.set([77, 26], (1 * 24 + 4) * 2)
  const scene = teeOf(null)
  giveMap(scene, mapOf(24, 6, { tele }))
  const texts = (zoom: number): unknown[][] =>
    recordPlane((plane) => scene.draw(plane, 0.1, 'crowd', false, { zoom, yaw: 0, pitch: 0 } as never))
      .filter(({ what, given }) => what === 'text' && given[2] === 'in 77')
      .map(({ given }) => [...given])
  expect(texts(2)).toEqual([])
  const [[x, y]] = texts(1) as [number, number][]
  // The tee at 112, 48 is in the middle of the picture, and the tile from 128, 32 on.
  const scale = 1000 / (34 * 32)
  expect(x).toBeCloseTo(500 + 16 * scale + 3)
  expect(y).toBeCloseTo(300)
})

const orbit = { zoom: 1, yaw: 0, pitch: 0 } as never

test('DDNet: a drawn weapon is the one of the input, none if none was asked for; a shot is seen when the button goes down', () => {
  const next = sequence(11)
  for (let round = 0; round < 50; round++) {
    const weapon = [0, 1, 2, 3, 4, 5, 6, 7, -1][next(9)]
    const fire = [next(64), next(64)]
    const tables = new Map([
      ['positions', rowsOf({ tick: [0, 100], cid: [5, 5], x: [112, 112], y: [48, 48], kind: [1, 2] })],
      [
        'inputs',
        rowsOf({ tick: [1, 50], cid: [5, 5], target_x: [10, 10], target_y: [0, 0], hook: [0, 0], wanted_weapon: [0, weapon], fire }),
      ],
    ])
    const scene = ddnet.build(new Play('teehistorian', tables)) as PlaneScene
    const lines = (tick: number): unknown[] =>
      recordPlane((plane) => scene.draw(plane, tick / 50, 'crowd', true, orbit))
        .filter(({ what, given }) => what === 'path' && given[1] !== PLAYER_COLORS[5])
        .map(({ given }) => given[1])
    const is = WEAPONS[weapon - 1] as (typeof WEAPONS)[number] | undefined
    expect(lines(70)).toEqual(is ? [is.color] : [])
    // Of all odd numbers from one to the other a button went down.
    let pressed = false
    for (let count = fire[0]; count !== fire[1];) pressed = (count = (count + 1) % 64) % 2 === 1 || pressed
    expect(lines(52).length).toBe((is ? 1 : 0) + (pressed ? 1 : 0))
  }
})

test('DDNet: a trail is where the player was, with gaps where he was not or was taken elsewhere', () => {
  const track = new Track()
  for (const [tick, x] of [
    [0, 100],
    [10, 110],
    [11, 120],
    [12, 9000],
    [20, 9010],
    [30, NaN],
    [31, 9100],
  ])
    track.add(tick, x, x)
  const same = (value: number): number => value
  const way = (from: number, to: number): number[] => track.way(from, to, same, same).map(([x]) => x)
  expect(way(0, 31)).toEqual([100, 110, 120, NaN, 9000, 9010, NaN, 9100, 9100])
  expect(way(9.5, 10.5)).toEqual([105, 110, 115])
  expect(way(11, 11.9)).toEqual([120, 120])
  expect(way(30, 30)).toEqual([])
})

test('DDNet: a team is followed while its members are in it, and the others fade', () => {
  const tables = new Map([
    [
      'positions',
      rowsOf({ tick: [0, 0, 0, 400], cid: [0, 1, 2, 2], x: [1000, 1200, 9000, 9000], y: [500, 500, 500, 500], kind: [1, 1, 1, 2] }),
    ],
    ['teams', rowsOf({ tick: [10, 20, 300], cid: [0, 1, 1], team: [3, 3, 0] })],
  ])
  const scene = ddnet.build(new Play('teehistorian', tables)) as PlaneScene
  expect(scene.cameras).toContainEqual({ id: 'team3', name: 'Follow team 3' })
  const names = (tick: number): [x: number, text: string, opacity: number][] =>
    recordPlane((plane) => scene.draw(plane, tick / 50, 'team3', true, orbit))
      .filter(({ what }) => what === 'add')
      .map(({ given }) => [given[0] as number, given[2] as string, given[5] as number])
  // Between 1000 and 1200, and after the second one left the team at 1000.
  const scale = 1000 / (34 * 32)
  expect(names(200)).toEqual([
    [expect.closeTo(500 - 100 * scale), '3 · player 0', 1],
    [expect.closeTo(500 + 100 * scale), '3 · player 1', 1],
    [expect.closeTo(500 + 7900 * scale), 'player 2', 0.25],
  ])
  expect(names(390)[0]).toEqual([expect.closeTo(500), '3 · player 0', 1])
  // Nobody is in the team yet.
  expect(names(5).map(([, , opacity]) => opacity)).toEqual([1, 1, 1])
  expect(names(390)[1]).toEqual([expect.closeTo(500 + 200 * scale), 'player 1', 0.25])
})

test('DDNet: who left is the one who was there, also if another took the place at once', () => {
  const sessions = rowsOf({
    cid: [0, 0, 1],
    start_tick: [0, 50, 0],
    end_tick: [50, 90, 90],
    end: [1, 0, 0],
    reason: ['bye', '', ''],
    first_name: ['a', 'b', ''],
    last_name: ['a', 'c', ''],
  })
  const texts = ddnet.build(new Play('teehistorian', new Map([['stats.sessions', sessions]]))).events.map(({ text }) => text)
  expect(texts).toEqual(['a joined', 'player 1 joined', 'a left: bye', 'c joined'])
})

test('DDNet: the run of a team follows the team', () => {
  const finishes = rowsOf({ tick: [500, 500], finish_time: [8, 8], team: [0, 7], kind: [0, 1], cid: [3, NaN], name: ['n', ''] })
  const scene = ddnet.build(new Play('teehistorian', new Map([['stats.finishes', finishes]])))
  expect(scene.events.map(({ run }) => run?.camera)).toEqual(['cid3', 'team7'])
})

test('DDNet: a finish has the run that led to it, and who ran', () => {
  const [finish] = teeOf(null).events.filter(({ kind }) => kind.id === 'finish')
  expect(finish.run).toEqual({ from: 2, to: 11, camera: 'cid3' })
})

test('Geometry Dash: a stated duration of 27 hours does not stretch the timeline, a few seconds do', () => {
  const end = (duration: number): number => {
    const tables = new Map([
      ['info', rowsOf({ duration: [duration] })],
      ['stats.summary', rowsOf({ framerate: [240], length: [90] })],
    ])
    return geometryDash.build(new Play('gdr2', tables)).end
  }
  expect(end(97_114)).toBe(90)
  expect(end(100)).toBe(100)
  expect(end(NaN)).toBe(90)
})

test('Geometry Dash: the ruler has times under the lanes, and frames if they are far enough apart', () => {
  const tables = new Map([
    ['stats.summary', rowsOf({ framerate: [60], length: [10] })],
    ['stats.buttons', rowsOf({ button: [1], player2: [0] })],
    ['stats.holds', rowsOf({ time: [1], hold_frames: [30], button: [1], player2: [0] })],
  ])
  const scene = geometryDash.build(new Play('gdr2', tables)) as PlaneScene
  const texts = (zoom: number): string[] =>
    recordPlane((plane) => scene.draw(plane, 1, 'near', false, { zoom } as never))
      .filter(({ what }) => what === 'text')
      .map(({ given }) => String(given[2]))
  expect(texts(4)).toContain('0:02')
  expect(texts(0.1)).toContain('60')
})

test('of two plays the difference is known at each time, and who gained where', () => {
  const curve = (times: number[], values: number[]): Parameters<typeof differenceOf>[0] => ({ name: 'Score', times, values, color: '#000' })
  const [own, other] = [curve([1, 2, 8], [10, 20, 90]), curve([2, 4, 8], [15, 60, 80])]
  const made = differenceOf(own, other, 'd')
  expect([Array.from(made.times), Array.from(made.values)]).toEqual([
    [1, 2, 4, 8],
    [10, 5, -40, 10],
  ])
  const parts = partsOf(own, other)
  expect(parts.reduce((sum, { gain }) => sum + gain, 0)).toBe(10)
  expect(parts[3].gain).toBe(-45)
  expect(parts[7].gain).toBe(50)
  expect(partsOf(own, curve([], []))).toEqual([])
  expect(Array.from(differenceOf(own, curve([NaN], [1]), 'd').times).length).toBeLessThan(5)
})

test('a picture costs by what is in it, not by the length of the play', () => {
  const count = 10_000
  const time = Array.from({ length: count }, (_, row) => row * 0.06)
  const same = (value: number): number[] => time.map(() => value)
  const events = {
    time,
    spawn_time: time,
    source_row: time.map((_, row) => row),
    kind: same(2),
    line: same(1),
    layer: same(0),
    color: same(0),
    direction: same(1),
  }
  const scene = beatSaber.build(new Play('bsor', new Map([['stats.scored_events', rowsOf(events)]]))) as SpaceScene
  expect(recordSpace((space) => scene.draw(space, 300, 'behind', false)).length).toBeLessThan(300)
  // 64 tees: for each a trail, a body with eyes and feet, a name, a hook, a point on the small map.
  const tees = Array.from({ length: 64 }, (_, cid) => cid)
  const tables = new Map([
    [
      'positions',
      rowsOf({ tick: tees.map(() => 0), cid: tees, x: tees.map((cid) => cid * 9), y: tees.map(() => 0), kind: tees.map(() => 0) }),
    ],
    [
      'inputs',
      rowsOf({ tick: tees.map(() => 0), cid: tees, target_x: tees.map(() => 0), target_y: tees.map(() => 1), hook: tees.map(() => 1) }),
    ],
  ])
  const crowd = ddnet.build(new Play('teehistorian', tables)) as PlaneScene
  expect(recordPlane((plane) => crowd.draw(plane, 0, 'crowd', true, orbit)).length).toBeLessThan(64 * 14)
})

test('clicks are planned once each, a little ahead, and anew after a jump', () => {
  const started: number[] = []
  const part = { connect: (): unknown => part, gain: { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 } }
  const tone = { ...part, frequency: { value: 0 }, connect: () => part, start: (at: number) => started.push(at), stop: () => 0 }
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly currentTime = 50
      createOscillator = (): unknown => tone
      createGain = (): unknown => part
    },
  )
  const clicks = new Clicks([1, 1.1, 1.5, 9])
  clicks.follow(0.95, true, 1)
  expect(started).toEqual([])
  clicks.on = true
  for (let time = 0.95; time < 1.2; time += 0.05) clicks.follow(time, true, 1)
  expect(started.length).toBe(2)
  expect(started[0]).toBeCloseTo(50.05)
  clicks.follow(8.95, true, 1)
  clicks.follow(8.95, false, 1)
  expect(started.length).toBe(3)
  // At half the speed a click is as far away as it is heard.
  clicks.follow(1.46, true, 0.5)
  expect(started[3]).toBeCloseTo(50.08)
  // What is where the play begins is heard, once.
  const begin = new Clicks([1, 1, 2])
  begin.on = true
  begin.follow(1, true, 1)
  begin.follow(1.05, true, 1)
  expect(started.length).toBe(6)
  vi.unstubAllGlobals()
})

test('the worst part of a play is that in which most was lost, and none if nothing was', () => {
  expect(worstPart([], [], 10)).toBeNull()
  expect(worstPart([1, 2, 3], [0, 0, 0], 10)).toBeNull()
  // Compared with every window, of times and losses that a generator makes.
  let seed = 7
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647
  for (let round = 0; round < 200; round++) {
    const times = Array.from({ length: 1 + Math.floor(random() * 30) }, () => random() * 60).sort((a, b) => a - b)
    const lost = times.map(() => Math.floor(random() * 3) * 50)
    const sums = times.map((from) => times.reduce((sum, time, row) => sum + (time >= from && time - from <= 10 ? lost[row] : 0), 0))
    const most = Math.max(...sums)
    const found = worstPart(times, lost, 10)
    expect(found?.lost ?? 0).toBe(most)
    if (found) expect(sums[times.indexOf(found.from)]).toBe(most)
  }
})

test('Combat: the camera moves no faster than a little more than players, whichever place has most of them', () => {
  // Three groups that walk at 5 m/s; players go from one to another, so that each has the most at some time.
  const [rate, seconds, people] = [10, 40, 8]
  const rows: { frame: number[]; time: number[]; team: number[]; name: string[]; x: number[]; z: number[] } = {
    frame: [],
    time: [],
    team: [],
    name: [],
    x: [],
    z: [],
  }
  for (let frame = 0; frame < rate * seconds; frame++) {
    for (let person = 0; person < people; person++) {
      const time = frame / rate
      // From one end to the other and back, each with a delay of its own.
      const way = Math.abs(((((time * 5 + person * 37) % 160) + 160) % 160) - 80)
      rows.frame.push(frame)
      rows.time.push(time)
      rows.team.push(person % 2)
      rows.name.push(`P${person}`)
      rows.x.push(way - 40)
      rows.z.push(person % 3 === 0 ? 20 : 0)
    }
  }
  const frames = Array.from({ length: rate * seconds }, (_, frame) => frame)
  const scene = echo.build(
    new Play(
      'butter',
      new Map([
        ['frames', rowsOf({ frame: frames, time: frames.map((frame) => frame / rate), has: frames.map(() => 0) })],
        [
          'players',
          rowsOf({
            frame: rows.frame,
            time: rows.time,
            team: rows.team,
            name: rows.name,
            head_x: rows.x,
            head_y: rows.x.map(() => 2),
            head_z: rows.z,
          }),
        ],
      ]),
    ),
  ) as SpaceScene
  let [fastest, farthest] = [0, 0]
  let before: Vector | null = null
  for (let time = 10; time < 26; time += 0.1) {
    const target = scene.view(time, 'action').target as Vector
    if (before) fastest = Math.max(fastest, Math.hypot(...target.map((value, axis) => value - before![axis])) * 10)
    before = target
    const row = Math.round(time * rate) * people
    const away = Array.from({ length: people }, (_, person) =>
      Math.hypot(rows.x[row + person] - target[0], rows.z[row + person] - target[2]),
    )
    farthest = Math.max(farthest, Math.min(...away))
  }
  expect(fastest).toBeLessThan(25)
  expect(fastest).toBeGreaterThan(0)
  // Somebody is always in the picture.
  expect(farthest).toBeLessThan(20)
}, 20_000)

test('the followed player is one of the largest group, and does not change for a moment', () => {
  // A and B stay together; C and D are together but for one second, in which E joins them.
  const at = (name: string, x: number): { name: string; head: Vector } => ({ name, head: [x, 0, 0] })
  const together = new Followed(0, 60, (time) => [at('A', 0), at('B', 2), at('C', 100), at('D', time >= 30 && time < 31 ? 101 : 140), at('E', time >= 30 && time < 31 ? 102 : 180)]) // prettier-ignore
  for (const time of [0, 20, 30.5, 59, 1000, -5]) expect(['A', 'B']).toContain(together.at(time))
  // For long enough it does.
  const moved = new Followed(0, 60, (time) => [at('A', 0), at('B', time < 30 ? 2 : 101), at('C', 100), at('D', time < 30 ? 140 : 102)])
  expect(['A', 'B']).toContain(moved.at(5))
  expect(['B', 'C', 'D']).toContain(moved.at(55))
  expect(new Followed(0, 0, () => []).at(3)).toBe('')
})

test('a wall of the arena is seen from inside only, and the board has everyone who plays', () => {
  const scene = echo.build(
    new Play(
      'butter',
      new Map([
        ['frames', rowsOf({ frame: [0], time: [0], has: [32], disc_position_x: [1], disc_position_y: [0], disc_position_z: [20] })],
        [
          'players',
          rowsOf({
            frame: [0, 0, 0],
            time: [0, 0, 0],
            team: [0, 1, 2],
            name: ['A', 'B', 'S'],
            head_x: [0, 8, 0],
            head_y: [0, 0, 0],
            head_z: [-40, 40, 0],
          }),
        ],
      ]),
    ),
  ) as SpaceScene
  const drawn = recordSpace((space) => scene.draw(space, 0, 'action', false))
  expect(drawn.filter(({ what }) => what === 'wall').length).toBe(64)
  const [, , dots] = drawn.find(({ what }) => what === 'board')!.given as [number, unknown, { x: number; y: number }[]]
  expect(dots.map(({ x, y }) => [x, y])).toEqual([[-1, 0], [1, 0.5], [0.5, 1 / 16]]) // prettier-ignore
})

test('Geometry Dash: what comes in the next second is a figure, and a swift has a sign', () => {
  const times = [0, 1, 1.2, 1.9, 2.1]
  const columns = { time: times, player2: [0, 0, 1, 0, 0] }
  const tables = new Map([
    ['stats.summary', rowsOf({ framerate: [240], length: [3] })],
    ['stats.clicks', rowsOf({ ...columns, second: [1, 2, 1, 2, 3] })],
    ['stats.holds', rowsOf({ ...columns, hold_frames: [24, 1, 24, 0, 24], button: [1, 1, 1, 1, 1] })],
    ['stats.buttons', rowsOf({ button: [1, 1], player2: [0, 1] })],
  ])
  const scene = geometryDash.build(new Play('gdr', tables)) as PlaneScene
  const ahead = (time: number): string | undefined => scene.figures(time).find(({ name }) => name === 'Next second')?.value
  expect([ahead(0.5), ahead(1), ahead(1.95), ahead(2.5)]).toEqual(['2 clicks', '2 clicks', '1 click', '0 clicks'])
  const drawn = recordPlane((plane) => scene.draw(plane, 1.5, 'near', false, orbit))
  expect(drawn.filter(({ what, given }) => what === 'text' && given[2] === 'swift').length).toBe(2)
})

test('pictures that stay slow lower the quality, a single pause does not', () => {
  const pace = new Pace()
  const feed = (count: number, milliseconds: number): boolean => Array.from({ length: count }, () => pace.add(milliseconds)).some(Boolean)
  expect(feed(200, 16)).toBe(false)
  // Eight slow ones among fast ones, and a machine that stops for a while.
  expect(feed(5, 250)).toBe(false)
  expect(feed(200, 16)).toBe(false)
  expect(feed(200, 30)).toBe(false)
  pace.restart()
  expect(feed(29, 50)).toBe(false)
  pace.restart()
  expect(feed(29, 50)).toBe(false)
  expect(feed(2, 50)).toBe(true)
  pace.restart()
  expect(feed(8, 250)).toBe(false)
  expect(feed(1, 250)).toBe(true)
})

test('a comparison says if levels differ, by hash or name, and by difficulty', () => {
  const played = (name: string, hash = '', difficulty?: string): Scene =>
    ({ level: { game: 'x', name, hash }, ...(difficulty === undefined ? {} : { difficulty }) }) as unknown as Scene
  const differ = (one: Scene, other: Scene): boolean => {
    expect(levelsDiffer(other, one)).toBe(levelsDiffer(one, other))
    return levelsDiffer(one, other)
  }
  expect(differ(played('Song'), played('song'))).toBe(false)
  expect(differ(played('Song'), played('Other'))).toBe(true)
  expect(differ(played('Song', 'AB'), played('Song (remix)', 'ab'))).toBe(false)
  expect(differ(played('Song', 'ab'), played('Song', 'cd'))).toBe(true)
  // What one of them does not say is not held against it.
  expect(differ(played('Song', 'ab'), played(''))).toBe(false)
  expect(differ(played('Song', 'ab', 'Easy'), played('Song', 'ab'))).toBe(false)
  expect(differ(played('Song', 'ab', 'Easy'), played('Song', 'ab', 'Expert'))).toBe(true)
  expect(differ({} as Scene, played('Song'))).toBe(false)
  const macro = (name: string): Scene =>
    geometryDash.build(new Play('gdr2', new Map([['info', rowsOf({ level_name: [name], duration: [1] })]])))
  expect([differ(macro('One'), macro('Two')), differ(macro('One'), macro('One'))]).toEqual([true, false])
  const song = (rank: number): Scene =>
    beatSaber.build(new Play('scoresaber', new Map([['info', rowsOf({ difficulty: [rank], song_name: ['Song'] })]])))
  expect([differ(song(1), song(9)), differ(song(9), song(9))]).toEqual([true, false])
})
