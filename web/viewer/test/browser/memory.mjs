// SPDX-License-Identifier: MIT
// Memory of the page after many files: twelve plays of the four games, opened one after the other in one tab.
//
//   node test/browser/memory.mjs            the last line is "N passed, N failed, N skipped"
//   node test/browser/memory.mjs FILE...    opens these instead, prints the memory after each, and tests nothing
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { bsor, teehistorian } from './files.mjs'
import { args, browser as unused, executablePath, finish, give, golden, made, page, problems, settled, test } from './tab.mjs'

await unused.close()
const chosen = process.argv.slice(2)

/** What a page, its workers and its pictures may have after twelve files; and how much more than after the first four. */
const MOST = 250e6
const MORE = 3e6

// The browser counts the memory of pages that no other site shares a process with.
const ALONE = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
const server = createServer((_, answer) =>
  answer.writeHead(200, { 'content-type': 'text/html', ...ALONE }).end(readFileSync(fileURLToPath(page))),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
// Otherwise it collects garbage and counts some time in the next twenty seconds.
const browser = await chromium.launch({ executablePath, args: [...args, '--enable-blink-features=ForceEagerMeasureMemory'] })

async function openTab() {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  tab.setDefaultTimeout(300_000)
  tab.on('pageerror', (error) => problems.push(String(error)))
  await tab.goto(`http://127.0.0.1:${server.address().port}/`)
  return tab
}

/** Bytes of scripts, workers, modules, elements and canvases, and what they are. */
async function counted(tab) {
  const { bytes, breakdown } = await tab.evaluate(() => performance.measureUserAgentSpecificMemory())
  const parts = new Map()
  for (const { types, attribution, bytes: own } of breakdown) {
    const name = [...types, ...attribution.map(({ scope }) => scope).filter((scope) => scope !== 'Window')].join(' ') || 'other'
    parts.set(name, (parts.get(name) ?? 0) + own)
  }
  return { bytes, parts: [...parts].filter(([, own]) => own >= 1e5) }
}

/** Memory of the largest process of pages, and of the one that draws: without what processes share, and all that is resident. */
async function resident() {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const own = processInfo.map(({ type, id }) => {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
    const bytes = (name) => 1024 * Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)[1])
    return { type, alone: bytes('Private_Dirty') + bytes('Private_Clean'), all: bytes('Rss') }
  })
  const largest = (type) => own.filter((each) => each.type === type).sort((a, b) => b.alone - a.alone)[0]
  return { page: largest('renderer'), drawing: largest('GPU') }
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

async function print(tab, name) {
  const { bytes, parts } = await counted(tab)
  const { page: own, drawing } = await resident()
  console.log(
    `   ${name}: ${megabytes(bytes)} (${parts.map(([part, size]) => `${part} ${megabytes(size)}`).join(', ')}); ` +
      `the process of the page ${megabytes(own.alone)}, ${megabytes(own.all)} with what processes share, ` +
      `the one that draws ${megabytes(drawing.alone)}, ${megabytes(drawing.all)}`,
  )
  return { bytes, own }
}

/** Half a minute of a match at 30 lines a second: two lines with new times, in which the disc and a player move. */
function echo() {
  const lines = readFileSync(golden('echo/golden/text.echoreplay'), 'utf8').trim().split('\n')
  const clock = (at) =>
    new Date(Date.UTC(2021, 10, 20, 21, 15, 3) + at * 1000).toISOString().slice(0, 23).replaceAll('-', '/').replace('T', ' ')
  return Array.from({ length: 900 }, (_, row) => {
    const at = row / 30
    const x = (5 * Math.sin(at)).toFixed(3)
    return `${clock(at)}\t${lines[row % lines.length].split('\t')[1].replaceAll(/("position":\[)[-0-9.]+(,1\.5)/g, `$1${x}$2`)}\n`
  }).join('')
}

/** Ten thousand inputs at 240 frames a second. */
const macro = (name) =>
  JSON.stringify({
    gameVersion: 2.204,
    description: '',
    version: 1,
    duration: 250,
    bot: { name: 'reel', version: '1' },
    level: { id: 1, name },
    author: name,
    seed: 0,
    coins: 0,
    ldm: false,
    framerate: 240,
    inputs: Array.from({ length: 10_000 }, (_, at) => ({ frame: 6 * at, btn: 1, '2p': false, down: at % 2 === 0 })),
  })

function* twelve() {
  for (const number of [1, 2, 3]) {
    yield made(`play${number}.bsor`, bsor({ notes: 1500 + number, seconds: 240 }))
    yield made(`race${number}.teehistorian`, Buffer.concat([...teehistorian({ pieces: number })]))
    yield made(`match${number}.echoreplay`, echo())
    yield made(`macro${number}.gdr.json`, macro(`Level ${number}`))
  }
}

if (chosen.length > 0) {
  const tab = await openTab()
  await print(tab, 'the empty page')
  for (const file of chosen) {
    const state = await give(tab, file)
    await settled(tab)
    await print(tab, `${basename(file)}, ${state}`)
  }
} else
  await test('twelve files take 250 MB at most, and little more than four', async () => {
    const tab = await openTab()
    let four
    for (const [number, file] of [...twelve()].entries()) {
      assert.equal(await give(tab, file), 'ready', file)
      await settled(tab)
      if (number === 3) four = await print(tab, 'after four files')
    }
    const all = await print(tab, 'after twelve')
    assert.ok(all.bytes <= MOST && all.own.alone <= MOST)
    assert.ok(all.bytes <= four.bytes + MORE, `${all.bytes} bytes after ${four.bytes}`)
    await tab.close()
  })
await browser.close()
server.close()
await finish()
