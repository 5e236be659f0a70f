// SPDX-License-Identifier: MIT
// Echo VR: the arena with its goals, players with body and hands, the disc and its trail.
//
// Files have x to the left, y up and z ahead, which is a rotation of WebGL's axes, so positions are used as they are. The goals are
// 36 m from the middle, the blue one at negative z. The outline of the arena is roughly that of the game.
import { COLORS, mixedColor } from '../draw/theme.js'
import type { Dot } from '../draw/labels.js'
import type { SolidStyle, Space, View } from '../draw/space.js'
import { timeText } from '../player/clock.js'
import { type EventKind, type PlayEvent, sorted } from '../player/events.js'
import type { Rows } from '../replay/rows.js'
import { between, mix, mixRotations, rising, rotationOfAxes, type Rotation, rowAt, spanOf, turned, type Vector } from '../series.js'
import { formatNumber, texts } from '../texts.js'
import { apart, Calm } from './calm.js'
import { Followed } from './followed.js'
import type { Card, Curve, Figure, Play, SceneType, SpaceScene } from './scene.js'
import { echoStory } from './stories.js'

const words = texts.echo
const TEAMS = [COLORS.blue, COLORS.orange, COLORS.grey]
const DISC = '#f4f6fa'
const GOAL = 36
const TRAIL = 1.2
const TRAIL_STEPS = 30
/** The inside of the arena: half its length and width, as in src/plot/echo/floor.c. */
const LONG = 40
const WIDE = 15
/** Metres from the middle from which the camera stands as far inside as it does. */
const INSIDE = 15
/** Metres a second: who is faster counts the same. */
const FAST = 10
/** Metres from the camera from which players and the disc are drawn larger than they are, so that they are seen. */
const NEAR = 11
/** Seconds before and after a goal that are worth seeing. */
const RUN = [6, 2] as const
/** Tiles of the ground where players were: how large, and how many at most. */
const TILE = 2
const MOST_TILES = 900
/** How the cameras are calmed: seconds before and after a time over which they are smoothed, with the disc, without it, and behind a player. */
const CALM_DISC = 0.5
const CALM_COMBAT = 2
const CALM_PLAYER = 0.7
/** Cameras are asked so many times in what they are smoothed over, before and after. */
const CALM_STEPS = 8
/** Metres that a camera goes between two of those; farther it cuts, as after a goal. */
const CUT = 10
/** How far the camera stands off where nobody is. */
const FAR = 12
/** A gap in the recording longer than this is not crossed. */
const LONGEST_STEP = 1
/** A longer way from frame to frame is a jump: a respawn, a goal. */
const JUMP = 8
/** Bones of the arms, from shoulders to elbows to wrists. The meaning of the others is not known. */
const ARMS = [
  [2, 4],
  [4, 6],
  [3, 5],
  [5, 7],
] as const

const kinds = {
  goal: { id: 'goal', name: words.goalMark, shape: 'diamond', color: COLORS.green, chapter: true },
  save: { id: 'save', name: words.save, shape: 'square', color: COLORS.sky },
  steal: { id: 'steal', name: words.steal, shape: 'triangle', color: COLORS.purple },
  stun: { id: 'stun', name: words.stun, shape: 'cross', color: COLORS.vermillion },
  shot: { id: 'shot', name: words.shot, shape: 'circle', color: COLORS.yellow },
  pass: { id: 'pass', name: words.pass, shape: 'circle', color: COLORS.grey },
  round: { id: 'round', name: words.round, shape: 'bar', color: COLORS.blue },
  pause: { id: 'pause', name: words.pause, shape: 'bar', color: COLORS.grey },
} as const satisfies Record<string, EventKind>

// echo_event_kind of include/reel/echo.h, from 0.
const eventKinds = [kinds.goal, kinds.save, kinds.pass, kinds.steal, kinds.pass, kinds.save, kinds.steal, kinds.shot, kinds.stun]

const vector = (name: string): string[] => ['x', 'y', 'z'].map((axis) => `${name}_${axis}`)
const rotation = (name: string): string[] => ['x', 'y', 'z', 'w'].map((axis) => `${name}_rotation_${axis}`)
const axes = (name: string): string[] => ['left', 'up', 'forward'].map((axis) => (name ? `${name}_${axis}` : axis))

/** Vectors of one thing, by row. */
class Vectors {
  private readonly columns: ArrayLike<number>[]

  constructor(rows: Rows, ...names: string[]) {
    this.columns = ['x', 'y', 'z'].map((axis) => rows.either(...names.map((name) => `${name}_${axis}`)))
  }

