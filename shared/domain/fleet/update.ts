import { z } from 'zod'
import { localDate } from '../documents/local-date.ts'
import { err, ok, type Result } from '../result.ts'
import { textForms } from '../text-forms.ts'

export const timeOfDay = z.string().regex(textForms.timeOfDay)

/** Hours in which the box office sells, in the venue's local time. */
export const openingHours = z.strictObject({ from: timeOfDay, to: timeOfDay })

interface Release {
  readonly version: string
  /** Percentage of the machines that install the release (staged rollout). */
  readonly share: number
  /** Oldest installed version that the release may replace. */
  readonly over: string
}

export interface MachineState {
  readonly version: string
  /** Rollout number of the machine for a release, 0 to 99; the machine installs it if `share` is higher. */
  readonly lot: number
  /** Versions that were installed on the machine but did not start. */
  readonly failed: readonly string[]
  /** Whether a sale is open; null if the running program does not report open sales. */
  readonly saleOpen: boolean | null
  /** Local minutes since midnight. */
  readonly minute: number
  /** Null if no opening hours are set. */
  readonly opening: OpeningHours | null
  /** Whether the program reports that the box office is open, which can postpone an update but never trigger one. */
  readonly saysOpen: boolean
}

/** Local minutes since midnight; `to` is before `from` if the box office closes after midnight. */
export interface OpeningHours {
  readonly from: number
  readonly to: number
}

export function openingHoursOf(hours: z.infer<typeof openingHours>): OpeningHours {
  const [from = 0, to = 0] = [hours.from, hours.to].map((text) => {
    const [hour = 0, minute = 0] = text.split(':').map(Number)
    return hour * 60 + minute
  })
  return { from, to }
}

export function minuteOfDay(at: Date, timeZone: string): number {
  const { hour, minute } = localDate(at.toISOString(), timeZone)
  return hour * 60 + minute
}

export type NotNow =
  | { readonly type: 'up-to-date' }
  | { readonly type: 'older'; readonly installed: string }
  | { readonly type: 'too-far'; readonly over: string }
  | { readonly type: 'failed-before' }
  | { readonly type: 'not-in-rollout-yet' }
  | { readonly type: 'no-opening-hours' }
  | { readonly type: 'open' }
  | { readonly type: 'sale-open' }
  | { readonly type: 'state-unknown' }

/** Compares versions such as 1.10.2 component by component. */
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

/** Returns whether the box office is open at a time; null if no opening hours are set. */
export function isOpenAt(hours: z.infer<typeof openingHours> | undefined, at: Date, timeZone: string): boolean | null {
  return hours ? isOpen(openingHoursOf(hours), minuteOfDay(at, timeZone)) : null
}

/**
 * Returns whether a machine may install a release now. An installation by a technician on site (`byHand`) ignores the
 * rollout share, the opening hours and earlier failures.
 */
export function mayInstall(release: Release, machine: MachineState, byHand: boolean): Result<null, NotNow> {
  const newer = compareVersions(release.version, machine.version)
  if (newer === 0) return err({ type: 'up-to-date' })
  if (newer < 0) return err({ type: 'older', installed: machine.version })
  if (compareVersions(machine.version, release.over) < 0) return err({ type: 'too-far', over: release.over })
  if (!byHand) {
    if (machine.failed.includes(release.version)) return err({ type: 'failed-before' })
    if (machine.lot >= release.share) return err({ type: 'not-in-rollout-yet' })
    if (machine.opening === null) return err({ type: 'no-opening-hours' })
    if (isOpen(machine.opening, machine.minute) || machine.saysOpen) return err({ type: 'open' })
  }
  if (machine.saleOpen === null) return err({ type: 'state-unknown' })
  return machine.saleOpen ? err({ type: 'sale-open' }) : ok(null)
}
