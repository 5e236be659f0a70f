// SPDX-License-Identifier: MIT
// Beat Saber: head, sabres with trails, notes as they arrive and are cut, walls and bombs.
//
// A replay says when a note was to be cut and what became of it, but not how fast it came: that is in the map. Without one, notes arrive
// in half a second, which is what most players choose. Files have Unity's axes, so z is turned round.
import { COLORS } from '../draw/theme.js'
import type { Space, View } from '../draw/space.js'
import type { EventKind, PlayEvent, Run } from '../player/events.js'
import { sorted } from '../player/events.js'
import type { Rows } from '../replay/rows.js'
import { busiest, combined, median, rising, rotationAround, rowAt, spanOf, turned, type Vector } from '../series.js'
import type { Difficulty, MapNote } from '../maps/beatmap.js'
import { hashIn } from '../maps/find.js'
import { mirrored } from '../maps/mirrored.js'
import { MapError } from '../maps/unpack.js'
import { formatNumber, formatPercent, texts } from '../texts.js'
import { drawAvatar, drawSabre, LEFT, RIGHT, Track } from './avatar.js'
import { heartRate } from './heart.js'
import { DEGREES, drawArcs, drawMapWalls, drawWalls, WALL_COLOR, type Lanes } from './lanes.js'
import { beatSaberBeside, beatSaberLevel } from './levels.js'
import { drawStage } from './runway.js'
import type { Card, Figure, Play, SceneType, SpaceScene } from './scene.js'
import { beatSaberStory } from './stories.js'

const words = texts.beatsaber
const HANDS = [LEFT, RIGHT]
const BOMB = '#33373f'
/** Seconds from where notes appear to the player. */
const APPROACH = 0.5
/** Notes that come together within so many seconds, and how long before them the first picture is. As in src/plot/beatsaber/scene.c. */
const TOGETHER = 0.8
const BEFORE = 0.15
/** Seconds before the first note at which a play begins. */
const LEAD = 2
/** Seconds before and after a mistake that are worth seeing. */
const RUN = [1.5, 0.8] as const
/** Notes that are drawn at once, the nearest first. Maps have a few dozen in the air; a file can say anything. */
const MOST_NOTES = 600
/** Seconds that halves and points stay. */
const AFTER = 0.55
const SPARKS = 9
/** Metres: nearer to a camera that is not the player's, notes fade. */
const LENS = 0.8
/** How opaque notes of the hand are that is not looked at. */
const DIM = 0.12
/** Seconds for which notes that nobody cut are seen behind the player. */
const PASSING = 0.35
/** A note of the replay is one of the map if it is at most so many seconds from it. */
const SAME_TIME = 0.03
/** A map that has less of the replay's notes is another one. */
const LEAST_SHARE = 0.5
const BOMB_COLOR = 3
/** Difficulties as ScoreSaber numbers them. */
const RANKS = new Map([
  [1, 'Easy'],
  [3, 'Normal'],
  [5, 'Hard'],
  [7, 'Expert'],
  [9, 'ExpertPlus'],
])
// Colours and directions of notes, kinds of events: include/reel/beatsaber.h.
const GOOD = 0
const BAD = 1
const MISS = 2
const HIT_BOMB = 3
const WALL = 4
/** The motion contradicts a cut. */
const NOT_SUPPORTED = 2
/** Parts of chains after their heads, by the type of scoring; include/reel/bsor.h. */
const LINKS = new Set([7, 10])
const LAYERS = [0.85, 1.4, 1.9]

const kinds = {
  bad: { id: 'bad', name: words.bad, shape: 'triangle', color: COLORS.orange },
  miss: { id: 'miss', name: words.miss, shape: 'cross', color: COLORS.vermillion },
  bomb: { id: 'bomb', name: words.bomb, shape: 'circle', color: COLORS.purple },
  wall: { id: 'wall', name: words.wall, shape: 'square', color: WALL_COLOR },
  pause: { id: 'pause', name: words.pause, shape: 'bar', color: COLORS.sky },
  full: { id: 'full', name: words.full, shape: 'flag', color: COLORS.green },
  fail: { id: 'fail', name: words.fail, shape: 'diamond', color: COLORS.vermillion },
  unsupported: { id: 'unsupported', name: words.unsupported, shape: 'diamond', color: COLORS.purple },
} as const satisfies Record<string, EventKind>

