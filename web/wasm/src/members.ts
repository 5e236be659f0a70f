// SPDX-License-Identifier: MIT
// The replays of an archive, by the full module.
import { checkOptions } from './arguments.js'
import { type Failure, failureOf, named, throwIfAborted } from './errors.js'
import { giveInstance, takeInstance } from './module.js'
import { inputKinds, type ReadOptions } from './options.js'
import { gather, type Source } from './source.js'

/** A replay of an archive. Its bytes are an archive of their own. */
export interface Member {
  /** Its id, or else its number: unique in the archive, and safe as a relative path. */
  readonly name: string
  /** Where it begins in the file, and its size, in bytes. */
  readonly offset: number
  readonly size: number
}

/** The replays of an archive. */
export interface Members {
  /** Empty if the file does not hold several. */
  readonly list: readonly Member[]
  /** Why there may be more that were not found, or null. */
  readonly damage: Failure | null
}

/** How an archive is listed. */
export interface MemberOptions extends Pick<ReadOptions, 'limits' | 'signal'> {
  /** No more replays than this are listed. */
  readonly most?: number
}

/** @internal Refuses options that do not exist. */
export function checkMemberOptions(options: MemberOptions): void {
  checkOptions('members', options, { limits: inputKinds.limits, signal: 'signal', most: 'number' })
}

/** Bytes before the name of a member in module/archive.c: its offset and its size. */
const PLACE_BYTES = 16

function unpack(bytes: Uint8Array<ArrayBuffer>): Member[] {
  const view = new DataView(bytes.buffer)
  const decoder = new TextDecoder()
  const list: Member[] = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at + PLACE_BYTES)
    const name = decoder.decode(bytes.subarray(at + PLACE_BYTES, end))
    list.push({ name, offset: view.getFloat64(at, true), size: view.getFloat64(at + 8, true) })
    at = end + 1
  }
  return list
}

/** Lists the replays of an archive (.reel), without reading their rows. The archive is read into memory as a whole. */
export async function members(source: Source | Promise<Response>, options: MemberOptions = {}): Promise<Members> {
  checkMemberOptions(options)
  const given = await source
  const { parts, size } = await gather(given, options)
  const instance = await takeInstance('full')
  throwIfAborted(options.signal)
  const file = instance.allocateParts(parts, size)
  const most = Math.max(0, Math.min(options.most ?? Infinity, 2 ** 31))
  const status = instance.call.archive_members(file, size, most)
  const damage = status < 0 ? failureOf(named(instance.failure(), given)) : null
  const list = unpack(instance.takeResult())
  giveInstance(instance)
  return { list, damage }
}
