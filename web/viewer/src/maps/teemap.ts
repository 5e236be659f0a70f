// SPDX-License-Identifier: MIT
// Maps of DDNet: the tiles of a datafile's game layer and front layer. (Teeworlds' datafile.cpp and mapitems.h; versions 3 and 4.)
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
/** The version of a layer of tiles from which runs of equal tiles are shortened. */
const SHORTENED = 4

export interface TeeMap {
  readonly kind: 'ddnet'
  readonly width: number
  readonly height: number
  /** The kinds of the tiles, row by row. */
  readonly game: Uint8Array
  /** A second layer of them, or null. */
  readonly front: Uint8Array | null
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
  readonly front: Layer | null
  readonly offsets: readonly number[]
  /** Where the data begins, in the file. */
  readonly start: number
}

function readLayers(view: DataView, from: number, offsets: readonly number[], size: number): { game: Layer | null; front: Layer | null } {
  let [game, front]: (Layer | null)[] = [null, null]
  for (const offset of offsets) {
    const at = from + offset
    if (offset < 0 || offset + 8 + 15 * 4 > size) continue
    const word = (index: number): number => view.getInt32(at + 8 + index * 4, true)
    if (view.getInt32(at, true) >>> 16 !== LAYER || word(1) !== TILES) continue
    const flags = word(6)
    const [version, width, height] = [word(3), word(4), word(5)]
    // In a front layer the game's own tiles are empty; its tiles follow the name of the layer.
    const words = view.getInt32(at + 4, true) / 4
    if (flags & GAME) game ??= { version, width, height, data: word(14) }
    else if (flags & FRONT) {
      const place = version >= 3 ? 20 : 17
      if (words > place && offset + 8 + (place + 1) * 4 <= size) front ??= { version, width, height, data: word(place) }
    }
  }
  return { game, front }
}

async function readDirectory(file: Blob): Promise<Datafile | null> {
  const head = new DataView(await file.slice(0, HEAD_SIZE).arrayBuffer())
  if (head.byteLength < 4 || !['DATA', 'ATAD'].includes(String.fromCharCode(...new Uint8Array(head.buffer, 0, 4)))) return null
  if (head.byteLength < HEAD_SIZE) throw new MapError('the map is truncated')
  const [version, , , types, items, blocks, itemSize] = Array.from({ length: 8 }, (_, index) => head.getInt32(4 + index * 4, true))
  if (version !== 3 && version !== 4) throw new MapError(`version ${version} of the map's format is not supported`)
  for (const count of [types, items, blocks])
    if (count < 0 || count > MOST_ITEMS) throw new MapError('the map has an impossible number of parts')
  const listSize = types * TYPE_SIZE + items * 4 + blocks * (version === 4 ? 8 : 4)
  if (itemSize < 0 || itemSize > MOST_DIRECTORY) throw new MapError('the map has parts of an impossible size')
  const start = HEAD_SIZE + listSize + itemSize
  if (start > file.size) throw new MapError('the map is truncated')
  const view = new DataView(await file.slice(0, start).arrayBuffer())
  const list = (at: number, count: number): number[] => Array.from({ length: count }, (_, index) => view.getInt32(at + index * 4, true))
  const itemOffsets = list(HEAD_SIZE + types * TYPE_SIZE, items)
  const offsets = list(HEAD_SIZE + types * TYPE_SIZE + items * 4, blocks)
  const { game, front } = readLayers(view, HEAD_SIZE + listSize, itemOffsets, itemSize)
  if (!game) throw new MapError('the map has no game layer')
  return { version, game, front, offsets, start }
}

/** The kinds of the tiles of a layer. */
async function readTiles(file: Blob, { version, offsets, start }: Datafile, layer: Layer): Promise<Uint8Array> {
  const { width, height, data } = layer
  if (!(width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_TILES))
    throw new MapError(`the map has ${width} × ${height} tiles, which is too many`)
  const from = offsets[data]
  if (from === undefined || from < 0 || start + from >= file.size) throw new MapError('the tiles of the map are missing')
  const next = offsets[data + 1] ?? file.size - start
  const packed = file.slice(start + from, start + Math.max(from, next))
  const most = width * height * TILE_BYTES
  const bytes = version === 4 ? await unpack(packed, 'deflate', most) : new Uint8Array(await packed.slice(0, most).arrayBuffer())
  const tiles = new Uint8Array(width * height)
  let at = 0
  for (let offset = 0; offset + TILE_BYTES <= bytes.length && at < tiles.length; offset += TILE_BYTES) {
    const again = layer.version >= SHORTENED ? bytes[offset + 2] : 0
    tiles.fill(bytes[offset], at, at + 1 + again)
    at += 1 + again
  }
  if (at < tiles.length) throw new MapError(`the map has ${at} tiles instead of ${tiles.length}`)
  return tiles
}

/** Reads a map; null if the file is not one. */
export async function readTeeMap(file: Blob): Promise<TeeMap | null> {
  const directory = await readDirectory(file)
  if (!directory) return null
  const { game, front } = directory
  const { width, height } = game
  const fits = front?.width === width && front.height === height
  return {
    kind: 'ddnet',
    width,
    height,
    game: await readTiles(file, directory, game),
    front: fits ? await readTiles(file, directory, front) : null,
  }
}
