// SPDX-License-Identifier: MIT
// A video of the play that is made picture by picture: picture n shows the time n / rate, however long drawing takes. WebCodecs encode it,
// mp4.ts and webm.ts write the file.
import { texts } from '../texts.js'
import { type Heard, mix, SAMPLES } from './filmsound.js'
import { Mp4 } from './mp4.js'
import { type Codec, type Container as Writer, knownOf, packetOf, type TrackOptions } from './packets.js'
import { WebM } from './webm.js'

export type Container = 'mp4' | 'webm'

/** Why there is no video, for people. */
export class FilmError extends Error {}

export interface FilmOptions {
  readonly container: Container
  readonly width: number
  readonly height: number
  /** Pictures a second. */
  readonly rate: number
  /** Seconds of the play. */
  readonly from: number
  readonly to: number
  readonly sound: Heard | null
  /** Draws the play at a time. */
  readonly draw: (time: number) => Promise<HTMLCanvasElement>
  readonly progress: (done: number, all: number) => void
  readonly signal: AbortSignal
}

export interface Film {
  readonly video: Blob
  /** The sound was asked for, and the browser cannot encode it. */
  readonly mute: boolean
}

/** Pictures that wait for the encoder. */
const WAITING = 6
/** Milliseconds after which the page may do something else. */
const TURN = 20
/** Seconds between pictures that need no other one. */
const KEY = 2
/** Bits of a pixel: plain shapes with sharp edges. */
const BITS = 0.1
/** Samples that are mixed and encoded at once: a second. */
const PIECE = SAMPLES

/** Levels of AVC: 16 × 16 blocks of a picture, and of a second. (ITU-T H.264, table A-1.) */
const avcLevels = [
  [30, 1620, 40_500],
  [31, 3600, 108_000],
  [40, 8192, 245_760],
  [42, 8704, 522_240],
  [51, 36_864, 983_040],
  [52, 36_864, 2_073_600],
  [62, 139_264, 16_711_680],
] as const

function avcNames(width: number, height: number, rate: number): string[] {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16)
  const level = avcLevels.find(([, picture, second]) => blocks <= picture && blocks * rate <= second)?.[0]
  return level === undefined ? [] : ['6400', '4d00', '42e0'].map((profile) => `avc1.${profile}${level.toString(16)}`)
}

type Pictures = Exclude<Codec, 'aac' | 'opus'>
const codecs: Readonly<Record<Container, readonly Pictures[]>> = { mp4: ['avc', 'vp9', 'av1'], webm: ['vp9', 'vp8', 'av1'] }

interface Picked<T> {
  readonly codec: Codec
  readonly config: T
}
type Video = Picked<VideoEncoderConfig>
type Sound = Picked<AudioEncoderConfig>

/** The first video codec of a container that the browser can encode in this size; null if there is none. */
async function videoCodec({ container, width, height, rate }: FilmOptions): Promise<Video | null> {
  const names = { avc: avcNames(width, height, rate), vp9: ['vp09.00.51.08'], vp8: ['vp8'], av1: ['av01.0.13M.08'] }
  const bitrate = Math.round(Math.min(80e6, Math.max(5e5, width * height * rate * BITS)))
  for (const codec of codecs[container]) {
    for (const name of names[codec]) {
      const config: VideoEncoderConfig = { codec: name, width, height, bitrate, framerate: rate }
      if (codec === 'avc') config.avc = { format: 'avc' }
      const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }))
      if (supported) return { codec, config }
    }
  }
  return null
}

async function audioCodec(container: Container): Promise<Sound | null> {
  if (typeof AudioEncoder !== 'function') return null
  for (const [codec, name] of [['aac', 'mp4a.40.2'] as const, ['opus', 'opus'] as const]) {
    const config = { codec: name, sampleRate: SAMPLES, numberOfChannels: 2, bitrate: 160_000 }
    if (codec === 'aac' && container === 'webm') continue
    const { supported } = await AudioEncoder.isConfigSupported(config).catch(() => ({ supported: false }))
    if (supported) return { codec, config }
  }
  return null
}

/** Lets the page do something else. Unlike a timer this is not slower in a tab that nobody looks at. */
function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(null)
  })
}

/** One encoder. */
class Track<E extends VideoEncoder | AudioEncoder> {
  failure: Error | null = null

  constructor(make: (fail: (error: unknown) => void) => E) {
    this.encoder = make((error) => (this.failure ??= error instanceof Error ? error : new Error(String(error))))
  }

