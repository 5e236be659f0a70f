// SPDX-License-Identifier: MIT
// The page in a real browser, from file://: every golden and bad file, numbers against the native command, keys, accessibility, sizes.
//
//   node test/browser/run.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_COMMAND   the native command, by default build/release/cli/reel
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
// REEL_FIREFOX   a second one, by default /usr/bin/firefox-esr
// REEL_UPDATE    1: the pictures of the scenes become what they are now
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, ftruncateSync, openSync, writeSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { bsor, teehistorian } from './files.mjs'
import { firefox } from './firefox.mjs'
import { beatMap, teeMap, zip } from './maps.mjs'
import {
  browser,
  executablePath,
  finish,
  give,
  golden,
  made,
  now,
  openPage,
  page,
  problems,
  root,
  seek,
  settled,
  skip,
  small,
  test,
  work,
} from './tab.mjs'

const reel = process.env.REEL_COMMAND ?? join(root, 'build/release/cli/reel')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const BUDGET = 720_000

/** The golden or bad files: all at full effort, else two of each extension. The tests of the package read all of them. */
function filesOf(kind) {
  const counts = new Map()
  const files = readdirSync(join(root, 'tests/formats'))
    .map((family) => golden(join(family, kind)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const chosen = files.filter((file) => {
    const count = (counts.get(extname(file)) ?? 0) + 1
    counts.set(extname(file), count)
    return process.env.REEL_TEST_EFFORT === 'full' || count <= 2
  })
  console.log(`   ${chosen.length} of ${files.length} ${kind} files`)
  return chosen
}

/** Whether the native command can open a file. */
const opens = (file) => spawnSync(reel, ['info', '--quiet', file]).status !== 3

await test('the page is one file within its budget', () => {
  const bytes = readFileSync(fileURLToPath(page))
  const packed = gzipSync(bytes, { level: 9 }).length
  console.log(`   index.html has ${bytes.length} bytes, ${packed} by gzip; the budget is ${BUDGET}`)
  assert.ok(packed <= BUDGET)
  assert.ok(!/\s(src|href)="(?!data:|#)/.test(String(bytes).replace(/<script[\s\S]*?<\/script>/g, '')))
  assert.ok(
    !/unsafe-eval'/.test(
      String(bytes)
        .match(/Content-Security-Policy" content="([^"]*)/)[1]
        .replace("'wasm-unsafe-eval'", ''),
    ),
  )
})

await test('golden files open, and are drawn at their start, middle and end', async () => {
  const tab = await openPage(small)
  for (const file of filesOf('golden')) {
    const state = await give(tab, file)
    assert.equal(state, opens(file) ? 'ready' : 'error', file)
    if (state !== 'ready') continue
    assert.ok(await tab.evaluate(() => window.reelViewer.player().loaded.scene !== null), `${file} has no scene`)
    for (const share of [0, 0.5, 1]) {
      await tab.evaluate((at) => {
        const { clock, actions } = window.reelViewer.player()
        actions.seek(clock.span.from + (clock.span.to - clock.span.from) * at)
      }, share)
      await settled(tab)
    }
    assert.ok((await tab.textContent('#panel-overview')).includes(basename(file)), file)
    assert.deepEqual(problems, [], file)
  }
  await tab.close()
})

await test('replays of every format have a scene', async () => {
  const formats = execFileSync(reel, ['formats', '--json'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const without = formats.filter(
    ({ game }) => !game.split(', ').some((one) => ['Beat Saber', 'DDNet', 'Echo VR', 'Geometry Dash'].includes(one)),
  )
  assert.deepEqual(without, [])
  const tab = await openPage(small)
  // A format of two games.
  assert.equal(await give(tab, golden('xror/golden/beatsaber.xror')), 'ready')
  assert.equal(await tab.evaluate(() => window.reelViewer.player().loaded.scene?.kind), 'space')
  assert.equal(await tab.isVisible('.stage .notice'), false)
  await tab.close()
})

await test('bad files show what could be read, or say what is wrong and where', async () => {
  const tab = await openPage(small)
  for (const file of filesOf('bad')) {
    const state = await give(tab, file)
    assert.equal(state, opens(file) ? 'ready' : 'error', file)
    if (state === 'error') assert.ok((await tab.textContent('[role=alert]')).length > 20, file)
    assert.deepEqual(problems, [], file)
  }
  await tab.close()
})

await test('a truncated file shows its rows, and the rule and offset of the damage', async () => {
  const whole = bsor()
  const tab = await openPage(small)
  assert.equal(await give(tab, made('cut.bsor', whole.subarray(0, whole.length - 900))), 'ready')
  const says = await tab.textContent('#panel-overview .notice')
  assert.match(says, /truncated/)
  assert.match(says, /bsor\.truncated, section .*, byte [\d,]+/)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().clock.span.to > 15))
  // The timeline and the list of events have the damage at its time, which is where the rows end.
  await tab.selectOption('select[title=Events]', 'damage')
  await tab.keyboard.press('n')
  assert.equal(await now(tab), await tab.evaluate(() => window.reelViewer.player().clock.span.to))
  assert.match(await tab.textContent('.status'), /bsor\.truncated/)
  await tab.close()
})

await test('a file that is not a replay is refused with a reason, and the next file opens', async () => {
  const tab = await openPage(small)
  assert.equal(await give(tab, made('empty.bsor', Buffer.alloc(0))), 'error')
  assert.match(await tab.textContent('[role=alert]'), /The file is empty/)
  assert.equal(await give(tab, made('notes.txt', Buffer.from('not a replay at all\n'.repeat(50)))), 'error')
  assert.match(await tab.textContent('[role=alert]'), /Not a replay/)
  assert.equal(await give(tab, made('play.bsor', bsor())), 'ready')
  assert.equal(await tab.$('[role=alert]'), null)
  await tab.close()
})

await test('a dropped file opens', async () => {
  const tab = await openPage()
  const bytes = bsor({ name: 'Dropped' }).toString('base64')
  await tab.evaluate((base64) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.bsor'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  }, bytes)
  await tab.waitForSelector('html[data-state=ready]')
  await tab.waitForSelector('dd[data-field=player_name]')
  assert.equal(await tab.textContent('dd[data-field=player_name]'), 'Dropped')
  await tab.close()
})

const samples = [
  ['Beat Saber', golden('bsor/golden/full.bsor'), 'summary', ['score', 'max_score', 'notes', 'good_cuts', 'misses', 'max_combo']],
  ['ScoreSaber', golden('scoresaber/golden/v3.1.dat'), 'summary', ['score', 'max_score', 'notes', 'good_cuts']],
  ['Geometry Dash', golden('gdr/golden/two_players.gdr2'), 'summary', ['inputs', 'presses', 'releases', 'framerate', 'last_frame']],
  ['Echo VR', golden('echo/golden/arena.butter'), 'match', ['frames', 'duration', 'goals', 'players', 'recorded']],
]
for (const [game, file, table, fields] of samples) {
  await test(`${game}: the numbers in the page are those of the native command`, async () => {
    const tab = await openPage(small)
    assert.equal(await give(tab, file), 'ready')
    await tab.click('#tab-statistics')
    await tab.waitForSelector(`dd[data-table=${table}]`)
    const [stats] = Object.values(
      JSON.parse(execFileSync(reel, ['stats', '--json', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).stats,
    )
    for (const field of fields) {
      const shown = await tab.getAttribute(`dd[data-table=${table}][data-field=${field}]`, 'data-raw')
      assert.equal(Math.fround(Number(shown)), Math.fround(stats[table][0][field]), field)
    }
    await tab.close()
  })
}

await test('the CSV of a table is that of the native command', async () => {
  const file = golden('bsor/golden/full.bsor')
  const tab = await openPage(small)
  await give(tab, file)
  await tab.click('#tab-tables')
  await tab.selectOption('#table', {
    label: (await tab.$$eval('#table option', (all) => all.map(({ textContent }) => textContent))).find((name) => name.startsWith('notes')),
  })
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('text=Download CSV')])
  const native = execFileSync(reel, ['export', '--to', 'csv', '-t', 'notes', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  assert.equal(readFileSync(await download.path(), 'utf8'), native)
  await tab.close()
})

await test('a replay is saved in another format, as the command converts it', async () => {
  const file = golden('bsor/golden/full.bsor')
  const tab = await openPage(small)
  await give(tab, file)
  await tab.click('[data-action=convert]')
  await tab.waitForSelector('[data-action=save]')
  assert.ok(!(await tab.$$eval('.rewriting option', (all) => all.map(({ value }) => value))).includes('bsor'))
  await tab.selectOption('.rewriting select', 'scoresaber')
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('[data-action=save]')])
  assert.equal(download.suggestedFilename(), 'full.dat')
  const native = join(work, 'full.dat')
  execFileSync(reel, ['convert', '-q', '--to', 'scoresaber', '-o', native, file], { stdio: 'ignore' })
  assert.deepEqual(readFileSync(await download.path()), readFileSync(native))
  assert.match(await tab.textContent('.rewriting'), /convert\.loss/)
  await tab.close()
})

await test('a damaged replay is saved repaired, and one that is whole is not saved', async () => {
  const whole = bsor()
  const tab = await openPage(small)
  const file = made('cut.bsor', whole.subarray(0, whole.length - 900))
  await give(tab, file)
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('[data-action=repair]')])
  assert.equal(download.suggestedFilename(), 'cut.repaired.bsor')
  const native = join(work, 'repaired.bsor')
  // Status 1: the notes of the cut file are lost, which a check of the repaired one reports.
  assert.ok(spawnSync(reel, ['repair', '-q', '-o', native, file], { stdio: 'ignore' }).status <= 1)
  assert.deepEqual(readFileSync(await download.path()), readFileSync(native))
  await give(tab, golden('bsor/golden/full.bsor'))
  await tab.click('[data-action=repair]')
  await tab.waitForSelector('text=There is nothing to repair')
  // What cannot be converted says so: a damaged replay has to be repaired first.
  await give(tab, file)
  await tab.click('[data-action=convert]')
  await tab.click('[data-action=save]')
  await tab.waitForSelector('.rewriting .error')
  await tab.close()
})

await test('figures over the picture follow the time', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 0)
  assert.equal(await tab.textContent('[data-figure=Score]'), '0')
  await seek(tab, 20)
  const stats = JSON.parse(
    execFileSync(reel, ['stats', '--json', join(work, 'play.bsor')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ).stats
  assert.equal((await tab.textContent('[data-figure=Score]')).replaceAll(',', ''), String(stats.beatsaber.summary[0].score))
  await tab.close()
})

await test('nothing is drawn unless something changed', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 5)
  await tab.waitForTimeout(300)
  const count = () => tab.evaluate(() => window.reelViewer.player().drawn.count)
  const before = await count()
  await tab.waitForTimeout(500)
  assert.equal(await count(), before)
  await seek(tab, 6)
  assert.ok((await count()) > before)
  await tab.close()
})

await test('the picture changes with the time and with the camera', async () => {
  for (const file of [
    made('play.bsor', bsor()),
    golden('teehistorian/golden/every-message.teehistorian'),
    golden('gdr/golden/two_players.gdr2'),
    golden('echo/golden/arena.butter'),
  ]) {
    const tab = await openPage()
    await give(tab, file)
    const shot = async () => (await tab.locator('.stages').screenshot()).toString('base64')
    await seek(tab, 0)
    const first = await shot()
    await tab.evaluate(() => {
      const { clock, actions } = window.reelViewer.player()
      actions.seek(clock.span.to / 2)
    })
    await settled(tab)
    const second = await shot()
    assert.notEqual(second, first, file)
    await tab.keyboard.press('2')
    await settled(tab)
    assert.notEqual(await shot(), second, file)
    await tab.close()
  }
})

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

await test('the first picture is that of the thumbnail, under a title, and the play starts at its first event', async () => {
  const tab = await openPage(small)
  for (const file of [
    made('play.bsor', bsor({ notes: 60 })),
    writePieces('circles.teehistorian', teehistorian()).path,
    golden('echo/golden/arena.butter'),
    golden('gdr/golden/two_players.gdr2'),
  ]) {
    await give(tab, file)
    await settled(tab)
    const thumbnail = join(work, 'thumbnail.svg')
    execFileSync(reel, ['plot', '-q', '--thumbnail', '-o', thumbnail, file], { stdio: 'ignore' })
    const [, minutes, seconds] = />(\d+):(\d\d\.\d\d)</.exec(readFileSync(thumbnail, 'utf8'))
    rmSync(thumbnail)
    const { shown, posed, time } = await tab.evaluate(() => {
      const { shown, posed, time } = window.reelViewer.player().clock
      return { shown, posed, time }
    })
    assert.ok(posed && Math.abs(shown - Number(minutes) * 60 - Number(seconds)) < 0.011, `${file}: ${shown} and ${minutes}:${seconds}`)
    assert.ok(await tab.isVisible('.card'), file)
    await tab.keyboard.press('.')
    await settled(tab)
    assert.ok(!(await tab.isVisible('.posed')) && (await now(tab)) >= time && (await now(tab)) < time + 1, file)
  }
  await tab.close()
})

await test('a mistake is played from before it happens, and the texts over the picture can be hidden', async () => {
  const tab = await openPage(small)
  await give(tab, made('play.bsor', bsor()))
  await tab.click('#tab-events')
  const mistake = await tab.evaluate(() => window.reelViewer.player().timedEvents.find(({ run }) => run).time)
  await tab.locator('.events .watch').first().click()
  await tab.waitForFunction((from) => window.reelViewer.player().clock.time >= from - 1.5, mistake)
  // It ends by itself.
  await tab.waitForFunction(() => !window.reelViewer.player().clock.playing)
  assert.ok((await now(tab)) >= mistake && (await now(tab)) < mistake + 3)
  await tab.keyboard.press('h')
  assert.ok(!(await tab.isVisible('.figures')))
  await tab.click('[title="Texts over the picture"]')
  assert.ok(await tab.isVisible('.figures'))
  await tab.close()
})

await test('a link opens at its time, speed, camera and loop', async () => {
  const tab = await openPage({ hash: '#t=7.5&speed=0.5&cam=top&loop=7-8' })
  await give(tab, made('play.bsor', bsor()))
  const state = () =>
    tab.evaluate(() => {
      const { clock } = window.reelViewer.player()
      return [clock.time, clock.speed, document.querySelector('select[title=Camera]').value, clock.loop.from, clock.loop.to]
    })
  assert.deepEqual(await state(), [7.5, 0.5, 'top', 7, 8])
  await tab.evaluate(() => (location.hash = '#t=9'))
  await settled(tab)
  assert.equal(await now(tab), 9)
  await tab.close()
})

await test('names with markup are text everywhere', async () => {
  const name = '<img src=x onerror="document.title=1"><b>bold</b>'
  const tab = await openPage(small)
  await give(tab, made('markup.bsor', bsor({ name, song: name })))
  for (const id of ['overview', 'statistics', 'events', 'curves', 'tables', 'plots']) {
    await tab.click(`#tab-${id}`)
    await tab.waitForTimeout(150)
  }
  await tab.click('#tab-overview')
  assert.equal(await tab.textContent('dd[data-field=player_name]'), name)
  assert.equal(await tab.$('main b, main img[src=x]'), null)
  assert.notEqual(await tab.title(), '1')
  await tab.close()
})

await test('plots are images', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await tab.click('#tab-plots')
  await tab.waitForSelector('#panel-plots img')
  const sizes = await tab.$$eval('#panel-plots img', (all) =>
    Promise.all(all.map(async (image) => (await image.decode(), image.naturalWidth))),
  )
  assert.ok(sizes.length > 0 && sizes.every((width) => width > 0))
  await tab.close()
})

await test('curves show the time', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await tab.click('#tab-curves')
  await tab.waitForSelector('.curve canvas')
  const shot = async () => (await tab.locator('.curve').first().screenshot()).toString('base64')
  await seek(tab, 2)
  const before = await shot()
  await seek(tab, 15)
  assert.notEqual(await shot(), before)
  await tab.close()
})

