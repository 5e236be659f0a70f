// SPDX-License-Identifier: MIT
// Scenes in three dimensions: solids, ribbons, lines and labels. A scene says each time what there is; nothing stays from one
// picture to the next. Axes are those of WebGL: x to the right, y up, z towards the viewer; lengths in metres.
import { combined, crossed, type Rotation, rotationAround, rotationTo, scaled, turned, unit, type Vector } from '../series.js'
import { Batch, Camera, Program, type Uniforms } from './gl.js'
import { Labels } from './labels.js'
import { flatFragment, flatVertex, glowFragment, glowVertex, solidFragment, solidVertex } from './shaders.js'
import { SHAPES, type ShapeName } from './shapes.js'
import { channelsOf, type Theme } from './theme.js'

/** Corners of a spot. */
const SPOT = Array.from({ length: 12 }, (_, side) => [Math.cos((side * Math.PI) / 6), Math.sin((side * Math.PI) / 6)] as const)
const NO_ROTATION: Rotation = [0, 0, 0, 1]
/** How many numbers solids have, and corners. */
const SOLID = { at: 3, turn: 4, size: 3, paint: 4, glow: 1 }
const FLAT = { position: 3, paint: 4 }

/** What a picture may cost. `scale`: pixels of the picture for one of the screen, at most. */
export interface Quality {
  readonly reflections: boolean
  readonly lights: boolean
  /** Edges are smooth, which is a third of the cost where software draws. A surface has it, or not, from the beginning. */
  readonly smooth: boolean
  readonly scale: number
}

/** From the best to the least; a player goes down by itself if its pictures are slow. */
export const QUALITIES: readonly Quality[] = [
  { reflections: true, lights: true, smooth: true, scale: 2 },
  { reflections: true, lights: true, smooth: true, scale: 1 },
  { reflections: true, lights: true, smooth: false, scale: 1 },
  { reflections: false, lights: true, smooth: false, scale: 1 },
  { reflections: false, lights: false, smooth: false, scale: 0.66 },
]
const [BEST] = QUALITIES
/** How opaque a floor is that reflects. */
const REFLECTING = 0.8

/** Where the camera of a scene stands: looking at a point, or turned like a head. */
export interface View {
  readonly eye: Readonly<Vector>
  readonly target?: Readonly<Vector>
  readonly rotation?: Readonly<Rotation>
  /** Degrees from top to bottom. */
  readonly angle?: number
}

export interface SolidStyle {
  readonly rotation?: Readonly<Rotation>
  readonly alpha?: number
  /** 1: shines by itself. */
  readonly glow?: number
}

export class Space {
  readonly labels: Labels
  theme!: Theme
  /** How opaque all that follows is; less than 1 for a ghost. */
  opacity = 1
  /** How all that follows is turned around the vertical axis through the origin; null: not at all. */
  private facing: Rotation | null = null
  private readonly gl: WebGL2RenderingContext
  private readonly camera = new Camera()
  private readonly solids: Record<'opaque' | 'clear', Record<ShapeName, Batch>>
  private readonly triangles: Batch
  private readonly lines: Batch
  private readonly floors: Batch
  private readonly lights: Batch
  private readonly mirrored: Program
  private readonly shining: Program
  /** All programs share these. */
  private readonly uniforms: Uniforms = {
    fog: [0, 0, 0],
    fogRange: [1e4, 1e5],
    reflecting: [0, 0, 0, 0],
    cameraPosition: [0, 0, 0],
    viewMatrix: [],
    projectionMatrix: [],
  }
  /** The floors of this picture reflect. */
  private reflects = false
  /** How much a picture may cost; what is least missed goes first. */
  quality: Quality
  /** Whether pieces fly. */
  debris = true
  /** The hand that is looked at, 0 or 1, while the other is dim; -1: both. */
  hand = -1
  private width = 1
  private height = 1

