// SPDX-License-Identifier: MIT
// The page has its worker and its module inside.
import type { Own } from '../embed/frame.js'
import { type Host, theModule } from '../replay/host.js'
import ReelWorker from '../replay/worker.js?worker&inline'
import { texts } from '../texts.js'
import { unpackLzma } from './lzma.js'
import { unpack } from './unpack.js'

/** What a data block holds in base64, unpacked if its type says so. */
async function bytesOf(block: HTMLScriptElement): Promise<ArrayBuffer> {
  const text = atob((block.textContent ?? '').trim())
  // A loop: Uint8Array.from takes 70 ms for the module.
  const packed = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) packed[at] = text.charCodeAt(at)
  const unpacker = block.type.endsWith('+packed') && blockOf('reel-unpack')
  if (unpacker) return (await unpack(new Uint8Array(await bytesOf(unpacker)), packed)).buffer
  if (block.type.endsWith('+lzma')) return (await unpackLzma(packed)).buffer
  if (!block.type.endsWith('+gzip')) return packed.buffer
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

function blockOf(id: string): HTMLScriptElement | null {
  const block = document.getElementById(id)
  return block instanceof HTMLScriptElement ? block : null
}

/** The replay that the page has; null if there is none. */
export function replayInPage(): Own | null {
  const block = blockOf('reel-replay')
  const { name, embedders } = block?.dataset ?? {}
  return block && { bytes: () => bytesOf(block), name: name ?? texts.title, embedders: embedders?.split(' ') ?? [] }
}

/** The play that the page is of while it is recorded: where its bytes come from. */
export function liveInPage(): { readonly src: string; readonly name: string } | null {
  const { src, name } = blockOf('reel-live')?.dataset ?? {}
  return src === undefined ? null : { src, name: name ?? texts.title }
}

/** The map that the page has beside its replay; null if there is none. */
export async function mapInPage(): Promise<File | null> {
  const block = blockOf('reel-map')
  return block && new File([await bytesOf(block)], block.dataset.name ?? texts.title)
}

/** The module that makes demos is a third of the whole page, and few need it: it is in the page that `reel view` makes of a recording and its map, or
 * in a file beside the page. */
const DEMO = 'reel-demo.lzma'

async function compileDemo(packed: Blob): Promise<WebAssembly.Module> {
  const { buffer } = await unpackLzma(new Uint8Array(await packed.arrayBuffer()))
  const module = await WebAssembly.compile(buffer)
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'demo_make')) throw new Error(texts.demo.other(DEMO))
  return module
}

async function fetchDemo(): Promise<WebAssembly.Module> {
  const answer = await fetch(new URL(DEMO, location.href))
  if (!answer.ok) throw new Error(`${DEMO}: ${answer.status} ${answer.statusText}`)
  return compileDemo(await answer.blob())
}

export const host: Host = {
  startWorker: () => new ReelWorker(),
  choose: () => Promise.resolve('full'),
  chosen: { name: DEMO, compile: compileDemo },
  async compile(name) {
    if (name === 'demo') {
      const own = blockOf('reel-demo')
      return own ? WebAssembly.compile(await bytesOf(own)) : fetchDemo()
    }
    // The module of the page takes levels, too.
    if (name === 'level') return theModule('full')
    const block = blockOf('reel-module')
    return WebAssembly.compile(await (block ? bytesOf(block) : (await fetch('../wasm/dist/reel-full.wasm')).arrayBuffer()))
  },
}

/** For an element in the page: the page has one style sheet. */
export const styles = (): readonly string[] => [document.querySelector('style')?.textContent ?? '']