await test('two replays are compared as a ghost and side by side', async () => {
  const tab = await openPage()
  await give(tab, made('play.bsor', bsor()))
  await seek(tab, 3)
  const alone = (await tab.locator('.stages').screenshot()).toString('base64')
  await tab.setInputFiles('input[type=file] >> nth=1', made('other.bsor', bsor({ time: (at) => at * 1.3 })))
  await tab.waitForSelector('.compare:not([hidden])')
  await settled(tab)
  assert.equal(await tab.locator('.stage').count(), 1)
  assert.notEqual((await tab.locator('.stages').screenshot()).toString('base64'), alone)
  await tab.click('#tab-curves')
  await tab.waitForSelector('.leads li')
  assert.match(await tab.textContent('#panel-curves h2'), /^Difference: Score/)
  await tab.click('text=Side by side')
  assert.equal(await tab.locator('.stage').count(), 2)
  await tab.click('[aria-label="End comparison"]')
  assert.equal(await tab.locator('.stage').count(), 1)
  await tab.close()
})

await test('NaN times and a million notes do not stop the page', async () => {
  const tab = await openPage(small)
  assert.equal(await give(tab, made('nan.bsor', bsor({ time: (at) => (at > 5 && at < 6 ? NaN : at) }))), 'ready')
  await seek(tab, 10)
  assert.equal(await give(tab, made('many.bsor', bsor({ notes: 1_000_000, seconds: 30 }))), 'ready')
  await tab.evaluate(() => window.reelViewer.player().actions.event(1))
  await settled(tab)
  assert.ok((await now(tab)) > 0)
  await tab.close()
})

