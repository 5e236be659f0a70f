// SPDX-License-Identifier: MIT
// What the page and the element build alike.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

export const alias = { '@reel-replay/reel': fileURLToPath(new URL('../wasm/dist/index.js', import.meta.url)) }

/** The npm package fetches its module from beside its scripts. The viewer gives the module to its worker, so that code is left out. */
export const withoutFetch: Plugin = {
  name: 'reel-without-fetch',
  enforce: 'pre',
  resolveId: (id, importer) => (id.endsWith('/platform.js') && importer?.includes('/wasm/dist/') ? '\0reel-platform' : null),
  load: (id) =>
    id === '\0reel-platform'
      ? `const absent = () => { throw new Error('the viewer has the module') }
         export const platform = { fetchModule: absent, startWorker: absent, ownerPort: absent }
         export { absent as moduleOf, absent as portOf, absent as usePlatform }`
      : null,
}
