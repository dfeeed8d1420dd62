import { join } from 'node:path'
import { CHIEF_PIN, PIN, settingsOf } from '../world/campaign/kiosk.ts'
import { ledgerErrors } from '../world/campaign/accountant.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { canBeInvoiced, type FiledReturn, type SaleFile } from '../../shared/domain/sale/sale-file.ts'
import { ACCOUNT, type AccountHubs, createAccountHub } from './account-hub.ts'
import { createAfterSales, type AfterSales } from './after-sales.ts'
import { createFiscalService } from './fiscal-service.ts'
import { DiskFailed } from './audited-ledger.ts'
import { cashSlip, createVenue, createWallet, serveCustomers, type Wallet } from './customer.ts'
import type { FaultKind } from './faults.ts'
import type { GroundTruth } from './ground-truth.ts'
import {
  createSimulationWorld,
  type Hall,
  type SeedOptions,
  type SeedReport,
  kioskName,
  type Templates,
} from './simulation-world.ts'
import { createInvariants, type Invariants } from './invariants.ts'
import { createMachine, type Machine } from './machine.ts'
import { createNetwork } from './network.ts'
import type { Program } from './program.ts'
import { createCounter } from './staff.ts'
import { createMessageHub, type MessageHubSimulation } from './message-hub.ts'
import { createTicketPageHub, type TicketPageHub } from './ticket-page-hub.ts'
import { seconds, type Control, type World } from './world.ts'

/** `seldom`: kiosks accept notes only in a few seeds, because the driver polls its device four times a second. */
type Notes = 'seldom' | 'everywhere'

const NOTES_SELDOM = 0.08

const DESK_TENDERS = ['card', 'cash', 'orange-money', 'mtn-momo', 'cheque', 'bank-transfer', 'account'] as const

const INTERRUPTIONS = [
  'crash',
  'crash in recovery',
  'record fails',
  'record fails after the fact',
  'ledger damaged',
  'double tap',
  'tickets brought back',
] as const

/**
 * Faults of longer days that concentrate on one subject. With only a few kinds of fault, there is time for many such
 * sales.
 */
const BUSY = {
  invoices: new Set([
    ...INTERRUPTIONS,
    'invoice wanted',
    'fiscal service slow',
    'fiscal service unreachable',
    'fiscal service refuses',
    'fiscal reply lost',
  ]),
  telephones: new Set([
    ...INTERRUPTIONS,
    'paper out',
    'paper jam',
    'printer silent',
    'another paper wanted',
    'telephone wanted',
    'telephone chosen',
    'hub request lost',
    'hub request late',
    'hub request twice',
    'hub reply lost',
    'message wanted',
    'message server busy',
    'message reply lost',
    'hub crash',
    'person erased',
  ]),
  sessions: new Set(['crash', 'double tap', 'reply lost', 'sold and denied for good', 'tickets brought back']),
} as const satisfies Readonly<Record<string, ReadonlySet<FaultKind>>>

const LONG_TERMS: SeedOptions = {
  kiosks: 2,
  holdSeconds: 240,
  tenderBudgetMs: seconds(90),
  timeoutMs: seconds(15),
  batchHolds: true,
  openMs: seconds(600),
}

const BUSY_CONTROLS: Readonly<Partial<Record<Control, keyof typeof BUSY>>> = {
  'counts-invoices': 'invoices',
  'renumbers-unsigned': 'invoices',
  'repeats-copies': 'telephones',
  'composes-again': 'sessions',
}

/** Controls whose kiosks are unattended, so that customers pay by scanning a code. */
const UNATTENDED: ReadonlySet<Control | undefined> = new Set([
  'forgets-refund',
  'credits-escrow',
  'counts-invoices',
  'composes-again',
  'forgets-account-entries',
  'renumbers-unsigned',
  'repeats-copies',
] as const)

/** Maximum time in milliseconds in which staff must settle all open cases. */
const SETTLING = seconds(4_000)