const eventKinds = [null, kinds.bad, kinds.miss, kinds.bomb, kinds.wall]

const vector = (name: string): string[] => ['x', 'y', 'z'].map((axis) => `${name}_${axis}`)
const rotation = (name: string): string[] => ['x', 'y', 'z', 'w'].map((axis) => `${name}_${axis}`)
const poses = ['head', 'left_hand', 'right_hand'].flatMap((name) => [...vector(`${name}_position`), ...rotation(`${name}_rotation`)])
const keyPoses = ['head', 'left', 'right'].flatMap((name) => [...vector(`${name}_position`), ...rotation(`${name}_rotation`)])
const cuts = [...vector('cut_point'), ...vector('cut_normal')]

/** Where notes are cut: how far from the player and how high, taken from the cuts themselves; players differ. */
function measure(events: Rows, notes: Rows): { depth: number; heights: number[] } {
  const [, y, z] = vector('cut_point').map((name) => notes.numbers(name))
  const [kind, source, layer] = ['kind', 'source_row', 'layer'].map((name) => events.numbers(name))
  const depths: number[] = []
  const heights: number[][] = [[], [], []]
  for (let row = 0; row < events.length; row++) {
    if (kind[row] !== GOOD) continue
    const height = y[source[row]]
    const depth = z[source[row]]
    if (Math.abs(depth) < 3) depths.push(depth)
    if (height > 0 && height < 4) heights[layer[row]]?.push(height)
  }
  return { depth: -median(depths, 0.6), heights: heights.map((values, index) => median(values, LAYERS[index])) }
}

class Notes implements Lanes {
  private readonly column: (name: string) => ArrayLike<number>
  private readonly order: number[]
  private readonly spawns: Float64Array
  private readonly depth: number
  private readonly heights: number[]
  private readonly normals: ArrayLike<number>[]
  private speed: number
  private approach = APPROACH
  /** Metres before the lens within which notes fade; 0: none does. */
  private lens = 0
  /** Notes of the map that the replay has nothing about. */
  private others: readonly MapNote[] = []
  private otherTimes = new Float64Array()
  /** Of a map whose notes come from several sides. */
  private turns: Difficulty['turns'] = []
  private turnTimes = new Float64Array()
  /** Degrees of the notes of the replay beyond those, by row. */
  private ownTurns = new Float64Array()

  constructor(events: Rows, notes: Rows, distance: number) {
    const columns = new Map<string, ArrayLike<number>>()
    this.column = (name) => columns.get(name) ?? (columns.set(name, events.numbers(name)), columns.get(name)!)
    const spawn = this.column('spawn_time')
    const kind = this.column('kind')
    // Events are in the order of scoring; what is in the air needs the order of arriving.
    this.order = Array.from({ length: events.length }, (_, row) => row).filter((row) => kind[row] !== WALL && Number.isFinite(spawn[row]))
    this.order.sort((a, b) => spawn[a] - spawn[b])
    this.spawns = Float64Array.from(this.order, (row) => spawn[row])
    ;({ depth: this.depth, heights: this.heights } = measure(events, notes))
    this.normals = vector('cut_normal').map((name) => notes.numbers(name))
    this.speed = (distance > 4 && distance < 80 ? distance : 18) / 2 / APPROACH
  }

