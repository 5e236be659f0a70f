// SPDX-License-Identifier: MIT
// A teehistorian file of hours. It is read once from start to end, for what the timeline, the lists and the map need, with a mark about
// every quarter of a megabyte. After that it is read around the time that is shown, from the mark before it. Memory does not grow with the file but
// by its marks, a kilobyte each, and by its events.
import { type Chunk, type ColumnView, type Finding, ReelError, ReplayStream, type Table } from '@reel-replay/reel'
import { rowAt } from '../series.js'
import { LongEvents } from './longevents.js'
import type { Calls, Cells, Needs, Opened, TableText } from './protocol.js'
import type { Column } from './rows.js'
import { INPUT_COLUMNS, TeeState, TileCounts } from './tees.js'

const SLICE = 1 << 20
const MARK_BYTES = 1 << 18
/** Rows at the end of a chunk among which the place of a mark is looked for. */
const MARK_ROWS = 256
/** Headers have a few kilobytes. */
const HEADER_BYTES = 1 << 20
const TICKS = 50
// teehistorian@ddnet.tw as a UUID, with which files begin.
const MAGIC = [0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff, 0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1]

/** A position of the file from which it can be read. */
interface Mark {
  readonly offset: number
  readonly tick: number
  /** Messages that recreate the state, and how many rows of a table they are. */
  readonly bytes: Uint8Array
  readonly made: ReadonlyMap<string, number>
  /** How many rows of each table come before. */
  readonly firsts: ReadonlyMap<string, number>
}

const POSITION_COLUMNS = ['tick', 'cid', 'x', 'y', 'kind']
// A character is gone: include/reel/teehistorian.h.
const OLD = 4

type Columns = ReturnType<Calls['columns']>

function numbers(table: Table, ...names: string[]): ArrayLike<number>[] {
  const columns = table.columns(names)
  return names.map((name) => columns.get(name) as ArrayLike<number>)
}

/** The first row whose number in the file is not below `seq`. */
function firstFrom(view: ColumnView, seq: bigint): number {
  let row = 0
  while (row < view.length && (view.at(row) as bigint) < seq) row++
  return row
}

/** Whether a file is so long that it is read by windows, and can be: one that is compressed cannot be entered in its middle. */
export async function isLong(file: Blob, threshold: number): Promise<boolean> {
  if (file.size <= threshold) return false
  const head = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer())
  return MAGIC.every((byte, at) => head[at] === byte)
}

export class LongReplay {
  private readonly marks: Mark[] = []
  private readonly events = new LongEvents()
  private readonly tiles = new TileCounts()
  private readonly state = new TeeState()
  private readonly lengths = new Map<string, number>()
  private readonly header = new Map<string, { rows: Cells[]; columns: Record<string, Column> }>()
  private readonly tables: TableText[] = []
  private headerSize = 0
  private lastTick = 0
  findings: readonly Finding[] = []

  private constructor(private readonly file: Blob) {}

  static async read(
    file: Blob,
    name: string,
    textOf: (table: Table) => TableText,
    progress: (share: number) => void,
  ): Promise<{ replay: LongReplay; opened: Opened }> {
    const replay = new LongReplay(file)
    const stream = await ReplayStream.create({ tables: await replay.findTables() })
    try {
      for (let offset = 0; offset < file.size; offset += SLICE) {
        for (const chunk of stream.push(await replay.bytes(offset, offset + SLICE))) replay.add(chunk, textOf)
        progress(offset / file.size)
      }
      for (const chunk of stream.end()) replay.add(chunk, textOf)
      replay.findings = stream.findings
      replay.events.end(replay.lastTick)
      const { id, name: title, game } = stream.format!
      const tables = replay.tables.map((table) => ({
        ...table,
        length: table.header ? table.length : (replay.lengths.get(table.name) ?? 0),
      }))
      const { kept } = replay.events
      const opened = { name, size: file.size, format: { id, name: title, game }, tables, damage: stream.damage, long: true, kept }
      return { replay, opened }
    } finally {
      stream.close()
    }
  }

