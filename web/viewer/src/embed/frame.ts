// SPDX-License-Identifier: MIT
// The viewer as the content of an iframe: what its address asks for, and the messages of the page around it.
import type { ReelViewerElement } from '../element/element.js'
import { nameOf } from '../element/name.js'
import type { Failed, Ready, ReelViewerEvents } from '../element/types.js'
import { texts } from '../texts.js'
import { type Command, fromAddress, type Id, parse, type Refusal, type Settings, VERSION } from './protocol.js'

/** A replay that the page itself has. */
export interface Own {
  bytes(): Promise<ArrayBuffer>
  readonly name: string
  /** The origins of embedders that may learn what is in it; '*' is every one. The page's own origin always may. */
  readonly embedders: readonly string[]
}

type Opening = Extract<Command, { type: 'open' }>
type Answer = (value: Record<string, unknown>) => void

/** The window of the embedder, as far as it is used. */
export interface Embedder {
  postMessage(message: unknown, target: string): void
}

/** Another replay was asked for meanwhile. */
const replaced: Refusal = { rule: 'embed.replaced', message: 'another replay was opened instead, or none' }

class FetchError extends Error {
  constructor(
    readonly rule: string,
    message: string,
  ) {
    super(message)
  }
}

/** Without cookies: the embedder must not learn what only this person may see. */
async function fetchReplay(src: string, signal: AbortSignal): Promise<Blob> {
  if (!URL.canParse(src, document.baseURI)) throw new FetchError('embed.address', 'the address of the replay is invalid')
  const url = new URL(src, document.baseURI)
  let answer: Response
  try {
    answer = await fetch(url, { credentials: 'omit', signal })
  } catch (error) {
    if (signal.aborted || url.origin === location.origin) throw error
    throw new FetchError('embed.origin', `${url.origin} does not let this page load from it, or the policy of this page does not`)
  }
  if (!answer.ok) throw new FetchError('embed.status', `${src}: ${answer.status} ${answer.statusText}`)
  return answer.blob()
}

