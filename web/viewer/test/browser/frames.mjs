// SPDX-License-Identifier: MIT
// For people: what a picture costs without a graphics card, in processor time of all of the browser's processes, which is about the same on a
// busy machine.
//
//   node test/browser/frames.mjs FILE[,MAP]...     a line for each file and quality: milliseconds a picture of 1280×720 takes
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
// REEL_PICTURES  pictures of each quality, by default 60
import { basename } from 'node:path'
import { spent } from './spent.mjs'
import { browser, give, openPage } from './tab.mjs'
import { addMap } from './scenes.mjs'

const PICTURES = Number(process.env.REEL_PICTURES ?? 60)
/** As QUALITIES of src/draw/space.ts, with the pixels of a plain screen. */
const qualities = [
  { reflections: true, lights: true, smooth: true, scale: 1 },
  { reflections: true, lights: true, smooth: false, scale: 1 },
  { reflections: false, lights: true, smooth: false, scale: 1 },
  { reflections: false, lights: false, smooth: false, scale: 0.66 },
]

/** Draws pictures of a few seconds of the play, one after the other, and waits for each. */
const draw = (tab, count, quality) =>
  tab.evaluate(
    async ([pictures, own]) => {
      const player = window.reelViewer.player()
      const { from, to } = player.clock.span
      const start = from + (to - from) * 0.4
      const pixel = new Uint8Array(4)
      const [stage] = player.stageList
      const { surface } = stage
      while (surface.quality && stage.surface.quality.smooth !== own.smooth && stage.lower());
      if (surface.quality) stage.surface.quality = own
      else if (!own.smooth) stage.lower()
      stage.setSize(1280, 720, 0)
      const gl = stage.canvas.getContext('webgl2')
      for (let picture = 0; picture < pictures; picture++) {
        stage.draw(start + picture / 30)
        if (gl) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
        await new Promise((done) => requestAnimationFrame(done))
      }
      return { size: stage.size }
    },
    [count, quality],
  )

for (const pair of process.argv.slice(2)) {
  const [file, map] = pair.split(',')
  const tab = await openPage({ width: 1280, height: 720 })
  if ((await give(tab, file)) !== 'ready') throw new Error(`${file} does not open`)
  if (map) await addMap(tab, map)
  for (const quality of qualities) {
    await draw(tab, 5, quality)
    const before = spent()
    const { size } = await draw(tab, PICTURES, quality)
    const each = (spent() - before) / PICTURES
    console.log(`${basename(file)}: ${each.toFixed(1)} ms, ${size.join('×')}, ${JSON.stringify(quality)}`)
  }
  await tab.close()
}
await browser.close()
