import type {
  AffectedEvents,
  ReadinessIssueOf,
  ReadinessIssueType,
  UnavailableTender,
} from '../domain/fleet/readiness.ts'
import type { DeskCommandName } from '../domain/desk/shortcuts.ts'
import {
  type DrivenTender,
  everyTender,
  isNotes,
  type OwnTenderNames,
  type TenderKind,
} from '../domain/money/tender.ts'
import { recordFromKeys } from '../domain/record-from-keys.ts'
import type { SeatNote } from '../domain/seats/place.ts'

export type TenderNames = Readonly<Record<TenderKind, string>>

export type SeatNotes = Readonly<Record<SeatNote, string>>

/** Names of providers by driver. A driver without a name is shown by its own identifier. */
export type ProviderNames = Readonly<Record<string, string>>

export interface Advice {
  readonly what: string
  readonly todo: string
}

export type ReadinessIssueTexts = {
  readonly [T in ReadinessIssueType]: (issue: ReadinessIssueOf<T>, tenders: TenderNames) => Advice
}

export function adviceOn<T extends ReadinessIssueType>(
  texts: ReadinessIssueTexts,
  issue: ReadinessIssueOf<T>,
  tenders: TenderNames,
): Advice {
  const words: ReadinessIssueTexts[T] = texts[issue.type]
  return words(issue, tenders)
}

/** Maximum number of events that are named; any further events are only counted. */
const NAMED = 3

/** Returns event titles as a list, such as `Hamana AC – AS Kaporo, Finale +2`. */
export function eventNames({ events }: Pick<AffectedEvents, 'events'>, comma: string): string {
  const named = events.slice(0, NAMED).map(({ title }) => title)
  const others = events.length - named.length
  return named.join(comma) + (others > 0 ? ` +${others}` : '')
}

/** Returns a duration such as `7 min`, `2 h` or `3 d`, without its sign. */
export function span(
  minutes: number,
  units: { readonly minutes: string; readonly hours: string; readonly days: string },
) {
  const length = Math.abs(minutes)
  if (length < 120) return `${length} ${units.minutes}`
  if (length < 48 * 60) return `${Math.round(length / 60)} ${units.hours}`
  return `${Math.round(length / (24 * 60))} ${units.days}`
}

/** Whether the fault is in the note acceptor, which staff at the venue can fix. */
export const isOfNotes = ({ tender }: UnavailableTender): boolean => isNotes(tender)

export const isBeingEmptied = ({ fault }: UnavailableTender): boolean => fault === 'cashbox-open'

/** Whether the provider refuses access, so that the settings or the account at the provider must be corrected. */
export const isTurnedAway = ({ fault }: UnavailableTender): boolean => fault === 'rejected'

/** Returns status and code, such as `401 BAD_SIGNATURE`, or the status alone. */
export const refusalCode = ({ status, code }: { readonly status: number; readonly code: string }): string =>
  code === '' ? String(status) : `${status} ${code}`

export function withOwnNames(usual: TenderNames, own: OwnTenderNames): TenderNames {
  return recordFromKeys(everyTender, (kind) => own[kind] ?? usual[kind])
}

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
