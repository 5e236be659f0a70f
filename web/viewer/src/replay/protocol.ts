// SPDX-License-Identifier: MIT
// What the page and its worker say to each other. The worker has the replay; the page asks for what it shows.
import type { DemoFinish, Failure, Finding, Game, MacroInput, Members, Rewritten, Value } from '@reel-replay/reel'
import type { Column } from './rows.js'

/** Files above this size are read by windows, if their format can be. */
export const LONG_BYTES = 16 << 20

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
  /** The rows of each tick are read by windows. */
  readonly long?: boolean
  /** Events of a long file of which only the first are shown. */
  readonly kept?: readonly Kept[]
}

export interface Kept {
  readonly kind: 'sessions' | 'finishes' | 'messages' | 'commands' | 'online' | 'teams'
  readonly kept: number
  readonly all: number
}

export interface Picture {
  readonly name: string
  readonly doc: string
  readonly svg: string
}

/** Columns by table and name; tables of statistics begin with "stats.". */
export type Needs = Readonly<Record<string, readonly string[]>>

export type ExportForm = 'csv' | 'parquet'

/** Columns of a table. */
export interface ColumnsOf {
  readonly length: number
  readonly columns: Record<string, Column>
}

/** A map, by its tables, and the pixels of its images; no tables: the file is something else. */
export interface LevelTables {
  readonly format: string
  readonly tables: Record<string, ColumnsOf>
  readonly pixels: readonly (Uint8Array<ArrayBuffer> | null)[]
  readonly damage: Failure | null
}

/** The calls that the worker answers, with their results. */
export interface Calls {
  /** Files above `threshold` bytes are read by windows, if they can be. */
  open(file: Blob, name: string, threshold: number): Opened
  /** More bytes of a play that is still being recorded, the first with no replay open; null: too few to show anything. */
  grow(bytes: Blob, name: string, over: boolean): Opened | null
  columns(needs: Needs): Record<string, ColumnsOf>
  /** For a long file: columns of the rows from one time to another, and of the state before. */
  window(needs: Needs, from: number, to: number): Record<string, ColumnsOf>
  rows(origin: Origin, table: string, start: number, count: number): Cells[]
  findings(): Finding[]
  pictures(theme: 'light' | 'dark'): Picture[]
  export(origin: Origin, table: string, form: ExportForm): Uint8Array<ArrayBuffer>
  /** The formats that the file can be written in, its own first. */
  targets(): Target[]
  /** The file in another format; in its own, if `to` is null, repaired. */
  rewrite(to: string | null): Rewritten
  /** Shows the macro with other inputs; null: as it is in the file. */
  edit(inputs: readonly MacroInput[] | null): Opened
  /** The macro as it is shown, in a format. Fails if it has an error there that the file does not have. */
  save(to: string): Rewritten
  /** Lists the replays of an archive, up to a limit. No file has to be open. */
  members(file: Blob, most: number): Members
  /** The map that is in the replay itself, as a demo of DDNet has it; null if there is none. */
  level(): Uint8Array<ArrayBuffer> | null
  /** Reads the replay again beside what was played. Fails, and leaves all as it is, if that is another level. */
  judge(map: Blob): Opened
  /** Reads a map, whatever else is open. */
  map(file: Blob): LevelTables
  /** The demo of a finish of a DDNet recording. Needs the module `demo`, and no file has to be open. */
  demo(recording: Blob, map: Blob, finish: DemoFinish): Uint8Array<ArrayBuffer>
}

export interface Target {
  readonly id: string
  readonly name: string
  readonly own: boolean
}

/** `full`: the whole module, which also draws, exports and writes. `level`: the one that judges a replay with what was played.
 * `demo`: the one that makes demos of DDNet recordings. */
export type ModuleName = Game | 'full' | 'level' | 'demo'

/** A module for the worker: the first message, and the answer to `{ need }`. */
export interface Given {
  readonly name: ModuleName
  /** Or why there is none. */
  readonly module: WebAssembly.Module | string
}

export type Request = { [K in keyof Calls]: { id: number; call: K; arguments: Parameters<Calls[K]> } }[keyof Calls]
export type Answer =
  { id: number; result: unknown } | { id: number; failure: Failure } | { id: number; progress: number } | { need: ModuleName }
export type { Failure, Finding, MacroInput, Members, Rewritten, Value }
