// SPDX-License-Identifier: MIT
// What a map of Beat Saber adds to a play: arcs, notes from other sides, left-handed plays; and chains, which are in the recording.
import { expect, test } from 'vitest'
import type { BeatMap, Difficulty } from '../../src/maps/beatmap.js'
import { mirrored } from '../../src/maps/mirrored.js'
import { beatSaber } from '../../src/scenes/beatsaber.js'
import { Play, type SpaceScene } from '../../src/scenes/scene.js'
import { combined, rotationAround, turned, type Vector } from '../../src/series.js'
import { beatMapIn, zip } from './levels.js'
import { type Drawn, recordSpace, rowsOf } from './recorder.js'

const mapOf = (files: Record<string, unknown>): Promise<BeatMap> =>
  beatMapIn(zip(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]))))

const old = {
  _version: '2.0.0',
  _beatsPerMinute: 60,
  _difficultyBeatmapSets: [
    {
      _beatmapCharacteristicName: '90Degree',
      _difficultyBeatmaps: [{ _difficulty: 'Expert', _beatmapFilename: 'a.dat', _noteJumpMovementSpeed: 10 }],
    },
  ],
}
const versions: Record<string, () => Promise<BeatMap>> = {
  2: () =>
    mapOf({
      'Info.dat': old,
      'a.dat': {
        _version: '2.6.0',
        _notes: [{ _time: 2, _lineIndex: 0, _lineLayer: 1, _type: 0, _cutDirection: 2 }],
        _sliders: [
          {
            _colorType: 1,
            _headTime: 2,
            _headLineIndex: 0,
            _headLineLayer: 1,
            _headControlPointLengthMultiplier: 0.5,
            _headCutDirection: 0,
            _tailTime: 4,
            _tailLineIndex: 3,
            _tailLineLayer: 2,
            _tailControlPointLengthMultiplier: 1,
            _tailCutDirection: 1,
          },
        ],
        _events: [
          { _time: 1, _type: 14, _value: 4 },
          { _time: 3, _type: 15, _value: 0 },
        ],
      },
    }),
  3: () =>
    mapOf({
      'Info.dat': old,
      'a.dat': {
        version: '3.3.0',
        colorNotes: [{ b: 2, x: 0, y: 1, c: 0, d: 2 }],
        sliders: [{ b: 2, c: 1, x: 0, y: 1, d: 0, mu: 0.5, tb: 4, tx: 3, ty: 2, tc: 1, tmu: 1 }],
        rotationEvents: [
          { b: 1, e: 0, r: 15 },
          { b: 3, e: 1, r: -60 },
        ],
      },
    }),
  4: () =>
    mapOf({
      'Info.dat': {
        version: '4.0.0',
        audio: { bpm: 60 },
        difficultyBeatmaps: [{ characteristic: '90Degree', difficulty: 'Expert', noteJumpMovementSpeed: 10, beatmapDataFilename: 'a.dat' }],
      },
      'a.dat': {
        version: '4.0.0',
        colorNotes: [{ b: 2, i: 2 }],
        colorNotesData: [
          { x: 0, y: 1, c: 1, d: 0 },
          { x: 3, y: 2, c: 1, d: 1 },
          { x: 0, y: 1, c: 0, d: 2 },
        ],
        arcs: [{ hb: 2, tb: 4, hi: 0, ti: 1, ai: 0 }],
        arcsData: [{ m: 0.5, tm: 1, a: 0 }],
        spawnRotations: [
          { b: 1, i: 1 },
          { b: 3, i: 0 },
        ],
        spawnRotationsData: [
          { t: 1, r: -60 },
          { t: 0, r: 15 },
        ],
      },
    }),
}

/** A map of version 4 whose objects have a rotation each. */
const turned4 = (version: string): Promise<BeatMap> =>
  mapOf({
    'Info.dat': {
      version: '4.0.1',
      audio: { bpm: 60 },
      difficultyBeatmaps: [{ characteristic: '360Degree', difficulty: 'Expert', noteJumpMovementSpeed: 10, beatmapDataFilename: 'a.dat' }],
    },
    'a.dat': {
      version,
      colorNotes: [
        { b: 2, r: 30, i: 0 },
        { b: 2, r: -15, i: 1 },
        { b: 4, r: 'x' },
      ],
      colorNotesData: [
        { x: 0, y: 1, c: 0, d: 2 },
        { x: 3, y: 1, c: 1, d: 3 },
      ],
      bombNotes: [{ b: 2.5, r: 90, i: 0 }],
      bombNotesData: [{ x: 1, y: 0 }],
      obstacles: [{ b: 2, r: 45, i: 0 }],
      obstaclesData: [{ d: 1, x: 0, y: 0, w: 1, h: 5 }],
      arcs: [{ hb: 2, hr: 170, hi: 0, tb: 4, tr: -170, ti: 1, ai: 0 }],
      arcsData: [{ m: 1, tm: 1 }],
      spawnRotations: [{ b: 1, i: 0 }],
      spawnRotationsData: [{ t: 0, r: 5 }],
    },
  })
