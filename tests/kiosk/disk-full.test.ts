import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { startLine } from '../partner/scripted-partner.ts'
import { fill, smallDisk } from '../support/small-disk.ts'
import { review, settingsFor, settled, startHub, startMachine, visit } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

/** Nothing is left: not what was kept back for the sales that run, nor what the write-ahead log would use again. */
function fillUp(disk: string): string {
  const db = new Sqlite(join(disk, 'demo', 'ledger.db'))
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  rmSync(join(disk, 'demo', 'ledger.db.reserve'), { force: true })
  return fill(disk)
}

test('what cannot be written down is refused as such; with room again the same sale is paid', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  const machine = await startMachine(hub.settings, disk)
  const { saleId } = await review(machine, 2)
  const ask = (method: string, input: object): Promise<unknown> => dispatch(machine.api, method, input, console)
  const filler = fillUp(disk)

  // A few rows may still fit into the last page.
  let refused: unknown
  const taken = (answer: unknown): boolean => (answer as { ok: boolean }).ok || ((refused = answer), false)
  while (taken(await ask('pay', { saleId, tender: 'cash' })) && taken(await ask('cancelPayment', { saleId })));
  expect(refused).toEqual({ ok: false, error: { type: 'storage-full' } })
  expect(need(await machine.api.getKiosk({}))).toMatchObject({ storageFull: true })
  expect(machine.sales.faulted(saleId)).toBe(false)

  rmSync(filler)
  if (machine.sales.find(saleId)?.state === 'paying') need(await machine.api.cancelPayment({ saleId }))
  need(await machine.api.pay({ saleId, tender: 'card' }))
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  expect(need(await machine.api.getKiosk({}))).not.toHaveProperty('storageFull')
  expect(machine.faults).toEqual([])
})

test('tickets that came as the disk filled up wait for room, and say so; then the sale goes on by itself', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  let filler = ''
  const line = await startLine(hub.url, ({ line: asked }, forward) => {
    if (asked.includes('/purchases')) filler ||= fillUp(disk)
    return forward()
  })
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes), disk)
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))

  const stage = async () => need(await machine.api.getKiosk({})).sale?.stage
  await expect.poll(stage).toMatchObject({ name: 'needs-staff', reason: 'storage-full' })
  const cases = need(await machine.api.listStaffCases({ pin: DEMO_PIN }))
  expect(cases).toMatchObject([{ saleId, question: 'storage-full' }])

  rmSync(filler)
  expect((await settled(machine, saleId)).stage.name).toBe('done')
})

test('nobody begins to choose where the sale would find no room, and an idle screen is told', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  const machine = await startMachine(hub.settings, disk)
  const { events } = need(await machine.api.listEvents({ page: 1, limit: 12 }))
  const filler = fillUp(disk)
  need(await machine.api.listEvents({ page: 1, limit: 12 }))
  expect(machine.events).toContainEqual({ name: 'storage-changed', payload: { storageFull: true } })
  const begin = () => machine.api.startVisit({ eventId: events[0]!.eventId, language: 'fr' })
  expect(await begin()).toEqual({ ok: false, error: { type: 'storage-full' } })
  rmSync(filler)
  need(await machine.api.listEvents({ page: 1, limit: 12 }))
  expect(machine.events).toContainEqual({ name: 'storage-changed', payload: { storageFull: false } })
  await visit(machine, 1)
})

test('a full disk does not keep a kiosk from ending in order; a start names it, and with room the open sale is settled', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  const machine = await startMachine(hub.settings, disk)
  const { saleId } = await review(machine, 2)
  const filler = fillUp(disk)
  await expect(machine.restart()).rejects.toThrow(/ledger\.db: the disk is full\. Make room/u)
  rmSync(filler)
  const again = await machine.restart()
  await expect.poll(() => again.sales.find(saleId)?.state).toBe('abandoned')
})
