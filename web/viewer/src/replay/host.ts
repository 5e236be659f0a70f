// SPDX-License-Identifier: MIT
// Where a replay's worker and the WebAssembly modules come from: the page has both inside, the element loads them from beside its script.
import type { ModuleName } from './protocol.js'

export interface Host {
  startWorker(): Worker
  /** The module that a file is opened with: that of a game, if its first bytes show it, or the whole one. */
  choose(file: Blob): Promise<ModuleName>
  /** Called once for each module, however many replays are opened. */
  compile(name: ModuleName): Promise<WebAssembly.Module>
  /** Where people find the module that makes demos, if it cannot be loaded: its name, and what compiles the file that they choose. */
  readonly chosen?: { readonly name: string; compile(file: Blob): Promise<WebAssembly.Module> }
}

let host: Host | undefined
const modules = new Map<ModuleName, Promise<WebAssembly.Module>>()

export function useHost(given: Host): void {
  host = given
}

export function theHost(): Host {
  if (!host) throw new Error('no host')
  return host
}

/** Takes a module that people chose. */
export function giveModule(name: ModuleName, module: WebAssembly.Module): void {
  modules.set(name, Promise.resolve(module))
}

/** A module, compiled once for all replays. If that failed, the next call tries again. */
export function theModule(name: ModuleName): Promise<WebAssembly.Module> {
  const known =
    modules.get(name) ??
    theHost()
      .compile(name)
      .catch((error: unknown) => {
        modules.delete(name)
        throw error
      })
  modules.set(name, known)
  return known
}
