// SPDX-License-Identifier: MIT
// The map of a replay, found in a folder that people chose: by the browser's folders, which are kept, by an input of files, and by the address that the
// owner of a site gives. Nothing is asked for by itself.
//
//   node test/browser/folder.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bsor } from './files.mjs'
import { beatMapFiles } from './maps.mjs'
import { serve } from './serve.mjs'
import { browser, finish, give, made, openPage, page, small, test, work } from './tab.mjs'

const play = () => made('play.bsor', bsor({ notes: 20 }))
const mapAdded = (tab) => tab.waitForFunction(() => window.reelViewer.player().mapped)
const find = (tab) => tab.locator('[data-action=map]')

/** Folders of maps as files on the disk: two of other songs, and the one of the play. */
function songs() {
  const root = join(work, 'CustomLevels')
  for (const [folder, song] of Object.entries({ '1 (Other)': 'Other', '2 (Mine)': 'Song', '3 (Third)': 'Third' })) {
    mkdirSync(join(root, folder), { recursive: true })
    for (const [name, content] of Object.entries(beatMapFiles({ notes: 20, song }))) writeFileSync(join(root, folder, name), content)
  }
  return root
}

await test('the map is found among the files of a folder, and none is asked for before', async () => {
  const tab = await openPage(small)
  await tab.addInitScript(() => delete window.showDirectoryPicker)
  await tab.reload()
  assert.equal(await give(tab, play()), 'ready')
  assert.equal(await tab.evaluate(async () => (await window.indexedDB.databases()).length), 0)
  const [chooser] = await Promise.all([tab.waitForEvent('filechooser'), find(tab).click()])
  await chooser.setFiles(songs())
  await mapAdded(tab)
  assert.match(await tab.textContent('.status'), /^Map added: Song/)
  assert.equal(await find(tab).count(), 0)
  // The folder is known for this visit: the next replay finds its map by itself.
  assert.equal(await give(tab, play()), 'ready')
  await mapAdded(tab)
  await tab.close()
})

await test('a folder is kept, and the next visit finds the map by itself', async () => {
  // A page of a server: the folder of the test is the origin's own, which files have not.
  const { server, pages, at } = await serve(work)
  pages.set('/viewer.html', readFileSync(fileURLToPath(page)))
  const tab = await browser.newPage({ viewport: small })
  await tab.goto(`${at}/viewer.html`)
  await tab.evaluate(
    async ([files, other]) => {
      const root = await window.navigator.storage.getDirectory()
      for (const [folder, contents] of Object.entries({ 'Song of mine': files, Other: other })) {
        const own = await root.getDirectoryHandle(folder, { create: true })
        for (const [name, content] of Object.entries(contents)) {
          const writable = await (await own.getFileHandle(name, { create: true })).createWritable()
          await writable.write(content)
          await writable.close()
        }
      }
      window.showDirectoryPicker = () => Promise.resolve(root)
    },
    [beatMapFiles({ notes: 20 }), beatMapFiles({ notes: 20, song: 'Other' })].map((files) => ({ ...files, 'song.egg': '' })),
  )
  assert.equal(await give(tab, play()), 'ready')
  assert.equal(await tab.evaluate(() => localStorage.length), 0)
  await find(tab).click()
  await mapAdded(tab)
  await tab.reload()
  assert.equal(await give(tab, play()), 'ready')
  await mapAdded(tab)
  // A play of another song, which the folder does not have: it stays without, and says so when people ask.
  await tab.reload()
  assert.equal(await give(tab, made('unknown.bsor', bsor({ notes: 20, song: 'Unknown' }))), 'ready')
  await tab.evaluate(async () => {
    const root = await window.navigator.storage.getDirectory()
    window.showDirectoryPicker = () => Promise.resolve(root)
  })
  await find(tab).click()
  await tab.waitForFunction(() => /does not have the map of Unknown/.test(document.querySelector('.status').textContent))
  assert.equal(await tab.evaluate(() => window.reelViewer.player().mapped), false)
  await tab.close()
  server.close()
})

await finish()
