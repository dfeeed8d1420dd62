import type { ProviderFault } from '../money/examination.ts'
import type { NoteStop } from '../money/notes.ts'
import type { TenderKind } from '../money/tender.ts'
import type { PurchaseRefusal } from '../sale/sale.ts'
import type { TermsSetting } from '../terms.ts'

export const ledgerConditions = ['sound', 'disk-nearly-full', 'disk-failed', 'chain-broken'] as const
/** Condition of the ledger; a new sale starts only if it is `sound`. */
export type LedgerCondition = (typeof ledgerConditions)[number]

export const printerFaults = ['offline', 'paper-out', 'jammed', 'stopped', 'missing'] as const
/** Reason why a printer cannot print. */
export type PrinterFault = (typeof printerFaults)[number]

export const screenSides = ['seller', 'customer'] as const
/** `seller`: the screen of the kiosk or of the cashier; `customer`: the customer display of a desk. */
export type ScreenSide = (typeof screenSides)[number]

export interface EventNamed {
  readonly eventId: string
  readonly title: string
}

/** `all`: whether no event can be sold, for this reason or another. */
export interface EventsMet {
  readonly events: readonly EventNamed[]
  readonly all: boolean
}

/** A tender whose provider currently takes no money from this machine, or whose device accepts no notes. */
export interface WayDown {
  readonly tender: TenderKind
  readonly fault: ProviderFault | NoteStop
}

/** Obstacles to selling, with their details. The instructions for each are in `words.ts` of each language. */
interface Obstacles {
  /** Training is active: the machine sells nothing until it ends. */
  readonly training: object
  readonly 'partner-unreachable': object
  /**
   * `minutes`: this machine's clock minus the partner's. `refused`: whether the partner rejects the machine meanwhile.
   */
  readonly 'clock-off': { readonly minutes: number; readonly refused: boolean }
  /** The partner rejects the list of events, or every session; `code` is its error code, or empty. */
  readonly 'not-let-in': { readonly status: number; readonly code: string }
  /** The list of events cannot be parsed; `detail` is for troubleshooting. */
  readonly 'not-understood': { readonly detail: string }
  readonly 'access-code-missing': EventsMet
  /** The partner rejects the access code of this machine. */
  readonly 'access-code-refused': EventsMet
  /** No session opens, although the access code may be right. */
  readonly 'session-refused': EventsMet & { readonly status: number; readonly code: string }
  /** A purchase was rejected permanently. */
  readonly 'purchases-refused': PurchaseRefusal
  /** No tender is available: customers could choose seats, but not pay for them. */
  readonly 'no-way-to-pay': object
  /** `all`: whether no other tender is available. */
  readonly 'payments-down': { readonly ways: readonly WayDown[]; readonly all: boolean }
  readonly 'no-tickets': { readonly fault: PrinterFault }
  readonly ledger: { readonly condition: 'disk-failed' | 'chain-broken' }
  readonly 'disk-full': object
  /** Unreadable files, set aside or left in place. Only the functions that need them are disabled. */
  readonly 'damaged-files': { readonly files: readonly string[] }
  /** No font of the printed documents has these characters of titles and venues: a box is printed in place of each. */
  readonly 'unprintable-characters': Pick<EventsMet, 'events'> & { readonly characters: readonly string[] }
  /** This screen failed three times within a minute. A desk continues to sell without its customer display. */
  readonly 'screen-failing': { readonly side: ScreenSide }
  /** Settings for seller, conditions of sale or privacy notice that a live machine lacks. The machine still sells. */
  readonly 'terms-missing': { readonly settings: readonly TermsSetting[] }
  /** Reported by a machine with a newer version than this one. */
  readonly other: object
}

export type ObstacleType = keyof Obstacles
export type ObstacleOf<T extends ObstacleType> = { [K in T]: { readonly type: K } & Obstacles[K] }[T]
export type Obstacle = ObstacleOf<ObstacleType>

/** Whether a machine can sell, and the obstacles to it. */
export interface Readiness {
  /** False if the machine cannot sell at all. If true, obstacles may still affect some events, or stop sales soon. */
  readonly sells: boolean
  /** In the order in which they should be fixed. */
  readonly obstacles: readonly Obstacle[]
}

