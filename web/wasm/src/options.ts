// SPDX-License-Identifier: MIT
import { checkOptions } from './arguments.js'
import { fail } from './errors.js'
import type { Instance } from './module.js'

/** Limits on untrusted input. A file that exceeds one is read up to that point and reported like a damaged one. */
export interface Limits {
  /** Size of the file. */
  readonly inputBytes?: number
  /** Bytes of a stream that are buffered at once. */
  readonly bufferBytes?: number
  /** Rows of one table held at once. */
  readonly rows?: number
  /** Bytes of one text. */
  readonly stringBytes?: number
  /** Depth of nested structures. */
  readonly nesting?: number
  /** Decompressed bytes per byte of the file, beyond the first 64 KiB. */
  readonly ratio?: number
  /** Decompressed bytes of the file, over all layers of compression. */
  readonly unpackedBytes?: number
  /** Steps; a step is about one byte read, decompressed, decoded or written. */
  readonly work?: number
}

/** How a replay is read. */
export interface ReadOptions {
  /** Read the file as this format, instead of identifying it by its content. */
  readonly format?: string
  /** Only these tables ("notes"), besides the header; all but those on request by default. */
  readonly tables?: readonly string[]
  /** Only rows with `after` <= time, in tables with a time axis. */
  readonly after?: number
  /** Only rows with time < `before`, in tables with a time axis. */
  readonly before?: number
  /** Fail at damage, instead of returning what is before it. */
  readonly strict?: boolean
  /** Values that are fit for sums: what means nothing is null, and what is stored in a wrong form is given as meant. */
  readonly clean?: boolean
  readonly limits?: Limits
  /** Stops reading. Between threads, and while bytes arrive; a call that computes is not interrupted on its own thread. */
  readonly signal?: AbortSignal
}

const limitNames = ['inputBytes', 'bufferBytes', 'rows', 'stringBytes', 'nesting', 'ratio', 'unpackedBytes', 'work'] as const

const limitKinds = Object.fromEntries(limitNames.map((name) => [name, 'number']))
/** @internal What the options that name and bound the input may be. */
export const inputKinds = { format: 'string', limits: limitKinds, signal: 'signal' } as const
const readKinds = { ...inputKinds, tables: 'texts', after: 'number', before: 'number', strict: 'boolean', clean: 'boolean' } as const

/** @internal Refuses options of `what` that do not exist. */
export function checkReadOptions(what: string, options: ReadOptions, more: Readonly<Record<string, unknown>> = {}): void {
  checkOptions(what, options, { ...readKinds, ...more })
}

/** @internal Sets the options of the next replay or stream that the instance opens. */
export function setOptions(instance: Instance, options: ReadOptions): void {
  const { call } = instance
  for (const [index, name] of limitNames.entries()) {
    const limit = options.limits?.[name] ?? 0
    if (!(limit >= 0)) throw fail('argument', 'web.limit', `limit ${name} is not a number from 0: ${limit}`)
    call.set_limit(index, limit)
  }
  call.set_span(options.after ?? NaN, options.before ?? NaN)
  call.set_strict(options.strict ? 1 : 0)
  call.set_clean(options.clean ? 1 : 0)
  call.set_format(options.format === undefined ? 0 : instance.place([options.format]))
  call.set_tables(options.tables ? instance.place(options.tables) : 0)
}
