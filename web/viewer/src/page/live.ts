// SPDX-License-Identifier: MIT
// A play that is still being recorded: its bytes are read as they come, and the player grows with them.
import { timeText } from '../player/clock.js'
import { LiveStream } from '../player/stream.js'
import { RemoteReplay } from '../replay/client.js'
import { Play } from '../scenes/scene.js'
import { sceneOf } from '../scenes/registry.js'
import { texts } from '../texts.js'
import { element } from './dom.js'
import type { Loaded } from './load.js'
import type { Player } from './player.js'

const words = texts.live

/** Milliseconds between two looks at what came. Reading all of it anew takes longer as the play grows, and may take a third of the time. */
const LEAST_PAUSE = 200
const SHARE = 2

export interface LiveOptions {
  readonly url: string
  readonly name: string
  /** Shows the play, of which the first rows are there. */
  show(loaded: Loaded): Player
  failed(error: unknown): void
}

/** Follows a play to its end. Then it is a replay as any other. */
export class LivePlay {
  private readonly parts: Uint8Array<ArrayBuffer>[] = []
  private given = 0
  private over = false
  private complete = false
  private closed = false
  private connected = true
  private waiting: (() => void) | undefined
  private player: Player | undefined
  private readonly remote = RemoteReplay.bare()
  private readonly stream: LiveStream
  private readonly edge = element('button', { type: 'button', data: { action: 'live' }, title: words.toEdge }, words.live)
  private readonly state = element('span', { attributes: { role: 'status' } })
  private readonly behind = element('span', { className: 'dim' })
  private readonly bar = element('div', { className: 'compare live' }, this.edge, this.behind, this.state)
  private readonly timer: ReturnType<typeof setInterval>

  constructor(private readonly options: LiveOptions) {
    this.edge.addEventListener('click', () => this.player?.toEdge())
    this.timer = setInterval(() => this.update(), 250)
    this.stream = new LiveStream(options.url, {
      bytes: (part) => {
        this.parts.push(part)
        this.wake()
      },
      ended: (complete) => {
        this.over = true
        this.complete = complete
        this.wake()
      },
      connected: (on) => (this.connected = on),
    })
    this.run().catch((error: unknown) => {
      if (this.closed) return
      this.close()
      options.failed(error)
    })
  }

  private wake(): void {
    this.waiting?.()
    this.waiting = undefined
  }

  private async run(): Promise<void> {
    await this.remote.give('full')
    while (!this.closed) {
      if (this.given === this.parts.length && !this.over) await new Promise<void>((done) => (this.waiting = done))
      if (this.closed) return
      const [over, started] = [this.over, performance.now()]
      if (over && this.player) this.player.clock.open = false
      await this.grow(over)
      if (over) return this.end()
      const pause = Math.max(LEAST_PAUSE, SHARE * (performance.now() - started))
      await new Promise((done) => setTimeout(done, pause))
    }
  }

  /** Reads what came since. */
  private async grow(over: boolean): Promise<void> {
    const { remote, parts, options } = this
    const news = new Blob(parts.slice(this.given))
    this.given = parts.length
    const opened = await remote.call('grow', news, options.name, over)
    if (this.closed || !opened) return
    if (this.player) return this.player.grow(opened)
    const type = await sceneOf(opened.format.game)
    const scene = type ? type.build(new Play(opened.format.id, await remote.rows(type.needs))) : null
    if (this.closed) return
    this.player = options.show({ remote, file: new Blob(parts), opened, type, scene, windows: null, live: true })
    this.player.root.querySelector('.play')?.prepend(this.bar)
    this.player.clock.open = true
    this.player.toEdge()
  }

  private end(): void {
    const { player, complete } = this
    clearInterval(this.timer)
    if (!player) return
    player.clock.open = player.clock.following = false // also of one that was over at once
    player.loaded.file = new Blob(this.parts)
    this.edge.remove()
    this.behind.remove()
    this.state.textContent = complete ? words.ended : words.lost
    this.bar.dataset.state = complete ? 'ended' : 'lost'
  }

  private update(): void {
    const { clock } = this.player ?? {}
    if (!clock) return
    this.edge.setAttribute('aria-pressed', String(clock.following))
    const behind = clock.span.to - clock.time
    const text = clock.following ? '' : words.behind(timeText(behind, 0))
    if (this.behind.textContent !== text) this.behind.textContent = text
    const state = this.connected ? '' : words.again
    if (this.state.textContent !== state) this.state.textContent = state
  }

  /** Ends the stream; and before there is a player, the worker, which is the player's afterwards. */
  close(): void {
    this.closed = true
    clearInterval(this.timer)
    this.stream.close()
    this.wake()
    if (!this.player) this.remote.close()
  }
}
