// SPDX-License-Identifier: MIT
// Replays for the tests, made here: a play of Beat Saber with as many notes as a test needs, and names that are not friendly.

const text = (value) => {
  const bytes = Buffer.from(value)
  const head = Buffer.alloc(4)
  head.writeInt32LE(bytes.length)
  return Buffer.concat([head, bytes])
}

const numbers = (...values) => {
  const made = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => made.writeFloatLE(value, index * 4))
  return made
}

const integer = (value) => {
  const made = Buffer.alloc(4)
  made.writeInt32LE(value)
  return made
}

/** A number in the form of the game's packer. */
function packed(value) {
  let rest = value < 0 ? ~value : value
  const bytes = [(value < 0 ? 0x40 : 0) | (rest & 0x3f) | (rest > 0x3f ? 0x80 : 0)]
  for (rest >>>= 6; rest > 0; rest >>>= 7) bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
  return bytes
}

/**
 * A teehistorian file in pieces: docs/formats/teehistorian.md. Eight players walk in circles; each piece of 10,000 ticks ends where it
 * began, so that it can be repeated. In each piece the first player drops and joins again.
 */
export function* teehistorian({ pieces = 1 } = {}) {
  const magic = Buffer.from('699db17b8efb34ffb1d8da6f60c15dd1', 'hex')
  const header = {
    comment: 'teehistorian@ddnet.tw',
    version: '2',
    version_minor: '10',
    game_uuid: 'a1eb7182-796e-3b3e-941d-38ca71b2a4a8',
    server_version: '0.6.4, 18.0',
    start_time: '2024-01-01T00:00:00+0000',
    server_name: 'Server',
    server_port: '8303',
    game_type: 'DDraceNetwork',
    map_name: 'Circles',
    map_size: '1000',
    map_sha256: '0'.repeat(64),
    map_crc: '00000000',
    config: {},
    tuning: {},
    uuids: [],
  }
  const start = []
  const players = 8
  const join = (to, cid) => {
    to.push(...packed(-8), ...packed(cid))
    const info = Buffer.concat([
      Buffer.from(packed(20 << 1)),
      Buffer.from(`Tee ${cid}\0Clan\0`),
      Buffer.from([0]),
      Buffer.from('default\0'),
      Buffer.from([0, 0, 0]),
    ])
    to.push(...packed(-7), ...packed(cid), ...packed(info.length), ...info)
  }
  for (let cid = 0; cid < players; cid++) join(start, cid)
  for (let cid = 0; cid < players; cid++) start.push(...packed(-3), ...packed(cid), ...packed(3200 + cid * 100), ...packed(1600))
  for (let cid = 0; cid < players; cid++) start.push(...packed(-6), ...packed(cid), ...[0, 100, 0, 0, 0, 0, 1, 0, 0, 0].flatMap(packed))
  yield Buffer.concat([magic, Buffer.from(JSON.stringify(header)), Buffer.from([0]), Buffer.from(start)])

  const piece = []
  for (let tick = 0; tick < 10_000; tick++) {
    const angle = (2 * Math.PI * tick) / 500
    // The steps of a half circle are those of the other half, turned round.
    const turn = tick % 500 < 250 ? 1 : -1
    const half = (2 * Math.PI * (tick % 250)) / 500
    for (let cid = 0; cid < players; cid++)
      piece.push(
        ...packed(cid),
        ...packed(turn * Math.round(6 * Math.cos(half + cid))),
        ...packed(turn * Math.round(6 * Math.sin(half + cid))),
      )
    if (tick % 4 === 0) {
      const cid = (tick / 4) % players
      const there = (tick / 4 / players) % 2 < 1 ? 1 : -1
      piece.push(
        ...packed(-5),
        ...packed(cid),
        ...[0, there * 30, there * Math.round(20 * Math.sin(angle) ** 2), 0, 0, 0, 0, 0, 0, 0].flatMap(packed),
      )
    }
    if (tick === 5000) {
      piece.push(...packed(-9), ...packed(0), ...Buffer.from('bye\0'))
      join(piece, 0)
    }
  }
  const bytes = Buffer.from(piece)
  for (let count = 0; count < pieces; count++) yield bytes
  yield Buffer.from(packed(-1))
}

/** A .bsor: docs/formats/bsor.md. A frame every 1/60 s; every fifth note is missed, every seventh cut badly. */
export function bsor({
  notes = 20,
  seconds = 20,
  name = 'Player',
  song = 'Song',
  hash = 'A'.repeat(40),
  time = (at) => at,
  skilled = false,
} = {}) {
  const info = [
    ...['0.9.0', '1.40.0', '1700000000', '1', name, 'steam', 'OpenVR', 'Headset', 'Controller', hash, song, 'Mapper', 'Expert'].map(text),
    integer(0),
    ...['Standard', 'Environment', ''].map(text),
    numbers(18),
    Buffer.from([0]),
    numbers(1.75, 0, 0, 0),
  ]
  const beat = (seconds - 2) / notes
  // A skilled player's hands are where the notes of their colour are, and swing through them: down, then up.
  const hand = (at, colour) => {
    const number = Math.max(0, Math.round((at - 1) / beat - colour) / 2) // of its own notes, with a fraction
    const angle = 1.1 * Math.cos(Math.PI * Math.max(0, (at - 1) / beat - colour) * 0.5)
    const turn = [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]
    return numbers((colour ? 0.3 : -0.3) + 0.12 * Math.sin(number), 1.05 - 0.3 * Math.sin(angle), 0.35, ...turn)
  }
  const frames = Array.from({ length: seconds * 60 }, (_, index) => {
    const at = index / 60
    const swing = Math.sin(at * 8)
    const turn = [Math.sin(swing / 2), 0, 0, Math.cos(swing / 2)]
    const head = [numbers(time(at)), integer(60), numbers(0.03 * Math.sin(at * 2), 1.7, 0, 0, 0, 0, 1)]
    if (skilled) return Buffer.concat([...head, hand(at, 0), hand(at, 1)])
    return Buffer.concat([numbers(time(at)), integer(60), numbers(0, 1.7, 0, 0, 0, 0, 1, -0.3, 1, 0.3, ...turn, 0.3, 1, 0.3, ...turn)])
  })
  const events = Array.from({ length: notes }, (_, index) => {
    const at = 1 + (index * (seconds - 2)) / notes
    let kind = index % 5 === 4 ? 2 : index % 7 === 6 ? 1 : 0
    if (skilled) kind = index % 40 === 13 ? 2 : 0
    const id = 30000 + (index % 4) * 1000 + (index % 3) * 100 + (index % 2) * 10 + (index % 9)
    const head = Buffer.concat([integer(id), numbers(time(at), time(at)), integer(kind)])
    if (kind === 2) return head
    const cut = [Buffer.from([1, 1, 1, 0]), numbers(20, 0, -1, 0), integer(index % 2)]
    const [off, before, after] = skilled ? [0.04 * Math.abs(Math.sin(index * 3)), 1.1, 1.05] : [0.05, 1, 1]
    return Buffer.concat([head, ...cut, numbers(0, 0, 0, 1.2, 0.6, 1, 0, 0, off, 10, before, after)])
  })
  const section = (id, rows) => Buffer.concat([Buffer.from([id]), integer(rows.length), ...rows])
  return Buffer.concat([
    Buffer.from([0x69, 0x3d, 0x2d, 0x44, 1, 0]),
    ...info,
    section(1, frames),
    section(2, events),
    section(3, []),
    section(4, []),
    section(5, []),
  ])
}
