// SPDX-License-Identifier: MIT
// The files that were opened last: whether they are kept, which there are, and deleting one or all.
import { KEPT, type Recent, type RecentFiles } from '../player/recent.js'
import { formatBytes, formatDate, texts } from '../texts.js'
import { button, element } from './dom.js'

const words = texts.recent

export class RecentDialog {
  readonly root = element('dialog', { className: 'recent', aria: { label: words.heading } })
  private readonly wanted = element('input', { type: 'checkbox', name: 'wanted' })
  private readonly list = element('ol')
  private readonly clear = element('button', { type: 'button', name: 'clear' }, words.clear)
  private readonly state = element('p', { className: 'dim', attributes: { role: 'status' } })

  /** `open`: opens a file again. */
  constructor(
    private readonly recent: RecentFiles,
    private readonly open: (file: Blob, name: string) => void,
  ) {
    this.root.append(
      element('h2', {}, words.heading),
      element('label', {}, this.wanted, ' ', words.keep),
      element('p', { className: 'dim' }, words.about(KEPT.files, formatBytes(KEPT.bytes))),
      this.list,
      this.state,
      element('form', { method: 'dialog' }, this.clear, ' ', element('button', { type: 'submit' }, texts.close)),
    )
    this.wanted.addEventListener('change', () => this.run(() => recent.want(this.wanted.checked)))
    // Off deletes all, on begins anew.
    this.clear.addEventListener('click', () =>
      this.run(async () => {
        await recent.want(false)
        await recent.want(true)
      }),
    )
  }

  show(): void {
    this.root.showModal()
    this.run(() => Promise.resolve())
  }

  private run(change: () => Promise<void>): void {
    const done = async (): Promise<void> => {
      await change()
      await this.fill()
    }
    this.state.textContent = ''
    done().catch((error: unknown) => {
      this.wanted.checked = this.recent.wanted
      this.state.textContent = words.failed(error instanceof Error ? error.message : String(error))
    })
  }

  private async fill(): Promise<void> {
    this.wanted.checked = this.recent.wanted
    const files = await this.recent.list()
    this.clear.hidden = files.length === 0
    this.list.replaceChildren(...files.map((file) => this.entry(file)))
  }

  private entry(file: Recent): HTMLLIElement {
    const { id, name, size, opened } = file
    const again = element('button', { type: 'button', dir: 'auto' }, name)
    again.addEventListener('click', () =>
      this.run(async () => {
        const kept = await this.recent.read(id)
        if (!kept) return
        this.root.close()
        this.open(kept, name)
      }),
    )
    const forget = button(words.forget(name), 'close', () => this.run(() => this.recent.remove(id)))
    return element('li', {}, again, element('span', { className: 'dim' }, ` ${formatBytes(size)}, ${formatDate(opened)} `), forget)
  }
}
