// SPDX-License-Identifier: MIT
// Cameras move without jumps while what they show does, however many come and go; and they cut once where that jumps. Whatever stands before
// the lens of a camera of Beat Saber is seen through.
import { expect, test } from 'vitest'
import { Orbit, type View } from '../../src/draw/space.js'
import { beatSaber } from '../../src/scenes/beatsaber.js'
import { ddnet } from '../../src/scenes/ddnet.js'
import { echo } from '../../src/scenes/echo.js'
import { Play, type PlaneScene, type Scene, type SpaceScene } from '../../src/scenes/scene.js'
import type { Vector } from '../../src/series.js'
import { recordSpace, rowsOf } from './recorder.js'

const RATE = 60
/** The same numbers in each run, from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** A smooth way: sums of waves, each of its own length and direction. */
function wayOf(next: () => number, reach: number): (time: number) => number {
  const waves = Array.from({ length: 3 }, () => ({ size: (reach * next()) / 3, speed: 0.3 + 1.2 * next(), phase: 7 * next() }))
  return (time) => waves.reduce((sum, { size, speed, phase }) => sum + size * Math.sin(time * speed + phase), 0)
}

type Columns = Record<string, number[] | string[]>
const put = (columns: Columns, row: Record<string, number | string>): void => {
  for (const [name, value] of Object.entries(row)) ((columns[name] ??= []) as (number | string)[]).push(value)
}
const point = (name: string, at: Vector): Record<string, number> => ({ [`${name}_x`]: at[0], [`${name}_y`]: at[1], [`${name}_z`]: at[2] })

/** Tees that swing, of whom some are gone now and then. `jumps`: when one is put elsewhere; others stay where they are. */
function tees(seed: number, seconds: number, jumps: readonly number[] = []): PlaneScene {
  const next = numbers(seed)
  const positions: Columns = {}
  const own = Array.from({ length: 9 }, () => ({
    x: wayOf(next, 3000),
    y: wayOf(next, 900),
    gone: next() * 3,
    middle: 2000 * Math.floor(next() * 3),
  }))
  for (let tick = 0; tick < seconds * 50; tick++)
    own.forEach(({ x, y, gone, middle }, cid) => {
      const away = cid > 0 && Math.sin(tick / 90 + gone) > 0.8
      const jumped = jumps.filter((time) => time <= tick / 50).length * 20_000
      put(positions, { tick, cid, x: middle + jumped + x(tick / 50), y: y(tick / 50), kind: away ? 4 : 2 })
    })
  return ddnet.build(new Play('teehistorian', new Map([['positions', rowsOf(positions)]]))) as PlaneScene
}

/** A match in which the disc flies about, is parked outside now and then, and players come and go. */
function match(seed: number, seconds: number, withDisc: boolean, jumps: readonly number[] = []): SpaceScene {
  const next = numbers(seed)
  const [frames, players]: Columns[] = [{}, {}]
  const disc = [wayOf(next, 12), wayOf(next, 6), wayOf(next, 45)]
  const own = Array.from({ length: 8 }, () => ({
    way: [wayOf(next, 14), wayOf(next, 8), wayOf(next, 40)],
    turn: wayOf(next, 3),
    gone: 3 * next(),
  }))
  for (let frame = 0; frame < seconds * 30; frame++) {
    const time = frame / 30
    const far = jumps.filter((jump) => jump <= time).length * 50
    const at = (way: readonly ((time: number) => number)[]): Vector => [way[0](time), way[1](time), way[2](time) + far]
    put(frames, { time, frame, has: withDisc ? 32 : 0, ...point('disc_position', at(disc)) })
    own.forEach(({ way, turn, gone }, index) => {
      if (index > 0 && Math.sin(time / 2 + gone) > 0.8) return
      const angle = turn(time)
      put(players, {
        frame,
        time,
        name: `p${index}`,
        team: index % 2,
        ...point('head', at(way)),
        ...point('head_rotation', [0, Math.sin(angle), 0]),
        head_rotation_w: Math.cos(angle),
      })
    })
  }
  const tables = new Map([
    ['frames', rowsOf(frames)],
    ['players', rowsOf(players)],
  ])
  return echo.build(new Play('butter', tables)) as SpaceScene
}

