// SPDX-License-Identifier: MIT
// The cases that all doors are tested with: tests/doors/cases. Values are those of columns, and of rows.
import {
  type Chunk,
  type ColumnValues,
  convert,
  open,
  type ReadOptions,
  ReelError,
  type Replay,
  repair,
  ReplayStream,
  type Stats,
  type Table,
} from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './files.js'

type Line = string[]
type Bytes = Uint8Array<ArrayBuffer>
type Failure = Pick<ReelError, 'status' | 'rule' | 'section' | 'offset'>

const folder = join(root, 'tests/doors/cases')
const inputs = new Map<string, Bytes>()
const cases: Line[][] = []

for (const name of readdirSync(folder).filter((each) => each.endsWith('.tsv'))) {
  for (const block of readFileSync(join(folder, name), 'utf8').split('\n\n')) {
    const kept = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const lines = kept.map((line) => line.split('\t'))
    if (lines[0]?.[0] === 'input') inputs.set(word(lines[0], 1), made(lines.slice(1)))
    else if (lines.length > 0) cases.push(lines)
  }
}

function word(line: Line, at: number): string {
  const found = line[at]
  assert.ok(found !== undefined, `${line.join(' ')}: too few words`)
  return found
}

function made(lines: Line[]): Bytes {
  const parts = lines.map((line) => {
    assert.ok(line[0] === 'hex' || line[0] === 'repeat', `unknown word ${word(line, 0)}`)
    const part = Buffer.from(word(line, line.length - 1), 'hex')
    return line[0] === 'repeat' ? Buffer.concat(Array.from({ length: Number(line[1]) }, () => part)) : part
  })
  return new Uint8Array(Buffer.concat(parts))
}

function bytesOf(name: string): Bytes {
  return inputs.get(name) ?? new Uint8Array(readFileSync(join(root, name)))
}

/** Text has bytes that are not UTF-8 as U+F780 to U+F7FF. */
function utf8(text: string): Uint8Array {
  const parts = Array.from(text, (char) => (/[\uf780-\uf7ff]/u.test(char) ? [char.charCodeAt(0) & 0xff] : [...Buffer.from(char)]))
  return Uint8Array.from(parts.flat())
}

function quoted(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) =>
    byte < 32 || byte > 126 || byte === 37 || byte === 34 ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
  )
  return `"${text.join('')}"`
}

function bits(values: Float32Array | Float64Array): string {
  return `0x${Buffer.from(values.buffer, values.byteOffset, values.byteLength).reverse().toString('hex')}`
}

/** A value of a column. A float stays in its array, so that it keeps its bits. */
function valueAt(values: ColumnValues | undefined, row: number): unknown {
  const isFloat = values instanceof Float32Array || values instanceof Float64Array
  return isFloat ? values.slice(row, row + 1) : (values ?? [])[row]
}