/** Simulates one seed of the production program to its end. The same seed gives the same event log, byte for byte. */
export async function runSeed(
  seed: number,
  templates: Templates,
  how: {
    readonly control?: Control
    readonly notes?: Notes
    readonly busy?: keyof typeof BUSY
    /**
     * Maximum number of seats that the service allows per session. A desk divides larger sales into several sessions.
     */
    readonly perSession?: number
  } = {},
): Promise<SeedReport> {
  const busy = how.busy ?? (how.control && BUSY_CONTROLS[how.control])
  const isBusy = busy !== undefined
  const long = busy && { terms: LONG_TERMS, faults: BUSY[busy] }
  const hall = await createSimulationWorld(seed, templates, long, how.perSession)
  const accounts = await createAccountHub(hall.world, hall.directory)
  const { world, terms } = hall
  const { time, truth } = world
  try {
    const invariants = createInvariants(truth, { ...terms, nowMs: () => time.now() })
    const check = (): void => invariants.check()
    const set = { seed, accounts, ...how, isBusy }
    const { machines, afterSales, messages, inNotes, atRest } = setUp(hall, templates, invariants, set)

    for (const machine of machines) await machine.start()
    await hall.go(inNotes ? terms.openMs + seconds(150) : terms.openMs, check, () => false)
    hall.closeDoors()
    const closedMs = time.now()
    const longestMs = seconds(terms.holdSeconds + 120) + terms.timeoutMs
    await hall.go(SETTLING, check, () => {
      for (const machine of machines) {
        const program = machine.program()
        if (program) invariants.checkProgress(machine.name, Math.max(closedMs, program.startedMs), longestMs)
      }
      return atRest()
    })
    if (truth.violations.length === 0) {
      for (const machine of machines) await closeDay(world, machine, invariants)
      await accounts.checkEnd(machines.map((machine) => machine.ledgerPath()))
      invariants.checkEnd()
      afterSales.checkEnd()
      messages.checkEnd()
    }
    return hall.report(countStates(machines, invariants))
  } finally {
    await accounts.close()
    await hall.end()
  }
}

function setUp(
  { world, terms, service, directory }: Hall,
  templates: Templates,
  invariants: Invariants,
  {
    seed,
    accounts,
    control,
    notes = 'seldom',
    isBusy,
    perSession,
  }: {
    readonly perSession?: number
    readonly seed: number
    readonly accounts: AccountHubs
    readonly control?: Control
    readonly notes?: Notes
    readonly isBusy: boolean
  },
) {
  const { truth } = world
  const network = createNetwork(world, service.handle, (body) => invariants.sends(body))
  const venue = createVenue(world, network, templates)
  const fiscal = createFiscalService(world)
  const afterSales = createAfterSales(truth, fiscal)
  const ticketPages = createTicketPageHub(world)
  const messages = createMessageHub(world)
  // True if kiosks are unattended and customers pay by scanning a code.
  const alone =
    UNATTENDED.has(control) || perSession !== undefined || notes === 'everywhere'
      ? false
      : control !== undefined || world.random.chance(0.1)
  const inNotes =
    control === 'credits-escrow' ||
    notes === 'everywhere' ||
    (!control && !alone && perSession === undefined && world.random.chance(NOTES_SELDOM))
  const wallet = createWallet(world)
  const withCustomer = new Set<Program | null>()
  const machines = Array.from({ length: terms.kiosks }, (_, index): Machine => {
    const name = kioskName(index)
    const counter = createCounter(world, () => machine, invariants)
    const codes = new Set<string>()
    const machine: Machine = createMachine(world, {
      ...terms,
      name,
      zvt: control === undefined && (seed + index) % 2 === 0,
      takesNotes: inNotes,
      accountHub: accounts.hubOf(name),
      slipPapers: wallet.papers,
      control,
      directory: join(directory, name),
      emptyLedger: templates.emptyLedgers[index] ?? '',
      signer: templates.signer,
      network,
      invariants,
      afterSales,
      ticketPages,
      messageHub: messages.hubOf(name),
      ...((isBusy || (seed + index) % 3 === 0) && { fiscal }),
      settings: {
        ...settingsOf(name, templates.accessCode),
        role: alone || inNotes ? 'kiosk' : 'cashier',
        tenders: alone ? ['mobile-money'] : inNotes ? ['notes', 'card'] : [...DESK_TENDERS],
        tenderBudgetMs: terms.tenderBudgetMs,
      },
      onStart(program) {
        withCustomer.add(program)
        const at = { name, program, venue, counter, codes, wallet, ticketPages, notes: machine.notes, perSession }
        watch(
          truth,
          serveCustomers(world, at).finally(() => withCustomer.delete(program)),
        )
        watch(truth, counter.attend(program))
        watch(
          truth,
          serveReturns(world, name, program, invariants, { afterSales, ticketPages, messages, wallet, isBusy }),
        )
      },
    })
    return machine
  })
  const free = (machine: Machine): boolean => machine.program() !== null && !withCustomer.has(machine.program())
  const hasTold = (machine: Machine): boolean => machine.program()?.hasToldHub() ?? false
  return {
    machines,
    afterSales,
    messages,
    inNotes,
    atRest: () =>
      network.quiet() &&
      invariants.allOver() &&
      afterSales.settled() &&
      messages.isAtRest() &&
      machines.every(free) &&
      machines.every(hasTold),
  }
}

