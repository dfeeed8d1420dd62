import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isInstant, localStamp, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Language } from '../../shared/domain/language.ts'
import { wireFromMinor } from '../../shared/domain/money/money.ts'
import { settledText, type Settled, type Settlement } from '../../shared/domain/money/settlement.ts'
import { err, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { SettlementRefusals, SettlementTexts } from '../../shared/i18n/texts.ts'
import { readProgram, readProgramWithoutKey, type Program } from '../app/program.ts'
import { compareList, compareReport, isDay, ledgerOf, settlementCsv, today, type SettledDays } from '../app/ledger.ts'
import { problemLines } from '../host/files/file-text.ts'
import { EXIT, type GuichetCommand } from './command.ts'

export function addSettlement(program: GuichetCommand): void {
  program
    .command('settlement [FILE]')
    .description("compare the ledger's payments with a provider's report (a CSV file) or its list; changes nothing")
    .takes('--provider <DRIVER>', 'driver that the report comes from, such as djomy-push')
    .takes('--from <DAY>', 'first day, such as 2026-11-22; default: today')
    .takes('--to <DAY>', 'last day; default: the first')
    .takes('--currency <CODE>', 'currency of lines that name none; default: that of the drawer')
    .takes('--csv <FILE>', 'write the differences to this file')
    .flag('--json', 'print the differences as JSON')
    .takesLanguage()
    .ofProgram()
    .endsWith({ [EXIT.done]: 'both agree', [EXIT.failed]: 'they differ, or could not be compared' })
    .does(async ({ values, words: [name], say, refuse, failed, demand, languageOr }) => {
      const program = demand(name === undefined ? await readProgram(values) : readProgramWithoutKey(values))
      const { config } = program
      const language = languageOr(config.language)
      const { files, settlement: words, settlementRefusals: refusals } = catalogues[language]
      if (values.provider === undefined) return refuse(refusals.provider)
      const timeZone = venueTimeZone(config)
      const [from = today(timeZone), to = from] = [values.from, values.to]
      if (!isDay(from) || !isDay(to) || to < from) return refuse(refusals.days)
      const currency = values.currency ?? config.drawerCurrencies[0] ?? 'GNF'
      if (!/^[A-Z]{3}$/u.test(currency)) return refuse(refusals.currency)
      const table = values.csv && resolve(values.csv)
      if (table && !existsSync(dirname(table))) return refuse(files.noFolder(dirname(table)))
      const path = ledgerOf(config)
      if (path === null) return refuse(refusals.noLedger(config.dataDirectory))
      const days = { driver: values.provider, from, to, timeZone }
      const compared =
        name === undefined
          ? await compareWithList(path, program, days, refusals)
          : compareWithReport(path, program, { ...days, currency, language }, name)
      if (!compared.ok)
        return compared.error.type === 'unread-list' ? failed(...compared.error.lines) : refuse(...compared.error.lines)
      const { differences } = compared.value
      if (table) writeFileSync(table, settlementCsv(compared.value, { language, timeZone }), { mode: 0o600 })
      if (values.json) say(JSON.stringify(compared.value))
      else {
        for (const line of inWords(compared.value, words, timeZone)) say(line)
      }
      return differences.length === 0 ? EXIT.done : EXIT.failed
    })
}

interface NotCompared {
  readonly type: 'refused' | 'unread-list'
  readonly lines: readonly string[]
}

function compareWithReport(
  path: string,
  { sqliteBinding }: Program,
  wish: SettledDays & { readonly currency: string; readonly language: Language },
  name: string,
): Result<Settlement, NotCompared> {
  const file = resolve(name)
  if (!existsSync(file)) return err({ type: 'refused', lines: [catalogues[wish.language].files.noFile(file)] })
  const compared = compareReport(path, { ...wish, report: readFileSync(file) }, sqliteBinding)
  if (compared.ok) return compared
  return err({ type: 'refused', lines: problemLines(file, compared.error.problems) })
}

async function compareWithList(
  path: string,
  { config, sqliteBinding }: Program,
  days: SettledDays,
  refusals: SettlementRefusals,
): Promise<Result<Settlement, NotCompared>> {
  const compared = await compareList(path, config, days, sqliteBinding)
  if (compared.ok) return compared
  return compared.error.type === 'unread-list'
    ? err({
        type: 'unread-list',
        lines: [refusals.partialList(days.driver)],
      })
    : err({ type: 'refused', lines: [refusals.noList(days.driver)] })
}

function inWords(
  { from, to, payments, lines, agreed, sums, differences }: Settlement,
  words: SettlementTexts,
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