/** Returns whether the machine sells; `partly`: obstacles affect some events, or may stop sales soon. */
export function sellingOf({ sells, obstacles }: Readiness): 'yes' | 'partly' | 'no' {
  if (!sells) return 'no'
  return obstacles.length > 0 ? 'partly' : 'yes'
}

/** Outcome of the last session of an event; `untried`: no session was opened yet with this code. */
export type SessionOutcome =
  | { readonly type: 'untried' | 'no-code' | 'opened' | 'code-refused' }
  | { readonly type: 'failed'; readonly status: number; readonly code: string }

/** Facts about a machine, from which its readiness is derived. */
export interface MachineFacts {
  readonly inTraining: boolean
  readonly partnerUp: boolean
  /** The partner's last response to the list of events, or its rejection of this machine. */
  readonly admission:
    | { readonly type: 'unknown' | 'let-in' }
    | { readonly type: 'refused'; readonly status: number; readonly code: string }
    | { readonly type: 'not-understood'; readonly detail: string }
  /** This machine's clock minus the partner's, in seconds; null if the partner does not report its time. */
  readonly clockSkewSeconds: number | null
  /** Events on sale. */
  readonly events: readonly (EventNamed & {
    readonly session: SessionOutcome
    /** Characters of the title and venue that no font of the printed documents has; absent if there are none. */
    readonly unprintable?: readonly string[]
  })[]
  readonly purchasesRefused: PurchaseRefusal | null
  /** Tenders that customers can pay with. */
  readonly ways: readonly TenderKind[]
  readonly waysDown: readonly WayDown[]
  /** Null if tickets can be printed, or if that is unknown. */
  readonly printerFault: PrinterFault | null
  readonly ledger: LedgerCondition
  readonly screensFailing: readonly ScreenSide[]
  /** File names. */
  readonly damagedFiles: readonly string[]
  /** Settings about seller, conditions and privacy that a live machine lacks. */
  readonly termsMissing: readonly TermsSetting[]
}

/** Both schemes accept signatures for five minutes; half of that leaves time to act. */
const MOST_CLOCK_OFF_S = 150

export const isClockOff = (seconds: number): boolean => Math.abs(seconds) > MOST_CLOCK_OFF_S

export function judgeReadiness(facts: MachineFacts): Readiness {
  const { inTraining, ledger, printerFault, purchasesRefused, damagedFiles, events, screensFailing, termsMissing } =
    facts
  const obstacles: Obstacle[] = [...ofPartner(facts), ...ofEvents(facts)]
  if (inTraining) obstacles.unshift({ type: 'training' })
  if (purchasesRefused) obstacles.push({ type: 'purchases-refused', ...purchasesRefused })
  obstacles.push(...ofWaysToPay(facts), ...ofDevices(printerFault, ledger))
  obstacles.push(...screensFailing.map((side) => ({ type: 'screen-failing', side }) as const))
  if (damagedFiles.length > 0) obstacles.push({ type: 'damaged-files', files: damagedFiles })
  obstacles.push(...ofPrintedTexts(events))
  if (termsMissing.length > 0) obstacles.push({ type: 'terms-missing', settings: termsMissing })
  return { sells: !obstacles.some(stopsAll), obstacles }
}

/**
 * Returns the obstacles at the partner. A wrong clock explains a rejection, so no other cause is reported until it is
 * fixed.
 */
function ofPartner({ partnerUp, admission, clockSkewSeconds }: MachineFacts): readonly Obstacle[] {
  if (!partnerUp) return [{ type: 'partner-unreachable' }]
  const refused = admission.type === 'refused'
  if (clockSkewSeconds !== null && isClockOff(clockSkewSeconds))
    return [{ type: 'clock-off', minutes: Math.round(clockSkewSeconds / 60), refused }]
  if (refused) return [{ type: 'not-let-in', status: admission.status, code: admission.code }]
  if (admission.type === 'not-understood') return [{ type: 'not-understood', detail: admission.detail }]
  return []
}

const EVENTS_NAMED = 20

const namedOf = (events: MachineFacts['events']): readonly EventNamed[] =>
  events.slice(0, EVENTS_NAMED).map(({ eventId, title }) => ({ eventId, title }))

