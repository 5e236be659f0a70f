// SPDX-License-Identifier: MIT
// The panels beside the picture: what the file says about itself, statistics, events, curves, tables, plots. They work without a picture.
import type { Theme } from '../draw/theme.js'
import { type Clock, timeText } from '../player/clock.js'
import type { PlayEvent, Run } from '../player/events.js'
import type { RemoteReplay } from '../replay/client.js'
import type { Cells, ExportForm, Finding, Opened, TableText } from '../replay/protocol.js'
import { rowAt } from '../series.js'
import type { Curve } from '../scenes/scene.js'
import { formatBytes, texts } from '../texts.js'
import { CurvePlot } from './curve.js'
import { definitions, download, element } from './dom.js'
import { markOf } from './marks.js'
import { icon } from './icons.js'
import { valueText, withUnit } from './values.js'
import { differenceOf, type Part, partsOf } from '../player/difference.js'

/** Rows of a table that are shown at once. */
const PAGE = 50
/** A table of statistics with at most this many rows is shown as it is. */
const SHORT = 16
/** Events that the list shows; more are behind a button. */
const EVENTS = 500

const title = (name: string): string => {
  const spaced = name.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** One row as a list of names and values. */
function rowList(table: TableText, cells: Cells): HTMLElement {
  const list = element('dl')
  table.fields.forEach((field, index) => {
    const { name, unit, doc } = field
    const value = cells[index] ?? null
    const shown = withUnit(value, field)
    if (shown === '') return
    const raw: Record<string, string> = typeof value === 'number' || typeof value === 'bigint' ? { raw: String(value) } : {}
    list.append(
      element('dt', { title: doc }, title(name)),
      element('dd', { title: `${valueText(value)} ${unit}`.trim(), dir: 'auto', data: { table: table.name, field: name, ...raw } }, shown),
    )
  })
  return list
}

function grid(table: TableText, rows: readonly Cells[], caption: string): HTMLElement {
  const head = element(
    'tr',
    {},
    ...table.fields.map(({ name, unit, doc }) =>
      element('th', { scope: 'col', title: doc }, unit ? `${title(name)} (${unit})` : title(name)),
    ),
  )
  const body = rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((value) =>
        element('td', { className: typeof value === 'number' || typeof value === 'bigint' ? 'number' : '' }, valueText(value)),
      ),
    ),
  )
  const made = element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...body))
  return element('div', { className: 'scroll', tabIndex: 0, attributes: { role: 'region' }, aria: { label: caption } }, made)
}

/** The name of a file in another format: a known extension gives way to the new one. */
export function nameAs(name: string, extension: string): string {
  const plain = name.replace(/\.(gz|xz|zst)$/i, '')
  const stem = plain.replace(/(\.gdr)?\.(bsor|dat|json|gdr2?|butter|echoreplay|milk|teehistorian|xror|reel)$/i, '')
  return `${stem}.${extension}`
}

const findingList = (findings: readonly Finding[]): HTMLElement => element('ul', { className: 'findings' }, ...findings.map(findingItem))

/** What came of a file that was saved, with what was lost or changed. */
export function savedText(name: string, findings: readonly Finding[]): HTMLElement[] {
  const words = texts.rewrite
  return [element('p', {}, findings.length === 0 ? words.saved(name) : words.savedWith(name)), findingList(findings)]
}

