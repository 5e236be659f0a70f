// SPDX-License-Identifier: MIT
// The element loads its worker and the module from beside its script, when the first replay is opened.
import { gameOf, HEAD_BYTES } from '../../../wasm/dist/game.js'
import beatsaber from '../../../wasm/dist/reel-beatsaber.wasm?url'
import ddnet from '../../../wasm/dist/reel-ddnet.wasm?url'
import echo from '../../../wasm/dist/reel-echo.wasm?url'
import demo from '../../../wasm/dist/reel-demo.wasm?url'
import full from '../../../wasm/dist/reel-full.wasm?url'
import level from '../../../wasm/dist/reel-level.wasm?url'
import geometrydash from '../../../wasm/dist/reel-geometrydash.wasm?url'
import type { Host } from '../replay/host.js'
import type { ModuleName } from '../replay/protocol.js'
import workerUrl from '../replay/worker.js?worker&url'
import style from '../style.css?inline'

/** Browsers start workers of the page's own origin only; one of another origin may import the script. */
function startWorker(): Worker {
  if (new URL(workerUrl, location.href).origin === location.origin) return new Worker(workerUrl, { type: 'module' })
  const script = URL.createObjectURL(new Blob([`import ${JSON.stringify(workerUrl)}`], { type: 'text/javascript' }))
  const worker = new Worker(script, { type: 'module' })
  setTimeout(() => URL.revokeObjectURL(script), 60_000)
  return worker
}

const urls: Readonly<Record<ModuleName, string>> = { beatsaber, ddnet, demo, echo, full, geometrydash, level }

async function choose(file: Blob): Promise<ModuleName> {
  return gameOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())) ?? 'full'
}

async function compile(name: ModuleName): Promise<WebAssembly.Module> {
  const url = urls[name]
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

export const host: Host = { startWorker, choose, compile }

/** The style sheets that it shares with the page. */
export const styles = (): readonly string[] => [style]