const difficultyOf = async (version: string): Promise<Difficulty> => (await versions[version]()).difficulty('Expert', '90Degree')

for (const version of Object.keys(versions))
  test(`a map of version ${version} has its arcs`, async () => {
    const { arcs, notes } = await difficultyOf(version)
    expect(arcs).toEqual([
      {
        time: 2,
        end: 4,
        color: 1,
        ends: [
          { line: 0, layer: 1, direction: 0, reach: 0.5, turn: 0 },
          { line: 3, layer: 2, direction: 1, reach: 1, turn: 0 },
        ],
      },
    ])
    expect(notes.length).toBe(1)
  })

test('directions add up, and those of the second kind count after their beat', async () => {
  for (const version of ['2', '3', '4'])
    expect((await difficultyOf(version)).turns).toEqual([
      { time: 1, degrees: 15 },
      { time: expect.closeTo(3.001) as number, degrees: -45 },
    ])
})

test('in version 4 each thing has its rotation; those for all that follows are of 4.0 only', async () => {
  for (const [version, degrees] of [
    ['4.0.0', 5],
    ['4.1.0', undefined],
  ] as const) {
    const { notes, walls, arcs, turns } = await (await turned4(version)).difficulty('Expert', '360Degree')
    expect(notes.map(({ time, turn }) => [time, turn])).toEqual([
      [2, 30],
      [2, -15],
      [2.5, 90], // a note whose rotation is a text is left out
    ])
    expect(walls.map(({ turn }) => turn)).toEqual([45])
    expect(arcs[0].ends.map(({ turn }) => turn)).toEqual([170, -170])
    expect(turns[0]?.degrees).toBe(degrees)
  }
})

test('a note of the recording is drawn with the rotation of its note in the map, what is not in the map with that before it', async () => {
  const scene = events({
    time: [2, 2, 2.1, 2.5],
    spawn_time: [2, 2, 2.1, 2.5],
    source_row: [0, 1, 2, 3],
    kind: [0, 0, 0, 3],
    line: [0, 3, 2, 1],
    layer: [1, 1, 2, 0],
    color: [0, 1, 1, 0],
    direction: [2, 3, 8, 8],
  })
  await scene.setMap!(await turned4('4.1.0'))
  const all = drawn(scene, 1.9)
  /** The rotation with which each is drawn that begins with this shape and width. */
  const facing = (shape: string, width: number): unknown[] =>
    all.flatMap((one, at) => {
      const is = one.what === 'solid' && one.given[0] === shape && (one.given[2] as Vector)[0] === width
      return is ? all.slice(0, at).findLast(({ what }) => what === 'face')!.given : []
    })
  expect(facing('cube', 0.42)).toEqual([30, -15, -15])
  expect(facing('spikes', 0.42)).toEqual([90])
  expect(facing('box', 0.6)).toEqual([45])
})

test('an arc turns from the side of its head to that of its tail, the shorter way', async () => {
  const scene = events({ spawn_time: [2, 4], time: [2, 4], line: [0, 0], layer: [1, 1], color: [0, 0], kind: [0, 0], source_row: [0, 1] })
  await scene.setMap!(await turned4('4.1.0'))
  const all = drawn(scene, 3.9)
  const at = all.findIndex(({ what, given }) => what === 'ribbon' && given[2] === '#d6294a' && given[3] === 0.7)
  expect(all[at - 1]).toMatchObject({ what: 'face', given: [170] })
  const [one, other] = all[at].given as [Vector[], Vector[]]
  const end = one[one.length - 1].map((value, axis) => (value + other[other.length - 1][axis]) / 2) as Vector
  const placed = turned(end, rotationAround([0, 1, 0], -170))
  // Where the note is at its end: in the last line, from 170 degrees to the left.
  const note = turned([0.9, 1.4, -0.6 - 0.1 * 10], rotationAround([0, 1, 0], 170))
  note.forEach((value, axis) => expect(placed[axis]).toBeCloseTo(value))
})

