// SPDX-License-Identifier: MIT
// Finds the map of a replay in a folder: CustomLevels of Beat Saber, maps or downloadedmaps of DDNet, or a folder of archives.
import { type Files, readBeatMap } from './beatmap.js'
import type { GameMap } from './maps.js'
import { readTeeMap } from './teemap.js'
import { MapError } from './unpack.js'
import { Zip } from './zip.js'

/** What a replay says of its map. Each may be empty. */
export interface Level {
  readonly game: 'beatsaber' | 'ddnet'
  readonly name: string
  /** Hexadecimal: SHA-1 of a Beat Saber map, SHA-256 of a DDNet map. */
  readonly hash: string
}

/** Something in a folder. */
export interface Place {
  readonly name: string
  /** What is in it; null: it is a file. */
  list(): Promise<readonly Place[]> | null
  file(): Promise<Blob>
}

/** A folder is searched so far down, and no longer than this many files and folders. */
const MOST_DEPTH = 4
const MOST_PLACES = 50_000
const MOST_INFO = 4 << 20

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The hash in the id of a level: custom_level_HASH, perhaps with a word behind it. */
export const hashIn = (id: string): string => /[0-9a-f]{40}(?:[0-9a-f]{24})?/i.exec(id)?.[0].toLowerCase() ?? ''

/** The hash of bytes; empty where the page may not compute it, as in a page that came without TLS. */
async function hashOf(kind: 'SHA-1' | 'SHA-256', bytes: BufferSource): Promise<string> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto }
  if (!subtle) return ''
  return [...new Uint8Array(await subtle.digest(kind, bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A folder with a map, as the reader of maps sees it. */
class Folder implements Files {
  constructor(private readonly places: readonly Place[]) {}

  private own(name: string): Place | undefined {
    return this.places.find((place) => place.name.toLowerCase() === name.toLowerCase())
  }

  find(name: string): string | null {
    return this.own(name)?.name ?? null
  }

  async read(name: string, most: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = await this.own(name)?.file()
    if (!file) throw new MapError('truncated', `${name} is not in the folder`)
    if (file.size > most) throw new MapError('limit', `${name} has more than ${most} bytes`)
    return new Uint8Array(await file.arrayBuffer())
  }
}

/** Folders and archives that may have a map, those first whose names have the song's. */
async function* sources(root: Place, wanted: string): AsyncGenerator<Files> {
  let left = MOST_PLACES
  let level: Place[] = [root]
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++) {
    const next: Place[] = []
    const named = (place: Place): number => (wanted !== '' && plain(place.name).includes(wanted) ? 0 : 1)
    for (const place of level.sort((a, b) => named(a) - named(b))) {
      const listed = place.list()
      if (!listed) {
        const zip = /\.zip$/i.test(place.name) ? await Zip.openSound(await place.file()) : null
        if (zip) yield zip
        continue
      }
      const own = await listed
      left -= own.length
      if (left < 0) return
      const folder = new Folder(own)
      if (folder.find('Info.dat') !== null) yield folder
      else next.push(...own)
    }
    level = next
  }
}

/** The hash of a Beat Saber map: of its files in the order in which Info.dat names them. */
async function beatHash(files: Files): Promise<string> {
  const parts: Uint8Array[] = [await files.read('Info.dat', MOST_INFO)]
  const info = JSON.parse(new TextDecoder().decode(parts[0])) as Record<string, unknown>
  const names: unknown[] = []
  const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])
  if (Array.isArray(info.difficultyBeatmaps)) {
    names.push((info.audio as Record<string, unknown> | undefined)?.audioDataFilename)
    for (const own of list(info.difficultyBeatmaps)) names.push(own.beatmapDataFilename, own.lightshowDataFilename)
  } else
    for (const set of list(info._difficultyBeatmapSets)) for (const own of list(set._difficultyBeatmaps)) names.push(own._beatmapFilename)
  for (const name of names) if (typeof name === 'string' && files.find(name) !== null) parts.push(await files.read(name, 32 << 20))
  return hashOf('SHA-1', await new Blob(parts as BlobPart[]).arrayBuffer())
}

async function songOf(files: Files): Promise<string> {
  const info = JSON.parse(new TextDecoder().decode(await files.read('Info.dat', MOST_INFO))) as Record<string, unknown>
  const own = info._songName ?? (info.song as Record<string, unknown> | undefined)?.title
  return typeof own === 'string' ? own : ''
}

async function findBeatMap(root: Place, { name, hash }: Level): Promise<GameMap | null> {
  const wanted = plain(name)
  let alike: Files | null = null
  for await (const files of sources(root, wanted)) {
    try {
      if (files.find('Info.dat') === null || (wanted !== '' && plain(await songOf(files)) !== wanted)) continue
      const own = hash === '' ? '' : await beatHash(files)
      if (own === '' || own === hash) return await readBeatMap(files)
      alike ??= files
    } catch {
      // A map that cannot be read is not the one; the next may be.
    }
  }
  // The song of the same name: perhaps it was changed since. A map of which half of the notes differ is refused.
  return alike && readBeatMap(alike)
}

async function findTeeMap(root: Place, { name, hash }: Level): Promise<GameMap | null> {
  // The game adds to the names of maps that it downloads what tells them apart.
  const wanted = name.toLowerCase()
  const fits = (own: string): boolean => own === `${wanted}.map` || (own.startsWith(`${wanted}_`) && own.endsWith('.map'))
  let left = MOST_PLACES
  let level: readonly Place[] = [root]
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++) {
    const next: Place[] = []
    for (const place of level) {
      const listed = place.list()
      if (listed) {
        const own = await listed
        left -= own.length
        if (left < 0) return null
        next.push(...own)
      } else if (fits(place.name.toLowerCase())) {
        const file = await place.file()
        const own = hash === '' ? '' : await hashOf('SHA-256', await file.arrayBuffer())
        if (own === '' || own === hash) return readTeeMap(file)
      }
    }
    level = next
  }
  return null
}

/** The map of a level in a folder; null: it is not there. */
export async function findMap(root: Place, level: Level): Promise<GameMap | null> {
  if (level.name === '' && level.hash === '') return null
  return level.game === 'ddnet' ? findTeeMap(root, level) : findBeatMap(root, level)
}

/** The address of the map of a level, by a template of the site's owner: {name} and {hash}; empty: the replay does not say what is needed. */
export function addressOf(template: string, { name, hash }: Level): string {
  const values: Readonly<Record<string, string>> = { name, hash }
  let complete = true
  const made = template.replace(/\{(name|hash)\}/g, (_, key: string) => {
    complete &&= values[key] !== ''
    return encodeURIComponent(values[key])
  })
  return complete ? made : ''
}
