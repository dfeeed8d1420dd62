import { type Language, spokenLanguages, type SpeechLanguage } from '../../../shared/domain/language.ts'
import type { EventsView, Headphones, KioskInfo, SaleView, VisitView } from '../../../shared/api/kiosk/views.ts'
import type { Problem } from '../../app/problem.ts'
import type { ScanSpeed } from '../keys/scan.ts'
import { type SpeechSettings, defaultSpeechSettings } from '../speech/hearing.ts'
import { isVisit, type Remote, type Step, valueOf } from './steps.ts'

/** Accessibility settings of one customer. */
export type Aid = 'largeText' | 'contrast' | 'lowReach' | 'calm' | 'spoken' | 'pictures'

export type DialogName = 'start-over' | 'idle' | 'access' | 'language' | 'about' | 'terms' | 'unplugged'

export interface KioskState {
  /**
   * `starting` until the first reply of the main process; `lost` if it no longer replies; `set-up` if the machine is
   * not set up as a kiosk.
   */
  readonly connection: 'starting' | 'up' | 'lost' | 'set-up'
  readonly info: KioskInfo | null
  readonly language: Language
  /** Language of the speech output: `language`, or a language that is only available as speech. */
  readonly tongue: SpeechLanguage
  readonly aids: Readonly<Record<Aid, boolean>>
  /** Settings of the speech output. */
  readonly hearing: SpeechSettings
  /** Null if there are no headphones or their state is unknown. */
  readonly headphones: Headphones | null
  /** True if the customer uses keys. In this case, the focus is visible and lists replace drawings. */
  readonly byKeys: boolean
  /**
   * Interval of switch scanning in milliseconds, for a customer with a single button. Null if switch scanning is off.
   */
  readonly scanMs: ScanSpeed | null
  readonly events: Remote<EventsView>
  readonly step: Step
  readonly sale: SaleView | null
  /**
   * Time when `sale` arrived, in milliseconds on the monotonic clock of this page. The countdowns of the sale start at
   * this time.
   */
  readonly saleSeenAt: number
  /** True while a command is running, during which no other command starts. */
  readonly busy: boolean
  /** Problem of the last command. */
  readonly problem: Problem | null
  /**
   * Last two digits of the telephone number from which payment is requested. Empty if no payment by telephone is
   * requested.
   */
  readonly payerEnding: string
  /** Reference of the cash payment that an attendant has started to take. Empty if no attendant has. */
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

/**
 * Returns the languages to choose from: those of the settings, and the spoken languages for which this machine has
 * complete recordings.
 */
export function tonguesOf({ info }: Pick<KioskState, 'info'>): readonly SpeechLanguage[] {
  const isRecorded = (tongue: SpeechLanguage): boolean => info?.speech?.includes(`${tongue}/venue`) ?? false
  return [...(info?.languages ?? []), ...spokenLanguages.filter(isRecorded)]
}

/**
 * Returns true if only the customer can hear the output, or if the customer has allowed private content on the
 * loudspeaker.
 */
export function isSpeechPrivate({ headphones, hearing }: KioskState): boolean {
  return headphones === 'in' || headphones === 'always' || hearing.aloud
}

/** Returns the visit of the current event, once it has loaded. Otherwise null. */
export function visitOf({ step }: KioskState): VisitView | null {
  return isVisit(step) ? valueOf(step.visit) : null
}

/** Returns the id of the customer's sale. If there is no sale yet, this is the id of the visit. */
export function saleIdOf(state: KioskState): string | undefined {
  return state.sale?.saleId ?? visitOf(state)?.saleId
}

export function withoutNotice(sale: SaleView): SaleView {
  return { ...sale, stage: { name: 'choosing', notice: null } }
}
