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

/** A .bsor: docs/formats/bsor.md. A frame every 1/60 s; every fifth note is missed, every seventh cut badly. */
export function bsor({ notes = 20, seconds = 20, name = 'Player', song = 'Song', time = (at) => at } = {}) {
  const info = [
    ...[
      '0.9.0',
      '1.40.0',
      '1700000000',
      '1',
      name,
      'steam',
      'OpenVR',
      'Headset',
      'Controller',
      'A'.repeat(40),
      song,
      'Mapper',
      'Expert',
    ].map(text),
    integer(0),
    ...['Standard', 'Environment', ''].map(text),
    numbers(18),
    Buffer.from([0]),
    numbers(1.75, 0, 0, 0),
  ]
  const frames = Array.from({ length: seconds * 60 }, (_, index) => {
    const at = index / 60
    const swing = Math.sin(at * 8)
    const turn = [Math.sin(swing / 2), 0, 0, Math.cos(swing / 2)]
    return Buffer.concat([numbers(time(at)), integer(60), numbers(0, 1.7, 0, 0, 0, 0, 1, -0.3, 1, 0.3, ...turn, 0.3, 1, 0.3, ...turn)])
  })
  const events = Array.from({ length: notes }, (_, index) => {
    const at = 1 + (index * (seconds - 2)) / notes
    const kind = index % 5 === 4 ? 2 : index % 7 === 6 ? 1 : 0
    const id = 30000 + (index % 4) * 1000 + (index % 3) * 100 + (index % 2) * 10 + (index % 9)
    const head = Buffer.concat([integer(id), numbers(time(at), time(at)), integer(kind)])
    if (kind === 2) return head
    const cut = [Buffer.from([1, 1, 1, 0]), numbers(20, 0, -1, 0), integer(index % 2)]
    return Buffer.concat([head, ...cut, numbers(0, 0, 0, 1.2, 0.6, 1, 0, 0, 0.05, 10, 1, 1)])
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
