// SPDX-License-Identifier: MIT
// The folder of maps that people chose: by the File System Access API, which lets it be kept, or as the files of an input.
import type { Place } from './find.js'

/** Parts of the API that TypeScript does not know. */
type Kept = FileSystemDirectoryHandle & {
  values(): AsyncIterable<FileSystemHandle>
  queryPermission?(): Promise<PermissionState>
  requestPermission?(): Promise<PermissionState>
}
type Picker = (options: { id: string }) => Promise<Kept>

const DATABASE = 'reel-viewer-maps'
/** Whether a folder is kept: known without opening a database that nobody may want. */
const KEPT = 'reel-viewer-maps'

const pickerOf = (): Picker | undefined => (window as { showDirectoryPicker?: Picker }).showDirectoryPicker?.bind(window)

/** A folder of the API. */
function placeOf(handle: FileSystemHandle): Place {
  return {
    name: handle.name,
    list: () => (handle.kind === 'directory' ? listOf(handle as Kept) : null),
    file: () => (handle as FileSystemFileHandle).getFile(),
  }
}

async function listOf(folder: Kept): Promise<Place[]> {
  const found: Place[] = []
  for await (const handle of folder.values()) found.push(placeOf(handle))
  return found
}

interface Tree {
  readonly folders: Map<string, Tree>
  readonly files: File[]
}

/** The files of an input as a folder: each has its path. */
export function placeOfFiles(files: readonly File[]): Place {
  const root: Tree = { folders: new Map(), files: [] }
  for (const file of files) {
    const path = file.webkitRelativePath.split('/').slice(0, -1)
    let at = root
    for (const name of path) {
      const next: Tree = at.folders.get(name) ?? { folders: new Map(), files: [] }
      at.folders.set(name, next)
      at = next
    }
    at.files.push(file)
  }
  const folder = (name: string, tree: Tree): Place => ({
    name,
    list: () =>
      Promise.resolve([
        ...[...tree.folders].map(([own, inside]) => folder(own, inside)),
        ...tree.files.map((file) => ({ name: file.name, list: () => null, file: () => Promise.resolve(file) })),
      ]),
    file: () => Promise.reject(new Error('a folder')),
  })
  return folder('', root)
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database failed'))
  })

async function stored<T>(act: (folders: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore('folders')
  const database = await answerOf(opening)
  try {
    return await answerOf(act(database.transaction('folders', 'readwrite').objectStore('folders')))
  } finally {
    database.close()
  }
}

function isKept(): boolean {
  try {
    return localStorage.getItem(KEPT) === '1'
  } catch {
    return false
  }
}

export class MapFolder {
  private place: Place | null = null

  /** Whether the browser lets people choose a folder that is kept; otherwise they choose its files. */
  get canKeep(): boolean {
    return pickerOf() !== undefined
  }

  /** The folder that was chosen, if it can be read now. `ask`: people pressed a button, so that the browser may ask them. */
  async chosen(ask: boolean): Promise<Place | null> {
    if (this.place || !isKept()) return this.place
    try {
      const handle = (await stored((folders) => folders.get('maps') as IDBRequest<Kept | undefined>)) ?? null
      if (!handle) return null
      let state = (await handle.queryPermission?.()) ?? 'granted'
      if (state === 'prompt' && ask) state = (await handle.requestPermission?.()) ?? 'granted'
      if (state === 'granted') this.place = placeOf(handle)
    } catch {
      // The folder, or what the browser kept, is gone: people can choose again.
    }
    return this.place
  }

  /** Lets people choose a folder, and keeps which. Fails if they do not. */
  async choose(): Promise<Place> {
    const handle = await pickerOf()!({ id: 'reel-maps' })
    this.place = placeOf(handle)
    try {
      await stored((folders) => folders.put(handle, 'maps'))
      localStorage.setItem(KEPT, '1')
    } catch {
      // A browser that keeps nothing: the folder is for this visit.
    }
    return this.place
  }

  /** Takes the files of a folder, for this visit. */
  take(files: readonly File[]): Place {
    return (this.place = placeOfFiles(files))
  }
}
