import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { UnavailableTender } from '../../shared/domain/fleet/readiness.ts'
import { type Language, languageOf } from '../../shared/domain/language.ts'
import { type ExaminationFinding, providerFault } from '../../shared/domain/money/examination.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import type { NoteFinding } from '../../shared/domain/money/notes.ts'
import {
  type AccountTender,
  type DrivenTender,
  drivenTenders,
  isAccount,
  isDocument,
  isMobileMoney,
  isNotes,
  isOnlyNamed,
  isProvided,
  type OwnTenderNames,
  type ProvidedTender,
  type TenderKind,
} from '../../shared/domain/money/tender.ts'
import { catalogues, textsIn } from '../../shared/i18n/catalogues.ts'
import type { ExaminedProviderView } from '../../shared/api/kiosk/office-views.ts'
import type { ExaminedStep } from '../../shared/api/kiosk/payment-forms.ts'
import type { Config } from '../config/config.ts'
import { sellerOf } from '../config/terms.ts'
import type { NotesConfig, Provider } from '../config/payments.ts'
import { FiscalQueue } from '../kiosk/sale/invoices.ts'
import type { NoteValidator, TenderDriver, TenderRequest } from '../kiosk/ports/devices.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import { silentLog } from '../host/log.ts'
import { createSystemClock, ledgerFile } from '../host/system.ts'
import { unsignedInvoices } from '../ledger/accounts/invoices.ts'
import { readLedger } from '../ledger/connection.ts'
import { HttpClient } from '../partner/http-client.ts'
import { AttendedTerminal } from '../payments/attended-terminal.ts'
import { reportOf } from '../payments/driver-kind.ts'
import type { Line } from '../payments/http.ts'
import { HttpFiscalSigner } from '../payments/fiscal.ts'
import { createSimulatedNotes, createSimulatedTerminal } from '../payments/simulated.ts'
import { clientsOfHub } from './hub-link.ts'
import type { KioskDependencies } from './kiosk-context.ts'

interface ExaminedProvider extends ExaminedProviderView {
  readonly fault: UnavailableTender['fault'] | null
}

export function checkProviders(
  { payments, tenders }: Pick<Config, 'payments' | 'tenders'>,
  language: Language,
): Promise<readonly ExaminedProvider[]> {
  const named = tenders.filter(isProvided).flatMap((tender) => {
    const provider = payments[tender]
    return provider ? [examineProvider(tender, provider, language)] : []
  })
  return Promise.all(named)
}

export async function examineProvider(
  tender: TenderKind,
  provider: Provider,
  language: Language,
): Promise<ExaminedProvider> {
  const { driver, close } = await openProvider(provider, { clock: createSystemClock(), log: silentLog })
  try {
    const found = (await driver.examine?.()) ?? []
    const { name, host } = driver
    return { tender, driver: name, host, steps: reportOf(found, host, language), fault: providerFault(found) }
  } finally {
    close()
  }
}

export const unavailableTenders = (examined: readonly ExaminedProvider[]): readonly UnavailableTender[] =>
  examined.flatMap(({ tender, fault }) => (fault === null ? [] : [{ tender, fault }]))

type DriverDependencies = Pick<KioskDependencies, 'config' | 'directory' | 'clock' | 'log'>

/** Opens the drivers of the tenders. Cash has no driver, because staff enter the amount received. */
export async function openTenderDrivers(ground: DriverDependencies) {
  const { payments, tenders: offered, terminals } = ground.config
  const opened: Awaited<ReturnType<typeof openProvider>>[] = []
  const driverOf = async (kind: Exclude<DrivenTender, AccountTender>): Promise<TenderDriver> => {
    if (isDocument(kind)) return new AttendedTerminal()
    const provider = payments[kind]
    if (!provider) return terminals === 'manual' ? new AttendedTerminal() : simulated(kind, ground)
    const open = await openProvider(provider, ground)
    opened.push(open)
    return open.driver
  }
  // In demo mode, all simulated tenders are queried about earlier payments, including tenders that are not offered.
  const isOpened = (kind: DrivenTender): kind is Exclude<DrivenTender, AccountTender> =>
    !isAccount(kind) && (offered.includes(kind) || (terminals !== 'manual' && !isDocument(kind)))
  const kinds = drivenTenders.filter(isOpened)
  const tenders = await Promise.all(kinds.map(async (kind) => [kind, await driverOf(kind)] as const))
  const notes = await openNotes(ground)
  const hub = clientsOfHub(ground)
  return {
    tenders: Object.fromEntries(tenders) as Partial<Record<TenderKind, TenderDriver>>,
    ...(notes && { notes }),
    // Without `slipHub`, credit vouchers can be redeemed only at the kiosk that issued them.
    ...(hub && { slipHub: hub.slips, accountHub: hub.accounts, agentHub: hub.agents, messageHub: hub.messages }),
    pages: hub?.pages ?? null,
    ...(hub?.purchases && { purchaseHub: hub.purchases }),
    close: async (): Promise<void> => {
      opened.forEach(({ close }) => close())
      hub?.close()
      await notes?.close()
    },
  }
}

