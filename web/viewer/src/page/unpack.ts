// SPDX-License-Identifier: MIT
// Unpacks the module of the page, by a small module that is in the page as it is: web/wasm/packing.

interface Unpacker {
  readonly memory: WebAssembly.Memory
  readonly place: (packed: number, size: number) => number
  readonly begin: () => void
  readonly run: (bytes: number) => number
}

const SIZE_BYTES = 4
/** Bytes that are made in a call. The calls are many, so that the browser soon has a better compiler's code for them. */
const STEP = 4096
/** Bytes that are made before the page may do something else: some ten milliseconds. */
const TURN = 16 * STEP

/** Unpacks a packed file; lets the page do other things in between. */
export async function unpack(unpacker: BufferSource, packed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { instance } = await WebAssembly.instantiate(unpacker, {})
  const { memory, place, begin, run } = instance.exports as unknown as Unpacker
  const size = packed.length < SIZE_BYTES ? 0 : new DataView(packed.buffer, packed.byteOffset).getUint32(0, true)
  const at = place(packed.length, size)
  if (at === 0) throw new Error('there is not enough memory to unpack the module')
  new Uint8Array(memory.buffer, at).set(packed)
  begin()
  let from = run(0)
  for (let made = 0; made < size; made += STEP) {
    from = run(STEP)
    if (made % TURN === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  return new Uint8Array(memory.buffer.slice(from, from + size))
}
