import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/chain/canonical-json.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import type { Signer } from '../../electron/ledger/chain/signer.ts'
import { type Check, verifyLedger } from '../../electron/verify/verify.ts'
import { everyEvent, type StoryClock, storyClock } from '../ledger/every-event.ts'
import { gapStory } from '../ledger/gap-story.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'
import { ledgerOptions, suiteDirectory } from '../ledger/scene.ts'
import { archived, type ArchiveRow, readArchive, writeArchive } from './archive-workshop.ts'

/**
 * A register that signs nonsense: every hash and signature holds, so that only the books themselves can be wrong.
 * The rows are changed, chained and signed anew with the register's own key, and written as an archive.
 */
type Row = ArchiveRow

const directory = suiteDirectory()
const archive = join(directory, 'archive.jsonl')
let signer: Signer
let whole: string
let withGap: string
let oneShift: string

beforeAll(async () => {
  whole = await story('whole.db', async (options, clock) => {
    const ledger = await openLedger(options)
    everyEvent(ledger, clock)
    return ledger
  })
  withGap = await story('gap.db', gapStory)
  oneShift = await story('shift.db', async (options, { now }) => {
    const ledger = await openLedger(options)
    sellOut(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
    sellOut(ledger, now, [chosenSeat('1003')])
    ledger.closeShift('Z', 'staff-7', now())
    return ledger
  })
})

function story(name: string, tell: (options: LedgerOptions, clock: StoryClock) => Promise<Ledger>): Promise<string> {
  const clock = storyClock()
  const options = ledgerOptions(directory, { path: join(directory, name), now: clock.now })
  signer = options.signer
  return archived(options, () => tell(options, clock))
}

async function signedNonsense(change: (rows: Row[]) => void, whole: string): Promise<readonly Check[]> {
  const read = readArchive(whole)
  change(read.rows)
  writeArchive(archive, read, () => signer)
  const { findings } = await verifyLedger({ path: archive })
  return [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ check }) => check))].sort()
}

/** Sets a member of the payload of the n-th row of a code; `undefined` removes it. */
/** The share that a part of the split payment paid, in its row. */
function setPart(rows: Row[], kind: string, amount: number): void {
  const part = rows.findIndex(({ payload }) => payload.includes(`"kind":"${kind}"`) && payload.includes('"rounding"'))
  const found =
    part >= 0 ? part : rows.findIndex(({ code, payload }) => code === 'TENDER_APPROVED' && payload.includes(kind))
  const row = rows[found]
  if (!row) throw new Error(`no part in ${kind}`)
  const payload = JSON.parse(row.payload) as { tender: { amount: number } }
  payload.tender.amount = amount
  Object.assign(row, { payload: canonicalJson(payload) })
}

function set(rows: readonly Row[], code: string, path: string, value: unknown, nth = 0): void {
  const row = rows.filter((each) => each.code === code)[nth]
  if (!row) throw new Error(`no ${code}`)
  const put = (inside: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return value
    const copy = Array.isArray(inside) ? [...(inside as unknown[])] : { ...(inside as object) }
    Reflect.set(copy, key, put(Reflect.get(copy, key), rest))
    return copy
  }
  row.payload = canonicalJson(put(JSON.parse(row.payload), path.split('.')))
}

function member(rows: readonly Row[], code: string, path: string): unknown {
  const row = rows.find((each) => each.code === code)
  return path
    .split('.')
    .reduce<unknown>((inside, key) => Reflect.get(inside as object, key), JSON.parse(row?.payload ?? ''))
}

/** An hour passes behind the last unclear reply, and that sale has no row any more. */
function leaveAlone(rows: readonly Row[]): void {
  const unclear = rows.findLastIndex(({ code }) => code === 'PURCHASE_UNCLEAR')
  for (const row of rows.slice(unclear + 1)) row.mono_ms += 3_600_000
}