  /** Throws if the browser has no WebGL 2. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    labels: HTMLCanvasElement,
    quality: Quality = BEST,
  ) {
    this.quality = quality
    const gl = canvas.getContext('webgl2', { antialias: quality.smooth, alpha: false, preserveDrawingBuffer: true })
    if (!gl) throw new Error('no WebGL 2')
    this.gl = gl
    this.labels = new Labels(labels)
    const { uniforms } = this
    const solid = { vertex: solidVertex(false), fragment: solidFragment(false), without: gl.BACK }
    const plain = { vertex: flatVertex, fragment: flatFragment, transparent: true, without: 0 }
    const opaque = new Program(gl, solid, uniforms)
    const clear = new Program(gl, { ...solid, transparent: true }, uniforms)
    const flat = new Program(gl, plain, uniforms)
    const batches = (using: Program): Record<ShapeName, Batch> =>
      Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, new Batch(gl, using, SOLID, shape, gl.TRIANGLES)])) as Record<
        ShapeName,
        Batch
      >
    this.solids = { opaque: batches(opaque), clear: batches(clear) }
    this.mirrored = new Program(gl, { vertex: solidVertex(true), fragment: solidFragment(true), without: gl.FRONT }, uniforms)
    this.shining = new Program(gl, { vertex: glowVertex, fragment: glowFragment, transparent: true, without: 0 }, uniforms)
    const floor = new Program(gl, { ...plain, hides: true }, uniforms)
    this.floors = new Batch(gl, floor, FLAT, null, gl.TRIANGLES)
    this.lights = new Batch(gl, this.shining, { ...FLAT, local: 3 }, null, gl.TRIANGLES)
    this.triangles = new Batch(gl, flat, FLAT, null, gl.TRIANGLES)
    this.lines = new Batch(gl, flat, FLAT, null, gl.LINES)
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
    const { canvas } = this
    const dpr = Math.min(devicePixelRatio, this.quality.scale)
    Object.assign(canvas, { width: this.width * dpr, height: this.height * dpr })
    Object.assign(canvas.style, { width: `${this.width}px`, height: `${this.height}px` })
    this.labels.resize(this.width, this.height)
  }

  /** Starts a picture. `fog` is where things begin to fade and where they are gone. */
  begin(theme: Theme, view: View, fog: readonly [number, number] = [1e4, 1e5]): void {
    const { gl, uniforms } = this
    this.theme = theme
    this.opacity = 1
    this.facing = null
    this.labels.begin(theme)
    this.look(view)
    const [red, green, blue] = channelsOf(theme.background)
    uniforms.fog = [red, green, blue]
    uniforms.fogRange = fog
    uniforms.reflecting = [0, 0, 0, 0]
    this.reflects = false
    // Light on a light background would be white: there it is colour.
    this.shining.behind = theme.dark ? gl.ONE : gl.ONE_MINUS_SRC_ALPHA
    gl.viewport(0, 0, this.canvas.width, this.canvas.height)
    gl.enable(gl.DEPTH_TEST)
    gl.depthFunc(gl.LEQUAL)
    gl.depthMask(true)
    gl.clearColor(red, green, blue, 1)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
  }

  private look({ eye, target, rotation, angle = 55 }: View): void {
    const { camera, uniforms } = this
    // A narrow picture shows as much from left to right as a square one.
    const aspect = this.width / this.height
    camera.look(eye, rotation ?? target ?? [0, 0, 0], Math.tan((angle * Math.PI) / 360) / Math.min(1, aspect), aspect)
    uniforms.cameraPosition = eye
    uniforms.viewMatrix = camera.view
    uniforms.projectionMatrix = camera.projection
  }

  /** Turns what follows to the right by this angle in degrees, seen from the origin. */
  face(degrees: number): void {
    this.facing = degrees === 0 ? null : rotationAround([0, 1, 0], -degrees)
  }

  private place(at: Readonly<Vector>): Readonly<Vector> {
    return this.facing ? turned(at, this.facing) : at
  }

  solid(shape: ShapeName, at: Readonly<Vector>, size: Readonly<Vector>, color: string, style: SolidStyle = {}): void {
    const alpha = (style.alpha ?? 1) * this.opacity
    const { opaque, clear } = this.solids
    const batch = (alpha < 1 ? clear : opaque)[shape]
    const rotation = style.rotation ?? NO_ROTATION
    batch.add([
      this.place(at),
      this.facing ? combined(this.facing, rotation) : rotation,
      size,
      [...channelsOf(color), alpha],
      [style.glow ?? 0],
    ])
  }

