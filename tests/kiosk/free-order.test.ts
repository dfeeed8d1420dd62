import { describe, expect, it } from 'vitest'
import {
  cashier,
  failure,
  HOLD_SECONDS,
  need,
  refusal,
  type KioskFixture,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'

async function accepted(kiosk: KioskFixture, by?: typeof cashier) {
  const { saleId } = await kiosk.reviewed()
  need(await kiosk.api.pay({ saleId, tender: 'free', ...(by && { by }) }))
  return saleId
}

const findings = async ({ ledgerPath }: KioskFixture) => (await verifyLedger({ path: ledgerPath })).findings

describe('an order that costs nothing', () => {
  it('needs no payment and nobody: its tickets come at once, and its row is its own', async () => {
    const kiosk = await startSmallKiosk({ price: 0, tenders: {} })
    const { saleId } = await kiosk.reviewed()
    expect(await kiosk.stage(saleId)).toEqual({ name: 'review', notice: null, tendersOffered: ['free'] })
    for (const tender of ['card', 'cash'] as const)
      expect(await refusal(kiosk.api.pay({ saleId, tender }))).toEqual({ type: 'tender-not-offered' })
    need(await kiosk.api.pay({ saleId, tender: 'free' }))
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'done', tickets: [{}, {}] })
    expect(kiosk.codes()).toContain('FREE_ORDER_ACCEPTED')
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
    expect(kiosk.printed).toMatchObject([{ price: 0 }, { price: 0 }])
  })

  it('is accepted until its holds expire: no tender needs time', async () => {
    const kiosk = await startSmallKiosk({ price: 0, settings: { tenderBudgetMs: 90_000 } })
    const { saleId } = await kiosk.reviewed()
    kiosk.pass((HOLD_SECONDS - 1) * 1000)
    need(await kiosk.api.pay({ saleId, tender: 'free' }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('is given out at a desk by whoever is signed in, counts its tickets, and comes back for nothing', async () => {
    const kiosk = await startSmallKiosk({ price: 0, settings: { role: 'cashier' } })
    const { saleId } = await kiosk.reviewed()
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'free' }))).not.toBe('not refused')
    need(await kiosk.api.pay({ saleId, tender: 'free', by: cashier }))
    await kiosk.sales.settled(saleId)
    const { payments, acts } = kiosk.ledger.files.open(saleId)!
    expect(payments).toMatchObject([{ kind: 'free', state: 'approved', amount: 0 }])
    expect(acts.find(({ code }) => code === 'FREE_ORDER_ACCEPTED')).toMatchObject({ staffId: 'cashier' })
    const { file } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    expect(file.returns).toMatchObject([{ amount: 0, back: [] }])
    need(await kiosk.api.closeShift({ ...supervisor, kind: 'Z' }))
    expect(kiosk.reports[0]).toMatchObject({
      sales: 1,
      currencies: [{ sold: { tickets: 2, amount: 0 }, returned: { tickets: 2, amount: 0 }, owed: 0, tenders: [] }],
    })
    expect(await findings(kiosk)).toEqual([])
  })

  it('goes on after a power cut in the middle of it, and asks nobody whether it was paid', async () => {
    let isUp = false
    const line = async (path: string, forward: () => Promise<Response>) =>
      path === 'POST /purchases' && !isUp ? failure(503, 'UNAVAILABLE') : forward()
    const kiosk = await startSmallKiosk({ price: 0, line })
    const saleId = await accepted(kiosk)
    await expect.poll(() => kiosk.asked).toContain('POST /purchases')
    isUp = true
    const again = await kiosk.restart({ price: 0, line })
    await again.sales.settled(saleId)
    expect(again.ledger.find(saleId)).toMatchObject({ state: 'done' })
    expect(again.codes().filter((code) => code === 'FREE_ORDER_ACCEPTED')).toHaveLength(1)
    expect(await findings(again)).toEqual([])
  })

  it('that the service does not sell is over, and nothing is owed', async () => {
    const kiosk = await startSmallKiosk({
      price: 0,
      line: async (path, forward) => (path === 'POST /purchases' ? failure(410, 'HOLD_EXPIRED') : forward()),
    })
    const saleId = await accepted(kiosk)
    for (let asked = 0; asked < 60 && kiosk.ledger.find(saleId)?.state !== 'abandoned'; asked += 1) {
      kiosk.pass(15_000)
      await new Promise(setImmediate)
    }
    await expect.poll(() => kiosk.ledger.find(saleId)?.state).toBe('abandoned')
    expect(await findings(kiosk)).toEqual([])
  })
})
