// SPDX-License-Identifier: MIT
// What people see first, in windows of phones and desks: one row of controls, the picture, what a player asks; and what fingers do.
//
//   node test/browser/layout.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { bsor, teehistorian } from './files.mjs'
import { writePieces } from './scenes.mjs'
import { control, finish, give, golden, made, now, openPage, seek, settled, small, test } from './tab.mjs'

const files = () => [
  made('play.bsor', bsor({ notes: 40 })),
  golden('bsor/golden/full.bsor'),
  writePieces('circles.teehistorian', teehistorian()).path,
  golden('echo/golden/arena.butter'),
  golden('gdr/golden/two_players.gdr2'),
]

for (const [width, height, phone] of [
  [360, 740, true],
  [740, 360, true],
  [900, 500, false],
  [1400, 900, false],
]) {
  await test(`one row of controls, and the picture first, in ${width} × ${height}`, async () => {
    const tab = await openPage({ width, height })
    for (const file of files()) {
      await give(tab, file)
      await settled(tab)
      const seen = await tab.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect()
        const bar = document.querySelector('.bar')
        const middles = [...bar.children]
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect())
          .map(({ top, bottom }) => (top + bottom) / 2)
        return {
          rows: Math.max(...middles) - Math.min(...middles),
          fits: bar.scrollWidth <= bar.clientWidth,
          share: box('.stages').height / window.innerHeight,
          bottom: box('.controls').bottom,
          // What is in the row, and what is in the menu, is everything.
          controls: document.querySelectorAll('.bar .group, .menu .group').length,
        }
      })
      assert.ok(seen.rows < 2 && seen.fits, `${file}: ${JSON.stringify(seen)}`)
      assert.equal(seen.controls, 10, file)
      assert.ok(seen.bottom <= height, `the controls end at ${seen.bottom}: ${file}`)
      if (phone) assert.ok(seen.share >= 0.6, `${seen.share} of the height: ${file}`)
    }
    await tab.close()
  })
}

await test('what the row has no room for is in a menu, which Escape and a press elsewhere close', async () => {
  const tab = await openPage({ width: 360, height: 740 })
  await give(tab, made('play.bsor', bsor()))
  assert.ok(!(await tab.isVisible('[title="Loop from here"]')))
  await tab.click('[title=More]')
  for (const title of ['Loop from here', 'Previous frame', 'Save picture', 'Copy link', 'Speed'])
    assert.ok(await tab.isVisible(`[title="${title}"]`), title)
  await seek(tab, 5)
  await tab.click('[title="Loop from here"]')
  assert.equal(await tab.evaluate(() => window.reelViewer.player().clock.loop.from), 5)
  await tab.keyboard.press('Escape')
  assert.ok(!(await tab.isVisible('.menu')))
  assert.equal(await tab.evaluate(() => document.activeElement.title), 'More')
  await tab.click('[title=More]')
  await tab.mouse.click(20, 20)
  assert.ok(!(await tab.isVisible('.menu')))
  // A wider window has room for all of it, and for a control that has the focus.
  await tab.click('[title=More]')
  await tab.focus('[title="Loop to here"]')
  await tab.setViewportSize({ width: 1900, height: 900 })
  await settled(tab)
  assert.ok(!(await tab.isVisible('[title=More]')))
  assert.equal(await tab.evaluate(() => document.activeElement.title), 'Loop to here')
  await tab.close()
})

