import { randomUUID } from 'node:crypto'
import { rowCodes } from '../../shared/ledger-format/rows.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { Instant, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { salesOnAccount } from './accounts-story.ts'
import { slipsAndHub } from './hub-slips-story.ts'
import {
  chosenSeat,
  composed,
  decideRefund,
  EVENT,
  handOver,
  noted,
  pricedSale,
  sellOut,
  startSale,
  ticketOf,
  toPaid,
  toPriced,
  toPrinted,
  unclear,
} from './sales.ts'
import { paidInNotes } from './notes-story.ts'

export interface ScenarioClock {
  readonly now: () => Instant
  pass(ms: number): void
}

export function storyClock(bootId = 'boot-1'): ScenarioClock {
  let monoMs = 0
  return {
    now() {
      monoMs += 250
      return { monoMs, bootId, wallUtc: new Date(Date.parse('2025-05-17T14:00:00.000Z') + monoMs).toISOString() }
    },
    pass(ms) {
      monoMs += ms
    },
  }
}

type Story = (ledger: Ledger, clock: ScenarioClock) => void

/**
 * Stories that, together with `gap-scenario.ts`, record every type of ledger event through the domain's transitions.
 */
export const stories: readonly Story[] = [
  (ledger, { now }) => {
    ledger.note('START', { version: '0.1.0' }, now())
    sellOut(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
    ledger.closeShift('X', null, now())
    ledger.note('SIGNED_IN', {}, now(), '7')
    ledger.note('PIN_LOCKED', { id: '7', seconds: 15 }, now())
    ledger.note('SIGNED_OUT', { reason: 'left' }, now(), '7')
    ledger.note('BADGE_ISSUED', { id: '0123456789abcdef' }, now(), '7')
    drawerOfAShift(ledger, now)
    ledger.note('CLOCK_JUMP', { byMs: -3_600_000 }, now())
    ledger.note('RECONCILED', { shiftNo: 1, sales: 2, agreed: 4, differences: 1 }, now(), '12')
    ledger.note('SETTING_CHANGED', { key: 'maxSeats', before: 8, after: 6 }, now(), '12')
    ledger.note('ACCESS_CODE_SET', { eventId: '501' }, now(), '12')
    ledger.note('SETUP_REOPENED', {}, now(), '12')
    ledger.note('SCREEN_MEASURED', { pixelsPerMillimetre: 3.62, screenBottomMillimetres: 780 }, now(), 'counter')
    ledger.closeShift('Z', 'staff-7', now())
    ledger.note('STOP', {}, now())
    ledger.note('RECOVERED_START', { recovered: 2 }, now())
  },
  (ledger, { now }) => seatsTakenThenChanged(ledger, now),
  (ledger, { now }) => paymentsThatFail(ledger, now),
  (ledger, { now }) => lostReplies(ledger, now),
  (ledger, { now }) => badPrinter(ledger, now),
  moneyWithoutTickets,
  (ledger, { now }) => settledOtherwise(ledger, now),
  (ledger, { now }) => needsStaff(ledger, now),
  (ledger, { now }) => afterTheSale(ledger, now),
  (ledger, { now }) => splitPayments(ledger, now),
  (ledger, { now }) => creditSlips(ledger, now),
  (ledger, { now }) => {
    customerNoted(ledger, now)
    ledger.note('STAFF_ADDED', { number: '9', role: 'cashier', second: '90' }, now(), '12')
    ledger.note('PIN_RESET', { number: '9', second: '90' }, now(), '12')
    ledger.note('STAFF_REMOVED', { number: '9', role: 'cashier' }, now(), '12')
    ledger.note('TRAINING_STARTED', { cleared: false }, now(), '90')
    ledger.note('TRAINING_ENDED', {}, now())
    const drop = { type: 'cash-dropped', currency: 'GNF', amount: 5_000, reason: 'coffre', second: '90' } as const
    ledger.recordDrawer(drop, '9', now())
  },
  (ledger, { now }) => paidInNotes(ledger, now),
  (ledger, { now }) => slipsAndHub(ledger, now),
  (ledger, { now }) => paidLate(ledger, now),
  (ledger, { now }) => abandonedPayment(ledger, now),
  (ledger, { now }) => {
    freeOrders(ledger, now)
    paidByDocuments(ledger, now)
  },
  (ledger, { now }) => {
    givenBackByProvider(ledger, now)
    salesOnAccount(ledger, now)
    terminalDays(ledger, now)
  },
  inTwoSessions,
  (ledger, { now }) => {
    ledger.note('SIGNED_IN', {}, now(), '7')
    const { saleId } = sellOut(ledger, now, [chosenSeat('2901')], 'cash').sale
    const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '123' }
    ledger.issueInvoice({ saleId, buyer, toSign: true }, '7', now())
    const of = { saleId, number: ledger.unsignedInvoices()[0]!.number }
    const texts = { signature: 'S1', qrCode: 'Q', counters: '1/1 FV', device: 'D', signedAt: 't' }
    ledger.recordAfterSale({ type: 'invoice-refused', ...of, reason: 'BUYER_UNKNOWN' }, null, now())
    ledger.recordAfterSale({ type: 'invoice-resubmitted', ...of, buyer: { ...buyer, taxNumber: '124' } }, '7', now())
    ledger.recordAfterSale({ type: 'invoice-signed', ...of, ...texts }, null, now())
    ledger.recordAfterSale({ type: 'invoice-copied', ...of, copyNumber: 0 }, null, now())
  },
  (ledger, { now }) => onTelephones(ledger, now),
]

