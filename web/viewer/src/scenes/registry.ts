// SPDX-License-Identifier: MIT
import type { SceneType } from './scene.js'

/** The scenes by game, in the order in which they are asked. Each is loaded with the first replay of its game. */
export const scenes: Readonly<Record<string, () => Promise<SceneType>>> = {
  'Beat Saber': async () => (await import('./beatsaber.js')).beatSaber,
  DDNet: async () => (await import('./ddnet.js')).ddnet,
  'Echo VR': async () => (await import('./echo.js')).echo,
  'Geometry Dash': async () => (await import('./geometrydash.js')).geometryDash,
}

/** The scene for replays of a format, which may be of several games: "Beat Saber, Tilt Brush". */
export async function sceneOf(games: string): Promise<SceneType | undefined> {
  const names = games.split(', ')
  const found = Object.keys(scenes).find((game) => names.includes(game))
  return found === undefined ? undefined : scenes[found]()
}
