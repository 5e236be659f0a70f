// SPDX-License-Identifier: MIT
// What differs between browsers and Node. Browsers are the default; node.ts and worker-node.ts replace it.

import { fail } from './errors.js'

/** What a worker and its owner use of each other. */
export interface Port {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void
  /** Sets the receivers of messages, and of failures that have no message. */
  listen(message: (data: unknown) => void, failure: (error: Error) => void): void
  terminate(): void
}

/**
 * `read`: reel.wasm. `full`: reel-full.wasm, which also converts and repairs. `level`: reel-level.wasm, which judges replays with what was played.
 * `demo`: reel-demo.wasm, which makes demos of DDNet recordings.
 */
export type ModuleKind = 'read' | 'full' | 'level' | 'demo'

export interface Platform {
  /** A module as it is beside this file. */
  fetchModule(kind: ModuleKind): Promise<WebAssembly.Module>
  /** The bytes of a file, piece by piece. */
  readPath(path: string | URL): AsyncIterable<Uint8Array>
  startWorker(): Port
  /** The port to the owner, in a worker. */
  ownerPort(): Port
}

export function portOf(worker: Worker): Port {
  return {
    post: (message, transfer) => {
      worker.postMessage(message, [...transfer])
    },
    listen: (message, failure) => {
      worker.onmessage = (event: MessageEvent<unknown>) => {
        message(event.data)
      }
      worker.onerror = (event) => {
        failure(new Error(event.message || 'the worker could not be started'))
      }
    },
    terminate: () => {
      worker.terminate()
    },
  }
}

/** Compiles the body of a response. compileStreaming would refuse servers that do not know the media type of WebAssembly. */
export async function moduleOf(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return WebAssembly.compile(await response.arrayBuffer())
}

interface DedicatedWorker {
  postMessage(message: unknown, transfer: Transferable[]): void
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  close(): void
}

const browser: Platform = {
  // bundlers look for these expressions
  fetchModule: async (kind) => {
    if (kind === 'level') return moduleOf(await fetch(new URL('./reel-level.wasm', import.meta.url)))
    if (kind === 'demo') return moduleOf(await fetch(new URL('./reel-demo.wasm', import.meta.url)))
    return moduleOf(await fetch(kind === 'read' ? new URL('./reel.wasm', import.meta.url) : new URL('./reel-full.wasm', import.meta.url)))
  },
  readPath: () => {
    throw fail('argument', 'web.argument', 'a path can be opened in Node only: pass a File, or fetch(url)')
  },
  startWorker: () => portOf(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })),
  ownerPort: () => {
    const scope = globalThis as unknown as DedicatedWorker
    return {
      post: (message, transfer) => {
        scope.postMessage(message, [...transfer])
      },
      listen: (message) => {
        scope.onmessage = (event) => {
          message(event.data)
        }
      },
      terminate: () => {
        scope.close()
      },
    }
  },
}

let current = browser

export function platform(): Platform {
  return current
}

export function usePlatform(other: Platform): void {
  current = other
}
