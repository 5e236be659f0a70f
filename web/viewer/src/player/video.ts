// SPDX-License-Identifier: MIT
// A video of the play, by the browser's own recorder: the pictures as they are drawn, and the music if there is some. For browsers that
// have no WebCodecs; film.ts is for the others.

const FRAMES = 30
const TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

/** Browsers have this, or an older name of it; the types of the DOM have neither. */
interface Capturing {
  captureStream?(): MediaStream
  mozCaptureStream?(): MediaStream
}

/** Whether the browser has WebCodecs, which pages without a secure address have not. */
export const canFilm = (): boolean => typeof VideoEncoder === 'function' && typeof VideoFrame === 'function'

export const canRecord = (): boolean =>
  canFilm() || (typeof MediaRecorder === 'function' && typeof HTMLCanvasElement.prototype.captureStream === 'function')

export class Video {
  private readonly canvas = document.createElement('canvas')
  private readonly recorder: MediaRecorder
  private readonly parts: Blob[] = []

  /** Starts. `done` gets the video when `stop` was called. */
  constructor(width: number, height: number, sound: HTMLMediaElement | null, done: (video: Blob) => void) {
    this.canvas.width = width
    this.canvas.height = height
    const stream = this.canvas.captureStream(FRAMES)
    const capturing = sound as Capturing | null
    const heard = capturing?.captureStream?.() ?? capturing?.mozCaptureStream?.()
    for (const track of heard?.getAudioTracks() ?? []) stream.addTrack(track)
    // Firefox waits for ever for sound that a type has and the stream has not.
    const types = stream.getAudioTracks().length > 0 ? TYPES : TYPES.map((type) => type.replace(',opus', ''))
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
    this.recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
    this.recorder.addEventListener('dataavailable', ({ data }) => this.parts.push(data))
    this.recorder.addEventListener('stop', () => {
      for (const track of stream.getVideoTracks()) track.stop()
      done(new Blob(this.parts, { type: this.recorder.mimeType }))
    })
    this.recorder.start(1000)
  }

  /** Takes a picture, of any size. */
  add(picture: (context: CanvasRenderingContext2D, width: number, height: number) => void): void {
    const context = this.canvas.getContext('2d')
    if (context) picture(context, this.canvas.width, this.canvas.height)
  }

  stop(): void {
    if (this.recorder.state !== 'inactive') this.recorder.stop()
  }
}
