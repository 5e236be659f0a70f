// SPDX-License-Identifier: MIT
// DDNet: tees with names, trails, hooks and weapons over a map of where characters stood. A teehistorian file has no map, but the tiles on
// which characters spent their time show its corridors. Hooks and weapons are what players pressed: how far a hook flew is not in the file,
// nor which weapon a player has, but which one he asked for, and when he fired.
import { COLORS, PLAYER_COLORS } from '../draw/theme.js'
import type { Orbit } from '../draw/space.js'
import type { Plane } from '../draw/plane.js'
import { type EventKind, type PlayEvent, sorted } from '../player/events.js'
import { timeText } from '../player/clock.js'
import type { Level } from '../maps/find.js'
import type { GameMap } from '../maps/maps.js'
import { MapError } from '../maps/unpack.js'
import type { Rows } from '../replay/rows.js'
import { busiest, evenly, LATEST, mix, rising, rowAt, spanOf } from '../series.js'
import { dateOfText, formatDate, formatNumber, texts } from '../texts.js'
import { Calm } from './calm.js'
import { Followed } from './followed.js'
import { ddnetBeside, ddnetLevel } from './levels.js'
import { Scenery } from './scenery.js'
import { TileMap } from './tilemap.js'
import type { Card, Figure, PlaneScene, Play, SceneType, Story } from './scene.js'
import { ddnetStory } from './stories.js'
import { demoNeeds, flight, recordingOf, type Thing } from './teedemo.js'

const words = texts.ddnet
const TICKS = 50
const TILE = 32
const HOOK_LENGTH = 380
const TEE_RADIUS = 14
/** Pixels: a tee is never drawn smaller. */
const LEAST_RADIUS = 9
/** Seconds in which most happens before the first picture, as in src/plot/ddnet/scene.c. */
const RECENTLY = 1
/** The crowd: who is within so many units of the player with the most others around. */
const CROWD = 45 * TILE
/** Units of the map for one of those in which crowds are found. */
const CROWD_UNIT = 40
/** The smallest part of the map that a camera shows, and what is around those it shows. */
const LEAST_PART = [34 * TILE, 20 * TILE] as const
const AROUND = [10 * TILE, 8 * TILE] as const
/** How cameras are calmed; they cut where they would go farther than most of a picture, or show twice as much, in a step. */
const CALM_STEP = 0.1
const CALM_REACH = 1
const CUT = 0.75
const TRAIL_TICKS = 60
/** Pixels of the longer side of the small map. */
const MINIMAP = 150
/** Farther than this in one step is a teleport, not a movement; and how much farther in each tick. */
const TELEPORT = 8 * TILE
const FASTEST = 40
/** Ticks for which a demo may leave out a character, because a client computes where it goes. */
const COMPUTED = 150
/** Ticks in which all that flies is gone. */
const FLIGHT = 150
// include/reel/teehistorian.h
const OLD = 4
const STRAY = 8
/** Ticks for which a shot is seen. */
const SHOT = 10
/** How opaque the tiles with a meaning are over what the map looks like. */
const OVER_SCENERY = 0.3
const FROZEN = '#bfe3f7'
/** How opaque those are who are not in the team that is followed. */
const OTHERS = 0.25
/** Pixels of a tile from which edges and texts are drawn, and how many texts at most. */
const EDGES = 8
const TEXTS = 18
const MOST_TEXTS = 200

/** Weapons as inputs number them, less 1: how they are drawn, in radii of a tee, and how far a shot is seen. */
export const WEAPONS = [
  { color: '#b08d57', length: 1.1, width: 0.3, shot: 0.6 }, // hammer
  { color: '#9aa3b2', length: 0.9, width: 0.22, shot: 6 },
  { color: '#a5673f', length: 1.5, width: 0.3, shot: 6 }, // shotgun
  { color: '#d6294a', length: 1.5, width: 0.42, shot: 6 }, // grenade launcher
  { color: '#56b4e9', length: 1.7, width: 0.2, shot: 14 }, // laser
  { color: '#cc79a7', length: 2, width: 0.14, shot: 3 }, // ninja
] as const

const kinds = {
  finish: { id: 'finish', name: words.finish, shape: 'diamond', color: COLORS.green, chapter: true },
  chat: { id: 'chat', name: words.chat, shape: 'circle', color: COLORS.sky },
  join: { id: 'join', name: words.join, shape: 'triangle', color: COLORS.blue },
  drop: { id: 'drop', name: words.drop, shape: 'cross', color: COLORS.vermillion },
  command: { id: 'command', name: words.command, shape: 'bar', color: COLORS.orange },
} as const satisfies Record<string, EventKind>

interface Point {
  readonly x: number
  readonly y: number
}

/** Between two values a number of ticks apart, with the speeds there, in 1/256 a tick. */
function curved(from: number, to: number, speeds: readonly [number, number], ticks: number, share: number): number {
  // Who stands has the speed of a fall.
  if (Math.abs(to - from) < 1) return mix(from, to, share)
  const [first, last] = speeds.map((speed) => (speed / 256) * ticks)
  const rest = 1 - share
  return from * rest * rest * (1 + 2 * share) + to * share * share * (3 - 2 * share) + share * rest * (rest * first - share * last)
}

