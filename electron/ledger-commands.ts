import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createLedgerCare, type NoLedger } from './ledger-care.ts'
import { programOptions, readArguments } from './arguments.ts'
import { readProgramWithoutKey } from './program.ts'

export const ledgerUsage = `  guichet ledger verify [FILE] [--json]                chain, signatures, sums and invariants of the ledger, a backup or an archive
  guichet ledger export FILE                           the ledger as a signed archive (JSON Lines)
  guichet ledger backup                                a verified copy beside the ledger
  guichet ledger restore FILE                          a copy in the ledger's place, the program stopped; the old file is kept
`

type Print = (line: string) => void

/** `guichet ledger …`: returns the exit code: 0 all is well, 1 the ledger is not, 2 the command line is not. */
export async function runLedgerCommand(args: readonly string[], print: Print, complain: Print): Promise<number> {
  const read = readArguments(args, { ...programOptions, json: { type: 'boolean', default: false } }, true)
  if (!read.ok) return refuse(complain, read.error.detail)
  const { values, positionals } = read.value
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(complain, ...program.error.lines)
  const { config, sqliteBinding } = program.value
  const care = createLedgerCare(join(config.dataDirectory, config.mode), sqliteBinding)
  const [action = '', file, ...more] = positionals
  if (more.length > 0 || (action === 'backup' && file)) return refuse(complain, `ledger ${action}: too many arguments`)

  if (action === 'verify') {
    const report = await care.verify(file && resolve(file))
    if (!report.ok) return absent(complain, report.error)
    const { ok: sound, findings, rows, sales, tickets, headHash } = report.value
    if (values.json) print(JSON.stringify(report.value))
    else {
      for (const { severity, check, seq, what, why } of findings)
        print(`${severity} ${check}${seq === null ? '' : ` row ${seq}`}: ${what}: ${why}`)
      print(`${rows} rows, ${sales} sales, ${tickets} tickets; last hash ${headHash}`)
      print(sound ? 'the ledger holds' : 'THE LEDGER DOES NOT HOLD')
    }
    return sound ? 0 : 1
  }
  if (action === 'backup') {
    const copy = await care.backup()
    if (!copy.ok) return absent(complain, copy.error)
    print(`${copy.value.path}: whole up to row ${copy.value.seq}`)
    return 0
  }
  if (action === 'export' || action === 'restore') {
    if (!file) return refuse(complain, `ledger ${action} takes the file's name`)
    return action === 'export' ? writeArchive(resolve(file)) : putBack(resolve(file))
  }
  return refuse(complain, `ledger takes verify, export, backup or restore${action && `, not "${action}"`}`)

  async function writeArchive(to: string): Promise<number> {
    if (!existsSync(dirname(to))) return refuse(complain, `${dirname(to)}: no such directory`)
    const archive = await care.export(to)
    if (!archive.ok) return absent(complain, archive.error)
    print(`${archive.value.path}: ${archive.value.rows} rows, last hash ${archive.value.headHash}`)
    return 0
  }

  async function putBack(backup: string): Promise<number> {
    const restored = await care.restore(backup)
    if (!restored.ok) return absent(complain, restored.error)
    print(`${restored.value.path}: whole up to row ${restored.value.seq}`)
    if (restored.value.setAsideAs) print(`the ledger that was there: ${restored.value.setAsideAs}`)
    return 0
  }
}

function absent(complain: Print, { path }: NoLedger): number {
  return refuse(complain, `${path}: no such file`)
}

function refuse(complain: Print, ...lines: readonly string[]): number {
  for (const line of lines) complain(line)
  return 2
}
