// SPDX-License-Identifier: MIT
// Where a replay's worker and the WebAssembly module come from: the page has both inside, the element loads them from beside its script.

export interface Host {
  startWorker(): Worker
  /** Called once, however many replays are opened. */
  compile(): Promise<WebAssembly.Module>
}

let host: Host | undefined
let module: Promise<WebAssembly.Module> | undefined

export function useHost(given: Host): void {
  host = given
}

export function theHost(): Host {
  if (!host) throw new Error('no host')
  return host
}

/** The module, compiled once for all replays. If that failed, the next call tries again. */
export function theModule(): Promise<WebAssembly.Module> {
  module ??= theHost()
    .compile()
    .catch((error: unknown) => {
      module = undefined
      throw error
    })
  return module
}