/** Returns the obstacles of single events. If the partner rejects the machine, failed sessions are not reported. */
function ofEvents({ events, admission }: MachineFacts): readonly Obstacle[] {
  const all = !events.some(({ session: { type } }) => type === 'opened' || type === 'untried')
  const named = (those: typeof events): EventsMet => ({ events: namedOf(those), all })
  const missing = events.filter(({ session }) => session.type === 'no-code')
  const refused = events.filter(({ session }) => session.type === 'code-refused')
  const failed = events.filter(({ session }) => session.type === 'failed' && admission.type !== 'refused')
  const [first] = failed.flatMap(({ session }) => (session.type === 'failed' ? [session] : []))
  const obstacles: Obstacle[] = []
  if (missing.length > 0) obstacles.push({ type: 'access-code-missing', ...named(missing) })
  if (refused.length > 0) obstacles.push({ type: 'access-code-refused', ...named(refused) })
  if (first) obstacles.push({ ...first, type: 'session-refused', ...named(failed) })
  return obstacles
}

const CHARACTERS_NAMED = 20

function ofPrintedTexts(events: MachineFacts['events']): readonly Obstacle[] {
  const boxed = events.filter(({ unprintable = [] }) => unprintable.length > 0)
  if (boxed.length === 0) return []
  const characters = [...new Set(boxed.flatMap(({ unprintable = [] }) => unprintable))].slice(0, CHARACTERS_NAMED)
  return [{ type: 'unprintable-characters', characters, events: namedOf(boxed) }]
}

function ofWaysToPay({ ways, waysDown }: MachineFacts): readonly Obstacle[] {
  if (ways.length === 0) return [{ type: 'no-way-to-pay' }]
  const down = waysDown.filter(({ tender }) => ways.includes(tender))
  return down.length === 0 ? [] : [{ type: 'payments-down', ways: down, all: down.length === ways.length }]
}

/** Returns the obstacles of the machine's own devices, which need no request to the partner. */
export function ofDevices(printerFault: PrinterFault | null, ledger: LedgerCondition): readonly Obstacle[] {
  const obstacles: Obstacle[] = []
  if (printerFault) obstacles.push({ type: 'no-tickets', fault: printerFault })
  if (ledger === 'disk-failed' || ledger === 'chain-broken') obstacles.push({ type: 'ledger', condition: ledger })
  if (ledger === 'disk-nearly-full') obstacles.push({ type: 'disk-full' })
  return obstacles
}

/** Returns whether the obstacle prevents all sales. */
export function stopsAll(obstacle: Obstacle): boolean {
  switch (obstacle.type) {
    case 'clock-off':
      return obstacle.refused
    case 'access-code-missing':
    case 'access-code-refused':
    case 'session-refused':
    case 'payments-down':
      return obstacle.all
    case 'screen-failing':
      return obstacle.side === 'seller'
    case 'damaged-files':
    case 'unprintable-characters':
    case 'terms-missing':
      return false
    case 'training':
    case 'partner-unreachable':
    case 'not-let-in':
    case 'not-understood':
    case 'purchases-refused':
    case 'no-way-to-pay':
    case 'no-tickets':
    case 'ledger':
    case 'disk-full':
    case 'other':
      return true
  }
}

/**
 * Returns whether the cause is in the machine itself: only new settings, another program version or a person on site
 * remove it.
 */
export function isOwn(obstacle: Obstacle): boolean {
  const { type } = obstacle
  if (type === 'screen-failing') return stopsAll(obstacle)
  return type === 'no-way-to-pay' || type === 'no-tickets' || isOfLedger(obstacle)
}

/** Returns whether the obstacle is a ledger that accepts no new sale. */
export const isOfLedger = ({ type }: Pick<Obstacle, 'type'>): boolean => type === 'ledger' || type === 'disk-full'

/** Records of a ledger outside its file; `report`: the documents of X and Z reports. */
const ledgerMemories = ['anchor', 'roll', 'backup', 'archive', 'report'] as const
export type LedgerMemory = (typeof ledgerMemories)[number]

/**
 * How a ledger differs from its hub's record. `shorter`: it ends before the hub's last head. `forked`: a row differs.
 * `another-key`: it is signed with a key unknown to the hub. `another-ledger`: it is a different ledger.
 */
export const ledgerDoubts = ['shorter', 'forked', 'another-key', 'another-ledger'] as const
export type LedgerDoubt = (typeof ledgerDoubts)[number]