await test('the first panel says what a player asks: no empty line, no file, and links that play', async () => {
  const tab = await openPage(small)
  for (const [file, expected] of [
    [files()[0], ['Song', 'Player', 'Rank', 'Accuracy', 'Score', 'Mistakes', 'Full combo', 'Pauses', 'Worst ten seconds']],
    [files()[2], ['Map', 'Server', 'Length', 'Players']],
    [files()[3], ['Map', 'Score', 'Players of blue', 'Players of orange']],
    [files()[4], ['Author', 'Clicks', 'Fastest second', 'Longest hold']],
  ]) {
    await give(tab, file)
    await tab.waitForSelector('.story')
    const facts = await tab.$$eval('.story dd', (all) => all.map((one) => [one.dataset.fact, one.textContent]))
    for (const name of expected) assert.ok(facts.some(([fact]) => fact === name), `${name} is missing: ${file}`) // prettier-ignore
    for (const [fact, value] of facts) assert.ok(!/^(–|NaN|undefined|)$/.test(value.trim()), `${fact}: "${value}" in ${file}`)
    assert.ok(!(await tab.isVisible('#panel-overview dd[data-field=format]')) && !(await tab.isVisible('dd[data-table]')), file)
  }
  await give(tab, files()[0])
  await tab.click('dd[data-fact="Worst ten seconds"] button')
  await tab.waitForFunction(() => window.reelViewer.player().clock.playing)
  await give(tab, files()[3])
  await tab.click('.story .events .watch >> nth=0')
  await tab.waitForFunction(() => window.reelViewer.player().clock.shown > 0)
  await tab.close()
})

await test('a finger seeks, two taps skip, two fingers turn and zoom, and a click plays', async () => {
  const tab = await openPage({ width: 400, height: 700, hasTouch: true })
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 10)
  const { x, y, width, height } = await tab.locator('.stage').boundingBox()
  const [middle, left] = [x + width / 2, x + 40]
  const session = await tab.context().newCDPSession(tab)
  // On a busy machine as fast as fingers are.
  let timestamp = Date.now() / 1000
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: (timestamp += 0.03),
      touchPoints: points.map(([dx, dy, id = 0]) => ({ x: dx, y: dy + y + height / 2, id })),
    })
  await touch('touchStart', [middle, 0])
  for (let step = 1; step <= 10; step++) await touch('touchMove', [middle + step * 8, 0])
  await touch('touchEnd')
  assert.ok((await now(tab)) > 11 && (await now(tab)) < 16, `dragged to ${await now(tab)}`)
  await seek(tab, 10)
  timestamp += 2
  for (let taps = 0; taps < 2; taps++) {
    await touch('touchStart', [left, 0])
    await touch('touchEnd')
  }
  assert.ok(Math.abs((await now(tab)) - 5) < 1, `tapped to ${await now(tab)}`)
  const orbit = () => tab.evaluate(() => ({ ...window.reelViewer.player().stageList[0].orbit }))
  const before = await orbit()
  const time = await now(tab)
  await touch('touchStart', [middle - 40, 0, 0], [middle + 40, 0, 1])
  for (let step = 1; step <= 5; step++) await touch('touchMove', [middle - 40 - step * 8, 0, 0], [middle + 40 + step * 8, 0, 1])
  await touch('touchEnd')
  assert.ok((await orbit()).zoom < before.zoom * 0.8)
  assert.ok(Math.abs((await now(tab)) - time) < 1)
  const playing = () => tab.evaluate(() => window.reelViewer.player().clock.playing)
  const was = await playing()
  await tab.mouse.click(middle, y + height / 2)
  assert.equal(await playing(), !was)
  // A mouse that drags turns the camera, and does not play.
  await tab.mouse.move(middle, y + height / 2)
  await tab.mouse.down()
  await tab.mouse.move(middle + 60, y + height / 2, { steps: 5 })
  await tab.mouse.up()
  assert.equal(await playing(), !was)
  assert.notEqual((await orbit()).yaw, before.yaw)
  await tab.close()
})

await test("keys are those of YouTube's player", async () => {
  const tab = await openPage(small)
  await give(tab, made('play.bsor', bsor()))
  const press = async (key) => {
    await tab.keyboard.press(key)
    return now(tab)
  }
  const [from, to] = await tab.evaluate(() => Object.values(window.reelViewer.player().clock.span))
  await seek(tab, 2)
  assert.ok(Math.abs((await press('l')) - 12) < 1e-6)
  assert.ok(Math.abs((await press('j')) - 2) < 1e-6)
  assert.ok(Math.abs((await press('5')) - (from + to) / 2) < 1e-6)
  assert.ok(Math.abs((await press('0')) - from) < 1e-6)
  await press('>')
  assert.equal(await tab.evaluate(() => window.reelViewer.player().clock.speed), 1.5)
  await press('<')
  assert.equal(await tab.evaluate(() => window.reelViewer.player().clock.speed), 1)
  const camera = () => tab.inputValue('select[title=Camera]')
  const first = await camera()
  await press('c')
  assert.notEqual(await camera(), first)
  await press('Shift+C')
  assert.equal(await camera(), first)
  await tab.close()
})

