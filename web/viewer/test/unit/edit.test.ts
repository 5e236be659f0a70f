// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest'
import type { MacroInput } from '@reel-replay/reel'
import { inOneOrder, LAST_FRAME, Macro } from '../../src/edit/macro.js'

/** Numbers from 0 to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const input = (frame: number, more: Partial<MacroInput> = {}): MacroInput => ({ frame, button: 1, player2: false, down: true, ...more })

/** A macro of one attempt, or of several, in which frames go back. */
function made(next: () => number, attempts: number): MacroInput[] {
  const inputs: MacroInput[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    let frame = 0
    for (let count = Math.floor(next() * 12); count > 0; count--) {
      frame += Math.floor(next() * 4)
      inputs.push(input(frame, { source: inputs.length, player2: next() < 0.4, down: next() < 0.5, button: 1 + Math.floor(next() * 3) }))
    }
  }
  return inputs
}

function edit(macro: Macro, next: () => number): void {
  const at = Math.floor(next() * macro.inputs.length)
  const any = macro.inputs.length > 0
  const choice = next()
  if (choice < 0.3 || !any) macro.add(input(Math.floor(next() * 40), { player2: next() < 0.5, down: next() < 0.5 }))
  else if (choice < 0.5) macro.remove(at)
  else if (choice < 0.8) macro.change(at, { frame: macro.inputs[at].frame + Math.floor(next() * 21) - 10 })
  else if (choice < 0.9) macro.change(at, { player2: next() < 0.5, down: next() < 0.5, button: Math.floor(next() * 4) })
  else if (choice < 0.95) macro.undo()
  else macro.redo()
}

const each = (player2: boolean, inputs: readonly MacroInput[]): readonly MacroInput[] => inputs.filter((one) => one.player2 === player2)

test('whatever was edited, undoing all of it gives the inputs of the file, and redoing all of it those that were edited', () => {
  for (let seed = 0; seed < 400; seed++) {
    const next = random(seed)
    const original = made(next, 1 + (seed % 3))
    const macro = new Macro(original)
    for (let count = Math.floor(next() * 40); count > 0; count--) edit(macro, next)
    while (macro.canRedo) macro.redo()
    const edited = [...macro.inputs]
    const last = macro.last
    while (macro.canUndo) macro.undo()
    expect(macro.inputs).toEqual(original)
    expect(macro.last).toBeNull()
    while (macro.canRedo) macro.redo()
    expect(macro.inputs).toEqual(edited)
    expect(macro.last).toBe(last)
  }
})

test('inputs stay in the order of their frames, and what was not edited in its own', () => {
  for (let seed = 0; seed < 400; seed++) {
    const next = random(seed)
    const original = made(next, 1)
    const macro = new Macro(original)
    for (let count = 0; count < 30; count++) edit(macro, next)
    const frames = macro.inputs.map(({ frame }) => frame)
    expect(frames).toEqual(frames.toSorted((a, b) => a - b))
    const untouched = macro.inputs.filter((one) => original.includes(one))
    expect(untouched).toEqual(original.filter((one) => untouched.includes(one)))
  }
})

test('in a macro of several attempts an input stays with its attempt', () => {
  const macro = new Macro([input(10), input(20), input(30), input(5), input(15)])
  expect(macro.change(1, { frame: 29 })).toBe(1)
  expect(macro.change(1, { frame: 31 })).toBe(2)
  expect(macro.change(4, { frame: 14 })).toBe(4)
  expect(macro.change(3, { frame: 3 })).toBe(3)
  expect(macro.inputs.map(({ frame }) => frame)).toEqual([10, 30, 31, 3, 14])
})

test('the players of a macro that has one after the other are shown by time, each in its own order', () => {
  for (let seed = 0; seed < 200; seed++) {
    const inputs = made(random(seed), 1 + (seed % 2))
    const shown = inOneOrder(inputs)
    for (const player2 of [false, true]) expect(each(player2, shown)).toEqual(each(player2, inputs))
    if (seed % 2 === 0) expect(shown.map(({ frame }) => frame)).toEqual(inputs.map(({ frame }) => frame).toSorted((a, b) => a - b))
  }
})

test('a frame stays within what bots count, and an edit that changes nothing is not recorded', () => {
  const macro = new Macro([input(3), input(9)])
  expect(macro.change(0, { frame: -5 })).toBe(0)
  expect(macro.inputs[0].frame).toBe(0)
  expect(macro.change(1, { frame: 1e300 })).toBe(1)
  expect(macro.inputs[1].frame).toBe(LAST_FRAME)
  const { last } = macro
  expect(macro.change(1, { frame: LAST_FRAME + 1 })).toBe(1)
  expect(macro.last).toBe(last)
  expect([macro.undo(), macro.undo(), macro.undo()]).toEqual([1, 0, -1])
})

test('a button is held from its press to its release, of each player', () => {
  const macro = new Macro([input(10), input(12, { player2: true }), input(20, { down: false })])
  expect([9, 10, 19, 20].map((frame) => macro.isHeld(frame, 1, false))).toEqual([false, true, true, false])
  expect([macro.isHeld(30, 1, true), macro.isHeld(30, 2, false)]).toEqual([true, false])
  expect([macro.at(9), macro.at(12), macro.at(99)]).toEqual([-1, 1, 2])
})
