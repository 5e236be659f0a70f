// SPDX-License-Identifier: MIT
// What is opened one after the other: files, what is in folders, and what is in zip archives.
import { Zip } from '../maps/zip.js'
import { ReplayError } from '../replay/client.js'
import type { Members } from '../replay/protocol.js'
import { texts } from '../texts.js'

/** More are left out. */
export const MOST_ITEMS = 4096
/** Of a file in an archive: the page reads no more of most formats. */
const MOST_BYTES = 160 << 20

export interface Item {
  readonly name: string
  /** Fails with MapError if it cannot be taken out of its archive. */
  readonly open: () => Promise<Blob>
}

export const itemOf = (file: File): Item => ({ name: file.webkitRelativePath || file.name, open: () => Promise.resolve(file) })

/** What systems add to archives and folders. */
const isHidden = (name: string): boolean => name.startsWith('__MACOSX/') || (name.split('/').pop() ?? '').startsWith('.')

/**
 * The files of a zip archive, which are unpacked when they are opened; null if it is no archive of replays. A recording of Echo VR is a zip
 * archive with one file.
 */
export async function itemsInZip(file: Blob, most = MOST_BYTES): Promise<Item[] | null> {
  const zip = await Zip.openSound(file)
  const files = zip?.files.filter(({ name }) => !name.endsWith('/') && !isHidden(name)) ?? []
  if (!zip || files.length === 0 || (files.length === 1 && /\.echoreplay$/i.test(files[0].name))) return null
  return files.map((entry) => ({ name: entry.name, open: async () => new Blob([await zip.readEntry(entry, most)]) }))
}

const ARCHIVE = [0x89, 0x72, 0x65, 0x65, 0x6c] // \x89reel
/** An archive is listed in memory, as a whole. */
const MOST_ARCHIVE = 512 << 20

/**
 * The replays of an archive (.reel), each an archive of its own; null if the file is not one or does not hold several. Where the archive is
 * damaged the list ends with an item that says why.
 */
export async function itemsInArchive(file: File, list: (file: Blob, most: number) => Promise<Members>): Promise<Item[] | null> {
  const head = new Uint8Array(await file.slice(0, ARCHIVE.length).arrayBuffer())
  if (ARCHIVE.some((byte, index) => head[index] !== byte) || file.size > MOST_ARCHIVE) return null
  const { list: members, damage } = await list(file, MOST_ITEMS)
  if (members.length === 0) return null
  const items = members.map(({ name, offset, size }): Item => {
    // Without an id the name is a number.
    const shown = /^\d+$/.test(name) ? `${file.name}#${name}` : name
    return { name: shown, open: () => Promise.resolve(file.slice(offset, offset + size)) }
  })
  if (damage)
    items.push({ name: `${file.name}: ${texts.playlist.damaged(damage.offset)}`, open: () => Promise.reject(new ReplayError(damage)) })
  return items
}

/** The files that were dropped, and those in folders that were. Has to be called while the event is handled. */
export async function filesIn(dropped: DataTransfer): Promise<File[]> {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return [...dropped.files]
  const found: { readonly path: string; readonly file: File }[] = []
  const left = entries.filter((entry) => entry !== null)
  for (let entry = left.shift(); entry && found.length < MOST_ITEMS; entry = left.shift()) {
    if (entry.isFile) {
      const { fullPath } = entry
      const file = await new Promise<File | null>((done) => (entry as FileSystemFileEntry).file(done, () => done(null)))
      if (file && !isHidden(fullPath.slice(1))) found.push({ path: fullPath, file })
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      // A reader gives a hundred at a time.
      for (let some: FileSystemEntry[] = [], more = true; more && left.length < MOST_ITEMS; left.push(...some)) {
        some = await new Promise((done) => reader.readEntries(done, () => done([])))
        more = some.length > 0
      }
    }
  }
  const order = new Intl.Collator('en', { numeric: true })
  return found.sort((a, b) => order.compare(a.path, b.path)).map(({ file }) => file)
}

/** Which of several items is shown. */
export class Playlist {
  index = 0

  constructor(readonly items: readonly Item[]) {}

  get item(): Item {
    return this.items[this.index]
  }

  /** Goes to another one; false if there is none there. */
  go(to: number): boolean {
    if (to < 0 || to >= this.items.length) return false
    this.index = to
    return true
  }
}
