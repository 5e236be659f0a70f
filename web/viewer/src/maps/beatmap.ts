// SPDX-License-Identifier: MIT
// Maps of Beat Saber: Info.dat of versions 2 and 4, difficulties of versions 2, 3 and 4. (bsmg.wiki, "Map Format".) Times in files are in
// beats; here they are in seconds.
import { lampOf, type LightEvent, Lights, valueOf } from './lights.js'
import { MapError } from './unpack.js'
import type { Zip } from './zip.js'

/** Where the files of a map are: an archive, or a folder. */
export type Files = Pick<Zip, 'find' | 'read'>

const MOST_TEXT = 32 << 20
const MOST_MUSIC = 128 << 20
const MOST_NOTES = 200_000
const MOST_WALLS = 50_000
const MOST_LIGHTS = 200_000
const BOMB = 3
/** Beats: a turn that counts for what comes after its beat comes so much later. */
const AFTER = 1e-3

export interface MapNote {
  readonly time: number
  readonly line: number
  readonly layer: number
  /** 0 left, 1 right, 3 a bomb. */
  readonly color: number
  readonly direction: number
  /** Degrees to the right beyond those of `turns`, here and below. */
  readonly turn: number
}

/** A curve from one note to another, along which the sabre is to be moved. */
export interface MapArc {
  readonly time: number
  readonly end: number
  /** Head and tail: where they are, the direction of the curve there, and how far it goes straight on. */
  readonly ends: readonly [ArcEnd, ArcEnd]
  readonly color: number
}

export interface ArcEnd {
  readonly line: number
  readonly layer: number
  readonly direction: number
  readonly reach: number
  readonly turn: number
}

export interface MapWall {
  readonly time: number
  readonly duration: number
  readonly line: number
  readonly layer: number
  readonly width: number
  readonly height: number
  readonly turn: number
}

export interface Difficulty {
  readonly name: string
  readonly mode: string
  /** Metres a second. */
  readonly speed: number
  /** Metres from where a note appears to where it would disappear. */
  readonly distance: number
  readonly notes: readonly MapNote[]
  readonly walls: readonly MapWall[]
  readonly arcs: readonly MapArc[]
  /** Degrees to the right that things face that arrive at this time or later, until the next one. */
  readonly turns: readonly { readonly time: number; readonly degrees: number }[]
  /** Null: the map has none. */
  readonly lights: Lights | null
}

export interface BeatMap {
  readonly kind: 'beatsaber'
  readonly song: string
  /** Seconds by which the music starts before the map. */
  readonly offset: number
  readonly music: Blob | null
  readonly difficulties: readonly { readonly name: string; readonly mode: string }[]
  /** Reads the difficulty with this name and mode, or the one that is nearest to it. */
  difficulty(name: string, mode: string): Promise<Difficulty>
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown, most: number): Json[] => (Array.isArray(value) ? value.slice(0, most).filter(isObject) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown, otherwise = 0): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise)

async function readJson(zip: Files, name: string): Promise<Json> {
  let made: unknown
  try {
    made = JSON.parse(new TextDecoder().decode(await zip.read(name, MOST_TEXT)))
  } catch (error) {
    if (error instanceof MapError) throw error
    throw new MapError('corrupt', `${name} is not valid JSON`, { cause: error })
  }
  if (!isObject(made)) throw new MapError('corrupt', `${name} is not a JSON object`)
  return made
}

/** A difficulty in Info.dat. */
interface Listed {
  readonly name: string
  readonly mode: string
  readonly file: string
  /** The light show, which has a file of its own since version 4. */
  readonly lights: string
  readonly speed: number
  readonly offset: number
}

interface Info {
  readonly song: string
  readonly music: string
  readonly audioData: string
  readonly bpm: number
  readonly offset: number
  readonly listed: readonly Listed[]
}