const unwritten = /^(?:CUSTOMER_DATA_|SETTINGS_ROLLED_BACK|PURCHASING_|KEY_)/u

/** Row codes that must occur in the ledgers of the stories and of `gap-scenario.ts`. */
export const CODES: ReadonlySet<string> = new Set(
  Object.values(rowCodes)
    .flat()
    .filter((code) => !unwritten.test(code)),
)

export function everyEvent(ledger: Ledger, clock: ScenarioClock): void {
  for (const story of stories) story(ledger, clock)
  ledger.closeShift('Z', 'staff-7', clock.now())
}

function customerNoted(ledger: Ledger, now: () => Instant): void {
  const some = { name: 'Mariama Diallo', phone: '+224620000000' }
  const paid = pricedSale(ledger, now, [chosenSeat('1103')]).next(
    noted(some, 'staff-7'),
    noted(null, 'staff-7'),
    noted(some, 'staff-7'),
    ...toPaid('card', 35_000),
  )
  handOver(paid)
}

function afterTheSale(ledger: Ledger, now: () => Instant): void {
  const { sale } = sellOut(ledger, now, [chosenSeat('1901'), chosenSeat('1902')], 'cash')
  const voided = sellOut(ledger, now, [chosenSeat('1903')]).sale
  const act = (done: Parameters<Ledger['recordAfterSale']>[0], staffId: string | null = '7'): void =>
    ledger.recordAfterSale(done, staffId, now())
  const copy = { ticketId: 't-1901', copyNumber: 1 }
  const { saleId } = sale
  act({ type: 'reprint-requested', saleId, reason: 'papier déchiré', copies: [copy], unchecked: true })
  act({ type: 'reprint-finished', saleId, ...copy, state: 'printed', evidence: 'folder:t-1901-1.pdf' }, null)
  const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '' }
  ledger.issueInvoice({ saleId, buyer }, '7', now())
  act({ type: 'invoice-copied', saleId, number: 1, copyNumber: 1 })
  const back = { currency: 'GNF', amount: 35_000 } as const
  const refund = { ...back, saleId, reference: `${sale.order.orderId}-R1` } as const
  const why = { reason: 'malade', second: '90' }
  const cash = { ...refund, ...why, ticketIds: ['t-1902'], back: [{ kind: 'cash', amount: 35_000 }] } as const
  act({ type: 'tickets-refunded', ...cash, cancellation: 'c-1' })
  const answer = { saleId, reference: refund.reference, outcome: 'cancelled', detail: '' } as const
  act({ type: 'cancellation-result', ...answer }, null)
  act({ type: 'refund-paid', ...refund, kind: 'cash', receipt: '' })
  act({ type: 'slip-copied', saleId, reference: refund.reference, copyNumber: 1, reason: 'perdu' })
  const whole = { ...back, saleId: voided.saleId, reference: `${voided.order.orderId}-R1`, ticketIds: ['t-1903'] }
  const wrong = { kind: 'card', amount: 35_000 } as const
  const correction = { saleId: voided.saleId, reference: `${voided.order.orderId}-C1`, currency: 'GNF', ...why }
  const taken = { payment: voided.tender.reference, was: wrong, is: { ...wrong, kind: 'cash' }, takenBy: null } as const
  act({ type: 'tender-corrected', ...correction, ...taken, approval: '7' })
  act({ type: 'tickets-voided', ...whole, ...why, back: [{ kind: 'cash', amount: 35_000 }] })
}

