import { z } from 'zod'
import { localDate } from '../documents/local-date.ts'
import { err, ok, type Result } from '../result.ts'
import { textForms } from '../text-forms.ts'

export const timeOfDay = z.string().regex(textForms.timeOfDay)

/** Hours in which the box office sells, in the venue's time. */
export const openingHours = z.strictObject({ from: timeOfDay, to: timeOfDay })

/** Content of a signed release. */
interface Release {
  readonly version: string
  /** Of a hundred machines so many take it: a release goes out to a few first. */
  readonly share: number
  /** The oldest version it may be installed over. */
  readonly over: string
}

/** What is asked of a machine before it is changed. */
export interface MachineState {
  readonly version: string
  /** 0 to 99, the machine's own for this release: it takes it when the share is above. */
  readonly lot: number
  /** Releases that were installed here, and did not start. */
  readonly failed: readonly string[]
  /** Whether a sale is under way; null where the program runs and does not say. */
  readonly saleOpen: boolean | null
  /** Local minutes since midnight. */
  readonly minute: number
  /** When the box office sells; null: it never says. */
  readonly opening: OpeningHours | null
  /** The program's own word that its box office sells: it can put an update off, and bring none about. */
  readonly saysOpen: boolean
}

/** Local minutes since midnight; a box office that closes after midnight has `to` before `from`. */
export interface OpeningHours {
  readonly from: number
  readonly to: number
}

/** Of two times such as `22:30`. */
export function openingHoursOf(hours: z.infer<typeof openingHours>): OpeningHours {
  const [from = 0, to = 0] = [hours.from, hours.to].map((text) => {
    const [hour = 0, minute = 0] = text.split(':').map(Number)
    return hour * 60 + minute
  })
  return { from, to }
}

/** Returns the minutes since midnight in an IANA time zone. */
export function minuteOfDay(at: Date, timeZone: string): number {
  const { hour, minute } = localDate(at.toISOString(), timeZone)
  return hour * 60 + minute
}

export type NotNow =
  | { readonly type: 'up-to-date' }
  | { readonly type: 'older'; readonly installed: string }
  | { readonly type: 'too-far'; readonly over: string }
  | { readonly type: 'failed-before' }
  | { readonly type: 'not-our-turn' }
  | { readonly type: 'no-opening-hours' }
  | { readonly type: 'open' }
  | { readonly type: 'sale-open' }
  | { readonly type: 'state-unknown' }

/** Compares versions such as 1.10.2, by number. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function isOpen({ from, to }: OpeningHours, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Returns whether a box office with these hours sells at that time; null if it has no hours. */
export function isOpenAt(hours: z.infer<typeof openingHours> | undefined, at: Date, timeZone: string): boolean | null {
  return hours ? isOpen(openingHoursOf(hours), minuteOfDay(at, timeZone)) : null
}

/**
 * Whether a machine takes a release now. `byHand`: a technician stands there with it, so that neither its share nor the
 * hour matter; a sale that is open, and a way to an older version, still do.
 */
export function mayInstall(release: Release, machine: MachineState, byHand: boolean): Result<null, NotNow> {
  const newer = compareVersions(release.version, machine.version)
  if (newer === 0) return err({ type: 'up-to-date' })
  if (newer < 0) return err({ type: 'older', installed: machine.version })
  if (compareVersions(machine.version, release.over) < 0) return err({ type: 'too-far', over: release.over })
  if (!byHand) {
    if (machine.failed.includes(release.version)) return err({ type: 'failed-before' })
    if (machine.lot >= release.share) return err({ type: 'not-our-turn' })
    if (machine.opening === null) return err({ type: 'no-opening-hours' })
    if (isOpen(machine.opening, machine.minute) || machine.saysOpen) return err({ type: 'open' })
  }
  if (machine.saleOpen === null) return err({ type: 'state-unknown' })
  return machine.saleOpen ? err({ type: 'sale-open' }) : ok(null)
}
