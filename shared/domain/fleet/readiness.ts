import type { ProviderFault } from '../money/examination.ts'
import type { NoteStop } from '../money/notes.ts'
import type { TenderKind } from '../money/tender.ts'
import type { PurchaseRefusal } from '../sale/sale.ts'
import type { TermsSetting } from '../terms.ts'

export const ledgerConditions = ['sound', 'disk-nearly-full', 'disk-failed', 'chain-broken'] as const
/** Only `sound` lets a new sale start. */
export type LedgerCondition = (typeof ledgerConditions)[number]

export const printerFaults = ['offline', 'paper-out', 'jammed', 'stopped', 'missing'] as const
/** Reason why a printer cannot print. */
export type PrinterFault = (typeof printerFaults)[number]

export const screenSides = ['seller', 'customer'] as const
/** `seller`: the screen of the kiosk or of the cashier. `customer`: the customer display of a desk. */
export type ScreenSide = (typeof screenSides)[number]

export interface EventNamed {
  readonly eventId: string
  readonly title: string
}

/** `all`: no event can be sold, for this reason or another. */
export interface EventsMet {
  readonly events: readonly EventNamed[]
  readonly all: boolean
}

/** A way to pay whose provider takes no money from this machine by now, or whose device takes no notes. */
export interface WayDown {
  readonly tender: TenderKind
  readonly fault: ProviderFault | NoteStop
}

/** What keeps a machine from selling, and what is known of it. What to do about each: `words.ts` of each language. */
interface Obstacles {
  /** People practise at it: until they end that, nothing is sold. */
  readonly training: object
  readonly 'partner-unreachable': object
  /** `minutes`: this machine's clock less the partner's. `refused`: the partner lets nothing in meanwhile. */
  readonly 'clock-off': { readonly minutes: number; readonly refused: boolean }
  /** The partner refuses the list of events, or every session; `code` is its own word for it, or empty. */
  readonly 'not-let-in': { readonly status: number; readonly code: string }
  /** The list of events cannot be read; `detail` is for those who mend it. */
  readonly 'not-understood': { readonly detail: string }
  readonly 'access-code-missing': EventsMet
  /** The partner does not take the code that this machine has. */
  readonly 'access-code-refused': EventsMet
  /** The code may be right, and yet no session opens. */
  readonly 'session-refused': EventsMet & { readonly status: number; readonly code: string }
  /** A purchase was refused for good. */
  readonly 'purchases-refused': PurchaseRefusal
  /** Customers would choose seats, and then find no way to pay for them. */
  readonly 'no-way-to-pay': object
  /** `all`: there is no other way to pay. */
  readonly 'payments-down': { readonly ways: readonly WayDown[]; readonly all: boolean }
  readonly 'no-tickets': { readonly fault: PrinterFault }
  readonly ledger: { readonly condition: 'disk-failed' | 'chain-broken' }
  readonly 'disk-full': object
  /** Unreadable files, set aside or left in place. Only the functions that need them are disabled. */
  readonly 'damaged-files': { readonly files: readonly string[] }
  /** No face of the papers has these characters of titles and venues: a box is printed in place of each. */
  readonly 'unprintable-characters': Pick<EventsMet, 'events'> & { readonly characters: readonly string[] }
  /** This screen failed three times within a minute. A desk continues to sell without its customer display. */
  readonly 'screen-failing': { readonly side: ScreenSide }
  /** A live machine without its seller, conditions of sale or privacy notice, by the settings that say them. It sells. */
  readonly 'terms-missing': { readonly settings: readonly TermsSetting[] }
  /** Reported by a machine with a newer version than the reader. */
  readonly other: object
}

export type ObstacleType = keyof Obstacles
export type ObstacleOf<T extends ObstacleType> = { [K in T]: { readonly type: K } & Obstacles[K] }[T]
export type Obstacle = ObstacleOf<ObstacleType>

