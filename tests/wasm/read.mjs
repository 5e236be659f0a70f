// SPDX-License-Identifier: MIT
// Reads files with the module and with the native program, and compares what they write.
//
//   node read.mjs MODULE PROGRAM FILE...
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [path, program, ...files] = process.argv.slice(2)
const module = new WebAssembly.Module(readFileSync(path))
const imports = WebAssembly.Module.imports(module)
let failed = imports.length

for (const { module: from, name } of imports) console.log(`FAILED: the module imports ${from}.${name}`)
if (failed === 0) {
  const { exports } = new WebAssembly.Instance(module)
  exports._initialize()
  let passed = 0
  let damaged = 0
  for (const file of files) {
    const bytes = readFileSync(file)
    const at = exports.give(bytes.length)
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes)
    const size = exports.read_replay(bytes.length)
    const text = Buffer.from(new Uint8Array(exports.memory.buffer, exports.result(), size))
    if (text.equals(execFileSync(program, [file], { maxBuffer: 1 << 30 }))) passed++
    else {
      failed++
      console.log(`FAILED: ${file}: the module and the program differ`)
    }
    if (text.subarray(0, 7).toString() === 'damage ') damaged++
  }
  console.log(`${passed} files read alike, of which ${damaged} are damaged or need a codec; ` +
    `the module has ${readFileSync(path).length} bytes, its memory ${exports.memory.buffer.byteLength}`)
  if (passed === damaged) failed++
}
process.exit(failed ? 1 : 0)
