// SPDX-License-Identifier: MIT
// The examples of README.md, as one module: each runs, and prints what its comment says. web/test.sh runs the same module beside the
// installed package.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { golden, root } from './files.js'

const home = join(root, 'web/wasm')
const target = join(home, '.build/readme.mjs')

function examples(): string {
  const code = [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)]
    .map((block) => block[1] ?? '')
    .join('\n')
  const imports = code.match(/^import .*$/gm) ?? []
  const body = code
    .replace(/^import .*$/gm, '')
    .replace(/console\.log\((.*)\) \/\/ (.*)$/gm, (_, args: string, text: string) => `check(${JSON.stringify(text)}, ${args})`)
  return `import assert from 'node:assert/strict'
${imports.join('\n')}
const file = new Blob([Buffer.from('${Buffer.from(golden('bsor/golden/full.bsor')).toString('base64')}', 'base64')])
let checked = 0
function check(expected, ...values) {
  assert.equal(values.join(' '), expected)
  checked++
}
${body}
export { checked }
`
}

test('the examples of the README print what they say', async () => {
  mkdirSync(join(home, '.build'), { recursive: true })
  writeFileSync(target, examples())
  const { checked } = (await import(pathToFileURL(target).href)) as { checked: number }
  const comments = readFileSync(target, 'utf8').match(/^.*check\("/gm)?.length
  assert.ok(checked > 15)
  assert.equal(checked, comments)
})
