// SPDX-License-Identifier: MIT
// The tiles of a DDNet map, as a picture of one pixel a tile.
import type { TeeMap } from '../maps/teemap.js'

type Channels = readonly [red: number, green: number, blue: number, alpha: number]

// Kinds of tiles: DDNet's mapitems.h. What is not in the list does not stop a tee and is not drawn.
const SOLID = 1
const UNHOOKABLE = 3
const both = (color: Channels): readonly [Channels, Channels] => [color, color]
const COLORS = new Map<number, readonly [dark: Channels, light: Channels]>([
  [
    SOLID,
    [
      [108, 116, 132, 255],
      [142, 150, 166, 255],
    ],
  ],
  [
    UNHOOKABLE,
    [
      [58, 66, 84, 255],
      [88, 96, 114, 255],
    ],
  ],
  [2, both([213, 94, 0, 200])], // death
  [9, both([86, 180, 233, 110])], // freeze
  [11, both([240, 228, 66, 90])], // unfreeze
  [12, both([43, 127, 212, 150])], // deep freeze
  [13, both([240, 228, 66, 130])], // deep unfreeze
  [33, both([0, 158, 115, 200])], // start
  [34, both([230, 159, 0, 220])], // finish
])

export class TileMap {
  readonly bounds: { left: number; top: number; right: number; bottom: number }
  private picture: { dark: boolean; canvas: HTMLCanvasElement } | null = null

  constructor(private readonly map: TeeMap) {
    this.bounds = { left: 0, top: 0, right: map.width, bottom: map.height }
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

  /** Gives the sides between solid and free tiles, of a part of the map. */
  edges(left: number, top: number, width: number, height: number, side: (x: number, y: number, right: number, down: number) => void): void {
    for (let row = Math.max(0, top); row < Math.min(this.map.height, top + height); row++)
      for (let column = Math.max(0, left); column < Math.min(this.map.width, left + width); column++) {
        if (!this.solid(column, row)) continue
        if (!this.solid(column, row - 1)) side(column, row, 1, 0)
        if (!this.solid(column, row + 1)) side(column, row + 1, 1, 0)
        if (!this.solid(column - 1, row)) side(column, row, 0, 1)
        if (!this.solid(column + 1, row)) side(column + 1, row, 0, 1)
      }
  }

  canvas(dark: boolean): HTMLCanvasElement {
    if (this.picture?.dark === dark) return this.picture.canvas
    const { width, height, game, front } = this.map
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')!
    const image = context.createImageData(width, height)
    for (let tile = 0; tile < game.length; tile++) {
      const colors = COLORS.get(game[tile]) ?? (front ? COLORS.get(front[tile]) : undefined)
      if (colors) image.data.set(colors[dark ? 0 : 1], tile * 4)
    }
    context.putImageData(image, 0, 0)
    this.picture = { dark, canvas }
    return canvas
  }
}