  at(row: number): Vector {
    return this.columns.map((values) => values[row] ?? NaN) as Vector
  }

  /** Between two rows; the first one if the way is a jump. */
  mixed(from: number, to: number, share: number): Vector {
    const [a, b] = [this.at(from), this.at(to)]
    if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > JUMP) return a
    return a.map((value, axis) => mix(value, b[axis], share)) as Vector
  }
}

const finite = (point: Readonly<Vector>): boolean => Number.isFinite(point[0] + point[1] + point[2])

/** How a part is turned: a quaternion in one format, three axes in others. */
class Turns {
  private readonly quaternion: ArrayLike<number>[] | null
  private readonly axes: Vectors[] | null

  constructor(rows: Rows, part: string) {
    this.quaternion = rows.has(`${part}_rotation_x`) ? rotation(part).map((name) => rows.numbers(name)) : null
    const known = rows.filled(`${part}_forward_x`) ? part : rows.filled('forward_x') ? '' : null
    this.axes = known === null ? null : axes(known).map((name) => new Vectors(rows, name))
  }

  private at(row: number): Rotation {
    if (this.quaternion) {
      const [x, y, z, w] = this.quaternion.map((values) => values[row])
      // Parts face along +z in files and along −z here: half a turn around y first.
      return [-z, w, x, -y]
    }
    if (!this.axes) return [0, 0, 0, 1]
    const [left, up, forward] = this.axes.map((axis) => axis.at(row))
    return rotationOfAxes([-left[0], -left[1], -left[2]], up, [-forward[0], -forward[1], -forward[2]])
  }

  mixed(from: number, to: number, share: number): Rotation {
    return mixRotations(this.at(from), this.at(to), share)
  }
}

/** The first row of each frame, and the number of all rows. */
function firstRows(rows: Rows, frames: Rows): Int32Array {
  const numbers = frames.numbers('frame')
  const of = rows.numbers('frame')
  const first = new Int32Array(frames.length + 1)
  for (let frame = 0, row = 0; frame <= frames.length; frame++) {
    while (row < rows.length && (frame === frames.length || of[row] < numbers[frame])) row++
    first[frame] = row
  }
  return first
}

/**
 * Skeletons, where a recording has them: points in the axes of a body, from its middle. It does not say whose they are; as many as there
 * are players, they are taken in the order of these.
 */
class Skeletons {
  private readonly first: Int32Array
  private readonly positions: Vectors
  private readonly skeleton: ArrayLike<number>
  private readonly bone: ArrayLike<number>

  constructor(rows: Rows, frames: Rows) {
    this.first = firstRows(rows, frames)
    this.positions = new Vectors(rows, 'position')
    ;[this.skeleton, this.bone] = ['player', 'bone'].map((name) => rows.numbers(name)) as [ArrayLike<number>, ArrayLike<number>]
  }

  /** The rows of a frame by skeleton, and by bone. */
  of(frame: number): number[][] {
    const found: number[][] = []
    for (let row = this.first[frame]; row < this.first[frame + 1]; row++) (found[this.skeleton[row]] ??= [])[this.bone[row]] = row
    return found
  }

  /** Where the bones of one are between two frames. */
  mixed(bones: readonly number[], after: readonly number[], share: number): Vector[] {
    return bones.map((row, bone) => this.positions.mixed(row, after[bone] ?? row, share))
  }
}

/** Which rows of players belong to which frame, and how heads are turned. */
class Players {
  private readonly first: Int32Array
  private readonly names: string[]
  private readonly head: Vectors
  private readonly body: Vectors
  private readonly hands: Vectors[]
  private readonly turns: { head: Turns; body: Turns }
  private readonly team: ArrayLike<number>
  private readonly stunned: ArrayLike<number>
  private readonly possession: ArrayLike<number>

  private readonly skeletons: Skeletons

  constructor(
    private readonly rows: Rows,
    frames: Rows,
    bones: Rows,
  ) {
    this.skeletons = new Skeletons(bones, frames)
    this.first = firstRows(rows, frames)
    this.names = Array.from({ length: rows.length }, (_, row) => rows.text('name', row))
    this.head = new Vectors(rows, 'head', 'position')
    this.body = new Vectors(rows, 'body', 'position')
    this.hands = [new Vectors(rows, 'left_hand'), new Vectors(rows, 'right_hand')]
    this.turns = { head: new Turns(rows, 'head'), body: new Turns(rows, 'body') }
    ;[this.team, this.stunned, this.possession] = ['team', 'stunned', 'possession'].map((name) => rows.numbers(name)) as [
      ArrayLike<number>,
      ArrayLike<number>,
      ArrayLike<number>,
    ]
  }

