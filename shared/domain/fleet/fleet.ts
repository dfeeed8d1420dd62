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

/** The part of a machine's heartbeat that its assessment uses. */
export interface MachineReport {
  readonly partner: 'up' | 'down'
  readonly printers: readonly { readonly name: string; readonly roles: readonly string[]; readonly state: string }[]
  readonly ledger: LedgerCondition
  readonly freeBytes: number
  readonly open: boolean | null
  readonly staffCases: number
  /** Readiness of the machine; absent in reports of older program versions, whose other fields are assessed instead. */
  readonly readiness?: Readiness | undefined
  /** Reason why the machine rejected the hub's settings; null if it accepted them or there are none. */
  readonly settingsRefused: string | null
  /** Difference between the machine's ledger and the hub's record; null if there is none. */
  readonly ledgerDoubt: LedgerMismatch | null
}

interface MachineSeen {
  /** Last heartbeat in milliseconds of the Unix epoch, by one clock for all machines; null if there was none. */
  readonly seenMs: number | null
  readonly heartbeatSeconds: number
  readonly report: MachineReport | null
}

/** Problem of a machine, the most severe first. */
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

/**
 * `red`: it sells nothing, or its status is unknown; `amber`: it sells and needs attention; `green`: no action is
 * needed.
 */
export type HealthLevel = 'red' | 'amber' | 'green'

export interface MachineHealth {
  readonly level: HealthLevel
  readonly troubles: readonly HealthIssue[]
}

/** A machine may miss two heartbeats before it counts as silent. */
const MISSED = 3
const GRACE_MS = 10_000
const DISK_LOW_BYTES = 1_000_000_000

/** Returns whether the last heartbeat is older than the machine's own interval allows. */
function isSilent({ seenMs, heartbeatSeconds }: MachineSeen, nowMs: number): boolean {
  return seenMs === null || nowMs - seenMs > MISSED * heartbeatSeconds * 1000 + GRACE_MS
}

/** Returns the problems of a machine and the resulting level. */
export function assessMachine(seen: MachineSeen, nowMs: number): MachineHealth {
  const { seenMs, report } = seen
  if (seenMs === null || report === null) return { level: 'amber', troubles: [{ type: 'never-seen' }] }
  const { red, amber } = troublesOf(report)
  if (isSilent(seen, nowMs)) red.unshift({ type: 'silent', sinceMs: seenMs })
  return { level: red.length > 0 ? 'red' : amber.length > 0 ? 'amber' : 'green', troubles: [...red, ...amber] }
}

function troublesOf(report: MachineReport) {
  const { ledger, printers, staffCases, freeBytes, settingsRefused, ledgerDoubt } = report
  const red: HealthIssue[] = []
  const amber: HealthIssue[] = []
  for (const issue of report.readiness?.issues ?? issuesOfOlder(report)) {
    const level = stopsAll(issue) ? red : amber
    level.push({ type: 'issue', issue })
  }
  const none = faultOfAll(printers) !== null
  if (ledgerDoubt !== null) amber.push({ type: 'ledger-doubt', doubt: ledgerDoubt })
  if (staffCases > 0) amber.push({ type: 'staff-cases', count: staffCases })
  for (const { name, roles, state } of printers) {
    if (isFaulty(state) && !(none && roles.includes('tickets'))) amber.push({ type: 'printer', name, fault: state })
    if (state === 'paper-low') amber.push({ type: 'paper-low', name })
  }
  if (ledger === 'sound' && freeBytes < DISK_LOW_BYTES) amber.push({ type: 'disk-low', freeBytes })
  if (settingsRefused !== null) amber.push({ type: 'settings-refused', reason: settingsRefused })
  return { red, amber }
}

/** Derives the issues of a machine with an older program version, whose report has no readiness. */
function issuesOfOlder({ partner, ledger, printers }: MachineReport): readonly ReadinessIssue[] {
  const ofPartner: readonly ReadinessIssue[] = partner === 'down' ? [{ type: 'partner-unreachable' }] : []
  return [...ofPartner, ...ofDevices(faultOfAll(printers), ledger)]
}

const isFaulty = (state: string): state is PrinterFault => printerFaults.some((fault) => fault === state)

/**
 * Returns the fault of the first ticket printer if no ticket printer can print; null if one can, or the machine has
 * none.
 */
function faultOfAll(printers: MachineReport['printers']): PrinterFault | null {
  const states = printers.filter(({ roles }) => roles.includes('tickets')).map(({ state }) => state)
  const [first] = states
  return first !== undefined && isFaulty(first) && states.every(isFaulty) ? first : null
}

const RANK: Readonly<Record<HealthLevel, number>> = { red: 0, amber: 1, green: 2 }

/** Sorts the machines that need attention first: by level, then by number of problems, then by name. */
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
  /** A customer has a visit or a sale on the screen, or has parked one. */
  'sale',
  'parked',
  /** Unfinished seats, payments or prints of a background sale. */
  'under-way',
  /** A requested task is running. */
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
