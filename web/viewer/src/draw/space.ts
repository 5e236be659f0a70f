// SPDX-License-Identifier: MIT
// Scenes in three dimensions: solids, ribbons, lines and labels. A scene says each time what there is; nothing stays from one
// picture to the next. Axes are those of WebGL: x to the right, y up, z towards the viewer; lengths in metres.
import { Camera, Geometry, Mesh, Program, Renderer } from 'ogl'
import { combined, type Rotation, rotationAround, rotationTo, turned, type Vector } from '../series.js'
import { Labels } from './labels.js'
import { flatFragment, flatVertex, glowFragment, glowVertex, solidFragment, solidVertex } from './shaders.js'
import { SHAPES, type ShapeName } from './shapes.js'
import { channelsOf, type Theme } from './theme.js'

/** Corners of a spot. */
const SPOT = Array.from({ length: 12 }, (_, side) => [Math.cos((side * Math.PI) / 6), Math.sin((side * Math.PI) / 6)] as const)
const NO_ROTATION: Rotation = [0, 0, 0, 1]
// Solids or corners that are sent at once; more are sent in several parts.
const MOST = 2048

type GL = Renderer['gl']

/** Things of one kind, collected and then drawn at once. */
class Batch {
  private count = 0
  private readonly arrays: { name: string; size: number; data: Float32Array }[]
  private readonly geometry: Geometry
  private readonly mesh: Mesh

  constructor(
    gl: GL,
    program: Program,
    sizes: Readonly<Record<string, number>>,
    private readonly shape: { position: Float32Array; normal: Float32Array } | null,
    mode: number,
    private readonly drawn: () => Camera,
  ) {
    this.arrays = Object.entries(sizes).map(([name, size]) => ({ name, size, data: new Float32Array(MOST * size) }))
    const usage = gl.DYNAMIC_DRAW
    const attributes = Object.fromEntries(
      this.arrays.map(({ name, size, data }) => [name, { size, data, usage, ...(shape ? { instanced: 1 } : {}) }]),
    )
    const own: ConstructorParameters<typeof Geometry>[1] = shape
      ? { position: { size: 3, data: shape.position }, normal: { size: 3, data: shape.normal } }
      : {}
    this.geometry = new Geometry(gl, { ...own, ...attributes })
    this.mesh = new Mesh(gl, { geometry: this.geometry, program, mode, frustumCulled: false })
  }

  /** Adds one thing: its values, in the order of the sizes. `group` things must stay together. */
  add(values: readonly (readonly number[])[], group = 1): void {
    if (this.count + group > MOST) this.draw()
    for (let index = 0; index < this.arrays.length; index++) {
      const { size, data } = this.arrays[index]
      const from = values[index]
      const at = this.count * size
      for (let part = 0; part < size; part++) data[at + part] = from[part]
    }
    this.count++
    this.sent = false
  }

  draw(): void {
    this.send()
    if (this.count > 0) this.mesh.draw({ camera: this.drawn() })
    this.count = 0
    this.sent = false
  }

  /** Draws what was collected by another program, and keeps it. */
  drawBy(program: Program): void {
    if (this.count === 0) return
    this.send()
    const { mesh } = this
    const { program: own } = mesh
    mesh.program = program
    mesh.draw({ camera: this.drawn() })
    mesh.program = own
  }

  private sent = false

  private send(): void {
    const { count, geometry } = this
    if (count === 0 || this.sent) return
    this.sent = true
    for (const { name, size, data } of this.arrays) {
      const attribute = geometry.attributes[name]
      // The buffer on the graphics card keeps its full size; only what is used is sent.
      attribute.data = attribute.buffer ? data.subarray(0, count * size) : data
      attribute.needsUpdate = true
    }
    if (this.shape) geometry.instancedCount = count
    else geometry.setDrawRange(0, count)
  }
}

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

