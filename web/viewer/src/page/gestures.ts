// SPDX-License-Identifier: MIT
// What fingers and the mouse do on the picture. A finger drags through the time, two turn the camera and pinch; a mouse turns it.
import type { Orbit } from '../draw/space.js'

/** What gestures do beyond the camera. */
export interface Gestures {
  toggle(): void
  /** Seconds forward; back, if negative. */
  skip(seconds: number): void
}

export interface Touched {
  readonly canvas: HTMLCanvasElement
  readonly orbit: Orbit
  /** Of a drag by the whole width: seconds. */
  readonly width: () => number
  readonly kind: 'space' | 'plane'
  readonly gestures: Gestures | null
  readonly changed: () => void
}

interface Pointer {
  x: number
  y: number
  /** Pixels that it has moved since it came down. */
  moved: number
}

/** A pointer that moves less has not moved, and two taps within so many milliseconds are one. */
const STILL = 6
const DOUBLE = 300
const SKIP = 5

class Listener {
  private readonly pointers = new Map<number, Pointer>()
  private last = { at: -Infinity, x: 0 }
  /** More than one finger was down, so that none of them taps. */
  private several = false

  constructor(private readonly on: Touched) {}

  readonly down = (event: PointerEvent): void => {
    if (event.button > 0) return
    if (this.pointers.size === 0) this.several = false
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 })
    if (this.pointers.size > 1) this.several = true
    this.on.canvas.setPointerCapture(event.pointerId)
  }

  readonly move = (event: PointerEvent): void => {
    const { on, pointers } = this
    const own = pointers.get(event.pointerId)
    if (!own) return
    const [dx, dy] = [event.clientX - own.x, event.clientY - own.y]
    own.moved += Math.hypot(dx, dy)
    const touch = event.pointerType === 'touch'
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      const before = Math.hypot(own.x - other.x, own.y - other.y)
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y)
      if (before > 0 && after > 0) on.orbit.scale(before / after)
      this.turn(dx / 2, dy / 2)
    } else if (!touch || !on.gestures) this.turn(dx, dy)
    else if (own.moved > STILL && !this.several) on.gestures.skip((dx / Math.max(1, on.canvas.clientWidth)) * on.width())
    Object.assign(own, { x: event.clientX, y: event.clientY })
    on.changed()
  }

  private turn(dx: number, dy: number): void {
    const { kind, orbit } = this.on
    if (kind === 'space') orbit.turn(-dx * 0.4, dy * 0.4)
    else orbit.turn(dx / 3, dy / 3)
  }

  readonly up = (event: PointerEvent): void => {
    const own = this.pointers.get(event.pointerId)
    this.pointers.delete(event.pointerId)
    if (own && own.moved <= STILL && !this.several && event.type === 'pointerup') this.tap(event)
  }

  /** A tap plays or pauses; a second one takes that back, and goes to what was before or comes after. */
  private tap({ timeStamp, pointerType, clientX }: PointerEvent): void {
    const { gestures, canvas } = this.on
    const double = timeStamp - this.last.at < DOUBLE && Math.abs(clientX - this.last.x) < 60
    this.last = { at: double ? -Infinity : timeStamp, x: clientX }
    gestures?.toggle()
    if (!double || pointerType !== 'touch') return
    const { left, width } = canvas.getBoundingClientRect()
    gestures?.skip(clientX - left < width / 2 ? -SKIP : SKIP)
  }
}

export function listenTo(on: Touched): void {
  const { canvas, orbit, changed } = on
  const listener = new Listener(on)
  let touched = false
  canvas.addEventListener('pointerdown', (event) => {
    touched = event.pointerType === 'touch'
    listener.down(event)
  })
  canvas.addEventListener('pointermove', listener.move)
  canvas.addEventListener('pointerup', listener.up)
  canvas.addEventListener('pointercancel', listener.up)
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      orbit.scale(Math.exp(Math.sign(event.deltaY) * Math.min(1, Math.abs(event.deltaY) / 100) * 0.15))
      changed()
    },
    { passive: false },
  )
  canvas.addEventListener('dblclick', () => {
    if (touched) return
    orbit.reset()
    changed()
  })
}
