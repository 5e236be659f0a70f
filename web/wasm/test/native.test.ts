// SPDX-License-Identifier: MIT
// Every file, read by the module and by the native command.
import { initialize, open, ReelError, stream, type FieldSchema, type Replay, type Table, type Value } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { badFiles, command, corpusFiles, goldenFiles, native } from './files.js'

// JSON lines of a larger file take longer to parse than they are worth; such files are only used.
const LARGEST_COMPARED = 150_000
// No file may need more memory than this, in pages of 64 KiB: 512 MiB.
const MOST_PAGES = 8192

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g
const LONG_INTEGER = /^-?\d{16,}$/

type Lines = Map<string, Record<string, unknown>[]>

/** Rows by table. Integers that a double cannot hold become strings. */
function parse(jsonl: string): Lines {
  const lines: Lines = new Map()
  for (const line of jsonl.split('\n')) {
    if (line === '') continue
    const exact = line.replace(TOKEN, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token))
    const row = JSON.parse(exact) as Record<string, unknown>
    const table = row['table'] as string
    if (!lines.has(table)) lines.set(table, [])
    lines.get(table)?.push(row)
  }
  return lines
}

function expectedNumber(field: FieldSchema, value: unknown): number | bigint {
  if (field.type === 'u64' || field.type === 'i64') return BigInt(value as string | number)
  return field.type === 'f32' ? Math.fround(Number(value)) : Number(value)
}

/** The value that JSON has, in the type of a row. */
function expected(field: FieldSchema, value: unknown): Value {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((each) => expectedNumber(field, each))
  if (field.type === 'bytes') return new Uint8Array(Buffer.from(value as string, 'base64'))
  if (field.type === 'string' || field.type === 'uuid' || field.type === 'bool') return value as string | boolean
  return expectedNumber(field, value)
}

function compare(table: Table, lines: Record<string, unknown>[], file: string): void {
  assert.equal(table.length, lines.length, `${file}: rows of ${table.name}`)
  let index = 0
  for (const row of table.rows({ labels: false })) {
    const line = lines[index++] as Record<string, unknown>
    for (const field of table.schema.fields.values()) {
      const value = row[field.name]
      const other = expected(field, line[field.name])
      const equal = Array.isArray(value) || value instanceof Uint8Array ? undefined : Object.is(value, other)
      if (equal !== true) assert.deepStrictEqual(value, other, `${file}: ${table.name}.${field.name} of row ${index - 1}`)
    }
  }
}

async function attempt(file: string): Promise<Replay | ReelError> {
  try {
    return await open(readFileSync(file))
  } catch (error) {
    assert.ok(error instanceof ReelError, String(error))
    assert.ok(error.status !== 'trap' && error.status !== 'memory', `${file}: ${error.message}`)
    return error
  }
}

let compared = 0
let refused = 0

async function compareFile(file: string): Promise<void> {
  const replay = await attempt(file)
  const jsonl = native('export', '--to', 'jsonl', '--layout', '-o', '-', file)
  if (replay instanceof ReelError) {
    assert.equal(jsonl, null, `${file}: ${replay.message}`)
    refused++
    return
  }
  assert.notEqual(jsonl, null, file)
  const lines = parse(jsonl ?? '')
  for (const table of replay.tables.values()) compare(table, lines.get(table.name) ?? [], file)
  compared++
  replay.close()
}

/** Everything that can be called, on whatever the file holds. */
async function use(file: string): Promise<void> {
  const replay = await attempt(file)
  if (replay instanceof ReelError) return
  try {
    replay.check()
    for (const insight of replay.format.insights.keys()) replay.stats({ insight }).export('json')
    replay.plots()
    replay.export('csv', { tables: [[...replay.tables.keys()][0] as string] })
  } catch (error) {
    assert.ok(error instanceof ReelError, `${file}: ${String(error)}`)
    assert.ok(error.status !== 'trap' && error.status !== 'memory', `${file}: ${error.message}`)
  }
  replay.close()
}

async function streamed(file: string): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  const bytes = readFileSync(file)
  const parts = (async function* () {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  })()
  for await (const chunk of stream(parts)) {
    for (const table of chunk.tables.values()) {
      if (table.length > 0) assert.equal(table.first, rows.get(table.name) ?? 0, `${file}: ${table.name}`)
      rows.set(table.name, (rows.get(table.name) ?? 0) + table.length)
    }
  }
  return rows
}

/** A number below 2^21 in three bytes, as WebAssembly writes it; the last two may have no digits. */
function leb128(value: number): Uint8Array {
  return Uint8Array.of((value & 127) | 128, ((value >> 7) & 127) | 128, value >> 14)
}

/** The module with a lower maximum of its memory. */
function limited(wasm: Buffer): Uint8Array<ArrayBuffer> {
  const declared = wasm.indexOf(leb128(32768))
  const section = wasm.subarray(declared - 6, declared).indexOf(Uint8Array.of(1, 1))
  assert.ok(declared > 0 && declared < 8192 && section >= 0, 'the maximum of the memory is not where it was')
  const copy = new Uint8Array(wasm)
  copy.set(leb128(MOST_PAGES), declared)
  return copy
}

await initialize(limited(readFileSync(fileURLToPath(import.meta.resolve('@reel-replay/reel/reel.wasm')))))
assert.ok(existsSync(command), `${command} is missing: build it with cmake --preset release, or set REEL_COMMAND`)
const real = corpusFiles()

for (const [name, files] of Object.entries({ golden: goldenFiles, bad: badFiles, corpus: real })) {
  test(`every ${name} file has the values that the native command exports`, { skip: files.length === 0 && 'no files' }, async () => {
    for (const file of files) if (statSync(file).size <= LARGEST_COMPARED) await compareFile(file)
  })

  test(`every ${name} file can be used in every way without a trap`, { skip: files.length === 0 && 'no files' }, async () => {
    for (const file of files) await use(file)
  })
}

test('a file that needs more memory than there is fails without a trap', async () => {
  const pieces = (async function* () {
    for (let i = 0; i < 600; i++) yield new Uint8Array(1 << 20)
  })()
  await assert.rejects(open(pieces), { name: 'ReelError', status: 'memory' })
})

test('a stream in small pieces has the rows of the whole file', async () => {
  for (const file of [...goldenFiles, ...badFiles]) {
    const replay = await attempt(file)
    if (replay instanceof ReelError) {
      await assert.rejects(streamed(file), { status: replay.status, rule: replay.rule }, file)
      continue
    }
    const rows = await streamed(file)
    // how a zip file was packed is known from its end only
    const tables = [...replay.tables.values()].filter((table) => !table.schema.layout)
    for (const table of tables) assert.equal(rows.get(table.name) ?? 0, table.length, `${file}: ${table.name}`)
    replay.close()
  }
})

after(() => {
  console.log(`   ${compared} files have equal values, ${refused} are refused by both`)
})
