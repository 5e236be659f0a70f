// SPDX-License-Identifier: MIT
import type { Failure } from '../replay/protocol.js'

/** What is wrong with a file. `other`: it is sound, but not the map of the replay, or of its game. */
export type MapFault = 'truncated' | 'corrupt' | 'unsupported' | 'limit' | 'other'
const FAULTS: readonly string[] = ['truncated', 'corrupt', 'unsupported', 'limit'] satisfies MapFault[]

/** What the library says of a map, as an error. */
export const refusalOf = ({ status, message, rule }: Failure): MapError =>
  new MapError(FAULTS.includes(status) ? (status as MapFault) : 'corrupt', message, rule)

/** Why a map, or a zip, was refused: a text for people, and a rule as findings have it. */
export class MapError extends Error {
  constructor(
    readonly fault: MapFault,
    message: string,
    readonly rule = fault === 'other' ? 'viewer.map' : `viewer.${fault}`,
  ) {
    super(message)
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
