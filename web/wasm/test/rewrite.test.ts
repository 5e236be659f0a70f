// SPDX-License-Identifier: MIT
// Converting and repairing, beside the native command.
import { conversions, convert, open, ReelError, repair, ReplayWorker, type Rewritten } from '@reel-replay/reel'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { badFiles, command, golden, goldenFiles } from './files.js'

const folder = mkdtempSync(join(tmpdir(), 'reel-rewrite-'))
after(() => {
  rmSync(folder, { recursive: true })
})
const skip = existsSync(command) ? false : `no ${command}`
const output = join(folder, 'native')

/** What the command writes, or null if it refuses. */
function native(...args: string[]): Buffer | null {
  rmSync(output, { force: true })
  try {
    execFileSync(command, [...args, '-q', '-o', output], { stdio: 'ignore' })
  } catch (error) {
    if (typeof (error as { status?: unknown }).status !== 'number') throw error
  }
  return existsSync(output) ? readFileSync(output) : null
}

async function attempt(call: Promise<Rewritten>, file: string): Promise<Rewritten | null> {
  try {
    return await call
  } catch (error) {
    assert.ok(error instanceof ReelError && error.status !== 'trap' && error.status !== 'memory', `${file}: ${String(error)}`)
    return null
  }
}

/** Compressed parts depend on the version of the library that the command is linked with: then the rows are the same. */
function same(made: Rewritten | null, expected: Buffer | null, what: string): void {
  assert.equal(made === null, expected === null, `${what}: only one of the two could`)
  if (!made || !expected || Buffer.compare(made.bytes, expected) === 0) return
  const file = join(folder, `web.${made.extension}`)
  writeFileSync(file, made.bytes)
  const differences = execFileSync(command, ['diff', file, output], { encoding: 'utf8' })
  assert.equal(differences, '', what)
  inRows.set(made.format, (inRows.get(made.format) ?? 0) + 1)
}

let inBytes = 0
const inRows = new Map<string, number>()

test('every golden file is converted to what the command writes', { skip, timeout: 1_200_000 }, async () => {
  for (const file of goldenFiles) {
    const bytes = readFileSync(file)
    const targets = await conversions(bytes).catch(() => [])
    for (const to of targets) {
      same(await attempt(convert(bytes, to), file), native('convert', '--to', to, file), `${file} to ${to}`)
      inBytes++
    }
  }
  console.log(`   ${inBytes} conversions compared, ${JSON.stringify(Object.fromEntries(inRows))} of them by rows`)
  assert.ok(inBytes > 0)
})

test('every damaged file is repaired to what the command writes', { skip, timeout: 1_200_000 }, async () => {
  for (const file of badFiles) same(await attempt(repair(readFileSync(file)), file), native('repair', file), file)
})

test('a conversion reports what is lost', async () => {
  const made = await convert(golden('bsor/golden/full.bsor'), 'scoresaber')
  assert.equal(made.format, 'scoresaber')
  assert.equal(made.extension, 'dat')
  assert.ok(made.findings.some(({ rule }) => rule === 'convert.loss'))
  using replay = await open(made.bytes)
  assert.equal(replay.format.id, 'scoresaber')
})

test('the formats that a replay can be written in begin with its own', async () => {
  const targets = await conversions(golden('bsor/golden/full.bsor'))
  assert.equal(targets[0], 'bsor')
  assert.ok(targets.includes('scoresaber') && !targets.includes('gdr2'))
})

test('a damaged replay is repaired, and not converted', async () => {
  const whole = golden('bsor/golden/full.bsor')
  const cut = whole.slice(0, whole.length - 50)
  await assert.rejects(convert(cut, 'bsor'), { name: 'ReelError', status: 'truncated' })
  const made = await repair(cut)
  assert.ok(made.findings.length > 0)
  using replay = await open(made.bytes)
  assert.equal(replay.damage, null)
})

test('a format that does not exist, or that nothing is converted to, is refused', async () => {
  const bytes = golden('bsor/golden/full.bsor')
  await assert.rejects(convert(bytes, 'midi'), { status: 'argument', rule: 'web.format' })
  await assert.rejects(convert(bytes, 'gdr2'), { status: 'unsupported', rule: 'convert.unsupported' })
})

test('a worker converts and repairs', async () => {
  using worker = new ReplayWorker()
  const bytes = golden('bsor/golden/full.bsor')
  const made = await worker.convert(bytes, 'scoresaber')
  assert.deepEqual(made.bytes, (await convert(bytes, 'scoresaber')).bytes)
  const repaired = await worker.repair(bytes)
  assert.deepEqual(repaired, await repair(bytes))
  assert.deepEqual(
    repaired.findings.map((finding) => finding.rule),
    ['repair.errors-left'], // its score is more than its notes give
  )
  assert.equal((await worker.conversions(bytes))[0], 'bsor')
})
