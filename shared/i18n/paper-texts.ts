import type { DeskCommandName } from '../domain/desk/shortcuts.ts'
import type { DrivenTender } from '../domain/money/tender.ts'

export const nbsp = '\u00a0'

export const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Quick-reference cards of one page, for the cashier and for the attendant of a kiosk. */
export const cardNames = ['cashier', 'attendant'] as const
export type CardName = (typeof cardNames)[number]

type Row = readonly [what: string, then: string]

interface Section<Rows> {
  readonly heading: string
  readonly rows: readonly Rows[]
}

export interface CardTexts {
  readonly cashier: {
    readonly title: string
    readonly hint: string
    readonly sell: Section<string>
    readonly lines: Section<Row>
    readonly keys: {
      readonly heading: string
      readonly enter: Row
      readonly commands: Readonly<Record<Exclude<DeskCommandName, DrivenTender>, string>>
      readonly tender: (name: string) => string
    }
    readonly cases: Section<Row>
  }
  readonly attendant: {
    readonly title: string
    readonly hint: string
    readonly open: Section<string>
    readonly cash: Section<string>
    readonly cases: Section<Row>
    /** Names and telephone numbers are written by hand on the printed card. */
    readonly call: Section<string>
  }
}
