// SPDX-License-Identifier: MIT
// The dialog that makes a video: what kind, what size, how it goes on, and the way to stop it.
import type { Theme } from '../draw/theme.js'
import { type Span, timeText } from '../player/clock.js'
import { type Container, type Film, makeFilm, pictures } from '../player/film.js'
import { type Heard, SAMPLES } from '../player/filmsound.js'
import type { Music } from '../player/music.js'
import { texts } from '../texts.js'
import { download, element } from './dom.js'
import { drawFigures, figureHeight } from './figures.js'
import type { Stage } from './stage.js'

/** What is filmed. */
export interface Filmed {
  readonly name: string
  readonly span: Span
  /** The span is a loop that was set. */
  readonly looped: boolean
  /** Of the picture that is shown. */
  readonly size: readonly [width: number, height: number]
  readonly sounds: ArrayLike<number>
  readonly music: Music | null
  readonly overlays: boolean
  readonly theme: () => Theme
  /** A stage of its own that shows what is shown. */
  stage(): Stage
  /** Waits until the rows around a time are there. */
  need(time: number): Promise<void>
  say(text: string): void
}

const words = texts.film
/** The forms of clips that are shared come first. */
const SIZES = [
  [1920, 1080, words.landscape],
  [1080, 1080, words.square],
  [1080, 1920, words.upright],
  [1280, 720, ''],
  [3840, 2160, ''],
] as const
/** Seconds of a clip, without a loop. The first is what is made if nothing is chosen. */
const LENGTHS = [15, 30, 60]
const MOST_SIZE = 8192
/** Music that is longer is left out: unpacked it would take gigabytes. */
const MOST_MUSIC = 1800

const even = (value: number): number => Math.max(16, 2 * Math.round(value / 2))

function numberInput(name: string, value: number, least: number, most: number, step: string): HTMLInputElement {
  return element('input', { type: 'number', name, value: String(value), min: String(least), max: String(most), step, required: true })
}

function labelled(label: string, ...controls: HTMLElement[]): HTMLLabelElement {
  return element('label', {}, element('span', {}, label), ...controls)
}

async function samplesOf(music: Music): Promise<readonly Float32Array[]> {
  const { element: sound, file } = music
  if (!(sound.duration <= MOST_MUSIC)) return []
  const decoded = await new OfflineAudioContext(2, 1, SAMPLES).decodeAudioData(await file.arrayBuffer())
  return Array.from({ length: Math.min(2, decoded.numberOfChannels) }, (_, channel) => decoded.getChannelData(channel))
}

export class FilmDialog {
  readonly root = element('dialog', { className: 'film', aria: { label: words.heading } })
  private readonly container = element('select', { name: 'container' })
  private readonly preset = element('select', { name: 'preset' })
  private readonly length = element('select', { name: 'length' })
  private readonly about = element('p')
  private readonly width: HTMLInputElement
  private readonly height: HTMLInputElement
  private readonly rate = numberInput('rate', 60, 1, 240, 'any')
  private readonly sound = element('input', { type: 'checkbox', name: 'sound', checked: true })
  private readonly start = element('button', { type: 'submit', className: 'primary' }, words.make)
  private readonly cancel = element('button', { type: 'button', name: 'cancel' }, texts.close)
  private readonly bar = element('progress', { max: 1, value: 0, hidden: true, aria: { label: words.heading } })
  private readonly state = element('p', { className: 'dim', attributes: { role: 'status' } })
  private readonly trouble = element('p', { className: 'notice error', hidden: true, attributes: { role: 'alert' } })
  private readonly fields: HTMLFieldSetElement
  private making: AbortController | null = null

