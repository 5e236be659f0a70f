// SPDX-License-Identifier: MIT
// Archives of several replays, and the editing of macros, in a real browser: what keys and the mouse do, and what is saved.
//
//   node test/browser/edit.mjs [PART OF A NAME]     the last line is "N passed, N failed, N skipped"
//
// REEL_COMMAND   the native command, by default build/release/cli/reel
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bsor } from './files.mjs'
import { eventually, finish, give, golden, made, now, openPage, root, settled, skip, small, test, work } from './tab.mjs'

const reel = process.env.REEL_COMMAND ?? join(root, 'build/release/cli/reel')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { error: missing } = spawnSync(reel, ['--version'])
if (missing) {
  skip(`no ${reel}`)
  await finish()
  process.exit()
}

const printed = (...args) => execFileSync(reel, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 })
const printedJson = (...args) => JSON.parse(printed(...args))

/** What `reel export` says about the inputs of a macro. */
function inputsOf(path) {
  return printed('export', '--to', 'jsonl', '-t', 'inputs', '-o', '-', path)
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ table }) => table === 'inputs')
    .map(({ frame, button, player2, down }) => ({ frame, button, player2, down }))
}

/** An archive of files by these names. */
function pack(name, files) {
  const folder = join(work, name)
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const path = join(work, `${name}.reel`)
  printed('pack', '-o', path, folder)
  return path
}

const shows = (tab, name, state = 'ready') =>
  tab.waitForFunction(
    ([wanted, what]) =>
      document.documentElement.dataset.state === what && document.querySelector('main')?.textContent.includes(wanted) === true,
    [name, state],
  )

/** The values of the header that the page shows are those that the command prints. */
async function sameHeader(tab, file) {
  const { header, format } = printedJson('info', '--json', file)
  await tab.waitForSelector('#panel-overview dd[data-table=info]', { state: 'attached' })
  const shown = await tab.$$eval('#panel-overview dd[data-table=info]', (all) =>
    // The title has the value as it is in the file, and its unit.
    all.map(({ dataset, title }) => ({ field: dataset.field, raw: dataset.raw, title })),
  )
  assert.equal(await tab.evaluate(() => window.reelViewer.player().loaded.opened.format.id), format)
  let compared = 0
  for (const { field, raw, title } of shown) {
    const value = header.info[field]
    // Bytes are shown by their number.
    if (raw === undefined && (typeof value !== 'string' || / bytes$/.test(title))) continue
    if (raw === undefined) assert.ok(title === value || title.startsWith(`${value} `), `${file}: ${field} is ${title}`)
    else assert.equal(Number(raw), Number(value), `${file}: ${field}`)
    compared++
  }
  return compared
}

await test('the replays of an archive are a list, with what the command says of each', async () => {
  const gdr = readFileSync(golden('gdr/golden/plain.gdr2'))
  const path = pack('three', { 'b/macro.gdr2': gdr, 'b/c/deep.bsor': bsor({ name: 'Deep' }), 'a.bsor': bsor({ name: 'First' }) })
  const tab = await openPage(small)
  await give(tab, path)
  const names = ['a.bsor', 'b/c/deep.bsor', 'b/macro.gdr2']
  const list = tab.locator('.playlist option')
  const listed = (await list.allTextContents()).map((text) => text.replace(/^.*?: /, ''))
  assert.deepEqual([...listed].sort(), names)
  let compared = 0
  for (const [index, name] of listed.entries()) {
    if (index > 0) await tab.keyboard.press('PageDown')
    await shows(tab, name)
    compared += await sameHeader(tab, `${path}#${name}`)
  }
  assert.ok(compared > 20)
  console.log(`   ${compared} values are those of reel info`)
  await tab.close()
})

await test('of 5000 replays of an archive the first 4096 are listed, and one is opened at a time', async () => {
  const one = readFileSync(pack('alone', { 'a.bsor': bsor({ notes: 3, seconds: 4 }) }))
  const tab = await openPage(small)
  await give(tab, made('many.reel', Buffer.concat(Array.from({ length: 5000 }, () => one))))
  await shows(tab, 'a.bsor')
  assert.equal(await tab.locator('.playlist option').count(), 4096)
  await tab.locator('.playlist select').selectOption({ index: 4095 })
  await shows(tab, 'a.bsor')
  assert.equal(await give(tab, made('alone.reel', one)), 'ready')
  assert.ok(!(await tab.isVisible('.playlist')))
  await tab.close()
})

