import { compareLabels } from '../seats/place.ts'
import {
  type LedgerCondition,
  type LedgerDoubt,
  type Obstacle,
  ofDevices,
  type PrinterFault,
  printerFaults,
  type Readiness,
  stopsAll,
} from './readiness.ts'

/** What a machine of a fleet says of itself, as far as it is judged. */
export interface MachineReport {
  readonly partner: 'up' | 'down'
  readonly printers: readonly { readonly name: string; readonly roles: readonly string[]; readonly state: string }[]
  readonly ledger: LedgerCondition
  readonly freeBytes: number
  readonly open: boolean | null
  readonly staffCases: number
  /** Left out by older machines: then what else they say is judged. */
  readonly readiness?: Readiness | undefined
  /** Why it did not take the hub's settings; null: it did, or there are none. */
  readonly settingsRefused: string | null
  /** How its ledger differs from what the hub remembers; null: it does not. */
  readonly ledgerDoubt: LedgerDoubt | null
}

interface MachineSeen {
  /** Milliseconds of the Unix epoch, all of one clock; null: never. */
  readonly seenMs: number | null
  readonly everySeconds: number
  readonly report: MachineReport | null
}

/** What is the matter with a machine, the graver first. */
export type Trouble =
  | { readonly type: 'never-seen' }
  | { readonly type: 'silent'; readonly sinceMs: number }
  | { readonly type: 'obstacle'; readonly obstacle: Obstacle }
  | { readonly type: 'staff-cases'; readonly count: number }
  | { readonly type: 'printer'; readonly name: string; readonly fault: PrinterFault }
  | { readonly type: 'paper-low'; readonly name: string }
  | { readonly type: 'disk-low'; readonly freeBytes: number }
  | { readonly type: 'settings-refused'; readonly reason: string }
  | { readonly type: 'ledger-doubt'; readonly doubt: LedgerDoubt }

/** `red`: it sells nothing, or nobody knows; `amber`: it sells, and somebody should come; `green`: nothing is asked for. */
export type Level = 'red' | 'amber' | 'green'

export interface Judgement {
  readonly level: Level
  readonly troubles: readonly Trouble[]
}

/** A machine may miss two heartbeats before anybody is told. */
const MISSED = 3
const GRACE_MS = 10_000
const DISK_LOW_BYTES = 1_000_000_000

/** Whether a machine has not been heard of for longer than its own pace explains. */
function isSilent({ seenMs, everySeconds }: MachineSeen, nowMs: number): boolean {
  return seenMs === null || nowMs - seenMs > MISSED * everySeconds * 1000 + GRACE_MS
}

/** What the matter is with a machine, and how much that is. */
export function judgeMachine(seen: MachineSeen, nowMs: number): Judgement {
  const { seenMs, report } = seen
  if (seenMs === null || report === null) return { level: 'amber', troubles: [{ type: 'never-seen' }] }
  const { red, amber } = troublesOf(report)
  if (isSilent(seen, nowMs)) red.unshift({ type: 'silent', sinceMs: seenMs })
  return { level: red.length > 0 ? 'red' : amber.length > 0 ? 'amber' : 'green', troubles: [...red, ...amber] }
}

function troublesOf(report: MachineReport) {
  const { ledger, printers, staffCases, freeBytes, settingsRefused, ledgerDoubt } = report
  const red: Trouble[] = []
  const amber: Trouble[] = []
  for (const obstacle of report.readiness?.obstacles ?? obstaclesOfOlder(report)) {
    const level = stopsAll(obstacle) ? red : amber
    level.push({ type: 'obstacle', obstacle })
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

/** What a machine says that does not judge itself. */
function obstaclesOfOlder({ partner, ledger, printers }: MachineReport): readonly Obstacle[] {
  const ofPartner: readonly Obstacle[] = partner === 'down' ? [{ type: 'partner-unreachable' }] : []
  return [...ofPartner, ...ofDevices(faultOfAll(printers), ledger)]
}

const isFaulty = (state: string): state is PrinterFault => printerFaults.some((fault) => fault === state)

/** Of the first printer for tickets, where none of them prints; null: one does, or there is none. */
function faultOfAll(printers: MachineReport['printers']): PrinterFault | null {
  const states = printers.filter(({ roles }) => roles.includes('tickets')).map(({ state }) => state)
  const [first] = states
  return first !== undefined && isFaulty(first) && states.every(isFaulty) ? first : null
}

const RANK: Readonly<Record<Level, number>> = { red: 0, amber: 1, green: 2 }

/** Those that need a person first: by level, then by how much is the matter, then by name. */
export function byNeed<T extends { readonly deviceId: string; readonly judgement: Judgement }>(a: T, b: T): number {
  return (
    RANK[a.judgement.level] - RANK[b.judgement.level] ||
    b.judgement.troubles.length - a.judgement.troubles.length ||
    compareLabels(a.deviceId, b.deviceId)
  )
}

/** Why a kiosk cannot be taken away from its people for a moment. */
export const blockers = [
  /** A customer is at the screen with a visit or a sale, or has put one aside. */
  'sale',
  'parked',
  /** Seats, money or paper of a sale that is on no screen. */
  'under-way',
  /** Something that somebody asked for is being done. */
  'work',
  /** Somebody is at the screen, or was a moment ago. */
  'attention',
] as const

export type Blocker = (typeof blockers)[number]

/** A certificate's SHA-256 as two people read it to each other: `3F2A 91BC …`, of `3F:2A:91:BC:…`. */
export function fingerprintText(colons: string): string {
  return (
    colons
      .replaceAll(':', '')
      .toUpperCase()
      .match(/.{1,4}/gu) ?? []
  ).join(' ')
}
