// SPDX-License-Identifier: MIT
// The page in a real browser, from file://: every golden and bad file, numbers against the native command, keys, accessibility, sizes.
//
//   node test/browser/run.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_COMMAND   the native command, by default build/release/cli/reel
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { bsor } from './files.mjs'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const page = new URL('../../dist/index.html', import.meta.url).href
const reel = process.env.REEL_COMMAND ?? join(root, 'build/release/cli/reel')
const executablePath = process.env.REEL_CHROMIUM ?? '/usr/bin/chromium'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const work = mkdtempSync(join(tmpdir(), 'reel-viewer-'))
const BUDGET = 600 * 1024

let [passed, failed, skipped] = [0, 0, 0]
const problems = []

async function test(name, run) {
  if (process.argv[2] && !name.includes(process.argv[2])) return
  try {
    problems.length = 0
    const from = performance.now()
    await run()
    assert.deepEqual(problems, [], 'what the page reported')
    passed++
    console.log(`   ok: ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed++
    console.log(
      `FAIL ${name}\n     ${String(error.stack ?? error)
        .split('\n')
        .slice(0, 14)
        .join('\n     ')}`,
    )
  }
}

const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
const browser = await chromium.launch({ executablePath, args })

async function openPage({ width = 1280, height = 760, colorScheme = 'dark', hash = '', url = page, from = browser } = {}) {
  const tab = await from.newPage({ viewport: { width, height }, colorScheme })
  tab.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !/GL Driver|GPU stall|swiftshader/i.test(message.text())))
      problems.push(message.text())
  })
  tab.on('pageerror', (error) => problems.push(String(error)))
  tab.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) problems.push(`request of ${request.url()}`)
  })
  await tab.goto(url + hash)
  return tab
}

/** Opens a file in the page and waits until the page says what became of it. */
async function give(tab, file) {
  await tab.evaluate(() => (document.documentElement.dataset.state = 'opening'))
  await tab.setInputFiles('input[type=file] >> nth=0', file)
  await tab.waitForFunction(() => ['ready', 'error'].includes(document.documentElement.dataset.state), null, { timeout: 60_000 })
  return tab.evaluate(() => document.documentElement.dataset.state)
}

/** The next picture is drawn. */
const settled = (tab) => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
const now = (tab) => tab.evaluate(() => window.reelViewer.player().clock.time)
const seek = async (tab, time) => {
  await tab.evaluate((to) => window.reelViewer.player().actions.seek(to), time)
  await settled(tab)
}
const made = (name, bytes) => {
  const path = join(work, name)
  writeFileSync(path, bytes)
  return path
}
const golden = (path) => join(root, 'tests/formats', path)

function filesOf(kind) {
  return readdirSync(join(root, 'tests/formats'))
    .map((family) => golden(join(family, kind)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
}

/** Whether the native command can open a file. */
const opens = (file) => spawnSync(reel, ['info', '--quiet', file]).status !== 3

await test('the page is one file within its budget', () => {
  const bytes = readFileSync(fileURLToPath(page))
  const packed = gzipSync(bytes, { level: 9 }).length
  console.log(`   index.html has ${bytes.length} bytes, ${packed} by gzip; the budget is ${BUDGET}`)
  assert.ok(packed <= BUDGET)
  assert.ok(!/\s(src|href)="(?!data:|#)/.test(String(bytes).replace(/<script[\s\S]*?<\/script>/g, '')))
  assert.ok(
    !/unsafe-eval'/.test(
      String(bytes)
        .match(/Content-Security-Policy" content="([^"]*)/)[1]
        .replace("'wasm-unsafe-eval'", ''),
    ),
  )
})

await test('every golden file opens, and is drawn at its start, middle and end', async () => {
  const tab = await openPage()
  for (const file of filesOf('golden')) {
    const state = await give(tab, file)
    assert.equal(state, opens(file) ? 'ready' : 'error', file)
    if (state !== 'ready') continue
    for (const share of [0, 0.5, 1]) {
      await tab.evaluate((at) => {
        const { clock, actions } = window.reelViewer.player()
        actions.seek(clock.span.from + (clock.span.to - clock.span.from) * at)
      }, share)
      await settled(tab)
    }
    assert.ok((await tab.textContent('#panel-overview')).includes(basename(file)), file)
    assert.deepEqual(problems, [], file)
  }
  await tab.close()
})

await test('every bad file shows what could be read, or says what is wrong and where', async () => {
  const tab = await openPage()
  for (const file of filesOf('bad')) {
    const state = await give(tab, file)
    assert.equal(state, opens(file) ? 'ready' : 'error', file)
    if (state === 'error') assert.ok((await tab.textContent('[role=alert]')).length > 20, file)
    assert.deepEqual(problems, [], file)
  }
  await tab.close()
})

await test('a truncated file shows its rows, and the rule and offset of the damage', async () => {
  const whole = bsor()
  const tab = await openPage()
  assert.equal(await give(tab, made('cut.bsor', whole.subarray(0, whole.length - 900))), 'ready')
  const says = await tab.textContent('#panel-overview .notice')
  assert.match(says, /truncated/)
  assert.match(says, /bsor\.truncated, section .*, byte [\d,]+/)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().clock.span.to > 15))
  await tab.close()
})

await test('what is no replay is refused with a reason, and the next file opens', async () => {
  const tab = await openPage()
  assert.equal(await give(tab, made('empty.bsor', Buffer.alloc(0))), 'error')
  assert.match(await tab.textContent('[role=alert]'), /The file is empty/)
  assert.equal(await give(tab, made('notes.txt', Buffer.from('not a replay at all\n'.repeat(50)))), 'error')
  assert.match(await tab.textContent('[role=alert]'), /Not a replay/)
  assert.equal(await give(tab, made('play.bsor', bsor())), 'ready')
  assert.equal(await tab.$('[role=alert]'), null)
  await tab.close()
})

await test('a dropped file opens', async () => {
  const tab = await openPage()
  const bytes = bsor({ name: 'Dropped' }).toString('base64')
  await tab.evaluate((base64) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.bsor'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  }, bytes)
  await tab.waitForSelector('html[data-state=ready]')
  await tab.waitForSelector('dd[data-field=player_name]')
  assert.equal(await tab.textContent('dd[data-field=player_name]'), 'Dropped')
  await tab.close()
})

const samples = [
  ['Beat Saber', golden('bsor/golden/full.bsor'), 'summary', ['score', 'max_score', 'notes', 'good_cuts', 'misses', 'max_combo']],
  ['ScoreSaber', golden('scoresaber/golden/v3.1.dat'), 'summary', ['score', 'max_score', 'notes', 'good_cuts']],
  ['Geometry Dash', golden('gdr/golden/two_players.gdr2'), 'summary', ['inputs', 'presses', 'releases', 'framerate', 'last_frame']],
  ['Echo VR', golden('echo/golden/arena.butter'), 'match', ['frames', 'duration', 'goals', 'players', 'recorded']],
]
for (const [game, file, table, fields] of samples) {
  await test(`${game}: the numbers in the page are those of the native command`, async () => {
    const tab = await openPage()
    assert.equal(await give(tab, file), 'ready')
    await tab.click('#tab-statistics')
    await tab.waitForSelector(`dd[data-table=${table}]`)
    const [stats] = Object.values(
      JSON.parse(execFileSync(reel, ['stats', '--json', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).stats,
    )
    for (const field of fields) {
      const shown = await tab.getAttribute(`dd[data-table=${table}][data-field=${field}]`, 'data-raw')
      assert.equal(Math.fround(Number(shown)), Math.fround(stats[table][0][field]), field)
    }
    await tab.close()
  })
}

await test('the CSV of a table is that of the native command', async () => {
  const file = golden('bsor/golden/full.bsor')
  const tab = await openPage()
  await give(tab, file)
  await tab.click('#tab-tables')
  await tab.selectOption('#table', {
    label: (await tab.$$eval('#table option', (all) => all.map(({ textContent }) => textContent))).find((name) => name.startsWith('notes')),
  })
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('text=Download CSV')])
  const native = execFileSync(reel, ['export', '--to', 'csv', '-t', 'notes', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  assert.equal(readFileSync(await download.path(), 'utf8'), native)
  await tab.close()
})

await test('figures over the picture follow the time', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 0)
  assert.equal(await tab.textContent('[data-figure=Score]'), '0')
  await seek(tab, 20)
  const stats = JSON.parse(
    execFileSync(reel, ['stats', '--json', join(work, 'play.bsor')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ).stats
  assert.equal((await tab.textContent('[data-figure=Score]')).replaceAll(',', ''), String(stats.beatsaber.summary[0].score))
  await tab.close()
})

await test('nothing is drawn unless something changed', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 5)
  await tab.waitForTimeout(300)
  const count = () => tab.evaluate(() => window.reelViewer.player().drawn.count)
  const before = await count()
  await tab.waitForTimeout(500)
  assert.equal(await count(), before)
  await seek(tab, 6)
  assert.ok((await count()) > before)
  await tab.close()
})

await test('the picture changes with the time and with the camera', async () => {
  for (const file of [
    made('play.bsor', bsor()),
    golden('teehistorian/golden/every-message.teehistorian'),
    golden('gdr/golden/two_players.gdr2'),
    golden('echo/golden/arena.butter'),
  ]) {
    const tab = await openPage()
    await give(tab, file)
    const shot = async () => (await tab.locator('.stages').screenshot()).toString('base64')
    await seek(tab, 0)
    const first = await shot()
    await tab.evaluate(() => {
      const { clock, actions } = window.reelViewer.player()
      actions.seek(clock.span.to / 2)
    })
    await settled(tab)
    const second = await shot()
    assert.notEqual(second, first, file)
    await tab.keyboard.press('2')
    await settled(tab)
    assert.notEqual(await shot(), second, file)
    await tab.close()
  }
})

await test('everything can be done by keys', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await tab.keyboard.press('n')
  assert.equal(await now(tab), Math.fround(1 + (4 * 18) / 20))
  await tab.keyboard.press('n')
  assert.equal(await now(tab), Math.fround(1 + (6 * 18) / 20))
  await tab.keyboard.press('p')
  assert.equal(await now(tab), Math.fround(1 + (4 * 18) / 20))
  await tab.keyboard.press('Home')
  await tab.keyboard.press('.')
  await tab.keyboard.press('.')
  assert.ok(Math.abs((await now(tab)) - 2 / 60) < 1e-6)
  await tab.keyboard.press('ArrowRight')
  assert.ok(Math.abs((await now(tab)) - 2 / 60 - 5) < 1e-6)
  await tab.keyboard.press('[')
  await tab.keyboard.press('Shift+ArrowRight')
  await tab.keyboard.press(']')
  assert.deepEqual(await tab.evaluate(() => Object.values(window.reelViewer.player().clock.loop).map((value) => Math.round(value))), [5, 6])
  await tab.keyboard.press('+')
  assert.equal(await tab.evaluate(() => window.reelViewer.player().clock.speed), 1.5)
  await tab.keyboard.press(' ')
  await tab.waitForTimeout(300)
  assert.equal(await tab.getAttribute('.controls .play', 'aria-label'), 'Pause')
  await tab.keyboard.press(' ')
  await tab.keyboard.press('End')
  assert.ok((await now(tab)) > 19)
  await tab.keyboard.press('?')
  assert.ok(await tab.isVisible('dialog'))
  await tab.keyboard.press('Escape')
  assert.ok(!(await tab.isVisible('dialog')))
  await tab.focus('#tab-overview')
  await tab.keyboard.press('ArrowRight')
  assert.equal(await tab.getAttribute('#tab-statistics', 'aria-selected'), 'true')
  await tab.focus('.timeline input')
  assert.match(await tab.getAttribute('.timeline input', 'aria-valuetext'), /^0:\d\d\.\d of 0:/)
  await tab.close()
})

await test('a link opens at its time, speed, camera and loop', async () => {
  const tab = await openPage({ hash: '#t=7.5&speed=0.5&cam=top&loop=7-8' })
  await give(tab, made('play.bsor', bsor()))
  const state = () =>
    tab.evaluate(() => {
      const { clock } = window.reelViewer.player()
      return [clock.time, clock.speed, document.querySelector('select[title=Camera]').value, clock.loop.from, clock.loop.to]
    })
  assert.deepEqual(await state(), [7.5, 0.5, 'top', 7, 8])
  await tab.evaluate(() => (location.hash = '#t=9'))
  await settled(tab)
  assert.equal(await now(tab), 9)
  await tab.close()
})

await test('names with markup are text everywhere', async () => {
  const name = '<img src=x onerror="document.title=1"><b>bold</b>'
  const tab = await openPage()
  await give(tab, made('markup.bsor', bsor({ name, song: name })))
  for (const id of ['overview', 'statistics', 'events', 'curves', 'tables', 'plots']) {
    await tab.click(`#tab-${id}`)
    await tab.waitForTimeout(150)
  }
  await tab.click('#tab-overview')
  assert.equal(await tab.textContent('dd[data-field=player_name]'), name)
  assert.equal(await tab.$('main b, main img[src=x]'), null)
  assert.notEqual(await tab.title(), '1')
  await tab.close()
})