/** Where one client's character is, from the rows of changes: it stays where it was until the next one, or goes on as fast as it was. */
export class Track {
  readonly ticks: number[] = []
  readonly xs: number[] = []
  readonly ys: number[] = []
  private readonly speeds: [x: number, y: number][] = []

  add(tick: number, x: number, y: number, speedX = NaN, speedY = NaN): void {
    // A row that says again what was said before.
    if (tick <= this.ticks[this.ticks.length - 1] && Number.isFinite(speedX) && Number.isFinite(this.xs[this.xs.length - 1])) return
    this.ticks.push(tick)
    this.xs.push(x)
    this.ys.push(y)
    if (Number.isFinite(speedX)) this.speeds[this.xs.length - 1] = [speedX, speedY]
  }

  /** The position at a tick, which need not be whole; null if there is no character. */
  at(tick: number): Point | null {
    const row = rowAt(this.ticks, tick)
    const [x, y] = [this.xs[row], this.ys[row]]
    if (row < 0 || Number.isNaN(x)) return null
    const [nextX, nextY] = [this.xs[row + 1] ?? NaN, this.ys[row + 1] ?? NaN]
    const [before, after] = [this.speeds[row], this.speeds[row + 1]]
    const ticks = this.ticks[row + 1] - this.ticks[row]
    if (before && after && ticks <= COMPUTED && Math.hypot(nextX - x, nextY - y) <= TELEPORT + ticks * FASTEST) {
      const share = (tick - this.ticks[row]) / ticks
      return { x: curved(x, nextX, [before[0], after[0]], ticks, share), y: curved(y, nextY, [before[1], after[1]], ticks, share) }
    }
    const share = tick - this.ticks[row + 1] + 1
    if (!(share > 0) || Math.abs(nextX - x) > TELEPORT || Math.abs(nextY - y) > TELEPORT || Number.isNaN(nextX)) return { x, y }
    return { x: mix(x, nextX, share), y: mix(y, nextY, share) }
  }

  /** The way from one tick to another, in the picture; NaN: a gap. */
  way(from: number, to: number, toX: (x: number) => number, toY: (y: number) => number): [number, number][] {
    const found: [number, number][] = []
    let [lastX, lastY] = [NaN, NaN]
    const add = (x: number, y: number): void => {
      if (Math.abs(x - lastX) > TELEPORT || Math.abs(y - lastY) > TELEPORT) found.push([NaN, NaN])
      found.push([toX(x), toY(y)])
      ;[lastX, lastY] = [x, y]
    }
    const [first, last] = [this.at(from), this.at(to)]
    if (first) add(first.x, first.y)
    for (let row = rowAt(this.ticks, from) + 1; this.ticks[row] <= to; row++) add(this.xs[row], this.ys[row])
    if (last) add(last.x, last.y)
    return found
  }
}

/** What clients pressed: the last input at a tick. */
class Inputs {
  private readonly rows = new Map<number, { ticks: number[]; rows: number[] }>()
  private readonly columns: ArrayLike<number>[]
  /** What is known, and not only pressed: a column of a demo. */
  readonly seen: boolean

  constructor(table: Rows) {
    const [tick, cid] = ['tick', 'cid'].map((name) => table.numbers(name))
    this.seen = table.has('attack')
    const names = ['target_x', 'target_y', 'hook', 'wanted_weapon', 'fire', 'attack', 'hook_x', 'hook_y', 'hooked', 'frozen', 'jetpack']
    this.columns = names.map((name) => table.numbers(name))
    for (let row = 0; row < table.length; row++) {
      let list = this.rows.get(cid[row])
      if (!list) this.rows.set(cid[row], (list = { ticks: [], rows: [] }))
      list.ticks.push(tick[row])
      list.rows.push(row)
    }
  }

  get known(): boolean {
    return this.rows.size > 0
  }

  at(cid: number, tick: number): Input | null {
    const list = this.rows.get(cid)
    if (!list) return null
    const index = rowAt(list.ticks, tick)
    const row = list.rows[index]
    if (row === undefined) return null
    const [x, y, hook, weapon, , attack, hookX, hookY, hooked, frozen, jetpack] = this.columns.map((values) => values[row])
    const length = Math.hypot(x, y) || 1
    return {
      aim: { x: x / length, y: y / length },
      hook: hook === 1,
      weapon,
      fired: this.seen ? (attack <= tick ? attack : NaN) : this.fired(list, index, tick),
      end: Number.isFinite(hookX) ? { x: hookX, y: hookY } : null,
      hooked,
      frozen: tick < frozen,
      jetpack: jetpack === 1,
    }
  }

  /** The tick of the last shot that is still visible, or NaN. The counter is odd while the button is down. */
  private fired({ ticks, rows }: { ticks: number[]; rows: number[] }, index: number, tick: number): number {
    const fire = this.columns[4]
    for (let at = index; at > 0 && ticks[at] > tick - SHOT; at--) {
      const [before, now] = [fire[rows[at - 1]], fire[rows[at]]]
      if (((now - before) & 63) > 1 || (now !== before && now % 2 === 1)) return ticks[at]
    }
    return NaN
  }
}

interface Input {
  readonly aim: Point
  readonly hook: boolean
  /** The one that was asked for, plus 1; 0: none. */
  readonly weapon: number
  readonly fired: number
  /** Where the hook is, if that is known, and whom it holds; below 0: nobody. */
  readonly end: Point | null
  readonly hooked: number
  readonly frozen: boolean
  readonly jetpack: boolean
}

