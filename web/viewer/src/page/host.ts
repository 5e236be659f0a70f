// SPDX-License-Identifier: MIT
// The page has its worker and its module inside.
import type { Host } from '../replay/host.js'
import ReelWorker from '../replay/worker.js?worker&inline'

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

export const pageHost: Host = {
  startWorker: () => new ReelWorker(),
  async compile() {
    const bytes = await bytesInPage('reel-module')
    return WebAssembly.compile(bytes ?? (await (await fetch('../wasm/dist/reel-full.wasm')).arrayBuffer()))
  },
}
