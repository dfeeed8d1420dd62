import { compareLabels } from '../seats/place.ts'
import {
  type LedgerCondition,
  type LedgerMismatch,
  type ReadinessIssue,
  ofDevices,
  type PrinterFault,
  printerFaults,
  type Readiness,
  stopsAll,
} from './readiness.ts'

/** Wallets for which a hub makes passes, with the names of the products, which are the same in every language. */
export const walletNames = { apple: 'Apple Wallet', google: 'Google Wallet' } as const
export type Wallet = keyof typeof walletNames

export interface MachineReport {
  readonly partner: 'up' | 'down'
  readonly printers: readonly { readonly name: string; readonly roles: readonly string[]; readonly state: string }[]
  readonly ledger: LedgerCondition
  readonly freeBytes: number
  readonly open: boolean | null
  readonly staffCases: number
  /** Absent in reports from older program versions. */
  readonly readiness?: Readiness | undefined
}

export interface MachineSeen {
  /** Time of the last heartbeat (ISO 8601 UTC), by the clock used for all machines; null before the first heartbeat. */
  readonly seenUtc: string | null
  readonly heartbeatSeconds: number
  readonly state: MachineReport | null
  /** `refused`: the reason why the machine rejected the hub's settings; null if it rejected none. */
  readonly settings: { readonly refused: { readonly detail: string } | null } | null
  /** `doubt`: the difference between the machine's ledger and the hub's record; null without a difference. */
  readonly ledger: { readonly doubt: { readonly type: LedgerMismatch } | null } | null
}

export type HealthIssue =
  | { readonly type: 'never-seen' }
  | { readonly type: 'silent'; readonly sinceMs: number }
  | { readonly type: 'issue'; readonly issue: ReadinessIssue }
  | { readonly type: 'staff-cases'; readonly count: number }
  | { readonly type: 'printer'; readonly name: string; readonly fault: PrinterFault }
  | { readonly type: 'paper-low'; readonly name: string }
  | { readonly type: 'disk-low'; readonly freeBytes: number }
  | { readonly type: 'settings-refused'; readonly reason: string }
  | { readonly type: 'ledger-doubt'; readonly doubt: LedgerMismatch }

/** `red`: the machine sells nothing or is silent; `amber`: the machine needs attention; `green`: no problem. */
export type HealthLevel = 'red' | 'amber' | 'green'

export interface MachineHealth {
  readonly level: HealthLevel
  readonly troubles: readonly HealthIssue[]
}

/** A machine may miss two heartbeats before it counts as silent. */
const MISSED = 3
const GRACE_MS = 10_000
const DISK_LOW_BYTES = 1_000_000_000

/** Assesses the status of a machine at a given time of the hub's clock. */
export function assessMachine({ seenUtc, heartbeatSeconds, state, ...hub }: MachineSeen, nowMs: number): MachineHealth {
  if (seenUtc === null || state === null) return { level: 'amber', troubles: [{ type: 'never-seen' }] }
  const { red, amber } = troublesOf(state, hub)
  const sinceMs = Date.parse(seenUtc)
  if (nowMs - sinceMs > MISSED * heartbeatSeconds * 1000 + GRACE_MS) red.unshift({ type: 'silent', sinceMs })
  return { level: red.length > 0 ? 'red' : amber.length > 0 ? 'amber' : 'green', troubles: [...red, ...amber] }
}

function troublesOf(report: MachineReport, hub: Pick<MachineSeen, 'settings' | 'ledger'>) {
  const { ledger, printers, staffCases, freeBytes } = report
  const red: HealthIssue[] = []
  const amber: HealthIssue[] = []
  for (const issue of report.readiness?.issues ?? issuesOfOlder(report)) {
    const level = stopsAll(issue) ? red : amber
    level.push({ type: 'issue', issue })
  }
  const none = faultOfAll(printers) !== null
  if (hub.ledger?.doubt) amber.push({ type: 'ledger-doubt', doubt: hub.ledger.doubt.type })
  if (staffCases > 0) amber.push({ type: 'staff-cases', count: staffCases })
  for (const { name, roles, state } of printers) {
    if (isFaulty(state) && !(none && roles.includes('tickets'))) amber.push({ type: 'printer', name, fault: state })
    if (state === 'paper-low') amber.push({ type: 'paper-low', name })
  }
  if (ledger === 'sound' && freeBytes < DISK_LOW_BYTES) amber.push({ type: 'disk-low', freeBytes })
  if (hub.settings?.refused) amber.push({ type: 'settings-refused', reason: hub.settings.refused.detail })
  return { red, amber }
}

/** Derives the issues from the report of an older program version, which does not include readiness. */
function issuesOfOlder({ partner, ledger, printers }: MachineReport): readonly ReadinessIssue[] {
  const ofPartner: readonly ReadinessIssue[] = partner === 'down' ? [{ type: 'partner-unreachable' }] : []
  return [...ofPartner, ...ofDevices(faultOfAll(printers), ledger)]
}

const isFaulty = (state: string): state is PrinterFault => printerFaults.some((fault) => fault === state)

/** Returns the first ticket printer's fault if no ticket printer can print; otherwise null. */
function faultOfAll(printers: MachineReport['printers']): PrinterFault | null {
  const states = printers.filter(({ roles }) => roles.includes('tickets')).map(({ state }) => state)
  const [first] = states
  return first !== undefined && isFaulty(first) && states.every(isFaulty) ? first : null
}

const RANK: Readonly<Record<HealthLevel, number>> = { red: 0, amber: 1, green: 2 }

/** Sorts machines by level (`red` first), then by number of problems (most first), then by name. */
export function compareByUrgency<T extends { readonly deviceId: string; readonly judgement: MachineHealth }>(
  a: T,
  b: T,
): number {
  return (
    RANK[a.judgement.level] - RANK[b.judgement.level] ||
    b.judgement.troubles.length - a.judgement.troubles.length ||
    compareLabels(a.deviceId, b.deviceId)
  )
}

/** Reasons why a kiosk cannot be interrupted. */
export const blockers = [
  /** A visit or a sale is on the screen (`sale`) or parked (`parked`). */
  'sale',
  'parked',
  /**
   * `under-way`: a sale that is not on the screen is in progress. `work`: a command, a comparison of sales or a request
   * to the local API is in progress.
   */
  'under-way',
  'work',
  /** The screen is in use, or was a moment ago. */
  'attention',
] as const

export type Blocker = (typeof blockers)[number]

/** Formats a certificate's SHA-256 for reading aloud: `3F2A 91BC …` for `3F:2A:91:BC:…`. */
export function fingerprintText(colons: string): string {
  return (
    colons
      .replaceAll(':', '')
      .toUpperCase()
      .match(/.{1,4}/gu) ?? []
  ).join(' ')
}
