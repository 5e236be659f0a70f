// SPDX-License-Identifier: MIT
// The tiles of a DDNet map as its players see them with entities on: a picture of one pixel a tile, edges between kinds, and what is written
// on tiles: numbers of teleporters and switches, where players spawn, what lies about.
import type { TeeMap } from '../maps/teemap.js'
import { texts } from '../texts.js'

type Channels = readonly [red: number, green: number, blue: number, alpha: number]

const words = texts.ddnet.tiles
/** A kind of tiles, drawn alike. */
interface Kind {
  readonly codes: readonly number[]
  readonly dark: Channels
  readonly light: Channels
  /** Of its edges; of solid tiles: that of texts. */
  readonly edge: string | null
}

const kind = (codes: readonly number[], edge: string, alpha: number): Kind => {
  const value = parseInt(edge.slice(1), 16)
  const color: Channels = [(value >> 16) & 255, (value >> 8) & 255, value & 255, alpha]
  return { codes, dark: color, light: color, edge }
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

// Codes of tiles: DDNet's mapitems.h. What is not in the list does not stop a tee and is not drawn.
const SOLID = 1
const UNHOOKABLE = 3
const SPEEDUP = 28
const [TIMED_OPEN, TIMED_CLOSE, OPEN, CLOSE] = [22, 23, 24, 25]
/** Entities are as many codes further. */
const ENTITY = 191
const KINDS: readonly Kind[] = [
  { codes: [], dark: [0, 0, 0, 0], light: [0, 0, 0, 0], edge: '' },
  { codes: [SOLID], dark: [108, 116, 132, 255], light: [142, 150, 166, 255], edge: null },
  { codes: [UNHOOKABLE], dark: [58, 66, 84, 255], light: [88, 96, 114, 255], edge: null },
  kind([2], '#d55e00', 200), // death
  kind([9], '#56b4e9', 110), // freeze
  kind([11], '#f0e442', 90), // unfreeze
  kind([12, 144], '#2b7fd4', 150), // deep and live freeze
  kind([13, 145], '#f0e442', 130), // deep and live unfreeze
  kind([33], '#009e73', 200), // start
  kind([34], '#e69f00', 220), // finish
  kind(range(35, 59), '#009e73', 70), // checkpoints
  kind([60, 61, 62], '#8b929e', 150), // let through one way only
  kind([5, 6, 66, 67], '#8b929e', 60), // hooks go through
]
const TELE_IN = KINDS.length
const TELE_OUT = TELE_IN + 1
const SWITCH = TELE_IN + 2
const BOOST = TELE_IN + 3
const ALL: readonly Kind[] = [
  ...KINDS,
  kind([], '#cc79a7', 170), // where a teleporter takes tees, hooks or shots
  kind([], '#cc79a7', 60), // where it sets them down
  kind([], '#e69f00', 90), // switches
  kind([], '#56b4e9', 60), // speedups
]
const KIND_OF = new Uint8Array(256)
KINDS.forEach(({ codes }, index) => codes.forEach((code) => (KIND_OF[code] = index)))

/** What a tile of a teleporter does, by its code. */
const TELES = new Map<number, readonly [kind: number, text: (number: number) => string]>([
  [26, [TELE_IN, words.teleIn]],
  [10, [TELE_IN, words.teleIn]],
  [14, [TELE_IN, words.teleWeapon]],
  [15, [TELE_IN, words.teleHook]],
  [27, [TELE_OUT, words.teleOut]],
  [29, [TELE_OUT, words.checkpoint]],
  [30, [TELE_OUT, words.checkpointOut]],
  [31, [TELE_IN, () => words.toCheckpoint]],
  [63, [TELE_IN, () => words.toCheckpoint]],
])
const SWITCHES = new Map<number, (number: number, seconds: number) => string>([
  [TIMED_OPEN, (number, seconds) => words.timed(words.open(number), seconds)],
  [TIMED_CLOSE, (number, seconds) => words.timed(words.close(number), seconds)],
  [OPEN, words.open],
  [CLOSE, words.close],
])
const ENTITIES = new Map(words.entities.map(([code, text]) => [ENTITY + code, text]))
/** A text is repeated on a large area, each so many tiles, if it is not near already. */
const AGAIN = 8

export class TileMap {
  readonly bounds: { left: number; top: number; right: number; bottom: number }
  /** The kind of each tile. */
  private readonly kinds: Uint8Array
  private picture: { dark: boolean; canvas: HTMLCanvasElement } | null = null

  constructor(private readonly map: TeeMap) {
    this.bounds = { left: 0, top: 0, right: map.width, bottom: map.height }
    const { game, front, tele, switches, speedups } = map
    this.kinds = new Uint8Array(game.length)
    for (let tile = 0; tile < game.length; tile++) {
      const own = KIND_OF[game[tile]]
      this.kinds[tile] =
        (own > 0 && ALL[own].edge === null && own) ||
        ((tele && TELES.get(tele[tile * 2 + 1])?.[0]) ?? 0) ||
        (switches && SWITCHES.has(switches[tile * 4 + 1]) ? SWITCH : 0) ||
        own ||
        (front ? KIND_OF[front[tile]] : 0) ||
        (switches ? KIND_OF[switches[tile * 4 + 1]] : 0) ||
        (speedups && speedups[tile * 6] > 0 ? BOOST : 0)
    }
  }

  private solid(column: number, row: number): boolean {
    const { width, height, game } = this.map
    if (column < 0 || row < 0 || column >= width || row >= height) return false
    const tile = game[row * width + column]
    return tile === SOLID || tile === UNHOOKABLE
  }

  /** Whether a point of the game, in its units, is in a solid tile. */
  isSolid(x: number, y: number): boolean {
    return this.solid(Math.floor(x / 32), Math.floor(y / 32))
  }

  /** Each tile of a part of the map. */
  private each(left: number, top: number, width: number, height: number, act: (column: number, row: number, tile: number) => void): void {
    const [right, bottom] = [Math.min(this.map.width, left + width), Math.min(this.map.height, top + height)]
    for (let row = Math.max(0, top); row < bottom; row++)
      for (let column = Math.max(0, left); column < right; column++) act(column, row, row * this.map.width + column)
  }

  /**
   * The sides of a part of the map where kinds meet, by the colour of the kind: x, y, to the right, downwards. Those of solid tiles are
   * under null. Sides in a row are one.
   */
  edges(left: number, top: number, width: number, height: number): Map<string | null, number[]> {
    const found = new Map<string | null, number[]>()
    const { kinds } = this
    const [columns, rows] = [this.map.width, this.map.height]
    const open = { up: -1, down: -1 }
    const add = (edge: string | null, x: number, y: number, right: number, down: number): number => {
      let list = found.get(edge)
      if (!list) found.set(edge, (list = []))
      return list.push(x, y, right, down)
    }
    this.each(left, top, width, height, (column, row, tile) => {
      const own = kinds[tile]
      const goesOn = column > Math.max(0, left) && kinds[tile - 1] === own
      if (!goesOn) open.up = open.down = -1
      if (own === 0) return
      const { edge } = ALL[own]
      for (const [side, other, y] of [
        ['up', row > 0 ? kinds[tile - columns] : 0, row],
        ['down', row + 1 < rows ? kinds[tile + columns] : 0, row + 1],
      ] as const) {
        if (other === own) open[side] = -1
        else if (open[side] >= 0) found.get(edge)![open[side] - 2]++
        else open[side] = add(edge, column, y, 1, 0)
      }
      if (column === 0 || kinds[tile - 1] !== own) add(edge, column, row, 0, 1)
      if (column + 1 === columns || kinds[tile + 1] !== own) add(edge, column + 1, row, 0, 1)
    })
    return found
  }

  /** What is written on tiles of a part of the map: on a large area several times. */
  labels(left: number, top: number, width: number, height: number, label: (column: number, row: number, text: string) => void): void {
    const { tele, switches, game, front } = this.map
    const columns = this.map.width
    /** Layers with entities, the bytes of a tile, and which of them is its code. */
    const coded: [Uint8Array, number, number][] = [[game, 1, 0]]
    if (front) coded.push([front, 1, 0])
    if (switches) coded.push([switches, 4, 1])
    /** Whether a text is due on a tile: at the upper left of an area of equal bytes, and again on a large one. */
    const due = (data: Uint8Array, bytes: number, column: number, row: number, tile: number): boolean => {
      const same = (other: number): boolean => {
        for (let part = 0; part < bytes; part++) if (data[other * bytes + part] !== data[tile * bytes + part]) return false
        return true
      }
      const starts = (at: number, step: number): boolean =>
        at === 0 || !same(tile - step) || (at % AGAIN === 0 && same(tile - (step * AGAIN) / 2))
      return starts(column, 1) && starts(row, columns)
    }
    this.each(left, top, width, height, (column, row, tile) => {
      const text = tele && TELES.get(tele[tile * 2 + 1])?.[1](tele[tile * 2])
      if (text && due(tele, 2, column, row, tile)) label(column, row, text)
      const code = switches?.[tile * 4 + 1] ?? 0
      if (switches && code > 0 && switches[tile * 4] > 0 && due(switches, 4, column, row, tile)) {
        const number = switches[tile * 4]
        label(column, row, SWITCHES.get(code)?.(number, switches[tile * 4 + 3]) ?? words.switched(number))
      }
      for (const [data, bytes, at] of coded) {
        const entity = ENTITIES.get(data[tile * bytes + at])
        if (entity && due(data, bytes, column, row, tile)) return label(column, row, entity)
      }
    })
  }

  /** The speedups of a part of the map, with their direction in degrees, clockwise from the right. */
  speedups(left: number, top: number, width: number, height: number, arrow: (column: number, row: number, degrees: number) => void): void {
    const data = this.map.speedups
    if (!data) return
    this.each(left, top, width, height, (column, row, tile) => {
      const at = tile * 6
      if (data[at] > 0 && (data[at + 2] === SPEEDUP || data[at + 2] === SPEEDUP + 1))
        arrow(column, row, ((data[at + 4] | (data[at + 5] << 8)) << 16) >> 16)
    })
  }

  canvas(dark: boolean): HTMLCanvasElement {
    if (this.picture?.dark === dark) return this.picture.canvas
    const { width, height } = this.map
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    const image = context.createImageData(width, height)
    this.kinds.forEach((own, tile) => image.data.set(ALL[own][dark ? 'dark' : 'light'], tile * 4))
    context.putImageData(image, 0, 0)
    this.picture = { dark, canvas }
    return canvas
  }
}