/** Types that a view has. */
const viewed = new Set(['bool', 'u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'f32', 'f64'])

/** A value where the module has it. A float stays in an array. */
function inPlace(table: Table, name: string, row: number): unknown {
  const { array, stride } = table.view(name)
  return valueAt(array, row * stride)
}

function token(type: string, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Float32Array || value instanceof Float64Array) return bits(value)
  if (type === 'f32') return bits(Float32Array.of(value as number))
  if (type === 'f64') return bits(Float64Array.of(value as number))
  if (type === 'bool') return value === 0 || value === false ? 'false' : 'true'
  if (value instanceof Uint8Array) return `x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'string' && type !== 'uuid') return quoted(utf8(value))
  assert.ok(typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string')
  return value.toString()
}

/** Of an integer with a name, columns have the one and rows the other. */
function same(expected: string, got: string, named: boolean): boolean {
  const [number, name] = expected.split('=')
  if (expected.startsWith('"') || name === undefined) return got === expected
  return got === (named ? quoted(Buffer.from(name)) : number)
}

/** One call of a case. */
class Run {
  private readonly counts = new Map<string, number>()

  constructor(private readonly lines: Line[]) {}

  private all(name: string): Line[] {
    return this.lines.filter((line) => line[0] === name).map((line) => line.slice(1))
  }

  private first(name: string): Line | undefined {
    return this.all(name)[0]
  }

  private wished(option: string): Line | undefined {
    return this.all('with').find((line) => line[0] === option)
  }

  private file(): Bytes {
    const bytes = bytesOf(word(this.first('file') ?? [], 0))
    return bytes.slice(0, Number(this.first('cut')?.[0] ?? bytes.length))
  }

  private options(): ReadOptions {
    for (const [name] of this.all('with')) {
      assert.ok(['strict', 'select', 'between', 'insight', 'to', 'repair'].includes(name ?? ''), `unknown option ${name ?? ''}`)
    }
    const [select, between] = [this.wished('select'), this.wished('between')]
    return {
      strict: this.wished('strict') !== undefined,
      ...(select ? { tables: select.slice(1) } : {}),
      ...(between ? { after: Number(between[1]), before: Number(between[2]) } : {}),
    }
  }

  /** Adds the rows of a replay or of a chunk. */
  private rows(from: Replay | Stats | Chunk): void {
    for (const [at, head] of this.lines.entries()) {
      if (head[0] !== 'table') continue
      const table = from.tables.get(word(head, 1))
      assert.ok(table, `no table ${word(head, 1)}`)
      const begin = this.counts.get(table.name) ?? 0
      this.counts.set(table.name, begin + table.length)
      if (table.length > 0 && !this.wished('between')) assert.equal(table.first, begin)
      const columns = head.slice(3)
      const copies = table.columns(columns)
      const fields = [...table.schema.fields.values()]
      for (let line = at + 1; this.lines[line]?.[0] === 'row'; line++) {
        const expected = this.lines[line] as Line
        const number = Number(expected[1]) - begin
        const row = table.row(number, { labels: true, dates: false })
        if (number < 0 || !row) continue
        for (const [i, name] of columns.entries()) {
          const field = fields.find((each) => each.columns.includes(name))
          assert.ok(field, `no column ${name}`)
          const value = row[field.name] ?? null
          const component = Array.isArray(value) ? value[field.columns.indexOf(name)] : value
          const present = table.present(name)?.[number] !== 0
          const copy = token(field.type, present ? valueAt(copies.get(name), number) : null)
          // the bits of a NaN are those of the column: a number may have others
          const other = Number.isNaN(component) ? copy : token(field.type, component)
          const seen = viewed.has(field.type) && present ? [token(field.type, inPlace(table, name, number))] : []
          for (const [which, got] of [copy, other, ...seen].entries()) {
            const wanted = word(expected, 2 + i)
            assert.ok(same(wanted, got, which === 1), `${name} of row ${word(expected, 1)} of ${table.name} is ${got}, not ${wanted}`)
          }
        }
      }
    }
  }

  private counted(): void {
    for (const [name, count] of this.all('table')) assert.equal(this.counts.get(name ?? '') ?? 0, Number(count), name)
  }

  private fails(expected: Line | undefined, why: Failure | null): void {
    const got = why ? [why.status, why.rule, why.section === '' ? '-' : why.section, String(why.offset)] : []
    assert.deepEqual(expected ? got.slice(0, expected.length) : got, expected ?? [])
  }

  /** What the call gives, unless it fails. */
  private async made<T>(call: Promise<T>): Promise<T | null> {
    let given: T | null = null
    let why: ReelError | null = null
    try {
      given = await call
    } catch (error) {
      if (!(error instanceof ReelError)) throw error
      why = error
    }
    this.fails(this.first('error'), why)
    return given
  }

  private replay(replay: Replay): void {
    const format = this.first('format')
    if (format) assert.equal(replay.format.id, format[0])
    this.fails(this.first('damage'), replay.damage)
    this.rows(replay)
    this.counted()
    replay.close()
  }

  private async chunks(): Promise<void> {
    using stream = await ReplayStream.create(this.options())
    const bytes = this.file()
    const read = async (): Promise<boolean> => {
      for (let at = 0; at < bytes.length; at += 1000) for (const chunk of stream.push(bytes.subarray(at, at + 1000))) this.rows(chunk)
      for (const chunk of stream.end()) this.rows(chunk)
      return true
    }
    if (!(await this.made(read()))) return
    this.fails(this.first('damage'), stream.damage)
    this.counted()
  }

  private result(expected: Line | undefined, bytes: Uint8Array): void {
    if (expected) assert.deepEqual([String(bytes.length), createHash('sha256').update(bytes).digest('hex')], expected)
  }

  /** A conversion to the own format. */
  private async rewrite(bytes: Bytes, expected: Line | undefined): Promise<void> {
    using replay = await open(bytes)
    this.result(expected, (await convert(bytes, replay.format.id)).bytes)
  }

  private async convert(): Promise<void> {
    const to = this.wished('to')
    this.options()
    const given = await this.made(to ? convert(this.file(), word(to, 1)) : repair(this.file()))
    if (!given) return
    this.result(this.first('result'), given.bytes)
    this.replay(await open(given.bytes))
  }

  private async check(): Promise<void> {
    using replay = await open(this.file())
    const found = replay
      .check()
      .map((each) => [each.severity, each.rule, each.section, each.offset, each.table, each.row, each.count])
      .map((words) => words.map((each) => String(each ?? '-')))
    assert.deepEqual(found, this.all('finding'))
  }

  private async damaged(line: Line): Promise<void> {
    try {
      using replay = await open(bytesOf(word(line, 0)))
      this.fails(line.slice(1), replay.damage)
    } catch (error) {
      if (!(error instanceof ReelError)) throw error
      this.fails(line.slice(1), error)
    }
  }

  async call(name: string): Promise<void> {
    switch (name) {
      case 'load': {
        const replay = await this.made(open(this.file(), this.options()))
        if (replay) this.replay(replay)
        return
      }
      case 'chunks':
        return this.chunks()
      case 'statistics': {
        using replay = await open(this.file())
        this.rows(replay.stats({ insight: word(this.wished('insight') ?? [], 1) }))
        this.counted()
        return
      }
      case 'check':
        return this.check()
      case 'convert':
        return this.convert()
      case 'rewrite':
        if (this.first('file')) await this.rewrite(this.file(), this.first('result'))
        for (const line of this.all('each')) await this.rewrite(bytesOf(word(line, 0)), line.slice(1))
        return
      case 'open':
        for (const [file, format] of this.all('each')) {
          using replay = await open(bytesOf(file ?? ''))
          assert.equal(replay.format.id, format, file)
        }
        return
      case 'damage':
        for (const line of this.all('each')) await this.damaged(line)
        return
      default:
        assert.fail(`unknown call ${name}`)
    }
  }
}

let ran = 0
let notHere = 0

for (const lines of cases) {
  for (const [at, line] of lines.entries()) {
    if (line[0] !== 'call') continue
    const rest = lines.slice(at + 1)
    const end = rest.findIndex((each) => each[0] !== 'not')
    if (rest.slice(0, end < 0 ? rest.length : end).some((each) => each[1] === 'npm')) {
      notHere++
      continue
    }
    test(`${word(lines[0] as Line, 1)}, ${word(line, 1)}`, async () => {
      ran++
      await new Run(lines).call(word(line, 1))
    })
  }
}

after(() => {
  console.log(`   ${ran} cases ran, ${notHere} are not for this door`)
  assert.ok(ran > 0)
})
