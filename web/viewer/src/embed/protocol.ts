// SPDX-License-Identifier: MIT
// The messages between a page and the viewer in its iframe; docs/viewer.md describes them. What arrives is checked here, and nowhere else.
import type { Controls, Source, Theme } from '../element/types.js'

export const VERSION = 1
const LONGEST_TEXT = 8192
const LONGEST_NAME = 255

/** What is shown; what is not named stays. */
export interface Settings {
  readonly map?: string
  readonly t?: number
  readonly speed?: number
  readonly camera?: string
  readonly theme?: Theme
  readonly controls?: Controls
}

export type Command =
  | { readonly type: 'hello' | 'play' | 'pause' | 'snapshot' | 'close' }
  | { readonly type: 'open'; readonly source: Source | string; readonly name: string }
  | { readonly type: 'set'; readonly settings: Settings }
  | { readonly type: 'seek'; readonly time: number }

/** Chosen by the embedder; the answer has it. */
export type Id = string | number | null
export interface Refusal {
  readonly rule: string
  readonly message: string
}
export type Parsed = { readonly id: Id; readonly command: Command } | { readonly id: Id; readonly refusal: Refusal }

/** A message that is wrong; how it is answered. */
class Wrong extends Error {
  constructor(
    readonly rule: string,
    message: string,
  ) {
    super(message)
  }
}

type Message = Readonly<Record<string, unknown>>

function textOf(message: Message, field: string): string | undefined {
  const value = message[field]
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length <= LONGEST_TEXT) return value
  throw new Wrong('embed.field', `${field} must be text of at most ${LONGEST_TEXT} characters`)
}

function numberOf(message: Message, field: string): number | undefined {
  const value = message[field]
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new Wrong('embed.field', `${field} must be a finite number`)
}

function oneOf<T extends string>(message: Message, field: string, choices: readonly T[]): T | undefined {
  const value = message[field]
  if (value === undefined || choices.includes(value as T)) return value as T | undefined
  throw new Wrong('embed.field', `${field} must be one of ${choices.join(', ')}`)
}

function openOf(message: Message): Command {
  const { bytes } = message
  const [src, name] = [textOf(message, 'src'), textOf(message, 'name') ?? '']
  if ((src === undefined) === (bytes === undefined)) throw new Wrong('embed.field', 'open needs either src or bytes')
  if (src !== undefined) return { type: 'open', source: src, name: name.slice(0, LONGEST_NAME) }
  if (!(bytes instanceof Blob || bytes instanceof ArrayBuffer || bytes instanceof Uint8Array))
    throw new Wrong('embed.field', 'bytes must be a Blob, an ArrayBuffer or a Uint8Array')
  return { type: 'open', source: bytes as Source, name: name.slice(0, LONGEST_NAME) }
}

function settingsOf(message: Message): Settings {
  const settings = {
    map: textOf(message, 'map'),
    t: numberOf(message, 't'),
    speed: numberOf(message, 'speed'),
    camera: textOf(message, 'camera'),
    theme: oneOf(message, 'theme', ['auto', 'light', 'dark']),
    controls: oneOf(message, 'controls', ['none', 'basic', 'panels']),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

function commandOf(message: Message): Command {
  const { type } = message
  switch (type) {
    case 'hello':
    case 'play':
    case 'pause':
    case 'snapshot':
    case 'close':
      return { type }
    case 'open':
      return openOf(message)
    case 'set':
      return { type, settings: settingsOf(message) }
    case 'seek': {
      const time = numberOf(message, 'time')
      if (time === undefined) throw new Wrong('embed.field', 'seek needs time')
      return { type, time }
    }
    default:
      throw new Wrong('embed.type', 'unknown type of message')
  }
}

function idOf({ id }: Message): Id {
  return typeof id === 'string' && id.length <= LONGEST_NAME ? id : typeof id === 'number' && Number.isFinite(id) ? id : null
}

/** What a message asks for, or why it is refused; null if it is not of this protocol. */
export function parse(data: unknown): Parsed | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'reel')) return null
  const message = data as Message
  const id = idOf(message)
  try {
    if (message.reel !== VERSION) throw new Wrong('embed.version', `this viewer understands version ${VERSION}`)
    return { id, command: commandOf(message) }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { id, refusal: { rule: error.rule, message: error.message } }
  }
}

/** What the address of the frame asks for. What cannot be understood is as if it were not there. */
export function fromAddress(search: string): { readonly src: string | undefined; readonly settings: Settings } {
  const values = new URLSearchParams(search)
  const number = (name: string): number | undefined => {
    const text = values.get(name)
    return text?.trim() && Number.isFinite(Number(text)) ? Number(text) : undefined
  }
  const message: Message = { t: number('t'), speed: number('speed') }
  const settings = { ...settingsOf(message) } as Record<string, unknown>
  for (const name of ['map', 'camera', 'theme', 'controls']) {
    const value = values.get(name) ?? undefined
    try {
      Object.assign(settings, settingsOf({ [name]: name === 'controls' && value === '' ? 'basic' : value }))
    } catch {
      // as if it were not there
    }
  }
  return { src: values.get('src') ?? values.get('link') ?? undefined, settings }
}
