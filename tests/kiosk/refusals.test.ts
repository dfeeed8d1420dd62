import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { need, review, settled, startHub, startMachine, temporaryFolder, visit, type Machine } from './machine.ts'

const refused = (error: object): object => ({ ok: false, error })
const pin = DEMO_PIN

/** Every command that names a sale. */
const commands = ({ api }: Machine, saleId: string) => ({
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

async function refusals(machine: Machine, saleId: string, names: readonly Command[]) {
  const called = names.map(async (name) => {
    const reply = await commands(machine, saleId)[name]()
    return [name, reply.ok ? 'ok' : reply.error]
  })
  return Object.fromEntries(await Promise.all(called)) as Record<string, unknown>
}

describe('a command at the wrong time', () => {
  test('for a sale that this machine does not show', async () => {
    const machine = await startMachine()
    await visit(machine, 1)
    const names = Object.keys(commands(machine, '')) as Command[]
    const replies = await refusals(machine, randomUUID(), names)
    expect(replies).toEqual(Object.fromEntries(names.map((name) => [name, { type: 'unknown-sale' }])))
  })

  test('before seats are held', async () => {
    const machine = await startMachine()
    const { saleId } = await visit(machine, 1)
    const wrong = { type: 'wrong-stage', stage: 'choosing' }
    const names = ['changeSeats', 'pay', 'cancelPayment', 'confirmCash', 'retryPrint', 'leaveSale'] as const
    expect(await refusals(machine, saleId, names)).toEqual(Object.fromEntries(names.map((name) => [name, wrong])))
    expect(machine.faults).toEqual([])
  })

  test('at the review', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 1)
    const wrong = { type: 'wrong-stage', stage: 'priced' }
    const names = ['holdSeats', 'cancelPayment', 'confirmCash', 'retryPrint', 'leaveSale'] as const
    expect(await refusals(machine, saleId, names)).toEqual(Object.fromEntries(names.map((name) => [name, wrong])))
  })

  test('while money is being taken: nothing is dropped, nothing starts twice, nobody else begins', async () => {
    const machine = await startMachine({ simulatedTerminal: { thinkSeconds: 60 } })
    const { saleId, event } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    const wrong = { type: 'wrong-stage', stage: 'paying' }
    const names = ['holdSeats', 'changeSeats', 'pay', 'confirmCash', 'retryPrint', 'abandonSale', 'leaveSale'] as const
    expect(await refusals(machine, saleId, names)).toEqual(Object.fromEntries(names.map((name) => [name, wrong])))
    expect(await machine.api.startVisit({ eventId: event.eventId, language: 'fr' })).toEqual(
      refused({ type: 'sale-in-progress' }),
    )
    expect(need(await machine.api.getKiosk({})).sale).toMatchObject({ saleId, stage: { name: 'paying' } })
    need(await machine.api.cancelPayment({ saleId }))
  })

  test('twice at the same moment: one of two payments starts', async () => {
    const machine = await startMachine({ simulatedTerminal: { thinkSeconds: 60 } })
    const { saleId } = await review(machine, 1)
    const replies = await Promise.all([
      machine.api.pay({ saleId, tender: 'card' }),
      machine.api.pay({ saleId, tender: 'cash' }),
    ])
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    need(await machine.api.cancelPayment({ saleId }))
  })

  test('once it is over', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await settled(machine, saleId)
    const wrong = { type: 'wrong-stage', stage: 'done' }
    const names = [
      'holdSeats',
      'changeSeats',
      'pay',
      'cancelPayment',
      'confirmCash',
      'retryPrint',
      'abandonSale',
    ] as const
    expect(await refusals(machine, saleId, names)).toEqual(Object.fromEntries(names.map((name) => [name, wrong])))
    expect(machine.faults).toEqual([])
  })
})

describe('events', () => {
  test('without an access code here, with a wrong one, or that do not exist', async () => {
    const hub = await startHub()
    const [eventId = ''] = Object.keys(hub.accessCodes)
    const start = async (accessCodes: object, id: string) => {
      const machine = await startMachine({ ...hub.settings, accessCodes })
      return machine.api.startVisit({ eventId: id, language: 'fr' })
    }
    expect(await start({}, eventId)).toEqual(refused({ type: 'no-access-code' }))
    expect(await start({ [eventId]: 'wrong' }, eventId)).toEqual(refused({ type: 'access-code-refused' }))
    expect(await start({ 999: 'x' }, '999')).toEqual(refused({ type: 'unknown-event' }))
    expect(await start({}, '__proto__')).toMatchObject({ ok: false })
  })

  test('beyond the first page can be visited too', async () => {
    const hub = await startHub()
    const machine = await startMachine(hub.settings)
    const { events, total } = need(await machine.api.listEvents({ page: 2, limit: 1 }))
    expect(total).toBeGreaterThan(1)
    expect(await machine.api.startVisit({ eventId: events[0]!.eventId, language: 'en' })).toMatchObject({ ok: true })
  })
})

