// SPDX-License-Identifier: MIT
// <reel-viewer>: a replay in a page of anybody's. This file is small; the rest is loaded when a replay is opened.
import { nameOf } from './name.js'
import type { Show } from './show.js'
import type { Controls, Ready, ReelViewerEvents, Source, Theme } from './types.js'

const ATTRIBUTES = ['src', 'map', 't', 'speed', 'camera', 'theme', 'controls', 'live'] as const

function numberOf(text: string | null): number | undefined {
  const value = text ? Number(text) : NaN
  return Number.isFinite(value) ? value : undefined
}

async function fetched(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`)
  return answer.blob()
}

/** In Node, where pages are made before there is a browser, there are no elements. */
const Base = (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (Object as unknown as typeof HTMLElement)

/** What is written in the class is the public interface; docs/viewer.md describes it. */
export class ReelViewerElement extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES

  readonly #root: ShadowRoot
  #show: Promise<Show> | undefined
  #shown: Show | undefined
  #loading: AbortController | undefined
  #mapping: AbortController | undefined
  /** What was opened last is not a replay that `src` names. */
  #given = false

  constructor() {
    super()
    this.#root = this.attachShadow({ mode: 'open' })
    // Until a replay is open: what the page has put between the tags.
    this.#root.append(document.createElement('slot'))
    this.addEventListener('keydown', (event) => this.#shown?.press(event))
  }

  connectedCallback(): void {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0
    // What was set before the script of the element was there.
    for (const name of ['live', 'src', 'map', 'theme', 'controls', 'currentTime', 'speed', 'camera'] as const) {
      if (!Object.hasOwn(this, name)) continue
      const value: unknown = this[name]
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    if (this.src && !this.#given && !this.#shown?.player) this.#load(this.src)
  }

  disconnectedCallback(): void {
    // A page may take it out to put it somewhere else.
    queueMicrotask(() => {
      if (!this.isConnected) this.close()
    })
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (old === value || !this.isConnected) return
    const { player } = this.#shown ?? {}
    if (name === 'src') this.#follow(value)
    else if (name === 'map') void this.#addMap(value)
    else if (name === 'live') this.#follow(this.src)
    else if (name === 'theme' || name === 'controls') this.#shown?.changed()
    else player?.follow(this.#link(name))
  }

  /** The address of the replay. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }
  set src(value: string) {
    this.setAttribute('src', value)
  }

  /** The address of the map of the game; {hash} and {name} in it are what the replay says of its map. */
  get map(): string {
    return this.getAttribute('map') ?? ''
  }
  set map(value: string) {
    this.setAttribute('map', value)
  }

  /** `src` is the stream of a play that is still being recorded. */
  get live(): boolean {
    return this.hasAttribute('live')
  }
  set live(value: boolean) {
    this.toggleAttribute('live', value)
  }

  get theme(): Theme {
    const value = this.getAttribute('theme')
    return value === 'light' || value === 'dark' ? value : 'auto'
  }
  set theme(value: Theme) {
    this.setAttribute('theme', value)
  }

  /** 'none': only the picture; 'basic': with the timeline and buttons; 'panels': with statistics, tables and curves, too. */
  get controls(): Controls {
    const value = this.getAttribute('controls')
    return value === null ? 'none' : value === 'panels' ? 'panels' : 'basic'
  }
  set controls(value: Controls) {
    if (value === 'none') this.removeAttribute('controls')
    else this.setAttribute('controls', value)
  }

  /** The time that is shown, in seconds; NaN before a replay is open. */
  get currentTime(): number {
    return this.#shown?.player?.clock.time ?? NaN
  }
  set currentTime(value: number) {
    this.seek(value)
  }

  /** The time of the end, in seconds; NaN before a replay is open. */
  get duration(): number {
    return this.#shown?.player?.clock.span.to ?? NaN
  }

  get paused(): boolean {
    return !this.#shown?.player?.clock.playing
  }

  /** From 0.1 to 4. */
  get speed(): number {
    return this.#shown?.player?.clock.speed ?? numberOf(this.getAttribute('speed')) ?? 1
  }
  set speed(value: number) {
    this.setAttribute('speed', String(value))
    this.#shown?.player?.follow({ speed: value })
  }

  get camera(): string {
    return this.#shown?.player?.link().camera ?? this.getAttribute('camera') ?? ''
  }
  set camera(value: string) {
    this.setAttribute('camera', value)
    this.#shown?.player?.follow({ camera: value })
  }

  /** Opens a replay that the page has: the promise fails if it cannot be opened, as the event error says, too. */
  async open(source: Source, name = 'replay'): Promise<Ready> {
    this.#loading?.abort()
    this.#given = true
    const file = source instanceof Blob ? source : new Blob([source])
    try {
      return await this.#open(file, name)
    } catch (error) {
      await this.#fail(error)
      throw error
    }
  }

  play(): void {
    if (this.paused) this.#shown?.player?.actions.play()
  }

  pause(): void {
    if (!this.paused) this.#shown?.player?.actions.play()
  }

  /** Goes to a time, in seconds; one before the start or after the end means these. */
  seek(time: number): void {
    this.#shown?.player?.actions.seek(time)
  }

  /** The current picture as a PNG, without controls; null without a picture. */
  async snapshot(): Promise<Blob | null> {
    return (await this.#shown?.player?.snapshot()) ?? null
  }

  /** Ends the replay and gives back what it took. The element can open another one. */
  close(): void {
    this.#loading?.abort()
    this.#mapping?.abort()
    this.#shown?.close()
    this.#show = this.#shown = undefined
    this.#given = false
    this.#root.replaceChildren(document.createElement('slot'))
  }

  /** What the attributes say; `only`: one of them. */
  #link(only?: string): { time?: number; speed?: number; camera?: string } {
    const read = (name: string): string | null => (only === undefined || only === name ? this.getAttribute(name) : null)
    const [time, speed, camera] = [numberOf(read('t')), numberOf(read('speed')), read('camera')]
    return { ...(time === undefined ? {} : { time }), ...(speed === undefined ? {} : { speed }), ...(camera ? { camera } : {}) }
  }

  #tell<K extends keyof ReelViewerEvents>(name: K, detail: ReelViewerEvents[K]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  async #start(): Promise<Show> {
    const { Show } = await import('./show.js')
    return new Show(this.#root, () => this.theme, {
      timeupdate: (time) => this.#tell('timeupdate', { time }),
      playing: (playing) => this.#tell(playing ? 'play' : 'pause', null),
      passed: (event) => this.#tell('event', event),
      share: (fragment) => this.#tell('share', { fragment }),
    })
  }

  /** `file`: or null, for a play that is still being recorded, whose stream `src` names. */
  async #open(file: Blob | null, name: string): Promise<Ready> {
    const starting = (this.#show ??= this.#start())
    const show = await starting
    if (this.#show !== starting) throw new DOMException('the element was closed', 'AbortError')
    this.#shown = show
    const link = this.#link()
    const { opened, scene } = await (file ? show.open(file, name, link) : show.openLive(this.src, name, link))
    if (this.map) await this.#addMap(this.map)
    if (this.#shown !== show || !show.player) throw new DOMException('the element was closed', 'AbortError')
    const { clock, cameras } = show.player
    const { id: format, game } = opened.format
    const ready = { name, format, game, start: clock.span.from, end: clock.span.to, cameras: scene ? cameras : [] }
    this.#tell('ready', ready)
    return ready
  }

  #follow(src: string | null): void {
    this.#given = false
    if (src) this.#load(src)
    else this.close()
  }

  #load(src: string): void {
    this.#loading?.abort()
    const loading = (this.#loading = new AbortController())
    const run = async (): Promise<void> => {
      const file = this.live ? null : await fetched(src, loading.signal)
      if (!loading.signal.aborted) await this.#open(file, nameOf(src))
    }
    run().catch((error: unknown) => this.#fail(error))
  }

  async #addMap(map: string | null): Promise<void> {
    const show = this.#shown
    const address = map && show?.player ? show.mapAddress(map) : ''
    if (!address || !show) return
    this.#mapping?.abort()
    const { signal } = (this.#mapping = new AbortController())
    try {
      const file = await fetched(address, signal)
      if (this.#shown === show) await show.addMap(file)
    } catch (error) {
      await this.#fail(error)
    }
  }

  /** Somebody else's replay is shown, or none: that is no failure of this one. */
  async #fail(error: unknown): Promise<void> {
    if (error instanceof DOMException && error.name === 'AbortError') return
    const { failureOf } = await import('./show.js')
    this.#tell('error', failureOf(error))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'reel-viewer': ReelViewerElement
  }
}
