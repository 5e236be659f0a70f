// SPDX-License-Identifier: MIT
// Geometry Dash: a lane for each button of each player, with holds, clicks per second below, and above the path where the macro has it.
import { COLORS } from '../draw/theme.js'
import type { Plane } from '../draw/plane.js'
import type { Orbit } from '../draw/space.js'
import { type EventKind, type PlayEvent, sorted } from '../player/events.js'
import { busiest, evenly, LATEST, rising, rowAt, spanOf } from '../series.js'
import { timeText } from '../player/clock.js'
import { formatNumber, texts } from '../texts.js'
import type { Card, Figure, PlaneScene, Play, SceneType, Story } from './scene.js'
import { geometryDashStory } from './stories.js'

const words = texts.gd
/** Most demon lists forbid more; include/reel/geometrydash.h. */
const CLICK_LIMIT = 15
const PLAYER_COLORS = [COLORS.sky, COLORS.orange]
/** Frames: a shorter hold is a swift. Pixels of 0.3 s from which that is written. */
const SWIFT = 1.5
const SWIFT_TEXT = 34
/** Pixels from the left that the title of a lane takes. */
const LANE_TITLE = 130
/** Where the present is, from the left. */
const NOW = 0.35
/** Seconds in which most inputs are at the first picture, as in src/plot/geometrydash/scene.c. */
const HALF_SPAN = 2
/** A stated duration beyond so many times that of the inputs, and so many seconds, is a mistake of the recorder. */
const STATED = [3, 60] as const
const SPANS: Record<string, number> = { near: 4, wide: 15 }

/** Seconds between the lines of the ruler. */
const STEPS = [1 / 60, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800]

const kinds = {
  death: { id: 'death', name: words.death, shape: 'cross', color: COLORS.vermillion },
  limit: { id: 'limit', name: words.limit, shape: 'triangle', color: COLORS.orange },
} as const satisfies Record<string, EventKind>

interface Lane {
  readonly player: number
  readonly button: number
  readonly from: number[]
  readonly to: number[]
}

class MacroScene implements PlaneScene {
  readonly kind = 'plane'
  readonly start = 0
  readonly end: number
  readonly frames: Float64Array
  readonly kinds = Object.values(kinds)
  readonly events: readonly PlayEvent[]
  readonly curves
  readonly first: number
  readonly moment: number
  readonly card: Card
  readonly played: string
  readonly story: Story
  readonly sounds: ArrayLike<number>
  readonly cameras = [
    { id: 'near', name: words.near },
    { id: 'wide', name: words.wide },
    { id: 'whole', name: words.whole },
  ]
  private readonly rate: number
  private readonly lanes: Lane[]
  private readonly clicks: { times: ArrayLike<number>; seconds: ArrayLike<number>; players: ArrayLike<number> }
  private readonly path: { times: Float64Array; x: ArrayLike<number>; y: ArrayLike<number>; rotation: ArrayLike<number> }

