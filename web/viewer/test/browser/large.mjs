// SPDX-License-Identifier: MIT
// Recordings that are long, files that are large, plays that go on, in a real browser: what they cost in time and memory.
//
//   node test/browser/large.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs'
import { bsor, teehistorian } from './files.mjs'
import { writePieces } from './scenes.mjs'
import { finish, give, made, openPage, seek, small, test } from './tab.mjs'

/** Until the part of a long file around the time is there. */
const windowLoaded = (tab) => tab.waitForSelector('.waiting', { state: 'hidden' })

await test('a file that is read by windows shows what it shows when it is read at once', async () => {
  const { path } = writePieces('windows.teehistorian', teehistorian({ pieces: 8 }))
  const tab = await openPage(small)
  const state = async () => {
    const shown = []
    for (const time of [0, 30, 99.9, 100.1, 700, 1234.56, 1599, 300]) {
      await seek(tab, time)
      await windowLoaded(tab)
      shown.push(
        await tab.evaluate((at) => {
          const { scene } = window.reelViewer.player().loaded
          const tick = Math.floor(at * 50)
          return [...scene.tracks]
            .sort(([a], [b]) => a - b)
            .map(([cid, track]) => [cid, track.at(tick), scene.inputs.at(cid, tick), scene.names.of(cid, tick)])
        }, time),
      )
    }
    const [events, cameras, end] = await tab.evaluate(() => {
      const { scene } = window.reelViewer.player().loaded
      return [scene.events.map(({ time, text, kind }) => [time, text, kind.id]), scene.cameras, scene.end]
    })
    await tab.click('#tab-tables')
    await tab.selectOption('#table', {
      label: await tab.$$eval('#table option', (all) =>
        all.map(({ textContent }) => textContent).find((name) => name.startsWith('inputs')),
      ),
    })
    await tab.click('[aria-label="Next rows"]')
    await tab.click('[aria-label="Next rows"]')
    await tab.waitForFunction(() => /rows 101 to/.test(document.querySelector('.panel:not([hidden]) caption')?.textContent))
    return { shown, events, cameras, end, table: await tab.textContent('#panel-tables table') }
  }
  await give(tab, path)
  const whole = await state()
  assert.ok(whole.events.length > 20 && whole.shown[5].length === 8)
  await tab.evaluate(() => (window.reelViewer.limits.long = 100_000))
  await give(tab, path)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().loaded.opened.long))
  assert.deepEqual(await state(), whole)
  await tab.close()
})

