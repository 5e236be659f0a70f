// SPDX-License-Identifier: MIT
// Packs the module of the page: web/wasm/packing.

/** @type {(packer: Uint8Array, bytes: Uint8Array) => Promise<Buffer>} */
export async function pack(packer, bytes) {
  const { instance } = await globalThis.WebAssembly.instantiate(packer, {})
  const { memory, place, pack: run } = instance.exports
  const at = place(bytes.length)
  if (at === 0) throw new Error('there is not enough memory to pack the module')
  new Uint8Array(memory.buffer).set(bytes, at)
  const size = run()
  return Buffer.from(memory.buffer.slice(at + bytes.length, at + bytes.length + size))
}