function readInfo(info: Json): Info {
  if (text(info.version).startsWith('4')) {
    const [song, audio] = [info.song, info.audio].map((value) => (isObject(value) ? value : {}))
    const listed = objects(info.difficultyBeatmaps, 100).map((own) => ({
      name: text(own.difficulty),
      mode: text(own.characteristic),
      file: text(own.beatmapDataFilename),
      lights: text(own.lightshowDataFilename),
      speed: number(own.noteJumpMovementSpeed),
      offset: number(own.noteJumpStartBeatOffset),
    }))
    const [music, audioData] = [text(audio.songFilename), text(audio.audioDataFilename)]
    return { song: text(song.title), music, audioData, bpm: number(audio.bpm, 120), offset: 0, listed }
  }
  const listed = objects(info._difficultyBeatmapSets, 20).flatMap((set) =>
    objects(set._difficultyBeatmaps, 20).map((own) => ({
      name: text(own._difficulty),
      mode: text(set._beatmapCharacteristicName),
      file: text(own._beatmapFilename),
      lights: '',
      speed: number(own._noteJumpMovementSpeed),
      offset: number(own._noteJumpStartBeatOffset),
    })),
  )
  const bpm = number(info._beatsPerMinute, 120)
  return { song: text(info._songName), music: text(info._songFilename), audioData: '', bpm, offset: number(info._songTimeOffset), listed }
}

/** Seconds of a beat, with changes of tempo. */
class Tempo {
  private readonly starts: { beat: number; second: number; bpm: number }[]

  constructor(bpm: number, changes: readonly { beat: number; bpm: number }[]) {
    this.starts = [{ beat: 0, second: 0, bpm: bpm > 0 ? bpm : 120 }]
    for (const change of changes.filter((one) => one.bpm > 0).sort((a, b) => a.beat - b.beat)) {
      const { beat, second, bpm: before } = this.starts[this.starts.length - 1]
      if (change.beat >= beat) this.starts.push({ ...change, second: second + ((change.beat - beat) * 60) / before })
    }
  }

  seconds(beat: number): number {
    let [low, high] = [0, this.starts.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (this.starts[middle].beat <= beat) low = middle
      else high = middle
    }
    const { beat: start, second, bpm } = this.starts[low]
    return second + ((beat - start) * 60) / bpm
  }
}

interface Beats {
  readonly changes: readonly { beat: number; bpm: number }[]
  readonly notes: readonly MapNote[]
  readonly walls: readonly MapWall[]
  readonly arcs: readonly MapArc[]
  /** Each is added to those before it. */
  readonly turns: readonly { readonly time: number; readonly degrees: number }[]
  readonly lights: readonly LightEvent[]
}

/** Changes of the direction as version 2 numbers them. */
const TURNS = [-60, -45, -30, -15, 15, 30, 45, 60]

function readVersion2(map: Json): Beats {
  return {
    changes: objects(map._events, MOST_NOTES)
      .filter((event) => event._type === 100)
      .map((event) => ({ beat: number(event._time), bpm: number(event._floatValue) })),
    notes: objects(map._notes, MOST_NOTES).map((note) => ({
      time: number(note._time),
      line: number(note._lineIndex),
      layer: number(note._lineLayer),
      color: number(note._type),
      direction: number(note._cutDirection),
      turn: 0,
    })),
    walls: objects(map._obstacles, MOST_WALLS).map((wall) => {
      const low = wall._type === 1
      const [time, duration, line, width] = [wall._time, wall._duration, wall._lineIndex, wall._width].map((value) => number(value))
      return { time, duration, line, width, layer: low ? 2 : 0, height: low ? 3 : 5, turn: 0 }
    }),
    arcs: objects(map._sliders, MOST_WALLS).map((arc) => {
      const end = (name: string): ArcEnd => ({
        line: number(arc[`_${name}LineIndex`]),
        layer: number(arc[`_${name}LineLayer`]),
        direction: number(arc[`_${name}CutDirection`], 8),
        reach: number(arc[`_${name}ControlPointLengthMultiplier`], 1),
        turn: 0,
      })
      return { time: number(arc._headTime), end: number(arc._tailTime), ends: [end('head'), end('tail')], color: number(arc._colorType) }
    }),
    turns: objects(map._events, MOST_NOTES)
      .filter((event) => event._type === 14 || event._type === 15)
      .map((event) => ({ time: number(event._time) + (event._type === 15 ? AFTER : 0), degrees: TURNS[number(event._value)] ?? 0 })),
    lights: objects(map._events, MOST_LIGHTS).map((event) => {
      const [time, type, value] = [event._time, event._type, event._value].map((own) => number(own))
      return { time, type, value, strength: number(event._floatValue, 1) }
    }),
  }
}

