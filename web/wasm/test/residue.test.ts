// SPDX-License-Identifier: MIT
// The memory of the module has what earlier files left there; nothing of it is in what is read of the next one.
import { open, openInWorker } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const MARK = 'MARK-of-another-client-7f3a'

function decoded(modifiers: string[], text = ''): Uint8Array<ArrayBuffer> {
  const info = { version: '3.0.0', hash: text, mode: text, environment: text, modifiers }
  const play = { frames: [], info, scores: [], combos: [], noteTime: [], noteInfos: [], dynamicHeight: [] }
  return new TextEncoder().encode(JSON.stringify(play))
}

const lists = [
  [],
  [''],
  ['', 'NF'],
  ['NF', ''],
  ['', '', 'NF', '', 'NF'],
  [...Array<string>(8000).fill(''), 'NF'],
  Array<string>(1000).fill('NF'),
]

async function leaveMarks(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    using marked = await open(decoded(Array<string>(2000).fill(MARK), MARK.repeat(500)))
    assert.ok(marked.export('json').includes(MARK))
  }
}

test('nothing of another file is read', async () => {
  for (const modifiers of lists) {
    await leaveMarks()
    using replay = await open(decoded(modifiers))
    const text = replay.export('json')
    assert.ok(!text.includes(MARK))
    assert.equal(replay.header['modifiers'], modifiers.join(','))
    using fresh = await openInWorker(decoded(modifiers))
    assert.equal(await fresh.export('json'), text)
  }
})
