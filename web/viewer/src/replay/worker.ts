// SPDX-License-Identifier: MIT
// The worker: has the replay and its statistics, and answers the page.
import {
  conversions,
  convert,
  editInputs,
  finishDemo,
  formats,
  initialize,
  members,
  open,
  ReelError,
  repair,
  type Replay,
  type Stats,
  type Table,
  type TableSchema,
} from '@reel-replay/reel'
import { isLong, LongReplay } from './long.js'
import type { Answer, Calls, Cells, Failure, Given, ModuleName, Needs, Opened, Origin, Request, Rewritten, TableText } from './protocol.js'
import { columnsOf, levelOf } from './columns.js'

/** What is read at once of a file that cannot be read by windows: its rows take several times as much, and a module has 2 GiB. */
const WHOLE_BYTES = 160 << 20

let replay: Replay | undefined
/** What was opened, to be written in another format. */
let opened: { readonly file: Blob; readonly name: string; readonly format: string } | undefined
/** An archive of the macro as it was edited. */
let edited: Blob | undefined
let stats: Stats | undefined
/** The replay was read beside what was played. */
let beside = false
let long: LongReplay | undefined
/** The module that opens files. */
let module: ModuleName | undefined

function tableOf(origin: Origin, name: string): Table | undefined {
  return (origin === 'stats' ? stats?.tables : replay?.tables)?.get(name)
}

function textOf(origin: Origin, table: Table): TableText {
  const fields = [...table.schema.fields.values()].map(({ name, unit, doc }) => ({ name, unit, doc }))
  const { name, doc, header } = table.schema
  return { origin, name, doc, header, length: table.length, fields }
}

const scope = self as unknown as { postMessage(answer: Answer, transfer?: Transferable[]): void }
let current = 0
let last = 0

function tellProgress(share: number): void {
  if (share - last < 0.01 && share >= last) return
  last = share
  scope.postMessage({ id: current, progress: share })
}

function tooLong(size: number): Failure {
  const message = `the file has ${size} bytes, the page reads the first ${WHOLE_BYTES} of a file in this format; the command reads all`
  return { status: 'limit', rule: 'viewer.size', section: '', offset: WHOLE_BYTES, message }
}

async function getModule(need: ModuleName): Promise<void> {
  scope.postMessage({ need })
  await new Promise<void>((resolve, reject) => (waiting = { resolve, reject })).finally(() => (waiting = undefined))
}

/** Asks the page for the whole module, unless it is here, and opens the replay with it. */
async function needWhole(): Promise<void> {
  if (module === 'full') return
  await getModule('full')
  if (!replay || beside) return
  replay.close()
  replay = await openPart(opened!.file)
  if (stats) stats = statsOf(replay)
}

/** Tables of statistics that are on request, and that scenes show. */
const SHOWN_ON_REQUEST: readonly string[] = ['cuts']

/** And those that are made from the level. */
const OF_LEVEL = /^(level|lost_notes)/

const isShown = ({ name, onRequest }: TableSchema): boolean =>
  !onRequest || SHOWN_ON_REQUEST.includes(name) || (beside && OF_LEVEL.test(name))

function statsOf(of: Replay): Stats {
  const [insight] = of.format.insights.values()
  return of.stats({ tables: [...(insight?.tables.values() ?? [])].filter(isShown).map(({ name }) => name) })
}

/** Opens a file, or its beginning. What the module of a game does not know, the whole one may. */
async function openPart(file: Blob): Promise<Replay> {
  const part = file.size > WHOLE_BYTES ? file.slice(0, WHOLE_BYTES) : file
  try {
    return await open(part)
  } catch (error) {
    if (module === 'full' || !(error instanceof ReelError) || error.status !== 'unsupported') throw error
    await getModule('full')
    return open(part)
  }
}