  constructor(play: Play) {
    const rate = play.table('stats.summary').numbers('framerate')[0] ?? NaN
    this.rate = rate > 0 ? rate : 240
    const clicks = play.table('stats.clicks')
    this.clicks = { times: rising(clicks.numbers('time')), seconds: clicks.numbers('second'), players: clicks.numbers('player2') }
    this.lanes = this.findLanes(play)
    const physics = play.table('physics')
    const order = Array.from({ length: physics.length }, (_, row) => row).sort(
      (a, b) => physics.numbers('frame')[a] - physics.numbers('frame')[b],
    )
    const ordered = (name: string): Float64Array => {
      const values = physics.numbers(name)
      return Float64Array.from(order, (row) => values[row])
    }
    this.path = {
      times: ordered('frame').map((frame) => frame / this.rate),
      x: ordered('x'),
      y: ordered('y'),
      rotation: ordered('rotation'),
    }
    const deaths = play.table('deaths').numbers('frame')
    const duration = play.first('info').numbers('duration')[0] ?? 0
    const length = play.table('stats.summary').numbers('length')[0] ?? 0
    const lastDeath = spanOf(rising(deaths, LATEST * this.rate)).end / this.rate
    const known = Math.max(0.001, length <= LATEST ? length : 0, lastDeath)
    this.end = duration <= STATED[0] * known + STATED[1] ? Math.max(known, duration) : known
    const holds = rising(play.table('stats.holds').numbers('time'))
    this.first = Math.max(0, (this.clicks.times[0] ?? NaN) - 1)
    this.moment = busiest(holds, HALF_SPAN) + HALF_SPAN / 2
    this.sounds = holds
    const info = play.first('info')
    this.card = {
      title: info.text('level_name', 0),
      lines: [[info.text('author', 0), info.text('bot_name', 0)].filter(Boolean).join(' · '), words.atRate(this.rate)],
    }
    this.played = this.card.title
    this.story = geometryDashStory(play, this.rate, this.end, this.card)
    this.frames = evenly(this.end, this.rate)
    this.events = this.findEvents(deaths)
    this.curves = [0, 1].flatMap((player) => {
      const rows = Array.from(this.clicks.times, (_, row) => row).filter((row) => this.clicks.players[row] === player)
      if (rows.length === 0) return []
      const times = Float64Array.from(rows, (row) => this.clicks.times[row])
      return [
        {
          name: `${words.clicks}, ${words.player(player + 1)}`,
          times,
          values: Float64Array.from(rows, (row) => this.clicks.seconds[row]),
          color: PLAYER_COLORS[player],
        },
      ]
    })
  }

  private findLanes(play: Play): Lane[] {
    const holds = play.table('stats.holds')
    const [time, length, button, player] = ['time', 'hold_frames', 'button', 'player2'].map((name) => holds.numbers(name))
    const lanes = new Map<number, Lane>()
    const buttons = play.table('stats.buttons')
    const [used, of] = ['button', 'player2'].map((name) => buttons.numbers(name))
    for (let row = 0; row < buttons.length; row++)
      lanes.set(of[row] * 256 + used[row], { player: of[row], button: used[row], from: [], to: [] })
    for (let row = 0; row < holds.length; row++) {
      const lane = lanes.get(player[row] * 256 + button[row])
      lane?.from.push(time[row])
      lane?.to.push(time[row] + length[row] / this.rate)
    }
    return [...lanes.values()].sort((a, b) => a.player - b.player || a.button - b.button)
  }

  private findEvents(deaths: ArrayLike<number>): PlayEvent[] {
    const found: PlayEvent[] = Array.from(deaths, (frame) => ({ time: frame / this.rate, kind: kinds.death, text: words.death }))
    let last = -Infinity
    for (let row = 0; row < this.clicks.times.length; row++) {
      if (this.clicks.seconds[row] <= CLICK_LIMIT || this.clicks.times[row] < last + 1) continue
      last = this.clicks.times[row]!
      found.push({ time: last, kind: kinds.limit, text: words.overLimit(this.clicks.seconds[row]) })
    }
    return sorted(found)
  }

  private rateAt(time: number, player: number): number {
    let count = 0
    for (let row = rowAt(this.clicks.times, time); row >= 0 && this.clicks.times[row] > time - 1; row--)
      if (this.clicks.players[row] === player) count++
    return count
  }

  /** Clicks of both players in the second that follows. */
  private ahead(time: number): number {
    const { times } = this.clicks
    return rowAt(times, time + 1) - rowAt(times, time)
  }

  figures(time: number): Figure[] {
    const players = [...new Set(this.lanes.map(({ player }) => player))]
    const path = rowAt(this.path.times, time)
    return [
      { name: words.frame, value: formatNumber(Math.floor(time * this.rate + 1e-6)), large: true },
      ...players.map((player) => ({
        name: players.length > 1 ? `${words.clicks}, ${words.player(player + 1)}` : words.clicks,
        value: String(this.rateAt(time, player)),
      })),
      { name: words.next, value: words.clicksAhead(this.ahead(time)), share: this.ahead(time) / CLICK_LIMIT },
      ...(path >= 0 ? [{ name: words.position, value: `${formatNumber(this.path.x[path])}, ${formatNumber(this.path.y[path])}` }] : []),
    ]
  }

