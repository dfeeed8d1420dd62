import type { GuichetCommand, ProgramValues, Task } from './command.ts'
import { movedSettings } from '../config/upkeep.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { sellingOf, type Readiness } from '../../shared/domain/fleet/readiness.ts'
import { catalogues, textsIn } from '../../shared/i18n/catalogues.ts'
import type { OwnTenderNames } from '../../shared/domain/money/tender.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { readStatus, type ProgramStatus } from '../host/status-file.ts'

export function addStatus(program: GuichetCommand): void {
  program
    .command('status')
    .description('print the status of the running program')
    .option('--json', 'as JSON')
    .ofProgram()
    .endsWith({ 0: 'OK', 1: 'needs attention', 3: 'not running' })
    .does(status)
}

/** 0 OK, 1 needs attention, 2 the command line or the settings are wrong, 3 not running. */
function status({ values, say, refuse }: Task<ProgramValues & { readonly json?: true }>): number {
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { dataDirectory, updates, tenderNames } = program.value.config
  const told = readStatus(dataDirectory, Date.now())
  if (values.json) say(JSON.stringify(told))
  else if (told === null) say('not running')
  else for (const line of inWords(told, tenderNames)) say(line)
  if (!values.json) for (const line of movedSettings(updates, 'en')) say(`updates   ${line}`)
  if (told === null) return 3
  return isWell(told) ? 0 : 1
}

/** An older version does not judge itself. */
const isWell = ({ partner, canSell, readiness, ledger = [] }: ProgramStatus): boolean =>
  ledger.length === 0 && (readiness ? readiness.obstacles.length === 0 : partner === 'up' && canSell)

function inWords(status: ProgramStatus, own: OwnTenderNames): readonly string[] {
  const { version, mode, deviceId, pid, startedUtc, readiness, partner, printer, canSell } = status
  const { unfinished, serving, notesInBox } = status
  return [
    `${deviceId}: guichet ${version} (${mode}), process ${pid}, since ${startedUtc}`,
    ...(readiness ? readinessInWords(readiness, own) : []),
    `partner   ${partner}`,
    `printer   ${printer}`,
    `ledger    ${mode}: ${canSell ? 'ready' : 'no new sales'}`,
    ...[...new Set(status.ledger)].map((kind) => `ledger    ${ledgerCases[kind]}`),
    ...(notesInBox === undefined ? [] : [`notes     ${notesInBox} in the cash box since it was last emptied`]),
    `sales     ${unfinished} unfinished${serving ? ', a customer is being served' : ''}`,
    ...(status.screenSandboxed === false ? [`screen    ${catalogues.en.doctor.screen.unsandboxed}`] : []),
    ...(status.settings ? settingsInWords(status.settings) : []),
  ]
}

function readinessInWords(readiness: Readiness, own: OwnTenderNames): readonly string[] {
  const words = { yes: 'yes', partly: 'in part', no: 'no' } as const
  const { obstacles, tenderNames } = textsIn('en', own)
  return [
    `selling   ${words[sellingOf(readiness)]}`,
    ...readiness.obstacles.flatMap((obstacle) => {
      const { what, todo } = adviceOn(obstacles, obstacle, tenderNames)
      return [`selling   ${what}`, `          ${todo}`]
    }),
  ]
}

const ledgerCases: Readonly<Record<NonNullable<ProgramStatus['ledger']>[number], string>> = {
  rows: 'rows are lost: staff must check this on the screen and confirm',
  key: "it continues with a new key: the hub's administrator must approve the key, or staff must record the reason",
  hub: "it does not match the hub's record: the hub's administrator must accept it, or the right copy must be restored",
}

const waitFor: Readonly<Record<Blocker, string>> = {
  sale: 'a sale is open',
  parked: 'a sale is on hold',
  'under-way': 'a sale is in progress',
  work: 'an operation is in progress',
  attention: 'someone is using the screen, or was a moment ago',
}

function settingsInWords({
  running,
  waiting,
  waitsFor,
  givenUp: takenBack,
}: NonNullable<ProgramStatus['settings']>): readonly string[] {
  const version = running === 0 ? "the machine's own" : `version ${running} of the hub`
  const others = waiting ? 'changes are waiting' : 'changes are waiting at the hub'
  const wait = waitsFor ? `; ${others}: ${waitFor[waitsFor]}` : waiting ? '; changes are about to be applied' : ''
  return [
    `settings  ${version}${wait}`,
    ...(takenBack === null ? [] : [`settings  the last change was rolled back: ${takenBack}`]),
  ]
}