const nonsense: readonly (readonly [check: Check, story: string, change: (rows: Row[]) => void])[] = [
  ['I1', 'a sale ends with money that nobody got', (rows) => set(rows, 'REFUNDED', 'postings', undefined)],
  ['I1', 'less was taken than the order asks', (rows) => set(rows, 'TENDER_APPROVED', 'tender.received', 71_000)],
  ['I1', 'a sale is paid without a payment', (rows) => set(rows, 'STAFF_ANSWERED', 'tender', undefined)],
  ['I1', 'tickets are issued for nothing', (rows) => set(rows, 'TENDER_APPROVED', 'postings', undefined)],
  [
    'I2',
    'a ticket for a seat that was not ordered',
    (rows) => set(rows, 'PURCHASE_CONFIRMED', 'tickets.0.seatId', '9'),
  ],
  ['I2', 'a ticket of another event', (rows) => set(rows, 'PURCHASE_CONFIRMED', 'tickets.0.eventId', '777')],
  ['I2', 'a ticket at another price', (rows) => set(rows, 'PURCHASE_CONFIRMED', 'tickets.0.price', 1)],
  ['I2', 'a sale is confirmed without tickets', (rows) => set(rows, 'TICKETS_FOUND', 'tickets', undefined)],
  [
    'I2',
    'one ticket in two sales',
    (rows) =>
      set(rows, 'TICKETS_FOUND', 'tickets.0.ticketId', member(rows, 'PURCHASE_CONFIRMED', 'tickets.0.ticketId')),
  ],
  [
    'I3',
    'one QR code in two sales',
    (rows) => set(rows, 'TICKETS_FOUND', 'tickets.0.qrCode', member(rows, 'PURCHASE_CONFIRMED', 'tickets.0.qrCode')),
  ],
  ['I3', 'a ticket without a QR code', (rows) => set(rows, 'TICKETS_FOUND', 'tickets.0.qrCode', '')],
  ['I3', 'more than a QR code holds', (rows) => set(rows, 'TICKETS_FOUND', 'tickets.0.qrCode', '4'.repeat(7090))],
  [
    'I3',
    'one seat sold twice',
    (rows) => {
      const seat = member(rows, 'PURCHASE_CONFIRMED', 'tickets.0.seatId')
      const order = rows
        .filter(({ code }) => code === 'CHECKOUT_READY')
        .findIndex(({ payload }) => payload.includes('1301'))
      set(rows, 'CHECKOUT_READY', 'order.seats.0.seatId', seat, order)
      set(rows, 'TICKETS_FOUND', 'tickets.0.seatId', seat)
    },
  ],
  [
    'I4',
    'one order is paid twice',
    (rows) => {
      for (const code of ['TENDER_REFUSED', 'TENDER_UNAVAILABLE']) {
        set(rows, code, 'tender.received', 85_000)
        set(rows, code, 'tender.change', 0)
        set(rows, code, 'tender.state', 'approved')
      }
    },
  ],
  ['I4', 'a payment for no order of the sale', (rows) => set(rows, 'TENDER_STARTED', 'tender.orderId', 'x')],
  ['I4', 'parts make more than the order', (rows) => setPart(rows, 'orange-money', 34_000)],
  ['I1', 'parts make less than the order', (rows) => setPart(rows, 'orange-money', 9_000)],
  ['I1', 'cash is rounded by more than a coin', (rows) => setPart(rows, 'cash', 19_900)],
  ['I5', 'debits and credits differ', (rows) => set(rows, 'TENDER_APPROVED', 'postings.0.debit', 1)],
  ['I5', 'money is posted to another account', (rows) => set(rows, 'REFUNDED', 'postings.1.account', 'drawer')],
  ['I6', 'a closure says more than its rows', (rows) => set(rows, 'CLOSURE_Z', 'perpetualNet.GNF', 1)],
  ['I6', 'a closure leaves rows out', (rows) => set(rows, 'CLOSURE_Z', 'firstSeq', 5)],
  ['I6', 'shifts do not follow each other', (rows) => set(rows, 'CLOSURE_Z', 'shiftNo', 4)],
  ['I7', 'time goes back', (rows) => void Object.assign(rows[9] ?? {}, { mono_ms: 0 })],
  ['I7', 'a start of the program comes back', (rows) => void Object.assign(rows[9] ?? {}, { boot_id: 'boot-2' })],
  ['I7', 'another register writes', (rows) => void Object.assign(rows[9] ?? {}, { register: 'kiosk-2' })],
  ['I7', 'an unknown code', (rows) => void Object.assign(rows[1] ?? {}, { code: 'PARTY' })],
  [
    'I8',
    'a paid sale is left alone for an hour',
    (rows) => {
      const paid = rows.findIndex(({ code }) => code === 'TENDER_APPROVED')
      for (const row of rows.slice(paid + 1)) row.mono_ms += 3_600_000
    },
  ],
  ['I8', 'a purchase is left alone until the program stops', (rows) => leaveAlone(rows)],
  [
    'I8',
    'a purchase is left alone until the machine starts anew',
    (rows) => {
      leaveAlone(rows)
      for (const row of rows.slice(-2)) Object.assign(row, { boot_id: 'boot-2', mono_ms: 250 })
    },
  ],
  ['I9', 'done without evidence', (rows) => set(rows, 'PRINT_FINISHED', 'jobs.0.evidence', '')],
  ['I9', 'done while a ticket is not printed', (rows) => set(rows, 'PRINT_FINISHED', 'jobs', undefined)],
  [
    'I10',
    'a ticket that may be out is printed again without a mark',
    (rows) => set(rows, 'PRINT_RETRIED', 'jobs.0.copyNumber', 0, 1),
  ],
  [
    'I10',
    'a paper that came out is printed again',
    (rows) => {
      set(rows, 'PRINT_STARTED', 'jobs.0.ticketId', 't-1401', 6)
      set(rows, 'PRINT_STARTED', 'jobs.0.copyNumber', 1, 6)
    },
  ],
  ['I10', 'a copy is left out', (rows) => set(rows, 'PRINT_RETRIED', 'jobs.0.copyNumber', 2, 1)],
  ['I10', 'a ticket of nobody is printed', (rows) => set(rows, 'PRINT_QUEUED', 'jobs.0.ticketId', 'ghost')],
  [
    'refund-fence',
    'a refund while the holds live',
    (rows) => set(rows, 'TICKETS_ABSENT', 'event.asked.monoMs', 9_000, 1),
  ],
  [
    'refund-fence',
    'a refund after an answer to what was asked later',
    (rows) => set(rows, 'TICKETS_ABSENT', 'event.asked.monoMs', 1e9, 1),
  ],
  ['refund-fence', 'a refund without asking', (rows) => set(rows, 'TICKETS_ABSENT', 'event.asked', undefined, 1)],
  ['state', 'a sale jumps', (rows) => set(rows, 'HOLD_GRANTED', 'from', 'paid')],
  ['state', 'a row is another event', (rows) => set(rows, 'HOLD_GRANTED', 'event.type', 'released')],
  ['state', 'a sale goes on after its end', (rows) => set(rows, 'RELEASED', 'to', 'abandoned')],
  ['state', 'a member that the format does not know', (rows) => set(rows, 'HOLD_GRANTED', 'tip', 5)],
]

