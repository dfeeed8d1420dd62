import { existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'
import { readProgram } from '../app/program.ts'
import { reconcileMachine } from '../app/reconciliation.ts'

interface Values extends ProgramValues {
  readonly shift?: number
  readonly csv?: string
  readonly json?: true
  readonly language?: string
}

export function addReconcile(program: GuichetCommand): void {
  program
    .command('reconcile')
    .description("compare the sales of a shift with the partner's tickets")
    .takesNumber('--shift <N>', 'an earlier shift; default: the last one', 1, Infinity)
    .takes('--csv <FILE>', 'write the differences to this file')
    .option('--json', 'print the differences as JSON')
    .takes('--language <LANGUAGE>', languages.join(', '))
    .ofProgram()
    .endsWith({ 0: 'both agree', 1: 'they differ' })
    .does(reconcile)
}

/** 0 when both say the same, 1 when they differ or could not be compared, 2 when the command line or the settings are wrong. */
async function reconcile({ values, texts, say, refuse }: Task<Values>): Promise<number> {
  const program = await readProgram(values)
  if (!program.ok) return refuse(...program.error.lines)
  const shiftNo = values.shift ?? null
  const language = languages.find((each) => each === (values.language ?? program.value.config.language))
  if (!language) return refuse(choiceAt(texts, '--language', languages, values.language))
  const { files, reconciled, noShift } = catalogues[language]
  const file = values.csv && resolve(values.csv)
  if (file && !existsSync(dirname(file))) return refuse(files.noFolder(dirname(file)))
  const compared = await reconcileMachine(program.value, { shiftNo, language }, () => undefined)
  if (!compared.ok) {
    const { type, path } = compared.error
    return refuse(type === 'no-ledger' ? files.noFile(path) : noShift(path, shiftNo))
  }
  const { result, csv, toDo } = compared.value
  if (file) writeFileSync(file, csv, { mode: 0o600 })
  if (values.json) say(JSON.stringify(result))
  else {
    for (const one of result.differences) {
      const what = [one.seatCode, one.ticketNumber].filter(Boolean).join(' ') || one.reference
      say(`${one.kind}: ${what}, ${one.eventTitle}, ${one.ownerRef}`)
      say(`  ${[one.here, one.there || '–'].join(' / ')}: ${toDo(one)}`)
    }
    const { shiftNo: comparedShift, sales, agreed, differences } = result
    say(reconciled(comparedShift, sales, agreed, differences.length))
  }
  return result.differences.length === 0 ? 0 : 1
}
