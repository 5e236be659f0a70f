// SPDX-License-Identifier: MIT
// The player of Beat Saber: poses over time, head, hands and sabres, and a body where it probably was.
import { COLORS } from '../draw/theme.js'
import type { Space } from '../draw/space.js'
import type { Rows } from '../replay/rows.js'
import { between, mix, mixRotations, rotationAround, type Rotation, rotationOfAxes, turned, type Vector, crossed, unit } from '../series.js'
import { apart, Calm } from './calm.js'

export const LEFT = COLORS.red
export const RIGHT = COLORS.blue
const TRAIL = 0.16
/** Through the player's own eyes a trail is shorter and at the tip only: it would cover what comes. */
const OWN_TRAIL = 0.07
const TRAIL_STEPS = 14
/** Seconds before and after a time over which a steady pose is the mean, and between the poses of that. */
const STEADY = 0.2
const STEADY_STEP = 0.04
/** Metres that a head goes in such a step, or a direction turns for one of length 1: farther it was put elsewhere. */
const PUT = 1
const SKIN = '#aab1bd'
const GEAR = '#4a5160'
const HAIR = '#6b5a4e'

export interface Pose {
  readonly position: Vector
  readonly rotation: Rotation
}

/** Poses of one thing over time. */
export class Track {
  private readonly position: ArrayLike<number>[]
  private readonly rotation: ArrayLike<number>[]

  constructor(
    private readonly times: ArrayLike<number>,
    frames: Rows,
    ...names: string[]
  ) {
    this.position = ['x', 'y', 'z'].map((axis) => frames.either(...names.map((name) => `${name}_position_${axis}`)))
    this.rotation = ['x', 'y', 'z', 'w'].map((axis) => frames.either(...names.map((name) => `${name}_rotation_${axis}`)))
  }

  at(time: number): Pose | null {
    const { from, to, share } = between(this.times, time, 1)
    const [x, y, z] = this.position.map((values) => mix(values[from], values[to], share))
    if (!Number.isFinite(x + y + z)) return null
    const turn = (row: number): Rotation => {
      const [qx, qy, qz, qw] = this.rotation.map((values) => values[row])
      return [-qx, -qy, qz, qw]
    }
    return { position: [x, y, -z], rotation: mixRotations(turn(from), turn(to), share) }
  }

  private readonly calm = new Calm(
    (time) => {
      const pose = this.at(time)
      return pose && [...pose.position, ...turned([0, 0, 1], pose.rotation), ...turned([0, 1, 0], pose.rotation)]
    },
    {
      step: STEADY_STEP,
      reach: STEADY,
      cuts: (before, after) => [0, 3, 6].some((from) => apart(before, after, from) > PUT),
    },
  )

  /** Without the small movements of a head, which make a picture through its eyes unsteady. */
  steady(time: number): Pose | null {
    const mean = this.calm.at(time)
    if (!mean) return null
    const [x, y, z, ...axes] = mean
    const back = unit(axes.slice(0, 3) as Vector)
    const right = unit(crossed(axes.slice(3) as Vector, back))
    return { position: [x, y, z], rotation: rotationOfAxes(right, crossed(back, right), back) }
  }
}

/** The length of an arm, from the shoulder to the grip. */
const ARM = 0.62
const HIP = 0.78

