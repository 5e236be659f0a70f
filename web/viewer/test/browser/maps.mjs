// SPDX-License-Identifier: MIT
// Maps for the tests, made here: of Beat Saber in versions 2, 3 and 4, and of DDNet.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

const u16 = (value) => Buffer.from([value & 255, (value >> 8) & 255])
const u32 = (value) => {
  const made = Buffer.alloc(4)
  made.writeUInt32LE(value >>> 0)
  return made
}
const sum = (bytes) => (crc32 ? crc32(bytes) : 0)

/** A zip archive. `size` is what it says the sizes are, if that is not true. */
export function zip(files, { size } = {}) {
  const [parts, entries] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const deflated = !name.endsWith('.egg')
    const packed = deflated ? deflateRawSync(bytes) : bytes
    const common = [
      u16(20),
      u16(0x800),
      u16(deflated ? 8 : 0),
      u16(0),
      u16(0),
      u32(sum(bytes)),
      u32(packed.length),
      u32(size ?? bytes.length),
      u16(name.length),
    ]
    parts.push(u32(0x04034b50), ...common, u16(0), Buffer.from(name), packed)
    entries.push(Buffer.concat([u32(0x02014b50), u16(20), ...common, u16(0), u16(0), u16(0), u16(0), u32(0), u32(at), Buffer.from(name)]))
    at = parts.reduce((all, { length }) => all + length, 0)
  }
  const directory = Buffer.concat(entries)
  const count = u16(entries.length)
  return Buffer.concat([...parts, directory, u32(0x06054b50), u16(0), u16(0), count, count, u32(directory.length), u32(at), u16(0)])
}

/** A WAV file with a tone of 440 Hz. Browsers look at the content of music, whatever its name. */
export function tone(seconds) {
  const rate = 8000
  const samples = Buffer.alloc(seconds * rate * 2)
  for (let at = 0; at < seconds * rate; at++) samples.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2)
  const format = Buffer.concat([u32(16), u16(1), u16(1), u32(rate), u32(rate * 2), u16(2), u16(16)])
  return Buffer.concat([
    Buffer.from('RIFF'),
    u32(36 + samples.length),
    Buffer.from('WAVEfmt '),
    format,
    Buffer.from('data'),
    u32(samples.length),
    samples,
  ])
}

/** Notes as in `bsor` of files.mjs, and bombs, notes and walls that a replay has nothing about. At 60 beats a minute a beat is a second. */
function objectsOf({ notes = 20, seconds = 20 }) {
  const own = Array.from({ length: notes }, (_, index) => ({
    b: 1 + (index * (seconds - 2)) / notes,
    x: index % 4,
    y: index % 3,
    c: index % 2,
    d: index % 9,
  }))
  const others = Array.from({ length: 8 }, (_, index) => ({ b: 2.4 + index * 2, x: index % 4, y: 0, c: index % 2, d: 1 }))
  const bombs = Array.from({ length: 4 }, (_, index) => ({ b: 3.2 + index * 4, x: 3 - (index % 4), y: 1 }))
  const walls = [
    { b: 4, d: 1.5, x: 0, y: 0, w: 1, h: 5 },
    { b: 9, d: 1, x: 0, y: 2, w: 4, h: 3 },
  ]
  return { notes: [...own, ...others], bombs, walls }
}

const difficulties = {
  2: ({ notes, bombs, walls, lights }) => ({
    _version: '2.2.0',
    _notes: [
      ...notes.map(({ b, x, y, c, d }) => ({ _time: b, _lineIndex: x, _lineLayer: y, _type: c, _cutDirection: d })),
      ...bombs.map(({ b, x, y }) => ({ _time: b, _lineIndex: x, _lineLayer: y, _type: 3, _cutDirection: 8 })),
    ],
    _obstacles: walls.map(({ b, d, x, y, w }) => ({ _time: b, _duration: d, _lineIndex: x, _width: w, _type: y > 0 ? 1 : 0 })),
    _events: lights.map(({ b, et, i, f }) => ({ _time: b, _type: et, _value: i, _floatValue: f })),
  }),
  3: ({ notes, bombs, walls, lights }) => ({
    version: '3.3.0',
    bpmEvents: [{ b: 0, m: 60 }],
    colorNotes: notes,
    bombNotes: bombs,
    obstacles: walls,
    basicBeatmapEvents: lights,
  }),
  4: ({ notes, bombs, walls }) => ({
    version: '4.0.0',
    colorNotes: notes.map(({ b }, i) => ({ b, i })),
    colorNotesData: notes.map(({ x, y, c, d }) => ({ x, y, c, d })),
    bombNotes: bombs.map(({ b }, i) => ({ b, i })),
    bombNotesData: bombs.map(({ x, y }) => ({ x, y })),
    obstacles: walls.map(({ b }, i) => ({ b, i })),
    obstaclesData: walls.map(({ d, x, y, w, h }) => ({ d, x, y, w, h })),
  }),
}

/**
 * The files of a map with one difficulty, as many notes as a play of `bsor`, and music. `lights`: events with their beat, type, value and
 * strength.
 */