  draw(space: Space, time: number, lens: number): void {
    this.lens = lens
    const first = rowAt(this.spawns, time - 1.5) + 1
    const last = Math.min(this.order.length, Math.max(first, rowAt(this.spawns, time)) + MOST_NOTES)
    const begin = Math.max(first, last - 2 * MOST_NOTES)
    const until = time + this.approach + 0.35
    for (let index = begin; index < last && this.spawns[index] < until; index++) {
      space.face(this.facing(this.spawns[index], this.ownTurns[this.order[index]]))
      this.one(space, this.order[index], time)
    }
    const from = rowAt(this.otherTimes, time - PASSING) + 1
    for (let index = from; index < this.others.length && index < from + MOST_NOTES && this.otherTimes[index] < until; index++) {
      space.face(this.facing(this.otherTimes[index], this.others[index].turn))
      this.other(space, this.others[index], time)
    }
    space.face(0)
  }

  /** Takes a difficulty of the map; returns the share of the replay's notes that it has. */
  setMap({ speed, distance, notes, turns }: Difficulty): number {
    const key = (line: number, layer: number, color: number): number => (line * 16 + layer) * 4 + color
    const [kind, color, line, layer] = ['kind', 'color', 'line', 'layer'].map(this.column)
    const spawn = this.column('spawn_time')
    const played = new Map<number, number[]>()
    for (const row of this.order) {
      const own = key(line[row], layer[row], kind[row] === HIT_BOMB ? BOMB_COLOR : color[row])
      const rows = played.get(own)
      if (rows) rows.push(row)
      else played.set(own, [row])
    }
    const times = new Map([...played].map(([own, rows]) => [own, Float64Array.from(rows, (row) => spawn[row])]))
    const ownTurns = new Float64Array(kind.length).fill(NaN)
    const others = notes.filter((note) => {
      const own = key(note.line, note.layer, note.color)
      const known = times.get(own) ?? []
      const at = rowAt(known, note.time + SAME_TIME)
      if (!(known[at] >= note.time - SAME_TIME)) return true
      ownTurns[played.get(own)![at]] = note.turn
      return false
    })
    const share = this.order.length > 0 ? (notes.length - others.length) / this.order.length : 1
    if (share < LEAST_SHARE) return share
    // What the map has no note for, as the links of a chain, comes from where the note before it came from.
    let before = 0
    for (const row of this.order) before = ownTurns[row] = Number.isNaN(ownTurns[row]) ? before : ownTurns[row]
    this.ownTurns = ownTurns
    this.others = others
    this.otherTimes = Float64Array.from(others, ({ time }) => time)
    this.turns = turns
    this.turnTimes = Float64Array.from(turns, ({ time }) => time)
    this.speed = speed
    this.approach = Math.min(3, Math.max(0.1, distance / 2 / speed))
    return share
  }

  /** Until when a thing is seen before it arrives. */
  get seen(): number {
    return this.approach
  }

  facing(time: number, own = 0): number {
    return (this.turns[rowAt(this.turnTimes, time + SAME_TIME / 2)]?.degrees ?? 0) + own
  }

  placeOf(line: number, layer: number, away: number): Vector {
    return [
      Number.isFinite(line) ? (line - 1.5) * 0.6 : 0,
      this.heights[Number.isFinite(layer) ? layer : 1] ?? 1.3,
      this.depth - away * this.speed,
    ]
  }

  /** Notes rise from the floor where they appear, as in the game. */
  private appear(away: number): number {
    return Math.min(1, Math.max(0, 1 - (away - this.approach) / 0.3))
  }

  private other(space: Space, { time: arrives, line, layer, color, direction }: MapNote, time: number): void {
    const away = arrives - time
    const at = this.placeOf(line, layer, away)
    const alpha = (away < 0 ? 0.35 : this.appear(away)) * (isDim(space, color) ? DIM : 1)
    if (color === BOMB_COLOR) this.bomb(space, at, alpha)
    else this.note(space, at, direction, HANDS[color] ?? COLORS.grey, alpha)
  }

