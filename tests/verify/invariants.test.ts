import { expect, it, test } from 'vitest'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import { assign, cases, leaveAlone, remove, type Row, signedNonsense } from './inconsistent-ledgers.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, refundTickets, sellOut, startSale, ticketOf, toPriced } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'

const { judge, judgeUnsigned } = signedNonsense()

/** Delays the nth row of a code, and all later rows, by an hour. */
function waitBefore(rows: Row[], code: string, nth = 0): void {
  const first = rows.filter((row) => row.code === code)[nth]!
  for (const row of rows.slice(rows.indexOf(first))) row.mono_ms += 3_600_000
}

const HASH = 'f'.repeat(64)
const OTHER_NOTES = `notes: settles the note of row 35, which is not open
    I5: postings should be none, are notes-found 20000/0, drawer 0/20000
    notes: settles the note of row 36, which is not open
    notes: ends another opening`

const changes: Parameters<typeof cases>[2] = {
  'a later row names the key'(rows) {
    const { keyId, publicKey } = JSON.parse(rows[0]!.payload) as Record<'keyId' | 'publicKey', string>
    rows.splice(1, 0, {
      ...rows[0]!,
      code: 'KEY_CHANGED',
      payload: canonicalJson({ keyId, publicKey, previousSig: 'AA==' }),
    })
    rows[0]!.payload = '{}'
  },
  'the first row is doubled': (rows) => void rows.splice(1, 0, { ...rows[0]! }),
  'the first row is removed': (rows) => void rows.shift(),
  'an hour before PURCHASE_COMPOSED': (rows) => waitBefore(rows, 'PURCHASE_COMPOSED'),
  'a purchase is left alone': leaveAlone,
  'the machine restarts'(rows) {
    for (const row of rows.slice(-2)) Object.assign(row, { boot_id: 'boot-2', mono_ms: 250 })
  },
  'ROWS_LOST is removed': (rows) => remove(rows, 'ROWS_LOST'),
  'LINK_FAILED is removed': (rows) => remove(rows, 'LINK_FAILED'),
  'the last row is doubled': (rows) => void rows.push({ ...rows.at(-1)! }),
}