/** Buttons that save the replay in another format, or repaired. */
function rewriting(remote: RemoteReplay, opened: Opened): HTMLElement {
  const words = texts.rewrite
  const result = element('div', { attributes: { role: 'status' } })
  const choice = element('select', { aria: { label: words.target } })
  const press = (label: string, act: () => Promise<void>): HTMLButtonElement => {
    const made = element('button', { type: 'button' }, label)
    made.addEventListener('click', () => {
      made.disabled = true
      act()
        .catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          result.replaceChildren(element('p', { className: 'notice error', attributes: { role: 'alert' } }, message))
        })
        .finally(() => (made.disabled = false))
    })
    return made
  }
  const rewrite = async (to: string | null): Promise<void> => {
    result.replaceChildren(element('p', { className: 'dim' }, to === null ? words.repairing : words.working))
    const { bytes, extension, findings } = await remote.call('rewrite', to)
    const list = findingList(findings)
    // What is left as it was is not saved, even if errors remain that a repair cannot remove.
    const same = findings.every(({ rule }) => rule === 'repair.errors-left')
    if (to === null && same) return result.replaceChildren(element('p', {}, words.whole), list)
    const name = nameAs(opened.name, to === null ? `repaired.${extension}` : extension)
    download(name, bytes, 'application/octet-stream')
    if (to === null) result.replaceChildren(element('p', {}, words.repaired(name)), list)
    else result.replaceChildren(...savedText(name, findings))
  }
  const save = press(words.save, () => rewrite(choice.value))
  save.dataset.action = 'save'
  const tools = element('div', { className: 'tools' })
  const convert = press(words.convert, async () => {
    const targets = (await remote.call('targets')).filter(({ own }) => !own)
    if (targets.length === 0) return result.replaceChildren(element('p', {}, words.none(opened.format.name)))
    choice.replaceChildren(...targets.map(({ id, name }) => element('option', { value: id }, name)))
    convert.replaceWith(choice, save)
    choice.focus()
  })
  convert.dataset.action = 'convert'
  const repair = press(words.repair, () => rewrite(null))
  repair.dataset.action = 'repair'
  tools.append(convert, repair)
  return element('div', { className: 'rewriting' }, tools, result)
}

/** `story`: what the scene says of the play; the file's own words are behind it. Without one, they are all there is. */
export async function showOverview(panel: HTMLElement, remote: RemoteReplay, opened: Opened, story: HTMLElement | null): Promise<void> {
  const { name, size, format, tables, damage } = opened
  panel.replaceChildren()
  if (damage) {
    const says = texts.damage[damage.status] ?? texts.damage.other
    const where = texts.errors.where(damage.rule, damage.section, damage.offset)
    panel.append(
      element('p', { className: 'notice error' }, says, element('br'), damage.message, element('br'), element('code', {}, where)),
    )
  }
  if (story) panel.append(story)
  if (opened.long) panel.append(element('p', { className: 'notice' }, texts.overview.long))
  for (const { kind, kept, all } of opened.kept ?? []) {
    const notice = texts.overview.kept(texts.overview.kinds[kind], kept, all)
    panel.append(element('p', { className: 'notice', data: { kept: kind } }, notice))
  }
  panel.append(element('h2', {}, texts.rewrite.heading), rewriting(remote, opened))
  const details = element('details', { open: story === null }, element('summary', {}, texts.overview.details))
  panel.append(details)
  details.append(
    definitions([
      [texts.overview.file, name],
      [texts.overview.game, format.game],
      [texts.overview.format, format.name],
      [texts.overview.size, formatBytes(size)],
    ]),
  )
  for (const table of tables.filter(({ header, length }) => header && length > 0)) {
    const rows = await remote.call('rows', table.origin, table.name, 0, SHORT)
    details.append(element('h2', {}, title(table.name)))
    details.append(rows.length === 1 ? rowList(table, rows[0]) : grid(table, rows, table.doc))
  }
  const findings = element('div', {}, element('p', { className: 'dim' }, texts.overview.checking))
  const part = element('div', { className: 'found' }, element('h2', {}, texts.overview.findings), findings)
  details.append(part)
  const found = await remote.call('findings')
  findings.replaceChildren(found.length === 0 ? element('p', {}, texts.overview.noFindings) : findingList(found))
  // What is wrong with a file is not behind anything.
  if (found.some(({ severity }) => severity === 'error')) details.before(part)
}

function findingItem({ rule, severity, message, offset, table, row, count }: Finding): HTMLElement {
  const places = [
    offset === undefined ? '' : texts.overview.at(offset),
    table === undefined || row === undefined ? '' : texts.overview.row(table, row),
    count > 1 ? texts.overview.times(count) : '',
  ].filter(Boolean)
  const label = element('strong', { className: severity }, texts.severity[severity] ?? severity)
  return element(
    'li',
    {},
    label,
    ` ${message} `,
    element('code', {}, rule),
    element('span', { className: 'dim' }, places.length > 0 ? ` (${places.join('; ')})` : ''),
  )
}

export async function showStatistics(panel: HTMLElement, remote: RemoteReplay, opened: Opened): Promise<void> {
  const short = opened.tables.filter(({ origin, length }) => origin === 'stats' && length > 0 && length <= SHORT)
  const parts: HTMLElement[] = []
  for (const table of short) {
    const rows = await remote.call('rows', 'stats', table.name, 0, SHORT)
    parts.push(element('h2', {}, title(table.name)), rows.length === 1 ? rowList(table, rows[0]) : grid(table, rows, table.doc))
  }
  panel.replaceChildren(...(parts.length > 0 ? parts : [element('p', {}, texts.noStatistics)]))
}