  private one(space: Space, row: number, time: number): void {
    const { column } = this
    const kind = column('kind')[row]
    const away = column('spawn_time')[row] - time
    const done = column('time')[row]
    const line = column('line')[row]
    const layer = column('layer')[row]
    const at = this.placeOf(line, layer, away)
    const hand = column('color')[row]
    const color = HANDS[hand] ?? COLORS.grey
    const age = (time - done) / AFTER
    const dim = kind !== HIT_BOMB && isDim(space, hand)
    const appear = this.appear(away) * (dim ? DIM : 1)
    const direction = column('direction')[row]
    const link = LINKS.has(column('scoring')[row])
    // What became of a note of the other hand is not shown.
    if (dim && age >= 0) return
    if (kind === HIT_BOMB) {
      if (age < 0) this.bomb(space, at, appear)
      else if (age < 1) this.burst(space, at, age)
    } else if (kind === MISS) {
      if (away < -PASSING) return
      this.note(space, at, direction, away < 0 ? kinds.miss.color : color, away < 0 ? 0.35 : appear, link)
      if (age >= 0 && age < 1) {
        space.label([at[0], at[1] + 0.35, this.depth], `✕ ${words.miss}`, kinds.miss.color, 20)
        this.mark(space, at, kinds.miss.color, age)
      }
    } else if (age < 0) this.note(space, at, direction, color, appear, link)
    else if (age < 1) this.cut(space, row, [at[0], at[1], this.depth], color, age, kind === BAD)
  }

  /** A note; `link`: a part of a chain after its head, a flat one without an arrow. */
  private note(space: Space, at: Vector, direction: number, color: string, opacity: number, link = false): void {
    const alpha = opacity * this.beforeLens(space, at)
    if (!(alpha > 0.01)) return
    const degrees = link ? undefined : DEGREES[direction]
    space.spot([at[0], 0.008, at[2]], 0.36, '#000000', 0.3 * alpha)
    space.light([at[0], 0.02, at[2]], [at[0], 0.02, at[2]], 0.7, color, 0.16 * alpha)
    const turn = rotationAround([0, 0, 1], (link ? DEGREES[direction] : degrees) ?? 0)
    space.solid('cube', at, [0.42, link ? 0.1 : 0.42, 0.42], color, { rotation: turn, alpha, glow: 0.15 })
    const face: Vector = [at[0], at[1], at[2] + 0.215]
    if (degrees === undefined) space.solid('sphere', face, [0.16, 0.16, 0.05], '#ffffff', { glow: 1, alpha })
    else {
      const offset = turned([0, 0.11, 0], turn)
      const middle: Vector = [face[0] + offset[0], face[1] + offset[1], face[2]]
      space.solid('arrow', middle, [0.3, 0.14, 0.02], '#ffffff', { rotation: turn, glow: 1, alpha })
      space.light(middle, middle, 0.3, '#ffffff', 0.22 * alpha)
    }
  }

  private bomb(space: Space, at: Vector, opacity: number): void {
    const alpha = opacity * this.beforeLens(space, at)
    if (alpha > 0.01) space.solid('spikes', at, [0.42, 0.42, 0.42], BOMB, { alpha })
  }

  /** 0 for what would be right before the lens: it would hide everything. Through the player's eyes notes are near, and cut. */
  private beforeLens(space: Space, at: Vector): number {
    return this.lens > 0 ? Math.min(1, Math.max(0, (space.away(at) - this.lens) / this.lens)) : 1
  }

  /** Where a mistake was, on the floor of its lane. */
  private mark(space: Space, [x]: Vector, color: string, age: number): void {
    const [left, right, far, near] = [x - 0.3, x + 0.3, this.depth - 3, this.depth + 0.6]
    space.quad(
      [
        [left, 0.012, far],
        [right, 0.012, far],
        [right, 0.012, near],
        [left, 0.012, near],
      ],
      color,
      0.6 * (1 - age),
    )
  }

