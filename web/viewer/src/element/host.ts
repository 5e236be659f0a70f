// SPDX-License-Identifier: MIT
// The element loads its worker and the module from beside its script, when the first replay is opened.
import plotStyle from 'uplot/dist/uPlot.min.css?inline'
import moduleUrl from '../../../wasm/dist/reel-full.wasm?url'
import type { Host } from '../replay/host.js'
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

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(moduleUrl)
  if (!answer.ok) throw new Error(`${moduleUrl}: ${answer.status} ${answer.statusText}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

export const host: Host = { startWorker, compile }

/** The style sheets that it shares with the page. */
export const styles = (): readonly string[] => [plotStyle, style]
