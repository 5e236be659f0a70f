// SPDX-License-Identifier: MIT
// The controls of the player, below the picture.
import { type Clock, SPEEDS, timeText } from '../player/clock.js'
import { canRecord } from '../player/video.js'
import type { Music } from '../player/music.js'
import type { EventKind } from '../player/events.js'
import type { CameraChoice } from '../scenes/scene.js'
import { texts } from '../texts.js'
import { button, element } from './dom.js'
import { icon } from './icons.js'
import { letters } from './marks.js'
import { Overflow } from './overflow.js'
import { endText } from './values.js'

/** What a control or a key can do. */
export interface Actions {
  play(): void
  step(direction: 1 | -1): void
  event(direction: 1 | -1): void
  seek(time: number): void
  /** Goes to a share of the play, 0 to 1. */
  part(share: number): void
  skip(seconds: number): void
  speed(direction: 1 | -1): void
  loop(end: 'from' | 'to' | 'none'): void
  camera(index: number): void
  /** The next or the previous camera. */
  nextCamera(direction: 1 | -1): void
  turn(yaw: number, pitch: number): void
  zoom(factor: number): void
  resetCamera(): void
  open(): void
  help(): void
  fullscreen(): void
  link(): void
  screenshot(): void
  overlays(): void
  debris(): void
  /** Looks at a hand, -1: at both; without a number, at the next. */
  hand(hand?: number): void
  sounds(): void
  video(): void
}

const words = texts.player

function choice(label: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  const select = element('select', { title: label, aria: { label } })
  for (const [value, text] of options) select.append(element('option', { value }, text))
  return select
}

export class Controls {
  readonly root = element('div', { className: 'controls', attributes: { role: 'group' }, aria: { label: words.play } })
  readonly cameras: HTMLSelectElement
  readonly kinds: HTMLSelectElement
  private readonly record: HTMLButtonElement
  private readonly overlays: HTMLButtonElement
  private readonly sounds: HTMLButtonElement
  private readonly debris: HTMLButtonElement
  private readonly hands: HTMLSelectElement
  private readonly music = element('span', { className: 'group music', hidden: true })
  private readonly playing: HTMLButtonElement
  private readonly time = element('output', { className: 'time' })
  private readonly speeds: HTMLSelectElement
  private readonly overflow: Overflow

  /** The cameras of a play that is still being recorded: players come. */
  showCameras(cameras: readonly CameraChoice[]): void {
    const { cameras: list } = this
    for (const { id, name } of cameras.slice(list.options.length)) list.add(new Option(name, id))
  }

  constructor(
    private readonly clock: Clock,
    cameras: readonly CameraChoice[],
    kinds: readonly EventKind[],
    actions: Actions,
    changed: () => void,
  ) {
    this.record = button(words.record, 'record', () => actions.video())
    this.record.hidden = !canRecord()
    this.overlays = button(words.overlays, 'overlays', () => actions.overlays())
    this.sounds = button(words.sounds, 'silence', () => actions.sounds())
    this.sounds.hidden = true
    this.debris = button(words.debris, 'debris', () => actions.debris())
    this.debris.hidden = true
    this.hands = choice(
      words.hand,
      words.hands.map((text, index) => [String(index - 1), text] as const),
    )
    this.hands.addEventListener('change', () => actions.hand(Number(this.hands.value)))
    this.hands.hidden = true
    this.showOverlays(true)
    this.playing = button(words.play, 'play', () => actions.play())
    this.playing.classList.add('play')
    this.speeds = choice(
      words.speed,
      SPEEDS.map((speed) => [String(speed), `${speed}×`] as const),
    )
    this.speeds.addEventListener('change', () => {
      clock.speed = Number(this.speeds.value)
      changed()
    })
    this.cameras = choice(
      words.camera,
      cameras.map(({ id, name }) => [id, name] as const),
    )
    this.cameras.addEventListener('change', () => actions.camera(this.cameras.selectedIndex))
    this.kinds = choice(words.kind, [
      ['', words.allKinds],
      ...kinds.map(({ id, name, shape }) => [id, `${letters[shape]} ${name}`] as const),
    ])
    this.kinds.addEventListener('change', changed)
    const group = (...parts: HTMLElement[]): HTMLElement => element('span', { className: 'group' }, ...parts)
    const frames = group(
      button(words.previousFrame, 'previousFrame', () => actions.step(-1)),
      button(words.nextFrame, 'nextFrame', () => actions.step(1)),
    )
    const events = group(
      button(words.previousEvent, 'previousEvent', () => actions.event(-1)),
      this.kinds,
      button(words.nextEvent, 'nextEvent', () => actions.event(1)),
    )
    const loop = group(
      button(words.loopStart, 'loopStart', () => actions.loop('from')),
      button(words.loopEnd, 'loopEnd', () => actions.loop('to')),
      button(words.loopClear, 'close', () => actions.loop('none')),
    )
    const [link, speed, camera] = [group(button(words.link, 'link', () => actions.link())), group(this.speeds), group(this.cameras)]
    const save = group(
      button(words.screenshot, 'picture', () => actions.screenshot()),
      this.record,
      this.overlays,
      this.debris,
      this.hands,
    )
    const sounds = group(this.sounds)
    this.overflow = new Overflow(
      this.root,
      [group(this.playing, this.time), speed, frames, events, loop, camera, this.music, sounds, link, save],
      [loop, frames, save, events, this.music, speed, link, sounds, camera],
      button(words.fullscreen, 'fullscreen', () => actions.fullscreen()),
    )
  }