  private async bytes(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.file.slice(from, to).arrayBuffer())
  }

  /** All tables but those about how the file was written. */
  private async findTables(): Promise<string[]> {
    const stream = await ReplayStream.create()
    try {
      const bytes = await this.bytes(0, HEADER_BYTES)
      // A UUID, and a text that ends with a NUL.
      this.headerSize = bytes.indexOf(0, MAGIC.length) + 1
      for (const { format } of stream.push(bytes)) {
        return [...format.tables.values()].filter(({ layout, onRequest }) => !layout && !onRequest).map(({ name }) => name)
      }
      // Nothing but a header: reading from the start says what is wrong.
      return []
    } finally {
      stream.close()
    }
  }

  private add(chunk: Chunk, textOf: (table: Table) => TableText): void {
    if (this.tables.length === 0) this.addHeader(chunk, textOf)
    const moves = this.moves(chunk)
    const row = this.placeOf(chunk.table('positions'))
    if (row > 0) {
      const next = chunk.table('positions').view('seq').at(row) as bigint
      const input = firstFrom(chunk.table('inputs').view('seq'), next)
      moves(row, input)
      this.mark(chunk, row, input, next)
    }
    moves(Infinity, Infinity)
    this.events.add(chunk)
    for (const table of chunk.tables.values()) this.lengths.set(table.name, table.first + table.length)
  }

  /** The last row of positions that follows another one at once: there the state is known. 0 if it is not time for a mark. */
  private placeOf(positions: Table): number {
    const [seq, offset, tick, kind] = ['seq', 'offset', 'tick', 'kind'].map((name) => positions.view(name))
    const before = this.marks[this.marks.length - 1]?.offset ?? this.headerSize
    const last = positions.length - 1
    if (last < 1 || Number(offset.at(last)) - before < MARK_BYTES) return 0
    for (let row = last; row > 0 && row > last - MARK_ROWS; row--) {
      const follows = (seq.at(row) as bigint) === (seq.at(row - 1) as bigint) + 1n
      if (follows && (kind.at(row - 1) as number) < OLD && (tick.at(row - 1) as number) > 2) return row
    }
    return 0
  }

  private addHeader(chunk: Chunk, textOf: (table: Table) => TableText): void {
    for (const table of chunk.tables.values()) {
      const { schema } = table
      if (schema.layout || schema.onRequest) continue
      this.tables.push(textOf(table))
      if (!schema.header) continue
      const rows = Array.from(table.rows({ dates: false }), (row) => Object.values(row))
      const columns = Object.fromEntries([...schema.fields.keys()].map((name, at) => [name, rows.map((row) => String(row[at]))]))
      this.header.set(table.name, { rows, columns })
    }
  }

  /** Applies the rows of a chunk to the state, up to a row of positions and one of inputs. */
  private moves(chunk: Chunk): (row: number, input: number) => void {
    // Nothing here calls the module, so that the views stay valid.
    const positions = chunk.table('positions')
    const inputs = chunk.table('inputs')
    const { length } = positions
    const { length: inputLength } = inputs
    const [tick, cid, x, y, kind] = POSITION_COLUMNS.map((name) => positions.view(name))
    const [strides, kinds] = [cid.stride, kind.stride]
    const [ticks, cids, xs, ys, kindArray] = [tick, cid, x, y, kind].map(({ array }) => array as Int32Array | Uint8Array)
    const [by, ...views] = ['cid', ...INPUT_COLUMNS].map((name) => inputs.view(name))
    const [byArray, ...values] = [by, ...views].map(({ array }) => array as Int32Array)
    let [row, input] = [0, 0]
    if (length > 0) this.lastTick = Math.max(this.lastTick, ticks[(length - 1) * strides])
    return (untilRow, untilInput) => {
      for (; row < length && row < untilRow; row++) {
        const at = row * strides
        const is = kindArray[row * kinds]
        this.state.position(cids[at], xs[at], ys[at], is)
        if (is < OLD) this.tiles.add(xs[at], ys[at])
      }
      for (; input < inputLength && input < untilInput; input++) this.state.input(byArray[input * by.stride], values, input * by.stride)
    }
  }

  private mark(chunk: Chunk, row: number, input: number, next: bigint): void {
    const table = chunk.table('positions')
    const [tick, cid] = [table.view('tick').at(row - 1) as number, table.view('cid').at(row - 1) as number]
    const offset = Number(table.view('offset').at(row))
    const { bytes, positions, inputs } = this.state.messages(tick, cid)
    const firsts = new Map<string, number>()
    for (const own of chunk.tables.values()) {
      const counted = own.name === 'positions' ? row : own.name === 'inputs' ? input : 0
      const found = counted === 0 && own.length > 0 && own.schema.fields.has('seq') ? firstFrom(own.view('seq'), next) : counted
      firsts.set(own.name, own.first + found)
    }
    const made = new Map([
      ['positions', positions],
      ['inputs', inputs],
    ])
    this.marks.push({ offset, tick, bytes, made, firsts })
  }

  /** Chunks from a mark on, or from the start; the caller stops when it has enough. */
  private async *from(mark: Mark | undefined, tables: readonly string[]): AsyncGenerator<Chunk, void> {
    const stream = await ReplayStream.create({ tables })
    try {
      yield* stream.push(await this.bytes(0, this.headerSize))
      if (mark) yield* stream.push(mark.bytes)
      for (let offset = mark?.offset ?? this.headerSize; offset < this.file.size; offset += SLICE / 4)
        yield* stream.push(await this.bytes(offset, Math.min(this.file.size, offset + SLICE / 4)))
      yield* stream.end()
    } finally {
      stream.close()
    }
  }

  /** Columns for a scene: those of rows that are there for each tick are empty here, and come by `window`. */
  columns(needs: Needs): Columns {
    const own: Record<string, { length: number; columns: Record<string, Column> }> = {
      ...this.events.columns(),
      'stats.heat': this.tiles.columns(),
    }
    for (const [name, { rows, columns }] of this.header) own[name] = { length: rows.length, columns }
    return Object.fromEntries(Object.keys(needs).flatMap((key) => (own[key] ? [[key, own[key]]] : [])))
  }

  /** Columns of the rows from one time to another, and of the state before. */
  async window(needs: Needs, from: number, to: number): Promise<Columns> {
    const [first, last] = [Math.max(0, from * TICKS), to * TICKS]
    const mark = this.marks.findLast(({ tick }) => tick < first)
    const wanted = Object.entries(needs)
    const parts = new Map(wanted.map(([name, columns]) => [name, columns.map((): ArrayLike<number>[] => [])]))
    for await (const chunk of this.from(mark, [...parts.keys()])) {
      let done = true
      for (const [name, columns] of wanted) {
        const table = chunk.table(name)
        if (table.length === 0) continue
        const values = numbers(table, ...columns)
        const tick = values[columns.indexOf('tick')]
        const end = rowAt(tick, last) + 1
        if (end === tick.length) done = false
        values.forEach((list, at) => parts.get(name)![at].push(end === tick.length ? list : Array.prototype.slice.call(list, 0, end)))
      }
      if (done && wanted.some(([name]) => chunk.table(name).length > 0)) break
    }
    return Object.fromEntries(wanted.map(([name, columns]) => [name, joined(columns, parts.get(name)!)]))
  }

  /** Some rows of a table. */
  async rows(name: string, start: number, count: number): Promise<Cells[]> {
    const header = this.header.get(name)
    if (header) return header.rows.slice(start, start + count)
    const mark = this.marks.findLast(({ firsts }) => (firsts.get(name) ?? 0) <= start)
    const skipped = (mark?.firsts.get(name) ?? 0) - (mark?.made.get(name) ?? 0)
    const found: Cells[] = []
    for await (const chunk of this.from(mark, [name])) {
      const table = chunk.table(name)
      const first = skipped + table.first
      const range = { start: Math.max(0, start - first), end: start + count - first, dates: false }
      if (range.end > 0) for (const row of table.rows(range)) found.push(Object.values(row))
      if (found.length >= count || first + table.length >= (this.lengths.get(name) ?? 0)) break
    }
    return found
  }

  export(): never {
    const message = 'the file is too long for an export in the page; use the command: reel export'
    throw new ReelError({ status: 'limit', rule: 'viewer.export', section: '', offset: 0, message })
  }
}

function joined(names: readonly string[], parts: readonly ArrayLike<number>[][]): { length: number; columns: Record<string, Column> } {
  const length = (parts[0] ?? []).reduce((sum, part) => sum + part.length, 0)
  const columns = parts.map((list) => {
    const all = new Int32Array(length)
    let at = 0
    for (const part of list) {
      all.set(part, at)
      at += part.length
    }
    return all
  })
  return { length, columns: Object.fromEntries(names.map((name, at) => [name, columns[at]])) }
}
