// SPDX-License-Identifier: MIT
// Processor time of a browser, which is about the same on a busy machine.
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick of the kernel. */
const TICK = 10

/** Milliseconds of processor time of all processes that this one has started, and of theirs. */
export function spent() {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const line = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
      return [{ id: Number(name), parent: Number(fields[1]), time: (Number(fields[11]) + Number(fields[12])) * TICK }]
    } catch {
      return []
    }
  })
  const own = new Set([process.pid])
  for (let before = 0; before < own.size;) {
    before = own.size
    for (const { id, parent } of all) if (own.has(parent)) own.add(id)
  }
  own.delete(process.pid)
  return all.filter(({ id }) => own.has(id)).reduce((sum, { time }) => sum + time, 0)
}