  /** The rows of a frame. */
  of(frame: number): number[] {
    const [from, to] = [this.first[frame] ?? 0, this.first[frame + 1] ?? 0]
    return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  }

  /** All names, of those who play first. */
  get everyone(): string[] {
    const teams = new Map<string, number>()
    for (let row = 0; row < this.rows.length; row++) if (this.names[row]) teams.set(this.names[row], this.team[row])
    return [...teams].sort((a, b) => a[1] - b[1]).map(([name]) => name)
  }

  at(frame: number, next: number, share: number): Player[] {
    const [rows, after] = [this.of(frame), this.of(next)]
    // Cameras ask for players at many times, and not for their bones.
    let shared: { before: number[][]; after: number[][]; boned: readonly number[] } | undefined
    const bonesOf = (row: number): Vector[] => {
      if (!shared) {
        const before = this.skeletons.of(frame)
        const boned = [rows, rows.filter((other) => this.team[other] < 2)].find(({ length }) => length === before.length) ?? []
        shared = { before, after: this.skeletons.of(next), boned }
      }
      const skeleton = shared.boned.indexOf(row)
      return this.skeletons.mixed(shared.before[skeleton] ?? [], shared.after[skeleton] ?? [], share)
    }
    const found: Player[] = []
    for (const row of rows) {
      const name = this.names[row]
      const to = after.find((other) => this.names[other] === name) ?? row
      const head = this.head.mixed(row, to, share)
      if (!finite(head)) continue
      found.push({
        name,
        team: this.team[row],
        stunned: this.stunned[row] === 1,
        possession: this.possession[row] === 1,
        head,
        body: this.body.mixed(row, to, share),
        hands: this.hands.map((hand) => hand.mixed(row, to, share)),
        rotation: this.turns.head.mixed(row, to, share),
        bodyRotation: this.turns.body.mixed(row, to, share),
        bones: () => bonesOf(row),
      })
    }
    return found
  }
}

interface Player {
  readonly name: string
  readonly team: number
  readonly stunned: boolean
  readonly possession: boolean
  readonly head: Vector
  readonly body: Vector
  readonly hands: readonly Vector[]
  readonly rotation: Rotation
  readonly bodyRotation: Rotation
  /** From the middle of the body: to the left, up, ahead. */
  readonly bones: () => readonly Vector[]
}

/** How much larger a thing is drawn that is far away. */
const enlarged = (space: Space, at: Vector): number => Math.min(2.4, Math.max(1, space.away(at) / NEAR))

/** The bones as points, and the arms between theirs; false: there are none. */
function drawBones(space: Space, { body, bodyRotation, bones }: Player, color: string, scale: number, style: SolidStyle): boolean {
  if (!finite(body)) return false
  const places = bones().map(([left, up, ahead]): Vector => {
    const [x, y, z] = turned([-left * scale, up * scale, -ahead * scale], bodyRotation)
    return [body[0] + x, body[1] + y, body[2] + z]
  })
  // Not each bone is there in each frame.
  places.forEach((at) => finite(at) && space.solid('bead', at, [0.13 * scale, 0.13 * scale, 0.13 * scale], color, style))
  for (const [from, to] of ARMS)
    if (places[from] && places[to] && finite(places[from]) && finite(places[to]))
      space.limb(places[from], places[to], 0.09 * scale, color, { alpha: style.alpha })
  return places.length > 0
}

function drawPlayer(space: Space, player: Player, named: boolean): void {
  const color = TEAMS[player.team] ?? COLORS.grey
  const { head, rotation, bodyRotation } = player
  const scale = enlarged(space, head)
  const sized = (x: number, y: number, z: number): Vector => [x * scale, y * scale, z * scale]
  const part = (x: number, y: number, z: number, turn = bodyRotation): Vector => {
    const offset = turned(sized(x, y, z), turn)
    return [head[0] + offset[0], head[1] + offset[1], head[2] + offset[2]]
  }
  const style = { rotation: bodyRotation, glow: player.stunned ? 0 : 0.25, alpha: player.stunned ? 0.45 : 1 }
  space.solid('sphere', head, sized(0.42, 0.46, 0.46), color, { ...style, rotation })
  space.solid('box', part(0, 0.02, -0.2, rotation), sized(0.34, 0.14, 0.1), '#4a5160', { ...style, rotation })
  const boned = drawBones(space, player, color, scale, style)
  if (!boned) {
    space.solid('box', part(0, -0.62, 0.08), sized(0.52, 0.7, 0.3), color, style)
    space.solid('rod', part(0, -1.2, 0.16), sized(0.34, 0.34, 0.5), '#5b6270', style)
  }
  for (const hand of player.hands) {
    if (!finite(hand) || Math.hypot(hand[0] - head[0], hand[1] - head[1], hand[2] - head[2]) > 3) continue
    space.solid('sphere', hand, sized(0.22, 0.22, 0.22), color, style)
    if (boned) continue
    const [left, right] = [part(-0.26, -0.35, 0.05), part(0.26, -0.35, 0.05)]
    space.limb(distance(left, hand) < distance(right, hand) ? left : right, hand, 0.1 * scale, color, { alpha: style.alpha })
  }
  if (player.stunned) space.solid('spikes', part(0, 0.55, 0), sized(0.34, 0.34, 0.34), kinds.stun.color, { glow: 1 })
  if (player.possession)
    space.solid('ring', part(0, 0.45, 0), sized(0.55, 0.55, 0.55), DISC, { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], glow: 1 })
  if (named) space.label([head[0], head[1] + 0.5 + 0.4 * scale, head[2]], player.name, space.theme.text, 13)
}

