// SPDX-License-Identifier: MIT
import type { Theme } from './theme.js'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** On a board: from −1 to 1 to the right and down. */
export interface Dot {
  readonly x: number
  readonly y: number
  readonly color: string
  readonly size: number
}

const MOST_LETTERS = 24

/** By letters, not by halves of them. */
function shortened(text: string): string {
  const letters = text.length > MOST_LETTERS ? Array.from(text) : []
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : text
}

/** Text over a picture, on a canvas of its own: names of players never become markup. */
export class Labels {
  private readonly context: CanvasRenderingContext2D
  /** Where nothing is to be written. */
  reserved: Box | null = null
  private placed: Box[] = []
  private scale = 1
  private width = 1
  private height = 1
  private theme!: Theme

  constructor(
    private readonly canvas: HTMLCanvasElement,
    bySoftware = false,
  ) {
    const context = canvas.getContext('2d', { willReadFrequently: bySoftware })
    if (!context) throw new Error('no canvas')
    this.context = context
  }

  resize(width: number, height: number): void {
    this.scale = Math.min(devicePixelRatio, 2)
    this.width = width
    this.height = height
    this.canvas.width = Math.round(width * this.scale)
    this.canvas.height = Math.round(height * this.scale)
  }

  begin(theme: Theme): void {
    this.theme = theme
    this.placed = this.reserved ? [this.reserved] : []
    this.context.setTransform(this.scale, 0, 0, this.scale, 0, 0)
    this.context.clearRect(0, 0, this.width, this.height)
  }

  /** Puts a text's centre at a point, or a little above if another text is there; leaves it out if it would be far from it. */
  add(x: number, y: number, text: string, color: string, size = 13, opacity = 1): void {
    const { context, theme } = this
    if (!text || x < 0 || x > this.width || y < 0 || y > this.height) return
    const shown = shortened(text)
    context.font = `600 ${size}px system-ui, sans-serif`
    const half = context.measureText(shown).width / 2 + 3
    const middle = Math.min(this.width - half, Math.max(half, x))
    for (let up = 0; up < 4; up++) {
      const box = { left: middle - half, right: middle + half, top: y - size * (0.65 + up * 1.2), bottom: y + size * (0.65 - up * 1.2) }
      if (this.placed.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top))
        continue
      this.placed.push(box)
      context.globalAlpha = opacity
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.lineJoin = 'round'
      context.lineWidth = 4
      context.strokeStyle = theme.background
      context.strokeText(shown, middle, y - up * size * 1.2)
      context.fillStyle = color
      context.fillText(shown, middle, y - up * size * 1.2)
      context.globalAlpha = 1
      return
    }
  }

  /** A small board in a corner, seen from above: two halves in their colours, and dots from −1 to 1. Names are not drawn over it. */
  board(aspect: number, halves: readonly [string, string], dots: readonly Dot[]): void {
    const { context, theme, width: all, height: most } = this
    const width = Math.min(220, all * 0.3, most * 0.36 * aspect)
    const height = width / aspect
    if (all < 480) return
    const [left, top] = [all - width - 12, most - height - 12]
    this.placed.push({ left: left - 6, right: all, top: top - 6, bottom: most })
    context.globalAlpha = 0.8
    context.fillStyle = theme.background
    context.fillRect(left, top, width, height)
    context.globalAlpha = 0.22
    halves.forEach((color, index) => {
      context.fillStyle = color
      context.fillRect(left + (index * width) / 2, top, width / 2, height)
    })
    context.globalAlpha = 1
    context.strokeStyle = theme.dim
    context.lineWidth = 1
    context.strokeRect(left, top, width, height)
    for (const { x, y, color, size } of dots) {
      if (!(Math.abs(x) <= 1.02 && Math.abs(y) <= 1.05)) continue
      context.fillStyle = color
      context.strokeStyle = theme.background
      context.beginPath()
      context.arc(left + ((x + 1) / 2) * width, top + ((y + 1) / 2) * height, size, 0, 2 * Math.PI)
      context.fill()
      context.stroke()
    }
  }

  end(): void {
    this.placed = []
  }
}
