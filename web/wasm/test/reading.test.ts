// SPDX-License-Identifier: MIT
import { open, openInWorker, ReelError, type Replay } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { golden } from './files.js'

const play = golden('bsor/golden/full.bsor')

async function opened(use: (replay: Replay) => void | Promise<void>, bytes: Uint8Array<ArrayBuffer> = play): Promise<void> {
  using replay = await open(bytes)
  await use(replay)
}

test('a replay has a format, a header and tables', () =>
  opened((replay) => {
    assert.equal(replay.format.id, 'bsor')
    assert.equal(replay.format.game, 'Beat Saber')
    assert.equal(replay.header['player_name'], 'Player One')
    assert.equal(replay.damage, null)
    assert.deepEqual([...replay.tables.keys()].slice(0, 3), ['info', 'frames', 'notes'])
  }))

test('bytes, a buffer, a blob, a response, a promise of one and a stream give the same replay', async () => {
  const sources = [
    play,
    play.buffer.slice(play.byteOffset, play.byteOffset + play.byteLength),
    new DataView(play.buffer, play.byteOffset, play.byteLength),
    new Blob([play]),
    new Response(play),
    Promise.resolve(new Response(play)),
    new Blob([play]).stream(),
    (async function* () {
      for (const byte of play) yield Uint8Array.of(byte)
    })(),
  ]
  const expected = (await open(play)).export('json')
  for (const source of sources) {
    using replay = await open(source)
    assert.equal(replay.export('json'), expected)
  }
})

test('a column is a packed copy that can be transferred', () =>
  opened((replay) => {
    const frames = replay.table('frames')
    const x = frames.numbers('head_position_x')
    assert.ok(x instanceof Float32Array)
    assert.equal(x.length, frames.length)
    assert.equal(x.buffer.byteLength, x.byteLength)
    const sent = structuredClone(x, { transfer: [x.buffer] })
    assert.equal(x.length, 0)
    assert.deepEqual(sent, frames.column('head_position_x'))
  }))

test('a column outlives its replay', async () => {
  const replay = await open(play)
  const x = replay.table('frames').column('time')
  replay.close()
  assert.equal(x[0], 0)
})

test('64-bit integers are exact', () =>
  opened((replay) => {
    const userid = replay.table('players').column('userid')
    assert.ok(userid instanceof BigUint64Array || userid instanceof BigInt64Array)
    assert.equal(userid[0], 3000000000000001n)
    assert.throws(() => replay.table('players').numbers('userid'), { status: 'argument', rule: 'web.type' })
  }, golden('echo/golden/zstd.butter')))

test('a view is the rows of the module, with their stride', () =>
  opened((replay) => {
    const frames = replay.table('frames')
    const view = frames.view('left_hand_rotation_w')
    assert.ok(view.stride > 1)
    assert.deepEqual(new Float32Array(view as Iterable<number>), frames.column('left_hand_rotation_w'))
    assert.equal(view.at(view.length), undefined)
  }))

test('a view of a closed replay fails', async () => {
  const replay = await open(play)
  const view = replay.table('frames').view('time')
  replay.close()
  assert.throws(() => view.array, { status: 'closed', rule: 'web.closed' })
  assert.throws(() => view.at(0), { status: 'closed' })
})

test('a view fails after the memory of the module has grown', () =>
  opened((replay) => {
    const view = replay.table('frames').view('time')
    let grown = false
    for (let i = 0; i < 10000 && !grown; i++) {
      replay.stats() // not closed, so memory is used up
      try {
        view.at(0)
      } catch (error) {
        assert.ok(error instanceof ReelError)
        assert.equal(error.rule, 'web.view')
        grown = true
      }
    }
    assert.ok(grown)
  }))

test('rows inherit toJSON only, and have null where there is no value', () =>
  opened((replay) => {
    const rows = [...replay.table('notes')]
    assert.equal(rows.length, replay.table('notes').length)
    const row = rows[0]
    assert.ok(row)
    const inherited = Object.getPrototypeOf(row) as object
    assert.deepEqual(Object.getOwnPropertyNames(inherited), ['toJSON'])
    assert.equal(Object.getPrototypeOf(inherited), null)
    assert.ok(!('constructor' in row))
    const withoutCut = rows.find((row) => row['cut_point'] === null)
    const withCut = rows.find((row) => row['cut_point'] !== null)
    assert.ok(withoutCut && withCut)
    assert.equal((withCut['cut_point'] as number[]).length, 3)
    assert.deepEqual(replay.table('notes').row(1), rows[1])
    assert.equal(replay.table('notes').row(rows.length), undefined)
    const present = replay.table('notes').present('cut_point_x')
    assert.deepEqual(
      [...(present ?? [])],
      rows.map((row) => Number(row['cut_point'] !== null)),
    )
  }))

