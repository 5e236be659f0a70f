// SPDX-License-Identifier: MIT
// Maps of Beat Saber as the scene draws them, from the tables of beatsaber-map: docs/formats/beatsaber-map.md.
import type { Failure } from '../replay/protocol.js'
import { Rows } from '../replay/rows.js'
import { inGroup, type LightEvent, Lights } from './lights.js'
import { MapError, refusalOf } from './unpack.js'
import type { Zip } from './zip.js'

/** Where the music of a map is: an archive, or a folder. */
export type Files = Pick<Zip, 'find' | 'read'>

const MOST_MUSIC = 128 << 20
const BOMB = 3
/** Seconds by which a turn comes later that counts for what follows its beat. */
const AFTER = 1e-3
/** Metres a second, of difficulties that state no speed; others have the first. */
const [SPEED, EXPERT, EXPERT_PLUS] = [10, 12, 16]
/** Before this version of a file, lights had no brightness. */
const BRIGHT = 2.5

export interface MapNote {
  readonly time: number
  readonly line: number
  readonly layer: number
  /** 0 left, 1 right, 3 a bomb. */
  readonly color: number
  readonly direction: number
  /** Degrees to the right beyond those of `turns`, here and below. */
  readonly turn: number
}

/** A curve from one note to another, along which the sabre is to be moved. */
export interface MapArc {
  readonly time: number
  readonly end: number
  /** Head and tail: where they are, the direction of the curve there, and how far it goes straight on. */
  readonly ends: readonly [ArcEnd, ArcEnd]
  readonly color: number
}

export interface ArcEnd {
  readonly line: number
  readonly layer: number
  readonly direction: number
  readonly reach: number
  readonly turn: number
}

export interface MapWall {
  readonly time: number
  readonly duration: number
  readonly line: number
  readonly layer: number
  readonly width: number
  readonly height: number
  readonly turn: number
}

export interface Difficulty {
  readonly name: string
  readonly mode: string
  /** Metres a second. */
  readonly speed: number
  /** Metres from where a note appears to where it would disappear. */
  readonly distance: number
  readonly notes: readonly MapNote[]
  readonly walls: readonly MapWall[]
  readonly arcs: readonly MapArc[]
  /** Degrees to the right that things face that arrive at this time or later, until the next one. */
  readonly turns: readonly { readonly time: number; readonly degrees: number }[]
  /** Null: the map has none. */
  readonly lights: Lights | null
}

export interface BeatMap {
  readonly kind: 'beatsaber'
  readonly song: string
  /** What leaderboards know it by: there may be two. */
  readonly hashes: readonly string[]
  /** Seconds by which the music starts before the map. */
  readonly offset: number
  readonly music: Blob | null
  /** What it was read from. */
  readonly file: Blob
  readonly difficulties: readonly { readonly name: string; readonly mode: string }[]
  /** Reads the difficulty with this name and mode, or the one that is nearest to it. */
  difficulty(name: string, mode: string): Promise<Difficulty>
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace('+', 'plus')
    .replace(/[^a-z]/g, '')

const inTime = <T extends { time: number }>(own: T[]): T[] =>
  own.filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time)

/** The rows of a difficulty, each with the values of its columns. */
function each<T>(table: Rows, of: number, names: readonly string[], make: (...values: number[]) => T): T[] {
  const difficulty = table.numbers('difficulty_row')
  const columns = names.map((name) => table.numbers(name))
  const made: T[] = []
  for (let row = 0; row < table.length; row++) if (difficulty[row] === of) made.push(make(...columns.map((values) => values[row])))
  return made
}

const speedOf = (stated: number, name: string): number => {
  if (stated > 0 && stated < 200) return stated
  return plain(name) === 'expertplus' ? EXPERT_PLUS : plain(name) === 'expert' ? EXPERT : SPEED
}

