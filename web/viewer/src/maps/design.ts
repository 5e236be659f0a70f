// SPDX-License-Identifier: MIT
// What a map of DDNet shows beside the tiles that have a meaning: its groups with layers of tiles and of quads, and the images that the map has in
// itself. Images that the game has are not known here, and layers of them are left out.
import { Rows } from '../replay/rows.js'

/** Kinds of layers: include/reel/ddnet_map.h. */
const [DESIGN, QUADS] = [64, 128]
/** In all layers together. */
const MOST_TILES = 8 << 20
const MOST_PIXELS = 16 << 20
const MOST_QUADS = 20_000
const MOST_LAYERS = 256
/** Of envelopes. */
const MOST_POINTS = 100_000
const CHANNELS = ['r', 'g', 'b', 'a']

/** A curve of time: milliseconds, its shape from there, up to four values, and the tangents of each, if the map has them. */
export type DesignEnvelope = readonly {
  readonly time: number
  readonly curve: number
  readonly values: readonly number[]
  readonly tangents?: readonly (readonly number[])[]
}[]

export interface DesignQuad {
  /** Around which it turns. */
  readonly pivot?: readonly number[]
  /** The number of an envelope by which it moves and turns, or changes its color; -1: none; and by how many milliseconds it is ahead. */
  readonly motion?: readonly [envelope: number, ahead: number]
  readonly tint?: readonly [envelope: number, ahead: number]
  /** Corners: x and y of upper left, upper right, lower left and lower right, in units of the game; then the same of the image, 0 to 1. */
  readonly corners: readonly number[]
  readonly texture: readonly number[]
  /** Red, green, blue and alpha of each corner, 0 to 255. */
  readonly colors: readonly number[]
}

export interface DesignLayer {
  /** Of images; -1: none. */
  readonly image: number
  readonly width: number
  readonly height: number
  /** Two bytes a tile: index and flags; null: a layer of quads. */
  readonly tiles: Uint8Array | null
  /** Red, green, blue and alpha, 0 to 255, by which its image is multiplied. */
  readonly color: readonly number[]
  readonly quads: readonly DesignQuad[]
}

export interface DesignGroup {
  readonly offset: readonly [x: number, y: number]
  /** 1: it moves as the tiles of the game. */
  readonly parallax: readonly [x: number, y: number]
  readonly layers: readonly DesignLayer[]
}

export interface DesignImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}

export interface Design {
  readonly groups: readonly DesignGroup[]
  readonly images: readonly (DesignImage | null)[]
  readonly envelopes?: readonly DesignEnvelope[]
}

