// SPDX-License-Identifier: MIT
// Converting, repairing and editing, by the full module.
import { checkOptions, checkText, wrong } from './arguments.js'
import { fail } from './errors.js'
import { giveInstance, type Instance } from './module.js'
import { inputKinds, type ReadOptions } from './options.js'
import { type Finding, load } from './replay.js'
import type { Source } from './source.js'

/** How a replay is read that is written again. All of it is read. */
export type RewriteOptions = Pick<ReadOptions, 'format' | 'limits' | 'signal'>

/** How a replay is converted. */
export interface ConvertOptions extends RewriteOptions {
  /** Store what the target cannot express in its extension data, if it has any, so that converting back restores it. */
  readonly carry?: boolean
}

/** A replay that was converted or repaired. */
export interface Rewritten {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The id of its format. */
  readonly format: string
  /** The extension that its files usually have, without a dot. */
  readonly extension: string
  /** What was lost, or repaired. */
  readonly findings: readonly Finding[]
}

const REPAIR = 2
const CARRY = 8

/** @internal Refuses options of `what` that do not exist. */
export function checkRewriteOptions(what: string, options: ConvertOptions): void {
  checkOptions(what, options, what === 'convert' ? { ...inputKinds, carry: 'boolean' } : inputKinds)
}

async function withReplay<T>(
  what: string,
  source: Source | Promise<Response>,
  options: ConvertOptions,
  use: (instance: Instance, handle: number) => T,
): Promise<T> {
  checkRewriteOptions(what, options)
  const { format, limits, signal } = options
  const reading = { ...(format ? { format } : {}), ...(limits ? { limits } : {}), ...(signal ? { signal } : {}) }
  const { instance, handle } = await load(source, reading, 'full')
  try {
    return use(instance, handle)
  } finally {
    if (!instance.stopped) instance.call.replay_close(handle)
    giveInstance(instance)
  }
}

function rewrite(instance: Instance, handle: number, to: string, flags: number): Rewritten {
  if (instance.formatIndex(to) < 0) throw fail('argument', 'web.format', `no format '${to}'`)
  instance.withTexts([to], (id) => instance.checked(instance.call.replay_rewrite(handle, id, flags)))
  const bytes = instance.takeResult()
  instance.checked(instance.call.rewrite_findings())
  const findings = JSON.parse(instance.takeText()) as Finding[]
  return { bytes, format: to, extension: instance.schema(to).extensions[0] ?? to, findings }
}

function formatOf(instance: Instance, handle: number): string {
  return instance.text(instance.call.replay_format(handle))
}

/**
 * Converts a replay to another format, or to its own. What the format cannot hold is reported. The result is read back and compared before
 * it is returned. A damaged replay is refused: repair it first.
 */
export async function convert(source: Source | Promise<Response>, to: string, options: ConvertOptions = {}): Promise<Rewritten> {
  checkText('the format', to)
  return withReplay('convert', source, options, (instance, handle) => rewrite(instance, handle, to, options.carry ? CARRY : 0))
}

/** Repairs a replay: keeps everything before the damage, corrects what a reader would refuse, and reports each change. */
export async function repair(source: Source | Promise<Response>, options: RewriteOptions = {}): Promise<Rewritten> {
  return withReplay('repair', source, options, (instance, handle) => rewrite(instance, handle, formatOf(instance, handle), REPAIR))
}

/** The ids of the formats that a replay can be written in; its own is first, if it can be written. */
export async function conversions(source: Source | Promise<Response>, options: RewriteOptions = {}): Promise<string[]> {
  return withReplay('conversions', source, options, (instance, handle) => {
    const own = formatOf(instance, handle)
    const all = Array.from({ length: instance.call.format_count() }, (_, index) => index)
    const found = all.filter((index) => instance.call.replay_converts(handle, index))
    const ids = found.map((index) => instance.text(instance.call.format_id(index)))
    return [...ids.filter((id) => id === own), ...ids.filter((id) => id !== own)]
  })
}

/** A press or a release of a macro of Geometry Dash. */
export interface MacroInput {
  /** The row of the table `inputs` that it was, which is still there at most once more. A new input has none. */
  readonly source?: number | undefined
  /** Counted from 0. */
  readonly frame: number
  /** As in the table: 1 jump, 2 left, 3 right. */
  readonly button: number
  readonly player2: boolean
  /** Pressed; otherwise released. */
  readonly down: boolean
}

/** Bytes of an input in module/edit.c. */
const INPUT_BYTES = 16

function pack(inputs: readonly MacroInput[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(inputs.length * INPUT_BYTES))
  inputs.forEach((input, index) => {
    if (typeof (input as unknown) !== 'object' || (input as unknown) === null) throw wrong(`input ${index}`, 'an object', input)
    const { source, frame, button, player2, down } = input
    const at = index * INPUT_BYTES
    if (typeof frame !== 'number') throw wrong(`the frame of input ${index}`, 'a number', frame)
    if (!(button >= 0 && button <= 255)) throw wrong(`the button of input ${index}`, 'a number from 0 to 255', button)
    if (source !== undefined && !(source >= 0 && source < 2 ** 31))
      throw wrong(`the source of input ${index}`, 'the number of a row', source)
    view.setFloat64(at, frame, true)
    view.setInt32(at + 8, source ?? -1, true)
    view.setUint8(at + 12, button)
    view.setUint8(at + 13, player2 ? 1 : 0)
    view.setUint8(at + 14, down ? 1 : 0)
  })
  return new Uint8Array(view.buffer)
}

/**
 * Replaces the inputs of a macro of Geometry Dash. What belongs to an input, such as its physics, stays with it, and the macro keeps
 * everything else. Returns an archive (.reel), also for formats that cannot be written: `open` reads it, and `convert` writes it as a file
 * of the macro's own format or of another one, and reports what that cannot hold.
 */
export async function editInputs(
  source: Source | Promise<Response>,
  inputs: readonly MacroInput[],
  options: RewriteOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (!Array.isArray(inputs)) throw wrong('the inputs', 'a list of inputs', inputs)
  const packed = pack(inputs)
  return withReplay('editInputs', source, options, (instance, handle) => {
    const block = instance.allocateParts([packed], packed.length)
    try {
      instance.checked(instance.call.replay_edit(handle, block, inputs.length))
    } finally {
      if (!instance.stopped) instance.call.release(block)
    }
    return instance.takeResult()
  })
}