await test('a damaged archive lists what is before the damage, says the rule, and the list stays', async () => {
  const parts = ['one', 'two', 'three'].map((name) =>
    readFileSync(pack(`d-${name}`, { [`${name}.bsor`]: bsor({ notes: 3, seconds: 4, name }) })),
  )
  const broken = Buffer.concat(parts)
  broken[parts[0].length + parts[1].length] = 0
  const tab = await openPage(small)
  await give(tab, made('broken.reel', broken))
  await shows(tab, 'one')
  const list = tab.locator('.playlist select')
  assert.equal(await list.locator('option').count(), 3)
  await list.selectOption({ index: 2 })
  await shows(tab, 'damaged', 'error')
  assert.match(await tab.textContent('[role=alert] code'), /^archive\.member, byte [\d,]+$/)
  await tab.keyboard.press('PageUp')
  await shows(tab, 'two')

  // Truncated inside the last one: its rows before the damage.
  await give(tab, made('cut.reel', Buffer.concat(parts).subarray(0, parts[0].length + parts[1].length + parts[2].length / 2)))
  await shows(tab, 'one')
  const count = await list.locator('option').count()
  assert.ok(count === 3 || count === 4, 'and an entry for what is left of a record')
  await list.selectOption({ index: 2 })
  await tab.waitForSelector('.notice.error')
  assert.match(await tab.textContent('.notice.error'), /truncated|damaged/)
  assert.equal(await list.locator('option').count(), count)
  await tab.close()
})

// ---- editing -----------------------------------------------------------------------------------------------------------

const list = (tab) => tab.locator('.inputs')
const chosen = (tab) => tab.textContent('.inputs [aria-selected=true]')
const tool = (tab, label) => tab.locator(`#panel-edit .tools button[title^="${label}"]`)

async function openEditor(file, options = {}) {
  const tab = await openPage({ width: 1100, height: 760, ...options })
  assert.equal(await give(tab, file), 'ready')
  await tab.click('#tab-edit')
  await tab.waitForSelector('.inputs [role=option]')
  return tab
}

/** Milliseconds between two saves: of more than ten downloads of a page in a second Chromium drops the rest, and tells nobody. */
const PACE = 110

/** Saves as a format and returns the path of the file. */
async function save(tab, format, name) {
  if (format) await tab.selectOption('#edit-target', format)
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('[data-action=save-edited]')])
  const path = join(work, name ?? download.suggestedFilename())
  await download.saveAs(path)
  return path
}

/** Waits until the picture shows what was edited. */
const followed = (tab, length) =>
  tab.waitForFunction(
    (rows) => window.reelViewer.player().loaded.opened.tables.find(({ name }) => name === 'inputs').length === rows,
    length,
  )

const macro = golden('gdr/golden/two_players.gdr2')

