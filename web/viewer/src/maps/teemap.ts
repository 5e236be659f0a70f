// SPDX-License-Identifier: MIT
// Maps of DDNet: the tiles of the layers of a datafile that have a meaning in the game. (Teeworlds' datafile.cpp and DDNet's mapitems.h;
// versions 3 and 4.)
import { type Design, type Item, readDesign } from './design.js'
import { MapError, unpack } from './unpack.js'

const HEAD_SIZE = 36
const TYPE_SIZE = 12
const MOST_ITEMS = 65536
const MOST_DIRECTORY = 16 << 20
const MOST_TILES = 16 << 20
const MOST_SIDE = 16384
const LAYER = 5
const TILES = 2
const GAME = 1
const FRONT = 8
const TILE_BYTES = 4
/** DDNet's layers beside the game layer: their flags, bytes of a tile, and where an item has the number of their data, after its name. */
const LAYERS = {
  tele: { flag: 2, bytes: 2, word: 18 },
  speedups: { flag: 4, bytes: 6, word: 19 },
  front: { flag: FRONT, bytes: TILE_BYTES, word: 20 },
  switches: { flag: 16, bytes: 4, word: 21 },
} as const
type Extra = keyof typeof LAYERS
/** Words of the name, which items have from version 3 on. */
const NAMED = 3
/** The version of a layer of tiles from which runs of equal tiles are shortened. */
const SHORTENED = 4