/** Adds a map to what is open, and gives what the page says. */
async function addMap(tab, file) {
  await tab.evaluate(() => (document.querySelector('.status').textContent = ''))
  await tab.setInputFiles('input[type=file] >> nth=0', file)
  await tab.waitForFunction(() => document.querySelector('.status').textContent !== '')
  return tab.textContent('.status')
}

for (const version of [2, 3, 4]) {
  await test(`a Beat Saber map of version ${version} adds its notes, walls, speed and music`, async () => {
    const tab = await openPage()
    await give(tab, made('play.bsor', bsor()))
    await seek(tab, 2.2)
    const before = (await tab.locator('.stages').screenshot()).toString('base64')
    assert.match(await addMap(tab, made(`map${version}.zip`, beatMap({ version }))), /Map added: Song, Expert, 32 notes/)
    await settled(tab)
    assert.notEqual((await tab.locator('.stages').screenshot()).toString('base64'), before)
    assert.equal(await tab.textContent('[data-figure=Notes]'), '16 m/s, jump 32 m')
    // The music starts with the play, follows jumps and speed, and stops with it.
    const sound = () =>
      tab.evaluate(() => {
        const { paused, muted, volume } = window.reelViewer.player().music.element
        return { paused, muted, volume }
      })
    assert.equal((await sound()).paused, true)
    const inStep = (speed) =>
      tab.waitForFunction((rate) => {
        const { music, clock } = window.reelViewer.player()
        const { currentTime, paused, playbackRate } = music.element
        return Math.abs(currentTime - clock.time) < 0.25 && currentTime > 0 && !paused && playbackRate === rate
      }, speed)
    await tab.click('.controls .play')
    await inStep(1)
    await seek(tab, 10)
    await tab.waitForFunction(() => window.reelViewer.player().music.element.currentTime > 9)
    await inStep(1)
    await tab.keyboard.press('+')
    await inStep(1.5)
    await tab.click('[title="Mute music"]')
    await tab.fill('.music input', '0.2')
    assert.deepEqual(await sound().then(({ muted, volume }) => [muted, volume]), [true, 0.2])
    await tab.click('.controls .play')
    await tab.waitForFunction(() => window.reelViewer.player().music.element.paused)
    await tab.close()
  })
}

