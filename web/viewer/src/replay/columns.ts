// SPDX-License-Identifier: MIT
// What the page gets of tables.
import type { Replay, Table } from '@reel-replay/reel'
import type { ColumnsOf, LevelTables } from './protocol.js'
import type { Column } from './rows.js'

const MESSAGE_BYTES = 1024

/** A column as numbers in one array that can be transferred, or as texts. A missing value is NaN. */
export function columnOf(table: Table, name: string): Column {
  const values = table.column(name)
  // Bytes become texts of one letter a byte. Scenes read the beginnings of messages only.
  if (Array.isArray(values)) {
    return values.map((value) => (typeof value === 'string' ? value : String.fromCharCode(...value.subarray(0, MESSAGE_BYTES))))
  }
  const present = table.present(name)
  const wide = values instanceof BigInt64Array || values instanceof BigUint64Array
  if (!wide && !present) return values
  return Float64Array.from(values as ArrayLike<number | bigint>, (value, row) => (present && !present[row] ? NaN : Number(value)))
}

/** The columns of a table, of those that it has. */
export function columnsOf(table: Table, names: readonly string[]): ColumnsOf {
  const known = new Set(table.columnNames)
  const columns = Object.fromEntries(names.filter((name) => known.has(name)).map((name) => [name, columnOf(table, name)]))
  return { length: table.length, columns }
}

const NEEDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'beatsaber-map': {
    info: ['song_name', 'level_hash', 'pc_hash', 'music', 'song_offset'],
    difficulties: ['mode', 'difficulty', 'map_file', 'version', 'note_jump_speed', 'jump_distance', 'notes'],
    notes: ['difficulty_row', 'time', 'line', 'layer', 'color', 'direction', 'rotation'],
    bombs: ['difficulty_row', 'time', 'line', 'layer', 'rotation'],
    walls: ['difficulty_row', 'time', 'seconds', 'line', 'layer', 'width', 'height', 'rotation'],
    arcs: [
      ...['difficulty_row', 'time', 'line', 'layer', 'color', 'direction', 'multiplier', 'rotation'],
      ...['tail_time', 'tail_line', 'tail_layer', 'tail_direction', 'tail_multiplier', 'tail_rotation'],
    ],
    rotations: ['difficulty_row', 'time', 'degrees', 'late'],
    lights: ['difficulty_row', 'time', 'type', 'value', 'float_value'],
    light_events: ['difficulty_row', 'time', 'kind', 'group', 'extend', 'easing', 'color', 'value'],
  },
  'ddnet-map': {
    info: ['sha256', 'width', 'height'],
    groups: ['offset_x', 'offset_y', 'parallax_x', 'parallax_y', 'first_layer', 'layers'],
    layers: ['kind', 'width', 'height', 'complete', 'image', 'count', 'color_r', 'color_g', 'color_b', 'color_a'],
    tiles: ['layer', 'x', 'y', 'count', 'angle', 'index', 'flags', 'number', 'delay', 'force', 'max_speed'],
    quads: [],
    envelopes: ['first_point', 'points'],
    envelope_points: [
      'time',
      'curve',
      ...['values', 'in_x', 'in_y', 'out_x', 'out_y'].flatMap((name) => [0, 1, 2, 3].map((at) => `${name}_${at}`)),
    ],
    images: ['width', 'height', 'format'],
  },
}

/** A map that was read: what the scenes draw of it. */
export function levelOf({ format, tables, damage }: Replay): LevelTables {
  const found = Object.entries(NEEDS[format.id] ?? {}).flatMap(([name, names]) => {
    const table = tables.get(name)
    return table ? [[name, columnsOf(table, names.length > 0 ? names : table.columnNames)] as const] : []
  })
  const images = format.id === 'ddnet-map' ? tables.get('images')?.column('data') : undefined
  const pixels = Array.isArray(images) ? images.map((data) => (data instanceof Uint8Array ? data.slice() : null)) : []
  return { format: format.id, tables: Object.fromEntries(found), pixels, damage }
}
