// SPDX-License-Identifier: MIT
// Builds the npm package @reel-replay/viewer in package/: the element and its types. The package in web/wasm must be built.
//
//   node scripts/element.mjs
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))
const run = (tool, ...args) => execFileSync(join(here, 'node_modules/.bin', tool), args, { cwd: here, stdio: 'inherit' })

run('vite', 'build', '--config', 'vite.element.config.ts', '--logLevel', 'warn')
run('tsc', '-p', 'tsconfig.element.json')
for (const name of ['index', 'element', 'types'])
  copyFileSync(join(here, `.work/types/element/${name}.d.ts`), join(here, `package/dist/${name}.d.ts`))
copyFileSync(join(here, '../../LICENSE'), join(here, 'package/LICENSE'))
