// SPDX-License-Identifier: MIT
// The WebAssembly module: instances, memory, texts, errors. Nothing here is part of the public interface but `initialize`.
import { wrong } from './arguments.js'
import { fail, ReelError, type Status } from './errors.js'
import { moduleOf, type ModuleKind, platform } from './platform.js'
import { type FormatSchema, toFormat } from './schema.js'

/** The functions of the module; see module/*.c. Pointers and handles are numbers, 0 for NULL. */
export interface Functions {
  allocate(size: number): number
  release(block: number): void
  result_data(): number
  result_size(): number
  result_free(): void
  error_status(): number
  error_rule(): number
  error_section(): number
  error_message(): number
  error_offset(): number
  version(): number
  format_count(): number
  format_id(index: number): number
  schema(index: number): number
  set_limit(index: number, value: number): void
  set_span(after: number, before: number): void
  set_format(id: number): void
  set_tables(names: number): void
  set_strict(strict: number): void
  set_clean(clean: number): void
  row_count(set: number, table: number): number
  row_data(set: number, table: number): number
  row_first(set: number, table: number): number
  row_size(set: number, table: number): number
  field_offset(set: number, table: number, field: number): number
  present_offset(set: number, table: number, field: number): number
  present_mask(set: number, table: number, field: number): number
  batch_make(set: number, table: number, names: number): number
  batch_buffer(column: number, buffer: number): number
  batch_free(): void
  replay_open(file: number, size: number): number
  replay_close(replay: number): void
  replay_format(set: number): number
  replay_damage(replay: number): number
  replay_findings(replay: number): number
  replay_check(replay: number): number
  replay_stats(replay: number, insight: number, convention: number, tables: number): number
  plot_count(set: number): number
  plot_text(set: number, index: number, which: number): number
  plot_draw(replay: number, index: number, theme: number, width: number, height: number, who: number, title: number): number
  rows_export(set: number, exporter: number, flags: number, tables: number, fields: number): number
  stream_open(): number
  stream_close(stream: number): void
  stream_room(stream: number, size: number): number
  stream_end(stream: number): void
  stream_next(stream: number): number
  stream_opened(stream: number): number
  stream_damage(stream: number): number
  stream_findings(stream: number): number
  // in the full module only
  replay_rewrite(replay: number, to: number, flags: number): number
  rewrite_findings(): number
  replay_converts(replay: number, format: number): number
  replay_edit(replay: number, inputs: number, count: number): number
  archive_members(file: number, size: number, most: number): number
  // in the module for levels only
  replay_level(replay: number, file: number, size: number): number
  replay_judge(replay: number): number
  // in the module for demos only
  demo_make(size: number, map: number, mapSize: number, cid: number, start: number, finish: number): number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
// A module instance whose memory has grown beyond this is not used again: its memory never shrinks.
const REUSED_BYTES = 64 << 20

/** The schemas, by id: the same in every instance. Those of the module for levels have more statistics. */
const schemas = new Map<string, FormatSchema>()
const levelSchemas = new Map<string, FormatSchema>()

/** One running copy of the module, with a memory of its own. Each replay has one, so that what happens to one does not affect another. */
export class Instance {
  readonly call: Functions
  private readonly memory: WebAssembly.Memory
  private trapped = false

  constructor(
    instance: WebAssembly.Instance,
    readonly kind: ModuleKind = 'read',
    readonly module: WebAssembly.Module | null = null,
  ) {
    this.memory = instance.exports['memory'] as WebAssembly.Memory
    ;(instance.exports['_initialize'] as () => void)()
    const functions = Object.entries(instance.exports).filter(([, value]) => typeof value === 'function')
    const guarded = Object.fromEntries(functions.map(([name, value]) => [name, this.guard(value as GuardedFunction)]))
    const missing = (): never => {
      throw fail('unsupported', 'web.module', 'a module of one game has no pictures and no exports; those need reel.wasm or reel-full.wasm')
    }
    for (const name of ['plot_count', 'plot_draw', 'rows_export']) guarded[name] ??= missing
    this.call = guarded as unknown as Functions
  }

