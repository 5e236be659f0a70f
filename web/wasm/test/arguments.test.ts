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
const macro = golden('gdr/golden/plain.gdr2')
const inputs = [{ frame: 1, button: 1, player2: false, down: true }]
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
    const empty = join(folder, 'empty.bsor')
    writeFileSync(empty, '')
    for (const source of [empty, pathToFileURL(empty)])
      assert.equal((await failure(() => call(source as never))).message, `${String(source)}: the file is empty`)
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
          } else if (typeof value === 'number')
            assert.equal(Number(copy), value + 0) // JSON has no -0
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

/** A call with good arguments, and how many of them are needed. */
interface Tried {
  readonly call: (...args: never[]) => unknown
  readonly good: readonly unknown[]
  readonly needed: number
}

/** Every function and method of the package that takes arguments. */
async function everything(replay: reel.Replay, remote: reel.RemoteReplay): Promise<Record<string, Tried>> {
  const table = replay.table('notes')
  const far = remote.table('notes')
  const stats = replay.stats()
  const worker = new reel.ReplayWorker()
  test.after(() => {
    worker.close()
  })
  const stream = await reel.ReplayStream.create()
  const drain = async (chunks: AsyncIterable<unknown>): Promise<void> => {
    for await (const chunk of chunks) assert.ok(chunk)
  }
  return {
    open: { call: reel.open, good: [play, {}], needed: 1 },
    openInWorker: { call: reel.openInWorker, good: [play, {}], needed: 1 },
    convert: { call: reel.convert, good: [play, 'bsor', {}], needed: 2 },
    repair: { call: reel.repair, good: [play, {}], needed: 1 },
    conversions: { call: reel.conversions, good: [play, {}], needed: 1 },
    editInputs: { call: reel.editInputs, good: [macro, inputs, {}], needed: 2 },
    members: { call: reel.members, good: [play, {}], needed: 1 },
    gameOf: { call: reel.gameOf, good: [new Uint8Array(16)], needed: 1 },
    stream: {
      call: (...args: never[]) => drain(reel.stream(...(args as unknown as Parameters<typeof reel.stream>))),
      good: [play, {}],
      needed: 1,
    },
    'ReplayStream.create': { call: (options?: never) => reel.ReplayStream.create(options), good: [{}], needed: 0 },
    'ReplayStream.push': { call: (bytes: never) => [...stream.push(bytes)], good: [new Uint8Array(0)], needed: 1 },
    finishDemo: {
      call: (recording: never, map: never, finish: never, options?: never) => reel.finishDemo(recording, map, finish, options),
      good: [golden('teehistorian/golden/every-message.teehistorian'), play, { cid: 0, tick: 100, time_ticks: 50 }, {}],
      needed: 3,
    },
    'Replay.table': { call: (name: never) => replay.table(name), good: ['notes'], needed: 1 },
    'Replay.stats': { call: (options?: never) => replay.stats(options), good: [{}], needed: 0 },
    'Replay.plots': { call: (options?: never) => replay.plots(options), good: [{}], needed: 0 },
    'Replay.plot': { call: (id: never, options?: never) => replay.plot(id, options), good: ['score', {}], needed: 1 },
    'Replay.report': { call: (options?: never) => replay.report(options), good: [{}], needed: 0 },
    'Replay.export': { call: (form: never, options?: never) => replay.export(form, options), good: ['json', {}], needed: 1 },
    'Stats.table': { call: (name: never) => stats.table(name), good: ['summary'], needed: 1 },
    'Stats.export': { call: (form: never, options?: never) => stats.export(form, options), good: ['json', {}], needed: 1 },
    'Table.column': { call: (name: never) => table.column(name), good: ['event_time'], needed: 1 },
    'Table.numbers': { call: (name: never) => table.numbers(name), good: ['event_time'], needed: 1 },
    'Table.strings': { call: (name: never) => replay.table('info').strings(name), good: ['song_name'], needed: 1 },
    'Table.present': { call: (name: never) => table.present(name), good: ['event_time'], needed: 1 },
    'Table.columns': { call: (names?: never) => table.columns(names), good: [['event_time']], needed: 0 },
    'Table.dates': { call: (name: never) => replay.table('info').dates(name), good: ['timestamp'], needed: 1 },
    'Table.view': { call: (name: never) => table.view(name), good: ['event_time'], needed: 1 },
    'Table.rows': { call: (options?: never) => [...table.rows(options)], good: [{}], needed: 0 },
    'Table.row': { call: (index: never, options?: never) => table.row(index, options), good: [0, {}], needed: 1 },
    'ColumnView.at': { call: (index: never) => table.view('event_time').at(index), good: [0], needed: 1 },
    'RemoteReplay.table': { call: (name: never) => remote.table(name), good: ['notes'], needed: 1 },
    'RemoteReplay.stats': { call: (options?: never, signal?: never) => remote.stats(options, signal), good: [{}], needed: 0 },
    'RemoteReplay.plots': { call: (options?: never) => remote.plots(options), good: [{}], needed: 0 },
    'RemoteReplay.plot': { call: (id: never, options?: never) => remote.plot(id, options), good: ['score', {}], needed: 1 },
    'RemoteReplay.report': { call: (options?: never) => remote.report(options), good: [{}], needed: 0 },
    'RemoteReplay.export': { call: (form: never, options?: never) => remote.export(form, options), good: ['json', {}], needed: 1 },
    'RemoteTable.column': { call: (name: never) => far.column(name), good: ['event_time'], needed: 1 },
    'RemoteTable.present': { call: (name: never) => far.present(name), good: ['event_time'], needed: 1 },
    'RemoteTable.dates': { call: (name: never) => remote.table('info').dates(name), good: ['timestamp'], needed: 1 },
    'RemoteTable.columns': { call: (names?: never) => far.columns(names), good: [['event_time']], needed: 0 },
    'RemoteTable.rows': { call: (options?: never) => far.rows(options), good: [{}], needed: 0 },
    'ReplayWorker.open': { call: (source: never, options?: never) => worker.open(source, options), good: [play, {}], needed: 1 },
    'ReplayWorker.convert': {
      call: (source: never, to: never, options?: never) => worker.convert(source, to, options),
      good: [play, 'bsor', {}],
      needed: 2,
    },
    'ReplayWorker.repair': { call: (source: never, options?: never) => worker.repair(source, options), good: [play, {}], needed: 1 },
    'ReplayWorker.conversions': {
      call: (source: never, options?: never) => worker.conversions(source, options),
      good: [play, {}],
      needed: 1,
    },
    'ReplayWorker.editInputs': {
      call: (source: never, given: never, options?: never) => worker.editInputs(source, given, options),
      good: [macro, inputs, {}],
      needed: 2,
    },
    'ReplayWorker.members': { call: (source: never, options?: never) => worker.members(source, options), good: [play, {}], needed: 1 },
  }
}

