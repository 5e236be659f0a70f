// SPDX-License-Identifier: MIT
// Unpacks the module, which is LZMA in the page: a fifth smaller than by gzip, which browsers would unpack by themselves.
//
// The format is that of lzma-specification.txt of the LZMA SDK: a range decoder whose probabilities adapt, bytes and distances coded by
// trees of bits. What the page has was made with it, so a damaged stream ends in an error, or in bytes that do not compile.

const HEAD_BYTES = 13
/** The states of the coder: before this one the last was a literal. */
const LITERAL_STATES = 7
const STATES = 12
const MOST_POSITIONS = 16
const HALF = 1024
/** Bytes that are made before the page may do something else: some ten milliseconds. */
const STEP = 384 << 10

/** Distances by their number: a few bits coded one by one, and those between them straight. */
const FIRST_MODEL_DISTANCE = 4
const END_MODEL_DISTANCE = 14
const ALIGN_BITS = 4

interface Lengths {
  readonly choice: Uint16Array
  readonly low: Uint16Array
  readonly middle: Uint16Array
  readonly high: Uint16Array
}

const damaged = (): Error => new Error('the module in the page is damaged')
const fresh = (size: number): Uint16Array => new Uint16Array(size).fill(HALF)
const freshLengths = (): Lengths => ({
  choice: fresh(2),
  low: fresh(MOST_POSITIONS << 3),
  middle: fresh(MOST_POSITIONS << 3),
  high: fresh(256),
})

/** Unpacks a .lzma file whose header has the size; lets the page do other things in between. */
export async function unpackLzma(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const [properties] = packed
  const [contextBits, rest] = [properties % 9, Math.floor(properties / 9)]
  const [literalBits, positionBits] = [rest % 5, Math.floor(rest / 5)]
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true)
  const out = new Uint8Array(size)
  const literalMask = (1 << literalBits) - 1
  const positionMask = (1 << positionBits) - 1

  const literals = fresh(0x300 << (contextBits + literalBits))
  const isMatch = fresh(STATES * MOST_POSITIONS)
  const isRepeated = fresh(STATES)
  const isFirst = fresh(STATES)
  const isSecond = fresh(STATES)
  const isThird = fresh(STATES)
  const isLong = fresh(STATES * MOST_POSITIONS)
  const slots = fresh(4 << 6)
  const distances = fresh(128)
  const align = fresh(1 << ALIGN_BITS)
  const matchLengths = freshLengths()
  const repeatedLengths = freshLengths()

  // The first byte is 0, and four more begin the code.
  let from = HEAD_BYTES + 5
  let range = 0xffffffff
  let code = new DataView(packed.buffer, packed.byteOffset).getUint32(HEAD_BYTES + 1) >>> 0
  let at = 0
  let state = 0
  /** The last four distances. */
  let [one, two, three, four] = [1, 1, 1, 1]

  function bit(chances: Uint16Array, index: number): 0 | 1 {
    const chance = chances[index]
    const bound = (range >>> 11) * chance
    let is: 0 | 1
    if (code < bound) {
      range = bound
      chances[index] = chance + ((2048 - chance) >>> 5)
      is = 0
    } else {
      range -= bound
      code -= bound
      chances[index] = chance - (chance >>> 5)
      is = 1
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0
      code = ((code << 8) | packed[from++]) >>> 0
    }
    return is
  }

  function straight(count: number): number {
    let value = 0
    for (; count > 0; count--) {
      range >>>= 1
      const is = code >= range ? 1 : 0
      if (is) code -= range
      value = (value << 1) | is
      if (range < 0x1000000) {
        range = (range << 8) >>> 0
        code = ((code << 8) | packed[from++]) >>> 0
      }
    }
    return value >>> 0
  }

  /** A number of so many bits, the highest first, whose tree begins there. */
  function tree(chances: Uint16Array, start: number, bits: number): number {
    let node = 1
    for (let left = bits; left > 0; left--) node = (node << 1) | bit(chances, start + node)
    return node - (1 << bits)
  }

  /** The lowest bit first. */
  function reversed(chances: Uint16Array, start: number, bits: number): number {
    let [node, value] = [1, 0]
    for (let place = 0; place < bits; place++) {
      const is = bit(chances, start + node)
      node = (node << 1) | is
      value |= is << place
    }
    return value
  }

  function lengthOf({ choice, low, middle, high }: Lengths, position: number): number {
    if (!bit(choice, 0)) return 2 + tree(low, position << 3, 3)
    if (!bit(choice, 1)) return 10 + tree(middle, position << 3, 3)
    return 18 + tree(high, 0, 8)
  }

  function literal(): void {
    const before = at > 0 ? out[at - 1] : 0
    const start = 0x300 * (((at & literalMask) << contextBits) + (before >> (8 - contextBits)))
    let symbol = 1
    if (state >= LITERAL_STATES) {
      // After a match the byte differs from what the match would go on with: that is its context until they part.
      let matched = out[at - one]
      do {
        const expected = (matched >> 7) & 1
        matched <<= 1
        const is = bit(literals, start + ((1 + expected) << 8) + symbol)
        symbol = (symbol << 1) | is
        if (is !== expected) break
      } while (symbol < 0x100)
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, start + symbol)
    out[at++] = symbol
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
  }

  function distanceOf(length: number): number {
    const slot = tree(slots, Math.min(length - 2, 3) << 6, 6)
    if (slot < FIRST_MODEL_DISTANCE) return slot
    const bits = (slot >> 1) - 1
    const base = ((2 | (slot & 1)) << bits) >>> 0
    if (slot < END_MODEL_DISTANCE) return base + reversed(distances, base - slot, bits)
    return base + straight(bits - ALIGN_BITS) * (1 << ALIGN_BITS) + reversed(align, 0, ALIGN_BITS)
  }

  /** A match of one of the last four distances: its length, 1 for a single byte. */
  function repeated(position: number): number {
    if (!bit(isFirst, state)) {
      if (!bit(isLong, (state << 4) + position)) {
        state = state < LITERAL_STATES ? 9 : 11
        return 1
      }
    } else {
      if (!bit(isSecond, state)) [one, two] = [two, one]
      else if (!bit(isThird, state)) [one, two, three] = [three, one, two]
      else [one, two, three, four] = [four, one, two, three]
    }
    state = state < LITERAL_STATES ? 8 : 11
    return lengthOf(repeatedLengths, position)
  }

  function match(position: number): number {
    ;[two, three, four] = [one, two, three]
    state = state < LITERAL_STATES ? 7 : 10
    const length = lengthOf(matchLengths, position)
    one = distanceOf(length) + 1
    return length
  }

  function run(until: number): void {
    while (at < until) {
      const position = at & positionMask
      if (!bit(isMatch, (state << 4) + position)) {
        literal()
        continue
      }
      const length = bit(isRepeated, state) ? repeated(position) : match(position)
      if (one > at || at + length > size) throw damaged()
      for (const end = at + length; at < end; at++) out[at] = out[at - one]
    }
    if (from > packed.length) throw damaged()
  }

  while (at < size) {
    run(Math.min(size, at + STEP))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return out
}
