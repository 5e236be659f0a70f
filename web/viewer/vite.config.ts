// SPDX-License-Identifier: MIT
// Builds dist/index.html: the page with its script, its style, its worker and the WebAssembly module, and nothing beside it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { pack } from './scripts/pack.mjs'
import { unpack } from './src/page/unpack.js'
import { aliasOf, packageList, withoutFetch } from './vite.shared.js'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What makes demos as src/page/lzma.ts unpacks it. xz does not write the size into the header, as it also packs what has no end yet. */
function packedDemo(): Buffer {
  const file = here('../wasm/dist/reel-demo.wasm')
  // No byte of the module is at a place that matters, so that positions are not part of the context (pb=0).
  const packed = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,dict=4MiB,lc=4,pb=0', '--stdout', file], { maxBuffer: 1 << 28 })
  packed.writeBigUInt64LE(BigInt(statSync(file).size), 5)
  return packed
}

/** The module, packed by a model of WebAssembly: a fifth smaller than by LZMA. What does not come back is not built. */
async function packedModule(unpacker: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const module = readFileSync(here('../wasm/page/reel-page.wasm'))
  const packed = await pack(readFileSync(here('../wasm/page/reel-pack.wasm')), module)
  if (!module.equals(await unpack(unpacker, packed))) throw new Error('the packed module is another one')
  return packed
}

/** Puts script, style and module into the page, with a policy that allows these and nothing else. */
const oneFile: Plugin = {
  name: 'reel-one-file',
  enforce: 'post',
  async generateBundle(_, bundle) {
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
    const unpacker = Buffer.from(readFileSync(here('../wasm/page/reel-unpack.wasm')))
    const module = (await packedModule(unpacker)).toString('base64')
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
    this.emitFile({ type: 'asset', fileName: 'reel-demo.lzma', source: packedDemo() })
    page.source = String(page.source)
      .replace(/<script type="module"[^>]*><\/script>/, '')
      .replace(/<link rel="stylesheet"[^>]*>/, '')
      .replace('<!-- policy -->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
      .replace('<!-- style -->', () => `<style>${style}</style>`)
      .replace(
        '<!-- script -->',
        () =>
          `<script type="application/wasm" id="reel-unpack">${unpacker.toString('base64')}</script>
    <script type="application/wasm+packed" id="reel-module">${module}</script>\n    <script type="module">${script}</script>`,
      )
  },
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
  plugins: [withoutFetch, packages, oneFile],
})
