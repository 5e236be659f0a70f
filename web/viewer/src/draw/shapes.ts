// SPDX-License-Identifier: MIT
// The solids that scenes are built of. Each has the size 1 and its centre at 0.

export interface Mesh {
  readonly position: Float32Array
  readonly normal: Float32Array
}

type Point = readonly [number, number, number]

/** A mesh of triangles, each flat. Corners are counter-clockwise, seen from outside. */
function flat(triangles: readonly (readonly [Point, Point, Point])[]): Mesh {
  const position: number[] = []
  const normal: number[] = []
  for (const [a, b, c] of triangles) {
    const u = b.map((value, axis) => value - a[axis])
    const v = c.map((value, axis) => value - a[axis])
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const length = Math.hypot(...n) || 1
    position.push(...a, ...b, ...c)
    for (let corner = 0; corner < 3; corner++) normal.push(...n.map((value) => value / length))
  }
  return { position: new Float32Array(position), normal: new Float32Array(normal) }
}

function prism(outline: readonly (readonly [number, number])[], depth: number): Mesh {
  const triangles: (readonly [Point, Point, Point])[] = []
  const front = outline.map(([x, y]): Point => [x, y, depth / 2])
  const back = outline.map(([x, y]): Point => [x, y, -depth / 2])
  outline.forEach((_, i) => {
    const next = (i + 1) % outline.length
    if (i > 0 && i + 1 < outline.length) triangles.push([front[0], front[i], front[i + 1]], [back[0], back[i + 1], back[i]])
    triangles.push([front[i], back[i], back[next]], [front[i], back[next], front[next]])
  })
  return flat(triangles)
}

/** Rings of quads around z, from (radius, z) pairs; smooth. */
function revolved(rings: readonly (readonly [radius: number, z: number, normalRadius: number, normalZ: number])[], around: number): Mesh {
  const position: number[] = []
  const normal: number[] = []
  const corner = (ring: number, side: number): void => {
    const [radius, z, normalRadius, normalZ] = rings[ring]
    const angle = (2 * Math.PI * side) / around
    position.push(radius * Math.cos(angle), radius * Math.sin(angle), z)
    normal.push(normalRadius * Math.cos(angle), normalRadius * Math.sin(angle), normalZ)
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let side = 0; side < around; side++) {
      for (const [r, s] of [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
        [1, 1],
        [1, 0],
      ] as const)
        corner(ring + r, side + s)
    }
  }
  return { position: new Float32Array(position), normal: new Float32Array(normal) }
}

function sphere(steps: number, around: number): Mesh {
  const rings = Array.from({ length: steps + 1 }, (_, i): [number, number, number, number] => {
    const angle = (Math.PI * i) / steps
    return [Math.sin(angle) / 2, -Math.cos(angle) / 2, Math.sin(angle), -Math.cos(angle)]
  })
  return revolved(rings, around)
}

function ring(thickness: number): Mesh {
  const rings = Array.from({ length: 11 }, (_, i): [number, number, number, number] => {
    const angle = (2 * Math.PI * i) / 10
    return [0.5 + thickness * Math.sin(angle), -thickness * Math.cos(angle), Math.sin(angle), -Math.cos(angle)]
  })
  return revolved(rings, 40)
}

const spikes = (): Mesh => {
  // Twelve short spikes on a small ball: the corners of an icosahedron pulled outwards.
  const golden = (1 + Math.sqrt(5)) / 2
  const corners: Point[] = []
  for (const a of [-1, 1]) for (const b of [-golden, golden]) corners.push([0, a, b], [a, b, 0], [b, 0, a])
  const unit = corners.map(([x, y, z]): Point => [x / 1.9 / 2, y / 1.9 / 2, z / 1.9 / 2])
  const triangles: [Point, Point, Point][] = []
  for (const tip of unit) {
    const near = unit
      .filter((other) => other !== tip)
      .sort((p, q) => distance(p, tip) - distance(q, tip))
      .slice(0, 5)
    const ordered = near.sort((p, q) => angleAround(tip, near[0], p) - angleAround(tip, near[0], q))
    const inner = ordered.map((p): Point => [0.42 * tip[0] + 0.22 * p[0], 0.42 * tip[1] + 0.22 * p[1], 0.42 * tip[2] + 0.22 * p[2]])
    inner.forEach((p, i) => triangles.push([tip, p, inner[(i + 1) % inner.length]]))
  }
  return flat(triangles)
}

const distance = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])

function angleAround(axis: Point, zero: Point, point: Point): number {
  const length = Math.hypot(...axis)
  const n = axis.map((value) => value / length) as unknown as Point
  const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
  const cross: Point = [n[1] * zero[2] - n[2] * zero[1], n[2] * zero[0] - n[0] * zero[2], n[0] * zero[1] - n[1] * zero[0]]
  return Math.atan2(dot(cross, point), dot(zero, point) - dot(n, point) * dot(n, zero))
}

/** An octagonal bar along z. */
const rod = (): Mesh =>
  prism(
    Array.from({ length: 10 }, (_, i) => [Math.cos((i * Math.PI) / 5) / 2, Math.sin((i * Math.PI) / 5) / 2] as const),
    1,
  )

/** A box whose edges are cut off, so that light runs along them. */
function bevelled(cut: number): Mesh {
  const triangles: (readonly [Point, Point, Point])[] = []
  const [far, near] = [0.5, 0.5 - cut]
  /** A corner of the face across `axis`, on its side `side`. */
  const corner = (axis: number, side: number, u: number, v: number): Point => {
    const at: [number, number, number] = [0, 0, 0]
    at[axis] = side * far
    at[(axis + 1) % 3] = u * near
    at[(axis + 2) % 3] = v * near
    return at
  }
  const outside = (a: Point, b: Point, c: Point): void => {
    const [u, v] = [b.map((value, axis) => value - a[axis]), c.map((value, axis) => value - a[axis])]
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const out = n[0] * (a[0] + b[0] + c[0]) + n[1] * (a[1] + b[1] + c[1]) + n[2] * (a[2] + b[2] + c[2])
    triangles.push(out > 0 ? [a, b, c] : [a, c, b])
  }
  const quad = (a: Point, b: Point, c: Point, d: Point): void => {
    outside(a, b, c)
    outside(a, c, d)
  }
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      quad(corner(axis, side, -1, -1), corner(axis, side, 1, -1), corner(axis, side, 1, 1), corner(axis, side, -1, 1))
      // The edge to the next face, which has this axis as its second.
      const next = (axis + 1) % 3
      for (const other of [-1, 1])
        quad(corner(axis, side, other, -1), corner(axis, side, other, 1), corner(next, other, 1, side), corner(next, other, -1, side))
    }
  }
  for (const x of [-1, 1])
    for (const y of [-1, 1]) for (const z of [-1, 1]) outside(corner(0, x, y, z), corner(1, y, z, x), corner(2, z, x, y))
  return flat(triangles)
}

export const SHAPES = {
  box: prism(
    [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ],
    1,
  ),
  /** A triangle that points down. */
  arrow: prism(
    [
      [0, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ],
    1,
  ),
  /** A note. */
  cube: bevelled(0.09),
  sphere: sphere(12, 20),
  /** A small ball, of which there are many: an eighth of the corners. */
  bead: sphere(4, 8),
  rod: rod(),
  ring: ring(0.05),
  spikes: spikes(),
} as const

export type ShapeName = keyof typeof SHAPES