/** Opens the note acceptor; null if there is no note acceptor. The demo's simulated acceptor takes no real notes. */
async function openNotes({ config, directory, clock, log }: DriverDependencies): Promise<NoteValidator | null> {
  const { role, terminals, tenders, notes, simulatedTerminal } = config
  if (role !== 'kiosk' || !tenders.some(isNotes)) return null
  if (terminals === 'manual') return notes ? openNoteValidator(notes, { clock, log }) : null
  const { customerDelaySeconds } = simulatedTerminal
  return createSimulatedNotes({ journalPath: join(directory, 'simulated-notes.jsonl'), clock, customerDelaySeconds })
}

export async function openProvider(
  provider: Provider,
  { clock, log }: Pick<Line, 'clock'> & { readonly log: Pick<Log, 'info' | 'warn'> },
) {
  const { ca, settings, isPeer } = provider
  const httpProxy = 'httpProxy' in settings ? settings.httpProxy : undefined
  const client = new HttpClient({ ca, httpProxy, isPeer })
  const driver = await provider.create({
    clock,
    log,
    fetch: (request) => client.fetch(request),
    onExchanged({ status, ...facts }) {
      if (status === null) log.info('payment.request-unanswered', facts)
      else log.info('payment.request-answered', { ...facts, status })
    },
  })
  return { driver, close: () => client.close() }
}

/**
 * Opens the queue of invoices for the fiscal service; null if none is configured. Training invoices are never signed.
 */
export function openFiscalQueue(
  { config, clock, log }: DriverDependencies,
  book: ConstructorParameters<typeof FiscalQueue>[0]['book'],
): { readonly queue: FiscalQueue; readonly close: () => void } | null {
  const { fiscal, seller, mode, deviceId: register } = config
  if (!fiscal || mode === 'training') return null
  const client = new HttpClient({ ca: fiscal.ca })
  const { name, address, taxNumber } = sellerOf(seller)
  const line: Line = {
    clock,
    log,
    fetch: (request) => client.fetch(request),
    onExchanged: ({ status, ...facts }) => log.info('fiscal.exchanged', { ...facts, status: status ?? 0 }),
  }
  const signer = new HttpFiscalSigner(line, fiscal, { name, address, taxNumber })
  return { queue: new FiscalQueue({ book, signer, clock, register, log }), close: () => client.close() }
}

/**
 * Checks the fiscal service, and counts the invoices without a signature in the ledger, which the program may have open.
 * Resolves with null if no service is configured. Requests no signature.
 */
export async function examineFiscal(config: Config, sqliteBinding: string | undefined, language: Language) {
  const { fiscal, mode, dataDirectory } = config
  if (!fiscal || mode === 'training') return null
  const client = new HttpClient({ ca: fiscal.ca })
  const line = { clock: createSystemClock(), log: silentLog, fetch: (request: Request) => client.fetch(request) }
  try {
    const found = await new HttpFiscalSigner(line, fiscal, sellerOf(config.seller)).examine()
    const path = ledgerFile(join(dataDirectory, mode))
    const unsigned = existsSync(path) ? readLedger(path, { nativeBinding: sqliteBinding }, unsignedInvoices) : []
    const waiting = unsigned.filter((each) => each.fiscal === 'waiting').length
    const host = new URL(fiscal.url).host
    const steps = fiscalSteps(found, { waiting, rejected: unsigned.length - waiting }, fiscal.url, language)
    return { host, waiting, rejected: unsigned.length - waiting, steps }
  } finally {
    client.close()
  }
}

