// SPDX-License-Identifier: MIT
// The bytes of a play while it is recorded, as a server sends them by server-sent events: event "bytes" has a part in Base64 and as its id the offset
// behind it, "end" is the last one. A connection that breaks is made again, from the byte that is missing.

export interface StreamHeard {
  bytes(part: Uint8Array<ArrayBuffer>): void
  /** `complete`: the play is over; otherwise the server does not answer any more. */
  ended(complete: boolean): void
  /** Whether there is a connection. */
  connected(on: boolean): void
}

/** Milliseconds until a server that refused is asked again, and how often that is done without a byte. */
const PAUSE = 1000
const TRIES = 60

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}

export class LiveStream {
  private source: EventSource | undefined
  private position = 0
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly url: string,
    private readonly heard: StreamHeard,
  ) {
    this.connect()
  }

  private connect(): void {
    const url = new URL(this.url, location.href)
    url.searchParams.set('offset', String(this.position))
    const source = (this.source = new EventSource(url))
    source.addEventListener('open', () => this.heard.connected(true))
    source.addEventListener('bytes', (event: MessageEvent<string>) => this.take(decoded(event.data), Number(event.lastEventId)))
    source.addEventListener('end', () => this.finish(true))
    source.addEventListener('error', () => {
      this.heard.connected(false)
      if (++this.tries > TRIES) return this.finish(false)
      // The browser connects again by itself, unless the server answered with something else than a stream.
      if (source.readyState === EventSource.CLOSED) this.again()
    })
  }

  private again(): void {
    this.source?.close()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), PAUSE)
  }

  /** `end`: the offset behind the part. What is known already is dropped. */
  private take(part: Uint8Array<ArrayBuffer>, end: number): void {
    const from = end - part.length
    if (!Number.isSafeInteger(from) || from > this.position) return this.again()
    if (end <= this.position) return
    const rest = part.subarray(this.position - from)
    this.position = end
    this.tries = 0
    this.heard.bytes(rest)
  }

  private finish(complete: boolean): void {
    this.close()
    this.heard.ended(complete)
  }

  close(): void {
    clearTimeout(this.timer)
    this.source?.close()
  }
}