const freeWanted: SaleEvent = { type: 'free-order-accepted', staffId: 'staff-7' }

/** Records a free order. Nothing is paid or refunded for a free seat. */
function freeOrders(ledger: Ledger, now: () => Instant): void {
  const { sale } = handOver(pricedSale(ledger, now, [chosenSeat('1951', 0)], freeWanted))
  const back = { reference: `${sale.order.orderId}-R1`, ticketIds: ['t-1951'], currency: 'GNF', amount: 0, back: [] }
  const why = { reason: 'empêché', second: '90' }
  ledger.recordAfterSale({ type: 'tickets-voided', saleId: sale.saleId, ...back, ...why }, '7', now())
}

/**
 * Records a scan-to-pay payment that is confirmed after the customer has left. The customer later collects the tickets.
 */
function paidLate(ledger: Ledger, now: () => Instant): void {
  const seats = [chosenSeat('2001')]
  const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-2001' }
  const begun: SaleEvent = {
    type: 'tender-pending',
    token: 'link-2001',
    shows: 'https://pay.example/2001',
    payableMs: 1,
  }
  const took = { received: 35_000, change: 0, approval: 'OM-2001' }
  const paid = pricedSale(ledger, now, seats).next(
    { type: 'tender-started', kind: 'orange-money', provider },
    begun,
    { type: 'tender-unknown' },
    { type: 'tender-approved', ...took },
  )
  const tickets = seats.map((seat) => ticketOf(seat))
  const waiting = paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, toPrinted(tickets)[0]!)
  if (waiting.sale.state !== 'print-unknown') throw new Error(waiting.sale.state)
  waiting.next({ type: 'print-retried' }, ...toPrinted(tickets).slice(1))
}

