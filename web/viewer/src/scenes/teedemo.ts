// SPDX-License-Identifier: MIT
// Demos and ghosts of DDNet in the tables of a recording, which the scene draws: who was where, and what he did. They also have what a recording
// lacks: where a hook ends, the weapon in the hand, freeze, and what flies about.
import type { Column } from '../replay/rows.js'
import { Rows } from '../replay/rows.js'
import { LATEST } from '../series.js'
import { Play } from './scene.js'

type Columns = Record<string, number[] | string[]>
const rowsOf = (columns: Columns): Rows => new Rows(Object.values(columns)[0].length, new Map<string, Column>(Object.entries(columns)))

const TICKS = 50
const TILE = 32
// include/reel/teehistorian.h
const [MOVED, OLD] = [1, 4]
/** States of a hook above it are those of one that is out. include/reel/demo.h */
const HOOK_IDLE = 0
/** Of demo_character.flags: a jetpack. */
const JETPACK = 2

/** Ticks after its start at which something may come into the picture. */
const MOST_SINCE = 150

/** Something that flies or lies about, from its first tick to the one at which it is gone. */
export interface Thing {
  readonly kind: 'projectile' | 'laser' | 'pickup' | 'flag'
  readonly from: number
  to: number
  /** Ticks from its start, as the item has it, to the tick at which it is first there. */
  readonly since: number
  /** The numbers of its table. */
  readonly values: Readonly<Record<string, number>>
}

const COLUMNS = {
  projectile: ['x', 'y', 'vel_x', 'vel_y', 'type', 'start_tick', 'present', 'flags'],
  laser: ['x', 'y', 'from_x', 'from_y', 'start_tick'],
  pickup: ['x', 'y', 'type', 'subtype'],
  flag: ['x', 'y', 'team'],
} as const
const CHARACTER = [
  'tick',
  'cid',
  'item_tick',
  'x',
  'y',
  'vel_x',
  'vel_y',
  'angle',
  'hook_state',
  'hook_x',
  'hook_y',
  'hooked_cid',
  'weapon',
]
const TABLES = { projectile: 'projectiles', laser: 'lasers', pickup: 'pickups', flag: 'flags' } as const
/** What the items are called in `removals`. */
const NAMES: Record<string, keyof typeof COLUMNS> = {
  projectile: 'projectile',
  'projectile@netobj.ddnet.tw': 'projectile',
  'ddnet-projectile@netobj.ddnet.tw': 'projectile',
  laser: 'laser',
  'laser@netobj.ddnet.tw': 'laser',
  pickup: 'pickup',
  'pickup@netobj.ddnet.tw': 'pickup',
  flag: 'flag',
}

/** Where a projectile is `ticks` after its start: the closed formula of the game, with the tunings that it starts with. */
export function flight({ x, y, vel_x, vel_y, type, present }: Thing['values'], ticks: number): { x: number; y: number } {
  const hundredths = present > 1
  const unit = present & 4 ? 1e6 : 100
  const [curvature, speed] = type === 3 ? [7, 1000] : type === 2 ? [1.25, 2750] : [1.25, 2200]
  const way = (ticks / TICKS) * speed
  const [left, top] = hundredths ? [x / 100, y / 100] : [x, y]
  const length = hundredths ? Math.hypot(vel_x, vel_y) || 1 : unit
  return { x: left + (vel_x / length) * way, y: top + (vel_y / length) * way + (curvature / 10000) * way * way }
}

/** The first tick of the play: those of a server count from its start. */
function baseOf(play: Play, table: string): number {
  return Array.from(play.table(table).numbers('tick')).find((tick) => tick >= 0) ?? 0
}

