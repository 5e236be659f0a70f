// SPDX-License-Identifier: MIT
// What a map of DDNet looks like: its images and quads, below the tiles that have a meaning.
import type { Design, DesignGroup, DesignImage, DesignLayer, DesignQuad } from '../maps/design.js'
import { type Envelope, type Follows, type Moved, valuesAt } from './envelopes.js'

const TILE = 32
/** Tiles of a side of what is drawn once and kept, pixels of one there, and how many are kept. */
const BLOCK = 16
const PIXELS = 32
const MOST_BLOCKS = 48
const MOST_TINTS = 24
/** Images have so many tiles a side. */
const SIDE = 16
/** Bits of a tile: mirrored left-right, top-bottom, and then turned by 90 degrees. */
const [MIRRORED, FLIPPED, TURNED] = [1, 2, 8]

/** What is seen: the point of the map in the middle of the picture, where that is there, its size, and pixels of a unit. */
export interface Sight {
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** Layers that are drawn at once: of tiles, or one of quads. */
interface Part {
  readonly group: DesignGroup
  readonly layers: readonly DesignLayer[]
}

function canvasOf({ width, height, pixels }: DesignImage): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0)
  return canvas
}

export class Scenery {
  private readonly images: readonly (HTMLCanvasElement | null)[]
  private readonly parts: Part[] = []
  /** Images in colours of layers and quads. */
  private readonly tints = new Map<string, HTMLCanvasElement>()
  private readonly blocks = new Map<string, HTMLCanvasElement | null>()
  private readonly envelopes: readonly Envelope[]
  /** Of the picture that is drawn. */
  private milliseconds = 0

  constructor({ groups, images, envelopes = [] }: Design & { readonly envelopes?: readonly Envelope[] }) {
    this.envelopes = envelopes
    this.images = images.map((image) => image && canvasOf(image))
    for (const group of groups)
      for (const layer of group.layers) {
        const last = this.parts.at(-1)
        if (layer.tiles && last?.group === group && last.layers[0].tiles)
          this.parts[this.parts.length - 1] = { group, layers: [...last.layers, layer] }
        else this.parts.push({ group, layers: [layer] })
      }
  }

  get empty(): boolean {
    return this.parts.length === 0
  }

  /** `seconds`: since the recording began. When the round began, with which the game counts, is not known. */
  draw(context: CanvasRenderingContext2D, sight: Sight, seconds: number): void {
    this.milliseconds = seconds * 1000
    const { x, y, left, top, scale } = sight
    const { alpha, smoothing } = { alpha: context.globalAlpha, smoothing: context.imageSmoothingEnabled }
    context.imageSmoothingEnabled = true
    for (const [index, part] of this.parts.entries()) {
      const { offset, parallax } = part.group
      const middle = [x * parallax[0] + offset[0], y * parallax[1] + offset[1]] as const
      context.save()
      context.translate(left - middle[0] * scale, top - middle[1] * scale)
      context.scale(scale, scale)
      // The part of the group that is seen.
      const seen = [middle[0] - left / scale, middle[1] - top / scale, sight.width / scale, sight.height / scale] as const
      if (part.layers[0].tiles) this.drawTiles(context, index, seen)
      else for (const quad of part.layers[0].quads) this.drawQuad(context, quad, part.layers[0].image, seen)
      context.restore()
    }
    context.globalAlpha = alpha
    context.imageSmoothingEnabled = smoothing
  }

  /** An image in a colour, in steps that are not seen; of a colour that changes, in fewer. */
  private tinted(image: number, color: readonly number[], step = 15): HTMLCanvasElement | null {
    const from = this.images[image] ?? null
    const steps = color.slice(0, 3).map((value) => Math.round(value / step) * step)
    if (!from || steps.every((value) => value >= 255)) return from
    const key = `${image} ${steps.join()}`
    let made = this.tints.get(key)
    if (made) return made
    // A map of ever other colours gets those of the image.
    if (this.tints.size >= MOST_TINTS) return from
    made = Object.assign(document.createElement('canvas'), { width: from.width, height: from.height })
    const context = made.getContext('2d')!
    context.drawImage(from, 0, 0)
    context.globalCompositeOperation = 'multiply'
    context.fillStyle = `rgb(${steps.join()})`
    context.fillRect(0, 0, from.width, from.height)
    context.globalCompositeOperation = 'destination-in'
    context.drawImage(from, 0, 0)
    this.tints.set(key, made)
    return made
  }

  private drawTiles(
    context: CanvasRenderingContext2D,
    part: number,
    [x, y, width, height]: readonly [number, number, number, number],
  ): void {
    const size = BLOCK * TILE
    for (let row = Math.floor(y / size); row * size < y + height; row++)
      for (let column = Math.floor(x / size); column * size < x + width; column++) {
        const block = this.block(part, column, row)
        // A little larger, so that no line is seen between them.
        if (block) context.drawImage(block, column * size, row * size, size + 0.5, size + 0.5)
      }
  }

  /** Some tiles of each layer of a part; null: there are none. */
  private block(part: number, column: number, row: number): HTMLCanvasElement | null {
    const key = `${part} ${column} ${row}`
    let made = this.blocks.get(key)
    if (made === undefined) made = this.makeBlock(this.parts[part].layers, column * BLOCK, row * BLOCK)
    // The one that was drawn last is the last to go.
    this.blocks.delete(key)
    this.blocks.set(key, made)
    const [oldest] = this.blocks.keys()
    if (this.blocks.size > MOST_BLOCKS) this.blocks.delete(oldest)
    return made
  }

