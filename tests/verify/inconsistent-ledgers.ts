import { join } from 'node:path'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import type { Signer } from '../../electron/ledger/signer.ts'
import { type Finding, verifyLedger } from '../../electron/verify/verify.ts'
import { stories, type ScenarioClock, storyClock } from '../ledger/every-event.ts'
import { gapScenario } from '../ledger/gap-scenario.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'
import { ledgerOptions } from '../ledger/fixtures.ts'
import { filesLeftBy, suiteFolder } from '../support/temporary-folder.ts'
import { archived, type ArchiveRow, chained, readArchive, writeArchive, writeChained } from './archive-builder.ts'

export type Row = ArchiveRow
type Change = (rows: Row[]) => void
type InconsistentCase = readonly [what: string, StoryName, Change, errors: readonly string[]]

/**
 * Reads a table of cases. A case is a line `what: change; change`, or `what (story): change` for a story other than
 * `usual`. The lines below a case list the exact errors that the verifier must report; a single error may follow ` → `
 * on the same line. A change is `CODE[n].path = value` (in the payload of the n-th row with the code), `CODE[n]:column
 * = value`, or a name in `named`. The code `#n` means the row at index n. A value is JSON, `nothing`, or the place of
 * another value in the rows.
 */
export function cases(usual: StoryName, table: string, named: Readonly<Record<string, Change>> = {}) {
  return table
    .split(/\n {2}(?=\S)/u)
    .slice(1)
    .map((lines): InconsistentCase => {
      const [head = '', ...errors] = lines.trim().split(/\n +/u)
      const [, what, story = usual, text, only] = /^(.*?)(?: \((\w+)\))?: (.*?)(?: → (.*))?$/u.exec(head) ?? []
      if (what === undefined || text === undefined) throw new Error(`no case: ${head}`)
      const changes = text.split('; ').map((each) => named[each] ?? ((rows: Row[]) => assign(rows, each)))
      return [what, story as StoryName, (rows) => changes.forEach((change) => change(rows)), only ? [only] : errors]
    })
}