test('enumeration values have their names, or on request their numbers', () =>
  opened((replay) => {
    const numbers = replay.table('notes').row(0, { labels: false })
    const labels = replay.table('notes').row(0)
    const field = replay.format.tables.get('notes')?.fields.get('event_type')
    assert.equal(typeof labels?.['event_type'], 'string')
    assert.equal(field?.labels.get(numbers?.['event_type'] as number), labels?.['event_type'])
    assert.deepEqual(replay.table('notes').row(0, { labels: true }), labels)
  }))

test('a time of the calendar is a date beside its value', () =>
  opened((replay) => {
    const info = replay.table('info')
    const row = info.row(0)
    const date = row?.['timestamp_utc'] as Date
    assert.equal(date.getTime(), Number(row?.['timestamp']) * 1000)
    assert.deepEqual(info.dates('timestamp'), [date])
    assert.ok(JSON.stringify(row).includes(`"timestamp_utc":"${date.toISOString()}"`))
    assert.ok(!('timestamp_utc' in (info.row(0, { dates: false }) ?? {})))
    assert.ok(!info.columnNames.includes('timestamp_utc'))
    assert.throws(() => info.dates('score'), { status: 'argument', rule: 'web.type' })
    for (const table of replay.tables.values()) {
      for (const field of table.schema.fields.values()) {
        if (!field.moment) continue
        const values = [...table].map((each) => each[`${field.name}_utc`] as Date | null)
        assert.deepEqual(table.dates(field.name), values)
      }
    }
  }))

test('a table that no format has is refused', async () => {
  await assert.rejects(open(play, { tables: ['frame'] }), { status: 'argument', rule: 'reel.select' })
})

test('a name that does not exist fails with those that do', () =>
  opened((replay) => {
    assert.throws(() => replay.table('frame'), { status: 'argument', rule: 'web.table', message: /did you mean 'frames'/ })
    assert.throws(() => replay.table('nothing'), { status: 'argument', message: /frames, notes/ })
    assert.throws(() => replay.table('frames').column('constructor'), { rule: 'web.column' })
    assert.throws(() => replay.table('frames').column('head_position'), { message: /head_position_x, head_position_y/ })
    assert.throws(() => replay.plot('nothing'), { rule: 'web.plot' })
    assert.throws(() => replay.stats({ insight: 'nothing' }), { rule: 'web.insight' })
    assert.throws(() => replay.export('xml' as 'json'), { rule: 'web.exporter' })
  }))

test('a format or a response that cannot be read is refused with a reason', async () => {
  await assert.rejects(open(play, { format: 'nothing' }), { status: 'argument', rule: 'web.format' })
  await assert.rejects(open(new Response('', { status: 404 })), { status: 'io', rule: 'web.response' })
})

test('limits hold, before everything is read', async () => {
  let read = 0
  const endless = (async function* () {
    for (;;) {
      read += 1000
      yield new Uint8Array(1000)
    }
  })()
  await assert.rejects(open(endless, { limits: { inputBytes: 5000 } }), { status: 'limit', rule: 'reel.input-size' })
  assert.ok(read <= 6000)
  using replay = await open(play, { limits: { rows: 1 } })
  assert.equal(replay.damage?.status, 'limit')
  await assert.rejects(open(play, { limits: { rows: -1 } }), { status: 'argument', rule: 'web.limit' })
})

test('an aborted signal stops reading', async () => {
  await assert.rejects(open(play, { signal: AbortSignal.abort() }), { status: 'cancelled' })
  const controller = new AbortController()
  const waiting = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(play.subarray(0, 10))
      setImmediate(() => {
        controller.abort()
      })
    },
  })
  await assert.rejects(open(waiting, { signal: controller.signal }), { status: 'cancelled' })
})

test('a closed replay fails, and closing twice does not', async () => {
  const replay = await open(play)
  const stats = replay.stats()
  replay.close()
  replay.close()
  stats.close()
  assert.throws(() => replay.table('frames').length, { status: 'closed' })
  assert.throws(() => replay.table('frames').column('time'), { status: 'closed' })
  assert.throws(() => stats.table('summary').length, { status: 'closed' })
  assert.throws(() => replay.check(), { status: 'closed' })
  assert.throws(() => replay.export('json'), { status: 'closed' })
})

