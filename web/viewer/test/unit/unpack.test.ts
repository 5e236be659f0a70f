// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pack } from '../../scripts/pack.mjs'
import { unpack } from '../../src/page/unpack.js'

const read = (path: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(fileURLToPath(new URL(`../../../wasm/${path}`, import.meta.url))))
const [packer, unpacker] = ['pack', 'unpack'].map((name) => read(`page/reel-${name}.wasm`))

/** Bytes by chance, of which later ones repeat earlier ones. */
function mixed(size: number, seed: number): Uint8Array<ArrayBuffer> {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size;) {
    const end = Math.min(size, at + 1 + next(600))
    const back = 1 + next(at + 1)
    const kind = next(4)
    for (; at < end; at++) bytes[at] = kind === 0 ? next(256) : kind === 1 || back > at ? at >> 2 : bytes[at - back]
  }
  return bytes
}

/** A module whose sections, functions and segments lie about their sizes. */
function changed(seed: number): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(read('page/reel-unpack.wasm'))
  for (let at = 9 + (seed % 5); at < bytes.length; at += 7 + 31 * seed) bytes[at] ^= 1 << ((at + seed) % 8)
  return bytes
}

test('what was packed comes back, whatever it is', async () => {
  const files = [0, 1, 2, 9, 300, 70_000].map((size) => mixed(size, size))
  const module = Uint8Array.from(read('page/reel-unpack.wasm'))
  files.push(
    module,
    new Uint8Array(5000),
    Uint8Array.from({ length: 4000 }, () => 255),
    ...[0, 1, 2, 3].map(changed),
  )
  for (const bytes of files) {
    const packed = await pack(packer, bytes)
    expect(Buffer.compare(await unpack(unpacker, packed), bytes), `${bytes.length} bytes`).toBe(0)
  }
  expect((await pack(packer, module)).length).toBeLessThan(module.length / 2)
}, 60_000)

test('a file that is cut or damaged ends with other bytes of the same size', async () => {
  const bytes = Uint8Array.from(read('page/reel-unpack.wasm'))
  const whole = await pack(packer, bytes)
  for (let size = 4; size < whole.length - 8; size += 997)
    expect(Buffer.compare(await unpack(unpacker, whole.subarray(0, size)), bytes), `${size} bytes`).not.toBe(0)
  for (let at = 4; at < whole.length - 8; at += 997) {
    const other = Uint8Array.from(whole)
    other[at] ^= 0x10
    expect((await unpack(unpacker, other)).length).toBe(bytes.length)
  }
  expect((await unpack(unpacker, new Uint8Array(3))).length).toBe(0)
}, 60_000)
