// SPDX-License-Identifier: MIT
/**
 * Game replays in browsers and Node: Beat Saber (BSOR, ScoreSaber), DDNet (teehistorian), Echo VR, Geometry Dash (GDR).
 *
 * @packageDocumentation
 */
export { type DemoFinish, type DemoOptions, finishDemo } from './demo.js'
export { type Failure, ReelError, type Status } from './errors.js'
export { type Game, gameOf, HEAD_BYTES } from './game.js'
export { type Member, type MemberOptions, members, type Members } from './members.js'
export { formats, initialize, version } from './module.js'
export type { Limits, ReadOptions } from './options.js'
export {
  type BinaryForm,
  type ExportOptions,
  type Finding,
  type Header,
  open,
  type OpenOptions,
  type Plot,
  type PlotOptions,
  Replay,
  Stats,
  type StatsOptions,
  type TextForm,
} from './replay.js'
export {
  conversions,
  convert,
  type ConvertOptions,
  editInputs,
  type MacroInput,
  repair,
  type RewriteOptions,
  type Rewritten,
} from './rewrite.js'
export type { ModuleKind } from './platform.js'
export type { FieldFlag, FieldSchema, FormatSchema, InsightSchema, TableSchema, ValueType } from './schema.js'
export type { Source } from './source.js'
export { type Chunk, ReplayStream, stream } from './stream.js'
export { type ColumnValues, ColumnView, type NumberArray, type PackedArray, type Row, type RowOptions, Table, type Value } from './table.js'
export type { Columns } from './protocol.js'
export {
  openInWorker,
  type RemoteOptions,
  RemoteReplay,
  type RemoteStats,
  RemoteTable,
  ReplayWorker,
  type WorkerOptions,
} from './remote.js'
