import { expect, it } from 'vitest'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { freshLedger } from '../ledger/fixtures.ts'
import { chosenSeat, handOver, pricedSale } from '../ledger/sales.ts'
import { assign, cases, type Row, setPart, signedNonsense } from './inconsistent-ledgers.ts'

const { judge } = signedNonsense()

const X_AND_Z = `I6: X_REPORT totals are others
    I6: Z_REPORT totals are others`

/** Returns the position, for `assign`, of the row of the first payment through a provider. */
const ofProvider = (rows: readonly Row[], code: string): string => {
  const begun = rows.findIndex((row) => row.code === 'TENDER_PENDING')
  return `${code}[${rows.slice(0, begun + 3).filter((row) => row.code === code).length - 1}]`
}

/** Returns the place of the row with the code whose payload contains `text`, in the notation of `assign`. */
const withText = (rows: readonly Row[], code: string, text: string): string =>
  `${code}[${rows.filter((row) => row.code === code).findIndex(({ payload }) => payload.includes(text))}]`

const approved = (code: string) => (rows: Row[]) =>
  assign(rows, `${code}.tender.received = 85000`, `${code}.tender.change = 0`, `${code}.tender.state = "approved"`)

const changes: Parameters<typeof cases>[2] = {
  'seat 1203 is sold in euros': (rows) =>
    assign(rows, `${withText(rows, 'SEATS_CHOSEN', '"seatId":"1203"')}.opened.currency = "EUR"`),
  'TENDER_REFUSED is approved': approved('TENDER_REFUSED'),
  'TENDER_UNAVAILABLE is approved': approved('TENDER_UNAVAILABLE'),
  'mobile money pays 34000': (rows) => setPart(rows, 'orange-money', 34_000),
  'mobile money pays 9000': (rows) => setPart(rows, 'orange-money', 9_000),
  'cash pays 19900': (rows) => setPart(rows, 'cash', 19_900),
  'seat 1301 is seat 1001': (rows) =>
    assign(
      rows,
      `${withText(rows, 'CHECKOUT_READY', '"seatId":"1301"')}.order.seats.0.seatId = "1001"`,
      'TICKETS_FOUND.tickets.0.seatId = "1001"',
    ),
  'the reference changes': (rows) =>
    assign(rows, `${ofProvider(rows, 'TENDER_APPROVED')}.tender.provider.reference = "p-2"`),
  'the host changes': (rows) =>
    assign(rows, `${ofProvider(rows, 'TENDER_STARTED')}.tender.provider.host = "https://x"`),
  'the token changes': (rows) => assign(rows, `${ofProvider(rows, 'TENDER_APPROVED')}.tender.provider.token = "x"`),
  'the first payment has its provider': (rows) =>
    assign(rows, `TENDER_STARTED.tender.provider = ${ofProvider(rows, 'TENDER_STARTED')}.tender.provider`),
  'its start is gone': (rows) => assign(rows, `${ofProvider(rows, 'TENDER_STARTED')}.tender = nothing`),
}