const table = [
  ...cases(
    'morning',
    `
  time goes back: #9:mono_ms = 0 → I7: decreases within one boot
  time stands still: #9:mono_ms = #8:mono_ms
  a start of the program comes back: #9:boot_id = "boot-2" → I7: this boot had already ended
  another register writes: #9:register = "kiosk-2"
    I7: was kiosk-1 before
    I7: was kiosk-2 before
  an unknown code: #1:code = "PARTY" → I7: PARTY is not a valid code for this row
  a code of a sale without one: #1:code = "RELEASED" → I7: RELEASED is not a valid code for this row
  a first row in another writing: #0:payload = "{ }"
    state: not canonical JSON of an object
    key: no row names this key
    I6: does not hold
    anchor: its signature is invalid
    format: does not name the ledger, register and keys of the rows
  a first row that names no key, and a later one that does (shiftThenNotes): a later row names the key
    state: format: missing; expected 1; ledgerId: missing; expected string; keyId: missing; expected string; publicKey: missing; expected string
    key: no row names this key
    key: the signature by the previous key is invalid
    I6: says 14, the rows say 15
    I6: says 31, the rows say 32
    ${OTHER_NOTES}
    I6: says 33, the rows say 34
    I6: says 106, the rows say 107
    format: does not name the ledger, register and keys of the rows
  a second first row (shiftThenNotes): the first row is doubled
    I7: CREATED is row 1 and only that
    I6: says 14, the rows say 15
    I6: says 31, the rows say 32
    ${OTHER_NOTES}
    I6: says 33, the rows say 34
    I6: says 106, the rows say 107
  no first row (shiftThenNotes): the first row is removed
    I7: CREATED is row 1 and only that
    key: no row names this key
    I6: says 14, the rows say 13
    I6: does not hold
    I6: says 31, the rows say 30
    ${OTHER_NOTES}
    I6: says 33, the rows say 32
    I6: says 106, the rows say 105
    anchor: its signature is invalid
    format: does not name the ledger, register and keys of the rows
  a payload that is no object: #1:payload = "[]" → state: not canonical JSON of an object
  a payload in another writing: #1:payload = "{ }" → state: not canonical JSON of an object
  a paid sale is left alone for an hour: an hour before PURCHASE_COMPOSED
    I8: stayed "paid" for 3000750 ms too long
    refund-fence: the service was queried 3593750 ms before the refund fence
  a purchase is left alone until the program stops (payments): a purchase is left alone
    I8: stayed "unknown" for 3012750 ms too long
  a purchase is left alone until the machine restarts (payments): a purchase is left alone; the machine restarts
    I8: stayed "unknown" for 3012250 ms too long
  a refund while the holds live: TICKETS_NOT_FOUND[1].event.asked.monoMs = 9000
    refund-fence: the service was queried 533500 ms before the refund fence
  a refund at the fence: TICKETS_NOT_FOUND[1].event.asked.monoMs = 542500
  a refund just before the fence: TICKETS_NOT_FOUND[1].event.asked.monoMs = 542499
    refund-fence: the service was queried 1 ms before the refund fence
  a refund where the service was asked in another start: TICKETS_NOT_FOUND[1].event.asked = {"bootId":"boot-0","monoMs":509999,"wallUtc":""}
    refund-fence: the service was queried 1 ms before the refund fence
  a refund after an answer to what was asked later: TICKETS_NOT_FOUND[1].event.asked.monoMs = 1e9
    refund-fence: asked later than now
  a refund without asking: TICKETS_NOT_FOUND[1].event.asked = nothing
    refund-fence: a refund became due without a query to the service
  a sale jumps: HOLD_GRANTED.from = "paid" → state: comes from paid, but was holding
  a sale begins somewhere: SEATS_CHOSEN.from = "paid" → state: comes from paid, but was holding
  a row is another event: HOLD_GRANTED.event.type = "released" → state: the code does not match the event
  a row is by somebody else: REFUNDED:staff_id = "1"
    state: staff_id does not match the event
    I6: Z_REPORT totals are others
  a sale is opened twice: HOLD_GRANTED.opened = SEATS_CHOSEN.opened → state: was opened before
  a sale is never opened: SEATS_CHOSEN[1].opened = nothing → state: its first row has no member "opened"
  a sale goes on after its end: RELEASED.to = "abandoned"
    state: comes from choosing, but was abandoned
    state: had ended as abandoned
  a member that the format does not know: HOLD_GRANTED.tip = 5
    state: value: unknown name: tip
    state: comes from held, but was holding
  an order comes where none does: HOLD_GRANTED.order = CHECKOUT_READY.order → state: order out of place
  an order is not there: CHECKOUT_READY.order = nothing
    state: order out of place
    I4: the sale has no order *
    I1: is paid with 70000 for 0
    I5: postings should be none, are customer-deposits 70000/0, organiser-payable 0/70000
    I2: 2 tickets for 0 seats
    I2: seat 1001 at 35000 was not ordered
    I2: seat 1002 at 35000 was not ordered
    I6: X_REPORT totals are others
    I6: Z_REPORT totals are others
  a purchase is sealed where none is: HOLD_GRANTED.requestMac = "${HASH}"
    state: requestMac out of place
    state: deleteAfter out of place
  a purchase is not sealed: PURCHASE_COMPOSED.requestMac = nothing
    state: requestMac out of place
    state: deleteAfter out of place
  a customer is sealed where none is: HOLD_GRANTED.customerSha256 = "${HASH}"
    state: customerSha256 out of place
    state: deleteAfter out of place
  no day to forget a purchase that is sealed: PURCHASE_COMPOSED.deleteAfter = nothing → state: deleteAfter out of place
  a day to forget where nothing is sealed: HOLD_GRANTED.deleteAfter = "2025-05-17T14:00:00.000Z"
    state: deleteAfter out of place
`,
    changes,
  ),
  ...cases(
    'withGap',
    `
  a sale goes on as if no rows were lost: ROWS_LOST is removed
    state: continues without ROWS_LOST after the gap before row 20
  rows are said to be lost that are not: RESTORED.complete = true
    state: no rows were lost since its last one
    state: row 20 is not an open gap
  a gap is settled that is not there: GAP_SETTLED.gapSeq = 1 → state: row 1 is not an open gap
  a gap is settled that nobody names: GAP_SETTLED.gapSeq = nothing → state: gapSeq: missing; expected number
  a gap is settled twice: the last row is doubled → state: row 20 is not an open gap
  a restoration says too little: RESTORED.presentSeq = nothing
    state: presentSeq: missing; expected number
    state: no rows were lost since its last one
    state: row 20 is not an open gap
  a charge is found without a payment: CHARGE_FOUND.tender = nothing
    I5: postings should be none, are card-clearing 35000/0, customer-deposits 0/35000
    I1: is paid without a payment
  a charge is found without postings: CHARGE_FOUND.postings = nothing
    I5: postings should be card-clearing 35000/0, customer-deposits 0/35000, are none
    I1: tickets and refunds exceed the money taken by 35000
    I1: ended with -35000 of the customer's money neither spent nor refunded
  an original is printed that may have come out: PRINT_QUEUED.jobs.0.state = "spooling"
    I10: copy 0 begins as "spooling"
  a paper was seen, and nobody says by whom: PRINT_SCANNED.jobs.0.evidence = ""
    I9: the sale is done, but there is no evidence that it was printed
`,
    changes,
  ),
  ...cases(
    'papers',
    `
  done without evidence: PRINT_FINISHED.jobs.0.evidence = "" → I9: the sale is done, but there is no evidence that it was printed
  done while a ticket is not printed: PRINT_FINISHED.jobs = nothing
    I9: the sale is done, but there is no evidence that it was printed
  a ticket that may be out is printed again without a mark: PRINT_RETRIED[1].jobs.0.copyNumber = 0
    I10: copy 0 is queued again after "unknown"
    I10: copy 1 after a copy that was "queued"
    I10: copy 1 begins as "spooling"
  a paper that came out is printed again: PRINT_STARTED[6].jobs.0.ticketId = "t-1401"; PRINT_STARTED[6].jobs.0.copyNumber = 1
    I10: copy 1 is sent to the printer again after "printed"
    I9: the sale is done, but there is no evidence that it was printed
  a copy is left out: PRINT_RETRIED[1].jobs.0.copyNumber = 2
    I10: copy 2 follows 0
    I10: copy 1 follows 2
    I10: copy 1 after a copy that was "queued"
    I10: copy 1 begins as "spooling"
  a ticket of nobody is printed: PRINT_QUEUED.jobs.0.ticketId = "ghost"
    I10: is printed, but is not a ticket of this sale
    I10: copy 0 begins as "spooling"
  a sale that was not printed is settled by hand, and nothing shows that its paper came out: SETTLED_MANUALLY[1].jobs.0.evidence = ""
    I9: the sale is done, but there is no evidence that it was printed
  a sale without tickets is done as if its paper had been seen: SETTLED_MANUALLY.event.type = "print-scanned"; SETTLED_MANUALLY:code = "PRINT_SCANNED"
    I5: postings should be none, are customer-deposits 35000/0, organiser-payable 0/35000
    I9: is done without tickets
  a copy of what was never printed: REPRINT_REQUESTED.copies.0.ticketId = "ghost"; REPRINT_FINISHED.ticketId = "ghost"
    I10: is reprinted, but was never printed
    I10: copy 1 follows nothing
`,
  ),
  ...cases(
    'inTwoSessions',
    `
  an order id twice: CHECKOUT_READY[1].order.purchases.1.orderId = CHECKOUT_READY.order.orderId
    purchases: order * already belongs to sale *
    purchases: settles *, which is not its purchase
    purchases: refunds sold seats
    purchases: names * as unsold, not none
    purchases: names unsold seats that are not those of the refused purchases
    purchases: refunds 30000 (30000) for purchases of 0
  a purchase has another amount: CHECKOUT_READY[1].order.purchases.1.amount = 29000
    purchases: purchase * of 29000 has seats of 30000
    purchases: its purchases are 64000 of 65000
    purchases: refunds 30000 (30000) for purchases of 29000
  a purchase has the seat of another: CHECKOUT_READY[1].order.purchases.1.seatIds.0 = "2601"
    purchases: its purchases do not divide its seats
    purchases: purchase * of 30000 has seats of 35000
    purchases: names unsold seats that are not those of the refused purchases
  the first purchase has another order: CHECKOUT_READY[1].order.purchases.0.orderId = "other"
    purchases: its first purchase has another order id than the order
    purchases: settles *, which is not its purchase
  two purchases have one order: CHECKOUT_READY[1].order.purchases.1.orderId = CHECKOUT_READY[1].order.orderId
    purchases: two purchases have the same order id
    purchases: settles *, which is not its purchase
    purchases: refunds sold seats
    purchases: names * as unsold, not none
    purchases: names unsold seats that are not those of the refused purchases
    purchases: refunds 30000 (30000) for purchases of 0
  two purchases have one session: CHECKOUT_READY[1].order.purchases.1.sessionId = CHECKOUT_READY[1].order.purchases.0.sessionId
    purchases: two purchases have the same session
  a purchase has two results: TICKETS_NOT_FOUND.settled.orderId = CHECKOUT_READY[1].order.orderId
    purchases: settles * twice
    purchases: ended before all its purchases had a result
    purchases: names * as unsold, not *
    purchases: names unsold seats that are not those of the refused purchases
    purchases: refunds 30000 (30000) for purchases of 35000
  tickets come without a result: TICKETS_NOT_FOUND.settled = nothing
    purchases: has tickets without results of its purchases
    purchases: refunds sold seats
    purchases: names * as unsold, not none
    purchases: names unsold seats that are not those of the refused purchases
    purchases: refunds 30000 (30000) for purchases of 0
  seats are unsold, but none is sold: TICKETS_NOT_FOUND.tickets = nothing
    purchases: has unsold seats without tickets
    I2: is confirmed without tickets
    I10: is printed, but is not a ticket of this sale
    I9: is done without tickets
    I6: Z_REPORT totals are others
  a refund of purchases that were sold: TICKETS_NOT_FOUND.to = "refund-due"
    purchases: refunds purchases that were sold
    I5: postings should be customer-deposits 65000/0, refunds-due 0/65000, are customer-deposits 65000/0, organiser-payable 0/35000, refunds-due 0/30000
    I2: tickets out of place
    state: comes from confirmed, but was refund-due
  the requests are not stored before the first attempt: PURCHASE_COMPOSED[1].requestMac = nothing; PURCHASE_COMPOSED[1].deleteAfter = nothing
    state: requestMac out of place
    purchases: attempts a purchase before the requests of all purchases are stored
  a purchase has no result: PURCHASE_CONFIRMED[1].settled = nothing
    purchases: ended before all its purchases had a result
  a result of another purchase: PURCHASE_CONFIRMED[1].settled.orderId = "other"
    purchases: settles other, which is not its purchase
  a purchase is given up too early: TICKETS_NOT_FOUND.event.asked.monoMs = 9000
    refund-fence: the service was queried 32500 ms before the refund fence
  unsold seats without a refund: TICKETS_NOT_FOUND.unsold = nothing
    purchases: lacks the refund for its unsold purchases
    I5: postings should be customer-deposits 65000/0, organiser-payable 0/65000, are customer-deposits 65000/0, organiser-payable 0/35000, refunds-due 0/30000
    I2: 1 tickets for 2 seats
    I1: ended with 30000 of the customer's money neither spent nor refunded
    returns: no refund by cash is due
  a refund for sold seats: TICKETS_NOT_FOUND.settled.sold = true
    purchases: records * as sold by TICKETS_NOT_FOUND
    purchases: refunds sold seats
    purchases: names * as unsold, not none
    purchases: names unsold seats that are not those of the refused purchases
    purchases: refunds 30000 (30000) for purchases of 0
  another refund than was paid: TICKETS_NOT_FOUND.unsold.amount = 29000
    purchases: refunds 29000 (30000) for purchases of 30000
    I5: postings should be customer-deposits 65000/0, organiser-payable 0/36000, refunds-due 0/30000, rounding 1000/0, are customer-deposits 65000/0, organiser-payable 0/35000, refunds-due 0/30000
  `,
  ),
  ...cases(
    'telephone',
    `
  a link is requested twice: LINK_REQUESTED[1].event.link = "${'a'.repeat(64)}"
    telephone: requests a link twice, or has no link
  a link without its hash: LINK_REQUESTED.event.link = nothing
    telephone: requests a link twice, or has no link
    telephone: has the result of a link not requested
  a chosen page has no result: PRINT_QUEUED.event.link = "${'f'.repeat(64)}"
    telephone: publishes tickets until an unknown time
    telephone: continues without a result of the publication
  a page for ever: LINK_REQUESTED.event.untilUtc = "2199-01-01T00:00:00.000Z"
    telephone: publishes tickets until 2199-01-01T00:00:00.000Z
  a page that has ended: TICKET_LINK_REQUESTED.untilUtc = "2020-01-01T00:00:00.000Z"
    telephone: publishes tickets until 2020-01-01T00:00:00.000Z
  a publication has no result: LINK_FAILED is removed
    I10: copy 1 is sent to the printer again after "spooling"
    I10: copy 0 is sent to the printer again after "spooling"
    telephone: continues without a result of the publication
    I6: says 54, the rows say 53
  tickets are published while they are printed: LINK_REQUESTED.to = "printing"
    telephone: publishes tickets although no printer failed
    state: comes from print-unknown, but was printing
  another link is issued: LINK_ISSUED.event.link = "${'e'.repeat(64)}"
    telephone: has the result of a link not requested
    telephone: ticket t-1411 does not have the requested link
    telephone: ticket t-1412 does not have the requested link
  a ticket is on a telephone without its link: LINK_ISSUED.jobs.0.evidence = "seen"
    telephone: ticket t-1411 does not have the requested link
  a second original: LINK_ISSUED.jobs.0.copyNumber = 0
    telephone: has a copy that was not requested
    I10: copy 2 follows 0
  a duplicate has the link of another page: REPRINT_FINISHED.evidence = "telephone ${'c'.repeat(64)}"
    telephone: copy 2 of ticket t-1411 does not have the requested link
  a duplicate is printed instead: REPRINT_FINISHED.evidence = "folder:t-1411-2.pdf"
    telephone: copy 2 of ticket t-1411 does not have the requested link
  a paper is said to be a telephone: RESUMED.jobs.0.evidence = "telephone ${'b'.repeat(64)}"
    telephone: ticket t-1411 does not have the requested link
  a duplicate on a telephone is not numbered: TICKET_LINK_REQUESTED.copies.0.copyNumber = 3; REPRINT_FINISHED.copyNumber = 3
    I10: copy 3 follows 1
  a message about another page: MESSAGE_REQUESTED.link = "${'e'.repeat(64)}"
    telephone: sends a link that was not requested
  two messages have one number: MESSAGE_REQUESTED[1].message = "email"
    telephone: uses the number of message email again
  a message without consent: MESSAGE_REQUESTED.consent = false
    state: consent: expected true
`,
    changes,
  ),
  ...cases(
    'terminalDays',
    `
  a charge to no account: TENDER_STARTED[4].tender.provider.token = nothing → accounts: names no account
  the refund of an unused charge has another reference: REFUNDED[2].tender.refundReference = "x"
    accounts: is not refunded to the account
    accounts: is confirmed, but was never recorded
  a refund on account has a receipt of a terminal: REFUND_PAID.receipt = "x" → accounts: is not refunded to the account
  a refund on account of a sale in cash: REFUND_PAID.saleId = SEATS_CHOSEN:sale_id
    returns: no refund by account is due
    accounts: credits an account that the sale did not charge
  an answer to what nobody asked: END_OF_DAY_REQUESTED.day = "another"
    terminal-days: is a result for day-1, which was not requested
  a shift that is long over, or not there yet: END_OF_DAY_REQUESTED.shiftNo = 9 → terminal-days: of shift 9 in shift 2
  a refusal that names no reason: END_OF_DAY_RESULT.reason = "" → terminal-days: reason: expected at least 1 character
`,
  ),
]

