// SPDX-License-Identifier: MIT
// What mp4.ts and webm.ts write, read by another library.
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input, type InputTrack } from 'mediabunny'
import { expect, test } from 'vitest'
import { Mp4 } from '../../src/player/mp4.js'
import { type Codec, type Known, knownOf, type Packet } from '../../src/player/packets.js'
import { WebM } from '../../src/player/webm.js'

const bytes = (length: number, seed: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(length).fill(seed * 7).fill(seed * 3 + 1, length / 2)
/** High profile, level 3.1, without parameters. */
const avc = Uint8Array.of(1, 0x64, 0, 31, 0xff, 0xe0, 0)
const opusHead = Uint8Array.of(...Array.from('OpusHead', (letter) => letter.charCodeAt(0)), 1, 2, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
const names: Readonly<Record<Codec, string>> = {
  avc: 'avc1.64001f',
  vp9: 'vp09.00.51.08',
  vp8: 'vp8',
  av1: 'av01.0.13M.08',
  aac: 'mp4a.40.2',
  opus: 'opus',
}

function known(codec: Codec): Known {
  const description = codec === 'avc' ? avc : codec === 'opus' ? opusHead : codec === 'aac' ? Uint8Array.of(0x11, 0x90) : undefined
  return knownOf({ codec: names[codec], ...(description ? { description } : {}), ...(codec === 'vp9' ? { colorSpace } : {}) })
}

async function packetsOf(track: InputTrack): Promise<{ time: number; key: boolean; data: Uint8Array }[]> {
  const found = []
  for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets())
    found.push({ time: timestamp, key: type === 'key', data })
  return found
}

/** Orders in which an encoder gives pictures: as they are shown, or such that some need later ones. */
const orders = {
  shown: (at: number) => at,
  moved: (at: number, last: number) => (at % 3 === 1 ? Math.min(last, at + 1) : at % 3 === 2 ? at - 1 : at),
}

for (const [container, codec, sound] of [
  ['mp4', 'avc', 'aac'],
  ['mp4', 'vp9', 'opus'],
  ['mp4', 'av1', null],
  ['webm', 'vp9', 'opus'],
  ['webm', 'vp8', null],
  ['webm', 'av1', 'opus'],
] as const)
  for (const rate of [12.5, 29.97, 60])
    for (const order of container === 'mp4' ? (['shown', 'moved'] as const) : (['shown'] as const)) {
      test(`${container} of ${codec}${sound ? ` with ${sound}` : ''} at ${rate} a second, ${order}: every packet at its time`, async () => {
        const count = 151
        const options = [{ codec, rate, width: 198, height: 322 }]
        const sounds = sound ? Math.ceil(((count / rate) * 48_000) / 960) : 0
        const tracks = sound ? [...options, { codec: sound, rate: 48_000, width: 0, height: 0 }] : options
        const file = container === 'mp4' ? new Mp4(tracks) : new WebM(tracks)
        const wanted: Packet[][] = [[], []]
        const give = (track: number, own: Packet): void => {
          file.add(track, own, wanted[track].length === 0 ? known(tracks[track].codec) : undefined)
          wanted[track].push(own)
        }
        let heard = 0
        for (let at = 0; at < count; at++) {
          for (; heard < sounds && (heard * 960) / 48_000 <= at / rate; heard++)
            give(1, { time: (heard * 960) / 48_000, duration: 0.02, key: true, data: bytes(40 + (heard % 9), heard) })
          const shown = orders[order](at, count - 1)
          // Times as encoders have them, in whole millionths.
          const time = Math.round((shown * 1e6) / rate) / 1e6
          give(0, { time, duration: Math.round(1e6 / rate) / 1e6, key: at % 30 === 0, data: bytes(300 + (at % 50), at) })
        }
        const blob = file.finish()
        expect(blob.type).toBe(`video/${container}`)
        const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(blob) })
        const video = (await input.getPrimaryVideoTrack())!
        expect([await video.getCodec(), await video.getDisplayWidth(), await video.getDisplayHeight()]).toEqual([codec, 198, 322])
        expect(Math.abs((await video.computeDuration()) - count / rate)).toBeLessThan(0.002)
        const read = [video, await input.getPrimaryAudioTrack()].filter((track) => track !== null)
        expect(read.length).toBe(tracks.length)
        for (const [index, track] of read.entries()) {
          const [found, own] = [await packetsOf(track), wanted[index]]
          expect(found.length).toBe(own.length)
          // What a decoder of Opus leaves out comes before the first sample.
          const before = index === 1 ? found[0].time : 0
          expect(Math.abs(before)).toBeLessThan(0.01)
          found.forEach(({ time, key, data }, at) => {
            expect(Math.abs(time - before - own[at].time)).toBeLessThan(container === 'mp4' ? 0.00051 : 0.00101)
            if (index === 0) expect(key).toBe(own[at].key)
            expect(Buffer.compare(data, own[at].data)).toBe(0)
          })
        }
      })
    }

test('a file has its parts where its index says, however large its packets are', async () => {
  for (const make of [
    () => new Mp4([{ codec: 'avc', rate: 2, width: 16, height: 16 }]),
    () => new WebM([{ codec: 'vp9', rate: 2, width: 16, height: 16 }]),
  ]) {
    const file = make()
    for (let at = 0; at < 12; at++)
      file.add(0, { time: at / 2, duration: 0.5, key: at % 4 === 0, data: bytes(400_000, at) }, at === 0 ? known('avc') : undefined)
    const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file.finish()) })
    const sink = new EncodedPacketSink((await input.getPrimaryVideoTrack())!)
    for (let at = 11; at >= 0; at--) {
      const packet = await sink.getPacket(at / 2)
      expect(packet?.timestamp).toBe(at / 2)
      expect(Buffer.compare(packet!.data, bytes(400_000, at))).toBe(0)
    }
  }
})
