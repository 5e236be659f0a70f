// SPDX-License-Identifier: MIT
// The examples of the element's README, each built by vite as its framework asks for it, in a folder with nothing else.
//
//   node test/browser/frameworks.mjs     the last line is "N passed, N failed, N skipped"
//
// REEL_CHROMIUM  the browser, by default /usr/bin/chromium
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bsor } from './files.mjs'
import { browser, finish, problems, test } from './tab.mjs'

const here = fileURLToPath(new URL('../../', import.meta.url))
const work = join(here, '.work/frameworks')
const readme = readFileSync(join(here, 'package/README.md'), 'utf8')
const example = (language) => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(readme)[1]
const packages = ['react@19', 'react-dom@19', 'vue@3', '@vitejs/plugin-vue@5', 'svelte@5', '@sveltejs/vite-plugin-svelte@5', 'vite@6']
const heard = '(detail) => (document.title = `${detail.format} ${detail.name}`)'

const frameworks = {
  plain: {
    files: {
      'main.js': `import '@reel-replay/viewer'
        document.body.innerHTML = ${JSON.stringify(example('html').split('\n')[1])}
        document.querySelector('reel-viewer').addEventListener('ready', ({ detail }) => (${heard})(detail))`,
    },
    plugin: '[]',
  },
  react: {
    files: {
      'play.jsx': example('jsx'),
      'main.js': `import { createElement } from 'react'
        import { createRoot } from 'react-dom/client'
        import { Play } from './play.jsx'
        createRoot(document.body).render(createElement(Play, { src: '/play.bsor', onReady: ${heard} }))`,
    },
    plugin: '[]',
  },
  vue: {
    files: {
      'play.vue': example('vue'),
      'main.js': `import { createApp, h } from 'vue'
        import Play from './play.vue'
        createApp({ render: () => h(Play, { src: '/play.bsor', onReady: ${heard} }) }).mount(document.body)`,
    },
    plugin: `[(await import('@vitejs/plugin-vue')).default({ template: { compilerOptions: { isCustomElement: (name) => name.includes('-') } } })]`,
  },
  svelte: {
    files: {
      'play.svelte': example('svelte'),
      'main.js': `import { mount } from 'svelte'
        import Play from './play.svelte'
        mount(Play, { target: document.body, props: { src: '/play.bsor', onready: ${heard} } })`,
    },
    plugin: `[(await import('@sveltejs/vite-plugin-svelte')).svelte()]`,
  },
}

rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
writeFileSync(join(work, 'package.json'), '{ "private": true, "type": "module" }\n')
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--install-links', ...packages, join(here, 'package')], {
  cwd: work,
})
// A page that is made in Node imports the element, too, and gets none.
execFileSync('node', ['--input-type=module', '-e', "import '@reel-replay/viewer'"], { cwd: work })

const { build, preview } = await import(pathToFileURL(join(work, 'node_modules/vite/dist/node/index.js')).href)
for (const [name, { files, plugin }] of Object.entries(frameworks)) {
  await test(`the example for ${name}`, async () => {
    const root = join(work, name)
    mkdirSync(join(root, 'public'), { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
    writeFileSync(join(root, 'public/play.bsor'), bsor())
    writeFileSync(
      join(root, 'index.html'),
      '<!doctype html><title>test</title><link rel="icon" href="data:,"><body><script type="module" src="/main.js"></script></body>',
    )
    writeFileSync(join(root, 'vite.config.js'), `export default { plugins: ${plugin}, esbuild: { jsx: 'automatic' } }\n`)
    await build({ root, logLevel: 'warn' })
    const server = await preview({ root, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' })
    try {
      const tab = await browser.newPage()
      tab.on('pageerror', (error) => problems.push(String(error)))
      tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      await tab.goto(server.resolvedUrls.local[0])
      await tab.waitForFunction(() => document.title === 'bsor play.bsor', null, { timeout: 300_000 })
      assert.ok(await tab.isVisible('reel-viewer .controls'))
      await tab.close()
    } finally {
      await server.close()
    }
  })
}
await finish()
