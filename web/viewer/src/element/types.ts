// SPDX-License-Identifier: MIT
// What pages that use the element see besides its class.

/** A replay, as files, requests and databases give it. */
export type Source = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** The detail of the event ready. */
export interface Ready {
  readonly name: string
  /** The id of its format, such as 'bsor'. */
  readonly format: string
  readonly game: string
  /** The times that it has, in seconds. */
  readonly start: number
  readonly end: number
  readonly cameras: readonly string[]
}

/** The detail of the event event: something that happened in the play passed while it ran. */
export interface Passed {
  readonly time: number
  readonly kind: string
  readonly text: string
}

/** The detail of the event error: why a replay or a map could not be opened. */
export interface Failed {
  /** 'truncated', 'corrupt', 'unsupported', 'limit', 'memory', or 'other'. */
  readonly status: string
  readonly message: string
  readonly rule: string
  readonly section: string
  readonly offset: number | null
}

/** 'auto' is what the browser prefers. */
export type Theme = 'auto' | 'light' | 'dark'

/** 'none': only the picture; 'basic': with the timeline and buttons; 'panels': with statistics, tables and curves, too. */
export type Controls = 'none' | 'basic' | 'panels'

export interface ReelViewerEvents {
  ready: CustomEvent<Ready>
  timeupdate: CustomEvent<{ readonly time: number }>
  event: CustomEvent<Passed>
  error: CustomEvent<Failed>
  share: CustomEvent<{ readonly fragment: string }>
  play: CustomEvent<null>
  pause: CustomEvent<null>
}
