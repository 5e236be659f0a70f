// SPDX-License-Identifier: MIT
import { fail, throwIfAborted } from './errors.js'
import type { ReadOptions } from './options.js'

/** Where a file comes from. */
export type Source = ArrayBuffer | ArrayBufferView | Blob | Response | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

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
  else yield* source
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
    size += piece.byteLength
    if (size > most) throw tooLarge(size, most)
    parts.push(piece)
  }
  return { parts, size }
}