/** A tunnel of eight sides with two goals, and a floor to see heights by. `wider`: how much, so that all players are inside. */
function drawArena(space: Space, wider: number): void {
  const { theme } = space
  const outline: [number, number][] = [
    [-16, -5],
    [-11, -10],
    [11, -10],
    [16, -5],
    [16, 5],
    [11, 10],
    [-11, 10],
    [-16, 5],
  ].map(([x, y]) => [x * wider, y > 0 ? y * wider : y])
  const depths = [-40, -30, -20, -10, 0, 10, 20, 30, 40]
  const inside: Vector = [0, 0, 0]
  depths.forEach((z, index) => {
    outline.forEach(([x, y], corner) => {
      const [nextX, nextY] = outline[(corner + 1) % outline.length]
      space.line([x, y, z], [nextX, nextY, z], theme.line, z % 20 === 0 ? 0.9 : 0.4)
      if (index === 0) return
      const before = depths[index - 1]
      space.line([x, y, before], [x, y, z], theme.line, 0.9)
      // The nearer to a goal, the more of its team's colour.
      const middle = (before + z) / 2
      const share = (corner === 1 ? 0.1 : 0.16) + 0.3 * (Math.abs(middle) / LONG) ** 2
      const color = mixedColor(corner === 1 ? theme.surface : theme.background, TEAMS[middle < 0 ? 0 : 1], share)
      space.wall(
        [
          [x, y, before],
          [nextX, nextY, before],
          [nextX, nextY, z],
          [x, y, z],
        ],
        inside,
        color,
        0.92,
      )
    })
  })
  ;[-1, 1].forEach((side, team) => {
    const color = TEAMS[team]
    space.solid('ring', [0, 0, side * GOAL], [3, 3, 3], color, { glow: 0.8 })
    space.light([0, 0, side * GOAL], [0, 0, side * GOAL], 5, color, 0.5)
    space.solid('ring', [0, 0, side * (GOAL + 0.5)], [3.5, 3.5, 3.5], color, { glow: 0.3 })
    space.quad(
      [
        [-11, -9.97, side * 30],
        [11, -9.97, side * 30],
        [11, -9.97, side * 40],
        [-11, -9.97, side * 40],
      ],
      color,
      0.25,
    )
  })
}

function findEvents(play: Play): PlayEvent[] {
  const found: PlayEvent[] = []
  const goals = play.table('stats.goals')
  const [goalTime, team, points, speed, far] = ['time', 'team', 'goal_points', 'disc_speed', 'distance'].map((name) => goals.numbers(name))
  for (let row = 0; row < goals.length; row++) {
    const text = words.scored(words.teams[team[row]] ?? '', points[row], goals.text('scorer', row))
    found.push({
      time: goalTime[row],
      kind: kinds.goal,
      text: `${text}${words.thrown(speed[row], far[row])}`,
      run: { from: goalTime[row] - RUN[0], to: goalTime[row] + RUN[1], slow: [goalTime[row]] },
    })
  }
  const events = play.table('stats.events')
  const [time, kind] = ['time', 'kind'].map((name) => events.numbers(name))
  for (let row = 0; row < events.length; row++) {
    const is = kind[row] === 0 ? kinds.pass : eventKinds[kind[row]]
    if (is) found.push({ time: time[row], kind: is, text: words.did(events.text('name', row), words.events[kind[row]] ?? '') })
  }
  const rounds = play.table('stats.rounds')
  const [start, round] = ['start', 'round'].map((name) => rounds.numbers(name))
  for (let row = 0; row < rounds.length; row++) found.push({ time: start[row], kind: kinds.round, text: words.roundStart(round[row]) })
  for (const time of Array.from(play.table('stats.pauses').numbers('start'))) found.push({ time, kind: kinds.pause, text: words.paused })
  return sorted(found)
}