  draw(plane: Plane, time: number, camera: string, ghost: boolean, orbit: Orbit): void {
    const span = (SPANS[camera] ?? this.end) * orbit.zoom
    const from = SPANS[camera] ? time - span * NOW : 0
    const scale = plane.width / span
    const toX = (at: number): number => (at - from) * scale
    const top = Math.max(84, plane.top + 12)
    const withPath = this.path.times.length > 1
    const lanesTop = withPath ? top + (plane.height - top) * 0.42 : top
    const bottom = plane.height - 16
    const rates = Math.min(Math.max(110, plane.height * 0.18), (bottom - lanesTop) * 0.3)
    // The next second, the brighter the more is in it.
    const dense = Math.min(1, this.ahead(time) / CLICK_LIMIT)
    if (!ghost) plane.rectangle(toX(time), lanesTop - 8, scale, bottom - rates - lanesTop, COLORS.yellow, 0.02 + 0.1 * dense)
    if (withPath) this.drawPath(plane, time, top, lanesTop - 26, toX)
    this.drawLanes(plane, time, lanesTop, bottom - rates - 34, toX, ghost)
    if (!ghost) this.drawRates(plane, bottom - rates, rates, toX, from, span)
    if (!ghost) this.drawRuler(plane, lanesTop, bottom, toX, from, span)
    plane.rectangle(toX(time) - 1, lanesTop - 8, 2, bottom - lanesTop + 8, plane.theme.text)
  }

  /** Times under the lanes, and a line for each frame as soon as frames are far enough from each other. */
  private drawRuler(plane: Plane, top: number, bottom: number, toX: (at: number) => number, from: number, span: number): void {
    const { theme, width } = plane
    const step = STEPS.find((seconds) => (seconds / span) * width > 70) ?? STEPS[STEPS.length - 1]
    for (let at = Math.max(0, Math.ceil(from / step)) * step; at < Math.min(from + span, this.end + step); at += step) {
      plane.rectangle(toX(at), top, 1, bottom - top, theme.line, 0.7)
      plane.text(toX(at), bottom + 9, step < 1 ? words.frameAt(Math.round(at * this.rate)) : timeText(at, 0), theme.dim, 11, 'center')
    }
    const apart = width / span / this.rate
    if (!(apart > 5)) return
    const last = Math.min(this.frames.length, Math.ceil((from + span) * this.rate))
    for (let frame = Math.max(0, Math.floor(from * this.rate)); frame < last; frame++)
      plane.rectangle(toX(frame / this.rate), bottom - 5, 1, 5, theme.dim, 0.8)
  }

  private drawLanes(plane: Plane, time: number, top: number, bottom: number, toX: (at: number) => number, ghost: boolean): void {
    const step = Math.min(Math.max(120, plane.height * 0.32), (bottom - top) / Math.max(1, this.lanes.length))
    if (this.lanes.length === 0 && !ghost) plane.text(plane.width / 2, (top + bottom) / 2, words.noInputs, plane.theme.dim, 16, 'center')
    const begin = top + Math.max(0, (bottom - top - step * this.lanes.length) / 2)
    this.lanes.forEach((lane, index) => {
      const y = begin + index * step
      const height = Math.max(6, step - 28)
      const color = PLAYER_COLORS[lane.player] ?? COLORS.grey
      if (!ghost) plane.rectangle(0, y + 20, plane.width, height, plane.theme.surface)
      for (let row = 0; row < lane.from.length; row++) {
        const [left, right] = [toX(lane.from[row]), toX(lane.to[row])]
        if (right < 0 || left > plane.width) continue
        const held = time >= lane.from[row] && time < lane.to[row]
        const width = Math.max(2, right - left)
        const soon = lane.from[row] > time && lane.from[row] < time + 1
        plane.rectangle(left, y + 24, width, height - 8, color, held ? 1 : soon ? 0.85 : 0.55)
        // A swift: released at once, or one frame later. Its width says nothing, so that it has a sign.
        if ((lane.to[row] - lane.from[row]) * this.rate < SWIFT) {
          plane.circle(left + width / 2, y + 24, 3.5, plane.theme.text)
          if (left > LANE_TITLE && toX(lane.to[row] + 0.3) - left > SWIFT_TEXT)
            plane.text(left + 6, y + 15, words.swift, plane.theme.dim, 10)
        }
        if (held) plane.rectangle(left, y + 21, width, 3, plane.theme.text)
      }
      if (!ghost) plane.text(12, y + 9, words.lane(lane.player + 1, words.buttons[lane.button] ?? words.buttons[0]), plane.theme.text)
    })
  }

