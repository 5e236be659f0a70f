// SPDX-License-Identifier: MIT
// Memory stays flat while all golden and bad files are read again and again. REEL_SOAK_SECONDS=3600 does it for an hour.
import { convert, open, ReelError, repair, stream } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { badFiles, goldenFiles } from './files.js'

const seconds = Number(process.env['REEL_SOAK_SECONDS'] ?? 3)
const allowed = 2 << 20
const leastPasses = 12

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void
const files = [...goldenFiles, ...badFiles].filter((_, index) => index % 9 === 0)

/** Collects garbage. Memory outside the heap goes when its owner is finalized, which takes a turn of the loop, and its owner's owner another one. */
async function collect(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    gc()
    await setTimeout(5)
  }
}

/** What a page may ask of a file; each question may fail. */
async function use(path: string): Promise<void> {
  const asks = [
    async () => {
      const replay = await open(path)
      try {
        replay.check()
        replay.plots()
        replay.export('json')
        if (replay.format.insights.size > 0) replay.stats().export('json')
        for (const table of replay.tables.values()) table.columns()
      } finally {
        replay.close()
      }
    },
    () =>
      open(path, { strict: true }).then((replay) => {
        replay.close()
      }),
    () => repair(path),
    () => convert(path, 'bsor'),
    async () => {
      for await (const chunk of stream(path)) assert.ok(chunk.format)
    },
  ]
  for (const ask of asks) {
    try {
      await ask()
    } catch (error) {
      assert.ok(error instanceof ReelError, String(error))
    }
  }
}

test('memory does not grow', async () => {
  const sizes: number[] = []
  const end = Date.now() + seconds * 1000
  while (sizes.length < leastPasses || Date.now() < end) {
    for (const path of files) await use(path)
    await collect()
    const { heapUsed, external, arrayBuffers } = process.memoryUsage()
    sizes.push(heapUsed + external + arrayBuffers)
  }
  const quarter = Math.floor(sizes.length / 4)
  const grown = Math.min(...sizes.slice(-quarter)) - Math.min(...sizes.slice(quarter, 2 * quarter))
  assert.ok(grown < allowed, `${grown} bytes in ${sizes.length} passes`)
})