const table = cases(
  'morning',
  `
  a sale ends with money that nobody got: REFUNDED.postings = nothing
    I5: postings should be card-clearing 0/35000, refunds-due 35000/0, are none
    I1: ended with 35000 of the customer's money neither spent nor refunded
    I6: Z_REPORT totals are others
  less was taken than the order asks: TENDER_APPROVED.tender.received = 71000
    I5: postings should be customer-deposits 0/70000, drawer 71000/0, drawer 0/5000, rounding 4000/0, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000
    I1: received 71000 and returned 5000 for 70000
  nobody says what was received: TENDER_APPROVED.tender.received = nothing
    I5: postings should be customer-deposits 0/70000, drawer 0/5000, rounding 75000/0, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000
    I1: received ? and returned 5000 for 70000
  nobody says what was given back: TENDER_APPROVED.tender.change = nothing
    I5: postings should be customer-deposits 0/70000, drawer 75000/0, rounding 0/5000, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000
    I1: received 75000 and returned ? for 70000
  a card gives change: TENDER_APPROVED[1].tender.received = 35050
    I5: postings should be card-clearing 35050/0, customer-deposits 0/35000, rounding 0/50, are card-clearing 35000/0, customer-deposits 0/35000
    I1: received 35050 and returned 0 for 35000
  a coin is rounded where there is none (payments): seat 1203 is sold in euros
    I1: received 25000 and returned 5000 for 20040
    I6: Z_REPORT totals are others
    I6: Z_REPORT perpetualNet are others
    I6: Z_REPORT perpetualAbs are others
  a sale is paid without a payment (payments): STAFF_ANSWERED.tender = nothing
    I5: postings should be none, are drawer 35000/0, customer-deposits 0/35000
    I1: is paid without a payment
  tickets are issued for nothing: TENDER_APPROVED.postings = nothing
    I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are none
    I1: tickets and refunds exceed the money taken by 70000
    I1: ended with -70000 of the customer's money neither spent nor refunded
    I6: X_REPORT totals are others
    I6: expects 650000, the rows say 580000
    I6: Z_REPORT totals are others
  one order is paid twice: TENDER_REFUSED is approved; TENDER_UNAVAILABLE is approved
    I5: postings should be card-clearing 85000/0, customer-deposits 0/85000, are none
    I4: order * is overpaid: 170000 for 85000
  a payment for no order of the sale: TENDER_STARTED.tender.orderId = "x"
    I4: the sale has no order x
    I4: the reference is not derived from the order
  a payment is asked for that is more than the order: TENDER_STARTED.tender.amount = 70001 → I1: asks 70001 for 70000
  a payment starts that was started before: TENDER_APPROVED.tender.state = "started"
    I5: postings should be none, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000
    I4: cannot become started here
    I1: is paid without a payment
    I11: its sale ended without an outcome of the payment
  a payment ends that was never started: TENDER_STARTED.tender = nothing → I4: cannot become approved here
  parts make more than the order (payments): mobile money pays 34000
    I5: postings should be customer-deposits 0/34000, orange-money-clearing 10000/0, rounding 24000/0, are orange-money-clearing 10000/0, customer-deposits 0/10000
    I1: received 10000 and returned 0 for 34000
    I4: order * is overpaid: 39000 for 35040
    I4: order * is overpaid: 59040 for 35040
    I1: is paid with 59040 for 35040
  parts make less than the order (payments): mobile money pays 9000
    I5: postings should be customer-deposits 0/9000, orange-money-clearing 10000/0, rounding 0/1000, are orange-money-clearing 10000/0, customer-deposits 0/10000
    I1: received 10000 and returned 0 for 9000
    I1: is paid with 34040 for 35040
  cash is rounded by more than a coin (payments): cash pays 19900
    I5: postings should be customer-deposits 0/19900, drawer 25000/0, drawer 0/5000, rounding 0/100, are drawer 25000/0, drawer 0/5000, customer-deposits 0/20040, rounding 40/0
    I1: received 25000 and returned 5000 for 19900
    I1: is paid with 34900 for 35040
  debits and credits differ: TENDER_APPROVED.postings.0.debit = 1
    I5: debits and credits differ by -74999
    I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are drawer 1/0, drawer 0/5000, customer-deposits 0/70000
    I6: X_REPORT totals are others
    I6: expects 650000, the rows say 575001
    I6: Z_REPORT totals are others
  a line posts a debit and a credit: TENDER_APPROVED.postings.0.credit = 5
    I5: a posting must have either a debit or a credit
    I5: debits and credits differ by -5
    I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are drawer 75000/5, drawer 0/5000, customer-deposits 0/70000
    I6: X_REPORT totals are others
    I6: expects 650000, the rows say 649995
    I6: Z_REPORT totals are others
  a line posts nothing: TENDER_APPROVED.postings.3 = {"account":"drawer","debit":0,"credit":0}
    I5: a posting must have either a debit or a credit
    I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000, drawer 0/0
  money is posted to another account: REFUNDED.postings.1.account = "drawer"
    I5: postings should be card-clearing 0/35000, refunds-due 35000/0, are refunds-due 35000/0, drawer 0/35000
    I6: Z_REPORT totals are others
  a payment changes the provider’s reference on the way (payments): the reference changes → I4: changed its provider
  a payment is begun elsewhere than it is asked about (payments): the host changes → I4: changed its provider
  a payment changes its token (payments): the token changes → I4: changed the provider's identifier of the payment
  two payments go by one reference of the provider (payments): the first payment has its provider
    I4: uses the provider's reference of *
  a provider takes up what was never asked for (payments): its start is gone → I4: cannot become started here
  a ticket for a seat that was not ordered: PURCHASE_CONFIRMED.tickets.0.seatId = "9"
    I2: seat 9 at 35000 was not ordered
    ${X_AND_Z}
  a ticket of another event: PURCHASE_CONFIRMED.tickets.0.eventId = "777" → I2: the service listed it under event 777
  a ticket whose event the service named: PURCHASE_CONFIRMED.tickets.0.eventId = "501"
  a ticket at another price: PURCHASE_CONFIRMED.tickets.0.price = 1
    I2: seat 1001 at 1 was not ordered
    ${X_AND_Z}
  a ticket that names no seat on its place: TICKETS_FOUND.tickets.0.place.seatCode = nothing
    state: tickets.0.place.seatCode: missing; expected string
    state: comes from confirmed, but was unknown
    I10: is printed, but is not a ticket of this sale
    I1: ended with 35000 of the customer's money neither spent nor refunded
    I9: is done without tickets
    I6: Z_REPORT totals are others
    I6: Z_REPORT perpetualNet are others
    I6: Z_REPORT perpetualAbs are others
  a sale is confirmed without tickets: TICKETS_FOUND.tickets = nothing
    I2: is confirmed without tickets
    I10: is printed, but is not a ticket of this sale
    I9: is done without tickets
    I6: Z_REPORT totals are others
  a sale has fewer tickets than seats: PURCHASE_CONFIRMED.tickets.length = 1
    I2: 1 tickets for 2 seats
    I10: is printed, but is not a ticket of this sale
    ${X_AND_Z}
  a sale has two tickets for one of its seats: PURCHASE_CONFIRMED.tickets.1.seatId = "1001"
    I2: 2 tickets for 2 seats
    I3: its seat is in sale * already
  tickets come out of place: PRINT_QUEUED.tickets = PURCHASE_CONFIRMED.tickets
    I2: tickets out of place
    I2: had its tickets before
    I2: this ticket is in sale * already
    I3: its QR code is in sale * already
    I3: its seat is in sale * already
    ${X_AND_Z}
  one ticket in two sales: TICKETS_FOUND.tickets.0.ticketId = PURCHASE_CONFIRMED.tickets.0.ticketId
    I2: this ticket is in sale * already
    I10: is printed, but is not a ticket of this sale
    I9: the sale is done, but there is no evidence that it was printed
  one QR code in two sales: TICKETS_FOUND.tickets.0.qrCode = PURCHASE_CONFIRMED.tickets.0.qrCode
    I3: its QR code is in sale * already
  a ticket without a QR code: TICKETS_FOUND.tickets.0.qrCode = "" → I3: its text does not fit into a QR code
  as much as a QR code holds: TICKETS_FOUND.tickets.0.qrCode = "${'4'.repeat(7089)}"
  more than a QR code holds: TICKETS_FOUND.tickets.0.qrCode = "${'4'.repeat(7090)}" → I3: its text does not fit into a QR code
  one seat sold twice: seat 1301 is seat 1001 → I3: its seat is in sale * already
  a closure says more than its rows: Z_REPORT.perpetualNet.GNF = 1 → I6: Z_REPORT perpetualNet are others
  a closure leaves rows out: Z_REPORT.firstSeq = 5 → I6: says 5, the rows say 1
  a closure ends elsewhere: Z_REPORT.lastSeq = 5 → I6: says 5, the rows say 31
  an X is said to be a Z: X_REPORT.kind = "Z"
    I6: says "Z", the rows say "X"
    I6: shift 1 in shift 2
    I6: expects 650000, the rows say 580000
    I6: says 1, the rows say 2
    I6: says 1, the rows say 16
    I6: Z_REPORT totals are others
    I6: says 2, the rows say 3
  a closure has a member of its own (terminalDays): Z_REPORT.tip = 5
    I6: value: unknown name: tip
    terminal-days: of shift 2 in shift 1
    I6: says 2, the rows say 1
    I6: says 33, the rows say 1
    I6: Z_REPORT totals are others
    format: value: unknown name: tip
  a closure does not say by whom its sales were (oneShift): Z_REPORT.totals.GNF.cashiers = nothing
    I6: totals.GNF.cashiers: missing; expected record
    format: totals.GNF.cashiers: missing; expected record
  a Z has a time stamp and the signature of a witness: Z_REPORT.timeStamp = {"token":"MIIB"}; Z_REPORT.witness = {"name":"notary","publicKey":"MCow","sig":"${'A'.repeat(86)}=="}
  a Z has a time stamp without a token (oneShift): Z_REPORT.timeStamp = {}
    I6: timeStamp.token: missing; expected string
    format: timeStamp.token: missing; expected string
  a Z has a witness whose signature is too short (oneShift): Z_REPORT.witness = {"name":"notary","publicKey":"MCow","sig":"AAAA"}
    I6: witness.sig: expected a text of the form /^[\\d+/A-Za-z]{86}==$/u
    format: witness.sig: expected a text of the form /^[\\d+/A-Za-z]{86}==$/u
  an X has a time stamp: X_REPORT.timeStamp = {"token":"MIIB"} → I6: has members that only a Z may have
  shifts do not follow each other: Z_REPORT.shiftNo = 4 → I6: says 4, the rows say 1
  a closure says of its sales that they took more in cash (oneShift): Z_REPORT.totals.GNF.tenders.cash.amount = 80000
    I6: Z_REPORT totals are others
  a closure says of its sales that they were more payments (oneShift): Z_REPORT.totals.GNF.tenders.card.count = 2
    I6: Z_REPORT totals are others
  a closure says of its sales that they paid something back (oneShift): Z_REPORT.totals.GNF.tenders.card.refunds = 1; Z_REPORT.totals.GNF.tenders.card.refunded = 35000
    I6: Z_REPORT totals are others
  a closure says of its sales that they were taken by somebody else (oneShift): Z_REPORT.totals.GNF.cashiers.12 = Z_REPORT.totals.GNF.cashiers.; Z_REPORT.totals.GNF.cashiers. = nothing
    I6: Z_REPORT totals are others
  a closure says of its sales that they were of another zone (oneShift): Z_REPORT.totals.GNF.events.501 = {"Sud":{"tickets":3,"amount":105000}}
    I6: Z_REPORT totals are others
  a closure says of its sales that they were fewer tickets (oneShift): Z_REPORT.totals.GNF.events.501 = {"Tribune Nord":{"tickets":2,"amount":105000}}
    I6: Z_REPORT totals are others
  a closure says of its sales that they were in one way only (oneShift): Z_REPORT.totals.GNF.tenders.cash = nothing
    I6: Z_REPORT totals are others
  a closure says of its sales that they were by nobody (oneShift): Z_REPORT.totals.GNF.cashiers = {}
    I6: Z_REPORT totals are others
  a closure says of its sales that they bring another turnover in all (oneShift): Z_REPORT.perpetualAbs.GNF = 1
    I6: Z_REPORT perpetualAbs are others
`,
  changes,
)