await test('plots are images', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await tab.click('#tab-plots')
  await tab.waitForSelector('#panel-plots img')
  const sizes = await tab.$$eval('#panel-plots img', (all) =>
    Promise.all(all.map(async (image) => (await image.decode(), image.naturalWidth))),
  )
  assert.ok(sizes.length > 0 && sizes.every((width) => width > 0))
  await tab.close()
})

await test('curves show the time', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await tab.click('#tab-curves')
  await tab.waitForSelector('.curve canvas')
  const shot = async () => (await tab.locator('.curve').first().screenshot()).toString('base64')
  await seek(tab, 2)
  const before = await shot()
  await seek(tab, 15)
  assert.notEqual(await shot(), before)
  await tab.close()
})

await test('two replays are compared as a ghost and side by side', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 3)
  const alone = (await tab.locator('.stages').screenshot()).toString('base64')
  await tab.setInputFiles('input[type=file] >> nth=1', made('other.bsor', bsor({ time: (at) => at * 1.3 })))
  await tab.waitForSelector('.compare:not([hidden])')
  await settled(tab)
  assert.equal(await tab.locator('.stage').count(), 1)
  assert.notEqual((await tab.locator('.stages').screenshot()).toString('base64'), alone)
  await tab.click('text=Side by side')
  assert.equal(await tab.locator('.stage').count(), 2)
  await tab.click('[aria-label="End comparison"]')
  assert.equal(await tab.locator('.stage').count(), 1)
  await tab.close()
})