test('a map for the left hand is mirrored, twice is as before', async () => {
  const difficulty = await difficultyOf('3')
  const other = mirrored({ ...difficulty, walls: [{ time: 0, duration: 1, line: 0, layer: 0, width: 1, height: 5, turn: 20 }] })
  expect(other.notes[0]).toMatchObject({ line: 3, color: 1, direction: 3 })
  expect(other.walls[0]).toMatchObject({ line: 3, turn: -20 })
  expect(other.arcs[0].ends.map(({ line }) => line)).toEqual([3, 0])
  expect(other.turns[0].degrees).toBe(-15)
  expect(mirrored(mirrored(difficulty))).toEqual(difficulty)
})

const events = (more: Record<string, number[]>): SpaceScene =>
  beatSaber.build(
    new Play(
      'bsor',
      new Map([
        [
          'stats.scored_events',
          rowsOf({ time: [2], spawn_time: [2], source_row: [0], kind: [0], line: [0], layer: [1], color: [0], direction: [2], ...more }),
        ],
        ['info', rowsOf({ left_handed: more.left ?? [0], difficulty: [7] })],
      ]),
    ),
  ) as SpaceScene

const drawn = (scene: SpaceScene, time: number): Drawn[] => recordSpace((space) => scene.draw(space, time, 'behind', false))
const boxes = (all: Drawn[], high: number): Drawn[] =>
  all.filter(
    ({ what, given }) => what === 'solid' && given[0] === 'cube' && (given[2] as Vector)[0] === 0.42 && (given[2] as Vector)[1] === high,
  )

test('the links of a chain are flat, without an arrow; other notes are not', () => {
  for (const [scoring, high] of [
    [7, 0.1],
    [10, 0.1],
    [3, 0.42],
    [6, 0.42],
    [NaN, 0.42],
  ]) {
    const all = drawn(events({ scoring: [scoring] }), 1.8)
    expect(boxes(all, high).length).toBe(1)
    expect(all.some(({ given }) => given[0] === 'arrow')).toBe(high === 0.42)
  }
})

test('notes and arcs of a rotated map face their side, and an arc goes from its head to its tail', async () => {
  const scene = events({})
  await scene.setMap!(await versions[3]())
  const all = drawn(scene, 1.9)
  const at = all.findIndex((one) => boxes([one], 0.42).length > 0)
  expect(
    all
      .slice(0, at)
      .filter(({ what }) => what === 'face')
      .pop()!.given,
  ).toEqual([15])
  expect(all.filter(({ what }) => what === 'face').pop()!.given).toEqual([0])
  const ribbon = all.find(({ what, given }) => what === 'ribbon' && given[2] === '#2b7fd4')!
  const [one, other] = ribbon.given as [Vector[], Vector[]]
  expect((one[0][0] + other[0][0]) / 2).toBeCloseTo(-0.9)
  expect(one[0][1]).toBeCloseTo(1.4)
  // Up first, as its head is cut upwards.
  expect(one[2][1]).toBeGreaterThan(1.4)
  expect(one.every(([, , z], step) => step === 0 || z < one[step - 1][2])).toBe(true)
  const tail = drawn(scene, 3.9).find(({ what, given }) => what === 'ribbon' && given[2] === '#2b7fd4')!
  const end = (tail.given[0] as Vector[]).pop()!
  // Its tail comes from the side that is 60 degrees to the left of the head's.
  const straight = turned(end, rotationAround([0, 1, 0], -60))
  expect(straight[0]).toBeCloseTo(0.85)
  expect(straight[1]).toBeCloseTo(1.9)
  expect(drawn(scene, 4.1).some(({ what, given }) => what === 'ribbon' && given[2] === '#2b7fd4')).toBe(false)
})

test('a left-handed play takes the map as its player saw it', async () => {
  const play = { line: [3], color: [1], direction: [3] }
  await expect(events(play).setMap!(await versions[3]())).rejects.toThrow(/0 %/)
  await expect(events({ ...play, left: [1] }).setMap!(await versions[3]())).resolves.toMatch(/1 notes/)
  await expect(events({ left: [1] }).setMap!(await versions[3]())).resolves.toMatch(/1 notes/)
})

test('two rotations after each other are one', () => {
  const [a, b] = [rotationAround([0, 1, 0], -90), rotationAround([0, 0, 1], 90)]
  const at: Vector = [1, 2, 3]
  turned(turned(at, b), a).forEach((value, axis) => expect(turned(at, combined(a, b))[axis]).toBeCloseTo(value))
  // To the right: what is ahead, at negative z, comes to be at positive x.
  expect(turned([0, 0, -1], a)[0]).toBeCloseTo(1)
})
