// SPDX-License-Identifier: MIT
// The timeline: a native slider over a canvas with a mark for each event.
import type { Theme } from '../draw/theme.js'
import { type Clock, timeText } from '../player/clock.js'
import type { PlayEvent } from '../player/events.js'
import { texts } from '../texts.js'
import { element } from './dom.js'
import { drawMark } from './marks.js'
import { endText } from './values.js'

/** Space at both ends, so that the thumb of the slider is where the time is. */
const EDGE = 8

export class Timeline {
  readonly root = element('div', { className: 'timeline' })
  private readonly slider = element('input', { type: 'range', aria: { label: texts.player.time } })
  private readonly canvas = element('canvas', { aria: { hidden: 'true' } })
  /** Kept here: asking the browser while a picture is drawn makes it lay out the page. */
  private size: readonly [width: number, height: number] = [0, 0]
  private background: { key: string; picture: HTMLCanvasElement } | null = null
  private events: readonly PlayEvent[] = []

  constructor(
    private readonly clock: Clock,
    events: readonly PlayEvent[],
    seek: (time: number) => void,
    changed: () => void,
    private readonly theme: () => Theme,
  ) {
    this.slider.step = 'any'
    this.show(events)
    this.slider.addEventListener('input', () => seek(Number(this.slider.value)))
    this.root.append(this.canvas, this.slider)
    new ResizeObserver(() => {
      this.size = [this.root.clientWidth, this.root.clientHeight]
      this.background = null
      changed()
    }).observe(this.root)
  }

  /** Shows these events, over the span that the clock has now. */
  show(events: readonly PlayEvent[]): void {
    const { from, to } = this.clock.span
    this.events = events
    this.background = null
    this.slider.min = String(from)
    this.slider.max = String(Math.max(from + 0.001, to))
  }

  draw(): void {
    const { canvas, clock } = this
    const scale = Math.min(devicePixelRatio, 2)
    const [width, height] = this.size
    if (width === 0) return
    const theme = this.theme()
    const toX = (time: number): number =>
      EDGE + ((time - clock.span.from) / Math.max(0.001, clock.span.to - clock.span.from)) * (width - 2 * EDGE)
    const key = `${width} ${height} ${scale} ${theme.dark}`
    if (this.background?.key !== key) this.background = { key, picture: this.marks(width, height, scale, toX) }
    if (canvas.width !== this.background.picture.width) canvas.width = this.background.picture.width
    if (canvas.height !== this.background.picture.height) canvas.height = this.background.picture.height
    const context = canvas.getContext('2d')!
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const middle = height - 12
    context.fillStyle = theme.line
    context.fillRect(EDGE, middle - 2, width - 2 * EDGE, 4)
    if (clock.loop) {
      context.globalAlpha = 0.35
      context.fillStyle = '#e69f00'
      context.fillRect(toX(clock.loop.from), 0, toX(clock.loop.to) - toX(clock.loop.from), height)
      context.globalAlpha = 1
    }
    context.fillStyle = theme.dim
    context.fillRect(EDGE, middle - 2, toX(clock.time) - EDGE, 4)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(this.background.picture, 0, 0)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.fillStyle = theme.text
    context.fillRect(toX(clock.time) - 1, 2, 2, height - 4)
    context.beginPath()
    context.arc(toX(clock.time), middle, 7, 0, 2 * Math.PI)
    context.fill()
    this.slider.value = String(clock.time)
    this.slider.setAttribute('aria-valuetext', texts.player.timeOf(timeText(clock.time), endText(clock.span, clock.count)))
  }

  /** The marks, which stay the same: drawn once. Of many at one point and of one kind only the first is drawn. */
  private marks(width: number, height: number, scale: number, toX: (time: number) => number): HTMLCanvasElement {
    const picture = element('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) })
    const context = picture.getContext('2d')!
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const last = new Map<string, number>()
    for (const { time, kind } of this.events) {
      const x = toX(Number.isFinite(time) ? time : this.clock.span.from)
      if (x < 0 || x > width || x - (last.get(kind.id) ?? -9) < 4) continue
      last.set(kind.id, x)
      drawMark(context, kind.shape, x, 9, kind.chapter ? 14 : 9, kind.color)
    }
    return picture
  }
}