  /** After a trap the memory is in no defined state: all further calls fail. */
  private guard(inner: GuardedFunction): GuardedFunction {
    return (...args) => {
      if (this.trapped) throw fail('trap', 'web.trap', 'the module has stopped after an internal error; open the file again')
      try {
        return inner(...args)
      } catch (error) {
        this.trapped = true
        throw fail('trap', 'web.trap', `internal error of the module: ${String(error)}`, { cause: error })
      }
    }
  }

  /** Whether a call has trapped. */
  get stopped(): boolean {
    return this.trapped
  }

  /** Whether another replay may use this instance. */
  get reusable(): boolean {
    return !this.trapped && this.memory.buffer.byteLength <= REUSED_BYTES
  }

  /** The memory at this moment: growing it detaches the buffer. */
  get buffer(): ArrayBuffer {
    return this.memory.buffer
  }

  /** A copy of `size` bytes. */
  copy(at: number, size: number): ArrayBuffer {
    return this.memory.buffer.slice(at >>> 0, (at >>> 0) + size)
  }

  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer, at >>> 0, size)
  }

  /** The NUL-terminated text at an address. */
  text(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer, at >>> 0)
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)))
  }

  /** The failure of the last call. */
  failure(): ReelError {
    const { call } = this
    return new ReelError({
      status: this.text(call.error_status()) as Status,
      rule: this.text(call.error_rule()),
      section: this.text(call.error_section()),
      offset: call.error_offset(),
      message: this.text(call.error_message()),
    })
  }

  /** Throws if `status` is that of a failed call; returns it otherwise. */
  checked(status: number): number {
    if (status < 0) throw this.failure()
    return status
  }

  /** Returns a handle or an address, or throws if it is NULL. */
  made(pointer: number): number {
    if (pointer === 0) throw this.failure()
    return pointer
  }

  /** A new block with `size` bytes. */
  allocate(size: number): number {
    const block = size < 2 ** 31 ? this.call.allocate(size) : 0
    if (block === 0) throw fail('memory', 'reel.memory', `out of memory: ${size} bytes are needed at once`)
    return block
  }

  /** A new block with all these bytes, which are `size`. */
  allocateParts(parts: readonly Uint8Array[], size: number): number {
    const block = this.allocate(size)
    let offset = 0
    for (const part of parts) {
      this.bytes(block + offset, part.byteLength).set(part)
      offset += part.byteLength
    }
    return block
  }

  /** A new block with texts that each end with a NUL, and one NUL more. */
  place(texts: readonly string[]): number {
    const bytes = encoder.encode([...texts, ''].join('\0'))
    if (texts.some((text) => text.includes('\0'))) throw fail('argument', 'web.text', 'a text contains a NUL')
    const block = this.allocate(bytes.length + 1)
    const target = this.bytes(block, bytes.length + 1)
    target.set(bytes)
    target[bytes.length] = 0
    return block
  }

  /** Calls `use` with the addresses of texts or of lists of texts, and frees them. */
  withTexts<T>(texts: readonly (string | readonly string[])[], use: (...addresses: number[]) => T): T {
    const blocks: number[] = []
    try {
      for (const text of texts) blocks.push(this.place(typeof text === 'string' ? [text] : text))
      return use(...blocks)
    } finally {
      for (const block of blocks) if (!this.trapped) this.call.release(block)
    }
  }

  /** The bytes that the last call made; the module forgets them. */
  takeResult(): Uint8Array<ArrayBuffer> {
    const { call } = this
    const bytes = new Uint8Array(this.copy(call.result_data(), call.result_size()))
    call.result_free()
    return bytes
  }

  takeText(): string {
    return decoder.decode(this.takeResult())
  }

  /** The number of a format, or -1. */
  formatIndex(id: string): number {
    const { call } = this
    for (let index = 0; index < call.format_count(); index++) if (this.text(call.format_id(index)) === id) return index
    return -1
  }

  /** The schema of a format. It crosses the border once, as JSON. */
  schema(id: string): FormatSchema {
    const known = this.kind === 'level' ? levelSchemas : schemas
    if (!known.has(id)) {
      this.checked(this.call.schema(this.formatIndex(id)))
      known.set(id, toFormat(this.takeText()))
    }
    return known.get(id) as FormatSchema
  }
}