  line(from: Readonly<Vector>, to: Readonly<Vector>, color: string, alpha = 1): void {
    const paint = [...channelsOf(color), alpha * this.opacity]
    this.lines.add([this.place(from), paint], 2)
    this.lines.add([this.place(to), paint])
  }

  /** A band between two edges that have a point each for every step, and fades from the first to the last. */
  ribbon(one: readonly Readonly<Vector>[], other: readonly Readonly<Vector>[], color: string, alpha: number): void {
    const paint = channelsOf(color)
    const count = Math.min(one.length, other.length)
    for (let step = 0; step + 1 < count; step++) {
      const [near, far] = [step, step + 1].map((at) => [...paint, alpha * this.opacity * (1 - at / (count - 1)) ** 1.5])
      const corners = [one[step], other[step], one[step + 1], other[step], other[step + 1], one[step + 1]]
      const paints = [near, near, far, near, far, far]
      corners.forEach((corner, index) => this.triangles.add([this.place(corner), paints[index]], 6 - index))
    }
  }

  /** A plane of four corners. */
  quad(corners: readonly [Vector, Vector, Vector, Vector], color: string, alpha: number): void {
    const paint = [...channelsOf(color), alpha * this.opacity]
    ;[0, 1, 2, 0, 2, 3].forEach((corner, index) => this.triangles.add([this.place(corners[corner]), paint], 6 - index))
  }

  /** A plane of four corners around a middle, if it is seen from the side of that: what would be between the eye and the room is left out. */
  wall(corners: readonly [Vector, Vector, Vector, Vector], inside: Readonly<Vector>, color: string, alpha: number): void {
    const [a, b, , d] = corners
    const to = (from: Vector, at: Readonly<Vector>): Vector => [at[0] - from[0], at[1] - from[1], at[2] - from[2]]
    const normal = crossed(to(a, b), to(a, d))
    const side = (at: Readonly<Vector>): number => to(a, at).reduce((sum, value, axis) => sum + value * normal[axis], 0)
    if (side(this.camera.position) * side(inside) > 0) this.quad(corners, color, alpha)
  }

  /** A level part of the floor at y = 0, which reflects what is above it. Parts of one picture are seen as one rectangle. */
  floor(left: number, far: number, right: number, near: number, color: string): void {
    const { reflecting } = this.uniforms
    const mirror = this.quality.reflections
    this.uniforms.reflecting = this.reflects
      ? [Math.min(reflecting[0], left), Math.min(reflecting[1], far), Math.max(reflecting[2], right), Math.max(reflecting[3], near)]
      : [left, far, right, near]
    this.reflects = true
    const paint = [...channelsOf(color), mirror ? REFLECTING : 1]
    const corners = [
      [left, 0, far],
      [right, 0, far],
      [right, 0, near],
      [left, 0, near],
    ]
    ;[0, 1, 2, 0, 2, 3].forEach((corner, index) => this.floors.add([corners[corner], paint], 6 - index))
  }

  /** Light around a line, or around a point if both ends are the same. */
  light(from: Readonly<Vector>, to: Readonly<Vector>, radius: number, color: string, alpha: number): void {
    if (!this.quality.lights || !(alpha > 0.004)) return
    const [a, b] = [this.place(from), this.place(to)]
    const eye = this.camera.position
    const way: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    const length = Math.hypot(...way)
    const seen: Vector = [eye[0] - a[0], eye[1] - a[1], eye[2] - a[2]]
    const along = length > 1e-6 ? scaled(way, radius / length) : scaled(unit(crossed([0, 1, 0], seen)), radius)
    const across = scaled(unit(crossed(along, seen)), radius)
    const far = length / radius
    const paint = [...channelsOf(color), alpha * this.opacity]
    const corner = (at: Readonly<Vector>, end: number, side: number): readonly (readonly number[])[] => [
      [0, 1, 2].map((axis) => at[axis] + end * along[axis] + side * across[axis]),
      paint,
      [end < 0 ? -1 : far + 1, side, far],
    ]
    const corners = [corner(a, -1, -1), corner(a, -1, 1), corner(b, 1, 1), corner(b, 1, -1)]
    ;[0, 1, 2, 0, 2, 3].forEach((index, left) => this.lights.add(corners[index], 6 - left))
  }

