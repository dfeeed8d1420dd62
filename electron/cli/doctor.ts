import { isOwn } from '../../shared/domain/fleet/readiness.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import { catalogues, textsIn } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import type { ExaminedStep } from '../../shared/kiosk-api/payment-forms.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'
import { movedSettings } from '../config/upkeep.ts'
import { examineNotes } from '../app/note-device.ts'
import { examine } from '../app/partner-connection.ts'
import { examineProviders, waysDownOf } from '../app/payment-examination.ts'
import { countSavedTickets, type SavedTickets } from '../app/kiosk/saved-tickets.ts'
import { readProgram } from '../app/program.ts'
import { readStatus } from '../host/status-file.ts'

const MARKS = { ok: '✓', warning: '!', failed: '✗', skipped: '·' } as const

interface Values extends ProgramValues {
  readonly hold?: true
  readonly json?: true
  readonly language?: string
}

export function addDoctor(program: GuichetCommand): void {
  program
    .command('doctor')
    .description('test the configured partner, each event on sale, each payment provider and the banknote reader')
    .option('--hold', 'also hold one seat for a moment, and buy one in the demo')
    .option('--json', 'print the findings and the verdict as JSON')
    .takes('--language <LANGUAGE>', languages.join(', '))
    .ofProgram()
    .endsWith({ 0: 'nothing failed; the machine can sell', 1: 'a step failed, or the machine cannot sell' })
    .does(doctor)
}

/** 0 when nothing failed and this machine could sell, 1 when not, 2 when the command line or the settings are wrong. */
async function doctor({ values, texts, say, refuse }: Task<Values>): Promise<number> {
  const program = await readProgram(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config, isTrial } = program.value
  const language = languages.find((each) => each === (values.language ?? config.language))
  if (!language) return refuse(choiceAt(texts, '--language', languages, values.language))
  const warnings = [...(isTrial ? [catalogues[language].trialPackage] : []), ...movedSettings(config.updates, language)]
  if (!values.json) for (const line of warnings) say(`${MARKS.warning} ${line}`)
  const { screen } = catalogues[language].doctor
  const unsandboxed = readStatus(config.dataDirectory, Date.now())?.screenSandboxed === false
  if (unsandboxed && !values.json) tell([{ outcome: 'warning', title: screen.title, text: screen.unsandboxed }], say)
  const payments = await examineProviders(config, language)
  const examined = await examine(config, { hold: values.hold ?? false, language, waysDown: waysDownOf(payments) })
  const notes = config.notes ? await examineNotes(config.notes, language) : null
  if (examined === null && payments.length === 0 && notes === null)
    return refuse(catalogues[language].refusals.nothingToTest)
  const savedTickets = await countSavedTickets(config)
  const words = textsIn(language, config.tenderNames)
  const { findings = [], readiness = null } = examined ?? {}
  const own = readiness?.obstacles.filter((each) => isOwn(each) || each.type === 'terms-missing') ?? []
  if (values.json)
    say(
      JSON.stringify(
        { trial: isTrial, partner: config.partner?.baseUrl, findings, payments, notes, savedTickets, readiness },
        null,
        2,
      ),
    )
  else {
    tell(findings, say)
    for (const { tender, driver, host, steps } of payments) {
      say(`${words.tenderNames[tender]} (${driver}, ${host})`)
      tell(steps, say)
    }
    if (notes) {
      say(`${catalogues[language].doctor.notes.steps.device} (${notes.driver}, ${notes.device})`)
      tell(notes.steps, say)
    }
    tell([savedTicketsStep(savedTickets, config.tickets.deleteAfterHours, language)], say)
    for (const obstacle of own) {
      const { what, todo } = adviceOn(words.obstacles, obstacle, words.tenderNames)
      say(`${MARKS[isOwn(obstacle) ? 'failed' : 'warning']} ${what}. ${todo}`)
    }
  }
  const steps = [...findings, ...payments.flatMap((each) => each.steps), ...(notes?.steps ?? [])]
  return readiness?.sells !== false && steps.every(({ outcome }) => outcome !== 'failed') ? 0 : 1
}

/** A warning if documents with codes stay on the disk. */
function savedTicketsStep({ folder, files, stay }: SavedTickets, hours: number, language: Language) {
  const words = catalogues[language].doctor.savedTickets
  return {
    outcome: stay && files > 0 ? 'warning' : 'ok',
    title: words.title,
    text: `${words.inFolder(files, folder)} ${stay ? words.stay : words.deleted(hours)}`,
  } as const
}

function tell(steps: readonly Pick<ExaminedStep, 'outcome' | 'title' | 'text'>[], say: (line: string) => void): void {
  for (const { outcome, title, text } of steps) say(`${MARKS[outcome]} ${title.padEnd(16)} ${text}`)
}
