import { err, ok, type Result } from '../result.ts'

/** Dimensions of the named sheets, in millimetres. */
const sheets = { a4: { width: 210, height: 297 }, a6: { width: 105, height: 148 } } as const
/** Rolls by width in millimetres; `dots`: usual width of a thermal print head for the roll. */
export const rolls = { 'roll-80': { width: 80, dots: 576 }, 'roll-58': { width: 58, dots: 384 } } as const

export type Roll = keyof typeof rolls
type NamedSheet = keyof typeof sheets

/** Named sheet, roll, or width × height of a sheet in millimetres (`210x74`). */
export type Paper = NamedSheet | Roll | `${number}x${number}`

export const isRoll = (text: string): text is Roll => Object.hasOwn(rolls, text)
const isNamedSheet = (text: string): text is NamedSheet => Object.hasOwn(sheets, text)

export const rollNames = Object.keys(rolls).filter(isRoll)
export const paperNames = [...Object.keys(sheets).filter(isNamedSheet), ...rollNames]

export interface UnusablePaper {
  /** `unusable-sheet`: the sheet is too large, or too small for a legible ticket. */
  readonly type: 'unknown-paper' | 'unusable-sheet'
}

/** Dimensions of a sheet in millimetres; `shape`: orientation of a ticket on the sheet. */
interface Sheet {
  readonly width: number
  readonly height: number
  readonly shape: 'portrait' | 'landscape'
}

const measured = /^([1-9]\d{1,2})x([1-9]\d{1,2})$/u
/** Maximum length of the longer side of a sheet. */
export const MAX_SHEET_MILLIMETRES = 420

/** Parses a paper: a name, or width and height in millimetres. */
export function parsePaper(text: string): Result<Paper, UnusablePaper> {
  if (isNamedSheet(text) || isRoll(text)) return ok(text)
  const [, width, height] = measured.exec(text)?.map(Number) ?? []
  if (width === undefined || height === undefined) return err({ type: 'unknown-paper' })
  const paper: Paper = `${width}x${height}`
  const sheet = sheetOf(paper)
  return sheet.ok ? ok(paper) : sheet
}

/** Returns the dimensions of a sheet; an error if the sheet is too large or too small for a ticket. */
export function sheetOf(paper: Exclude<Paper, Roll>): Result<Sheet, UnusablePaper> {
  const { width, height } = isNamedSheet(paper) ? sheets[paper] : measuresIn(paper)
  if (Math.max(width, height) <= MAX_SHEET_MILLIMETRES) {
    if (height >= 1.25 * width && width >= 74) return ok({ width, height, shape: 'portrait' })
    if (width >= 1.4 * height && width >= 140 && height >= 60) return ok({ width, height, shape: 'landscape' })
  }
  return err({ type: 'unusable-sheet' })
}

function measuresIn(paper: `${number}x${number}`): { readonly width: number; readonly height: number } {
  const [width = 0, height = 0] = paper.split('x').map(Number)
  return { width, height }
}
