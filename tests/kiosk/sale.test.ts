import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { inSeatOrder } from '../../shared/domain/seats/seat-order.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { readPdf } from '../support/pdf.ts'
import { need, review, savedTickets, settled, stages, startHub, startMachine, visit } from './machine.ts'

type Done = Extract<Sale, { state: 'done' }>

describe('a whole sale', () => {
  test('by card: every step is told, each ticket is a page with its own QR code', async () => {
    const machine = await startMachine()
    const { api, sales } = machine
    const { saleId, offer, shown } = await review(machine)
    expect(shown).toMatchObject({ seats: offer.seats, amount: offer.total, currency: 'GNF' })
    expect(shown.stage).toEqual({
      name: 'review',
      notice: null,
      tendersOffered: ['card', 'cash', 'notes', 'orange-money', 'mtn-momo'],
    })
    expect(shown.holdRemainingMs).toBeGreaterThan(470_000)
    expect(shown.holdRemainingMs).toBeLessThanOrEqual(480_000)

    expect(need(await api.pay({ saleId, tender: 'card' })).stage).toEqual({
      name: 'paying',
      tender: 'card',
      phase: 'waiting',
      reference: expect.any(String) as string,
      due: offer.total,
      device: { phase: 'present-card' },
    })
    const sold = await settled(machine, saleId)
    expect(stages(machine, saleId)).toEqual(['holding', 'review', 'paying', 'confirming', 'printing', 'done'])
    expect(sold.stage).toMatchObject({
      name: 'done',
      tickets: inSeatOrder(offer.seats).map(({ place }) => ({
        seatCode: place.seatCode,
        state: 'printed',
        copyNumber: 0,
      })),
    })

    const { order, tickets } = sales.find(saleId) as Done
    const pages = await readPdf(savedTickets(machine, order.orderId) ?? new Uint8Array())
    expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(tickets.map(({ qrCode }) => [qrCode]))
    expect(pages.every(({ text }) => /D[ÉE]MO/iu.test(text))).toBe(true)
    expect(machine.faults).toEqual([])
  })

  test('by cash under staff’s PIN, with change', async () => {
    const machine = await startMachine()
    const { api, sales } = machine
    const { saleId, offer } = await review(machine, 2)
    expect(need(await api.pay({ saleId, tender: 'cash' })).stage).toMatchObject({ name: 'paying', tender: 'cash' })
    const given = { saleId, pin: DEMO_PIN }
    expect(await api.confirmCash({ ...given, received: offer.total - 1 })).toEqual({
      ok: false,
      error: { type: 'too-little', due: offer.total },
    })
    need(await api.confirmCash({ ...given, received: offer.total + 5000 }))
    expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' }, paid: { change: 5000 } })
    expect((sales.find(saleId) as Done).tender).toMatchObject({
      kind: 'cash',
      amount: offer.total,
      received: offer.total + 5000,
      change: 5000,
    })
  })

  test('a PIN is known to be wrong before a sum is typed, and cash that nobody took can be given up', async () => {
    const machine = await startMachine()
    const { api } = machine
    const { saleId } = await review(machine, 2)
    need(await api.pay({ saleId, tender: 'cash' }))
    expect(await api.checkPin({ pin: '0000' })).toEqual({ ok: false, error: { type: 'wrong-pin' } })
    expect(await api.checkPin({ pin: DEMO_PIN })).toEqual({ ok: true, value: null })
    expect(need(await api.cancelPayment({ saleId })).stage.name).toBe('review')
    need(await api.abandonSale({ saleId, reason: 'idle' }))
    expect(need(await api.getKiosk({})).sale).toBeNull()
  })

  test('for one seat and for as many as allowed; the screen then lets go of it', async () => {
    const machine = await startMachine()
    for (const count of [1, 8]) {
      const { saleId, offer } = await review(machine, count)
      expect(offer.seats).toHaveLength(count)
      need(await machine.api.pay({ saleId, tender: 'card' }))
      expect((await settled(machine, saleId)).stage.name).toBe('done')
      need(await machine.api.leaveSale({ saleId }))
      expect(need(await machine.api.getKiosk({})).sale).toBeNull()
    }
  })

  test('tickets follow the language chosen last', async () => {
    const texts: string[] = []
    for (const language of ['fr', 'en'] as const) {
      const machine = await startMachine()
      const { saleId } = await review(machine, 1)
      need(await machine.api.setLanguage({ saleId, language }))
      need(await machine.api.pay({ saleId, tender: 'card' }))
      await settled(machine, saleId)
      const { order } = machine.sales.find(saleId) as Done
      const [page] = await readPdf(savedTickets(machine, order.orderId) ?? new Uint8Array())
      texts.push(page?.text ?? '')
    }
    expect(texts[0]).toMatch(/RANG|Rang/u)
    expect(texts[1]).toMatch(/ROW|Row/u)
  })
})

