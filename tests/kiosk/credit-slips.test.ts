import { describe, expect, it } from 'vitest'
import type { CreditSlipIssuer } from '../../electron/kiosk/ports/ports.ts'
import type { PrintOutcome, SlipHub } from '../../electron/kiosk/ports/devices.ts'
import { tendersOf } from '../../shared/domain/money/tender.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { atHub } from '../ledger/hub-slips-story.ts'
import { chosenSeat, EVENT, startSale, toPriced } from '../ledger/sales.ts'
import {
  cashier,
  need,
  pin,
  refusal,
  silentHub,
  type KioskFixture,
  type SmallKioskOptions,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'

const NUMBER = 'K7M4XP92RD'

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
  const kiosk = await startSmallKiosk({ ...options, settings: { ...options.settings, creditSlips } })
  const seats = [chosenSeat('900001')]
  const slip = { slipId: NUMBER, amount, currency: 'GNF' }
  startSale(kiosk.ledger, () => kiosk.clock.now(), seats, EVENT, 'pt')
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({ type: 'tender-approved', received: amount + 5_000, change: 0, approval: 'A', slip })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: 'R-1', staffId: 'counter' })
  const again = () => kiosk.api.reprintCreditSlip({ ...cashier, slip: NUMBER })
  const known = kiosk.ledger.slips.find(NUMBER)
  const code = known ? kiosk.ledger.slips.codeOf(known) : ''
  return { kiosk, papers, outcomes, rowsBefore, again, code }
}

const refused = (because: string) => ({ type: 'slip-refused', because })

const copies = ({ ledger }: KioskFixture) =>
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
    expect(need(await kiosk.api.listSlips(cashier))).toMatchObject([{ slipId: NUMBER, copies: 2 }])
  })

  it('has its number before it can come out, and the next one has another', async () => {
    const { kiosk, outcomes, papers, rowsBefore, again } = await owing(15_000)
    outcomes.push({ outcome: 'failed', reason: 'jammed', detail: '' }, { outcome: 'unknown', detail: 'silent' })
    expect(need(await again())).toMatchObject({ copies: 1, paper: 'failed' })
    expect(need(await again())).toMatchObject({ copies: 2, paper: 'unknown' })
    expect(need(await again())).toMatchObject({ copies: 3, paper: 'printed' })
    expect(papers.map(({ copyNumber }) => copyNumber)).toEqual([1, 2, 3])
    expect(rowsBefore).toEqual([1, 2, 3])
    await Promise.all([again(), again()])
    expect(copies(kiosk).map(([, payload]) => payload)).toMatchObject(
      [1, 2, 3, 4, 5].map((copyNumber) => ({ copyNumber })),
    )
  })

  it('is refused once the slip is spent, or its money was paid out', async () => {
    const { kiosk, papers, again } = await owing(15_000)
    need(await kiosk.api.payOutSlip({ ...cashier, second: supervisor, slip: NUMBER }))
    expect(await refusal(again())).toEqual(refused('paid-out'))
    const spent = await owing(1_000)
    const { saleId } = await spent.kiosk.reviewed()
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
      ...silentHub,
      async find() {
        meanwhile()
        return free === null ? 'no-answer' : { ...slip, free }
      },
    }
    const { kiosk, papers, again } = await owing(15_000, { slipHub })
    kiosk.pass(30_000)
    await expect.poll(() => kiosk.codes()).toContain('VOUCHERS_REGISTERED')
    free = false
    expect(await refusal(again())).toEqual(refused('spent'))
    free = null
    expect(await refusal(again())).toEqual(refused('hub-away'))
    expect(papers).toEqual([])
    free = true
    expect(need(await again())).toMatchObject({ copies: 1, paper: 'printed' })
    meanwhile = () => {
      const seats = [chosenSeat('900002')]
      startSale(kiosk.ledger, () => kiosk.clock.now(), seats).next(...toPriced(seats), atHub(NUMBER, 'S1'))
    }
    expect(await refusal(again())).toEqual(refused('taken'))
    expect(papers).toMatchObject([{ copyNumber: 1, anywhere: true }])
  })
})

