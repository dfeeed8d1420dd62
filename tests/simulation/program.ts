import { AfterSaleService } from '../../electron/kiosk/sale/after-sale.ts'
import { FiscalQueue } from '../../electron/kiosk/sale/invoices.ts'
import {
  type PostSaleLedger,
  type Clock,
  type InvoiceIssuer,
  type Ports,
  StorageFull,
  type TicketIssuer,
} from '../../electron/kiosk/ports/ports.ts'
import type { AccountHub, MessageHub, NoteValidator, TenderDriver } from '../../electron/kiosk/ports/devices.ts'
import { type Kiosk, type KioskSettings, startKiosk } from '../../electron/kiosk/kiosk.ts'
import { referenceFor } from '../../electron/host/system.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { Signer } from '../../electron/ledger/signer.ts'
import { allInOneCall, seatBySeat } from '../../electron/partner/holds.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import {
  type AccountTender,
  type DocumentTender,
  type DrivenTender,
  drivenTenders,
  isDocument,
} from '../../shared/domain/money/tender.ts'
import { invoiceName } from '../../shared/domain/sale/sale-file.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { recordFromKeys } from '../../shared/domain/record-from-keys.ts'
import { err } from '../../shared/domain/result.ts'
import type { KioskApi } from '../../shared/api/kiosk/contract.ts'
import { withPoints } from '../support/points.ts'
import type { AfterSales } from './after-sales.ts'
import { auditedLedger, DiskFailed, watchRows } from './audited-ledger.ts'
import { type FiscalService, renumbering } from './fiscal-service.ts'
import type { Invariants } from './invariants.ts'
import type { Network } from './network.ts'
import { repeating, type TicketPageHub } from './ticket-page-hub.ts'
import { demoPartner, openRegister, portsOf, slipParts } from '../world/campaign/kiosk.ts'
import { type Control, seconds, type World } from './world.ts'

export interface ProgramOptions {
  readonly name: string
  readonly signer: Signer
  readonly network: Pick<Network, 'connect'>
  readonly invariants: Invariants
  readonly afterSales: AfterSales
  readonly accountHub?: AccountHub
  readonly ticketPages: TicketPageHub
  readonly messageHub?: MessageHub
  /** Absent if no fiscal service signs the machine's invoices. */
  readonly fiscal?: FiscalService
  readonly slipPapers?: Map<string, string>
  readonly control?: Control | undefined
  readonly settings: KioskSettings
  readonly timeoutMs: number
  readonly batchHolds: boolean
}

type AttendedTender = 'mtn-momo' | DocumentTender
/** Tenders whose device is connected by cable. */
export type WiredTender = Exclude<DrivenTender, AttendedTender | AccountTender>

/** Returns whether staff report the result: they use a telephone for `mtn-momo`, and read the number of a document. */
export const isAttended = (kind: string): kind is AttendedTender => kind === 'mtn-momo' || isDocument(kind)

/** Steps after which a power cut is most harmful: during a payment or a refund, or before an invoice is printed. */
const payments = ['tender-started', 'refund-requested', 'note-held', 'tender-corrected']
const afterwards = ['invoice-issued', 'invoice-signed', 'link-requested', 'ticket-link-requested']
const HURTS_MOST: ReadonlySet<string> = new Set([...payments, ...afterwards])

interface Hardware {
  readonly ledgerPath: string
  readonly clock: Clock
  readonly devices: Readonly<Record<WiredTender, TenderDriver>>
  readonly printer: TicketIssuer
  readonly notes: NoteValidator | null
  /** True if the ledger was damaged. A damaged ledger must be rebuilt with all acknowledged steps. */
  readonly damaged: boolean
  onOpened(): void
  /**
   * Called at every point at which the kiosk may crash. Returns true if the kiosk crashes at this point. `weight`
   * multiplies the probability.
   */
  dies(starting: boolean, weight: number): boolean
  onReady(program: Program): void
  onDeath(point: string): void
}

export interface Program extends Pick<Kiosk, 'api' | 'subscribe'> {
  /** Stops the program normally. Returns false if the program crashed while stopping. */
  stop(): Promise<boolean>
  readonly alive: () => boolean
  readonly startedMs: number
  closeShift(kind: 'X' | 'Z'): void
  openSlips(): readonly string[]
  /** Returns whether the hub has confirmed all credits and payments of customer accounts. */
  hasToldHub(): boolean
  kill(point: string): void
}

/** Thrown at every point of a stopped program, so that its later actions do not reach the event log. */
class Gone extends Error {
  override readonly name = 'Gone'
}

