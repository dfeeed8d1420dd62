import { err, ok, type Result } from '../result.ts'
import type { Paper } from './ticket-document.ts'

export interface UnusablePaper {
  readonly type: 'unusable-paper'
  readonly detail: string
}

/** A sheet's measures in millimetres, and which way a ticket stands on it. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly shape: 'portrait' | 'landscape'
}

const names = new Map<string, Paper>((['a4', 'a6', 'roll-80', 'roll-58'] as const).map((name) => [name, name]))
const measured = /^([1-9]\d{1,2})x([1-9]\d{1,2})$/u
const largest = 420

/** A paper as people write it: by name, or width and height in millimetres. */
export function parsePaper(text: string): Result<Paper, UnusablePaper> {
  const named = names.get(text)
  if (named) return ok(named)
  const [, width, height] = measured.exec(text)?.map(Number) ?? []
  if (width === undefined || height === undefined)
    return unusable('expected "a4", "a6", "roll-80", "roll-58", or width and height in millimetres as "210x74"')
  const paper: Paper = `${width}x${height}`
  const sheet = sheetOf(paper)
  return sheet.ok ? ok(paper) : sheet
}

/** Refused where the ticket's code would get too small to read or its words too narrow. */
export function sheetOf(paper: 'a6' | `${number}x${number}`): Result<Sheet, UnusablePaper> {
  const [width = 0, height = 0] = paper === 'a6' ? [105, 148] : paper.split('x').map(Number)
  if (Math.max(width, height) <= largest) {
    if (height >= 1.25 * width && width >= 74) return ok({ width, height, shape: 'portrait' })
    if (width >= 1.4 * height && width >= 140 && height >= 60) return ok({ width, height, shape: 'landscape' })
  }
  return unusable(
    `expected portrait stock (from 74 mm wide, at least 1.25 times as high) or landscape stock (from 140x60, at least 1.4 times as wide as high), up to ${largest} mm`,
  )
}

function unusable(detail: string): Result<never, UnusablePaper> {
  return err({ type: 'unusable-paper', detail })
}