await test('times that are no numbers and a million notes do not stop the page', async () => {
  const tab = await openPage()
  assert.equal(await give(tab, made('nan.bsor', bsor({ time: (at) => (at > 5 && at < 6 ? NaN : at) }))), 'ready')
  await seek(tab, 10)
  assert.equal(await give(tab, made('many.bsor', bsor({ notes: 1_000_000, seconds: 30 }))), 'ready')
  await tab.evaluate(() => window.reelViewer.player().actions.event(1))
  await settled(tab)
  assert.ok((await now(tab)) > 0)
  await tab.close()
})

await test('a frame of a play with ten thousand notes', async () => {
  const tab = await openPage()
  const file = made('long.bsor', bsor({ notes: 10_000, seconds: 600 }))
  const from = Date.now()
  await give(tab, file)
  const opened = Date.now() - from
  await seek(tab, 300)
  const { count, milliseconds } = await tab.evaluate(() => {
    const player = window.reelViewer.player()
    const { drawn, actions } = player
    const before = { ...drawn }
    return new Promise((done) => {
      actions.play()
      setTimeout(() => {
        actions.play()
        done({ count: drawn.count - before.count, milliseconds: drawn.milliseconds - before.milliseconds })
      }, 2000)
    })
  })
  console.log(`   opened in ${opened} ms; ${(milliseconds / count).toFixed(2)} ms of script a frame, of ${count} frames`)
  assert.ok(count > 5)
  await tab.close()
})

