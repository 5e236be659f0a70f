// SPDX-License-Identifier: MIT
// In place of teedemo.ts in the page of the viewer, whose module reads no demos and no ghosts.
import type { TeeDemo, Thing } from './teedemo.js'

export const demoNeeds = {}
export const flight = ({ x, y }: Thing['values']): { x: number; y: number } => ({ x, y })
export const recordingOf = (): TeeDemo | null => null