/** Records four open payments, three by staff and one by the program, whose outcomes come later. */
function abandonedPayment(ledger: Ledger, now: () => Instant): void {
  const started = (n: number): SaleEvent => ({
    type: 'tender-started',
    kind: 'mtn-momo',
    provider: { driver: 'test', host: 'https://pay.example', reference: `p-2201-${n}` },
  })
  const begun: SaleEvent = { type: 'tender-pending', token: 'push-2201' }
  const lost: SaleEvent = { type: 'tender-unknown' }
  const no: SaleEvent = { type: 'staff-answered', moneyMoved: false, staffId: 'staff-7', customerWaits: true }
  const { sale } = pricedSale(ledger, now, [chosenSeat('2201')], started(1), begun, lost, no)
    .next(started(2), begun, { type: 'tender-cancelled', abandonedPayment: true })
    .next(started(3), begun, lost, no)
    .next(
      started(4),
      begun,
      { type: 'tender-unknown', forGood: true, differs: { amount: 70_000, currency: 'XOF' } },
      no,
    )
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
  const { saleId } = sale
  const [first, second, third, fourth] = ledger.openPayments().map(({ reference }) => ({ saleId, reference }))
  if (!first || !second || !third || !fourth) throw new Error('four payments are left open')
  const act = (done: Parameters<Ledger['recordAfterSale']>[0], staffId: string | null = null): void =>
    ledger.recordAfterSale(done, staffId, now())
  act({ type: 'payment-closed', ...first, by: 'provider' })
  act({ type: 'payment-unresolved', ...second })
  act({ type: 'payment-closed', ...second, by: 'staff' }, 'staff-9')
  const took = { kind: 'mtn-momo', currency: 'GNF', amount: 35_000 } as const
  act({ type: 'payment-found', ...third, ...took, approval: 'MP-2201' })
  const other = { ...took, currency: 'XOF', amount: 70_000 }
  act({ type: 'payment-found', ...fourth, ...other, approval: 'MP-2202' })
  const overIt = { saleId, payment: fourth.reference, ...other, approval: 'MP-2202', second: 'staff-1' } as const
  const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-2201-4', token: 'push-2201' }
  const refused = { saleId, reference: 'b-2201-1' }
  act({ type: 'refund-requested', ...overIt, provider, reference: refused.reference }, 'staff-9')
  act({ type: 'refund-closed', ...refused, by: 'provider', reason: 'provider-down' })
  act({ type: 'refund-requested', ...overIt, provider, reference: 'b-2201-2' }, 'staff-9')
  act({ type: 'payment-paid-back', ...fourth, ...other, receipt: 'R-2202', refund: 'b-2201-2' }, 'staff-9')
}

/** Records two paid sales without tickets: the operator refunds one payment and not the other. */
function givenBackByProvider(ledger: Ledger, now: () => Instant): void {
  const due = (n: number) => {
    const seats = [chosenSeat(String(2400 + n))]
    const provider = { driver: 'test', host: 'https://pay.example', reference: `p-240${n}` }
    const paid = pricedSale(ledger, now, seats).next(
      { type: 'tender-started', kind: 'orange-money', provider },
      { type: 'tender-pending' },
      { type: 'tender-approved', received: 35_000, change: 0, approval: `OM-240${n}` },
    )
    const owed = decideRefund(paid)
    const { saleId } = owed.sale
    if (owed.sale.state !== 'refund-due') throw new Error(owed.sale.state)
    const sum = { payment: owed.sale.tender.reference, kind: 'orange-money', currency: 'GNF', amount: 35_000 } as const
    const reference = `b-240${n}`
    const asked = { saleId, ...sum, approval: `OM-240${n}`, provider, reference, second: 'staff-1' }
    ledger.recordAfterSale({ type: 'refund-requested', ...asked }, 'staff-9', now())
    return { owed, reference, saleId }
  }
  const made = due(1)
  made.owed.next({ type: 'refunded', refundReference: 'R-2401', refund: made.reference, staffId: 'staff-9' })
  const { owed, saleId, reference } = due(2)
  ledger.recordAfterSale({ type: 'refund-closed', saleId, reference, by: 'staff', reason: '' }, 'staff-9', now())
  owed.next({ type: 'refunded', refundReference: 'R-2402', staffId: 'staff-9' })
}

/** Records a cheque and a bank transfer. Staff report the transfer's outcome after a restart. */
function paidByDocuments(ledger: Ledger, now: () => Instant): void {
  const by = { staffId: 'staff-7', second: 'staff-9' }
  const part = { amount: 15_000, attended: true, staffId: 'staff-7' } as const
  const took = { received: 15_000, change: 0, approval: 'BICIGUI 0001234' }
  const paid = pricedSale(
    ledger,
    now,
    [chosenSeat('2501')],
    { type: 'tender-started', kind: 'cheque', ...part },
    { type: 'tender-approved', ...took, ...by },
    { type: 'tender-started', kind: 'bank-transfer', attended: true, staffId: 'staff-7' },
    { type: 'resumed' },
    { type: 'tender-unknown', forGood: true },
    { type: 'staff-answered', moneyMoved: true, approval: 'OV-2026/117', ...by },
  )
  handOver(paid)
}

