// SPDX-License-Identifier: MIT
// For people: what a frame of a video of 1920×1080 at 60 a second costs without a graphics card, step by step, in processor time of all of the
// browser's processes. On a busy machine it is about the same.
//
//   node test/browser/filmcost.mjs FILE...     a line for each file and step: milliseconds a frame
//
// The steps are those of src/page/filmdialog.ts and src/player/film.ts, each with those before it: `script` draws to a surface of one pixel,
// `picture` draws in full, `frame` copies it with its texts and makes a VideoFrame of it, `video` encodes that.
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
// REEL_PICTURES  frames of each step, by default 60
import { basename } from 'node:path'
import { spent } from './spent.mjs'
import { browser, give, openPage } from './tab.mjs'

const FRAMES = Number(process.env.REEL_PICTURES ?? 60)
const STEPS = ['script', 'picture', 'frame', 'video']

/** Makes the frames of a few seconds of the play, as far as a step. */
const make = (tab, step, count) =>
  tab.evaluate(
    async ([upTo, frames]) => {
      const [width, height, rate] = upTo === 'script' ? [1, 1, 60] : [1920, 1080, 60]
      const player = window.reelViewer.player()
      const { from, to } = player.clock.span
      const start = from + (to - from) * 0.4
      const filmed = player.filmed(player.stageList[0])
      const stage = filmed.stage()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d', { alpha: false })
      stage.setSize(width, height, 0)
      const own = stage.canvas.getContext('webgl2')
      const pixel = new Uint8Array(4)
      let bytes = 0
      let encoder = null
      let codec = ''
      for (const name of upTo === 'video' ? ['avc1.64002a', 'avc1.4d002a', 'avc1.42e02a', 'vp09.00.51.08'] : []) {
        const config = { codec: name, width, height, bitrate: 0.1 * width * height * rate, framerate: rate }
        if (encoder || !(await window.VideoEncoder.isConfigSupported(config)).supported) continue
        encoder = new window.VideoEncoder({
          output: (chunk) => (bytes += chunk.byteLength),
          error: (error) => console.error(String(error)),
        })
        encoder.configure(config)
        codec = name
      }
      for (let index = 0; index < frames; index++) {
        stage.draw(Math.min(start + index / rate, to))
        if (upTo === 'script' || upTo === 'picture') {
          // waits until it is drawn
          if (own) own.readPixels(0, 0, 1, 1, own.RGBA, own.UNSIGNED_BYTE, pixel)
          else stage.canvas.getContext('2d').getImageData(0, 0, 1, 1)
        } else {
          stage.copyTo(context, width, height)
          const frame = new window.VideoFrame(canvas, { timestamp: Math.round((index * 1e6) / rate) })
          if (encoder) encoder.encode(frame, { keyFrame: index % 120 === 0 })
          else await frame.copyTo(new Uint8Array(frame.allocationSize()))
          frame.close()
          while (encoder?.encodeQueueSize >= 6) await new Promise((done) => encoder.addEventListener('dequeue', done, { once: true }))
        }
        if (index % 10 === 9) await new Promise((done) => setTimeout(done))
      }
      await encoder?.flush()
      encoder?.close()
      stage.close()
      return { codec, bytes }
    },
    [step, count],
  )

for (const file of process.argv.slice(2)) {
  const tab = await openPage({ width: 480, height: 420 })
  if ((await give(tab, file)) !== 'ready') throw new Error(`${file} does not open`)
  for (const step of STEPS) {
    await make(tab, step, 5)
    const before = spent()
    const { codec, bytes } = await make(tab, step, FRAMES)
    const each = (spent() - before) / FRAMES
    const size = codec ? `, ${codec}, ${(bytes / 1000 / FRAMES).toFixed(0)} kB a frame` : ''
    console.log(`${basename(file)}: ${step} ${each.toFixed(1)} ms${size}`)
  }
  await tab.close()
}
await browser.close()
