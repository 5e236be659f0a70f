// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addressOf, findMap, hashIn, type Level } from '../../src/maps/find.js'
import { placeOfFiles } from '../../src/maps/folder.js'
import { read } from './levels.js'
// @ts-expect-error -- a script of the browser's tests, without types
import { beatMapFiles as untypedFiles, teeMap as untypedTees, zip as untypedZip } from '../browser/maps.mjs'

type Content = string | Uint8Array<ArrayBuffer>
type Contents = Record<string, Content>
const beatMapFiles = untypedFiles as (made: { version?: number; song?: string; notes?: number }) => Contents
const zip = untypedZip as (files: Contents) => Uint8Array<ArrayBuffer>
const teeMap = untypedTees as (made: { width?: number }) => Uint8Array<ArrayBuffer>

/** A folder as an input of files gives it. */
function folder(files: Contents): ReturnType<typeof placeOfFiles> {
  const made = Object.entries(files).map(([path, content]) => {
    const file = new File([content], path.split('/').at(-1)!)
    Object.defineProperty(file, 'webkitRelativePath', { value: `chosen/${path}` })
    return file
  })
  return placeOfFiles(made)
}

const within = (name: string, files: Contents): Contents =>
  Object.fromEntries(Object.entries(files).map(([own, content]) => [`${name}/${own}`, content]))

const sha1 = (files: Contents, ...names: string[]): string => {
  const hash = createHash('sha1')
  for (const name of names) hash.update(files[name])
  return hash.digest('hex')
}

const song = (name: string, hash = ''): Level => ({ game: 'beatsaber', name, hash })
const notesOf = async (place: ReturnType<typeof placeOfFiles>, level: Level): Promise<number | null> => {
  const map = await findMap(place, level, read)
  return map?.kind === 'beatsaber' ? (await map.difficulty('Expert', 'Standard')).notes.length : null
}

test('a map of Beat Saber is found by its hash, of several of the same name, in folders and archives', async () => {
  const [old, other, own] = [{ version: 2, notes: 10 }, { notes: 20 }, { version: 4, notes: 30 }].map((made) =>
    beatMapFiles({ song: 'A Song (feat. B)', ...made }),
  )
  // A map of which a file is missing has no hash.
  for (const files of [old, other]) files['Missing.dat'] = '{"version": "3.3.0"}'
  const place = folder({
    ...within('1a2 (A Song - mapper)', old),
    ...within('more/2b3 (Nothing of it)', other),
    'more/archive.zip': zip(own),
    ...within('4d (Damaged)', { 'Info.dat': '{"_songName": "A Song (feat. B)", "_difficultyBeatmapSets": 5' }),
    ...within('5e (Other)', beatMapFiles({ song: 'Another' })),
  })
  const bombs = 12 // and notes that are in each map
  for (const [files, notes, ...names] of [
    [old, 10, 'Info.dat', 'Missing.dat', 'Expert.dat'],
    [other, 20, 'Info.dat', 'Missing.dat', 'Expert.dat'],
    [own, 30, 'Info.dat', 'AudioData.dat', 'Expert.dat', 'Lights.dat'],
  ] as const)
    expect(await notesOf(place, song('a song feat. b', sha1(files, ...names)))).toBe(notes + bombs)
  // Without a hash, or with one that no map has: one of that name.
  expect(await notesOf(place, song('A Song (feat. B)'))).toBe(10 + bombs)
  expect(await notesOf(place, song('A Song (feat. B)', '0'.repeat(40)))).toBe(10 + bombs)
  expect(await notesOf(place, song('Nothing'))).toBeNull()
  expect(await notesOf(place, song(''))).toBeNull()
})

test('a map of DDNet is found by name and hash', async () => {
  const [first, second] = [teeMap({}), teeMap({ width: 210 })]
  const place = folder({ 'maps/Multeasymap.map': first, 'downloadedmaps/Multeasymap_0f.map': second, 'maps/Multeasymap2.map': 'text' })
  const widthOf = async (hash: string, name = 'Multeasymap'): Promise<number | null> => {
    const map = await findMap(place, { game: 'ddnet', name, hash }, read)
    return map?.kind === 'ddnet' ? map.width : null
  }
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  expect(await widthOf(hash(first))).toBe(200)
  expect(await widthOf(hash(second))).toBe(210)
  expect(await widthOf('', 'multeasymap')).not.toBeNull()
  expect(await widthOf('0'.repeat(64))).toBeNull()
  expect(await widthOf('', 'Multeasy')).toBeNull()
})

test('an address is made of a template, or not at all', () => {
  const level = song('A & B', 'ab'.repeat(20))
  expect(addressOf('https://maps.example/{hash}.zip?name={name}', level)).toBe(`https://maps.example/${level.hash}.zip?name=A%20%26%20B`)
  expect(addressOf('/maps/{hash}.zip', song('A'))).toBe('')
  expect(addressOf('/maps/one.zip', song(''))).toBe('/maps/one.zip')
  expect(hashIn(`custom_level_${'AB'.repeat(20)} WIP`)).toBe('ab'.repeat(20))
  expect(hashIn('Level of the game')).toBe('')
})