const isInside = ([x, , z]: Vector): boolean => Math.abs(z) < LONG && Math.abs(x) < WIDE + 2

/** How much wider than its outline the arena has to be drawn so that players are inside; a few are far out, and do not count. */
function widthOf(rows: Rows): number {
  const wide = (axis: string, half: number): number => {
    const values = Float64Array.from(rows.either(`head_${axis}`, `position_${axis}`), Math.abs).filter((value) => value < 2 * half)
    return values.length > 0 ? values.sort()[Math.floor((values.length - 1) * 0.995)] / half : 0
  }
  return Math.max(1, wide('x', 15), wide('y', 9.5))
}

/** The space that players use, without the few who are far out. */
function fieldOf(rows: Rows): { middle: Vector; reach: number } {
  const middle: Vector = [0, 0, 0]
  let reach = 10
  ;['x', 'y', 'z'].forEach((axis, index) => {
    const values = Float64Array.from(rows.either(`head_${axis}`, `position_${axis}`))
      .filter(Number.isFinite)
      .sort()
    if (values.length === 0) return
    const [low, high] = [values[Math.floor(values.length * 0.02)], values[Math.floor((values.length - 1) * 0.98)]]
    middle[index] = (low + high) / 2
    reach = Math.max(reach, (high - low) / 2)
  })
  return { middle, reach }
}

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** When most players are in the map, and fast: the rule of `reel plot --thumbnail`, in src/plot/echo/scene.c. And when the first one is. */
function momentsOf(rows: Rows, withDisc: boolean): { first: number; most: number } {
  const [frame, time, team] = ['frame', 'time', 'team'].map((name) => rows.numbers(name))
  const heads = new Vectors(rows, 'head', 'position')
  const speeds = new Vectors(rows, 'velocity')
  let [first, best, most, inside] = [NaN, NaN, 0, 0]
  for (let row = 0; row < rows.length; row++) {
    if (row === 0 || frame[row] !== frame[row - 1]) inside = 0
    const [x, y, z] = heads.at(row)
    const here = Math.abs(x) + Math.abs(y) + Math.abs(z) < 1500 && (!withDisc || (Math.abs(z) < LONG && Math.abs(x) < WIDE))
    if (!(team[row] < 2) || !here) continue
    const [vx, vy, vz] = speeds.at(row)
    const speed = Math.sqrt(vx * vx + vy * vy + vz * vz)
    inside += 1 + (speed >= 0 ? Math.min(speed, FAST) / FAST : 0)
    if (!(inside > most) || !Number.isFinite(time[row])) continue
    if (most === 0) first = time[row]
    most = inside
    best = time[row]
  }
  return { first, most: best }
}

/** The ground of a map without an outline: the lowest place where players were in each square, a little below them. */
function groundOf(rows: Rows): Vector[] {
  const team = rows.numbers('team')
  const heads = new Vectors(rows, 'head', 'position')
  const lowest = new Map<string, Vector>()
  for (let row = 0; row < rows.length; row++) {
    const [x, y, z] = heads.at(row)
    if (!(team[row] < 2) || !(Math.abs(x) + Math.abs(y) + Math.abs(z) < 1500)) continue
    const at: Vector = [Math.round(x / TILE) * TILE, y - 1.8, Math.round(z / TILE) * TILE]
    const key = `${at[0]} ${at[2]}`
    const known = lowest.get(key)
    if (known) known[1] = Math.min(known[1], at[1])
    else if (lowest.size < MOST_TILES) lowest.set(key, at)
  }
  return [...lowest.values()]
}

/** A point that is at most 10 m from the nearest of others: the given one, or one between both. */
function nearTo(point: Vector, others: Vector[]): Vector {
  const [nearest] = others.slice().sort((a, b) => distance(a, point) - distance(b, point))
  const away = nearest ? distance(nearest, point) : 0
  if (!nearest || !(away > 10)) return point
  const share = 1 - 10 / away
  return [0, 1, 2].map((axis) => point[axis] + share * (nearest[axis] - point[axis])) as Vector
}

/** Whom a camera follows; null: nobody. */
const nameIn = (camera: string): string | null => (camera.startsWith('player:') ? camera.slice('player:'.length) : null)