/** The replay from here on. */
function show(next: Replay, file: Blob, name: string): Opened {
  replay = next
  stats = next.format.insights.size > 0 ? statsOf(next) : undefined
  const tables = [...next.tables.values()]
    .filter(({ schema }) => !schema.layout && !schema.onRequest)
    .map((table) => textOf('replay', table))
  for (const table of stats?.tables.values() ?? []) if (isShown(table.schema)) tables.push(textOf('stats', table))
  const { id, name: title, game } = next.format
  opened = { file, name, format: id }
  const damage = file.size > WHOLE_BYTES ? tooLong(file.size) : next.damage
  return { name, size: file.size, format: { id, name: title, game }, tables, damage }
}

function refusal(rule: string, message: string): ReelError {
  return new ReelError({ status: 'argument', rule, section: '', offset: 0, message })
}

/** The errors of a file that was written: their rules, each with its first message. */
async function errorsOf(bytes: Uint8Array<ArrayBuffer>, format: string): Promise<Map<string, string>> {
  const made = await open(bytes)
  try {
    if (made.format.id !== format) throw refusal('edit.not-recognised', `it would be taken for ${made.format.name}`)
    return new Map(made.check().flatMap(({ rule, severity, message }) => (severity === 'error' ? [[rule, message] as const] : [])))
  } finally {
    made.close()
  }
}

const calls: { [K in keyof Calls]: (...given: Parameters<Calls[K]>) => ReturnType<Calls[K]> | Promise<ReturnType<Calls[K]>> } = {
  async open(file, name, threshold): Promise<Opened> {
    replay?.close()
    replay = stats = long = opened = edited = undefined
    beside = false
    if (await isLong(file, threshold)) {
      const read = await LongReplay.read(file, name, (table) => textOf('replay', table), tellProgress)
      long = read.replay
      opened = { file, name, format: read.opened.format.id }
      return read.opened
    }
    return show(await openPart(file), file, name)
  },
  async grow(bytes, name, over) {
    const file = new Blob(opened ? [opened.file, bytes] : [bytes])
    opened = { file, name, format: '' }
    try {
      const next = await openPart(file)
      replay?.close()
      const made = show(next, file, name)
      // Until it is over, every beginning is cut.
      return over ? made : { ...made, damage: null }
    } catch (error) {
      if (!over && error instanceof ReelError && ['truncated', 'unsupported'].includes(error.status)) return null
      throw error
    }
  },
  window: (needs, from, to) => long!.window(needs, from, to),
  columns(needs: Needs) {
    if (long) return long.columns(needs)
    const found: ReturnType<Calls['columns']> = {}
    for (const [key, names] of Object.entries(needs)) {
      const table = key.startsWith('stats.') ? tableOf('stats', key.slice('stats.'.length)) : tableOf('replay', key)
      if (table) found[key] = columnsOf(table, names)
    }
    return found
  },
  async rows(origin, name, start, count): Promise<Cells[]> {
    if (long) return long.rows(name, start, count)
    const table = tableOf(origin, name)
    return table ? Array.from(table.rows({ start, end: start + count, dates: false }), (row) => Object.values(row)) : []
  },
  findings: () => (long ? [...long.findings] : (replay?.check() ?? [])),
  async pictures(theme) {
    await needWhole()
    return (replay?.plots({ theme }) ?? []).map(({ name, doc, svg }) => ({ name, doc, svg }))
  },
  async export(origin, table, form) {
    if (long) return long.export()
    await needWhole()
    const from = origin === 'stats' ? stats : replay
    const made = from?.export(form, { tables: [table], labels: true, safe: form === 'csv' }) ?? ''
    return typeof made === 'string' ? new TextEncoder().encode(made) : made
  },
  async targets() {
    await needWhole()
    const known = await formats()
    const ids = await conversions(opened!.file)
    return ids.map((id) => ({ id, name: known.get(id)?.name ?? id, own: id === opened!.format }))
  },
  async rewrite(to) {
    await needWhole()
    return to === null ? repair(opened!.file) : convert(opened!.file, to)
  },
  async edit(inputs) {
    await needWhole()
    const { file, name } = opened!
    const archive = inputs && new Blob([await editInputs(file, inputs)])
    const next = await openPart(archive ?? file)
    replay?.close()
    edited = archive ?? undefined
    return show(next, file, name)
  },
  async save(to) {
    await needWhole()
    const { file } = opened!
    if (!edited) return convert(file, to)
    const made = await convert(edited, to)
    const errors = await errorsOf(made.bytes, to)
    if (errors.size === 0) return made
    const before = await errorsOf((await convert(file, to)).bytes, to)
    for (const [rule, message] of errors) if (!before.has(rule)) throw refusal('edit.new-error', `${message} (${rule})`)
    return made
  },
  async members(file, most) {
    return members(file, { most })
  },
  level() {
    const [data] = replay?.tables.get('map')?.column('data') ?? []
    return data instanceof Uint8Array ? data.slice() : null
  },
  async judge(map) {
    if (!levelReady) await getModule('level')
    const { file, name } = opened!
    const next = await open(file, { level: map })
    const before = [replay, stats] as const
    try {
      beside = true
      const made = show(next, file, name)
      before[0]?.close()
      return made
    } catch (error) {
      ;[replay, stats] = before
      beside = false
      next.close()
      throw error
    }
  },
  async map(file) {
    await needWhole()
    const level = await open(file)
    try {
      return levelOf(level)
    } finally {
      level.close()
    }
  },
  demo: (recording, map, { cid, tick, time_ticks }) => finishDemo(recording, map, { cid, tick, time_ticks }, { progress: tellProgress }),
}

