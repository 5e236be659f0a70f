// SPDX-License-Identifier: MIT
// Demos of finishes, beside the native command.
import { type DemoFinish, finishDemo, open, ReelError } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { command, root } from './files.js'

const folder = mkdtempSync(join(tmpdir(), 'reel-demo-'))
after(() => {
  rmSync(folder, { recursive: true })
})
const skip = existsSync(command) ? false : `no ${command}`

// A recording with three finishes and its map, made by the generators of the viewer's tests.
const made = async (name: string): Promise<Record<string, (...given: unknown[]) => Uint8Array<ArrayBuffer>>> =>
  (await import(pathToFileURL(join(root, 'web/viewer/test/browser', name)).href)) as never
const map = (await made('maps.mjs'))['teeMap']?.() as Uint8Array<ArrayBuffer>
const recording = (await made('race.mjs'))['race']?.(map) as Uint8Array<ArrayBuffer>

async function finishes(): Promise<DemoFinish[]> {
  const replay = await open(recording)
  const rows = [...replay.stats().table('finishes').rows()]
  replay.close()
  return rows as unknown as DemoFinish[]
}

const [mapFile, file, output] = ['box.map', 'race.teehistorian', 'native.demo'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
writeFileSync(mapFile, map)
writeFileSync(file, recording)

function native(finish: DemoFinish, ...more: string[]): Buffer {
  const wanted = `${(finish as unknown as { name: string }).name},${(finish.time_ticks / 50).toFixed(2)}`
  execFileSync(command, ['convert', '-q', '--replace', '--to', 'demo', '--map', mapFile, '--finish', wanted, ...more, '-o', output, file])
  return readFileSync(output)
}

test('each finish becomes the demo that the command writes', { skip }, async () => {
  const all = await finishes()
  assert.equal(all.length, 3)
  for (const finish of all) {
    const shares: number[] = []
    const demo = await finishDemo(file, mapFile, finish, { progress: (share) => shares.push(share) })
    assert.ok(native(finish).equals(demo), JSON.stringify(finish))
    assert.ok(shares.length > 0 && shares.every((share) => share > 0 && share <= 1))
    assert.ok(native(finish, '--lead', '2.5').equals(await finishDemo(new Blob([recording]), map, finish, { lead: 2.5 })))
  }
  const [first] = all as [DemoFinish, ...DemoFinish[]]
  assert.ok(native(first).equals(await finishDemo(gzipSync(recording), map, first)), 'a compressed recording is the same')
})

test('what is wrong is said by the rules of the library', async () => {
  const [finish] = (await finishes()) as [DemoFinish, ...DemoFinish[]]
  const refused = async (rule: string, call: Promise<unknown>): Promise<void> => {
    await assert.rejects(call, (error) => error instanceof ReelError && error.rule === rule && error.status !== 'trap', rule)
  }
  const other = (await made('maps.mjs'))['teeMap']?.({ width: 210 }) as Uint8Array<ArrayBuffer>
  await refused('level.other', finishDemo(recording, other, finish))
  await refused('web.argument', finishDemo(recording, map, { ...finish, tick: 1.5 }))
  await refused('web.argument', finishDemo(recording, map, null as unknown as DemoFinish))
  await refused('web.option', finishDemo(recording, map, finish, { leed: 1 } as never))
  await refused('reel.cancelled', finishDemo(recording, map, finish, { signal: AbortSignal.abort() }))
  // Every beginning of either file is refused or fine, and never a trap.
  for (const [whole, at] of [recording, map].flatMap((whole) => [0, 1, 100, whole.length - 40].map((at) => [whole, at] as const))) {
    const cut = whole.slice(0, at)
    const call = whole === map ? finishDemo(recording, cut, finish) : finishDemo(cut, map, finish)
    await call.catch((error: unknown) => {
      assert.ok(error instanceof ReelError && ['truncated', 'corrupt', 'unsupported', 'argument'].includes(error.status), String(error))
    })
  }
})
