// SPDX-License-Identifier: MIT
// The list of replays that were opened together, and the buttons for the one before and the one after.
import { type Item, MOST_ITEMS, Playlist } from '../player/playlist.js'
import { texts } from '../texts.js'
import { element } from './dom.js'

export class PlaylistBar {
  readonly root = element('span', { className: 'playlist', hidden: true })
  private list: Playlist | null = null
  private readonly choice = element('select', { aria: { label: texts.playlist.label } })
  private readonly before = element('button', { type: 'button', title: texts.playlist.before, aria: { label: texts.playlist.before } }, '‹')
  private readonly after = element('button', { type: 'button', title: texts.playlist.after, aria: { label: texts.playlist.after } }, '›')

  /** `open`: shows an item. `mayLeave`: whether another one may take the place of what is shown. */
  constructor(
    private readonly open: (item: Item) => void,
    private readonly mayLeave: () => boolean,
  ) {
    this.root.append(this.before, this.choice, this.after)
    this.before.addEventListener('click', () => this.step(-1))
    this.after.addEventListener('click', () => this.step(1))
    this.choice.addEventListener('change', () => this.leave(this.choice.selectedIndex))
  }

  /** Shows the first of some items; null ends the list. */
  show(items: readonly Item[] | null): void {
    const list = items ? new Playlist(items.slice(0, MOST_ITEMS)) : null
    this.list = list
    this.root.hidden = list === null
    this.choice.replaceChildren(
      ...(list?.items ?? []).map(({ name }, index) => element('option', {}, texts.playlist.item(index + 1, list!.items.length, name))),
    )
    if (list) this.go(0)
  }

  /** Page Up and Page Down, unless the element that has the focus uses them. */
  press(event: KeyboardEvent): boolean {
    const direction = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0
    if (!this.list || direction === 0 || event.target instanceof HTMLSelectElement) return false
    event.preventDefault()
    this.step(direction)
    return true
  }

  private step(direction: -1 | 1): void {
    if (this.list?.items[this.list.index + direction]) this.leave(this.list.index + direction)
  }

  private leave(index: number): void {
    if (this.mayLeave()) this.go(index)
    else if (this.list) this.choice.selectedIndex = this.list.index
  }

  private go(index: number): void {
    const { list } = this
    if (!list?.go(index)) return
    this.choice.selectedIndex = index
    this.before.disabled = index === 0
    this.after.disabled = index === list.items.length - 1
    this.open(list.item)
  }
}