/** Reports a rejected command as a bug, except after a disk fault. */
function watch(truth: GroundTruth, actor: Promise<unknown>): void {
  actor.catch((error: unknown) => {
    if (!(error instanceof DiskFailed))
      truth.violate('bug', error instanceof Error ? String(error.stack) : String(error))
  })
}

/** Closes the shift, stops the program while virtual time continues, and verifies the ledger. */
export async function closeDay({ time, truth }: World, machine: Machine, invariants?: Invariants): Promise<void> {
  if (invariants?.notes.hasUntold(machine.name)) await machine.notes?.tellsTheRest()
  invariants?.notes.checkEnd(machine.name, invariants.known(machine.name), machine.program()?.openSlips() ?? [])
  machine.program()?.closeShift('Z')
  const stopping = machine.stop().then(() => time.now())
  let stoppedMs: number | null = null
  while (stoppedMs === null) {
    await time.runUntil(time.now() + seconds(1), () => undefined)
    stoppedMs = await Promise.race([stopping, Promise.resolve(null)])
  }
  for (const error of await ledgerErrors(machine.ledgerPath())) truth.violate('ledger', `${machine.name}: ${error}`)
}

function countStates(machines: readonly Machine[], invariants: Invariants): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { name } of machines) {
    for (const { state } of invariants.known(name)) sums[state] = (sums[state] ?? 0) + 1
  }
  return sums
}

function owedOf({ returns }: SaleFile) {
  return returns.flatMap(({ reference, back }: FiledReturn) =>
    back.flatMap(({ paid, ...way }) => (paid ? [] : [{ reference, ...way }])),
  )
}

const by = { pin: PIN }
const reason = 'le client revient'

