// SPDX-License-Identifier: MIT
// Which game's module can read a file, by its first bytes.
import { wrong } from './arguments.js'

/** A game that has a module of its own: `reel-beatsaber.wasm` and so on. */
export type Game = 'beatsaber' | 'ddnet' | 'echo' | 'geometrydash'

/** How many bytes `gameOf` looks at. */
export const HEAD_BYTES = 4096

/** A file of the game begins with one of the texts, and has `holds` near its start. Each character is a byte. */
interface Sign {
  readonly game: Game
  readonly begins: readonly string[]
  readonly holds?: string
}

const bytes = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index))

const signs: readonly Sign[] = [
  { game: 'beatsaber', begins: ['i=-D', 'ScoreSaber Replay ', ']\0\0\x80\0'] },
  { game: 'beatsaber', begins: [''], holds: '/xror/schema/' },
  { game: 'ddnet', begins: ['\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1'] },
  { game: 'echo', begins: ['PK\x03\x04'], holds: '.echoreplay' },
  { game: 'echo', begins: ['20'], holds: '\t{"' },
  { game: 'echo', begins: ['{"author":"'], holds: ',"players":[[' },
  // .butter has no magic; its first block is compressed by zstd or gzip.
  { game: 'echo', begins: bytes(1, 3), holds: '(\xb5/\xfd' },
  { game: 'echo', begins: bytes(1, 3), holds: '\x1f\x8b\x08' },
  {
    game: 'geometrydash',
    begins: ['GDR\x01', 'GDR\x02', 'SLC3RPLY', 'SILL', 'HACKPRO', 'RPLY', 'DDHR', 'TTR', 'UVBOT', 'META', 'RE21', 'ybot'],
  },
  { game: 'geometrydash', begins: bytes(0x80, 0x8f), holds: '\xa8duration' }, // GDR 1: a map of msgpack
  { game: 'geometrydash', begins: ['\x9f\x88\x89\x84\x9f\x3b\x1d\xd8'] }, // TCM
]

/**
 * The game whose module can read a file that begins with these bytes; null if the first bytes do not show it. It is a guess, which is
 * cheap: what the module of the game refuses as unsupported, `reel-full.wasm` may read.
 */
export function gameOf(head: Uint8Array): Game | null {
  if (!((head as unknown) instanceof Uint8Array)) throw wrong('the head of a file', 'a Uint8Array', head)
  const text = Array.from(head.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('')
  const fits = ({ begins, holds = '' }: Sign): boolean => begins.some((start) => text.startsWith(start)) && text.includes(holds)
  return signs.find(fits)?.game ?? null
}
