// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises'
import { parentPort, Worker as Thread } from 'node:worker_threads'
import type { Port } from './platform-web.js'

export { portOf, type Port } from './platform-web.js'

/** @internal */
export async function fetchModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('./reel.wasm', import.meta.url)))
}

/** @internal */
export function startWorker(): Port {
  const thread = new Thread(new URL('./worker.js', import.meta.url))
  return {
    post: (message, transfer) => {
      thread.postMessage(message, transfer)
    },
    listen: (message, failure) => {
      thread.on('message', message)
      thread.on('error', failure)
    },
    terminate: () => {
      void thread.terminate()
    },
  }
}

/** @internal */
export function ownerPort(): Port {
  const port = parentPort
  if (!port) throw new Error('worker.js runs in a worker only')
  return {
    post: (message, transfer) => {
      port.postMessage(message, transfer)
    },
    listen: (message) => {
      port.on('message', message)
    },
    terminate: () => {
      port.close()
    },
  }
}
