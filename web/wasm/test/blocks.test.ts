// SPDX-License-Identifier: MIT
// Every block of a module's memory is freed when its replay is closed, also after an error. The memory of an instance never shrinks, so
// that its size shows no leak: the blocks of its allocator are counted one by one.
import { convert, open, ReelError, repair, stream } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { badFiles, goldenFiles, root } from './files.js'

interface Instance {
  readonly buffer: ArrayBuffer
  readonly call: { allocate(size: number): number; release(block: number): void }
}
interface Module {
  takeInstance(kind: string): Promise<Instance>
  giveInstance(instance: Instance): void
}
const inner = (await import(pathToFileURL(`${root}web/wasm/dist/module.js`).href)) as Module

// Of dlmalloc, which wasi-libc has: chunks follow one another to the end of the memory. Each begins with the size of the one before, then
// has its own with flags in the lowest bits.
const HEAD = 4
const TO_BLOCK = 8
const IN_USE = 2
const FLAGS = 7

/** Blocks in use, by walking over all chunks from the first one. */
function blocksOf(instance: Instance, first: number): number {
  const memory = new DataView(instance.buffer)
  let count = 0
  let at = first
  while (at < memory.byteLength) {
    const head = memory.getUint32(at + HEAD, true)
    const size = head & ~FLAGS
    assert.ok(size >= 2 * TO_BLOCK, `a chunk of ${size} bytes`)
    if (head & IN_USE) count++
    at += size
  }
  assert.equal(at, memory.byteLength, 'the last chunk ends with the memory')
  return count
}

const first: Record<string, number> = {}

/** Blocks in use in an instance that no replay has; a new one has none. */
async function blocks(kind: string): Promise<number> {
  const instance = await inner.takeInstance(kind)
  first[kind] ??= firstChunk(instance)
  const count = blocksOf(instance, first[kind])
  inner.giveInstance(instance)
  return count
}

/** The address of the first chunk in a new instance. */
function firstChunk(instance: Instance): number {
  const block = instance.call.allocate(1)
  assert.equal(blocksOf(instance, block - TO_BLOCK), 1)
  instance.call.release(block)
  return block - TO_BLOCK
}

const asks: Record<string, (path: string) => Promise<unknown>> = {
  open: async (path) => {
    const replay = await open(path)
    try {
      replay.check()
      for (const plot of replay.plots().slice(0, 1)) replay.plot(plot.id)
      replay.export('json')
      if (replay.format.insights.size > 0) replay.stats().export('json')
      for (const table of replay.tables.values()) table.columns()
    } finally {
      replay.close()
    }
  },
  'open what is not there': (path) => open(path, { tables: ['none'] }),
  'open strictly': async (path) => {
    const replay = await open(path, { strict: true })
    replay.close()
  },
  'open with limits': async (path) => {
    const replay = await open(path, { limits: { rows: 3 } })
    replay.close()
  },
  repair: (path) => repair(path),
  convert: (path) => convert(path, 'bsor'),
  stream: async (path) => {
    for await (const chunk of stream(path)) assert.ok(chunk.format)
  },
  'leave a stream': async (path) => {
    for await (const chunk of stream(path)) {
      assert.ok(chunk.format)
      break
    }
  },
}

test('every block is freed', async () => {
  assert.equal((await blocks('read')) + (await blocks('full')), 0)
  const files = [...goldenFiles, ...badFiles].filter((_, index) => index % 9 === 0)
  for (const path of files) {
    for (const [name, ask] of Object.entries(asks)) {
      try {
        await ask(path)
      } catch (error) {
        assert.ok(error instanceof ReelError, String(error))
      }
      for (const kind of ['read', 'full']) assert.equal(await blocks(kind), 0, `${kind} module, ${name}: ${path}`)
    }
  }
})

test('a block that stays would be seen', async () => {
  const instance = await inner.takeInstance('read')
  const block = instance.call.allocate(3)
  inner.giveInstance(instance)
  assert.equal(await blocks('read'), 1)
  instance.call.release(block)
  assert.equal(await blocks('read'), 0)
})
