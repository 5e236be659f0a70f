// SPDX-License-Identifier: MIT
// Maps of DDNet as the scene draws them, from the tables of ddnet-map: docs/formats/ddnet-map.md.
import type { Failure } from '../replay/protocol.js'
import { Rows } from '../replay/rows.js'
import { type Design, designOf } from './design.js'
import { MapError, refusalOf } from './unpack.js'

const MOST_TILES = 16 << 20
const MOST_SIDE = 16384
/** Kinds of layers: include/reel/ddnet_map.h. */
const [GAME, TELE, SPEEDUP, FRONT, SWITCH] = [1, 2, 4, 8, 16]

export interface TeeMap {
  readonly kind: 'ddnet'
  /** SHA-256 of the file, in hexadecimal. */
  readonly hash?: string
  /** What it was read from. */
  readonly file?: Blob
  readonly width: number
  readonly height: number
  /** The kinds of the tiles, row by row. */
  readonly game: Uint8Array
  /** A second layer of them, or null. */
  readonly front: Uint8Array | null
  /** Two bytes a tile: the number of a teleporter, and its kind. */
  readonly tele: Uint8Array | null
  /** Six bytes a tile: force, top speed, kind, unused, and the degrees of the direction as 16 bits. */
  readonly speedups: Uint8Array | null
  /** Four bytes a tile: the number of a switch, its kind, flags, and seconds. */
  readonly switches: Uint8Array | null
  /** What it looks like. */
  readonly design?: Design
}

/** A map by its tables. Fails with MapError if the tiles of the game are missing. */
export function teeMapOf(
  tables: ReadonlyMap<string, Rows>,
  pixels: readonly (Uint8Array<ArrayBuffer> | null)[],
  damage: Failure | null,
  file: Blob,
): TeeMap {
  const [info, layers, tiles] = ['info', 'layers', 'tiles'].map((name) => tables.get(name) ?? Rows.none)
  const [kinds, complete, widths, heights] = ['kind', 'complete', 'width', 'height'].map((name) => layers.numbers(name))
  const rowOf = (kind: number): number => Array.prototype.indexOf.call(kinds, kind)
  const game = rowOf(GAME)
  if (game < 0 || complete[game] !== 1) throw damage ? refusalOf(damage) : new MapError('corrupt', 'the map has no game layer')
  const [width, height] = [widths[game], heights[game]]
  if (!(width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_TILES))
    throw new MapError('limit', `the map has ${width} × ${height} tiles, which is too many`)
  const [layer, xs, ys, counts] = ['layer', 'x', 'y', 'count'].map((name) => tiles.numbers(name))
  const value = (name: string): ArrayLike<number> => tiles.numbers(name)
  /** The tiles of a layer: the bytes of each, from these columns. */
  const read = (of: number, ...columns: ArrayLike<number>[]): Uint8Array => {
    const bytes = columns.length
    const made = new Uint8Array(width * height * bytes)
    for (let row = 0; row < tiles.length; row++) {
      if (layer[row] !== of || ys[row] >= height) continue
      const from = ys[row] * width + xs[row]
      const to = from + Math.min(counts[row], width - xs[row])
      for (let tile = from; tile < to; tile++) for (let part = 0; part < bytes; part++) made[tile * bytes + part] = columns[part][row]
    }
    return made
  }
  /** A layer of another size, or of which something is missing, says nothing. */
  const more = (kind: number, ...columns: ArrayLike<number>[]): Uint8Array | null => {
    const of = rowOf(kind)
    return of >= 0 && complete[of] === 1 && widths[of] === width && heights[of] === height ? read(of, ...columns) : null
  }
  const [index, flags, number, delay] = ['index', 'flags', 'number', 'delay'].map(value)
  const angle = Array.from(value('angle'))
  const none = new Uint8Array(tiles.length)
  return {
    kind: 'ddnet',
    hash: info.text('sha256', 0),
    file,
    width,
    height,
    game: read(game, index),
    front: more(FRONT, index),
    tele: more(TELE, number, index),
    speedups: more(
      SPEEDUP,
      value('force'),
      value('max_speed'),
      index,
      none,
      angle.map((degrees) => degrees & 255),
      angle.map((degrees) => (degrees >> 8) & 255),
    ),
    switches: more(SWITCH, number, index, flags, delay),
    design: designOf(tables, pixels),
  }
}
