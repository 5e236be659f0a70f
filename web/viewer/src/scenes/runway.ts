// SPDX-License-Identifier: MIT
// Where Beat Saber is played.
import type { Space } from '../draw/space.js'
import { mixedColor } from '../draw/theme.js'
import type { Lights } from '../maps/lights.js'
import { rotationAround, type Vector } from '../series.js'
import { LEFT, RIGHT } from './avatar.js'

/** Groups of lamps, as maps/lights.ts numbers them. */
const BEHIND = 0
const RINGS = 1
const LASERS = [2, 3] as const
const LANES = 4
const COLORS = [LEFT, RIGHT, '#ffffff']
/** Lasers of a side. */
const BEAMS = 4
/** Where the rings are, from the nearest to the farthest. */
const RING_DEPTHS = [-13, -21, -29, -37, -45, -53]
const SIDES = [
  [-1, LEFT],
  [1, RIGHT],
] as const

interface Lit {
  readonly color: string
  /** 1: as bright as usual. */
  readonly strength: number
}

/** How a group shines, or, without the lights of a map, always in this colour. */
function litBy(lights: Lights | null, group: number, time: number, usual: string): Lit {
  if (!lights) return { color: usual, strength: 1 }
  const { color, strength } = lights.shine(group, time)
  return { color: COLORS[color], strength }
}

/** The colour of a lamp that is on, off or between; in steps, of which each has to be known once only. */
const bodyOf = (space: Space, { color, strength }: Lit): string =>
  strength >= 1 ? color : mixedColor(space.theme.line, color, Math.round(strength * 8) / 8)

/** Lasers from beside the lanes, which swing. They stay outside of the lanes, so that none hides a note. */
function drawBeams(space: Space, lights: Lights, time: number): void {
  SIDES.forEach(([side], index) => {
    const { color, strength } = litBy(lights, LASERS[index], time, '')
    if (strength < 0.02) return
    const swing = lights.swing(index, time)
    for (let beam = 0; beam < BEAMS; beam++) {
      const lean = 0.25 + 0.3 * Math.sin(swing + beam * 0.9)
      const from: Vector = [side * 4.5, -0.6, -14 - beam * 9]
      const to: Vector = [side * (4.5 + 22 * Math.sin(lean)), 22 * Math.cos(lean), from[2] - 4]
      space.light(from, to, 0.4, color, 0.55 * Math.min(1.5, strength))
    }
  })
}

/** Squares around the lanes, each turned a little more than the one before it. */
function drawRings(space: Space, lights: Lights, time: number): void {
  const lit = litBy(lights, RINGS, time, '')
  const body = bodyOf(space, lit)
  const turns = lights.turns(time)
  RING_DEPTHS.forEach((z, index) => {
    const degrees = 45 + turns * (30 + 6 * index)
    for (let edge = 0; edge < 4; edge++) {
      const turn = rotationAround([0, 0, 1], degrees + 90 * edge)
      const angle = ((degrees + 90 * edge) * Math.PI) / 180
      const at: Vector = [-7 * Math.sin(angle), 2 + 7 * Math.cos(angle), z]
      space.solid('box', at, [14.1, 0.11, 0.11], body, { rotation: turn, glow: 0.2 + 0.7 * Math.min(1, lit.strength) })
      if (lit.strength < 0.02) continue
      const half: Vector = [7 * Math.cos(angle), 7 * Math.sin(angle), 0]
      const end = (way: number): Vector => [at[0] + way * half[0], at[1] + way * half[1], z]
      space.light(end(-1), end(1), 0.4, lit.color, 0.3 * Math.min(1.5, lit.strength))
    }
  })
}

/** A platform and a runway that reflect, with lanes, and lights beside them that show how far things are: those of the map, if it has some. */
export function drawStage(space: Space, lights: Lights | null, time: number): void {
  const { theme } = space
  space.floor(-1.5, -1, 1.5, 1.2, theme.surface)
  space.floor(-1.25, -60, 1.25, -1, theme.surface)
  for (const x of [-0.6, 0, 0.6]) space.line([x, 0.005, -1], [x, 0.005, -60], theme.line, 0.7)
  for (let z = -2; z > -60; z -= 2) space.line([-1.25, 0.005, z], [1.25, 0.005, z], theme.line, 0.35)
  SIDES.forEach(([side, usual], index) => {
    const lane = litBy(lights, LANES, time, usual)
    const post = litBy(lights, LASERS[index], time, usual)
    const back = litBy(lights, BEHIND, time, usual)
    space.solid('box', [side * 1.27, 0, -30], [0.04, 0.03, 60], bodyOf(space, lane), { glow: 0.7 })
    space.light([side * 1.27, 0.02, -1], [side * 1.27, 0.02, -40], 0.3, lane.color, 0.4 * lane.strength)
    space.light([side * 1.5, 0, 1.2], [side * 1.5, 0, -1], 0.2, lane.color, 0.35 * lane.strength)
    for (let z = -5; z > -60; z -= 5) {
      const [x, far] = [side * (3.4 - z * 0.02), 1 + z / 60]
      space.solid('box', [x, 1.7, z], [0.08, 3.4, 0.08], theme.line, { glow: 0.25 })
      space.solid('box', [x - side * 0.05, 1.7, z], [0.03, 3.2, 0.03], bodyOf(space, post), { glow: 0.9 })
      space.light([x, 0.2, z], [x, 3.3, z], 0.55, post.color, 0.4 * far * post.strength)
      space.solid('box', [x, -0.3, z], [0.5, 0.6, 0.5], theme.surface)
    }
    space.light([side * 9, 3, -57], [side * 9, 3, -57], 13, back.color, 0.22 * back.strength)
  })
  if (!lights) return
  drawRings(space, lights, time)
  drawBeams(space, lights, time)
}