function difficultyOf(tables: ReadonlyMap<string, Rows>, row: number): Difficulty {
  const table = (name: string): Rows => tables.get(name) ?? Rows.none
  const listed = table('difficulties')
  const name = listed.text('difficulty', row)
  const speed = speedOf(listed.numbers('note_jump_speed')[row], name)
  const distance = listed.numbers('jump_distance')[row]
  const notes = each(
    table('notes'),
    row,
    ['time', 'line', 'layer', 'color', 'direction', 'rotation'],
    (time, line, layer, color, direction, turn): MapNote => ({ time, line, layer, color, direction, turn }),
  )
  const bombs = each(table('bombs'), row, ['time', 'line', 'layer', 'rotation'], (time, line, layer, turn): MapNote => ({
    time,
    line,
    layer,
    color: BOMB,
    direction: 8,
    turn,
  }))
  const walls = each(
    table('walls'),
    row,
    ['time', 'seconds', 'line', 'layer', 'width', 'height', 'rotation'],
    (time, duration, line, layer, width, height, turn): MapWall => ({ time, duration, line, layer, width, height, turn }),
  )
  const end = ['line', 'layer', 'direction', 'multiplier', 'rotation']
  const arcs = each(
    table('arcs'),
    row,
    ['time', 'tail_time', 'color', ...end, ...end.map((own) => `tail_${own}`)],
    (time, last, color, ...ends): MapArc => {
      const [head, tail] = [0, 5].map((from): ArcEnd => {
        const [line, layer, direction, reach, turn] = ends.slice(from)
        return { line, layer, direction, reach, turn }
      })
      return { time, end: last, ends: [head, tail], color }
    },
  )
  // Since 4.1 each object has its own.
  const turning = /^4\.(?!0)/.test(listed.text('version', row)) ? Rows.none : table('rotations')
  const turns = each(turning, row, ['time', 'degrees', 'late'], (time, degrees, late) => ({
    time: time + (late === 1 ? AFTER : 0),
    degrees,
  }))
  const bright = !(parseFloat(listed.text('version', row)) < BRIGHT)
  const lights = each(table('lights'), row, ['time', 'type', 'value', 'float_value'], (time, type, value, strength): LightEvent => ({
    time,
    type,
    value,
    strength: strength === 0 && !bright ? 1 : strength,
  }))
  const grouped = each(table('light_events'), row, ['time', 'kind', 'group', 'extend', 'easing', 'color', 'value'], inGroup)
  lights.push(...grouped.filter((event) => event !== null))
  let degrees = 0
  return {
    name,
    mode: listed.text('mode', row),
    speed,
    distance: distance > 0 ? distance : speed,
    notes: inTime([...notes, ...bombs]),
    walls: inTime(walls),
    arcs: inTime(arcs),
    // Each is added to those before it.
    turns: inTime(turns).map((turn) => ({ time: turn.time, degrees: (degrees = (degrees + turn.degrees) % 360) })),
    lights: lights.length > 0 ? new Lights(inTime(lights)) : null,
  }
}

/** A map by its tables, read from `file`; `files` have its music. Fails with MapError if it lists no difficulties. */
export async function beatMapOf(
  tables: ReadonlyMap<string, Rows>,
  damage: Failure | null,
  files: Files | null,
  file: Blob,
): Promise<BeatMap> {
  const [info, listed] = ['info', 'difficulties'].map((name) => tables.get(name) ?? Rows.none)
  if (listed.length === 0) throw damage ? refusalOf(damage) : new MapError('corrupt', 'Info.dat lists no difficulties')
  const music = info.text('music', 0)
  const has = music !== '' && (files?.find(music) ?? null) !== null
  const offset = info.numbers('song_offset')[0]
  const rows = Array.from({ length: listed.length }, (_, row) => row)
  const nameOf = (row: number): { name: string; mode: string } => ({ name: listed.text('difficulty', row), mode: listed.text('mode', row) })
  return {
    kind: 'beatsaber',
    song: info.text('song_name', 0),
    file,
    hashes: ['level_hash', 'pc_hash'].map((name) => info.text(name, 0).toLowerCase()).filter((hash) => hash !== ''),
    offset: Number.isFinite(offset) ? offset : 0,
    music: has ? new Blob([await files!.read(music, MOST_MUSIC)]) : null,
    difficulties: rows.map(nameOf),
    difficulty(name, mode) {
      const worth = (row: number): number =>
        (plain(nameOf(row).name) === plain(name) ? 2 : 0) + (plain(nameOf(row).mode) === plain(mode) ? 1 : 0)
      const [best] = [...rows].sort((a, b) => worth(b) - worth(a))
      const made = difficultyOf(tables, best)
      // What was read until there is damage is shown.
      const complete = Number.isFinite(listed.numbers('notes')[best])
      if (complete || made.notes.length > 0) return Promise.resolve(made)
      const file = listed.text('map_file', best)
      return Promise.reject(damage ? refusalOf(damage) : new MapError('truncated', `${file} is missing, or cannot be read`))
    },
  }
}
