// SPDX-License-Identifier: MIT
// Macros of Geometry Dash with other inputs, and archives of several replays, compared with what the native command says.
import { conversions, convert, editInputs, type MacroInput, members, open, ReelError, ReplayWorker, type Replay } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { command, golden, goldenFiles, native } from './files.js'

const skip = existsSync(command) ? false : `no ${command}`
const work = mkdtempSync(join(tmpdir(), 'reel-edit-'))
after(() => {
  rmSync(work, { recursive: true })
})

/** Numbers from 0 to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function inputsOf(replay: Replay): MacroInput[] {
  return [...replay.table('inputs').rows({ labels: false })].map((row, source) => ({
    source,
    frame: Number(row['frame']),
    button: Number(row['button']),
    player2: Boolean(row['player2']),
    down: Boolean(row['down']),
  }))
}

/** What each player does, in order: how files interleave the players differs. */
function played(inputs: readonly MacroInput[]): string[][] {
  return [false, true].map((second) =>
    inputs.filter(({ player2 }) => player2 === second).map(({ frame, button, down }) => `${frame} ${button} ${down}`),
  )
}

/** Other inputs: some are moved, some are gone, some are new, some change. They are in the order of their frames, as far as they were. */
function edited(inputs: readonly MacroInput[], next: () => number, buttons: readonly number[]): MacroInput[] {
  const made = inputs.filter(() => next() > 0.1).map((input) => (next() < 0.3 ? { ...input, down: !input.down } : { ...input }))
  const rising = inputs.every(({ frame }, index) => index === 0 || (inputs[index - 1] as MacroInput).frame <= frame)
  if (!rising) return made
  for (const [index, input] of made.entries())
    if (next() < 0.2) made[index] = { ...input, frame: Math.max(0, input.frame + Math.floor(next() * 11) - 5) }
  const last = made.at(-1)?.frame ?? 100
  for (let count = Math.floor(next() * 4); count > 0; count--)
    made.push({
      frame: Math.floor(next() * (last + 1)),
      button: buttons[Math.floor(next() * buttons.length)] ?? 1,
      player2: inputs.some(({ player2 }) => player2) && next() < 0.5,
      down: next() < 0.5,
    })
  return made.sort((a, b) => a.frame - b.frame)
}

interface Case {
  readonly file: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly format: string
  readonly writes: boolean
  readonly inputs: MacroInput[]
}

async function macros(): Promise<Case[]> {
  const found: Case[] = []
  for (const file of goldenFiles) {
    const bytes = new Uint8Array(readFileSync(file))
    const replay = await open(bytes).catch(() => null)
    if (replay?.tables.has('inputs') && replay.format.game === 'Geometry Dash' && !replay.damage) {
      const targets = await conversions(bytes)
      found.push({ file, bytes, format: replay.format.id, writes: targets[0] === replay.format.id, inputs: inputsOf(replay) })
    }
    replay?.close()
  }
  return found
}

const errors = (text: string | null): Set<string> =>
  new Set(
    (text ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { severity?: string; rule?: string })
      .flatMap(({ severity, rule }) => (severity === 'error' && rule ? [rule] : [])),
  )

test('a macro with its own inputs is written as the same bytes', { timeout: 600_000 }, async () => {
  let count = 0
  const formats = new Set<string>()
  for (const { file, bytes, format, writes, inputs } of await macros()) {
    const archive = await editInputs(bytes, inputs)
    using replay = await open(archive)
    assert.equal(replay.format.id, format, file)
    assert.deepEqual(inputsOf(replay), inputs, file)
    if (!writes) continue
    const own = await convert(bytes, format)
    assert.deepEqual((await convert(archive, format)).bytes, own.bytes, file)
    count++
    formats.add(format)
  }
  console.log(`   ${count} files of ${formats.size} formats are written as they were`)
  assert.ok(formats.size >= 10)
})

