// SPDX-License-Identifier: MIT
// Builds dist/index.html: the page with its script, its style, its worker and the WebAssembly module, and nothing beside it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { aliasOf, packageList, withoutFetch } from './vite.shared.js'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The module as src/page/lzma.ts unpacks it. xz does not write the size into the header, as it also packs what has no end yet. */
function packedModule(path = '../wasm/page/reel-page.wasm'): Buffer {
  const file = here(path)
  // No byte of the module is at a place that matters, so that positions are not part of the context (pb=0).
  const packed = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,dict=4MiB,lc=4,pb=0', '--stdout', file], { maxBuffer: 1 << 28 })
  packed.writeBigUInt64LE(BigInt(statSync(file).size), 5)
  return packed
}

/** Puts script, style and module into the page, with a policy that allows these and nothing else. */
const oneFile: Plugin = {
  name: 'reel-one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('no index.html in the bundle')
    let script = ''
    let style = ''
    for (const [name, item] of Object.entries(bundle)) {
      // A module of the page itself is preloaded by nothing.
      if (item.type === 'chunk') script += item.code.replaceAll('</script', '<\\/script').replaceAll('__VITE_PRELOAD__', '[]')
      else if (name.endsWith('.css')) style += String(item.source)
      else continue
      Reflect.deleteProperty(bundle, name)
    }
    const module = packedModule().toString('base64')
    // A worker is a blob that the page makes. Styles: the page sets single properties from scripts, which needs no permission.
    const policy = [
      "default-src 'none'",
      `script-src ${hash(script)} 'wasm-unsafe-eval'`,
      `style-src ${hash(style)}`,
      'worker-src blob: data:',
      'img-src blob: data:',
      'media-src blob:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ')
    // What makes demos of DDNet recordings is beside the page: src/page/host.ts.
    this.emitFile({ type: 'asset', fileName: 'reel-demo.lzma', source: packedModule('../wasm/dist/reel-demo.wasm') })
    page.source = String(page.source)
      .replace(/<script type="module"[^>]*><\/script>/, '')
      .replace(/<link rel="stylesheet"[^>]*>/, '')
      .replace('<!-- policy -->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
      .replace('<!-- style -->', () => `<style>${style}</style>`)
      .replace(
        '<!-- script -->',
        () => `<script type="application/wasm+lzma" id="reel-module">${module}</script>\n    <script type="module">${script}</script>`,
      )
  },
}

/** The module of the page reads no demos and no ghosts, so that it has no use for what draws them. */
const withoutDemos: Plugin = {
  name: 'reel-without-demos',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id, importer) => (id === './teedemo.js' && importer?.endsWith('/ddnet.ts') ? here('src/scenes/nodemo.ts') : null),
}

const packages = packageList('page')

export default defineConfig({
  base: './',
  resolve: { alias: aliasOf('page') },
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // 6,000 bytes less by gzip than esbuild's.
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 }, format: { comments: /^!/ } },
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  worker: { format: 'iife', plugins: () => [withoutFetch, packages] },
  plugins: [withoutFetch, withoutDemos, packages, oneFile],
})
