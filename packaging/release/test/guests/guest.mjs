// SPDX-License-Identifier: MIT
// Who installs @reel-replay/reel: node guest.mjs, beside play.bsor. Prints each job that was done.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { convert, open } from '@reel-replay/reel'

const replay = await open('play.bsor')
assert.equal(replay.format.id, 'bsor')
assert.ok(replay.header.player_name && replay.table('frames').length > 0)
console.log('did info')
assert.ok(replay.check().every((finding) => finding.rule && finding.message))
console.log('did check')
const copy = await convert(new Blob([await readFile('play.bsor')]), 'xror')
assert.equal(copy.format, 'xror')
console.log('did convert')
assert.match(replay.plot('score').svg, /<svg/)
console.log('did plot')