function fiscalSteps(
  found: readonly ExaminationFinding[],
  { waiting, rejected }: { readonly waiting: number; readonly rejected: number },
  url: string,
  language: Language,
): readonly ExaminedStep[] {
  const words = catalogues[language].doctor.fiscal
  // The last step of a payment provider names the checks that need a real payment.
  const steps = reportOf(found, url, language).slice(0, -1)
  const own = steps.map((each, index): ExaminedStep => {
    const { finding, status, code } = found[index] ?? {}
    if (finding === 'refused') return { ...each, text: words.refused(status ?? 0) }
    if (finding === 'untrusted') return { ...each, text: words.untrusted(code ?? '') }
    return finding === 'not-tried' ? { ...each, text: words.noDate } : each
  })
  const outcome = rejected > 0 ? 'failed' : waiting > 0 ? 'warning' : 'ok'
  const text = [words.unsigned(waiting, rejected), ...(rejected > 0 ? [words.rejected] : [])].join(' ')
  return [...own, { step: 'queue', outcome, title: words.queue, text }]
}

function simulated(kind: ProvidedTender, { config, directory, clock }: DriverDependencies): TenderDriver {
  const settings = isMobileMoney(kind) ? config.simulatedMobileMoney : config.simulatedTerminal
  const journalPath = join(directory, kind === 'card' ? 'simulated-terminal.jsonl' : `simulated-${kind}.jsonl`)
  // Customers scan a code at a kiosk, and give their phone number at a desk.
  const scans = isMobileMoney(kind) && !isOnlyNamed(kind) && config.role === 'kiosk'
  return createSimulatedTerminal({
    journalPath,
    payer: isMobileMoney(kind) && !scans ? 'phone' : 'none',
    code: scans ? (request) => simulatedCode(kind, request, config.tenderNames) : undefined,
    clock,
    ...settings,
  })
}

/** Returns the text of the simulated QR code, which informs anyone who scans it that it is not a payment code. */
function simulatedCode(kind: DrivenTender, { language }: TenderRequest, own: OwnTenderNames): string {
  const { tenderNames, simulatedPayment } = textsIn(languageOf(language), own)
  return `${simulatedPayment.title(tenderNames[kind])}. ${simulatedPayment.noMoney}`
}

/** Opens the note acceptor. The search for the device starts immediately and restarts after a disconnection. */
export async function openNoteValidator(
  { device, ...settings }: NotesConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'info' | 'warn'> },
): Promise<NoteValidator> {
  // The modules are loaded only if a note acceptor is configured.
  const [{ openByteLine }, { SspValidator }] = await Promise.all([
    import('../banknotes/byte-stream.ts'),
    import('../banknotes/validator.ts'),
  ])
  return new SspValidator({ ...settings, clock, log, openLine: () => openByteLine(device) })
}

export async function examineNotes(notes: NotesConfig, language: Language) {
  const validator = await openNoteValidator(notes, { clock: createSystemClock(), log: silentLog })
  try {
    const { driver, device } = notes
    return { driver, device, steps: (await validator.examine()).map((finding) => stepOf(finding, notes, language)) }
  } finally {
    await validator.close()
  }
}

function stepOf(found: NoteFinding, { device, currency }: NotesConfig, language: Language): ExaminedStep {
  const { steps, fine, says } = catalogues[language].doctor.notes
  const { step, finding } = found
  const values =
    'values' in found ? found.values.map((value) => formatMoney(value, currency, language)).join(' · ') : ''
  const currencies = 'currencies' in found ? found.currencies.join(', ') : ''
  const facts = new Map<string, unknown>(Object.entries({ ...found, device, currency, values, currencies }))
  const template = finding === 'ok' ? fine[step] : says[finding]
  const text = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(facts.get(name)))
  return { step, outcome: outcomes[finding] ?? 'failed', title: steps[step], text }
}

const outcomes: Partial<Readonly<Record<NoteFinding['finding'], ExaminedStep['outcome']>>> = {
  ok: 'ok',
  answers: 'ok',
  knows: 'ok',
  plain: 'warning',
  'not-reached': 'skipped',
}
