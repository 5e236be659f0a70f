// SPDX-License-Identifier: MIT
import { checkNumber, checkOptions, textsOf } from './arguments.js'
import { fail } from './errors.js'
import { counted, inspect, newRow } from './inspect.js'
import type { Instance } from './module.js'
import { type FieldSchema, findRenamed, lookUp, type TableSchema, type ValueType } from './schema.js'

/** Numbers that are not 64-bit integers. A bool is a byte: 0 is false. */
export type NumberArray =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/** The values of a column of numbers, in an ArrayBuffer of their own. */
export type PackedArray = NumberArray | BigInt64Array<ArrayBuffer> | BigUint64Array<ArrayBuffer>

/** The values of a column. Text and UUIDs are strings; opaque bytes are byte arrays. */
export type ColumnValues = PackedArray | string[] | Uint8Array<ArrayBuffer>[]

/** One value of a row: a scalar, an array for a vector, a date for a time of the calendar, or null if the row has none. */
export type Value = number | bigint | boolean | string | Uint8Array | Date | null | (number | bigint | null)[]

/**
 * A row by field names. It inherits toJSON and nothing else, so no name of a field means anything else. In JSON, integers beyond 2^53 are
 * texts of digits, bytes are base64, and NaN and infinities are texts.
 */
export type Row = Record<string, Value>

/** How rows are made. */
export interface RowOptions {
  /** Number of the first row; 0 by default. */
  readonly start?: number
  /** Number after the last row; all by default. */
  readonly end?: number
  /** Give the names of enumeration values, where they have one; true by default. Without, they are numbers. */
  readonly labels?: boolean
  /** Beside each time of the calendar, which is as the file has it, a Date called NAME_utc; true by default. */
  readonly dates?: boolean
}

const arrays = {
  bool: Uint8Array,
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

const UUID_SIZE = 16
/** The name of the column of a moment is that of its field and this. */
const MOMENT_SUFFIX = '_utc'

/** @internal A set of rows in an instance: a replay, a chunk, or statistics. */
export interface Owner {
  readonly instance: Instance
  readonly handle: number
  /** Throws if the rows are gone. */
  check(): void
}

/** @internal A copy of a column, and for each row 1 if it has a value; null if all have one. */
export interface Copy {
  readonly values: ColumnValues
  readonly present: Uint8Array<ArrayBuffer> | null
}

interface Located {
  readonly field: FieldSchema
  readonly index: number
  readonly component: number
}

/**
 * Values of a column where the module has them, inside its rows: nothing is copied. The view is valid until the replay is closed, the
 * stream moves on, or the memory of the module grows, which most calls can cause. Then every use throws `closed`.
 */
export class ColumnView {
  /** Number of rows. */
  readonly length: number
  /** Distance of two rows in `array`, in elements. */
  readonly stride: number

  /** @internal */
  constructor(
    private readonly owner: Owner,
    private readonly borrowed: PackedArray,
    length: number,
    stride: number,
  ) {
    this.length = length
    this.stride = stride
  }

  /** The memory from the first value on: row `i` is `array[i * stride]`. Do not keep it, and do not write to it. */
  get array(): PackedArray {
    this.owner.check()
    if (this.borrowed.buffer !== this.owner.instance.buffer) {
      throw fail('closed', 'web.view', 'the view is no longer valid: the memory of the module has grown; make a new one')
    }
    return this.borrowed
  }

  /** The value of row `index`, or undefined beyond the last one. */
  at(index: number): number | bigint | undefined {
    checkNumber('the row', index)
    const { array } = this
    return index >= 0 && index < this.length ? array[index * this.stride] : undefined
  }

  /** @internal */
  [inspect](): string {
    return `ColumnView { ${counted(this.length, 'value')} }`
  }

  /** All values, in order. Each step checks that the view is still valid. */
  *[Symbol.iterator](): Generator<number | bigint, void> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as number | bigint
  }
}

const columnsOf = new WeakMap<TableSchema, ReadonlyMap<string, Located>>()

/** Where the columns of a table are: found once, as a stream makes tables for each of its chunks. */
function locatedIn(schema: TableSchema): ReadonlyMap<string, Located> {
  const known = columnsOf.get(schema)
  if (known) return known
  const found = new Map<string, Located>()
  for (const [index, field] of [...schema.fields.values()].entries()) {
    for (const [component, column] of field.columns.entries()) found.set(column, { field, index, component })
  }
  columnsOf.set(schema, found)
  return found
}

/** A table of a replay, of a chunk of a stream, or of statistics. */
export class Table implements Iterable<Row> {
  readonly schema: TableSchema
  private readonly located: ReadonlyMap<string, Located>

  /** @internal */
  constructor(
    private readonly owner: Owner,
    schema: TableSchema,
    private readonly index: number,
  ) {
    this.schema = schema
    this.located = locatedIn(schema)
  }

  /** The name of the table. */
  get name(): string {
    return this.schema.name
  }

