// SPDX-License-Identifier: MIT
// Writes MP4: the packets as they come, and after them the tables that say where each one is. (ISO/IEC 14496-12 and 14496-15; VP9, AV1 and
// Opus by their own bindings.)
import { type Bytes, halves, joined, letters, whole, words } from './bytes.js'
import { av1Of, type Container, type Known, type Packet, preSkip, type TrackOptions } from './packets.js'
import { Parts } from './parts.js'

/** Units of the whole film a second, and of pictures: each lasts as many, whatever their rate. */
const SCALE = 1000
const PICTURE = 1000
/** Bytes of packets that are written at once. */
const PIECE = 1 << 20
/** The identity, in fixed point. */
const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Bytes before the packets: the first box, and the head of the one with the packets. */
const FIRST = box('ftyp', letters('isom'), words(0x200), letters('isomiso2mp41'))
const BODY = FIRST.length + 16

function box(type: string, ...content: readonly Uint8Array[]): Bytes {
  const body = joined(...content)
  return joined(words(body.length + 8), letters(type), body)
}

/** A box that begins with its version and 24 flags. */
const full = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Bytes =>
  box(type, words(version * 0x1000000 + flags), ...content)

/** A part of the description of a stream, whose length is one byte. (ISO/IEC 14496-1, section 7.2.2.) */
const descriptor = (tag: number, ...content: readonly Uint8Array[]): Bytes => {
  const body = joined(...content)
  return joined(Uint8Array.of(tag, body.length), body)
}

/** How long equal values follow each other, and the value. */
function runs(values: readonly number[]): [count: number, value: number][] {
  const found: [number, number][] = []
  for (const value of values) {
    const last = found[found.length - 1]
    if (last?.[1] === value) last[0]++
    else found.push([1, value])
  }
  return found
}

class Track {
  known: Known | null = null
  readonly offsets: number[] = []
  readonly sizes: number[] = []
  readonly keys: number[] = []
  /** When each is shown, in units of the track, in the order of decoding. */
  readonly shown: number[] = []
  private readonly scale: number
  private last = 0

  constructor(
    private readonly options: TrackOptions,
    private readonly id: number,
  ) {
    this.scale = Math.round(options.width > 0 ? options.rate * PICTURE : options.rate)
  }

  add({ time, duration, key, data }: Packet, offset: number): void {
    this.offsets.push(offset)
    this.sizes.push(data.length)
    if (key) this.keys.push(this.sizes.length)
    this.shown.push(this.options.width > 0 ? Math.round(time * this.options.rate) * PICTURE : Math.round(time * this.scale))
    this.last = this.options.width > 0 ? PICTURE : Math.max(1, Math.round(duration * this.scale))
  }

  /** When each is decoded: as they are shown, but in order. */
  private get decoded(): number[] {
    return [...this.shown].sort((a, b) => a - b)
  }

  get seconds(): number {
    const { decoded } = this
    return decoded.length > 0 ? (decoded[decoded.length - 1] + this.last) / this.scale : 0
  }

  box(film: number): Bytes {
    const { options, scale, decoded, shown } = this
    const { width, height } = options
    const picture = width > 0
    // How much later pictures are shown than decoded, where encoders change their order.
    const delay = decoded.reduce((most, value, at) => Math.max(most, value - shown[at]), 0)
    const skipped = delay + (options.codec === 'opus' && this.known ? preSkip(this.known) : 0)
    const edit = skipped > 0 ? [box('edts', full('elst', 0, 0, words(1, film, skipped, 0x10000)))] : []
    return box(
      'trak',
      full(
        'tkhd',
        0,
        3,
        words(0, 0, this.id, 0, film, 0, 0),
        halves(0, 0, picture ? 0 : 0x100, 0),
        MATRIX,
        words(width * 0x10000, height * 0x10000),
      ),
      ...edit,
      box(
        'mdia',
        full('mdhd', 1, 0, whole(8, 0), whole(8, 0), words(scale), whole(8, Math.round(this.seconds * scale)), halves(0x55c4, 0)),
        full('hdlr', 0, 0, words(0), letters(picture ? 'vide' : 'soun'), words(0, 0, 0), Uint8Array.of(0)),
        box(
          'minf',
          picture ? full('vmhd', 0, 1, words(0, 0)) : full('smhd', 0, 0, words(0)),
          box('dinf', full('dref', 0, 0, words(1), full('url ', 0, 1))),
          this.table(decoded, delay),
        ),
      ),
    )
  }

