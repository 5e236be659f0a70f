// SPDX-License-Identifier: MIT
import { wrong } from './arguments.js'
import { fail, throwIfAborted } from './errors.js'
import type { ReadOptions } from './options.js'
import { platform } from './platform.js'

/** Where a file comes from. */
export type Source =
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  /** A path or a file: URL, in Node. */
  | string
  | URL

const LARGEST = 2 ** 31 - 1

function tooLarge(size: number, most: number): Error {
  return fail('limit', 'reel.input-size', `the file has ${size} bytes or more, the limit is ${most}`)
}

/** @internal The bytes of a source, piece by piece. Stops the source if the caller stops. */
export async function* pieces(source: Source, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  throwIfAborted(signal)
  if (source instanceof ArrayBuffer) yield new Uint8Array(source)
  else if (ArrayBuffer.isView(source)) yield new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  else if (source instanceof Blob) yield* piecesOf(source.stream(), signal)
  else if (source instanceof Response) yield* piecesOfResponse(source, signal)
  else if (source instanceof ReadableStream) yield* piecesOf(source, signal)
  else if (typeof source === 'string' || source instanceof URL) yield* platform().readPath(pathOf(source))
  else if (isAsyncIterable(source)) yield* source
  else throw wrong('the source', 'a path, bytes, a Blob, a Response or a stream', source)
}

function isAsyncIterable(source: unknown): source is AsyncIterable<Uint8Array> {
  return typeof source === 'object' && source !== null && Symbol.asyncIterator in source
}

function pathOf(source: string | URL): string | URL {
  const text = String(source)
  if (/^(https?|blob|data):/i.test(text))
    throw fail('argument', 'web.argument', `${text.slice(0, 200)}: pass fetch(url) instead of the URL`)
  return source instanceof URL || !text.startsWith('file:') ? source : new URL(text)
}

async function* piecesOfResponse(response: Response, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  if (!response.ok) throw fail('io', 'web.response', `the server answered ${response.status} ${response.statusText}`.trim())
  if (response.body) yield* piecesOf(response.body, signal)
}

/** Not every browser can iterate over a stream. */
async function* piecesOf(stream: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  const stop = (): void => void reader.cancel(signal?.reason).catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  let complete = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      throwIfAborted(signal)
      if (done) {
        complete = true
        return
      }
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    if (!complete) await reader.cancel().catch(() => undefined)
    reader.releaseLock()
  }
}

/** @internal All pieces of a source, and their size. The limit is checked before more is read. */
export async function gather(source: Source, options: ReadOptions): Promise<{ parts: Uint8Array[]; size: number }> {
  const most = Math.min(options.limits?.inputBytes ?? LARGEST, LARGEST)
  if (source instanceof Blob && source.size > most) throw tooLarge(source.size, most)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces(source, options.signal)) {
    throwIfAborted(options.signal)
    if (!ArrayBuffer.isView(piece)) throw wrong('a piece of the source', 'bytes', piece)
    size += piece.byteLength
    if (size > most) throw tooLarge(size, most)
    parts.push(piece)
  }
  return { parts, size }
}