  private burst(space: Space, at: Vector, age: number): void {
    const size = 0.42 + age * 0.9
    const middle: Vector = [at[0], at[1], this.depth]
    const alpha = 0.6 * (1 - age) * this.beforeLens(space, middle)
    space.solid('spikes', middle, [size, size, size], kinds.bomb.color, { alpha, glow: 1 })
    space.label([at[0], at[1] + 0.3, this.depth], words.bomb, kinds.bomb.color, 16)
  }

  /** Two halves that part along the cut and tumble away, with the points; a bad cut is striped, and has no points. */
  private cut(space: Space, row: number, at: Vector, color: string, age: number, bad: boolean): void {
    const source = this.column('source_row')[row]
    const [x, y] = this.normals.map((values) => values[source] ?? NaN)
    const length = Math.hypot(x, y)
    const angle = length > 0.01 && length < 10 ? Math.atan2(y, x) : 0
    const turn = rotationAround([0, 0, 1], (angle * 180) / Math.PI)
    const [across, up] = [Math.cos(angle), Math.sin(angle)]
    for (const side of space.debris ? [-1, 1] : []) {
      const apart = 0.11 + age * 0.75
      const half: Vector = [at[0] + side * apart * across, at[1] + side * apart * up - age * age * 0.7, at[2] + age * 0.9]
      const rotation = combined(rotationAround([-up, across, 0], side * age * 130), turn)
      const alpha = (1 - age) ** 0.7 * this.beforeLens(space, half)
      if (!(alpha > 0.01)) continue
      space.solid('cube', half, [0.2, 0.42, 0.42], bad ? kinds.bad.color : color, { rotation, alpha, glow: 0.15 })
      if (bad) space.solid('box', half, [0.21, 0.1, 0.43], '#1a1a1a', { rotation, alpha })
      // Where it was cut it still shines.
      else space.light(half, half, 0.3, color, 0.5 * (1 - age) ** 2)
    }
    if (bad) this.mark(space, at, kinds.bad.color, age)
    else this.sparks(space, row, at, [-up, across], color, age)
    const over: Vector = [at[0], at[1] + 0.3 + age * 0.25, at[2]]
    const points = this.column('points')[row]
    if (bad) space.label(over, `▲ ${words.bad}`, kinds.bad.color, 16)
    else if (Number.isFinite(points))
      space.label(over, String(points), points >= 115 ? COLORS.yellow : space.theme.text, points >= 110 ? 17 : 14)
  }

  /** A flash along the cut, and sparks; each cut has its own, and the same each time. */
  private sparks(space: Space, row: number, at: Vector, way: readonly [number, number], color: string, age: number): void {
    if (age < 0.45) {
      const reach = 0.35 + 1.2 * age
      const end = (side: number): Vector => [at[0] + side * reach * way[0], at[1] + side * reach * way[1], at[2]]
      space.light(end(-1), end(1), 0.16, '#ffffff', 0.75 * (1 - age / 0.45) ** 2)
      space.light(at, at, 0.8, color, 0.7 * (1 - age / 0.45) ** 2)
    }
    if (!space.debris) return
    for (let spark = 0; spark < SPARKS; spark++) {
      const turn = scattered(row * SPARKS + spark) * 2 * Math.PI
      const speed = 0.5 + 1.1 * scattered(row * SPARKS + spark + 0.5)
      const fly = (then: number): Vector => [
        at[0] + speed * then * Math.cos(turn),
        at[1] + speed * then * Math.sin(turn) - 0.9 * then * then,
        at[2] + 0.4 * speed * then,
      ]
      space.light(fly(Math.max(0, age - 0.08)), fly(age), 0.035, color, (1 - age) ** 1.5)
    }
  }

  /** How far a wall is, in metres along z, at a time. */
  along(seconds: number): number {
    return this.depth - seconds * this.speed
  }
}

/** Whether a hand, by number, is the one that is not looked at. */
const isDim = ({ hand }: Space, one: number): boolean => hand >= 0 && one === 1 - hand