/** Opens the ledger and starts the program. Startup takes virtual time, during which the kiosk may crash. */
export async function startProgram(world: World, options: ProgramOptions, on: Hardware): Promise<void> {
  const { name, invariants, afterSales, ticketPages, network, control } = options
  let alive = true
  let starting = true
  const isAlive = (): boolean => alive

  const now = (): Instant => on.clock.now()
  const ledger = await openRegister({ path: on.ledgerPath, register: name, key: options.signer, now })
  const rows = watchRows(on.ledgerPath, world.truth)
  compare(ledger, invariants, name, on.damaged, world)
  afterSales.compare(ledger.files, invariants.known(name))
  invariants.openPayments.compare(name, ledger.openPayments())
  on.onOpened()

  function kill(point: string): void {
    if (!alive) return
    alive = false
    on.onDeath(point)
    rows.close()
    ledger.close()
  }

  function at(point: string): void {
    if (alive && on.dies(starting, point.startsWith('sendPurchase') ? 10 : 1)) kill(point)
    if (!alive) throw new Gone(point)
  }

  function onFailure(): void {
    world.time.after(seconds(world.random.between(5, 60)), () => kill('restart after a disk fault'))
  }

  function onRecorded({ type }: { readonly type: string }): void {
    if (!HURTS_MOST.has(type) || !world.faults.strike('crash', 15)) return
    world.time.after(world.random.below(seconds(25)), () => kill('the middle of a payment'))
  }

  const watched = (device: TenderDriver): TenderDriver => ({
    ...device,
    begin(request, ...signals) {
      invariants.onPaymentRequested(request.reference)
      return device.begin(request, ...signals)
    },
  })

  const audit = { ledger, rows, invariants, afterSales, ticketPages, control, onFailure, onRecorded }
  const audited = auditedLedger(world, name, audit)
  let hasFailed = false
  const log: Ports['log'] = {
    info: () => undefined,
    warn: (message) => world.tell(name, `warning: ${message}`),
    error(message, error) {
      if (error instanceof DiskFailed) hasFailed = true
      // After a failure of the disk, a stopped sale refuses the outcome of a refund until the restart.
      if (!alive || error instanceof DiskFailed || (hasFailed && message === 'refund.failed')) return
      world.truth.violate('bug', `${name}: ${message}: ${error instanceof Error ? error.stack : String(error)}`)
    },
  }
  const pages = ticketPages.pagesOf(name, (tickets) => {
    for (const ticket of tickets) invariants.prints(name, ticket)
  })
  const hold = options.batchHolds ? allInOneCall : seatBySeat
  const line = { hold, fetch: network.connect(name, isAlive) }
  const own = {
    clock: on.clock,
    ids: { uuid: () => world.random.uuid(), referenceFor },
    partner: demoPartner({ baseUrl: 'http://hub', ...line, timeoutMs: options.timeoutMs, clock: on.clock }),
    ledger: audited,
    tenders: {
      ...recordFromKeys(Object.keys(on.devices) as readonly WiredTender[], (kind) => watched(on.devices[kind])),
      ...recordFromKeys(drivenTenders.filter(isAttended), () => watched(new AttendedTerminal())),
    },
    tickets: {
      ...on.printer,
      print(...[ticket, language]: Parameters<TicketIssuer['print']>) {
        invariants.prints(name, ticket)
        return on.printer.print(ticket, language)
      },
    },
    ...(on.notes && { notes: on.notes }),
    accountHub: options.accountHub,
    messageHub: options.messageHub,
    ticketPages: control === 'repeats-copies' ? repeating(pages) : pages,
    log,
  }
  const ports = portsOf(own, (...said) => log.error(...said))
  const book: PostSaleLedger = {
    files: ledger.files,
    find: (saleId) => ledger.find(saleId),
    record(act, staffId) {
      at(`record ${act.type}: before`)
      audited.recordAfterSale(act, staffId, on.clock.now())
      at(`record ${act.type}: after`)
    },
    orderPaidBy: (kind, approval) => ledger.orderPaidBy(kind, approval),
    issueInvoice(wish, staffId) {
      at('record invoice-issued: before')
      audited.issueInvoice(wish, staffId, on.clock.now())
      at('record invoice-issued: after')
    },
    unsignedInvoices: () => ledger.unsignedInvoices(),
    openCopies: () => ledger.openCopies(),
    openCancellations: () => ledger.openCancellations(),
  }

  start().catch((error: unknown) => {
    if (error instanceof DiskFailed) kill('a disk fault at the start')
    if (alive) world.truth.violate('bug', `${name} did not start: ${String(error)}`)
  })

  async function start(): Promise<void> {
    noteClockJump(ledger, on.clock)
    const living = mute(withPoints(ports, at), isAlive)
    const saved = { outcome: 'printed', evidence: 'slip' } as const
    const slips = { issue: () => Promise.resolve({ saved, printed: null }) }
    const invoices: InvoiceIssuer = {
      async issue(invoice) {
        await world.time.sleep(seconds(world.random.between(1, 20)))
        at('print invoice')
        const isCounted = control === 'counts-invoices' && invoice.copyNumber === 0
        const number = isCounted ? afterSales.countInvoice(name) : null
        afterSales.prints(number === null ? invoice : { ...invoice, invoiceNumber: invoiceName(name, number) })
        const printed = world.random.chance(0.9) ? ({ outcome: 'printed', evidence: 'invoice' } as const) : null
        return { saved: null, printed }
      },
    }
    const signer = mute(options.fiscal?.signer ?? { sign: () => Promise.reject(new Error('no service')) }, isAlive)
    const ofQueue = control === 'renumbers-unsigned' ? renumbering(signer) : signer
    const fiscal = new FiscalQueue({ book, signer: ofQueue, clock: living.clock, register: name, log })
    const queue = options.fiscal && { fiscal }
    const kiosk = await startKiosk(living, {
      taxRates: { usual: 18, zones: {} },
      ...options.settings,
      afterSales: new AfterSaleService({ ...living, book, slips, invoices, ...queue, register: name, log }),
      ...slipParts({
        ledger,
        clock: on.clock,
        log,
        at,
        onPaidOut: (slipId) => invariants.notes.paidOut(slipId),
        ...(options.slipPapers && { papers: options.slipPapers }),
      }),
    })
    starting = false
    on.onReady({
      api: mute(whileRunning(kiosk.api, isAlive), isAlive),
      subscribe: (listener) => kiosk.subscribe((event) => alive && listener(event)),
      async stop() {
        try {
          await kiosk.stop()
        } catch (error) {
          if (!(error instanceof Gone)) throw error
        }
        if (!alive) return false
        alive = false
        rows.close()
        return true
      },
      alive: isAlive,
      startedMs: world.time.now(),
      openSlips: () => ledger.slips.open().map(({ slipId }) => slipId),
      hasToldHub: () => audited.accounts.unconfirmed().length === 0,
      closeShift: (kind) => void ledger.closeShift(kind, null, on.clock.now()),
      kill,
    })
  }
}

