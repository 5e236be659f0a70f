// SPDX-License-Identifier: MIT
// Every wrong argument has an error of its own; Node opens paths; what is printed is short.
import * as reel from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { golden, goldenFiles } from './files.js'

const play = golden('bsor/golden/full.bsor')
const folder = mkdtempSync(join(tmpdir(), 'reel-'))
const path = join(folder, 'play.bsor')
writeFileSync(path, play)
test.after(() => {
  rmSync(folder, { recursive: true })
})

/** What a program in JavaScript may pass where something else is needed. */
const oddities: unknown[] = [
  null,
  undefined,
  0,
  1,
  NaN,
  Infinity,
  7n,
  true,
  {},
  [],
  [1],
  () => 1,
  Symbol('x'),
  Object.create(null),
  new Date(),
]

type Call = (argument: never, options?: never) => unknown
const readers: Record<string, Call> = {
  open: reel.open,
  openInWorker: reel.openInWorker,
  convert: (source, options) => reel.convert(source, 'bsor', options),
  repair: reel.repair,
  conversions: reel.conversions,
  stream: async (source, options) => {
    for await (const chunk of reel.stream(source, options)) assert.ok(chunk)
  },
}

async function failure(call: () => unknown): Promise<reel.ReelError> {
  try {
    await call()
  } catch (error) {
    assert.ok(error instanceof reel.ReelError, String(error))
    return error
  }
  return assert.fail('nothing failed')
}

for (const [name, call] of Object.entries(readers)) {
  test(`${name} refuses what is no source`, async () => {
    for (const oddity of oddities) {
      const { status, rule, message } = await failure(() => call(oddity as never))
      assert.deepEqual([status, rule], ['argument', 'web.argument'], inspect(oddity))
      assert.match(message, /^the source must be a path, bytes, a Blob, a Response or a stream, not /)
    }
  })

  test(`${name} refuses options that do not exist or have a wrong type`, async () => {
    for (const oddity of [null, 1, 'x', []]) {
      assert.equal((await failure(() => call(play as never, oddity as never))).rule, 'web.argument')
    }
    for (const [option, hint] of [
      ['limit', 'limits'],
      ['Signal', 'signal'],
      ['formta', 'format'],
    ] as const) {
      const { rule, message } = await failure(() => call(play as never, { [option]: undefined } as never))
      assert.equal(rule, 'web.option')
      assert.ok(message.endsWith(`did you mean '${hint}'?`), message)
    }
    for (const options of [{ format: 1 }, { limits: { rows: '1' } }, { limits: { row: 1 } }, { limits: null }, { signal: true }]) {
      assert.match((await failure(() => call(play as never, options as never))).rule, /^web\.(argument|option)$/)
    }
  })

  test(`${name} opens a path and a file: URL`, async () => {
    for (const source of [path, pathToFileURL(path), pathToFileURL(path).href]) {
      const result = await call(source as never)
      if (result instanceof reel.Replay || result instanceof reel.RemoteReplay) result.close()
    }
    const missing = await failure(() => call(join(folder, 'none.bsor') as never))
    assert.deepEqual([missing.status, missing.rule], ['io', 'file.open'])
    assert.ok(missing.message.includes('none.bsor'))
    assert.equal((missing.cause as NodeJS.ErrnoException).code, 'ENOENT')
    const directory = await failure(() => call(folder as never))
    assert.equal((directory.cause as NodeJS.ErrnoException).code, 'EISDIR')
    assert.ok(directory.message.includes(folder))
    assert.match((await failure(() => call('https://127.0.0.1/play.bsor' as never))).message, /pass fetch\(url\)/)
  })
}

test('a path gives what its bytes give, within the limit of the input', async () => {
  using replay = await reel.open(path)
  using other = await reel.open(play)
  assert.equal(replay.export('json'), other.export('json'))
  assert.equal((await failure(() => reel.open(path, { limits: { inputBytes: 10 } }))).rule, 'reel.input-size')
})

test('methods refuse options that do not exist, and what is no name', async () => {
  using replay = await reel.open(play)
  const notes = replay.table('notes')
  for (const call of [
    () => replay.stats({ insights: 'beatsaber' } as never),
    () => replay.export('json', { table: ['notes'] } as never),
    () => replay.plots({ them: 'dark' } as never),
    () => replay.plot('score', { theme: 'blue' } as never),
    () => replay.report({ width: '1' } as never),
    () => [...notes.rows({ label: true } as never)],
    () => notes.row(0, { lables: true } as never),
    () => replay.table(3 as never),
    () => replay.export(null as never),
    () => reel.initialize('x'),
    () => reel.initialize(play, 'half' as never),
    () => reel.convert(play, 3 as never),
  ]) {
    assert.equal((await failure(call)).status, 'argument')
  }
  assert.match((await failure(() => replay.table('frame'))).message, /did you mean 'frames'\?/)
  const stream = await reel.ReplayStream.create()
  assert.equal((await failure(() => [...stream.push('x' as never)])).rule, 'web.argument')
  stream.close()
})

test('what console.log shows has one line', async () => {
  const replay = await reel.open(play)
  const shown: unknown[] = [replay, replay.table('frames'), replay.stats(), replay.table('frames').view('time')]
  shown.push(await reel.ReplayStream.create(), new reel.ReplayWorker())
  using remote = await reel.openInWorker(play)
  shown.push(remote, remote.table('frames'))
  for await (const chunk of reel.stream(play)) shown.push(inspect(chunk))
  for (const each of shown) {
    const text = inspect(each)
    assert.ok(text.length < 300 && !text.includes('\n'), text)
  }
  assert.equal(inspect(replay.table('frames')), 'Table { frames: 8 rows, 23 columns }')
  assert.match(inspect(replay), /^Replay \{ Beat Saber Open Replay: info \(1\), frames \(8\), notes \(6\)/)
  replay.close()
  assert.equal(inspect(replay), 'Replay { Beat Saber Open Replay, closed }')
})

test('rows survive JSON.stringify, with every value', async () => {
  let large = 0
  for (const file of goldenFiles) {
    const replay = await reel.open(file)
    for (const table of replay.tables.values()) {
      const rows = [...table]
      const copies = JSON.parse(JSON.stringify(rows)) as Record<string, unknown>[]
      assert.equal(JSON.stringify(table), JSON.stringify(rows))
      for (const [index, row] of rows.entries()) {
        assert.deepEqual(Object.keys(copies[index] as object), Object.keys(row))
        for (const [name, value] of Object.entries(row)) {
          const copy = copies[index]?.[name]
          if (typeof value === 'bigint') {
            assert.equal(BigInt(copy as string | number), value)
            if (typeof copy === 'string') large++
          } else if (typeof value === 'number') assert.equal(Number(copy), value)
          else if (value instanceof Uint8Array) assert.deepEqual(Buffer.from(copy as string, 'base64'), Buffer.from(value))
          else if (value instanceof Date) assert.equal(copy, value.toISOString())
          else if (!Array.isArray(value)) assert.equal(copy, value)
        }
      }
    }
    assert.equal((JSON.parse(JSON.stringify(replay)) as { format: string }).format, replay.format.id)
    replay.close()
  }
  assert.ok(large > 0)
})