  constructor(private readonly filmed: Filmed) {
    const { size, sounds, music, span } = filmed
    for (const id of ['mp4', 'webm'] as const) this.container.append(element('option', { value: id }, words.containers[id]))
    const shown = [even(size[0]), even(size[1]), ''] as const
    for (const [width, height, form] of [...SIZES, shown])
      this.preset.append(element('option', { value: `${width} ${height}` }, `${form ? `${form}, ` : ''}${width} × ${height}`))
    this.preset.append(element('option', { value: '' }, words.otherSize))
    this.width = numberInput('width', SIZES[0][0], 16, MOST_SIZE, '2')
    this.height = numberInput('height', SIZES[0][1], 16, MOST_SIZE, '2')
    this.preset.addEventListener('change', () => {
      const [width, height] = this.preset.value.split(' ')
      if (height) [this.width.value, this.height.value] = [width, height]
    })
    for (const input of [this.width, this.height]) input.addEventListener('input', () => (this.preset.value = ''))
    const whole = span.to - span.from
    for (const seconds of filmed.looped ? [] : LENGTHS.filter((value) => value < whole))
      this.length.append(element('option', { value: String(seconds) }, words.seconds(seconds)))
    this.length.append(element('option', { value: String(whole) }, filmed.looped ? words.loop : words.rest))
    this.length.addEventListener('change', () => this.showSpan())
    this.showSpan()
    const heard = music !== null || sounds.length > 0
    const sound = labelled(words.sound, this.sound)
    sound.hidden = !heard
    this.fields = element(
      'fieldset',
      {},
      this.about,
      labelled(words.length, this.length),
      labelled(words.container, this.container),
      labelled(words.size, this.preset),
      labelled(words.width, this.width),
      labelled(words.height, this.height),
      labelled(words.rate, this.rate),
      sound,
    )
    const form = element('form', {}, this.fields, this.bar, this.state, this.trouble, element('p', {}, this.cancel, ' ', this.start))
    this.root.append(element('h2', {}, words.heading), form)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.run()
    })
    this.cancel.addEventListener('click', () => this.end())
    // Keys are the dialog's, not the player's.
    this.root.addEventListener('keydown', (event) => event.stopPropagation())
    this.root.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.end()
    })
  }

  show(): void {
    this.root.showModal()
  }

  private get span(): Span {
    const { from, to } = this.filmed.span
    return { from, to: Math.min(to, from + Number(this.length.value)) }
  }

  private showSpan(): void {
    this.about.textContent = words.span(timeText(this.span.from), timeText(this.span.to))
  }

  /** Stops a video that is being made, or closes the dialog. */
  private end(): void {
    if (this.making) this.making.abort()
    else this.close()
  }

  close(): void {
    this.making?.abort()
    this.root.close()
    this.root.remove()
  }

  private busy(on: boolean): void {
    this.fields.disabled = this.start.disabled = on
    this.bar.hidden = !on
    this.bar.value = 0
    this.cancel.textContent = on ? words.cancel : texts.close
    this.state.textContent = ''
    if (on) this.trouble.hidden = true
  }

  private async run(): Promise<void> {
    const making = (this.making = new AbortController())
    this.busy(true)
    try {
      const { video, mute } = await this.make(making.signal)
      const name = `${this.filmed.name}.${this.container.value}`
      download(name, video, video.type)
      this.making = null
      this.close()
      this.filmed.say(mute ? words.mute : texts.player.recorded)
    } catch (error) {
      this.making = null
      this.busy(false)
      if (making.signal.aborted) {
        this.state.textContent = words.stopped
        return
      }
      this.trouble.hidden = false
      this.trouble.textContent = error instanceof Error ? error.message : String(error)
    }
  }

  private async make(signal: AbortSignal): Promise<Film> {
    const { filmed } = this
    const [width, height, rate] = [this.width, this.height, this.rate].map(({ valueAsNumber }) => valueAsNumber)
    const { from, to } = this.span
    const stage = filmed.stage()
    const canvas = element('canvas', { width, height })
    const context = canvas.getContext('2d', { alpha: false })!
    const figures = filmed.overlays ? figureHeight(height) : 0
    stage.setSize(width, height, figures)
    try {
      return await makeFilm({
        container: this.container.value as Container,
        width,
        height,
        rate,
        from,
        to: from + pictures(from, to, rate) / rate,
        sound: this.sound.checked ? await this.heard() : null,
        signal,
        draw: async (time) => {
          await filmed.need(time)
          stage.draw(Math.min(time, to))
          stage.copyTo(context, width, height)
          if (filmed.overlays) drawFigures(context, [...stage.scene.figures(time)], width, height, filmed.theme())
          return canvas
        },
        progress: (done, all) => {
          this.bar.value = done / all
          this.state.textContent = words.progress(done, all)
        },
      })
    } finally {
      stage.close()
    }
  }

  private async heard(): Promise<Heard | null> {
    const { sounds, music } = this.filmed
    if (!music && sounds.length === 0) return null
    const samples = music && !music.element.muted ? await samplesOf(music) : []
    return { clicks: sounds, music: samples, offset: music?.offset ?? 0, volume: music?.element.volume ?? 0 }
  }
}
