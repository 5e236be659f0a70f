// SPDX-License-Identifier: MIT
// How long the npm package takes to open BSOR files and to copy all their columns, beside decoders written in JavaScript.
//
//   node bench/web.mjs FILE... [--peer PATH]...
//
// Build first: web/test.sh, or npm ci && npm run build in web/wasm. No package of the npm registry decodes BSOR. The first peer is the loop
// that pages write: a DataView, and an object for each frame and note. --peer adds a module with a function `decode` or `decodeBSOR` that takes
// an ArrayBuffer, or with `checkBSOR`, as open-replay-decoder.js of BeatLeader's viewer has it: fetching that is up to you.
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { open, version } from '../web/wasm/dist/node.js'

const MAGIC = 0x442d3d69
const ROUNDS = 25
const LEAST_MS = 30

const { values, positionals } = parseArgs({ options: { peer: { type: 'string', multiple: true, default: [] } }, allowPositionals: true })
if (positionals.length === 0) {
  console.error('usage: node bench/web.mjs FILE... [--peer PATH]...')
  process.exit(2)
}

class Reader {
  constructor(buffer) {
    this.view = new DataView(buffer)
    this.at = 0
    this.text = new TextDecoder()
  }
  byte() {
    return this.view.getUint8(this.at++)
  }
  bool() {
    return this.byte() !== 0
  }
  int() {
    this.at += 4
    return this.view.getInt32(this.at - 4, true)
  }
  long() {
    this.at += 8
    return this.view.getBigInt64(this.at - 8, true)
  }
  float() {
    this.at += 4
    return this.view.getFloat32(this.at - 4, true)
  }
  string() {
    const size = this.int()
    this.at += size
    return this.text.decode(new Uint8Array(this.view.buffer, this.at - size, size))
  }
  vector() {
    return { x: this.float(), y: this.float(), z: this.float() }
  }
  pose() {
    return { position: this.vector(), rotation: { x: this.float(), y: this.float(), z: this.float(), w: this.float() } }
  }
  list(read) {
    this.byte()
    return Array.from({ length: this.int() }, read)
  }
}

/** Frames, notes, walls, heights and pauses, as far as the versions of the files that are measured have them. */
function decodePlain(buffer) {
  const r = new Reader(buffer)
  if (r.int() !== MAGIC) throw new Error('not a BSOR file')
  r.byte()
  r.byte()
  const texts = Array.from({ length: 13 }, () => r.string())
  const info = { texts, score: r.int(), mode: r.string(), environment: r.string(), modifiers: r.string(), jumpDistance: r.float() }
  Object.assign(info, { leftHanded: r.bool(), height: r.float(), startTime: r.float(), failTime: r.float(), speed: r.float() })
  const frames = r.list(() => ({ time: r.float(), fps: r.int(), head: r.pose(), left: r.pose(), right: r.pose() }))
  const notes = r.list(() => {
    const note = { id: r.int(), eventTime: r.float(), spawnTime: r.float(), eventType: r.int() }
    if (note.eventType > 1) return note
    note.ok = { speed: r.bool(), direction: r.bool(), saber: r.bool(), tooSoon: r.bool() }
    note.cut = { speed: r.float(), direction: r.vector(), saber: r.int(), time: r.float(), deviation: r.float(), point: r.vector() }
    note.swing = { normal: r.vector(), distance: r.float(), angle: r.float(), before: r.float(), after: r.float() }
    return note
  })
  const walls = r.list(() => ({ id: r.int(), energy: r.float(), time: r.float(), spawnTime: r.float() }))
  const heights = r.list(() => ({ height: r.float(), time: r.float() }))
  const pauses = r.list(() => ({ duration: r.long(), time: r.float() }))
  return { info, frames, notes, walls, heights, pauses }
}

async function openAll(bytes) {
  const replay = await open(bytes)
  let columns = 0
  for (const table of replay.tables.values()) columns += table.columns().size
  replay.close()
  return columns
}

async function openViews(bytes) {
  const replay = await open(bytes)
  const frames = replay.table('frames')
  const views = frames.columnNames.map((name) => frames.view(name).length)
  replay.close()
  return views.length
}

/** Milliseconds per call: the best of several rounds. */
async function measure(call, input) {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    let calls = 0
    do {
      await call(input)
      calls++
    } while (performance.now() - start < LEAST_MS)
    best = Math.min(best, (performance.now() - start) / calls)
  }
  return best
}

/** A function that decodes an ArrayBuffer. checkBSOR wants a FileReader, which Node lacks: this one has the bytes at once. */
function decoderOf(path, { checkBSOR, decode, decodeBSOR }) {
  if (decode ?? decodeBSOR) return decode ?? decodeBSOR
  if (!checkBSOR) throw new Error(`${path} has no function decode, decodeBSOR or checkBSOR`)
  globalThis.FileReader = class {
    readAsArrayBuffer(buffer) {
      this.onload({ target: { result: buffer } })
    }
  }
  return (buffer) =>
    checkBSOR(buffer, false, (replay) => {
      if (typeof replay === 'string') throw new Error(replay)
    })
}

const peers = new Map([['plain JavaScript', decodePlain]])
for (const path of values.peer) {
  const module = await import(pathToFileURL(resolve(path)).href)
  peers.set(basename(path), decoderOf(path, { ...module.default, ...module }))
}

const print = console.log
console.log = () => undefined // peers may print what they have decoded
const machine = `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
print(`reel ${await version()}, node ${process.version}, ${machine}`)
print('milliseconds for a file, best of several rounds; in brackets how many times as long as open and all columns\n')
for (const file of positionals) {
  const bytes = readFileSync(file)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const own = await measure(openAll, bytes)
  print(`${basename(file)}, ${(bytes.length / 1e6).toFixed(2)} MB`)
  print(`  open and all columns    ${own.toFixed(3).padStart(9)}`)
  print(`  open and views          ${(await measure(openViews, bytes)).toFixed(3).padStart(9)}`)
  for (const [name, decode] of peers) {
    const time = await measure(decode, buffer)
    print(`  ${name.padEnd(22)}  ${time.toFixed(3).padStart(9)}  (${(time / own).toFixed(1)})`)
  }
}
