import { languages } from '../../shared/domain/language.ts'
import type { GuichetCommand, ProgramValues, Task } from './command.ts'
import { movedSettings } from '../config/upkeep.ts'
import { examine } from '../app/partner-connection.ts'
import { readProgram } from '../app/program.ts'

const MARKS = { ok: '✓', warning: '!', failed: '✗', skipped: '·' } as const

interface Values extends ProgramValues {
  readonly hold?: true
  readonly json?: true
  readonly language?: string
}

export function addDoctor(program: GuichetCommand): void {
  program
    .command('doctor')
    .description('tests the configured partner step by step')
    .option('--hold', 'holds one seat for a moment, and buys one in the demo')
    .option('--json', 'the findings as JSON')
    .takes('--language <LANGUAGE>', languages.join(', '))
    .ofProgram()
    .does(doctor)
}

/** 0 when nothing failed, 1 when something did, 2 when the command line or the settings are wrong. */
async function doctor({ values, say, refuse }: Task<Values>): Promise<number> {
  const program = await readProgram(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const language = languages.find((each) => each === (values.language ?? config.language))
  if (!language) return refuse(`--language is one of ${languages.join(', ')}`)
  if (!values.json) for (const line of movedSettings(config.updates, language)) say(`${MARKS.warning} ${line}`)
  const findings = await examine(config, { hold: values.hold ?? false, language })
  if (findings === null) return refuse('no partner among these settings: the demo has nothing to test')
  if (values.json) say(JSON.stringify({ partner: config.partner?.baseUrl, findings }, null, 2))
  else for (const { outcome, title, text } of findings) say(`${MARKS[outcome]} ${title.padEnd(16)} ${text}`)
  return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}
