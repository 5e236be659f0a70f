// SPDX-License-Identifier: MIT
// Builds package/dist: the element <reel-viewer> as modules, which load each other when they are needed.
import { defineConfig } from 'vite'
import { aliasOf, packageList, withoutFetch } from './vite.shared.js'

const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' }

const packages = packageList('element')

export default defineConfig({
  base: './',
  resolve: { alias: aliasOf('element') },
  build: {
    target: 'es2022',
    outDir: 'package/dist',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      input: { 'reel-viewer': 'src/element/index.ts', embed: 'src/embed/index.ts' },
      preserveEntrySignatures: 'allow-extension',
      output: names,
    },
  },
  worker: { format: 'es', plugins: () => [withoutFetch, packages], rollupOptions: { output: { ...names, entryFileNames: 'worker.js' } } },
  plugins: [withoutFetch, packages],
})