it.for(table)('finds in a ledger whose hashes and signatures hold: %s', async ([, story, change, errors]) => {
  expect(await judge(story, change)).toEqual(errors)
})

it.each(['morning', 'withGap'] as const)('finds nothing wrong with the books as they were (%s)', async (story) => {
  expect(await judge(story, () => {})).toEqual([])
})

it.each<[what: string, change: (row: Row) => object, errors: readonly string[]]>([
  [
    'its number',
    () => ({ seq: 9 }),
    ['I7: row 5 was expected here', 'I7: is not the hash of this row', 'I7: row 10 was expected here'],
  ],
  ['what it says', () => ({ wall_utc: '2025-05-17T14:00:00.000Z' }), ['I7: is not the hash of this row']],
  [
    'the hash before it',
    () => ({ prev_hash: 'f'.repeat(64) }),
    ['I7: not the hash of the row before', 'I7: is not the hash of this row'],
  ],
  [
    'its hash',
    () => ({ hash: 'f'.repeat(64) }),
    ['I7: is not the hash of this row', 'I7: does not hold', 'I7: not the hash of the row before'],
  ],
  [
    'its signature',
    ({ sig }) => ({ sig: Buffer.from(String(sig), 'base64').reverse().toString('base64') }),
    ['I7: does not hold'],
  ],
  ['a signature cut short', () => ({ sig: '' }), ['I7: does not hold']],
  [
    'the name of its key',
    () => ({ key_id: '0'.repeat(32) }),
    ['I7: is not the hash of this row', 'key: no row names this key'],
  ],
])('a row is changed afterwards: %s', async (_what, change, errors) => {
  expect(await judgeUnsigned(5, change)).toEqual(errors)
})

