// SPDX-License-Identifier: MIT
// Finds the map of a replay in a folder: CustomLevels of Beat Saber, maps or downloadedmaps of DDNet, or a folder of archives.
import type { BeatMap, Files } from './beatmap.js'
import { type GameMap, type Reader, readBeatMap, readInWorker, readTeeMap } from './maps.js'
import { MapError } from './unpack.js'
import { stored, Zip } from './zip.js'

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

/** What a map may have beside what the library reads. */
const MEDIA = /\.(egg|ogg|wav|mp3|mp4|webm|png|jpe?g|vivify|bundle)$/i
const MOST_FILE = 50 << 20

/** A folder with a map: its files, as an archive has them. */
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

  /** An archive of the files that the library reads. */
  async packed(): Promise<Blob> {
    const files: [string, Blob][] = []
    for (const place of this.places) {
      if (place.list() || MEDIA.test(place.name)) continue
      const file = await place.file()
      if (file.size <= MOST_FILE) files.push([place.name, file])
    }
    return stored(files)
  }
}

interface Found {
  readonly files: Files
  readonly packed: () => Promise<Blob>
}

/** Folders and archives that may have a map, those first whose names have the song's. */
async function* sources(root: Place, wanted: string): AsyncGenerator<Found> {
  let left = MOST_PLACES
  let level: Place[] = [root]
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++) {
    const next: Place[] = []
    const named = (place: Place): number => (wanted !== '' && plain(place.name).includes(wanted) ? 0 : 1)
    for (const place of level.sort((a, b) => named(a) - named(b))) {
      const listed = place.list()
      if (!listed) {
        const file = /\.zip$/i.test(place.name) ? await place.file() : null
        const zip = file && (await Zip.openSound(file))
        if (zip) yield { files: zip, packed: () => Promise.resolve(file) }
        continue
      }
      const own = await listed
      left -= own.length
      if (left < 0) return
      const folder = new Folder(own)
      if (folder.find('Info.dat') !== null) yield { files: folder, packed: () => folder.packed() }
      else next.push(...own)
    }
    level = next
  }
}

/** Whether Info.dat has the name of a song, so that it is worth reading the map. */
async function mayBe(files: Files, wanted: string): Promise<boolean> {
  if (files.find('Info.dat') === null) return false
  if (wanted === '') return true
  const text = new TextDecoder().decode(await files.read('Info.dat', MOST_INFO))
  return plain(text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))).includes(wanted)
}

async function findBeatMap(root: Place, { name, hash }: Level, read: Reader): Promise<GameMap | null> {
  const wanted = plain(name)
  let alike: BeatMap | null = null
  for await (const { files, packed } of sources(root, wanted)) {
    try {
      if (!(await mayBe(files, wanted))) continue
      const map = await readBeatMap(await packed(), files, read)
      if (wanted !== '' && plain(map.song) !== wanted) continue
      if (hash === '' || map.hashes.includes(hash)) return map
      alike ??= map
    } catch {
      // A map that cannot be read is not the one; the next may be.
    }
  }
  // The song of the same name: perhaps it was changed since. A map of which half of the notes differ is refused.
  return alike
}

async function findTeeMap(root: Place, { name, hash }: Level, read: Reader): Promise<GameMap | null> {
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
        // What cannot be read is not the one; the next may be.
        const map = await readTeeMap(await place.file(), read).catch(() => null)
        if (map && (hash === '' || map.hash === hash)) return map
      }
    }
    level = next
  }
  return null
}

/** The map of a level in a folder; null: it is not there. */
export async function findMap(root: Place, level: Level, read: Reader = readInWorker): Promise<GameMap | null> {
  if (level.name === '' && level.hash === '') return null
  return level.game === 'ddnet' ? findTeeMap(root, level, read) : findBeatMap(root, level, read)
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