class Match {
  private readonly calm = new Map<string, Calm>()
  readonly frames: Rows
  readonly players: Players
  readonly times: ArrayLike<number>
  readonly withDisc: boolean
  private readonly disc: Vectors
  private readonly field: { middle: Vector; reach: number }
  readonly moments: { first: number; most: number }
  private readonly wider: number
  private readonly ground: Vector[]
  private readonly followed: Followed | null

  constructor(play: Play) {
    this.frames = play.table('frames')
    this.times = rising(this.frames.numbers('time'))
    this.players = new Players(play.table('players'), this.frames, play.table('bones'))
    this.disc = new Vectors(this.frames, 'disc_position')
    const has = this.frames.numbers('has')
    // Combat has no disc; include/reel/butter.h, ECHO_HAS_DISC.
    this.withDisc = Array.from(has).some((bits) => (bits & 32) !== 0)
    const players = play.table('players')
    this.field = fieldOf(players)
    this.moments = momentsOf(players, this.withDisc)
    this.ground = this.withDisc ? [] : groundOf(players)
    this.wider = this.withDisc ? widthOf(players) : 1
    const { start, end } = spanOf(this.times)
    this.followed = this.withDisc ? null : new Followed(start, end, (time) => this.playersAt(time).filter(({ team }) => team < 2))
  }

  discAt(time: number): Vector | null {
    if (!this.withDisc || this.frames.length === 0) return null
    const { from, to, share } = between(this.times, time, LONGEST_STEP)
    const at = this.disc.mixed(from, to, share)
    return finite(at) ? at : null
  }

  playersAt(time: number): Player[] {
    if (this.frames.length === 0) return []
    const { from, to, share } = between(this.times, time, LONGEST_STEP)
    return this.players.at(from, to, share)
  }

  /** What is worth looking at: the disc, but near a player while it is parked outside; without it, the player among most others. */
  private focusAt(time: number, heads: readonly Player[]): Vector | null {
    const disc = this.discAt(time)
    if (disc)
      return isInside(disc)
        ? disc
        : nearTo(
            disc,
            heads.map(({ head }) => head),
          )
    const name = this.followed?.at(time)
    return heads.find((one) => one.name === name)?.head ?? null
  }

  /** What the action's camera looks at, and how far it stands off: so that those who are near are in the picture. */
  private action(time: number): number[] | null {
    const heads = this.playersAt(time).filter(({ team }) => team < 2)
    const focus = this.focusAt(time, heads)
    if (!focus) return null
    const away = heads.map(({ head }) => distance(head, focus)).sort((a, b) => a - b)
    const reach = away[Math.min(this.withDisc ? 2 : 4, away.length - 1)] ?? 9
    return [...focus, Math.max(8, Math.min(28, 4 + 0.9 * reach))]
  }

  /** Behind a player: the eye and what it looks at. */
  private behind(time: number, name: string): number[] | null {
    const player = this.playersAt(time).find((one) => one.name === name)
    if (!player) return null
    const { head, rotation } = player
    return [turned([0, 1.1, 4], rotation), turned([0, 0, -8], rotation)].flatMap((way) => way.map((value, axis) => head[axis] + value))
  }

  private calmOf(camera: string): Calm {
    let calm = this.calm.get(camera)
    if (calm) return calm
    const name = nameIn(camera)
    const reach = name !== null ? CALM_PLAYER : this.withDisc ? CALM_DISC : CALM_COMBAT
    const cuts = (before: readonly number[], after: readonly number[]): boolean => apart(before, after) > CUT
    calm = new Calm((time) => (name !== null ? this.behind(time, name) : this.action(time)), { step: reach / CALM_STEPS, reach, cuts })
    this.calm.set(camera, calm)
    return calm
  }

  view(time: number, camera: string): View {
    const { middle, reach } = this.field
    if (camera === 'field') {
      if (this.withDisc) return { eye: [40, 26, 42], target: [0, -3, 0] }
      return { eye: [middle[0] + 0.8 * reach, middle[1] + reach, middle[2] + 0.8 * reach], target: middle }
    }
    const name = nameIn(camera)
    const followed = name === null ? null : this.calmOf(camera).at(time)
    if (followed) {
      const [eyeX, eyeY, eyeZ, x, y, z] = followed
      return { eye: [eyeX, eyeY, eyeZ], target: [x, y, z], angle: 70 }
    }
    const [x, y, z, far] = this.calmOf('action').at(time) ?? [...middle, FAR]
    const focus: Vector = [x, y, z]
    if (camera === 'top') return { eye: [x, y + 26, z + 0.1], target: focus }
    // Not under the eye, where it would turn round.
    if (camera === 'goal') return { eye: [0, 4, 46], target: [x / 2, y / 2, Math.min(z, GOAL - 6)] }
    // From the middle of the arena, so that no goal is in front of what happens at it.
    const along = this.withDisc ? 0.5 * Math.max(-1, Math.min(1, -z / INSIDE)) : 0.5
    return { eye: [x + 0.72 * far, y + 0.38 * far, z + along * far], target: focus }
  }

