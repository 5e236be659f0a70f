// SPDX-License-Identifier: MIT
import { textsOf } from './arguments.js'
import { fail, type Failure, named, ReelError, throwIfAborted } from './errors.js'
import { counted, inspect, newRow, tableList } from './inspect.js'
import { checkMemberOptions, type MemberOptions, type Members } from './members.js'
import { theModule } from './module.js'
import { checkReadOptions, type ReadOptions } from './options.js'
import { platform, type Port, portOf } from './platform.js'
import type { Answer, Columns, Method, Methods, Opened } from './protocol.js'
import type { ModuleKind } from './platform.js'
import {
  type BinaryForm,
  type ExportOptions,
  type Finding,
  type Header,
  levelKinds,
  type OpenOptions,
  type Plot,
  type PlotOptions,
  type StatsOptions,
  type TextForm,
} from './replay.js'
import { currentTable, type FormatSchema, type InsightSchema, lookUp, type TableSchema } from './schema.js'
import { checkRewriteOptions, type ConvertOptions, type MacroInput, type Rewritten, type RewriteOptions } from './rewrite.js'
import { gather, type Source } from './source.js'
import type { ColumnValues, Row, RowOptions } from './table.js'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** How a worker is started. */
export interface WorkerOptions {
  /** Starts the script `@reel-replay/reel/worker` as a module worker; by default the one beside this script. For single-file pages. */
  readonly start?: () => Worker
}

/** Options for reading in a worker. Aborting ends the worker, and with it a call that takes too long; a fresh one is then started. */
export type RemoteOptions = OpenOptions

/** Reads a source and calls with its bytes. A failure has the path, if the source is one. */
async function withSource<T>(
  source: Source | Promise<Response>,
  options: ReadOptions,
  call: (parts: Uint8Array[]) => Promise<T>,
): Promise<T> {
  const given = await source
  const { parts } = await gather(given, options)
  try {
    return await call(parts)
  } catch (error) {
    throw named(error, given)
  }
}

/**
 * A worker that reads replays, so that a page stays responsive. It can hold any number of replays. If it is aborted or fails, its replays
 * are closed, and the next `open` starts a fresh worker.
 */
export class ReplayWorker implements Disposable {
  private port: Port | undefined
  /** The modules that the port has, beside the one that reads. */
  private readonly has = new Set<ModuleKind>()
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  private closed = false

  constructor(private readonly options: WorkerOptions = {}) {}

  private async start(): Promise<Port> {
    const module = await theModule()
    if (this.closed) throw fail('closed', 'web.closed', 'the worker is closed')
    if (this.port) return this.port
    const port = this.options.start ? portOf(this.options.start()) : platform().startWorker()
    this.port = port
    port.listen(
      (data) => {
        if (this.port === port) this.receive(data as Answer)
      },
      (error) => {
        if (this.port === port) this.stop(fail('trap', 'web.worker', `the worker failed: ${error.message}`, { cause: error }))
      },
    )
    this.has.clear()
    port.post({ kind: 'module', module, which: 'read' }, [])
    return port
  }

  /** A worker that can also do what another module does. */
  private async startWith(kind: ModuleKind): Promise<Port> {
    const module = await theModule(kind)
    const port = await this.start()
    if (!this.has.has(kind)) port.post({ kind: 'module', module, which: kind }, [])
    this.has.add(kind)
    return port
  }

  private receive(answer: Answer): void {
    const waiting = this.waiting.get(answer.id)
    this.waiting.delete(answer.id)
    if ('failure' in answer) waiting?.reject(new ReelError(answer.failure))
    else waiting?.resolve(answer.value)
  }

  /** Ends the worker; every call that waits is rejected. */
  private stop(reason: ReelError): void {
    this.port?.terminate()
    this.port = undefined
    const waiting = [...this.waiting.values()]
    this.waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }

  /** @internal */
  async call<Name extends Method>(
    port: Port,
    method: Name,
    args: Parameters<Methods[Name]>,
    signal?: AbortSignal,
    transfer: ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Name]>> {
    throwIfAborted(signal)
    if (port !== this.port) throw fail('closed', 'web.closed', 'the replay is closed: its worker has ended')
    const id = ++this.lastId
    const abort = (): void => {
      this.stop(fail('cancelled', 'reel.cancelled', 'cancelled', { cause: signal?.reason }))
    }
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise<ReturnType<Methods[Name]>>((resolve, reject) => {
        this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        try {
          port.post({ kind: 'call', id, method, args }, transfer)
        } catch (error) {
          this.waiting.delete(id)
          reject(fail('argument', 'web.argument', `an argument cannot be sent to a worker: ${String(error)}`, { cause: error }))
        }
      })
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Opens a replay in the worker. Bytes are copied, so the source stays usable. */
  async open(source: Source | Promise<Response>, options: RemoteOptions = {}): Promise<RemoteReplay> {
    checkReadOptions('open', options, levelKinds)
    const { signal, level, ...rest } = options
    const played = level === undefined ? null : (await gather(await level, options)).parts
    return withSource(source, options, async (parts) => {
      const port = await (played ? this.startWith('level') : this.start())
      const replay = ++this.lastId
      const opened = await this.call(port, 'open', [replay, parts, rest, played], signal)
      return new RemoteReplay(this, port, replay, opened)
    })
  }

  /** See `convert`. */
  async convert(source: Source | Promise<Response>, to: string, options: ConvertOptions = {}): Promise<Rewritten> {
    checkRewriteOptions('convert', options)
    const { signal, ...rest } = options
    return withSource(source, options, async (parts) => this.call(await this.startWith('full'), 'convert', [parts, to, rest], signal))
  }

  /** See `repair`. */
  async repair(source: Source | Promise<Response>, options: RewriteOptions = {}): Promise<Rewritten> {
    checkRewriteOptions('repair', options)
    const { signal, ...rest } = options
    return withSource(source, options, async (parts) => this.call(await this.startWith('full'), 'repair', [parts, rest], signal))
  }

  /** See `conversions`. */
  async conversions(source: Source | Promise<Response>, options: RewriteOptions = {}): Promise<string[]> {
    checkRewriteOptions('conversions', options)
    const { signal, ...rest } = options
    return withSource(source, options, async (parts) => this.call(await this.startWith('full'), 'conversions', [parts, rest], signal))
  }

  /** See `editInputs`. */
  async editInputs(
    source: Source | Promise<Response>,
    inputs: readonly MacroInput[],
    options: RewriteOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    checkRewriteOptions('editInputs', options)
    const { signal, ...rest } = options
    return withSource(source, options, async (parts) =>
      this.call(await this.startWith('full'), 'editInputs', [parts, inputs, rest], signal),
    )
  }

  /** See `members`. */
  async members(source: Source | Promise<Response>, options: MemberOptions = {}): Promise<Members> {
    checkMemberOptions(options)
    const { signal, ...rest } = options
    return withSource(source, options, async (parts) => this.call(await this.startWith('full'), 'members', [parts, rest], signal))
  }

  /** @internal */
  [inspect](): string {
    return `ReplayWorker { ${this.closed ? 'closed' : counted(this.waiting.size, 'waiting call')} }`
  }

  /** Ends the worker and closes its replays. */
  close(): void {
    this.closed = true
    this.stop(fail('closed', 'web.closed', 'the worker was closed'))
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** A table of a replay in a worker. Everything that it gives is a copy that belongs to the caller. */
export class RemoteTable {
  /** @internal */
  constructor(
    readonly schema: TableSchema,
    /** Number of rows. */
    readonly length: number,
    private readonly fetch: (names: string[] | null) => Promise<Columns>,
    private readonly fetchRows: (options: RowOptions) => Promise<Row[]>,
    private readonly fetchDates: (name: string) => Promise<(Date | null)[]>,
  ) {}

  /** The name of the table. */
  get name(): string {
    return this.schema.name
  }

  /** A column; see `Table.column`. */
  async column(name: string): Promise<ColumnValues> {
    return (await this.fetch([name])).values.get(name) as ColumnValues
  }

  /** For each row, 1 if it has a value and 0 if not; null if every row has one. */
  async present(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return (await this.fetch([name])).present.get(name) ?? null
  }

  /** The moments that a field holds; see `Table.dates`. */
  async dates(name: string): Promise<(Date | null)[]> {
    return this.fetchDates(name)
  }

  /** Several columns, or all, in one message: much faster than one by one. */
  async columns(names?: Iterable<string>): Promise<Columns> {
    return this.fetch(names === undefined ? null : textsOf('the names of columns', names))
  }

  /** @internal */
  [inspect](): string {
    return `RemoteTable { ${this.name}: ${counted(this.length, 'row')}, ${counted(this.schema.fields.size, 'field')} }`
  }

  /** Rows as plain objects; see `Table.rows`. */
  async rows(options: RowOptions = {}): Promise<Row[]> {
    // structured cloning gives objects another prototype
    return (await this.fetchRows(options)).map(bare)
  }
}

function bare<T>(row: Record<string, T>): Record<string, T> {
  return Object.assign(newRow<T>(), row)
}

/** Statistics in a worker. */
export interface RemoteStats {
  readonly insight: InsightSchema
  readonly tables: ReadonlyMap<string, RemoteTable>
  table(name: string): RemoteTable
}

/** A replay in a worker: as `Replay`, but calls return promises. */
export class RemoteReplay implements Disposable {
  readonly format: FormatSchema
  readonly header: Header
  readonly tables: ReadonlyMap<string, RemoteTable>
  readonly findings: readonly Finding[]
  readonly damage: Failure | null
  private readonly whenClosed: (() => void)[] = []

  /** @internal */
  constructor(
    private readonly worker: ReplayWorker,
    private readonly port: Port,
    private readonly id: number,
    opened: Opened,
  ) {
    this.format = opened.format
    this.header = bare(opened.header)
    for (const [name, value] of Object.entries(this.header)) {
      if (isRows(value)) this.header[name] = value.map(bare)
    }
    this.findings = opened.findings
    this.damage = opened.damage
    this.tables = this.tablesOf(null, opened.format.tables, opened.lengths)
  }

  private tablesOf(
    insight: string | null,
    schemas: ReadonlyMap<string, TableSchema>,
    lengths: ReadonlyMap<string, number>,
  ): ReadonlyMap<string, RemoteTable> {
    const { worker, port, id } = this
    return new Map(
      [...schemas.values()].map((schema) => [
        schema.name,
        new RemoteTable(
          schema,
          lengths.get(schema.name) ?? 0,
          (names) => worker.call(port, 'columns', [id, insight, schema.name, names]),
          (options) => worker.call(port, 'rows', [id, insight, schema.name, options]),
          (name) => worker.call(port, 'dates', [id, insight, schema.name, name]),
        ),
      ]),
    )
  }

  /** A table by name. */
  table(name: string): RemoteTable {
    return lookUp(this.tables, 'table', name)
  }

  /** Computes statistics. Those of the same insight that were computed before are closed. */
  async stats(options: StatsOptions = {}, signal?: AbortSignal): Promise<RemoteStats> {
    const { insight: name, lengths } = await this.worker.call(this.port, 'stats', [this.id, options], signal)
    const insight = lookUp(this.format.insights, 'insight', name)
    const tables = this.tablesOf(name, insight.tables, lengths)
    return { insight, tables, table: (table) => lookUp(tables, 'table', currentTable(insight.tables, table)) }
  }

  /** See `Replay.check`. */
  async check(signal?: AbortSignal): Promise<Finding[]> {
    return this.worker.call(this.port, 'check', [this.id], signal)
  }

  /** See `Replay.plots`. */
  async plots(options: PlotOptions = {}, signal?: AbortSignal): Promise<Plot[]> {
    return this.worker.call(this.port, 'plots', [this.id, options], signal)
  }

  /** See `Replay.plot`. */
  async plot(id: string, options: PlotOptions = {}, signal?: AbortSignal): Promise<Plot | null> {
    return this.worker.call(this.port, 'plot', [this.id, id, options], signal)
  }

  /** See `Replay.report`. */
  async report(options: PlotOptions = {}, signal?: AbortSignal): Promise<string> {
    return this.worker.call(this.port, 'report', [this.id, options], signal)
  }

  /** See `Replay.export`. */
  async export(form: TextForm, options?: ExportOptions, signal?: AbortSignal): Promise<string>
  async export(form: BinaryForm, options?: ExportOptions, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  async export(form: TextForm | BinaryForm, options: ExportOptions = {}, signal?: AbortSignal): Promise<string | Uint8Array<ArrayBuffer>> {
    return this.worker.call(this.port, 'export', [this.id, null, form, options], signal)
  }

  /** Frees the replay in the worker. */
  close(): void {
    this.worker.call(this.port, 'close', [this.id]).catch(() => undefined)
    for (const then of this.whenClosed.splice(0)) then()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** @internal */
  [inspect](): string {
    return `RemoteReplay { ${this.format.name}: ${tableList([...this.tables].map(([name, table]) => [name, table.length]))} }`
  }

  /** @internal */
  onClose(then: () => void): void {
    this.whenClosed.push(then)
  }
}

function isRows(value: Header[string]): value is Row[] {
  return Array.isArray(value) && typeof value[0] === 'object'
}

/** Opens a replay in a worker of its own, which ends when the replay is closed. */
export async function openInWorker(source: Source | Promise<Response>, options: RemoteOptions & WorkerOptions = {}): Promise<RemoteReplay> {
  checkReadOptions('openInWorker', options, { start: 'function', ...levelKinds })
  const { start, ...reading } = options
  const worker = new ReplayWorker(start ? { start } : {})
  try {
    const replay = await worker.open(source, reading)
    replay.onClose(() => {
      worker.close()
    })
    return replay
  } catch (error) {
    worker.close()
    throw error
  }
}