/** A number from 0 to 1 that looks like chance and is always the same. */
const scattered = (seed: number): number => Math.abs(Math.sin(seed * 12.9898) * 43758.5453) % 1

const runAt = (time: number): Run => ({ from: time - RUN[0], to: time + RUN[1] })

function findEvents(play: Play, events: Rows): PlayEvent[] {
  const [time, kind, color, line, layer] = ['time', 'kind', 'color', 'line', 'layer'].map((name) => events.numbers(name))
  const found: PlayEvent[] = []
  for (let row = 0; row < events.length; row++) {
    const is = eventKinds[kind[row]]
    if (!is) continue
    const hand = [words.left, words.right][color[row]] ?? ''
    const at = is === kinds.wall || !Number.isFinite(line[row]) ? -1 : line[row]
    const run = runAt(time[row])
    found.push({ time: time[row], kind: is, text: words.note(is.name, is === kinds.bomb ? '' : hand, at, layer[row]), run })
  }
  const failed = play.table('info').numbers('fail_time')[0] ?? 0
  if (found.length === 0 && events.length > 0 && !(failed > 0))
    found.push({ time: time[events.length - 1], kind: kinds.full, text: words.flawless })
  const pauses = play.table('pauses')
  const [paused, duration] = ['time', 'duration'].map((name) => pauses.numbers(name))
  for (let row = 0; row < pauses.length; row++) found.push({ time: paused[row], kind: kinds.pause, text: words.paused(duration[row]) })
  if (failed > 0) found.push({ time: failed, kind: kinds.fail, text: words.fail })
  const judged = play.table('stats.cuts')
  const [cut, support, hands] = ['time', 'support', 'hand'].map((name) => judged.numbers(name))
  for (let row = 0; row < judged.length; row++) {
    if (support[row] !== NOT_SUPPORTED) continue
    const hand = [words.left, words.right][hands[row]] ?? ''
    found.push({ time: cut[row], kind: kinds.unsupported, text: words.note(words.unsupported, hand, -1, -1), run: runAt(cut[row]) })
  }
  return sorted(found)
}

/** A recording of motion may be of another program. */
const otherApp = (info: Rows): string => {
  const name = info.text('app_name', 0)
  return name === 'Beat Saber' ? '' : name
}

function titleOf(info: Rows): Card {
  const text = (...names: string[]): string => names.map((name) => info.text(name, 0)).find(Boolean) ?? ''
  const score = info.numbers('score')[0]
  return {
    title: text('song_name', 'activity_name') || otherApp(info) || words.play,
    lines: [
      [text('mapper'), text('difficulty') || (RANKS.get(info.numbers('difficulty')[0]) ?? ''), text('modifiers')]
        .filter(Boolean)
        .join(' · '),
      [text('player_name', 'user_name'), Number.isFinite(score) ? words.points(score) : ''].filter(Boolean).join(' · '),
    ],
  }
}

const cameras = [
  { id: 'behind', name: words.behind },
  { id: 'first', name: words.first },
  { id: 'front', name: words.front },
  { id: 'side', name: words.side },
  { id: 'top', name: words.top },
]

const views: Record<string, View> = {
  behind: { eye: [0, 2.75, 3.1], target: [0, 0.95, -4], angle: 58 },
  // Above the notes, which pass below it on their way to the player.
  front: { eye: [0, 3, -5], target: [0, 1.1, 0.1], angle: 46 },
  side: { eye: [4.6, 1.7, -0.9], target: [0, 1, -0.9] },
  top: { eye: [0, 5.6, 1.2], target: [0, 0.6, -1.6] },
}

