import { programOptions, readArguments } from './arguments.ts'
import { movedSettings } from '../config/upkeep.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import type { Blocker } from '../../shared/domain/fleet/blocker.ts'
import { readStatus, type ProgramStatus } from '../host/status-file.ts'

export const statusUsage = `  guichet status [--json]                             how the program that runs on these data is; 0 well, 1 it needs somebody, 3 none runs
`

/** 0 well, 1 not well, 2 the command line or the settings are wrong, 3 no program runs. */
export function runStatus(
  args: readonly string[],
  say: (line: string) => void,
  refuse: (...lines: readonly string[]) => number,
): number {
  const read = readArguments(args, { ...programOptions, json: { type: 'boolean', default: false } })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { dataDirectory, updates } = program.value.config
  const status = readStatus(dataDirectory, Date.now())
  if (values.json) say(JSON.stringify(status))
  else if (status === null) say('no program runs here')
  else for (const line of inWords(status)) say(line)
  if (!values.json) for (const line of movedSettings(updates, 'en')) say(`updates   ${line}`)
  if (status === null) return 3
  return isWell(status) ? 0 : 1
}

const isWell = ({ partner, purchasesRefused, printer, canSell, ledger = [] }: ProgramStatus): boolean =>
  partner === 'up' &&
  !purchasesRefused &&
  canSell &&
  ledger.length === 0 &&
  (printer === 'ready' || printer === 'unknown')

function inWords(status: ProgramStatus): readonly string[] {
  const { version, mode, deviceId, pid, startedUtc, partner, purchasesRefused, printer, canSell, unfinished, serving } =
    status
  return [
    `${deviceId}: guichet ${version} (${mode}), process ${pid}, since ${startedUtc}`,
    `partner   ${partner}`,
    ...(purchasesRefused ? [`partner   ${refusedInWords(purchasesRefused)}`] : []),
    `printer   ${printer}`,
    `ledger    ${canSell ? 'ready' : 'no new sale starts'}`,
    ...[...new Set(status.ledger)].map((kind) => `ledger    ${ledgerCases[kind]}`),
    `sales     ${unfinished} not at their end${serving ? ', somebody is being served' : ''}`,
    ...(status.settings ? settingsInWords(status.settings) : []),
  ]
}

function refusedInWords({ status, code }: NonNullable<ProgramStatus['purchasesRefused']>): string {
  return `it refuses purchases (${status} ${code}): run guichet doctor, mend what it names, then resume on the staff screen`
}

const ledgerCases: Readonly<Record<NonNullable<ProgramStatus['ledger']>[number], string>> = {
  rows: 'rows are lost: staff have to look into it on the screen, then say so',
  key: "it goes on under a new key: the hub's administrator has to vouch for it, or staff note why",
  hub: "it is not what the hub remembers: the hub's administrator settles it, or the right copy is restored",
}

const waitFor: Readonly<Record<Blocker, string>> = {
  sale: 'a sale is open',
  parked: 'a sale is parked',
  'under-way': 'a sale is under way',
  work: 'something is being done',
  attention: 'somebody is at the screen, or was a moment ago',
}

function settingsInWords({
  running,
  waiting,
  waitsFor,
  givenUp: takenBack,
}: NonNullable<ProgramStatus['settings']>): readonly string[] {
  const version = running === 0 ? "the machine's own" : `version ${running} of the hub`
  const others = waiting ? 'changes wait' : "the hub's wait there"
  const wait = waitsFor ? `; ${others}: ${waitFor[waitsFor]}` : waiting ? '; changes are about to be taken up' : ''
  return [
    `settings  ${version}${wait}`,
    ...(takenBack === null ? [] : [`settings  the last change was taken back: ${takenBack}`]),
  ]
}
