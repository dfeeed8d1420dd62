import { describe, expect, it } from 'vitest'
import { readSaleQuery } from '../../electron/core/sale/sale-query.ts'
import { BEGINNING } from '../simulation/world.ts'
import { MINUTE, need, pin, refusal, reviewed, type SmallKiosk, sold, startSmallKiosk } from '../world/small-kiosk.ts'

const staff = { staff: 'cashier', pin }

const finder =
  ({ api }: SmallKiosk) =>
  async (text: string) => [text, need(await api.findSales({ text, ...staff })).map(({ saleId }) => saleId)]

describe('a sale is found', () => {
  it('by its number, its ticket, its seat, its payment and its time, and opens as a whole', async () => {
    const kiosk = await startSmallKiosk()
    const { api } = kiosk
    const find = finder(kiosk)
    const first = await sold(kiosk, 'card', 2)
    need(await api.leaveSale(first))
    kiosk.pass(5 * MINUTE)
    const second = await sold(kiosk, 'cash', 1)

    const file = need(await api.openSaleFile({ saleId: first.saleId, ...staff }))
    expect(file).toMatchObject({ state: 'done', tenders: ['card'], currency: 'GNF' })
    expect(file.tickets.map(({ papers }) => papers)).toEqual([0, 1].map(() => [{ copyNumber: 0, state: 'printed' }]))
    const { amount } = file
    expect(file.payments).toMatchObject([{ kind: 'card', state: 'approved', amount, received: amount }])
    expect(file.acts.map(({ code }) => code)).toContain('PURCHASE_CONFIRMED')

    const { sector, row, seatNumber, seatCode } = file.tickets[0]!.place
    const orderId = file.orderId ?? ''
    const seat = `${sector} ${row} ${seatNumber}`
    for (const text of [
      orderId,
      orderId.slice(0, 8).toUpperCase(),
      file.ownerRef,
      file.tickets[0]!.ticketNumber,
      seat,
      seat.toLowerCase().replaceAll(' ', '-'),
      seatCode,
      file.payments[0]!.approval ?? '',
    ])
      expect(await find(text)).toEqual([text, [first.saleId]])
    const begun = new Date(file.begunUtc)
    const clock = `${begun.getHours()}:${String(begun.getMinutes()).padStart(2, '0')}`
    const day = `${begun.getDate()}/${begun.getMonth() + 1}`
    for (const text of ['', clock, day]) expect(await find(text)).toEqual([text, [second.saleId, first.saleId]])
    const past = new Date(begun.getTime() - 40 * 86_400_000)
    for (const text of [`${past.getDate()}/${past.getMonth() + 1}/${past.getFullYear()}`, "' OR 1=1 --", 'abcdef12'])
      expect(await find(text)).toEqual([text, []])
    expect(await refusal(api.openSaleFile({ saleId: 'another', ...staff }))).toEqual({ type: 'unknown-sale' })
  })

  it('by about when it began: a quarter of an hour on either side', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await sold(kiosk, 'card', 1)
    const found = async (minutes: number) => {
      const at = new Date(BEGINNING + minutes * MINUTE)
      return (await finder(kiosk)(`${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`))[1]
    }
    expect([await found(-14), await found(0), await found(14)]).toEqual([[saleId], [saleId], [saleId]])
    expect([await found(-16), await found(16)]).toEqual([[], []])
  })

  it('only if it has more than seats that were held and given back', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await reviewed(kiosk, 1)
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    await kiosk.sales.settled(saleId)
    expect(await finder(kiosk)('')).toEqual(['', []])
  })
})

describe('times', () => {
  it('are those of the venue, today unless a day is named', () => {
    const at = (...parts: [number, number, number, number?, number?]) => new Date(Date.UTC(...parts)).toISOString()
    const now = at(2027, 4, 15, 18, 0)
    const read = (typed: string) => readSaleQuery(typed, now, 'Africa/Conakry')
    expect(read('14:30').period).toEqual({ fromUtc: at(2027, 4, 15, 14, 15), untilUtc: at(2027, 4, 15, 14, 45) })
    expect(read('14h').period).toEqual({ fromUtc: at(2027, 4, 15, 14), untilUtc: at(2027, 4, 15, 15) })
    expect(read('2/5').period).toEqual({ fromUtc: at(2027, 4, 2), untilUtc: at(2027, 4, 3) })
    expect(read('2/5/2026 9h05').period?.fromUtc).toEqual(at(2026, 4, 2, 8, 50))
    for (const words of ['14', 'N3 F 12', '620000000']) expect(read(` ${words} `)).toEqual({ words, period: null })
  })

  it('that are still to come are the last of their kind, as sales lie in the past', () => {
    /** Returns the start of the period in the venue's time, which is one hour ahead of UTC. */
    function beginning(typed: string): string {
      const { period } = readSaleQuery(typed, '2026-01-01T23:05:00.000Z', 'Africa/Lagos')
      return new Date(Date.parse(period!.fromUtc) + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    }
    expect(beginning('23:50')).toBe('2026-01-01 23:35')
    expect(beginning('0:15')).toBe('2026-01-02 00:00')
    expect(beginning('31/12')).toBe('2025-12-31 00:00')
    expect(beginning('31/12/2026')).toBe('2026-12-31 00:00')
  })
})
