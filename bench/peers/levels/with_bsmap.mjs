// SPDX-License-Identifier: MIT
// with_bsmap.mjs FILE: what bench/levels.c prints, by bsmap, which checks a difficulty and makes objects of its notes.
import { readFileSync } from 'node:fs'
import { loadDifficulty } from 'bsmap'

const text = readFileSync(process.argv[2], 'utf8')
let [best, notes] = [Infinity, 0]
for (let round = 0; round < 30; round++) {
  const start = process.cpuUsage()
  notes = loadDifficulty(JSON.parse(text)).difficulty.colorNotes.length
  const took = process.cpuUsage(start)
  best = Math.min(best, (took.user + took.system) / 1e6)
}
console.log(best.toFixed(6), notes)
