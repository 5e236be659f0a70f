// SPDX-License-Identifier: MIT
// Builds the npm package @reel-replay/viewer in package/: the element, its types, and the licences of what is in it. The package in web/wasm
// must be built.
//
//   node scripts/element.mjs
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))
const run = (tool, ...args) => execFileSync(join(here, 'node_modules/.bin', tool), args, { cwd: here, stdio: 'inherit' })

run('vite', 'build', '--config', 'vite.element.config.ts', '--logLevel', 'warn')
run('tsc', '-p', 'tsconfig.element.json')
for (const name of ['index', 'element', 'types'])
  copyFileSync(join(here, `.work/types/element/${name}.d.ts`), join(here, `package/dist/${name}.d.ts`))
copyFileSync(join(here, '../../LICENSE'), join(here, 'package/LICENSE'))
const own = JSON.parse(readFileSync(join(here, '.work/packages-element.json'), 'utf8')).map((name) => {
  const folder = join(here, 'node_modules', name)
  const { author, license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!['MIT', 'MPL-2.0', 'Unlicense'].includes(license)) throw new Error(`${name}: the licence is ${license}; look at what it asks for`)
  const whole = ['LICENSE', 'LICENSE.md', 'license', 'UNLICENSE'].map((file) => readText(join(folder, file))).find(Boolean)
  // What vite itself is made of does not become part of the scripts.
  const text = whole?.split('# Licenses of bundled dependencies')[0]
  // The MPL asks where the source is.
  const source = license === 'MPL-2.0' ? `Its source is the package ${name} ${version} of npm, unchanged.\n\n` : ''
  return `${name}\n\n${source}${text ?? `${license}, ${typeof author === 'string' ? author : author?.name}`}`
})
const library = readFileSync(join(here, '../wasm/THIRD_PARTY'), 'utf8')
writeFileSync(join(here, 'package/THIRD_PARTY'), `${library}\n----\n\nThe scripts contain these works.\n\n${own.join('\n----\n\n')}\n`)

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
