// SPDX-License-Identifier: MIT
// As much of WebGL 2 as the scenes in three dimensions need: programs, things of one kind that are drawn at once, and a camera.
import { crossed, type Rotation, turned, unit, type Vector } from '../series.js'

/** Attributes have the same number in each program, so that what is drawn by one can be drawn by another. */
const ATTRIBUTES = ['position', 'normal', 'at', 'turn', 'size', 'paint', 'glow', 'local']
/** Solids or corners that are sent at once; more are sent in several parts. */
const MOST = 2048
const [NEAR, FAR] = [0.05, 600]

/** What programs are given, by the name that they have for it: as many numbers as that has. */
export type Uniforms = Record<string, readonly number[]>

export interface ProgramOptions {
  readonly vertex: string
  readonly fragment: string
  /** Adds to what is behind; what is drawn hides nothing. */
  readonly transparent?: boolean
  /** Hides what is behind; by default what is not transparent does. */
  readonly hides?: boolean
  /** The side of triangles that is not drawn: a value of WebGL; 0: both are. */
  readonly without: number
}

export class Program {
  /** How what is transparent is added: a factor of WebGL, for what is behind. */
  behind: number
  private readonly program: WebGLProgram
  private readonly places: { name: string; at: WebGLUniformLocation }[]

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly how: ProgramOptions,
    private readonly uniforms: Uniforms,
  ) {
    this.behind = gl.ONE_MINUS_SRC_ALPHA
    const program = (this.program = gl.createProgram())
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, how.vertex],
      [gl.FRAGMENT_SHADER, how.fragment],
    ] as const) {
      const shader = gl.createShader(kind)!
      gl.shaderSource(shader, text)
      gl.compileShader(shader)
      gl.attachShader(program, shader)
    }
    ATTRIBUTES.forEach((name, index) => gl.bindAttribLocation(program, index, name))
    gl.linkProgram(program)
    this.places = Object.keys(uniforms).flatMap((name) => {
      const at = gl.getUniformLocation(program, name)
      return at ? [{ name, at }] : []
    })
  }

  /** What follows is drawn by this. */
  use(): void {
    const { gl, how, uniforms } = this
    gl.useProgram(this.program)
    for (const { name, at } of this.places) {
      const value = uniforms[name]
      if (value.length === 16) gl.uniformMatrix4fv(at, false, value)
      else if (value.length === 4) gl.uniform4fv(at, value)
      else if (value.length === 3) gl.uniform3fv(at, value)
      else gl.uniform2fv(at, value)
    }
    const { transparent = false, hides = !transparent, without } = how
    const set = (what: number, on: boolean): void => (on ? gl.enable(what) : gl.disable(what))
    set(gl.BLEND, transparent)
    if (transparent) gl.blendFunc(gl.SRC_ALPHA, this.behind)
    set(gl.CULL_FACE, without !== 0)
    if (without !== 0) gl.cullFace(without)
    gl.depthMask(hides)
  }
}

/** A mesh, of which many are drawn: one for each of the things of a batch. */
export interface Shape {
  readonly position: Float32Array
  readonly normal: Float32Array
}

/** Things of one kind, collected and then drawn at once. */
export class Batch {
  private count = 0
  private sent = false
  private readonly corners: number
  private readonly arrays: { size: number; data: Float32Array; buffer: WebGLBuffer }[]
  private readonly state: WebGLVertexArrayObject

  /** `sizes`: how many numbers each attribute has. `shape`: what is drawn for each thing; null: things are the corners of `mode`. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly program: Program,
    sizes: Readonly<Record<string, number>>,
    private readonly shape: Shape | null,
    private readonly mode: number,
  ) {
    this.state = gl.createVertexArray()
    gl.bindVertexArray(this.state)
    const attribute = (name: string, size: number, data: Float32Array, usage: number, each: number): WebGLBuffer => {
      const buffer = gl.createBuffer()
      const index = ATTRIBUTES.indexOf(name)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferData(gl.ARRAY_BUFFER, data, usage)
      gl.enableVertexAttribArray(index)
      gl.vertexAttribPointer(index, size, gl.FLOAT, false, 0, 0)
      gl.vertexAttribDivisor(index, each)
      return buffer
    }
    for (const name of shape ? (['position', 'normal'] as const) : []) attribute(name, 3, shape![name], gl.STATIC_DRAW, 0)
    this.corners = shape ? shape.position.length / 3 : 0
    this.arrays = Object.entries(sizes).map(([name, size]) => {
      const data = new Float32Array(MOST * size)
      return { size, data, buffer: attribute(name, size, data, gl.DYNAMIC_DRAW, shape ? 1 : 0) }
    })
    gl.bindVertexArray(null)
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
    this.drawBy(this.program)
    this.count = 0
    this.sent = false
  }

  /** Draws what was collected by any program, and keeps it. */
  drawBy(program: Program): void {
    const { gl, count, shape, corners, mode } = this
    if (count === 0) return
    this.send()
    program.use()
    gl.bindVertexArray(this.state)
    if (shape) gl.drawArraysInstanced(mode, 0, corners, count)
    else gl.drawArrays(mode, 0, count)
    gl.bindVertexArray(null)
  }

  /** The buffers on the graphics card keep their full size; only what is used is sent. */
  private send(): void {
    const { gl, count } = this
    if (this.sent) return
    this.sent = true
    for (const { size, data, buffer } of this.arrays) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, data, 0, count * size)
    }
  }
}

export class Camera {
  position: Readonly<Vector> = [0, 0, 0]
  projection: readonly number[] = []
  view: readonly number[] = []
  /** Both, one after the other. */
  private seen: readonly number[] = []

  /** Stands at `eye`, turned, or looking at a point. `half`: the tangent of half of the angle from top to bottom. */
  look(eye: Readonly<Vector>, turn: Readonly<Rotation> | Readonly<Vector>, half: number, aspect: number): void {
    this.position = eye
    const depth = NEAR - FAR
    this.projection = [1 / half / aspect, 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, (FAR + NEAR) / depth, -1, 0, 0, (2 * FAR * NEAR) / depth, 0]
    let axes: Vector[]
    if (turn.length === 4)
      axes = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vector[]).map((axis) => turned(axis, turn)) // prettier-ignore
    else {
      const back = unit([eye[0] - turn[0], eye[1] - turn[1], eye[2] - turn[2]])
      // Straight down, the top of the picture is ahead.
      const right = unit(crossed(Math.abs(back[1]) > 0.99999 ? [0, 0, -Math.sign(back[1])] : [0, 1, 0], back))
      axes = [right, crossed(back, right), back]
    }
    const [r, u, b] = axes
    const along = (axis: Vector): number => -(axis[0] * eye[0] + axis[1] * eye[1] + axis[2] * eye[2])
    this.view = [r[0], u[0], b[0], 0, r[1], u[1], b[1], 0, r[2], u[2], b[2], 0, along(r), along(u), along(b), 1]
    const { projection: p, view: v } = this
    this.seen = Array.from({ length: 16 }, (_, at) => {
      const [column, row] = [at & ~3, at & 3]
      return p[row] * v[column] + p[row + 4] * v[column + 1] + p[row + 8] * v[column + 2] + p[row + 12] * v[column + 3]
    })
  }

  /** Where a point is in the picture, from -1 to 1 to the right and up; null if it is behind the camera. */
  project([x, y, z]: Readonly<Vector>): [number, number] | null {
    const m = this.seen
    const w = m[3] * x + m[7] * y + m[11] * z + m[15]
    if (w <= NEAR) return null
    return [(m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w]
  }
}