/** Records a sale of two seats in two sessions. The service finally refuses the second, and staff refund its price. */
function inTwoSessions(ledger: Ledger, clock: ScenarioClock): void {
  const { now } = clock
  const seats = [chosenSeat('2601'), chosenSeat('2602', 30_000)]
  const sessions = seats.map(({ seatId }) => ({
    sessionId: randomUUID(),
    ownerRef: `demo-${seatId}`,
    seatIds: [seatId],
  }))
  const begun = startSale(ledger, now, seats, EVENT, 'fr', null)
  const [granted, ready] = toPriced(seats)
  if (!granted || ready?.type !== 'checkout-ready') throw new Error('no checkout')
  const purchases = sessions.map(({ sessionId, seatIds }, index) => {
    const orderId = index === 0 ? ready.orderId : randomUUID()
    return { orderId, sessionId, seatIds, amount: seats[index]!.price, remainingSeconds: 1 }
  })
  const priced = begun.next(
    { type: 'seat-limit-found', limit: 1 },
    { type: 'sessions-opened', sessions },
    granted,
    { ...ready, purchases, checkout: { ...ready.checkout, remainingSeconds: 1 } },
    ...toPaid('cash', 65_000),
  )
  const tickets = [ticketOf(seats[0]!)]
  const bought = priced.next(composed(priced.sale), { type: 'purchase-confirmed', tickets }, unclear)
  clock.pass(35_000)
  const { saleId } = bought.next({ type: 'tickets-not-found', asked: now() }, ...toPrinted(tickets)).sale
  const owed = { saleId, reference: `${ready.orderId}-R1`, currency: 'GNF', amount: 30_000 }
  ledger.recordAfterSale({ type: 'refund-paid', ...owed, kind: 'cash', receipt: '' }, '7', now())
}

function terminalDays(ledger: Ledger, now: () => Instant): void {
  const terminal = { kind: 'card', driver: 'zvt', host: 'tcp://192.0.2.1:20007' } as const
  ledger.askTerminalDay('day-1', terminal, 'staff-7', now())
  ledger.noteTerminalDay('day-1', { outcome: 'refused', reason: 'provider-down' }, now())
  ledger.askTerminalDay('day-2', terminal, null, now())
  ledger.noteTerminalDay('day-2', { outcome: 'closed', told: { amount: 0, currency: 'GNF' }, lines: ['0'] }, now())
}

function drawerOfAShift(ledger: Ledger, now: () => Instant): void {
  const currency = 'GNF'
  const act = (done: Parameters<Ledger['recordDrawer']>[0]): void => ledger.recordDrawer(done, 'staff-7', now())
  act({ type: 'shift-opened', currency, amount: 500_000 })
  act({ type: 'paid-in', currency, amount: 100_000, reason: 'monnaie' })
  act({ type: 'paid-out', currency, amount: 20_000, reason: 'eau', second: '90' })
  act({ type: 'drawer-opened', reason: 'billet coincé' })
  act({ type: 'drawer-counted', currency, pieces: [{ kind: 'note', value: 20_000, count: 32 }], receiver: '12' })
  act({ type: 'shift-opened', currency: 'EUR', amount: 0 })
}

