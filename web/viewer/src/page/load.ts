// SPDX-License-Identifier: MIT
// Opens a replay in a worker of its own, with its scene.
import type { GameMap } from '../maps/maps.js'
import type { Windows } from '../player/windows.js'
import { RemoteReplay } from '../replay/client.js'
import { LONG_BYTES, type Opened } from '../replay/protocol.js'
import { Play, type Scene, type SceneType } from '../scenes/scene.js'
import { sceneOf } from '../scenes/registry.js'

/** A replay that was read, with its scene; null if there is no scene for its game. */
export interface Loaded {
  readonly remote: RemoteReplay
  file: Blob
  opened: Opened
  readonly type: SceneType | undefined
  scene: Scene | null
  /** What is loaded of a long replay; null if all is. */
  windows: Windows | null
  /** The map that the replay has in itself. */
  readonly map?: GameMap | null
  /** It is read while it is recorded. */
  readonly live?: boolean
}

export interface LoadOptions {
  /** Told how much of a long file was read, 0 to 1. */
  readonly progress: (share: number) => void
  /** Gets the worker, to stop it before the file is open. */
  readonly started?: (remote: RemoteReplay) => void
  /** Above this size a file is read by windows, if it can be. */
  readonly threshold?: number
}

/** A demo has its map in it. One that cannot be read is as if there were none: the replay is sound. */
async function ownMap(remote: RemoteReplay, { tables }: Opened, scene: Scene | null): Promise<GameMap | null> {
  if (!scene?.setMap || !tables.some(({ origin, name, length }) => origin === 'replay' && name === 'map' && length > 0)) return null
  const bytes = await remote.call('level')
  if (!bytes) return null
  const { readMap } = await import('../maps/maps.js')
  const map = await readMap(new Blob([bytes])).catch(() => null)
  if (map) await scene.setMap(map)
  return map
}

export async function load(file: Blob, name: string, { progress, started, threshold = LONG_BYTES }: LoadOptions): Promise<Loaded> {
  const remote = await RemoteReplay.start(file)
  try {
    remote.onprogress = progress
    started?.(remote)
    const opened = await remote.call('open', file, name, threshold)
    const type = await sceneOf(opened.format.game)
    const scene = type ? type.build(new Play(opened.format.id, await remote.rows(type.needs))) : null
    return { remote, file, opened, type, scene, windows: null, map: await ownMap(remote, opened, scene) }
  } catch (error) {
    remote.close()
    throw error
  }
}
