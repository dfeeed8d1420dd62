import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { isOwn, type Readiness, sellingOf } from '../../shared/domain/fleet/readiness.ts'
import type { MessageChannel } from '../../shared/domain/customer.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { OwnTenderNames } from '../../shared/domain/money/tender.ts'
import { catalogues, textsIn } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import type { ExaminedStep } from '../../shared/api/kiosk/payment-forms.ts'
import { examineMessages } from '../app/hub-link.ts'
import { countSavedTickets, type SavedTickets } from '../app/kiosk-printing.ts'
import { examine } from '../app/partner.ts'
import { checkProviders, examineFiscal, examineNotes, unavailableTenders } from '../app/payment-devices.ts'
import { readProgram, readProgramWithoutKey } from '../app/program.ts'
import { type ProgramStatus, readStatus } from '../host/status-file.ts'
import { EXIT, type GuichetCommand } from './command.ts'

const MARKS = { ok: '✓', warning: '!', failed: '✗', skipped: '·' } as const

export function addDoctor(program: GuichetCommand): void {
  program
    .command('doctor')
    .description(
      'test the partner, each event on sale, payment providers, banknote reader, fiscal service and messages',
    )
    .flag('--hold', 'also hold one seat for a moment, and buy one in the demo')
    .flag('--json', 'print the findings and the verdict as JSON')
    .takesLanguage()
    .ofProgram()
    .endsWith({
      [EXIT.done]: 'nothing failed; the machine can sell',
      [EXIT.failed]: 'a step failed, or the machine cannot sell',
    })
    .withHandler(async ({ values, say, refuse, demand, languageOr }) => {
      const { config, isTrial, sqliteBinding } = demand(await readProgram(values))
      const language = languageOr(config.language)
      if (isTrial && !values.json) say(`${MARKS.warning} ${catalogues[language].trialPackage}`)
      const { screen } = catalogues[language].doctor
      const unsandboxed = readStatus(config.dataDirectory, Date.now())?.screenSandboxed === false
      if (unsandboxed && !values.json)
        tell([{ outcome: 'warning', title: screen.title, text: screen.unsandboxed }], say)
      const payments = await checkProviders(config, language)
      const examined = await examine(config, {
        hold: values.hold ?? false,
        language,
        waysDown: unavailableTenders(payments),
      })
      const notes = config.notes ? await examineNotes(config.notes, language) : null
      const fiscal = await examineFiscal(config, sqliteBinding, language)
      const channels = await examineMessages(config)
      if (examined === null && payments.length === 0 && notes === null && fiscal === null && channels === undefined)
        return refuse(catalogues[language].refusals.nothingToTest)
      const savedTickets = await countSavedTickets(config)
      const words = textsIn(language, config.tenderNames)
      const { findings = [], readiness = null } = examined ?? {}
      const own = readiness?.issues.filter((each) => isOwn(each) || each.type === 'terms-missing') ?? []
      if (values.json)
        say(
          inJson(
            { trial: isTrial, partner: config.partner?.baseUrl },
            { findings, payments, notes, fiscal, messages: channels, savedTickets, readiness },
          ),
        )
      else {
        const { doctor } = catalogues[language]
        tell(findings, say)
        for (const { title, steps } of [
          ...payments.map(({ tender, driver, host, steps }) => ({
            title: `${words.tenderNames[tender]} (${driver}, ${host})`,
            steps,
          })),
          ...(notes ? [{ title: `${doctor.notes.steps.device} (${notes.driver}, ${notes.device})`, ...notes }] : []),
          ...(fiscal ? [{ title: `${doctor.fiscal.title} (${fiscal.host})`, ...fiscal }] : []),
        ]) {
          say(title)
          tell(steps, say)
        }
        if (channels !== undefined) tell([messagesStep(channels, language)], say)
        tell([savedTicketsStep(savedTickets, config.tickets.deleteAfterHours, language)], say)
        for (const issue of own) {
          const { what, todo } = adviceOn(words.issues, issue, words.tenderNames)
          say(`${MARKS[isOwn(issue) ? 'failed' : 'warning']} ${what}. ${todo}`)
        }
      }
      const steps = [
        ...findings,
        ...payments.flatMap((each) => each.steps),
        ...(notes?.steps ?? []),
        ...(fiscal?.steps ?? []),
      ]
      return readiness?.sells !== false && steps.every(({ outcome }) => outcome !== 'failed') ? EXIT.done : EXIT.failed
    })
}

const inJson = (machine: object, report: object): string => JSON.stringify({ ...machine, ...report }, null, 2)

/** Returns how the hub sends tickets for this desk; a warning if the hub does not reply. */
function messagesStep(channels: readonly MessageChannel[] | null, language: Language) {
  const words = catalogues[language].doctor.messages
  const { title } = words
  if (channels === null) return { outcome: 'warning', title, text: words.unreachable } as const
  if (channels.length === 0) return { outcome: 'skipped', title, text: words.none } as const
  return { outcome: 'ok', title, text: channels.map((channel) => words.sends[channel]).join(' ') } as const
}

/** Returns a warning if documents with ticket codes are never deleted from the disk. */
function savedTicketsStep({ folder, files, stay }: SavedTickets, hours: number, language: Language) {
  const words = catalogues[language].doctor.savedTickets
  return {
    outcome: stay && files > 0 ? 'warning' : 'ok',
    title: words.title,
    text: `${words.inFolder(files, folder)} ${stay ? words.stay : words.deleted(hours)}`,
  } as const
}

export function tell(
  steps: readonly Pick<ExaminedStep, 'outcome' | 'title' | 'text'>[],
  say: (line: string) => void,
): void {
  for (const { outcome, title, text } of steps) say(`${MARKS[outcome]} ${title.padEnd(16)} ${text}`)
}

export function addStatus(program: GuichetCommand): void {
  program
    .command('status')
    .description('print the status of the running program')
    .flag('--json', 'as JSON')
    .ofProgram()
    .endsWith({ [EXIT.done]: 'OK', [EXIT.failed]: 'needs attention', [EXIT.other]: 'not running' })
    .withHandler(({ values, say, demand }) => {
      const { config } = demand(readProgramWithoutKey(values))
      const { dataDirectory, tenderNames } = config
      const told = readStatus(dataDirectory, Date.now())
      if (values.json) say(JSON.stringify(told))
      else if (told === null) say('not running')
      else for (const line of inWords(told, tenderNames)) say(line)
      if (told === null) return EXIT.other
      return isWell(told) ? EXIT.done : EXIT.failed
    })
}

const isWell = ({ readiness, ledger = [] }: ProgramStatus): boolean =>
  ledger.length === 0 && readiness?.issues.length === 0

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
  const { issues, tenderNames } = textsIn('en', own)
  return [
    `selling   ${words[sellingOf(readiness)]}`,
    ...readiness.issues.flatMap((issue) => {
      const { what, todo } = adviceOn(issues, issue, tenderNames)
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
  settingsRolledBack: rollbackReason,
}: NonNullable<ProgramStatus['settings']>): readonly string[] {
  const version = running === 0 ? "the machine's own" : `version ${running} of the hub`
  const others = waiting ? 'changes are waiting' : 'changes are waiting at the hub'
  const wait = waitsFor ? `; ${others}: ${waitFor[waitsFor]}` : waiting ? '; changes are about to be applied' : ''
  return [
    `settings  ${version}${wait}`,
    ...(rollbackReason === null ? [] : [`settings  the last change was rolled back: ${rollbackReason}`]),
  ]
}
