// SPDX-License-Identifier: MIT
// Reads maps: the library does, in a worker.
import { RemoteReplay, ReplayError, rowsOf } from '../replay/client.js'
import type { LevelTables } from '../replay/protocol.js'
import { type BeatMap, beatMapOf, type Files } from './beatmap.js'
import { type TeeMap, teeMapOf } from './teemap.js'
import { refusalOf } from './unpack.js'
import { Zip } from './zip.js'

export type GameMap = BeatMap | TeeMap
/** Reads the tables of a map. */
export type Reader = (file: Blob) => Promise<LevelTables>

const DATAFILES = ['DATA', 'ATAD']

/** Reads by a worker of its own, which then ends. */
export async function readInWorker(file: Blob): Promise<LevelTables> {
  const remote = RemoteReplay.bare()
  try {
    await remote.give('full')
    return await remote.call('map', file)
  } finally {
    remote.close()
  }
}

async function tablesOf(file: Blob, read: Reader): Promise<LevelTables> {
  try {
    return await read(file)
  } catch (error) {
    throw error instanceof ReplayError ? refusalOf(error.failure) : error
  }
}

/** A map of Beat Saber in an archive. `files` have its music. */
export async function readBeatMap(file: Blob, files: Files, read: Reader): Promise<BeatMap> {
  const { tables, damage } = await tablesOf(file, read)
  return beatMapOf(rowsOf(tables), damage, files, file)
}

export async function readTeeMap(file: Blob, read: Reader): Promise<TeeMap> {
  const { tables, pixels, damage } = await tablesOf(file, read)
  return teeMapOf(rowsOf(tables), pixels, damage, file)
}

/** The map in a file, by its content; null if the file is not a map. Fails with MapError for one that cannot be read. */
export async function readMap(file: Blob, read: Reader = readInWorker): Promise<GameMap | null> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()))
  if (DATAFILES.includes(head)) return readTeeMap(file, read)
  const zip = await Zip.openSound(file)
  return zip && zip.find('Info.dat') !== null ? readBeatMap(file, zip, read) : null
}
