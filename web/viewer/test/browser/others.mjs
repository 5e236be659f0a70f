// SPDX-License-Identifier: MIT
// The page and the element in Firefox and in WebKit: each scene as Chromium draws it, keys, the last files, videos.
//
//   node test/browser/others.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM       the browser to compare with, by default /usr/bin/chromium
// REEL_FIREFOX        by default /usr/bin/firefox-esr
// REEL_WEBKIT_DRIVER  by default /usr/bin/WebKitWebDriver
// REEL_LOOK           set: what the browsers draw is written to build/
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bsor } from './files.mjs'
import { difference, openScene, saysOfMap, scenes, titleIsGone } from './scenes.mjs'
import { serve } from './serve.mjs'
import { finish, made, openPage, page, root, skip, test, work } from './tab.mjs'
import { keys, otherBrowsers } from './webdriver.mjs'

/** Light: what browsers show that are asked for nothing else. */
const size = { width: 900, height: 500, colorScheme: 'light' }
/** Both pictures are compared at this width: letters and edges are those of each browser. */
const GRID = { width: 90, height: 40 }
/** Of the cells of the grid. */
const TOLERANCE = 0.05

const state = () => ['ready', 'error'].includes(document.documentElement.dataset.state) && document.documentElement.dataset.state
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))

async function give(tab, file) {
  await tab.run(() => (document.documentElement.dataset.state = 'opening'))
  await tab.choose('input[type=file]', file)
  assert.equal(await tab.until(state), 'ready')
}

/** The same picture by Chromium. */
const pictures = new Map()
async function byChromium(scene) {
  if (!pictures.has(scene.name)) {
    const tab = await openPage(size)
    await openScene(tab, scene)
    pictures.set(scene.name, await tab.locator('.stages').screenshot())
    await tab.close()
  }
  return pictures.get(scene.name)
}

const { server, at, pages } = await serve(fileURLToPath(new URL('../../package/', import.meta.url)))
pages.set('/play.bsor', bsor())
pages.set('/index.html', readFileSync(fileURLToPath(page)))
pages.set('/element.html', '<!doctype html><html lang="en"><title>element</title><script type="module" src="/package/dist/reel-viewer.js"></script><body><input><reel-viewer src="/play.bsor" controls></reel-viewer></body></html>') // prettier-ignore

