// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import { itemsInArchive, itemsInZip, MOST_ITEMS, Playlist } from '../../src/player/playlist.js'
// @ts-expect-error -- a script of the browser's tests, without types
import { zip as untyped } from '../browser/maps.mjs'

const zip = untyped as (files: Record<string, string | Uint8Array>, more?: { size?: number }) => Buffer
const archive = (files: Record<string, string | Uint8Array>, more = {}): Blob => new Blob([new Uint8Array(zip(files, more))])
const textOf = async (open: () => Promise<Blob>): Promise<string> => (await open()).text()

test('an archive of replays is a list in its own order, and each is unpacked when it is opened', async () => {
  const items = await itemsInZip(archive({ 'b/two.bsor': 'second', 'one.egg': 'first', 'b/': '', '__MACOSX/x': 'no', '.DS_Store': 'no' }))
  expect(items?.map(({ name }) => name)).toEqual(['b/two.bsor', 'one.egg'])
  expect(await Promise.all(items!.map((item) => textOf(item.open)))).toEqual(['second', 'first'])
})

test('a recording of Echo VR is a zip archive and no list', async () => {
  expect(await itemsInZip(archive({ 'rec.echoreplay': 'x' }))).toBeNull()
  expect(await itemsInZip(archive({ 'a.echoreplay': 'x', 'b.echoreplay': 'y' }))).toHaveLength(2)
  expect(await itemsInZip(new Blob(['no archive']))).toBeNull()
  expect(await itemsInZip(archive({}))).toBeNull()
})

test('two files of the same name are two items with their own bytes', async () => {
  const bytes = zip({ 'a.bsor': 'first', 'b.bsor': 'other' })
  for (let at = bytes.indexOf('b.bsor'); at >= 0; at = bytes.indexOf('b.bsor', at + 1)) bytes.write('a.bsor', at)
  const items = (await itemsInZip(new Blob([new Uint8Array(bytes)])))!
  expect(items.map(({ name }) => name)).toEqual(['a.bsor', 'a.bsor'])
  expect(await Promise.all(items.map((item) => textOf(item.open)))).toEqual(['first', 'other'])
})

test('what an archive says about sizes is not trusted, and a bomb is refused before it fills the memory', async () => {
  const lies = (await itemsInZip(archive({ 'a.bsor': 'x'.repeat(1000), 'b.bsor': 'y' }, { size: 5 })))!
  expect(await textOf(lies[0].open)).toHaveLength(1000)
  const bomb = (await itemsInZip(archive({ 'a.bsor': Buffer.alloc(4 << 20), 'b.bsor': 'y' }), 1 << 20))!
  await expect(bomb[0].open()).rejects.toThrow('more than 1048576 bytes')
  expect(await textOf(bomb[1].open)).toBe('y')
})

test('an archive that is damaged anywhere is no list, or each of its files opens or fails with a reason', async () => {
  const bytes = zip({ 'a.bsor': 'first '.repeat(50), 'b.egg': 'second' })
  for (let at = 0; at < bytes.length; at++) {
    const changed = new Uint8Array(bytes)
    changed[at] ^= 0xff
    for (const blob of [new Blob([changed]), new Blob([changed.subarray(0, at)])]) {
      for (const item of (await itemsInZip(blob)) ?? [])
        await item.open().catch((error: unknown) => expect((error as Error).message).not.toBe(''))
    }
  }
})

test('an archive that says it has more files than it may is refused', async () => {
  const bytes = zip({ 'a.bsor': 'x' })
  bytes.writeUInt16LE(65535, bytes.length - 12)
  expect(await itemsInZip(new Blob([new Uint8Array(bytes)]))).toBeNull()
})

test('a list goes no further than its ends', () => {
  const item = (name: string) => ({ name, open: () => Promise.resolve(new Blob()) })
  const list = new Playlist([item('a'), item('b')])
  expect([list.go(-1), list.item.name, list.go(1), list.item.name, list.go(2), list.item.name]).toEqual([false, 'a', true, 'b', false, 'b'])
})

/** A member of an archive that holds a file as it is: docs/formats/reel.md. */
function stored(content: string): Uint8Array {
  const bytes = new TextEncoder().encode(content)
  return new Uint8Array([0x89, 0x72, 0x65, 0x65, 0x6c, 0x73, 0, 0x0a, bytes.length, 0, 0, 0, 0, ...bytes])
}

const reel = (...parts: Uint8Array[]): File => new File(parts as BlobPart[], 'all.reel')

test('an archive of replays is a list of the parts of its file, and a damaged one says so at its end', async () => {
  const parts = [stored('one'), stored('second')]
  const file = reel(...parts)
  const list = parts.map(({ length: size }, index) => ({
    name: index === 0 ? 'a/one.bsor' : '2',
    offset: index === 0 ? 0 : parts[0].length,
    size,
  }))
  const items = (await itemsInArchive(file, () => Promise.resolve({ list, damage: null })))!
  expect(items.map(({ name }) => name)).toEqual(['a/one.bsor', 'all.reel#2'])
  for (const [index, item] of items.entries()) expect(new Uint8Array(await (await item.open()).arrayBuffer())).toEqual(parts[index])

  const damage = { status: 'corrupt', rule: 'archive.member', section: '', offset: 99, message: 'there is no replay' } as const
  const cut = (await itemsInArchive(file, () => Promise.resolve({ list, damage })))!
  expect(cut).toHaveLength(3)
  expect(cut[2].name).toContain('byte 99')
  await expect(cut[2].open()).rejects.toMatchObject({ failure: damage })
})

test('a file that is no archive is not asked for its parts, and one of a single replay is no list', async () => {
  const never = (): never => {
    throw new Error('asked')
  }
  expect(await itemsInArchive(new File(['no archive'], 'a.bsor'), never)).toBeNull()
  expect(await itemsInArchive(new File([], 'empty.reel'), never)).toBeNull()
  expect(await itemsInArchive(reel(stored('one')), () => Promise.resolve({ list: [], damage: null }))).toBeNull()
})

test('no more replays of an archive are asked for than a list may have', async () => {
  let asked = 0
  await itemsInArchive(reel(stored('a'), stored('b')), (_, most) => {
    asked = most
    return Promise.resolve({ list: [], damage: null })
  })
  expect(asked).toBe(MOST_ITEMS)
})
