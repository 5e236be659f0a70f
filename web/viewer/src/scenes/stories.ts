// SPDX-License-Identifier: MIT
// The first panel of each game: what a player asks about a play. All figures are those of the replay's tables and statistics.
import { timeText } from '../player/clock.js'
import type { PlayEvent, Run } from '../player/events.js'
import { rowFrom } from '../series.js'
import { formatNumber, formatPercent, texts } from '../texts.js'
import type { Card, Fact, FactList, Play, Story } from './scene.js'

/** Seconds of the worst part of a play. */
const WORST = 10
/** Seconds before a moment from which it is shown. */
const LEAD = 2

/** A number of a table's first row; `written` gets it only if it is known. */
const known = (value: number | undefined, written: (value: number) => string = formatNumber): string =>
  value !== undefined && Number.isFinite(value) ? written(value) : ''

/** Of less than ten seconds the tenths count. */
const lengthText = (length: number): string => (length > 0.05 ? timeText(length, length < 10 ? 1 : 0) : '')

/** The numbers of the first row of a table. */
function firstOf(play: Play, table: string): (column: string) => number {
  const rows = play.table(table)
  return (column) => rows.numbers(column)[0] ?? NaN
}

/** The part of at most `length` seconds in which most was lost; null: nothing was. `lost` belongs to the times, which rise. */
export function worstPart(times: ArrayLike<number>, lost: ArrayLike<number>, length: number): { from: number; lost: number } | null {
  let best: { from: number; lost: number } | null = null
  let sum = 0
  for (let row = 0, first = 0; row < times.length; row++) {
    sum += lost[row]
    for (; times[row] - times[first] > length; first++) sum -= lost[first]
    if (sum > (best?.lost ?? 0)) best = { from: times[first], lost: sum }
  }
  return best
}

/** What each event added to the loss of points: `most` and `score` are sums so far. */
function losses(score: ArrayLike<number>, most: ArrayLike<number>): Float64Array {
  return Float64Array.from(score, (value, row) => {
    const lost = most[row] - value - (row > 0 ? most[row - 1] - score[row - 1] : 0)
    return Number.isFinite(lost) ? lost : 0
  })
}

function worstOf(play: Play, times: ArrayLike<number>): Fact {
  const words = texts.beatsaber
  const events = play.table('stats.scored_events')
  const worst = worstPart(times, losses(events.numbers('score'), events.numbers('max_score')), WORST)
  if (!worst) return { name: words.worst, value: '' }
  const to = worst.from + WORST
  return {
    name: words.worst,
    value: words.lost(timeText(worst.from, 0), timeText(to, 0), Math.round(worst.lost)),
    run: { from: Math.max(0, worst.from - LEAD), to },
  }
}

export function beatSaberStory(play: Play, times: ArrayLike<number>, { title, lines }: Card): Story {
  const words = texts.beatsaber
  const of = firstOf(play, 'stats.summary')
  const info = play.table('info')
  const player = info.text('player_name', 0) || info.text('user_name', 0)
  const mistakes = Object.entries(words.mistake).flatMap(([name, written]) => (of(name) > 0 ? [written(of(name))] : []))
  // Of a file that was cut before its events nobody knows.
  const counted = Number.isFinite(of('misses')) && times.length > 0
  const [combo, failed, paused] = [of('full_combo'), of('fail_time'), of('pauses_in_song')]
  const energy = info.numbers('fail_time')[0] ?? 0
  return {
    facts: [
      // The title of a recording of another program is its name.
      { name: title === info.text('app_name', 0) ? texts.overview.game : words.song, value: [title, lines[0]].filter(Boolean).join(' · ') },
      { name: words.player, value: player },
      { name: words.rank, value: words.ranks[of('rank')] ?? '' },
      { name: words.accuracy, value: known(of('accuracy'), formatPercent) },
      { name: words.score, value: known(of('score'), (score) => words.scoreOf(score, info.numbers('score')[0] ?? NaN)) },
      { name: words.mistakes, value: mistakes.join(', ') || (counted ? words.none : '') },
      { name: words.full, value: known(combo, (value) => (value === 1 ? texts.yes : texts.no)) },
      { name: words.maxCombo, value: known(of('max_combo')) },
      {
        name: words.ended,
        value: energy > 0 && failed > 0 ? words.failedAt(timeText(failed)) : known(of('won'), (won) => (won === 1 ? words.passed : '')),
        ...(energy > 0 && failed > 0 ? { run: { from: Math.max(0, failed - WORST), to: failed + 1 } } : {}),
      },
      {
        name: words.pauses,
        value: known(times.length > 0 ? paused : NaN, (count) =>
          count > 0 ? words.pausedIn(count, of('pause_time_in_song')) : words.none,
        ),
      },
      worstOf(play, times),
    ],
  }
}

/** Events of a kind as a list that can be watched. */
const listOf = (heading: string, events: readonly PlayEvent[], kind: string): FactList => ({
  heading,
  items: events
    .filter((event) => event.kind.id === kind && Number.isFinite(event.time))
    .map(({ text, time, run, finish }) => ({
      text,
      run: { ...(run ?? { from: time - LEAD, to: time + LEAD }), at: time },
      ...(finish ? { finish } : {}),
    })),
})

