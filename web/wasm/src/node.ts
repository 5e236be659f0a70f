// SPDX-License-Identifier: MIT
// The package as Node imports it.
import { usePlatform } from './platform.js'
import { node } from './platform-node.js'

usePlatform(node)

export * from './index.js'