await test('inputs are moved, deleted and added by keys, undone and redone, and saved', async () => {
  const tab = await openEditor(macro)
  const before = inputsOf(macro)
  await list(tab).focus()
  await tab.keyboard.press('Home')
  assert.equal(await list(tab).getAttribute('aria-activedescendant'), 'input-0')
  assert.equal(await tab.locator('.inputs [aria-selected=true]').getAttribute('aria-setsize'), String(before.length))
  const first = Number(await tab.inputValue('#edit-frame'))
  assert.equal(first, Math.min(...before.map(({ frame }) => frame)))
  const playing = await now(tab)
  await tab.keyboard.press('ArrowRight')
  assert.equal(Number(await tab.inputValue('#edit-frame')), first + 1)
  assert.ok((await now(tab)) > playing, 'the play is at the frame of the input')
  await tab.keyboard.press('Shift+ArrowRight')
  assert.equal(Number(await tab.inputValue('#edit-frame')), first + 11)
  await tab.keyboard.press('Control+z')
  assert.equal(Number(await tab.inputValue('#edit-frame')), first + 1)
  await tab.keyboard.press('Control+Shift+z')
  assert.equal(Number(await tab.inputValue('#edit-frame')), first + 11)
  await tab.keyboard.press('Control+z')
  await tab.keyboard.press('End')
  await tab.keyboard.press('Delete')
  await followed(tab, before.length - 1)
  await tab.keyboard.press('Insert')
  await tab.keyboard.press('Insert')
  await followed(tab, before.length + 1)
  assert.ok(await tab.evaluate(() => window.reelViewer.player().unsaved))

  const path = await save(tab, 'gdr2')
  assert.match(path, /two_players\.edited\.gdr2$/)
  assert.ok(!(await tab.evaluate(() => window.reelViewer.player().unsaved)))
  const after = inputsOf(path)
  assert.equal(after.length, before.length + 1)
  assert.equal(after.filter(({ frame }) => frame === first + 1).length, before.filter(({ frame }) => frame === first + 1).length + 1)
  assert.equal(spawnSync(reel, ['check', '--quiet', path]).status, spawnSync(reel, ['check', '--quiet', macro]).status)
  // The page has the same inputs as the file.
  const opened = await openPage(small)
  assert.equal(await give(opened, path), 'ready')
  const columns = (page) =>
    page.evaluate(async () => {
      const rows = await window.reelViewer.player().loaded.remote.rows({ inputs: ['frame', 'button', 'player2', 'down'] })
      return ['frame', 'button', 'player2', 'down'].map((name) => Array.from(rows.get('inputs').numbers(name), Number))
    })
  assert.deepEqual(await columns(tab), await columns(opened))
  await opened.close()

  // Undoing everything: the file as it was, byte for byte.
  while (await tool(tab, 'Undo').isEnabled()) await tool(tab, 'Undo').click()
  await followed(tab, before.length)
  assert.deepEqual(readFileSync(await save(tab, 'gdr2', 'undone.gdr2')), readFileSync(macro))
  await tab.close()
})

await test('inputs are chosen, changed and added by the mouse, and what a format cannot hold is listed', async () => {
  const physics = golden('gdr/golden/physics.gdr2')
  const tab = await openEditor(physics)
  const before = inputsOf(physics)
  await tab.locator('.inputs [role=option]').nth(1).click()
  const frame = Number(await tab.inputValue('#edit-frame'))
  assert.match(await chosen(tab), new RegExp(frame.toLocaleString('en')))
  const kind = await tab.inputValue('#edit-down')
  await tab.selectOption('#edit-down', kind === '1' ? '0' : '1')
  await tab.fill('#edit-frame', String(frame + 3))
  await tab.keyboard.press('Enter')
  await tool(tab, 'One frame earlier').click()
  assert.equal(Number(await tab.inputValue('#edit-frame')), frame + 2)
  await tab.fill('#edit-frame', '')
  await tab.keyboard.press('Tab')
  assert.equal(Number(await tab.inputValue('#edit-frame')), frame + 2, 'an empty field changes nothing')
  await tool(tab, 'Add an input').click()
  await followed(tab, before.length + 1)
  const targets = await tab.$$eval('#edit-target option', (all) => all.map(({ value }) => value))
  assert.equal(targets[0], 'gdr2')
  assert.ok(targets.length >= 10, targets.join())
  // Each format that its writer takes: the inputs of the page, or a message with the reason.
  const downloads = []
  tab.on('download', (download) => downloads.push(download))
  let [saved, refused] = [0, 0]
  for (const format of targets) {
    await tab.selectOption('#edit-target', format)
    await tab.waitForTimeout(PACE)
    await tab.click('[data-action=save-edited]')
    await tab.waitForFunction(() => {
      const says = document.querySelector('#panel-edit [role=status]').textContent
      return says !== '' && !says.startsWith('Converting')
    })
    if (await tab.locator('#panel-edit [role=alert]').count()) {
      assert.ok((await tab.textContent('#panel-edit [role=alert]')).length > 10)
      refused++
      continue
    }
    await eventually(() => downloads.length > saved)
    const path = join(work, `as-${format}`)
    await downloads[saved].saveAs(path)
    assert.equal(printedJson('info', '--json', path).format, format)
    assert.equal(inputsOf(path).length, before.length + 1, format)
    const says = await tab.textContent('#panel-edit [role=status]')
    assert.match(says, format === 'gdr2' ? /Nothing was lost/ : /Saved/)
    if (!['gdr2', 'gdr1', 'gdr1-json'].includes(format))
      assert.ok((await tab.locator('#panel-edit .findings li').count()) > 0, `${format}: ${says}`)
    saved++
  }
  console.log(`   saved as ${saved} formats, ${refused} refused`)
  assert.ok(saved >= 8)
  assert.deepEqual(inputsOf(physics), before)
  await tab.close()
})

