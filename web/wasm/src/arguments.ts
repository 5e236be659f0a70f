// SPDX-License-Identifier: MIT
// Checks of what a caller passes, which TypeScript cannot make for programs in JavaScript.
import { fail } from './errors.js'

/** What an option may be: a type, a list of texts, some words, or options of its own. */
type Kind = 'string' | 'number' | 'boolean' | 'function' | 'texts' | 'signal' | 'source' | readonly string[] | Kinds
type Kinds = Readonly<Record<string, unknown>>

function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `'${value.slice(0, 60)}'`
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : Object.getPrototypeOf(value) === null ? 'an object' : `an object (${value.constructor.name})`
    default:
      return `a ${typeof value}`
  }
}

/** @internal The error of an argument of a wrong type. */
export function wrong(what: string, wanted: string, value: unknown): Error {
  return fail('argument', 'web.argument', `${what} must be ${wanted}, not ${shown(value)}`)
}

/** @internal Whether at most one letter differs, or two are swapped or missing. */
function isClose(word: string, other: string): boolean {
  if (word.toLowerCase() === other.toLowerCase()) return true
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (long.length - short.length > 2) return false
  let before = 0
  while (before < short.length && short[before] === long[before]) before++
  let after = 0
  while (after < short.length - before && short[short.length - 1 - after] === long[long.length - 1 - after]) after++
  return short.length - before - after <= (long.length === short.length ? 2 : 1)
}

/** @internal The words of a message: the closest one, or all. */
export function suggestion(word: string, words: readonly string[]): string {
  const close = words.find((other) => isClose(word, other))
  return close === undefined ? `there are: ${words.join(', ')}` : `did you mean '${close}'?`
}

const nouns = { string: 'a text', number: 'a number', boolean: 'true or false', function: 'a function' } as const

function check(what: string, kind: Kind, value: unknown): void {
  if (kind === 'texts') {
    if (!Array.isArray(value) || value.some((text) => typeof text !== 'string')) throw wrong(what, 'a list of texts', value)
  } else if (kind === 'source') {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null))
      throw wrong(what, 'a path, bytes, a Blob, a Response or a stream', value)
  } else if (kind === 'signal') {
    if (!(value instanceof AbortSignal)) throw wrong(what, 'an AbortSignal', value)
  } else if (Array.isArray(kind)) {
    const words: readonly unknown[] = kind
    if (!words.includes(value)) throw wrong(what, `one of ${words.join(', ')}`, value)
  } else if (typeof kind === 'object') {
    checkOptions(what, value, kind as Kinds)
  } else if (typeof value !== kind || (kind === 'number' && Number.isNaN(value))) {
    throw wrong(what, nouns[kind], value)
  }
}

/** @internal Refuses options that do not exist or have a wrong type. Those that are undefined count as missing. */
export function checkOptions(what: string, options: unknown, kinds: Kinds): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw wrong(`the options of ${what}`, 'an object', options)
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) {
      throw fail('argument', 'web.option', `${what} has no option '${name}'; ${suggestion(name, Object.keys(kinds))}`)
    }
    if (value !== undefined) check(`the option ${name} of ${what}`, kinds[name] as Kind, value)
  }
}

/** @internal Refuses what is not a number. */
export function checkNumber(what: string, value: unknown): void {
  check(what, 'number', value)
}

/** @internal The texts of a list, or of anything else that can be iterated. */
export function textsOf(what: string, value: unknown): string[] {
  const isIterable = typeof value === 'object' && value !== null && Symbol.iterator in value
  if (!isIterable) throw wrong(what, 'a list of texts', value)
  const all: unknown[] = Array.from(value as Iterable<unknown>)
  check(what, 'texts', all)
  return all as string[]
}

/** @internal Refuses what is not a text. */
export function checkText(what: string, value: unknown): void {
  check(what, 'string', value)
}
