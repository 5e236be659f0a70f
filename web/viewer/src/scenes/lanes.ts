// SPDX-License-Identifier: MIT
// What comes along the lanes of Beat Saber beside notes: walls, and the arcs of the map.
import type { Space } from '../draw/space.js'
import type { ArcEnd, Difficulty } from '../maps/beatmap.js'
import type { Rows } from '../replay/rows.js'
import { rotationAround, rowAt, turned, type Vector } from '../series.js'

export const WALL_COLOR = '#009e73'
/** Walls and arcs that are drawn at once. */
const MOST = 600
const STEPS = 20
/** Metres that an arc goes straight on from its ends, as in the game, if the map says 1. */
const REACH = 2.5
/** Degrees of the directions of notes; others have none. */
export const DEGREES = [180, 0, -90, 90, -135, 135, -45, 45]

/** Where things are that arrive in some time. */
export interface Lanes {
  /** Seconds for which a thing is seen before it arrives. */
  readonly seen: number
  along(seconds: number): number
  placeOf(line: number, layer: number, away: number): Vector
  /** Degrees to the right; `own`: those of the thing itself. */
  facing(time: number, own?: number): number
}

/** The walls that the player touched: a file has no others. */
export function drawWalls(space: Space, walls: Rows, notes: Lanes, time: number): void {
  const [id, contact, spawn, line, width] = ['wall_id', 'time', 'spawn_time', 'line', 'width'].map((name) => walls.numbers(name))
  const begin = walls.either('spawn_time', 'obstacle_time')
  for (let row = 0; row < walls.length; row++) {
    const from = Math.min(begin[row], contact[row])
    const to = Math.max(contact[row], spawn[row] ?? 0) + 0.2
    if (!(from - time < notes.seen + 0.3) || !(to - time > -0.3) || to - from > 20) continue
    const first = Number.isFinite(id[row]) ? Math.floor(id[row] / 100) : line[row]
    const lanes = Math.max(1, Number.isFinite(id[row]) ? id[row] % 10 : width[row])
    const [front, back] = [notes.along(from - time), notes.along(to - time)]
    const at: Vector = [(first + lanes / 2 - 2) * 0.6, 1.5, (front + back) / 2]
    space.solid('box', at, [lanes * 0.6, 3, Math.abs(front - back)], WALL_COLOR, { alpha: 0.28, glow: 0.4 })
  }
}

/** The walls of the map. They are 0.6 m a line wide and a layer high. */
export function drawMapWalls(space: Space, { walls }: Difficulty, starts: ArrayLike<number>, notes: Lanes, time: number): void {
  const last = rowAt(starts, time + notes.seen + 0.3)
  for (let row = Math.max(0, last - MOST); row <= last; row++) {
    const { time: from, duration, line, layer, width, height, turn } = walls[row]
    if (from + Math.max(0, duration) < time - 0.3 || Math.abs(line) > 100 || !(width > 0 && width < 100)) continue
    space.face(notes.facing(from, turn))
    const [front, back] = [notes.along(from - time), notes.along(Math.min(from + duration, time + 8) - time)]
    const [low, high] = [Math.max(0, layer) * 0.6, Math.min(5, Math.max(0, layer) + height) * 0.6]
    const at: Vector = [(line + width / 2 - 2) * 0.6, (low + high) / 2, (front + back) / 2]
    const size: Vector = [width * 0.6, Math.max(0.1, high - low), Math.max(0.1, Math.abs(front - back))]
    space.solid('box', at, size, WALL_COLOR, { alpha: 0.28, glow: 0.4 })
  }
  space.face(0)
}

/** Arcs of the map, from now on: a curve that leaves its head and reaches its tail in the directions of their cuts. */
export function drawArcs(
  space: Space,
  { arcs }: Difficulty,
  starts: ArrayLike<number>,
  lanes: Lanes,
  time: number,
  colors: readonly string[],
): void {
  const newest = rowAt(starts, time + lanes.seen)
  for (let row = Math.max(0, newest - MOST); row <= newest; row++) {
    const { time: from, end, ends, color } = arcs[row]
    if (!(end > time) || !(end > from)) continue
    const [head, tail] = ends.map(({ line, layer }, index) => lanes.placeOf(line, layer, (index === 0 ? from : end) - time))
    const bend = (own: ArcEnd, at: Vector, sign: number): [number, number] => {
      const degrees = DEGREES[own.direction]
      const angle = ((degrees ?? 0) * Math.PI) / 180
      const far = degrees === undefined ? 0 : sign * REACH * Math.max(-4, Math.min(4, own.reach))
      return [at[0] + far * Math.sin(angle), at[1] - far * Math.cos(angle)]
    }
    const [facing, last] = [lanes.facing(from, ends[0].turn), lanes.facing(end, ends[1].turn)]
    // The shorter way round.
    const turn = ((((last - facing + 180) % 360) + 360) % 360) - 180
    const corners = [head, bend(ends[0], head, 1), bend(ends[1], tail, -1), tail]
    const [one, other]: [Vector[], Vector[]] = [[], []]
    for (let step = 0; step <= STEPS; step++) {
      const share = step / STEPS
      const at = from + (end - from) * share
      if (at < time || at > time + lanes.seen + 0.3) continue
      const weights = [(1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share ** 2 * (1 - share), share ** 3]
      const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner, index) => sum + corner[axis] * weights[index], 0))
      const z = lanes.along(at - time)
      const rotation = rotationAround([0, 1, 0], -turn * share)
      one.push(turned([x - 0.05, y, z], rotation))
      other.push(turned([x + 0.05, y, z], rotation))
    }
    space.face(facing)
    space.ribbon(one, other, colors[color] ?? colors[0], 0.7)
  }
  space.face(0)
}