/** The race teams that clients are in; 0: none. */
class Teams {
  private readonly changes = new Map<number, { ticks: number[]; teams: number[] }>()
  readonly all: readonly number[]

  constructor(table: Rows) {
    const [tick, cid, team] = ['tick', 'cid', 'team'].map((name) => table.numbers(name))
    const all = new Set<number>()
    for (let row = 0; row < table.length; row++) {
      let own = this.changes.get(cid[row])
      if (!own) this.changes.set(cid[row], (own = { ticks: [], teams: [] }))
      own.ticks.push(tick[row])
      own.teams.push(team[row])
      if (team[row] > 0) all.add(team[row])
    }
    this.all = [...all].sort((a, b) => a - b)
  }

  of(cid: number, tick: number): number {
    const own = this.changes.get(cid)
    return own?.teams[rowAt(own.ticks, tick)] ?? 0
  }
}

/** The names that clients had, by session. */
class Names {
  private readonly sessions = new Map<number, { from: number[]; to: number[]; names: string[] }>()

  constructor(table: Rows) {
    const [cid, from, to] = ['cid', 'start_tick', 'end_tick'].map((name) => table.numbers(name))
    const order = Array.from({ length: table.length }, (_, row) => row).sort((a, b) => from[a] - from[b])
    for (const row of order) {
      let own = this.sessions.get(cid[row])
      if (!own) this.sessions.set(cid[row], (own = { from: [], to: [], names: [] }))
      own.from.push(from[row])
      own.to.push(to[row])
      own.names.push(Names.written(table, row))
    }
  }

  /** Who had a name, the last time. */
  find(name: string): number | undefined {
    return [...this.sessions].findLast(([, { names }]) => names.includes(name))?.[0]
  }

  static written(table: Rows, row: number): string {
    return table.text('last_name', row) || table.text('first_name', row)
  }

  of(cid: number, tick: number): string {
    const own = this.sessions.get(cid)
    const at = own ? rowAt(own.from, tick) : -1
    // Outside of all sessions: that of the last one.
    const name = own ? own.names[tick <= own.to[at] ? at : own.names.length - 1] : ''
    return name || words.unnamed(cid)
  }
}

function findTracks(positions: Rows): Map<number, Track> {
  const [tick, cid, x, y, kind, ...speeds] = ['tick', 'cid', 'x', 'y', 'kind', 'vel_x', 'vel_y'].map((name) => positions.numbers(name))
  const tracks = new Map<number, Track>()
  for (let row = 0; row < positions.length; row++) {
    if (kind[row] === STRAY) continue
    let track = tracks.get(cid[row])
    if (!track) tracks.set(cid[row], (track = new Track()))
    const gone = kind[row] === OLD
    track.add(tick[row], gone ? NaN : x[row], gone ? NaN : y[row], ...speeds.map((values) => values[row]))
  }
  return tracks
}

