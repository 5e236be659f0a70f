// SPDX-License-Identifier: MIT
// Apart from what reads maps, which is loaded with the first map.
import type { ArcEnd, Difficulty } from './beatmap.js'

/** Directions of cuts, with left and right exchanged. */
const MIRRORED = [0, 1, 3, 2, 5, 4, 7, 6, 8]

/** A difficulty as left-handed players get it: left and right exchanged. */
export function mirrored(difficulty: Difficulty): Difficulty {
  const color = (own: number): number => (own === 0 || own === 1 ? 1 - own : own)
  const direction = (own: number): number => MIRRORED[own] ?? own
  const end = (own: ArcEnd): ArcEnd => ({ ...own, line: 3 - own.line, direction: direction(own.direction), turn: -own.turn })
  return {
    ...difficulty,
    notes: difficulty.notes.map((note) => ({
      ...note,
      line: 3 - note.line,
      color: color(note.color),
      direction: direction(note.direction),
      turn: -note.turn,
    })),
    walls: difficulty.walls.map((wall) => ({ ...wall, line: 4 - wall.line - wall.width, turn: -wall.turn })),
    arcs: difficulty.arcs.map((arc) => ({ ...arc, color: color(arc.color), ends: [end(arc.ends[0]), end(arc.ends[1])] })),
    turns: difficulty.turns.map(({ time, degrees }) => ({ time, degrees: -degrees })),
  }
}