await test('pieces can be turned off, and each lower quality draws the play with less', async () => {
  const tab = await openPage({ width: 700, height: 500, deviceScaleFactor: 2 })
  await give(tab, made('play.bsor', bsor({ notes: 40, skilled: true })))
  const cut = await tab.evaluate(() => window.reelViewer.player().scene.sounds[5])
  await seek(tab, cut + 0.15)
  // The card with the title fades while the play is shown.
  const faded = () =>
    tab.evaluate(async () => {
      const ends = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
      await Promise.allSettled(ends.map((each) => each.finished))
    })
  const shot = async () => {
    await settled(tab)
    await faded()
    return (await tab.locator('.stages').screenshot()).toString('base64')
  }
  const whole = await shot()
  await (await control(tab, '[title="Flying pieces and sparks"]')).click()
  await tab.keyboard.press('Escape')
  assert.notEqual(await shot(), whole)
  await (await control(tab, '[title="Flying pieces and sparks"]')).click()
  await tab.keyboard.press('Escape')
  assert.equal(await shot(), whole)
  const state = () =>
    tab.evaluate(() => {
      const { surface, size } = window.reelViewer.player().stageList[0]
      return { ...surface.quality, pixels: size[0] * size[1] }
    })
  const steps = [await state()]
  while (await tab.evaluate(() => window.reelViewer.player().stageList[0].lower())) {
    await tab.evaluate(() => window.reelViewer.player().changed())
    await shot()
    steps.push(await state())
  }
  const cost = ({ reflections, lights, smooth, pixels }) => pixels * (1 + reflections + lights + smooth)
  assert.equal(steps.length, 5)
  steps.slice(1).forEach((step, index) => assert.ok(cost(step) < cost(steps[index]), JSON.stringify(steps)))
  // A canvas whose edges are not smooth is another one: it is in the page, and hears the mouse.
  assert.equal(await tab.isVisible('.stage .notice'), false)
  assert.equal(await tab.locator('.stage canvas').count(), 2)
  await tab.locator('.stage canvas').first().click()
  await tab.waitForFunction(() => window.reelViewer.player().clock.playing)
  assert.equal(await tab.evaluate(() => window.reelViewer.player().stageList[0].canvas.getContext('webgl2').getContextAttributes().antialias), false) // prettier-ignore
  // Another replay begins with all of it.
  await give(tab, made('other.bsor', bsor()))
  assert.deepEqual((await state()).reflections, true)
  // A picture in two dimensions has fewer pixels, and its names have as many as before.
  await give(tab, golden('gdr/golden/two_players.gdr2'))
  const sizes = await tab.evaluate(() => {
    const [stage] = window.reelViewer.player().stageList
    const found = []
    do found.push([stage.size[0], document.querySelector('.stage .labels').width])
    while (stage.lower())
    return found
  })
  // And then another canvas, on which the processor draws.
  assert.equal(sizes.length, 3)
  assert.ok(sizes[1][0] < sizes[0][0] && sizes[2][0] === sizes[1][0] && sizes.every(([, labels]) => labels === sizes[0][1]), JSON.stringify(sizes)) // prettier-ignore
  await settled(tab)
  assert.equal(await tab.locator('.stage canvas').count(), 2)
  assert.equal(await tab.evaluate(() => window.reelViewer.player().stageList[0].canvas.getContext('2d').getContextAttributes().willReadFrequently), true) // prettier-ignore
  await tab.close()
})

await finish()
