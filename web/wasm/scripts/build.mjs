// SPDX-License-Identifier: MIT
// Builds dist/: the WebAssembly modules by Debian's clang, lld and wasi-libc and by wasm-opt of the npm package binaryen, and the scripts by
// tsc.
//
//   node scripts/build.mjs          all modules
//   node scripts/build.mjs page     only those that the page of the viewer contains or loads
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))
const root = join(here, '../..')
const page = process.argv[2] === 'page'
const run = (command, ...args) => execFileSync(command, args, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })

for (const folder of ['dist', 'page']) {
  rmSync(join(here, folder), { recursive: true, force: true })
  mkdirSync(join(here, folder))
}
// What module/CMakeLists.txt asks the compiler for: the linked module does not say it.
const features = ['bulk-memory', 'bulk-memory-opt', 'sign-ext', 'nontrapping-float-to-int'].map((name) => `--enable-${name}`)
// reel.wasm reads; reel-full.wasm also writes. The module of a game reads its formats only: module/games.cmake. reel-page.wasm is for the page of
// the viewer, and not in the package.
const games = ['beatsaber', 'ddnet', 'echo', 'geometrydash'].map((game) => `reel-${game}`)
const folders = page
  ? { 'web-full': ['reel-page', 'reel-demo'] }
  : { web: ['reel', 'reel-level', ...games], 'web-full': ['reel-full', 'reel-page', 'reel-demo'] }
for (const [folder, names] of Object.entries(folders)) {
  const work = join(root, 'build', folder)
  run(
    'cmake',
    ...['-S', 'module', '-B', work, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=MinSizeRel'],
    `-DCMAKE_TOOLCHAIN_FILE=${root}/cmake/toolchains/wasm32.cmake`,
    `-DREEL_WEB_FULL=${folder === 'web' ? 'OFF' : 'ON'}`,
  )
  run('cmake', '--build', work, ...(page ? ['--target', 'reel_page', 'reel_demo'] : []))
  // Functions with one caller stay functions in the page's module, which is packed: that makes it 4.5 kB smaller there.
  const apart = ['--converge', '--one-caller-inline-max-function-size', '30']
  // --low-memory-unused lets offsets below 1024 become part of loads and stores, as no address of the module plus its offset wraps around.
  for (const name of names)
    run(
      join(here, 'node_modules/.bin/wasm-opt'),
      ...['-Oz', '--low-memory-unused', ...features, ...(name === 'reel-page' ? apart : [])],
      ...[join(work, `${name}.wasm`), '-o', join(here, name === 'reel-page' ? 'page' : 'dist', `${name}.wasm`)],
    )
}
// What packs the module of the page while that is built, and what unpacks it there. They need no library. SIMD is in browsers since 2021, in Safari
// since 16.4, which is also the first one that has DecompressionStream.
for (const name of ['pack', 'unpack'])
  run(
    'clang',
    ...[
      '--target=wasm32',
      '-std=c17',
      '-O3',
      '-flto',
      '-msimd128',
      '-mbulk-memory',
      '-mnontrapping-fptoint',
      '-Wall',
      '-Wextra',
      '-nostdlib',
    ],
    ...['-Wl,--no-entry', '-Wl,--strip-all', '-Wl,--stack-first', '-Wl,-z,stack-size=65536'],
    ...[`${name}.c`, 'model.c', 'walk.c'].map((file) => join(here, 'packing', file)),
    ...['-o', join(here, 'page', `reel-${name}.wasm`)],
  )
run(join(here, 'node_modules/.bin/tsc'), '-p', '.')

copyFileSync(join(root, 'LICENSE'), join(here, 'LICENSE'))
