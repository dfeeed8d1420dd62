import { expect, test } from 'vitest'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, decideRefund, handOver, pricedSale, ticketOf, toPaid } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'
import type { SaleLedger } from '../../electron/kiosk/ports/ports.ts'

type Done = Extract<Sale, { state: 'done' }>

const owed = (amount: number) => [
  { account: 'organiser-payable', debit: amount, credit: 0 },
  { account: 'refunds-due', debit: 0, credit: amount },
]

const paidBack = (amount: number, account = 'drawer') => [
  { account: 'refunds-due', debit: amount, credit: 0 },
  { account, debit: 0, credit: amount },
]

type Row = readonly [code: string, payload: object, staffId: string | null]
type Step = (sale: Done, running: Sale) => Row

/** Returns a function that creates a row with the given code. A `reference` is appended to the order ID. */
const stepOf =
  (code: string, members: Readonly<Record<string, unknown>>, usualStaff: string | null = '7') =>
  (change: typeof members = {}, staffId = usualStaff): Step =>
  ({ saleId, order }) => {
    const { reference, ...payload }: typeof members = { saleId, ...members, ...change }
    return [
      code,
      { ...payload, ...(typeof reference === 'string' && { reference: `${order.orderId}-${reference}` }) },
      staffId,
    ]
  }

const copy = (copyNumber: number, ticketId = 't-1002') => ({ ticketId, copyNumber })
const gnf = { currency: 'GNF', amount: 35_000 }
const refund = {
  reference: 'R2',
  reason: 'r',
  second: '90',
  ticketIds: ['t-1002'],
  ...gnf,
  back: [{ kind: 'cash', amount: 35_000 }],
  postings: owed(35_000),
}

/** Changes a refund so that rounding adds `rounding` to the cash paid. */
const rounded = (rounding: number) => ({
  back: [{ kind: 'cash', amount: 35_000 + rounding, rounding }],
  postings: [
    { account: 'organiser-payable', debit: 35_000, credit: 0 },
    { account: 'rounding', debit: Math.max(0, rounding), credit: Math.max(0, -rounding) },
    { account: 'refunds-due', debit: 0, credit: 35_000 + rounding },
  ],
})

const refunded = stepOf('TICKETS_REFUNDED', refund)
const voided = stepOf('TICKETS_VOIDED', refund)
const paid = stepOf('REFUND_PAID', { reference: 'R1', ...gnf, kind: 'cash', receipt: '', postings: paidBack(35_000) })
const slipCopied = stepOf('SLIP_COPIED', { reference: 'R1', copyNumber: 1, reason: 'r' })
const purchaseCopied =
  (change: object = {}, staffId: string | null = '7'): Step =>
  () => ['PURCHASE_COPIED', { orderId: 'o', ticketNumber: '7-1', copyNumber: 1, reason: 'r', ...change }, staffId]
const ordered = stepOf('REPRINT_REQUESTED', { reason: 'r', copies: [copy(1)] })
const finished = stepOf('REPRINT_FINISHED', { ...copy(1), state: 'printed', evidence: 'q' }, null)
const answered = stepOf('CANCELLATION_RESULT', { reference: 'R2', outcome: 'cancelled', detail: '' }, null)
const cancelling = refunded({ cancellation: 'c-2' })
const whole = {
  ticketIds: ['t-1001', 't-1002'],
  amount: 70_000,
  back: [{ kind: 'cash', amount: 70_000 }],
  postings: owed(70_000),
}

/** Verifies a valid day on which two tickets were sold for cash and the refund of the first is still due. */
async function verifiedWith(steps: readonly Step[], closed = false) {
  return rowsVerified([refunded({ reference: 'R1', ticketIds: ['t-1001'] }), ...steps], closed, toPaid('cash', 70_000))
}