  drawDisc(space: Space, time: number): void {
    const at = this.discAt(time)
    if (!at) return
    const scale = enlarged(space, at)
    space.solid('sphere', at, [0.8 * scale, 0.8 * scale, 0.3 * scale], DISC, { glow: 0.9 })
    space.light(at, at, 1.5 * scale, COLORS.green, 0.7)
    space.solid('ring', at, [0.85 * scale, 0.85 * scale, scale], COLORS.green, { glow: 1 })
    const [one, other]: [Vector[], Vector[]] = [[], []]
    for (let step = 0; step < TRAIL_STEPS; step++) {
      const then = this.discAt(time - (step * TRAIL) / TRAIL_STEPS)
      const before = one[one.length - 1]
      if (!then || (before && Math.hypot(then[0] - before[0], then[2] - before[2]) > JUMP)) break
      one.push([then[0], then[1] + 0.18, then[2]])
      other.push([then[0], then[1] - 0.18, then[2]])
    }
    space.ribbon(one, other, COLORS.green, 0.6)
    for (let step = 1; step < one.length; step++)
      space.light(one[step - 1], one[step], 0.4 * scale, COLORS.green, 0.3 * (1 - step / one.length))
    // A line down to the floor shows how high the disc is.
    space.line(at, [at[0], -10, at[2]], COLORS.green, 0.5)
    space.solid('ring', [at[0], -9.95, at[2]], [0.8, 0.8, 0.2], COLORS.green, { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], alpha: 0.7 })
  }

  /** The match from above, blue's goal to the left. */
  drawBoard(space: Space, time: number, players: readonly Player[]): void {
    const { middle, reach } = this.withDisc ? { middle: [0, 0, 0], reach: LONG } : this.field
    const across = this.withDisc ? (WIDE + 1) * this.wider : reach
    const dot = (at: Vector, color: string, size: number): Dot => ({
      x: (at[2] - middle[2]) / reach,
      y: (at[0] - middle[0]) / across,
      color,
      size,
    })
    const disc = this.discAt(time)
    const neutral: [string, string] = [COLORS.grey, COLORS.grey]
    space.labels.board(reach / across, this.withDisc ? [TEAMS[0], TEAMS[1]] : neutral, [
      ...players.map(({ head, team, stunned }) => dot(head, TEAMS[team] ?? COLORS.grey, stunned ? 2.5 : 4)),
      ...(disc ? [dot(disc, COLORS.green, 3.5)] : []),
    ])
  }

  drawField(space: Space): void {
    if (this.withDisc) return drawArena(space, this.wider)
    const { middle, reach } = this.field
    const half = TILE * 0.48
    for (const [x, y, z] of this.ground)
      space.quad(
        [
          [x - half, y, z - half],
          [x + half, y, z - half],
          [x + half, y, z + half],
          [x - half, y, z + half],
        ],
        space.theme.line,
        0.4,
      )
    const floor = this.ground.reduce((low, [, y]) => Math.min(low, y), middle[1] - 6) - 0.1
    const step = Math.max(5, Math.round(reach / 10))
    for (let at = -reach; at <= reach; at += step) {
      space.line([middle[0] + at, floor, middle[2] - reach], [middle[0] + at, floor, middle[2] + reach], space.theme.line, 0.7)
      space.line([middle[0] - reach, floor, middle[2] + at], [middle[0] + reach, floor, middle[2] + at], space.theme.line, 0.7)
    }
  }
}

function curvesOf(match: Match): Curve[] {
  const { frames, times } = match
  const curves: Curve[] = []
  const [x, y, z] = vector('disc_velocity').map((name) => frames.numbers(name))
  if (match.withDisc && frames.has('disc_velocity_x')) {
    curves.push({
      name: words.discSpeed,
      unit: 'm/s',
      times,
      values: Float64Array.from(x, (value, row) => Math.hypot(value, y[row], z[row])),
      color: COLORS.green,
    })
  }
  curves.push({ name: words.bluePoints, times, values: frames.numbers('blue_points'), color: COLORS.blue, steps: true, race: true })
  curves.push({ name: words.orangePoints, times, values: frames.numbers('orange_points'), color: COLORS.orange, steps: true })
  return curves
}

