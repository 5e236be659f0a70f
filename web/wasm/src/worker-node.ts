// SPDX-License-Identifier: MIT
import { usePlatform } from './platform.js'
import { node } from './platform-node.js'
import { serve } from './serve.js'

usePlatform(node)
serve()