await test('a map of another play, of another game, or before a replay is refused with a reason', async () => {
  const tab = await openPage(small)
  assert.equal(await give(tab, made('map.zip', beatMap())), 'error')
  assert.match(await tab.textContent('[role=alert]'), /Open a replay first/)
  await give(tab, made('play.bsor', bsor({ notes: 100 })))
  assert.match(
    await addMap(tab, made('other.zip', beatMap({ notes: 7 }))),
    /the replay is not of this map: Song, Expert has \d+ % of its notes/,
  )
  assert.match(await addMap(tab, made('tees.map', teeMap())), /the map is of another game/)
  await tab.close()
})

await test('a DDNet map is drawn under the tees', async () => {
  const tab = await openPage()
  const { path } = writePieces('circles.teehistorian', teehistorian())
  await give(tab, path)
  await seek(tab, 20)
  const before = (await tab.locator('.stages').screenshot()).toString('base64')
  assert.match(await addMap(tab, made('circles.map', teeMap())), /Map added: 200 × 80 tiles/)
  await settled(tab)
  assert.notEqual((await tab.locator('.stages').screenshot()).toString('base64'), before)
  await tab.close()
})

await test('hostile maps are refused with a reason, and cost little', async () => {
  const tab = await openPage(small)
  await give(tab, made('play.bsor', bsor()))
  const info = JSON.stringify({
    _version: '2.0.0',
    _difficultyBeatmapSets: [{ _difficultyBeatmaps: [{ _difficulty: 'Expert', _beatmapFilename: 'x.dat' }] }],
  })
  const bomb = zip({ 'Info.dat': info, 'x.dat': Buffer.alloc(200e6, ' ') }, { size: 100 })
  const whole = beatMap()
  const damaged = Buffer.from(whole)
  damaged.fill(0x55, 60, 120)
  for (const [name, bytes, says] of [
    ['bomb.zip', bomb, /more than 33554432 bytes when decompressed/],
    ['json.zip', zip({ 'Info.dat': 'not JSON' }), /Info\.dat is not valid JSON/],
    ['empty.zip', zip({ 'Info.dat': '{}' }), /lists no difficulties/],
    ['missing.zip', zip({ 'Info.dat': info }), /x\.dat is not in the archive/],
    ['damaged.zip', damaged, /Info\.dat|damaged/],
    ['wide.map', teeMap({ claims: { width: 2 ** 30, height: 2 ** 30 } }), /too many/],
    ['larger.map', teeMap({ claims: { width: 4000, height: 4000 } }), /tiles instead of/],
    ['smaller.map', teeMap({ claims: { width: 4, height: 4 } }), /more than 64 bytes when decompressed/],
    ['counts.map', teeMap({ claims: { data: 2 ** 30 } }), /impossible number of parts/],
    ['cut.map', teeMap().subarray(0, 60), /truncated/],
  ]) {
    assert.match(await addMap(tab, made(name, bytes)), says, name)
  }
  assert.equal(await tab.evaluate(() => document.documentElement.dataset.state), 'ready')
  await tab.close()
})

