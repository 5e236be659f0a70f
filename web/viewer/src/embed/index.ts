// SPDX-License-Identifier: MIT
// embed.html of the npm package: the element as the content of an iframe.
import '../element/index.js'
import { startFrame } from './frame.js'

startFrame(document.body, document.createElement('reel-viewer'), null)
