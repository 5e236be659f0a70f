// SPDX-License-Identifier: MIT
import { beatSaber } from './beatsaber.js'
import { ddnet } from './ddnet.js'
import { echo } from './echo.js'
import { geometryDash } from './geometrydash.js'
import type { SceneType } from './scene.js'

/** All scenes. */
export const sceneTypes: readonly SceneType[] = [beatSaber, ddnet, echo, geometryDash]

/** The scene for replays of a format, which may be of several games: "Beat Saber, Tilt Brush". */
export function sceneOf(games: string): SceneType | undefined {
  const names = games.split(', ')
  return sceneTypes.find(({ game }) => names.includes(game))
}
