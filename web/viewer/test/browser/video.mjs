// SPDX-License-Identifier: MIT
// Videos that the page makes, in a real browser: pictures, length, size and sound as asked for; stopping; what a browser cannot do.
//
//   node test/browser/video.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { blocksOfWebm, samplesOfMp4 } from './containers.mjs'
import { bsor } from './files.mjs'
import { control, axeFindsNothing, finish, give, made, openPage, settled, small, test } from './tab.mjs'

/** A tab with a play, whose loop is what a video has. The times that are drawn are in window.times. */
async function open(from, to) {
  const tab = await openPage(small)
  assert.equal(await give(tab, made('play.bsor', bsor())), 'ready')
  await tab.evaluate(
    (span) => {
      const { clock, actions, loaded } = window.reelViewer.player()
      actions.seek(span.from)
      clock.loop = span
      const { scene } = loaded
      const draw = scene.draw
      window.times = []
      scene.draw = (...given) => {
        window.times.push(given[1])
        return draw.apply(scene, given)
      }
    },
    { from, to },
  )
  return tab
}

/** Fills the dialog in. */
async function choose(tab, { container, width, height, rate }) {
  await (await control(tab, '[title="Record video"]')).click()
  await tab.selectOption('.film [name=container]', container)
  for (const [name, value] of Object.entries({ width, height, rate })) await tab.fill(`.film [name=${name}]`, String(value))
  await settled(tab)
  await tab.evaluate(() => (window.times.length = 0))
}

/** What the browser's own player says of a video, and where its sound is loud. */
const played = (tab, bytes, type) =>
  tab.evaluate(
    async ([base64, mime]) => {
      const file = Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0))
      const video = document.createElement('video')
      video.src = URL.createObjectURL(new window.Blob([file], { type: mime }))
      await new Promise((done, failed) => {
        video.onloadeddata = done
        video.onerror = () => failed(new Error('the video cannot be played'))
      })
      const { duration, videoWidth: width, videoHeight: height } = video
      const sound = await new window.OfflineAudioContext(2, 1, 48_000).decodeAudioData(file.buffer).catch(() => null)
      const loud = []
      sound?.getChannelData(0).forEach((value, at) => {
        if (Math.abs(value) > 0.03 && at / 48_000 - (loud.at(-1) ?? -1) > 0.1) loud.push(at / 48_000)
      })
      return { duration, width, height, loud, seconds: sound?.duration ?? 0 }
    },
    [bytes.toString('base64'), type],
  )

for (const { container, width, height, rate, from, seconds } of [
  { container: 'mp4', width: 320, height: 180, rate: 30, from: 5, seconds: 0.1 },
  { container: 'mp4', width: 256, height: 144, rate: 25, from: 2, seconds: 2 },
  { container: 'webm', width: 198, height: 322, rate: 12.5, from: 7.25, seconds: 2.4 },
]) {
  const count = Math.round(seconds * rate)
  await test(`${container}: ${count} frames of ${width} × ${height} at ${rate} a second, drawn at their times`, async () => {
    const tab = await open(from, from + seconds)
    await choose(tab, { container, width, height, rate })
    const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('.film [type=submit]')])
    assert.equal(download.suggestedFilename(), `play.bsor.${container}`)
    const bytes = readFileSync(await download.path())
    const { times, clicks } = await tab.evaluate(() => ({ times: window.times, clicks: [...window.reelViewer.player().scene.sounds] }))
    const wanted = Array.from({ length: count }, (_, index) => from + index / rate)
    assert.deepEqual(times.slice(0, count), wanted)

    const counts = container === 'mp4' ? samplesOfMp4(bytes) : blocksOfWebm(bytes)
    assert.equal(container === 'mp4' ? counts.vide : counts[1], count)
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
    const track = await input.getPrimaryVideoTrack()
    assert.deepEqual([track.displayWidth, track.displayHeight], [width, height])
    const stats = await track.computePacketStats()
    assert.equal(stats.packetCount, count)
    assert.ok(Math.abs((await track.computeDuration()) - seconds) < 0.002)

    const seen = await played(tab, bytes, `video/${container}`)
    assert.deepEqual([seen.width, seen.height], [width, height])
    assert.ok(Math.abs(seen.duration - seconds) < 0.06, `${seen.duration} s`)
    // A click for each cut, at its time: Opus smears it by some milliseconds.
    const heard = clicks.map((time) => time - from).filter((time) => time >= 0 && time < seconds - 0.04)
    assert.equal(seen.loud.length, heard.length, `${seen.loud} instead of ${heard}`)
    heard.forEach((time, index) => assert.ok(Math.abs(seen.loud[index] - time) < 0.03, `${seen.loud} instead of ${heard}`))
    assert.equal(await tab.locator('dialog.film').count(), 0)
    await tab.close()
  })
}

await test('a video that is stopped leaves nothing', async () => {
  const tab = await open(1, 19)
  await choose(tab, { container: 'webm', width: 320, height: 180, rate: 60 })
  let downloads = 0
  tab.on('download', () => downloads++)
  await tab.evaluate(() => {
    window.urls = 0
    const make = URL.createObjectURL
    URL.createObjectURL = (...given) => (window.urls++, make.apply(URL, given))
  })
  await tab.click('.film [type=submit]')
  await tab.waitForFunction(() => /^Frame /.test(document.querySelector('.film [role=status]').textContent))
  assert.ok(await tab.locator('.film [name=width]').isDisabled())
  await tab.keyboard.press('Escape')
  await tab.waitForSelector('text=Cancelled. Nothing was saved.')
  const drawn = await tab.evaluate(() => window.times.length)
  assert.ok(drawn < 18 * 60)
  await settled(tab)
  assert.equal(await tab.evaluate(() => window.times.length), drawn)
  assert.equal(await tab.evaluate(() => window.urls), 0)
  await tab.keyboard.press('Escape')
  assert.equal(await tab.locator('dialog').filter({ hasText: 'Frames per second' }).count(), 0)
  // The player goes on, and can make another one.
  await tab.keyboard.press('.')
  await choose(tab, { container: 'webm', width: 64, height: 64, rate: 10 })
  await tab.evaluate(() => (window.reelViewer.player().clock.loop = null))
  assert.equal(downloads, 0)
  await tab.close()
})

await test('what the browser cannot encode is said in words, and the dialog stays', async () => {
  const tab = await open(1, 2)
  await choose(tab, { container: 'mp4', width: 320, height: 180, rate: 30 })
  await tab.evaluate(() => (window.VideoEncoder.isConfigSupported = async () => ({ supported: false })))
  await tab.click('.film [type=submit]')
  await tab.waitForSelector('.film [role=alert]:not([hidden])')
  assert.match(await tab.textContent('.film [role=alert]'), /This browser cannot encode MP4 of 320 × 180 at 30 frames per second/)
  assert.ok(await tab.locator('.film [name=width]').isEnabled())
  // An encoder that fails in the middle.
  await tab.evaluate(() => {
    window.VideoEncoder.isConfigSupported = async () => ({ supported: true })
    const encode = window.VideoEncoder.prototype.encode
    let count = 0
    window.VideoEncoder.prototype.encode = function (...given) {
      if (++count > 5) throw new Error('the encoder stopped')
      return encode.apply(this, given)
    }
  })
  await tab.click('.film [type=submit]')
  await tab.waitForFunction(() => /the encoder stopped/.test(document.querySelector('.film [role=alert]').textContent))
  await axeFindsNothing(tab, 'videos', '.film')
  await tab.close()
})

await finish()
