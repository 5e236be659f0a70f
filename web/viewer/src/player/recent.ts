// SPDX-License-Identifier: MIT
// The files that were opened last, kept in the browser's own database, if people ask for that. They are not sent anywhere.

/** How much is kept; the oldest files make room. A file that is larger is not kept. */
export const KEPT = { files: 20, bytes: 256 << 20 }

export interface Recent {
  readonly id: number
  readonly name: string
  readonly size: number
  /** When it was opened last, in milliseconds since 1970. */
  readonly opened: number
}

const DATABASE = 'reel-viewer'
/** Whether people asked for it: known without opening a database that nobody may want. */
const WANTED = 'reel-viewer-recent'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database failed'))
  })

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the database failed'))
  })
}

async function sameBytes(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false
  const [a, b] = (await Promise.all([one.arrayBuffer(), other.arrayBuffer()])).map((buffer) => new Uint8Array(buffer))
  return a.every((byte, at) => byte === b[at])
}

export class RecentFiles {
  private database: Promise<IDBDatabase> | null = null
  private adding: Promise<unknown> = Promise.resolve()

  constructor(private readonly limits: Readonly<typeof KEPT> = KEPT) {}

  /** Whether files are kept. Off, until people turn it on. */
  get wanted(): boolean {
    try {
      return localStorage.getItem(WANTED) === '1'
    } catch {
      return false
    }
  }

  /** Turns it on or off; off deletes what was kept. Fails if the browser keeps nothing for this page. */
  async want(on: boolean): Promise<void> {
    if (on) {
      await this.open()
      localStorage.setItem(WANTED, '1')
    } else {
      localStorage.removeItem(WANTED)
      await this.clear()
    }
  }

  /** The newest first. */
  async list(): Promise<Recent[]> {
    if (!this.wanted) return []
    const database = await this.open()
    const all = await answerOf(database.transaction('files').objectStore('files').getAll() as IDBRequest<Recent[]>)
    return all.sort((a, b) => b.opened - a.opened || b.id - a.id)
  }

  /** The bytes of a file; null if it is not kept any more. */
  async read(id: number): Promise<Blob | null> {
    const database = await this.open()
    const found = await answerOf(database.transaction('bytes').objectStore('bytes').get(id) as IDBRequest<ArrayBuffer | Blob | undefined>)
    return found ? new Blob([found]) : null
  }

  /** Keeps a file, if that is wanted. False: it is too large. Fails if the browser has no room for it. */
  add(file: Blob, name: string): Promise<boolean> {
    // One after the other: each looks at what is there.
    const added = this.adding.then(() => this.addNow(file, name))
    this.adding = added.catch(() => undefined)
    return added
  }

  private async addNow(file: Blob, name: string): Promise<boolean> {
    if (!this.wanted) return true
    const { files: most, bytes } = this.limits
    if (file.size > bytes) return false
    const known = await this.list()
    let again: Recent | undefined
    for (const entry of known.filter((one) => one.name === name && one.size === file.size)) {
      const kept = await this.read(entry.id)
      if (kept && (await sameBytes(kept, file))) again = entry
    }
    const others = known.filter((entry) => entry !== again)
    let left = bytes - file.size
    const old = others.filter(({ size }, index) => index >= most - 1 || (left -= size) < 0)
    // A copy: what the user chose may change or go away. Not a Blob, which WebKit does not store in private windows.
    const data = again ? null : await file.arrayBuffer()
    const database = await this.open()
    const transaction = database.transaction(['files', 'bytes'], 'readwrite')
    const [entries, contents] = [transaction.objectStore('files'), transaction.objectStore('bytes')]
    const end = endOf(transaction)
    for (const { id } of old) {
      entries.delete(id)
      contents.delete(id)
    }
    try {
      const entry: Omit<Recent, 'id'> = { name, size: file.size, opened: Date.now() }
      const id = await answerOf(entries.put(again ? { ...entry, id: again.id } : entry))
      if (data) contents.put(data, id)
    } catch (error) {
      transaction.abort()
      await end.catch(() => undefined)
      throw error
    }
    await end
    return true
  }

  async remove(id: number): Promise<void> {
    const database = await this.open()
    const transaction = database.transaction(['files', 'bytes'], 'readwrite')
    transaction.objectStore('files').delete(id)
    transaction.objectStore('bytes').delete(id)
    await endOf(transaction)
  }

  /** Deletes all, and the database. */
  private async clear(): Promise<void> {
    const database = await this.database?.catch(() => null)
    database?.close()
    this.database = null
    await answerOf(indexedDB.deleteDatabase(DATABASE))
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= this.openNew().catch((error: unknown) => {
      this.database = null
      throw error
    })
    return this.database
  }

  private async openNew(): Promise<IDBDatabase> {
    if (!(globalThis as { indexedDB?: IDBFactory }).indexedDB) throw new Error('no IndexedDB')
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('files', { keyPath: 'id', autoIncrement: true })
      request.result.createObjectStore('bytes')
    }
    const database = await answerOf(request)
    // Another tab deletes the database.
    database.onversionchange = () => {
      database.close()
      this.database = null
    }
    return database
  }
}
