// SPDX-License-Identifier: MIT
// The package in Chromium, as a page without a bundler loads it, under a Content-Security-Policy.
import { open } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { golden } from './files.js'

const executablePath = process.env['REEL_CHROMIUM'] ?? '/usr/bin/chromium'
const dist = dirname(fileURLToPath(import.meta.resolve('@reel-replay/reel/reel.wasm')))
const play = golden('bsor/golden/full.bsor')

const script = `
import { open, openInWorker, stream } from '/dist/index.js'

async function read() {
  const replay = await openInWorker(fetch('/play.bsor'))
  const { values } = await replay.table('frames').columns()
  const sums = {}
  for (const [name, column] of values) sums[name] = column.reduce((sum, value) => sum + value, 0)
  const plots = (await replay.plots()).map((plot) => plot.svg)
  const failure = await openInWorker(new Blob(['hello'])).catch((error) => error)
  const here = await open(await (await fetch('/play.bsor')).blob())
  let streamed = 0
  for await (const chunk of stream(fetch('/play.bsor'))) streamed += chunk.table('frames').length
  return {
    player: replay.header.player_name, sums, plots, rule: failure.rule, json: here.export('json'), streamed,
  }
}

globalThis.result = read()
`

async function serve(): Promise<Server> {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' }
  const pages: Record<string, string | Uint8Array> = {
    '/': '<!doctype html><script type="module" src="/page.js"></script>',
    '/page.js': script,
    '/favicon.ico': '',
    '/play.bsor': play,
  }
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    const file = join(dist, basename(url))
    const body = pages[url] ?? (url.startsWith('/dist/') && existsSync(file) ? readFileSync(file) : undefined)
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': types[url === '/' ? 'html' : (url.split('.').pop() ?? '')] ?? 'application/octet-stream',
      'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'",
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

interface Result {
  player: string
  sums: Record<string, number>
  plots: string[]
  rule: string
  json: string
  streamed: number
}

const missing = existsSync(executablePath) ? false : 'no chromium (Debian: chromium)'

test('a page opens a replay in a worker', { skip: missing, timeout: 120_000 }, async () => {
  const server = await serve()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction('globalThis.result')
    const result = await page.evaluate<Result>('globalThis.result')
    using replay = await open(play)
    assert.equal(result.player, 'Player One')
    for (const name of replay.table('frames').columnNames) {
      const values = Array.from(replay.table('frames').numbers(name))
      const sum = values.reduce((total, value) => total + value, 0)
      assert.equal(result.sums[name], sum, name)
    }
    assert.deepEqual(
      result.plots,
      replay.plots().map((plot) => plot.svg),
    )
    assert.equal(result.rule, 'reel.unknown-format')
    assert.equal(result.json, replay.export('json'))
    assert.equal(result.streamed, replay.table('frames').length)
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
    server.close()
  }
})
