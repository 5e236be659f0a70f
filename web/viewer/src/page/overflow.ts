// SPDX-License-Identifier: MIT
// One row of controls: those that the row has no room for are in a menu.
import { texts } from '../texts.js'
import { button, element } from './dom.js'

export class Overflow {
  private readonly bar = element('div', { className: 'bar' })
  private readonly menu = element('div', {
    className: 'menu',
    hidden: true,
    attributes: { role: 'group' },
    aria: { label: texts.player.more },
  })
  private readonly more = button(texts.player.more, 'more', () => this.show(this.menu.hidden))
  private width = 0

  /** `groups`: in the order in which they are shown; `leaving`: in the order in which they leave the row. `last` stays at its end. */
  constructor(
    private readonly root: HTMLElement,
    private readonly groups: readonly HTMLElement[],
    private readonly leaving: readonly HTMLElement[],
    last: HTMLElement,
  ) {
    this.bar.append(...groups, this.more, last)
    root.append(this.bar, this.menu)
    this.show(false)
    // Names of cameras and times may need more room later.
    const sizes = new ResizeObserver(() => {
      const { clientWidth, scrollWidth } = this.bar
      if (clientWidth !== this.width || scrollWidth > clientWidth) this.fit()
    })
    for (const part of [this.bar, ...groups]) sizes.observe(part)
    root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.menu.hidden) return
      event.stopPropagation()
      this.show(false)
      this.more.focus()
    })
    // Whatever else is pressed closes it; the listener is there only as long as it is open.
    root.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && relatedTarget.closest('dialog') === null && !root.contains(relatedTarget))
        this.show(false)
    })
  }

  private readonly outside = (event: Event): void => {
    if (!event.composedPath().includes(this.root)) this.show(false)
  }

  private show(shown: boolean): void {
    this.menu.hidden = !shown
    this.more.setAttribute('aria-expanded', String(shown))
    if (shown) document.addEventListener('pointerdown', this.outside)
    else document.removeEventListener('pointerdown', this.outside)
  }

  /** Puts into the row what it has room for. */
  fit(): void {
    const { bar, menu, more, groups } = this
    this.width = bar.clientWidth
    if (this.width === 0) return
    const focused = (this.root.getRootNode() as Document | ShadowRoot).activeElement
    const inside = new Set<HTMLElement>()
    const arrange = (): void => {
      more.before(...groups.filter((group) => !inside.has(group)))
      more.hidden = inside.size === 0
    }
    arrange()
    for (const group of this.leaving) {
      if (bar.scrollWidth <= bar.clientWidth) break
      if (group.hidden) continue
      inside.add(group)
      group.remove()
      more.hidden = false
    }
    menu.replaceChildren(...groups.filter((group) => inside.has(group)))
    if (inside.size === 0) this.show(false)
    // What is moved loses the focus.
    if (!(focused instanceof HTMLElement) || !this.root.contains(focused)) return
    if (menu.contains(focused) && menu.hidden) more.focus()
    else focused.focus()
  }
}