/** Verifies two sold tickets, a priced sale and further rows. `forged`: rows the program would refuse. */
async function rowsVerified(steps: readonly Step[], closed: boolean, taken: readonly SaleEvent[], forged = false) {
  const { ledger, options, now } = await freshLedger()
  const { sale } = handOver(pricedSale(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], ...taken))
  const running = pricedSale(ledger, now, [chosenSeat('1003')]).sale
  if (closed) ledger.closeShift('Z', '7', now())
  const store = openStore(options.path, options)
  for (const step of steps) {
    const [code, payload, staffId] = step(sale, running)
    const row = { code, saleId: null, staffId, payload }
    store.transaction(() => (forged ? store.journal.append(row, now()) : store.append(row, now())))
  }
  store.close()
  // Omits the findings of the check `beside`, because the added rows bypass the program that maintains the journal
  // file.
  return (await verifyLedger({ path: options.path })).findings.filter(({ check }) => check !== 'beside')
}

test('what two people gave back, paid back and printed again holds', async () => {
  const steps = [
    ordered(),
    finished({ state: 'failed', evidence: 'paper-out' }),
    ordered(),
    finished({ state: 'unknown', evidence: 'restart' }),
    ordered({ copies: [copy(2)] }),
    finished({ copyNumber: 2 }),
    paid(),
    slipCopied(),
    slipCopied({ copyNumber: 2 }),
    purchaseCopied(),
    purchaseCopied({ copyNumber: 2 }),
    purchaseCopied({ ticketNumber: '7-2' }),
    cancelling,
    answered(),
  ]
  expect(await verifiedWith(steps)).toEqual([])
})

const more = { amount: 40_000, back: [{ kind: 'cash', amount: 40_000 }], postings: owed(40_000) }

test.each<[string, readonly Step[], check: string, why: string]>([
  ['an answer that nobody asked for', [answered({ reference: 'R1' })], 'returns', 'no cancellation was requested'],
  ['an answer twice', [cancelling, answered(), answered({ outcome: 'refused' })], 'returns', 'already has a result'],
  ['a reply of the service by staff', [cancelling, answered({}, '7')], 'returns', 'names a staff member for a reply'],
  ['an answer that is none', [answered({ outcome: 'maybe' })], 'state', 'outcome'],
  ['one person alone', [refunded({ second: '7' })], 'returns', 'second person'],
  ['nobody', [refunded({}, null)], 'returns', 'second person'],
  ['a ticket twice', [refunded({ ticketIds: ['t-1001'] })], 'returns', 'has already been returned'],
  ['another sale’s ticket', [refunded({ ticketIds: ['t-9'] })], 'returns', 'not of this sale'],
  ['more than it cost', [refunded(more)], 'returns', 'for tickets of 35000'],
  ['a way that paid less', [refunded({ back: [{ kind: 'card', amount: 35_000 }] })], 'returns', 'refunds more by card'],
  ['cash rounded by more than half a coin', [refunded(rounded(100))], 'returns', 'rounds 100 by cash'],
  ['not what was received', [refunded(rounded(-50))], 'returns', 'refunds 69950 of 70000 in cash'],
  ['no reason', [refunded({ reason: '' })], 'state', 'reason'],
  ['other postings', [refunded({ postings: paidBack(35_000) })], 'I5', 'postings should be'],
  ['a number out of turn', [refunded({ reference: 'R5' })], 'returns', 'does not follow'],
  ['a part of a sale voided', [voided()], 'returns', 'voids only a part'],
  ['a sale that runs', [(sale, { saleId }) => ordered({ saleId })(sale, sale)], 'state', 'is not done'],
  ['paid back twice', [paid(), paid()], 'returns', 'has already been paid'],
  ['paid back to another', [paid({ reference: 'x' })], 'returns', 'no refund by cash is due'],
  ['paid back short', [paid({ amount: 5, postings: paidBack(5) })], 'returns', 'pays 5 for 35000'],
  ['a return in another currency', [refunded({ currency: 'EUR' })], 'returns', 'different currency'],
  ['a payment in another currency', [paid({ currency: 'EUR' })], 'returns', 'different currency'],
  ['one ticket named twice', [refunded({ ticketIds: ['t-1002', 't-1002'] })], 'returns', 'names a ticket twice'],
  [
    'ways that make another sum',
    [refunded({ back: [{ kind: 'cash', amount: 30_000 }] })],
    'returns',
    'gives 35000 (30000) for tickets of 35000',
  ],
  ['more cash than is left', [refunded(), refunded({ reference: 'R3' })], 'returns', 'refunds more by cash'],
  ['a copy without evidence', [ordered(), finished({ evidence: '' })], 'I10', 'no evidence that copy 1 was printed'],
  ['copies without a reason', [ordered({ reason: '' })], 'state', 'reason'],
  ['a copy in no state', [stepOf('REPRINT_FINISHED', {})()], 'state', 'ticketId'],
  ['a payment without a receipt', [paid({ receipt: 5 })], 'state', 'receipt'],
  ['a slip’s copy without a reason', [slipCopied({ reason: '' })], 'state', 'reason'],
  ['a return of no sale', [refunded({ saleId: undefined })], 'state', 'saleId: missing'],
  ['a return of an unknown sale', [refunded({ saleId: 'x' })], 'state', 'is not done'],
  ['paid by nobody', [paid({}, null)], 'returns', 'names no staff member'],
  ['a copy without its number', [ordered({ copies: [copy(2)] })], 'I10', 'copy 2 follows 0'],
  ['a copy of what was given back', [ordered({ copies: [copy(1, 't-1001')] })], 'I10', 'printed after its return'],
  ['a slip’s copy out of turn', [slipCopied({ copyNumber: 2 })], 'I10', 'copy 2 follows 0'],
  ['a copy of a slip of another sale', [slipCopied({ reference: 'P' })], 'I10', 'is not of this sale'],
  ['a slip’s copy by nobody', [slipCopied({}, null)], 'I10', 'names no staff member'],
  ['a copy of a purchase out of turn', [purchaseCopied({ copyNumber: 2 })], 'I10', 'copy 2, which follows 0'],
  ['a copy of a purchase by nobody', [purchaseCopied({}, null)], 'I10', 'without a staff member'],
  ['a copy of a purchase without a reason', [purchaseCopied({ reason: '' })], 'state', 'reason'],
  ['a copy nobody ordered', [finished()], 'I10', 'had not been sent to the printer'],
])('finds %s', async (_what, steps, check, why) => {
  const found = { severity: 'error', check, why: expect.stringContaining(why) as unknown }
  expect(await verifiedWith(steps)).toContainEqual(expect.objectContaining(found))
})