/** The images that the map has, of four bytes a pixel. */
function imagesOf(table: Rows, pixels: readonly (Uint8Array<ArrayBuffer> | null)[]): (DesignImage | null)[] {
  const [widths, heights] = ['width', 'height'].map((name) => table.numbers(name))
  let left = MOST_PIXELS
  return Array.from({ length: table.length }, (_, row) => {
    const [width, height, data] = [widths[row], heights[row], pixels[row]]
    if (!data || !(width > 0 && height > 0 && width * height <= left) || data.length !== width * height * 4) return null
    left -= width * height
    return { width, height, pixels: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
  })
}

/** The quads of each layer. */
function quadsOf(table: Rows): Map<number, DesignQuad[]> {
  const numbers = (names: readonly string[]): ArrayLike<number>[] => names.map((name) => table.numbers(name))
  const four = [0, 1, 2, 3]
  const layer = table.numbers('layer')
  const [corners, texture] = ['corner', 'texture'].map((of) => numbers(four.flatMap((at) => [`${of}_x_${at}`, `${of}_y_${at}`])))
  const colors = numbers(four.flatMap((corner) => CHANNELS.map((part) => `color_${corner}_${part}`)))
  const pivot = numbers(['pivot_x', 'pivot_y'])
  const follows = numbers(['position_envelope', 'position_envelope_offset', 'color_envelope', 'color_envelope_offset'])
  const found = new Map<number, DesignQuad[]>()
  for (let row = 0; row < Math.min(MOST_QUADS, table.length); row++) {
    let own = found.get(layer[row])
    if (!own) found.set(layer[row], (own = []))
    const fixed = (columns: ArrayLike<number>[]): number[] => columns.map((values) => values[row] / 1024)
    const [move, ahead, color, colorAhead] = follows.map((values) => values[row])
    own.push({
      ...{ corners: fixed(corners), texture: fixed(texture), colors: colors.map((values) => values[row]) },
      ...{ pivot: fixed(pivot), motion: [move, ahead], tint: [color, colorAhead] },
    })
  }
  return found
}

/** The points of each envelope. What one says of them beyond their end is left out. */
function envelopesOf(table: Rows, points: Rows): DesignEnvelope[] {
  const [first, many] = ['first_point', 'points'].map((name) => table.numbers(name))
  const [times, curves] = ['time', 'curve'].map((name) => points.numbers(name))
  const values = [0, 1, 2, 3].map((at) => points.numbers(`values_${at}`))
  const tangents = [0, 1, 2, 3].map((at) => ['in_x', 'in_y', 'out_x', 'out_y'].map((name) => points.numbers(`${name}_${at}`)))
  let left = MOST_POINTS
  return Array.from({ length: table.length }, (_, row) => {
    const from = Math.max(0, first[row])
    const count = Math.max(0, Math.min(left, many[row] || 0, points.length - from))
    left -= count
    return Array.from({ length: count }, (__, at) => ({
      time: times[from + at],
      curve: curves[from + at],
      values: values.map((column) => column[from + at] / 1024),
      // Only some maps have them.
      ...(Number.isFinite(tangents[0][0][from + at])
        ? { tangents: tangents.map((own) => own.map((column, part) => column[from + at] / (part % 2 === 0 ? 1 : 1024))) }
        : {}),
    }))
  })
}

/** What is incomplete is left out: the tiles of the game are what counts. */
export function designOf(tables: ReadonlyMap<string, Rows>, pixels: readonly (Uint8Array<ArrayBuffer> | null)[]): Design {
  const table = (name: string): Rows => tables.get(name) ?? Rows.none
  const images = imagesOf(table('images'), pixels)
  const quads = quadsOf(table('quads'))
  const [layers, groups, tiles] = [table('layers'), table('groups'), table('tiles')]
  const of = (rows: Rows, ...names: string[]): ArrayLike<number>[] => names.map((name) => rows.numbers(name))
  const [kinds, complete, imageOf, widths, heights] = of(layers, 'kind', 'complete', 'image', 'width', 'height')
  const colors = of(layers, 'color_r', 'color_g', 'color_b', 'color_a')
  const drawn = new Map<number, DesignLayer>()
  let left = MOST_TILES
  for (let row = 0; row < Math.min(MOST_LAYERS, layers.length); row++) {
    const [image, width, height] = [imageOf[row], widths[row], heights[row]]
    if (complete[row] !== 1) continue
    if (kinds[row] === DESIGN && images[image] && width > 0 && height > 0 && width * height <= left) {
      left -= width * height
      const color = colors.map((values) => Math.min(255, Math.max(0, values[row])))
      drawn.set(row, { image, width, height, tiles: new Uint8Array(width * height * 2), color, quads: [] })
    } else if (kinds[row] === QUADS && quads.has(row) && (!(image >= 0) || images[image]))
      drawn.set(row, { image, width: 0, height: 0, tiles: null, color: [], quads: quads.get(row)! })
  }
  const [layer, x, y, count, index, flags] = of(tiles, 'layer', 'x', 'y', 'count', 'index', 'flags')
  for (let row = 0; row < tiles.length; row++) {
    const { tiles: into, width = 0, height = 0 } = drawn.get(layer[row]) ?? {}
    if (!into || y[row] >= height) continue
    const from = y[row] * width + x[row]
    for (let at = from; at < from + Math.min(count[row], width - x[row]); at++) {
      into[at * 2] = index[row]
      into[at * 2 + 1] = flags[row]
    }
  }
  const [offsetX, offsetY, parallaxX, parallaxY, first, many] = of(
    groups,
    ...['offset_x', 'offset_y', 'parallax_x', 'parallax_y', 'first_layer', 'layers'],
  )
  const found: DesignGroup[] = []
  for (let row = 0; row < Math.min(MOST_LAYERS, groups.length); row++) {
    const from = Math.max(0, first[row])
    const own = [...drawn].filter(([at]) => at >= from && at < first[row] + many[row]).map(([, made]) => made)
    if (own.length > 0)
      found.push({ offset: [offsetX[row], offsetY[row]], parallax: [parallaxX[row] / 100, parallaxY[row] / 100], layers: own })
  }
  return { groups: found, images, envelopes: envelopesOf(table('envelopes'), table('envelope_points')) }
}