/** A player who looks about, whose head trembles. */
function dancer(seed: number, seconds: number): SpaceScene {
  const next = numbers(seed)
  const frames: Columns = {}
  const [x, y, z, turn] = [wayOf(next, 0.6), wayOf(next, 0.4), wayOf(next, 0.5), wayOf(next, 1)]
  for (let frame = 0; frame < seconds * 90; frame++) {
    const time = frame / 90
    const angle = turn(time) + 0.01 * next()
    const head: Vector = [x(time) + 0.01 * next(), 1.7 + y(time), z(time)]
    put(frames, {
      time,
      ...point('head_position', head),
      ...point('head_rotation', [0, Math.sin(angle), 0]),
      head_rotation_w: Math.cos(angle),
    })
  }
  return beatSaber.build(new Play('bsor', new Map([['frames', rowsOf(frames)]]))) as SpaceScene
}

const minus = (a: Readonly<Vector>, b: Readonly<Vector>): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const directionOf = ({ eye, target, rotation }: View): Vector => {
  const [x, y, z, w] = rotation ?? [0, 0, 0, 1]
  const way: Vector = target ? minus(target, eye) : [-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))]
  const length = Math.hypot(...way)
  return [way[0] / length, way[1] / length, way[2] / length]
}

interface Step {
  readonly time: number
  /** Metres, or pictures. */
  readonly way: number
  /** Degrees, or how much larger in percent. */
  readonly turn: number
}

/** How far a camera goes from each picture to the next. */
function* stepsOf(scene: Scene, camera: string): Generator<Step> {
  let before: { view: View; part: readonly number[] } | null = null
  for (let picture = 0; picture < (scene.end - 0.1) * RATE; picture++) {
    const time = picture / RATE
    const view = scene.kind === 'space' ? scene.view(time, camera) : { eye: [0, 0, 0] as const }
    const part = scene.kind === 'plane' ? partOf(scene, time, camera) : []
    if (before && scene.kind === 'space') {
      const [a, b] = [directionOf(before.view), directionOf(view)]
      const turn = (2 * Math.asin(Math.min(1, Math.hypot(...minus(a, b)) / 2)) * 180) / Math.PI
      yield { time, way: Math.hypot(...minus(before.view.eye, view.eye)), turn }
    } else if (before)
      yield {
        time,
        way: (Math.hypot(part[0] - before.part[0], part[1] - before.part[1]) * part[2]) / 1000,
        turn: 100 * (Math.max(part[2] / before.part[2], before.part[2] / part[2]) - 1),
      }
    before = { view, part }
  }
}

/** The middle of the picture on the map, and pixels of a unit. */
function partOf(scene: PlaneScene, time: number, camera: string): readonly number[] {
  const { x, y, scale } = (scene as unknown as { window(plane: unknown, time: number, camera: string): Record<string, number> }).window(
    { width: 1000, height: 600, top: 0 },
    time,
    camera,
  )
  return [x, y, scale]
}

/** What a camera may do from one picture to the next, at 60 a second. */
const LIMITS = {
  // Pictures, percent.
  ddnet: { way: 0.04, turn: 3 },
  // Metres, degrees.
  echo: { way: 0.8, turn: 5 },
  beatsaber: { way: 0.08, turn: 5 },
}