/** The name of a map as players say it: mpl_combat_dyson is Combat: Dyson. Only one is called otherwise than in the game's files. */
export function mapName(map: string): string {
  const [mode, ...rest] = map
    .replace(/^mpl_(combat_gauss$)?/, (_, gauss) => (gauss ? 'combat_surge' : ''))
    .split('_')
    .filter((part) => part.length > 1)
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  return [mode, ...rest].filter(Boolean).map(capital).join(': ')
}

function titleOf(play: Play, withDisc: boolean): Card {
  const match = play.table('stats.match')
  const [blue, orange] = ['blue_points', 'orange_points'].map((name) => play.table('frames').numbers(name))
  const last = play.table('frames').length - 1
  const points = [blue[last], orange[last]].map((value) => formatNumber(Math.floor(value)))
  return {
    title: mapName(match.text('map', 0)) || (withDisc ? words.arenaMatch : words.combatMatch),
    lines: [blue[last] + orange[last] >= 0 ? words.result(points[0], points[1]) : '', match.text('client_name', 0)],
  }
}

function build(play: Play): SpaceScene {
  const match = new Match(play)
  const { frames, times } = match
  const [blue, orange, clock] = ['blue_points', 'orange_points', 'game_clock'].map((name) => frames.numbers(name))
  const [payload, payloadSpeed, checkpoint, defenders] = payloadColumns.map((name) => frames.numbers(name))
  const curves = curvesOf(match)
  const [card, events, span] = [titleOf(play, match.withDisc), findEvents(play), spanOf(times)]
  return {
    kind: 'space',
    ...span,
    frames: times,
    first: match.moments.first,
    moment: match.moments.most,
    card,
    story: echoStory(play, events, span.end - span.start, card),
    kinds: Object.values(kinds),
    events,
    curves,
    cameras: [
      { id: 'action', name: match.withDisc ? words.action : words.arena },
      { id: 'field', name: words.field },
      { id: 'top', name: words.top },
      ...(match.withDisc ? [{ id: 'goal', name: words.goal }] : []),
      ...match.players.everyone.slice(0, 16).map((name) => ({ id: `player:${name}`, name: words.follow(name) })),
    ],
    figures(time): Figure[] {
      const row = Math.max(0, rowAt(times, time))
      if (frames.length === 0) return []
      // In Combat they are shares of the way, which grow between two whole numbers.
      const points = (value: number): string => (Number.isFinite(value) ? formatNumber(Math.floor(value)) : '–')
      const speed = curves.find(({ name }) => name === words.discSpeed)?.values[row]
      return [
        { name: words.score, value: `${points(blue[row])} : ${points(orange[row])}`, large: true },
        { name: words.clock, value: timeText(clock[row]) },
        ...(speed === undefined || !(speed > 0) ? [] : [{ name: words.speed, value: `${speed.toFixed(1)} m/s` }]),
        // Where the payload is on the map is not recorded, but how far it has come.
        ...(Number.isFinite(payload[row])
          ? [{ name: words.payload, value: words.payloadAt(payload[row], payloadSpeed[row], checkpoint[row], defenders[row]) }]
          : []),
      ]
    },
    view: (time, camera) => match.view(time, camera),
    draw(space, time, camera, ghost) {
      if (!ghost) match.drawField(space)
      const players = match.playersAt(time).filter(({ team }) => team < 2)
      if (!ghost) match.drawBoard(space, time, players)
      for (const player of players) drawPlayer(space, player, !ghost && `player:${player.name}` !== camera)
      match.drawDisc(space, time)
    },
  }
}

const payloadColumns = ['payload_distance', 'payload_speed', 'checkpoint', 'defenders']
const parts = ['head', 'body', 'left_hand', 'right_hand', 'position']
export const echo: SceneType = {
  id: 'echo',
  game: 'Echo VR',
  needs: {
    'stats.match': ['map', 'client_name'],
    bones: ['frame', 'player', 'bone', ...vector('position')],
    frames: [
      'time',
      'frame',
      'has',
      ...payloadColumns,
      'game_clock',
      'blue_points',
      'orange_points',
      ...vector('disc_position'),
      ...vector('disc_velocity'),
    ],
    players: [
      'frame',
      'time',
      ...vector('velocity'),
      'name',
      'team',
      'stunned',
      'possession',
      ...parts.flatMap(vector),
      ...rotation('head'),
      ...rotation('body'),
      ...['', 'head', 'body'].flatMap(axes).flatMap(vector),
    ],
    'stats.goals': ['time', 'team', 'goal_points', 'scorer', 'disc_speed', 'distance'],
    'stats.events': ['time', 'kind', 'name'],
    'stats.rounds': ['start', 'round'],
    'stats.pauses': ['start'],
  },
  build,
}
