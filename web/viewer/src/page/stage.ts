// SPDX-License-Identifier: MIT
// The picture: a canvas for the scene, one for texts, and figures over both. Draws when it is asked to, never by itself.
import { Plane } from '../draw/plane.js'
import { Orbit, QUALITIES, type Quality, Space } from '../draw/space.js'
import type { Theme } from '../draw/theme.js'
import { timeText } from '../player/clock.js'
import type { Card, Figure, Scene } from '../scenes/scene.js'
import { texts } from '../texts.js'
import { element } from './dom.js'
import { type Gestures, listenTo } from './gestures.js'

/** Seconds that a finger passes from one side of the picture to the other, at most. */
const LONGEST_DRAG = 60

/** Names are in any script, and in any direction. */
function cardOf({ title, lines }: Card): HTMLElement {
  const made = element('div', { className: 'card' })
  if (title) made.append(element('strong', { dir: 'auto' }, title))
  made.append(...lines.filter(Boolean).map((line) => element('span', { dir: 'auto' }, line)))
  return made
}

export class Stage {
  readonly root = element('div', { className: 'stage' })
  readonly orbit = new Orbit()
  camera: string
  /** Without texts over the picture. */
  private bare = false
  /** The drawing surface could not be made. */
  failed = false
  private readonly figures = element('div', { className: 'figures' })
  private canvas = element('canvas', { tabIndex: 0, attributes: { role: 'img' }, aria: { label: texts.picture } })
  private labels = element('canvas', { className: 'labels', aria: { hidden: 'true' } })
  private surface: Space | Plane | null = null
  private readonly resizing: ResizeObserver