type GuardedFunction = (...args: unknown[]) => unknown

const compiled: Partial<Record<ModuleKind, Promise<WebAssembly.Module>>> = {}
const idle: Partial<Record<ModuleKind, Instance>> = {}
const names: Record<ModuleKind, string> = {
  read: 'reel.wasm',
  full: 'reel-full.wasm',
  level: 'reel-level.wasm',
  demo: 'reel-demo.wasm',
}

/**
 * Sets a WebAssembly module, for pages that cannot fetch it from beside this script: a single HTML file, or another host. `kind` is `read`
 * for `reel.wasm`, or for the module of one game, `full` for `reel-full.wasm`, which `convert`, `repair` and `conversions` use, `level` for
 * `reel-level.wasm`, which `open` uses if it is given a level, and `demo` for `reel-demo.wasm`, which `finishDemo` uses. Without it, a module is fetched when it is first needed.
 */
export async function initialize(
  source: BufferSource | WebAssembly.Module | Response | Promise<Response>,
  kind: ModuleKind = 'read',
): Promise<void> {
  if (!Object.hasOwn(names, kind)) throw wrong('the kind of a module', "'read', 'full', 'level' or 'demo'", kind)
  const given: unknown = await source
  Reflect.deleteProperty(idle, kind)
  if (given instanceof WebAssembly.Module) compiled[kind] = Promise.resolve(given)
  else if (given instanceof Response) compiled[kind] = moduleOf(given)
  else if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) compiled[kind] = WebAssembly.compile(given as BufferSource)
  else throw wrong('the module', 'bytes, a Response or a WebAssembly.Module', given)
  await compiled[kind]
}

/** The compiled module, which can be sent to a worker. */
export async function theModule(kind: ModuleKind = 'read'): Promise<WebAssembly.Module> {
  compiled[kind] ??= platform()
    .fetchModule(kind)
    .catch((error: unknown) => {
      Reflect.deleteProperty(compiled, kind)
      throw fail('io', 'web.module', `${names[kind]} could not be loaded: ${String(error)}`, { cause: error })
    })
  return compiled[kind]
}

/** An instance that no replay uses. */
export async function takeInstance(kind: ModuleKind = 'read'): Promise<Instance> {
  const module = await theModule(kind)
  const instance = idle[kind]
  Reflect.deleteProperty(idle, kind)
  // `initialize` may have set another module since.
  return instance?.module === module ? instance : new Instance(await WebAssembly.instantiate(module), kind, module)
}

/** Gives back an instance whose replay was closed. */
export function giveInstance(instance: Instance): void {
  if (instance.reusable) idle[instance.kind] = instance
}

/** The version of the library, as "major.minor.patch". */
export async function version(): Promise<string> {
  const instance = await takeInstance()
  const text = instance.text(instance.call.version())
  giveInstance(instance)
  return text
}

/** The descriptions of all formats, by id. */
export async function formats(): Promise<ReadonlyMap<string, FormatSchema>> {
  const instance = await takeInstance()
  const all = new Map<string, FormatSchema>()
  for (let index = 0; index < instance.call.format_count(); index++) {
    const id = instance.text(instance.call.format_id(index))
    all.set(id, instance.schema(id))
  }
  giveInstance(instance)
  return all
}
