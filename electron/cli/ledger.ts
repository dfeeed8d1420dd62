import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { languages } from '../../shared/kiosk-api/views.ts'
import {
  createLedgerKeeping,
  type LedgerKeeping,
  type NoLedger,
  type NoTrust,
  type Root,
  type ToldTrust,
} from '../app/ledger-keeping.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { LedgerTexts } from '../../shared/i18n/texts.ts'
import { programOptions, readArguments } from './arguments.ts'
import { readProgramWithoutKey } from '../app/program.ts'

export const ledgerUsage = `  guichet ledger verify [FILE] [--key ID|FILE] [--trust FILE] [--paper CODE|FILE|-] [--json] [--language fr|en|pt|ar]
                                                      chain, signatures, sums and invariants of the ledger, a backup or an archive, held against
                                                      what is known elsewhere: keys, a hub's trust file or an archive, codes of printed Zs
  guichet ledger export FILE                           the ledger as a signed archive (JSON Lines)
  guichet ledger backup                                a verified copy beside the ledger
  guichet ledger restore FILE                          a copy in the ledger's place, the program stopped; the old file is kept
  guichet ledger renew-key                             a new signing key, the program stopped; the key before signs for it at the next start
`

type Print = (line: string) => void

/**
 * `guichet ledger …`: returns the exit code: 0 all is well, 1 the ledger is not, 2 the command line is not; `verify`: 3
 * where the ledger agrees with itself and nothing that is known elsewhere vouches for it.
 */
export async function runLedgerCommand(args: readonly string[], print: Print, complain: Print): Promise<number> {
  const read = readArguments(args, { ...programOptions, ...verifyOptions }, true)
  if (!read.ok) return refuse(complain, read.error.detail)
  const { values, positionals } = read.value
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(complain, ...program.error.lines)
  const { config, sqliteBinding } = program.value
  const keeping = createLedgerKeeping(join(config.dataDirectory, config.mode), sqliteBinding)
  const [action = '', file, ...more] = positionals
  if (more.length > 0 || (['backup', 'renew-key'].includes(action) && file))
    return refuse(complain, `ledger ${action}: too many arguments`)

  if (action === 'verify') {
    const language = languages.find((each) => each === (values.language ?? config.language))
    if (!language) return refuse(complain, `--language is one of ${languages.join(', ')}`)
    const { key: keys = [], trust: files = [], paper = [] } = values
    const papers = paper.flatMap((one) => (one === '-' ? readFileSync(0, 'utf8').split('\n') : [one]))
    const say = values.json ? null : catalogues[language].ledger
    return verify(keeping, file && resolve(file), { keys, files, papers }, say, print, complain)
  }
  if (action === 'backup') {
    const copy = await keeping.backup()
    if (!copy.ok) return absent(complain, copy.error)
    print(`${copy.value.path}: whole up to row ${copy.value.seq}`)
    return 0
  }
  if (action === 'renew-key') {
    const renewed = keeping.renewKey()
    if (!renewed.ok) return absent(complain, renewed.error)
    print(`key ${renewed.value} signs from the next start on; with a hub, its administrator has to vouch for it`)
    return 0
  }
  if (action === 'export' || action === 'restore') {
    if (!file) return refuse(complain, `ledger ${action} takes the file's name`)
    return action === 'export' ? writeArchive(resolve(file)) : putBack(resolve(file))
  }
  return refuse(complain, `ledger takes verify, export, backup, restore or renew-key${action && `, not "${action}"`}`)

  async function writeArchive(to: string): Promise<number> {
    if (!existsSync(dirname(to))) return refuse(complain, `${dirname(to)}: no such directory`)
    const archive = await keeping.export(to)
    if (!archive.ok) return absent(complain, archive.error)
    print(`${archive.value.path}: ${archive.value.rows} rows, last hash ${archive.value.headHash}`)
    return 0
  }

  async function putBack(backup: string): Promise<number> {
    const restored = await keeping.restore(backup)
    if (!restored.ok) return absent(complain, restored.error)
    print(`${restored.value.path}: whole up to row ${restored.value.seq}`)
    if (restored.value.setAsideAs) print(`the ledger that was there: ${restored.value.setAsideAs}`)
    return 0
  }
}

const verifyOptions = {
  json: { type: 'boolean', default: false },
  key: { type: 'string', multiple: true },
  trust: { type: 'string', multiple: true },
  paper: { type: 'string', multiple: true },
  language: { type: 'string' },
} as const

const EXIT_CODES = { holds: 0, broken: 1, consistent: 3 } as const

/** `texts` null: the report as JSON. */
async function verify(
  keeping: LedgerKeeping,
  file: string | undefined,
  told: ToldTrust,
  texts: LedgerTexts | null,
  print: Print,
  complain: Print,
): Promise<number> {
  const report = await keeping.verify(file, told)
  if (!report.ok) return absent(complain, report.error)
  const { verdict, roots, findings, rows, sales, tickets, headHash } = report.value
  if (texts === null) {
    print(JSON.stringify(report.value))
    return EXIT_CODES[verdict]
  }
  for (const { severity, check, seq, what, why } of findings)
    print(`${severity} ${check}${seq === null ? '' : ` row ${seq}`}: ${what}: ${why}`)
  print(texts.counts(rows, sales, tickets, headHash))
  print(texts[verdict])
  if (verdict === 'holds') for (const root of roots) print(`  ${rootText(texts, root)}`)
  return EXIT_CODES[verdict]
}

function rootText(texts: LedgerTexts, root: Root): string {
  switch (root.kind) {
    case 'key':
      return texts.key(root.keyId)
    case 'head':
      return texts.head(root.seq)
    case 'hub':
      return texts.hub(root.hubKey, root.keyId)
    case 'paper':
      return texts.paper(root.seq)
  }
}

function absent(complain: Print, error: NoLedger | NoTrust): number {
  return refuse(complain, error.type === 'no-ledger' ? `${error.path}: no such file` : `${error.what}: ${error.why}`)
}

function refuse(complain: Print, ...lines: readonly string[]): number {
  for (const line of lines) complain(line)
  return 2
}
