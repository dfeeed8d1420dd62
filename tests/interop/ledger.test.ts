import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { assign, cases, leaveAlone, remove, setPart, signedNonsense, type Row } from '../verify/inconsistent-ledgers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { review, settled, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

const verifier = fileURLToPath(new URL('archive-verifier.ts', import.meta.url))

type Verdict = Readonly<{ rows: number; tickets: number; findings: readonly string[] }>

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

/** Duplicates the first row with the given code. */
const repeat = (code: string) => (rows: Row[]) => {
  const row = rows.find((each) => each.code === code)!
  rows.splice(rows.indexOf(row) + 1, 0, { ...row })
}

function withoutProvider(rows: Row[]): void {
  const isLeft = ({ payload }: Row): boolean => payload.includes('"abandonedPayment":true,')
  const { code } = rows.find(isLeft)!
  assign(rows, `${code}[${rows.filter((row) => row.code === code).findIndex(isLeft)}].tender.provider = nothing`)
}

/** Each case names the beginning of one finding that the verifier must report, as a regular expression. */
const planted = cases(
  'whole',
  `
  a sale jumps: HOLD_GRANTED.from = "paid" → state: comes from
  a sale goes on after its end: RELEASED.to = "abandoned" → state: goes on after its end
  an unknown state: HOLD_GRANTED.to = "lost" → state: lost is no state
  a row has the code of another event: HOLD_GRANTED.event.type = "released" → state: the code
  money without tickets or a refund (withGap): CHARGE_FOUND is removed → I1: ended with
  a part of a split payment is missing: cash pays 1000 → I1: is paid with
  more is taken than is booked: TENDER_APPROVED.tender.received = 1 → I1: .* was taken for
  a ticket for no seat of the order: PURCHASE_CONFIRMED.tickets.0.seatId = "9" → I2: seat
  a ticket at another price: PURCHASE_CONFIRMED.tickets.0.price = 1 → I2: seat
  a ticket of another event: PURCHASE_CONFIRMED.tickets.0.eventId = "9" → I2: .* another event
  two tickets for one seat: PURCHASE_CONFIRMED.tickets.1.seatId = PURCHASE_CONFIRMED.tickets.0.seatId → I2: two tickets
  a seat is sold twice: PURCHASE_CONFIRMED[1].tickets.0.seatId = PURCHASE_CONFIRMED.tickets.0.seatId → I3: seat
  a ticket is issued twice: PURCHASE_CONFIRMED[1].tickets.0.ticketId = PURCHASE_CONFIRMED.tickets.0.ticketId
    I3: a ticket
  an order is charged twice: CHECKOUT_READY.order.amount = 100 → I4: .* was charged for
  a posting in another account: PAID_IN.postings.0.account = "safe" → I5: posts
  a closure leaves tickets out: X_REPORT.totals.GNF.tickets = 0 → I6: .* tickets were issued
  a closure has other sums: Z_REPORT.totals.GNF.accounts.drawer.debit = 1 → I6: accounts
  a closure has another turnover: Z_REPORT.perpetualNet.GNF = 1 → I6: perpetualNet
  a shift is left out: Z_REPORT.shiftNo = 2 → I6: sums up other rows
  a count expects another sum: DRAWER_COUNTED.expected = 1 → I6: expects
  pieces make another total: DRAWER_COUNTED.pieces.0.count = 77 → I6: the pieces
  a purchase is left alone: a purchase is left alone → I8: stayed unknown
  nothing shows that a ticket came out: PRINT_FINISHED.jobs.0.evidence = "" → I9: nothing shows
  a copy is left out: REPRINT_REQUESTED.copies.0.copyNumber = 2 → I10: copy
  a paper is sent twice: PRINT_FINISHED.jobs.0.state = "spooling" → I10: .* is sent twice
  a payment is left open without a provider: its provider is removed → I11: left open
  an open payment is found twice: PAYMENT_FOUND is doubled → I11: .* is found, but was found
  another sum is paid back than was found: PAYMENT_PAID_BACK.amount = 1 → I11: pays back
  a refund while the holds live: TICKETS_NOT_FOUND[1].event.asked.monoMs = 9000 → refund-fence: asked
  a refund without asking: TICKETS_NOT_FOUND[1].event.asked = nothing → refund-fence: a refund became due without a query
  a return by one person: TICKETS_REFUNDED.second = "7" → returns: not by two
  a ticket is given back twice: TICKETS_REFUNDED is doubled → returns: .* has already been returned
`,
  {
    'CHARGE_FOUND is removed': (rows) => remove(rows, 'CHARGE_FOUND'),
    'cash pays 1000': (rows) => setPart(rows, 'cash', 1_000),
    'a purchase is left alone': leaveAlone,
    'its provider is removed': withoutProvider,
    'PAYMENT_FOUND is doubled': repeat('PAYMENT_FOUND'),
    'TICKETS_REFUNDED is doubled': repeat('TICKETS_REFUNDED'),
  },
)

describe('the books of an archive whose hashes and signatures hold', () => {
  it.each(['whole', 'withGap'] as const)('have no findings if they contain every kind of event (%s)', async (story) => {
    expect(await judge(story, () => {})).toEqual([])
  })

  it.for(planted)('%s', async ([, story, change, [check]]) => {
    const finding = new RegExp(`^(?:row|closure) \\d+: ${check}`, 'u')
    expect(await judge(story, change)).toContainEqual(expect.stringMatching(finding))
  })
})
