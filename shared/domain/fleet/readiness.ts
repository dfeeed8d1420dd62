import type { z as Zod } from 'zod'
import { providerFaults } from '../money/examination.ts'
import { noteStops } from '../money/notes.ts'
import { type TenderKind, tenderKinds } from '../money/tender.ts'
import type { PurchaseRefusal } from '../sale/sale.ts'
import { type TermsSetting, termsSettings } from '../terms.ts'

export const ledgerConditions = ['sound', 'disk-nearly-full', 'disk-failed', 'chain-broken'] as const
/** Condition of the ledger; a new sale starts only if the ledger is `sound`. */
export type LedgerCondition = (typeof ledgerConditions)[number]

export const printerFaults = ['offline', 'paper-out', 'jammed', 'stopped', 'missing'] as const
export type PrinterFault = (typeof printerFaults)[number]

const screenSides = ['seller', 'customer'] as const
/** `seller`: the screen of the kiosk or of the cashier; `customer`: the customer display of a desk. */
export type ScreenSide = (typeof screenSides)[number]

/** Schemas by issue type. Zod is an argument, so that a page that shows readiness loads no validator. */
export function readinessIssues(z: typeof Zod) {
  const of = <T extends string, S extends Zod.ZodRawShape>(type: T, shape: S) =>
    z.strictObject({ type: z.literal(type), ...shape })
  /** `all`: whether no event at all can be sold. */
  const affected = {
    events: z.array(z.strictObject({ eventId: z.string(), title: z.string() })).readonly(),
    all: z.boolean(),
  }
  const refusal = { status: z.int(), code: z.string() }
  const tender = z.strictObject({ tender: z.enum(tenderKinds), fault: z.enum([...providerFaults, ...noteStops]) })
  return {
    training: of('training', {}),
    'partner-unreachable': of('partner-unreachable', {}),
    /** `minutes`: this machine's clock minus the partner's. `refused`: whether the partner rejects the machine. */
    'clock-skew': of('clock-skew', { minutes: z.int(), refused: z.boolean() }),
    /** The partner rejects the list of events, or every session; `code`: the partner's error code, or empty. */
    'access-denied': of('access-denied', refusal),
    /** The list of events cannot be parsed; `detail` is for troubleshooting. */
    'unreadable-response': of('unreadable-response', { detail: z.string() }),
    'access-code-missing': of('access-code-missing', affected),
    'access-code-refused': of('access-code-refused', affected),
    /** No booking session can be opened, although the access code may be right. */
    'session-refused': of('session-refused', { ...affected, ...refusal }),
    /** The partner rejected a purchase permanently. */
    'purchasing-suspended': of('purchasing-suspended', refusal),
    'no-tender-available': of('no-tender-available', {}),
    /** `all`: whether no other tender is available. */
    'payments-unavailable': of('payments-unavailable', { ways: z.array(tender).readonly(), all: z.boolean() }),
    'ticket-printer-unavailable': of('ticket-printer-unavailable', { fault: z.enum(printerFaults) }),
    ledger: of('ledger', { condition: z.enum(['disk-failed', 'chain-broken']) }),
    'disk-full': of('disk-full', {}),
    /** Some files cannot be read; only the functions that need these files are disabled. */
    'damaged-files': of('damaged-files', { files: z.array(z.string().max(100)).max(20).readonly() }),
    /**
     * Characters of titles and venues that are missing from all print fonts; a box is printed in place of each
     * character.
     */
    'unprintable-characters': of('unprintable-characters', {
      events: affected.events,
      characters: z.array(z.string().max(20)).max(20).readonly(),
    }),
    /** The screen failed three times within a minute; a desk still sells without its customer display. */
    'screen-failing': of('screen-failing', { side: z.enum(screenSides) }),
    /** Settings for seller, conditions of sale or privacy notice that are missing; the machine still sells. */
    'terms-missing': of('terms-missing', { settings: z.array(z.enum(termsSettings)).readonly() }),
    /**
     * Number of invoices that are waiting for a fiscal signature, and number refused by the fiscal service. The machine
     * still sells.
     */
    'invoices-unsigned': of('invoices-unsigned', { waiting: z.int(), rejected: z.int() }),
    /** An issue that the reporting machine supports but this version does not. */
    other: of('other', {}),
  }
}

