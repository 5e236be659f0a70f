// SPDX-License-Identifier: MIT
// What console.log shows of an object in Node, and JSON.stringify of a row.

/** @internal The name of a method that Node's console.log calls. */
export const inspect = Symbol.for('nodejs.util.inspect.custom')

/** @internal "1 row", "2,000 rows". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** @internal The tables that have rows, with their numbers: at most eight. */
export function tableList(tables: Iterable<readonly [string, number]>): string {
  const filled = [...tables].filter(([, length]) => length > 0).map(([name, length]) => `${name} (${length.toLocaleString('en')})`)
  return filled.length > 8 ? `${filled.slice(0, 8).join(', ')}, ...` : filled.join(', ')
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** A value as JSON can hold it: integers that a number cannot hold exactly are texts, and so are bytes (base64), NaN and infinities. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array) return base64(value)
  return Array.isArray(value) ? value.map(plain) : value
}

/** What rows inherit. */
const rowPrototype: object = Object.freeze(
  Object.create(null, {
    toJSON: {
      value(this: Record<string, unknown>): unknown {
        return Object.fromEntries(Object.entries(this).map(([name, value]) => [name, plain(value)]))
      },
    },
  }) as object,
)

/** @internal A row without fields. It inherits toJSON only, so no name of a field means anything else. */
export function newRow<T>(): Record<string, T> {
  return Object.create(rowPrototype) as Record<string, T>
}
