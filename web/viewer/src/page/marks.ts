// SPDX-License-Identifier: MIT
import type { EventKind, MarkShape } from '../player/events.js'
import { element } from './dom.js'

/** The sign of a kind of event as a letter, for texts. */
export const letters: Record<MarkShape, string> = { triangle: '▲', cross: '✕', circle: '●', square: '■', bar: '❘', diamond: '◆', flag: '⚑' }

export function drawMark(context: CanvasRenderingContext2D, shape: MarkShape, x: number, y: number, size: number, color: string): void {
  const half = size / 2
  context.fillStyle = context.strokeStyle = color
  context.lineWidth = 2
  context.beginPath()
  if (shape === 'circle') context.arc(x, y, half, 0, 2 * Math.PI)
  else if (shape === 'square') context.rect(x - half, y - half, size, size)
  else if (shape === 'bar') context.rect(x - 1.5, y - half * 1.3, 3, size * 1.3)
  else if (shape === 'flag') {
    context.rect(x - half, y - half, 2, size * 1.6)
    context.rect(x - half, y - half, size, size * 0.7)
  } else if (shape === 'cross') {
    context.moveTo(x - half, y - half)
    context.lineTo(x + half, y + half)
    context.moveTo(x + half, y - half)
    context.lineTo(x - half, y + half)
    context.stroke()
    return
  } else {
    context.moveTo(x, y - half)
    context.lineTo(x + half, shape === 'diamond' ? y : y + half)
    if (shape === 'diamond') context.lineTo(x, y + half)
    context.lineTo(x - half, shape === 'diamond' ? y : y + half)
  }
  context.fill()
}

export function markOf(kind: EventKind): HTMLElement {
  const made = element('span', { className: 'mark', aria: { hidden: 'true' } }, letters[kind.shape])
  made.style.color = kind.color
  return made
}
