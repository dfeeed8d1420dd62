import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import {
  leaveAlone,
  member,
  remove,
  rowOf,
  set,
  setPart,
  signedNonsense,
  type Row,
} from '../verify/inconsistent-ledgers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { review, settled, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

const verifier = fileURLToPath(new URL('archive-verifier.ts', import.meta.url))

interface Verdict {
  readonly rows: number
  readonly tickets: number
  readonly findings: readonly string[]
}

async function verdictOn(file: string): Promise<Verdict> {
  const ran = await promisify(execFile)(process.execPath, [verifier, file]).catch(
    (error: unknown) => error as { stdout: string },
  )
  return JSON.parse(ran.stdout) as Verdict
}

test('an independent verifier accepts the archive of a day, and finds each edit of it', async () => {
  const pin = '2580'
  const machine = await startMachine({ staffPin: pin })
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  expect((await settled(machine, saleId)).stage).toMatchObject({ name: 'done' })
  const later = await machine.restart()
  need(await later.api.closeShift({ pin, kind: 'Z' }))
  const { file: archive } = need(await later.api.exportLedger({ pin }))
  const verdict = await verdictOn(archive)
  expect(verdict).toMatchObject({ tickets: 2, findings: [] })
  expect(verdict.rows).toBeGreaterThan(10)

  const text = readFileSync(archive, 'utf8')
  const lines = text.split('\n')
  const edits: readonly string[] = [
    text.replace(String.raw`\"debit\":`, String.raw`\"debit\":1`),
    text.replace(/"mono_ms":\d+/u, '"mono_ms":0'),
    lines.toSpliced(5, 1).join('\n'),
    lines.toSpliced(-2, 1).join('\n'),
    text.replace(/"exportedUtc":"20/u, '"exportedUtc":"19'),
  ]
  for (const [index, edited] of edits.entries()) {
    expect(edited).not.toBe(text)
    const file = join(temporaryFolder(), `${index}.jsonl`)
    writeFileSync(file, edited)
    expect((await verdictOn(file)).findings).not.toEqual([])
  }
})

const { judge } = signedNonsense(async (archive) => (await verdictOn(archive)).findings)

const planted: readonly (readonly [what: string, check: string, change: (rows: Row[]) => void])[] = [
  ['a sale jumps', 'state: comes from', (rows) => set(rows, 'HOLD_GRANTED', 'from', 'paid')],
  ['a sale goes on after its end', 'state: goes on after its end', (rows) => set(rows, 'RELEASED', 'to', 'abandoned')],
  ['an unknown state', 'state: lost is no state', (rows) => set(rows, 'HOLD_GRANTED', 'to', 'lost')],
  [
    'a row has the code of another event',
    'state: the code',
    (rows) => set(rows, 'HOLD_GRANTED', 'event.type', 'released'),
  ],
  ['money without tickets or a refund', 'I1: ended with', (rows) => remove(rows, 'CHARGE_FOUND')],
  ['a part of a split payment is missing', 'I1: is paid with', (rows) => setPart(rows, 'cash', 1_000)],
  [
    'more is taken than is booked',
    'I1: .* was taken for',
    (rows) => set(rows, 'TENDER_APPROVED', 'tender.received', 1),
  ],
  ['a ticket for no seat of the order', 'I2: seat', (rows) => set(rows, 'PURCHASE_CONFIRMED', 'tickets.0.seatId', '9')],
  ['a ticket at another price', 'I2: seat', (rows) => set(rows, 'PURCHASE_CONFIRMED', 'tickets.0.price', 1)],
  [
    'a ticket of another event',
    'I2: .* another event',
    (rows) => set(rows, 'PURCHASE_CONFIRMED', 'tickets.0.eventId', '9'),
  ],
  ['two tickets for one seat', 'I2: two tickets', (rows) => copy(rows, 'tickets.0.seatId', 'tickets.1.seatId', 0, 0)],
  ['a seat is sold twice', 'I3: seat', (rows) => copy(rows, 'tickets.0.seatId', 'tickets.0.seatId', 0, 1)],
  ['a ticket is issued twice', 'I3: a ticket', (rows) => copy(rows, 'tickets.0.ticketId', 'tickets.0.ticketId', 0, 1)],
  ['an order is charged twice', 'I4: .* was charged for', (rows) => set(rows, 'CHECKOUT_READY', 'order.amount', 100)],
  ['a posting in another account', 'I5: posts', (rows) => set(rows, 'PAID_IN', 'postings.0.account', 'safe')],
  [
    'a closure leaves tickets out',
    'I6: .* tickets were issued',
    (rows) => set(rows, 'X_REPORT', 'totals.GNF.tickets', 0),
  ],
  ['a closure has other sums', 'I6: accounts', (rows) => set(rows, 'Z_REPORT', 'totals.GNF.accounts.drawer.debit', 1)],
  ['a closure has another turnover', 'I6: perpetualNet', (rows) => set(rows, 'Z_REPORT', 'perpetualNet.GNF', 1)],
  ['a shift is left out', 'I6: sums up other rows', (rows) => set(rows, 'Z_REPORT', 'shiftNo', 2)],
  ['a count expects another sum', 'I6: expects', (rows) => set(rows, 'DRAWER_COUNTED', 'expected', 1)],
  ['pieces make another total', 'I6: the pieces', (rows) => set(rows, 'DRAWER_COUNTED', 'pieces.0.count', 77)],
  ['a purchase is left alone', 'I8: stood still as unknown', (rows) => leaveAlone(rows)],
  [
    'nothing shows that a ticket came out',
    'I9: nothing shows',
    (rows) => set(rows, 'PRINT_FINISHED', 'jobs.0.evidence', ''),
  ],
  ['a copy is left out', 'I10: copy', (rows) => set(rows, 'REPRINT_REQUESTED', 'copies.0.copyNumber', 2)],
  ['a paper is sent twice', 'I10: .* is sent twice', (rows) => set(rows, 'PRINT_FINISHED', 'jobs.0.state', 'spooling')],
  ['a payment is left open without a provider', 'I11: left open', withoutProvider],
  ['an open payment is found twice', 'I11: .* is found, but was found', (rows) => repeat(rows, 'PAYMENT_FOUND')],
  ['another sum is paid back than was found', 'I11: pays back', (rows) => set(rows, 'PAYMENT_PAID_BACK', 'amount', 1)],
  [
    'a refund while the holds live',
    'refund-fence: asked',
    (rows) => set(rows, 'TICKETS_NOT_FOUND', 'event.asked.monoMs', 9_000, 1),
  ],
  [
    'a refund without asking',
    'refund-fence: refund due',
    (rows) => set(rows, 'TICKETS_NOT_FOUND', 'event.asked', undefined, 1),
  ],
  ['a return by one person', 'returns: not by two', (rows) => set(rows, 'TICKETS_REFUNDED', 'second', '7')],
  ['a ticket is given back twice', 'returns: .* was given back before', (rows) => repeat(rows, 'TICKETS_REFUNDED')],
]

function copy(rows: Row[], from: string, to: string, ofNth: number, toNth: number): void {
  set(rows, 'PURCHASE_CONFIRMED', to, member(rows, 'PURCHASE_CONFIRMED', from, ofNth), toNth)
}

function repeat(rows: Row[], code: string): void {
  rows.splice(rows.indexOf(rowOf(rows, code)) + 1, 0, { ...rowOf(rows, code) })
}

function withoutProvider(rows: Row[]): void {
  const { code } = rows.find(({ payload }) => payload.includes('"abandonedPayment":true,'))!
  const nth = rows
    .filter((row) => row.code === code)
    .findIndex(({ payload }) => payload.includes('"abandonedPayment":true,'))
  set(rows, code, 'tender.provider', undefined, nth)
}

describe('the books of an archive whose hashes and signatures hold', () => {
  it.each(['whole', 'withGap'] as const)('have no findings if they contain every kind of event (%s)', async (story) => {
    expect(await judge(story, () => {})).toEqual([])
  })

  it.each(planted)('%s: %s', async (what, check, change) => {
    const story = what.startsWith('money without') ? 'withGap' : 'whole'
    expect(await judge(story, change)).toContainEqual(
      expect.stringMatching(new RegExp(`^(?:row|closure) \\d+: ${check}`, 'u')),
    )
  })
})
