// SPDX-License-Identifier: MIT
// The part of bench/viewer.mjs that is bundled with the scenes: made replays, and what the script of each of their pictures takes.
import { Plane } from '../web/viewer/src/draw/plane.js'
import { Orbit, Space } from '../web/viewer/src/draw/space.js'
import { themeOf } from '../web/viewer/src/draw/theme.js'
import { Rows } from '../web/viewer/src/replay/rows.js'
import { beatSaber } from '../web/viewer/src/scenes/beatsaber.js'
import { ddnet } from '../web/viewer/src/scenes/ddnet.js'
import { echo } from '../web/viewer/src/scenes/echo.js'
import { Play } from '../web/viewer/src/scenes/scene.js'

const NOTES = 10_000
const TEES = 64
const PLAYERS = 16
const BONES = 23

const series = (length, value) => Float64Array.from({ length }, (_, row) => value(row))
const table = (length, columns) =>
  new Rows(
    length,
    new Map(Object.entries(columns).map(([name, value]) => [name, typeof value === 'function' ? series(length, value) : value])),
  )
const axes = (name, x, y, z) => ({ [`${name}_x`]: x, [`${name}_y`]: y, [`${name}_z`]: z })
const upright = (name) => ({
  ...axes(
    name,
    () => 0,
    () => 0,
    () => 0,
  ),
  [`${name}_w`]: () => 1,
})

async function beatSaberPlay() {
  const seconds = 600
  const frames = seconds * 90
  const at = (row) => (row * seconds) / frames
  const due = (row) => 2 + (row * (seconds - 4)) / NOTES
  const pose = (name, x, y, z, speed) => ({
    ...axes(
      `${name}_position`,
      (row) => x + 0.3 * Math.sin(at(row) * speed),
      (row) => y + 0.3 * Math.cos(at(row) * speed),
      () => z,
    ),
    ...upright(`${name}_rotation`),
  })
  const own = { line: (row) => row % 4, layer: (row) => row % 3, color: (row) => row % 2, direction: (row) => row % 9 }
  const scene = beatSaber.build(
    new Play(
      'bsor',
      new Map([
        [
          'frames',
          table(frames, {
            time: at,
            ...pose('head', 0, 1.7, 0, 1),
            ...pose('left_hand', -0.3, 1.1, 0.4, 9),
            ...pose('right_hand', 0.3, 1.1, 0.4, 8),
          }),
        ],
        [
          'stats.scored_events',
          table(NOTES, {
            time: due,
            spawn_time: due,
            source_row: (row) => row,
            kind: (row) => (row % 20 === 0 ? 2 : row % 31 === 0 ? 1 : 0),
            ...own,
            points: (row) => 100 + (row % 16),
            score: (row) => row * 100,
            accuracy: () => 0.9,
            combo: (row) => row,
            energy: () => 1,
            multiplier: () => 8,
          }),
        ],
      ]),
    ),
  )
  const end = (line) => ({ line, layer: 1, direction: 0, reach: 1, turn: 0 })
  const difficulty = {
    name: 'Expert',
    mode: 'Standard',
    speed: 18,
    distance: 22,
    notes: Array.from({ length: NOTES }, (_, row) => ({
      time: due(row),
      line: row % 4,
      layer: row % 3,
      color: row % 2,
      direction: row % 9,
      turn: 0,
    })),
    walls: Array.from({ length: 600 }, (_, row) => ({ time: row, duration: 0.7, line: row % 4, layer: 0, width: 1, height: 5, turn: 0 })),
    arcs: Array.from({ length: 600 }, (_, row) => ({ time: row, end: row + 1, ends: [end(0), end(3)], color: row % 2 })),
    turns: [],
  }
  await scene.setMap({
    kind: 'beatsaber',
    song: '',
    offset: 0,
    music: null,
    difficulties: [difficulty],
    difficulty: () => Promise.resolve(difficulty),
  })
  return scene
}

