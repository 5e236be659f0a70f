// SPDX-License-Identifier: MIT
// The first panel: what a player asks about a play, with links to the parts that it is about.
import type { Finish, Run } from '../player/events.js'
import { timeText } from '../player/clock.js'
import type { Fact, FactList, Story } from '../scenes/scene.js'
import { texts } from '../texts.js'
import { element } from './dom.js'
import { icon } from './icons.js'

/** Items of a list that are shown at once. */
const MOST = 40

type Demo = ((finish: Finish) => HTMLElement) | null

/** A link that plays a part of the replay. */
function watching(text: string, run: Run, watch: (run: Run) => void): HTMLButtonElement {
  const made = element('button', { type: 'button', className: 'watch', title: texts.player.watch(text) }, icon('play'))
  made.append(element('span', { dir: 'auto' }, text))
  made.addEventListener('click', () => watch(run))
  return made
}

function factList(facts: readonly Fact[], watch: (run: Run) => void): HTMLElement {
  const list = element('dl', { className: 'facts' })
  for (const { name, value, run } of facts) {
    if (value === '') continue
    const shown = element('dd', { dir: 'auto', data: { fact: name } })
    if (run) shown.append(watching(value, run, watch))
    else shown.append(value)
    list.append(element('dt', {}, name), shown)
  }
  return list
}

function itemList({ items }: FactList, watch: (run: Run) => void, demo: Demo): HTMLElement {
  const list = element('ol', { className: 'events' })
  const show = (from: number, to: number): void =>
    list.append(
      ...items.slice(from, to).map(({ text, run, finish }) => {
        if (!run) return element('li', {}, element('span', { className: 'plain', dir: 'auto' }, text))
        const made = watching(text, run, watch)
        made.prepend(element('time', {}, timeText(Math.max(0, run.at ?? run.from))))
        return element('li', {}, made, ...(finish && demo ? [demo(finish)] : []))
      }),
    )
  show(0, MOST)
  if (items.length <= MOST) return list
  const more = element('button', { type: 'button' }, `+ ${items.length - MOST}`)
  more.addEventListener('click', () => {
    more.remove()
    show(MOST, items.length)
  })
  return element('div', {}, list, more)
}

/** `watch`: plays a part of the replay. `demo`: what is beside a finish. */
export function storyOf({ facts, lists = [] }: Story, watch: (run: Run) => void, demo: Demo = null): HTMLElement {
  const made = element('div', { className: 'story' }, factList(facts, watch))
  for (const list of lists) if (list.items.length > 0) made.append(element('h2', {}, list.heading), itemList(list, watch, demo))
  return made
}
