import type { Minor } from '../../../shared/domain/money/money.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type {
  EventsView,
  KioskInfo,
  Language,
  SaleView,
  SeatProposal,
  VisitView,
} from '../../../shared/kiosk-api/views.ts'
import type { Problem } from '../../app/problem.ts'

/** Something asked of the main process. */
export type Remote<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: Problem }

/** What the customer asks of the best seats; null: no matter. */
export interface Wishes {
  readonly zoneId: string | null
  /** Most that one seat may cost, in minor units. */
  readonly maxPrice: Minor | null
}

export const noWishes: Wishes = { zoneId: null, maxPrice: null }

/** Where the customer is while nothing is held: the page's own business, lost with it and easily done again. */
export type Step =
  | { readonly name: 'attract' }
  | { readonly name: 'events' }
  | { readonly name: 'party'; readonly event: EventOffer }
  | { readonly name: 'offers'; readonly event: EventOffer; readonly count: number }
  | { readonly name: 'wishes'; readonly event: EventOffer; readonly count: number }
  | { readonly name: 'map'; readonly event: EventOffer; readonly count: number; readonly sectionId: string | null }

/** What makes the screen easier for one person. */
export type Aid = 'largeText' | 'contrast' | 'lowReach' | 'spoken'

export type DialogName = 'start-over' | 'idle' | 'access' | 'language'

export interface KioskState {
  /** `starting` until the main process answered once; `lost` when it no longer does; `set-up` where it is no kiosk. */
  readonly connection: 'starting' | 'up' | 'lost' | 'set-up'
  readonly info: KioskInfo | null
  readonly language: Language
  readonly aids: Readonly<Record<Aid, boolean>>
  readonly events: Remote<EventsView>
  readonly step: Step
  readonly visit: Remote<VisitView> | null
  readonly proposals: Remote<readonly SeatProposal[]> | null
  readonly wishes: Wishes
  /** Seat ids of the customer's own choice on the map, all of the section looked into. */
  readonly picked: readonly string[]
  readonly sale: SaleView | null
  /** When `sale` came, on this page's monotonic clock, in milliseconds: its countdown starts there. */
  readonly saleSeenAt: number
  /** A command under way: no second one starts. */
  readonly busy: boolean
  /** What the last command met. */
  readonly problem: Problem | null
  readonly staffDesk: boolean
  readonly dialog: DialogName | null
}

export const initialState: KioskState = {
  connection: 'starting',
  info: null,
  language: 'fr',
  aids: { largeText: false, contrast: false, lowReach: false, spoken: false },
  events: { state: 'waiting' },
  step: { name: 'attract' },
  visit: null,
  proposals: null,
  wishes: noWishes,
  picked: [],
  sale: null,
  saleSeenAt: 0,
  busy: false,
  problem: null,
  staffDesk: false,
  dialog: null,
}

/** The kiosk as the next customer finds it: nothing of the last one is left, and it speaks its own language again. */
export function forNextCustomer(state: KioskState): KioskState {
  const { connection, info, events } = state
  return { ...initialState, connection, info, events, language: info?.defaultLanguage ?? initialState.language }
}

export const ready = <T>(value: T): Remote<T> => ({ state: 'ready', value })
export const failed = (problem: Problem): Remote<never> => ({ state: 'failed', problem })
export const waiting: Remote<never> = { state: 'waiting' }

/** The value, where there is one. */
export function valueOf<T>(remote: Remote<T> | null): T | null {
  return remote?.state === 'ready' ? remote.value : null
}

/** The sale of the customer here: while they look, its id is the visit's. */
export function saleIdOf({ sale, visit }: KioskState): string | undefined {
  return sale?.saleId ?? valueOf(visit)?.saleId
}

export function withoutNotice(sale: SaleView): SaleView {
  return { ...sale, stage: { name: 'choosing', notice: null } }
}
