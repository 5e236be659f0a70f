// SPDX-License-Identifier: MIT
import type { Answer, Calls, Failure, Needs } from './protocol.js'
import { Rows } from './rows.js'
import ReelWorker from './worker.js?worker&inline'

/** Why a file could not be opened or a request not be answered. */
export class ReplayError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

/** The bytes that a data block of the page holds in base64, unpacked if its type says so; null if there is no such block. */
export async function bytesInPage(id: string): Promise<ArrayBuffer | null> {
  const block = document.getElementById(id)
  if (!(block instanceof HTMLScriptElement)) return null
  const text = atob((block.textContent ?? '').trim())
  // A loop: Uint8Array.from takes 70 ms for the module.
  const packed = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) packed[at] = text.charCodeAt(at)
  if (!block.type.endsWith('+gzip')) return packed.buffer
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

let module: Promise<WebAssembly.Module> | undefined

async function compileModule(): Promise<WebAssembly.Module> {
  const bytes = await bytesInPage('reel-module')
  return WebAssembly.compile(bytes ?? (await (await fetch('../wasm/dist/reel-full.wasm')).arrayBuffer()))
}

/** The module, compiled once for all replays. The page asks for it before there is a file. */
export function theModule(): Promise<WebAssembly.Module> {
  return (module ??= compileModule())
}

/** A replay in a worker of its own. A failure of the worker ends only this replay. */
export class RemoteReplay {
  private readonly worker = new ReelWorker()
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  /** Told how much of a long file was read, 0 to 1. */
  onprogress: (share: number) => void = () => undefined
  private last = 0

  private constructor() {
    this.worker.onmessage = (event: MessageEvent<Answer>) => {
      const { data } = event
      if ('progress' in data) return this.onprogress(data.progress)
      const call = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('failure' in data) call?.reject(new ReplayError(data.failure))
      else call?.resolve(data.result)
    }
    this.worker.onerror = (event) => {
      const error = new ReplayError({
        status: 'trap',
        rule: 'viewer.worker',
        section: '',
        offset: 0,
        message: event.message || 'the worker stopped',
      })
      for (const call of this.waiting.values()) call.reject(error)
      this.waiting.clear()
    }
  }

  static async start(): Promise<RemoteReplay> {
    const remote = new RemoteReplay()
    try {
      remote.worker.postMessage(await theModule())
      return remote
    } catch (error) {
      remote.close()
      throw error
    }
  }

  call<K extends keyof Calls>(call: K, ...given: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return new Promise((resolve, reject) => {
      const id = ++this.last
      this.waiting.set(id, { resolve: resolve, reject })
      this.worker.postMessage({ id, call, arguments: given })
    })
  }

  async rows(needs: Needs): Promise<ReadonlyMap<string, Rows>> {
    return rowsOf(await this.call('columns', needs))
  }

  async window(needs: Needs, from: number, to: number): Promise<ReadonlyMap<string, Rows>> {
    return rowsOf(await this.call('window', needs, from, to))
  }

  close(): void {
    this.worker.terminate()
  }
}

function rowsOf(found: ReturnType<Calls['columns']>): ReadonlyMap<string, Rows> {
  return new Map(Object.entries(found).map(([name, { length, columns }]) => [name, new Rows(length, new Map(Object.entries(columns)))]))
}
