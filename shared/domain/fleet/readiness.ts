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
export interface AffectedEvents {
  readonly events: readonly EventNamed[]
  readonly all: boolean
}

/** A tender whose provider currently takes no money from this machine, or whose device accepts no notes. */
export interface UnavailableTender {
  readonly tender: TenderKind
  readonly fault: ProviderFault | NoteStop
}

/**
 * Issues that affect selling, with their details. The instructions for each issue are in `words.ts` of each language.
 */
interface ReadinessIssues {
  /** Training is active: the machine sells nothing until it ends. */
  readonly training: object
  readonly 'partner-unreachable': object
  /**
   * `minutes`: this machine's clock minus the partner's. `refused`: whether the partner currently rejects the machine.
   */
  readonly 'clock-skew': { readonly minutes: number; readonly refused: boolean }
  /** The partner rejects the list of events, or every session; `code` is its error code, or empty. */
  readonly 'access-denied': { readonly status: number; readonly code: string }
  /** The list of events cannot be parsed; `detail` is for troubleshooting. */
  readonly 'unreadable-response': { readonly detail: string }
  readonly 'access-code-missing': AffectedEvents
  /** The partner rejects the access code of this machine. */
  readonly 'access-code-refused': AffectedEvents
  /** No session opens, although the access code may be right. */
  readonly 'session-refused': AffectedEvents & { readonly status: number; readonly code: string }
  /** A purchase was rejected permanently. */
  readonly 'purchasing-suspended': PurchaseRefusal
  /** No tender is available: customers could choose seats, but not pay for them. */
  readonly 'no-tender-available': object
  /** `all`: whether no other tender is available. */
  readonly 'payments-unavailable': { readonly ways: readonly UnavailableTender[]; readonly all: boolean }
  readonly 'ticket-printer-unavailable': { readonly fault: PrinterFault }
  readonly ledger: { readonly condition: 'disk-failed' | 'chain-broken' }
  readonly 'disk-full': object
  /** Unreadable files, set aside or left in place. Only the functions that need them are disabled. */
  readonly 'damaged-files': { readonly files: readonly string[] }
  /** No font of the printed documents has these characters of titles and venues: a box is printed in place of each. */
  readonly 'unprintable-characters': Pick<AffectedEvents, 'events'> & { readonly characters: readonly string[] }
  /** This screen failed three times within a minute. A desk continues to sell without its customer display. */
  readonly 'screen-failing': { readonly side: ScreenSide }
  /** Settings for seller, conditions of sale or privacy notice that a live machine lacks. The machine still sells. */
  readonly 'terms-missing': { readonly settings: readonly TermsSetting[] }
  /** An issue that the reporting machine knows but this version does not. */
  readonly other: object
}

export type ReadinessIssueType = keyof ReadinessIssues
export type ReadinessIssueOf<T extends ReadinessIssueType> = { [K in T]: { readonly type: K } & ReadinessIssues[K] }[T]
export type ReadinessIssue = ReadinessIssueOf<ReadinessIssueType>

/** Whether a machine can sell, and the issues that affect selling. */
export interface Readiness {
  /** False if the machine cannot sell at all. If true, issues may still affect some events, or stop sales soon. */
  readonly sells: boolean
  /** Issues in the order in which they should be fixed. */
  readonly issues: readonly ReadinessIssue[]
}

/** Returns whether the machine sells; `partly`: issues affect some events, or may stop sales soon. */
export function sellingOf({ sells, issues }: Readiness): 'yes' | 'partly' | 'no' {
  if (!sells) return 'no'
  return issues.length > 0 ? 'partly' : 'yes'
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
    | { readonly type: 'unreadable-response'; readonly detail: string }
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
  readonly waysDown: readonly UnavailableTender[]
  /** Fault of the ticket printers; null if tickets can be printed, or if that is unknown. */
  readonly printerFault: PrinterFault | null
  readonly ledger: LedgerCondition
  readonly screensFailing: readonly ScreenSide[]
  /** Names of unreadable files. */
  readonly damagedFiles: readonly string[]
  /** Settings about seller, conditions and privacy that a live machine lacks. */
  readonly termsMissing: readonly TermsSetting[]
}

/** Both signature schemes accept a clock difference of five minutes; half of that leaves time to correct the clock. */
const MAX_CLOCK_SKEW_S = 150

export const isClockSkewed = (seconds: number): boolean => Math.abs(seconds) > MAX_CLOCK_SKEW_S

export function assessReadiness(facts: MachineFacts): Readiness {
  const { inTraining, ledger, printerFault, purchasesRefused, damagedFiles, events, screensFailing, termsMissing } =
    facts
  const issues: ReadinessIssue[] = [...ofPartner(facts), ...ofEvents(facts)]
  if (inTraining) issues.unshift({ type: 'training' })
  if (purchasesRefused) issues.push({ type: 'purchasing-suspended', ...purchasesRefused })
  issues.push(...ofWaysToPay(facts), ...ofDevices(printerFault, ledger))
  issues.push(...screensFailing.map((side) => ({ type: 'screen-failing', side }) as const))
  if (damagedFiles.length > 0) issues.push({ type: 'damaged-files', files: damagedFiles })
  issues.push(...ofPrintedTexts(events))
  if (termsMissing.length > 0) issues.push({ type: 'terms-missing', settings: termsMissing })
  return { sells: !issues.some(stopsAll), issues }
}