/** In a ledger that lost rows for good. */
const nonsenseAfterLoss: typeof nonsense = [
  ['state', 'a sale goes on as if no rows were lost', (rows) => remove(rows, 'ROWS_LOST')],
  ['state', 'rows are said to be lost that are not', (rows) => set(rows, 'RESTORED', 'complete', true)],
  ['state', 'a gap is settled that is none', (rows) => set(rows, 'GAP_SETTLED', 'gapSeq', 1)],
  ['state', 'a restoration says too little', (rows) => set(rows, 'RESTORED', 'presentSeq', undefined)],
  ['I1', 'a charge is found without a payment', (rows) => set(rows, 'CHARGE_FOUND', 'tender', undefined)],
  ['I5', 'a charge is found without postings', (rows) => set(rows, 'CHARGE_FOUND', 'postings', undefined)],
  [
    'I10',
    'an original is printed that may have come out',
    (rows) => set(rows, 'PRINT_QUEUED', 'jobs.0.state', 'spooling'),
  ],
  ['I9', 'a paper was seen, and nobody says by whom', (rows) => set(rows, 'PAPER_SEEN', 'jobs.0.evidence', '')],
]

/** Takes the first row of a code away, and lets that sale go on from the state before it. */
function remove(rows: Row[], code: string): void {
  const index = rows.findIndex((row) => row.code === code)
  const { sale_id, payload } = rows[index]!
  const { from } = JSON.parse(payload) as { from: string }
  const next = rows.slice(index + 1).find((row) => row.sale_id === sale_id)!
  next.payload = canonicalJson({ ...(JSON.parse(next.payload) as object), from })
  rows.splice(index, 1)
}