it('lets a payment wait for an hour where a person has to say what their terminal did, and nowhere else', async () => {
  const waitAnHour = (rows: Row[]): void => waitBefore(rows, 'TENDER_APPROVED', 1)
  expect(await judge('oneShift', waitAnHour)).toEqual(['I8: stayed "paying" for 3000500 ms too long'])
  const attended = (rows: Row[]): void => {
    waitAnHour(rows)
    assign(rows, 'TENDER_STARTED[1].event.attended = true')
  }
  expect(await judge('oneShift', attended)).toEqual([])
})

const seat = chosenSeat('1001')

const second = { ticketId: 't-1001-2', qrCode: 'f'.repeat(32) }

/** Creates a ledger that sold a seat twice. `returned`: the first ticket was returned before. */
async function soldTwice({ returned }: { readonly returned: boolean }) {
  const { ledger, options, now } = await freshLedger()
  const { sale } = sellOut(ledger, now, [seat], 'cash')
  const next = startSale(ledger, now, [seat]).next(...toPriced([seat])).sale
  const asked = () => [
    ledger.seatsSoldHere(next, ['1001', '1002']),
    ledger.conflictingTickets(next, [ticketOf(seat, second)]),
  ]
  const before = asked()
  if (returned) refundTickets(ledger, now, sale, 't-1001')
  const after = asked()
  try {
    sellOut(ledger, now, [seat], 'card', second)
  } finally {
    ledger.close()
  }
  return { before, after, findings: (await verifyLedger({ path: options.path })).findings }
}

test('a seat may be sold again once its ticket was given back, and the ledger holds', async () => {
  const { before, after, findings } = await soldTwice({ returned: true })
  expect(before).toEqual([['1001'], ['t-1001-2']])
  expect(after).toEqual([[], []])
  expect(findings).toEqual([])
})

test('until then it is another sale’s, and is not recorded', async () => {
  await expect(soldTwice({ returned: false })).rejects.toThrow('seats with a ticket of another sale: 1001')
})
