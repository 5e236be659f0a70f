// SPDX-License-Identifier: MIT
// The built site in Chromium, from file://: it requests nothing from another host, fits 360 px, and axe finds nothing, in light and dark; the
// search finds; the viewer plays its samples and converts one as the command does.
//
//   node docs/site/test/browser.mjs SITE [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM     the browser, by default /usr/bin/chromium
// REEL_COMMAND      the command, by default that of build/release
// REEL_TEST_EFFORT  light: a few pages of each kind; otherwise every page
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { axe, browser, finish, only, openPage, root, test, work } from '../../../web/viewer/test/browser/tab.mjs'

only(process.argv[3])
const site = resolve(process.argv[2])
const reel = process.env.REEL_COMMAND ?? join(root, 'build/release/cli/reel')
const address = (page) => pathToFileURL(join(site, page)).href

const all = readdirSync(site, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.html') && !name.startsWith('viewer/'))
  .sort()
const few = [
  'index',
  'get',
  'formats',
  'docs/formats/bsor',
  'docs/viewer',
  'docs/insight/beatsaber',
  'c/bsor',
  'python-api',
  'examples',
  'web/wasm/README',
  'search',
]
const pages = process.env.REEL_TEST_EFFORT === 'light' ? few.map((name) => `${name}.html`) : all
console.log(`   ${pages.length} of ${all.length} pages`)

// Bytes by gzip of the first page without its play, and with it.
const FIRST_PAGE = 60_000
const FIRST_PLAY = 300_000

const openTab = ({ width = 1280, colorScheme = 'light' } = {}) => openPage({ width, height: 800, colorScheme, url: 'about:blank' })

await test('pages fit 360 px without scrolling sideways', async () => {
  const tab = await openTab({ width: 360 })
  const wide = []
  for (const page of pages) {
    await tab.goto(address(page))
    const [needs, has] = await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
    if (needs > has) wide.push(`${page}: ${needs} px`)
  }
  assert.deepEqual(wide, [])
  await tab.close()
})

for (const colorScheme of ['light', 'dark']) {
  await test(`axe finds nothing in ${colorScheme}`, async () => {
    const tab = await openTab({ colorScheme })
    const found = new Map()
    for (const page of pages) {
      await tab.goto(address(page))
      await tab.evaluate(axe)
      const { violations } = await tab.evaluate(() =>
        window.axe.run(document, { preload: false, iframes: false, resultTypes: ['violations'] }),
      )
      for (const { id, nodes } of violations)
        found.set(id, [...(found.get(id) ?? []), ...nodes.map(({ html }) => `${page}: ${html.slice(0, 160)}`)])
    }
    assert.deepEqual(
      [...found].map(([id, nodes]) => [id, nodes.length, ...nodes.slice(0, 3)]),
      [],
    )
    await tab.close()
  })
}

await test('the background follows what the reader prefers', async () => {
  const colours = []
  for (const colorScheme of ['light', 'dark']) {
    const tab = await openTab({ colorScheme })
    await tab.goto(address('index.html'))
    colours.push(await tab.evaluate(() => getComputedStyle(document.body).backgroundColor))
    await tab.close()
  }
  assert.notEqual(colours[0], colours[1])
})

await test('the search finds a page, a function of C and one of Python', async () => {
  const tab = await openTab()
  for (const [word, page] of [
    ['teehistorian', 'docs/formats/teehistorian.html'],
    ['reel_load_file', 'c/'],
    ['pyreel.scan', 'python-api.html'],
  ]) {
    await tab.goto(`${address('search.html')}?q=${word}`)
    await tab.waitForSelector(`#search-results a[href*="${page}"]`)
  }
  await tab.close()
})

await test('the page of the viewer opens a sample', async () => {
  const tab = await openTab()
  await tab.goto(address('try.html'))
  const frame = await (await tab.waitForSelector('iframe.viewer')).contentFrame()
  await frame.waitForFunction(() => ['ready', 'error'].includes(document.documentElement.dataset.state))
  assert.equal(await frame.evaluate(() => document.documentElement.dataset.state), 'ready')
  await tab.close()
})

for (const name of readdirSync(join(site, 'viewer'))) {
  await test(`viewer/${name} opens its sample`, async () => {
    const tab = await openTab()
    await tab.goto(address(`viewer/${name}`))
    await tab.waitForFunction(() => ['ready', 'error'].includes(document.documentElement.dataset.state))
    assert.equal(await tab.evaluate(() => document.documentElement.dataset.state), 'ready')
    await tab.close()
  })
}

await test('the viewer converts its sample as the command does', async () => {
  const tab = await openTab()
  await tab.goto(address('viewer/beatsaber.html'))
  await tab.waitForFunction(() => document.documentElement.dataset.state === 'ready')
  await tab.click('[data-action=convert]')
  await tab.selectOption('.rewriting select', 'scoresaber')
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('[data-action=save]')])
  const native = join(work, 'play.dat')
  execFileSync(reel, ['convert', '-q', '--to', 'scoresaber', '-o', native, join(root, 'build/site/samples/play.bsor')], { stdio: 'ignore' })
  assert.ok(readFileSync(native).length > 0)
  assert.deepEqual(readFileSync(await download.path()), readFileSync(native))
  await tab.close()
})

// As a host has it: by HTTP, compressed by gzip. `sent` has the bytes of each answer.
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' }
async function hosted(sent) {
  const server = createServer(({ url }, answer) => {
    const name = new URL(url, 'http://host').pathname.slice(1) || 'index.html'
    let bytes
    try {
      bytes = gzipSync(readFileSync(join(site, name)), { level: 9 })
    } catch {
      answer.writeHead(404).end()
      return
    }
    sent.set(name, bytes.length)
    answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'content-encoding': 'gzip' }).end(bytes)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { server, origin: `http://127.0.0.1:${server.address().port}/` }
}
const sum = (sizes) => [...sizes].reduce((total, size) => total + size, 0)

await test('the first page plays by itself, loads little, and opens what it is given', async () => {
  const sent = new Map()
  const { server, origin } = await hosted(sent)
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  tab.setDefaultTimeout(120_000)
  const others = []
  tab.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) others.push(request.url())
  })
  await tab.goto(origin)
  const page = sum([...sent].filter(([name]) => !name.startsWith('element/')).map(([, size]) => size))
  await tab.waitForFunction(() => document.documentElement.dataset.show === 'ready')
  await tab.waitForFunction(() => document.getElementById('show').currentTime > 0.2 && !document.getElementById('show').paused)
  const all = sum(sent.values())
  console.log(`   first page: ${page} bytes by gzip, and ${all} with the play, its viewer and module`)
  assert.ok(page <= FIRST_PAGE, `${page} bytes before the play: ${[...sent].join(' ')}`)
  assert.ok(all <= FIRST_PLAY, `${all} bytes: ${[...sent].join(' ')}`)
  await tab.setInputFiles('#file', join(root, 'tests/formats/gdr/golden/plain.gdr2'))
  await tab.waitForFunction(() => /plain.gdr2: gdr2, Geometry Dash/.test(document.getElementById('said').textContent))
  await tab.setInputFiles('#file', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a replay') })
  await tab.waitForFunction(() => /could not be opened/.test(document.getElementById('said').textContent))
  assert.deepEqual(others, [])
  await tab.close()
  server.close()
})

await finish()