/** The list of events; the one at the time is marked. */
export class EventList {
  private readonly items: HTMLElement[] = []
  private current = -2
  private shown: readonly PlayEvent[] = []
  private times = new Float64Array()

  constructor(
    private readonly panel: HTMLElement,
    private readonly all: readonly PlayEvent[],
    private readonly seek: (time: number) => void,
    /** Plays these parts one after the other. */
    private readonly watch: (runs: readonly Run[]) => void,
  ) {
    this.show(null, EVENTS)
  }

  show(kinds: ReadonlySet<string> | null, most = EVENTS): void {
    const matching = this.all.filter(({ kind }) => kinds === null || kinds.has(kind.id))
    this.shown = matching.slice(0, most)
    this.times = Float64Array.from(this.shown, (event) => event.time)
    this.items.length = 0
    for (const event of this.shown) {
      const press = element(
        'button',
        { type: 'button' },
        element('time', {}, timeText(event.time)),
        markOf(event.kind),
        element('span', {}, event.text),
      )
      press.addEventListener('click', () => this.seek(event.time))
      const item = element('li', {}, press)
      if (event.run) item.append(this.watching([event.run], texts.player.watch(event.text)))
      this.items.push(item)
    }
    const list = element('ol', { className: 'events' }, ...this.items)
    this.panel.replaceChildren(this.shown.length > 0 ? list : element('p', {}, texts.noEvents))
    const runs = matching.flatMap(({ run }) => (run ? [run] : []))
    if (runs.length > 1) {
      const all = this.watching(runs, texts.player.watchAll(runs.length))
      all.append(` ${texts.player.watchAll(runs.length)}`)
      this.panel.prepend(all)
    }
    if (matching.length > most) {
      const more = element('button', { type: 'button' }, `+ ${matching.length - most}`)
      more.addEventListener('click', () => this.show(kinds, matching.length))
      this.panel.append(more)
    }
    this.current = -2
  }

  private watching(runs: readonly Run[], label: string): HTMLButtonElement {
    const made = element('button', { type: 'button', className: 'watch', title: label, aria: { label } }, icon('play'))
    made.addEventListener('click', () => this.watch(runs))
    return made
  }

  update(time: number): void {
    const row = rowAt(this.times, time + 1e-6)
    if (row === this.current) return
    this.items[this.current]?.removeAttribute('aria-current')
    this.items[row]?.setAttribute('aria-current', 'true')
    this.current = row
  }
}

/** Curves over the time of the play, with a line at the present. */
export class Curves {
  private plots: CurvePlot[] = []
  /** Of a play that is compared. */
  private others: readonly Curve[] = []

  constructor(
    private readonly panel: HTMLElement,
    private readonly curves: readonly Curve[],
    private readonly clock: Clock,
    private readonly seek: (time: number) => void,
    private readonly theme: () => Theme,
  ) {}

  /** Makes the plots anew: the panel must be visible, for its width counts. */
  show(): void {
    this.close()
    const usable = this.curves.filter(({ times, values }) => times.length > 1 && Array.from(values).some(Number.isFinite))
    this.panel.replaceChildren(...(usable.length > 0 ? [] : [element('p', {}, texts.noCurves)]))
    const width = Math.max(200, this.panel.clientWidth - 4)
    for (const own of usable.filter(({ race }) => race)) {
      const other = this.others.find(({ name }) => name === own.name)
      if (!other) continue
      this.plots.push(this.plot(differenceOf(own, other, texts.player.difference(own.name)), width))
      this.panel.append(this.parts(partsOf(own, other)))
    }
    for (const curve of usable) this.plots.push(this.plot(curve, width))
  }

  /** Compares with the curves of another play; none: with no play. */
  compare(others: readonly Curve[]): void {
    this.others = others
  }

  private parts(parts: readonly Part[]): HTMLElement {
    return element(
      'ol',
      { className: 'events leads' },
      ...parts.map(({ from, to, gain }) => {
        const words = texts.player.gained(gain)
        const press = element('button', { type: 'button' }, element('time', {}, `${timeText(from, 0)}–${timeText(to, 0)}`), words)
        press.addEventListener('click', () => this.seek(from))
        return element('li', {}, press)
      }),
    )
  }