/** Whether a machine can sell, and if not why. */
export interface Readiness {
  /** False: nothing at all. Obstacles may stand though it sells: for some events, or not for long. */
  readonly sells: boolean
  /** What is to be mended first stands first. */
  readonly obstacles: readonly Obstacle[]
}

/** `partly`: for some events, or not for long. */
export function sellingOf({ sells, obstacles }: Readiness): 'yes' | 'partly' | 'no' {
  if (!sells) return 'no'
  return obstacles.length > 0 ? 'partly' : 'yes'
}

/** How the last session of an event went; `untried`: none was opened yet with this code. */
export type SessionOutcome =
  | { readonly type: 'untried' | 'no-code' | 'opened' | 'code-refused' }
  | { readonly type: 'failed'; readonly status: number; readonly code: string }

/** What is known of a machine. */
export interface MachineFacts {
  readonly inTraining: boolean
  readonly partnerUp: boolean
  /** How the partner last answered to the list of events, or that it refused this machine. */
  readonly admission:
    | { readonly type: 'unknown' | 'let-in' }
    | { readonly type: 'refused'; readonly status: number; readonly code: string }
    | { readonly type: 'not-understood'; readonly detail: string }
  /** This machine's clock less the partner's; null: it does not say. */
  readonly clockSkewSeconds: number | null
  /** On sale. */
  readonly events: readonly (EventNamed & {
    readonly session: SessionOutcome
    /** Characters of its title and venue that no face of the papers has; none when absent. */
    readonly unprintable?: readonly string[]
  })[]
  readonly purchasesRefused: PurchaseRefusal | null
  /** What customers can pay with. */
  readonly ways: readonly TenderKind[]
  readonly waysDown: readonly WayDown[]
  /** Null if tickets are printed, or if that is unknown. */
  readonly printerFault: PrinterFault | null
  readonly ledger: LedgerCondition
  readonly screensFailing: readonly ScreenSide[]
  /** Names of files. */
  readonly damagedFiles: readonly string[]
  /** Settings about seller, conditions and privacy that a live machine lacks. */
  readonly termsMissing: readonly TermsSetting[]
}

/** Signatures of both schemes are taken for five minutes; half of that is time to act. */
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

/** A wrong clock explains a refusal: until it is right, nobody is sent to look for a wrong secret. */
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

/** Who is let in nowhere learns nothing of single events. */
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

/** What the machine itself has; no partner need be asked for it. */
export function ofDevices(printerFault: PrinterFault | null, ledger: LedgerCondition): readonly Obstacle[] {
  const obstacles: Obstacle[] = []
  if (printerFault) obstacles.push({ type: 'no-tickets', fault: printerFault })
  if (ledger === 'disk-failed' || ledger === 'chain-broken') obstacles.push({ type: 'ledger', condition: ledger })
  if (ledger === 'disk-nearly-full') obstacles.push({ type: 'disk-full' })
  return obstacles
}

/** Whether it lets the machine sell nothing at all. */
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
 * Returns whether the obstacle is the machine's own: only other settings, another program or a person beside it remove
 * it.
 */
export function isOwn(obstacle: Obstacle): boolean {
  const { type } = obstacle
  if (type === 'screen-failing') return stopsAll(obstacle)
  return type === 'no-way-to-pay' || type === 'no-tickets' || isOfLedger(obstacle)
}

/** Whether the ledger takes no new sale. */
export const isOfLedger = ({ type }: Pick<Obstacle, 'type'>): boolean => type === 'ledger' || type === 'disk-full'

/** What lies outside a ledger's file and remembers of it; `report` are the documents of closures. */
const ledgerMemories = ['anchor', 'roll', 'backup', 'archive', 'report'] as const
export type LedgerMemory = (typeof ledgerMemories)[number]

/**
 * How a ledger differs from what its hub remembers: it ends before the hub's last head; a row is another one; a key that
 * the hub does not know signs it; it is another ledger.
 */
export const ledgerDoubts = ['shorter', 'forked', 'another-key', 'another-ledger'] as const
export type LedgerDoubt = (typeof ledgerDoubts)[number]
