// SPDX-License-Identifier: MIT
// Light shows that the library keeps as they are and has no table for: groups of version 3, and the file of lights of version 4. The other events
// of lights come from its tables. (bsmg.wiki, "Map Format".) Times are in beats here.
import type { Files } from './beatmap.js'
import { LAMPS, type LightEvent } from './lights.js'

const MOST_TEXT = 32 << 20
const MOST_LIGHTS = 200_000
/** Values of lights that are on: in the right colour, the left one, and white; and how much further a transition is. */
const [RIGHT, LEFT, WHITE, TRANSITION] = [1, 5, 9, 3]

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown, most = MOST_LIGHTS): Json[] => (Array.isArray(value) ? value.slice(0, most).filter(isObject) : [])
const number = (value: unknown, otherwise = 0): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise)

/** Groups of the newer environments have no places that the scene knows; each is one of its lamps, in turn. */
const lampOf = (group: number): number => ((Math.trunc(group) % LAMPS) + LAMPS) % LAMPS
const valueOf = (color: number, changes: boolean): number => (color === 2 ? WHITE : color === 1 ? RIGHT : LEFT) + (changes ? TRANSITION : 0)

/** Events of a group come after it, box by box. */
function inGroups(map: Json): LightEvent[] {
  const found: LightEvent[] = []
  for (const group of objects(map.lightColorEventBoxGroups))
    for (const box of objects(group.e, 64))
      for (const event of objects(box.e, 64)) {
        if (found.length === MOST_LIGHTS) return found
        const strength = number(event.s, 1)
        const value = strength > 0 ? valueOf(number(event.c), event.i === 1) : 0
        found.push({ time: number(group.b) + number(event.b), type: lampOf(number(group.g)), value, strength })
      }
  return found
}

/** Events of version 4 refer to their values. */
function inShow(show: Json): LightEvent[] {
  const data = objects(show.basicEventsData)
  return objects(show.basicEvents).map((own) => {
    const { t, i, f } = data[number(own.i)] ?? {}
    return { time: number(own.b), type: number(t, -1), value: number(i), strength: number(f, 1) }
  })
}

/** The events in a file of a difficulty, or of its lights; none if it cannot be read, as the library says why. */
export async function lightsIn(files: Files | null, name: string): Promise<LightEvent[]> {
  if (!files || name === '' || files.find(name) === null) return []
  try {
    const made: unknown = JSON.parse(new TextDecoder().decode(await files.read(name, MOST_TEXT)))
    return isObject(made) ? [...inGroups(made), ...inShow(made)] : []
  } catch {
    return []
  }
}
