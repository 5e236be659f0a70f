// SPDX-License-Identifier: MIT
// The panel in which the inputs of a macro are edited and saved. The file that was opened never changes.
import { button, download, element } from '../page/dom.js'
import { nameAs, savedText } from '../page/panels.js'
import { timeText } from '../player/clock.js'
import type { RemoteReplay } from '../replay/client.js'
import type { MacroInput, Opened } from '../replay/protocol.js'
import { texts } from '../texts.js'
import { inOneOrder, LAST_FRAME, Macro } from './macro.js'
import { LongList } from './list.js'

/** What the panel needs of the player. */
export interface Editing {
  readonly remote: RemoteReplay
  readonly opened: Opened
  /** The time that is shown, in seconds. */
  time(): number
  seek(time: number): void
  /** Shows the macro as it is now. */
  changed(opened: Opened): Promise<void>
}

/** More inputs than this are left to the command. */
const MOST_INPUTS = 500_000
/** Milliseconds without an edit before the picture follows. */
const PAUSE = 150
const JUMP = 1
/** Frames that an arrow key moves an input by, alone and with Shift. */
const STEPS = [1, 10] as const
/** Inputs that Page Up and Page Down pass. */
const PAGE = 10

const words = texts.edit
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The inputs of a macro as the worker has them; a text says why they cannot be edited. */
async function inputsOf(remote: RemoteReplay, opened: Opened): Promise<MacroInput[] | string> {
  const rows = (await remote.rows({ inputs: ['frame', 'button', 'player2', 'down'] })).get('inputs')!
  if (rows.length > MOST_INPUTS) return words.tooMany(rows.length, MOST_INPUTS)
  const [frame, buttons, player2, down] = ['frame', 'button', 'player2', 'down'].map((name) => rows.numbers(name))
  const inputs = Array.from({ length: rows.length }, (_, source) => ({
    source,
    frame: frame[source],
    button: buttons[source],
    player2: player2[source] !== 0,
    down: down[source] !== 0,
  }))
  // Only GDR 2 has the inputs of one player after those of the other.
  return opened.format.id === 'gdr2' ? inOneOrder(inputs) : inputs
}

export class EditPanel {
  private readonly list: LongList
  private readonly frame = element('input', { type: 'number', min: '0', max: String(LAST_FRAME), id: 'edit-frame' })
  private readonly button = element('select', { id: 'edit-button' })
  private readonly player = element('select', { id: 'edit-player' })
  private readonly down = element('select', { id: 'edit-down' })
  private readonly fields: HTMLFieldSetElement
  private readonly tools: Readonly<Record<'add' | 'remove' | 'earlier' | 'later' | 'undo' | 'redo', HTMLButtonElement>>
  private readonly target = element('select', { id: 'edit-target' })
  private readonly result = element('div', { attributes: { role: 'status' } })
  private chosen = -1
  /** Where the play goes as soon as it is long enough; NaN: it is there. */
  private beyond = NaN
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The last picture that was asked for, and what it shows. */
  private following: Promise<void> = Promise.resolve()
  private shown: object | null = null
  private saved: object | null = null
  private closed = false

  /** Fills a panel of the player; a text in it says why if the macro cannot be edited. */
  static async fill(panel: HTMLElement, editing: Editing): Promise<EditPanel | null> {
    const { remote, opened } = editing
    const inputs = opened.damage ? words.damaged : await inputsOf(remote, opened)
    if (typeof inputs === 'string') {
      panel.replaceChildren(element('p', {}, inputs))
      return null
    }
    const rate = (await remote.rows({ 'stats.summary': ['framerate'] })).get('stats.summary')?.numbers('framerate')[0] ?? NaN
    const made = new EditPanel(panel, editing, new Macro(inputs), rate > 0 ? rate : 240)
    await made.start()
    return made
  }