describe('before paying', () => {
  test('seats can be changed: the old ones are free again, the session stays', async () => {
    const machine = await startMachine()
    const { api } = machine
    const { saleId, session, wish } = await review(machine, 2)
    need(await api.changeSeats({ saleId }))
    expect((await settled(machine, saleId)).stage).toEqual({ name: 'choosing', notice: null })
    const { section } = need(await api.viewSection({ saleId, sectionId: wish.sectionId }))
    const statuses = new Map(section?.seats.map(({ seatId, status }) => [seatId, status]))
    expect(wish.seatIds.map((seatId) => statuses.get(seatId))).toEqual(['available', 'available'])

    const [offer] = need(await api.proposeSeats({ saleId, count: 1 }))
    need(await api.holdSeats({ saleId, sectionId: offer!.sectionId, seatIds: [offer!.seats[0]!.seatId] }))
    expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'review' }, amount: offer!.total })
    expect(machine.sales.find(saleId)?.sessionId).toBe(session.sessionId)
  })

  test.each(['cancelled', 'idle'] as const)('a customer who leaves (%s) leaves nothing behind', async (reason) => {
    const machine = await startMachine()
    const { saleId, wish } = await review(machine, 2)
    need(await machine.api.abandonSale({ saleId, reason }))
    expect(need(await machine.api.getKiosk({})).sale).toBeNull()
    const next = await visit(machine, 1)
    const { section } = need(await machine.api.viewSection({ saleId: next.saleId, sectionId: wish.sectionId }))
    const held = section?.seats.filter(({ status }) => status === 'held')
    expect(held).toEqual([])
    expect(stages(machine, saleId)).not.toContain('paying')
  })

  test('the next visit ends the one before it', async () => {
    const machine = await startMachine()
    const first = await review(machine, 2)
    const second = await visit(machine, 1)
    expect(need(await machine.api.getKiosk({})).sale?.saleId).toBe(second.saleId)
    expect(await machine.api.pay({ saleId: first.saleId, tender: 'card' })).toMatchObject({
      error: { type: 'unknown-sale' },
    })
  })

  test('a section is sent again only when it changed', async () => {
    const machine = await startMachine()
    const { saleId, wish } = await visit(machine, 2)
    const seen = need(await machine.api.viewSection({ saleId, sectionId: wish.sectionId }))
    expect(seen.section?.seats.length).toBeGreaterThan(0)
    const again = { saleId, sectionId: wish.sectionId, knownRevision: seen.revision }
    expect(need(await machine.api.viewSection(again))).toEqual({ section: null, revision: seen.revision })
    need(await machine.api.holdSeats(wish))
    await settled(machine, saleId)
    const changed = need(await machine.api.viewSection(again))
    const held = changed.section?.seats.filter(({ seatId }) => wish.seatIds.includes(seatId))
    expect(held?.map(({ status }) => status)).toEqual(['held', 'held'])
  })
})

test('access codes, the PIN and QR codes reach no screen; the data is for this user alone', async () => {
  const hub = await startHub()
  const machine = await startMachine({ ...hub.settings, staffPin: '730516' })
  const { saleId, ...opened } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  const sold = await settled(machine, saleId)
  const { tickets } = machine.sales.find(saleId) as Done
  const shown = JSON.stringify([opened, sold, machine.events, await machine.api.getKiosk({})])
  const secrets = [...Object.values(hub.accessCodes), '730516', ...tickets.map(({ qrCode }) => qrCode)]
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  if (process.platform !== 'win32') expect(statSync(join(machine.directory, 'demo')).mode & 0o077).toBe(0)
})