it('the list of slips comes without the word of a hub that does not answer in time, and says so', async () => {
  const asked: string[] = []
  const slipHub: SlipHub = {
    ...silentHub,
    find(slipId) {
      asked.push(slipId)
      return asked.length === 1 ? Promise.resolve('unknown') : new Promise(() => undefined)
    },
  }
  const { kiosk } = await owing(15_000, { slipHub })
  kiosk.pass(30_000)
  await expect.poll(() => kiosk.codes()).toContain('VOUCHERS_REGISTERED')
  const listed = kiosk.api.listSlips(cashier)
  await expect.poll(() => kiosk.sleepsFor(3_000)).toBe(true)
  kiosk.pass(3_000)
  expect(need(await listed)).toMatchObject([{ slipId: NUMBER, state: 'open', elsewhere: 'unknown' }])
  expect(asked).toEqual([NUMBER, NUMBER])
})

describe('a credit slip at a kiosk', () => {
  const refusedAs = async (reply: Promise<{ readonly ok: boolean }>) => {
    const error = await refusal(reply)
    return typeof error === 'object' && error !== null && 'because' in error ? error.because : error
  }
  const open = async ({ api }: KioskFixture) => need(await api.listSlips(cashier))
  const payments = (kiosk: KioskFixture, saleId: string) =>
    tendersOf(kiosk.sales.find(saleId) as Extract<Sale, { state: 'done' }>).map(({ kind, amount }) => [kind, amount])

  it('pays a whole purchase by its code, and what is over is another slip on the screen', async () => {
    const { kiosk, code } = await owing(1_000_000)
    const { saleId, total } = await kiosk.reviewed(1)
    need(await kiosk.api.paySlip({ saleId, slip: code }))
    const done = await kiosk.shown(saleId)
    const over = 1_000_000 - total
    expect(done).toMatchObject({ stage: { name: 'done' }, credits: [{ amount: over }] })
    const slipId = done.credits?.[0]?.slipId ?? ''
    expect(await open(kiosk)).toMatchObject([{ slipId, amount: over, state: 'open' }])
    expect(payments(kiosk, saleId)).toEqual([['credit-slip', total]])
    need(await kiosk.api.dismissSale({ saleId }))
    const next = await kiosk.reviewed(1)
    expect(await refusedAs(kiosk.api.paySlip({ saleId: next.saleId, slip: code }))).toBe('spent')
    need(await kiosk.api.paySlip({ saleId: next.saleId, slip: slipId }))
    expect(await kiosk.stageName(next.saleId)).toBe('done')
  })

  it('pays a part by its number, and a card the rest', async () => {
    const { kiosk } = await owing(700)
    const { saleId, total } = await kiosk.reviewed(1)
    need(await kiosk.api.paySlip({ saleId, slip: 'k7m4x p92rd' }))
    const taken = [{ tender: 'credit-slip', amount: 700 }]
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'review' }, taken })
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(payments(kiosk, saleId)).toEqual([
      ['credit-slip', 700],
      ['card', total - 700],
    ])
    expect(await open(kiosk)).toEqual([])
  })

  it('comes back as another slip by itself when the purchase is given up, or a restart ends it', async () => {
    const { kiosk } = await owing(700)
    const given = await kiosk.reviewed(1)
    need(await kiosk.api.paySlip({ saleId: given.saleId, slip: NUMBER }))
    await kiosk.sales.settled(given.saleId)
    need(await kiosk.api.abandonSale({ saleId: given.saleId, reason: 'cancelled' }))
    expect(await kiosk.shown(given.saleId)).toMatchObject({ credits: [{ amount: 700 }] })
    const [second] = await open(kiosk)
    expect(second).toMatchObject({ amount: 700, saleId: given.saleId, state: 'open' })
    need(await kiosk.api.dismissSale(given))
    const { saleId } = await kiosk.reviewed(1)
    need(await kiosk.api.paySlip({ saleId, slip: second?.slipId ?? '' }))
    await kiosk.sales.settled(saleId)
    const again = await kiosk.restart()
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'refunded' })
    expect(await open(again)).toMatchObject([{ amount: 700, saleId, state: 'open' }])
  })

  it('is free again after a power cut between its intent and the answer', async () => {
    const { kiosk } = await owing(700)
    const { saleId } = await kiosk.reviewed(1)
    let start = (): Promise<KioskFixture> => Promise.reject(new Error('it was never paid with'))
    kiosk.sales.subscribe((sale) => {
      if (sale.state === 'paying') start = kiosk.cutPower()
    })
    need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
    await kiosk.stop()
    const again = await start()
    await again.sales.settled(saleId)
    expect(await open(again)).toMatchObject([{ amount: 700, state: 'open' }])
  })

  it('is refused, with the reason, if it is forged, unknown or of another key; guessing ends soon', async () => {
    const { kiosk, code } = await owing(700)
    const { saleId } = await kiosk.reviewed(1)
    const tried = (slip: string) => refusedAs(kiosk.api.paySlip({ saleId, slip }))
    expect(await tried(code.replace('|700|', '|900|'))).toBe('not-ours')
    const at = code.lastIndexOf('|') + 1
    expect(await tried(code.slice(0, at) + code.slice(at).split('').toReversed().join(''))).toBe('not-ours')
    kiosk.pass(10_000)
    for (const guess of ['2222222222', '3333333333', 'nonsense', 'x', '4444444444'])
      expect([guess, await tried(guess)]).toEqual([guess, 'unknown'])
    kiosk.pass(299_999)
    expect(await tried(code)).toMatchObject({ type: 'codes-locked', seconds: 1 })
    kiosk.pass(1)
    expect(await tried('5555555555')).toBe('unknown')
    expect(await open(kiosk)).toMatchObject([{ slipId: NUMBER, state: 'open' }])
  })
})

