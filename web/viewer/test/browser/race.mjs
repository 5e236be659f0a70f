// SPDX-License-Identifier: MIT
// A DDNet recording with finishes, on a map of maps.mjs, made here: docs/formats/teehistorian.md.
import { createHash } from 'node:crypto'

/** A number in the form of the game's packer. */
function packed(value) {
  let rest = value < 0 ? ~value : value
  const bytes = [(value < 0 ? 0x40 : 0) | (rest & 0x3f) | (rest > 0x3f ? 0x80 : 0)]
  for (rest >>>= 6; rest > 0; rest >>>= 7) bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
  return bytes
}

const FINISH = [0x68, 0x94, 0x3c, 0x01, 0x23, 0x48, 0x3e, 0x01, 0x94, 0x90, 0x3f, 0x27, 0xf8, 0x26, 0x9d, 0x94]
const extra = (id, bytes) => [...packed(-11), ...id, ...packed(bytes.length), ...bytes]

/** Who finishes when, and after how many ticks. */
export const finishes = [
  { cid: 0, tick: 400, ticks: 250 },
  { cid: 1, tick: 620, ticks: 331 },
  { cid: 0, tick: 900, ticks: 203 },
]
export const names = ['Ann', 'Bob, the 2nd']

/** Two tees walk to and fro over a platform. `ticks`: how long; the last finish is at tick 900. */
export function race(map, { ticks = 1000 } = {}) {
  const header = {
    comment: 'teehistorian@ddnet.tw',
    version: '2',
    version_minor: '10',
    game_uuid: 'a1eb7182-796e-3b3e-941d-38ca71b2a4a8',
    server_version: '0.6.4, 18.3',
    start_time: '2024-01-01T00:00:00+0000',
    server_name: 'Server',
    server_port: '8303',
    game_type: 'DDraceNetwork',
    map_name: 'box',
    map_size: String(map.length),
    map_sha256: createHash('sha256').update(map).digest('hex'),
    map_crc: '00000000',
    config: {},
    tuning: {},
    uuids: [],
  }
  const parts = []
  let body = []
  names.forEach((name, cid) => {
    const info = [...packed(20 << 1), ...Buffer.from(`${name}\0Clan\0`), 0, ...Buffer.from('default\0'), 0, 0, 0]
    body.push(...packed(-8), ...packed(cid), ...packed(-7), ...packed(cid), ...packed(info.length), ...info)
    body.push(...packed(-3), ...packed(cid), ...packed(3200 + cid * 64), ...packed(57 * 32 + 17))
    body.push(...packed(-6), ...packed(cid), ...[1, 100, 0, 0, 0, 0, 1, 0, 0, 0].flatMap(packed))
  })
  for (let tick = 1; tick < ticks; tick++) {
    // A tick begins with the first player: its number is not above that of the last one.
    names.forEach((_, cid) => body.push(...packed(cid), ...packed(tick % 200 < 100 ? 9 : -9), ...packed(0)))
    for (const finish of finishes)
      if (finish.tick === tick + 1) body.push(...extra(FINISH, [...packed(finish.cid), ...packed(finish.ticks)]))
    if (body.length > 1 << 16) {
      parts.push(Buffer.from(body))
      body = []
    }
  }
  const magic = Buffer.from('699db17b8efb34ffb1d8da6f60c15dd1', 'hex')
  return Buffer.concat([magic, Buffer.from(`${JSON.stringify(header)}\0`), ...parts, Buffer.from(body), Buffer.from(packed(-1))])
}