for (const [name, limit, make] of [
  ['DDNet', LIMITS.ddnet, (seed: number, jumps?: number[]) => tees(seed, 12, jumps)],
  ['Echo VR, the arena', LIMITS.echo, (seed: number, jumps?: number[]) => match(seed, 12, true, jumps)],
  ['Echo VR, Combat', LIMITS.echo, (seed: number, jumps?: number[]) => match(seed, 12, false, jumps)],
  ['Beat Saber', LIMITS.beatsaber, (seed: number) => dancer(seed, 8)],
] as const) {
  test(`${name}: no camera jumps while what it shows moves smoothly, whoever comes and goes`, () => {
    for (let seed = 1; seed <= 4; seed++) {
      const scene = make(seed)
      for (const { id } of scene.cameras.slice(0, 6)) {
        let most = { time: 0, way: 0, turn: 0 }
        for (const step of stepsOf(scene, id))
          if (step.way / limit.way + step.turn / limit.turn > most.way / limit.way + most.turn / limit.turn) most = step
        expect(most.way, `${id} of seed ${seed} at ${most.time}`).toBeLessThan(limit.way)
        expect(most.turn, `${id} of seed ${seed} at ${most.time}`).toBeLessThan(limit.turn)
      }
    }
  }, 30_000)

  if (name === 'Beat Saber') continue
  test(`${name}: where all are put elsewhere, a camera that follows cuts once, within a tenth of a second`, () => {
    const jumps = [4, 8]
    for (let seed = 1; seed <= 3; seed++) {
      const scene = make(seed, jumps)
      for (const { id } of scene.cameras.filter(({ id: own }) => !['map', 'field', 'goal'].includes(own)).slice(0, 3)) {
        const cuts = [...stepsOf(scene, id)].filter(({ way, turn }) => way > limit.way || turn > limit.turn)
        expect(
          cuts.map(({ time }) => Math.round(time)),
          `${id} of seed ${seed}`,
        ).toEqual(jumps)
        for (const { time } of cuts) expect(Math.min(...jumps.map((jump) => Math.abs(jump - time)))).toBeLessThan(0.21)
      }
    }
  }, 30_000)
}

test('a camera shows the same at a time, whatever was shown before', () => {
  for (const scene of [match(5, 6, true), match(5, 6, false)]) {
    const there = scene.cameras.map(({ id }) => scene.view(3.21, id))
    for (let time = 6; time > 0; time -= 0.37) for (const { id } of scene.cameras) scene.view(time, id)
    expect(scene.cameras.map(({ id }) => scene.view(3.21, id))).toEqual(there)
  }
})

/** Notes and bombs on every line and layer, of which all kinds of things became. */
function song(seed: number): SpaceScene {
  const next = numbers(seed)
  const [frames, events, notes]: Columns[] = [{}, {}, {}]
  for (const time of [0, 30])
    put(frames, { time, ...point('head_position', [0, 1.7, 0]), ...point('head_rotation', [0, 0, 0]), head_rotation_w: 1 })
  for (let row = 0; row < 150; row++) {
    const time = 1 + row * 0.1
    const whole = (below: number): number => Math.floor(below * next())
    const place = { line: whole(4), layer: whole(3), color: whole(2), direction: whole(9) }
    put(events, { time, spawn_time: time, source_row: row, kind: whole(4), scoring: 3, points: 110, ...place })
    put(notes, { ...point('cut_point', [next() - 0.5, 1 + next(), 0.6]), ...point('cut_normal', [next() - 0.5, next() - 0.5, 0]) })
  }
  const tables = new Map([
    ['frames', rowsOf(frames)],
    ['stats.scored_events', rowsOf(events)],
    ['notes', rowsOf(notes)],
  ])
  return beatSaber.build(new Play('bsor', tables)) as SpaceScene
}

test('Beat Saber: no cube, half or bomb before the lens of a camera that is not the player, wherever it was turned to', () => {
  const next = numbers(9)
  const own = new Set(['cube', 'arrow', 'spikes'])
  let near = 0
  for (let seed = 1; seed <= 3; seed++) {
    const scene = song(seed)
    for (const { id } of scene.cameras.filter((camera) => camera.id !== 'first'))
      for (let picture = 0; picture < 400; picture++) {
        const orbit = new Orbit()
        orbit.turn(360 * next(), 160 * (next() - 0.5))
        orbit.scale(0.15 + 2 * next())
        const time = 1 + 15 * next()
        const view = scene.view(time, id)
        const { eye } = picture % 2 === 0 ? view : orbit.apply(view)
        const away = (at: Readonly<Vector>): number => Math.hypot(...minus(at, eye))
        for (const { what, given } of recordSpace((space) => scene.draw(space, time, id, false), { away })) {
          if (what !== 'solid' || !own.has(given[0] as string)) continue
          const [, at, size, , style] = given as [string, Vector, Vector, string, { alpha?: number }]
          // The point that is nearest to the eye is at most half of its size nearer.
          const gap = away(at) - Math.hypot(...size) / 2
          if (gap < 0.3) near++
          expect(style.alpha ?? 1, `${id} at ${time}`).toBeLessThanOrEqual(Math.max(0, gap) * 1.25 + 0.15)
        }
      }
  }
  // The cameras did come near them.
  expect(near).toBeGreaterThan(10)
}, 30_000)
