// SPDX-License-Identifier: MIT
import { wrong } from './arguments.js'
import { fail, type Failure, failureOf, named, throwIfAborted } from './errors.js'
import { inspect, tableList } from './inspect.js'
import { giveInstance, type Instance, takeInstance } from './module.js'
import { checkReadOptions, type ReadOptions, setOptions } from './options.js'
import type { Finding } from './replay.js'
import { type FormatSchema, lookUp } from './schema.js'
import { pieces, type Source } from './source.js'
import { type Owner, type Table, tablesOf } from './table.js'

const END = 1
const AGAIN = 2
// A piece is copied into the module in parts, so that the memory of the module stays small.
const PART_BYTES = 1 << 20

/** A slice of a replay: for each table, the rows in it. Valid until the next one is read. */
export interface Chunk {
  readonly format: FormatSchema
  readonly tables: ReadonlyMap<string, Table>
  table(name: string): Table
}

/**
 * A replay that is read while it arrives, in memory that does not grow with the file if the format streams (`format.streams`); other
 * formats give all their rows in one chunk when the last byte is there.
 */
export class ReplayStream implements Disposable {
  private format_: FormatSchema | undefined
  private closed = false
  private generation = 0

  private constructor(
    private readonly instance: Instance,
    private readonly handle: number,
  ) {}

  /** Starts with no bytes. */
  static async create(options: ReadOptions = {}): Promise<ReplayStream> {
    checkReadOptions('ReplayStream.create', options)
    const instance = await takeInstance()
    throwIfAborted(options.signal)
    setOptions(instance, options)
    return new ReplayStream(instance, instance.made(instance.call.stream_open()))
  }

  /** The format; undefined until the header has been read. */
  get format(): FormatSchema | undefined {
    return this.format_
  }

  /** Why the file ended early, or null. */
  get damage(): Failure | null {
    this.check()
    return this.instance.call.stream_damage(this.handle) ? failureOf(this.instance.failure()) : null
  }

  /** What was reported so far. */
  get findings(): readonly Finding[] {
    this.check()
    this.instance.checked(this.instance.call.stream_findings(this.handle))
    return JSON.parse(this.instance.takeText()) as Finding[]
  }

  private check(): void {
    if (this.closed) throw fail('closed', 'web.closed', 'the stream is closed')
  }

  /** Adds bytes, and gives the chunks that they complete. Iterate to the end before you add more. */
  *push(bytes: Uint8Array): Generator<Chunk, void> {
    if (!((bytes as unknown) instanceof Uint8Array)) throw wrong('what is pushed', 'a Uint8Array', bytes)
    for (let offset = 0; offset < bytes.byteLength; offset += PART_BYTES) {
      this.check()
      const part = bytes.subarray(offset, offset + PART_BYTES)
      const room = this.instance.made(this.instance.call.stream_room(this.handle, part.byteLength))
      this.instance.bytes(room, part.byteLength).set(part)
      yield* this.chunks()
    }
  }

  /** Says that no more bytes will come, and gives the last chunks. */
  *end(): Generator<Chunk, void> {
    this.check()
    this.instance.call.stream_end(this.handle)
    yield* this.chunks()
  }

  private *chunks(): Generator<Chunk, void> {
    for (;;) {
      this.check()
      this.generation++
      const status = this.instance.checked(this.instance.call.stream_next(this.handle))
      if (status === END || status === AGAIN) return
      yield this.chunk()
    }
  }

  private chunk(): Chunk {
    const { instance, handle, generation } = this
    const format = (this.format_ ??= instance.schema(instance.text(instance.call.replay_format(handle))))
    const owner: Owner = {
      instance,
      handle,
      check: () => {
        this.check()
        if (generation !== this.generation) throw fail('closed', 'web.chunk', 'the chunk is no longer valid: a later one was read')
      },
    }
    const tables = tablesOf(owner, format.tables)
    const lengths = (): string => tableList([...tables].map(([name, table]) => [name, table.length]))
    const chunk = { format, tables, table: (name: string) => lookUp(tables, 'table', name) }
    return Object.defineProperty(chunk, inspect, { value: () => `Chunk { ${format.name}: ${lengths()} }` })
  }

  /** @internal */
  [inspect](): string {
    return `ReplayStream { ${this.closed ? 'closed' : (this.format_?.name ?? 'no header yet')} }`
  }

  /** Frees the memory of the stream. */
  close(): void {
    if (this.closed) return
    this.closed = true
    try {
      this.instance.call.stream_close(this.handle)
    } catch {
      // after a trap there is nothing left to free
    }
    giveInstance(this.instance)
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** Reads a replay while it arrives: one chunk after the other. */
export async function* stream(source: Source | Promise<Response>, options: ReadOptions = {}): AsyncGenerator<Chunk, void> {
  const reader = await ReplayStream.create(options)
  let given: Source | Response | undefined
  try {
    given = await source
    for await (const piece of pieces(given, options.signal)) {
      for (const chunk of reader.push(piece)) {
        yield chunk
        throwIfAborted(options.signal)
      }
      throwIfAborted(options.signal)
    }
    for (const chunk of reader.end()) {
      yield chunk
      throwIfAborted(options.signal)
    }
    const damage = reader.damage
    if (damage && options.strict) throw fail(damage.status, damage.rule, damage.message)
  } catch (error) {
    throw named(error, given)
  } finally {
    reader.close()
  }
}
