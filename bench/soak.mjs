// SPDX-License-Identifier: MIT
// Uses the npm package over all files for some time, and prints memory. For bench/soak.sh:
//
//   node --expose-gc soak.mjs SECONDS FOLDER...
//
// A line has the seconds, the passes, resident MiB, and of these the MiB of JavaScript objects. REEL_SOAK_STEP=9 uses each ninth file only.
import { readdirSync } from 'node:fs'
import { convert, open, repair, stream } from '../web/wasm/dist/node.js'

const interval = 10
const [seconds, ...folders] = process.argv.slice(2)
const step = Number(process.env.REEL_SOAK_STEP ?? 1)
const files = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`),
  )
  .sort()
  .filter((_, index) => index % step === 0)

let opened = 0

/** What a page may ask of a file; each question may fail. */
async function use(path) {
  const asks = [
    async () => {
      const replay = await open(path)
      opened++
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
    async () => (await open(path, { strict: true })).close(),
    () => repair(path),
    () => convert(path, 'bsor'),
    async () => {
      for await (const chunk of stream(path)) if (!chunk.format) throw new Error('no format')
    },
  ]
  for (const ask of asks) await ask().catch((error) => {
    if (error.name !== 'ReelError') throw error
  })
}

const start = Date.now()
let shown = start
for (let passes = 1; Date.now() - start < Number(seconds) * 1000; passes++) {
  for (const path of files) await use(path)
  if (!opened) throw new Error('none of the files is a replay')
  globalThis.gc()
  if (Date.now() - shown < interval * 1000 && passes > 1) continue
  shown = Date.now()
  const columns = [((shown - start) / 1000).toFixed(0).padStart(8), String(passes).padStart(8)]
  const { rss, heapUsed } = process.memoryUsage()
  console.log(...columns, ...[rss, heapUsed].map((size) => (size / (1 << 20)).toFixed(1).padStart(10)))
}