/** Where the elbow is, below the line from the shoulder to the hand: it bends as far as the arm is longer than that. */
function elbowOf(shoulder: Vector, hand: Vector): Vector {
  const length = Math.hypot(hand[0] - shoulder[0], hand[1] - shoulder[1], hand[2] - shoulder[2])
  const bend = Math.sqrt(Math.max(0, ARM * ARM - length * length)) / 2
  return [(shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2 - bend, (shoulder[2] + hand[2]) / 2]
}

/** The head with its headset; body, arms and legs: where they are follows from the head and the hands, as no file has a body. */
export function drawAvatar(space: Space, pose: Pose, hands: readonly (Pose | null)[]): void {
  const { rotation, position } = pose
  const part = (offset: Vector): Vector => {
    const [x, y, z] = turned(offset, rotation)
    return [position[0] + x, position[1] + y, position[2] + z]
  }
  space.solid('sphere', part([0, -0.02, 0.09]), [0.2, 0.26, 0.23], SKIN, { rotation })
  space.solid('sphere', part([0, 0.03, 0.105]), [0.208, 0.2, 0.236], HAIR, { rotation })
  space.solid('box', part([0, 0.005, 0.09]), [0.214, 0.035, 0.2], GEAR, { rotation })
  space.solid('box', part([0, 0, -0.01]), [0.2, 0.11, 0.11], GEAR, { rotation })
  space.solid('box', part([0, 0, -0.068]), [0.17, 0.07, 0.01], COLORS.sky, { rotation, glow: 0.6 })
  const [ahead, , side] = turned([0, 0, 1], rotation)
  const facing = rotationAround([0, 1, 0], (Math.atan2(ahead, side) * 180) / Math.PI)
  const below = (offset: Vector): Vector => {
    const [x, y, z] = turned(offset, facing)
    return [position[0] + x, Math.max(0.05, position[1] + y), position[2] + z]
  }
  const style = { rotation: facing, alpha: 0.55 }
  space.solid('rod', below([0, -0.2, 0.09]), [0.1, 0.1, 0.1], GEAR, style)
  space.solid('sphere', below([0, -0.42, 0.1]), [0.42, 0.42, 0.24], GEAR, style)
  space.solid('sphere', below([0, -0.68, 0.1]), [0.32, 0.4, 0.22], GEAR, style)
  for (const [index, side] of [-1, 1].entries()) {
    const [hip, foot] = [below([side * 0.09, -HIP, 0.1]), below([side * 0.14, -9, 0.1])]
    space.limb(hip, foot, 0.1, GEAR, { alpha: 0.55 })
    space.solid('box', [foot[0], 0.03, foot[2] - 0.04], [0.09, 0.06, 0.24], GEAR, style)
    const hand = hands[index]
    if (!hand) continue
    const shoulder = below([side * 0.2, -0.32, 0.1])
    const elbow = elbowOf(shoulder, hand.position)
    space.limb(shoulder, elbow, 0.07, GEAR, { alpha: 0.55 })
    space.limb(elbow, hand.position, 0.06, GEAR, { alpha: 0.55 })
  }
  space.spot([position[0], 0.01, position[2] + 0.1], 0.45, '#000000', 0.4)
}

/** A hand around the handle of a sabre: the back of the hand, fingers and thumb. */
function drawHand(space: Space, { position, rotation }: Pose, left: boolean): void {
  const part = (offset: Vector): Vector => {
    const [x, y, z] = turned([left ? offset[0] : -offset[0], offset[1], offset[2]], rotation)
    return [position[0] + x, position[1] + y, position[2] + z]
  }
  space.solid('sphere', part([-0.028, 0, 0.01]), [0.055, 0.085, 0.11], SKIN, { rotation })
  for (const z of [-0.032, -0.008, 0.016, 0.04]) space.solid('box', part([0.012, -0.012, z]), [0.065, 0.06, 0.02], SKIN, { rotation })
  space.solid('box', part([0, 0.036, -0.03]), [0.022, 0.022, 0.06], SKIN, { rotation })
}

export function drawSabre(space: Space, track: Track, time: number, color: string, ghost: boolean, own: boolean): void {
  const pose = track.at(time)
  if (!pose) return
  const point = ({ position, rotation }: Pose, ahead: number): Vector => {
    const [x, y, z] = turned([0, 0, -ahead], rotation)
    return [position[0] + x, position[1] + y, position[2] + z]
  }
  const { rotation } = pose
  // A bright core, and its light around it.
  space.solid('rod', point(pose, 0.56), [0.034, 0.034, 0.92], color, { rotation, glow: 1 })
  space.light(point(pose, 0.12), point(pose, 1.01), 0.035, '#ffffff', 0.7)
  space.light(point(pose, 0.1), point(pose, 1.02), ghost ? 0.06 : 0.2, color, 0.75)
  space.solid('rod', point(pose, 0), [0.05, 0.05, 0.22], GEAR, { rotation })
  drawHand(space, pose, color === LEFT)
  if (ghost) return
  const near: Vector[] = []
  const far: Vector[] = []
  for (let step = 0; step < TRAIL_STEPS; step++) {
    const then = track.at(time - (step * (own ? OWN_TRAIL : TRAIL)) / TRAIL_STEPS)
    if (!then) break
    near.push(point(then, own ? 0.8 : 0.35))
    far.push(point(then, 1.02))
  }
  space.ribbon(near, far, color, own ? 0.3 : 0.45)
  for (let step = 1; step < far.length; step++) space.light(far[step - 1], far[step], 0.09, color, 0.3 * (1 - step / far.length) ** 1.5)
}
