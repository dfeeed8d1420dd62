import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import Sqlite from 'better-sqlite3'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { fill, smallDisk } from '../support/small-disk.ts'
import { review, settled, startHub, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

test('one machine owns its data: a second one is refused in words', async () => {
  const machine = await startMachine()
  await expect(startMachine({}, machine.directory)).rejects.toThrow(/is in use by/u)
  expect((await review(machine, 1)).shown.stage.name).toBe('review')
})

/** Fills the disk completely, including the ledger's reserved space and the free pages of the write-ahead log. */
function fillUp(disk: string): string {
  const db = new Sqlite(join(disk, 'demo', 'ledger.db'))
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  rmSync(join(disk, 'demo', 'ledger.db.reserve'), { force: true })
  return fill(disk)
}

test('what a full disk cannot take is refused as such, a start names it, and with room again each sale goes on', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  const machine = await startMachine(hub.settings, disk)
  const { saleId } = await review(machine, 2)
  const ask = (method: string, input: object): Promise<unknown> => dispatch(machine.api, method, input, console)
  const filler = fillUp(disk)

  // The last page of the full database file may still have space for a few rows, so payments are repeated until one fails.
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

  need(await machine.api.dismissSale({ saleId }))
  const open = await review(machine, 2)
  const again = fillUp(disk)
  await expect(machine.restart()).rejects.toThrow(/ledger\.db: the disk is full; free some space/u)
  rmSync(again)
  const { sales } = await machine.restart()
  await expect.poll(() => sales.find(open.saleId)?.state).toBe('abandoned')
})