/** What cannot be meant where `good` is. */
function wrongOnes(good: unknown): unknown[] {
  const isList = Array.isArray(good)
  const isOptions = typeof good === 'object' && !isList && !(good instanceof Uint8Array)
  const others = oddities.filter((oddity) => {
    if (typeof good === 'number' && typeof oddity === 'number') return Number.isNaN(oddity)
    if (isOptions && typeof oddity === 'object' && oddity !== null && !Array.isArray(oddity)) return false
    return !(isList && Array.isArray(oddity) && oddity.length === 0)
  })
  if (isOptions) others.push({ nothing: 1 }, 'text')
  if (typeof good === 'string') others.push('no such name')
  return others
}

test('every argument of every function is checked', async () => {
  using replay = await reel.open(play)
  using remote = await reel.openInWorker(play)
  const known = await everything(replay, remote)
  const wrong: string[] = []
  for (const [name, { call, good, needed }] of Object.entries(known)) {
    for (const [position, value] of good.entries()) {
      for (const oddity of wrongOnes(value)) {
        if (oddity === undefined && position >= needed) continue
        const args = good.map((each, index) => (index === position ? oddity : each)) as never[]
        try {
          await call(...args)
          wrong.push(`${name} takes ${inspect(oddity)} as argument ${position}`)
        } catch (error) {
          const isOurs = error instanceof reel.ReelError && error.status === 'argument'
          if (!isOurs) wrong.push(`${name} fails for ${inspect(oddity)} as argument ${position}: ${String(error)}`)
        }
      }
    }
  }
  assert.deepEqual(wrong, [])

  // nothing that takes arguments is left out
  const without = ['initialize', 'formats', 'version', 'ReelError', 'ReplayStream.end', 'Replay.check', 'RemoteReplay.check']
  const found = Object.entries(reel).flatMap(([name, value]) => {
    if (typeof value !== 'function') return []
    const methods = Object.entries(Object.getOwnPropertyDescriptors((value as { prototype?: object }).prototype ?? {}))
    const isClass = Function.prototype.toString.call(value).startsWith('class ')
    if (!isClass) return [name]
    return methods.filter(([, { value }]) => typeof value === 'function').map(([method]) => `${name}.${method}`)
  })
  const internal =
    /\.(constructor|close|toJSON|plotIds|copies|batch|mask|values|locate|check\w*|draw|chunks?|tablesOf|call|start\w*|receive|stop|onClose)$/
  const missing = found.filter((name) => !(name in known) && !without.includes(name) && !internal.test(name))
  assert.deepEqual(missing, [])
})

test('a field is found by the name of the last release, with a warning', async (context) => {
  const warn = context.mock.method(console, 'warn', () => undefined)
  using replay = await reel.open(golden('teehistorian/golden/every-message.teehistorian'))
  const finishes = replay.stats().table('finishes')
  assert.deepEqual(finishes.column('time'), finishes.column('finish_time'))
  assert.equal(warn.mock.callCount(), 1)
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /'time' of finishes is now called 'finish_time'/)
  assert.equal(finishes.schema.fields.get('finish_time')?.oldName, 'time')
  assert.deepEqual(finishes.present('time'), finishes.present('finish_time'))
  assert.equal(warn.mock.callCount(), 1)
})

test('a table of statistics is found by the name of the last release, with a warning', async (context) => {
  const warn = context.mock.method(console, 'warn', () => undefined)
  const file = golden('echo/golden/arena.butter')
  using replay = await reel.open(file)
  using there = await reel.openInWorker(file)
  const stats = replay.stats()
  const remote = await there.stats()
  assert.deepEqual([...stats.table('players').rows()], [...stats.table('player_stats').rows()])
  assert.equal(stats.export('csv', { tables: ['players'] }), stats.export('csv', { tables: ['player_stats'] }))
  assert.deepEqual(await remote.table('players').columns(), await remote.table('player_stats').columns())
  assert.equal(warn.mock.callCount(), 1)
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /'players' is now called 'player_stats'/)
  assert.equal(stats.insight.tables.get('player_stats')?.oldName, 'players')
  assert.ok(replay.table('players').schema.fields.has('frame')) // the file has a table of that name
})

test('dates of a table in a worker are those of this thread', async () => {
  using here = await reel.open(play)
  using there = await reel.openInWorker(play)
  const dates = await there.table('info').dates('timestamp')
  assert.ok(dates[0] instanceof Date)
  assert.deepEqual(dates, here.table('info').dates('timestamp'))
  assert.equal((await failure(() => there.table('info').dates('song_name'))).rule, 'web.type')
})