const PLACE = /^(#|[A-Z_]+)(?:\[?(\d+)\]?)?([.:])([\w.]+)$/u

/** Finds the place that `text` names: its row, whether it is in the payload, and its path. */
function placeOf(rows: readonly Row[], text: string): readonly [row: Row, isPayload: boolean, path: readonly string[]] {
  const [, code = '', nth = '0', kind, path = ''] = PLACE.exec(text) ?? []
  const row = code === '#' ? rows[Number(nth)] : rows.filter((each) => each.code === code)[Number(nth)]
  if (!row) throw new Error(`no row at ${text}`)
  return [row, kind === '.', path.split('.')]
}

function valueAt(rows: readonly Row[], place: string): unknown {
  const [row, isPayload, path] = placeOf(rows, place)
  const inside = isPayload ? (JSON.parse(row.payload) as unknown) : row
  return path.reduce((value, key) => Reflect.get(value as object, key) as unknown, inside)
}

/** Applies changes to the rows, written in the same notation as the changes in a table of `cases`. */
export function assign(rows: readonly Row[], ...changes: readonly string[]): void {
  for (const change of changes) {
    const [, place = '', value = ''] = /^(\S+) = (.*)$/u.exec(change) ?? []
    const to: unknown = value === 'nothing' ? undefined : PLACE.test(value) ? valueAt(rows, value) : JSON.parse(value)
    const [row, isPayload, path] = placeOf(rows, place)
    Object.assign(
      row,
      isPayload ? { payload: canonicalJson(put(JSON.parse(row.payload), path, to)) } : put({}, path, to),
    )
  }
}

function put(inside: unknown, [key, ...deeper]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy = Array.isArray(inside) ? [...(inside as unknown[])] : { ...(inside as object) }
  Reflect.set(copy, key, put(Reflect.get(copy, key), deeper, value))
  return copy
}

/** Indexes in `stories` by ledger name. Few stories are verified much faster than all. */
const PARTS = {
  whole: [...stories.keys()],
  morning: [0, 1, 2, 3, 4, 5],
  papers: [0, 3, 4, 6, 8],
  inNotes: [12],
  shiftThenNotes: [0, 12],
  payments: [0, 7, 9, 14],
  terminalDays: [0, 17],
  inTwoSessions: [0, 18],
  telephone: [0, 20],
} as const

export type StoryName = keyof typeof PARTS | 'withGap' | 'oneShift'

async function tell(story: StoryName, options: LedgerOptions, clock: ScenarioClock): Promise<Ledger> {
  if (story === 'withGap') return gapScenario(options, clock)
  const { now } = clock
  const ledger = await openLedger(options)
  if (story === 'oneShift') {
    sellOut(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
    sellOut(ledger, now, [chosenSeat('1003')])
  } else for (const part of PARTS[story]) stories[part]!(ledger, clock)
  ledger.closeShift('Z', 'staff-7', now())
  return ledger
}

const told = new Map<StoryName, ReturnType<typeof record>>()

/** Returns the archive of a story. Each worker records an archive once. */
function archiveOf(story: StoryName): ReturnType<typeof record> {
  const known = told.get(story) ?? record(story)
  told.set(story, known)
  return known
}

async function record(story: StoryName) {
  let signer: Signer
  const files = await filesLeftBy(async (folder) => {
    const clock = storyClock()
    const options = ledgerOptions(folder, { path: join(folder, 'told'), now: clock.now })
    signer = options.signer
    await archived(options, () => tell(story, options, clock))
  })
  return { archive: files.get('told.jsonl')!.toString(), signer: signer! }
}

/**
 * Simulates a register that signs invalid content: changed rows and closures are chained and signed again with the
 * register's own key. `errorsIn` finds the errors of an archive; default: the program's verifier. `judge` returns each
 * error once.
 */
export interface Judge {
  readonly judge: (story: StoryName, change: (rows: Row[]) => void) => Promise<readonly string[]>
  /** Changes a row after all were signed. The archive's last signature still covers it. */
  readonly judgeUnsigned: (seq: number, change: (row: Row) => object) => Promise<readonly string[]>
}

export function signedNonsense(errorsIn = foundErrors): Judge {
  const path = join(suiteFolder(), 'archive.jsonl')
  return {
    async judge(story, change) {
      const { archive, signer } = await archiveOf(story)
      const read = readArchive(archive)
      change(read.rows)
      writeArchive(path, read, () => signer, { closures: true })
      return errorsIn(path)
    },
    async judgeUnsigned(seq, change) {
      const { archive, signer } = await archiveOf('oneShift')
      const { header, rows } = readArchive(archive)
      const changed = chained(rows, () => signer).map((row) => (row.seq === seq ? { ...row, ...change(row) } : row))
      writeChained(path, header, changed, signer)
      return errorsIn(path)
    },
  }
}

async function foundErrors(archive: string): Promise<readonly string[]> {
  const { findings } = await verifyLedger({ path: archive })
  return [...new Set(findings.filter(({ severity }) => severity === 'error').map(textOf))]
}

/** Returns the text of a finding without the random IDs of sale and order and without the amounts of a closure. */
function textOf({ check, what, why }: Finding): string {
  const text = why.startsWith('says {') ? `${what} are others` : why
  return `${check}: ${text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, '*')}`
}

export function setPart(rows: Row[], kind: string, amount: number): void {
  const part = rows.findIndex(({ payload }) => payload.includes(`"kind":"${kind}"`) && payload.includes('"rounding"'))
  const found =
    part >= 0 ? part : rows.findIndex(({ code, payload }) => code === 'TENDER_APPROVED' && payload.includes(kind))
  const row = rows[found]
  if (!row) throw new Error(`no part in ${kind}`)
  const payload = JSON.parse(row.payload) as { tender: { amount: number } }
  payload.tender.amount = amount
  Object.assign(row, { payload: canonicalJson(payload) })
}

/**
 * Finds the last purchase with an unknown outcome whose row is also the last row of its sale. Delays all later rows by
 * an hour.
 */
export function leaveAlone(rows: readonly Row[]): void {
  const isLast = ({ sale_id }: Row, at: number): boolean => !rows.slice(at + 1).some((row) => row.sale_id === sale_id)
  const unclear = rows.findLastIndex((row, at) => row.code === 'PURCHASE_OUTCOME_UNKNOWN' && isLast(row, at))
  for (const row of rows.slice(unclear + 1)) row.mono_ms += 3_600_000
}

export function remove(rows: Row[], code: string): void {
  const index = rows.findIndex((row) => row.code === code)
  const { sale_id, payload } = rows[index]!
  const { from } = JSON.parse(payload) as { from: string }
  const next = rows.slice(index + 1).find((row) => row.sale_id === sale_id)!
  next.payload = canonicalJson({ ...(JSON.parse(next.payload) as object), from })
  rows.splice(index, 1)
}