  constructor(
    public scene: Scene,
    readonly ghost: Scene | null,
    title: string,
    private readonly changed: () => void,
    private readonly theme: () => Theme,
    private readonly gestures: Gestures | null = null,
  ) {
    this.camera = scene.cameras[0]?.id ?? ''
    this.root.append(this.canvas, this.labels, this.figures)
    if (scene.card) this.root.append(cardOf(scene.card), element('p', { className: 'hint', aria: { hidden: 'true' } }, texts.hint))
    if (title) this.root.append(element('p', { className: 'stage-title' }, title))
    try {
      this.surface = scene.kind === 'space' ? new Space(this.canvas, this.labels) : new Plane(this.canvas, this.labels)
    } catch {
      this.fail(texts.noWebgl)
    }
    if (scene.frames.length === 0 && this.surface) this.fail(texts.noPicture)
    this.resizing = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === this.root)) this.resize()
      if (this.surface instanceof Plane) this.surface.top = this.figures.offsetTop + this.figures.offsetHeight
      if (this.surface) this.reserve(this.surface)
      this.changed()
    })
    this.resizing.observe(this.root)
    this.resizing.observe(this.figures)
    this.listen()
  }

  private fail(message: string): void {
    this.failed = true
    this.surface = null
    this.canvas.hidden = true
    this.root.append(element('p', { className: 'notice', attributes: { role: 'status' } }, message))
  }

  private resize(): void {
    const { width, height } = this.root.getBoundingClientRect()
    if (width > 0 && height > 0) this.surface?.resize(width, height)
  }

  private listen(): void {
    const { canvas, orbit, changed, gestures } = this
    const { kind, start, end } = this.scene
    listenTo({ canvas, orbit, kind, gestures, changed, width: () => Math.min(LONGEST_DRAG, end - start) })
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault()
      if (canvas === this.canvas) this.fail(texts.noWebgl)
    })
  }

  /** `posed`: the play has not begun, and what its header says is over the picture. */
  draw(time: number, posed = false): void {
    this.root.classList.toggle('posed', posed)
    this.drawFigures(time, posed)
    const { surface, scene, ghost, camera, orbit } = this
    if (!surface) return
    const theme = this.theme()
    if (scene.kind === 'space' && surface instanceof Space) {
      surface.begin(theme, orbit.apply(scene.view(time, camera)), scene.fog)
      scene.draw(surface, time, camera, false)
      surface.opacity = 0.4
      if (ghost?.kind === 'space') ghost.draw(surface, time, camera, true)
      surface.end()
    } else if (scene.kind === 'plane' && surface instanceof Plane) {
      surface.begin(theme)
      scene.draw(surface, time, camera, false, orbit)
      surface.opacity = 0.45
      if (ghost?.kind === 'plane') ghost.draw(surface, time, camera, true, orbit)
      surface.end()
    }
  }

  private shown = ''

  /** Figures of the first picture would contradict the clock, which waits at the start: only the time of that picture is shown. */
  private drawFigures(time: number, posed: boolean): void {
    const figures = posed ? [{ name: texts.player.poster, value: timeText(time) } as Figure] : [...this.scene.figures(time)]
    const key = JSON.stringify(figures)
    if (key === this.shown) return
    this.shown = key
    // What is heard of the picture, by those who do not see it.
    this.canvas.setAttribute('aria-label', [texts.picture, ...figures.map(({ name, value }) => `${name} ${value}`)].join(', '))
    this.figures.replaceChildren(
      ...figures.map(({ name, value, share, large }) => {
        const made = element(
          'div',
          { className: large ? 'figure large' : 'figure' },
          element('span', {}, name),
          element('strong', { data: { figure: name } }, value),
        )
        if (share !== undefined)
          made.append(element('meter', { min: 0, max: 1, value: Math.max(0, Math.min(1, share)), aria: { label: name } }))
        return made
      }),
    )
  }

  /** Draws with less; false: there is nothing less. */
  lower(): boolean {
    const { surface } = this
    // A screen with as many pixels as the page has none to save.
    const pixels = (scale: number): number => Math.min(devicePixelRatio, scale)
    if (surface instanceof Plane) {
      // Fewer than one for a pixel of the screen save little: lines and letters cost, not areas.
      const detail = QUALITIES.map(({ scale }) => scale).find((scale) => scale >= 1 && pixels(scale) < pixels(surface.detail))
      if (detail !== undefined) surface.detail = detail
      else if (surface.bySoftware) return false
      else {
        const labels = this.labels.cloneNode() as HTMLCanvasElement
        const made = (canvas: HTMLCanvasElement): Plane =>
          Object.assign(new Plane(canvas, labels, true), { detail: surface.detail, top: surface.top })
        if (!this.replace(surface, made)) return false
        this.labels.replaceWith(labels)
        this.labels = labels
      }
      this.resize()
      return true
    }
    if (!surface) return false
    const { quality } = surface
    const isLess = ({ reflections, lights, smooth, scale }: Quality): boolean =>
      reflections !== quality.reflections || lights !== quality.lights || smooth !== quality.smooth || pixels(scale) < pixels(quality.scale)
    const next = QUALITIES.slice(QUALITIES.indexOf(quality) + 1).find(isLess)
    if (!next) return false
    const { debris, hand } = surface
    // The edges of a canvas stay smooth.
    if (next.smooth === quality.smooth) surface.quality = next
    else if (!this.replace(surface, (canvas) => Object.assign(new Space(canvas, this.labels, next), { debris, hand })))
      surface.quality = next
    this.resize()
    return true
  }

  /** Draws on another canvas from now on. False: it cannot be made, and nothing changes. */
  private replace(before: Space | Plane, made: (canvas: HTMLCanvasElement) => Space | Plane): boolean {
    const { canvas } = this
    const focused = (canvas.getRootNode() as Document | ShadowRoot).activeElement === canvas
    const next = canvas.cloneNode() as HTMLCanvasElement
    try {
      this.surface = made(next)
    } catch {
      return false
    }
    this.canvas = next
    canvas.replaceWith(next)
    if (before instanceof Space) before.close()
    this.listen()
    this.reserve(this.surface)
    if (focused) next.focus()
    return true
  }

  showDebris(shown: boolean): void {
    if (this.surface instanceof Space) this.surface.debris = shown
  }

  showHand(hand: number): void {
    if (this.surface instanceof Space) this.surface.hand = hand
  }

  showOverlays(shown: boolean): void {
    this.bare = !shown
    this.root.classList.toggle('bare', this.bare)
  }

  /** A stage that is not in the page has no size of its own: its picture gets so many pixels, and `top` of them are for the figures. */
  setSize(width: number, height: number, top: number): void {
    const scale = Math.min(devicePixelRatio, 2)
    this.surface?.resize(width / scale, height / scale)
    if (this.surface instanceof Plane) this.surface.top = top / scale
    if (this.surface) this.surface.labels.reserved = { left: 0, right: width, top: 0, bottom: top / scale }
  }

  /** Names are not drawn under the figures. */
  private reserve(surface: Space | Plane): void {
    const { figures } = this
    const right = [...figures.children].reduce((most, child) => {
      const { offsetLeft, offsetWidth } = child as HTMLElement
      return Math.max(most, offsetLeft + offsetWidth)
    }, 0)
    surface.labels.reserved = { left: 0, right: figures.offsetLeft + right, top: 0, bottom: figures.offsetTop + figures.offsetHeight }
  }

  /** The picture with its texts. */
  picture(): HTMLCanvasElement {
    const made = element('canvas', { width: this.canvas.width, height: this.canvas.height })
    this.copyTo(made.getContext('2d')!, made.width, made.height)
    return made
  }

  get size(): readonly [width: number, height: number] {
    return [this.canvas.width, this.canvas.height]
  }

  copyTo(context: CanvasRenderingContext2D, width: number, height: number): void {
    context.drawImage(this.canvas, 0, 0, width, height)
    if (!this.bare) context.drawImage(this.labels, 0, 0, width, height)
  }

  close(): void {
    this.resizing.disconnect()
    if (this.surface instanceof Space) this.surface.close()
    this.root.remove()
  }
}
