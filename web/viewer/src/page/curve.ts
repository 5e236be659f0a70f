// SPDX-License-Identifier: MIT
// One value over the time of the play, as a line with axes. What does not change is drawn once; the present and the pointer are over it.
import type { Theme } from '../draw/theme.js'
import { type Span, timeText } from '../player/clock.js'
import type { Curve } from '../scenes/scene.js'
import { rowAt } from '../series.js'
import { formatNumber } from '../texts.js'
import { element } from './dom.js'

const HEIGHT = 120
/** Room for the times below, and around the line; half of a text is above the highest value. */
const BELOW = 22
const ABOVE = 9
const RIGHT = 10
/** Pixels between marks, at least. */
const [MARKS_X, MARKS_Y] = [72, 30]
const FONT = '11px system-ui, sans-serif'
/** Steps between times that people read easily; beyond them hours. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** The least step of 1, 2 or 5 times a power of ten that is not below. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power
}

/** The lowest and the highest of the finite values, with some room; values that are all the same have room, too. */
export function rangeOf(values: ArrayLike<number>): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of Array.from(values).filter(Number.isFinite)) [low, high] = [Math.min(low, value), Math.max(high, value)]
  const step = niceStep((high - low || Math.abs(high) || 1) / 3)
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step || step]
}

/** What a line of so many pixels shows: the first, lowest, highest and last value of each; null: a gap. */
export function* thinned(
  { times, values, steps }: Pick<Curve, 'times' | 'values' | 'steps'>,
  toX: (time: number) => number,
): Generator<readonly [x: number, value: number] | null> {
  let [pixel, first, low, high, last] = [NaN, NaN, NaN, NaN, NaN]
  let before = NaN
  for (let row = 0; row <= values.length; row++) {
    const x = row < values.length ? toX(times[row]) : NaN
    const value = values[row]
    const usable = Number.isFinite(x) && Number.isFinite(value)
    if (usable && Math.floor(x) === pixel) {
      ;[low, high, last] = [Math.min(low, value), Math.max(high, value), value]
      continue
    }
    if (!Number.isNaN(pixel)) {
      for (const one of new Set([first, low, high, last])) yield [pixel + 0.5, one]
      before = last
    }
    if (!usable) {
      if (row < values.length) yield null
      before = pixel = NaN
      continue
    }
    if (steps && !Number.isNaN(before)) yield [Math.floor(x) + 0.5, before]
    pixel = Math.floor(x)
    first = low = high = last = value
  }
}

export class CurvePlot {
  readonly root: HTMLElement
  private readonly canvas = element('canvas')
  private readonly still = element('canvas')
  private readonly context: CanvasRenderingContext2D
  private readonly scale = Math.min(devicePixelRatio, 2)
  private readonly low: number
  private readonly high: number
  private readonly left: number
  private readonly from: number
  private readonly to: number
  /** Where the pointer is in time; NaN: nowhere. */
  pointed = NaN

  constructor(
    private readonly curve: Curve,
    label: string,
    private readonly width: number,
    { from, to }: Span,
    private readonly theme: Theme,
  ) {
    this.root = element('div', { className: 'curve', attributes: { role: 'img' }, aria: { label } }, this.canvas)
    for (const canvas of [this.canvas, this.still])
      Object.assign(canvas, { width: Math.round(width * this.scale), height: Math.round(HEIGHT * this.scale) })
    this.canvas.style.width = `${width}px`
    this.context = this.canvas.getContext('2d')!
    ;[this.from, this.to] = [from, Math.max(from + 0.001, to)]
    ;[this.low, this.high] = rangeOf(curve.values)
    const context = this.still.getContext('2d')!
    context.scale(this.scale, this.scale)
    context.font = FONT
    const marks = this.marks()
    // Each number is there as a whole, however long.
    this.left = 6 + Math.ceil(Math.max(...marks.map((value) => context.measureText(formatNumber(value)).width)))
    this.drawStill(context, marks)
  }

  private marks(): number[] {
    const { low, high } = this
    const step = niceStep(((high - low) * MARKS_Y) / (HEIGHT - ABOVE - BELOW))
    const first = Math.ceil(low / step - 1e-9)
    return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
  }

  private toX(time: number): number {
    return this.left + ((time - this.from) / (this.to - this.from)) * (this.width - this.left - RIGHT)
  }

  private toY(value: number): number {
    return ABOVE + ((this.high - value) / (this.high - this.low)) * (HEIGHT - ABOVE - BELOW)
  }

  /** The time at an offset in the plot. */
  timeAt(x: number): number {
    const share = (x - this.left) / (this.width - this.left - RIGHT)
    return this.from + Math.max(0, Math.min(1, share)) * (this.to - this.from)
  }

  private drawStill(context: CanvasRenderingContext2D, marks: readonly number[]): void {
    const { curve, theme, from, to, left, width } = this
    context.strokeStyle = theme.line
    context.fillStyle = theme.dim
    context.lineWidth = 0.5
    const line = (x: number, y: number, endX: number, endY: number): void => {
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(endX, endY)
      context.stroke()
    }
    context.textBaseline = 'middle'
    context.textAlign = 'right'
    for (const value of marks) {
      line(left, this.toY(value), width - RIGHT, this.toY(value))
      context.fillText(formatNumber(value), left - 4, this.toY(value))
    }
    const least = ((to - from) * MARKS_X) / (width - left - RIGHT)
    const step = TIMES.find((seconds) => seconds >= least) ?? 3600 * niceStep(least / 3600)
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
      const [x, text] = [this.toX(time), timeText(time, 0)]
      line(x, ABOVE, x, HEIGHT - BELOW)
      const half = context.measureText(text).width / 2
      context.fillText(text, Math.min(width, x + half), HEIGHT - BELOW / 2)
    }
    context.strokeStyle = curve.color
    context.lineWidth = 1.5
    context.lineJoin = 'round'
    context.beginPath()
    let drawing = false
    let [lastX, lastY] = [NaN, NaN]
    for (const point of thinned(curve, (time) => this.toX(time))) {
      if (point) {
        ;[lastX, lastY] = [point[0], this.toY(point[1])]
        if (drawing) context.lineTo(lastX, lastY)
        else context.moveTo(lastX, lastY)
      }
      drawing = point !== null
    }
    if (curve.steps && drawing) context.lineTo(this.toX(to), lastY)
    context.stroke()
  }

  draw(time: number): void {
    const { context, theme, canvas, curve, pointed, scale, width } = this
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.drawImage(this.still, 0, 0)
    context.scale(scale, scale)
    context.fillStyle = theme.text
    if (time >= this.from && time <= this.to) context.fillRect(this.toX(time) - 1, ABOVE, 2, HEIGHT - ABOVE - BELOW)
    if (!(pointed >= this.from && pointed <= this.to)) return
    const x = this.toX(pointed)
    context.globalAlpha = 0.6
    context.fillRect(x, ABOVE, 1, HEIGHT - ABOVE - BELOW)
    context.globalAlpha = 1
    const value = curve.values[rowAt(curve.times, pointed)]
    if (!Number.isFinite(value)) return
    const text = formatNumber(Math.round(value * 100) / 100)
    context.font = FONT
    context.textBaseline = 'middle'
    const size = context.measureText(text).width
    const at = x + size + 8 < width ? x + 4 : x - size - 4
    context.fillStyle = theme.background
    context.fillRect(at - 2, ABOVE, size + 4, 14)
    context.fillStyle = theme.text
    context.fillText(text, at, ABOVE + 7)
  }
}
