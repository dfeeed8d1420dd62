import { languages } from '../../shared/kiosk-api/views.ts'
import { programOptions, readArguments } from './arguments.ts'
import { movedSettings } from '../config/upkeep.ts'
import { examine } from '../app/partner-connection.ts'
import { readProgram } from '../app/program.ts'

export const doctorUsage = `  guichet doctor [--hold] [--json] [--language fr|en|pt|ar] [--config FILE] [--data DIR]
                                                      tests the configured partner step by step; --hold holds one seat for a moment,
                                                      and buys one in the demo
`

const MARKS = { ok: '✓', warning: '!', failed: '✗', skipped: '·' } as const

/** 0 when nothing failed, 1 when something did, 2 when the command line or the settings are wrong. */
export async function runDoctor(
  args: readonly string[],
  say: (line: string) => void,
  refuse: (...lines: readonly string[]) => number,
): Promise<number> {
  const read = readArguments(args, {
    ...programOptions,
    hold: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    language: { type: 'string' },
  })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const program = await readProgram(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const language = languages.find((each) => each === (values.language ?? config.language))
  if (!language) return refuse(`--language is one of ${languages.join(', ')}`)
  if (!values.json) for (const line of movedSettings(config.updates, language)) say(`${MARKS.warning} ${line}`)
  const findings = await examine(config, { hold: values.hold, language })
  if (findings === null) return refuse('no partner among these settings: the demo has nothing to test')
  if (values.json) say(JSON.stringify({ partner: config.partner?.baseUrl, findings }, null, 2))
  else for (const { outcome, title, text } of findings) say(`${MARKS[outcome]} ${title.padEnd(16)} ${text}`)
  return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}