  private drawRates(plane: Plane, top: number, height: number, toX: (at: number) => number, from: number, span: number): void {
    const { times, seconds, players } = this.clicks
    let most = 6
    for (let row = 0; row < times.length; row++) most = Math.max(most, seconds[row])
    plane.rectangle(0, top, plane.width, height, plane.theme.surface)
    plane.text(12, top - 10, words.clicks, plane.theme.dim, 12)
    const toY = (value: number): number => top + height - (value / (most * 1.1)) * height
    for (const value of [0, Math.ceil(most / 2), most]) {
      plane.rectangle(0, toY(value), plane.width, 1, plane.theme.line)
      plane.text(plane.width - 6, toY(value) - 7, String(value), plane.theme.dim, 11, 'right')
    }
    if (most > CLICK_LIMIT) {
      plane.context.setLineDash([5, 4])
      plane.path(
        [
          [0, toY(CLICK_LIMIT)],
          [plane.width, toY(CLICK_LIMIT)],
        ],
        COLORS.vermillion,
        1,
      )
      plane.context.setLineDash([])
    }
    for (const player of [0, 1]) {
      const points: [number, number][] = []
      for (let row = Math.max(0, rowAt(times, from - 2)); row < times.length && times[row] < from + span + 2; row++) {
        if (players[row] === player) points.push([toX(times[row]), toY(seconds[row])])
      }
      plane.path(points, PLAYER_COLORS[player], 2)
    }
  }

  private drawPath(plane: Plane, time: number, top: number, bottom: number, toX: (at: number) => number): void {
    const { times, y, rotation } = this.path
    let [low, high] = [Infinity, -Infinity]
    for (let row = 0; row < times.length; row++) {
      if (!Number.isFinite(y[row])) continue
      low = Math.min(low, y[row])
      high = Math.max(high, y[row])
    }
    const middle = (low + high) / 2
    const range = Math.max(high - low, 120) * 1.2
    const toY = (value: number): number => (top + bottom) / 2 - ((value - middle) / range) * (bottom - top)
    plane.rectangle(0, top, plane.width, bottom - top, plane.theme.surface)
    plane.path(
      Array.from(times, (at, row) => [toX(at), toY(y[row])] as const),
      plane.theme.dim,
      2,
    )
    for (let row = 0; row < times.length; row++) plane.circle(toX(times[row]), toY(y[row]), 2.5, COLORS.sky)
    const row = rowAt(times, time)
    if (row < 0) return
    const next = Math.min(row + 1, times.length - 1)
    const step = times[next] - times[row]
    const share = step > 0 ? (time - times[row]) / step : 0
    const { context } = plane
    context.save()
    context.translate(toX(time), toY(y[row] + (y[next] - y[row]) * share))
    context.rotate((rotation[row] * Math.PI) / 180)
    plane.rectangle(-11, -11, 22, 22, plane.theme.text)
    plane.rectangle(-9, -9, 18, 18, COLORS.green)
    context.restore()
  }
}

export const geometryDash: SceneType = {
  id: 'geometrydash',
  game: 'Geometry Dash',
  needs: {
    info: ['duration', 'level_name', 'author', 'bot_name'],
    physics: ['frame', 'x', 'y', 'rotation'],
    deaths: ['frame'],
    'stats.summary': ['framerate', 'length', 'attempts', 'presses', 'presses_per_second'],
    'stats.holds': ['time', 'hold_frames', 'button', 'player2'],
    'stats.buttons': ['button', 'player2'],
    'stats.clicks': ['time', 'second', 'player2'],
  },
  build: (play) => new MacroScene(play),
}