  readonly encoder: E

  check(): void {
    if (this.failure) throw this.failure
  }

  /** Waits until the encoder can take more. */
  async room(): Promise<void> {
    const { encoder } = this
    while (encoder.encodeQueueSize >= WAITING && encoder.state === 'configured')
      await new Promise((done) => encoder.addEventListener('dequeue', done, { once: true }))
    this.check()
  }

  async finish(): Promise<void> {
    await this.encoder.flush()
    this.check()
  }

  close(): void {
    if (this.encoder.state !== 'closed') this.encoder.close()
  }
}

/** Gives packets to the file. */
const intoFile =
  (file: Writer, track: number, fail: (error: unknown) => void) =>
  (chunk: EncodedVideoChunk | EncodedAudioChunk, { decoderConfig }: EncodedVideoChunkMetadata | EncodedAudioChunkMetadata = {}): void => {
    try {
      file.add(track, packetOf(chunk), decoderConfig && knownOf(decoderConfig))
    } catch (error) {
      fail(error)
    }
  }

function videoTrack({ config }: Video, file: Writer): Track<VideoEncoder> {
  const track = new Track((error) => new VideoEncoder({ output: intoFile(file, 0, error), error }))
  track.encoder.configure(config)
  return track
}

function audioTrack({ config }: Sound, file: Writer): Track<AudioEncoder> {
  const track = new Track((error) => new AudioEncoder({ output: intoFile(file, 1, error), error }))
  track.encoder.configure(config)
  return track
}

function encodeSound(track: Track<AudioEncoder>, heard: Heard, from: number, first: number, count: number): void {
  const [left, right] = mix(heard, from + first / SAMPLES, count)
  const data = new Float32Array(2 * count)
  data.set(left)
  data.set(right, count)
  const timestamp = Math.round((first * 1e6) / SAMPLES)
  const sound = new AudioData({ format: 'f32-planar', sampleRate: SAMPLES, numberOfFrames: count, numberOfChannels: 2, timestamp, data })
  track.encoder.encode(sound)
  sound.close()
}

/** How many pictures a video of a span has. */
export const pictures = (from: number, to: number, rate: number): number => Math.max(1, Math.round((to - from) * rate))

/** Makes a video. Fails with FilmError if the browser cannot, and with the reason of the signal if that stops it; nothing is kept then. */
export async function makeFilm(how: FilmOptions): Promise<Film> {
  const { container, width, height, rate, from, to, sound, signal } = how
  const picked = await videoCodec(how)
  if (!picked) throw new FilmError(texts.film.noEncoder(container, width, height, rate))
  const voice = sound ? await audioCodec(container) : null
  const tracks: TrackOptions[] = [{ codec: picked.codec, rate, width, height }]
  if (voice) tracks.push({ codec: voice.codec, rate: SAMPLES, width: 0, height: 0 })
  const file = container === 'mp4' ? new Mp4(tracks) : new WebM(tracks)
  const video = videoTrack(picked, file)
  const audio = voice ? audioTrack(voice, file) : null
  try {
    signal.throwIfAborted()
    await encode(how, video, audio, pictures(from, to, rate))
    return { video: file.finish(), mute: sound !== null && !voice }
  } finally {
    video.close()
    audio?.close()
  }
}

async function encode(how: FilmOptions, video: Track<VideoEncoder>, audio: Track<AudioEncoder> | null, count: number): Promise<void> {
  const { rate, from, sound, signal } = how
  const samples = Math.round((count / rate) * SAMPLES)
  const keys = Math.max(1, Math.round(rate * KEY))
  let heard = 0
  let last = performance.now()
  for (let index = 0; index < count; index++) {
    while (audio && sound && heard < samples && heard / SAMPLES < (index + 1) / rate) {
      const piece = Math.min(PIECE, samples - heard)
      encodeSound(audio, sound, from, heard, piece)
      heard += piece
      await audio.room()
    }
    const canvas = await how.draw(from + index / rate)
    const timestamp = Math.round((index * 1e6) / rate)
    const frame = new VideoFrame(canvas, { timestamp, duration: Math.round(((index + 1) * 1e6) / rate) - timestamp })
    video.encoder.encode(frame, { keyFrame: index % keys === 0 })
    frame.close()
    how.progress(index + 1, count)
    await video.room()
    if (performance.now() - last > TURN) {
      await turn()
      last = performance.now()
    }
    signal.throwIfAborted()
  }
  await video.finish()
  await audio?.finish()
  signal.throwIfAborted()
}