type IssueSchemas = ReturnType<typeof readinessIssues>
export type ReadinessIssueType = keyof IssueSchemas
export type ReadinessIssueOf<T extends ReadinessIssueType> = {
  [K in T]: { readonly type: K } & Zod.infer<IssueSchemas[K]>
}[T]
export type ReadinessIssue = ReadinessIssueOf<ReadinessIssueType>

export type AffectedEvents = Omit<ReadinessIssueOf<'access-code-missing'>, 'type'>
export type EventNamed = AffectedEvents['events'][number]
export type UnavailableTender = ReadinessIssueOf<'payments-unavailable'>['ways'][number]

export interface Readiness {
  /** False if the machine cannot sell at all. */
  readonly sells: boolean
  /** Issues in the order in which they should be fixed. */
  readonly issues: readonly ReadinessIssue[]
}

/** Returns whether the machine sells; `partly`: issues affect some events, or may stop sales soon. */
export function sellingOf({ sells, issues }: Readiness): 'yes' | 'partly' | 'no' {
  if (!sells) return 'no'
  return issues.length > 0 ? 'partly' : 'yes'
}

/** `untried`: no session has been opened with the access code yet. */
export type SessionOutcome =
  | { readonly type: 'untried' | 'no-code' | 'opened' | 'code-refused' }
  | { readonly type: 'failed'; readonly status: number; readonly code: string }

export interface MachineFacts {
  readonly inTraining: boolean
  readonly partnerUp: boolean
  /** Outcome of the partner's last response for the list of events. */
  readonly admission:
    | { readonly type: 'unknown' | 'let-in' }
    | { readonly type: 'refused'; readonly status: number; readonly code: string }
    | { readonly type: 'unreadable-response'; readonly detail: string }
  /** This machine's clock minus the partner's, in seconds; null if the partner does not send its time. */
  readonly clockSkewSeconds: number | null
  readonly events: readonly (EventNamed & {
    readonly session: SessionOutcome
    /** Characters of the title and venue that are missing from all print fonts; absent if there are none. */
    readonly unprintable?: readonly string[]
  })[]
  readonly purchasesRefused: PurchaseRefusal | null
  readonly ways: readonly TenderKind[]
  readonly waysDown: readonly UnavailableTender[]
  /** Fault of the ticket printers; null if there is no fault or the state is unknown. */
  readonly printerFault: PrinterFault | null
  readonly ledger: LedgerCondition
  readonly screensFailing: readonly ScreenSide[]
  readonly damagedFiles: readonly string[]
  readonly termsMissing: readonly TermsSetting[]
  /** Fiscal states of the invoices without a signature. */
  readonly unsigned: readonly ('waiting' | 'refused')[]
}

/** Half of the five minutes of clock difference that the partner's signature schemes accept. */
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
  if (facts.unsigned.length > 0) {
    const count = (wanted: string): number => facts.unsigned.filter((state) => state === wanted).length
    issues.push({ type: 'invoices-unsigned', waiting: count('waiting'), rejected: count('refused') })
  }
  return { sells: !issues.some(stopsAll), issues }
}

/** Returns the issues with the partner. A wrong clock can cause a rejection, so clock skew is reported alone. */
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

/** Returns the issues of individual events; failed sessions are ignored while the partner rejects the machine. */
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

/** Returns the issues of the ticket printers and of the ledger. */
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
    case 'invoices-unsigned':
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

/** Returns whether the cause is in the machine itself, not at the partner. */
export function isOwn(issue: ReadinessIssue): boolean {
  const { type } = issue
  if (type === 'screen-failing') return stopsAll(issue)
  return type === 'no-tender-available' || type === 'ticket-printer-unavailable' || isOfLedger(issue)
}

/** Returns whether the issue is a ledger problem that prevents new sales. */
export const isOfLedger = ({ type }: Pick<ReadinessIssue, 'type'>): boolean => type === 'ledger' || type === 'disk-full'

/** Records of a ledger that are kept outside the ledger file; `report`: the documents of X and Z reports. */
export type LedgerMemory = 'anchor' | 'roll' | 'backup' | 'archive' | 'report'

/**
 * Differences between a ledger and the hub's record. `shorter`: the ledger ends before the last row that the hub
 * recorded. `forked`: a row differs. `another-key`: the ledger is signed with a key unknown to the hub.
 */
export const ledgerMismatches = ['shorter', 'forked', 'another-key', 'another-ledger'] as const
export type LedgerMismatch = (typeof ledgerMismatches)[number]
