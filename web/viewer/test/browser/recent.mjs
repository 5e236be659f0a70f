// SPDX-License-Identifier: MIT
// The files that were opened last, in a real browser: kept only if that is asked for, within their limits, deleted, and what happens
// where a browser keeps nothing.
//
//   node test/browser/recent.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { bsor } from './files.mjs'
import { axeFindsNothing, eventually, finish, give, made, openPage, small, test } from './tab.mjs'

const play = (name) => made(`${name}.bsor`, bsor({ notes: 3, seconds: 4, name }))

const databases = (tab) => tab.evaluate(async () => (await window.indexedDB.databases()).length)
/** Names of the kept files, the newest first. */
const kept = (tab) => tab.evaluate(async () => (await window.reelViewer.recent.list()).map(({ name }) => name))
const dialog = (tab) => tab.locator('dialog.recent')
const show = (tab) => tab.click('[title="Last files"]')

/** Waits until the list has these names. */
const listed = async (tab, ...names) => {
  await tab.waitForFunction(
    (wanted) => [...document.querySelectorAll('.recent li > button:first-child')].map(({ textContent }) => textContent).join() === wanted,
    names.join(),
  )
}

/** Opens a file, and waits until it is kept, as the newest of so many. */
async function keep(tab, path, count) {
  assert.equal(await give(tab, path), 'ready')
  // From here, again and again: a reload must not come before it.
  await eventually(async () => {
    const names = await kept(tab)
    return names.length === count && names[0] === basename(path)
  })
}

async function turnOn(tab) {
  await show(tab)
  await dialog(tab).locator('[name=wanted]').check()
  await tab.waitForFunction(() => window.reelViewer.recent.wanted)
  await tab.keyboard.press('Escape')
}

await test('nothing is kept until it is asked for, and what is kept is opened again in another visit', async () => {
  const tab = await openPage(small)
  await give(tab, play('before'))
  await show(tab)
  assert.equal(await dialog(tab).locator('[name=wanted]').isChecked(), false)
  await tab.keyboard.press('Escape')
  assert.equal(await databases(tab), 0)
  await turnOn(tab)
  await keep(tab, play('one'), 1)
  await keep(tab, play('two'), 2)
  await keep(tab, play('one'), 2)
  await tab.reload()
  await show(tab)
  await listed(tab, 'one.bsor', 'two.bsor')
  await axeFindsNothing(tab, 'last files', '.recent')
  await tab.click('text=two.bsor')
  await tab.waitForSelector('html[data-state=ready]')
  assert.equal(await tab.textContent('dd[data-fact=Player]'), 'two')
  await eventually(async () => (await kept(tab))[0] === 'two.bsor')

  await show(tab)
  await listed(tab, 'two.bsor', 'one.bsor')
  await tab.click('[title="Delete two.bsor"]')
  await listed(tab, 'one.bsor')
  await tab.click('.recent [name=clear]')
  await listed(tab)
  assert.ok(await dialog(tab).locator('[name=wanted]').isChecked())
  await dialog(tab).locator('[name=wanted]').uncheck()
  await eventually(async () => (await databases(tab)) === 0)
  assert.equal(await tab.evaluate(() => localStorage.length), 0)
  await tab.close()
})

await test('the oldest make room, and a file that is too large is opened and not kept', async () => {
  const tab = await openPage(small)
  await turnOn(tab)
  const size = bsor({ notes: 3, seconds: 4, name: 'aaa' }).length
  await tab.evaluate((bytes) => Object.assign(window.reelViewer.limits.kept, { files: 3, bytes }), 3 * size)
  for (const [index, name] of ['aaa', 'bbb', 'ccc', 'ddd'].entries()) await keep(tab, play(name), Math.min(3, index + 1))
  await eventually(async () => (await kept(tab))[0] === 'ddd.bsor')
  assert.deepEqual(await kept(tab), ['ddd.bsor', 'ccc.bsor', 'bbb.bsor'])
  // Twice the size: two of the others have to go.
  assert.equal(await give(tab, made('wide.bsor', bsor({ notes: 3, seconds: 7, name: 'wide' }))), 'ready')
  await eventually(async () => (await kept(tab))[0] === 'wide.bsor')
  const sizes = await tab.evaluate(async () => (await window.reelViewer.recent.list()).map((entry) => entry.size))
  assert.ok(sizes.reduce((sum, one) => sum + one, 0) <= 3 * size && sizes.length < 3)
  const before = await kept(tab)
  assert.equal(await give(tab, made('huge.bsor', bsor({ notes: 3, seconds: 60 }))), 'ready')
  await tab.waitForFunction(() => /opened and not kept: it is too large/.test(document.querySelector('.status').textContent))
  assert.deepEqual(await kept(tab), before)
  await tab.close()
})

await test('a browser that has no room, or keeps nothing, says so and opens files', async () => {
  const tab = await openPage(small)
  await turnOn(tab)
  await keep(tab, play('one'), 1)
  await tab.evaluate(() => {
    const put = window.IDBObjectStore.prototype.put
    window.IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'bytes') throw new window.DOMException('no room on the disk', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  assert.equal(await give(tab, play('two')), 'ready')
  await tab.waitForFunction(() => /not kept: no room on the disk/.test(document.querySelector('.status').textContent))
  assert.deepEqual(await tab.evaluate(() => window.reelViewer.recent.list().then((all) => all.map(({ name }) => name))), ['one.bsor'])

  // No database at all, as in some private windows, and then no storage either.
  for (const missing of ['indexedDB', 'localStorage']) {
    await tab.addInitScript((name) => {
      Object.defineProperty(window, name, {
        get() {
          if (name === 'indexedDB') return undefined
          throw new window.DOMException('denied', 'SecurityError')
        },
      })
    }, missing)
    await tab.reload()
    assert.equal(await give(tab, play('three')), 'ready')
    await show(tab)
    if (missing === 'indexedDB')
      await tab.waitForFunction(() => /does not keep files/.test(document.querySelector('.recent [role=status]').textContent))
    else {
      await dialog(tab).locator('[name=wanted]').click()
      await tab.waitForFunction(() => /does not keep files/.test(document.querySelector('.recent [role=status]').textContent))
      assert.equal(await dialog(tab).locator('[name=wanted]').isChecked(), false)
    }
    await tab.keyboard.press('Escape')
  }
  await tab.close()
})

await finish()