async function ddnetPlay() {
  const ticks = 3000
  const [width, height] = [400, 200]
  const cid = (row) => row % TEES
  const tick = (row) => Math.floor(row / TEES)
  const rows = ticks * TEES
  const scene = ddnet.build(
    new Play(
      'teehistorian',
      new Map([
        [
          'positions',
          table(rows, {
            tick,
            cid,
            x: (row) => 6400 + 40 * cid(row) + 200 * Math.sin(tick(row) / 40 + cid(row)),
            y: (row) => 3200 + 160 * Math.cos(tick(row) / 30 + cid(row)),
            kind: () => 2,
          }),
        ],
        [
          'inputs',
          table(rows, {
            tick,
            cid,
            target_x: (row) => 100 * Math.cos(tick(row) / 20 + cid(row)),
            target_y: (row) => 100 * Math.sin(tick(row) / 20 + cid(row)),
            hook: () => 1,
            wanted_weapon: (row) => cid(row) % 7,
            fire: (row) => Math.floor(tick(row) / 4) % 64,
          }),
        ],
        ['teams', table(TEES, { tick: () => 0, cid: (row) => row, team: (row) => row % 9 })],
      ]),
    ),
  )
  const bytes = (count, value) => Uint8Array.from({ length: width * height * count }, (_, at) => value(Math.floor(at / count), at % count))
  const column = (tile) => tile % width
  await scene.setMap({
    kind: 'ddnet',
    width,
    height,
    game: bytes(1, (tile) => (column(tile) % 7 === 0 ? 1 : column(tile) % 11 === 0 ? 9 : column(tile) % 13 === 0 ? 192 : 0)),
    front: null,
    tele: bytes(2, (tile, part) => (tile % 5 === 0 ? (part === 0 ? tile % 200 : 26 + (tile % 2)) : 0)),
    speedups: bytes(6, (tile, part) => (tile % 17 === 0 ? [30, 50, 28, 0, 90, 0][part] : 0)),
    switches: bytes(4, (tile, part) => (tile % 9 === 0 ? [tile % 90, 24, 0, 0][part] : 0)),
  })
  return scene
}

function echoPlay() {
  const frames = 1800
  const rows = frames * PLAYERS
  const frame = (row) => Math.floor(row / PLAYERS)
  const player = (row) => row % PLAYERS
  const bone = (row) => row % BONES
  const names = Array.from({ length: rows }, (_, row) => `Player ${player(row)}`)
  const near = (name, up) =>
    axes(
      name,
      (row) => 8 * Math.sin(frame(row) / 60 + player(row)),
      (row) => up + 4 * Math.cos(frame(row) / 50 + player(row)),
      (row) => 20 * Math.sin(frame(row) / 200 + player(row)),
    )
  return echo.build(
    new Play(
      'butter',
      new Map([
        [
          'frames',
          table(frames, {
            time: (row) => row / 30,
            frame: (row) => row,
            has: () => 32,
            game_clock: (row) => row / 30,
            blue_points: () => 4,
            orange_points: () => 5,
            ...axes(
              'disc_position',
              (row) => 8 * Math.sin(row / 40),
              () => 0,
              (row) => 30 * Math.sin(row / 90),
            ),
            ...axes(
              'disc_velocity',
              () => 3,
              () => 0,
              () => 4,
            ),
          }),
        ],
        [
          'players',
          table(rows, {
            frame,
            time: (row) => frame(row) / 30,
            name: names,
            team: (row) => player(row) % 2,
            stunned: (row) => (player(row) === 3 ? 1 : 0),
            possession: (row) => (player(row) === 0 ? 1 : 0),
            ...axes(
              'velocity',
              () => 1,
              () => 1,
              () => 1,
            ),
            ...near('head', 0),
            ...near('body', -0.2),
            ...near('left_hand', -0.4),
            ...near('right_hand', 0.4),
            ...upright('head_rotation'),
            ...upright('body_rotation'),
          }),
        ],
        [
          'bones',
          table(rows * BONES, {
            frame: (row) => Math.floor(row / BONES / PLAYERS),
            player: (row) => Math.floor(row / BONES) % PLAYERS,
            bone,
            ...axes(
              'position',
              (row) => 0.3 * Math.sin(bone(row)),
              (row) => -0.05 * bone(row),
              (row) => 0.2 * Math.cos(bone(row)),
            ),
          }),
        ],
      ]),
    ),
  )
}