type Totals = Record<'events' | 'tenders' | 'cashiers', Record<string, Record<string, unknown>>>

type Said = Record<'perpetualNet' | 'perpetualAbs', Record<string, number>> & { readonly totals: { GNF: Totals } }

/** The one closure, signed anew, says other things of its francs. */
function closureSays(change: (totals: Totals, said: Said) => void): (rows: Row[]) => void {
  return (rows) => {
    const row = rows.find(({ code }) => code === 'CLOSURE_Z')!
    const { sig: _, ...said } = JSON.parse(row.payload) as { sig: string } & Said
    change(said.totals.GNF, said)
    const sig = Buffer.from(signer.sign(Buffer.from(`guichet-closure-1\n${canonicalJson(said)}`))).toString('base64')
    row.payload = canonicalJson({ ...said, sig })
  }
}

describe('the invariants, in a ledger whose hashes and signatures all hold', () => {
  it('finds nothing wrong with the books as they were', async () => {
    expect(await signedNonsense(() => {}, whole)).toEqual([])
    expect(await signedNonsense(() => {}, withGap)).toEqual([])
  })

  it.each(nonsense)('%s: %s', async (check, _story, change) => {
    expect(await signedNonsense(change, whole)).toContain(check)
  })

  it.each<[string, (totals: Totals, said: Said) => void]>([
    ['took more in cash', ({ tenders }) => Object.assign(tenders['cash']!, { amount: 80_000 })],
    ['were more payments', ({ tenders }) => Object.assign(tenders['card']!, { count: 2 })],
    ['paid something back', ({ tenders }) => Object.assign(tenders['card']!, { refunds: 1, refunded: 35_000 })],
    ['were taken by somebody else', (totals) => Object.assign(totals, { cashiers: { 12: totals.cashiers[''] } })],
    [
      'were of another zone',
      (totals) => Object.assign(totals, { events: { 501: { Sud: { tickets: 3, amount: 105_000 } } } }),
    ],
    [
      'were fewer tickets',
      ({ events }) => Object.assign(events['501']!, { 'Tribune Nord': { tickets: 2, amount: 105_000 } }),
    ],
    ['bring another net turnover', (_totals, said) => Object.assign(said.perpetualNet, { GNF: 1 })],
    ['bring another turnover in all', (_totals, said) => Object.assign(said.perpetualAbs, { GNF: 1 })],
    ['were in one way only', ({ tenders }) => Reflect.deleteProperty(tenders, 'cash')],
    ['were by nobody, and the closure does not say by whom', (totals) => Reflect.deleteProperty(totals, 'cashiers')],
  ])('I6: a closure says of its sales that they %s', async (_what, change) => {
    expect(await signedNonsense(closureSays(change), oneShift)).toEqual(['I6'])
  })

  it('finds nothing wrong with a closure of a program that did not say who took what for what', async () => {
    const older = closureSays((totals) => {
      for (const name of ['events', 'tenders', 'cashiers']) Reflect.deleteProperty(totals, name)
    })
    expect(await signedNonsense(older, oneShift)).toEqual([])
  })

  it('I8: a payment may wait for an hour where a person has to say what their terminal did, and nowhere else', async () => {
    const waitAnHour = (rows: Row[]): void => {
      const started = rows.findLastIndex(({ code }) => code === 'TENDER_STARTED')
      for (const row of rows.slice(started + 1)) row.mono_ms += 3_600_000
    }
    expect(await signedNonsense(waitAnHour, oneShift)).toContain('I8')
    const attended = (rows: Row[]): void => {
      waitAnHour(rows)
      set(rows, 'TENDER_STARTED', 'event.attended', true, 1)
    }
    expect(await signedNonsense(attended, oneShift)).not.toContain('I8')
  })

  it.each(nonsenseAfterLoss)('%s: %s', async (check, _story, change) => {
    expect(await signedNonsense(change, withGap)).toContain(check)
  })
})