function buffersOf(result: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  const { bytes } = (result ?? {}) as Partial<Rewritten>
  if (bytes instanceof Uint8Array) return [bytes.buffer]
  if (result instanceof Uint8Array) found.add(result.buffer as ArrayBuffer)
  else if (result && typeof result === 'object' && !Array.isArray(result)) {
    const { tables } = result as Partial<ReturnType<Calls['map']>>
    for (const table of Object.values(tables ?? (result as ReturnType<Calls['columns']>))) {
      for (const column of Object.values(table?.columns ?? {})) if (ArrayBuffer.isView(column)) found.add(column.buffer as ArrayBuffer)
    }
  }
  return [...found]
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReelError) {
    const { status, rule, section, offset, message } = error
    return { status, rule, section, offset, message }
  }
  return { status: 'trap', rule: 'viewer.failed', section: '', offset: 0, message: String(error) }
}

let ready: Promise<void> | undefined
/** Whether the module that takes levels is here. */
let levelReady = false
/** What waits for another module. */
let waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined

async function answer(request: Request): Promise<void> {
  try {
    await ready
    current = request.id
    const call = calls[request.call] as (...given: unknown[]) => unknown
    const result = await call(...request.arguments)
    scope.postMessage(
      { id: request.id, result },
      ['columns', 'window', 'export', 'rewrite', 'save', 'demo', 'level', 'map'].includes(request.call) ? buffersOf(result) : [],
    )
  } catch (error) {
    scope.postMessage({ id: request.id, failure: failureOf(error) })
  }
}

/** The whole module also takes the place of the one that opens files. */
async function prepare(name: ModuleName, given: WebAssembly.Module): Promise<void> {
  if (name === 'demo') return initialize(given, 'demo')
  if (name === 'level') {
    levelReady = true
    return initialize(given, 'level')
  }
  await initialize(given)
  if (name === 'full') await initialize(given, 'full')
  module = name
}

function take({ name, module: given }: Given): void {
  if (typeof given === 'string') return waiting?.reject(new Error(given))
  const prepared = prepare(name, given)
  ready ??= prepared
  if (waiting) void prepared.then(waiting.resolve, waiting.reject)
}

// The first message is a module. Requests are answered one after the other.
let queue: Promise<void> = Promise.resolve()
self.onmessage = (event: MessageEvent<Given | Request>) => {
  const { data } = event
  if ('module' in data) take(data)
  else queue = queue.then(() => answer(data))
}
