// SPDX-License-Identifier: MIT
import { checkOptions, checkText } from './arguments.js'
import { fail, type Failure, failureOf, named, throwIfAborted } from './errors.js'
import { inspect, newRow, tableList } from './inspect.js'
import { giveInstance, type Instance, takeInstance } from './module.js'
import type { ModuleKind } from './platform.js'
import { checkReadOptions, type ReadOptions, setOptions } from './options.js'
import { currentTable, findRenamed, type FormatSchema, type InsightSchema, lookUp, type TableSchema } from './schema.js'
import { gather, type Source } from './source.js'
import { type Owner, type Row, Table, tablesOf } from './table.js'

/** Something to say about a file. */
export interface Finding {
  readonly rule: string
  readonly severity: 'note' | 'warning' | 'error'
  readonly message: string
  readonly section?: string
  /** In bytes, in the (decompressed) file. */
  readonly offset?: number
  /** Number of affected bytes. */
  readonly length?: number
  readonly table?: string
  readonly row?: number
  /** Number of rows or bytes that the finding covers. */
  readonly count: number
}

/** What a file says about itself: the fields of its header, and rows of header tables that have several. */
export type Header = Record<string, Row[string] | Row[]>

/** Text forms of an export. */
export type TextForm = 'json' | 'jsonl' | 'csv'
/** Columnar forms of an export, of one table: an Arrow file, an Arrow stream, a Parquet file (without compression). */
export type BinaryForm = 'arrow' | 'arrows' | 'parquet'

/** What an export contains. */
export interface ExportOptions {
  /** By default all tables that were read. CSV and the columnar forms take exactly one. */
  readonly tables?: readonly string[]
  /** Fields or columns: "time", "frames.time", "head_position_x". */
  readonly fields?: readonly string[]
  /** Write the names of enumeration values. */
  readonly labels?: boolean
  /** In text, write each time of the calendar also as a date, in a column NAME_utc. Columnar forms always do. */
  readonly dates?: boolean
  /** Include tables about how the file was encoded. */
  readonly layout?: boolean
  /** JSON with line breaks. */
  readonly pretty?: boolean
  /** CSV: put an apostrophe before text that a spreadsheet would run as a formula. */
  readonly safe?: boolean
}

/** How a picture is drawn. */
export interface PlotOptions {
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** One player only, by name or number. */
  readonly who?: string
  readonly title?: string
}

/** A picture as the text of an SVG document. It contains no scripts and refers to nothing outside itself. */
export interface Plot {
  readonly id: string
  readonly name: string
  readonly doc: string
  readonly svg: string
}

/** How statistics are counted. */
export interface StatsOptions {
  /** The id of the insight; the first one of the format by default. */
  readonly insight?: string
  /** One of the insight's counting conventions. */
  readonly convention?: string
  /** The tables to compute, such as `evidence`. By default all that are not on request, or all of an insight that has no others. */
  readonly tables?: readonly string[]
}

/** How a replay is read, and what was played. */
export interface OpenOptions extends ReadOptions {
  /**
   * The map or level that was played, for the statistics and findings that need it: a zip or one file of a Beat Saber map, or a DDNet map. Another
   * level than the replay names is an error of `stats` and `check`. The module for this, `reel-level.wasm`, is fetched when it is first needed.
   */
  readonly level?: Source | Promise<Response>
}

/** @internal */
export const levelKinds = { level: 'source' } as const
const exportKinds = {
  tables: 'texts',
  fields: 'texts',
  labels: 'boolean',
  dates: 'boolean',
  layout: 'boolean',
  pretty: 'boolean',
  safe: 'boolean',
} as const
const plotKinds = { theme: ['auto', 'light', 'dark'], width: 'number', height: 'number', who: 'string', title: 'string' } as const
const themes = { auto: 0, light: 1, dark: 2 } as const
const exportFlags = { layout: 1, pretty: 2, labels: 4, safe: 8, dates: 32 } as const
const binaryForms: readonly string[] = ['arrow', 'arrows', 'parquet']
const decoder = new TextDecoder()

/** Statistics of a replay: tables like those of the replay. */
export class Stats implements Disposable {
  readonly insight: InsightSchema
  readonly tables: ReadonlyMap<string, Table>

  /** @internal */
  constructor(
    private readonly owner: Owner,
    insight: InsightSchema,
    private readonly release: () => void,
  ) {
    this.insight = insight
    this.tables = tablesOf(owner, insight.tables)
  }

  /** A table by name. */
  table(name: string): Table {
    return lookUp(this.tables, 'table', currentTable(this.insight.tables, name))
  }