function thingsOf(play: Play, base: number): Thing[] {
  const open = new Map<string, Thing>()
  const found: Thing[] = []
  const removals = play.table('removals')
  const gone = ['tick', 'id'].map((name) => removals.numbers(name))
  let next = 0
  const remove = (until: number): void => {
    for (; next < removals.length && gone[0][next] <= until; next++) {
      const key = `${NAMES[removals.text('name', next)]} ${gone[1][next]}`
      const thing = open.get(key)
      if (thing) thing.to = gone[0][next] - base
      open.delete(key)
    }
  }
  const added: { tick: number; kind: Thing['kind']; id: number; row: number }[] = []
  for (const kind of Object.keys(COLUMNS) as Thing['kind'][]) {
    const [tick, id] = ['tick', 'id'].map((name) => play.table(TABLES[kind]).numbers(name))
    for (let row = 0; row < tick.length; row++) added.push({ tick: tick[row], kind, id: id[row], row })
  }
  for (const { tick, kind, id, row } of added.sort((a, b) => a.tick - b.tick)) {
    remove(tick)
    const key = `${kind} ${id}`
    const table = play.table(TABLES[kind])
    const values = Object.fromEntries(COLUMNS[kind].map((name) => [name, table.numbers(name)[row]]))
    const before = open.get(key)
    if (before && COLUMNS[kind].every((name) => Object.is(before.values[name], values[name]))) continue
    if (before) before.to = tick - base
    const since = kind === 'projectile' && values.start_tick > 0 ? Math.min(MOST_SINCE, Math.max(0, tick - values.start_tick)) : 0
    const thing: Thing = { kind, from: tick - base, to: Infinity, since, values }
    open.set(key, thing)
    found.push(thing)
  }
  remove(Infinity)
  return found
}

/** The rows of characters, with those that say that one is gone, in the order of ticks. */
function characters(play: Play, base: number): Columns {
  const ghost = play.format === 'ghost'
  const table = play.table('characters')
  const columns = demoNeeds.characters.map((name) => table.numbers(name))
  const rows: number[][] = []
  const [start = 0] = Array.from(play.table('starts').numbers('tick'))
  for (let row = 0; row < table.length; row++) {
    const values = columns.map((column) => column[row])
    // Old ghosts have no ticks: each character is that of the next one.
    if (!Number.isFinite(values[0])) values[0] = start + row
    // What the row says is of this tick, from which the client goes on.
    values.push(!ghost && values[2] > 0 && values[2] <= values[0] ? values[2] - base : values[0] - base, MOVED)
    values[0] -= base
    if (!Number.isFinite(values[1])) values[1] = 0
    rows.push(values)
  }
  const removals = play.table('removals')
  const [gone, id] = ['tick', 'id'].map((name) => removals.numbers(name))
  for (let row = 0; row < removals.length; row++) {
    if (removals.text('name', row) !== 'character') continue
    const values = columns.map(() => NaN)
    values[0] = gone[row] - base
    values[1] = id[row]
    rows.push([...values, values[0], OLD])
  }
  rows.sort((a, b) => a[0] - b[0])
  const all = ['shown', 'cid', 'item', ...CHARACTER.slice(3), 'attack', 'freeze', 'flags', 'tick', 'kind']
  return Object.fromEntries(all.map((name, index) => [name, rows.map((values) => values[index])]))
}

/** Times of those who were there, by name. */
function sessions(play: Play, base: number): Rows {
  const table = play.table('clients')
  const [tick, cid] = ['tick', 'cid'].map((name) => table.numbers(name))
  const made: { cid: number[]; start_tick: number[]; end_tick: number[]; end: number[]; last_name: string[] } = {
    cid: [],
    start_tick: [],
    end_tick: [],
    end: [],
    last_name: [],
  }
  const open = new Map<number, number>()
  for (let row = 0; row < table.length; row++) {
    const name = table.text('name', row)
    const before = open.get(cid[row])
    if (before !== undefined && made.last_name[before] === name) continue
    if (before !== undefined) made.end_tick[before] = tick[row] - base
    open.set(cid[row], made.cid.length)
    made.cid.push(cid[row])
    made.start_tick.push(Math.max(0, tick[row] - base))
    made.end_tick.push(LATEST * TICKS)
    made.end.push(0)
    made.last_name.push(name)
  }
  if (play.format === 'ghost') {
    const owner = play.table('info').text('owner', 0)
    return rowsOf({ cid: [0], start_tick: [0], end_tick: [LATEST * TICKS], end: [0], last_name: [owner] })
  }
  return rowsOf(made)
}

