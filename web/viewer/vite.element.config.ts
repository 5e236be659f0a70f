// SPDX-License-Identifier: MIT
// Builds package/dist: the element <reel-viewer> as modules, which load each other when they are needed.
import { defineConfig } from 'vite'
import { alias, withoutFetch } from './vite.shared.js'

const names = { entryFileNames: 'reel-viewer.js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' }

export default defineConfig({
  base: './',
  resolve: { alias },
  build: {
    target: 'es2022',
    outDir: 'package/dist',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: { input: 'src/element/index.ts', preserveEntrySignatures: 'strict', output: names },
  },
  worker: { format: 'es', plugins: () => [withoutFetch], rollupOptions: { output: { ...names, entryFileNames: 'worker.js' } } },
  plugins: [withoutFetch],
})