test.each([
  ['in its own shift', false, []],
  ['in a later one', true, ['voids a sale from an earlier shift']],
])('a sale of which a ticket was given back is voided whole, %s', async (_when, closed, found) => {
  const findings = await verifiedWith([voided(whole)], closed)
  const again = ['ticket t-1001 has already been returned', 'refunds more by cash than was paid by it']
  expect(findings.map(({ why }) => why)).toEqual(again.toSpliced(1, 0, ...found))
})

const byCash = { kind: 'cash', amount: 70_000 }
const byCard = { kind: 'card', amount: 70_000 }

const moved = (to: string, from: string, debit: number, credit = debit) => [
  { account: to, debit, credit: 0 },
  { account: from, debit: 0, credit },
]

/** Returns a function that creates the nth correction of the sale's payment. */
const correction =
  (n: number, said: object) =>
  (change: object = {}, staffId: string | null = '7'): Step =>
  ({ saleId, order, tender }) => {
    const ids = { saleId, reference: `${order.orderId}-C${n}`, payment: tender.reference }
    const people = { takenBy: null, reason: 'r', second: '90' }
    return ['TENDER_CORRECTED', { ...ids, currency: 'GNF', ...people, ...said, ...change }, staffId]
  }

const toCard = { was: byCash, is: byCard, approval: 'A-4711', postings: moved('card-clearing', 'drawer', 70_000) }
const toCash = { was: byCard, is: byCash, approval: '7', postings: moved('drawer', 'card-clearing', 70_000) }
const [corrected, correctedBack] = [correction(1, toCard), correction(2, toCash)]

const soldForCash = toPaid('cash', 70_000)

test('accepts a correction approved by two people, and a refund by the corrected tender', async () => {
  const back = { ...whole, reference: 'R1', back: [byCard] }
  const cardPaid = paid({ ...byCard, postings: paidBack(70_000, 'card-clearing'), receipt: 'T-1' })
  const copy = slipCopied({ reference: 'C1' })
  expect(await rowsVerified([corrected(), copy, refunded(back), cardPaid], false, soldForCash)).toEqual([])
  const steps = [corrected(), correctedBack(), correction(3, toCard)()]
  expect(await rowsVerified(steps, false, soldForCash)).toEqual([])
})

