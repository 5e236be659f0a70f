// SPDX-License-Identifier: MIT
// The figures over a picture that is kept: in the page they are elements, which a video cannot have.
import type { Theme } from '../draw/theme.js'
import type { Figure } from '../scenes/scene.js'

/** Pixels of a picture's height for a line of text. */
const line = (height: number): number => Math.max(10, Math.round(height / 40))

/** How many pixels from the top figures take. */
export const figureHeight = (height: number): number => 4 * line(height)

/** Draws figures from left to right; those that the width has no room for are left out. */
export function drawFigures(
  context: CanvasRenderingContext2D,
  figures: readonly Figure[],
  width: number,
  height: number,
  theme: Theme,
): void {
  const size = line(height)
  let x = size
  context.textAlign = 'left'
  context.textBaseline = 'top'
  // Around letters is the background, whatever the picture has there.
  context.strokeStyle = theme.background
  context.lineJoin = 'round'
  context.lineWidth = size / 4
  const write = (text: string, at: number, y: number): void => {
    context.strokeText(text, at, y)
    context.fillText(text, at, y)
  }
  for (const { name, value } of figures) {
    context.font = `700 ${size * 1.4}px system-ui, sans-serif`
    const wide = context.measureText(value).width
    context.font = `400 ${size}px system-ui, sans-serif`
    const room = Math.max(wide, context.measureText(name).width)
    if (x + room > width - size) continue
    context.fillStyle = theme.dim
    write(name, x, size)
    context.font = `700 ${size * 1.4}px system-ui, sans-serif`
    context.fillStyle = theme.text
    write(value, x, size * 2.2)
    x += room + 2 * size
  }
}