/**
 * Returns the issues at the partner. A wrong clock explains a rejection, so no other cause is reported until it is
 * fixed.
 */
function ofPartner({ partnerUp, admission, clockSkewSeconds }: MachineFacts): readonly ReadinessIssue[] {
  if (!partnerUp) return [{ type: 'partner-unreachable' }]
  const refused = admission.type === 'refused'
  if (clockSkewSeconds !== null && isClockSkewed(clockSkewSeconds))
    return [{ type: 'clock-skew', minutes: Math.round(clockSkewSeconds / 60), refused }]
  if (refused) return [{ type: 'access-denied', status: admission.status, code: admission.code }]
  if (admission.type === 'unreadable-response') return [{ type: 'unreadable-response', detail: admission.detail }]
  return []
}

const EVENTS_NAMED = 20

const namedOf = (events: MachineFacts['events']): readonly EventNamed[] =>
  events.slice(0, EVENTS_NAMED).map(({ eventId, title }) => ({ eventId, title }))

/** Returns the issues of single events. If the partner rejects the machine, failed sessions are not reported. */
function ofEvents({ events, admission }: MachineFacts): readonly ReadinessIssue[] {
  const all = !events.some(({ session: { type } }) => type === 'opened' || type === 'untried')
  const named = (those: typeof events): AffectedEvents => ({ events: namedOf(those), all })
  const missing = events.filter(({ session }) => session.type === 'no-code')
  const refused = events.filter(({ session }) => session.type === 'code-refused')
  const failed = events.filter(({ session }) => session.type === 'failed' && admission.type !== 'refused')
  const [first] = failed.flatMap(({ session }) => (session.type === 'failed' ? [session] : []))
  const issues: ReadinessIssue[] = []
  if (missing.length > 0) issues.push({ type: 'access-code-missing', ...named(missing) })
  if (refused.length > 0) issues.push({ type: 'access-code-refused', ...named(refused) })
  if (first) issues.push({ ...first, type: 'session-refused', ...named(failed) })
  return issues
}

const CHARACTERS_NAMED = 20

function ofPrintedTexts(events: MachineFacts['events']): readonly ReadinessIssue[] {
  const boxed = events.filter(({ unprintable = [] }) => unprintable.length > 0)
  if (boxed.length === 0) return []
  const characters = [...new Set(boxed.flatMap(({ unprintable = [] }) => unprintable))].slice(0, CHARACTERS_NAMED)
  return [{ type: 'unprintable-characters', characters, events: namedOf(boxed) }]
}

function ofWaysToPay({ ways, waysDown }: MachineFacts): readonly ReadinessIssue[] {
  if (ways.length === 0) return [{ type: 'no-tender-available' }]
  const down = waysDown.filter(({ tender }) => ways.includes(tender))
  return down.length === 0 ? [] : [{ type: 'payments-unavailable', ways: down, all: down.length === ways.length }]
}

/** Returns the issues of the machine's own devices, which need no request to the partner. */
export function ofDevices(printerFault: PrinterFault | null, ledger: LedgerCondition): readonly ReadinessIssue[] {
  const issues: ReadinessIssue[] = []
  if (printerFault) issues.push({ type: 'ticket-printer-unavailable', fault: printerFault })
  if (ledger === 'disk-failed' || ledger === 'chain-broken') issues.push({ type: 'ledger', condition: ledger })
  if (ledger === 'disk-nearly-full') issues.push({ type: 'disk-full' })
  return issues
}

/** Returns whether the issue prevents all sales. */
export function stopsAll(issue: ReadinessIssue): boolean {
  switch (issue.type) {
    case 'clock-skew':
      return issue.refused
    case 'access-code-missing':
    case 'access-code-refused':
    case 'session-refused':
    case 'payments-unavailable':
      return issue.all
    case 'screen-failing':
      return issue.side === 'seller'
    case 'damaged-files':
    case 'unprintable-characters':
    case 'terms-missing':
      return false
    case 'training':
    case 'partner-unreachable':
    case 'access-denied':
    case 'unreadable-response':
    case 'purchasing-suspended':
    case 'no-tender-available':
    case 'ticket-printer-unavailable':
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
export function isOwn(issue: ReadinessIssue): boolean {
  const { type } = issue
  if (type === 'screen-failing') return stopsAll(issue)
  return type === 'no-tender-available' || type === 'ticket-printer-unavailable' || isOfLedger(issue)
}

/** Returns whether the issue is a ledger that accepts no new sale. */
export const isOfLedger = ({ type }: Pick<ReadinessIssue, 'type'>): boolean => type === 'ledger' || type === 'disk-full'

/** Records of a ledger outside its file; `report`: the documents of X and Z reports. */
const ledgerMemories = ['anchor', 'roll', 'backup', 'archive', 'report'] as const
export type LedgerMemory = (typeof ledgerMemories)[number]

/**
 * Kinds of difference between a ledger and its hub's record. `shorter`: the ledger ends before the hub's last head.
 * `forked`: a row differs. `another-key`: the ledger is signed with a key unknown to the hub. `another-ledger`: it is a
 * different ledger.
 */
export const ledgerMismatches = ['shorter', 'forked', 'another-key', 'another-ledger'] as const
export type LedgerMismatch = (typeof ledgerMismatches)[number]