const providerPaid: readonly SaleEvent[] = [
  { type: 'tender-started', kind: 'cash', provider: { driver: 'test', host: '', reference: 'p-9' } },
  { type: 'tender-approved', received: 70_000, change: 0, approval: '7' },
]

test.each<[string, readonly Step[], why: string, closed?: boolean, taken?: readonly SaleEvent[]]>([
  ['one person alone', [corrected({ second: '7' })], 'second person'],
  ['nobody', [corrected({}, null)], 'second person'],
  ['another amount before', [corrected({ was: { ...byCash, amount: 60_000 } })], 'was 70000 by cash, not 60000'],
  ['another tender before', [corrected({ was: { ...byCard, kind: 'mtn-momo' } })], 'not 70000 by mtn-momo'],
  ['another amount after', [corrected({ is: { ...byCard, amount: 60_000 } })], 'is 60000 by card for 70000'],
  ['the same tender', [corrected({ is: byCash })], 'does not change the tender cash'],
  ['notes', [corrected({ is: { kind: 'notes', amount: 70_000 } })], 'becomes notes'],
  ['a credit slip', [corrected({ is: { kind: 'credit-slip', amount: 70_000 } })], 'becomes credit-slip'],
  ['an unknown payment', [corrected({ payment: 'x' })], 'payment x, which the sale does not have'],
  ['a payment at a provider', [corrected()], 'a device or a provider confirmed', false, providerPaid],
  ['another shift', [corrected()], 'from an earlier shift', true],
  ['another cashier', [corrected({ takenBy: '8' })], '8 as the cashier, but nobody took'],
  ['another currency', [corrected({ currency: 'EUR' })], 'different currency'],
  ['a number out of turn', [corrected({ reference: 'x' })], 'does not follow the number of the previous correction'],
  ['cash of another person', [corrected(), correctedBack({ approval: '8' })], 'a person who did not take the cash'],
  [
    'a cheque without its number',
    [corrected({ is: { kind: 'cheque', amount: 70_000 }, approval: '–' })],
    'no valid document number',
  ],
  ['a sale with returned tickets', [refunded({ reference: 'R1' }), corrected()], 'with returned tickets'],
])('finds a correction to or of %s', async (_what, steps, why, closed = false, taken = soldForCash) => {
  const found = { severity: 'error', check: 'corrections', why: expect.stringContaining(why) as unknown }
  expect(await rowsVerified(steps, closed, taken, true)).toContainEqual(expect.objectContaining(found))
})

test.each<[string, object, check: string, why: string]>([
  ['one posting alone', { postings: moved('card-clearing', 'drawer', 70_000).slice(0, 1) }, 'I5', 'postings should be'],
  ['another account', { postings: moved('card-clearing', 'safe', 70_000) }, 'I5', 'postings should be'],
  ['no number', { approval: '' }, 'state', 'approval'],
  ['no reason', { reason: '' }, 'state', 'reason'],
])('finds a correction with %s', async (_what, change, check, why) => {
  const found = { severity: 'error', check, why: expect.stringContaining(why) as unknown }
  expect(await rowsVerified([corrected(change)], false, soldForCash)).toContainEqual(expect.objectContaining(found))
})

const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-1' }

const givenBack = (refund?: string): SaleEvent => ({
  type: 'refunded',
  refundReference: 'R-1',
  staffId: '7',
  ...(refund !== undefined && { refund }),
})

interface Due {
  readonly saleId: string
  readonly payment: string
}

type RefundStep = ((due: Due) => Row) | SaleEvent

const ask =
  (change: object = {}, staffId: string | null = '7') =>
  (due: Due): Row => {
    const by = { reference: 'b-1', kind: 'orange-money', approval: 'OM-1', provider, second: '9' }
    return ['REFUND_REQUESTED', { ...due, ...gnf, ...by, ...change }, staffId]
  }

