import type { PartnerService, Ports, SaleLedger } from '../../electron/kiosk/ports/ports.ts'
import type { AccountHub, NoteValidator, TenderDriver } from '../../electron/kiosk/ports/devices.ts'

/** Wraps the ports with a named point before and after each external effect, where `at` may kill the program. */
export function withPoints(ports: Ports, at: (point: string) => void): Ports {
  return {
    ...ports,
    partner: partnerWithPoints(ports.partner, at),
    ledger: ledgerWithPoints(ports.ledger, at),
    ...(ports.notes && { notes: notesWithPoints(ports.notes, at) }),
    ...(ports.accountHub && { accountHub: accountsWithPoints(ports.accountHub, at) }),
    tenders: Object.fromEntries(
      Object.entries(ports.tenders).map(([kind, driver]) => [kind, tenderWithPoints(driver, at)]),
    ),
    tickets: {
      status: () => around('tickets status', at, () => ports.tickets.status()),
      save: (...order) => around('tickets save', at, () => ports.tickets.save(...order)),
      print: (ticket, language) => around('tickets print', at, () => ports.tickets.print(ticket, language)),
    },
  }
}

async function around<T>(name: string, at: (point: string) => void, call: () => Promise<T>): Promise<T> {
  at(`${name}: before`)
  const value = await call()
  at(`${name}: after`)
  return value
}

function partnerWithPoints(partner: PartnerService, at: (point: string) => void): PartnerService {
  return {
    listEvents: (input) => around('listEvents', at, () => partner.listEvents(input)),
    openSession: (input) => around('openSession', at, () => partner.openSession(input)),
    viewSection: (input) => around('viewSection', at, () => partner.viewSection(input)),
    holdSeats: (input) => around('holdSeats', at, () => partner.holdSeats(input)),
    releaseHold: (input) => around('releaseHold', at, () => partner.releaseHold(input)),
    readCheckout: (input) => around('readCheckout', at, () => partner.readCheckout(input)),
    composePurchase: (...purchases) => partner.composePurchase(...purchases),
    sendPurchase: (request, expected) => around('sendPurchase', at, () => partner.sendPurchase(request, expected)),
    listTickets: (input) => around('listTickets', at, () => partner.listTickets(input)),
    cancelTickets: (input) => around('cancelTickets', at, () => partner.cancelTickets(input)),
  }
}

function accountsWithPoints(hub: AccountHub, at: (point: string) => void): AccountHub {
  return {
    host: hub.host,
    find: (text) => hub.find(text),
    charge: (wish) => around('account charge', at, () => hub.charge(wish)),
    settle: (reference) => around('account settle', at, () => hub.settle(reference)),
    book: (entry) => around('account book', at, () => hub.book(entry)),
  }
}

function tenderWithPoints(driver: TenderDriver, at: (point: string) => void): TenderDriver {
  const { settle, refund, askRefund } = driver
  return {
    ...driver,
    begin: (...asked) => around('tender begin', at, () => driver.begin(...asked)),
    ...(settle && { settle: (...asked) => around('tender settle', at, () => settle(...asked)) }),
    ask: (...asked) => around('tender ask', at, () => driver.ask(...asked)),
    ...(refund && { refund: (...asked) => around('refund', at, () => refund(...asked)) }),
    ...(askRefund && { askRefund: (...asked) => around('refund ask', at, () => askRefund(...asked)) }),
  }
}

/** Adds no point before the device waits for a note, because waiting follows no external effect. */
function notesWithPoints(notes: NoteValidator, at: (point: string) => void): NoteValidator {
  return {
    name: notes.name,
    denominations: (currency) => notes.denominations(currency),
    fault: () => notes.fault(),
    onChange: (listener) => notes.onChange(listener),
    async next(...asked) {
      const next = await notes.next(...asked)
      at('notes next: after')
      return next
    },
    accept: (note) => around('notes accept', at, () => notes.accept(note)),
    giveBack: (note) => around('notes give back', at, () => notes.giveBack(note)),
    recall: (note) => around('notes recall', at, () => notes.recall(note)),
    recorded: (note) => around('notes recorded', at, () => notes.recorded(note)),
    onStray: (listener) => notes.onStray(listener),
    examine: () => notes.examine(),
    close: () => notes.close(),
  }
}

function ledgerWithPoints(ledger: SaleLedger, at: (point: string) => void): SaleLedger {
  return {
    record(previous, sale, event, now) {
      at(`record ${event.type}: before`)
      ledger.record(previous, sale, event, now)
      at(`record ${event.type}: after`)
    },
    note(code, payload, now, staffId) {
      at(`note ${code}: before`)
      ledger.note(code, payload, now, staffId)
      at(`note ${code}: after`)
    },
    purchaseCopies: (ticketNumber) => ledger.purchaseCopies(ticketNumber),
    unfinished: () => ledger.unfinished(),
    unconfirmedSales: () => ledger.unconfirmedSales(),
    gaps: () => ledger.gaps(),
    settleGap: (...gap) => ledger.settleGap(...gap),
    find: (saleId) => ledger.find(saleId),
    customerOf: (saleId) => ledger.customerOf(saleId),
    conflictingHolds: (...asked) => ledger.conflictingHolds(...asked),
    refusedPurchases: () => ledger.refusedPurchases(),
    unsignedInvoices: () => ledger.unsignedInvoices(),
    openPayments: () => ledger.openPayments(),
    abandonedPayment: (saleId) => ledger.abandonedPayment(saleId),
    openRefunds: () => ledger.openRefunds(),
    refundTries: (payment) => ledger.refundTries(payment),
    slips: ledger.slips,
    accounts: ledger.accounts,
    recordAfterSale(act, staffId, now) {
      at(`record ${act.type}: before`)
      ledger.recordAfterSale(act, staffId, now)
      at(`record ${act.type}: after`)
    },
    issueInvoice(...invoice) {
      at('record invoice-issued: before')
      ledger.issueInvoice(...invoice)
      at('record invoice-issued: after')
    },
    recordStrayNote(...note) {
      at('record stray note: before')
      ledger.recordStrayNote(...note)
      at('record stray note: after')
    },
    strayNotes: () => ledger.strayNotes(),
    settleStrayNote: (...said) => ledger.settleStrayNote(...said),
    lastNote: () => ledger.lastNote(),
    cashbox: () => ledger.cashbox(),
    recordCashbox(act, ...by) {
      at(`record ${act.type}: before`)
      ledger.recordCashbox(act, ...by)
      at(`record ${act.type}: after`)
    },
    orderPaidBy: (...asked) => ledger.orderPaidBy(...asked),
    othersOfOwner: (...asked) => ledger.othersOfOwner(...asked),
    conflictingTickets: (...asked) => ledger.conflictingTickets(...asked),
    condition: () => ledger.condition(),
    seatsSoldHere: (...asked) => ledger.seatsSoldHere(...asked),
    canStartSale: () => ledger.canStartSale(),
    close: () => ledger.close(),
  }
}
