// SPDX-License-Identifier: MIT
/** Farther apart than this, in seconds, the music jumps to the clock; less is not heard. */
const APART = 0.08

/** The music of a map, in step with the clock. It sounds only while the play runs, which the user starts. */
export class Music {
  private readonly sound = new Audio()
  private readonly url: string

  constructor(
    readonly file: Blob,
    /** Seconds of the music at time 0. */
    readonly offset: number,
  ) {
    this.url = URL.createObjectURL(file)
    this.sound.src = this.url
    this.sound.preload = 'auto'
    this.sound.volume = 0.5
  }

  /** For tests and for a video of the play. */
  get element(): HTMLAudioElement {
    return this.sound
  }

  set volume(value: number) {
    this.sound.volume = Math.min(1, Math.max(0, value))
  }

  set muted(value: boolean) {
    this.sound.muted = value
  }

  follow(time: number, playing: boolean, speed: number): void {
    const { sound } = this
    const at = time + this.offset
    if (!playing || at < 0 || (sound.duration > 0 && at >= sound.duration)) {
      if (!sound.paused) sound.pause()
      return
    }
    if (sound.playbackRate !== speed) sound.playbackRate = speed
    if (Math.abs(sound.currentTime - at) > APART * Math.max(1, speed) && !sound.seeking) sound.currentTime = at
    if (sound.paused) void sound.play().catch(() => undefined)
  }

  close(): void {
    this.sound.pause()
    this.sound.removeAttribute('src')
    URL.revokeObjectURL(this.url)
  }
}
