// SPDX-License-Identifier: MIT
// What an element needs to show a replay. Loaded with the first replay, so that a page with an element that nobody starts stays small.
import { host, styles } from '@host'
import { type ThemeChoice, themeOf } from '../draw/theme.js'
import { addressOf } from '../maps/find.js'
import { MapError } from '../maps/unpack.js'
import { pressKey } from '../page/controls.js'
import { element } from '../page/dom.js'
import { helpDialog } from '../page/help.js'
import { LivePlay } from '../page/live.js'
import { load, type Loaded } from '../page/load.js'
import { Player } from '../page/player.js'
import type { Link } from '../player/link.js'
import type { RemoteReplay } from '../replay/client.js'
import { ReplayError } from '../replay/client.js'
import { useHost } from '../replay/host.js'
import { rowFrom } from '../series.js'
import { texts } from '../texts.js'
import own from './element.css?inline'
import type { Failed } from './types.js'

/** What came of a replay, as the events of the element say it. */
export interface Heard {
  timeupdate(time: number): void
  playing(playing: boolean): void
  passed(event: { readonly time: number; readonly kind: string; readonly text: string }): void
  share(fragment: string): void
}

export function failureOf(error: unknown): Failed {
  if (error instanceof ReplayError) {
    const { status, message, rule, section, offset } = error.failure
    return { status, message, rule, section, offset: offset ?? null }
  }
  if (error instanceof MapError) return { status: error.fault, message: error.message, rule: error.rule, section: '', offset: null }
  const message = error instanceof Error ? error.message : String(error)
  return { status: 'other', message, rule: 'viewer.other', section: '', offset: null }
}

useHost(host)

/** A time between two events `timeupdate` of a play that runs, in milliseconds. */
const PAUSE = 250

export class Show {
  player: Player | undefined
  /** Of the replay that is being opened. */
  private remote: RemoteReplay | undefined
  private stop: () => void = () => undefined
  private readonly box = element('div', { className: 'reel', attributes: { part: 'viewer' } })
  private readonly said = element('p', { className: 'said', attributes: { role: 'status' } })
  private readonly help = helpDialog()
  private readonly restyle = (): void => this.player?.restyle()
  private readonly size = new ResizeObserver(this.restyle)
  private readonly query = matchMedia('(prefers-color-scheme: dark)')

  constructor(
    private readonly root: ShadowRoot,
    private readonly theme: () => ThemeChoice,
    private readonly heard: Heard,
  ) {
    root.adoptedStyleSheets = [...styles(), own].map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    this.query.addEventListener('change', this.restyle)
    this.size.observe(this.box)
  }

  /** Opens a replay in place of the one that is open. Fails with what failureOf understands. */
  async open(file: Blob, name: string, link: Link): Promise<Loaded> {
    this.stop()
    const stopped = new Promise<never>((_, reject) => {
      this.stop = () => {
        this.remote?.close()
        this.remote = undefined
        reject(new DOMException('another replay was opened, or none', 'AbortError'))
      }
    })
    const { stop } = this
    const started = (remote: RemoteReplay): void => {
      if (this.stop === stop) this.remote = remote
      else remote.close()
    }
    const loaded = await Promise.race([load(file, name, { progress: () => undefined, started }), stopped])
    this.stop = () => undefined
    this.remote = undefined
    this.present(loaded, link)
    return loaded
  }

  /** Opens a play that is still being recorded; done when its first rows are shown. */
  openLive(url: string, name: string, link: Link): Promise<Loaded> {
    this.stop()
    return new Promise((resolve, reject) => {
      const live = new LivePlay({
        url,
        name,
        show: (loaded) => {
          const player = this.present(loaded, link)
          resolve(loaded)
          return player
        },
        failed: reject,
      })
      this.stop = () => {
        live.close()
        reject(new DOMException('another replay was opened, or none', 'AbortError'))
      }
    })
  }

  private present(loaded: Loaded, link: Link): Player {
    this.player?.close()
    let events: Player['timedEvents'] = []
    let times: readonly number[] = []
    let before = { time: NaN, playing: false, at: 0 }
    let jumps = NaN
    let next = 0 // the event that passes next
    const drawn = (): void => {
      const { time, playing } = player.clock
      if (playing !== before.playing) this.heard.playing(playing)
      // A play that is still being recorded gets more of them.
      if (events !== player.timedEvents) {
        events = player.timedEvents
        times = events.map((event) => event.time)
        next = rowFrom(times, before.time)
      }
      if (player.clock.jumps !== jumps) {
        jumps = player.clock.jumps
        next = rowFrom(times, player.clock.from)
      }
      for (; (playing || before.playing) && times[next] <= time; next++) {
        const { kind, text } = player.timedEvents[next]
        this.heard.passed({ time: times[next], kind: kind.id, text })
      }
      const now = performance.now()
      const tell = time !== before.time && (!playing || now - before.at >= PAUSE)
      before = { time, playing, at: tell ? now : before.at }
      if (tell) this.heard.timeupdate(time)
    }
    const player = new Player(loaded, {
      open: () => undefined,
      help: () => this.help.showModal(),
      say: (text) => (this.said.textContent = text),
      theme: () => themeOf(this.theme()),
      share: (fragment) => this.heard.share(fragment),
      drawn,
    })
    this.player = player
    for (const [name, part] of Object.entries({ stages: 'picture', timeline: 'timeline', controls: 'controls' }))
      player.root.querySelector(`.${name}`)?.setAttribute('part', part)
    player.root.querySelector('aside')?.setAttribute('part', 'panels')
    this.box.replaceChildren(player.root, this.said, this.help)
    this.root.replaceChildren(this.box)
    player.start(link)
    this.said.textContent = texts.opened(loaded.opened.name, loaded.opened.format.name)
    return player
  }

  /** The address of the map, perhaps by a template; empty: the replay does not say what belongs there. */
  mapAddress(template: string): string {
    if (!template.includes('{')) return template
    const level = this.player?.level
    return level ? addressOf(template, level) : ''
  }

  /** Adds the map of the game. Fails if the file is not one. */
  async addMap(file: Blob): Promise<void> {
    const { readMap } = await import('../maps/maps.js')
    const map = await readMap(file)
    if (!map) throw new MapError('other', texts.map.noMap)
    this.said.textContent = (await this.player?.addMap(map)) ?? ''
  }

  /** Draws again after another theme, or other controls. */
  changed(): void {
    this.player?.restyle()
  }

  press(event: KeyboardEvent): void {
    if (this.player && !this.help.open) pressKey(this.player.actions, event)
  }

  close(): void {
    this.stop()
    this.player?.close()
    this.player = undefined
    this.query.removeEventListener('change', this.restyle)
    this.size.disconnect()
  }
}
