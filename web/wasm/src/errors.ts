// SPDX-License-Identifier: MIT

/**
 * Why a call failed.
 *
 * - `truncated`: the file ends inside a structure
 * - `corrupt`: the bytes contradict the format
 * - `unsupported`: unknown format, version or variant
 * - `limit`: valid, but exceeds the limits
 * - `memory`: out of memory
 * - `argument`: invalid argument
 * - `loss`: the output would not hold what the input held
 * - `cancelled`: the caller's signal was aborted
 * - `closed`: the replay was closed, or a view is no longer valid
 * - `trap`: a defect of the module; the replay is lost, others are not
 */
export type Status =
  'io' | 'truncated' | 'corrupt' | 'unsupported' | 'limit' | 'memory' | 'argument' | 'loss' | 'cancelled' | 'closed' | 'trap'

/** What a failure says, as plain data. */
export interface Failure {
  readonly status: Status
  /** The violated rule, such as `bsor.frame-count`. */
  readonly rule: string
  /** The part of the file, such as `frames`; empty if none. */
  readonly section: string
  /** The offset in bytes in the (decompressed) file. */
  readonly offset: number
  readonly message: string
}

/** A failed call. `status` and `rule` say why, `offset` where in the file. */
export class ReelError extends Error implements Failure {
  override readonly name = 'ReelError'
  readonly status: Status
  readonly rule: string
  readonly section: string
  readonly offset: number

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options)
    this.status = failure.status
    this.rule = failure.rule
    this.section = failure.section
    this.offset = failure.offset
  }
}

/** @internal */
export function fail(status: Status, rule: string, message: string, options?: ErrorOptions): ReelError {
  return new ReelError({ status, rule, section: '', offset: 0, message }, options)
}

/** @internal The plain data of an error, which can be sent to another thread. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ReelError) {
    const { status, rule, section, offset, message } = error
    return { status, rule, section, offset, message }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { status: 'argument', rule: 'web.failed', section: '', offset: 0, message }
}

/** @internal The same failure, with the path of the file if the source is one: who opens many files learns which it was. */
export function named(error: unknown, source: unknown): unknown {
  const path = typeof source === 'string' || source instanceof URL ? String(source) : ''
  if (!(error instanceof ReelError) || error.status === 'cancelled' || error.status === 'closed') return error
  if (path === '' || error.message.includes(path)) return error
  return new ReelError({ ...failureOf(error), message: `${path}: ${error.message}` }, { cause: error.cause })
}

/** @internal */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw fail('cancelled', 'reel.cancelled', 'cancelled', { cause: signal.reason })
}