/** Writes a file piece by piece, and gives its size. */
function writePieces(name, pieces) {
  const path = join(work, name)
  const file = openSync(path, 'w')
  let size = 0
  for (const piece of pieces) size += writeSync(file, piece)
  closeSync(file)
  return { path, size }
}

/** Until the part of a long file around the time is there. */
const windowLoaded = (tab) => tab.waitForSelector('.waiting', { state: 'hidden' })

await test('a file that is read by windows shows what it shows when it is read at once', async () => {
  const { path } = writePieces('windows.teehistorian', teehistorian({ pieces: 8 }))
  const tab = await openPage(small)
  const state = async () => {
    const shown = []
    for (const time of [0, 30, 99.9, 100.1, 700, 1234.56, 1599, 300]) {
      await seek(tab, time)
      await windowLoaded(tab)
      shown.push(
        await tab.evaluate((at) => {
          const { scene } = window.reelViewer.player().loaded
          const tick = Math.floor(at * 50)
          return [...scene.tracks]
            .sort(([a], [b]) => a - b)
            .map(([cid, track]) => [cid, track.at(tick), scene.inputs.at(cid, tick), scene.names.of(cid, tick)])
        }, time),
      )
    }
    const [events, cameras, end] = await tab.evaluate(() => {
      const { scene } = window.reelViewer.player().loaded
      return [scene.events.map(({ time, text, kind }) => [time, text, kind.id]), scene.cameras, scene.end]
    })
    await tab.click('#tab-tables')
    await tab.selectOption('#table', {
      label: await tab.$$eval('#table option', (all) =>
        all.map(({ textContent }) => textContent).find((name) => name.startsWith('inputs')),
      ),
    })
    await tab.click('[aria-label="Next rows"]')
    await tab.click('[aria-label="Next rows"]')
    await tab.waitForFunction(() => /rows 101 to/.test(document.querySelector('.panel:not([hidden]) caption')?.textContent))
    return { shown, events, cameras, end, table: await tab.textContent('#panel-tables table') }
  }
  await give(tab, path)
  const whole = await state()
  assert.ok(whole.events.length > 20 && whole.shown[5].length === 8)
  await tab.evaluate(() => (window.reelViewer.limits.long = 100_000))
  await give(tab, path)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().loaded.opened.long))
  assert.deepEqual(await state(), whole)
  await tab.close()
})

