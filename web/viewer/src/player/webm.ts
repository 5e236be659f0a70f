// SPDX-License-Identifier: MIT
// Writes WebM: clusters that begin with a picture which needs no other one. What is known only at the end, the length and what decoders have to
// know, has room before them. (RFC 8794; RFC 9559.)
import { type Bytes, float, joined, letters, whole } from './bytes.js'
import { av1Of, type Container, type Known, type Packet, preSkip, type TrackOptions } from './packets.js'
import { Parts } from './parts.js'

/** Bytes for what is written at the end. */
const ROOM = 1024
/** Nanoseconds of a millisecond, in which times are. */
const SCALE = 1e6
/** Seconds that a cluster without a picture is long, at most: its packets have 16 bits for their time. */
const LONGEST = 20
/** Nanoseconds that Opus decodes before what is heard after a jump. (RFC 9559, section 5.1.4.1.) */
const SEEK_ROLL = 80e6

/** The size of an element in 8 bytes. */
const size = (length: number): Bytes => joined(Uint8Array.of(1), whole(7, length))

/** The number of an element is as long as its first byte says; so is 4 bytes for a size. */
function element(id: number, ...content: readonly Uint8Array[]): Bytes {
  const body = joined(...content)
  return joined(idOf(id), body.length < 127 ? Uint8Array.of(0x80 | body.length) : whole(4, 0x10000000 + body.length), body)
}
const idOf = (id: number): Bytes => whole(id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1, id)
const number = (id: number, value: number): Bytes => element(id, whole(value > 0xffffffff ? 8 : 4, value))
const text = (id: number, value: string): Bytes => element(id, letters(value))

/** Room that nothing is in. */
const hole = (length: number): Bytes => joined(Uint8Array.of(0xec), size(length - 9), new Uint8Array(length - 9))

const HEAD = joined(
  element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'webm'),
    number(0x4287, 4),
    number(0x4285, 2),
  ),
  idOf(0x18538067),
)
/** Where the content of the segment begins. */
const CONTENT = HEAD.length + 8
const IDS: Readonly<Record<string, string>> = { vp8: 'V_VP8', vp9: 'V_VP9', av1: 'V_AV1', opus: 'A_OPUS' }

export class WebM implements Container {
  private readonly parts = new Parts()
  private readonly known: (Known | undefined)[] = []
  private end = CONTENT + ROOM
  private seconds = 0
  private cluster: { from: number; blocks: Uint8Array[] } | null = null
  private readonly cues: { time: number; at: number }[] = []

  constructor(private readonly tracks: readonly TrackOptions[]) {
    this.parts.write(joined(HEAD, size(0), hole(ROOM)), 0)
  }

  add(track: number, packet: Packet, known: Known | undefined): void {
    if (known) this.known[track] = known
    const { time, duration, key, data } = packet
    this.seconds = Math.max(this.seconds, time + duration)
    const picture = this.tracks[track].width > 0
    if (!this.cluster || (picture && key) || time > this.cluster.from + LONGEST) {
      this.flush()
      this.cluster = { from: Math.max(0, Math.floor(time * 1000) / 1000), blocks: [] }
    }
    const relative = Math.round(time * 1000) - Math.round(this.cluster.from * 1000)
    const block = joined(
      Uint8Array.of(0x80 | (track + 1)),
      whole(2, (relative + 0x10000) % 0x10000),
      Uint8Array.of(key || !picture ? 0x80 : 0),
      data,
    )
    this.cluster.blocks.push(element(0xa3, block))
  }

  private flush(): void {
    if (!this.cluster) return
    const { from, blocks } = this.cluster
    const made = element(0x1f43b675, number(0xe7, Math.round(from * 1000)), ...blocks)
    this.cues.push({ time: Math.round(from * 1000), at: this.end - CONTENT })
    this.parts.write(made, this.end)
    this.end += made.length
    this.cluster = null
  }

  private entry(options: TrackOptions, index: number): Bytes {
    const { codec, rate, width, height } = options
    const known = this.known[index]
    const head = [number(0xd7, index + 1), number(0x73c5, index + 1), number(0x9c, 0), text(0x86, IDS[codec])]
    if (width === 0) {
      const description = known?.description ?? new Uint8Array()
      const delay = known ? Math.round((preSkip(known) * 1e9) / rate) : 0
      const sound = element(0xe1, element(0xb5, float(rate)), number(0x9f, 2))
      return element(0xae, ...head, number(0x83, 2), element(0x63a2, description), number(0x56aa, delay), number(0x56bb, SEEK_ROLL), sound)
    }
    const { color } = known ?? {}
    const colors = color
      ? [
          element(
            0x55b0,
            number(0x55b1, color.matrix),
            number(0x55b9, color.full ? 2 : 1),
            number(0x55ba, color.transfer),
            number(0x55bb, color.primaries),
          ),
        ]
      : []
    const picture = element(0xe0, number(0xb0, width), number(0xba, height), ...colors)
    const own = codec === 'av1' && known ? [element(0x63a2, av1Of(known))] : []
    return element(0xae, ...head, number(0x83, 1), number(0x23e383, Math.round(1e9 / rate)), ...own, picture)
  }

  finish(): Blob {
    this.flush()
    const { parts, tracks, cues } = this
    const video = tracks.findIndex(({ width }) => width > 0) + 1
    const points = cues.map(({ time, at }) => element(0xbb, number(0xb3, time), element(0xb7, number(0xf7, video), number(0xf1, at))))
    const index = element(0x1c53bb6b, ...points)
    parts.write(index, this.end)
    const info = element(
      0x1549a966,
      number(0x2ad7b1, SCALE),
      element(0x4489, float(this.seconds * 1000)),
      text(0x4d80, 'reel'),
      text(0x5741, 'reel'),
    )
    const list = element(0x1654ae6b, ...tracks.map((options, at) => this.entry(options, at)))
    const seek = (id: number, at: number): Bytes => element(0x4dbb, element(0x53ab, idOf(id)), number(0x53ac, at))
    // Of the same length wherever the others are.
    const first = element(0x114d9b74, seek(0x1549a966, 0), seek(0x1654ae6b, 0), seek(0x1c53bb6b, 0)).length
    const seeks = element(0x114d9b74, seek(0x1549a966, first), seek(0x1654ae6b, first + info.length), seek(0x1c53bb6b, this.end - CONTENT))
    const known = joined(seeks, info, list)
    parts.write(joined(known, hole(ROOM - known.length)), CONTENT)
    parts.write(size(this.end + index.length - CONTENT), HEAD.length)
    return parts.blob('video/webm')
  }
}
