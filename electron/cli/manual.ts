import { resolve } from 'node:path'
import { languages } from '../../shared/domain/language.ts'
import { cardNames } from '../../shared/i18n/paper-texts.ts'
import { writeCard } from '../app/printers.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'

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

async function writeOneCard({ values, words: [wanted = ''], texts, say, refuse }: Task<CardValues>): Promise<number> {
  const card = cardNames.find((name) => name === wanted)
  if (!card) return refuse(choiceAt(texts, 'FOR', cardNames, wanted))
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const language = languages.find((each) => each === (values.language ?? config.language))
  if (!language) return refuse(choiceAt(texts, '--language', languages, values.language))
  const file = resolve(values.file ?? `card-${card}.pdf`)
  await writeCard(config, program.value, { card, language, file })
  say(file)
  return 0
}