function seatsTakenThenChanged(ledger: Ledger, now: () => Instant): void {
  const seats = [chosenSeat('1101')]
  startSale(ledger, now, seats)
    .next(
      { type: 'hold-failed', notice: { type: 'seat-taken', seatCodes: ['N3-F-1101'] } },
      { type: 'released', holdIds: [] },
    )
    .next({ type: 'seats-chosen', seats }, { type: 'hold-granted' })
    .next({ type: 'checkout-failed', notice: { type: 'partner-unreachable' } }, { type: 'release-timed-out' })
    .next(
      { type: 'seats-chosen', seats },
      ...toPriced(seats),
      { type: 'seats-changed' },
      { type: 'released', holdIds: [] },
    )
    .next(
      { type: 'seats-chosen', seats },
      ...toPriced(seats),
      { type: 'hold-expired' },
      { type: 'released', holdIds: [] },
    )
    .next({ type: 'abandoned', reason: 'idle' })
  const two = [chosenSeat('1103'), chosenSeat('1104', 50_000)]
  pricedSale(ledger, now, two, { type: 'seats-changed', seats: two.slice(0, 1) }, { type: 'released', holdIds: [] })
    .next({ type: 'checkout-failed', notice: { type: 'partner-unreachable' } })
    .next(...toPriced(two.slice(0, 1)).slice(-1), { type: 'abandoned', reason: 'cancelled' })
    .next({ type: 'released', holdIds: [] })
  const parked = { type: 'parked', staffId: 'staff-7' } as const
  startSale(ledger, now, [chosenSeat('1102')])
    .next(...toPriced([chosenSeat('1102')]), parked, { type: 'recalled', staffId: 'staff-7' }, parked)
    .next({ type: 'resumed' }, { type: 'checkout-failed', notice: { type: 'partner-unreachable' } })
    .next(...toPriced([chosenSeat('1102')]).slice(-1), { type: 'hold-expired' })
    .next({ type: 'released', holdIds: [] }, { type: 'abandoned', reason: 'hold-expired' })
}

function paymentsThatFail(ledger: Ledger, now: () => Instant): void {
  const card = { type: 'tender-started', kind: 'card' } as const
  pricedSale(ledger, now, [chosenSeat('1201'), chosenSeat('1202', 50_000)])
    .next(card, { type: 'tender-refused', reason: 'declined' })
    .next(card, { type: 'tender-cancelled' })
    .next(card, { type: 'tender-unavailable' })
    .next(card, { type: 'tender-unknown' }, { type: 'tender-cancelled' })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
}

/** Records two split payments in rounded cash: one is completed and one is refunded. */
function splitPayments(ledger: Ledger, now: () => Instant): void {
  const took = (received: number, change = 0) =>
    ({ type: 'tender-approved', received, change, approval: 'A-1' }) as const
  const first = pricedSale(ledger, now, [chosenSeat('1203', 35_040)])
    .next({ type: 'tender-started', kind: 'orange-money', amount: 10_000 }, took(10_000))
    .next({ type: 'tender-started', kind: 'mtn-momo', amount: 5_000 }, { type: 'tender-unknown' }, took(5_000))
    .next({ type: 'tender-started', kind: 'cash' }, took(25_000, 5_000))
  handOver(first)
  pricedSale(ledger, now, [chosenSeat('1204')])
    .next({ type: 'tender-started', kind: 'cash', amount: 10_060 }, took(10_100))
    .next({ type: 'tender-started', kind: 'card', amount: 7_000 }, took(7_000))
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: 'R-1', staffId: 'staff-7' })
    .next({ type: 'refunded', refundReference: 'R-2', staffId: 'staff-7' })
}

