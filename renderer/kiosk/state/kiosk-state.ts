import { type Language, spokenLanguages, type SpeechLanguage } from '../../../shared/domain/language.ts'
import { isCash } from '../../../shared/domain/money/tender.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type {
  EventsView,
  Headphones,
  KioskInfo,
  SaleStage,
  SaleView,
  VisitView,
} from '../../../shared/api/kiosk/views.ts'
import type { Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { ScanSpeed } from '../keys/scan.ts'
import { type SpeechSettings, defaultSpeechSettings } from '../speech/hearing.ts'
import { failed, isVisit, ready, type Remote, type Step, valueOf } from './steps.ts'

export type Aid = 'largeText' | 'contrast' | 'lowReach' | 'calm' | 'spoken' | 'pictures'

/** PIN of the agent who takes cash, or handle of the agent's badge. */
export type CashIdentity = { readonly pin: string } | { readonly handle: string }

export type DialogName = 'start-over' | 'idle' | 'access' | 'language' | 'about' | 'terms' | 'unplugged'

export interface KioskState {
  /**
   * `starting`: before the first reply of the main process. `lost`: the main process does not reply. `set-up`: the
   * computer is not set up as a kiosk.
   */
  readonly connection: 'starting' | 'up' | 'lost' | 'set-up'
  readonly info: KioskInfo | null
  readonly language: Language
  /** Language of the speech output: `language`, or a language that is available only as speech. */
  readonly tongue: SpeechLanguage
  readonly aids: Readonly<Record<Aid, boolean>>
  readonly hearing: SpeechSettings
  /** Null if the kiosk has no headphone detection or the state of the headphones is unknown. */
  readonly headphones: Headphones | null
  /** True if the customer uses keys, so that the focus is visible and lists replace drawings. */
  readonly byKeys: boolean
  /** Interval of switch scanning in milliseconds; null if switch scanning is off. */
  readonly scanMs: ScanSpeed | null
  readonly events: Remote<EventsView>
  readonly step: Step
  readonly sale: SaleView | null
  /** Time at which `sale` was received, in milliseconds of the page's monotonic clock. */
  readonly saleSeenAt: number
  /** True if a command takes long enough to be shown. The store rejects other commands as soon as one starts. */
  readonly busy: boolean
  readonly problem: Problem | null
  /** Last two digits of the telephone number for a pending payment; empty without a payment by telephone. */
  readonly payerEnding: string
  /** Reference of the cash payment that an attendant has started to take; empty without an attendant. */
  readonly attended: string
  /** True if the staff screen is open. `find`: it opens with the search for a sale. */
  readonly staffDesk: boolean | 'find'
  readonly dialog: DialogName | null
}

export const initialState: KioskState = {
  connection: 'starting',
  info: null,
  language: 'fr',
  tongue: 'fr',
  aids: { largeText: false, contrast: false, lowReach: false, calm: false, spoken: false, pictures: false },
  hearing: defaultSpeechSettings,
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

/** Returns the state for the next customer: the default language, and no data of the previous customer. */
export function forNextCustomer(state: KioskState): KioskState {
  const { connection, info, events, headphones } = state
  const language = info?.defaultLanguage ?? initialState.language
  return { ...initialState, connection, info, events, headphones, language, tongue: language }
}

/** Returns the selectable languages: the configured languages, and spoken languages with complete recordings. */
export function tonguesOf({ info }: Pick<KioskState, 'info'>): readonly SpeechLanguage[] {
  const isRecorded = (tongue: SpeechLanguage): boolean => info?.speech?.includes(`${tongue}/venue`) ?? false
  return [...(info?.languages ?? []), ...spokenLanguages.filter(isRecorded)]
}

/** Returns whether only the customer can hear the speech, or has allowed private content on the loudspeaker. */
export function isSpeechPrivate({ headphones, hearing }: KioskState): boolean {
  return headphones === 'in' || headphones === 'always' || hearing.aloud
}

/** Returns the visit of the current event; null until the visit has loaded. */
export function visitOf({ step }: KioskState): VisitView | null {
  return isVisit(step) ? valueOf(step.visit) : null
}

let latest: { readonly text: string; readonly plan: VisitView['plan'] } | null = null

/**
 * Returns the visit of a reply. If the plan equals the previous plan, the visit contains the previous object, for
 * which drawings are cached.
 */
export function openedVisit(reply: Result<VisitView, Problem>): Remote<VisitView> {
  if (!reply.ok) return failed(toldCustomer(reply.error))
  const text = JSON.stringify(reply.value.plan)
  if (latest?.text !== text) latest = { text, plan: reply.value.plan }
  return ready({ ...reply.value, plan: latest.plan })
}

/** Returns the ID of the customer's sale, or of the visit before a sale exists. */
export function saleIdOf(state: KioskState): string | undefined {
  return state.sale?.saleId ?? visitOf(state)?.saleId
}

export function withoutNotice(sale: SaleView): SaleView {
  return { ...sale, stage: { name: 'choosing', notice: null } }
}

/** Returns whether the sale has ended without credits or an error to report to the customer. */
export function isOver({ stage, credits }: SaleView): boolean {
  return stage.name === 'ended' && !credits && !['hold-expired', 'session-expired', 'fault'].includes(stage.reason)
}

/** Hides the rejection of an access code from the customer, who is informed only that the event is not sold here. */
function toldCustomer(problem: Problem): Problem {
  return problem.type === 'access-code-refused' ? { type: 'no-access-code' } : problem
}

export type LeaveReason = 'cancelled' | 'idle'

/**
 * Abandons the sale before payment, or after cancelling its cash payment. At any other stage, only dismisses the sale,
 * because the customer may have been charged. The main process then continues the sale.
 */
export async function closeSale(
  invoke: Invoke,
  saleId: string,
  { stage, reason }: { readonly stage: SaleStage | undefined; readonly reason: LeaveReason },
): Promise<Result<unknown, Problem>> {
  const cash = stage?.name === 'paying' && isCash(stage.tender)
  if (cash) {
    const cancelled = await invoke('cancelPayment', { saleId })
    if (!cancelled.ok) return cancelled
  }
  const open = stage === undefined || stage.name === 'choosing' || stage.name === 'review' || cash
  return open ? invoke('abandonSale', { saleId, reason }) : invoke('dismissSale', { saleId })
}