/** Why a replay did not open, if the element has not said it. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof DOMException && error.name === 'AbortError') return replaced
  const message = error instanceof Error ? error.message : String(error)
  return { rule: error instanceof FetchError ? error.rule : 'viewer.other', message }
}

const failedOf = ({ rule, message }: Refusal): Failed => ({ status: 'other', message, rule, section: '', offset: null })

export class Frame {
  /** Who gets messages: the origin of the embedder that has said hello. */
  #origin: string | null = null
  /** The replay that is shown is the embedder's. */
  #given = false
  #opening = false
  #loading: AbortController | null = null
  #next: { readonly command: Opening; readonly answer: Answer } | null = null
  #drawing = false
  #ready: Ready | null = null

  constructor(
    private readonly viewer: ReelViewerElement,
    /** null: the page is not in a frame. */
    private readonly embedder: Embedder | null,
    private readonly own: Own | null,
  ) {
    for (const type of ['ready', 'timeupdate', 'event', 'play', 'pause', 'share', 'error'] as const) {
      viewer.addEventListener(type, (event) => {
        const { detail } = event as ReelViewerEvents[typeof type]
        if (type === 'ready') this.#ready = detail as Ready
        // Seen as long as there is no replay.
        if (type === 'error') {
          const { message, rule } = detail as Failed
          viewer.textContent = texts.errors.withRule(message, rule)
        }
        this.#tell({ type, detail })
      })
    }
  }

  /** Shows what the address asks for. */
  start(search: string): void {
    const { src, settings } = fromAddress(search)
    this.#set(settings)
    if (this.own) void this.#openOwn(this.own)
    else if (src) this.#open({ type: 'open', source: src, name: '' }, () => undefined)
  }

  async #openOwn(own: Own): Promise<void> {
    try {
      const given = await own.bytes()
      if (!this.#given) await this.viewer.open(given, own.name)
    } catch {
      // The element has said it.
    }
  }

  /** Only the window that holds the frame is listened to. */
  hear({ source, origin, data }: { readonly source: unknown; readonly origin: string; readonly data: unknown }): void {
    if (this.embedder === null || source !== this.embedder) return
    const parsed = parse(data)
    if (!parsed) return
    const answer: Answer = (value) => this.#post(origin, { ...value, id: parsed.id })
    if ('refusal' in parsed) return this.#refuse(answer, parsed.refusal)
    const { command } = parsed
    if (command.type === 'hello') {
      this.#origin = origin
      return answer({ type: 'welcome', versions: [VERSION], ready: this.#mayTell ? this.#ready : null })
    }
    if (origin !== this.#origin) return this.#refuse(answer, { rule: 'embed.hello', message: 'the first message has to be hello' })
    this.#obey(command, answer)
  }

  #obey(command: Command, answer: Answer): void {
    const { viewer } = this
    if (command.type === 'open') return this.#open(command, answer)
    if (command.type === 'snapshot') return void this.#snapshot(answer)
    if (command.type === 'set') this.#set(command.settings)
    else if (command.type === 'seek') viewer.seek(command.time)
    else if (command.type === 'play') viewer.play()
    else if (command.type === 'pause') viewer.pause()
    else if (command.type === 'close') this.#close()
    answer({ type: 'done' })
  }

  get #mayTell(): boolean {
    const { own } = this
    if (this.#given || !own) return true
    return this.#origin === location.origin || own.embedders.includes('*') || own.embedders.includes(this.#origin ?? '')
  }

  /** Tells the embedder what happened, if it may know. */
  #tell(value: Record<string, unknown>): void {
    if (this.#origin !== null && this.#mayTell) this.#post(this.#origin, value)
  }

  /** To one origin only: a page that has taken the embedder's place gets nothing. Files and sandboxes have none that could be named. */
  #post(origin: string, value: Record<string, unknown> & { readonly id?: Id }): void {
    this.embedder?.postMessage({ reel: VERSION, ...value }, origin === 'null' ? '*' : origin)
  }

  #refuse(answer: Answer, refusal: Refusal): void {
    answer({ type: 'error', detail: failedOf(refusal) })
  }

  #set({ t, ...attributes }: Settings): void {
    if (t !== undefined) {
      this.viewer.setAttribute('t', String(t))
      // The attribute may have said so before, and the time has moved since.
      this.viewer.seek(t)
    }
    Object.assign(this.viewer, attributes)
  }

  #close(): void {
    this.#loading?.abort()
    this.viewer.close()
    this.viewer.textContent = ''
    this.#given = true
    this.#ready = null
  }

  /** One at a time. Of many that come meanwhile only the last one is opened. */
  #open(command: Opening, answer: Answer): void {
    if (this.#next) this.#refuse(this.#next.answer, replaced)
    this.#next = { command, answer }
    // Ends what is being opened.
    this.#close()
    if (!this.#opening) void this.#openNext()
  }

  async #openNext(): Promise<void> {
    const { viewer } = this
    let failed: Failed | null
    const fail = (event: Event): void => void (failed = (event as ReelViewerEvents['error']).detail)
    this.#opening = true
    viewer.addEventListener('error', fail)
    while (this.#next) {
      const { command, answer } = this.#next
      const { source, name } = command
      const { signal } = (this.#loading = new AbortController())
      this.#next = failed = null
      try {
        const given = typeof source === 'string' ? await fetchReplay(source, signal) : source
        signal.throwIfAborted()
        answer({ type: 'done', value: await viewer.open(given, name || (typeof source === 'string' ? nameOf(source) : 'replay')) })
      } catch (error) {
        const refusal = refusalOf(error)
        if (!failed && refusal !== replaced) viewer.dispatchEvent(new CustomEvent('error', { detail: failedOf(refusal) }))
        answer({ type: 'error', detail: failed ?? failedOf(refusal) })
      }
    }
    viewer.removeEventListener('error', fail)
    this.#opening = false
  }

  async #snapshot(answer: Answer): Promise<void> {
    if (!this.#mayTell) return this.#refuse(answer, { rule: 'embed.private', message: 'the replay is not yours' })
    if (this.#drawing) return this.#refuse(answer, { rule: 'embed.busy', message: 'a picture is being made' })
    this.#drawing = true
    const value = await this.viewer.snapshot().catch(() => null)
    this.#drawing = false
    // The replay may have been replaced meanwhile, never by one that the embedder may not see.
    answer({ type: 'done', value })
  }
}

/** Fills a part of the page with the viewer, as the content of a frame. */
export function startFrame(place: HTMLElement, viewer: ReelViewerElement, own: Own | null): void {
  const frame = new Frame(viewer, window.parent === window ? null : window.parent, own)
  for (const { style } of [document.documentElement, document.body, viewer]) Object.assign(style, { margin: '0', height: '100%' })
  place.append(viewer)
  addEventListener('message', (event) => frame.hear(event))
  frame.start(location.search)
}