/** Where characters were, by tiles. */
function heat({ x, y }: Columns): Rows {
  const counts = new Map<string, number>()
  for (let row = 0; row < x.length; row++) {
    const [column, line] = [Math.floor(Number(x[row]) / TILE), Math.floor(Number(y[row]) / TILE)]
    if (Number.isFinite(column + line)) counts.set(`${column} ${line}`, (counts.get(`${column} ${line}`) ?? 0) + 1)
  }
  const at = [...counts.keys()].map((key) => key.split(' ').map(Number))
  return rowsOf({ tile_x: at.map(([column]) => column), tile_y: at.map(([, line]) => line), ticks: [...counts.values()] })
}

/** How many characters there are, where that changes. */
function online({ tick, cid, kind }: Columns): Rows {
  const here = new Set<number | string>()
  const made: { tick: number[]; clients: number[] } = { tick: [], clients: [] }
  for (let row = 0; row < tick.length; row++) {
    const before = here.size
    if (kind[row] === OLD) here.delete(cid[row])
    else here.add(cid[row])
    if (here.size === before) continue
    if (made.tick.at(-1) === tick[row]) made.clients[made.tick.length - 1] = here.size
    else {
      made.tick.push(Number(tick[row]))
      made.clients.push(here.size)
    }
  }
  return rowsOf(made)
}

/** What is read of demos and ghosts, beside the tables that recordings have, too. */
export const demoNeeds = {
  info: ['map_name', 'map_sha256', 'timestamp', 'owner'],
  snapshots: ['tick'],
  starts: ['tick'],
  characters: [...CHARACTER, 'attack_tick', 'freeze_end', 'flags'],
  clients: ['tick', 'cid', 'name'],
  removals: ['tick', 'id', 'name'],
  ...(Object.fromEntries(
    Object.entries(TABLES).map(([kind, table]) => [table, ['tick', 'id', ...COLUMNS[kind as Thing['kind']]]]),
  ) as Record<string, readonly string[]>),
}

export interface TeeDemo {
  readonly play: Play
  readonly things: readonly Thing[]
}

/** A demo or ghost as a recording; null if it is one already. */
export function recordingOf(play: Play): TeeDemo | null {
  if (play.format !== 'demo' && play.format !== 'ghost') return null
  const base = play.format === 'demo' ? baseOf(play, 'snapshots') : (play.table('starts').numbers('tick')[0] ?? baseOf(play, 'characters'))
  const all = characters(play, base)
  const info = play.table('info')
  const aim = (all.angle as number[]).map((angle) => angle / 256)
  const moved = rowsOf(all)
  const inputs = rowsOf({
    tick: all.shown,
    cid: all.cid,
    target_x: aim.map(Math.cos),
    target_y: aim.map(Math.sin),
    hook: (all.hook_state as number[]).map((state) => (state > HOOK_IDLE ? 1 : 0)),
    wanted_weapon: (all.weapon as number[]).map((weapon) => weapon + 1),
    attack: (all.attack as number[]).map((tick) => (tick > 0 ? tick - base : NaN)),
    hook_x: all.hook_x,
    hook_y: all.hook_y,
    hooked: all.hooked_cid,
    // -1: until somebody ends it
    frozen: (all.freeze as number[]).map((end, row) =>
      end < 0 ? Infinity : end > 0 ? end - base : all.weapon[row] === 5 ? Infinity : NaN,
    ),
    jetpack: (all.flags as number[]).map((flags) => (flags & JETPACK ? 1 : 0)),
  })
  const header = rowsOf({
    map_name: [info.text('map_name', 0)],
    map_sha256: [info.text('map_sha256', 0)],
    server_name: [''],
    // of the clock of who recorded it, whatever that is
    start_time: [info.text('timestamp', 0).replace(/_(\d\d)-(\d\d)-\d\d$/, ', $1:$2')],
  })
  const messages = play.table('messages')
  const said = Array.from({ length: messages.length }, (_, row) => row).filter((row) => messages.text('name', row) === 'chat')
  const chat = rowsOf({
    tick: said.map((row) => Math.max(0, messages.numbers('tick')[row] - base)),
    cid: said.map((row) => messages.numbers('cid')[row]),
    text: said.map((row) => messages.text('text', row)),
  })
  const tables = {
    positions: moved,
    inputs,
    header,
    chat,
    'stats.sessions': sessions(play, base),
    'stats.heat': heat(all),
    'stats.online': online(all),
  }
  return { play: new Play(play.format, new Map(Object.entries(tables))), things: thingsOf(play, base) }
}
