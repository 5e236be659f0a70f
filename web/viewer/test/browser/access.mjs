// SPDX-License-Identifier: MIT
// Who cannot see the picture, use a mouse, or bear motion, and small windows: axe-core, keys, focus, names, zoom.
//
//   node test/browser/access.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { bsor } from './files.mjs'
import { beatMap, zip } from './maps.mjs'
import { addMap } from './scenes.mjs'
import { serve } from './serve.mjs'
import {
  axeFindsNothing,
  control,
  executablePath,
  finish,
  give,
  golden,
  made,
  now,
  openPage,
  page,
  problems,
  seek,
  settled,
  small,
  test,
} from './tab.mjs'

const panels = ['overview', 'statistics', 'events', 'curves', 'tables', 'plots']
const damaged = () => {
  const whole = bsor()
  return made('cut.bsor', whole.subarray(0, whole.length - 900))
}

await test('everything can be done by keys', async () => {
  const tab = await openPage()
  // Each note is an event: it is missed, or cut where no saber was.
  await give(tab, made('play.bsor', bsor()))
  await tab.keyboard.press('n')
  assert.equal(await now(tab), 1)
  await tab.keyboard.press('n')
  assert.equal(await now(tab), Math.fround(1 + 18 / 20))
  await tab.keyboard.press('p')
  assert.equal(await now(tab), 1)
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
  await tab.waitForSelector('.controls .play[aria-label=Pause]')
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

/** Waits until a panel has what it shows. */
const filled = (tab, id) => tab.waitForFunction((panel) => document.querySelector(`#panel-${panel}`).textContent.trim() !== '', id)

for (const colorScheme of ['light', 'dark']) {
  await test(`axe-core finds nothing in ${colorScheme}`, async () => {
    const tab = await openPage({ colorScheme, reducedMotion: 'reduce' })
    const check = (what, selector) => axeFindsNothing(tab, what, selector)
    const dialog = async (what, open) => {
      await open()
      await tab.waitForSelector('dialog[open]')
      await check(what)
      await tab.keyboard.press('Escape')
    }
    await check('empty')
    await give(tab, made('notes.txt', 'not a replay at all'))
    await check('error')
    await give(tab, made('several.zip', zip({ 'one.bsor': bsor(), 'two.bsor': bsor({ name: 'Other' }) })))
    await tab.waitForSelector('.playlist:not([hidden])')
    await addMap(tab, made('map.zip', beatMap()))
    for (const id of panels) {
      await tab.click(`#tab-${id}`)
      await filled(tab, id)
      await check(id)
    }
    await tab.click('#tab-overview')
    await tab.click('[data-action=convert]')
    await tab.selectOption('.rewriting select', 'scoresaber')
    await Promise.all([tab.waitForEvent('download'), tab.click('[data-action=save]')])
    await check('converted')
    await tab.setInputFiles('input[type=file] >> nth=1', made('other.bsor', bsor({ time: (at) => at * 1.3 })))
    await tab.waitForSelector('.compare:not([hidden])')
    await tab.click('#tab-curves')
    await tab.waitForSelector('.leads li')
    await check('compared as a ghost')
    await tab.click('text=Side by side')
    await check('compared side by side')
    await tab.click('[aria-label="End comparison"]')
    await dialog('keys', () => tab.keyboard.press('?'))
    await dialog('videos', async () => (await control(tab, '[title="Record video"]')).click())
    await dialog('last files', () => tab.click('[title="Last files"]'))
    await give(tab, damaged())
    await check('damaged')
    await Promise.all([tab.waitForEvent('download'), tab.click('[data-action=repair]')])
    await check('repaired')
    await tab.click('summary')
    await check('details')
    // The colours are the same in all games.
    for (const file of colorScheme === 'dark'
      ? []
      : ['echo/golden/arena.butter', 'gdr/golden/two_players.gdr2', 'teehistorian/golden/every-message.teehistorian']) {
      await give(tab, golden(file))
      for (const id of ['overview', 'statistics', 'events']) {
        await tab.click(`#tab-${id}`)
        await filled(tab, id)
        await check(`${file}, ${id}`)
      }
    }
    await tab.close()
  })
}

await test('Tab reaches each control, shows where it is, and leaves the page', async () => {
  const tab = await openPage({ width: 1000, height: 700 })
  await give(tab, made('play.bsor', bsor()))
  await addMap(tab, made('map.zip', beatMap()))
  for (const id of panels) {
    await tab.click(`#tab-${id}`)
    await filled(tab, id)
    await tab.waitForTimeout(100)
    // What a mouse can use: of the tabs the chosen one, the arrows reach the others.
    const controls = await tab.evaluate(() => {
      const all = [...document.querySelectorAll('button, input, select, a[href], summary, canvas[tabindex], [role=tab]')]
      const usable = all.filter(
        (one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && one.getAttribute('aria-selected') !== 'false',
      )
      usable.forEach((one, index) => (one.dataset.number = String(index)))
      document.activeElement?.blur()
      window.getSelection().removeAllRanges()
      return usable.map((one) => one.outerHTML.slice(0, 120))
    })
    const reached = new Set()
    for (let presses = 0; presses < controls.length + 40 && reached.size < controls.length; presses++) {
      await tab.keyboard.press('Tab')
      const at = await tab.evaluate(() => {
        const one = document.activeElement
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        return { number: one.dataset.number, seen: one === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none', html: one.outerHTML.slice(0, 120) } // prettier-ignore
      })
      assert.ok(at.seen, `nothing shows that this has the focus: ${at.html}`)
      if (at.number !== undefined) reached.add(Number(at.number))
    }
    assert.deepEqual(
      controls.filter((_, index) => !reached.has(index)),
      [],
      `not reached in ${id}`,
    )
  }
  await tab.close()
})

await test('files are opened, converted, compared and filmed by keys, and dialogs give the focus back', async () => {
  const tab = await openPage(small)
  let file
  tab.on('filechooser', (chooser) => chooser.setFiles(file))
  const choose = async (selector, path) => {
    file = path
    await tab.focus(selector)
    await tab.keyboard.press('Enter')
  }
  await choose('.drop button', golden('bsor/golden/full.bsor'))
  await tab.waitForSelector('html[data-state=ready]')
  await tab.focus('[data-action=convert]')
  await tab.keyboard.press('Enter')
  await tab.waitForSelector('[data-action=save]')
  await tab.keyboard.press('Tab')
  await tab.focus('.rewriting select')
  await tab.keyboard.press('Home')
  for (let presses = 0; presses < 20 && (await tab.inputValue('.rewriting select')) !== 'scoresaber'; presses++)
    await tab.keyboard.press('ArrowDown')
  assert.equal(await tab.inputValue('.rewriting select'), 'scoresaber')
  await tab.focus('[data-action=save]')
  await Promise.all([tab.waitForEvent('download'), tab.keyboard.press('Enter')])
  await tab.focus('#tab-overview')
  await tab.keyboard.press('ArrowLeft')
  assert.equal(await tab.getAttribute('#tab-plots', 'aria-selected'), 'true')
  for (const [selector, opened] of [
    ['[title="Record video"]', '.film'],
    ['[title="Last files"]', '.recent'],
  ]) {
    await control(tab, selector)
    await tab.focus(selector)
    await tab.keyboard.press('Enter')
    await tab.waitForSelector(`${opened}[open]`)
    assert.ok(await tab.evaluate((inside) => document.querySelector(inside).contains(document.activeElement), opened), opened)
    await tab.keyboard.press('Escape')
    assert.ok(await tab.evaluate((outside) => document.activeElement === document.querySelector(outside), selector), selector)
  }
  const other = await tab.evaluate(() => {
    const found = [...document.querySelectorAll('header button')].find(({ textContent }) => /Compare/.test(textContent))
    found.id = 'compare-button'
    return !found.hidden
  })
  assert.ok(other)
  await choose('#compare-button', made('other.bsor', bsor()))
  await tab.waitForSelector('.compare:not([hidden])')
  await tab.close()
})

await test('without motion if the reader wants none, and nothing plays by itself', async () => {
  const moving = async (reducedMotion) => {
    const tab = await openPage({ reducedMotion }) // large enough for the hint, which fades
    await give(tab, made('play.bsor', bsor()))
    await settled(tab)
    const count = await tab.evaluate(() => document.getAnimations().length)
    assert.equal(await tab.evaluate(() => window.reelViewer.player().clock.playing), false)
    await (await control(tab, '[title="Record video"]')).click()
    await tab.waitForSelector('dialog[open]')
    const later = await tab.evaluate(() => document.getAnimations().length)
    await tab.close()
    return Math.max(count, later)
  }
  assert.ok((await moving('no-preference')) > 0)
  assert.equal(await moving('reduce'), 0)
})

await test('a screen reader hears what happens, where the play is, and what the picture shows', async () => {
  const tab = await openPage(small)
  await give(tab, made('play.bsor', bsor()))
  await addMap(tab, made('map.zip', beatMap()))
  const said = () => tab.textContent('.status[role=status]')
  for (const key of ['n', 'n', 'p']) {
    await tab.keyboard.press(key)
    await settled(tab)
    const event = await tab.evaluate(() => {
      const player = window.reelViewer.player()
      return player.timedEvents.find(({ time }) => time === player.clock.time)?.text
    })
    assert.equal(await said(), event)
  }
  assert.match(await tab.getAttribute('.timeline input', 'aria-valuetext'), /^0:01\.0 of 0:/)
  const picture = () => tab.getAttribute('.stage canvas[role=img]', 'aria-label')
  await seek(tab, 0)
  const before = await picture()
  await seek(tab, 15)
  const figures = await tab.evaluate(() =>
    [...document.querySelectorAll('.figure strong')].map((one) => [one.dataset.figure, one.textContent]),
  )
  assert.ok(figures.length > 2)
  for (const [name, value] of figures) assert.ok((await picture()).includes(`${name} ${value}`), `${name} ${value}: ${await picture()}`)
  assert.notEqual(await picture(), before)
  // Each control has a name, and each panel its heading in the list of tabs.
  const nameless = await tab.evaluate(() =>
    [...document.querySelectorAll('button, select, input:not([hidden])')]
      .filter(
        (one) => one.checkVisibility() && !(one.textContent.trim() || one.getAttribute('aria-label') || one.title || one.labels?.length),
      )
      .map((one) => one.outerHTML.slice(0, 120)),
  )
  assert.deepEqual(nameless, [])
  await tab.close()
})

await test('once it is loaded, the page needs no network', async () => {
  const pages = new Map([['/viewer.html', readFileSync(fileURLToPath(page))]])
  const { server, at } = await serve('', { pages })
  const tab = await openPage({ ...small, url: 'about:blank' })
  tab.removeAllListeners('request')
  await tab.goto(`${at}/viewer.html`)
  await tab.context().setOffline(true)
  server.close()
  assert.ok(await tab.evaluate(() => fetch('/viewer.html').then(() => false, () => true))) // prettier-ignore
  problems.length = 0 // the browser says that the request failed
  for (const file of [made('play.bsor', bsor()), golden('echo/golden/arena.butter'), golden('gdr/golden/two_players.gdr2')]) {
    assert.equal(await give(tab, file), 'ready')
    for (const id of panels) {
      await tab.click(`#tab-${id}`)
      await filled(tab, id)
    }
    await tab.waitForSelector('#panel-plots img')
    await tab.click('#tab-overview')
    await tab.click('[data-action=convert]')
    await tab.waitForSelector('[data-action=save]')
    await (await control(tab, '[title="Record video"]')).click()
    await tab.waitForSelector('dialog.film[open]')
    await tab.keyboard.press('Escape')
  }
  await tab.close()
})

for (const [width, height, zoom] of [
  [320, 640, 1],
  [400, 800, 1],
  [640, 380, 2], // 1280 × 760 at 200 %
  [2560, 1300, 1],
]) {
  await test(`nothing overlaps or runs out of a window of ${width} pixels, at ${zoom * 100} %`, async () => {
    const tab = await openPage({ width, height, deviceScaleFactor: zoom })
    for (const file of [
      made('play.bsor', bsor({ name: 'x'.repeat(300), song: 'y'.repeat(500) })),
      golden('teehistorian/golden/every-message.teehistorian'),
      golden('echo/golden/arena.butter'),
      golden('gdr/golden/two_players.gdr2'),
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
    // The lanes of Geometry Dash begin below the figures, however many lines these have.
    const [top, end] = await tab.evaluate(() => {
      const { surface, root } = window.reelViewer.player().stageList[0]
      return [surface.top, root.querySelector('.figures').getBoundingClientRect().bottom - root.getBoundingClientRect().top]
    })
    assert.ok(Math.abs(top - end) <= 1, `${top} instead of ${end}`)
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

await finish()
