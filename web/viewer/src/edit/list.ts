// SPDX-License-Identifier: MIT
// A list of any length in which one item is chosen: only what is seen of it is in the page.
import { element } from '../page/dom.js'

/** Height of an item in pixels; style.css has the same. */
const HEIGHT = 28
const ID = 'input-'
/** Items that are made beyond those that are seen, at each end. */
const BEYOND = 8

export class LongList {
  readonly root: HTMLElement
  private readonly inner = element('div', { attributes: { role: 'presentation' } })
  private count = 0
  private chosen = -1

  constructor(
    label: string,
    /** The parts of an item. */
    private readonly item: (index: number) => readonly (Node | string)[],
    choose: (index: number) => void,
  ) {
    this.root = element('div', { className: 'inputs', tabIndex: 0, attributes: { role: 'listbox' }, aria: { label } }, this.inner)
    this.root.addEventListener('scroll', () => this.draw())
    this.root.addEventListener('click', (event) => {
      const option = (event.target as HTMLElement).closest<HTMLElement>('[role=option]')
      if (option) choose(Number(option.id.slice(ID.length)))
    })
    new ResizeObserver(() => this.draw()).observe(this.root)
  }

  /** Shows so many items, of which one is chosen (-1: none). */
  show(count: number, chosen: number): void {
    this.count = count
    this.chosen = chosen
    this.inner.style.height = `${count * HEIGHT}px`
    const { root } = this
    const top = chosen * HEIGHT
    if (chosen >= 0 && top < root.scrollTop) root.scrollTop = top
    else if (chosen >= 0 && top + HEIGHT > root.scrollTop + root.clientHeight) root.scrollTop = top + HEIGHT - root.clientHeight
    this.draw()
  }

  private draw(): void {
    const { root, count, chosen } = this
    const first = Math.max(0, Math.floor(root.scrollTop / HEIGHT) - BEYOND)
    const end = Math.min(count, Math.ceil((root.scrollTop + root.clientHeight) / HEIGHT) + BEYOND)
    const shown = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    if (chosen >= 0 && chosen < count && (chosen < first || chosen >= end)) shown.push(chosen)
    this.inner.replaceChildren(...shown.map((index) => this.option(index)))
    if (chosen >= 0) root.setAttribute('aria-activedescendant', `${ID}${chosen}`)
    else root.removeAttribute('aria-activedescendant')
  }

  private option(index: number): HTMLElement {
    const made = element(
      'div',
      {
        id: `${ID}${index}`,
        attributes: { role: 'option' },
        aria: { selected: String(index === this.chosen), setsize: String(this.count), posinset: String(index + 1) },
      },
      ...this.item(index),
    )
    made.style.top = `${index * HEIGHT}px`
    return made
  }
}
