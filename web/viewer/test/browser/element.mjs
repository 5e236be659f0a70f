// SPDX-License-Identifier: MIT
// The element <reel-viewer> of the npm package, in pages of others.
//
//   node test/browser/element.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bsor } from './files.mjs'
import { beatMap } from './maps.mjs'
import { serve } from './serve.mjs'
import { browser, control, eventually, finish, problems, test } from './tab.mjs'

const folder = fileURLToPath(new URL('../../package/', import.meta.url))
/** Of what a page loads before a replay is opened, by gzip. */
const BUDGET = 60 * 1024

/** What a strict page has to allow; `others`: another origin that has the package. */
const policyOf = (others = '', workers = `'self' ${others && `blob: ${others}`}`) =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${others}`,
    `worker-src ${workers}`,
    `connect-src 'self' ${others}`,
    'img-src blob:',
    'media-src blob:', // music of maps
  ].join('; ')
let policy = policyOf()
const pages = new Map()
const asked = []
/** Files that are not answered before `release` is called. */
const held = new Map()

function hold(path) {
  let release
  held.set(path, { waiting: new Promise((done) => (release = done)) })
  return () => {
    held.delete(path)
    release()
  }
}

/** `cors`: to pages of other origins, too. */
const start = (cors) =>
  serve(folder, {
    pages,
    before(path) {
      asked.push(path)
      return held.get(path)?.waiting
    },
    headers: (path, type, packed) => ({
      ...(path === '/live' ? { 'Content-Type': 'text/event-stream' } : {}),
      // Pages of the package and the viewer have their own.
      ...(type.startsWith('text/html') && path !== '/own.html' && !packed ? { 'Content-Security-Policy': policy } : {}),
      ...(cors ? { 'Access-Control-Allow-Origin': '*' } : {}),
    }),
  })
const { server, at } = await start(false)
const other = await start(true)

/** A page with this in its body. What happens to its elements is in window.heard. */
async function open(body, { from = at, path = '/page.html', allowed = '', workers, ...more } = {}) {
  policy = policyOf(allowed, workers)
  asked.length = 0
  pages.set(
    path,
    `<!doctype html><html lang="en"><title>test</title><script type="module" src="${from}/package/dist/reel-viewer.js"></script>
    <script src="/listen.js"></script><body>${body}</body></html>`,
  )
  const tab = await browser.newPage({ viewport: { width: 900, height: 700 }, ...more })
  tab.setDefaultTimeout(120_000)
  tab.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) problems.push(message.text())
  })
  tab.on('pageerror', (error) => problems.push(String(error)))
  await tab.goto(at + path)
  return tab
}

const heard = (tab, name) => tab.evaluate((wanted) => window.heard.filter(({ type }) => type === wanted), name)
const until = (tab, name, count = 1) =>
  tab.waitForFunction(([wanted, least]) => window.heard.filter(({ type }) => type === wanted).length >= least, [name, count])
const viewer = (tab, run, given) => tab.locator('reel-viewer').first().evaluate(run, given)

pages.set(
  '/listen.js',
  `window.heard = []
   for (const type of ['ready', 'timeupdate', 'event', 'error', 'share', 'play', 'pause'])
     document.addEventListener(type, (event) => event.target.localName === 'reel-viewer' && heard.push({ type, id: event.target.id, detail: event.detail }), true)`,
)
pages.set('/play.bsor', bsor())
pages.set('/other.bsor', bsor({ notes: 40, seconds: 40, name: 'Other' }))
pages.set('/notes.txt', 'not a replay at all\n'.repeat(50))

await test('a play that is still being recorded is shown, grows, and is over', async () => {
  const bytes = bsor({ notes: 20 })
  const half = bytes.length >> 1
  const part = (from, to) => `id: ${to}\nevent: bytes\ndata: ${bytes.subarray(from, to).toString('base64')}\n\n`
  // The first connection ends in the middle. The next one is asked for what is missing, and gets some of it again.
  pages.set('/live', `retry: 500\n\n${part(0, half)}`)
  const tab = await open('<reel-viewer src="/live" live controls="panels"></reel-viewer>')
  await until(tab, 'ready')
  const [{ detail }] = await heard(tab, 'ready')
  assert.equal(detail.format, 'bsor')
  assert.ok(detail.end < 19, `half of it ends at ${detail.end}`)
  pages.set('/live', `${part(half - 1000, bytes.length)}event: end\ndata: {}\n\n`)
  await tab.locator('reel-viewer .live', { hasText: 'The play is over.' }).waitFor()
  await eventually(() => viewer(tab, (element) => element.duration > 19))
  assert.deepEqual(await heard(tab, 'error'), [])
  // As the file is, when it is opened.
  const ofLive = await viewer(tab, (element) => element.duration)
  await viewer(tab, (element) => ((element.live = false), (element.src = '/play.bsor')))
  await until(tab, 'ready', 2)
  assert.equal(await viewer(tab, (element) => element.duration), ofLive)
  await tab.close()
})

await test('before a replay is opened, a page loads only the small script', async () => {
  const tab = await open('<reel-viewer><b>Press play</b></reel-viewer>')
  await tab.waitForFunction(() => customElements.get('reel-viewer'))
  assert.deepEqual(asked.filter((path) => path.startsWith('/package/')), ['/package/dist/reel-viewer.js']) // prettier-ignore
  const size = gzipSync(readFileSync(join(folder, 'dist/reel-viewer.js')), { level: 9 }).length
  console.log(`   reel-viewer.js has ${size} bytes by gzip; the budget is ${BUDGET}`)
  assert.ok(size < BUDGET)
  assert.ok(await tab.isVisible('b'))
  await tab.close()
})

await test('a replay loads the module of its game, and the whole one when a plot is asked for', async () => {
  const tab = await open('<reel-viewer src="/play.bsor" controls="panels"></reel-viewer>')
  const modules = () => asked.filter((path) => path.endsWith('.wasm')).map((path) => path.split('/').pop())
  await until(tab, 'ready')
  assert.deepEqual(modules(), ['reel-beatsaber.wasm'])
  await tab.locator('reel-viewer #tab-plots').click()
  await tab.locator('reel-viewer #panel-plots img').first().waitFor()
  assert.deepEqual(modules(), ['reel-beatsaber.wasm', 'reel-full.wasm'])
  await tab.locator('reel-viewer #tab-tables').click()
  await tab.locator('reel-viewer #panel-tables table').first().waitFor()
  await tab.close()
})

await test('a compressed replay is opened by the whole module', async () => {
  pages.set('/play.bsor.gz', gzipSync(bsor()))
  const tab = await open('<reel-viewer src="/play.bsor.gz"></reel-viewer>')
  await until(tab, 'ready')
  assert.equal((await heard(tab, 'ready'))[0].detail.format, 'bsor')
  assert.deepEqual(asked.filter((path) => path.endsWith('.wasm')).length, 1)
  await tab.close()
})

await test('what the module of the guessed game does not know goes to the whole module', async () => {
  pages.set('/wrong.txt', 'about https://xror.example/xror/schema/ and more\n')
  const tab = await open('<reel-viewer src="/wrong.txt"></reel-viewer>')
  await until(tab, 'error')
  assert.equal((await heard(tab, 'error'))[0].detail.rule, 'reel.unknown-format')
  assert.deepEqual(asked.filter((path) => path.endsWith('.wasm')).map((path) => path.split('/').pop()), ['reel-beatsaber.wasm', 'reel-full.wasm']) // prettier-ignore
  await tab.close()
})

await test('attributes say what is shown, from the start and later', async () => {
  const tab = await open('<reel-viewer id="one" src="/play.bsor" t="7.5" speed="0.5" camera="top" controls></reel-viewer>')
  await until(tab, 'ready')
  const [{ detail }] = await heard(tab, 'ready')
  assert.deepEqual([detail.name, detail.format, detail.game, detail.start], ['play.bsor', 'bsor', 'Beat Saber', 0])
  assert.ok(detail.end > 18 && detail.cameras.includes('top'))
  const state = () => viewer(tab, (one) => [one.currentTime, one.speed, one.camera, one.paused])
  assert.deepEqual(await state(), [7.5, 0.5, 'top', true])
  await viewer(tab, (one) => {
    one.setAttribute('t', '3')
    one.setAttribute('speed', '2')
  })
  assert.deepEqual(await state(), [3, 2, 'top', true])
  await viewer(tab, (one) => one.setAttribute('src', '/other.bsor'))
  await until(tab, 'ready', 2)
  assert.ok((await viewer(tab, (one) => one.duration)) > 38)
  await viewer(tab, (one) => one.removeAttribute('src'))
  assert.ok(Number.isNaN(await viewer(tab, (one) => one.duration)))
  await tab.close()
})

await test('a play that runs tells its time and what happens in it', async () => {
  const tab = await open('<reel-viewer src="/play.bsor" speed="4"></reel-viewer>')
  await until(tab, 'ready')
  await viewer(tab, (one) => one.play())
  await until(tab, 'event', 3)
  await viewer(tab, (one) => one.pause())
  await until(tab, 'pause')
  const events = (await heard(tab, 'event')).map(({ detail }) => detail)
  const times = events.map(({ time }) => time)
  assert.deepEqual(times, [...times].sort((a, b) => a - b)) // prettier-ignore
  // Each note is an event, from 1 s on, 0.9 s apart: none is left out, and none comes twice.
  assert.deepEqual(times, times.map((_, row) => Math.fround(1 + row * 0.9))) // prettier-ignore
  assert.ok(events.every(({ kind, text }) => kind && text))
  assert.ok((await heard(tab, 'timeupdate')).length >= 2)
  assert.equal((await heard(tab, 'play')).length, 1)
  const at = await viewer(tab, (one) => one.currentTime)
  await tab.waitForTimeout(100)
  assert.equal(await viewer(tab, (one) => one.currentTime), at)
  await tab.close()
})

await test('bytes that a page has are opened, and a picture of a time is given', async () => {
  const tab = await open('<reel-viewer></reel-viewer>')
  const ready = await viewer(tab, async (one) => {
    const bytes = new Uint8Array(await (await fetch('/play.bsor')).arrayBuffer())
    const ready = await one.open(bytes, 'mine.bsor')
    one.seek(9)
    return ready
  })
  assert.equal(ready.name, 'mine.bsor')
  const picture = await viewer(tab, async (one) => {
    const bitmap = await createImageBitmap(await one.snapshot())
    return [bitmap.width, bitmap.height]
  })
  assert.ok(picture[0] >= 800 && picture[1] >= 300, String(picture))
  assert.equal(await viewer(tab, (one) => one.currentTime), 9)
  await tab.close()
})

await test('what cannot be opened is an error with its rule, and the next replay opens', async () => {
  const tab = await open('<reel-viewer src="/missing.bsor"></reel-viewer>')
  await until(tab, 'error')
  await viewer(tab, (one) => one.setAttribute('src', '/notes.txt'))
  await until(tab, 'error', 2)
  const [missing, text] = (await heard(tab, 'error')).map(({ detail }) => detail)
  assert.match(missing.message, /404/)
  assert.deepEqual([text.status, text.rule], ['unsupported', 'reel.unknown-format'])
  const message = await viewer(tab, (one) => one.open(new Uint8Array(0)).catch((error) => error.message))
  assert.ok(message)
  await viewer(tab, (one) => one.setAttribute('src', '/play.bsor'))
  await until(tab, 'ready')
  await tab.close()
})

await test('of two replays that are opened at once the last one is shown', async () => {
  const release = hold('/play.bsor')
  const tab = await open('<reel-viewer src="/play.bsor"></reel-viewer>')
  await tab.waitForFunction(() => customElements.get('reel-viewer'))
  await viewer(tab, (one) => one.setAttribute('src', '/other.bsor'))
  await until(tab, 'ready')
  release()
  const given = await viewer(tab, async (one) => {
    const bytes = await (await fetch('/play.bsor')).blob()
    const first = one.open(bytes, 'first').catch((error) => error.name)
    const second = one.open(bytes, 'second').then(({ name }) => name)
    return Promise.all([first, second])
  })
  assert.deepEqual(given, ['AbortError', 'second'])
  assert.deepEqual((await heard(tab, 'ready')).map(({ detail }) => detail.name), ['other.bsor', 'second']) // prettier-ignore
  assert.equal((await heard(tab, 'error')).length, 0)
  await tab.close()
})

await test('keys belong to the element that has the focus', async () => {
  const tab = await open('<input><reel-viewer id="a" src="/play.bsor"></reel-viewer><reel-viewer id="b" src="/play.bsor"></reel-viewer>')
  await until(tab, 'ready', 2)
  const times = () => tab.$$eval('reel-viewer', (all) => all.map(({ currentTime }) => currentTime))
  await tab.focus('input')
  await tab.keyboard.press('ArrowRight')
  assert.deepEqual(await times(), [0, 0])
  await tab.focus('#b')
  await tab.keyboard.press('ArrowRight')
  assert.deepEqual(await times(), [0, 5])
  await tab.keyboard.press('Tab')
  await tab.close()
})

await test('controls and panels are there if they are asked for', async () => {
  const tab = await open('<reel-viewer src="/play.bsor"></reel-viewer>')
  await until(tab, 'ready')
  const shown = () =>
    Promise.all(['.timeline', '.controls', 'aside', '.stage'].map((part) => tab.locator(`reel-viewer ${part}`).isVisible()))
  assert.deepEqual(await shown(), [false, false, false, true])
  await viewer(tab, (one) => (one.controls = 'basic'))
  assert.deepEqual(await shown(), [true, true, false, true])
  await viewer(tab, (one) => (one.controls = 'panels'))
  assert.deepEqual(await shown(), [true, true, true, true])
  const { width, height } = await tab.locator('reel-viewer .stage').boundingBox()
  assert.ok(width > 300 && height > 100, `${width} × ${height}`)
  await tab.close()
})

await test('what makes videos is loaded when one is made, and its keys are not those of the play', async () => {
  const tab = await open('<reel-viewer src="/play.bsor" controls></reel-viewer>')
  await until(tab, 'ready')
  const loaded = () => asked.includes('/package/dist/filmdialog.js')
  assert.ok(!loaded())
  await (await control(tab, '[title="Record video"]')).click()
  await tab.locator('dialog.film').waitFor()
  assert.ok(loaded())
  const time = await tab.evaluate(() => document.querySelector('reel-viewer').currentTime)
  await tab.locator('.film [type=submit]').focus()
  await tab.keyboard.press('ArrowRight')
  assert.equal(await tab.evaluate(() => document.querySelector('reel-viewer').currentTime), time)
  await tab.keyboard.press('Escape')
  assert.equal(await tab.locator('dialog.film').count(), 0)
  await tab.close()
})

await test('a theme of its own does not follow the browser', async () => {
  const tab = await open('<reel-viewer src="/play.bsor" theme="light" controls="basic"></reel-viewer>', { colorScheme: 'dark' })
  await until(tab, 'ready')
  const back = () => tab.locator('reel-viewer .controls').evaluate((part) => getComputedStyle(part).backgroundColor)
  assert.equal(await back(), 'rgb(255, 255, 255)')
  const light = await tab.locator('reel-viewer .stage').screenshot()
  await viewer(tab, (one) => (one.theme = 'dark'))
  await eventually(async () => (await back()) !== 'rgb(255, 255, 255)')
  await eventually(async () => !light.equals(await tab.locator('reel-viewer .stage').screenshot()))
  await tab.close()
})

await test('an element that is taken out gives everything back', async () => {
  const tab = await open('<div id="place"></div><reel-viewer src="/play.bsor"></reel-viewer>')
  await until(tab, 'ready')
  assert.equal(tab.workers().length, 1)
  await viewer(tab, (one) => document.querySelector('#place').append(one)) // moved, not taken out
  await tab.waitForTimeout(100) // a worker that ends by mistake would have ended
  assert.equal(tab.workers().length, 1)
  for (let turn = 0; turn < 5; turn++) {
    await viewer(tab, (one, number) => one.open(new Blob([]), 'x').catch(() => one.setAttribute('src', `/play.bsor?${number}`)), turn)
    await until(tab, 'ready', turn + 2)
    await eventually(() => tab.workers().length === 1)
  }
  await viewer(tab, (one) => one.remove())
  await eventually(() => tab.workers().length === 0)
  await tab.close()
})

await test('a map adds what it knows, and any other file is an error', async () => {
  pages.set('/map.zip', beatMap({ version: 2 }))
  const tab = await open('<reel-viewer src="/play.bsor" map="/map.zip"></reel-viewer>')
  await until(tab, 'ready')
  assert.deepEqual(await heard(tab, 'error'), [])
  await viewer(tab, (one) => one.setAttribute('map', '/notes.txt'))
  await until(tab, 'error')
  assert.equal((await heard(tab, 'error'))[0].detail.rule, 'viewer.map')
  await tab.close()
})

await test('a package of another origin works, if that allows it', async () => {
  const tab = await open('<reel-viewer src="/play.bsor"></reel-viewer>', { from: other.at, allowed: other.at })
  await until(tab, 'ready')
  await tab.close()
})

await test('a worker that may not start is an error, and not silence', async () => {
  const tab = await open('<reel-viewer src="/play.bsor"></reel-viewer>', { from: other.at, allowed: other.at, workers: "'none'" })
  await until(tab, 'error')
  assert.equal((await heard(tab, 'error'))[0].detail.rule, 'viewer.worker')
  problems.length = 0 // the browser says it, too
  await tab.close()
})

/** A page with the viewer of another origin in a frame. What it hears is in window.got; window.ask(message) gives the answer. */
async function framed(address) {
  pages.set(
    '/embedder.html',
    `<!doctype html><html lang="en"><title>embedder</title><body><iframe id="frame" title="play" src="${address}" width="800" height="500"></iframe></body></html>`,
  )
  policy = `default-src 'self'; frame-src ${other.at}; script-src 'none'`
  const tab = await browser.newPage({ viewport: { width: 900, height: 700 } })
  tab.setDefaultTimeout(120_000)
  tab.on('pageerror', (error) => problems.push(String(error)))
  await tab.goto(`${at}/embedder.html`)
  policy = framePolicy
  await tab.evaluate((target) => {
    window.got = []
    const waiting = new Map()
    window.addEventListener('message', ({ data, origin, source }) => {
      if (source !== document.querySelector('#frame').contentWindow) return
      window.got.push({ ...data, origin })
      waiting.get(data.id)?.(data)
    })
    let last = 0
    window.send = (data) => document.querySelector('#frame').contentWindow.postMessage(data, target)
    window.ask = (data) =>
      new Promise((answer) => {
        waiting.set(`ask ${++last}`, answer)
        window.send({ reel: 1, ...data, id: `ask ${last}` })
      })
  }, other.at)
  return tab
}
const framePolicy = policyOf()

await test('a frame of another origin is controlled by messages', async () => {
  const tab = await framed(`${other.at}/package/embed.html?src=/play.bsor&t=2&controls`)
  const ask = (message) => tab.evaluate((asked) => window.ask(asked), message)
  const got = (type) => tab.waitForFunction((wanted) => window.got.find((one) => one.type === wanted), type)
  const { versions } = await ask({ type: 'hello' })
  assert.deepEqual(versions, [1])
  const frame = tab.frames()[1]
  await frame.waitForFunction(() => document.querySelector('reel-viewer').currentTime === 2)
  await ask({ type: 'seek', time: 5 })
  await got('timeupdate')
  const bytes = [...bsor({ notes: 40, seconds: 40, name: 'Other' })]
  const opened = await tab.evaluate((list) => window.ask({ type: 'open', bytes: new Uint8Array(list), name: 'mine.bsor' }), bytes)
  assert.deepEqual([opened.type, opened.value.name, opened.value.format], ['done', 'mine.bsor', 'bsor'])
  // Who says hello late learns what is open.
  assert.deepEqual((await ask({ type: 'hello' })).ready, opened.value)
  await ask({ type: 'set', speed: 4, theme: 'light', camera: 'top' })
  await ask({ type: 'play' })
  await got('event')
  const drawn = await tab.evaluate(async () => (await createImageBitmap((await window.ask({ type: 'snapshot' })).value)).width)
  assert.ok(drawn >= 700, String(drawn))
  assert.ok(await tab.evaluate((from) => window.got.every(({ origin, reel }) => origin === from && reel === 1), other.at))
  const refused = await ask({ type: 'open', src: `${at}/play.bsor` })
  assert.deepEqual([refused.type, refused.detail.rule], ['error', 'embed.origin'])
  assert.match(await frame.locator('reel-viewer').textContent(), /embed\.origin/)
  assert.equal((await ask({ type: 'hello' })).ready, null)
  const wrong = await ask({ type: 'open', src: '/notes.txt' })
  assert.equal(wrong.detail.rule, 'reel.unknown-format')
  await tab.close()
})

await test('thousands of hostile messages to a frame change nothing', async () => {
  const tab = await framed(`${other.at}/package/embed.html?src=/play.bsor`)
  // The replay may be open before hello, which says so then, or open later.
  const { ready } = await tab.evaluate(() => window.ask({ type: 'hello' }))
  if (!ready) await tab.waitForFunction(() => window.got.some(({ type }) => type === 'ready'))
  const before = tab.frames()[1].locator('reel-viewer')
  const count = await tab.evaluate(async () => {
    const junk = [undefined, null, 1, 'reel', [], {}, { reel: 1 }, { reel: 2, type: 'play' }, { reel: 1, type: {} }, new Map([['reel', 1]])]
    junk.push(
      { reel: 1, type: 'seek', time: NaN },
      { reel: 1, type: 'open' },
      { reel: 1, type: 'open', bytes: 'x' },
      { reel: 1, type: '__proto__' },
    )
    junk.push(
      { reel: 1, type: 'set', camera: 'x'.repeat(1e5) },
      { reel: 1, type: 'set', t: '1' },
      { reel: 1, type: 'open', src: 'x'.repeat(1e5) },
    )
    for (let turn = 0; turn < 4000; turn++) window.send(junk[turn % junk.length])
    await window.ask({ type: 'seek', time: 1 })
    return window.got.length
  })
  assert.ok(count < 5000)
  assert.equal(await before.evaluate((one) => one.currentTime), 1)
  assert.ok(await tab.evaluate(() => window.got.filter(({ type }) => type === 'error').every(({ detail }) => /^embed\./.test(detail.rule))))
  await tab.close()
})

await test('the page with ?embed is such a frame, and keeps its own replay to itself', async () => {
  const page = readFileSync(join(folder, '../dist/index.html'), 'utf8')
  const block = (more) =>
    `<script type="application/octet-stream" id="reel-replay" data-name="own.bsor" ${more}>${Buffer.from(bsor()).toString('base64')}</script>`
  for (const [more, told] of [
    ['', false],
    [`data-embedders="https://x.example ${at}"`, true],
  ]) {
    pages.set(
      '/own.html',
      page.replace('<div id="app">', () => `${block(more)}<div id="app">`),
    )
    const tab = await framed(`${other.at}/own.html?embed&controls=basic&t=3`)
    const ask = (message) => tab.evaluate((asked) => window.ask(asked), message)
    await ask({ type: 'hello' })
    const frame = tab.frames()[1]
    await frame.waitForFunction(() => document.querySelector('reel-viewer').currentTime === 3)
    assert.ok(await frame.locator('reel-viewer .timeline').isVisible())
    assert.equal((await ask({ type: 'hello' })).ready?.name, told ? 'own.bsor' : undefined)
    await ask({ type: 'seek', time: 6 })
    assert.equal(await frame.locator('reel-viewer').evaluate((one) => one.currentTime), 6)
    assert.equal((await ask({ type: 'snapshot' })).detail?.rule, told ? undefined : 'embed.private')
    assert.equal(JSON.stringify(await tab.evaluate(() => window.got)).includes('own.bsor'), told)
    await tab.close()
  }
})

server.close()
other.server.close()
await finish()
