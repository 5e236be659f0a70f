// SPDX-License-Identifier: MIT
// How many pictures an MP4 or WebM file says it has: read here, by the tables of the containers, and not by the library that wrote it.

/** The boxes of an MP4 file between two offsets. (ISO/IEC 14496-12, section 4.2.) */
function* boxes(bytes, from, to) {
  for (let at = from; at + 8 <= to;) {
    let [size, head] = [bytes.readUInt32BE(at), 8]
    if (size === 1) [size, head] = [Number(bytes.readBigUInt64BE(at + 8)), 16]
    if (size === 0) size = to - at
    if (size < head || at + size > to) throw new Error(`a box of ${size} bytes at ${at}`)
    yield { type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size }
    at += size
  }
}

function inside(bytes, { from, to }, ...path) {
  const [type, ...rest] = path
  for (const box of boxes(bytes, from, to)) {
    if (box.type === type) return rest.length > 0 ? inside(bytes, box, ...rest) : box
  }
  throw new Error(`no ${type}`)
}

/** Samples of each track, by its kind: 'vide', 'soun'. */
export function samplesOfMp4(bytes) {
  const counts = {}
  const moov = inside(bytes, { from: 0, to: bytes.length }, 'moov')
  for (const box of boxes(bytes, moov.from, moov.to)) {
    if (box.type !== 'trak') continue
    const handler = inside(bytes, box, 'mdia', 'hdlr')
    const sizes = inside(bytes, box, 'mdia', 'minf', 'stbl', 'stsz')
    counts[bytes.toString('latin1', handler.from + 8, handler.from + 12)] = bytes.readUInt32BE(sizes.from + 8)
  }
  return counts
}

const PARENTS = new Set([0x18538067, 0x1f43b675, 0xa0]) // Segment, Cluster, BlockGroup
const BLOCKS = new Set([0xa3, 0xa1]) // SimpleBlock, Block

/** Blocks of each track of a WebM file, by its number. (RFC 8794, section 4; RFC 9559, section 10.) */
export function blocksOfWebm(bytes) {
  const counts = {}
  const number = (at, keep) => {
    const length = Math.clz32(bytes[at]) - 23
    let value = keep ? bytes[at] : bytes[at] & (0xff >> length)
    for (let index = 1; index < length; index++) value = value * 256 + bytes[at + index]
    return { value, next: at + length, unknown: !keep && value === 2 ** (7 * length) - 1 }
  }
  const walk = (from, to) => {
    for (let at = from; at < to;) {
      const id = number(at, true)
      const size = number(id.next, false)
      const end = size.unknown ? to : size.next + size.value
      if (end > to) throw new Error(`an element of ${size.value} bytes at ${at}`)
      if (PARENTS.has(id.value)) walk(size.next, end)
      else if (BLOCKS.has(id.value)) {
        const track = number(size.next, false).value
        counts[track] = (counts[track] ?? 0) + 1
      }
      at = end
    }
  }
  walk(0, bytes.length)
  return counts
}
