// SPDX-License-Identifier: MIT
import { icon, type IconName } from './icons.js'

// Elements made from scripts. Text is only ever set as text: what a file says cannot become markup.

type Properties<K extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[K], 'style' | 'dataset' | 'children' | 'attributes'>
> & {
  readonly aria?: Readonly<Record<string, string>>
  readonly data?: Readonly<Record<string, string>>
  readonly attributes?: Readonly<Record<string, string>>
}

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties<K> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const { aria, data, attributes, ...own } = properties
  const made = document.createElement(name)
  Object.assign(made, own)
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value)
  for (const [key, value] of Object.entries(aria ?? {})) made.setAttribute(`aria-${key}`, value)
  for (const [key, value] of Object.entries(data ?? {})) made.dataset[key] = value
  made.append(...children)
  return made
}

export function button(label: string, symbol: IconName, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', className: 'icon', title: label, aria: { label } }, icon(symbol))
  made.addEventListener('click', press)
  return made
}

/** A list of names and values. */
export function definitions(entries: readonly (readonly [name: string, value: string, title?: string])[]): HTMLDListElement {
  const list = element('dl')
  for (const [name, value, title] of entries) {
    list.append(element('dt', title ? { title } : {}, name), element('dd', { data: { field: name } }, value))
  }
  return list
}

/** Saves bytes as a file of the user's. */
export function download(name: string, data: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([data], { type }))
  element('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
