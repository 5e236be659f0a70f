// SPDX-License-Identifier: MIT
// The values of a file as people write them.
import { type Span, timeText } from '../player/clock.js'
import type { TableText, Value } from '../replay/protocol.js'
import { dateOfText, formatBytes, formatDate, texts } from '../texts.js'

type Field = Pick<TableText['fields'][number], 'name' | 'unit'>

/** A value for people; numbers as they are, so that they can be compared with what the command prints. */
export function valueText(value: Value): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (value instanceof Uint8Array) return texts.tables.bytes(value.length)
  if (Array.isArray(value)) return value.map((part) => valueText(part)).join(', ')
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(7)))
  return String(value)
}

/** Where a play ends; one frame has no length. */
export const endText = ({ from, to }: Span, frames = 1): string =>
  to > from ? timeText(to) : frames > 0 ? texts.player.oneFrame : texts.player.noFrames

/** Milliseconds since 1970 of a value with one of these units; NaN if the value is not a date. */
function dateOf(value: Value, unit: string): number {
  if (unit === 'iso 8601') return dateOfText(valueText(value))
  const scale = unit === 'unix s' ? 1000 : unit === 'unix ms' ? 1 : NaN
  return value === null || value === '' ? NaN : Number(value) * scale
}

const isAddress = (name: string, value: Value): boolean => /(^|_)ip$/.test(name) && Array.isArray(value) && value.length === 4

/** A value with its unit: dates as dates, addresses with dots, sizes in units that can be read. */
export function withUnit(value: Value, { name, unit }: Field): string {
  const date = dateOf(value, unit)
  // 0 means that the time is unknown. A year after 9999 is damage.
  if (date > 0 && date < 253e12) return formatDate(date)
  if (isAddress(name, value)) return valueText(value).replaceAll(', ', '.')
  const text = valueText(value)
  if (!unit || text === '–' || text === '' || unit.startsWith('unix') || unit.startsWith('iso')) return text
  if (unit === 'bytes' && Number(value) >= 1024) return formatBytes(Number(value))
  const words = texts.units[unit] ?? ` ${unit}`
  return `${text}${text === '1' && /[a-z]{3,}s$/.test(words) ? words.slice(0, -1) : words}`
}