async function serveReturns(
  world: World,
  name: string,
  { api, alive }: Program,
  invariants: Invariants,
  {
    afterSales,
    ticketPages,
    messages,
    wallet,
    isBusy,
  }: Readonly<{
    afterSales: AfterSales
    ticketPages: TicketPageHub
    messages: MessageHubSimulation
    wallet: Wallet
    isBusy: boolean
  }>,
): Promise<void> {
  const { time, random, faults, truth } = world
  const tell = (what: string): void => world.tell(`${name} counter`, what)

  async function fileOf(saleId: string): Promise<SaleFile | null> {
    const opened = await api.openSaleFile({ ...by, saleId })
    if (!opened.ok) truth.violate('I7', `sale ${saleId} has no file: ${opened.error.type}`)
    return opened.ok ? opened.value : null
  }

  /** Pays the customer back before reporting the payout to the program, because the program may stop in between. */
  async function payBack(file: SaleFile): Promise<void> {
    const { saleId } = file
    for (const { reference, kind, amount } of owedOf(file)) {
      if (afterSales.handBack(reference, kind, amount)) tell(`pay ${amount} back by ${kind} for ${reference.slice(-2)}`)
      await time.sleep(seconds(random.between(1, 8)))
      const receipt = kind === 'cash' ? '' : 'B-7'
      const [paid] = await twice(() => api.payReturn({ ...by, saleId, reference, kind, receipt }))
      if (!paid.ok)
        truth.violate('I5', `${reference}: the machine owes ${amount} and takes no payment: ${paid.error.type}`)
    }
  }

  async function bringBack({ saleId, tickets, returns }: SaleFile): Promise<void> {
    const whole = returns.length === 0 && random.chance(0.4)
    const first = random.below(tickets.length)
    const some = whole ? tickets : tickets.slice(first, first + random.between(1, 2))
    const gone = new Set(returns.flatMap(({ ticketIds }) => ticketIds))
    const ticketIds = some.map(({ ticketId }) => ticketId)
    const fair = ticketIds.every((ticketId) => !gone.has(ticketId))
    const kind = whole && random.chance(0.5) ? 'void' : 'refund'
    const wish = { ...by, saleId, ticketIds, kind, reason, second: { pin: CHIEF_PIN } } as const
    const [given] = await twice(() => api.returnTickets(wish))
    tell(`${kind} of ${ticketIds.length} for ${saleId.slice(0, 8)}: ${given.ok ? 'done' : given.error.type}`)
    if (given.ok !== fair) truth.violate('I2', `sale ${saleId}: a ${kind} was ${given.ok ? 'made' : 'refused'}`)
  }

  /** Corrects the tender of a payment that staff took, which is possible until tickets are returned. */
  async function correctTender({ saleId, payments, returns }: SaleFile): Promise<void> {
    const payment = payments.find(({ canBeCorrected }) => canBeCorrected)
    if (!payment) return
    const tender: TenderKind = payment.kind === 'cash' ? 'mtn-momo' : 'cash'
    const approval = tender === 'cash' ? {} : { approval: random.uuid().slice(0, 8).toUpperCase() }
    const wish = { ...by, saleId, payment: payment.reference, tender, ...approval, reason, second: { pin: CHIEF_PIN } }
    const [made, again] = await twice(() => api.correctTender(wish))
    tell(`${payment.kind} of ${saleId.slice(0, 8)} was ${tender}: ${made.ok ? 'done' : made.error.type}`)
    if (made.ok !== (returns.length === 0) || again?.ok)
      truth.violate('I5', `sale ${saleId}: a correction was ${made.ok ? 'made' : 'refused'}, the next ${again?.ok}`)
  }

  async function wantPaper({ saleId, tickets }: SaleFile): Promise<void> {
    const ticketIds = [random.pick(tickets).ticketId]
    const [printed] = await twice(() => api.reprintTickets({ ...by, saleId, ticketIds, reason }))
    tell(`another paper for ${saleId.slice(0, 8)}: ${printed.ok ? 'done' : printed.error.type}`)
  }

  async function wantPage({ saleId }: SaleFile): Promise<void> {
    const shown = await twice(() => api.publishSale({ ...by, saleId }))
    const addresses = new Set(shown.flatMap((reply) => (reply?.ok ? [reply.value.address] : [])))
    tell(
      `a page for ${saleId.slice(0, 8)}: ${[...shown].map((reply) => (reply?.ok ? 'done' : reply?.error.type)).join()}`,
    )
    for (const address of addresses) ticketPages.shows(name, address)
    if (addresses.size > 1) truth.violate('I10', `sale ${saleId} has two pages at once`)
  }

  async function wantMessage(file: SaleFile): Promise<void> {
    const { saleId } = file
    await wantPage(file)
    const wish = { ...by, saleId, address: messages.newAddress(), consent: true } as const
    const [sent] = await twice(() => api.sendTickets(wish))
    tell(`a message for ${saleId.slice(0, 8)}: ${sent.ok ? 'done' : sent.error.type}`)
  }

  async function wantInvoice(file: SaleFile): Promise<void> {
    const { saleId, invoices = [] } = file
    const last = invoices.at(-1)
    const refused = invoices.find((each) => each.fiscal?.state === 'refused')
    if (refused) {
      const buyer =
        refused.kind === 'invoice' && random.chance(0.5) ? { ...refused.buyer!, taxNumber: '124' } : undefined
      const wish = { ...by, saleId, number: refused.number, ...(buyer && { buyer }) }
      const [sent] = await twice(() => api.resubmitInvoice(wish))
      return tell(`${refused.name} is sent again: ${sent.ok ? 'done' : sent.error.type}`)
    }
    if (last) {
      const [copied] = await twice(() => api.reprintInvoice({ ...by, saleId, number: last.number }))
      return tell(`another paper of ${last.name}: ${copied.ok ? 'done' : copied.error.type}`)
    }
    const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '' }
    const replies = await twice(() => api.issueInvoice({ ...by, saleId, buyer }))
    const issued = replies.filter((reply) => reply?.ok).length
    tell(`${issued} invoices for ${saleId.slice(0, 8)}`)
    if (issued !== Number(canBeInvoiced(file))) truth.violate('I17', `sale ${saleId} got ${issued} invoices`)
  }

  /** Takes a payment from the customer whose account was charged. The payment may cover only a part of the debt. */
  async function takeAccountPayment(): Promise<void> {
    const found = await api.findAccounts({ ...by, text: ACCOUNT })
    const [account] = found.ok ? found.value : []
    const most = Math.floor((account?.balance ?? 0) / 1_000)
    if (!account || most < 1) return
    const amount = random.between(1, most) * 1_000
    const items = account.items.slice(0, random.below(2)).map(({ reference }) => reference)
    const reference = random.uuid()
    const wish = { ...by, reference, account: ACCOUNT, amount, items }
    const isByCheque = random.chance(0.3)
    const [paid] = await twice<{ readonly ok: boolean }>(() =>
      isByCheque
        ? api.takeAccountDocument({
            ...wish,
            tender: 'cheque',
            number: reference.slice(0, 8),
            second: { pin: CHIEF_PIN },
          })
        : api.takeAccountPayment({ ...wish, tender: 'cash', received: amount }),
    )
    tell(`the customer pays ${amount} on account${isByCheque ? ' by cheque' : ''}: ${paid.ok ? 'done' : 'refused'}`)
  }

  async function twice<T>(act: () => Promise<T>): Promise<[T, T?]> {
    return faults.strike('double tap') ? Promise.all([act(), act()]) : [await act()]
  }

  while (alive()) {
    await time.sleep(seconds(random.between(3, 20)))
    if (alive() && random.chance(0.02)) await cashSlip(world, name, api, wallet)
    if (alive() && random.chance(0.05)) await takeAccountPayment()
    const done = invariants.known(name).filter(({ state }) => state === 'done')
    if (!alive() || done.length === 0) continue
    const file = await fileOf(random.pick(done).saleId)
    if (!file) return
    // The tickets of a manually settled sale were issued elsewhere and must be returned there.
    if (file.tickets.length === 0) continue
    try {
      if (owedOf(file).length > 0) await payBack(file)
      else if (faults.strike('message wanted', 0.6)) await wantMessage(file)
      else if (faults.strike('wrong tender')) await correctTender(file)
      else if (faults.strike('tickets brought back', isBusy ? 0.4 : 1)) await bringBack(file)
      else if (faults.strike('invoice wanted')) await wantInvoice(file)
      else if (faults.strike('another paper wanted')) await wantPaper(file)
      else if (faults.strike('telephone wanted')) await wantPage(file)
    } catch (error) {
      // After a disk fault, the kiosk is restarted.
      if (error instanceof DiskFailed) return
      throw error
    }
  }
}
