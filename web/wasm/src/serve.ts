// SPDX-License-Identifier: MIT
// What a worker does: replays by number, and calls in the order in which they arrive.
import { fail, failureOf } from './errors.js'
import { members } from './members.js'
import { initialize } from './module.js'
import { platform, type Port } from './platform.js'
import type { Answer, Columns, Methods, Opened, Request } from './protocol.js'
import { open, type Replay, type Stats } from './replay.js'
import { conversions, convert, editInputs, repair, type Rewritten } from './rewrite.js'
import type { ColumnValues, Table } from './table.js'

interface Held {
  readonly replay: Replay
  /** By the id of the insight: the last that was asked for. */
  readonly stats: Map<string, Stats>
}

const held = new Map<number, Held>()

function find(id: number): Held {
  const found = held.get(id)
  if (!found) throw fail('closed', 'web.closed', 'the replay is closed')
  return found
}

function tablesOf(id: number, insight: string | null): Replay | Stats {
  const { replay, stats } = find(id)
  if (insight === null) return replay
  const found = stats.get(insight)
  if (!found) throw fail('argument', 'web.insight', `the statistics '${insight}' were not computed`)
  return found
}

function lengths(tables: ReadonlyMap<string, Table>): Map<string, number> {
  return new Map([...tables.values()].map((table) => [table.name, table.length]))
}

function opened(replay: Replay): Opened {
  const { format, header, findings, damage } = replay
  return { format, header, findings, damage, lengths: lengths(replay.tables) }
}

function columns(table: Table, names: string[] | null): Columns {
  const values = new Map<string, ColumnValues>()
  const present = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [name, copy] of table.copies(names ?? table.columnNames)) {
    values.set(name, copy.values)
    if (copy.present) present.set(name, copy.present)
  }
  return { values, present }
}

const methods: {
  [Name in keyof Methods]: (...args: Parameters<Methods[Name]>) => ReturnType<Methods[Name]> | Promise<ReturnType<Methods[Name]>>
} = {
  async open(id, parts, options, level) {
    const more = level ? { level: new Blob(level as BlobPart[]) } : {}
    const replay = await open(new Blob(parts as BlobPart[]), { ...options, ...more })
    held.set(id, { replay, stats: new Map() })
    return opened(replay)
  },
  columns: (id, insight, table, names) => columns(tablesOf(id, insight).table(table), names),
  dates: (id, insight, table, name) => tablesOf(id, insight).table(table).dates(name),
  rows: (id, insight, table, options) => [...tablesOf(id, insight).table(table).rows(options)],
  stats(id, options) {
    const { replay, stats } = find(id)
    const made = replay.stats(options)
    stats.get(made.insight.id)?.close()
    stats.set(made.insight.id, made)
    return { insight: made.insight.id, lengths: lengths(made.tables) }
  },
  check: (id) => find(id).replay.check(),
  plots: (id, options) => find(id).replay.plots(options),
  plot: (id, name, options) => find(id).replay.plot(name, options),
  report: (id, options) => find(id).replay.report(options),
  export: (id, insight, form, options) => tablesOf(id, insight).export(form, options),
  close(id) {
    held.get(id)?.replay.close()
    held.delete(id)
  },
  convert: (parts, to, options) => convert(new Blob(parts as BlobPart[]), to, options),
  repair: (parts, options) => repair(new Blob(parts as BlobPart[]), options),
  conversions: (parts, options) => conversions(new Blob(parts as BlobPart[]), options),
  editInputs: (parts, inputs, options) => editInputs(new Blob(parts as BlobPart[]), inputs, options),
  members: (parts, options) => members(new Blob(parts as BlobPart[]), options),
}

/** The buffers of an answer that can be handed over instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer]
  const { values, present, bytes } = (value ?? {}) as Partial<Columns & Rewritten>
  if (bytes) return [bytes.buffer]
  if (!(values instanceof Map) || !(present instanceof Map)) return []
  const all: (ColumnValues | Uint8Array)[] = [...values.values(), ...present.values()]
  return all.flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : []))
}

async function answer(port: Port, request: Request & { kind: 'call' }): Promise<void> {
  const { id, method, args } = request
  let reply: Answer
  try {
    reply = { id, value: await (methods[method] as (...args: readonly unknown[]) => unknown)(...args) }
  } catch (error) {
    reply = { id, failure: failureOf(error) }
  }
  port.post(reply, 'value' in reply ? buffersOf(reply.value) : [])
}

/** Answers calls, one after the other. */
export function serve(): void {
  const port = platform().ownerPort()
  let queue: Promise<void> = Promise.resolve()
  port.listen(
    (data) => {
      const request = data as Request
      queue = queue.then(() => (request.kind === 'module' ? initialize(request.module, request.which) : answer(port, request)))
    },
    () => undefined,
  )
}
