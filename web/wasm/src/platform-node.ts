// SPDX-License-Identifier: MIT
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parentPort, Worker as Thread } from 'node:worker_threads'
import { fail } from './errors.js'
import type { Platform } from './platform.js'

/** A file, piece by piece. An error of the system is the `cause` of a ReelError. */
async function* readPath(path: string | URL): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) yield piece as Uint8Array
  } catch (error) {
    const { message } = error as Error
    throw fail('io', 'file.open', message.includes(String(path)) ? message : `${String(path)}: ${message}`, { cause: error })
  }
}

const modules = {
  read: new URL('./reel.wasm', import.meta.url),
  full: new URL('./reel-full.wasm', import.meta.url),
  level: new URL('./reel-level.wasm', import.meta.url),
  demo: new URL('./reel-demo.wasm', import.meta.url),
}

export const node: Platform = {
  fetchModule: async (kind) => WebAssembly.compile(await readFile(modules[kind])),
  readPath,
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