  private makeBlock(layers: readonly DesignLayer[], left: number, top: number): HTMLCanvasElement | null {
    let canvas: HTMLCanvasElement | null = null
    for (const { tiles, width, height, image, color } of layers) {
      const from = this.tinted(image, color)
      if (!tiles || !from) continue
      const [wide, high] = [from.width / SIDE, from.height / SIDE]
      for (let row = Math.max(0, top); row < Math.min(height, top + BLOCK); row++)
        for (let column = Math.max(0, left); column < Math.min(width, left + BLOCK); column++) {
          const at = (row * width + column) * 2
          const [index, flags] = [tiles[at], tiles[at + 1]]
          if (index === 0) continue
          canvas ??= Object.assign(document.createElement('canvas'), { width: BLOCK * PIXELS, height: BLOCK * PIXELS })
          const context = canvas.getContext('2d')!
          context.globalAlpha = color[3] / 255
          const [x, y] = [(column - left + 0.5) * PIXELS, (row - top + 0.5) * PIXELS]
          const [mirror, flip] = [flags & MIRRORED ? -1 : 1, flags & FLIPPED ? -1 : 1]
          // Mirrored first, and then turned.
          if (flags & TURNED) context.setTransform(0, mirror, -flip, 0, x, y)
          else context.setTransform(mirror, 0, 0, flip, x, y)
          const half = PIXELS / 2
          context.drawImage(from, (index % SIDE) * wide, Math.floor(index / SIDE) * high, wide, high, -half, -half, PIXELS, PIXELS)
        }
    }
    return canvas
  }

  private valuesOf(follows: Follows | undefined): readonly number[] | null {
    return follows ? valuesAt(this.envelopes[follows[0]], this.milliseconds + follows[1]) : null
  }

  private drawQuad(
    context: CanvasRenderingContext2D,
    { corners, texture, colors: own, pivot: [px, py] = [0, 0], motion, tint }: DesignQuad & Moved,
    of: number,
    [left, top, width, height]: readonly [number, number, number, number],
  ): void {
    const color = this.valuesOf(tint)
    if (color && !(color[3] > 0)) return
    const colors = color ? own.map((value, part) => value * Math.min(1, Math.max(0, color[part % 4]))) : own
    let [xs, ys] = [corners.filter((_, at) => at % 2 === 0), corners.filter((_, at) => at % 2 === 1)]
    const move = this.valuesOf(motion)
    if (move) {
      const [sine, cosine] = [Math.sin((move[2] * Math.PI) / 180), Math.cos((move[2] * Math.PI) / 180)]
      const [ax, ay] = [xs.map((x) => x - px), ys.map((y) => y - py)]
      xs = ax.map((x, at) => px + move[0] + x * cosine - ay[at] * sine)
      ys = ay.map((y, at) => py + move[1] + ax[at] * sine + y * cosine)
    }
    if (Math.max(...xs) < left || Math.min(...xs) > left + width || Math.max(...ys) < top || Math.min(...ys) > top + height) return
    const mean = [0, 1, 2, 3].map((part) => (colors[part] + colors[part + 4] + colors[part + 8] + colors[part + 12]) / 4)
    const image = this.tinted(of, mean, color ? 51 : 15)
    if (image) {
      const [u, v] = [Math.min(texture[0], texture[6]) * image.width, Math.min(texture[1], texture[7]) * image.height]
      const [wide, high] = [Math.abs(texture[6] - texture[0]) * image.width, Math.abs(texture[7] - texture[1]) * image.height]
      if (!(wide > 0 && high > 0)) return
      context.save()
      context.globalAlpha = mean[3] / 255
      context.transform(xs[1] - xs[0], ys[1] - ys[0], xs[2] - xs[0], ys[2] - ys[0], xs[0], ys[0])
      context.drawImage(image, u, v, wide, high, 0, 0, 1, 1)
      context.restore()
      return
    }
    // From above to below, or from left to right, whichever differs more.
    const between = (one: number, other: number): number[] =>
      [0, 1, 2, 3].map((part) => (colors[one * 4 + part] + colors[other * 4 + part]) / 2)
    const apart = (one: number[], other: number[]): number => one.reduce((sum, value, part) => sum + Math.abs(value - other[part]), 0)
    const [up, down, near, far] = [between(0, 1), between(2, 3), between(0, 2), between(1, 3)]
    const across = apart(near, far) > apart(up, down)
    const gradient = across
      ? context.createLinearGradient(xs[0], ys[0], xs[1], ys[1])
      : context.createLinearGradient(xs[0], ys[0], xs[2], ys[2])
    const css = ([red, green, blue, alpha]: number[]): string => `rgba(${red},${green},${blue},${alpha / 255})`
    gradient.addColorStop(0, css(across ? near : up))
    gradient.addColorStop(1, css(across ? far : down))
    context.fillStyle = gradient
    context.globalAlpha = 1
    context.beginPath()
    for (const corner of [0, 1, 3, 2]) context.lineTo(xs[corner], ys[corner])
    context.fill()
  }
}
