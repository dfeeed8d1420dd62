import { type Language, spokenLanguages, type Tongue } from '../../../shared/domain/language.ts'
import type { EventsView, Headphones, KioskInfo, SaleView, VisitView } from '../../../shared/kiosk-api/views.ts'
import type { Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { ScanSpeed } from '../keys/scan.ts'
import { type Hearing, usualHearing } from '../speaking/hearing.ts'
import { isVisit, type Remote, type Step, valueOf } from './steps.ts'

/** What makes the screen easier for one person. */
export type Aid = 'largeText' | 'contrast' | 'lowReach' | 'calm' | 'spoken' | 'pictures'

export type DialogName = 'start-over' | 'idle' | 'access' | 'language' | 'about' | 'terms' | 'unplugged'

export interface KioskState {
  /** `starting` until the main process answered once; `lost` when it no longer does; `set-up` where it is no kiosk. */
  readonly connection: 'starting' | 'up' | 'lost' | 'set-up'
  readonly info: KioskInfo | null
  readonly language: Language
  /** What the customer hears where it is spoken aloud: `language`, or one that is not written here. */
  readonly tongue: Tongue
  readonly aids: Readonly<Record<Aid, boolean>>
  /** How the screens are heard, where they are spoken. */
  readonly hearing: Hearing
  /** Null: there are none here, or nothing tells of them. */
  readonly headphones: Headphones | null
  /** The customer uses keys: what has the focus shows it, and lists stand in place of drawings. */
  readonly byKeys: boolean
  /** The customer has one button: how long each choice is lit for it; null: they have more. */
  readonly scanMs: ScanSpeed | null
  readonly events: Remote<EventsView>
  readonly step: Step
  readonly sale: SaleView | null
  /** When `sale` came, on this page's monotonic clock, in milliseconds: its countdown starts there. */
  readonly saleSeenAt: number
  /** A command under way: no second one starts. */
  readonly busy: boolean
  /** What the last command met. */
  readonly problem: Problem | null
  /** The last two figures of the number that a payment is asked of; empty where none is. */
  readonly payerEnding: string
  /** The payment of cash that an attendant has begun to take, by its reference; empty where none has. */
  readonly attended: string
  readonly staffDesk: boolean
  readonly dialog: DialogName | null
}

export const initialState: KioskState = {
  connection: 'starting',
  info: null,
  language: 'fr',
  tongue: 'fr',
  aids: { largeText: false, contrast: false, lowReach: false, calm: false, spoken: false, pictures: false },
  hearing: usualHearing,
  headphones: null,
  byKeys: false,
  scanMs: null,
  events: { state: 'waiting' },
  step: { name: 'attract' },
  sale: null,
  saleSeenAt: 0,
  busy: false,
  problem: null,
  payerEnding: '',
  attended: '',
  staffDesk: false,
  dialog: null,
}

/** The kiosk as the next customer finds it: nothing of the last one is left, and it speaks its own language again. */
export function forNextCustomer(state: KioskState): KioskState {
  const { connection, info, events, headphones } = state
  const language = info?.defaultLanguage ?? initialState.language
  return { ...initialState, connection, info, events, headphones, language, tongue: language }
}

/** What a customer may choose: the languages of the settings, and those that this machine has whole recordings of. */
export function tonguesOf({ info }: Pick<KioskState, 'info'>): readonly Tongue[] {
  const isRecorded = (tongue: Tongue): boolean => info?.speech?.includes(`${tongue}/venue`) ?? false
  return [...(info?.languages ?? []), ...spokenLanguages.filter(isRecorded)]
}

/** Whether nobody but the customer hears, or they do not mind who does. */
export function hearsPrivately({ headphones, hearing }: KioskState): boolean {
  return headphones === 'in' || headphones === 'always' || hearing.aloud
}

/** The visit of the event looked at, once it is open. */
export function visitOf({ step }: KioskState): VisitView | null {
  return isVisit(step) ? valueOf(step.visit) : null
}

/** The sale of the customer here: while they look, its id is the visit's. */
export function saleIdOf(state: KioskState): string | undefined {
  return state.sale?.saleId ?? visitOf(state)?.saleId
}

export function withoutNotice(sale: SaleView): SaleView {
  return { ...sale, stage: { name: 'choosing', notice: null } }
}

/** What the parts of the store share. */
export interface Page {
  readonly invoke: Invoke
  readonly getState: () => KioskState
  readonly set: (change: Partial<KioskState>) => void
  /** Whether it is still the same customer at the same event: an answer for an older one is too late. */
  readonly thisTurn: () => () => boolean
  readonly newTurn: () => () => boolean
}