  /** Number of rows. */
  get length(): number {
    this.owner.check()
    return this.owner.instance.call.row_count(this.owner.handle, this.index)
  }

  /** Number in the file of the first row: above 0 in later chunks of a stream. */
  get first(): number {
    this.owner.check()
    return this.owner.instance.call.row_first(this.owner.handle, this.index)
  }

  /** The names of the columns, in order. */
  get columnNames(): string[] {
    return [...this.located.keys()]
  }

  private locate(name: string): Located {
    this.owner.check()
    const vector = this.schema.fields.get(name)
    if (vector && !this.located.has(name)) {
      throw fail('argument', 'web.column', `'${name}' is a vector of the columns ${vector.columns.join(', ')}`)
    }
    const renamed = this.located.has(name) ? undefined : findRenamed(this.schema, name)
    return lookUp(this.located, 'column', renamed?.columns[0] ?? name)
  }

  /**
   * A copy of a column. The buffer of a typed array holds nothing else and can be transferred to another thread. Rows without a value
   * have 0 or an empty text: see `present`.
   */
  column(name: string): ColumnValues {
    return (this.copies([name]).get(name) as Copy).values
  }

  /** A column of numbers that are not 64-bit integers. Fails for other columns. */
  numbers(name: string): NumberArray {
    const { type } = this.locate(name).field
    if (type === 'u64' || type === 'i64' || !(type in arrays)) {
      throw fail('argument', 'web.type', `column '${name}' has values of type ${type}: use column()`)
    }
    return this.column(name) as NumberArray
  }

  /** A column of text or UUIDs. Fails for other columns. */
  strings(name: string): string[] {
    const { type } = this.locate(name).field
    if (type !== 'string' && type !== 'uuid') {
      throw fail('argument', 'web.type', `column '${name}' has values of type ${type}: use column()`)
    }
    return this.column(name) as string[]
  }

  /** For each row, 1 if it has a value and 0 if not; null if every row has one. */
  present(name: string): Uint8Array<ArrayBuffer> | null {
    return (this.copies([name]).get(name) as Copy).present
  }

  /** Copies of several columns, or of all, in one pass over the rows: faster than one by one. */
  columns(names: Iterable<string> = this.located.keys()): Map<string, ColumnValues> {
    return new Map([...this.copies(textsOf('the names of columns', names))].map(([name, { values }]) => [name, values]))
  }

  /**
   * The moments that a field holds whose schema has `moment`, to the millisecond; null where a row has none, or a value that is not a date
   * in the years 1 to 9999.
   */
  dates(name: string): (Date | null)[] {
    const { field } = this.locate(name)
    if (!field.moment) throw fail('argument', 'web.type', `column '${name}' is not a time of the calendar`)
    return this.batch([field.name + MOMENT_SUFFIX], (length) => {
      const present = this.mask(0, length)
      const moments = this.values('i64', 0, length) as BigInt64Array
      return Array.from(moments, (moment, row) => (present && !present[row] ? null : dateOf(moment)))
    })
  }

  /** The values of a column of numbers where the module has them; see `ColumnView`. Fails for text and bytes. */
  view(name: string): ColumnView {
    const { field, index, component } = this.locate(name)
    const { instance, handle } = this.owner
    if (!(field.type in arrays)) throw fail('argument', 'web.type', `column '${name}' has values of type ${field.type}: use column()`)
    const make = arrays[field.type as keyof typeof arrays]
    const length = this.length
    const stride = instance.call.row_size(handle, this.index) / make.BYTES_PER_ELEMENT
    const start =
      (instance.call.row_data(handle, this.index) >>> 0) +
      instance.call.field_offset(handle, this.index, index) +
      component * make.BYTES_PER_ELEMENT
    const borrowed = length === 0 ? new make(instance.buffer, 0, 0) : new make(instance.buffer, start, (length - 1) * stride + 1)
    return new ColumnView(this.owner, borrowed, length, stride)
  }

  /** Rows as plain objects. Columns are faster if there are many rows. */
  *rows(options: RowOptions = {}): Generator<Row, void> {
    checkOptions('rows', options, { start: 'number', end: 'number', labels: 'boolean', dates: 'boolean' })
    const length = this.length
    const start = Math.max(0, options.start ?? 0)
    const end = Math.min(length, options.end ?? length)
    if (start >= end) return
    const copies = this.copies()
    const fields = [...this.schema.fields.values()].map((field) => ({
      field,
      columns: field.columns.map((name) => (copies.get(name) as Copy).values),
      present: field.columns.map((name) => (copies.get(name) as Copy).present),
      dates: field.moment && options.dates !== false ? this.dates(field.name) : null,
    }))
    for (let row = start; row < end; row++) {
      const made: Row = newRow()
      for (const { field, columns, present, dates } of fields) {
        made[field.name] = valueOf(field, columns, present, row, options.labels !== false)
        if (dates) made[field.name + MOMENT_SUFFIX] = dates[row] ?? null
      }
      yield made
    }
  }