  /** A soft spot on a floor, darkest in the middle. */
  spot(at: Readonly<Vector>, radius: number, color: string, alpha: number): void {
    const [x, y, z] = this.place(at)
    const paint = channelsOf(color)
    const [middle, edge] = [
      [...paint, alpha * this.opacity],
      [...paint, 0],
    ]
    for (let side = 0; side < SPOT.length; side++) {
      const [one, other] = [SPOT[side], SPOT[(side + 1) % SPOT.length]]
      this.triangles.add([[x, y, z], middle], 3)
      this.triangles.add([[x + radius * one[0], y, z + radius * one[1]], edge], 2)
      this.triangles.add([[x + radius * other[0], y, z + radius * other[1]], edge])
    }
  }

  /** A bar from one point to another. */
  limb(from: Readonly<Vector>, to: Readonly<Vector>, width: number, color: string, style: SolidStyle = {}): void {
    const way: Vector = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
    const length = Math.hypot(...way)
    if (!(length > 1e-6)) return
    const at: Vector = [from[0] + way[0] / 2, from[1] + way[1] / 2, from[2] + way[2] / 2]
    this.solid('rod', at, [width, width, length], color, { ...style, rotation: rotationTo([way[0], way[1], way[2]], length) })
  }

  /** Text at a point, over everything. */
  label(at: Readonly<Vector>, text: string, color: string, size = 13): void {
    const clip = this.camera.project(this.place(at))
    if (clip) this.labels.add(((clip[0] + 1) / 2) * this.width, ((1 - clip[1]) / 2) * this.height, text, color, size, this.opacity)
  }

  /** How far a point is from the camera. */
  away([x, y, z]: Readonly<Vector>): number {
    const { position } = this.camera
    return Math.hypot(x - position[0], y - position[1], z - position[2])
  }

  /** Draws what was collected: what is opaque first. */
  end(): void {
    if (this.reflects && this.quality.reflections) for (const batch of Object.values(this.solids.opaque)) batch.drawBy(this.mirrored)
    this.floors.draw()
    for (const batch of Object.values(this.solids.opaque)) batch.draw()
    this.lines.draw()
    for (const batch of Object.values(this.solids.clear)) batch.draw()
    this.triangles.draw()
    this.lights.draw()
    this.labels.end()
  }

  close(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}

/** The user's own turn of a camera: around what it looks at, nearer or farther. */
export class Orbit {
  yaw = 0
  pitch = 0
  zoom = 1

  reset(): void {
    this.yaw = this.pitch = 0
    this.zoom = 1
  }

  turn(yaw: number, pitch: number): void {
    this.yaw = (this.yaw + yaw) % 360
    this.pitch = Math.max(-80, Math.min(80, this.pitch + pitch))
  }

  scale(factor: number): void {
    this.zoom = Math.max(0.15, Math.min(6, this.zoom * factor))
  }

  /** A view turned by this. One that is turned like a head stays as it is. */
  apply(view: View): View {
    const { eye, target } = view
    if (!target || (this.yaw === 0 && this.pitch === 0 && this.zoom === 1)) return view
    const arm: Vector = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]
    const length = Math.hypot(...arm) || 1
    const yaw = Math.atan2(arm[0], arm[2]) + (this.yaw * Math.PI) / 180
    const limit = 1.5
    const pitch = Math.max(-limit, Math.min(limit, Math.asin(arm[1] / length) + (this.pitch * Math.PI) / 180))
    const reach = length * this.zoom
    return {
      ...view,
      eye: [
        target[0] + reach * Math.cos(pitch) * Math.sin(yaw),
        target[1] + reach * Math.sin(pitch),
        target[2] + reach * Math.cos(pitch) * Math.cos(yaw),
      ],
    }
  }
}
