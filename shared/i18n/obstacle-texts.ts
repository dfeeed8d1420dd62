import type { TenderNames } from './texts.ts'
import { isNotes } from '../domain/money/tender.ts'
import type { EventsMet, ObstacleOf, ObstacleType, WayDown } from '../domain/fleet/readiness.ts'

/** What is the matter, and what to do about it. */
export interface Advice {
  readonly what: string
  readonly todo: string
}

/** Words on everything that keeps a machine from selling: on its screens, at the command line, in the log and at the hub. */
export type ObstacleTexts = {
  readonly [T in ObstacleType]: (obstacle: ObstacleOf<T>, tenders: TenderNames) => Advice
}

export function adviceOn<T extends ObstacleType>(
  texts: ObstacleTexts,
  obstacle: ObstacleOf<T>,
  tenders: TenderNames,
): Advice {
  const words: ObstacleTexts[T] = texts[obstacle.type]
  return words(obstacle, tenders)
}

/** So many are named; the others are counted. */
const NAMED = 3

/** `Hamana AC – AS Kaporo, Finale +2` */
export function eventNames({ events }: Pick<EventsMet, 'events'>, comma: string): string {
  const named = events.slice(0, NAMED).map(({ title }) => title)
  const others = events.length - named.length
  return named.join(comma) + (others > 0 ? ` +${others}` : '')
}

/** `7 min`, `2 h`, `3 d`: whatever the direction. */
export function span(
  minutes: number,
  units: { readonly minutes: string; readonly hours: string; readonly days: string },
) {
  const length = Math.abs(minutes)
  if (length < 120) return `${length} ${units.minutes}`
  if (length < 48 * 60) return `${Math.round(length / 60)} ${units.hours}`
  return `${Math.round(length / (24 * 60))} ${units.days}`
}

/** The device for notes: people beside the machine mend it. */
export const isOfNotes = ({ tender }: WayDown): boolean => isNotes(tender)

/** People have the note box open. */
export const isBeingEmptied = ({ fault }: WayDown): boolean => fault === 'being-emptied'

/** Something in the settings, or at the provider, has to be put right. */
export const isTurnedAway = ({ fault }: WayDown): boolean => fault === 'turned-away'

/** `401 BAD_SIGNATURE`, or the status alone. */
export const refusalCode = ({ status, code }: { readonly status: number; readonly code: string }): string =>
  code === '' ? String(status) : `${status} ${code}`