for (const { name, start, missing } of otherBrowsers(work)) {
  if (missing) {
    skip(missing)
    continue
  }
  const began = performance.now()
  // From file:// the workers of WebKit can read no Blob, not even one of their own: there the page needs a server, as reel view is one.
  const where = name === 'WebKit' ? `${at}/index.html` : page
  let tab
  await test(`${name} starts`, async () => {
    tab = await start()
    await tab.open(where)
    await tab.resize(size.width, size.height)
  })
  if (!tab) continue
  const comparing = await openPage(size)

  for (const scene of scenes) {
    await test(`${name} draws the ${scene.name} scene as Chromium does`, async () => {
      await tab.open(where)
      const [file, map] = scene.files()
      await give(tab, file)
      if (map) {
        await tab.run(() => (document.querySelector('.status').textContent = ''))
        await tab.choose('input[type=file]', map)
        await tab.until(saysOfMap, basename(map))
      }
      await tab.run((time) => window.reelViewer.player().actions.seek(time), scene.time)
      await tab.until(titleIsGone)
      await tab.run(drawn)
      const notice = await tab.run(() => document.querySelector('.stage .notice')?.textContent ?? '')
      assert.equal(notice, '')
      const crop = await tab.run(() => {
        const { x, y, width, height } = document.querySelector('.stages').getBoundingClientRect()
        return { x, y, w: width, h: height }
      })
      const picture = await tab.picture()
      if (process.env.REEL_LOOK) writeFileSync(join(root, `build/${name}-${scene.name}.png`), picture)
      const share = await difference(comparing, picture, await byChromium(scene), { ...GRID, crop })
      console.log(`   ${(share * 100).toFixed(2)} % of the picture differ; the limit is ${TOLERANCE * 100} %`)
      assert.ok(share <= TOLERANCE)
    })
  }

  await test(`${name}: the play is controlled by keys`, async () => {
    await tab.open(where)
    await give(tab, made('play.bsor', bsor()))
    const time = () => tab.run(() => window.reelViewer.player().clock.time)
    await tab.press('n')
    assert.equal(await time(), 1)
    await tab.press(keys.right)
    assert.equal(await time(), 6)
    await tab.press('.')
    assert.ok(Math.abs((await time()) - 6 - 1 / 60) < 0.01, String(await time()))
    await tab.press('?')
    assert.ok(await tab.run(() => document.querySelector('dialog[open]') !== null))
    await tab.press(keys.escape)
    assert.ok(await tab.run(() => document.querySelector('dialog[open]') === null))
    await tab.until(() => !document.activeElement.closest('dialog'))
    await tab.press(' ')
    await tab.until((from) => window.reelViewer.player().clock.time > from, await time())
    await tab.press(' ')
    assert.equal(await tab.run(() => window.reelViewer.player().clock.playing), false)
  })

  await test(`${name}: a file is kept, and opened again in another visit`, async () => {
    await tab.open(`${at}/index.html`)
    await tab.run(() => document.querySelector('[title="Last files"]').click())
    await tab.run(() => document.querySelector('.recent [name=wanted]').click())
    await tab.until(() => window.reelViewer.recent.wanted)
    await tab.press(keys.escape)
    await give(tab, made('kept.bsor', bsor({ notes: 3, seconds: 4, name: 'Kept' })))
    await tab.until(() => window.reelViewer.recent.list().then(({ length }) => length === 1))
    await tab.open('about:blank')
    await tab.open(`${at}/index.html`)
    await tab.run(() => document.querySelector('[title="Last files"]').click())
    await tab.until(() =>
      [...document.querySelectorAll('.recent li > button:first-child')].some(({ textContent }) => textContent === 'kept.bsor'),
    )
    await tab.run(() => document.querySelector('.recent li > button').click())
    assert.equal(await tab.until(state), 'ready')
    await tab.until(() => document.querySelector('dd[data-field=player_name]')?.textContent === 'Kept')
    await tab.run(() => document.querySelector('[title="Last files"]').click())
    await tab.run(() => document.querySelector('.recent [name=wanted]').click())
    await tab.until(() => !window.reelViewer.recent.wanted)
  })

  /** What the page did instead of a download. */
  const catchDownloads = () => {
    window.saved = []
    const make = URL.createObjectURL
    URL.createObjectURL = (blob) => {
      if (/^video/.test(blob.type)) window.saved.push(blob)
      return make.call(URL, blob)
    }
  }
  /** What the browser's own player says of the video. */
  const played = () =>
    new Promise((done) => {
      const video = document.createElement('video')
      video.onloadeddata = () => done({ width: video.videoWidth, height: video.videoHeight, size: window.saved[0].size })
      video.onerror = () => done({ error: 'the video cannot be played', type: window.saved[0].type, size: window.saved[0].size })
      video.src = URL.createObjectURL(window.saved[0])
      video.load()
    })

  await test(`${name}: a video is made, or the page says that this browser cannot`, async () => {
    await tab.open(where)
    await give(tab, made('play.bsor', bsor()))
    await tab.run(catchDownloads)
    if (await tab.run(() => typeof window.VideoEncoder !== 'function')) return skip(`${name} has no VideoEncoder`)
    await tab.run(() => {
      const { clock, actions } = window.reelViewer.player()
      actions.seek(5)
      clock.loop = { from: 5, to: 5.5 }
      document.querySelector('[title="Record video"]').click()
    })
    await tab.until(() => document.querySelector('.film [name=width]') !== null)
    await tab.run(() => {
      const set = (name, value) => {
        const field = document.querySelector(`.film [name=${name}]`)
        field.value = value
        field.dispatchEvent(new window.Event('input', { bubbles: true }))
        field.dispatchEvent(new window.Event('change', { bubbles: true }))
      }
      set('container', 'webm')
      set('width', '320')
      set('height', '180')
      set('rate', '10')
      document.querySelector('.film [type=submit]').click()
    })
    const alert = await tab.until(() => {
      const found = document.querySelector('.film [role=alert]:not([hidden])')?.textContent
      return found || (window.saved.length > 0 && 'saved')
    })
    if (alert === 'saved') assert.deepEqual(await tab.run(played).then(({ width, height }) => [width, height]), [320, 180])
    // A browser whose system has no encoder is a browser that people have: it has to say so, and nothing is saved.
    else assert.match(alert, /This browser cannot encode WebM of 320 × 180/)
    console.log(`   ${alert === 'saved' ? 'a WebM file of 320 × 180' : alert}`)
  })

  await test(`${name}: without WebCodecs the play is recorded`, async () => {
    await tab.open(where)
    const able = await tab.run(() => ['video/webm', 'video/mp4'].some((type) => window.MediaRecorder?.isTypeSupported(type)))
    if (!able) return skip(`${name} has no recorder on this system`)
    await tab.run(() => delete window.VideoEncoder)
    await give(tab, made('play.bsor', bsor()))
    await tab.run(catchDownloads)
    await tab.run(() => {
      window.reelViewer.player().actions.seek(18.8)
      document.querySelector('[title="Record video"]').click()
    })
    await tab.until(() => window.saved.length > 0)
    const video = await tab.run(played)
    console.log(`   ${JSON.stringify(video)}`)
    assert.ok(video.size > 1000 && video.width > 300)
  })

  await test(`${name}: the element opens a replay, has keys when it is focused, and gives its picture`, async () => {
    await tab.open(`${at}/element.html`)
    await tab.until(() => document.querySelector('reel-viewer').duration > 18)
    await tab.run(() => document.querySelector('input').focus())
    await tab.press(keys.right)
    assert.equal(await tab.run(() => document.querySelector('reel-viewer').currentTime), 0)
    await tab.press(keys.tab)
    await tab.press(keys.right)
    assert.equal(await tab.run(() => document.querySelector('reel-viewer').currentTime), 5)
    const [type, bytes] = await tab.run(() =>
      document
        .querySelector('reel-viewer')
        .snapshot()
        .then((blob) => [blob.type, blob.size]),
    )
    assert.ok(type === 'image/png' && bytes > 5000, `${type} of ${bytes} bytes`)
  })
  await tab.close()
  await comparing.close()
  console.log(`   ${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

server.close()
await finish()
