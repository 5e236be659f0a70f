// SPDX-License-Identifier: MIT
// What the script of one picture of the viewer takes, with made replays of the sizes that it is made for: 10,000 notes, 64 tees, 16 players
// with bones. It runs in Node, whose engine is that of Chromium, over a WebGL and a canvas that draw nothing: what a driver and a graphics card
// take is not in it.
//
//   node bench/viewer.mjs [PICTURES]     of each, by default 1000
//
// Install the packages of web/viewer first: web/build.sh.
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const { buildSync } = createRequire(new URL('../web/viewer/package.json', import.meta.url))('esbuild')
const pictures = Number(process.argv[2] ?? 1000)
const entry = fileURLToPath(new URL('viewer_plays.mjs', import.meta.url))
const made = buildSync({ entryPoints: [entry], bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'error' })
const { measurePictures } = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString('base64')}`)
const rows = await measurePictures(pictures)
console.log(`${cpus()[0].model}, Node ${process.version}, 1280 × 720, ${pictures} pictures each\n`)
console.log('| picture | camera | median ms | 95 of 100 below |\n| --- | --- | --: | --: |')
for (const { name, camera, median, p95 } of rows) console.log(`| ${name} | ${camera} | ${median.toFixed(2)} | ${p95.toFixed(2)} |`)