/** The text of a chat message, or null if it is another one. `data` has one letter for each byte. */
export function chatText(messageId: number, protocol: number, data: string): string | null {
  const says = protocol === 7 ? 24 : 17
  if (messageId !== says) return null
  let at = 0
  const skipNumber = (): void => {
    while (at < data.length && data.charCodeAt(at++) >= 0x80);
  }
  // The id of the message; then the team, or in 0.7 the mode and the target.
  for (let numbers = protocol === 7 ? 3 : 2; numbers > 0; numbers--) skipNumber()
  const end = data.indexOf('\0', at)
  const bytes = Uint8Array.from(data.slice(at, end < 0 ? undefined : end), (letter) => letter.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

function findEvents(play: Play, names: Names): PlayEvent[] {
  const found: PlayEvent[] = []
  const each = (name: string, columns: string[], add: (table: Rows, row: number, ...values: number[]) => void): void => {
    const table = play.table(name)
    const arrays = columns.map((column) => table.numbers(column))
    for (let row = 0; row < table.length; row++) add(table, row, ...arrays.map((values) => values[row]))
  }
  const push = (tick: number, kind: EventKind, text: string): number => found.push({ time: tick / TICKS, kind, text })
  each('stats.sessions', ['cid', 'start_tick', 'end_tick', 'end'], (table, row, cid, from, to, end) => {
    const name = Names.written(table, row) || words.unnamed(cid)
    push(from, kinds.join, words.joined(name))
    if (end !== 0) push(to, kinds.drop, words.left(name, table.text('reason', row)))
  })
  each('stats.finishes', ['tick', 'finish_time', 'team', 'kind', 'cid'], (table, row, tick, time, team, kind, cid) => {
    const name = kind === 1 ? words.team(team) : table.text('name', row)
    // From the start of the run, with the player in the middle.
    const camera = kind === 1 ? `team${team}` : cid >= 0 ? `cid${cid}` : undefined
    const run = { from: tick / TICKS - time, to: tick / TICKS + 1, ...(camera ? { camera } : {}) }
    const finish = kind === 0 && cid >= 0 ? { finish: { name, cid, tick, time_ticks: Math.round(time * TICKS) } } : {}
    found.push({ time: tick / TICKS, kind: kinds.finish, text: words.finished(name, timeText(time, 2)), run, ...finish })
  })
  each('messages', ['tick', 'cid', 'message_id', 'protocol'], (table, row, tick, cid, id, protocol) => {
    const text = chatText(id, protocol, table.text('data', row))
    if (text !== null) push(tick, kinds.chat, words.said(names.of(cid, tick), text))
  })
  each('chat', ['tick', 'cid'], (table, row, tick, cid) => {
    const text = table.text('text', row)
    const [, name, minutes, seconds] = /^(.+) finished in: (\d+) minute\(s\) +([\d.]+) second/.exec(cid < 0 ? text : '') ?? []
    if (!name) return push(tick, kinds.chat, cid < 0 ? text : words.said(names.of(cid, tick), text))
    const time = Number(minutes) * 60 + Number(seconds)
    const own = names.find(name)
    const run = { from: Math.max(0, tick / TICKS - time), to: tick / TICKS + 1, ...(own === undefined ? {} : { camera: `cid${own}` }) }
    found.push({ time: tick / TICKS, kind: kinds.finish, text: words.finished(name, timeText(time, 2)), run })
  })
  each('stats.commands', ['tick', 'cid'], (table, row, tick, cid) => {
    if (cid >= 0) push(tick, kinds.command, words.said(names.of(cid, tick), `/${table.text('command', row)}`))
  })
  return sorted(found)
}

/** The tiles where characters stood, as a picture of one pixel a tile. */
class HeatMap {
  readonly bounds: { left: number; top: number; right: number; bottom: number } | null = null
  private picture: { dark: boolean; canvas: HTMLCanvasElement } | null = null

  constructor(private readonly table: Rows) {
    const [x, y] = ['tile_x', 'tile_y'].map((name) => table.numbers(name))
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let row = 0; row < table.length; row++) {
      left = Math.min(left, x[row])
      right = Math.max(right, x[row] + 1)
      top = Math.min(top, y[row])
      bottom = Math.max(bottom, y[row] + 1)
    }
    // Maps have 10,000 tiles a side at most, played ones far fewer; positions beyond are not from a game.
    if (right - left <= 4096 && bottom - top <= 4096 && right > left) this.bounds = { left, top, right, bottom }
  }

  canvas(dark: boolean): HTMLCanvasElement | null {
    if (!this.bounds) return null
    if (this.picture?.dark === dark) return this.picture.canvas
    const { left, top, right, bottom } = this.bounds
    const canvas = document.createElement('canvas')
    canvas.width = right - left
    canvas.height = bottom - top
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    const [x, y, ticks] = ['tile_x', 'tile_y', 'ticks'].map((name) => this.table.numbers(name))
    let most = 1
    for (let row = 0; row < this.table.length; row++) most = Math.max(most, ticks[row])
    for (let row = 0; row < this.table.length; row++) {
      const share = Math.log1p(ticks[row]) / Math.log1p(most)
      context.globalAlpha = 0.16 + 0.5 * share
      context.fillStyle = dark ? '#6f8fc9' : '#6a86b8'
      context.fillRect(x[row] - left, y[row] - top, 1, 1)
    }
    this.picture = { dark, canvas }
    return canvas
  }
}

/** Where a camera cuts: the part of the map that it shows goes far, or grows or shrinks a lot. */
function isCut([x, y, width, height]: readonly number[], [nextX, nextY, nextWidth, nextHeight]: readonly number[]): boolean {
  const [most, high] = [Math.max(width, nextWidth), Math.max(height, nextHeight)]
  const grown = Math.max(most / Math.min(width, nextWidth), high / Math.min(height, nextHeight))
  return Math.abs(nextX - x) > CUT * most || Math.abs(nextY - y) > CUT * high || grown > 2
}

/** When a recording was started, as people write it. */
function started(text: string): string {
  const date = dateOfText(text)
  return Number.isFinite(date) ? formatDate(date) : text
}

interface Window {
  x: number
  y: number
  scale: number
}

class TeeScene implements PlaneScene {
  readonly kind = 'plane'
  readonly start = 0
  readonly end: number
  readonly frames: ArrayLike<number>
  readonly kinds = Object.values(kinds)
  readonly events: readonly PlayEvent[]
  readonly curves
  readonly cameras
  readonly first: number
  readonly moment: number
  readonly card: Card
  readonly story: Story
  private tracks: Map<number, Track>
  private readonly names: Names
  private readonly teams: Teams
  private inputs: Inputs
  private readonly heat: HeatMap
  private readonly map: string
  readonly level: Level
  private tiles: TileMap | null = null
  private scenery: Scenery | null = null
  private readonly calm = new Map<string, Calm>()
  private followed: Followed | null = null
  /** The first and the last tick with positions, of those that are here. */
  private from = 0
  private to = 0
  /** Of the picture that is being drawn: its middle, and where the characters are. */
  private middle: Point = { x: 0, y: 0 }
  private here = new Map<number, Point>()

  private readonly lasting: readonly Thing[]
  private readonly flying: readonly Thing[]
  private readonly starts: readonly number[]

  constructor(given: Play) {
    const demo = recordingOf(given)
    const play = demo?.play ?? given
    this.lasting = demo?.things.filter(({ kind }) => kind === 'pickup' || kind === 'flag') ?? []
    this.flying = demo?.things.filter(({ kind }) => kind === 'projectile' || kind === 'laser') ?? []
    this.starts = this.flying.map(({ from }) => from)
    const positions = play.table('positions')
    this.tracks = this.take(positions)
    this.names = new Names(play.table('stats.sessions'))
    this.teams = new Teams(play.table('teams'))
    this.inputs = new Inputs(play.table('inputs'))
    this.heat = new HeatMap(play.table('stats.heat'))
    this.events = findEvents(play, this.names)
    this.map = play.table('header').text('map_name', 0)
    this.level = { game: 'ddnet', name: this.map, hash: play.table('header').text('map_sha256', 0).toLowerCase() }
    const tick = rising(positions.numbers('tick'), LATEST * TICKS)
    const online = play.table('stats.online')
    const onlineTick = rising(online.numbers('tick'), LATEST * TICKS)
    const last = spanOf(tick, onlineTick).end
    this.end = last / TICKS
    // A server that nobody came to: there is nothing to see.
    this.frames = last > 0 || this.tracks.size > 0 ? evenly(last / TICKS, TICKS) : []
    this.curves = [
      {
        name: words.online,
        times: Float64Array.from(onlineTick, (value) => value / TICKS),
        values: online.numbers('clients'),
        color: COLORS.sky,
        steps: true,
      },
    ]
    const header = play.table('header')
    this.card = {
      title: this.map,
      lines: [header.text('server_name', 0), started(header.text('start_time', 0))],
    }
    const times = Float64Array.from(tick, (value) => value / TICKS)
    // Of a long recording the positions are not there yet: when most clients are.
    const crowd = this.curves[0].values
    let most = 0
    for (let row = 1; row < crowd.length; row++) if (crowd[row] > crowd[most]) most = row
    this.first = times[0] ?? NaN
    this.moment = times.length > 0 ? busiest(times, RECENTLY) + RECENTLY : this.curves[0].times[most] + RECENTLY
    const sessions = play.table('stats.sessions')
    const named = Array.from(
      { length: sessions.length },
      (_, row) => Names.written(sessions, row) || words.unnamed(sessions.numbers('cid')[row]),
    )
    this.story = ddnetStory(play, this.events, this.end, named, this.card)
    const clients = new Set([...this.tracks.keys(), ...Array.from(sessions.numbers('cid'))])
    const players = [...clients].sort((a, b) => a - b).slice(0, 16)
    this.cameras = [
      { id: 'crowd', name: words.crowd },
      { id: 'map', name: words.map },
      ...this.teams.all.map((team) => ({ id: `team${team}`, name: words.followTeam(team) })),
      ...players.map((cid) => ({ id: `cid${cid}`, name: words.follow(this.names.of(cid, last)) })),
    ]
  }

  setMap(map: GameMap): Promise<string> {
    if (map.kind !== 'ddnet') return Promise.reject(new MapError('other', texts.map.otherGame))
    this.tiles = new TileMap(map)
    const scenery = map.design && new Scenery(map.design)
    this.scenery = scenery && !scenery.empty ? scenery : null
    return Promise.resolve(words.mapAdded(map.width, map.height))
  }

  private take(positions: Rows): Map<number, Track> {
    const ticks = positions.numbers('tick')
    const rows = ticks.length
    ;[this.from, this.to] = rows > 0 ? [ticks[0], Math.min(LATEST * TICKS, Math.max(ticks[0], ticks[rows - 1]))] : [0, 0]
    this.followed = null
    this.calm.clear()
    return findTracks(positions)
  }

  setWindow(play: Play): void {
    this.tracks = this.take(play.table('positions'))
    this.inputs = new Inputs(play.table('inputs'))
  }

  figures(time: number): Figure[] {
    const tick = time * TICKS
    const here = [...this.tracks.values()].filter((track) => track.at(tick)).length
    return [
      { name: words.players, value: String(here), large: true },
      { name: words.tick, value: formatNumber(Math.floor(tick)) },
      { name: words.map_name, value: this.map },
      ...(this.inputs.known && !this.inputs.seen ? [{ name: words.pressed, value: words.asPressed }] : []),
    ]
  }

  /** Who is worth seeing at a time: the player around whom most others are, without changing often, and those around that one. */
  private crowdAt(tick: number): Point[] {
    const points = (at: number): [number, Point][] =>
      [...this.tracks].flatMap(([cid, track]) => {
        const point = track.at(at)
        return point ? [[cid, point]] : []
      })
    this.followed ??= new Followed(this.from / TICKS, this.to / TICKS, (time) =>
      points(time * TICKS).map(([cid, { x, y }]) => ({ name: String(cid), head: [x / CROWD_UNIT, y / CROWD_UNIT, 0] })),
    )
    const here = points(tick)
    const name = this.followed.at(tick / TICKS)
    const [, middle] = here.find(([cid]) => String(cid) === name) ?? here[0] ?? []
    return middle
      ? here.map(([, at]) => at).filter(({ x, y }) => Math.abs(x - middle.x) < CROWD / 2 && Math.abs(y - middle.y) < CROWD / 3)
      : []
  }

  /** The part of the map around those whom a camera shows: its middle and its size. */
  private partOf(camera: string, time: number): number[] | null {
    const tick = Math.max(0, time * TICKS)
    const followed = /^cid(\d+)$/.exec(camera)
    const team = teamOf(camera)
    const cids = followed ? [Number(followed[1])] : this.membersOf(team, tick)
    const points = followed || team > 0 ? cids.map((cid) => this.tracks.get(cid)?.at(tick)).filter((point) => !!point) : this.crowdAt(tick)
    if (points.length === 0) return null
    const spans = [points.map(({ x }) => x), points.map(({ y }) => y)].map((values) => [Math.min(...values), Math.max(...values)])
    return [
      ...spans.map(([low, high]) => (low + high) / 2),
      ...spans.map(([low, high], axis) => Math.max(high - low + AROUND[axis], LEAST_PART[axis])),
    ]
  }

  private window(plane: Plane, time: number, camera: string): Window {
    let calm = this.calm.get(camera)
    if (!calm)
      this.calm.set(camera, (calm = new Calm((at) => this.partOf(camera, at), { step: CALM_STEP, reach: CALM_REACH, cuts: isCut })))
    const part = camera === 'map' ? null : calm.at(time)
    const height = plane.height - plane.top
    if (part) return { x: part[0], y: part[1], scale: Math.min(2, plane.width / part[2], height / part[3]) }
    const { bounds } = this.tiles ?? this.heat
    if (!bounds) return { x: 0, y: 0, scale: 1 }
    return {
      x: ((bounds.left + bounds.right) / 2) * TILE,
      y: ((bounds.top + bounds.bottom) / 2) * TILE,
      scale: Math.min(plane.width / ((bounds.right - bounds.left + 4) * TILE), height / ((bounds.bottom - bounds.top + 4) * TILE)),
    }
  }

  draw(plane: Plane, time: number, camera: string, ghost: boolean, orbit: Orbit): void {
    const window = this.window(plane, time, camera)
    const scale = window.scale / orbit.zoom
    this.middle = { x: window.x - (orbit.yaw * 3) / scale, y: window.y - (orbit.pitch * 3) / scale }
    this.here.clear()
    for (const [cid, track] of this.tracks) {
      const at = track.at(time * TICKS)
      if (at) this.here.set(cid, at)
    }
    const toX = (x: number): number => plane.width / 2 + (x - window.x) * scale + orbit.yaw * 3
    // Below the figures.
    const toY = (y: number): number => (plane.top + plane.height) / 2 + (y - window.y) * scale + orbit.pitch * 3
    if (!ghost) this.drawMap(plane, toX, toY, scale, time)
    if (!ghost && camera !== 'map') this.drawMinimap(plane, window, scale)
    if (!ghost) this.drawThings(plane, time * TICKS, toX, toY, scale)
    const { opacity } = plane
    const members = this.membersOf(teamOf(camera), time * TICKS)
    for (const [cid, track] of this.tracks) {
      plane.opacity = members.length === 0 || members.includes(cid) ? opacity : opacity * OTHERS
      this.drawTee(plane, cid, track, time * TICKS, toX, toY, scale)
    }
    plane.opacity = opacity
  }

  /** Who of a team is there; nobody for team 0, in which nobody plays together. */
  private membersOf(team: number, tick: number): number[] {
    return team === 0 ? [] : [...this.tracks.keys()].filter((cid) => this.teams.of(cid, tick) === team && this.tracks.get(cid)!.at(tick))
  }

  /** The whole map in a corner, with what the picture shows of it and where the tees are. */
  private drawMinimap(plane: Plane, { x, y }: Window, scale: number): void {
    const source = this.tiles ?? this.heat
    const canvas = source.canvas(plane.theme.dark)
    const { bounds } = source
    if (!canvas || !bounds || plane.width < 480) return
    const small = Math.min(MINIMAP / canvas.width, MINIMAP / canvas.height)
    const [width, height] = [canvas.width * small, canvas.height * small]
    // It would say nothing that the picture does not.
    if (canvas.width * TILE * scale < 1.5 * plane.width && canvas.height * TILE * scale < 1.5 * plane.height) return
    const [left, top] = [plane.width - width - 12, plane.height - height - 12]
    const toX = (at: number): number => left + (at / TILE - bounds.left) * small
    const toY = (at: number): number => top + (at / TILE - bounds.top) * small
    const { context, theme } = plane
    plane.rectangle(left - 4, top - 4, width + 8, height + 8, theme.background, 0.85)
    context.drawImage(canvas, left, top, width, height)
    context.strokeStyle = theme.dim
    context.lineWidth = 1
    const [across, up] = [plane.width / scale, plane.height / scale]
    const [fromX, fromY] = [Math.max(left, toX(x - across / 2)), Math.max(top, toY(y - up / 2))]
    const [endX, endY] = [Math.min(left + width, toX(x + across / 2)), Math.min(top + height, toY(y + up / 2))]
    context.strokeRect(fromX, fromY, Math.max(0, endX - fromX), Math.max(0, endY - fromY))
    for (const [cid, at] of this.here) plane.circle(toX(at.x), toY(at.y), 2.5, PLAYER_COLORS[cid % PLAYER_COLORS.length])
  }

  private drawMap(plane: Plane, toX: (x: number) => number, toY: (y: number) => number, scale: number, time: number): void {
    const source = this.tiles ?? this.heat
    const canvas = source.canvas(plane.theme.dark)
    const { bounds } = source
    if (!canvas || !bounds) return
    const { context } = plane
    // Seen from far away, and where pictures come slowly, only what has a meaning.
    const scenery = TILE * scale >= EDGES && !plane.bySoftware ? this.scenery : null
    const sight = { ...this.middle, scale, left: plane.width / 2, top: toY(this.middle.y), width: plane.width, height: plane.height }
    scenery?.draw(context, sight, time)
    context.imageSmoothingEnabled = false
    context.globalAlpha = scenery ? OVER_SCENERY : 1
    context.drawImage(canvas, toX(bounds.left * TILE), toY(bounds.top * TILE), canvas.width * TILE * scale, canvas.height * TILE * scale)
    context.globalAlpha = 1
    if (!this.tiles || TILE * scale < EDGES) return
    // The edges of what is solid: from where tees stand and hang, the shape of a map is read by them.
    const from = (at: number, size: number): number => Math.floor((at - size / 2) / TILE)
    const part = [
      from(this.middle.x, plane.width / scale),
      from(this.middle.y, plane.height / scale),
      plane.width / scale / TILE + 2,
      plane.height / scale / TILE + 2,
    ] as const
    for (const [edge, sides] of this.tiles.edges(...part)) {
      context.strokeStyle = edge ?? plane.theme.text
      context.globalAlpha = 0.55
      context.lineWidth = edge ? 1 : 1.5
      context.beginPath()
      for (let at = 0; at < sides.length; at += 4) {
        const [x, y] = [sides[at], sides[at + 1]]
        context.moveTo(toX(x * TILE), toY(y * TILE))
        context.lineTo(toX((x + sides[at + 2]) * TILE), toY((y + sides[at + 3]) * TILE))
      }
      context.stroke()
    }
    context.globalAlpha = 1
    this.tiles.speedups(...part, (column, row, degrees) => {
      const [x, y] = [toX((column + 0.5) * TILE), toY((row + 0.5) * TILE)]
      const tip = (turn: number, length: number): [number, number] => [
        x + TILE * scale * length * Math.cos(((degrees + turn) * Math.PI) / 180),
        y + TILE * scale * length * Math.sin(((degrees + turn) * Math.PI) / 180),
      ]
      plane.path([tip(125, 0.3), tip(0, 0.35), tip(-125, 0.3)], plane.theme.dim, 1.5)
    })
    if (TILE * scale < TEXTS) return
    let left = MOST_TEXTS
    const size = Math.max(8, Math.min(13, TILE * scale * 0.3))
    this.tiles.labels(...part, (column, row, text) => {
      if (left-- > 0) plane.text(toX(column * TILE) + 3, toY((row + 0.5) * TILE), text, plane.theme.text, size)
    })
  }

  /**
   * How far a hook goes, as far as it can be known: to the first tee or the first tile in its way. Not in the file: how long it has
   * been flying, so that where nothing is in its way it fades.
   */
  private hookLength(cid: number, from: Point, aim: Point): number {
    let length = HOOK_LENGTH
    for (const [other, at] of this.here) {
      if (other === cid) continue
      const along = (at.x - from.x) * aim.x + (at.y - from.y) * aim.y
      const beside = Math.abs((at.x - from.x) * aim.y - (at.y - from.y) * aim.x)
      if (along > 0 && beside < 2 * TEE_RADIUS) length = Math.min(length, along)
    }
    for (let along = TILE / 4; this.tiles && along < length; along += TILE / 4)
      if (this.tiles.isSolid(from.x + aim.x * along, from.y + aim.y * along)) length = along
    return length
  }

  /** What flies, and what lies about. */
  private drawThings(plane: Plane, tick: number, toX: (x: number) => number, toY: (y: number) => number, scale: number): void {
    const here = ({ from, to }: Thing): boolean => from <= tick && tick < to
    for (const thing of this.lasting.filter(here)) {
      const { x, y, type, subtype, team } = thing.values
      const [at, top, size] = [toX(x), toY(y), Math.max(4, 9 * scale)]
      const color = thing.kind === 'flag' ? (team === 0 ? COLORS.vermillion : COLORS.blue) : type === 0 ? COLORS.vermillion : COLORS.yellow
      const weapon = type === 3 ? WEAPONS[subtype] : type === 5 ? WEAPONS[5] : undefined
      if (thing.kind === 'pickup' && weapon) {
        plane.path(
          [
            [at - size * weapon.length * 0.6, top],
            [at + size * weapon.length * 0.6, top],
          ],
          weapon.color,
          size * weapon.width * 1.6,
        )
      } else if (thing.kind === 'flag') {
        plane.path(
          [
            [at, top + size],
            [at, top - 2 * size],
          ],
          plane.theme.text,
          Math.max(1.5, 2 * scale),
        )
        plane.rectangle(at, top - 2 * size, size * 1.6, size * 1.1, color)
      } else plane.circle(at, top, size * 0.8, color)
    }
    for (let row = rowAt(this.starts, tick); row >= 0 && this.starts[row] > tick - FLIGHT; row--) {
      const thing = this.flying[row]
      if (!here(thing)) continue
      const { values } = thing
      if (thing.kind === 'laser') {
        const ends: [number, number][] = [
          [toX(values.from_x), toY(values.from_y)],
          [toX(values.x), toY(values.y)],
        ]
        plane.path(ends, WEAPONS[4].color, Math.max(2, 6 * scale), 0.45)
        plane.path(ends, '#ffffff', Math.max(1, 2.5 * scale), 0.9)
        continue
      }
      // The tick of its start is a tick of the server.
      const ticks = tick - thing.from + Math.max(0, thing.since)
      const [now, before] = [flight(values, ticks), flight(values, Math.max(0, ticks - 3))]
      const { color } = WEAPONS[values.type] ?? WEAPONS[1]
      plane.path(
        [
          [toX(before.x), toY(before.y)],
          [toX(now.x), toY(now.y)],
        ],
        color,
        Math.max(2, 6 * scale),
        0.5,
      )
      plane.circle(toX(now.x), toY(now.y), Math.max(2.5, 6 * scale), color)
    }
  }

  private drawTee(
    plane: Plane,
    cid: number,
    track: Track,
    tick: number,
    toX: (x: number) => number,
    toY: (y: number) => number,
    scale: number,
  ): void {
    const color = PLAYER_COLORS[cid % PLAYER_COLORS.length]
    const here = this.here.get(cid)
    const trail = track.way(Math.max(0, tick - TRAIL_TICKS), tick, toX, toY)
    plane.path(trail, color, Math.max(1.5, 3.5 * scale), 0.28)
    if (!here) return
    const radius = Math.max(LEAST_RADIUS, TEE_RADIUS * scale)
    const [x, y] = [toX(here.x), toY(here.y)]
    const input = this.inputs.at(cid, tick)
    if (input?.hook) {
      const known = this.here.get(input.hooked) ?? input.end
      const length = known ? 0 : this.hookLength(cid, here, input.aim)
      const hits = length < HOOK_LENGTH
      const to = known ?? { x: here.x + input.aim.x * length, y: here.y + input.aim.y * length }
      const end: [number, number] = [toX(to.x), toY(to.y)]
      if (hits) {
        plane.path([[x, y], end], plane.theme.text, Math.max(1.5, 3 * scale), 0.8)
        plane.circle(end[0], end[1], Math.max(2.5, 5 * scale), plane.theme.text)
      } else plane.fading([x, y], end, plane.theme.text, Math.max(1.5, 3 * scale))
    }
    const aim = input?.aim ?? { x: 1, y: 0 }
    if (input?.jetpack && tick - input.fired < 3)
      plane.path(
        [
          [x, y + radius],
          [x, y + 2.4 * radius],
        ],
        COLORS.orange,
        0.7 * radius,
        0.7,
      )
    if (input) this.drawWeapon(plane, input, tick, x, y, radius)
    const team = this.teams.of(cid, tick)
    const edge = team > 0 ? PLAYER_COLORS[team % PLAYER_COLORS.length] : plane.theme.text
    for (const side of [-0.6, 0.6]) plane.circle(x + side * radius, y + radius * 0.75, radius * 0.42, edge)
    plane.circle(x, y, radius * (team > 0 ? 1.2 : 1.08), edge)
    plane.circle(x, y, radius * 0.95, color)
    if (input?.frozen) plane.circle(x, y, radius * 0.95, FROZEN, 0.7)
    for (const side of [-0.2, 0.2])
      plane.circle(x + (aim.x * 0.4 + side) * radius, y + aim.y * 0.35 * radius - radius * 0.1, radius * 0.15, '#101010')
    const name = this.names.of(cid, tick)
    plane.labels.add(x, y - radius - 11, team > 0 ? words.inTeam(team, name) : name, plane.theme.text, 13, plane.opacity)
  }

  /** The weapon that was asked for, if one was, and a shot. */
  private drawWeapon(plane: Plane, { aim, weapon, fired }: Input, tick: number, x: number, y: number, radius: number): void {
    const is = WEAPONS[weapon - 1] as (typeof WEAPONS)[number] | undefined
    const at = (away: number): [number, number] => [x + aim.x * away * radius, y + aim.y * away * radius]
    const end = 1 + (is?.length ?? 0)
    if (is) plane.path([at(0.8), at(end)], is.color, is.width * radius)
    if (!(tick - fired < SHOT)) return
    const alpha = 1 - (tick - fired) / SHOT
    plane.path([at(end + 0.2), at(end + 0.2 + (is?.shot ?? 0.6))], is?.color ?? plane.theme.text, 0.16 * radius, alpha)
    plane.circle(...at(end + 0.3), 0.3 * radius, COLORS.yellow, alpha)
  }
}

/** The team that a camera follows; 0: it follows none. */
const teamOf = (camera: string): number => Number(/^team(\d+)$/.exec(camera)?.[1] ?? 0)

export const ddnet: SceneType = {
  id: 'ddnet',
  game: 'DDNet',
  needs: {
    header: ['map_name', 'map_sha256', 'server_name', 'start_time'],
    positions: ['tick', 'cid', 'x', 'y', 'kind'],
    inputs: ['tick', 'cid', 'target_x', 'target_y', 'hook', 'wanted_weapon', 'fire'],
    teams: ['tick', 'cid', 'team'],
    messages: ['tick', 'cid', 'message_id', 'protocol', 'data', 'name', 'text'],
    'stats.sessions': ['cid', 'start_tick', 'end_tick', 'end', 'reason', 'first_name', 'last_name'],
    'stats.finishes': ['tick', 'kind', 'team', 'finish_time', 'practice', 'name', 'cid'],
    'stats.commands': ['tick', 'cid', 'command'],
    'stats.online': ['tick', 'clients'],
    'stats.heat': ['tile_x', 'tile_y', 'ticks'],
    // of demos and ghosts
    ...demoNeeds,
  },
  windowed: ['positions', 'inputs'],
  build: (play) => new TeeScene(play),
  level: { needs: ddnetLevel, beside: ddnetBeside },
}
