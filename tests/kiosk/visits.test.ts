import { expect, test } from 'vitest'
import { startLine } from '../partner/scripted-partner.ts'
import { need, settingsFor, startHub, startMachine } from './machine.ts'

test('a visit whose session was long in coming does not push aside the one that went ahead', async () => {
  const hub = await startHub()
  let sessions = 0
  const letThrough = Promise.withResolvers<undefined>()
  const asked = Promise.withResolvers<undefined>()
  const line = await startLine(hub.url, async ({ line: request }, forward) => {
    if (request.endsWith('/booking-sessions') && ++sessions === 2) {
      asked.resolve(undefined)
      await letThrough.promise
    }
    return forward()
  })
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  const { events } = need(await machine.api.listEvents({ page: 1, limit: 12 }))
  const { eventId } = events[0]!
  // The kiosk looks by itself whether it can sell.
  await expect.poll(() => sessions).toBe(1)

  const slow = machine.api.startVisit({ eventId, language: 'fr' })
  await asked.promise
  const { saleId } = need(await machine.api.startVisit({ eventId, language: 'fr' }))
  const [offer] = need(await machine.api.proposeSeats({ saleId, count: 2 }))
  const seatIds = offer!.seats.map((seat) => seat.seatId)
  need(await machine.api.holdSeats({ saleId, sectionId: offer!.sectionId, seatIds }))
  await machine.sales.settled(saleId)
  need(await machine.api.pay({ saleId, tender: 'cash' }))

  letThrough.resolve(undefined)
  expect(await slow).toEqual({ ok: false, error: { type: 'sale-in-progress' } })
  const { sale } = need(await machine.api.getKiosk({}))
  expect(sale).toMatchObject({ saleId, stage: { name: 'paying' } })
})
