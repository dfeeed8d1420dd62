import { describe, expect, it } from 'vitest'
import type { CreditSlipIssuer } from '../../electron/core/ports/ports.ts'
import type { PrintOutcome } from '../../electron/core/ports/printer.ts'
import type { SlipHub } from '../../electron/core/ports/slip-hub.ts'
import { need } from '../kiosk/machine.ts'
import { atHub } from '../ledger/hub-slips-story.ts'
import { chosenSeat, EVENT, startSale, toPriced } from '../ledger/sales.ts'
import { tickingClock } from '../ledger/scene.ts'
import {
  codesOf,
  pin,
  refusal,
  reviewed,
  type SmallKiosk,
  type SmallKioskOptions,
  useSmallKiosks,
} from './small-kiosk.ts'

const startKiosk = useSmallKiosks()
const NUMBER = 'K7M4XP92RD'
const staff = { staff: 'cashier', pin }
const second = { staff: 'supervisor', pin }

/** A kiosk that owes a slip of a sale in Portuguese, and what it prints of slips. */
async function owing(amount: number, options: SmallKioskOptions = {}) {
  const papers: (Parameters<CreditSlipIssuer['issue']>[0] & { readonly language: string })[] = []
  const outcomes: PrintOutcome[] = []
  const rowsBefore: number[] = []
  const creditSlips: CreditSlipIssuer = {
    async issue(slip, language) {
      papers.push({ ...slip, language })
      rowsBefore.push(copies(kiosk).length)
      return outcomes.shift() ?? { outcome: 'printed', evidence: '' }
    },
  }
  const kiosk = await startKiosk({ ...options, settings: { creditSlips } })
  const seats = [chosenSeat('900001')]
  const slip = { slipId: NUMBER, amount, currency: 'GNF' }
  startSale(kiosk.ledger, tickingClock('boot-before', 0), seats, EVENT, 'pt')
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({ type: 'tender-approved', received: amount + 5_000, change: 0, approval: 'A', slip })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: 'R-1', staffId: 'counter' })
  const again = () => kiosk.api.reprintCreditSlip({ ...staff, slip: NUMBER })
  return { kiosk, papers, outcomes, rowsBefore, again }
}

const refused = (because: string) => ({ type: 'slip-refused', because })
const copies = ({ ledger }: SmallKiosk) =>
  ledger
    .journalLines({ before: null, saleId: null, limit: 500 })
    .filter(({ code }) => code === 'CREDIT_SLIP_COPIED')
    .map(({ staffId, details }) => [staffId, JSON.parse(details) as unknown] as const)
    .toReversed()

