// SPDX-License-Identifier: MIT
// Where Beat Saber is played.
import type { Space } from '../draw/space.js'
import { LEFT, RIGHT } from './avatar.js'

/** A platform and a runway that reflect, with lanes, and lights beside them that show how far things are. */
export function drawStage(space: Space): void {
  const { theme } = space
  space.floor(-1.5, -1, 1.5, 1.2, theme.surface)
  space.floor(-1.25, -60, 1.25, -1, theme.surface)
  for (const x of [-0.6, 0, 0.6]) space.line([x, 0.005, -1], [x, 0.005, -60], theme.line, 0.7)
  for (let z = -2; z > -60; z -= 2) space.line([-1.25, 0.005, z], [1.25, 0.005, z], theme.line, 0.35)
  for (const [side, color] of [
    [-1, LEFT],
    [1, RIGHT],
  ] as const) {
    space.solid('box', [side * 1.27, 0, -30], [0.04, 0.03, 60], color, { glow: 0.7 })
    space.light([side * 1.27, 0.02, -1], [side * 1.27, 0.02, -40], 0.3, color, 0.4)
    space.light([side * 1.5, 0, 1.2], [side * 1.5, 0, -1], 0.2, color, 0.35)
    for (let z = -5; z > -60; z -= 5) {
      const [x, far] = [side * (3.4 - z * 0.02), 1 + z / 60]
      space.solid('box', [x, 1.7, z], [0.08, 3.4, 0.08], theme.line, { glow: 0.25 })
      space.solid('box', [x - side * 0.05, 1.7, z], [0.03, 3.2, 0.03], color, { glow: 0.9 })
      space.light([x, 0.2, z], [x, 3.3, z], 0.55, color, 0.4 * far)
      space.solid('box', [x, -0.3, z], [0.5, 0.6, 0.5], theme.surface)
    }
    space.light([side * 9, 3, -57], [side * 9, 3, -57], 13, color, 0.22)
  }
}
