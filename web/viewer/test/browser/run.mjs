// SPDX-License-Identifier: MIT
// The page in a real browser, from file://: every golden and bad file, numbers against the native command, maps, links, lists.
//
//   node test/browser/run.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_COMMAND   the native command, by default build/release/cli/reel
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bsor, teehistorian } from './files.mjs'
import { beatMap, beatMapFiles, teeMap, zip } from './maps.mjs'
import { addMap, writePieces } from './scenes.mjs'
import {
  browser,
  control,
  eventually,
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
  small,
  test,
  work,
} from './tab.mjs'

const reel = process.env.REEL_COMMAND ?? join(root, 'build/release/cli/reel')
const BUDGET = 700_000

/** Maps are added to a replay; and what the module of the page leaves out. */
const LEFT_OUT = ['beatsaber_map', 'ddnet_map']
const LEFT_OUT_ENDING = '.ecrreplay'

/** The golden or bad files: all at full effort, else two of each extension. The tests of the package read all of them. */
function filesOf(kind) {
  const counts = new Map()
  const files = readdirSync(join(root, 'tests/formats'))
    .filter((family) => !LEFT_OUT.includes(family))
    .map((family) => golden(join(family, kind)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => extname(file) !== LEFT_OUT_ENDING)
  const chosen = files.filter((file) => {
    const count = (counts.get(extname(file)) ?? 0) + 1
    counts.set(extname(file), count)
    return process.env.REEL_TEST_EFFORT === 'full' || count <= 2
  })
  console.log(`   ${chosen.length} of ${files.length} ${kind} files`)
  return chosen
}

/** Whether the native command can open a file, and the rule that it names otherwise. */
function opened(file) {
  const { status, stderr } = spawnSync(reel, ['info', '--quiet', file], { encoding: 'utf8' })
  return status === 3 ? { opens: false, rule: /\(([\w.-]+)[^()]*\)$/m.exec(stderr)?.[1] } : { opens: true }
}

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
    assert.equal(state, opened(file).opens ? 'ready' : 'error', file)
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

await test('bad files show what could be read, or what is wrong, with the rule and where', async () => {
  const tab = await openPage(small)
  for (const file of filesOf('bad')) {
    const state = await give(tab, file)
    const { opens, rule } = opened(file)
    assert.equal(state, opens ? 'ready' : 'error', file)
    const says = opens ? '' : await tab.textContent('[role=alert] p')
    if (rule === 'reel.empty') assert.match(says, /The file is empty/, file)
    else if (!opens) assert.ok(says.length > 20 && (await tab.textContent('[role=alert] code')).startsWith(rule), `${file}: ${rule}`)
    const damage = await tab.evaluate(() => window.reelViewer.player()?.loaded.opened.damage?.rule)
    if (opens && damage) assert.ok((await tab.textContent('#panel-overview .notice')).includes(damage), `${file}: ${damage}`)
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
  await (await control(tab, 'select[title=Events]')).selectOption('damage')
  await tab.keyboard.press('Escape')
  await tab.evaluate(() => document.activeElement.blur())
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
  assert.equal(await tab.textContent('dd[data-fact=Player]'), 'Dropped')
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
  const count = () => tab.evaluate(() => window.reelViewer.player().drawn.count)
  let before
  await eventually(async () => {
    before = await count()
    await tab.waitForTimeout(500)
    return (await count()) === before
  })
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
    await tab.keyboard.press('c')
    await settled(tab)
    assert.notEqual(await shot(), second, file)
    await tab.close()
  }
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
    // Figures of that time would contradict the timeline.
    const [figure, ...others] = await tab.locator('.figure').allTextContents()
    assert.match(figure, /^Picture at\d+:\d\d\.\d$/, file)
    const [, minute, second] = /^Picture at(.*):(.*)$/.exec(figure)
    assert.ok(others.length === 0 && Math.abs(minute * 60 + Number(second) - minutes * 60 - seconds) < 0.061, `${file}: ${figure}`)
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
  await tab.locator('#panel-events .events .watch').first().click()
  await tab.waitForFunction((from) => window.reelViewer.player().clock.time >= from - 1.5, mistake)
  // It ends by itself.
  await tab.waitForFunction(() => !window.reelViewer.player().clock.playing)
  assert.ok((await now(tab)) >= mistake && (await now(tab)) < mistake + 3)
  await tab.keyboard.press('h')
  assert.ok(!(await tab.isVisible('.figures')))
  await (await control(tab, '[title="Texts over the picture"]')).click()
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
  assert.equal(await tab.locator('.compare strong').count(), 0)
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
    await (await control(tab, '[title="Mute music"]')).click()
    await tab.fill('.music input', '0.2')
    assert.deepEqual(await sound().then(({ muted, volume }) => [muted, volume]), [true, 0.2])
    await tab.click('.controls .play')
    await tab.waitForFunction(() => window.reelViewer.player().music.element.paused)
    await tab.close()
  })
}

