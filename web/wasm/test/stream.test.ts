// SPDX-License-Identifier: MIT
import { open, ReplayStream, stream, type Chunk } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { golden } from './files.js'

const play = golden('bsor/golden/full.bsor')
const game = golden('teehistorian/golden/every-message.teehistorian')

async function rowsOf(chunks: AsyncIterable<Chunk>, table: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const chunk of chunks) rows.push(...chunk.table(table))
  return rows
}

test('a stream of single bytes has the rows of the file', async () => {
  using replay = await open(game)
  const bytes = (async function* () {
    for (const byte of game) yield Uint8Array.of(byte)
  })()
  assert.deepEqual(await rowsOf(stream(bytes), 'positions'), [...replay.table('positions')])
})

test('a packed stream is unpacked', async () => {
  using replay = await open(game)
  assert.deepEqual(await rowsOf(stream(new Uint8Array(gzipSync(game))), 'positions'), [...replay.table('positions')])
})

test('a growing file gives its format and its rows as they come', async () => {
  using growing = await ReplayStream.create()
  assert.equal(typeof growing.format, 'undefined')
  let rows = 0
  for (let at = 0; at < game.length; at += 100) {
    for (const chunk of growing.push(game.subarray(at, at + 100))) rows += chunk.table('positions').length
  }
  assert.equal(growing.format?.id, 'teehistorian')
  const before = rows
  for (const chunk of growing.end()) rows += chunk.table('positions').length
  assert.ok(before > 0)
  using replay = await open(game)
  assert.equal(rows, replay.table('positions').length)
  assert.equal(growing.damage, null)
})

test('a strict stream that ends early fails', async () => {
  await assert.rejects(rowsOf(stream(play.subarray(0, 100), { strict: true }), 'frames'), { status: 'truncated' })
})

test('a chunk is valid until the next one', async () => {
  const chunks: Chunk[] = []
  for await (const chunk of stream(game)) chunks.push(chunk)
  assert.ok(chunks.length > 0)
  for (const chunk of chunks) assert.throws(() => chunk.table('positions').length, { status: 'closed' })
})

test('memory does not grow with a file of a format that streams', async () => {
  // the end of the file is a tick after which anything may follow, so its middle can be repeated
  const header = game.indexOf(0) + 1
  assert.ok(header > 0)
  const tick = Uint8Array.of(0x41, 0x00) // TICK_SKIP 0
  const endless = (async function* () {
    yield game.subarray(0, header)
    const block = new Uint8Array(1 << 20)
    for (let at = 0; at < block.length; at += tick.length) block.set(tick, at)
    for (let i = 0; i < 64; i++) yield block
  })()
  let chunks = 0
  let largest = 0
  for await (const chunk of stream(endless, { tables: ['positions'] })) {
    chunks++
    const view = chunk.table('positions').view('tick')
    largest = Math.max(largest, view.array.buffer.byteLength)
  }
  assert.ok(chunks > 1)
  assert.ok(largest < 32 << 20, `${largest} bytes`)
})

test('an aborted stream closes its source', async () => {
  const controller = new AbortController()
  let cancelled = false
  const source = new ReadableStream<Uint8Array>({
    pull(sink) {
      sink.enqueue(game)
    },
    cancel() {
      cancelled = true
    },
  })
  await assert.rejects(
    async () => {
      for await (const chunk of stream(source, { signal: controller.signal })) {
        assert.equal(chunk.format.id, 'teehistorian')
        controller.abort()
      }
    },
    { status: 'cancelled' },
  )
  assert.ok(cancelled)
})
