// SPDX-License-Identifier: MIT
// What statistics say of a play beside its map: the tables of the library that need the level. docs/levels.md.
import { timeText } from '../player/clock.js'
import type { PlayEvent } from '../player/events.js'
import { COLORS } from '../draw/theme.js'
import type { Needs } from '../replay/protocol.js'
import { formatNumber, formatPercent, texts } from '../texts.js'
import type { Beside, Fact, Play } from './scene.js'

const words = texts.beatsaber
/** Of include/reel/beatsaber.h: what became of a note. */
const NO_EVENT = 6
/** Notes of a section, a lane or a pattern that tell something about it. */
const ENOUGH = 8
/** Seconds around a lost note that show it. */
const RUN = [1.5, 0.8] as const

const lost = { id: 'lost', name: words.noEvent, shape: 'cross', color: COLORS.sky } as const

const PART = ['notes', 'cut', 'bad', 'missed', 'accuracy']
export const beatSaberLevel: Needs = {
  'stats.level': ['accuracy', 'fc_accuracy', 'notes', 'cut', 'bad', 'missed', 'no_event', 'no_note', 'not_reached', 'bombs', 'bombs_hit'],
  'stats.lost_notes': ['time', 'event_time', 'what', 'line', 'layer', 'color', 'outcome', 'patterns'],
  'stats.level_sections': ['time', 'end_time', ...PART],
  'stats.level_lanes': ['line', ...PART],
  'stats.level_patterns': ['pattern', ...PART],
  'stats.level_reenacted': ['motion_score', 'relative_difference', 'known', 'same'],
}

/** The row of a table in which least of the points was made; -1: of none enough is known. */
function weakest(play: Play, table: string): number {
  const [notes, accuracy] = ['notes', 'accuracy'].map((name) => play.table(table).numbers(name))
  let least = -1
  for (let row = 0; row < notes.length; row++) if (notes[row] >= ENOUGH && accuracy[row] < (accuracy[least] ?? Infinity)) least = row
  return least
}

const patternsOf = (bits: number): string => words.patterns.filter((_, bit) => (bits >> bit) & 1).join(', ')

/** Beat Saber: notes, bombs and full-combo accuracy by the map, what was weakest, and each note that was lost. */
export function beatSaberBeside(play: Play): Beside {
  const level = play.table('stats.level')
  const of = (name: string): number => level.numbers(name)[0] ?? NaN
  const percent = (value: number): string => (Number.isFinite(value) ? formatPercent(value) : '')
  const part = (table: string, name: string, written: (row: number) => string): Fact => {
    const row = weakest(play, table)
    const [accuracy, missed, bad] = ['accuracy', 'missed', 'bad'].map((column) => play.table(table).numbers(column)[row])
    return { name, value: row < 0 ? '' : words.part(written(row), percent(accuracy), missed + bad) }
  }
  const sections = play.table('stats.level_sections')
  const [from, to] = ['time', 'end_time'].map((name) => sections.numbers(name))
  const section = weakest(play, 'stats.level_sections')
  const reenacted = play.table('stats.level_reenacted')
  const [score, same, known] = ['motion_score', 'same', 'known'].map((name) => reenacted.numbers(name)[0] ?? NaN)
  const [notes, apart] = [of('notes'), of('no_event') + of('no_note')]
  const facts: Fact[] = [
    { name: words.mapNotes, value: Number.isFinite(notes) ? words.ofNotes(of('cut'), notes, of('not_reached')) : '' },
    { name: words.mapBombs, value: of('bombs') > 0 ? words.ofBombs(of('bombs_hit'), of('bombs')) : '' },
    { name: words.mapApart, value: apart > 0 ? words.apart(of('no_event'), of('no_note')) : '' },
    { name: words.mapAccuracy, value: percent(of('accuracy')) },
    { name: words.fullComboAccuracy, value: percent(of('fc_accuracy')) },
    {
      ...part('stats.level_sections', words.weakest.section, (row) => `${timeText(from[row], 0)}–${timeText(to[row], 0)}`),
      ...(section < 0 ? {} : { run: { from: Math.max(0, from[section]), to: to[section] } }),
    },
    part('stats.level_lanes', words.weakest.lane, (row) => words.lane(play.table('stats.level_lanes').numbers('line')[row] + 1)),
    part(
      'stats.level_patterns',
      words.weakest.pattern,
      (row) => words.patterns[play.table('stats.level_patterns').numbers('pattern')[row]] ?? '',
    ),
    { name: words.reenacted, value: known > 0 ? words.reenactedOf(formatNumber(score), same, known) : '' },
  ]
  const rows = play.table('stats.lost_notes')
  const [time, line, layer, color, outcome, bits] = ['time', 'line', 'layer', 'color', 'outcome', 'patterns'].map((name) =>
    rows.numbers(name),
  )
  const what = rows.numbers('what')
  const items = Array.from({ length: rows.length }, (_, row) => {
    const thing = words.whats[what[row]] ?? ''
    const place = words.note(thing, [words.left, words.right][color[row]] ?? '', line[row], layer[row])
    const text = [`${words.outcomes[outcome[row]] ?? ''}: ${place}`, patternsOf(bits[row])].filter(Boolean).join(' · ')
    return { time: time[row], text, outcome: outcome[row], run: { from: time[row] - RUN[0], to: time[row] + RUN[1], at: time[row] } }
  }).filter((item) => Number.isFinite(item.time))
  const events = items.flatMap(({ time: at, text, outcome: own, run }): PlayEvent[] =>
    own === NO_EVENT ? [{ time: at, kind: lost, text, run }] : [],
  )
  return { facts, lists: [{ heading: words.lostNotes, items }], events }
}

export const ddnetLevel: Needs = { 'stats.level_finishes': ['decidable', 'finish_tick'], 'stats.level_checkpoints': ['checkpoint', 'time'] }

/** DDNet: finishes beside the line of the map, and the fastest time of each of its checkpoints. */
export function ddnetBeside(play: Play): Beside {
  const finishes = play.table('stats.level_finishes')
  const [decidable, line] = ['decidable', 'finish_tick'].map((name) => finishes.numbers(name))
  const sure = Array.from(decidable, (known, row) => (known === 1 ? row : -1)).filter((row) => row >= 0)
  const checkpoints = play.table('stats.level_checkpoints')
  const [number, time] = ['checkpoint', 'time'].map((name) => checkpoints.numbers(name))
  const best = new Map<number, number>()
  for (let row = 0; row < checkpoints.length; row++) if (time[row] < (best.get(number[row]) ?? Infinity)) best.set(number[row], time[row])
  return {
    facts: [
      {
        name: texts.ddnet.lines,
        value: sure.length > 0 ? texts.ddnet.linesOf(sure.filter((row) => Number.isFinite(line[row])).length, sure.length) : '',
      },
      {
        name: texts.ddnet.checkpoints,
        value: [...best]
          .sort(([a], [b]) => a - b)
          .map(([own, seconds]) => `${own + 1}: ${timeText(seconds, 2)}`)
          .join(' · '),
      },
    ],
    lists: [],
    events: [],
  }
}