export interface TeeMap {
  readonly kind: 'ddnet'
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

interface Layer {
  readonly version: number
  readonly width: number
  readonly height: number
  readonly data: number
}

interface Datafile {
  readonly version: number
  readonly game: Layer
  readonly extra: ReadonlyMap<Extra, Layer>
  readonly offsets: readonly number[]
  /** Where the data begins, in the file. */
  readonly start: number
  /** The items of a type, in order; a word beyond the end of one is 0. */
  readonly itemsOf: (type: number) => Item[]
}

function readLayers(
  view: DataView,
  from: number,
  offsets: readonly number[],
  size: number,
): { game: Layer | null; extra: Map<Extra, Layer> } {
  let game: Layer | null = null
  const extra = new Map<Extra, Layer>()
  for (const offset of offsets) {
    const at = from + offset
    if (offset < 0 || offset + 8 + 15 * 4 > size) continue
    const word = (index: number): number => view.getInt32(at + 8 + index * 4, true)
    if (view.getInt32(at, true) >>> 16 !== LAYER || word(1) !== TILES) continue
    const flags = word(6)
    const [version, width, height] = [word(3), word(4), word(5)]
    if (flags & GAME) {
      game ??= { version, width, height, data: word(14) }
      continue
    }
    // In the other layers the tiles of the game are empty; their own follow the name of the layer.
    const words = view.getInt32(at + 4, true) / 4
    for (const [name, layer] of Object.entries(LAYERS) as [Extra, (typeof LAYERS)[Extra]][]) {
      const place = layer.word - (version >= 3 ? 0 : NAMED)
      if (!(flags & layer.flag) || extra.has(name)) continue
      if (words > place && offset + 8 + (place + 1) * 4 <= size) extra.set(name, { version, width, height, data: word(place) })
    }
  }
  return { game, extra }
}

async function readDirectory(file: Blob): Promise<Datafile | null> {
  const head = new DataView(await file.slice(0, HEAD_SIZE).arrayBuffer())
  if (head.byteLength < 4 || !['DATA', 'ATAD'].includes(String.fromCharCode(...new Uint8Array(head.buffer, 0, 4)))) return null
  if (head.byteLength < HEAD_SIZE) throw new MapError('truncated', 'the map is truncated')
  const [version, , , types, items, blocks, itemSize] = Array.from({ length: 8 }, (_, index) => head.getInt32(4 + index * 4, true))
  if (version !== 3 && version !== 4) throw new MapError('unsupported', `version ${version} of the map's format is not supported`)
  for (const count of [types, items, blocks])
    if (count < 0 || count > MOST_ITEMS) throw new MapError('corrupt', 'the map has an impossible number of parts')
  const listSize = types * TYPE_SIZE + items * 4 + blocks * (version === 4 ? 8 : 4)
  if (itemSize < 0 || itemSize > MOST_DIRECTORY) throw new MapError('corrupt', 'the map has parts of an impossible size')
  const start = HEAD_SIZE + listSize + itemSize
  if (start > file.size) throw new MapError('truncated', 'the map is truncated')
  const view = new DataView(await file.slice(0, start).arrayBuffer())
  const list = (at: number, count: number): number[] => Array.from({ length: count }, (_, index) => view.getInt32(at + index * 4, true))
  const itemOffsets = list(HEAD_SIZE + types * TYPE_SIZE, items)
  const offsets = list(HEAD_SIZE + types * TYPE_SIZE + items * 4, blocks)
  const { game, extra } = readLayers(view, HEAD_SIZE + listSize, itemOffsets, itemSize)
  if (!game) throw new MapError('corrupt', 'the map has no game layer')
  const first = HEAD_SIZE + listSize
  const itemsOf = (type: number): Item[] =>
    itemOffsets
      .filter((offset) => offset >= 0 && offset + 8 <= itemSize && view.getInt32(first + offset, true) >>> 16 === type)
      .map((offset) => {
        const words = Math.min(view.getInt32(first + offset + 4, true), itemSize - offset - 8) / 4
        return (word) => (word < words ? view.getInt32(first + offset + 8 + word * 4, true) : 0)
      })
  return { version, game, extra, offsets, start, itemsOf }
}

/** A block of data. */
function readBlock(file: Blob, { version, offsets, start }: Datafile, index: number, most: number): Promise<Uint8Array> {
  const from = offsets[index]
  if (from === undefined || from < 0 || start + from >= file.size)
    return Promise.reject(new MapError('truncated', 'the tiles of the map are missing'))
  const next = offsets[index + 1] ?? file.size - start
  const packed = file.slice(start + from, start + Math.max(from, next))
  return version === 4
    ? unpack(packed, 'deflate', most)
    : packed
        .slice(0, most)
        .arrayBuffer()
        .then((buffer) => new Uint8Array(buffer))
}

/** The data of a layer: `bytes` for each tile, or fewer if runs of equal tiles are shortened. */
function readData(file: Blob, directory: Datafile, { width, height, data }: Layer, bytes: number): Promise<Uint8Array> {
  if (!(width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_TILES))
    return Promise.reject(new MapError('limit', `the map has ${width} × ${height} tiles, which is too many`))
  return readBlock(file, directory, data, width * height * bytes)
}

/** The kinds of the tiles of a layer. */
async function readTiles(file: Blob, directory: Datafile, layer: Layer): Promise<Uint8Array> {
  const bytes = await readData(file, directory, layer, TILE_BYTES)
  const tiles = new Uint8Array(layer.width * layer.height)
  let at = 0
  for (let offset = 0; offset + TILE_BYTES <= bytes.length && at < tiles.length; offset += TILE_BYTES) {
    const again = layer.version >= SHORTENED ? bytes[offset + 2] : 0
    tiles.fill(bytes[offset], at, at + 1 + again)
    at += 1 + again
  }
  if (at < tiles.length) throw new MapError('truncated', `the map has ${at} tiles instead of ${tiles.length}`)
  return tiles
}

/** Reads a map; null if the file is not one. */
export async function readTeeMap(file: Blob): Promise<TeeMap | null> {
  const directory = await readDirectory(file)
  if (!directory) return null
  const { game, extra } = directory
  const { width, height } = game
  // A layer of another size says nothing about the tiles of the game.
  const layerOf = (name: Extra): Layer | null => {
    const layer = extra.get(name)
    return layer?.width === width && layer.height === height ? layer : null
  }
  const whole = async (name: Extra): Promise<Uint8Array | null> => {
    const layer = layerOf(name)
    if (!layer) return null
    const { bytes } = LAYERS[name]
    const data = await readData(file, directory, layer, bytes)
    if (data.length < width * height * bytes)
      throw new MapError('truncated', `the map has ${Math.floor(data.length / bytes)} tiles instead of ${width * height}`)
    return data
  }
  const front = layerOf('front')
  return {
    kind: 'ddnet',
    file,
    width,
    height,
    game: await readTiles(file, directory, game),
    front: front && (await readTiles(file, directory, front)),
    tele: await whole('tele'),
    speedups: await whole('speedups'),
    switches: await whole('switches'),
    design: await readDesign(directory.itemsOf, (index, most) => readBlock(file, directory, index, most).catch(() => null)),
  }
}