describe('another paper of a credit slip', () => {
  it('is the next copy by its number and in its language, and who had it printed stands in the ledger', async () => {
    const { kiosk, papers, again } = await owing(15_000)
    expect(need(await again())).toMatchObject({ slipId: NUMBER, state: 'open', copies: 1, paper: 'printed' })
    expect(need(await kiosk.api.reprintCreditSlip({ pin, slip: papers[0]?.code ?? '' }))).toMatchObject({ copies: 2 })
    expect(papers).toMatchObject(
      [1, 2].map((copyNumber) => ({ slipId: NUMBER, amount: 15_000, copyNumber, why: 'over', language: 'pt' })),
    )
    expect(new Set(papers.map(({ code }) => code.slice(0, code.lastIndexOf('|')))).size).toBe(1)
    expect(copies(kiosk)).toEqual([
      ['cashier', { slipId: NUMBER, copyNumber: 1 }],
      ['counter', { slipId: NUMBER, copyNumber: 2 }],
    ])
    expect(need(await kiosk.api.listSlips(staff))).toMatchObject([{ slipId: NUMBER, copies: 2 }])
  })

  it('has its number before it can come out, and the next one has another', async () => {
    const { kiosk, outcomes, papers, rowsBefore, again } = await owing(15_000)
    outcomes.push({ outcome: 'failed', reason: 'jammed', detail: '' }, { outcome: 'unknown', detail: 'silent' })
    expect(need(await again())).toMatchObject({ copies: 1, paper: 'failed' })
    expect(need(await again())).toMatchObject({ copies: 2, paper: 'unknown' })
    expect(need(await again())).toMatchObject({ copies: 3, paper: 'printed' })
    expect(papers.map(({ copyNumber }) => copyNumber)).toEqual([1, 2, 3])
    expect(rowsBefore).toEqual([1, 2, 3])
    // Two at once, too.
    await Promise.all([again(), again()])
    expect(copies(kiosk).map(([, payload]) => payload)).toMatchObject(
      [1, 2, 3, 4, 5].map((copyNumber) => ({ copyNumber })),
    )
  })

  it('is refused once the slip is spent, or its money was paid out; and to a technician', async () => {
    const { kiosk, papers, again } = await owing(15_000)
    expect(await refusal(kiosk.api.reprintCreditSlip({ staff: 'technician', pin, slip: NUMBER }))).toEqual({
      type: 'not-allowed',
    })
    need(await kiosk.api.payOutSlip({ ...staff, second, slip: NUMBER }))
    expect(await refusal(again())).toEqual(refused('paid-out'))
    const spent = await owing(1_000)
    const { saleId } = await reviewed(spent.kiosk)
    need(await spent.kiosk.api.paySlip({ saleId, slip: NUMBER }))
    await spent.kiosk.sales.settled(saleId)
    expect(await refusal(spent.again())).toEqual(refused('spent'))
    expect([papers, spent.papers, copies(kiosk), copies(spent.kiosk)]).toEqual([[], [], [], []])
  })

  it('is refused where its hub says that it was spent elsewhere, or says nothing, and where a payment was quicker', async () => {
    let free: boolean | null = true
    let meanwhile = (): void => undefined
    const slip = { slipId: NUMBER, amount: 15_000, currency: 'GNF', register: 'kiosk-1', issuedUtc: '' }
    const slipHub: SlipHub = {
      host: 'https://hub',
      hubKey: 'K',
      async find() {
        meanwhile()
        return free === null ? 'no-answer' : { ...slip, free }
      },
      tell: async () => true,
      spend: async () => ({ outcome: 'unknown' }),
      settle: async () => ({ outcome: 'unknown' }),
      release: async () => false,
    }
    const { kiosk, papers, again } = await owing(15_000, { slipHub })
    kiosk.pass(30_000)
    await expect.poll(() => codesOf(kiosk)).toContain('SLIPS_TOLD')
    free = false
    expect(await refusal(again())).toEqual(refused('spent'))
    free = null
    expect(await refusal(again())).toEqual(refused('hub-away'))
    expect(papers).toEqual([])
    free = true
    expect(need(await again())).toMatchObject({ copies: 1, paper: 'printed' })
    // A payment begins while the hub is asked.
    meanwhile = () => {
      const seats = [chosenSeat('900002')]
      startSale(kiosk.ledger, tickingClock('boot-before', 0), seats).next(...toPriced(seats), atHub(NUMBER, 'S1'))
    }
    expect(await refusal(again())).toEqual(refused('taken'))
    expect(papers).toMatchObject([{ copyNumber: 1, anywhere: true }])
  })
})

it('the list of slips comes without the word of a hub that does not answer in time, and says so', async () => {
  const asked: string[] = []
  const slipHub: SlipHub = {
    host: 'https://hub',
    hubKey: 'K',
    find(slipId) {
      asked.push(slipId)
      // The first question is the teller's.
      return asked.length === 1 ? Promise.resolve('unknown') : new Promise(() => undefined)
    },
    tell: async () => true,
    spend: async () => ({ outcome: 'unknown' }),
    settle: async () => ({ outcome: 'unknown' }),
    release: async () => false,
  }
  const { kiosk } = await owing(15_000, { slipHub })
  kiosk.pass(30_000)
  await expect.poll(() => codesOf(kiosk)).toContain('SLIPS_TOLD')
  const listed = kiosk.api.listSlips(staff)
  await expect.poll(() => kiosk.sleepsFor(3_000)).toBe(true)
  kiosk.pass(3_000)
  expect(need(await listed)).toMatchObject([{ slipId: NUMBER, state: 'open', elsewhere: 'unknown' }])
  expect(asked).toEqual([NUMBER, NUMBER])
})

it('a slip as which tickets are paid back comes out with the word that they are', async () => {
  const { kiosk, papers, again } = await owing(1_000_000)
  const { saleId } = await reviewed(kiosk, 1)
  need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
  await kiosk.sales.settled(saleId)
  expect(papers).toMatchObject([{ why: 'over', copyNumber: 0 }])
  const ticketIds = kiosk.ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId)
  const wish = { ...staff, second, saleId, ticketIds, kind: 'refund', reason: 'match reporté' } as const
  const { reference } = need(await kiosk.api.returnTickets(wish))
  const paid = need(await kiosk.api.payReturn({ ...staff, saleId, reference, kind: 'credit-slip', receipt: '' }))
  expect(papers.slice(1)).toMatchObject([{ why: 'returned', copyNumber: 0, slipId: paid.credits?.at(-1)?.slipId }])
  expect(await refusal(again())).toEqual(refused('spent'))
})
