// SPDX-License-Identifier: MIT
import { type BeatMap, readBeatMap } from './beatmap.js'
import { readTeeMap, type TeeMap } from './teemap.js'
import { MapError } from './unpack.js'
import { Zip } from './zip.js'

export type GameMap = BeatMap | TeeMap

/** The map in a file, by its content; null if the file is not a map. Fails with MapError for one that cannot be read. */
export async function readMap(file: Blob): Promise<GameMap | null> {
  const tees = await readTeeMap(file)
  if (tees) return tees
  let zip: Zip | null
  try {
    zip = await Zip.open(file)
  } catch (error) {
    // A zip archive whose directory is damaged may be a replay: the library says what is wrong.
    if (error instanceof MapError) return null
    throw error
  }
  return zip && readBeatMap(zip)
}
