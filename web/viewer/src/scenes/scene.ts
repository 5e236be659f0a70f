// SPDX-License-Identifier: MIT
// What a scene is. To add one: a file beside this, and a line in registry.ts.
import type { Plane } from '../draw/plane.js'
import type { Orbit, Space, View } from '../draw/space.js'
import type { Theme } from '../draw/theme.js'
import type { EventKind, Finish, PlayEvent, Run } from '../player/events.js'
import type { Level } from '../maps/find.js'
import type { GameMap } from '../maps/maps.js'
import type { Needs } from '../replay/protocol.js'
import { Rows } from '../replay/rows.js'

/** What a scene gets: the columns that it asked for, by table. A table or column that the replay lacks is empty, not an error. */
export class Play {
  constructor(
    readonly format: string,
    private readonly tables: ReadonlyMap<string, Rows>,
  ) {}

  table(name: string): Rows {
    return this.tables.get(name) ?? Rows.none
  }

  /** The first of these tables that has rows. */
  first(...names: string[]): Rows {
    return names.map((name) => this.table(name)).find((rows) => rows.length > 0) ?? Rows.none
  }
}

export interface CameraChoice {
  readonly id: string
  readonly name: string
}

/** A number over the picture. */
export interface Figure {
  readonly name: string
  readonly value: string
  /** 0 to 1: shown as a bar. */
  readonly share?: number
  readonly large?: boolean
}

/** A value over time, drawn as a curve under the picture. */
export interface Curve {
  readonly name: string
  readonly unit?: string
  readonly times: ArrayLike<number>
  readonly values: ArrayLike<number>
  readonly color: string
  /** The value lasts until the next one. */
  readonly steps?: boolean
  /** More is better: of two plays, the difference says who was better where. */
  readonly race?: boolean
}

/** What the header says of the play, over its first picture. Empty lines are left out. */
export interface Card {
  readonly title: string
  readonly lines: readonly string[]
}

/** What a player asks about a play. `run`: the part of the play that it is about. */
export interface Fact {
  readonly name: string
  /** Empty: not known, and left out. */
  readonly value: string
  readonly run?: Run
}

/** Things of one kind that can be watched: goals, finishes. */
export interface FactList {
  readonly heading: string
  readonly items: readonly { readonly text: string; readonly run?: Run; readonly finish?: Finish }[]
}

export interface Story {
  readonly facts: readonly Fact[]
  readonly lists?: readonly FactList[]
}

/** What statistics say of a play beside its map: more of the first panel, and of the timeline. */
export interface Beside extends Required<Story> {
  readonly events: readonly PlayEvent[]
}

interface SceneBase {
  /** Seconds of the play. */
  readonly start: number
  readonly end: number
  /** Where the play begins, just before the first thing that happens; NaN: at its start. */
  readonly first?: number
  /** The time of the first picture, at which much happens; NaN: where the play begins. */
  readonly moment?: number
  readonly card?: Card
  /** The first panel. */
  readonly story?: Story
  /** The times of the frames, for single steps. */
  readonly frames: ArrayLike<number>
  readonly kinds: readonly EventKind[]
  readonly events: readonly PlayEvent[]
  readonly curves: readonly Curve[]
  /** The first one is where the scene starts. */
  readonly cameras: readonly CameraChoice[]
  /** Pieces fly in it, which can be turned off. */
  readonly debris?: boolean
  /** One of two hands can be looked at. */
  readonly hands?: boolean
  /** Times that are heard, rising: cuts, clicks. */
  readonly sounds?: ArrayLike<number>
  figures(time: number): readonly Figure[]
  /** Of a long replay: takes the rows from one time to another, instead of those that it had. */
  setWindow?(play: Play): void
  /** What the replay says of its map, by which it is found. */
  readonly level?: Level
  /** The name of the level, of a game whose maps the scene does not show. */
  readonly played?: string
  /** How difficult what was played is, as the game names it. */
  readonly difficulty?: string
  /** Takes the map of the game, which the replay does not have, and says what is known of it. Fails with MapError if it does not fit. */
  setMap?(map: GameMap): Promise<string>
}

export interface SpaceScene extends SceneBase {
  readonly kind: 'space'
  view(time: number, camera: string): View
  readonly fog?: readonly [number, number]
  /** `ghost`: draw only what moves, over another replay of the same kind. */
  draw(space: Space, time: number, camera: string, ghost: boolean): void
}

export interface PlaneScene extends SceneBase {
  readonly kind: 'plane'
  draw(plane: Plane, time: number, camera: string, ghost: boolean, orbit: Orbit): void
}

export type Scene = SpaceScene | PlaneScene

/** Whether two plays are known to be of different levels: by their hashes, or else their names; and by their difficulty. */
export function levelsDiffer(one: Scene, other: Scene): boolean {
  const differ = (a = '', b = ''): boolean => a !== '' && b !== '' && a.toLowerCase() !== b.toLowerCase()
  const [a, b] = [one.level, other.level]
  return (
    differ(one.difficulty, other.difficulty) ||
    (a?.hash && b?.hash ? differ(a.hash, b.hash) : differ(a?.name ?? one.played, b?.name ?? other.played))
  )
}

export interface SceneType {
  readonly id: string
  /** The game whose replays it shows, as formats name it. */
  readonly game: string
  readonly needs: Needs
  /** The tables with rows of each tick, which a long replay gives by windows. */
  readonly windowed?: readonly string[]
  build(play: Play): Scene
  /** Columns of the statistics that there are with the map only, and what they say. */
  readonly level?: { readonly needs: Needs; beside(play: Play): Beside }
}

export type { Theme }