/** Lights that version 3 has in groups: events of a group come after it, box by box. */
function readGroups(map: Json): LightEvent[] {
  const found: LightEvent[] = []
  for (const group of objects(map.lightColorEventBoxGroups, MOST_LIGHTS))
    for (const box of objects(group.e, 64))
      for (const event of objects(box.e, 64)) {
        if (found.length === MOST_LIGHTS) return found
        const strength = number(event.s, 1)
        const value = strength > 0 ? valueOf(number(event.c), event.i === 1) : 0
        found.push({ time: number(group.b) + number(event.b), type: lampOf(number(group.g)), value, strength })
      }
  return found
}

function readLights(map: Json): LightEvent[] {
  const basic = objects(map.basicBeatmapEvents, MOST_LIGHTS).map((event) => {
    const [time, type, value] = [event.b, event.et, event.i].map((own) => number(own))
    return { time, type, value, strength: number(event.f, 1) }
  })
  return [...basic, ...readGroups(map)]
}

function readVersion3(map: Json): Beats {
  const place = (own: Json): { time: number; line: number; layer: number; turn: number } => ({
    time: number(own.b),
    line: number(own.x),
    layer: number(own.y),
    turn: number(own.r),
  })
  return {
    changes: objects(map.bpmEvents, MOST_NOTES).map((event) => ({ beat: number(event.b), bpm: number(event.m) })),
    notes: [
      ...objects(map.colorNotes, MOST_NOTES).map((note) => ({ ...place(note), color: number(note.c), direction: number(note.d) })),
      ...objects(map.bombNotes, MOST_NOTES).map((note) => ({ ...place(note), color: BOMB, direction: 8 })),
    ],
    walls: objects(map.obstacles, MOST_WALLS).map((wall) => ({
      ...place(wall),
      duration: number(wall.d),
      width: number(wall.w),
      height: number(wall.h),
    })),
    arcs: objects(map.sliders, MOST_WALLS).map((arc) => ({
      time: number(arc.b),
      end: number(arc.tb),
      ends: [
        { line: number(arc.x), layer: number(arc.y), direction: number(arc.d, 8), reach: number(arc.mu, 1), turn: number(arc.r) },
        { line: number(arc.tx), layer: number(arc.ty), direction: number(arc.tc, 8), reach: number(arc.tmu, 1), turn: number(arc.tr) },
      ],
      color: number(arc.c),
    })),
    turns: objects(map.rotationEvents, MOST_NOTES).map((event) => ({
      time: number(event.b) + (event.e === 1 ? AFTER : 0),
      degrees: number(event.r),
    })),
    lights: readLights(map),
  }
}

/**
 * Version 4 has the values of objects in lists of their own, to which the objects refer by index, and the degrees of each object. The
 * changes of the direction for all that follow are in 4.0 only.
 */
function readVersion4(map: Json): Beats {
  const referred = (name: string, most: number): Json[] => {
    const data = objects(map[`${name}Data`], most)
    return objects(map[name], most).map((own) => ({ ...(data[number(own.i)] ?? {}), b: own.b, r: own.r }))
  }
  const notes = objects(map.colorNotesData, MOST_NOTES)
  const data = objects(map.arcsData, MOST_WALLS)
  const turnData = objects(map.spawnRotationsData, MOST_NOTES)
  const turns = objects(map.spawnRotations, MOST_NOTES).map((own) => {
    const { t: e, r } = turnData[number(own.i)] ?? {}
    return { b: own.b, e, r }
  })
  return readVersion3({
    sliders: objects(map.arcs, MOST_WALLS).map((arc) => {
      const [head, tail, own] = [notes[number(arc.hi)] ?? {}, notes[number(arc.ti)] ?? {}, data[number(arc.ai)] ?? {}]
      return { ...head, b: arc.hb, r: arc.hr, tb: arc.tb, tr: arc.tr, tx: tail.x, ty: tail.y, tc: tail.d, mu: own.m, tmu: own.tm }
    }),
    colorNotes: referred('colorNotes', MOST_NOTES),
    bombNotes: referred('bombNotes', MOST_NOTES),
    obstacles: referred('obstacles', MOST_WALLS),
    rotationEvents: text(map.version).startsWith('4.0') ? turns : [],
  })
}

