// SPDX-License-Identifier: MIT
// The script of a worker in a browser.
import { serve } from './serve.js'

serve()
