// SPDX-License-Identifier: MIT
/** @internal What a worker and its owner use of each other. */
export interface Port {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void
  /** Sets the receivers of messages, and of failures that have no message. */
  listen(message: (data: unknown) => void, failure: (error: Error) => void): void
  terminate(): void
}

/** @internal The module as it stands beside this file. */
export async function fetchModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(new URL('./reel.wasm', import.meta.url)))
}

/** @internal */
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

/** @internal */
export function startWorker(): Port {
  return portOf(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }))
}

/** @internal The port to the owner, in a worker. */
export function ownerPort(): Port {
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
}

interface DedicatedWorker {
  postMessage(message: unknown, transfer: Transferable[]): void
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  close(): void
}
