// SPDX-License-Identifier: MIT
// The state of a teehistorian file in its middle, and the messages that recreate it. Every number in such a file is a change of an
// earlier one. A reader that gets the header, these messages, and the bytes from that position on goes on as if it had read all.
// docs/formats/teehistorian.md describes the messages.

const CLIENTS = 128
const INPUTS = 10
const TICK_SKIP = -2
const PLAYER_NEW = -3
const INPUT_NEW = -6
// Kinds of rows: include/reel/teehistorian.h.
const OLD = 4
const STRAY = 8

/** The columns of an input, in the order of the message. */
export const INPUT_COLUMNS = [
  'direction',
  'target_x',
  'target_y',
  'jump',
  'fire',
  'hook',
  'player_flags',
  'wanted_weapon',
  'next_weapon',
  'prev_weapon',
] as const

/** Adds a number in the form of the game's packer: six bits and a sign, then seven bits a byte. */
function pack(bytes: number[], value: number): void {
  let rest = value < 0 ? ~value : value
  bytes.push((value < 0 ? 0x40 : 0) | (rest & 0x3f) | (rest > 0x3f ? 0x80 : 0))
  for (rest >>>= 6; rest > 0; rest >>>= 7) bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
}

/** Where characters are and what clients press. */
export class TeeState {
  private readonly alive = new Uint8Array(CLIENTS)
  private readonly has = new Uint8Array(CLIENTS)
  private readonly at = new Int32Array(CLIENTS * 2)
  private readonly inputs = new Int32Array(CLIENTS * INPUTS)

  position(cid: number, x: number, y: number, kind: number): void {
    if (!(cid >= 0 && cid < CLIENTS) || kind === STRAY) return
    this.alive[cid] = kind === OLD ? 0 : 1
    this.at[cid * 2] = x
    this.at[cid * 2 + 1] = y
  }

  /** `at` is where the row is in each array. */
  input(cid: number, values: readonly ArrayLike<number>[], at: number): void {
    if (!(cid >= 0 && cid < CLIENTS)) return
    this.has[cid] = 1
    for (let index = 0; index < INPUTS; index++) this.inputs[cid * INPUTS + index] = values[index][at]
  }

  /**
   * The messages that make this state at a tick, after a movement of `last`, and how many rows of positions and of inputs they are. They
   * begin a tick earlier: within a tick, ids only rise.
   */
  messages(tick: number, last: number): { bytes: Uint8Array; positions: number; inputs: number } {
    const bytes: number[] = []
    let [positions, inputs] = [1, 0]
    const put = (...values: number[]): void => values.forEach((value) => pack(bytes, value))
    put(TICK_SKIP, tick - 2)
    for (let cid = 0; cid < CLIENTS; cid++) {
      if (!this.alive[cid]) continue
      put(PLAYER_NEW, cid, this.at[cid * 2], this.at[cid * 2 + 1])
      positions++
    }
    for (let cid = 0; cid < CLIENTS; cid++) {
      if (!this.has[cid]) continue
      put(INPUT_NEW, cid, ...this.inputs.subarray(cid * INPUTS, (cid + 1) * INPUTS))
      inputs++
    }
    put(TICK_SKIP, 0, last, 0, 0)
    return { bytes: Uint8Array.from(bytes), positions, inputs }
  }
}

/** How often characters moved on each tile, in blocks that are made when they are needed. */
export class TileCounts {
  private static readonly SIDE = 256
  /** Blocks of a play that are kept: 64 million tiles. Positions beyond are not from a game. */
  private static readonly MOST = 256
  private readonly blocks = new Map<number, Uint32Array>()
  private key = NaN
  private block: Uint32Array | undefined

  add(x: number, y: number): void {
    const [column, row] = [x >> 5, y >> 5]
    const key = (row >> 8) * 65536 + (column >> 8)
    if (key !== this.key) {
      this.key = key
      this.block = this.blocks.get(key)
      if (!this.block && this.blocks.size < TileCounts.MOST) this.blocks.set(key, (this.block = new Uint32Array(TileCounts.SIDE ** 2)))
    }
    if (this.block) this.block[((row & 255) << 8) | (column & 255)]++
  }

  /** Columns like those of the statistics: where a tile is, and how often. */
  columns(): { length: number; columns: Record<string, number[]> } {
    const [x, y, ticks]: number[][] = [[], [], []]
    for (const [key, counts] of this.blocks) {
      const row = Math.round(key / 65536)
      const [left, top] = [(key - row * 65536) * TileCounts.SIDE, row * TileCounts.SIDE]
      counts.forEach((count, index) => {
        if (count === 0) return
        x.push(left + (index & 255))
        y.push(top + (index >> 8))
        ticks.push(count)
      })
    }
    return { length: x.length, columns: { tile_x: x, tile_y: y, ticks } }
  }
}