/** Checks that every sale is in its last acknowledged state, even in a rebuilt ledger. */
function compare(ledger: Ledger, invariants: Invariants, name: string, damaged: boolean, { truth }: World): void {
  const { rebuilt, missing, chain } = ledger.opening
  if (damaged ? !rebuilt || rebuilt.missing : rebuilt) truth.violate('I7', `rebuilt: ${JSON.stringify(rebuilt)}`)
  if (missing ?? chain) truth.violate('I7', `the ledger was found damaged: ${JSON.stringify(ledger.opening)}`)
  for (const sale of invariants.known(name)) {
    const found = ledger.find(sale.saleId)
    // The journal file omits purchase requests, which contain the customer's name, so staff must query the service.
    const asked = 'request' in sale && found?.state === 'needs-staff' && found.question === 'service-unreachable'
    if (found && damaged && (found.state === sale.state || asked)) invariants.restored(found)
    else if (found?.state !== sale.state)
      truth.violate('I7', `sale ${sale.saleId} was acknowledged as "${sale.state}", the ledger has "${found?.state}"`)
  }
}

function noteClockJump(ledger: Ledger, clock: Clock): void {
  const jump = ledger.clockJump(clock.now())
  if (jump) ledger.note('CLOCK_JUMP', { ...jump }, clock.now())
}

/** Returns a proxy whose asynchronous methods, also of nested objects, never settle once the program has stopped. */
function mute<T extends object>(target: T, alive: () => boolean): T {
  return new Proxy(target, {
    get(object, key): unknown {
      const value: unknown = Reflect.get(object, key)
      if (typeof value === 'object' && value !== null) return mute(value, alive)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, object, args)
        return result instanceof Promise ? whileAlive(result, alive) : result
      }
    },
  })
}

/**
 * Never replies after the program has stopped, because a reply would reopen its ledger. Reports a full disk like
 * `dispatch`.
 */
function whileRunning(api: KioskApi, alive: () => boolean): KioskApi {
  return new Proxy(api, {
    get(object, key) {
      if (!alive()) return () => new Promise<never>(() => undefined)
      const command = Reflect.get(object, key) as (input: unknown) => Promise<unknown>
      return async (input: unknown) => {
        try {
          return await command(input)
        } catch (error) {
          if (error instanceof StorageFull) return err({ type: 'storage-full' })
          throw error
        }
      }
    },
  })
}

async function whileAlive(result: Promise<unknown>, alive: () => boolean): Promise<unknown> {
  try {
    const reply = await result
    if (alive()) return reply
  } catch (error) {
    if (alive()) throw error
  }
  return new Promise(() => undefined)
}
