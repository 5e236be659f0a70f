// SPDX-License-Identifier: MIT
// Demos of finishes of DDNet recordings, by a module of their own.
import { checkOptions, wrong } from './arguments.js'
import { fail, throwIfAborted } from './errors.js'
import { Instance, theModule } from './module.js'
import { gather, type Source } from './source.js'

const TICKS = 50 // a second

/** A finish: a row of the table `finishes` of a recording's statistics. Of a team, that of the player whom the demo follows. */
export interface DemoFinish {
  readonly cid: number
  readonly tick: number
  readonly time_ticks: number
}

export interface DemoOptions {
  readonly signal?: AbortSignal
  /** Seconds before the start that the demo has, too; by default none. */
  readonly lead?: number
  /** Called with how much of the recording was read, 0 to 1. */
  readonly progress?: (share: number) => void
}

/** Bytes that can be read without waiting. */
interface Bytes {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

/** A worker of a browser can wait for parts of a file, which then does not have to be in memory. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }) | undefined

async function bytesOf(source: Source, signal: AbortSignal | undefined): Promise<Bytes> {
  if (source instanceof Blob && typeof FileReaderSync === 'function') {
    const reader = new FileReaderSync()
    return { size: source.size, read: (from, to) => new Uint8Array(reader.readAsArrayBuffer(source.slice(from, to))) }
  }
  const { parts, size } = await gather(source, signal ? { signal } : {})
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return { size, read: (from, to) => all.subarray(from, to) }
}

function checkFinish(finish: unknown): asserts finish is DemoFinish {
  if (typeof finish !== 'object' || finish === null) throw wrong('the finish', 'a row of the table finishes', finish)
  for (const name of ['cid', 'tick', 'time_ticks']) {
    const value: unknown = Reflect.get(finish, name)
    if (!Number.isInteger(value)) throw wrong(`${name} of the finish`, 'a whole number', value)
  }
}

/**
 * Plays a finish of a DDNet recording (teehistorian) again, and returns it as a demo, which the game's client plays: what
 * `reel convert --to demo --map MAP --finish NAME,TIME` writes. The module for this, `reel-demo.wasm`, is fetched when it is first needed. It
 * takes seconds for a long run: call it in a worker, which also reads a `Blob` of any size piece by piece.
 */
export async function finishDemo(
  recording: Source | Promise<Response>,
  map: Source | Promise<Response>,
  finish: DemoFinish,
  options: DemoOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkFinish(finish)
  checkOptions('finishDemo', options, { signal: 'signal', lead: 'number', progress: 'function' })
  const { signal, lead = 0, progress } = options
  const bytes = await bytesOf(await recording, signal)
  const level = await gather(await map, signal ? { signal } : {})
  const module = await theModule('demo')
  throwIfAborted(signal)
  let memory: Instance | undefined
  const read = (target: number, offset: number, size: number): number => {
    try {
      const piece = bytes.read(offset, Math.min(bytes.size, offset + size))
      memory?.bytes(target, piece.byteLength).set(piece)
      progress?.(bytes.size > 0 ? Math.min(1, (offset + piece.byteLength) / bytes.size) : 1)
      return piece.byteLength
    } catch {
      return -1
    }
  }
  // Each demo has an instance of its own: the snapshots of a game leave a large memory.
  const instance = (memory = new Instance(await WebAssembly.instantiate(module, { reel: { read } }), 'demo', module))
  const block = instance.allocateParts(level.parts, level.size)
  const start = Math.max(0, finish.tick - finish.time_ticks - Math.floor(lead * TICKS))
  instance.checked(instance.call.demo_make(bytes.size, block, level.size, finish.cid, start, finish.tick))
  const demo = instance.takeResult()
  if (demo.byteLength === 0) throw fail('trap', 'web.demo', 'the demo is empty')
  return demo
}
