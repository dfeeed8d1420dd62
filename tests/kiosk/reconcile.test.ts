import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import type { ReconcileView } from '../../shared/kiosk-api/views.ts'
import { besideHub } from '../hub/hub.ts'
import { keepPeople } from '../support/quick-pins.ts'
import { startLine, success } from '../partner/scripted-partner.ts'
import { need, review, settled, settingsFor, startHub, startMachine, temporaryFolder, type Machine } from './machine.ts'

const pin = DEMO_PIN

async function sell(machine: Machine, count: number): Promise<string> {
  const { saleId } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  need(await machine.api.leaveSale({ saleId }))
  return saleId
}

async function compared(machine: Machine, shiftNo?: number): Promise<ReconcileView> {
  need(await machine.api.startReconcile({ pin, ...(shiftNo !== undefined && { shiftNo }) }))
  const read = async () => need(await machine.api.viewReconcile({ pin }))
  await expect.poll(async () => (await read())?.csv).not.toBe('')
  const view = await read()
  if (!view) throw new Error('nothing was compared')
  return view
}

test(
  'a shift agrees with the service; where the service says otherwise, each difference is listed with what to do',
  { timeout: 90_000 },
  async () => {
    const hub = await startHub()
    type Listed = Readonly<Record<string, unknown>>
    let tampering: ((tickets: Listed[]) => Listed[] | 'down') | null = null
    const line = await startLine(hub.url, async ({ line: request }, forward) => {
      const reply = await forward()
      if (!tampering || !request.includes('/tickets?') || typeof reply !== 'object' || typeof reply.body !== 'string')
        return reply
      const { data } = JSON.parse(reply.body) as { data: { tickets: Listed[] } }
      const tickets = tampering(data.tickets)
      return tickets === 'down' ? { status: 503 } : success({ tickets })
    })
    const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
    expect(need(await machine.api.viewReconcile({ pin }))).toBeNull()
    const first = await sell(machine, 2)
    await sell(machine, 3)
    // Held and given back: the service must have nothing of it.
    const { saleId: given } = await review(machine, 1)
    need(await machine.api.abandonSale({ saleId: given, reason: 'cancelled' }))
    await machine.sales.settled(given)

    expect(await compared(machine)).toMatchObject({ shiftNo: 1, sales: 3, asked: 3, agreed: 5, differences: [] })

    // The first sale's list comes without its first ticket, the second's with another seat's code.
    tampering = (tickets) =>
      tickets.length === 2
        ? tickets.slice(1)
        : tickets.map((each, n) => (n > 0 ? each : { ...each, qr_code: 'e'.repeat(32) }))
    const differing = await compared(machine)
    expect(differing).toMatchObject({ agreed: 3, sales: 3 })
    expect(differing.differences.map(({ kind }) => kind)).toEqual(['not-listed', 'differs'])
    expect(differing.differences[0]).toMatchObject({ saleId: first, state: 'done' })
    const table = readFileSync(differing.csv, 'utf8').split('\r\n')
    expect(table).toHaveLength(4)
    expect(table[1]).toContain(';not-listed;')
    expect(table[1]).toContain('Ce billet n’est pas valable pour entrer')

    tampering = () => 'down'
    expect((await compared(machine)).differences.map(({ kind }) => kind)).toEqual([
      'not-asked',
      'not-asked',
      'not-asked',
    ])

    // Each closed shift can be compared, and a shift that never was cannot.
    tampering = null
    need(await machine.api.closeShift({ pin, kind: 'Z' }))
    await sell(machine, 1)
    expect(await compared(machine)).toMatchObject({ shiftNo: 2, sales: 1, agreed: 1 })
    expect(await compared(machine, 1)).toMatchObject({ shiftNo: 1, sales: 3, agreed: 5, differences: [] })
    expect(await machine.api.startReconcile({ pin, shiftNo: 3 })).toMatchObject({ error: { type: 'no-shift' } })

    await machine.stop()
    const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
    const archive = need(await care.export(join(machine.directory, 'archive.jsonl')))
    const notes = readFileSync(archive.path, 'utf8')
      .split('\n')
      .filter((row) => row.includes('"code":"RECONCILED"'))
    expect(notes).toHaveLength(5)
    expect(need(await care.verify(archive.path))).toMatchObject({ ok: true, findings: [] })
    expect(machine.faults).toEqual([])
  },
)

test('a program that stops in the middle ends the comparison, and journals none', { timeout: 90_000 }, async () => {
  const hub = await startHub()
  const asked = Promise.withResolvers<undefined>()
  const goOn = Promise.withResolvers<undefined>()
  const line = await startLine(hub.url, async ({ line: request }, forward) => {
    if (request.includes('/tickets?')) {
      asked.resolve(undefined)
      await goOn.promise
    }
    return forward()
  })
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  await sell(machine, 1)
  const begun = need(await machine.api.startReconcile({ pin }))
  expect(begun).toMatchObject({ sales: 1, asked: 0, doneUtc: null })
  await asked.promise
  // Asked again while it is under way: it is the same one.
  expect(need(await machine.api.startReconcile({ pin })).startedUtc).toBe(begun.startedUtc)
  const stopped = machine.stop()
  goOn.resolve(undefined)
  await stopped
  const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
  const archive = need(await care.export(join(machine.directory, 'archive.jsonl')))
  expect(readFileSync(archive.path, 'utf8')).not.toContain('RECONCILED')
})

test(
  'tickets that were cancelled with their refund agree; one that the service cancelled by itself is named',
  { timeout: 90_000 },
  async () => {
    const folder = temporaryFolder()
    const hub = await startHub(0, folder)
    const directory = temporaryFolder()
    mkdirSync(join(directory, 'demo'))
    const people = [
      { number: '7', name: 'Mariama Bah', role: 'cashier' },
      { number: '90', name: 'Fatou Camara', role: 'supervisor' },
    ] as const
    const pins = keepPeople(join(directory, 'demo'), people)
    const of = (staff: string) => ({ staff, pin: pins.get(staff) ?? '' })
    const machine = await startMachine(settingsFor(hub.url, hub.accessCodes), directory)
    const ticketsOf = (saleId: string) => {
      const sale = machine.sales.find(saleId)
      return sale?.state === 'done' ? sale.tickets.map(({ ticketId }) => ticketId) : []
    }
    const refunded = await sell(machine, 2)
    const [back = '', kept = ''] = ticketsOf(refunded)
    const two = { ...of('7'), second: of('90') }
    const wish = { saleId: refunded, kind: 'refund', reason: 'malade' } as const
    const { file } = need(await machine.api.returnTickets({ ...two, ...wish, ticketIds: [back] }))
    expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    // The seat is somebody else's by now.
    await sell(machine, 2)
    expect(await compared(machine)).toMatchObject({ sales: 2, agreed: 3, differences: [] })

    await besideHub(join(folder, 'booking-service.db'), async (store) => {
      const [event] = await store.listAllEvents()
      const cancelled = { of: { eventId: String(event?.eventId) }, ticketIds: [kept], reason: 'essai', by: 'user:test' }
      expect(await store.cancelTickets(cancelled)).toMatchObject({ ok: true })
    })
    expect(await compared(machine)).toMatchObject({
      agreed: 2,
      differences: [{ kind: 'differs', ticketId: kept, here: 'status SOLD', there: 'status CANCELLED' }],
    })
    expect(machine.faults).toEqual([])
  },
)
