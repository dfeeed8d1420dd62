import { resolve } from 'node:path'
import { languages } from '../../shared/domain/language.ts'
import { messageOf } from '../../shared/error-message.ts'
import { cardNames } from '../../shared/i18n/card-texts.ts'
import { writeCard } from '../app/printers.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import type { GuichetCommand, ProgramValues, Task } from './command.ts'

interface CardValues extends ProgramValues {
  readonly language?: string
  readonly file?: string
}

export function addManual(program: GuichetCommand): void {
  const manual = program.command('manual').description('printable cards for staff').isGroup()
  manual
    .command('card')
    .argument('<FOR>', cardNames.join(' or '))
    .description('write a card of one A4 page with the keys of this machine')
    .takes('--language <LANGUAGE>', `${languages.join(', ')}; default: the language of the settings`)
    .takes('--file <FILE>', 'output file; default: card-FOR.pdf in this folder')
    .ofProgram()
    .does(writeOneCard)
}

async function writeOneCard({ values, words: [wanted = ''], say, refuse, failed }: Task<CardValues>): Promise<number> {
  const card = cardNames.find((name) => name === wanted)
  if (!card) return refuse(`manual card takes ${cardNames.join(' or ')}, not "${wanted}"`)
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const language = languages.find((each) => each === (values.language ?? config.language))
  if (!language) return refuse(`--language is one of ${languages.join(', ')}`)
  const file = resolve(values.file ?? `card-${card}.pdf`)
  try {
    await writeCard(config, program.value, { card, language, file })
  } catch (error) {
    return failed(`${file}: ${messageOf(error)}`)
  }
  say(file)
  return 0
}