  /** The statistics in a text or columnar form; see `Replay.export`. */
  export(form: TextForm, options?: ExportOptions): string
  export(form: BinaryForm, options?: ExportOptions): Uint8Array<ArrayBuffer>
  export(form: TextForm | BinaryForm, options?: ExportOptions): string | Uint8Array<ArrayBuffer>
  export(form: TextForm | BinaryForm, options: ExportOptions = {}): string | Uint8Array<ArrayBuffer> {
    return exportRows(this.owner, this.insight.tables, form, options)
  }

  /** @internal */
  [inspect](): string {
    return `Stats { ${this.insight.id}: ${[...this.tables.keys()].join(', ')} }`
  }

  /** Frees the statistics; closing the replay does so too. */
  close(): void {
    this.release()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

function exportRows(
  owner: Owner,
  known: ReadonlyMap<string, TableSchema>,
  form: TextForm | BinaryForm,
  options: ExportOptions,
): string | Uint8Array<ArrayBuffer> {
  owner.check()
  checkText('the form', form)
  checkOptions('export', options, exportKinds)
  for (const table of known.values()) for (const field of options.fields ?? []) findRenamed(table, field.slice(field.indexOf('.') + 1))
  const { instance, handle } = owner
  let flags = 0
  for (const [name, flag] of Object.entries(exportFlags)) if (options[name as keyof typeof exportFlags]) flags |= flag
  const wanted = (options.tables ?? []).map((table) => currentTable(known, table))
  instance.withTexts([form, wanted, options.fields ?? []], (id, tables, fields) =>
    instance.checked(instance.call.rows_export(handle, id, flags, tables, fields)),
  )
  const bytes = instance.takeResult()
  return binaryForms.includes(form) ? bytes : decoder.decode(bytes)
}

/** A replay, all of which was read. Close it to free its memory. */
export class Replay implements Disposable {
  readonly format: FormatSchema
  /** The tables of the format, by name. */
  readonly tables: ReadonlyMap<string, Table>
  /** What reading reported. `check` reports more. */
  readonly findings: readonly Finding[]
  /** Why the file ends early, or null if it is complete. The rows before the damage are there. */
  readonly damage: Failure | null
  private readonly owner: Owner
  private readonly children = new Set<number>()
  private closed = false

  /** @internal */
  constructor(
    private readonly instance: Instance,
    private readonly handle: number,
  ) {
    const { call } = instance
    this.owner = {
      instance,
      handle,
      check: () => {
        this.checkOpen()
      },
    }
    this.format = instance.schema(instance.text(call.replay_format(handle)))
    this.tables = tablesOf(this.owner, this.format.tables)
    this.damage = call.replay_damage(handle) ? failureOf(instance.failure()) : null
    instance.checked(call.replay_findings(handle))
    this.findings = JSON.parse(instance.takeText()) as Finding[]
  }

  private checkOpen(): void {
    if (this.closed) throw fail('closed', 'web.closed', 'the replay is closed')
  }

  /** What the file says about itself, like a row: see `Row`. */
  get header(): Header {
    const header: Header = newRow()
    const tables = [...this.tables.values()].filter((table) => table.schema.header && table.length > 0)
    for (const [index, table] of tables.entries()) {
      if (index === 0 && table.length === 1) Object.assign(header, table.row(0))
      else header[table.name] = [...table]
    }
    return header
  }

  /** A table by name. */
  table(name: string): Table {
    return lookUp(this.tables, 'table', name)
  }

  /** Computes statistics. */
  stats(options: StatsOptions = {}): Stats {
    this.checkOpen()
    checkOptions('stats', options, { insight: 'string', convention: 'string', tables: 'texts' })
    const { instance } = this
    const ids = [...this.format.insights.keys()]
    const id = options.insight ?? ids[0]
    if (id === undefined) throw fail('unsupported', 'web.insight', `there are no statistics for ${this.format.name}`)
    const insight = lookUp(this.format.insights, 'insight', id)
    const wanted = (options.tables ?? []).map((table) => currentTable(insight.tables, table))
    const handle = instance.withTexts([options.convention ?? '', wanted], (convention, tables) =>
      instance.made(instance.call.replay_stats(this.handle, ids.indexOf(id), convention, tables)),
    )
    this.children.add(handle)
    const owner: Owner = {
      instance,
      handle,
      check: () => {
        this.checkOpen()
        if (!this.children.has(handle)) throw fail('closed', 'web.closed', 'the statistics are closed')
      },
    }
    return new Stats(owner, insight, () => {
      if (!this.closed && this.children.delete(handle)) instance.call.replay_close(handle)
    })
  }

  /** Checks the file: damage, violations of the format and implausible data. */
  check(): Finding[] {
    this.checkOpen()
    const { call, kind } = this.instance
    this.instance.checked(kind === 'level' ? call.replay_judge(this.handle) : call.replay_check(this.handle))
    return JSON.parse(this.instance.takeText()) as Finding[]
  }

  /** Draws all pictures that the replay has something for. */
  plots(options: PlotOptions = {}): Plot[] {
    return this.plotIds().flatMap((id) => this.plot(id, options) ?? [])
  }

  /** The ids of the pictures of this format. */
  plotIds(): string[] {
    this.checkOpen()
    const { call } = this.instance
    return Array.from({ length: call.plot_count(this.handle) }, (_, index) => this.instance.text(call.plot_text(this.handle, index, 0)))
  }

  /** Draws one picture; null if the replay has nothing to draw for it. */
  plot(id: string, options: PlotOptions = {}): Plot | null {
    checkText('the plot', id)
    const index = this.plotIds().indexOf(id)
    if (index < 0) throw fail('argument', 'web.plot', `no plot '${id}'; there are: ${this.plotIds().join(', ')}`)
    const svg = this.draw(index, options)
    const text = (which: number): string => this.instance.text(this.instance.call.plot_text(this.handle, index, which))
    return svg === null ? null : { id, name: text(1), doc: text(2), svg }
  }

  /** All pictures and statistics as one HTML document without scripts. */
  report(options: PlotOptions = {}): string {
    this.checkOpen()
    return this.draw(-1, options) ?? ''
  }

  private draw(index: number, options: PlotOptions): string | null {
    checkOptions('plot', options, plotKinds)
    const { instance, handle } = this
    const { theme = 'auto', width = 0, height = 0, who = '', title = '' } = options
    const status = instance.withTexts([who, title], (whoAt, titleAt) =>
      instance.checked(instance.call.plot_draw(handle, index, themes[theme], width, height, whoAt, titleAt)),
    )
    return status === 0 ? instance.takeText() : null
  }

  /** Writes the replay in another form: text as a string, columns as bytes. */
  export(form: TextForm, options?: ExportOptions): string
  export(form: BinaryForm, options?: ExportOptions): Uint8Array<ArrayBuffer>
  export(form: TextForm | BinaryForm, options?: ExportOptions): string | Uint8Array<ArrayBuffer>
  export(form: TextForm | BinaryForm, options: ExportOptions = {}): string | Uint8Array<ArrayBuffer> {
    return exportRows(this.owner, this.format.tables, form, options)
  }

  /** @internal */
  [inspect](): string {
    if (this.closed) return `Replay { ${this.format.name}, closed }`
    const damage = this.damage ? `, ${this.damage.status}: ${this.damage.message}` : ''
    return `Replay { ${this.format.name}${damage}: ${tableList([...this.tables].map(([name, table]) => [name, table.length]))} }`
  }

  /** What is known without the rows. */
  toJSON(): object {
    const { format, header, damage, findings, tables } = this
    const lengths = Object.fromEntries([...tables].map(([name, table]) => [name, table.length]))
    return { format: format.id, header, damage, findings, tables: lengths }
  }

  /** Frees the memory of the replay and of its statistics. Everything made from it by copying stays valid. */
  close(): void {
    if (this.closed) return
    this.closed = true
    const { call } = this.instance
    try {
      for (const child of this.children) call.replay_close(child)
      call.replay_close(this.handle)
    } catch {
      // after a trap there is nothing left to free
    }
    giveInstance(this.instance)
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/**
 * Opens a replay: bytes, a Blob, a Response, a stream or, in Node, a path. Its content decides the format; .gz, .xz and .zst are read transparently. A damaged file gives what is before the damage,
 * unless `strict` is set.
 */
export async function open(source: Source | Promise<Response>, options: OpenOptions = {}): Promise<Replay> {
  checkReadOptions('open', options, levelKinds)
  const { level, ...reading } = options
  if (level === undefined) {
    const { instance, handle } = await load(source, reading, 'read')
    return new Replay(instance, handle)
  }
  const given = await level
  const { parts, size } = await gather(given, reading)
  const { instance, handle } = await load(source, reading, 'level')
  const replay = new Replay(instance, handle)
  try {
    instance.checked(instance.call.replay_level(handle, instance.allocateParts(parts, size), size))
    return replay
  } catch (error) {
    replay.close()
    throw named(error, given)
  }
}

/** @internal Reads a replay into an instance of one of the modules. */
export async function load(
  source: Source | Promise<Response>,
  options: ReadOptions,
  kind: ModuleKind,
): Promise<{ instance: Instance; handle: number }> {
  const given = await source
  const { parts, size } = await gather(given, options)
  const instance = await takeInstance(kind)
  throwIfAborted(options.signal)
  setOptions(instance, options)
  const file = instance.allocateParts(parts, size)
  const handle = instance.call.replay_open(file, size)
  if (handle === 0) {
    const failure = instance.failure()
    giveInstance(instance)
    throw named(failure, given)
  }
  return { instance, handle }
}