for (const colorScheme of ['light', 'dark']) {
  await test(`axe-core finds nothing in ${colorScheme}`, async () => {
    const tab = await openPage({ colorScheme })
    const check = async (what) => {
      // By the browser's debugger, which the policy of the page does not bind.
      await tab.evaluate(axe)
      const { violations } = await tab.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
        [],
      )
    }
    await check('empty')
    await give(tab, made('play.bsor', bsor()))
    for (const id of ['overview', 'statistics', 'events', 'curves', 'tables', 'plots']) {
      await tab.click(`#tab-${id}`)
      await tab.waitForTimeout(400)
      await check(id)
    }
    await tab.keyboard.press('?')
    await check('keys')
    await tab.close()
  })
}

for (const [width, height] of [
  [400, 800],
  [2560, 1300],
]) {
  await test(`nothing overlaps or runs out of a window of ${width} pixels`, async () => {
    const tab = await openPage({ width, height })
    for (const file of [
      made('play.bsor', bsor({ name: 'x'.repeat(300), song: 'y'.repeat(500) })),
      golden('teehistorian/golden/every-message.teehistorian'),
      golden('echo/golden/arena.butter'),
    ]) {
      await give(tab, file)
      await settled(tab)
      const { wide, overlaps } = await tab.evaluate(() => {
        const boxes = [...document.querySelectorAll('header > :not([hidden]), .figure, .timeline, .group, .tabs')].map((node) => [
          node.className || node.tagName,
          node.getBoundingClientRect(),
        ])
        const found = []
        boxes.forEach(([one, a], index) =>
          boxes.slice(index + 1).forEach(([other, b]) => {
            if (a.width && b.width && a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1)
              found.push(`${one} and ${other}`)
          }),
        )
        return { wide: document.scrollingElement.scrollWidth, overlaps: found }
      })
      assert.ok(wide <= width, `${wide} pixels wide: ${file}`)
      assert.deepEqual(overlaps, [], file)
    }
    await tab.close()
  })
}

await test('without WebGL the panels work, and the page says why there is no picture', async () => {
  const plain = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'] })
  const tab = await openPage({ from: plain })
  assert.equal(await give(tab, made('play.bsor', bsor())), 'ready')
  assert.match(await tab.textContent('.stage .notice'), /WebGL/)
  await tab.click('#tab-events')
  assert.ok((await tab.locator('.events li').count()) > 3)
  await plain.close()
})

await test('a replay inside the page opens by itself', async () => {
  const block = `<script type="application/octet-stream" id="reel-replay" data-name="inside.bsor">${bsor().toString('base64')}</script>`
  const path = made(
    'inside.html',
    readFileSync(fileURLToPath(page), 'utf8').replace('<div id="app">', () => `${block}<div id="app">`),
  )
  const tab = await openPage({ url: pathToFileURL(path).href })
  await tab.waitForSelector('html[data-state=ready]')
  assert.match(await tab.title(), /inside\.bsor/)
  await tab.close()
})

await browser.close()
rmSync(work, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