/** Bytes of the page and of its workers, as the browser counts them; and those of the module's memories. */
async function memoryOf(tab) {
  const session = await tab.context().newCDPSession(tab)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

await test('a recording of 300 MB opens, and the page answers meanwhile', async () => {
  const one = [...teehistorian()].reduce((sum, { length }) => sum + length, 0)
  let from = Date.now()
  const { path, size } = writePieces('long.teehistorian', teehistorian({ pieces: Math.ceil(300e6 / one) }))
  const written = Date.now() - from
  const tab = await openPage(small)
  await tab.evaluate(() => {
    window.longest = 0
    let last = performance.now()
    const frame = (now) => {
      window.longest = Math.max(window.longest, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  from = Date.now()
  assert.equal(await give(tab, path), 'ready')
  const opened = Date.now() - from
  const { end, longest } = await tab.evaluate(() => ({ end: window.reelViewer.player().clock.span.to, longest: window.longest }))
  from = Date.now()
  for (const share of [0.5, 0.999, 0.25]) {
    await seek(tab, end * share)
    await windowLoaded(tab)
    assert.equal(await tab.textContent('[data-figure=Players]'), '8')
  }
  const sought = (Date.now() - from) / 3
  const heap = await memoryOf(tab)
  console.log(
    `   ${(size / 1e6).toFixed(0)} MB and ${(end / 3600).toFixed(1)} h, written in ${written} ms: opened in ${opened} ms, longest frame meanwhile ${longest.toFixed(0)} ms, a jump ${sought.toFixed(0)} ms, heap of the page ${(heap / 1e6).toFixed(0)} MB`,
  )
  assert.ok(heap < 150e6)
  assert.ok(await tab.textContent('#panel-overview').then((text) => text.includes('The file is long')))
  await tab.close()
  rmSync(path)
})

await test('of a file of 2 GB in a format without windows the beginning is shown, with the limit', async () => {
  const path = made('huge.bsor', bsor())
  const file = openSync(path, 'r+')
  ftruncateSync(file, 2 ** 31)
  closeSync(file)
  const tab = await openPage(small)
  const state = await give(tab, path)
  if (state !== 'ready') console.log(await tab.textContent('[role=alert]'))
  assert.equal(state, 'ready')
  assert.match(await tab.textContent('#panel-overview .notice'), /too large for the page.*viewer\.size, byte/)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().clock.span.to > 15))
  await tab.close()
  rmSync(path)
})

await test('a play with ten thousand notes plays, and tells how much script a frame takes', async () => {
  const tab = await openPage({ width: 800, height: 480 })
  await give(tab, made('long.bsor', bsor({ notes: 10_000, seconds: 600 })))
  await seek(tab, 300)
  // The median: other processes take the processor from single frames.
  const times = await tab.evaluate(() => {
    const { drawn, actions } = window.reelViewer.player()
    const each = []
    let before = { ...drawn }
    actions.play()
    return new Promise((done) => {
      const next = () => {
        if (drawn.count > before.count) each.push((drawn.milliseconds - before.milliseconds) / (drawn.count - before.count))
        before = { ...drawn }
        if (each.length < 60) return requestAnimationFrame(next)
        actions.play()
        done(each.sort((a, b) => a - b))
      }
      requestAnimationFrame(next)
    })
  })
  console.log(`   script of a frame: median ${times[30].toFixed(2)} ms, 90 of 100 below ${times[54].toFixed(2)} ms`)
  assert.ok(times[0] > 0)
  await tab.close()
})

await test('first paint and the first picture of a play of 3 MB', async () => {
  const tab = await openPage()
  const paint = await tab.evaluate(
    () =>
      new Promise((done) => {
        const look = () => {
          const found = performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')
          if (found) done(found.startTime)
          else setTimeout(look, 10)
        }
        look()
      }),
  )
  const bytes = bsor({ notes: 3000, seconds: 420 })
  const file = made('usual.bsor', bytes)
  const taken = []
  for (let round = 0; round < 3; round++) {
    await tab.evaluate(() => {
      window.began = 0
      document
        .querySelector('input[type=file]')
        .addEventListener('change', () => (window.began = performance.now()), { capture: true, once: true })
      document.documentElement.dataset.state = 'opening'
    })
    await tab.setInputFiles('input[type=file] >> nth=0', file)
    taken.push(
      await tab.evaluate(
        () =>
          new Promise((done) => {
            const look = () => {
              const ready = document.documentElement.dataset.state === 'ready' && window.reelViewer.player().drawn.count > 0
              if (ready) done(performance.now() - window.began)
              else requestAnimationFrame(look)
            }
            look()
          }),
      ),
    )
  }
  console.log(
    `   first paint after ${paint.toFixed(0)} ms; a file of ${(bytes.length / 1e6).toFixed(1)} MB is drawn after ${taken.map((time) => time.toFixed(0)).join(', ')} ms`,
  )
  assert.ok(paint > 0 && taken.every((time) => time > 0))
  await tab.close()
})

for (const colorScheme of ['light', 'dark']) {
  await test(`axe-core finds nothing in ${colorScheme}`, async () => {
    const tab = await openPage({ colorScheme })
    const check = async (what) => {
      // By the browser's debugger, which the policy of the page does not bind.
      await tab.evaluate(axe)
      const { violations } = await tab.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
        [],
      )
    }
    await check('empty')
    await give(tab, made('play.bsor', bsor()))
    for (const id of ['overview', 'statistics', 'events', 'curves', 'tables', 'plots']) {
      await tab.click(`#tab-${id}`)
      await tab.waitForTimeout(400)
      await check(id)
    }
    await tab.keyboard.press('?')
    await check('keys')
    await tab.close()
  })
}

for (const [width, height] of [
  [400, 800],
  [2560, 1300],
]) {
  await test(`nothing overlaps or runs out of a window of ${width} pixels`, async () => {
    const tab = await openPage({ width, height })
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

/**
 * The share of the pixels of two PNG files that differ by more than 32 of 256 in a channel: browsers and machines draw edges and letters
 * a little differently.
 */
const difference = (tab, one, other) =>
  tab.evaluate(
    async (pictures) => {
      const pixels = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0))
          const picture = await window.createImageBitmap(new window.Blob([bytes]))
          const canvas = new window.OffscreenCanvas(picture.width, picture.height)
          const context = canvas.getContext('2d')
          context.drawImage(picture, 0, 0)
          return context.getImageData(0, 0, picture.width, picture.height)
        }),
      )
      const [a, b] = pixels
      if (a.width !== b.width || a.height !== b.height) return 1
      let count = 0
      for (let at = 0; at < a.data.length; at += 4)
        if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 32)) count++
      return count / (a.width * a.height)
    },
    [one, other].map((bytes) => bytes.toString('base64')),
  )

