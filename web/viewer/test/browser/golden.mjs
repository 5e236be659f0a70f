// SPDX-License-Identifier: MIT
// Each scene looks as it did: large in light and dark, and small from each of its cameras, in windows of three widths. The pictures are in
// ../golden; software draws them, and they are of fixed times, so that neither a graphics card nor a busy machine changes them.
//
//   node test/browser/golden.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
// REEL_UPDATE    1: the pictures, and those of docs/viewer.md, become what the scenes look like now
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { difference, openScene, scenes } from './scenes.mjs'
import { finish, openPage, root, settled, test } from './tab.mjs'

const folder = fileURLToPath(new URL('../golden/', import.meta.url))
/** Where pictures go that are not as they were. */
const seen = join(root, 'build/viewer-golden')
const again = `look at ${seen}; if it should look so: REEL_UPDATE=1 node test/browser/golden.mjs`
/** Of the pixels of a large picture, and of a small one, whose edges and letters differ less. */
const [TOLERANCE, SMALL_TOLERANCE] = [0.02, 0.005]
const CELL = { width: 240, height: 150 }
const windows = [
  [400, 800],
  [1280, 760],
  [2560, 1300],
]

/** Compares with a file, or makes it. `share`: of the pixels that differ. */
async function compare(name, bytes, share) {
  const path = join(folder, name)
  if (process.env.REEL_UPDATE) return writeFileSync(path, bytes)
  try {
    await share(readFileSync(path))
  } catch (error) {
    mkdirSync(seen, { recursive: true })
    writeFileSync(join(seen, name), bytes)
    throw error
  }
}

for (const scene of scenes) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`the ${scene.name} scene in ${colorScheme} looks as it did`, async () => {
      const tab = await openPage({ width: 900, height: 500, colorScheme, reducedMotion: 'reduce' })
      await openScene(tab, scene)
      const shot = await tab.locator('.stages').screenshot()
      if (process.env.REEL_UPDATE) await tab.screenshot({ path: join(root, `docs/pictures/viewer-${scene.name}-${colorScheme}.png`) })
      await compare(`${scene.name}-${colorScheme}.png`, shot, async (golden) => {
        const share = await difference(tab, shot, golden)
        console.log(`   ${(share * 100).toFixed(2)} % of the pixels differ; the limit is ${TOLERANCE * 100} %`)
        assert.ok(share <= TOLERANCE, again)
      })
      await tab.close()
    })
  }
}

/** The cameras of a scene; of those that follow a player, the first. */
const camerasOf = (tab) =>
  tab.evaluate(() => {
    const kinds = new Map()
    window.reelViewer.player().scene.cameras.forEach(({ id }, index) => {
      const kind = id.replace(/:.*|\d+$/, '')
      if (!kinds.has(kind)) kinds.set(kind, { kind, index })
    })
    return [...kinds.values()]
  })

/** Draws the scene from a camera, and adds it, made small, to the sheet in the page: a row for each camera, a column for each window. */
const addTo = (tab, camera, row, column) =>
  tab.evaluate(
    ([index, y, x, cell]) => {
      const player = window.reelViewer.player()
      player.actions.camera(index)
      player.draw()
      const picture = player.stageList[0].picture()
      const scale = Math.min(cell.width / picture.width, cell.height / picture.height)
      const context = window.sheet.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, x * cell.width, y * cell.height, Math.round(picture.width * scale), Math.round(picture.height * scale))
    },
    [camera, row, column, CELL],
  )

for (const scene of scenes) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`each camera of the ${scene.name} scene in ${colorScheme}, ${windows.map(([width]) => width).join(', ')} pixels wide, shows what it did`, async () => {
      const tab = await openPage({ colorScheme, reducedMotion: 'reduce' })
      await openScene(tab, scene)
      const cameras = await camerasOf(tab)
      await tab.evaluate(
        ([width, height]) => (window.sheet = Object.assign(document.createElement('canvas'), { width, height })),
        [windows.length * CELL.width, cameras.length * CELL.height],
      )
      for (const [column, [width, height]] of windows.entries()) {
        await tab.setViewportSize({ width, height })
        await settled(tab)
        for (const [row, { index }] of cameras.entries()) await addTo(tab, index, row, column)
      }
      const sheet = Buffer.from((await tab.evaluate(() => window.sheet.toDataURL('image/png'))).split(',')[1], 'base64')
      const name = `${scene.name}-cameras-${colorScheme}.png`
      await compare(name, sheet, async (golden) => {
        assert.ok((await difference(tab, sheet, golden)) < 1, `there are other cameras: ${again}`)
        const bad = []
        let worst = 0
        for (const [row, { kind }] of cameras.entries())
          for (const [column, [width]] of windows.entries()) {
            const crop = { x: column * CELL.width, y: row * CELL.height, w: CELL.width, h: CELL.height }
            const share = await difference(tab, sheet, golden, { crop, both: true })
            worst = Math.max(worst, share)
            if (share > SMALL_TOLERANCE) bad.push(`${kind}, ${width} pixels: ${(share * 100).toFixed(2)} %`)
          }
        console.log(
          `   ${cameras.length * windows.length} pictures; at most ${(worst * 100).toFixed(2)} % of one differ; the limit is ${SMALL_TOLERANCE * 100} %`,
        )
        assert.deepEqual(bad, [], again)
      })
      await tab.close()
    })
  }
}

await finish()
