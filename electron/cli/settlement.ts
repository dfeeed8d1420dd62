import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isInstant, localStamp, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { wireFromMinor } from '../../shared/domain/money/money.ts'
import { settledText, type Settled, type Settlement } from '../../shared/domain/money/settlement.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { readProgram, readProgramWithoutKey } from '../app/program.ts'
import { compareList, compareReport, isDay, ledgerOf, settlementCsv, today } from '../app/ledger.ts'
import { problemLines } from '../host/files/file-text.ts'
import { EXIT, type GuichetCommand } from './command.ts'

export function addSettlement(program: GuichetCommand): void {
  program
    .command('settlement [FILE]')
    .description("compare the ledger's payments with a provider's report (a CSV file) or its list; changes nothing")
    .optionWithValue('--provider <DRIVER>', 'driver that the report comes from, such as djomy-push')
    .optionWithValue('--from <DAY>', 'first day, such as 2026-11-22; default: today')
    .optionWithValue('--to <DAY>', 'last day; default: the first')
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