describe('a credit slip at a desk', () => {
  const settings = { role: 'cashier' } as const

  it('is paid out once, in cash, by two people, and is worth nothing then', async () => {
    const { kiosk, code } = await owing(700, { settings })
    const payOut = (slip: string) => kiosk.api.payOutSlip({ ...cashier, slip, second: supervisor })
    const paid = need(await payOut(code))
    expect(paid).toMatchObject({ slipId: NUMBER, amount: 700, currency: 'GNF', state: 'paid-out' })
    expect(await refusal(payOut(NUMBER))).toEqual(refused('paid-out'))
    const { saleId } = await kiosk.reviewed(1)
    expect(await refusal(kiosk.api.paySlip({ saleId, slip: code, by: cashier }))).toEqual(refused('paid-out'))
  })

  it('is taken by somebody who may take money, and given back by staff as another slip', async () => {
    const { kiosk, papers } = await owing(700, { settings })
    const { api } = kiosk
    const { saleId, total } = await kiosk.reviewed(1)
    expect(await refusal(api.paySlip({ saleId, slip: NUMBER }))).toEqual({ type: 'not-allowed' })
    need(await api.paySlip({ saleId, slip: NUMBER, by: cashier }))
    await kiosk.sales.settled(saleId)
    await kiosk.paysCash(saleId, total - 700, cashier)
    expect(await kiosk.stageName(saleId)).toBe('done')
    const { file, reference } = need(await kiosk.giveBack(saleId))
    expect(file.returns[0]?.back).toMatchObject([{ kind: 'credit-slip', amount: 700 }, { kind: 'cash' }])
    const paid = need(await api.payReturn({ ...cashier, saleId, reference, kind: 'credit-slip', receipt: '' }))
    expect(paid.credits).toMatchObject([{ amount: 700, state: 'open' }])
    expect(papers).toMatchObject([{ why: 'returned', copyNumber: 0, slipId: paid.credits?.[0]?.slipId }])
    expect(need(await api.listSlips(cashier))).toMatchObject([{ saleId, amount: 700 }])
  })
})