  private plot(curve: Curve, width: number): CurvePlot {
    const name = curve.unit ? `${curve.name} (${curve.unit})` : curve.name
    const plot = new CurvePlot(curve, name, width, this.clock.span, this.theme())
    this.panel.append(element('h2', {}, name), plot.root)
    plot.root.addEventListener('click', (event) => this.seek(plot.timeAt(event.offsetX)))
    plot.root.addEventListener('pointermove', (event) => this.point(plot.timeAt(event.offsetX)))
    plot.root.addEventListener('pointerleave', () => this.point(NaN))
    plot.draw(this.clock.time)
    return plot
  }

  /** The same time in all of them. */
  private point(time: number): void {
    for (const plot of this.plots) plot.pointed = time
    this.update()
  }

  update(): void {
    for (const plot of this.plots) plot.draw(this.clock.time)
  }

  close(): void {
    for (const plot of this.plots) plot.root.remove()
    this.plots = []
  }
}

export class Tables {
  private start = 0
  private readonly choice = element('select', { id: 'table' })
  private readonly view = element('div')

  constructor(
    panel: HTMLElement,
    private readonly remote: RemoteReplay,
    private readonly opened: Opened,
  ) {
    const words = texts.tables
    for (const origin of ['replay', 'stats'] as const) {
      const own = opened.tables.filter((table) => table.origin === origin)
      if (own.length === 0) continue
      const options = own.map((table) =>
        element('option', { value: String(opened.tables.indexOf(table)) }, `${table.name} (${table.length})`),
      )
      this.choice.append(element('optgroup', { label: origin === 'replay' ? words.ofReplay : words.ofStatistics }, ...options))
    }
    this.choice.addEventListener('change', () => void this.show(0))
    const save = (form: ExportForm, label: string): HTMLButtonElement => {
      const made = element('button', { type: 'button' }, label)
      made.addEventListener('click', () => void this.save(form))
      return made
    }
    const step = (by: number, label: string, symbol: string): HTMLButtonElement => {
      const made = element('button', { type: 'button', aria: { label } }, symbol)
      made.addEventListener('click', () => void this.show(this.start + by))
      return made
    }
    const tools = element(
      'div',
      { className: 'tools' },
      step(-PAGE, words.previous, '‹'),
      step(PAGE, words.next, '›'),
      save('csv', words.csv),
      save('parquet', words.parquet),
    )
    panel.replaceChildren(element('label', { htmlFor: 'table' }, `${words.table} `), this.choice, tools, this.view)
  }

  private get table(): TableText | undefined {
    return this.opened.tables[Number(this.choice.value)]
  }

  async show(start = 0): Promise<void> {
    const { table } = this
    if (!table) return
    this.start = Math.max(0, Math.min(start, Math.floor(Math.max(0, table.length - 1) / PAGE) * PAGE))
    const rows = await this.remote.call('rows', table.origin, table.name, this.start, PAGE)
    const range = texts.tables.rows(this.start + 1, this.start + rows.length, table.length)
    this.view.replaceChildren(element('p', { className: 'dim' }, table.doc), grid(table, rows, `${table.name}: ${range}`))
  }

  private async save(form: ExportForm): Promise<void> {
    const { table } = this
    if (!table) return
    let bytes: Uint8Array<ArrayBuffer>
    try {
      bytes = await this.remote.call('export', table.origin, table.name, form)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.view.prepend(element('p', { className: 'notice error', attributes: { role: 'alert' } }, message))
      return
    }
    download(`${this.opened.name}.${table.name}.${form}`, bytes, form === 'csv' ? 'text/csv' : 'application/vnd.apache.parquet')
  }
}

/** Plots are pictures: an SVG is shown as an image, and cannot do more than one. */
export async function showPlots(panel: HTMLElement, remote: RemoteReplay, theme: Theme): Promise<() => void> {
  panel.replaceChildren(element('p', { className: 'dim' }, texts.drawing))
  const pictures = await remote.call('pictures', theme.dark ? 'dark' : 'light')
  const urls = pictures.map(({ svg }) => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })))
  panel.replaceChildren(
    ...(pictures.length === 0 ? [element('p', {}, texts.noPlots)] : []),
    ...pictures.map(({ name, doc }, index) =>
      element('figure', {}, element('figcaption', { title: doc }, name), element('img', { src: urls[index], alt: doc })),
    ),
  )
  return () => urls.forEach((url) => URL.revokeObjectURL(url))
}