  private table(decoded: readonly number[], delay: number): Bytes {
    const { shown, sizes, keys, offsets, options } = this
    const lengths = runs(decoded.map((value, at) => (decoded[at + 1] ?? value + this.last) - value))
    const later = delay > 0 ? runs(decoded.map((value, at) => shown[at] - value + delay)) : []
    const pairs = (type: string, values: readonly (readonly number[])[]): Bytes =>
      full(type, 0, 0, words(values.length), ...values.map((own) => words(...own)))
    return box(
      'stbl',
      full('stsd', 0, 0, words(1), this.entry()),
      pairs('stts', lengths),
      ...(later.length > 0 ? [pairs('ctts', later)] : []),
      ...(options.width > 0
        ? [
            pairs(
              'stss',
              keys.map((key) => [key]),
            ),
          ]
        : []),
      pairs('stsc', [[1, 1, 1]]),
      full('stsz', 0, 0, words(0, sizes.length), ...sizes.map((size) => words(size))),
      full('co64', 0, 0, words(offsets.length), ...offsets.map((offset) => whole(8, offset))),
    )
  }

  /** What a decoder has to know. */
  private entry(): Bytes {
    const { options, known, id } = this
    const { codec, width, height, rate } = options
    const description = known?.description ?? new Uint8Array()
    const head = joined(new Uint8Array(6), halves(1))
    if (width === 0) {
      const sound = joined(head, words(0, 0), halves(2, 16, 0, 0), words(rate * 0x10000))
      if (codec === 'opus') {
        // Samples a second and what is left out of the beginning, the highest byte first. (Opus in ISOBMFF, section 4.3.2.)
        return box(
          'Opus',
          sound,
          box('dOps', Uint8Array.of(0, 2), halves(known ? preSkip(known) : 0), words(rate), halves(0), Uint8Array.of(0)),
        )
      }
      const config = descriptor(4, Uint8Array.of(0x40, 0x15), whole(3, 0), words(0, 0), descriptor(5, description))
      return box('mp4a', sound, full('esds', 0, 0, descriptor(3, halves(id), Uint8Array.of(0), config, descriptor(6, Uint8Array.of(2)))))
    }
    const { primaries, transfer, matrix, full: wide } = known?.color ?? { primaries: 2, transfer: 2, matrix: 2, full: false }
    const picture = joined(
      head,
      new Uint8Array(16),
      halves(width, height),
      words(0x480000, 0x480000, 0),
      halves(1),
      new Uint8Array(32),
      halves(0x18, 0xffff),
    )
    const color = known?.color ? [box('colr', letters('nclx'), halves(primaries, transfer, matrix), Uint8Array.of(wide ? 0x80 : 0))] : []
    if (codec === 'avc') return box('avc1', picture, box('avcC', description), ...color)
    if (codec === 'av1') return box('av01', picture, box('av1C', known ? av1Of(known) : description), ...color)
    // Profile, level and depth are in the name. 4:2:0. (VP Codec ISO Media File Format Binding.)
    const [, profile, level, depth] = (known?.codec ?? '').split('.').map(Number)
    const vp9 = Uint8Array.of(profile, level, (depth << 4) | 2 | (wide ? 1 : 0), primaries, transfer, matrix)
    return box('vp09', picture, full('vpcC', 1, 0, vp9, halves(0)), ...color)
  }
}

export class Mp4 implements Container {
  private readonly parts = new Parts()
  private readonly tracks: readonly Track[]
  private end = BODY
  /** Packets that are not yet in the parts, and how many bytes they have. */
  private waiting: Bytes[] = []
  private bytes = 0

  constructor(tracks: readonly TrackOptions[]) {
    this.tracks = tracks.map((options, index) => new Track(options, index + 1))
    this.parts.write(joined(FIRST, words(1), letters('mdat'), whole(8, 0)), 0)
  }

  add(track: number, packet: Packet, known: Known | undefined): void {
    const own = this.tracks[track]
    if (known) own.known = known
    own.add(packet, this.end)
    this.waiting.push(packet.data)
    this.bytes += packet.data.length
    this.end += packet.data.length
    if (this.bytes >= PIECE) this.flush()
  }

  private flush(): void {
    this.parts.write(joined(...this.waiting), this.end - this.bytes)
    this.waiting = []
    this.bytes = 0
  }

  finish(): Blob {
    this.flush()
    const { parts, tracks, end } = this
    parts.write(whole(8, end - FIRST.length), FIRST.length + 8)
    const length = Math.round(Math.max(...tracks.map(({ seconds }) => seconds)) * SCALE)
    const head = full(
      'mvhd',
      0,
      0,
      words(0, 0, SCALE, length, 0x10000),
      halves(0x100, 0),
      words(0, 0),
      MATRIX,
      new Uint8Array(24),
      words(tracks.length + 1),
    )
    parts.write(box('moov', head, ...tracks.map((track) => track.box(length))), end)
    return parts.blob('video/mp4')
  }
}