  /** All rows; see `rows`. */
  [Symbol.iterator](): Generator<Row, void> {
    return this.rows()
  }

  /** One row, or undefined beyond the last one. */
  row(index: number, options: Omit<RowOptions, 'start' | 'end'> = {}): Row | undefined {
    checkNumber('the row', index)
    checkOptions('row', options, { labels: 'boolean', dates: 'boolean' })
    for (const row of this.rows({ ...options, start: index, end: index + 1 })) return row
    return undefined
  }

  /** All rows. */
  toJSON(): Row[] {
    return [...this]
  }

  /** @internal */
  [inspect](): string {
    return `Table { ${this.name}: ${counted(this.length, 'row')}, ${counted(this.columnNames.length, 'column')} }`
  }

  /** @internal Columns, and which rows have a value. */
  copies(names: Iterable<string> = this.located.keys()): Map<string, Copy> {
    const wanted = [...new Set(names)].map((name) => ({ name, ...this.locate(name) }))
    if (wanted.length === 0) return new Map()
    const list = wanted.map(({ name }) => name)
    return this.batch(
      list,
      (length) =>
        new Map(
          wanted.map(({ name, field }, column) => [
            name,
            { values: this.values(field.type, column, length), present: this.mask(column, length) },
          ]),
        ),
    )
  }

  /** Has `read` read columns that the module makes for that time. */
  private batch<T>(names: string[], read: (length: number) => T): T {
    const { instance, handle } = this.owner
    instance.withTexts([names], (at) => instance.checked(instance.call.batch_make(handle, this.index, at)))
    try {
      return read(this.length)
    } finally {
      instance.call.batch_free()
    }
  }

  private mask(column: number, length: number): Uint8Array<ArrayBuffer> | null {
    const { instance } = this.owner
    const bitmap = instance.call.batch_buffer(column, 0)
    if (bitmap === 0) return null
    const bits = instance.bytes(bitmap, Math.ceil(length / 8))
    return Uint8Array.from({ length }, (_, row) => ((bits[row >> 3] as number) >> (row & 7)) & 1)
  }

  private values(type: ValueType, column: number, length: number): ColumnValues {
    const { instance } = this.owner
    const data = instance.call.batch_buffer(column, 1)
    if (type === 'uuid') return uuids(instance.bytes(data, length * UUID_SIZE), length)
    if (type === 'string' || type === 'bytes') {
      const ends = new Int32Array(instance.buffer, data >>> 0, length + 1)
      const bytes = instance.bytes(instance.call.batch_buffer(column, 2), ends[length] ?? 0)
      return type === 'string' ? texts(bytes, ends, length) : Array.from({ length }, (_, row) => bytes.slice(ends[row], ends[row + 1]))
    }
    const make = arrays[type]
    return new make(length === 0 ? new ArrayBuffer(0) : instance.copy(data, length * make.BYTES_PER_ELEMENT))
  }
}

/** A moment in microseconds since 1970. */
function dateOf(moment: bigint): Date {
  return new Date(Number(moment / 1000n) - (moment % 1000n < 0n ? 1 : 0))
}

/** A vector of which some values are missing has null in their places; null if all are. */
function valueOf(
  field: FieldSchema,
  columns: ColumnValues[],
  present: (Uint8Array<ArrayBuffer> | null)[],
  row: number,
  labels: boolean,
): Value {
  const values = columns.map((column, index) =>
    present[index]?.[row] === 0 ? null : (column[row] as number | bigint | string | Uint8Array),
  )
  if (values.every((value) => value === null)) return null
  if (values.length > 1) return values as (number | bigint | null)[]
  const value = values[0] as number | bigint | string | Uint8Array
  if (field.type === 'bool') return value !== 0
  if (labels && (typeof value === 'number' || typeof value === 'bigint')) return field.labels.get(Number(value)) ?? value
  return value
}

/** Decodes all texts at once if they are ASCII, which most are: offsets in the bytes are then offsets in the text. */
function texts(bytes: Uint8Array, ends: Int32Array, length: number): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const all = decoder.decode(bytes)
  if (all.length === bytes.length) return Array.from({ length }, (_, row) => all.slice(ends[row], ends[row + 1]))
  return Array.from({ length }, (_, row) => decoder.decode(bytes.subarray(ends[row], ends[row + 1])))
}

function uuids(bytes: Uint8Array, length: number): string[] {
  return Array.from({ length }, (_, row) => {
    const own = bytes.subarray(row * UUID_SIZE, (row + 1) * UUID_SIZE)
    const digits = Array.from(own, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  })
}

/** @internal The tables of a set of rows, by name. */
export function tablesOf(owner: Owner, schemas: ReadonlyMap<string, TableSchema>): ReadonlyMap<string, Table> {
  return new Map([...schemas.values()].map((schema, index) => [schema.name, new Table(owner, schema, index)]))
}
