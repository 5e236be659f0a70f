// SPDX-License-Identifier: MIT
import { checkText, suggestion } from './arguments.js'
import { fail } from './errors.js'

/** The type of one value. Integers of 64 bits are bigints; `bytes` are base64 in JSON and CSV only. */
export type ValueType = 'bool' | 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'i64' | 'f32' | 'f64' | 'string' | 'bytes' | 'uuid'

/** A word about a field: its part in the table (`time`, `key`), or how to treat it (`personal`, `derived`). */
export type FieldFlag = 'time' | 'key' | 'personal' | 'derived' | 'game' | 'previous' | 'group' | 'main'

/** A field of a table. A vector has several columns, any other field has one, with the field's name. */
export interface FieldSchema {
  readonly name: string
  readonly type: ValueType
  /** Number of values; more than 1 for a vector. */
  readonly count: number
  /** "s", "m", "m/s", ...; empty if none. */
  readonly unit: string
  readonly doc: string
  /** Names of the columns. */
  readonly columns: readonly string[]
  /** Whether rows may lack a value. */
  readonly optional: boolean
  /** Whether it is a time of the calendar: see `Table.dates`. */
  readonly moment: boolean
  readonly flags: readonly FieldFlag[]
  /** Names of the values of an enumeration. */
  readonly labels: ReadonlyMap<number, string>
  /** The name in the last release, which is still found, with a warning. */
  readonly oldName?: string
}

/** A kind of row. */
export interface TableSchema {
  readonly name: string
  readonly doc: string
  /** Filled from the start of the file; usually one row. */
  readonly header: boolean
  /** How the file was encoded; not game data. */
  readonly layout: boolean
  /** Filled only if it is asked for by name. */
  readonly onRequest: boolean
  /** The name that a table of statistics had until this release, which is still taken. */
  readonly oldName?: string
  readonly fields: ReadonlyMap<string, FieldSchema>
}

/** Statistics that can be computed from a format. */
export interface InsightSchema {
  readonly id: string
  readonly name: string
  readonly doc: string
  readonly tables: ReadonlyMap<string, TableSchema>
}

/** A file format: what it is called, and its tables. */
export interface FormatSchema {
  readonly id: string
  readonly name: string
  readonly game: string
  /** Without the dot, the usual one first. */
  readonly extensions: readonly string[]
  /** Whether it is read in many chunks. */
  readonly streams: boolean
  readonly tables: ReadonlyMap<string, TableSchema>
  readonly insights: ReadonlyMap<string, InsightSchema>
}

interface RawField {
  name: string
  old_name?: string
  type: ValueType
  count: number
  unit: string
  doc: string
  columns?: string[]
  optional: boolean
  moment?: boolean
  flags: FieldFlag[]
  labels?: { value: number; name: string }[]
}

interface RawTable {
  name: string
  old_name?: string
  doc: string
  header: boolean
  layout: boolean
  on_request: boolean
  fields: RawField[]
}

interface RawFormat {
  id: string
  name: string
  game: string
  extensions: string[]
  streams: boolean
  tables: RawTable[]
  insights: { id: string; name: string; doc: string; tables: RawTable[] }[]
}

function toField(raw: RawField): FieldSchema {
  const { name, type, count, unit, doc, optional, flags } = raw
  const labels = new Map((raw.labels ?? []).map(({ value, name }) => [value, name]))
  const field = { name, type, count, unit, doc, columns: raw.columns ?? [name], optional, moment: raw.moment === true, flags, labels }
  return raw.old_name === undefined ? field : { ...field, oldName: raw.old_name }
}

function toTables(raw: RawTable[]): ReadonlyMap<string, TableSchema> {
  return new Map(
    raw.map(({ name, old_name, doc, header, layout, on_request, fields }) => {
      const known = new Map(fields.map((field) => [field.name, toField(field)]))
      const table = { name, doc, header, layout, onRequest: on_request, fields: known }
      return [name, old_name === undefined ? table : { ...table, oldName: old_name }]
    }),
  )
}

/** @internal The schema that the module describes as JSON. */
export function toFormat(json: string): FormatSchema {
  const { id, name, game, extensions, streams, tables, insights } = JSON.parse(json) as RawFormat
  return {
    id,
    name,
    game,
    extensions,
    streams,
    tables: toTables(tables),
    insights: new Map(insights.map(({ id, name, doc, tables }) => [id, { id, name, doc, tables: toTables(tables) }])),
  }
}

const warned = new Set<string>()

function warnOfOldName(what: string, name: string): void {
  const message = `${what} is now called '${name}'; the next release will not know the old name`
  if (!warned.has(message)) console.warn(message)
  warned.add(message)
}

/** @internal The field that had a name in the last release. Says once what it is called now. */
export function findRenamed(table: TableSchema, oldName: string): FieldSchema | undefined {
  const found = [...table.fields.values()].find((field) => field.oldName !== undefined && field.oldName === oldName)
  if (found && !table.fields.has(oldName)) {
    warnOfOldName(`the field '${oldName}' of ${table.name}`, found.name)
    return found
  }
  return undefined
}

/** @internal The name that a table of statistics has now. Says once if it is another one than in the last release. */
export function currentTable(tables: ReadonlyMap<string, TableSchema>, name: string): string {
  if (tables.has(name)) return name
  const found = [...tables.values()].find((table) => table.oldName !== undefined && table.oldName === name)
  if (found) warnOfOldName(`the table '${name}'`, found.name)
  return found?.name ?? name
}

/** @internal The value of a name; an unknown one fails with the names that there are. */
export function lookUp<T>(map: ReadonlyMap<string, T>, what: string, name: string): T {
  checkText(`the ${what}`, name)
  const value = map.get(name)
  if (value === undefined) {
    throw fail('argument', `web.${what}`, `no ${what} '${name}'; ${suggestion(name, [...map.keys()])}`)
  }
  return value
}