const TOLERANCE = 0.02
const scenes = [
  ['beatsaber', () => [made('play.bsor', bsor({ notes: 60, skilled: true })), made('map.zip', beatMap({ notes: 60 }))], 7.3],
  ['ddnet', () => [writePieces('circles.teehistorian', teehistorian()).path, made('circles.map', teeMap())], 20],
  ['echo', () => [golden('echo/golden/arena.butter')], 0.1],
  ['geometrydash', () => [golden('gdr/golden/two_players.gdr2')], 0.5],
]
for (const [name, filesOfScene, time] of scenes) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`the ${name} scene in ${colorScheme} looks as it did`, async () => {
      const tab = await openPage({ width: 900, height: 500, colorScheme })
      const [file, map] = filesOfScene()
      assert.equal(await give(tab, file), 'ready')
      if (map) await addMap(tab, map)
      await seek(tab, time)
      await tab.waitForTimeout(500)
      await settled(tab)
      const shot = await tab.locator('.stages').screenshot()
      const path = fileURLToPath(new URL(`../golden/${name}-${colorScheme}.png`, import.meta.url))
      if (process.env.REEL_UPDATE) {
        writeFileSync(path, shot)
        await tab.screenshot({ path: join(root, `docs/pictures/viewer-${name}-${colorScheme}.png`) })
      }
      const share = await difference(tab, shot, readFileSync(path))
      console.log(`   ${(share * 100).toFixed(2)} % of the pixels differ; the limit is ${TOLERANCE * 100} %`)
      assert.ok(share <= TOLERANCE)
      await tab.close()
    })
  }
}

await test('ten minutes at 4× take no memory that is not given back', async () => {
  const tab = await openPage({ width: 400, height: 500 })
  await give(tab, made('hour.bsor', bsor({ notes: 8000, seconds: 2400 })))
  await tab.click('#tab-events')
  // A small picture, drawn ten times for each one on the screen: as many seconds of play as in ten minutes, in less than one.
  await tab.evaluate(() => Object.assign(document.querySelector('.stages').style, { height: '24px', minHeight: '0' }))
  const run = (from, to) =>
    tab.evaluate(
      ([first, last]) =>
        new Promise((done) => {
          const player = window.reelViewer.player()
          const { clock, actions } = player
          clock.speed = 4
          actions.seek(first)
          if (!clock.playing) actions.play()
          const next = (now) => {
            for (let picture = 0; picture < 10; picture++) {
              clock.seek(clock.time + 12)
              player.draw(now + picture * 200)
            }
            if (clock.time < last) requestAnimationFrame(next)
            else done()
          }
          requestAnimationFrame(next)
        }),
      [from, to],
    )
  await run(0, 600)
  const before = await memoryOf(tab)
  await run(600, 2390)
  const after = await memoryOf(tab)
  console.log(`   heap of the page ${(before / 1e6).toFixed(2)} MB after 150 s, ${(after / 1e6).toFixed(2)} MB after 600 s`)
  assert.ok(after < before + 1e6)
  await tab.close()
})

await test('without WebCodecs a video is recorded as the play runs, until its end, with the music', async () => {
  const tab = await openPage({ width: 700, height: 500 })
  await tab.evaluate(() => delete window.VideoEncoder)
  await give(tab, made('play.bsor', bsor()))
  await addMap(tab, made('map.zip', beatMap()))
  await seek(tab, 17.5)
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('[title="Record video"]')])
  assert.match(download.suggestedFilename(), /^play\.bsor\.(webm|mp4)$/)
  const video = readFileSync(await download.path())
  const { duration, width, tracks } = await tab.evaluate(async (base64) => {
    const bytes = Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0))
    const element = document.createElement('video')
    element.src = URL.createObjectURL(new window.Blob([bytes], { type: 'video/webm' }))
    await new Promise((done, failed) => {
      element.onloadedmetadata = done
      element.onerror = () => failed(new Error('the video cannot be played'))
    })
    element.currentTime = 1e6 // recorders do not write the length
    await new Promise((done) => (element.ondurationchange = element.onseeked = done))
    return { duration: element.duration, width: element.videoWidth, tracks: element.captureStream().getAudioTracks().length }
  }, video.toString('base64'))
  assert.ok(width > 300 && tracks === 1 && (duration > 1 || duration === Infinity), JSON.stringify({ duration, width, tracks }))
  assert.equal(await tab.getAttribute('[title="Record video"]', 'aria-pressed'), 'false')
  await tab.close()
})

