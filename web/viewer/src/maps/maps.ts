// SPDX-License-Identifier: MIT
import { type BeatMap, readBeatMap } from './beatmap.js'
import { readTeeMap, type TeeMap } from './teemap.js'
import { Zip } from './zip.js'

export type GameMap = BeatMap | TeeMap

/** The map in a file, by its content; null if the file is not a map. Fails with MapError for one that cannot be read. */
export async function readMap(file: Blob): Promise<GameMap | null> {
  const tees = await readTeeMap(file)
  if (tees) return tees
  const zip = await Zip.openSound(file)
  return zip && readBeatMap(zip)
}
