// SPDX-License-Identifier: MIT
/** Why a map could not be read, for people. */
export class MapError extends Error {}

/**
 * Decompresses bytes, up to `most` of them: a few bytes can stand for gigabytes, so what a file says about its size counts for nothing.
 */
export async function unpack(packed: Blob, form: 'deflate' | 'deflate-raw', most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = packed.stream().pipeThrough(new DecompressionStream(form)).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > most) throw new MapError(`more than ${most} bytes when decompressed`)
      parts.push(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof MapError ? error : new MapError('compressed data is damaged')
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