/** Changes of tempo of version 4: samples and beats of each part of the music. */
async function readTempo(zip: Files, name: string): Promise<{ beat: number; bpm: number }[]> {
  if (!name || zip.find(name) === null) return []
  const audio = await readJson(zip, name)
  const frequency = number(audio.songFrequency, 44100)
  return objects(audio.bpmData, MOST_NOTES).map((part) => ({
    beat: number(part.sb),
    bpm: ((number(part.eb) - number(part.sb)) / ((number(part.ei) - number(part.si)) / frequency)) * 60,
  }))
}

/** The light show of version 4: events refer to their values. */
async function readLightshow(zip: Files, name: string): Promise<LightEvent[]> {
  if (!name || zip.find(name) === null) return []
  const show = await readJson(zip, name)
  const data = objects(show.basicEventsData, MOST_LIGHTS)
  return objects(show.basicEvents, MOST_LIGHTS).map((own) => {
    const { t, i, f } = data[number(own.i)] ?? {}
    return { time: number(own.b), type: number(t, -1), value: number(i), strength: number(f, 1) }
  })
}

/** From where notes come, as the game computes it: four beats, halved until it is below 18 m, and the map's own offset. */
export function jumpDistance(speed: number, bpm: number, offset: number): number {
  const beat = 60 / bpm
  let half = 4
  while (half > 0.25 && speed * beat * half > 17.999) half /= 2
  return speed * beat * Math.max(0.25, half + offset) * 2
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace('+', 'plus')
    .replace(/[^a-z]/g, '')

/** From changes of the direction to directions. */
function summed(turns: Beats['turns']): Beats['turns'] {
  let degrees = 0
  return turns.map((turn) => ({ time: turn.time, degrees: (degrees = (degrees + turn.degrees) % 360) }))
}

async function readDifficulty(zip: Files, info: Info, listed: Listed): Promise<Difficulty> {
  const map = await readJson(zip, listed.file)
  const version = text(map.version) || text(map._version)
  const read = version.startsWith('4') ? readVersion4 : version.startsWith('3') ? readVersion3 : readVersion2
  const { changes, notes, walls, arcs, turns, lights } = read(map)
  const tempo = new Tempo(info.bpm, version.startsWith('4') ? await readTempo(zip, info.audioData) : changes)
  const shown = version.startsWith('4') ? await readLightshow(zip, listed.lights) : lights
  const speed = listed.speed > 0 && listed.speed < 200 ? listed.speed : 10
  const inSeconds = <T extends { time: number }>(own: readonly T[]): T[] =>
    own.map((one) => ({ ...one, time: tempo.seconds(one.time) })).sort((a, b) => a.time - b.time)
  return {
    name: listed.name,
    mode: listed.mode,
    speed,
    distance: jumpDistance(speed, info.bpm, listed.offset),
    notes: inSeconds(notes),
    walls: inSeconds(walls.map((wall) => ({ ...wall, duration: tempo.seconds(wall.time + wall.duration) - tempo.seconds(wall.time) }))),
    arcs: inSeconds(arcs.map((arc) => ({ ...arc, end: tempo.seconds(arc.end) }))),
    turns: summed(inSeconds(turns)),
    lights: shown.length > 0 ? new Lights(inSeconds(shown)) : null,
  }
}

/** Reads a map; null if the archive is not one. */
export async function readBeatMap(zip: Files): Promise<BeatMap | null> {
  if (zip.find('Info.dat') === null) return null
  const info = readInfo(await readJson(zip, 'Info.dat'))
  if (info.listed.length === 0) throw new MapError('corrupt', 'Info.dat lists no difficulties')
  const has = info.music !== '' && zip.find(info.music) !== null
  return {
    kind: 'beatsaber',
    song: info.song,
    offset: info.offset,
    music: has ? new Blob([await zip.read(info.music, MOST_MUSIC)]) : null,
    difficulties: info.listed,
    difficulty(name, mode) {
      const worth = (own: Listed): number => (plain(own.name) === plain(name) ? 2 : 0) + (plain(own.mode) === plain(mode) ? 1 : 0)
      const [best] = [...info.listed].sort((a, b) => worth(b) - worth(a))
      return readDifficulty(zip, info, best)
    },
  }
}
