// SPDX-License-Identifier: MIT
// Saves a finish of a DDNet recording as a demo, in a worker of its own, which is stopped to cancel.
import type { Finish } from '../player/events.js'
import { RemoteReplay, ReplayError } from '../replay/client.js'
import { giveModule, theHost } from '../replay/host.js'
import { texts } from '../texts.js'
import { download, element } from './dom.js'

const words = texts.demo

/** What demos of one recording are made of. */
export interface DemoOf {
  readonly recording: Blob
  readonly name: string
  /** The map, once there is one. */
  readonly map: Blob | null
}

/** The player's name and time, in a name that every system accepts. */
function nameOf(recording: string, { name, time_ticks }: Finish): string {
  const stem = recording.replace(/\.(gz|xz|zst)$/i, '').replace(/\.teehistorian$/i, '')
  const who = name.replace(/[^\p{L}\p{N}_.-]+/gu, '_').slice(0, 40)
  return `${stem}-${who}-${(time_ticks / 50).toFixed(2)}.demo`
}

/** The button of a finish, and what came of it. `of` is asked when it is pressed. */
export function demoButton(finish: Finish, of: () => DemoOf): HTMLElement {
  const label = `${words.save}: ${finish.name}`
  const press = element(
    'button',
    { type: 'button', className: 'demo', title: label, aria: { label }, data: { action: 'demo' } },
    words.save,
  )
  const result = element('span', { attributes: { role: 'status' } })
  const root = element('span', { className: 'demo' }, press, result)
  let running: RemoteReplay | null = null
  const idle = (): void => {
    running?.close()
    running = null
    press.textContent = words.save
  }
  const run = async (): Promise<void> => {
    const { recording, name, map } = of()
    if (!map) return result.replaceChildren(element('span', { className: 'dim' }, words.map))
    press.textContent = words.cancel
    result.replaceChildren(words.loading)
    const remote = (running = RemoteReplay.bare())
    remote.onprogress = (share) => running === remote && result.replaceChildren(words.working(share))
    let loaded = false
    try {
      await remote.give('demo')
      if (running !== remote) return
      loaded = true
      const bytes = await remote.call('demo', recording, map, finish)
      if (running !== remote) return
      const file = nameOf(name, finish)
      download(file, bytes, 'application/octet-stream')
      result.replaceChildren(words.saved(file))
    } catch (error) {
      if (running !== remote) return
      result.replaceChildren(...(loaded ? [failed(error)] : missing(error)))
    }
    idle()
  }
  const failed = (error: unknown): HTMLElement => {
    const message = error instanceof Error ? error.message : String(error)
    const rule = error instanceof ReplayError ? error.failure.rule : ''
    return element('span', { className: 'notice error', attributes: { role: 'alert' } }, rule ? `${message} (${rule})` : message)
  }
  // A page that was opened from a folder may not read what is beside it; its user may.
  const missing = (error: unknown): HTMLElement[] => {
    const { chosen } = theHost()
    if (!chosen) return [failed(error)]
    const input = element('input', { type: 'file', hidden: true, data: { module: 'demo' } })
    const choose = element('button', { type: 'button' }, words.choose(chosen.name))
    choose.addEventListener('click', () => input.click())
    input.addEventListener('change', () => {
      const [file] = input.files ?? []
      if (!file) return
      const taken = (module: WebAssembly.Module): Promise<void> => (giveModule('demo', module), run())
      void chosen.compile(file).then(taken, () => result.prepend(words.other(file.name)))
    })
    return [failed(words.missing(chosen.name)), choose, input]
  }
  press.addEventListener('click', () => {
    if (running) {
      idle()
      result.replaceChildren(words.cancelled)
    } else void run()
  })
  return root
}
