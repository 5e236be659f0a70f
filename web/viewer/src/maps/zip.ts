// SPDX-License-Identifier: MIT
// Zip archives as maps and collections of replays come in: stored or deflated, without encryption, below 4 GiB. (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12, 4.3.16.)
import { MapError, unpack } from './unpack.js'

const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MOST_ENTRIES = 4096
const MOST_DIRECTORY = 4 << 20
const STORED = 0
const DEFLATED = 8

export interface Entry {
  readonly name: string
  readonly method: number
  readonly packedSize: number
  readonly offset: number
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  if (from < 0 || to > file.size || from > to) throw new MapError('truncated', 'the archive is truncated')
  return new DataView(await file.slice(from, to).arrayBuffer())
}

export class Zip {
  /** By name: of files of the same name the last one. */
  private readonly entries: ReadonlyMap<string, Entry>

  private constructor(
    private readonly file: Blob,
    /** All that are in it, in the order of the directory. */
    readonly files: readonly Entry[],
  ) {
    this.entries = new Map(files.map((entry) => [entry.name, entry]))
  }

  /** Reads the directory; null also if it is damaged: the file may be a replay, of which the library says what is wrong. */
  static async openSound(file: Blob): Promise<Zip | null> {
    try {
      return await Zip.open(file)
    } catch (error) {
      if (error instanceof MapError) return null
      throw error
    }
  }

  /** Reads the directory; null if the file is not a zip archive. */
  static async open(file: Blob): Promise<Zip | null> {
    const head = await viewOf(file, 0, Math.min(4, file.size))
    if (head.byteLength < 4 || head.getUint32(0, true) !== LOCAL) return null
    // The end of the directory is followed by a comment of at most 65535 bytes.
    const start = Math.max(0, file.size - END_SIZE - 65535)
    const tail = await viewOf(file, start, file.size)
    let at = tail.byteLength - END_SIZE
    while (at >= 0 && tail.getUint32(at, true) !== END) at--
    if (at < 0) throw new MapError('truncated', 'the archive has no directory: it is truncated')
    const [count, size, offset] = [tail.getUint16(at + 10, true), tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    if (count > MOST_ENTRIES || size > MOST_DIRECTORY) throw new MapError('limit', `the archive has more than ${MOST_ENTRIES} files`)
    return new Zip(file, readDirectory(await viewOf(file, offset, offset + size), count))
  }

  /** The name of a file in the archive, whatever its case and folder. */
  find(name: string): string | null {
    const wanted = name.toLowerCase()
    for (const own of this.entries.keys()) if (own.toLowerCase() === wanted || own.toLowerCase().endsWith(`/${wanted}`)) return own
    return null
  }

  /** The bytes of a file, which may be at most `most`. */
  async read(name: string, most: number): Promise<Uint8Array<ArrayBuffer>> {
    const own = this.find(name)
    const entry = own === null ? undefined : this.entries.get(own)
    if (!entry) throw new MapError('truncated', `${name} is not in the archive`)
    return this.readEntry(entry, most)
  }

  async readEntry({ name, method, packedSize, offset }: Entry, most: number): Promise<Uint8Array<ArrayBuffer>> {
    const local = await viewOf(this.file, offset, offset + LOCAL_SIZE)
    if (local.getUint32(0, true) !== LOCAL) throw new MapError('corrupt', `${name}: the directory of the archive is wrong`)
    const from = offset + LOCAL_SIZE + local.getUint16(26, true) + local.getUint16(28, true)
    if (from + packedSize > this.file.size) throw new MapError('truncated', `${name} is truncated`)
    const packed = this.file.slice(from, from + packedSize)
    if (method === DEFLATED) return unpack(packed, 'deflate-raw', most)
    if (method !== STORED) throw new MapError('unsupported', `${name} is compressed by method ${method}, which is not supported`)
    if (packedSize > most) throw new MapError('limit', `${name} has more than ${most} bytes`)
    return new Uint8Array(await packed.arrayBuffer())
  }
}

function readDirectory(view: DataView, count: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_SIZE > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw new MapError('corrupt', 'the directory of the archive is damaged')
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    if (at + ENTRY_SIZE + nameSize > view.byteLength) throw new MapError('corrupt', 'the directory of the archive is damaged')
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_SIZE, nameSize))
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    })
    at += ENTRY_SIZE + nameSize + extraSize + commentSize
  }
  return entries
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** An archive of files as they are. */
export async function stored(files: readonly (readonly [name: string, file: Blob])[]): Promise<Blob> {
  const parts: BlobPart[] = []
  const directory: BlobPart[] = []
  let [at, listed] = [0, 0]
  for (const [name, file] of files) {
    let sum = -1
    for (const byte of new Uint8Array(await file.arrayBuffer())) sum = (sum >>> 8) ^ CRC[(sum ^ byte) & 255]
    const text = new TextEncoder().encode(name)
    // From the version to the length of extra fields, alike in both heads; 0x800: the name is UTF-8.
    const head = (signature: number, size: number, from: number): DataView<ArrayBuffer> => {
      const view = new DataView(new ArrayBuffer(size))
      view.setUint32(0, signature, true)
      view.setUint16(from, 20, true)
      view.setUint16(from + 2, 0x800, true)
      view.setUint32(from + 10, ~sum, true)
      view.setUint32(from + 14, file.size, true)
      view.setUint32(from + 18, file.size, true)
      view.setUint16(from + 22, text.length, true)
      return view
    }
    const entry = head(ENTRY, ENTRY_SIZE, 6)
    entry.setUint32(42, at, true)
    parts.push(head(LOCAL, LOCAL_SIZE, 4), text, file)
    directory.push(entry, text)
    at += LOCAL_SIZE + text.length + file.size
    listed += ENTRY_SIZE + text.length
  }
  const end = new DataView(new ArrayBuffer(END_SIZE))
  end.setUint32(0, END, true)
  for (const count of [8, 10]) end.setUint16(count, files.length, true)
  end.setUint32(12, listed, true)
  end.setUint32(16, at, true)
  return new Blob([...parts, ...directory, end])
}
