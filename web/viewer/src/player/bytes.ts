// SPDX-License-Identifier: MIT
// Numbers and texts as bytes of a file, the highest byte first.

export type Bytes = Uint8Array<ArrayBuffer>

export function joined(...pieces: readonly Uint8Array[]): Bytes {
  const made = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    made.set(piece, at)
    at += piece.length
  }
  return made
}

/** A whole number in so many bytes; more than 4 hold at most 53 bits. */
export function whole(bytes: number, value: number): Bytes {
  const made = new Uint8Array(bytes)
  for (let at = bytes - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) made[at] = rest % 256
  return made
}

/** 32 bits of each. */
export const words = (...values: readonly number[]): Bytes => joined(...values.map((value) => whole(4, value)))
/** 16 bits of each. */
export const halves = (...values: readonly number[]): Bytes => joined(...values.map((value) => whole(2, value)))
export const letters = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

export function float(value: number): Bytes {
  const made = new Uint8Array(8)
  new DataView(made.buffer).setFloat64(0, value)
  return made
}
