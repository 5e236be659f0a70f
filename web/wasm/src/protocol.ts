// SPDX-License-Identifier: MIT
// What a ReplayWorker and its worker say to each other.
import type { Failure } from './errors.js'
import type { ReadOptions } from './options.js'
import type { ExportOptions, Finding, Header, Plot, PlotOptions, StatsOptions, TextForm, BinaryForm } from './replay.js'
import type { ModuleKind } from './platform.js'
import type { MemberOptions, Members } from './members.js'
import type { ConvertOptions, MacroInput, Rewritten, RewriteOptions } from './rewrite.js'
import type { FormatSchema } from './schema.js'
import type { ColumnValues, Row, RowOptions } from './table.js'

/** What is known of a replay as soon as it is open. */
export interface Opened {
  readonly format: FormatSchema
  readonly header: Header
  readonly findings: readonly Finding[]
  readonly damage: Failure | null
  /** Rows of each table. */
  readonly lengths: ReadonlyMap<string, number>
}

/** Columns by name, and for those with missing values which rows have one. */
export interface Columns {
  readonly values: Map<string, ColumnValues>
  readonly present: Map<string, Uint8Array<ArrayBuffer>>
}

/** The methods of the worker, with the number of a replay as their first argument. */
export interface Methods {
  open(replay: number, parts: Uint8Array[], options: Omit<ReadOptions, 'signal'>, level: Uint8Array[] | null): Opened
  columns(replay: number, insight: string | null, table: string, names: string[] | null): Columns
  dates(replay: number, insight: string | null, table: string, name: string): (Date | null)[]
  rows(replay: number, insight: string | null, table: string, options: RowOptions): Row[]
  stats(replay: number, options: StatsOptions): { insight: string; lengths: ReadonlyMap<string, number> }
  check(replay: number): Finding[]
  plots(replay: number, options: PlotOptions): Plot[]
  plot(replay: number, id: string, options: PlotOptions): Plot | null
  report(replay: number, options: PlotOptions): string
  export(replay: number, insight: string | null, form: TextForm | BinaryForm, options: ExportOptions): string | Uint8Array<ArrayBuffer>
  close(replay: number): void
  convert(parts: Uint8Array[], to: string, options: Omit<ConvertOptions, 'signal'>): Rewritten
  repair(parts: Uint8Array[], options: Omit<RewriteOptions, 'signal'>): Rewritten
  conversions(parts: Uint8Array[], options: Omit<RewriteOptions, 'signal'>): string[]
  editInputs(parts: Uint8Array[], inputs: readonly MacroInput[], options: Omit<RewriteOptions, 'signal'>): Uint8Array<ArrayBuffer>
  members(parts: Uint8Array[], options: Omit<MemberOptions, 'signal'>): Members
}

export type Method = keyof Methods

export type Request =
  | { readonly kind: 'module'; readonly module: WebAssembly.Module; readonly which: ModuleKind }
  | { readonly kind: 'call'; readonly id: number; readonly method: Method; readonly args: readonly unknown[] }

export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: Failure }
