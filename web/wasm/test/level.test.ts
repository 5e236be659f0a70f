// SPDX-License-Identifier: MIT
// Replays that are judged with what was played.
import assert from 'node:assert/strict'
import test from 'node:test'
import * as reel from '@reel-replay/reel'
import { golden } from './files.js'

const play = golden('bsor/golden/full.bsor')
const map = async (): Promise<Uint8Array<ArrayBuffer>> => (await reel.convert(play, 'beatsaber-map')).bytes
const isJudged = (findings: readonly reel.Finding[]): boolean => findings.some(({ rule }) => rule === 'beatsaber.level-play')

test('a play is judged with its map', async () => {
  const level = await map()
  using alone = await reel.open(play)
  using judged = await reel.open(play, { level })
  assert.ok(!alone.stats().tables.has('level'))
  const notes = judged.stats().table('level').row(0)?.['notes'] as number
  assert.ok(notes > 0 && judged.stats().table('level_notes').length >= notes)
  assert.ok(!isJudged(alone.check()) && isJudged(judged.check()))
  assert.equal(judged.stats({ tables: ['level_reenacted'] }).table('level_reenacted').length, 1)
})

test('a play is judged with its map in a worker', async () => {
  const level = await map()
  using alone = await reel.openInWorker(play)
  using judged = await reel.openInWorker(play, { level })
  assert.ok(!(await alone.stats()).tables.has('level'))
  using here = await reel.open(play, { level })
  assert.deepEqual(await (await judged.stats()).table('level').rows(), [...here.stats().table('level').rows()])
  assert.ok(!isJudged(await alone.check()) && isJudged(await judged.check()))
})

test('what is no level, or no file, is refused', async () => {
  using judged = await reel.open(play, { level: play })
  assert.throws(() => judged.stats(), { rule: 'level.none' })
  await assert.rejects(reel.open(play, { level: new Uint8Array(64) }), reel.ReelError)
  await assert.rejects(reel.open(play, { level: 7 as never }), { rule: 'web.argument' })
  await assert.rejects(reel.openInWorker(play, { level: null as never }), { rule: 'web.argument' })
})
