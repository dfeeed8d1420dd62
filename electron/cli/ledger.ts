import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { LedgerTexts } from '../../shared/i18n/texts.ts'
import {
  createLedgerKeeping,
  type LedgerKeeping,
  type NoLedger,
  type NoTrust,
  type Root,
} from '../app/ledger-keeping.ts'
import { reconcileMachine } from '../app/ledger.ts'
import { readProgram, readProgramWithoutKey } from '../app/program.ts'
import type { Config } from '../config/config.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { defaultDataDirectory, demoSaleDirectory, ledgerFile } from '../host/system.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'

interface Values extends ProgramValues {
  readonly language?: string
}

interface VerifyValues extends Values {
  readonly key?: readonly string[]
  readonly trust?: readonly string[]
  readonly paper?: readonly string[]
  readonly json?: true
}

interface LedgerTask<V = Values> extends Task<V> {
  readonly keeping: LedgerKeeping
  /** Language of the settings, if `--language` is not given. */
  readonly language: string
  /** Ledger that `verify` reads if no file is named. */
  readonly verifiedPath: string
}

export function addLedger(program: GuichetCommand): void {
  const ledger = program
    .command('ledger')
    .description('check, back up and export the journal')
    .ofProgram()
    .takes('--language <LANGUAGE>', languages.join(', '))
    .isGroup()
  ledger
    .command('verify')
    .argument('[FILE]', 'a backup or an archive; default: the ledger of this machine')
    .description('check chain, signatures, amounts and invariants against trusted keys, files and papers')
    .collects('--key <ID|FILE>', 'a trusted key')
    .collects('--trust <FILE>', "a hub's trust file, or an archive")
    .collects('--paper <CODE|FILE|->', 'codes of printed Z reports')
    .option('--json', 'print the report as JSON')
    .endsWith({
      [EXIT_CODES.holds]: 'verified, with a trusted key',
      [EXIT_CODES.broken]: 'the check failed',
      [EXIT_CODES.consistent]: 'consistent, but no trusted key, file or paper was given',
    })
    .does(onLedger(verify))
  ledger
    .command('export')
    .argument('<FILE>', 'output file')
    .description('write the ledger as a signed archive (JSON Lines)')
    .does(onLedger(writeArchive))
  ledger.command('backup').description('make a verified copy beside the ledger').does(onLedger(backUp))
  ledger
    .command('restore')
    .argument('<FILE>', 'a backup')
    .description('replace the ledger with a backup; stop the program first; the old file is kept')
    .does(onLedger(restore))
  ledger
    .command('renew-key')
    .description('create a new signing key; stop the program first; the old key signs the new one at the next start')
    .does(onLedger(renewKey))
}

/**
 * Exit codes: 0 the ledger is in order, 1 it is not, 2 the command line is wrong. `verify`: 3 if the ledger is
 * consistent but no trusted key, file or paper confirms it.
 */
const onLedger =
  <V extends Values>(work: (task: LedgerTask<V>) => number | Promise<number>) =>
  (task: Task<V>) => {
    const program = readProgramWithoutKey(task.values)
    if (!program.ok) return task.refuse(...program.error.lines)
    const { config, sqliteBinding } = program.value
    const keeping = createLedgerKeeping(join(config.dataDirectory, config.mode), sqliteBinding)
    const language = task.values.language ?? config.language
    return work({ ...task, keeping, language, verifiedPath: existingLedger(keeping.path, config) })
  }

/**
 * Returns the ledger of `guichet demo` on a machine that has no other ledger and no settings; otherwise the machine's
 * own.
 */
function existingLedger(own: string, { dataDirectory, mode, settingsFile }: Config): string {
  const demo = ledgerFile(join(demoSaleDirectory(), 'demo'))
  const isDefault = mode === 'demo' && dataDirectory === resolve(defaultDataDirectory())
  const isUsed = [settingsFile, own, ledgerFile(join(dataDirectory, 'live'))].some((path) => existsSync(path))
  return isDefault && !isUsed && existsSync(demo) ? demo : own
}

async function backUp(task: LedgerTask): Promise<number> {
  const copy = await task.keeping.backup()
  if (!copy.ok) return absent(task, copy.error)
  task.say(`${copy.value.path}: whole up to row ${copy.value.seq}`)
  return 0
}

function renewKey(task: LedgerTask): number {
  const renewed = task.keeping.renewKey()
  if (!renewed.ok) return absent(task, renewed.error)
  task.say(`key ${renewed.value} signs from the next start on; with a hub, its administrator must approve it`)
  return 0
}

async function writeArchive(task: LedgerTask): Promise<number> {
  const language = languages.find((each) => each === task.language)
  if (!language) return task.refuse(choiceAt(task.texts, '--language', languages, task.language))
  const to = resolve(task.words[0] ?? '')
  const { files, ledger } = catalogues[language]
  if (!existsSync(dirname(to))) return task.refuse(files.noFolder(dirname(to)))
  const archive = await task.keeping.export(to)
  if (!archive.ok) return absent(task, archive.error, files)
  const { path, rows, headHash } = archive.value
  task.say(ledger.exported(path, rows, task.keeping.path, headHash))
  return 0
}

async function restore(task: LedgerTask): Promise<number> {
  const restored = await task.keeping.restore(resolve(task.words[0] ?? ''))
  if (!restored.ok) return absent(task, restored.error)
  task.say(`${restored.value.path}: whole up to row ${restored.value.seq}`)
  if (restored.value.setAsideAs) task.say(`the previous ledger: ${restored.value.setAsideAs}`)
  return 0
}

const EXIT_CODES = { holds: 0, broken: 1, consistent: 3 } as const

async function verify(task: LedgerTask<VerifyValues>): Promise<number> {
  const { values, keeping, refuse, say, verifiedPath } = task
  const [file] = task.words
  const language = languages.find((each) => each === task.language)
  if (!language) return refuse(choiceAt(task.texts, '--language', languages, task.language))
  const { key: keys = [], trust: files = [], paper = [], json } = values
  const papers = paper.flatMap((one) => (one === '-' ? readTextFile(one).split('\n') : [one]))
  const path = file === undefined ? verifiedPath : resolve(file)
  const report = await keeping.verify(path, { keys, files, papers })
  if (!report.ok) return absent(task, report.error, catalogues[language].files)
  const { verdict, roots, findings, rows, sales, tickets, headHash } = report.value
  if (json) say(JSON.stringify(report.value))
  else {
    const texts = catalogues[language].ledger
    say(path)
    for (const { severity, check, seq, what, why } of findings)
      say(`${severity} ${check}${seq === null ? '' : ` row ${seq}`}: ${what}: ${why}`)
    say(texts.counts(rows, sales, tickets, headHash))
    say(texts[verdict])
    if (verdict === 'holds') for (const root of roots) say(`  ${rootText(texts, root)}`)
  }
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

/** Reports a missing ledger or an unusable root of trust. Returns the exit code. */
function absent({ refuse, texts }: LedgerTask, error: NoLedger | NoTrust, files = texts.files): number {
  return refuse(error.type === 'no-ledger' ? files.noFile(error.path) : `${error.what}: ${error.why}`)
}

interface ReconcileValues extends ProgramValues {
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

/**
 * Exit codes: 0 if both agree, 1 if they differ or could not be compared, 2 if the command line or the settings are
 * wrong.
 */
async function reconcile({ values, texts, say, refuse }: Task<ReconcileValues>): Promise<number> {
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