it.for(table)('finds in a ledger whose hashes and signatures hold: %s', async ([, story, change, errors]) => {
  expect(await judge(story, change)).toEqual(errors)
})

const APPROVED = { received: 35_000, change: 0, approval: '0001234' }
const byTwo = { staffId: '7', second: '12' }
const ALONE = 'lacks the approval of a second person'

it.each<[string, { readonly staffId?: string }, Partial<Extract<SaleEvent, { type: 'tender-approved' }>>, string[]]>([
  ['at a desk by two people', byTwo, byTwo, []],
  ['at a kiosk', {}, byTwo, ['was not started by a staff member at a desk']],
  ['by one person', byTwo, { staffId: '7' }, [ALONE]],
  ['by one person twice', byTwo, { staffId: '7', second: '7' }, [ALONE]],
  ['by nobody', byTwo, { second: '12' }, [ALONE]],
  ['without a number', byTwo, { ...byTwo, approval: '' }, ['has no valid document number']],
])('judges a cheque that is taken %s', async (_, { staffId }, by, errors) => {
  const { ledger, options, now } = await freshLedger()
  const started: SaleEvent = { type: 'tender-started', kind: 'cheque', attended: true, ...(staffId && { staffId }) }
  handOver(pricedSale(ledger, now, [chosenSeat('1001')], started, { type: 'tender-approved', ...APPROVED, ...by }))
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings.filter(({ severity }) => severity === 'error').map(({ why }) => why)).toEqual(errors)
})