function build(play: Play): SpaceScene {
  const frames = play.first('frames', 'poses', 'keyframes')
  const times = rising(frames.numbers('time'))
  const events = play.table('stats.scored_events')
  const column = Object.fromEntries(
    ['time', 'score', 'accuracy', 'combo', 'energy', 'multiplier'].map((name) => [name, events.numbers(name)]),
  )
  column.time = rising(column.time)
  const head = new Track(times, frames, 'head')
  const hands = [new Track(times, frames, 'left_hand', 'left'), new Track(times, frames, 'right_hand', 'right')]
  const distance = play.first('info', 'play_settings')
  const jump = (distance.has('jump_distance') ? distance : play.table('play_settings')).numbers('jump_distance')[0] ?? 0
  const notes = new Notes(events, play.table('notes'), jump)
  const walls = play.table('walls')
  const heart = heartRate(play.table('stats.heart_rate'))
  const info = play.first('info')
  const card = titleOf(info)
  const found = findEvents(play, events)
  const kind = events.numbers('kind')
  const flawless = found.some(({ kind }) => kind === kinds.full)
  const moment = busiest(events.numbers('time'), TOGETHER) - BEFORE
  const doubted = found.some(({ kind }) => kind === kinds.unsupported)
  const leftHanded = info.numbers('left_handed')[0] === 1
  let map: { difficulty: Difficulty; walls: Float64Array; arcs: Float64Array } | null = null

  return {
    kind: 'space',
    ...spanOf(times, column.time),
    frames: times.length > 0 ? times : column.time,
    kinds: Object.values(kinds).filter((kind) => (kind !== kinds.unsupported || doubted) && (kind !== kinds.full || flawless)),
    events: found,
    sounds: Float64Array.from(column.time).filter((_, row) => kind[row] === GOOD),
    first: Math.max(0, column.time[0] - LEAD),
    moment: Number.isFinite(moment) ? moment : busiest(times, TOGETHER),
    card,
    story: beatSaberStory(play, column.time, card),
    cameras,
    fog: [24, 58],
    debris: true,
    hands: true,
    curves: [
      { name: words.score, times: column.time, values: column.score, color: COLORS.yellow, steps: true, race: true },
      {
        name: words.accuracy,
        unit: '%',
        times: column.time,
        values: Float64Array.from(column.accuracy, (value) => value * 100),
        color: COLORS.sky,
        steps: true,
      },
      {
        name: words.energy,
        unit: '%',
        times: column.time,
        values: Float64Array.from(column.energy, (value) => value * 100),
        color: COLORS.green,
        steps: true,
      },
      { name: words.combo, times: column.time, values: column.combo, color: COLORS.orange, steps: true },
      ...(heart ? [{ name: words.heart, unit: words.beats, times: heart.times, values: heart.values, color: COLORS.vermillion }] : []),
    ],
    figures(time): Figure[] {
      const row = rowAt(column.time, time)
      const rate = heart?.at(time) ?? NaN
      const pulse = heart ? [{ name: words.heart, value: Number.isFinite(rate) ? `${rate} ${words.beats}` : '–' }] : []
      if (events.length === 0) return pulse
      const value = (name: string, before: number): number => (row < 0 ? before : column[name][row])
      return [
        { name: words.score, value: formatNumber(value('score', 0)), large: true },
        { name: words.accuracy, value: formatPercent(value('accuracy', NaN)) },
        { name: words.combo, value: `${formatNumber(value('combo', 0))} (×${value('multiplier', 1)})` },
        { name: words.energy, value: formatPercent(value('energy', 0.5)), share: value('energy', 0.5) },
        ...pulse,
        ...(map ? [{ name: words.speed, value: words.jump(map.difficulty.speed, map.difficulty.distance) }] : []),
      ]
    },
    difficulty: info.text('difficulty', 0) || RANKS.get(info.numbers('difficulty')[0]),
    ...(otherApp(info)
      ? {}
      : {
          level: {
            game: 'beatsaber',
            name: info.text('song_name', 0) || info.text('activity_name', 0),
            hash: ['map_hash', 'level_id', 'hash', 'song_hash'].map((name) => hashIn(info.text(name, 0))).find(Boolean) ?? '',
          },
        }),
    async setMap(given): Promise<string> {
      if (given.kind !== 'beatsaber') throw new MapError('other', texts.map.otherGame)
      const name = info.text('difficulty', 0) || (RANKS.get(info.numbers('difficulty')[0]) ?? '')
      const asWritten = await given.difficulty(name, info.text('mode', 0) || info.text('characteristic', 0))
      // Of left-handed plays left and right are exchanged, if the recorder wrote what the player saw.
      const choices = leftHanded ? [mirrored(asWritten), asWritten] : [asWritten]
      let [difficulty, share] = [asWritten, 0]
      for (difficulty of choices) if ((share = notes.setMap(difficulty)) >= LEAST_SHARE) break
      if (share < LEAST_SHARE) throw new MapError('other', words.otherMap(given.song, difficulty.name, share))
      const timesOf = (own: readonly { time: number }[]): Float64Array => Float64Array.from(own, ({ time }) => time)
      map = { difficulty, walls: timesOf(difficulty.walls), arcs: timesOf(difficulty.arcs) }
      return words.mapAdded(given.song, difficulty.name, difficulty.notes.length)
    },
    view(time, camera): View {
      const pose = camera === 'first' ? head.steady(time) : null
      if (!pose) return views[camera] ?? views.behind
      // A little behind the eyes: a picture is narrower than what eyes see, and both sabres are to be in it.
      const [x, y, z] = turned([0, 0.1, 0.4], pose.rotation)
      return { eye: [pose.position[0] + x, pose.position[1] + y, pose.position[2] + z], rotation: pose.rotation, angle: 84 }
    },
    draw(space, time, camera, ghost) {
      if (!ghost) {
        drawStage(space, map?.difficulty.lights ?? null, time)
        notes.draw(space, time, camera === 'first' ? 0 : LENS)
        if (map) {
          drawMapWalls(space, map.difficulty, map.walls, notes, time)
          drawArcs(space, map.difficulty, map.arcs, notes, time, HANDS)
        } else drawWalls(space, walls, notes, time)
      }
      const pose = head.at(time)
      const own = camera === 'first'
      if (pose && (!own || ghost))
        drawAvatar(
          space,
          pose,
          hands.map((track) => track.at(time)),
        )
      hands.forEach((track, hand) => drawSabre(space, track, time, HANDS[hand], ghost || isDim(space, hand), own))
    },
  }
}