  private constructor(
    panel: HTMLElement,
    private readonly editing: Editing,
    private readonly macro: Macro,
    /** Frames per second. */
    private readonly rate: number,
  ) {
    this.list = new LongList(
      words.inputs,
      (index) => this.itemOf(macro.inputs[index]),
      (index) => this.choose(index),
    )
    this.tools = {
      add: button(words.add, 'add', () => this.add()),
      remove: button(words.remove, 'close', () => this.remove()),
      earlier: button(words.earlier, 'previousFrame', () => this.move(-1)),
      later: button(words.later, 'nextFrame', () => this.move(1)),
      undo: button(words.undo, 'undo', () => this.undo()),
      redo: button(words.redo, 'redo', () => this.redo()),
    }
    texts.gd.buttons.forEach((name, value) => this.button.append(element('option', { value: String(value) }, name)))
    for (const number of [0, 1]) this.player.append(element('option', { value: String(number) }, texts.gd.player(number + 1)))
    for (const down of [1, 0]) this.down.append(element('option', { value: String(down) }, words.kind(down === 1)))
    this.frame.addEventListener('change', () => {
      const { value, valueAsNumber } = this.frame
      if (value !== '' && Number.isFinite(valueAsNumber)) this.change({ frame: Math.round(valueAsNumber) })
      this.show()
    })
    this.frame.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.list.root.focus()
    })
    this.button.addEventListener('change', () => this.change({ button: Number(this.button.value) }))
    this.player.addEventListener('change', () => this.change({ player2: this.player.value === '1' }))
    this.down.addEventListener('change', () => this.change({ down: this.down.value === '1' }))
    const field = (label: string, control: HTMLElement): HTMLElement =>
      element('div', {}, element('label', { className: 'dim', htmlFor: control.id }, label), control)
    this.fields = element(
      'fieldset',
      {},
      field(texts.gd.frame, this.frame),
      field(words.button, this.button),
      field(words.player, this.player),
      field(words.what, this.down),
    )
    const save = element('button', { type: 'button', className: 'primary', data: { action: 'save-edited' } }, texts.rewrite.save)
    save.addEventListener('click', () => {
      save.disabled = true
      void this.save()
        .catch((error: unknown) => this.fail(error))
        .finally(() => (save.disabled = false))
    })
    panel.replaceChildren(
      element('div', { className: 'tools' }, ...Object.values(this.tools)),
      this.list.root,
      this.fields,
      element('h2', {}, texts.rewrite.heading),
      element('div', { className: 'tools' }, element('label', { htmlFor: this.target.id }, texts.rewrite.target), this.target, save),
      this.result,
      element('p', { className: 'dim' }, words.about),
    )
    panel.classList.add('editing')
    panel.addEventListener('keydown', this.pressed)
    this.list.root.addEventListener('keydown', this.pressedInList)
    addEventListener('beforeunload', this.leaving)
  }

  private async start(): Promise<void> {
    const targets = await this.editing.remote.call('targets')
    this.target.replaceChildren(...targets.map(({ id, name }) => element('option', { value: id }, name)))
    this.choose(this.macro.at(Math.round(this.editing.time() * this.rate)), false)
  }

  /** Whether there are edits that were not saved. */
  get unsaved(): boolean {
    return this.macro.last !== this.saved
  }

  private readonly leaving = (event: BeforeUnloadEvent): void => {
    if (this.unsaved) event.preventDefault()
  }

  private itemOf({ frame, button: pressed, player2, down }: MacroInput): HTMLElement[] {
    const time = timeText(frame / this.rate, 2)
    const name = texts.gd.buttons[pressed] ?? texts.gd.buttons[0]
    return [
      element('span', { className: 'number' }, texts.gd.frameAt(frame)),
      element('span', { className: 'number dim' }, time),
      element('span', {}, `${down ? '▼' : '△'} ${words.kind(down)}`),
      element('span', {}, texts.gd.lane(player2 ? 2 : 1, name)),
    ]
  }

  private show(): void {
    const { macro, chosen, tools } = this
    const input = macro.inputs[chosen] as MacroInput | undefined
    this.list.show(macro.inputs.length, chosen)
    this.fields.disabled = input === undefined
    for (const name of ['remove', 'earlier', 'later'] as const) tools[name].disabled = input === undefined
    tools.undo.disabled = !macro.canUndo
    tools.redo.disabled = !macro.canRedo
    this.frame.value = input ? String(input.frame) : ''
    if (!input) return
    this.button.value = String(input.button < texts.gd.buttons.length ? input.button : 0)
    this.player.value = input.player2 ? '1' : '0'
    this.down.value = input.down ? '1' : '0'
  }

  /** Chooses an input, and shows the play at its frame. */
  private choose(index: number, seek = true): void {
    this.chosen = Math.max(this.macro.inputs.length > 0 ? 0 : -1, Math.min(index, this.macro.inputs.length - 1))
    this.show()
    const input = this.macro.inputs[this.chosen] as MacroInput | undefined
    if (!seek || !input) return
    const time = input.frame / this.rate
    this.editing.seek(time)
    this.beyond = this.editing.time() < time ? time : NaN
  }

  private change(values: Partial<Omit<MacroInput, 'source'>>): void {
    if (this.chosen >= 0) this.edited(this.macro.change(this.chosen, values))
  }

  private move(frames: number): void {
    const input = this.macro.inputs[this.chosen] as MacroInput | undefined
    if (input) this.change({ frame: input.frame + frames })
  }

  /** Adds an input where the play is: a release if the button is held there, otherwise a press. */
  private add(): void {
    const { macro, chosen } = this
    const { button: pressed, player2 } = (macro.inputs[chosen] as MacroInput | undefined) ?? { button: JUMP, player2: false }
    const frame = Math.max(0, Math.round(this.editing.time() * this.rate))
    this.edited(macro.add({ frame, button: pressed, player2, down: !macro.isHeld(frame, pressed, player2) }))
  }

  private remove(): void {
    if (this.chosen < 0) return
    this.macro.remove(this.chosen)
    this.edited(this.chosen)
  }

  private undo(): void {
    if (this.macro.canUndo) this.edited(this.macro.undo())
  }

  private redo(): void {
    if (this.macro.canRedo) this.edited(this.macro.redo())
  }

  private edited(index: number): void {
    this.result.replaceChildren()
    this.choose(index)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.follow().catch((error: unknown) => this.fail(error)), PAUSE)
  }

  /** The picture and the worker follow the edits; one after the other. */
  private follow(): Promise<void> {
    clearTimeout(this.timer)
    const next = this.following.catch(() => undefined).then(() => this.catchUp())
    this.following = next
    return next
  }

  private async catchUp(): Promise<void> {
    const { last, inputs } = this.macro
    if (this.closed || last === this.shown) return
    const opened = await this.editing.remote.call('edit', last ? [...inputs] : null)
    this.shown = last
    if (this.closed) return
    await this.editing.changed(opened)
    if (this.beyond > 0) this.editing.seek(this.beyond)
    this.beyond = NaN
  }

  private async save(): Promise<void> {
    const { last } = this.macro
    this.result.replaceChildren(element('p', { className: 'dim' }, texts.rewrite.working))
    await this.follow()
    const { bytes, extension, findings } = await this.editing.remote.call('save', this.target.value)
    const name = nameAs(this.editing.opened.name, `edited.${extension}`)
    download(name, bytes, 'application/octet-stream')
    this.saved = last
    this.result.replaceChildren(...savedText(name, findings))
  }

  private fail(error: unknown): void {
    const notice = element('p', { className: 'notice error', attributes: { role: 'alert' } }, messageOf(error))
    if (!this.closed) this.result.replaceChildren(notice)
  }

  /** Keys of the whole panel. In a field of text they are the field's. */
  private readonly pressed = (event: KeyboardEvent): void => {
    // Otherwise they go to another replay.
    if (event.target === this.frame && event.key.startsWith('Page')) event.stopPropagation()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) this.undo()
    else if (key === 'z') this.redo()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  private readonly pressedInList = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.shiftKey ? 1 : 0]
    const keys: Record<string, () => void> = {
      ArrowUp: () => this.choose(this.chosen - 1),
      ArrowDown: () => this.choose(this.chosen + 1),
      PageUp: () => this.choose(this.chosen - PAGE),
      PageDown: () => this.choose(this.chosen + PAGE),
      Home: () => this.choose(0),
      End: () => this.choose(this.macro.inputs.length - 1),
      ArrowLeft: () => this.move(-step),
      ArrowRight: () => this.move(step),
      Delete: () => this.remove(),
      Insert: () => this.add(),
      Enter: () => this.frame.select(),
    }
    const act = keys[event.key] as (() => void) | undefined
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    removeEventListener('beforeunload', this.leaving)
  }
}