export function beatMapFiles({ version = 3, song = 'Song', lights = [], ...play } = {}) {
  const old = {
    _version: '2.0.0',
    _songName: song,
    _beatsPerMinute: 60,
    _songTimeOffset: 0,
    _songFilename: 'song.egg',
    _difficultyBeatmapSets: [
      {
        _beatmapCharacteristicName: 'Standard',
        _difficultyBeatmaps: [
          { _difficulty: 'Easy', _beatmapFilename: 'Missing.dat', _noteJumpMovementSpeed: 10, _noteJumpStartBeatOffset: 0 },
          { _difficulty: 'Expert', _beatmapFilename: 'Expert.dat', _noteJumpMovementSpeed: 16, _noteJumpStartBeatOffset: 0 },
        ],
      },
    ],
  }
  const own = {
    version: '4.0.0',
    song: { title: song },
    audio: { songFilename: 'song.egg', audioDataFilename: 'AudioData.dat', bpm: 60 },
    difficultyBeatmaps: [
      {
        characteristic: 'Standard',
        difficulty: 'Expert',
        noteJumpMovementSpeed: 16,
        noteJumpStartBeatOffset: 0,
        beatmapDataFilename: 'Expert.dat',
        lightshowDataFilename: 'Lights.dat',
      },
    ],
  }
  const audio = { version: '4.0.0', songFrequency: 8000, bpmData: [{ si: 0, ei: 160000, sb: 0, eb: 20 }] }
  const show = {
    version: '4.0.0',
    basicEvents: lights.map(({ b }, i) => ({ b, i })),
    basicEventsData: lights.map(({ et, i, f }) => ({ t: et, i, f })),
  }
  return {
    'Info.dat': JSON.stringify(version === 4 ? own : old),
    'Expert.dat': JSON.stringify(difficulties[version]({ ...objectsOf(play), lights })),
    ...(version === 4 ? { 'AudioData.dat': JSON.stringify(audio), 'Lights.dat': JSON.stringify(show) } : {}),
    'song.egg': tone(play.seconds ?? 20),
  }
}

export const beatMap = (made) => zip(beatMapFiles(made))

/**
 * A DDNet map: a box with a wall to which hooks do not hold, a platform, start and finish; freeze in a front layer; teleporters, speedups,
 * switches. `claims`: what it says that is not true. `without`: layers that it has not. `version`: of its layers of tiles.
 */
export function teeMap({ width = 200, height = 80, claims = {}, without = [], version = 3 } = {}) {
  /** The bytes of a layer: those that `draw` gives for a tile. */
  const layer = (draw) => {
    const tiles = []
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) tiles.push(...draw(x, y))
    return Buffer.from(tiles)
  }
  const game = layer((x, y) => {
    const kind = () => {
      if (y >= height - 2 || y === 0) return 1
      if (x < 2 || x >= width - 2) return 3
      if (y === 58 && x > 90 && x < 160) return 1
      if (y > 58 && y < 62 && x > 90 && x < 160) return 2
      return x === 95 ? 33 : x === 150 ? 34 : x === 100 && y === 57 ? 192 : 0
    }
    return [kind(), 0, 0, 0]
  })
  const extra = {
    tele: layer((x, y) => (y > 53 && y < 57 && x > 113 && x < 117 ? [5, 26] : y === 50 && x > 128 && x < 132 ? [5, 27] : [0, 0])),
    speedups: layer((x, y) => (y === 56 && x > 119 && x < 124 ? [30, 0, 28, 0, 0xa6, 0xff] : [0, 0, 0, 0, 0, 0])),
    front: layer((x, y) => [y > 40 && y < 46 && x % 20 < 12 && x > 90 && x < 150 ? 9 : 0, 0, 0, 0]),
    switches: layer((x, y) => (y === 57 && x > 104 && x < 108 ? [12, 22, 0, 5] : [0, 0, 0, 0])),
  }
  const has = Object.keys(extra).filter((name) => !without.includes(name))
  const data = [game, ...has.map((name) => extra[name])]
  const flags = { tele: 2, speedups: 4, front: 8, switches: 16 }
  const item = (id, words) => Buffer.concat([u32((5 << 16) | id), u32(words.length * 4), ...words.map(u32)])
  const size = [claims.width ?? width, claims.height ?? height]
  /** A layer of tiles; the game's own data, and where in the data that of the others is. */
  const tiles = (id, flag, own, at = {}) =>
    item(id, [
      ...[0, 2, 0, version, ...size, flag, 255, 255, 255, 255, -1, 0, -1, own],
      ...(version >= 3 ? [0, 0, 0] : []),
      ...Object.keys(flags).map((name) => at[name] ?? -1),
      -1,
    ])
  const items = [tiles(0, 1, 0), ...has.map((name, index) => tiles(index + 1, flags[name], 0, { [name]: claims[name] ?? index + 1 }))]
  const starts = (list) => list.map((_, index) => list.slice(0, index).reduce((all, { length }) => all + length, 0))
  const packed = data.map((bytes) => deflateSync(bytes))
  const total = (list) => list.reduce((all, { length }) => all + length, 0)
  const head = [4, 0, 0, 1, items.length, claims.data ?? packed.length, total(items), total(packed)]
  return Buffer.concat([
    Buffer.from('DATA'),
    ...head.map(u32),
    ...[5, 0, items.length].map(u32),
    ...starts(items).map(u32),
    ...starts(packed).map(u32),
    ...data.map(({ length }) => u32(length)),
    ...items,
    ...packed,
  ])
}
