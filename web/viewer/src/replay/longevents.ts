// SPDX-License-Identifier: MIT
// Sessions, finishes, chat and commands of a long teehistorian file, gathered while it is read: the columns of the statistics that the
// scene needs, without those that need all rows at once.
import type { Chunk, Row } from '@reel-replay/reel'
import type { Calls, Kept } from './protocol.js'
import type { Column } from './rows.js'

/** Rows of one kind that are kept: a file can say anything. The page says how many there are. */
const MOST = 200_000
const NAME_BYTES = 64
const MESSAGE_BYTES = 512
// Ids of messages with a name at their start, by protocol; docs/formats/teehistorian.md.
const NAMED = new Map([
  [6, [20, 21]],
  [7, [27]],
])

interface Session {
  cid: number
  start_tick: number
  end_tick: number
  end: number
  reason: string
  first_name: string
  last_name: string
}

const letters = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, MESSAGE_BYTES))

/** The text after the number of a message. */
function nameOf(bytes: Uint8Array): string {
  let at = 0
  while (at < bytes.length && bytes[at++] >= 0x80);
  const end = bytes.indexOf(0, at)
  return new TextDecoder().decode(bytes.subarray(at, Math.min(end < 0 ? bytes.length : end, at + NAME_BYTES)))
}

function columnsOf(rows: readonly object[], names: readonly string[]): { length: number; columns: Record<string, Column> } {
  return {
    length: rows.length,
    columns: Object.fromEntries(names.map((name) => [name, rows.map((row) => (row as Record<string, string | number>)[name])])) as Record<
      string,
      Column
    >,
  }
}

export class LongEvents {
  private readonly sessions: Session[] = []
  private readonly here = new Map<number, Session>()
  private readonly finishes: object[] = []
  private readonly messages: object[] = []
  private readonly commands: object[] = []
  private readonly online = [{ tick: 0, clients: 0 }]
  private readonly teams = new Map<number, number>()
  private readonly changes: object[] = []

  /** Rows beyond those that are kept, by kind. */
  private readonly left = { sessions: 0, finishes: 0, messages: 0, commands: 0, online: 0, teams: 0 }

  constructor(private readonly most = MOST) {}

  private push<T>(kind: keyof LongEvents['left'], list: T[], row: T): void {
    if (list.length < this.most) list.push(row)
    else this.left[kind]++
  }

  add(chunk: Chunk): void {
    const rows: { seq: bigint; do: () => void }[] = []
    const each = (name: string, act: (row: Row) => void): void => {
      const table = chunk.tables.get(name)
      if (table && table.length > 0) for (const row of table) rows.push({ seq: row.seq as bigint, do: () => act(row) })
    }
    const number = (row: Row, name: string): number => row[name] as number
    each('joins', (row) => this.join(number(row, 'cid'), number(row, 'tick')))
    each('drops', (row) => this.drop(number(row, 'cid'), number(row, 'tick'), row.reason as string))
    each('names', (row) => this.name(number(row, 'cid'), row.name as string))
    each('teams', (row) => {
      this.teams.set(number(row, 'cid'), number(row, 'team'))
      this.push('teams', this.changes, { tick: row.tick, cid: row.cid, team: row.team })
    })
    each('messages', (row) => this.message(row))
    each('commands', (row) => this.push('commands', this.commands, { tick: row.tick, cid: row.cid, command: row.command }))
    each('finishes', (row) => this.finish(number(row, 'cid'), number(row, 'tick'), number(row, 'time'), number(row, 'kind')))
    rows.sort((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0))
    for (const row of rows) row.do()
  }

  private count(tick: number): void {
    this.push('online', this.online, { tick, clients: this.here.size })
  }

  private join(cid: number, tick: number): void {
    const session = { cid, start_tick: tick, end_tick: tick, end: 0, reason: '', first_name: '', last_name: '' }
    this.here.set(cid, session)
    this.push('sessions', this.sessions, session)
    this.count(tick)
  }

  private drop(cid: number, tick: number, reason: string): void {
    const session = this.here.get(cid)
    if (session) Object.assign(session, { end_tick: tick, end: 1, reason })
    this.here.delete(cid)
    this.count(tick)
  }

  private name(cid: number, name: string): void {
    const session = this.here.get(cid)
    if (!session || !name) return
    session.first_name ||= name
    session.last_name = name
  }

  private message(row: Row): void {
    const [id, protocol, cid, data] = [row.message_id, row.protocol, row.cid, row.data] as [number, number, number, Uint8Array]
    if (NAMED.get(protocol)?.includes(id)) this.name(cid, nameOf(data))
    if (id === (protocol === 7 ? 24 : 17))
      this.push('messages', this.messages, { tick: row.tick, cid, message_id: id, protocol, data: letters(data) })
  }

  private finish(cid: number, tick: number, ticks: number, kind: number): void {
    const team = kind === 2
    const row = {
      tick,
      finish_time: ticks / 50,
      kind: team ? 1 : 0,
      team: team ? cid : (this.teams.get(cid) ?? 0),
      name: team ? '' : (this.here.get(cid)?.last_name ?? ''),
      cid: team ? NaN : cid,
    }
    this.push('finishes', this.finishes, row)
  }

  /** The file ends at a tick. */
  end(tick: number): void {
    for (const session of this.here.values()) session.end_tick = tick
    this.count(tick)
    // A curve that was cut ends where the file ends.
    this.online[this.online.length - 1].tick = tick
  }

  /** The kinds of which only the first rows are kept. */
  get kept(): Kept[] {
    const { left, most } = this
    const kinds = Object.keys(left) as (keyof typeof left)[]
    return kinds.filter((kind) => left[kind] > 0).map((kind) => ({ kind, kept: most, all: most + left[kind] }))
  }

  columns(): ReturnType<Calls['columns']> {
    return {
      messages: columnsOf(this.messages, ['tick', 'cid', 'message_id', 'protocol', 'data']),
      'stats.sessions': columnsOf(this.sessions, ['cid', 'start_tick', 'end_tick', 'end', 'reason', 'first_name', 'last_name']),
      'stats.finishes': columnsOf(this.finishes, ['tick', 'kind', 'team', 'finish_time', 'name', 'cid']),
      'stats.commands': columnsOf(this.commands, ['tick', 'cid', 'command']),
      'stats.online': columnsOf(this.online, ['tick', 'clients']),
      teams: columnsOf(this.changes, ['tick', 'cid', 'team']),
    }
  }
}
