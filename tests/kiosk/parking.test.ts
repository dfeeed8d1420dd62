import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { startLine } from '../partner/scripted-partner.ts'
import { freePort } from '../support/free-port.ts'
import { need, review, settled, settingsFor, startHub, startMachine, type Machine } from './machine.ts'

const pin = DEMO_PIN

const parkedAt = async ({ api }: Machine) => need(await api.getKiosk({})).parked ?? []

describe('several customers at one desk', () => {
  test('each has a booking session and a countdown; both pay in the end', async () => {
    const machine = await startMachine({ role: 'cashier' })
    const first = await review(machine, 2)
    need(await machine.api.parkSale({ pin, saleId: first.saleId }))
    expect(need(await machine.api.getKiosk({})).sale).toBeNull()
    const second = await review(machine, 3)
    expect(second.session.ownerRef).not.toBe(first.session.ownerRef)
    const [waiting] = await parkedAt(machine)
    expect(waiting).toMatchObject({ saleId: first.saleId, amount: first.offer.total, stage: { name: 'review' } })
    expect(waiting?.holdRemainingMs).toBeGreaterThan(0)
    expect(machine.sales.find(first.saleId)).toMatchObject({ state: 'priced', parked: true })

    // What is on the screen takes its place: nobody loses seats.
    const recalled = need(await machine.api.recallSale({ pin, saleId: first.saleId }))
    expect(recalled).toMatchObject({ sale: { saleId: first.saleId }, visit: { saleId: first.saleId } })
    expect((await parkedAt(machine)).map(({ saleId }) => saleId)).toEqual([second.saleId])
    for (const { saleId, offer } of [first, second]) {
      if (saleId !== first.saleId) need(await machine.api.recallSale({ pin, saleId }))
      need(await machine.api.pay({ saleId, tender: 'cash' }))
      need(await machine.api.confirmCash({ pin, saleId, received: offer.total }))
      expect((await settled(machine, saleId)).stage.name).toBe('done')
      need(await machine.api.leaveSale({ saleId }))
    }
    expect(await parkedAt(machine)).toEqual([])
    const told = machine.events.flatMap((event) => (event.name === 'parked-changed' ? [event.payload.length] : []))
    expect(told.at(-1)).toBe(0)
    expect(machine.faults).toEqual([])
  })

  test('a parked sale is not paid, and only what is at the payment can be parked', async () => {
    const machine = await startMachine({ role: 'cashier' })
    const { saleId } = await review(machine, 1)
    need(await machine.api.parkSale({ pin, saleId }))
    expect(await machine.api.pay({ saleId, tender: 'cash' })).toMatchObject({ error: { type: 'unknown-sale' } })
    expect(await machine.api.parkSale({ pin, saleId })).toMatchObject({ error: { type: 'unknown-sale' } })
    const second = await review(machine, 1)
    need(await machine.api.pay({ saleId: second.saleId, tender: 'cash' }))
    expect(await machine.api.parkSale({ pin, saleId: second.saleId })).toMatchObject({ error: { type: 'wrong-stage' } })
    expect(await machine.api.recallSale({ pin, saleId })).toMatchObject({ error: { type: 'sale-in-progress' } })
    expect(await parkedAt(machine)).toHaveLength(1)
  })

  test('at most nine are put aside', async () => {
    const machine = await startMachine({ role: 'cashier' })
    for (let count = 0; count < 9; count++) {
      const { saleId } = await review(machine, 1)
      need(await machine.api.parkSale({ pin, saleId }))
    }
    const { saleId } = await review(machine, 1)
    expect(await machine.api.parkSale({ pin, saleId })).toMatchObject({ error: { type: 'too-many-parked', limit: 9 } })
    // In exchange for another one it can be.
    const [first] = await parkedAt(machine)
    need(await machine.api.recallSale({ pin, saleId: first?.saleId ?? '' }))
    expect(await parkedAt(machine)).toHaveLength(9)
  })

  test('seats that ran out meanwhile are chosen again', async () => {
    const machine = await startMachine({ role: 'cashier', demoHoldSeconds: 12 })
    const { saleId } = await review(machine, 1)
    need(await machine.api.parkSale({ pin, saleId }))
    await expect
      .poll(async () => (await parkedAt(machine))[0]?.stage)
      .toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
    const { sale, visit } = need(await machine.api.recallSale({ pin, saleId }))
    expect(sale.stage.name).toBe('choosing')
    const [offer] = need(await machine.api.proposeSeats({ saleId, count: 1 }))
    const seatIds = offer?.seats.map(({ seatId }) => seatId) ?? []
    need(await machine.api.holdSeats({ saleId: visit?.saleId ?? '', sectionId: offer?.sectionId ?? '', seatIds }))
    expect((await settled(machine, saleId)).stage.name).toBe('review')
  })
})

describe('after a restart', () => {
  test('a parked sale is parked still, with the time that the service says', async () => {
    const machine = await startMachine({ role: 'cashier' })
    const { saleId, shown, offer } = await review(machine, 2)
    need(await machine.api.parkSale({ pin, saleId }))
    const again = await machine.restart()
    await again.sales.settled(saleId)
    const [waiting] = await parkedAt(again)
    expect(waiting).toMatchObject({ saleId, amount: offer.total, stage: { name: 'review' } })
    // The service counts in whole seconds.
    expect(waiting?.holdRemainingMs).toBeLessThan((shown.holdRemainingMs ?? 0) + 1_000)
    expect(need(await again.api.recallSale({ pin, saleId }))).toMatchObject({ sale: { saleId }, visit: null })
    need(await again.api.pay({ saleId, tender: 'cash' }))
    need(await again.api.confirmCash({ pin, saleId, received: offer.total }))
    expect((await settled(again, saleId)).stage.name).toBe('done')
    expect(again.faults).toEqual([])
  })

  test('it is looked for until the service is back', async () => {
    const port = await freePort()
    const hub = await startHub(port)
    const machine = await startMachine({ role: 'cashier', ...hub.settings })
    const { saleId } = await review(machine, 1)
    need(await machine.api.parkSale({ pin, saleId }))
    await machine.stop()
    await hub.stop()
    const again = await startMachine({ role: 'cashier', ...hub.settings }, machine.directory)
    await expect.poll(async () => (await parkedAt(again))[0]?.stage.name).toBe('holding')
    // The hub's sessions are gone with its file: it answers, and the sale ends.
    await startHub(port)
    await expect.poll(() => again.sales.find(saleId)?.state).toBe('abandoned')
    expect(await parkedAt(again)).toEqual([])
  })
})

test('a visit that was still being opened leaves a recalled sale where it is', async () => {
  const hub = await startHub()
  let slow = false
  const [asked, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const line = await startLine(hub.url, async ({ line: request }, forward) => {
    if (!slow || !request.endsWith('/booking-sessions')) return forward()
    asked.resolve(undefined)
    await answer.promise
    return forward()
  })
  const machine = await startMachine({ role: 'cashier', ...settingsFor(line.url, hub.accessCodes) })
  const { saleId, event } = await review(machine, 1)
  need(await machine.api.parkSale({ pin, saleId }))
  slow = true
  const opening = machine.api.startVisit({ eventId: event.eventId, language: 'fr' })
  await asked.promise
  const recalled = await machine.api.recallSale({ pin, saleId })
  answer.resolve(undefined)
  const opened = await opening
  expect([recalled.ok, opened.ok ? 'opened' : opened.error.type]).toEqual([true, 'sale-in-progress'])
  expect(need(await machine.api.getKiosk({})).sale).toMatchObject({ saleId, stage: { name: 'review' } })
})