describe('seats', () => {
  test('more than the machine sells at once', async () => {
    const machine = await startMachine({ maxSeats: 2 })
    const { wish } = await visit(machine, 2)
    const more = { ...wish, seatIds: [...wish.seatIds, '999999999'] }
    expect(await machine.api.holdSeats(more)).toEqual(refused({ type: 'too-many-seats', limit: 2 }))
  })

  test('that are not of the section, of no section seen, or named twice', async () => {
    const machine = await startMachine()
    const { wish, session } = await visit(machine, 2)
    const [seatId = ''] = wish.seatIds
    const other = session.overview.sections.find(({ sectionId }) => sectionId !== wish.sectionId)!
    for (const wrong of [
      { ...wish, seatIds: ['999999999'] },
      { ...wish, seatIds: [seatId, '999999999'] },
      { ...wish, seatIds: [seatId, seatId] },
      { ...wish, sectionId: other.sectionId },
      { ...wish, sectionId: '__proto__' },
    ])
      expect(await machine.api.holdSeats(wrong)).toEqual(refused({ type: 'seat-unknown' }))
    need(await machine.api.holdSeats(wish))
    expect((await settled(machine, wish.saleId)).stage.name).toBe('review')
  })

  test('taken at another kiosk meanwhile: told by their codes, and nothing stays held', async () => {
    const hub = await startHub()
    const [here, there] = [await startMachine(hub.settings), await startMachine(hub.settings)]
    const mine = await visit(here, 3)
    const theirs = await visit(there, 3)
    const [, seat] = mine.wish.seatIds
    need(await there.api.viewSection({ saleId: theirs.saleId, sectionId: mine.wish.sectionId }))
    need(await there.api.holdSeats({ saleId: theirs.saleId, sectionId: mine.wish.sectionId, seatIds: [seat!] }))
    expect((await settled(there, theirs.saleId)).stage.name).toBe('review')

    need(await here.api.holdSeats(mine.wish))
    const shown = await settled(here, mine.saleId)
    const code = mine.offer.seats[1]?.place.seatCode
    expect(shown.stage).toEqual({ name: 'choosing', notice: { type: 'seat-taken', seatCodes: [code] } })
    const { section } = need(await here.api.viewSection({ saleId: mine.saleId, sectionId: mine.wish.sectionId }))
    const statuses = new Map(section?.seats.map(({ seatId, status }) => [seatId, status]))
    expect(mine.wish.seatIds.map((seatId) => statuses.get(seatId))).toEqual(['available', 'held', 'available'])

    const [offer] = need(await here.api.proposeSeats({ saleId: mine.saleId, count: 3 }))
    const seatIds = offer!.seats.map(({ seatId }) => seatId)
    expect(seatIds).not.toContain(seat)
    need(await here.api.holdSeats({ saleId: mine.saleId, sectionId: offer!.sectionId, seatIds }))
    expect((await settled(here, mine.saleId)).stage).toMatchObject({ name: 'review', notice: null })
  })
})

describe('time', () => {
  test('payment does not start when the holds cannot outlast it', async () => {
    const machine = await startMachine({ demoHoldSeconds: 60 })
    const { saleId } = await review(machine, 1)
    const blocked = need(await machine.api.pay({ saleId, tender: 'card' }))
    expect(blocked.stage).toMatchObject({ name: 'review', notice: { type: 'too-little-time' } })
    expect(need(await machine.api.getKiosk({})).sale?.stage).toEqual(blocked.stage)
    expect(machine.sales.find(saleId)?.state).toBe('priced')
  })

  test('holds that run out at the review, or while cash is counted, lead back to the choice', async () => {
    const machine = await startMachine({ demoHoldSeconds: 12, tenderBudgetSeconds: 0 })
    const counting = await startMachine({ demoHoldSeconds: 12, tenderBudgetSeconds: 0 })
    const [left, counted] = [await review(machine, 2), await review(counting, 2)]
    need(await counting.api.pay({ saleId: counted.saleId, tender: 'cash' }))
    for (const [each, { saleId, wish }] of [
      [machine, left],
      [counting, counted],
    ] as const) {
      await expect.poll(() => each.sales.find(saleId)?.state).toBe('choosing')
      const { stage } = await settled(each, saleId)
      expect(stage).toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
      expect(await each.api.confirmCash({ saleId, pin, received: 1_000_000 })).toMatchObject({
        error: { type: 'wrong-stage' },
      })
      need(await each.api.holdSeats(wish))
      expect((await settled(each, saleId)).stage.name).toBe('review')
    }
  })
})

describe('money', () => {
  test('a tender that is not offered here', async () => {
    const machine = await startMachine({ tenders: ['card'] })
    const { saleId, shown } = await review(machine, 1)
    expect(shown.stage).toMatchObject({ tendersOffered: ['card'] })
    expect(await machine.api.pay({ saleId, tender: 'cash' })).toEqual(refused({ type: 'tender-not-offered' }))
  })

  test('a wrong PIN takes no cash; three lock the pad, for the right one too', async () => {
    const machine = await startMachine({ staffPin: '730516' })
    const { saleId, offer } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    const confirm = (tried: string) => machine.api.confirmCash({ saleId, pin: tried, received: offer.total })
    for (const tried of ['0000', DEMO_PIN, '7305160'])
      expect(await confirm(tried)).toEqual(refused({ type: 'wrong-pin' }))
    expect(await confirm('730516')).toMatchObject(refused({ type: 'pin-locked' }))
    expect(await machine.api.listStaffCases({ pin: '730516' })).toMatchObject(refused({ type: 'pin-locked' }))
    expect(machine.sales.find(saleId)?.state).toBe('paying')
    expect(need(await machine.api.cancelPayment({ saleId })).stage).toMatchObject({
      name: 'review',
      notice: { type: 'payment-cancelled' },
    })
  })

  test('no money moves while tickets cannot come out', async () => {
    const folder = join(temporaryFolder(), 'tickets')
    writeFileSync(folder, 'a file where a folder should be')
    const machine = await startMachine({ tickets: { folder } })
    const { saleId } = await review(machine, 1)
    const { stage } = need(await machine.api.pay({ saleId, tender: 'card' }))
    expect(stage).toMatchObject({ name: 'review', notice: { type: 'printer-not-ready' } })
    expect(need(await machine.api.getKiosk({})).printer.state).toBe('not-ready')
    expect(machine.sales.find(saleId)?.state).toBe('priced')
  })
})