const close =
  (change: object = {}, staffId: string | null = null) =>
  ({ saleId }: Due): Row => {
    return ['REFUND_CLOSED', { saleId, reference: 'b-1', by: 'provider', reason: 'declined', ...change }, staffId]
  }

/** Verifies a ledger with a refund due and further rows, some of which the program would refuse. */
async function refundFindings(steps: readonly RefundStep[]) {
  const { options, now } = await freshLedger()
  const store = openStore(options.path, options)
  const record: SaleLedger['record'] = (before, sale, event, at) => {
    if ('refund' in event)
      store.db
        .prepare("INSERT OR REPLACE INTO provider_refund VALUES (?, ?, 'free', 'asked', 1, 1)")
        .run(event.refund, sale.saleId)
    store.transaction(() => store.step(before, sale, event, at))
  }
  const paid = pricedSale({ record }, now, [chosenSeat('1001')]).next(
    { type: 'tender-started', kind: 'orange-money', provider },
    { type: 'tender-pending' },
    { type: 'tender-approved', received: 35_000, change: 0, approval: 'OM-1' },
  )
  let owed = decideRefund(paid, '7')
  if (owed.sale.state !== 'refund-due') throw new Error(owed.sale.state)
  const { saleId, tender } = owed.sale
  for (const step of steps) {
    if (typeof step === 'object') owed = owed.next(step)
    else {
      const [code, payload, staffId] = step({ saleId, payment: tender.reference })
      store.transaction(() => store.journal.append({ code, saleId: null, staffId, payload }, now()))
    }
  }
  store.close()
  const { findings } = await verifyLedger({ path: options.path })
  return findings.filter(({ check }) => check !== 'beside' && check !== 'tables')
}

const unsent = close({ reference: 'b-2', by: 'unsent', reason: '' })
const [second, third] = [ask({ reference: 'b-2' }), ask({ reference: 'b-3' })]

test.each<[string, readonly RefundStep[]]>([
  ['under way', [ask()]],
  ['made', [ask(), givenBack('b-1')]],
  ['refused, not sent, and made in the end', [ask(), close(), second, unsent, third, givenBack('b-3')]],
  ['closed by staff, who give it back themselves', [ask(), close({ by: 'staff', reason: '' }, '7'), givenBack()]],
])('a refund that is %s holds', async (_, steps) => {
  expect(await refundFindings(steps)).toEqual([])
})

const found: SaleEvent = { type: 'tickets-found', tickets: [ticketOf(chosenSeat('1001'))] }

test.each<[string, readonly RefundStep[], string]>([
  ['one person alone', [ask({ second: '7' })], 'second person'],
  ['nobody', [ask({}, null)], 'second person'],
  ['another sum', [ask({ amount: 70_000 })], 'gives 70000 GNF back for 35000 GNF'],
  ['another currency', [ask({ currency: 'XOF' })], 'for 35000 GNF'],
  ['a payment of nobody', [ask({ payment: 'x' })], 'which no sale has'],
  ['another provider', [ask({ kind: 'card' })], 'another provider'],
  ['a second one beside it', [ask(), second], 'is not the first'],
  ['a second one after staff closed it', [ask(), close({ by: 'staff' }, '7'), second], 'is not the first'],
  ['the same reference twice', [ask(), close(), ask()], 'with this reference'],
  ['one after the money went back', [givenBack(), ask()], 'for nothing that is owed'],
  ['one that is closed without being asked for', [close()], 'never asked for'],
  ['one that is closed twice', [ask(), close(), close()], 'but was closed'],
  ['staff who close it without a name', [ask(), close({ by: 'staff' })], 'names no staff member'],
  ['money back beside it', [ask(), givenBack()], 'in addition to the refund b-1'],
  ['a booking of another one', [ask(), givenBack('b-9')], 'knows no refund b-9'],
  ['a booking of none', [givenBack('b-1')], 'knows no refund b-1'],
  ['tickets beside it', [{ type: 'tickets-requeried', staffId: '7' }, ask(), found], 'gets tickets while'],
])('%s is found out', async (_, steps, why) => {
  const finding = { check: 'refunds', why: expect.stringContaining(why) as string }
  expect(await refundFindings(steps)).toContainEqual(expect.objectContaining(finding))
})