const SUMMARY = [
  'score',
  'accuracy',
  'rank',
  'won',
  'full_combo',
  'fail_time',
  'misses',
  'bad_cuts',
  'bombs',
  'walls',
  'max_combo',
  'pauses_in_song',
  'pause_time_in_song',
]
export const beatSaber: SceneType = {
  id: 'beatsaber',
  game: 'Beat Saber',
  needs: {
    info: [
      'map_hash',
      'level_id',
      'hash',
      'song_hash',
      'fail_time',
      'left_handed',
      'jump_distance',
      'difficulty',
      'mode',
      'characteristic',
      'app_name',
      'song_name',
      'activity_name',
      'mapper',
      'modifiers',
      'player_name',
      'user_name',
      'score',
    ],
    play_settings: ['jump_distance'],
    frames: ['time', ...poses],
    poses: ['time', ...poses],
    keyframes: ['time', ...keyPoses],
    notes: cuts,
    walls: ['wall_id', 'time', 'spawn_time', 'obstacle_time', 'line', 'width'],
    pauses: ['time', 'duration'],
    'stats.scored_events': [
      'time',
      'spawn_time',
      'source_row',
      'kind',
      'scoring',
      'line',
      'layer',
      'color',
      'direction',
      'points',
      'multiplier',
      'combo',
      'score',
      'max_score',
      'accuracy',
      'energy',
    ],
    'stats.summary': SUMMARY,
    'stats.cuts': ['time', 'support', 'hand'],
    'stats.heart_rate': ['time', 'rate'],
  },
  build,
  level: { needs: beatSaberLevel, beside: beatSaberBeside },
}
