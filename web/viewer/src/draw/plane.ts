// SPDX-License-Identifier: MIT
// Scenes in two dimensions, on a canvas.
import type { Theme } from './theme.js'
import { Labels } from './labels.js'

export class Plane {
  readonly context: CanvasRenderingContext2D
  readonly labels: Labels
  theme!: Theme
  width = 1
  height = 1
  /** Where the figures end, which are over the picture. */
  top = 0
  opacity = 1
  /** Pixels of the picture for one of the screen, at most. Texts that scenes label things with have a canvas of their own. */
  detail = 2
  private scale = 1

  constructor(
    private readonly canvas: HTMLCanvasElement,
    labels: HTMLCanvasElement,
    /** The processor draws: where software stands in for a graphics card, that takes half of the time. */
    readonly bySoftware = false,
  ) {
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: bySoftware })
    if (!context) throw new Error('no canvas')
    this.context = context
    this.labels = new Labels(labels, bySoftware)
  }

  resize(width: number, height: number): void {
    this.scale = Math.min(devicePixelRatio, this.detail)
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
    this.canvas.width = Math.round(this.width * this.scale)
    this.canvas.height = Math.round(this.height * this.scale)
    this.labels.resize(this.width, this.height)
  }

  begin(theme: Theme): void {
    const { context } = this
    this.theme = theme
    this.opacity = 1
    this.labels.begin(theme)
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0)
    context.globalAlpha = 1
    context.fillStyle = theme.background
    context.fillRect(0, 0, this.width, this.height)
  }

  rectangle(x: number, y: number, width: number, height: number, color: string, alpha = 1): void {
    this.context.globalAlpha = alpha * this.opacity
    this.context.fillStyle = color
    this.context.fillRect(x, y, width, height)
    this.context.globalAlpha = 1
  }

  circle(x: number, y: number, radius: number, color: string, alpha = 1): void {
    this.context.globalAlpha = alpha * this.opacity
    this.context.fillStyle = color
    this.context.beginPath()
    this.context.arc(x, y, radius, 0, 2 * Math.PI)
    this.context.fill()
    this.context.globalAlpha = 1
  }

  /** A line through points; NaN starts a new piece. */
  path(points: readonly (readonly [number, number])[], color: string, width: number, alpha = 1): void {
    const { context } = this
    context.globalAlpha = alpha * this.opacity
    context.strokeStyle = color
    context.lineWidth = width
    context.lineJoin = context.lineCap = 'round'
    context.beginPath()
    let drawing = false
    for (const [x, y] of points) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) drawing = false
      else if (drawing) context.lineTo(x, y)
      else {
        context.moveTo(x, y)
        drawing = true
      }
    }
    context.stroke()
    context.globalAlpha = 1
  }

  /** A line that fades out towards its end. */
  fading(from: readonly [number, number], to: readonly [number, number], color: string, width: number): void {
    for (let part = 0; part < 8; part++) {
      const [near, far] = [part / 8, (part + 1) / 8].map((share): [number, number] => [
        from[0] + (to[0] - from[0]) * share * 0.6,
        from[1] + (to[1] - from[1]) * share * 0.6,
      ])
      this.path([near, far], color, width, 0.7 * (1 - part / 8))
    }
  }

  text(x: number, y: number, text: string, color: string, size = 13, align: CanvasTextAlign = 'left'): void {
    const { context } = this
    context.font = `600 ${size}px system-ui, sans-serif`
    context.textAlign = align
    context.textBaseline = 'middle'
    context.fillStyle = color
    context.globalAlpha = this.opacity
    context.fillText(text, x, y)
    context.globalAlpha = 1
  }

  end(): void {
    this.labels.end()
  }
}
