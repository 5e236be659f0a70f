// SPDX-License-Identifier: MIT
// Demos of finishes, saved by the page: byte for byte what the command writes.
//
//   node test/browser/demo.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_COMMAND   the native command, by default build/release/cli/reel
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { teeMap } from './maps.mjs'
import { finishes, names, race } from './race.mjs'
import { serve } from './serve.mjs'
import { browser, eventually, finish, give, made, openPage, page, problems, root, skip, small, test, work } from './tab.mjs'

const reel = process.env.REEL_COMMAND ?? join(root, 'build/release/cli/reel')
if (spawnSync(reel, ['--version']).error) {
  skip(`no ${reel}`)
  await finish()
  process.exit()
}

const map = made('box.map', teeMap())
const recording = made('race.teehistorian', race(readFileSync(map)))
const module = fileURLToPath(new URL('reel-demo.lzma', page))

/** What the command writes of a finish. */
function native(file, { cid, ticks }) {
  const path = join(work, 'native.demo')
  const wanted = `${names[cid]},${(ticks / 50).toFixed(2)}`
  execFileSync(reel, ['convert', '-q', '--replace', '--to', 'demo', '--map', map, '--finish', wanted, '-o', path, file])
  return readFileSync(path)
}

const buttons = (tab) => tab.locator('button[data-action=demo]')
const said = (tab, which) => tab.locator('span.demo [role=status]').nth(which).textContent()

/** Saves one finish, and compares it. */
async function saves(tab, which, file = recording) {
  const [saved] = await Promise.all([tab.waitForEvent('download'), buttons(tab).nth(which).click()])
  assert.match(saved.suggestedFilename(), /^(race|long)-[\w.-]+\.demo$/)
  assert.ok(readFileSync(await saved.path()).equals(native(file, finishes[which])), 'other bytes than those of the command')
  assert.match(await said(tab, which), /^Saved /)
}

await test('a page of a recording and its map saves each finish as the command does', async () => {
  const written = join(work, 'page.html')
  execFileSync(reel, ['view', '--viewer', fileURLToPath(page), '--map', map, '-o', written, recording])
  const tab = await openPage({ ...small, url: pathToFileURL(written).href })
  await tab.waitForFunction(() => window.reelViewer.player()?.mapped)
  assert.equal(await buttons(tab).count(), finishes.length)
  for (const which of finishes.keys()) await saves(tab, which)
  await tab.close()
})

await test('a page from a folder says what it needs: the map, and the file beside it', async () => {
  const tab = await openPage(small)
  assert.equal(await give(tab, recording), 'ready')
  await buttons(tab).nth(0).click()
  assert.match(await said(tab, 0), /^A demo needs the map/)
  await tab.setInputFiles('input[type=file] >> nth=0', map)
  await tab.waitForFunction(() => window.reelViewer.player().mapped)
  await buttons(tab).nth(0).click()
  await tab.locator('span.demo [role=alert]').waitFor()
  assert.match(await said(tab, 0), /in the file reel-demo\.lzma beside it, which could not be loaded/)
  // Reading what is beside a page from a folder is refused by the browser, which reports that.
  assert.deepEqual(
    problems.splice(0).filter((text) => !/reel-demo\.lzma|ERR_FAILED|Content Security Policy|Fetch API|CORS/.test(text)),
    [],
  )
  const input = tab.locator('input[data-module=demo]')
  await input.setInputFiles(map)
  await eventually(async () => /is not that file/.test(await said(tab, 0)))
  const [saved] = await Promise.all([tab.waitForEvent('download'), input.setInputFiles(module)])
  assert.ok(readFileSync(await saved.path()).equals(native(recording, finishes[0])))
  await saves(tab, 1)
  await tab.close()
})

await test('a page of a server loads the file beside it; a long run shows how far it is, and can be cancelled', async () => {
  const { server, pages, at } = await serve(work)
  pages.set('/viewer.html', readFileSync(fileURLToPath(page)))
  pages.set('/reel-demo.lzma', readFileSync(module))
  const tab = await browser.newPage({ viewport: small })
  await tab.goto(`${at}/viewer.html`)
  // Above 16 MiB it is read by windows, by the page as by what makes demos.
  await tab.evaluate(() => (window.reelViewer.limits.long = 100_000))
  const long = made('long.teehistorian', race(readFileSync(map), { ticks: 60_000 }))
  assert.equal(await give(tab, long), 'ready')
  await tab.setInputFiles('input[type=file] >> nth=0', map)
  await tab.waitForFunction(() => window.reelViewer.player().mapped)
  const press = buttons(tab).nth(1)
  const labels = await press.evaluate((button) => [0, 1].map(() => (button.click(), button.textContent)))
  assert.deepEqual(labels, ['Cancel', 'Save as demo'])
  assert.equal(await said(tab, 1), 'Cancelled.')
  await saves(tab, 1, long)
  // Another map than the recording's is refused in words, with the rule.
  const other = made('other.map', teeMap({ width: 210 }))
  await tab.setInputFiles('input[type=file] >> nth=0', other)
  await eventually(async () => (await tab.textContent('.status')).includes('210'))
  await press.click()
  await eventually(async () => /level\.other/.test(await said(tab, 1)))
  await tab.close()
  server.close()
})

await test('the page plays a demo with the map that is in it, and a ghost', async () => {
  const tab = await openPage(small)
  assert.equal(await give(tab, made('run.demo', native(recording, finishes[0]))), 'ready')
  const demo = await tab.evaluate(() => {
    const { scene, map, opened } = window.reelViewer.player().loaded
    return { format: opened.format.id, seconds: scene.end - scene.start, cameras: scene.cameras.length, size: [map.width, map.height] }
  })
  assert.equal(demo.format, 'demo')
  assert.deepEqual(demo.size, [200, 80])
  assert.ok(demo.seconds >= finishes[0].ticks / 50, `${demo.seconds} s`)
  assert.ok(demo.cameras > 0)
  assert.equal(await tab.evaluate(() => window.reelViewer.player().mapped), true)
  const folder = join(root, 'tests/formats/ghost/golden')
  const ghost = readdirSync(folder).find((name) => name === 'v4-ticks.gho')
  assert.equal(await give(tab, join(folder, ghost)), 'ready')
  assert.equal(await tab.evaluate(() => window.reelViewer.player().loaded.opened.format.id), 'ghost')
  assert.ok(await tab.evaluate(() => window.reelViewer.player().loaded.scene.end > 0))
  assert.deepEqual(problems, [])
  await tab.close()
})

await finish()