test('a macro with other inputs reads back as them, in its own format and in others', { skip, timeout: 1_200_000 }, async () => {
  const next = random(36)
  const counts = { own: 0, other: 0 }
  const refused = new Map<string, number>()
  for (const { file, bytes, format, writes, inputs } of await macros()) {
    const buttons = [...new Set(inputs.map(({ button }) => button))]
    for (let round = 0; round < 4; round++) {
      const wanted = edited(inputs, next, buttons)
      const archive = await editInputs(bytes, wanted)
      using shown = await open(archive)
      assert.deepEqual(played(inputsOf(shown)), played(wanted), file)
      const targets = writes ? [format, ...(round === 0 ? ['gdr2', 'gdr1'] : [])] : ['gdr2']
      for (const to of targets) {
        let made
        try {
          made = await convert(archive, to)
        } catch (error) {
          assert.ok(error instanceof ReelError && error.status !== 'trap' && error.rule !== '', `${file}: ${String(error)}`)
          // What a format cannot hold is refused with a rule of the format: some have no press of a button that is held.
          if (to === format) assert.match(error.rule, /^(gdr|macros)\./, `${file} as ${to}: ${error.message}`)
          refused.set(error.rule, (refused.get(error.rule) ?? 0) + 1)
          continue
        }
        if (to !== format) {
          counts.other++
          continue
        }
        using back = await open(made.bytes)
        assert.deepEqual(played(inputsOf(back)), played(wanted), `${file} as ${to}`)
        const path = join(work, `edited.${made.extension}`)
        writeFileSync(path, made.bytes)
        const before = errors(native('check', '--json', file))
        for (const rule of errors(native('check', '--json', path))) assert.ok(before.has(rule), `${file}: ${rule}`)
        counts.own++
      }
    }
  }
  console.log(`   ${counts.own} edited files of their own format and ${counts.other} of others; refused: ${JSON.stringify([...refused])}`)
  assert.ok(counts.own > 100 && counts.other > 20)
})

test('what belongs to an input stays with it', async () => {
  const bytes = golden('gdr/golden/physics.gdr2')
  using replay = await open(bytes)
  const inputs = inputsOf(replay)
  const physics = [...replay.table('physics').rows()]
  assert.ok(physics.length > 1)
  using without = await open(await editInputs(bytes, inputs.slice(1)))
  assert.deepEqual([...without.table('physics').rows()], physics.slice(1))
  const later = inputs.map((input) => ({ ...input, frame: input.frame + 1000 }))
  using moved = await open(await editInputs(bytes, later))
  const expected = physics.map((row) => ({ ...row, frame: Number(row['frame']) + 1000 }))
  assert.deepEqual(
    [...moved.table('physics').rows()].map((row) => ({ ...row })),
    expected,
  )
})

test('the file is not changed, and inputs that cannot be are refused', async () => {
  const bytes = golden('gdr/golden/two_players.gdr2')
  const copy = bytes.slice()
  const input = { frame: 1, button: 1, player2: false, down: true }
  await editInputs(bytes, [input])
  assert.deepEqual(bytes, copy)
  for (const wrong of [
    { ...input, frame: -1 },
    { ...input, frame: 0.5 },
    { ...input, frame: Infinity },
    { ...input, frame: NaN },
    { ...input, frame: '1' },
    { ...input, button: 256 },
    { ...input, button: -1 },
    { ...input, source: 99999 },
    { ...input, source: -2 },
  ])
    await assert.rejects(editInputs(bytes, [wrong as MacroInput]), { name: 'ReelError', status: 'argument' }, JSON.stringify(wrong))
  await assert.rejects(editInputs(bytes, 'x' as unknown as MacroInput[]), { rule: 'web.argument' })
  await assert.rejects(editInputs(golden('bsor/golden/full.bsor'), []), { status: 'unsupported', rule: 'edit.format' })
  await assert.rejects(editInputs(bytes.slice(0, bytes.length - 3), [input]), { status: 'truncated' })
  using worker = new ReplayWorker()
  assert.deepEqual(await worker.editInputs(bytes, [input]), await editInputs(bytes, [input]))
})

