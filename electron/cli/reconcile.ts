import { existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { languages } from '../../shared/kiosk-api/views.ts'
import { programOptions, readArguments } from './arguments.ts'
import { readProgram } from '../app/program.ts'
import { reconcileMachine } from '../app/reconciliation.ts'

export const reconcileUsage = `  guichet reconcile [--shift N] [--csv FILE] [--json] [--language fr|en|pt|ar] [--config FILE] [--data DIR]
                                                      the ledger's sales of a shift (the running one) against the partner's tickets
`

/** 0 when both say the same, 1 when they differ or could not be compared, 2 when the command line or the settings are wrong. */
export async function runReconcile(
  args: readonly string[],
  say: (line: string) => void,
  refuse: (...lines: readonly string[]) => number,
): Promise<number> {
  const read = readArguments(args, {
    ...programOptions,
    shift: { type: 'string' },
    csv: { type: 'string' },
    json: { type: 'boolean', default: false },
    language: { type: 'string' },
  })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const program = await readProgram(values)
  if (!program.ok) return refuse(...program.error.lines)
  const shiftNo = values.shift === undefined ? null : Number(values.shift)
  if (shiftNo !== null && (!Number.isInteger(shiftNo) || shiftNo < 1))
    return refuse('--shift takes a whole number from 1')
  const language = languages.find((each) => each === (values.language ?? program.value.config.language))
  if (!language) return refuse(`--language is ${languages.join(', ')}`)
  const file = values.csv && resolve(values.csv)
  if (file && !existsSync(dirname(file))) return refuse(`${dirname(file)}: no such directory`)
  const compared = await reconcileMachine(program.value, { shiftNo, language }, () => undefined)
  if (!compared.ok) {
    const { type, path } = compared.error
    return refuse(type === 'no-ledger' ? `${path}: no such file` : `${path}: has no shift ${shiftNo}`)
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
    say(
      `shift ${result.shiftNo}: ${result.sales} sales compared, ${result.agreed} tickets agree, ${result.differences.length} differences`,
    )
  }
  return result.differences.length === 0 ? 0 : 1
}