  /** Controls for the music, or none. */
  showMusic(music: Music | null): void {
    this.music.hidden = music === null
    if (!music) return this.overflow.fit()
    const volume = element('input', { type: 'range', min: '0', max: '1', step: '0.05', value: '0.5', title: texts.map.volume })
    volume.setAttribute('aria-label', texts.map.volume)
    volume.addEventListener('input', () => (music.volume = Number(volume.value)))
    const mute = button(texts.map.mute, 'sound', () => {
      const muted = mute.getAttribute('aria-pressed') !== 'true'
      music.muted = muted
      mute.setAttribute('aria-pressed', String(muted))
      mute.replaceChildren(icon(muted ? 'silence' : 'sound'))
    })
    mute.setAttribute('aria-pressed', 'false')
    this.music.replaceChildren(mute, volume)
    this.overflow.fit()
  }

  showOverlays(shown: boolean): void {
    this.overlays.setAttribute('aria-pressed', String(shown))
  }

  /** Whether the sounds of the play are on; they are offered if this is called. */
  showSounds(on: boolean): void {
    const shown = !this.sounds.hidden
    this.sounds.hidden = false
    if (!shown) this.overflow.fit()
    this.sounds.setAttribute('aria-pressed', String(on))
    this.sounds.replaceChildren(icon(on ? 'sound' : 'silence'))
  }

  /** Whether pieces fly; that is offered if this is called. */
  showDebris(shown: boolean): void {
    this.debris.hidden = false
    this.debris.setAttribute('aria-pressed', String(shown))
    this.overflow.fit()
  }

  /** The hand that is looked at; that is offered if this is called. */
  showHand(hand: number): void {
    this.hands.hidden = false
    this.hands.value = String(hand)
    this.overflow.fit()
  }

  showRecording(recording: boolean): void {
    const label = recording ? words.recordEnd : words.record
    this.record.title = label
    this.record.setAttribute('aria-label', label)
    this.record.setAttribute('aria-pressed', String(recording))
    this.record.replaceChildren(icon(recording ? 'stop' : 'record'))
  }

  update(): void {
    const { clock, playing } = this
    const label = clock.playing ? words.pause : words.play
    if (playing.title !== label) {
      playing.title = label
      playing.setAttribute('aria-label', label)
      playing.replaceChildren(icon(clock.playing ? 'pause' : 'play'))
    }
    this.time.value = `${timeText(clock.time)} / ${endText(clock.span, clock.count)}`
    const speed = SPEEDS.reduce((best, value) => (Math.abs(value - clock.speed) < Math.abs(best - clock.speed) ? value : best))
    if (this.speeds.value !== String(speed)) this.speeds.value = String(speed)
  }
}

/** Keys, by what KeyboardEvent.key says. */
function keyAction(actions: Actions, key: string, shift: boolean): (() => void) | undefined {
  const table: Record<string, () => void> = {
    ' ': () => actions.play(),
    k: () => actions.play(),
    j: () => actions.skip(-10),
    l: () => actions.skip(10),
    arrowleft: () => actions.skip(shift ? -1 : -5),
    arrowright: () => actions.skip(shift ? 1 : 5),
    ',': () => actions.step(-1),
    '.': () => actions.step(1),
    p: () => actions.event(-1),
    n: () => actions.event(1),
    '<': () => actions.speed(-1),
    '>': () => actions.speed(1),
    '-': () => actions.speed(-1),
    '+': () => actions.speed(1),
    '=': () => actions.speed(1),
    '[': () => actions.loop('from'),
    ']': () => actions.loop('to'),
    '\\': () => actions.loop('none'),
    w: () => actions.turn(0, 6),
    s: () => actions.turn(0, -6),
    a: () => actions.turn(-8, 0),
    d: () => actions.turn(8, 0),
    q: () => actions.zoom(1.15),
    e: () => actions.zoom(1 / 1.15),
    r: () => actions.resetCamera(),
    c: () => actions.nextCamera(shift ? -1 : 1),
    m: () => actions.sounds(),
    h: () => actions.overlays(),
    g: () => actions.hand(),
    home: () => actions.seek(-Infinity),
    end: () => actions.seek(Infinity),
    o: () => actions.open(),
    f: () => actions.fullscreen(),
    '?': () => actions.help(),
  }
  const digit = /^\d$/.test(key) ? () => actions.part(Number(key) / 10) : undefined
  return digit ?? table[key.toLowerCase()]
}

/** Does what a key says. False: the key is not the player's, or belongs to the control that has the focus. */
export function pressKey(actions: Actions, event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'range')) return false
  // Space and Enter press the button that has the focus; arrows move between tabs.
  if (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter')) return false
  const action = keyAction(actions, event.key, event.shiftKey)
  if (!action) return false
  event.preventDefault()
  action()
  return true
}
