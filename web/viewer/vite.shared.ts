// SPDX-License-Identifier: MIT
// What the page and the element build alike.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Names of modules. `@host` is where the worker, the module and the style sheets come from: the page's, or those of the element. */
export const aliasOf = (host: 'page' | 'element'): Record<string, string> => ({
  '@reel-replay/reel': here('../wasm/dist/index.js'),
  '@host': here(`src/${host}/host.ts`),
})

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

/** Lists the npm packages whose code or styles are in what is built, the worker included, in .work/packages-HOST.json. */
export function packageList(host: 'page' | 'element'): Plugin {
  const names = new Set<string>()
  return {
    name: 'reel-packages',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((item) => (item.type === 'chunk' ? Object.entries(item.modules) : []))
      for (const [id, { renderedLength }] of modules) {
        const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? /^\0(vite)\//.exec(id)?.[1]
        if (name && (renderedLength > 0 || /\.css(\?|$)/.test(id))) names.add(name)
      }
      // The worker is built within the build of the scripts, whose list is the last that is written.
      mkdirSync(here('.work'), { recursive: true })
      writeFileSync(here(`.work/packages-${host}.json`), `${JSON.stringify([...names].sort())}\n`)
    },
  }
}
