// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises'
import { parentPort, Worker as Thread } from 'node:worker_threads'
import type { Platform } from './platform.js'

export const node: Platform = {
  fetchModule: async (kind) =>
    WebAssembly.compile(
      await readFile(kind === 'read' ? new URL('./reel.wasm', import.meta.url) : new URL('./reel-full.wasm', import.meta.url)),
    ),
  startWorker: () => {
    const thread = new Thread(new URL('./worker-node.js', import.meta.url))
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
  },
  ownerPort: () => {
    const port = parentPort
    if (!port) throw new Error('this script runs in a worker only')
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
  },
}
