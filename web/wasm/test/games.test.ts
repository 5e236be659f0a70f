// SPDX-License-Identifier: MIT
// The modules of one game: what they open is what the whole module opens.
import { type Game, gameOf, HEAD_BYTES, initialize, open, ReelError, type Replay } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { after, test } from 'node:test'
import { badFiles, corpusFiles, golden, goldenFiles } from './files.js'

const games: readonly Game[] = ['beatsaber', 'ddnet', 'echo', 'geometrydash']
const moduleOf = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(new URL(`../../dist/${name}.wasm`, import.meta.url)))
const whole = moduleOf('reel-full')
const modules = new Map(games.map((game) => [game, moduleOf(`reel-${game}`)]))
const LARGEST = 300_000

after(() => initialize(whole))

const lengths = ({ tables }: Pick<Replay, 'tables'>): [string, number][] => [...tables.values()].map(({ name, length }) => [name, length])

/** What a module makes of a file; null if it says that it is unsupported. */
async function seen(module: WebAssembly.Module, file: Uint8Array<ArrayBuffer>): Promise<unknown> {
  await initialize(module)
  try {
    using replay = await open(file)
    const stats = replay.format.insights.size > 0 && replay.damage === null ? lengths(replay.stats()) : []
    const { format, damage, findings, header } = replay
    // a module that cannot edit does not say which edit helps
    const check = replay.check().map((found) => ({ ...found, message: found.message.replace(/; "edit --do .*/, '') }))
    return { format: format.id, damage, findings, header, tables: lengths(replay), stats, check }
  } catch (error) {
    assert.ok(error instanceof ReelError && error.status !== 'trap', String(error))
    const { status, rule, section, offset, message } = error
    return status === 'unsupported' ? null : { status, rule, section, offset, message }
  }
}

/** Compares the guess for a file; the game that it is. */
async function compare(file: Uint8Array<ArrayBuffer>, name: string): Promise<Game | null> {
  const game = gameOf(file)
  if (game === null) return null
  const own = await seen(modules.get(game) as WebAssembly.Module, file)
  if (own === null) return null
  assert.deepEqual(own, await seen(whole, file), `${name}, by the module of ${game}`)
  return game
}

const small = (files: readonly string[]): { name: string; file: Uint8Array<ArrayBuffer> }[] =>
  files.map((name) => ({ name, file: new Uint8Array(readFileSync(name)) })).filter(({ file }) => file.length > 0 && file.length <= LARGEST)

await test('the module of a game opens what the whole module opens, with the same rows, statistics and findings', async () => {
  const counts = new Map<Game | null, number>()
  for (const { name, file } of small([...goldenFiles, ...badFiles])) {
    const game = await compare(file, name)
    counts.set(game, (counts.get(game) ?? 0) + 1)
  }
  for (const game of games) assert.ok((counts.get(game) ?? 0) >= 5, `files of ${game}: ${counts.get(game) ?? 0}`)
})

await test('a file whose first bytes changed is never read as another format than by the whole module', async () => {
  let state = 1
  const random = (below: number): number => (state = (state * 48271) % 2147483647) % below
  for (const { name, file } of small(goldenFiles).filter((_, index) => index % 3 === 0)) {
    const other = small([goldenFiles[random(goldenFiles.length)] as string])[0]?.file ?? file
    const changed = file.slice(0, 20_000)
    changed.set(other.subarray(0, Math.min(1 + random(40), changed.length)))
    changed[random(Math.min(24, changed.length))] = random(256)
    await compare(changed, `${name}, changed`)
  }
})

function headOf(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES)
  const file = openSync(path, 'r')
  const size = readSync(file, head)
  closeSync(file)
  return head.subarray(0, size)
}

await test('real replays of each kind are recognised by their first bytes', { skip: corpusFiles().length === 0 && 'no corpus' }, () => {
  const known = corpusFiles().filter((name) => /\.(bsor|dat|xror|teehistorian|butter|echoreplay|gdr2)$/.test(name))
  const missed = known.filter((name) => gameOf(headOf(name)) === null)
  console.log(`   ${known.length} files by their first bytes, ${missed.length} of them need the whole module`)
  assert.ok(missed.length * 5 <= known.length, missed.slice(0, 5).join(' '))
})

await test('a module of one game says that pictures and exports need another one', async () => {
  await initialize(modules.get('beatsaber') as WebAssembly.Module)
  using replay = await open(golden('bsor/golden/full.bsor'))
  for (const act of [() => replay.plots(), () => replay.report(), () => replay.export('csv')]) {
    assert.throws(act, (error) => error instanceof ReelError && error.rule === 'web.module' && error.status === 'unsupported')
  }
})

await test('a replay of another game is unsupported', async () => {
  await initialize(modules.get('ddnet') as WebAssembly.Module)
  await assert.rejects(open(golden('bsor/golden/full.bsor')), (error) => error instanceof ReelError && error.status === 'unsupported')
})

await test('an instance of a module that was replaced is not used again', async () => {
  await initialize(modules.get('ddnet') as WebAssembly.Module)
  const [name] = goldenFiles.filter((path) => path.endsWith('.teehistorian'))
  const replay = await open(readFileSync(name as string))
  await initialize(whole)
  replay.close()
  using next = await open(golden('bsor/golden/full.bsor'))
  assert.equal(next.format.id, 'bsor')
})
