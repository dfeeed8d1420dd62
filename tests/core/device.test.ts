import { describe, expect, it } from 'vitest'
import type {
  KnownPayment,
  SettledOutcome,
  TenderOutcome,
  TenderRequest,
} from '../../electron/core/ports/tender-driver.ts'
import type { CardPaid } from '../../shared/domain/money/tender.ts'
import { driver } from '../support/devices.ts'
import { codesOf, need, reviewed, type SmallKiosk, startSmallKiosk, until } from '../world/small-kiosk.ts'

const card: CardPaid = { brand: 'Visa', ending: '4242', read: 'contactless', receipt: ['CARTE BANCAIRE', 'DEBIT'] }
const approved: SettledOutcome = { outcome: 'approved', approval: '778812', currency: 'GNF', card }

/** A terminal that notes its last receipt before it takes money, and decides when the test says so. */
function terminal() {
  const calls: string[] = []
  const decided = Promise.withResolvers<SettledOutcome>()
  const running = Promise.withResolvers<TenderRequest>()
  const asked: KnownPayment[] = []
  const word: { now: TenderOutcome } = { now: { outcome: 'unknown' } }
  const given = { up: false }
  const tender = driver(
    {
      async begin({ reference }) {
        calls.push(`begin ${reference}`)
        return { outcome: 'begun', token: 'last=17' }
      },
      settle(payment, request, giveUp) {
        calls.push(`settle ${payment.reference} after ${payment.token}`)
        giveUp.addEventListener('abort', () => (given.up = true))
        running.resolve(request)
        return decided.promise
      },
      ask: async (payment) => (asked.push(payment), word.now),
    },
    { findBy: 'device-log' },
  )
  return { tenders: { card: tender }, calls, running: running.promise, decide: decided.resolve, asked, word, given }
}

async function paying(kiosk: SmallKiosk): Promise<string> {
  const { saleId } = await reviewed(kiosk)
  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  return saleId
}

const state = (kiosk: SmallKiosk, saleId: string) => kiosk.sales.find(saleId)?.state
const device = async (kiosk: SmallKiosk) => {
  const { sale } = need(await kiosk.api.getKiosk({}))
  return sale?.stage.name === 'paying' ? sale.stage.device : undefined
}

describe('a terminal that takes money in a call of its own', () => {
  it('is asked once, and only after what it had noted is in the ledger', async () => {
    const { tenders, calls, running, decide } = terminal()
    const kiosk = await startSmallKiosk({ tenders })
    const saleId = await paying(kiosk)
    const { reference } = await running
    expect(calls).toEqual([`begin ${reference}`, `settle ${reference} after last=17`])
    expect(kiosk.ledger.find(saleId)).toMatchObject({ phase: 'begun', tender: { provider: { token: 'last=17' } } })
    decide(approved)
    await until(kiosk, () => state(kiosk, saleId) === 'done')
    expect(calls).toHaveLength(2)
    expect(kiosk.ledger.find(saleId)).toMatchObject({ tender: { approval: '778812', card } })
  })

  it('whose answer is lost is asked what it did, and never for the money again', async () => {
    const { tenders, calls, running, decide, asked, word } = terminal()
    const kiosk = await startSmallKiosk({ tenders })
    const saleId = await paying(kiosk)
    await running
    decide({ outcome: 'unknown' })
    await until(kiosk, () => asked.length > 1)
    expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'paying', phase: 'asking-again' })
    word.now = approved
    await until(kiosk, () => state(kiosk, saleId) === 'done')
    expect(asked[0]).toMatchObject({ token: 'last=17' })
    expect(calls).toHaveLength(2)
  })

  it('is only asked after a restart, too', async () => {
    const { tenders, calls, running, decide, word } = terminal()
    const kiosk = await startSmallKiosk({ tenders })
    const saleId = await paying(kiosk)
    await running
    const stopped = kiosk.stop()
    decide({ outcome: 'unknown' })
    await stopped
    word.now = { outcome: 'cancelled' }
    const again = await kiosk.restart({ tenders })
    await until(again, () => state(again, saleId) === 'abandoned')
    expect(calls).toHaveLength(2)
  })

  it('takes no other payment until it is known what it did: of the next receipt nobody could tell whose it is', async () => {
    const { tenders, calls, running, decide, word } = terminal()
    const kiosk = await startSmallKiosk({ tenders })
    const first = await paying(kiosk)
    await running
    decide({ outcome: 'unknown' })
    await until(kiosk, () => state(kiosk, first) === 'needs-staff')
    need(await kiosk.api.leaveSale({ saleId: first }))
    const second = await paying(kiosk)
    await until(kiosk, () => state(kiosk, second) === 'priced')
    expect(calls).toHaveLength(2)
    word.now = { outcome: 'cancelled' }
    await until(kiosk, () => state(kiosk, first) === 'abandoned')
    need(await kiosk.api.pay({ saleId: second, tender: 'card' }))
    await until(kiosk, () => calls.length === 4)
  })

  it('is asked to stop where the customer cancels, and what it did then counts', async () => {
    const { tenders, running, decide, given } = terminal()
    const kiosk = await startSmallKiosk({ tenders })
    const saleId = await paying(kiosk)
    await running
    need(await kiosk.api.cancelPayment({ saleId }))
    expect(given.up).toBe(true)
    decide(approved)
    await until(kiosk, () => state(kiosk, saleId) === 'done')
  })
})

describe('what a terminal wants', () => {
  it('is on the screen at once, without what no screen can show, and in no ledger', async () => {
    const { tenders, running, decide } = terminal()
    const kiosk = await startSmallKiosk({ tenders })
    const saleId = await paying(kiosk)
    const { onProgress } = await running
    const rows = codesOf(kiosk).length
    onProgress?.({ phase: 'enter-pin', text: `CODE\u0007 ?\n${'*'.repeat(500)}` })
    expect(await device(kiosk)).toEqual({ phase: 'enter-pin', text: `CODE  ?\n${'*'.repeat(112)}` })
    expect(kiosk.events.at(-1)).toMatchObject({ name: 'sale-changed', payload: { stage: { device: {} } } })
    onProgress?.({ phase: 'authorising' })
    expect(await device(kiosk)).toEqual({ phase: 'authorising' })
    expect(codesOf(kiosk)).toHaveLength(rows)
    decide({ outcome: 'refused', reason: 'wrong-pin' })
    await until(kiosk, () => state(kiosk, saleId) === 'priced')
    onProgress?.({ phase: 'remove-card' })
    expect(kiosk.sales.progress(saleId)).toBeNull()
    expect(need(await kiosk.api.getKiosk({})).sale?.stage).toMatchObject({
      name: 'review',
      notice: { type: 'payment-refused', reason: 'wrong-pin' },
    })
  })
})