const plays = {
  [`Beat Saber, ${NOTES} notes and their map`]: [beatSaberPlay, ['behind', 'first']],
  [`DDNet, ${TEES} tees and their map`]: [ddnetPlay, ['crowd', 'map']],
  [`Echo VR, ${PLAYERS} players with bones`]: [echoPlay, ['action', 'field']],
}

/** A context that takes everything and draws nothing; `known` answers what is asked of it. */
const idle = (known) => new Proxy(known, { get: (own, name) => own[name] ?? (/^[A-Z]/.test(name) ? name : (own[name] = () => undefined)) })

/** As much of WebGL as the scenes ask for: a program has the attributes and uniforms of its shaders. */
function webgl() {
  const [FLOAT2, FLOAT3, MATRIX] = [35664, 35665, 35676]
  const types = { vec2: FLOAT2, vec3: FLOAT3, mat4: MATRIX }
  const listed = ({ text }, word) =>
    [...text.matchAll(new RegExp(`\\b${word} (\\w+) (\\w+);`, 'g'))].map(([, type, name]) => ({ name, size: 1, type: types[type] ?? 0 }))
  return idle({
    createShader: (kind) => ({ kind, text: '' }),
    shaderSource: (shader, text) => (shader.text = text),
    createProgram: () => ({ text: '', vertex: '' }),
    attachShader(program, { kind, text }) {
      program.text += text
      if (kind === 'VERTEX_SHADER') program.vertex = text
    },
    getShaderInfoLog: () => '',
    getProgramInfoLog: () => '',
    getProgramParameter: (program, what) =>
      what === 'ACTIVE_UNIFORMS'
        ? listed(program, 'uniform').length
        : what === 'ACTIVE_ATTRIBUTES'
          ? listed({ text: program.vertex }, 'in').length
          : true,
    getActiveUniform: (program, index) => listed(program, 'uniform')[index],
    getActiveAttrib: (program, index) => listed({ text: program.vertex }, 'in')[index],
    getUniformLocation: (_, name) => ({ name }),
    getAttribLocation: (program, name) => listed({ text: program.vertex }, 'in').findIndex((one) => one.name === name),
    getParameter: () => 16,
    createBuffer: () => ({}),
    createVertexArray: () => ({}),
  })
}

function canvas() {
  const context = idle({
    measureText: (text) => ({ width: 7 * text.length }),
    createImageData: (width, height) => ({ data: new Uint8ClampedArray(width * height * 4) }),
  })
  const gl = webgl()
  return (gl.canvas = { width: 1, height: 1, style: {}, getContext: (kind) => (kind === '2d' ? context : gl) })
}

/** Milliseconds of each of so many pictures, in order, after some that warm up. */
function measure(scene, camera, count) {
  const surface = scene.kind === 'space' ? new Space(canvas(), canvas()) : new Plane(canvas(), canvas())
  surface.resize(1280, 720)
  const [theme, orbit] = [themeOf('dark'), new Orbit()]
  const times = []
  const warm = Math.ceil(count / 5)
  for (let picture = 0; picture < warm + count; picture++) {
    const time = scene.end * 0.3 + picture / 60
    // Of the processor, and not of the clock: other programs may take it in between.
    const begin = process.cpuUsage()
    scene.figures(time)
    if (scene.kind === 'space') surface.begin(theme, scene.view(time, camera), scene.fog)
    else surface.begin(theme)
    scene.draw(surface, time, camera, false, orbit)
    surface.end()
    const { user, system } = process.cpuUsage(begin)
    if (picture >= warm) times.push((user + system) / 1000)
  }
  return times.sort((a, b) => a - b)
}

export async function measurePictures(count) {
  Object.assign(globalThis, { devicePixelRatio: 1, document: { createElement: canvas } })
  const found = []
  for (const [name, [make, cameras]] of Object.entries(plays)) {
    const scene = await make()
    for (const camera of cameras) {
      const times = measure(scene, camera, count)
      const at = (share) => times[Math.floor((times.length - 1) * share)]
      found.push({ name, camera: scene.cameras.find(({ id }) => id === camera).name, median: at(0.5), p95: at(0.95) })
    }
  }
  return found
}
