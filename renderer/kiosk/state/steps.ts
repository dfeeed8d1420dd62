import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { CollectionView, SeatProposal, VisitView } from '../../../shared/api/kiosk/views.ts'
import type { Problem } from '../../app/problem.ts'

/** Customer's preferences for the best seats. */
export interface SeatPreferences {
  /** Zone of the seats; null for all zones. */
  readonly zoneId: string | null
  /** True to request a wheelchair space with a companion seat. */
  readonly wheelchair: boolean
}

export const noWishes: SeatPreferences = { zoneId: null, wheelchair: false }

/** Number of seats bought with a wheelchair space: the space and its companion seat. */
export const WHEELCHAIR_PARTY = 2

/** Initial number of seats to offer. */
export const PRESET_COUNT = 2

/** Step of the customer before seats are held, stored only in the page. */
export type Step = { readonly name: 'attract' } | { readonly name: 'events' } | CodeStep | VisitStep

/** `code`: the customer has a reference. `lost`: the customer has lost printed tickets. */
export type CollectionWay = 'code' | 'lost'

interface CodeStep {
  readonly name: 'code'
  /** Absent until the customer chooses. Ignored if `scanned` or `answer` is present. */
  readonly way?: CollectionWay
  readonly scanned?: string
  readonly answer?: CollectionView
}

export type VisitStep = OffersStep | WishesStep | MapStep

interface Searching {
  readonly event: EventOffer
  readonly visit: Remote<VisitView>
  readonly wishes: SeatPreferences
  /** Number of seats to offer. Has no effect on the map. */
  readonly count: number
  readonly proposals: Remote<readonly SeatProposal[]>
}

export interface OffersStep extends Searching {
  readonly name: 'offers'
}

export interface WishesStep extends Searching {
  readonly name: 'wishes'
}

export interface MapStep extends Searching {
  readonly name: 'map'
  /** Section that is open on the map; null for the whole venue. */
  readonly sectionId: string | null
  /** IDs of the seats that the customer picked, all in the open section. */
  readonly picked: readonly string[]
}

export type StepEvent =
  /** `count`: initial number of seats to offer. */
  | { readonly type: 'event-chosen'; readonly event: EventOffer; readonly count: number }
  | { readonly type: 'visit-updated'; readonly visit: Remote<VisitView> }
  | { readonly type: 'count-chosen'; readonly count: number; readonly wheelchair?: boolean }
  | { readonly type: 'wishes-opened' }
  | { readonly type: 'wished'; readonly wishes: SeatPreferences }
  | { readonly type: 'proposed'; readonly proposals: Remote<readonly SeatProposal[]> }
  /** `sectionId`: section to open; null for the whole venue. */
  | { readonly type: 'map-opened'; readonly sectionId: string | null }
  | { readonly type: 'section-opened'; readonly sectionId: string | null }
  | { readonly type: 'picked'; readonly picked: readonly string[] }
  | { readonly type: 'back' }

/** Returns the step to show after an event. An event that does not apply to the current step has no effect. */
export function stepAfter(step: Step, event: StepEvent): Step {
  if (event.type === 'event-chosen') {
    const { event: chosen, count } = event
    return { name: 'offers', event: chosen, visit: waiting, wishes: noWishes, count, proposals: waiting }
  }
  if (!isVisit(step)) return step
  switch (event.type) {
    case 'visit-updated': {
      // The number of seats is limited to the remaining seats only when the visit opens. Later updates keep the number,
      // because seats may be released again.
      const opened = step.visit.state === 'ready' ? null : valueOf(event.visit)
      const { remaining = step.count } = opened?.session.overview ?? {}
      return { ...step, visit: event.visit, count: Math.max(1, Math.min(step.count, remaining)) }
    }
    case 'count-chosen': {
      const { count, wheelchair = false } = event
      return offersTo({ ...step, count, wishes: { ...step.wishes, wheelchair } })
    }
    case 'wishes-opened':
      return step.name === 'offers' ? { ...step, name: 'wishes' } : step
    case 'wished':
      return step.name === 'map' ? step : offersTo({ ...step, wishes: event.wishes })
    case 'proposed':
      return { ...step, proposals: event.proposals }
    case 'map-opened':
      return step.name === 'offers' && step.visit.state === 'ready'
        ? { ...step, name: 'map', sectionId: event.sectionId, picked: [] }
        : step
    case 'section-opened':
      return step.name === 'map' ? { ...step, sectionId: event.sectionId, picked: [] } : step
    case 'picked':
      return step.name === 'map' ? { ...step, picked: event.picked } : step
    case 'back':
      return step.name === 'offers' ? step : offersTo(step)
  }
}

export function isVisit(step: Step): step is VisitStep {
  return step.name !== 'attract' && step.name !== 'events' && step.name !== 'code'
}

function offersTo({ event, visit, wishes, count }: Searching): OffersStep {
  return { name: 'offers', event, visit, wishes, count, proposals: waiting }
}

export type Remote<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: Problem }

export const ready = <T>(value: T): Remote<T> => ({ state: 'ready', value })
export const failed = (problem: Problem): Remote<never> => ({ state: 'failed', problem })
export const waiting: Remote<never> = { state: 'waiting' }

export function valueOf<T>(remote: Remote<T> | null): T | null {
  return remote?.state === 'ready' ? remote.value : null
}
