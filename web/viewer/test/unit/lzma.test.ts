// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { unpackLzma } from '../../src/page/lzma.js'

/** As vite.config.ts packs the module. */
function packed(bytes: Uint8Array, options: string): Uint8Array {
  const made = execFileSync('xz', ['--format=lzma', '--stdout', `--lzma1=${options},dict=1MiB`], { input: bytes, maxBuffer: 1 << 28 })
  made.writeBigUInt64LE(BigInt(bytes.length), 5)
  return made
}

/** Bytes like chance, of which later ones repeat earlier ones from near and far, and count up. */
function mixed(size: number, seed: number): Uint8Array {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size;) {
    const end = Math.min(size, at + 1 + next(at > 4096 ? 600 : 40))
    const back = 1 + next([2, 4, 300, at + 1][next(4)])
    const kind = next(4)
    for (; at < end; at++) bytes[at] = kind === 0 ? next(256) : kind === 1 || back > at ? at >> 2 : bytes[at - back]
  }
  return bytes
}

test('unpacks what xz packs, whatever the parameters', async () => {
  const options = ['preset=9e,lc=3,pb=0', 'lc=0,lp=2,pb=2', 'lc=4,lp=0,pb=4', 'preset=0,lc=1,lp=3,pb=1']
  for (const [index, own] of options.entries())
    for (const size of [0, 1, 300, 5000, 420_000]) {
      const bytes = mixed(size, 7 * index + size)
      expect(Buffer.compare(await unpackLzma(packed(bytes, own)), bytes), `${own}, ${size} bytes`).toBe(0)
    }
}, 60_000)

test('a stream that is cut or damaged ends with an error or other bytes, not in a loop', async () => {
  const bytes = mixed(20_000, 1)
  const whole = packed(bytes, 'preset=9e')
  for (let size = 18; size < whole.length - 8; size += 211) await expect(unpackLzma(whole.slice(0, size))).rejects.toThrow('damaged')
  for (let at = 14; at < whole.length; at += 97) {
    const other = whole.slice()
    other[at] ^= 0x10
    await unpackLzma(other).catch((error: unknown) => expect(String(error)).toContain('damaged'))
  }
}, 60_000)