export function echoStory(play: Play, events: readonly PlayEvent[], length: number, { title, lines }: Card): Story {
  const words = texts.echo
  const players = play.table('players')
  const team = players.numbers('team')
  const teams = [new Set<string>(), new Set<string>()]
  for (let row = 0; row < players.length; row++) teams[team[row]]?.add(players.text('name', row))
  return {
    facts: [
      { name: words.map, value: title },
      { name: words.points, value: lines[0] ?? '' },
      { name: words.length, value: lengthText(length) },
      ...teams.map((names, index) => ({ name: words.teamOf(words.teams[index] ?? ''), value: [...names].filter(Boolean).join(', ') })),
      { name: words.recorder, value: lines[1] ?? '' },
    ],
    lists: [listOf(words.goals, events, 'goal'), listOf(texts.echo.round, events, 'round')],
  }
}

interface Best {
  readonly time: number
  readonly name: string
  readonly run: Run
}

/** The fastest finish of a recording that counts. */
function bestOf(play: Play, events: readonly PlayEvent[]): Best | null {
  const finishes = play.table('stats.finishes')
  const [time, practice] = ['finish_time', 'practice'].map((name) => finishes.numbers(name))
  const [tick, kind, team] = ['tick', 'kind', 'team'].map((name) => finishes.numbers(name))
  let best = -1
  for (let row = 0; row < finishes.length; row++)
    if (practice[row] !== 1 && time[row] > 0 && !(time[row] >= (time[best] ?? Infinity))) best = row
  if (best < 0) return null
  const at = tick[best] / 50
  const name = kind[best] === 1 ? texts.ddnet.team(team[best]) : finishes.text('name', best)
  const run = events.find((event) => event.kind.id === 'finish' && event.time === at && event.text.startsWith(name))?.run
  return { time: time[best], name, run: run ?? { from: Math.max(0, at - time[best]), to: at + 1 } }
}

export function ddnetStory(
  play: Play,
  events: readonly PlayEvent[],
  length: number,
  names: readonly string[],
  { title, lines }: Card,
): Story {
  const words = texts.ddnet
  const best = bestOf(play, events)
  const finished = new Set(
    Array.from({ length: play.table('stats.finishes').length }, (_, row) => play.table('stats.finishes').text('name', row)),
  )
  const others = [...new Set(names)].filter((name) => name && !finished.has(name))
  return {
    facts: [
      { name: words.map_name, value: title },
      { name: words.server, value: lines[0] ?? '' },
      { name: words.started, value: lines[1] ?? '' },
      { name: words.length, value: lengthText(length) },
      { name: words.players, value: names.length > 0 ? formatNumber(new Set(names).size) : '' },
      ...(best ? [{ name: words.best, value: words.bestOf(best.name, timeText(best.time, 2)), run: best.run }] : []),
    ],
    lists: [listOf(words.finishes, events, 'finish'), { heading: words.others, items: others.map((text) => ({ text })) }],
  }
}

/** Where the longest, or the largest, of some values is; -1: there is none. */
function mostOf(values: ArrayLike<number>): number {
  let most = -1
  for (let row = 0; row < values.length; row++) if (values[row] > (values[most] ?? -Infinity)) most = row
  return most
}

export function geometryDashStory(play: Play, rate: number, end: number, { title, lines }: Card): Story {
  const words = texts.gd
  const of = firstOf(play, 'stats.summary')
  const info = play.table('info')
  const [clicks, holds] = ['stats.clicks', 'stats.holds'].map((name) => play.table(name))
  const [clicked, second, held, hold] = [
    ...['time', 'second'].map((name) => clicks.numbers(name)),
    ...['time', 'hold_frames'].map((name) => holds.numbers(name)),
  ]
  const [fastest, longest] = [mostOf(second), mostOf(hold)]
  const shortest = Array.from(hold).reduce((least, frames) => Math.min(least, frames), Infinity)
  const from = fastest < 0 ? NaN : clicked[rowFrom(clicked, clicked[fastest] - 1)]
  const deaths = play.table('deaths').length
  return {
    facts: [
      { name: words.level, value: title },
      { name: words.author, value: info.text('author', 0) },
      { name: words.bot, value: [info.text('bot_name', 0), lines[1]].filter(Boolean).join(' · ') },
      { name: words.length, value: lengthText(end) },
      { name: words.attempts, value: known(of('attempts'), (count) => (count > 1 ? formatNumber(count) : '')) },
      { name: words.deaths, value: deaths > 0 ? formatNumber(deaths) : '' },
      { name: words.presses, value: known(of('presses')) },
      { name: words.mean, value: known(of('presses_per_second'), words.ofMean) },
      fastest < 0
        ? { name: words.most, value: '' }
        : {
            name: words.most,
            value: words.mostClicks(second[fastest], timeText(from)),
            run: { from: Math.max(0, from - LEAD), to: clicked[fastest] + 1 },
          },
      longest < 0
        ? { name: words.holds, value: '' }
        : {
            name: words.holds,
            value: words.held(hold[longest] / rate, timeText(held[longest])),
            run: { from: Math.max(0, held[longest] - LEAD), to: held[longest] + hold[longest] / rate + 1 },
          },
      { name: words.shortest, value: known(shortest, words.framesHeld) },
    ],
  }
}
