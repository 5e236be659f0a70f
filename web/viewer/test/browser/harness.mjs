// SPDX-License-Identifier: MIT
// Tests that are counted: those of the viewer, of the element, and of the site.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let [passed, failed, skipped] = [0, 0, 0]
let part = process.argv[2]
/** What a page reported during a test: each fails it. */
export const problems = []
/** A folder that is deleted at the end. */
export const work = mkdtempSync(join(tmpdir(), 'reel-viewer-'))

/** Runs only the tests whose names contain this; without a call, the first argument of the program. */
export const only = (name) => (part = name)

export async function test(name, run) {
  if (part && !name.includes(part)) return
  const from = performance.now()
  const taken = () => `${((performance.now() - from) / 1000).toFixed(1)} s`
  try {
    problems.length = 0
    await run()
    assert.deepEqual(problems, [], 'what the page reported')
    passed++
    console.log(`   ok: ${name} (${taken()})`)
  } catch (error) {
    failed++
    const lines = String(error.stack ?? error).split('\n')
    console.log(`FAIL ${name} (${taken()})\n     ${lines.slice(0, 30).join('\n     ')}`)
  }
}

/** Waits for what comes at a time of its own, and fails after five minutes. */
export async function eventually(holds) {
  for (const end = Date.now() + 300_000; !(await holds()); await new Promise((done) => setTimeout(done, 20)))
    assert.ok(Date.now() < end, `never true: ${holds}`)
}

export function skip(reason) {
  skipped++
  console.log(`   skipped: ${reason}`)
}

/** The last line of a program with tests. */
export function conclude() {
  rmSync(work, { recursive: true, force: true })
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = failed > 0 ? 1 : 0
}
