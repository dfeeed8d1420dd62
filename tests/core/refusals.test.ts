import { describe, expect, it } from 'vitest'
import { driver } from '../support/devices.ts'
import { need, pin, refusal, reviewed, type SmallKiosk, sold, startSmallKiosk, visited } from '../world/small-kiosk.ts'

/** Every command that names a sale. */
const commands = ({ api }: SmallKiosk, saleId: string) => ({
  viewSection: () => api.viewSection({ saleId, sectionId: '1' }),
  proposeSeats: () => api.proposeSeats({ saleId, count: 1 }),
  renewOverview: () => api.renewOverview({ saleId }),
  viewVisit: () => api.viewVisit({ saleId }),
  improveProposals: () => api.improveProposals({ saleId }),
  holdSeats: () => api.holdSeats({ saleId, sectionId: '1', seatIds: ['1'] }),
  changeSeats: () => api.changeSeats({ saleId }),
  removeSeat: () => api.removeSeat({ saleId, seatId: '1' }),
  pay: () => api.pay({ saleId, tender: 'card' }),
  cancelPayment: () => api.cancelPayment({ saleId }),
  confirmCash: () => api.confirmCash({ saleId, pin, received: 1_000_000 }),
  retryPrint: () => api.retryPrint({ saleId }),
  abandonSale: () => api.abandonSale({ saleId, reason: 'cancelled' }),
  leaveSale: () => api.leaveSale({ saleId }),
  setLanguage: () => api.setLanguage({ saleId, language: 'en' }),
})

type Command = keyof ReturnType<typeof commands>

/** Sends these commands concurrently and expects each to be refused with this error. */
async function expectRefused(kiosk: SmallKiosk, saleId: string, names: readonly Command[], error: object) {
  const replies = await Promise.all(names.map(async (name) => [name, await refusal(commands(kiosk, saleId)[name]())]))
  expect(Object.fromEntries(replies)).toEqual(Object.fromEntries(names.map((name) => [name, error])))
  expect(kiosk.said).toEqual([])
}

const wrongStage = (stage: string) => ({ type: 'wrong-stage', stage })

/** A card terminal that stays busy until the payment is cancelled. */
const atWork = driver({
  begin: (_request, giveUp) =>
    new Promise((resolve) => giveUp.addEventListener('abort', () => resolve({ outcome: 'cancelled' }))),
  ask: async () => ({ outcome: 'cancelled' }),
})

describe('a command at the wrong time is refused', () => {
  it('for a sale that this machine does not show', async () => {
    const kiosk = await startSmallKiosk()
    await visited(kiosk, 1)
    await expectRefused(kiosk, 'another', Object.keys(commands(kiosk, '')) as Command[], { type: 'unknown-sale' })
  })

  it('before seats are held, and at the review', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, wish } = await visited(kiosk, 1)
    const later = ['cancelPayment', 'confirmCash', 'retryPrint', 'leaveSale'] as const
    await expectRefused(kiosk, saleId, ['changeSeats', 'pay', ...later], wrongStage('choosing'))
    need(await kiosk.api.holdSeats(wish))
    await kiosk.sales.settled(saleId)
    await expectRefused(kiosk, saleId, ['holdSeats', ...later], wrongStage('priced'))
  })

  it('while money is taken: nothing is dropped, nothing starts twice, nobody else begins', async () => {
    const kiosk = await startSmallKiosk({ tenders: { card: atWork } })
    const { saleId } = await reviewed(kiosk, 1)
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    const names = ['holdSeats', 'changeSeats', 'pay', 'confirmCash', 'retryPrint', 'abandonSale', 'leaveSale'] as const
    await expectRefused(kiosk, saleId, names, wrongStage('paying'))
    const begin = kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
    expect(await refusal(begin)).toEqual({ type: 'sale-in-progress' })
    expect(need(await kiosk.api.getKiosk({})).sale).toMatchObject({ saleId, stage: { name: 'paying' } })
    need(await kiosk.api.cancelPayment({ saleId }))
  })

  it('at the same moment as another: one of two payments starts', async () => {
    const kiosk = await startSmallKiosk({ tenders: { card: atWork } })
    const { saleId } = await reviewed(kiosk, 1)
    const pay = (tender: 'card' | 'cash') => kiosk.api.pay({ saleId, tender })
    expect((await Promise.all([pay('card'), pay('cash')])).filter(({ ok }) => ok)).toHaveLength(1)
    need(await kiosk.api.cancelPayment({ saleId }))
  })

  it('once the sale is over', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await sold(kiosk, 'card', 1)
    const names = [
      'holdSeats',
      'changeSeats',
      'pay',
      'cancelPayment',
      'confirmCash',
      'retryPrint',
      'abandonSale',
    ] as const
    await expectRefused(kiosk, saleId, names, wrongStage('done'))
  })
})
