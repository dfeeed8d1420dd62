import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortcutsWith } from '../../shared/domain/desk/shortcuts.ts'
import { type Config, loadConfig, defaultSettings } from '../config/config.ts'
import type { OfficePorts } from '../kiosk/ports/office.ts'
import { LOG_FILE } from '../host/log.ts'
import { writeDiagnosis } from '../office/office-files.ts'
import { openSettingsFile } from '../office/settings-file.ts'
import type { KioskDependencies } from './kiosk-context.ts'
import type { KioskPrinting } from './kiosk-printing.ts'
import { checkProviders } from './payment-devices.ts'
import {
  compareReport,
  firstOf,
  reportFolder,
  salesCsv,
  salesListFilter,
  saveSettlement,
  saveTable,
  today,
} from './ledger.ts'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { salesListSums } from '../../shared/domain/money/trade.ts'
import { MAX_SHOWN_SALES } from '../../shared/api/kiosk/office-views.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { ledgerFile } from '../host/system.ts'

const FINDINGS_SHOWN = 100
const ROWS_DIAGNOSED = 500

interface OfficeParts extends Pick<OfficePorts, 'people'> {
  /** Access codes from all sources, which must not appear in a diagnosis file. */
  readonly allCodes: () => Promise<readonly string[]>
  readonly onFiled: () => void
}

/** Creates the functions with which supervisors view and change the ledger, settings and files of a kiosk. */
export function createOffice(
  context: KioskDependencies,
  {
    testPrint,
    makeCard,
    printBadge,
    printSalesList,
  }: Pick<KioskPrinting, 'testPrint' | 'makeCard' | 'printBadge' | 'printSalesList'>,
  { allCodes, people, onFiled }: OfficeParts,
): OfficePorts {
  const { config, directory, version, sqliteBinding: nativeBinding, ledger } = context
  const { dataDirectory, settingsFile } = config
  const ledgerPath = ledgerFile(directory)
  const timeZone = venueTimeZone(config)

  return {
    traded: (shiftNo) => ledger.shiftTrade(shiftNo),
    soldEvents: () => ledger.soldEvents(),
    ...salesListFunctions(context, printSalesList),
    journal: (wanted) => ledger.journalLines(wanted),
    async verify() {
      const { verifyLedger } = await import('../verify/verify.ts')
      const { ok: sound, findings, ...counts } = await verifyLedger({ path: ledgerPath, nativeBinding })
      const { rows, sales, tickets, headHash } = counts
      return { sound, rows, sales, tickets, headHash, findings: findings.slice(0, FINDINGS_SHOWN) }
    },
    async settle({ driver, from = today(timeZone), to = from, report }) {
      const currency = config.cashCurrencies[0] ?? 'GNF'
      const { language } = config
      const compared = compareReport(
        ledgerPath,
        { driver, from, to, timeZone, currency, report, language },
        nativeBinding,
      )
      if (!compared.ok) return err({ type: 'unreadable-report', ...firstOf(compared.error.problems) })
      const csv = await saveSettlement(compared.value, reportFolder(directory), { language, timeZone })
      return ok({ ...compared.value, csv })
    },
    settings: openSettingsFile({
      path: settingsFile,
      running: { ...config, shortcuts: shortcutsWith(config.shortcuts) },
      usual: defaultSettings({ ...config, mode: config.mode === 'demo' ? 'demo' : 'live' }),
      onFiled,
      faultsOf(file) {
        // During training, the settings belong to the live desk and must not be changed.
        if (config.mode === 'training') return [{ setting: '', detail: 'in training', cause: { type: 'in-training' } }]
        const judged = loadConfig({ dataDirectory, file })
        return judged.ok ? [] : judged.error.faults
      },
    }),
    people,
    testPrint,
    makeCard,
    printBadge,
    checkProviders: () => checkProviders(config, config.language),
    async diagnose(state) {
      return writeDiagnosis({
        ...state,
        folder: join(directory, 'diagnostics'),
        deviceId: config.deviceId,
        version,
        settings: chosenSettings(config),
        logPath: join(dataDirectory, LOG_FILE),
        ledger: { condition: ledger.condition(), opening: ledger.opening },
        journal: ledger.journalLines({ before: null, saleId: null, limit: ROWS_DIAGNOSED }),
        secrets: [...secretsOf(config, directory), ...(await allCodes()), ...people.list().map(({ name }) => name)],
      })
    },
  }
}

function salesListFunctions(
  { config, directory, ledger, clock }: KioskDependencies,
  printSalesList: KioskPrinting['printSalesList'],
): Pick<OfficePorts, 'sellers' | 'saveSales'> {
  const timeZone = venueTimeZone(config)
  return {
    sellers(shiftNo) {
      const lines = ledger.salesList({ shiftNo }) ?? []
      return [...new Set(lines.map(({ cashier }) => cashier))].filter((each) => each !== '').toSorted(compareLabels)
    },
    async saveSales(wish) {
      const { language, deviceId } = config
      const lines = ledger.salesList(salesListFilter(wish, { timeZone }))
      if (!lines) return err({ type: 'no-shift' })
      const { shiftNo, from, to, eventId, staffId } = wish
      const selection = [shiftNo, from, to === from ? undefined : to, eventId, staffId]
        .filter((each) => each !== undefined)
        .join('-')
      const jobId = `${deviceId}-sales-${selection || 'shift'}-${clock.now().wallUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
      const file = await saveTable(reportFolder(directory), jobId, salesCsv(deviceId, lines, { language, timeZone }))
      if (file === '') return err({ type: 'write-failed' })
      const issued = wish.print && (await printSalesList(jobId, { register: deviceId, lines }))
      const paper = issued
        ? (issued.printed?.outcome ?? (issued.saved.outcome === 'printed' ? 'saved' : 'failed'))
        : null
      return ok({ file, paper, lines: lines.length, shown: lines.slice(-MAX_SHOWN_SALES), sums: salesListSums(lines) })
    },
  }
}

function secretsOf({ staffPin, payments }: Config, directory: string): readonly string[] {
  const token = join(directory, 'local-api-token')
  const ofProviders = Object.values(payments).flatMap((provider) => textsIn(provider.secrets()))
  return [
    ...ofProviders,
    ...(staffPin === null ? [] : [staffPin]),
    ...(existsSync(token) ? [readFileSync(token, 'utf8').trim()] : []),
  ]
}

const textsIn = (secrets: unknown): readonly string[] =>
  typeof secrets === 'string' ? [secrets] : Object.values(secrets as object).flatMap(textsIn)

function chosenSettings(config: Config): object {
  const { deviceId, mode, role, language, languages, tenders, maxSeats, tenderBudgetSeconds, theme, shifts } = config
  const asTheyAre = { deviceId, mode, role, language, languages, tenders, maxSeats, tenderBudgetSeconds, theme }
  return {
    ...asTheyAre,
    closeAt: shifts.closeAt ?? null,
    accessCodes: Object.keys(config.accessCodes).length,
    staffPin: config.staffPin !== null,
    localApi: config.localApi !== undefined,
    partner: config.partner && {
      host: new URL(config.partner.baseUrl).host,
      signing: config.partner.signing?.scheme ?? null,
      timeoutSeconds: config.partner.timeoutSeconds,
      batch: config.partner.hold.batch,
    },
    tickets: { paper: config.tickets.paper, selfCheck: config.tickets.selfCheck },
    printers: Object.entries(config.printers.devices).map(([name, { kind, paper }]) => ({ name, kind, paper })),
  }
}
