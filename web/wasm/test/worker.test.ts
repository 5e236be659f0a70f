// SPDX-License-Identifier: MIT
import { initialize, open, openInWorker, ReplayWorker } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { golden } from './files.js'

const play = golden('bsor/golden/full.bsor')
const wasm = readFileSync(fileURLToPath(import.meta.resolve('@reel-replay/reel/reel.wasm')))

test('a replay in a worker is the same as one in this thread', async () => {
  using here = await open(play)
  using there = await openInWorker(play)
  assert.deepEqual(there.format, here.format)
  assert.deepEqual(there.header, here.header)
  assert.deepEqual(there.findings, here.findings)
  assert.equal(there.damage, null)
  for (const table of here.tables.values()) {
    const { values, present } = await there.table(table.name).columns()
    assert.equal(there.table(table.name).length, table.length)
    assert.deepEqual(values, table.columns())
    for (const name of table.columnNames) assert.deepEqual(present.get(name) ?? null, table.present(name))
    assert.deepEqual(await there.table(table.name).rows(), [...table])
  }
  assert.deepEqual(await there.check(), here.check())
  assert.deepEqual(await there.plots(), here.plots())
  assert.equal(await there.export('json'), here.export('json'))
  assert.deepEqual(await there.export('arrows', { tables: ['frames'] }), here.export('arrows', { tables: ['frames'] }))
  const stats = await there.stats()
  assert.deepEqual(await stats.table('summary').rows(), [...here.stats().table('summary')])
})

test('a failure in the worker is an error here', async () => {
  await assert.rejects(openInWorker(new Uint8Array(5)), { name: 'ReelError', status: 'unsupported' })
  using replay = await openInWorker(play)
  await assert.rejects(replay.table('frames').column('nothing'), { status: 'argument', rule: 'web.column' })
  assert.throws(() => replay.table('nothing'), { status: 'argument' })
})

test('a closed replay or worker fails', async () => {
  using worker = new ReplayWorker()
  const first = await worker.open(play)
  const second = await worker.open(play)
  first.close()
  await assert.rejects(first.check(), { status: 'closed' })
  assert.ok((await second.table('frames').column('time')).length > 0)
  worker.close()
  await assert.rejects(second.check(), { status: 'closed' })
  await assert.rejects(worker.open(play), { status: 'closed' })
})

test('aborting ends a call, and a fresh worker reads the next replay', async () => {
  using worker = new ReplayWorker()
  const replay = await worker.open(play)
  const controller = new AbortController()
  const report = replay.report({}, controller.signal)
  controller.abort()
  await assert.rejects(report, { status: 'cancelled' })
  await assert.rejects(replay.check(), { status: 'closed' })
  const next = await worker.open(play)
  assert.ok((await next.check()).length > 0)
})

// The names of two exports of the same length are swapped: opening a file then follows its bytes as if they were pointers.
function trapping(): Uint8Array<ArrayBuffer> {
  const swapped = Buffer.from(wasm)
  const [first, second] = ['replay_open', 'column_make'].map((name) => wasm.indexOf(name)) as [number, number]
  swapped.write('column_make', first)
  swapped.write('replay_open', second)
  return new Uint8Array(swapped)
}

const hostile = new Uint8Array(4096).fill(0xfe)

test('a trap is an error, and the next replay is read by a fresh module', async () => {
  await initialize(trapping())
  await assert.rejects(open(hostile), { name: 'ReelError', status: 'trap', rule: 'web.trap' })
  await initialize(wasm)
  using replay = await open(play)
  assert.ok(replay.table('frames').length > 0)
})

test('a trap in a worker rejects the call, and the worker goes on with a fresh module', async () => {
  await initialize(trapping())
  using worker = new ReplayWorker()
  await assert.rejects(worker.open(hostile), { name: 'ReelError', status: 'trap', rule: 'web.trap' })
  await assert.rejects(worker.open(hostile), { message: /out of bounds|unreachable|indirect call/ })
  await initialize(wasm)
  using good = new ReplayWorker()
  assert.ok((await good.open(play)).table('frames').length > 0)
})
