// SPDX-License-Identifier: MIT
// What a map of DDNet shows beside the tiles that have a meaning: its groups with layers of tiles and of quads, and the images that the map has in
// itself. Images that the game has are not known here, and layers of them are left out. (DDNet's mapitems.h.)

const [IMAGE, GROUP, LAYER] = [2, 4, 5]
const [TILES, QUADS] = [2, 3]
const QUAD_WORDS = 38
/** In all layers together. */
const MOST_TILES = 8 << 20
const MOST_PIXELS = 16 << 20
const MOST_QUADS = 20_000
const MOST_LAYERS = 256

/** Reads the item of a type: its words behind type and size. */
export type Item = (word: number) => number
/** The unpacked data of a block, of at most `most` bytes; null if it is missing or damaged. */
export type Block = (index: number, most: number) => Promise<Uint8Array | null>

export interface DesignQuad {
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
}

/** The tiles of a layer: index and flags. Runs of equal tiles are shortened from version 4 on. */
function tilesOf(bytes: Uint8Array, count: number, shortened: boolean): Uint8Array | null {
  const tiles = new Uint8Array(count * 2)
  let at = 0
  for (let offset = 0; offset + 4 <= bytes.length && at < count; offset += 4)
    for (let again = shortened ? bytes[offset + 2] : 0; again >= 0 && at < count; again--, at++) {
      tiles[at * 2] = bytes[offset]
      tiles[at * 2 + 1] = bytes[offset + 1]
    }
  return at < count ? null : tiles
}

function quadsOf(bytes: Uint8Array, count: number): DesignQuad[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const quads: DesignQuad[] = []
  for (let quad = 0; quad < count && (quad + 1) * QUAD_WORDS * 4 <= bytes.length; quad++) {
    const words = Array.from({ length: QUAD_WORDS }, (_, word) => view.getInt32((quad * QUAD_WORDS + word) * 4, true))
    const fixed = (from: number): number[] => words.slice(from, from + 8).map((value) => value / 1024)
    quads.push({ corners: fixed(0), colors: words.slice(10, 26), texture: fixed(26) })
  }
  return quads
}

/** Whether a layer is one of those with a meaning, by its flags. */
const hasMeaning = (item: Item): boolean => item(1) === TILES && item(6) !== 0

/** `itemsOf`: the items of a type, in order. What is damaged is left out: the tiles of the game are what counts. */
export async function readDesign(itemsOf: (type: number) => Item[], block: Block): Promise<Design> {
  let [tilesLeft, pixelsLeft, quadsLeft] = [MOST_TILES, MOST_PIXELS, MOST_QUADS]
  const images: (DesignImage | null)[] = []
  for (const item of itemsOf(IMAGE)) {
    const [width, height, data] = [item(1), item(2), item(5)]
    const fits = item(3) === 0 && width > 0 && height > 0 && width * height <= pixelsLeft
    if (fits) pixelsLeft -= width * height // whether or not it can be read
    const bytes = fits ? await block(data, width * height * 4) : null
    const sound = bytes?.length === width * height * 4
    images.push(sound ? { width, height, pixels: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length) } : null)
  }
  const all = itemsOf(LAYER).slice(0, MOST_LAYERS)
  const groups: DesignGroup[] = []
  for (const group of itemsOf(GROUP).slice(0, MOST_LAYERS)) {
    const layers: DesignLayer[] = []
    for (const item of all.slice(Math.max(0, group(5)), Math.max(0, group(5) + group(6)))) {
      if (hasMeaning(item)) continue
      if (item(1) === TILES) {
        const [version, width, height, image] = [item(3), item(4), item(5), item(13)]
        const count = width * height
        if (!(width > 0 && height > 0 && count <= tilesLeft) || !images[image]) continue
        tilesLeft -= count
        const bytes = await block(item(14), count * 4)
        const tiles = bytes && tilesOf(bytes, count, version >= 4)
        if (!tiles) continue
        layers.push({ image, width, height, tiles, color: [7, 8, 9, 10].map((word) => Math.min(255, Math.max(0, item(word)))), quads: [] })
      } else if (item(1) === QUADS) {
        const [count, data, image] = [item(4), item(5), item(6)]
        if (!(count > 0 && count <= quadsLeft) || (image >= 0 && !images[image])) continue
        quadsLeft -= count
        const bytes = await block(data, count * QUAD_WORDS * 4)
        if (!bytes) continue
        layers.push({ image, width: 0, height: 0, tiles: null, color: [], quads: quadsOf(bytes, count) })
      }
    }
    if (layers.length > 0) groups.push({ offset: [group(1), group(2)], parallax: [group(3) / 100, group(4) / 100], layers })
  }
  return { groups, images }
}
