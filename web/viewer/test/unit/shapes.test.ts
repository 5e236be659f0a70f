// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { SHAPES } from '../../src/draw/shapes.js'

test('a bead is a ball with few corners: a team has hundreds of them', () => {
  const { position, normal } = SHAPES.bead
  expect(position.length).toBeLessThan(SHAPES.sphere.position.length / 7)
  for (let at = 0; at < position.length; at += 3) {
    const [x, y, z] = position.subarray(at, at + 3)
    expect(Math.hypot(x, y, z)).toBeCloseTo(0.5, 5)
    expect(x * normal[at] + y * normal[at + 1] + z * normal[at + 2]).toBeCloseTo(0.5, 5)
  }
})
