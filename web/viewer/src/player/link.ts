// SPDX-License-Identifier: MIT
// Links into a play: #t=61.5&speed=0.5&cam=behind&loop=60-65
import type { Span } from './clock.js'

export interface Link {
  readonly time?: number
  readonly speed?: number
  readonly camera?: string
  readonly loop?: Span
}

function numberOf(text: string | null | undefined): number | undefined {
  const value = text ? Number(text) : NaN
  return Number.isFinite(value) ? value : undefined
}

/** What a fragment says. What cannot be understood is as if it were not there. */
export function readLink(fragment: string): Link {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  const [, from, to] = /^(-?[\d.]+)-(-?[\d.]+)$/.exec(values.get('loop') ?? '') ?? []
  const [start, end] = [numberOf(from), numberOf(to)]
  const camera = values.get('cam')
  const [time, speed] = [numberOf(values.get('t')), numberOf(values.get('speed'))]
  return {
    ...(time === undefined ? {} : { time }),
    ...(speed === undefined || speed <= 0 ? {} : { speed }),
    ...(camera ? { camera } : {}),
    ...(start !== undefined && end !== undefined && start < end ? { loop: { from: start, to: end } } : {}),
  }
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

export function writeLink({ time, speed, camera, loop }: Link): string {
  const values = new URLSearchParams()
  if (time !== undefined) values.set('t', short(time))
  if (speed !== undefined && speed !== 1) values.set('speed', short(speed))
  if (camera) values.set('cam', camera)
  if (loop) values.set('loop', `${short(loop.from)}-${short(loop.to)}`)
  return `#${values.toString()}`
}
