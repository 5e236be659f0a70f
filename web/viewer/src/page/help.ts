// SPDX-License-Identifier: MIT
import { texts } from '../texts.js'
import { element } from './dom.js'

/** The list of keys. */
export function helpDialog(): HTMLDialogElement {
  return element(
    'dialog',
    { aria: { label: texts.help } },
    element('h2', {}, texts.help),
    element('dl', {}, ...texts.keys.flatMap(([key, what]) => [element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)])),
    element('form', { method: 'dialog' }, element('button', { type: 'submit' }, texts.close)),
  )
}
