// SPDX-License-Identifier: MIT
// What the two containers of videos, mp4.ts and webm.ts, have in common: packets of encoders, and what decoders have to know.
import type { Bytes } from './bytes.js'

export type Codec = 'avc' | 'vp9' | 'vp8' | 'av1' | 'aac' | 'opus'

/** A track, as it is asked of the encoder. Sound has two channels. */
export interface TrackOptions {
  readonly codec: Codec
  /** Pictures or samples a second. */
  readonly rate: number
  /** Of pictures; 0: sound. */
  readonly width: number
  readonly height: number
}

/** What a track is decoded with. */
export interface Known {
  readonly codec: string
  /** In the form of the container that the encoder was asked for. */
  readonly description: Bytes
  /** Numbers of ITU-T H.273; null: not known. */
  readonly color: { readonly primaries: number; readonly transfer: number; readonly matrix: number; readonly full: boolean } | null
}

export interface Packet {
  /** Seconds. */
  readonly time: number
  readonly duration: number
  readonly key: boolean
  readonly data: Bytes
}

/** A file of tracks, whose packets come in the order in which they are decoded. */
export interface Container {
  add(track: number, packet: Packet, known: Known | undefined): void
  finish(): Blob
}

/** Numbers of ITU-T H.273, tables 2 to 4, of the names of WebCodecs. */
const primaries: Readonly<Record<string, number>> = { bt709: 1, bt470bg: 5, smpte170m: 6, bt2020: 9, smpte432: 12 }
const transfers: Readonly<Record<string, number>> = { bt709: 1, smpte170m: 6, linear: 8, 'iec61966-2-1': 13, pq: 16, hlg: 18 }
const matrices: Readonly<Record<string, number>> = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6, 'bt2020-ncl': 9 }

function bytesOf(source: AllowSharedBufferSource | undefined): Bytes {
  if (!source) return new Uint8Array()
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source as ArrayBuffer)
}

/** As encoders say it, of pictures and of sound. */
interface Said {
  readonly codec: string
  readonly description?: AllowSharedBufferSource
  readonly colorSpace?: VideoColorSpaceInit
}

export function knownOf({ codec, description, colorSpace }: Said): Known {
  const color = {
    primaries: primaries[colorSpace?.primaries ?? ''],
    transfer: transfers[colorSpace?.transfer ?? ''],
    matrix: matrices[colorSpace?.matrix ?? ''],
    full: colorSpace?.fullRange ?? false,
  }
  const complete = [color.primaries, color.transfer, color.matrix].every((value: number | undefined) => value !== undefined)
  return { codec, description: bytesOf(description).slice(), color: complete ? color : null }
}

export function packetOf(chunk: EncodedVideoChunk | EncodedAudioChunk): Packet {
  const data = new Uint8Array(chunk.byteLength)
  chunk.copyTo(data)
  return { time: chunk.timestamp / 1e6, duration: (chunk.duration ?? 0) / 1e6, key: chunk.type === 'key', data }
}

/** Samples of Opus before the first that is heard. (RFC 7845, section 5.1.) */
export const preSkip = ({ description }: Known): number => (description.length >= 12 ? description[10] | (description[11] << 8) : 0)

/** How AV1 is decoded, if the encoder does not say it: of the names that film.ts asks for. (AV1 in ISOBMFF, section 2.3.) */
export function av1Of({ codec, description }: Known): Bytes {
  if (description.length > 0) return description
  const [, profile, level] = codec.split('.')
  // 8 bits, 4:2:0.
  return Uint8Array.of(0x81, (Number(profile) << 5) | parseInt(level), 0x0c, 0)
}
