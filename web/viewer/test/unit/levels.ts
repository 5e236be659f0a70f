// SPDX-License-Identifier: MIT
// Maps as the worker reads them, by the module of the page.
import { initialize, open, ReelError } from '@reel-replay/reel'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BeatMap } from '../../src/maps/beatmap.js'
import { readMap, type Reader } from '../../src/maps/maps.js'
import type { TeeMap } from '../../src/maps/teemap.js'
import { ReplayError } from '../../src/replay/client.js'
import { levelOf } from '../../src/replay/columns.js'
// @ts-expect-error -- a script of the browser's tests, without types
import { zip as untyped } from '../browser/maps.mjs'

export const zip = untyped as (files: Record<string, string | Uint8Array<ArrayBuffer>>) => Uint8Array<ArrayBuffer>

const module = readFileSync(fileURLToPath(new URL('../../../wasm/page/reel-page.wasm', import.meta.url)))
const ready = WebAssembly.compile(module).then((made) => initialize(made))

export const read: Reader = async (file) => {
  await ready
  try {
    const level = await open(file)
    try {
      return levelOf(level)
    } finally {
      level.close()
    }
  } catch (error) {
    if (!(error instanceof ReelError)) throw error
    const { status, rule, section, offset, message } = error
    throw new ReplayError({ status, rule, section, offset, message })
  }
}

export async function teeMapIn(bytes: Uint8Array<ArrayBuffer>): Promise<TeeMap> {
  const map = await readMap(new Blob([bytes]), read)
  if (map?.kind !== 'ddnet') throw new Error('no map of DDNet')
  return map
}

export async function beatMapIn(bytes: Uint8Array<ArrayBuffer>): Promise<BeatMap> {
  const map = await readMap(new Blob([bytes]), read)
  if (map?.kind !== 'beatsaber') throw new Error('no map of Beat Saber')
  return map
}