await test('a play is judged beside its map: panels, timeline and findings have what is unlike it', async () => {
  const tab = await openPage(small)
  const fact = (name) => tab.textContent(`[data-fact="${name}"]`)
  const files = beatMapFiles()
  const hash = createHash('sha1').update(files['Info.dat']).update(files['Expert.dat']).digest('hex')
  await give(tab, made('play.bsor', bsor({ hash })))
  await addMap(tab, made('map.zip', zip(files)))
  await tab.waitForSelector('.player[data-judged]')
  await tab.waitForSelector('[data-fact="Notes of the map"]')
  const events = await tab.evaluate(() => window.reelViewer.player().timedEvents)
  const count = (...ids) => events.filter(({ kind }) => ids.includes(kind.id)).length
  // The map has 8 notes that the play has no event for; the last of them may not have been reached.
  const [, cut, left = '0'] = /^(\d+) of 28 cut(?:, (\d+) not reached)?$/.exec(await fact('Notes of the map'))
  const lost = count('lost')
  assert.ok(lost > 0 && lost + Number(left) === 8, `${lost} without an event, ${left} not reached`)
  assert.equal(Number(cut), 20 - count('bad', 'miss'))
  assert.equal(await fact('Unlike the map'), `${lost} notes without an event`)
  await tab.waitForSelector('.findings')
  assert.match(await tab.textContent('.found'), /beatsaber\.level-no-event/)
  await tab.click('#tab-statistics')
  await tab.waitForFunction(() => /Level lanes/.test(document.querySelector('#panel-statistics').textContent))
  await tab.click('#tab-tables')
  await tab.waitForFunction(() => /level_notes/.test(document.querySelector('#table')?.textContent ?? ''))
  // Another level than the replay names is drawn, and not compared.
  await give(tab, made('play.bsor', bsor()))
  assert.match(await addMap(tab, made('map.zip', zip(files))), /Map added/)
  await tab.waitForSelector('.player[data-judged]')
  await tab.waitForSelector('[data-fact="Not compared with the map"]')
  assert.match(await fact('Not compared with the map'), /another level/)
  assert.equal(await tab.locator('[data-fact="Notes of the map"]').count(), 0)
  await tab.close()
})

await test('a map of another play, of another game, or before a replay is refused with a reason', async () => {
  const tab = await openPage(small)
  assert.equal(await give(tab, made('map.zip', beatMap())), 'error')
  assert.match(await tab.textContent('[role=alert]'), /Open a replay first/)
  await give(tab, made('play.bsor', bsor({ notes: 100 })))
  assert.match(
    await addMap(tab, made('other.zip', beatMap({ notes: 7 }))),
    /the replay is not of this map: Song, Expert has \d+ % of its notes/,
  )
  assert.match(await addMap(tab, made('tees.map', teeMap())), /the map is of another game \(viewer\.map\)/)
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
  const bomb = { 'Info.dat': info, 'x.dat': Buffer.alloc(200e6, ' ') }
  const whole = beatMap()
  const damaged = Buffer.from(whole)
  damaged.fill(0x55, 60, 120)
  for (const [name, bytes, says] of [
    ['bomb.zip', zip(bomb), /\((beatsaber-map|zip|viewer)\.[a-z-]+\)/],
    ['liar.zip', zip(bomb, { size: 100 }), /another checksum than the zip states .*\(beatsaber-map\.zip-entry\)/],
    ['json.zip', zip({ 'Info.dat': 'not JSON' }), /invalid JSON \(Info\.dat\) \(beatsaber-map\.syntax\)/],
    ['empty.zip', zip({ 'Info.dat': '{}' }), /lists no difficulties \(viewer\.corrupt\)/],
    ['missing.zip', zip({ 'Info.dat': info }), /x\.dat is missing, or cannot be read \(viewer\.truncated\)/],
    ['damaged.zip', damaged, /cannot be unpacked .*\(beatsaber-map\.zip-entry\)/],
    ['wide.map', teeMap({ claims: { width: 2 ** 30, height: 2 ** 30 } }), /impossible size .*\(ddnet-map\.layer-size\)/],
    ['larger.map', teeMap({ claims: { width: 4000, height: 4000 } }), /16000 of its 16000000 tiles \(ddnet-map\.layer-size\)/],
    ['counts.map', teeMap({ claims: { data: 2 ** 30 } }), /bytes \(ddnet-map\.truncated\)/],
    ['cut.map', teeMap().subarray(0, 60), /60 of its \d+ bytes \(ddnet-map\.truncated\)/],
  ]) {
    assert.match(await addMap(tab, made(name, bytes)), says, name)
  }
  assert.equal(await tab.evaluate(() => document.documentElement.dataset.state), 'ready')
  await tab.close()
})

await test('without WebCodecs a video is recorded as the play runs, until its end, with the music', async () => {
  const tab = await openPage({ width: 700, height: 500 })
  await tab.evaluate(() => delete window.VideoEncoder)
  await give(tab, made('play.bsor', bsor()))
  await addMap(tab, made('map.zip', beatMap()))
  await seek(tab, 17.5)
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    control(tab, '[title="Record video"]').then((record) => record.click()),
  ])
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

await test('lanes and lamps follow the lights of the map', async () => {
  const tab = await openPage(small)
  await give(tab, made('play.bsor', bsor({ notes: 60 })))
  /** How red and how blue the picture is. */
  const colours = async (lights) => {
    assert.match(await addMap(tab, made('lit.zip', beatMap({ notes: 60, lights }))), /^Map added/)
    await seek(tab, 7.3)
    return tab.evaluate(() => {
      const player = window.reelViewer.player()
      player.draw()
      const picture = player.stageList[0].picture()
      const { data } = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height)
      const mean = (channel) => data.reduce((sum, value, at) => sum + (at % 4 === channel ? value : 0), 0) / (data.length / 4)
      return { red: mean(0), blue: mean(2) }
    })
  }
  const all = (value) => [0, 1, 2, 3, 4].map((et) => ({ b: 5, et, i: value, f: 1 }))
  const off = await colours(all(0))
  const red = await colours(all(5))
  const blue = await colours(all(1))
  console.log(`   off ${JSON.stringify(off)}, red ${JSON.stringify(red)}, blue ${JSON.stringify(blue)}`)
  assert.ok(red.red > off.red + 2 && blue.blue > off.blue + 2)
  assert.ok(red.red > blue.red + 2 && blue.blue > red.blue + 2)
  await tab.close()
})

await finish()
