// SPDX-License-Identifier: MIT
// What the page and its worker say to each other. The worker has the replay; the page asks for what it shows.
import type { Failure, Finding, Value } from '@reel-replay/reel'
import type { Column } from './rows.js'

/** Where a table is from: the replay, or the statistics computed from it. */
export type Origin = 'replay' | 'stats'

export interface FieldText {
  readonly name: string
  readonly unit: string
  readonly doc: string
}

export interface TableText {
  readonly origin: Origin
  readonly name: string
  readonly doc: string
  readonly length: number
  readonly header: boolean
  readonly fields: readonly FieldText[]
}

/** A row, with the names of enumeration values. Fields are in the order of the table, so that their names never matter here. */
export type Cells = readonly Value[]

export interface Opened {
  readonly name: string
  readonly size: number
  readonly format: { readonly id: string; readonly name: string; readonly game: string }
  readonly tables: readonly TableText[]
  readonly damage: Failure | null
}

export interface Picture {
  readonly name: string
  readonly doc: string
  readonly svg: string
}

/** Columns by table and name; tables of statistics begin with "stats.". */
export type Needs = Readonly<Record<string, readonly string[]>>

export type ExportForm = 'csv' | 'parquet'

/** The calls that the worker answers, with their results. */
export interface Calls {
  open(file: Blob, name: string): Opened
  columns(needs: Needs): Record<string, { length: number; columns: Record<string, Column> }>
  rows(origin: Origin, table: string, start: number, count: number): Cells[]
  findings(): Finding[]
  pictures(theme: 'light' | 'dark'): Picture[]
  export(origin: Origin, table: string, form: ExportForm): Uint8Array<ArrayBuffer>
}

export type Request = { [K in keyof Calls]: { id: number; call: K; arguments: Parameters<Calls[K]> } }[keyof Calls]
export type Answer = { id: number; result: unknown } | { id: number; failure: Failure }
export type { Failure, Finding, Value }