test('statistics are tables, and one of them can be closed', () =>
  opened((replay) => {
    const stats = replay.stats()
    assert.equal(stats.insight.id, 'beatsaber')
    assert.equal(stats.table('summary').length, 1)
    stats.close()
    assert.throws(() => stats.table('summary').length, { status: 'closed' })
    assert.equal(replay.stats().table('summary').length, 1)
  }))

test('the tables of statistics that are named are computed, and no others', () =>
  opened((replay) => {
    const stats = replay.stats({ tables: ['hands'] })
    assert.ok(stats.table('hands').length > 0)
    assert.equal(stats.table('summary').length, 0)
    assert.ok(replay.stats({ insight: 'motion' }).table('samples').length > 0)
    assert.throws(() => replay.stats({ tables: ['notes'] }), { rule: 'web.table' })
  }))

test('plots are SVG documents without scripts', () =>
  opened((replay) => {
    const plots = replay.plots({ theme: 'dark' })
    assert.ok(plots.length > 0)
    for (const plot of plots) {
      assert.match(plot.svg, /^<svg /)
      assert.doesNotMatch(plot.svg, /<script/)
    }
    assert.match(replay.report(), /<html/)
  }))

test('two replays are independent', async () => {
  using first = await open(play)
  const view = first.table('frames').view('time')
  using second = await open(golden('gdr/golden/plain.gdr2'))
  assert.equal(second.format.id, 'gdr2')
  assert.equal(view.at(0), 0)
})

// The module computes the powers of ten that reading and writing numbers need.
test('numbers of every magnitude are read and written exactly', async () => {
  const texts: string[] = []
  for (let exponent = -324; exponent <= 307; exponent++)
    for (const digits of ['9.8765432109876543', '1.00000000000000011102', '4.9406564584124654418']) texts.push(`${digits}e${exponent}`)
  for (const text of texts) {
    const macro = `{"author":"","bot":{"name":"","version":"1"},"duration":${text},"framerate":240,"inputs":[],"level":{"id":1},"version":1}`
    using replay = await open(new TextEncoder().encode(macro))
    assert.equal(replay.header['duration'], Number(text), text)
    const [, written = ''] = /"duration":([^,]+)/.exec(replay.export('json')) ?? []
    assert.equal(Number(written), Number(text), `${text} is written as ${written}`)
  }
})

test('an invalid value is null in clean rows, wherever they are read', async () => {
  using sound = await open(golden('bsor/golden/full.bsor'))
  const frames = [...sound.table('sections')].find(({ id }) => id === 'frames' || id === 1)
  const bytes = golden('bsor/golden/full.bsor')
  for (const [value, index] of [NaN, Infinity, -Infinity].map((value, index) => [value, index] as const)) {
    // the time is the first value of a frame, the head's position follows the frame rate
    const at = Number(frames?.['offset']) + 5 + (index === 2 ? 8 : 0)
    const name = index === 2 ? 'head_position' : 'time'
    const column = index === 2 ? 'head_position_y' : 'time'
    const odd = bytes.slice()
    new DataView(odd.buffer).setFloat32(at, value, true)
    using raw = await open(odd)
    using clean = await open(odd, { clean: true })
    using remote = await openInWorker(odd, { clean: true })
    assert.equal(raw.table('frames').present(column), null)
    assert.equal(clean.table('frames').row(0)?.[name], null)
    assert.equal((await remote.table('frames').rows())[0]?.[name], null)
    assert.deepEqual([...(clean.table('frames').present(column) ?? [])], [0, 1, 1, 1, 1, 1, 1, 1])
    assert.deepEqual(await remote.table('frames').present(column), clean.table('frames').present(column))
    assert.match(clean.export('csv', { tables: ['frames'], fields: [column] }), /^[a-z_]+\n""\n/)
    assert.deepEqual(
      clean.findings.filter(({ rule }) => rule === 'clean.not-finite').map(({ table, count }) => [table, count]),
      [['frames', 1]],
    )
    assert.equal(clean.stats().export('json'), raw.stats().export('json'))
    assert.ok(!raw.stats().export('json').includes('"NaN"'))
  }
})

test('what could not be measured for one hand is null', async () => {
  using replay = await open(golden('scoresaber/golden/v3.1.dat'))
  const means = [...replay.stats().table('cells')].map((row) => row['mean_by_hand'] as unknown[])
  assert.ok(means.some((hands) => Array.isArray(hands) && hands.includes(null)))
  assert.ok(!JSON.stringify([...replay.stats().table('cells')]).includes('NaN'))
})