await test('reel view writes a page that opens its replay, and serves one that does', async () => {
  const file = made('viewed.bsor', bsor({ name: 'Viewed' }))
  const viewer = ['--viewer', fileURLToPath(page)]
  const written = join(work, 'viewed.html')
  execFileSync(reel, ['view', ...viewer, '-o', written, file])
  const tab = await openPage({ url: pathToFileURL(written).href })
  await tab.waitForSelector('html[data-state=ready]')
  assert.equal(await tab.textContent('dd[data-field=player_name]'), 'Viewed')
  await tab.close()

  const server = spawn(reel, ['view', ...viewer, '--no-open', file], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const address = await new Promise((done) => server.stdout.once('data', (data) => done(String(data).trim())))
    const plain = await browser.newPage()
    const errors = []
    plain.on('pageerror', (error) => errors.push(String(error)))
    await plain.goto(address)
    await plain.waitForSelector('html[data-state=ready]')
    assert.match(await plain.title(), /viewed\.bsor/)
    assert.deepEqual(errors, [])
    await plain.close()
  } finally {
    server.kill('SIGTERM')
  }
})

await test('a replay inside the page opens by itself', async () => {
  const block = `<script type="application/octet-stream" id="reel-replay" data-name="inside.bsor">${bsor().toString('base64')}</script>`
  const path = made(
    'inside.html',
    readFileSync(fileURLToPath(page), 'utf8').replace('<div id="app">', () => `${block}<div id="app">`),
  )
  const tab = await openPage({ url: pathToFileURL(path).href })
  await tab.waitForSelector('html[data-state=ready]')
  assert.match(await tab.title(), /inside\.bsor/)
  await tab.close()
})

await test('several replays are a list, and one that fails does not end it', async () => {
  const path = made('several.zip', zip({ 'a/one.bsor': bsor(), 'bad.bsor': 'no replay', 'two.bsor': bsor({ name: 'Other' }) }))
  const tab = await openPage(small)
  const shown = (name, state = 'ready') =>
    tab.waitForFunction(
      ([wanted, what]) =>
        document.documentElement.dataset.state === what && document.querySelector('main')?.textContent.includes(wanted) === true,
      [name, state],
    )
  await give(tab, path)
  await shown('a/one.bsor')
  const list = tab.locator('.playlist')
  assert.deepEqual(await list.locator('option').allTextContents(), ['1 of 3: a/one.bsor', '2 of 3: bad.bsor', '3 of 3: two.bsor'])
  await tab.keyboard.press('PageDown')
  await shown('bad.bsor', 'error')
  assert.match(await tab.textContent('[role=alert] code'), /reel\.unknown-format/)
  await tab.keyboard.press('PageDown')
  await shown('two.bsor')
  assert.ok(await list.getByRole('button', { name: /Next/ }).isDisabled())
  await tab.keyboard.press('PageUp')
  await shown('bad.bsor', 'error')
  await list.locator('select').selectOption({ index: 0 })
  await shown('a/one.bsor')
  assert.equal(await give(tab, made('alone.bsor', bsor())), 'ready')
  assert.ok(!(await list.isVisible()))
  await tab.close()
})

const otherBrowser = process.env.REEL_FIREFOX ?? '/usr/bin/firefox-esr'
if (existsSync(otherBrowser)) {
  await test('Firefox opens a replay', async () => {
    const file = made('firefox.bsor', bsor({ name: 'Firefox' }))
    const path = join(work, 'firefox.html')
    execFileSync(reel, ['view', '--viewer', fileURLToPath(page), '-o', path, file])
    const tab = await firefox(otherBrowser, work)
    try {
      await tab.open(`${pathToFileURL(path).href}#t=5`)
      const state = () => tab.run('return document.documentElement.dataset.state')
      for (let tries = 0; tries < 300 && !['ready', 'error'].includes(await state()); tries++)
        await new Promise((done) => setTimeout(done, 100))
      assert.equal(await state(), 'ready')
      const { drawn, time, score, name, notice } = await tab.run(
        `const player = window.wrappedJSObject ? window.wrappedJSObject.reelViewer.player() : window.reelViewer.player()
         return { drawn: player.drawn.count, time: player.clock.time, notice: document.querySelector('.stage .notice')?.textContent ?? '',
                  score: document.querySelector('[data-figure=Score]')?.textContent, name: document.title }`,
      )
      assert.ok(
        drawn > 0 && time === 5 && /^[\d,]+$/.test(score) && name.includes('firefox.bsor'),
        JSON.stringify({ drawn, time, score, name }),
      )
      console.log(`   ${notice || 'the scene is drawn by WebGL'}`)
      if (process.env.REEL_UPDATE) writeFileSync(join(root, 'build/viewer-firefox.png'), await tab.picture())
    } finally {
      tab.close()
    }
  })
} else {
  skip('no firefox-esr; REEL_FIREFOX names another Firefox')
}

await finish()