/** Records three vouchers: one for change, which is spent; one from an abandoned sale; one that is paid out. */
function creditSlips(ledger: Ledger, now: () => Instant): void {
  const slip = (slipId: string, amount: number) => ({ slipId, amount, currency: 'GNF' })
  const spending = (token: string, amount?: number) =>
    ({
      type: 'tender-started',
      kind: 'credit-slip',
      ...(amount !== undefined && { amount }),
      provider: { driver: 'credit-slip', host: '', reference: `S-${token}-${now().monoMs}`, token },
    }) as const
  const none = { change: 0, staffId: 'staff-7' } as const
  const took = {
    type: 'tender-approved',
    received: 50_000,
    ...none,
    approval: 'A',
    slip: slip('2345678922', 15_000),
  } as const
  const over = pricedSale(ledger, now, [chosenSeat('1205')], { type: 'tender-started', kind: 'card' }).next(took)
  handOver(over)
  pricedSale(ledger, now, [chosenSeat('1206', 10_000), chosenSeat('1207', 10_000)], spending('2345678922'), {
    type: 'tender-cancelled',
  })
    .next(spending('2345678922', 10_000))
    .next({ type: 'tender-approved', received: 15_000, ...none, approval: 'S', slip: slip('2345678933', 5_000) })
    .next(spending('2345678933', 4_000), { type: 'tender-unknown' })
    .next({ type: 'tender-approved', received: 5_000, ...none, approval: 'S', slip: slip('2345678944', 1_000) })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'voucher-issued', slip: slip('2345678955', 10_000) })
    .next({ type: 'voucher-issued', slip: slip('2345678966', 4_000) })
  ledger.recordDrawer(
    { type: 'slip-paid-out', slipId: '2345678955', currency: 'GNF', amount: 10_000, second: '90' },
    '7',
    now(),
  )
}

function lostReplies(ledger: Ledger, now: () => Instant): void {
  const seats = [chosenSeat('1301')]
  const paid = pricedSale(ledger, now, seats, ...toPaid('card', 35_000))
  const tickets = seats.map((seat) => ticketOf(seat))
  paid
    .next(composed(paid.sale), unclear, { type: 'tickets-not-found', asked: now() }, unclear)
    .next({ type: 'ticket-lookup-failed', detail: 'ECONNREFUSED' }, unclear, { type: 'tickets-found', tickets })
    .next(...toPrinted(tickets))
}

function badPrinter(ledger: Ledger, now: () => Instant): void {
  const seats = [chosenSeat('1401'), chosenSeat('1402')]
  const paid = pricedSale(ledger, now, seats, ...toPaid('card', 70_000))
  const tickets = seats.map((seat) => ticketOf(seat))
  paid
    .next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, { type: 'print-queued', saved: '' })
    .next({ type: 'print-started', ticketId: 't-1401' })
    .next({ type: 'print-failed', ticketId: 't-1401', reason: 'paper-out' }, { type: 'print-retried' })
    .next({ type: 'print-started', ticketId: 't-1401' })
    .next({ type: 'print-outcome-unknown', ticketId: 't-1401', reason: 'jammed' }, { type: 'print-retried' })
    .next({ type: 'print-started', ticketId: 't-1401' })
    .next({ type: 'print-finished', ticketId: 't-1401', evidence: 'job 12 completed' })
    .next({ type: 'print-started', ticketId: 't-1402' }, { type: 'resumed' }, { type: 'print-retried' })
    .next({ type: 'print-started', ticketId: 't-1402' })
    .next({ type: 'print-finished', ticketId: 't-1402', evidence: 'job 14 completed' })
}

function onTelephones(ledger: Ledger, now: () => Instant): void {
  const seats = [chosenSeat('1411'), chosenSeat('1412')]
  const paid = pricedSale(ledger, now, seats, ...toPaid('card', 70_000))
  const tickets = seats.map((seat) => ticketOf(seat))
  const page = (digit: string) => ({
    link: digit.repeat(64),
    untilUtc: new Date(Date.parse(now().wallUtc) + 36e5).toISOString(),
  })
  const printing = paid
    .next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, { type: 'print-queued', saved: '' })
    .next({ type: 'print-started', ticketId: 't-1411' })
    .next({ type: 'print-outcome-unknown', ticketId: 't-1411', reason: 'jammed' })
  const { sale } = printing
    .next(
      { type: 'link-requested', ...page('a') },
      { type: 'link-failed', link: page('a').link, reason: 'unreachable' },
    )
    .next({ type: 'link-requested', ...page('b') }, { type: 'resumed' })
    .next({ type: 'link-requested', ...page('c') }, { type: 'link-issued', link: page('c').link })
  const { saleId } = sale
  const copies = [{ ticketId: 't-1411', copyNumber: 2 }]
  ledger.recordAfterSale({ type: 'ticket-link-requested', saleId, ...page('d'), copies }, '7', now())
  const ended = { state: 'printed', evidence: `telephone ${page('d').link}` } as const
  ledger.recordAfterSale({ type: 'reprint-finished', saleId, ...copies[0]!, ...ended }, null, now())
  for (const channel of ['email', 'sms'] as const)
    ledger.note(
      'MESSAGE_REQUESTED',
      { saleId, link: page('d').link, message: channel, channel, consent: true },
      now(),
      '7',
    )
}