/** An archive of files by these names, packed by the command. */
function pack(name: string, names: readonly string[], content: (index: number) => Uint8Array): string {
  const folder = join(work, name)
  for (const [index, file] of names.entries()) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), content(index))
  }
  const path = join(work, `${name}.reel`)
  execFileSync(command, ['pack', '-o', path, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  return path
}

const plays = ['gdr/golden/two_players.gdr2', 'bsor/golden/full.bsor', 'gdr/golden/physics.gdr2'].map(golden)
const play = (index: number): Uint8Array => plays[index % plays.length] as Uint8Array

test('the replays of an archive are parts of its file, with what the command says of each', { skip }, async () => {
  const path = pack('three', ['b/two.gdr2', 'a.bsor', 'b/c/three.gdr2'], play)
  const bytes = readFileSync(path)
  const { list, damage } = await members(bytes)
  assert.equal(damage, null)
  assert.equal(list.length, 3)
  for (const { name, offset, size } of list) {
    using replay = await open(bytes.subarray(offset, offset + size))
    const says = JSON.parse(native('info', '--json', `${path}#${name}`) ?? 'null') as { format: { id: string } }
    assert.ok(JSON.stringify(says).includes(`"${replay.format.id}"`), name)
    assert.equal(replay.damage, null, name)
    assert.ok(/^(b\/two\.gdr2|a\.bsor|b\/c\/three\.gdr2)$/.test(name), name)
  }
  using worker = new ReplayWorker()
  assert.deepEqual(await worker.members(bytes), { list, damage })
})

test('one replay is no list, many are listed up to a number', { skip, timeout: 600_000 }, async () => {
  const one = readFileSync(pack('one', ['a.gdr2'], play))
  assert.deepEqual(await members(one), { list: [], damage: null })
  assert.deepEqual(await members(play(0) as Uint8Array<ArrayBuffer>), { list: [], damage: null })
  assert.deepEqual(await members(new Uint8Array()), { list: [], damage: null })
  const many = Buffer.concat(Array.from({ length: 5000 }, () => one))
  const all = await members(many)
  assert.equal(all.list.length, 5000)
  // What is before a replay is its name.
  const step = all.list.map(({ offset }, index) => offset - index * one.length)
  assert.deepEqual(new Set(step), new Set([step[0]]))
  for (const { offset, size } of [all.list[0], all.list[4999]] as { offset: number; size: number }[]) {
    using replay = await open(many.subarray(offset, offset + size))
    assert.equal(replay.format.id, 'gdr2')
    assert.equal(replay.damage, null)
  }
  assert.equal(new Set(all.list.map(({ name }) => name)).size, 5000)
  assert.deepEqual((await members(many, { most: 7 })).list, all.list.slice(0, 7))
})

test('a damaged or truncated archive has the replays before the damage, and the rule', { skip, timeout: 600_000 }, async () => {
  const bytes = readFileSync(pack('few', ['a.gdr2', 'b.gdr2', 'c.gdr2', 'd.gdr2'], play))
  const whole = (await members(bytes)).list
  const third = whole[2]?.offset ?? 0
  const broken = Buffer.from(bytes)
  broken[third] = 0
  const { list, damage } = await members(broken)
  assert.deepEqual(list, whole.slice(0, 2))
  assert.equal(damage?.rule, 'archive.member')
  assert.equal(damage.offset, third)
  for (let size = 0; size < bytes.length; size++) {
    const cut = await members(bytes.subarray(0, size))
    assert.ok(cut.list.length <= whole.length)
    for (const { offset, size: most } of cut.list) assert.ok(offset + most <= size)
  }
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 0xff
    const found = await members(flipped)
    assert.ok(found.damage === null || found.damage.rule.startsWith('archive.'), found.damage?.rule)
    for (const { offset, size } of found.list) assert.ok(offset >= 0 && size >= 0 && offset + size <= bytes.length)
  }
})

test('wrong options of a list are refused', async () => {
  await assert.rejects(members(play(0) as Uint8Array<ArrayBuffer>, { most: 'all' } as never), { rule: 'web.argument' })
  await assert.rejects(members(play(0) as Uint8Array<ArrayBuffer>, { mots: 1 } as never), { rule: 'web.option' })
})
