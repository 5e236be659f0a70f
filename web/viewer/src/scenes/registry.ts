// SPDX-License-Identifier: MIT
import { beatSaber } from './beatsaber.js'
import { ddnet } from './ddnet.js'
import { echo } from './echo.js'
import { geometryDash } from './geometrydash.js'
import type { SceneType } from './scene.js'

/** All scenes; the first one for a game shows its replays. */
export const sceneTypes: readonly SceneType[] = [beatSaber, ddnet, echo, geometryDash]