function moneyWithoutTickets(ledger: Ledger, clock: ScenarioClock): void {
  const paid = pricedSale(ledger, clock.now, [chosenSeat('1501')], ...toPaid('card', 35_000))
  const lost = paid.next(composed(paid.sale), unclear)
  clock.pass(515_000)
  lost
    .next({ type: 'tickets-not-found', asked: clock.now() })
    .next({ type: 'refunded', refundReference: 'R-31', staffId: 'staff-9' })
}

function settledOtherwise(ledger: Ledger, now: () => Instant): void {
  const silent = { type: 'ticket-lookup-failed', detail: '404 NOT_FOUND' } as const
  const byHand = { type: 'settled-manually', reference: '88', staffId: 'staff-9' } as const
  const asked = { type: 'tickets-requeried', staffId: 'staff-9' } as const
  const back = { type: 'refunded', refundReference: 'R-40', staffId: 'staff-9' } as const
  const unanswered = (seatId: string) => {
    const seats = [chosenSeat(seatId)]
    const paid = pricedSale(ledger, now, seats, ...toPaid('cash', 35_000))
    return paid.next(
      composed(paid.sale),
      unclear,
      { type: 'tickets-mismatched', detail: 'another seat' },
      asked,
      silent,
    )
  }
  unanswered('2101').next(byHand)
  unanswered('2102').next({ type: 'refund-decided', staffId: 'staff-9' }, asked, silent, back)
  const tickets = [ticketOf(chosenSeat('2103'))]
  unanswered('2103')
    .next({ type: 'refund-decided', staffId: 'staff-9' }, asked, { type: 'tickets-found', tickets })
    .next({ type: 'print-queued', saved: '' }, { type: 'print-started', ticketId: 't-2103' })
    .next({ type: 'print-failed', ticketId: 't-2103', reason: 'paper-out' }, byHand)
}

function needsStaff(ledger: Ledger, now: () => Instant): void {
  const cash = pricedSale(ledger, now, [chosenSeat('1601')], { type: 'tender-started', kind: 'cash' })
  const asked = cash.next({ type: 'resumed' }, { type: 'staff-answered', moneyMoved: true, staffId: 'staff-7' })
  asked
    .next(composed(asked.sale), unclear, { type: 'tickets-mismatched', detail: 'another seat' })
    .next({ type: 'tickets-requeried', staffId: 'staff-9' })
    .next({ type: 'tickets-mismatched', detail: 'still another seat' })

  const refunded = [chosenSeat('1901')]
  const taken = pricedSale(ledger, now, refunded, ...toPaid('cash', 35_000))
  decideRefund(taken).next({ type: 'refunded', refundReference: 'R-32', staffId: 'staff-9' })

  const paid = pricedSale(ledger, now, [chosenSeat('1701')], ...toPaid('card', 35_000))
  paid.next(composed(paid.sale), unclear)

  pricedSale(ledger, now, [chosenSeat('1801')], { type: 'tender-started', kind: 'cash' })
    .next({ type: 'resumed' }, { type: 'staff-answered', moneyMoved: false, staffId: 'staff-7' })
    .next({ type: 'released', holdIds: [] })
}
