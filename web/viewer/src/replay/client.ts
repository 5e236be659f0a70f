// SPDX-License-Identifier: MIT
import type { Answer, Calls, Failure, Given, ModuleName, Needs } from './protocol.js'
import { theHost, theModule } from './host.js'
import { Rows } from './rows.js'

/** Why a file could not be opened or a request not be answered. */
export class ReplayError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

/** A replay in a worker of its own. A failure of the worker ends only this replay. */
export class RemoteReplay {
  private readonly worker = theHost().startWorker()
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  /** Told how much of a long file was read, 0 to 1. */
  onprogress: (share: number) => void = () => undefined
  private last = 0
  /** Why the worker answers nothing any more. */
  private stopped: ReplayError | undefined

  private constructor() {
    this.worker.onmessage = (event: MessageEvent<Answer>) => {
      const { data } = event
      if ('progress' in data) return this.onprogress(data.progress)
      if ('need' in data) return void this.give(data.need).catch((error: unknown) => this.post({ name: data.need, module: String(error) }))
      const call = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('failure' in data) call?.reject(new ReplayError(data.failure))
      else call?.resolve(data.result)
    }
    this.worker.onerror = (event) => {
      const error = new ReplayError({
        status: 'trap',
        rule: 'viewer.worker',
        section: '',
        offset: 0,
        message: event.message || 'the worker stopped',
      })
      this.stopped = error
      for (const call of this.waiting.values()) call.reject(error)
      this.waiting.clear()
    }
  }

  private post(given: Given): void {
    this.worker.postMessage(given)
  }

  /** Gives the worker a module. */
  async give(name: ModuleName): Promise<void> {
    this.post({ name, module: await theModule(name) })
  }

  /** Starts a worker without a module, which it has to be given first. */
  static bare(): RemoteReplay {
    return new RemoteReplay()
  }

  /** Starts a worker with the module for a file. */
  static async start(file: Blob): Promise<RemoteReplay> {
    const remote = new RemoteReplay()
    try {
      await remote.give(await theHost().choose(file))
      return remote
    } catch (error) {
      remote.close()
      throw error
    }
  }

  call<K extends keyof Calls>(call: K, ...given: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return new Promise((resolve, reject) => {
      if (this.stopped) return reject(this.stopped)
      const id = ++this.last
      this.waiting.set(id, { resolve: resolve, reject })
      this.worker.postMessage({ id, call, arguments: given })
    })
  }

  async rows(needs: Needs): Promise<ReadonlyMap<string, Rows>> {
    return rowsOf(await this.call('columns', needs))
  }

  async window(needs: Needs, from: number, to: number): Promise<ReadonlyMap<string, Rows>> {
    return rowsOf(await this.call('window', needs, from, to))
  }

  close(): void {
    this.worker.terminate()
  }
}

export function rowsOf(found: ReturnType<Calls['columns']>): ReadonlyMap<string, Rows> {
  return new Map(Object.entries(found).map(([name, { length, columns }]) => [name, new Rows(length, new Map(Object.entries(columns)))]))
}