await test('edits that were not saved are not lost without a question', async () => {
  const tab = await openEditor(macro)
  await list(tab).focus()
  await tab.keyboard.press('Delete')
  const asked = []
  let answer = false
  tab.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (answer ? dialog.accept() : dialog.dismiss())
  })
  const other = made('other.bsor', bsor({ notes: 3, seconds: 4 }))
  await tab.setInputFiles('input[type=file] >> nth=0', other)
  await settled(tab)
  assert.equal(asked.length, 1)
  assert.match(await tab.title(), /two_players/)
  answer = true
  assert.equal(await give(tab, other), 'ready')
  assert.equal(asked.length, 2)
  assert.equal(await tab.locator('#tab-edit').count(), 0, 'a play of Beat Saber is not edited')
  await tab.close()
})

await test('the panel for editing has no findings of axe, in light, dark and on a small screen, and keeps the keys of the player', async () => {
  for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { ...small }]) {
    const tab = await openEditor(macro, options)
    await list(tab).focus()
    await tab.keyboard.press('ArrowDown')
    await tab.evaluate(axe)
    // On a small screen the name of the file takes the place of the heading.
    const within = options.width === small.width ? 'aside' : 'html'
    const { violations } = await tab.evaluate(
      (part) => window.axe.run(document.querySelector(part), { resultTypes: ['violations'] }),
      within,
    )
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`),
      [],
    )
    const frame = await tab.inputValue('#edit-frame')
    await tab.focus('#tab-edit')
    await tab.keyboard.press('ArrowLeft')
    await tab.keyboard.press('ArrowRight')
    assert.equal(await tab.inputValue('#edit-frame'), frame, 'arrows outside the list move no input')
    await tab.close()
  }
})

await test('a macro of a hundred thousand inputs is edited, and only what is seen of it is in the page', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => `${index * 2} ${index % 2 === 0 ? 1 : 0} 1 1`)
  const tab = await openEditor(made('large.txt', `240\n${rows.join('\n')}\n`))
  assert.ok((await tab.locator('.inputs [role=option]').count()) < 80)
  await list(tab).focus()
  await tab.keyboard.press('End')
  await tab.keyboard.press('ArrowRight')
  assert.equal(await list(tab).getAttribute('aria-activedescendant'), 'input-99999')
  assert.ok(await tab.isVisible('#input-99999'))
  await list(tab).evaluate((element) => (element.scrollTop = 0))
  await settled(tab)
  assert.ok((await tab.locator('#input-99999').count()) === 1, 'the chosen input stays in the page')
  await tab.keyboard.press('Delete')
  await followed(tab, 99_999)
  await tab.close()
})

await test('a macro that is damaged, or has no inputs, says so instead of a list', async () => {
  const whole = readFileSync(macro)
  const tab = await openPage(small)
  for (const [file, says] of [
    [made('cut.gdr2', whole.subarray(0, whole.length - 2)), /damaged/],
    [golden('gdr/golden/empty.slc'), /./],
  ]) {
    assert.equal(await give(tab, file), 'ready')
    await tab.click('#tab-edit')
    await tab.waitForFunction(() => document.querySelector('#panel-edit').textContent.length > 20)
    assert.match(await tab.textContent('#panel-edit'), says)
  }
  // An empty macro gets its first input.
  await tool(tab, 'Add an input').click()
  await followed(tab, 1)
  await tab.close()
})

await finish()
