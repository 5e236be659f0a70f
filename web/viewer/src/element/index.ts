// SPDX-License-Identifier: MIT
import { ReelViewerElement } from './element.js'

export { ReelViewerElement } from './element.js'
export type * from './types.js'

/** In Node there are no elements; a page that was made there gets them in the browser. */
if (typeof customElements !== 'undefined' && !customElements.get('reel-viewer')) customElements.define('reel-viewer', ReelViewerElement)
