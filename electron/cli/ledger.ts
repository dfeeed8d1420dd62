import { existsSync, writeFileSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Result } from '../../shared/domain/result.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { LedgerMaintenance, type NoLedger, type NoTrust, type Root } from '../app/ledger-maintenance.ts'
import {
  reconcileMachine,
  compareList,
  compareReport,
  isDay,
  ledgerOf,
  salesCsv,
  salesListFilter,
  settlementCsv,
  today,
} from '../app/ledger.ts'
import { type ProgramPlaces, readProgram, readProgramWithoutKey } from '../app/program.ts'
import type { Config } from '../config/config.ts'
import { readTextFile, problemLines } from '../host/files/file-text.ts'
import { defaultDataDirectory, demoSaleDirectory, ledgerFile } from '../host/system.ts'
import { EXIT, type GuichetCommand, type Task, type Within } from './command.ts'
import { isInstant, localStamp, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { wireFromMinor } from '../../shared/domain/money/money.ts'
import { salesListSums } from '../../shared/domain/money/trade.ts'
import { settledText, type Settled, type Settlement } from '../../shared/domain/money/settlement.ts'

interface LedgerPlace {
  readonly config: Config
  readonly keeping: LedgerMaintenance
}

const onLedger: Within<ProgramPlaces, LedgerPlace> = ({ values, demand }, run) => {
  const { config, sqliteBinding } = demand(readProgramWithoutKey(values))
  return run({ config, keeping: new LedgerMaintenance(join(config.dataDirectory, config.mode), sqliteBinding) })
}

const ledgerGroup = (program: GuichetCommand) =>
  program.command('ledger').description('check, back up and export the journal').ofProgram().takesLanguage().isGroup()

export function addLedger(program: GuichetCommand): void {
  const ledger = ledgerGroup(program)
  ledger
    .command('verify')
    .argument('[FILE]', 'a backup or an archive; default: the ledger of this machine')
    .description('check chain, signatures, amounts and invariants against trusted keys, files and papers')
    .collects('--key <ID|FILE>', 'a trusted key')
    .collects('--trust <FILE>', "a hub's trust file, or an archive")
    .collects('--paper <CODE|FILE|->', 'codes of printed Z reports')
    .flag('--json', 'print the report as JSON')
    .endsWith({
      [EXIT.done]: 'verified, with a trusted key',
      [EXIT.failed]: 'the check failed',
      [EXIT.other]: 'consistent, but no trusted key, file or paper was given',
    })
    .doesOn(onLedger, async (task) => {
      const { values, config, keeping, say } = task
      const [file] = task.words
      const language = task.languageOr(config.language)
      const { key: keys = [], trust: files = [], paper = [], json } = values
      const papers = paper.flatMap((one) => (one === '-' ? readTextFile(one).split('\n') : [one]))
      const path = file === undefined ? existingLedger(keeping.path, config) : resolve(file)
      const report = present(task, await keeping.verify(path, { keys, files, papers }), catalogues[language].files)
      const { verdict, roots, findings, rows, sales, tickets, headHash } = report
      if (json) say(JSON.stringify(report))
      else {
        const texts = catalogues[language].ledger
        say(path)
        for (const { severity, check, seq, what, why } of findings)
          say(`${severity} ${check}${seq === null ? '' : ` row ${seq}`}: ${what}: ${why}`)
        say(texts.counts(rows, sales, tickets, headHash))
        say(texts[verdict])
        if (verdict === 'holds') for (const root of roots) say(`  ${rootText(texts, root)}`)
      }
      return VERDICTS[verdict]
    })
  ledger
    .command('export')
    .argument('<FILE>', 'output file')
    .description('write the ledger as a signed archive (JSON Lines)')
    .doesOn(onLedger, async (task) => {
      const to = resolve(task.words[0] ?? '')
      const { files, ledger } = catalogues[task.languageOr(task.config.language)]
      if (!existsSync(dirname(to))) return task.refuse(files.noFolder(dirname(to)))
      const { path, rows, headHash } = present(task, await task.keeping.export(to), files)
      task.say(ledger.exported(path, rows, task.keeping.path, headHash))
    })
  addSales(ledger)
  ledger
    .command('backup')
    .description('make a verified copy beside the ledger')
    .doesOn(onLedger, async (task) => {
      const { path, seq } = present(task, await task.keeping.backup())
      task.say(`${path}: whole up to row ${seq}`)
    })
  ledger
    .command('restore')
    .argument('<FILE>', 'a backup')
    .description('replace the ledger with a backup; stop the program first; the old file is kept')
    .doesOn(onLedger, async (task) => {
      const { path, seq, setAsideAs } = present(task, await task.keeping.restore(resolve(task.words[0] ?? '')))
      task.say(`${path}: whole up to row ${seq}`)
      if (setAsideAs) task.say(`the previous ledger: ${setAsideAs}`)
    })
  ledger
    .command('renew-key')
    .description('create a new signing key; stop the program first; the old key signs the new one at the next start')
    .doesOn(onLedger, (task) => {
      const keyId = present(task, task.keeping.renewKey())
      task.say(`key ${keyId} signs from the next start on; with a hub, its administrator must approve it`)
    })
}

function addSales(ledger: ReturnType<typeof ledgerGroup>): void {
  ledger
    .command('sales')
    .description('list the sales and refunds of a shift, a period or an event')
    .takesNumber('--shift <N>', 'an earlier shift; default: the running shift', 1, Infinity)
    .optionWithValue('--from <DAY>', 'first day of a period, such as 2026-11-22')
    .optionWithValue('--to <DAY>', 'last day of the period; default: the first day')
    .optionWithValue('--event <ID>', 'only sales of this event')
    .optionWithValue('--staff <NUMBER>', 'only sales and refunds of this person')
    .optionWithValue('--csv <FILE>', 'write the list to this file')
    .flag('--json', 'print the list as JSON')
    .doesOn(onLedger, (task) => {
      const { values, config, keeping, say, refuse } = task
      const { shift: shiftNo, from, to = from, event: eventId, staff: staffId, csv } = values
      const language = task.languageOr(config.language)
      const { files, noShift, salesListed, settlementRefusals } = catalogues[language]
      if ([from, to].some((day) => day !== undefined && !isDay(day)) || (to ?? '') < (from ?? ''))
        return refuse(settlementRefusals.days)
      const file = csv && resolve(csv)
      if (file && !existsSync(dirname(file))) return refuse(files.noFolder(dirname(file)))
      const path = existingLedger(keeping.path, config)
      const timeZone = venueTimeZone(config)
      const filter = salesListFilter({ shiftNo, from, to, eventId, staffId }, { timeZone })
      const list = present(task, keeping.salesList(path, filter))
      if (!list) return refuse(noShift(path, shiftNo ?? null))
      if (file) writeFileSync(file, salesCsv(list.register, list.lines, { language, timeZone }), { mode: 0o600 })
      if (values.json) return say(JSON.stringify(list))
      if (list.lines.length === 0) say(salesListed(0, 0, '–', null))
      for (const { currency, lines, tickets, amount, tax } of salesListSums(list.lines)) {
        const money = (sum: number): string => `${wireFromMinor(sum, currency)} ${currency}`
        say(salesListed(lines, tickets, money(amount), tax === null ? null : money(tax)))
      }
    })
}

/**
 * Returns the path of the kiosk's own ledger. If a kiosk has neither a ledger nor settings, returns the path of the
 * `guichet demo` ledger.
 */
function existingLedger(own: string, { dataDirectory, mode, settingsFile }: Config): string {
  const demo = ledgerFile(join(demoSaleDirectory(), 'demo'))
  const isDefault = mode === 'demo' && dataDirectory === resolve(defaultDataDirectory())
  const isUsed = [settingsFile, own, ledgerFile(join(dataDirectory, 'live'))].some((path) => existsSync(path))
  return isDefault && !isUsed && existsSync(demo) ? demo : own
}

const VERDICTS = { holds: EXIT.done, broken: EXIT.failed, consistent: EXIT.other } as const

function rootText(texts: ProgramTexts['ledger'], root: Root): string {
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

function present<T>({ refuse, texts }: Task, done: Result<T, NoLedger | NoTrust>, files = texts.files): T {
  if (done.ok) return done.value
  const { error } = done
  return refuse(error.type === 'no-ledger' ? files.noFile(error.path) : `${error.what}: ${error.why}`)
}

export function addReconcile(program: GuichetCommand): void {
  program
    .command('reconcile')
    .description("compare the sales of a shift with the partner's tickets")
    .takesNumber('--shift <N>', 'an earlier shift; default: the last one', 1, Infinity)
    .optionWithValue('--csv <FILE>', 'write the differences to this file')
    .flag('--json', 'print the differences as JSON')
    .takesLanguage()
    .ofProgram()
    .endsWith({ [EXIT.done]: 'both agree', [EXIT.failed]: 'they differ' })
    .withHandler(async ({ values, say, refuse, demand, languageOr }) => {
      const program = demand(await readProgram(values))
      const shiftNo = values.shift ?? null
      const language = languageOr(program.config.language)
      const { files, reconciled, noShift } = catalogues[language]
      const file = values.csv && resolve(values.csv)
      if (file && !existsSync(dirname(file))) return refuse(files.noFolder(dirname(file)))
      const compared = await reconcileMachine(program, { shiftNo, language }, () => undefined)
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
      return result.differences.length === 0 ? EXIT.done : EXIT.failed
    })
}

export function addSettlement(program: GuichetCommand): void {
  program
    .command('settlement [FILE]')
    .description("compare the ledger's payments with a provider's report (a CSV file) or its list; changes nothing")
    .optionWithValue('--provider <DRIVER>', 'driver that the report comes from, such as djomy-push')
    .optionWithValue('--from <DAY>', 'first day, such as 2026-11-22; default: today')
    .optionWithValue('--to <DAY>', 'last day of the period; default: the first day')
    .optionWithValue('--currency <CODE>', 'currency of lines that name none; default: that of the drawer')
    .optionWithValue('--csv <FILE>', 'write the differences to this file')
    .flag('--json', 'print the differences as JSON')
    .takesLanguage()
    .ofProgram()
    .endsWith({ [EXIT.done]: 'both agree', [EXIT.failed]: 'they differ, or could not be compared' })
    .withHandler(async ({ values, words: [name], say, refuse, failed, demand, languageOr }) => {
      const program = demand(name === undefined ? await readProgram(values) : readProgramWithoutKey(values))
      const { config } = program
      const language = languageOr(config.language)
      const { files, settlement: words, settlementRefusals: refusals } = catalogues[language]
      if (values.provider === undefined) return refuse(refusals.provider)
      const timeZone = venueTimeZone(config)
      const [from = today(timeZone), to = from] = [values.from, values.to]
      if (!isDay(from) || !isDay(to) || to < from) return refuse(refusals.days)
      const currency = values.currency ?? config.cashCurrencies[0] ?? 'GNF'
      if (!/^[A-Z]{3}$/u.test(currency)) return refuse(refusals.currency)
      const table = values.csv && resolve(values.csv)
      if (table && !existsSync(dirname(table))) return refuse(files.noFolder(dirname(table)))
      const path = ledgerOf(config)
      if (path === null) return refuse(refusals.noLedger(config.dataDirectory))
      const days = { driver: values.provider, from, to, timeZone }
      const withReport = (file: string): Settlement => {
        if (!existsSync(file)) return refuse(files.noFile(file))
        const wish = { ...days, currency, language, report: readFileSync(file) }
        const done = compareReport(path, wish, program.sqliteBinding)
        return done.ok ? done.value : refuse(...problemLines(file, done.error.problems))
      }
      const withList = async (): Promise<Settlement> => {
        const done = await compareList(path, config, days, program.sqliteBinding)
        if (done.ok) return done.value
        if (done.error.type === 'unread-list') return failed(refusals.partialList(days.driver))
        return refuse(refusals.noList(days.driver))
      }
      const compared = name === undefined ? await withList() : withReport(resolve(name))
      const { differences } = compared
      if (table) writeFileSync(table, settlementCsv(compared, { language, timeZone }), { mode: 0o600 })
      if (values.json) say(JSON.stringify(compared))
      else for (const line of inWords(compared, words, timeZone)) say(line)
      return differences.length === 0 ? EXIT.done : EXIT.failed
    })
}

function inWords(
  { from, to, payments, lines, agreed, sums, differences }: Settlement,
  words: ProgramTexts['settlement'],
  timeZone: string,
): readonly string[] {
  const money = (sum: number, currency: string): string => `${wireFromMinor(sum, currency)} ${currency}`
  const said = (settled: Settled | null): string => settledText(settled, (standing) => words.standings[standing]) || '–'
  return [
    ...differences.flatMap(({ kind, name, amount, currency, at, here, there }) => [
      `${words.kinds[kind]}: ${name}, ${money(amount, currency)}, ${isInstant(at) ? localStamp(at, timeZone) : at}`,
      `  ${said(here)} / ${said(there)}: ${words.advice[kind]}`,
    ]),
    ...sums.map(({ currency, paid, refunded, fees }) =>
      words.sums(money(paid, currency), money(refunded, currency), money(fees, currency)),
    ),
    `${from} – ${to}: ${words.of(payments, lines, agreed)} ${words.compared(differences.length)}`,
  ]
}