/** Bytes of the page and of its workers, as the browser counts them; and those of the module's memories. */
async function memoryOf(tab) {
  const session = await tab.context().newCDPSession(tab)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

await test('a recording of 300 MB opens, and the page answers meanwhile', async () => {
  const one = [...teehistorian()].reduce((sum, { length }) => sum + length, 0)
  let from = Date.now()
  const { path, size } = writePieces('long.teehistorian', teehistorian({ pieces: Math.ceil(300e6 / one) }))
  const written = Date.now() - from
  const tab = await openPage(small)
  await tab.evaluate(() => {
    window.longest = 0
    let last = performance.now()
    const frame = (now) => {
      window.longest = Math.max(window.longest, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  from = Date.now()
  assert.equal(await give(tab, path), 'ready')
  const opened = Date.now() - from
  const { end, longest } = await tab.evaluate(() => ({ end: window.reelViewer.player().clock.span.to, longest: window.longest }))
  from = Date.now()
  for (const share of [0.5, 0.999, 0.25]) {
    await seek(tab, end * share)
    await windowLoaded(tab)
    assert.equal(await tab.textContent('[data-figure=Players]'), '8')
  }
  const sought = (Date.now() - from) / 3
  const heap = await memoryOf(tab)
  console.log(
    `   ${(size / 1e6).toFixed(0)} MB and ${(end / 3600).toFixed(1)} h, written in ${written} ms: opened in ${opened} ms, longest frame meanwhile ${longest.toFixed(0)} ms, a jump ${sought.toFixed(0)} ms, heap of the page ${(heap / 1e6).toFixed(0)} MB`,
  )
  assert.ok(heap < 150e6)
  assert.ok(await tab.textContent('#panel-overview').then((text) => text.includes('The file is long')))
  await tab.close()
  rmSync(path)
})

await test('of a file of 2 GB in a format without windows the beginning is shown, with the limit', async () => {
  const path = made('huge.bsor', bsor())
  const file = openSync(path, 'r+')
  ftruncateSync(file, 2 ** 31)
  closeSync(file)
  const tab = await openPage(small)
  const state = await give(tab, path)
  if (state !== 'ready') console.log(await tab.textContent('[role=alert]'))
  assert.equal(state, 'ready')
  assert.match(await tab.textContent('#panel-overview .notice'), /too large for the page.*viewer\.size, byte/)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().clock.span.to > 15))
  await tab.close()
  rmSync(path)
})

await test('a play with ten thousand notes plays, and tells how much script a frame takes', async () => {
  const tab = await openPage({ width: 800, height: 480 })
  await give(tab, made('long.bsor', bsor({ notes: 10_000, seconds: 600 })))
  await seek(tab, 300)
  // The median: other processes take the processor from single frames.
  const times = await tab.evaluate(() => {
    const { drawn, actions } = window.reelViewer.player()
    const each = []
    let before = { ...drawn }
    actions.play()
    return new Promise((done) => {
      const next = () => {
        if (drawn.count > before.count) each.push((drawn.milliseconds - before.milliseconds) / (drawn.count - before.count))
        before = { ...drawn }
        if (each.length < 60) return requestAnimationFrame(next)
        actions.play()
        done(each.sort((a, b) => a - b))
      }
      requestAnimationFrame(next)
    })
  })
  console.log(`   script of a frame: median ${times[30].toFixed(2)} ms, 90 of 100 below ${times[54].toFixed(2)} ms`)
  assert.ok(times[0] > 0)
  await tab.close()
})

await test('first paint and the first picture of a play of 3 MB', async () => {
  const tab = await openPage()
  const paint = await tab.evaluate(
    () =>
      new Promise((done) => {
        const look = () => {
          const found = performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')
          if (found) done(found.startTime)
          else setTimeout(look, 10)
        }
        look()
      }),
  )
  const bytes = bsor({ notes: 3000, seconds: 420 })
  const file = made('usual.bsor', bytes)
  const taken = []
  for (let round = 0; round < 3; round++) {
    await tab.evaluate(() => {
      window.began = 0
      document
        .querySelector('input[type=file]')
        .addEventListener('change', () => (window.began = performance.now()), { capture: true, once: true })
      document.documentElement.dataset.state = 'opening'
    })
    await tab.setInputFiles('input[type=file] >> nth=0', file)
    taken.push(
      await tab.evaluate(
        () =>
          new Promise((done) => {
            const look = () => {
              const ready = document.documentElement.dataset.state === 'ready' && window.reelViewer.player().drawn.count > 0
              if (ready) done(performance.now() - window.began)
              else requestAnimationFrame(look)
            }
            look()
          }),
      ),
    )
  }
  console.log(
    `   first paint after ${paint.toFixed(0)} ms; a file of ${(bytes.length / 1e6).toFixed(1)} MB is drawn after ${taken.map((time) => time.toFixed(0)).join(', ')} ms`,
  )
  assert.ok(paint > 0 && taken.every((time) => time > 0))
  await tab.close()
})

await test('ten minutes at 4× take no memory that is not given back', async () => {
  const tab = await openPage({ width: 400, height: 500 })
  await give(tab, made('hour.bsor', bsor({ notes: 8000, seconds: 2400 })))
  await tab.click('#tab-events')
  // A small picture, drawn ten times for each one on the screen: as many seconds of play as in ten minutes, in less than one.
  await tab.evaluate(() => Object.assign(document.querySelector('.stages').style, { height: '24px', minHeight: '0' }))
  const run = (from, to) =>
    tab.evaluate(
      ([first, last]) =>
        new Promise((done) => {
          const player = window.reelViewer.player()
          const { clock, actions } = player
          clock.speed = 4
          actions.seek(first)
          if (!clock.playing) actions.play()
          const next = (now) => {
            for (let picture = 0; picture < 10; picture++) {
              clock.seek(clock.time + 12)
              player.draw(now + picture * 200)
            }
            if (clock.time < last) requestAnimationFrame(next)
            else done()
          }
          requestAnimationFrame(next)
        }),
      [from, to],
    )
  await run(0, 600)
  const before = await memoryOf(tab)
  await run(600, 2390)
  const after = await memoryOf(tab)
  console.log(`   heap of the page ${(before / 1e6).toFixed(2)} MB after 150 s, ${(after / 1e6).toFixed(2)} MB after 600 s`)
  assert.ok(after < before + 1e6)
  await tab.close()
})

if (process.env.REEL_TEST_EFFORT === 'full')
  await test('ten minutes on the clock take no memory that is not given back', async () => {
    const tab = await openPage({ width: 400, height: 500 })
    await give(tab, made('hour.bsor', bsor({ notes: 8000, seconds: 2400 })))
    await tab.click('#tab-events')
    await tab.evaluate(() => window.reelViewer.player().actions.play())
    const heap = []
    for (let minute = 0; minute <= 10; minute++) {
      if (minute > 0) await tab.waitForTimeout(60_000)
      heap.push((await memoryOf(tab)) / 1e6)
    }
    const { time, drawn } = await tab.evaluate(() => ({ time: window.reelViewer.player().clock.time, drawn: window.reelViewer.player().drawn.count })) // prettier-ignore
    console.log(
      `   ${time.toFixed(0)} s played, ${drawn} pictures; heap by the minute: ${heap.map((size) => size.toFixed(2)).join(', ')} MB`,
    )
    // A slow machine plays less than ten minutes.
    assert.ok(drawn > 600 && Math.max(...heap.slice(6)) < Math.max(...heap.slice(1, 6)) + 1)
    await tab.close()
  })

await finish()
