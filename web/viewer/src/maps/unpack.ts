// SPDX-License-Identifier: MIT
/** What is wrong with a file. `other`: it is sound, but not the map of the replay, or of its game. */
export type MapFault = 'truncated' | 'corrupt' | 'unsupported' | 'limit' | 'other'

/** Why a map, or a zip, was refused: a text for people, and a rule as findings have it. */
export class MapError extends Error {
  constructor(
    readonly fault: MapFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  get rule(): string {
    return this.fault === 'other' ? 'viewer.map' : `viewer.${this.fault}`
  }
}

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
      if (size > most) throw new MapError('limit', `more than ${most} bytes when decompressed`)
      parts.push(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof MapError ? error : new MapError('corrupt', 'compressed data is damaged')
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
