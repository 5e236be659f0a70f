// SPDX-License-Identifier: MIT
// The inputs of a macro while they are edited. Knows nothing of the page.
import type { MacroInput } from '@reel-replay/reel'

/** One edit: an input was removed (`to` is -1), added (`from` is -1), or changed and moved within the list. */
interface Edit {
  readonly from: number
  readonly before: MacroInput | null
  readonly to: number
  readonly after: MacroInput | null
}

/** Bots count frames in 32 bits, and a file with a later one is most likely a mistake. */
export const LAST_FRAME = 2 ** 31 - 1

/** The two players of a macro whose file has one after the other, in one order of time. Each player's own order stays. */
export function inOneOrder(inputs: readonly MacroInput[]): MacroInput[] {
  const [first, second] = [false, true].map((player2) => inputs.filter((input) => input.player2 === player2))
  const merged: MacroInput[] = []
  for (let one = 0, other = 0; one < first.length || other < second.length;) {
    const next = other >= second.length || (one < first.length && first[one].frame <= second[other].frame)
    merged.push(next ? first[one++] : second[other++])
  }
  return merged
}

export class Macro {
  private readonly list: MacroInput[]
  private readonly done: Edit[] = []
  private undone: Edit[] = []
  /** Whether frames never go back. In a macro of several attempts they do, and an input is placed among those of its player. */
  private readonly rising: boolean

  constructor(inputs: readonly MacroInput[]) {
    this.list = [...inputs]
    this.rising = inputs.every(({ frame }, index) => index === 0 || inputs[index - 1].frame <= frame)
  }

  get inputs(): readonly MacroInput[] {
    return this.list
  }

  /** The last edit that counts: the same again when later ones were undone. Null: all is as in the file. */
  get last(): object | null {
    return this.done[this.done.length - 1] ?? null
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  /** Adds an input at its frame; returns its place. */
  add(input: MacroInput): number {
    return this.apply(-1, null, input)
  }

  /** Changes an input, and moves it to where its frame belongs; returns its place. */
  change(at: number, values: Partial<Omit<MacroInput, 'source'>>): number {
    const before = this.list[at]
    const after = { ...before, ...values }
    after.frame = Math.max(0, Math.min(LAST_FRAME, after.frame))
    const same = (['frame', 'button', 'player2', 'down'] as const).every((name) => after[name] === before[name])
    return same ? at : this.apply(at, before, after)
  }

  remove(at: number): void {
    this.apply(at, this.list[at], null)
  }

  /** Takes the last edit back; returns the place of its input, or of what is there now. */
  undo(): number {
    const edit = this.done.pop()
    if (!edit) return -1
    this.undone.push(edit)
    return this.replace(edit.to, edit.from, edit.before)
  }

  redo(): number {
    const edit = this.undone.pop()
    if (!edit) return -1
    this.done.push(edit)
    return this.replace(edit.from, edit.to, edit.after)
  }

  /** Whether a button is held before a frame, as the inputs say. */
  isHeld(frame: number, button: number, player2: boolean): boolean {
    return this.list.findLast((input) => input.frame <= frame && input.button === button && input.player2 === player2)?.down ?? false
  }

  /** The index of the last input at or before a frame, or -1. */
  at(frame: number): number {
    return this.list.findLastIndex((input) => input.frame <= frame)
  }

  private apply(from: number, before: MacroInput | null, after: MacroInput | null): number {
    if (from >= 0) this.list.splice(from, 1)
    const to = after ? this.placeOf(after, from >= 0 ? from : this.list.length, before) : -1
    if (after) this.list.splice(to, 0, after)
    this.done.push({ from, before, to, after })
    this.undone = []
    return to >= 0 ? to : Math.min(from, this.list.length - 1)
  }

  private replace(from: number, to: number, input: MacroInput | null): number {
    if (from >= 0) this.list.splice(from, 1)
    if (input) this.list.splice(to, 0, input)
    return to >= 0 ? to : Math.min(from, this.list.length - 1)
  }

  /**
   * From a place, the nearest one at which the frames before are not later, and those behind not earlier. It is in the same attempt, which
   * begins and ends where frames go back; `before` is what was at the place.
   */
  private placeOf({ frame, player2 }: MacroInput, from: number, before: MacroInput | null): number {
    const { list } = this
    const counts = (at: number): boolean => this.rising || list[at].player2 === player2
    let place = from
    for (let at = from - 1, later = before?.frame ?? Infinity; at >= 0; at--) {
      if (!counts(at)) continue
      if (list[at].frame <= frame || list[at].frame > later) break
      later = list[at].frame
      place = at
    }
    if (place < from) return place
    for (let at = from, earlier = before?.frame ?? -Infinity; at < list.length; at++) {
      if (!counts(at)) continue
      if (list[at].frame >= frame || list[at].frame < earlier) break
      earlier = list[at].frame
      place = at + 1
    }
    return place
  }
}