const scaled = ([x, y, z]: Readonly<Vector>, by: number): Vector => [x * by, y * by, z * by]
const unit = (way: Vector): Vector => scaled(way, 1 / (Math.hypot(...way) || 1))
const crossed = ([ax, ay, az]: Readonly<Vector>, [bx, by, bz]: Readonly<Vector>): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
]

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
  private readonly renderer: Renderer
  private readonly camera: Camera
  private readonly solids: Record<'opaque' | 'clear', Record<ShapeName, Batch>>
  private readonly triangles: Batch
  private readonly lines: Batch
  private readonly floors: Batch
  private readonly lights: Batch
  private readonly mirrored: Program
  private readonly shining: Program
  /** All programs share these. */
  private readonly uniforms = {
    fog: { value: [0, 0, 0] },
    fogRange: { value: [1e4, 1e5] },
    reflecting: { value: [0, 0, 0, 0] },
  }
  /** The floors of this picture reflect. */
  private reflects = false
  /** How much a picture may cost; what is least missed goes first. */
  quality: Quality
  /** Whether pieces fly. */
  debris = true
  private width = 1
  private height = 1

  /** Throws if the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, labels: HTMLCanvasElement, quality: Quality = BEST) {
    this.quality = quality
    const how = { antialias: quality.smooth, alpha: false, preserveDrawingBuffer: true }
    if (!canvas.getContext('webgl2', how)) throw new Error('no WebGL 2')
    this.renderer = new Renderer({ ...how, canvas, dpr: Math.min(devicePixelRatio, quality.scale) })
    this.labels = new Labels(labels)
    const { gl } = this.renderer
    this.camera = new Camera(gl, { near: 0.05, far: 600 })
    const { uniforms } = this
    const program = (vertex: string, fragment: string, transparent: boolean, cullFace: number | false): Program =>
      new Program(gl, { vertex, fragment, uniforms, transparent, depthWrite: !transparent, cullFace: cullFace as number })
    const opaque = program(solidVertex(false), solidFragment(false), false, gl.BACK)
    const clear = program(solidVertex(false), solidFragment(false), true, gl.BACK)
    const flat = program(flatVertex, flatFragment, true, false)
    const sizes = { at: 3, turn: 4, size: 3, paint: 4, glow: 1 }
    const camera = (): Camera => this.camera
    const batches = (using: Program): Record<ShapeName, Batch> =>
      Object.fromEntries(
        Object.entries(SHAPES).map(([name, shape]) => [name, new Batch(gl, using, sizes, shape, gl.TRIANGLES, camera)]),
      ) as Record<ShapeName, Batch>
    this.solids = { opaque: batches(opaque), clear: batches(clear) }
    this.mirrored = new Program(gl, { vertex: solidVertex(true), fragment: solidFragment(true), uniforms, cullFace: gl.FRONT })
    this.shining = program(glowVertex, glowFragment, true, false)
    const floor = new Program(gl, { vertex: flatVertex, fragment: flatFragment, uniforms, transparent: true, cullFace: false as never })
    this.floors = new Batch(gl, floor, { position: 3, paint: 4 }, null, gl.TRIANGLES, camera)
    this.lights = new Batch(gl, this.shining, { position: 3, paint: 4, local: 3 }, null, gl.TRIANGLES, camera)
    this.triangles = new Batch(gl, flat, { position: 3, paint: 4 }, null, gl.TRIANGLES, camera)
    this.lines = new Batch(gl, flat, { position: 3, paint: 4 }, null, gl.LINES, camera)
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
    this.renderer.dpr = Math.min(devicePixelRatio, this.quality.scale)
    this.renderer.setSize(this.width, this.height)
    this.labels.resize(this.width, this.height)
  }

  /** Starts a picture. `fog` is where things begin to fade and where they are gone. */
  begin(theme: Theme, view: View, fog: readonly [number, number] = [1e4, 1e5]): void {
    const { gl } = this.renderer
    this.theme = theme
    this.opacity = 1
    this.facing = null
    this.labels.begin(theme)
    this.look(view)
    const [red, green, blue] = channelsOf(theme.background)
    this.uniforms.fog.value = [red, green, blue]
    this.uniforms.fogRange.value = [...fog]
    this.uniforms.reflecting.value = [0, 0, 0, 0]
    this.reflects = false
    // Light on a light background would be white: there it is colour.
    this.shining.setBlendFunc(gl.SRC_ALPHA, theme.dark ? gl.ONE : gl.ONE_MINUS_SRC_ALPHA)
    this.renderer.bindFramebuffer()
    this.renderer.setViewport(this.width * this.renderer.dpr, this.height * this.renderer.dpr)
    this.renderer.enable(gl.DEPTH_TEST)
    this.renderer.setDepthMask(true)
    gl.clearColor(red, green, blue, 1)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
  }

  private look({ eye, target, rotation, angle = 55 }: View): void {
    const { camera } = this
    // A narrow picture shows as much from left to right as a square one.
    const aspect = this.width / this.height
    const half = Math.tan((angle * Math.PI) / 360) / Math.min(1, aspect)
    camera.perspective({ fov: (2 * Math.atan(half) * 180) / Math.PI, aspect })
    camera.position.set(...(eye as Vector))
    if (rotation) camera.quaternion.set(...(rotation as Rotation))
    else camera.lookAt((target ?? [0, 0, 0]) as Vector)
    camera.updateMatrixWorld()
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
    const { x, y, z } = this.camera.position
    if (side([x, y, z]) * side(inside) > 0) this.quad(corners, color, alpha)
  }

  /** A level part of the floor at y = 0, which reflects what is above it. Parts of one picture are seen as one rectangle. */
  floor(left: number, far: number, right: number, near: number, color: string): void {
    const { value } = this.uniforms.reflecting
    const mirror = this.quality.reflections
    this.uniforms.reflecting.value = this.reflects
      ? [Math.min(value[0], left), Math.min(value[1], far), Math.max(value[2], right), Math.max(value[3], near)]
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
    const seen: Vector = [eye.x - a[0], eye.y - a[1], eye.z - a[2]]
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
    const clip = this.project(this.place(at))
    if (clip) this.labels.add(clip[0], clip[1], text, color, size, this.opacity)
  }

  /** How far a point is from the camera. */
  away([x, y, z]: Readonly<Vector>): number {
    const { position } = this.camera
    return Math.hypot(x - position.x, y - position.y, z - position.z)
  }

  /** Where a point is in the picture, in pixels; null if it is behind the camera. */
  private project(at: Readonly<Vector>): [number, number] | null {
    const m = this.camera.projectionViewMatrix
    const [x, y, z] = at
    const w = m[3] * x + m[7] * y + m[11] * z + m[15]
    if (w <= 0.05) return null
    const px = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w
    const py = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w
    return [((px + 1) / 2) * this.width, ((1 - py) / 2) * this.height]
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
    this.renderer.gl.getExtension('WEBGL_lose_context')?.loseContext()
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
