import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { startLine } from '../partner/scripted-partner.ts'
import { need, review, settingsFor, settled, startHub, startMachine, visit, type Machine } from './machine.ts'

const pin = DEMO_PIN

/** From here on the ledger takes no row of that code, as on a disk that broke; the result mends it. */
function refuseRows({ directory }: Machine, code: string): () => void {
  const change = (sql: string): void => {
    const db = new Sqlite(join(directory, 'demo', 'ledger.db'))
    db.exec(sql)
    db.close()
  }
  change(`CREATE TRIGGER broken BEFORE INSERT ON journal WHEN NEW.code = '${code}'
    BEGIN SELECT raise(ABORT, 'the disk is broken'); END`)
  return () => change('DROP TRIGGER broken')
}

test('a sale that could not be written down after the card was charged stays where it was, for staff, and goes on after a restart', async () => {
  const machine = await startMachine()
  const { saleId } = await review(machine, 2)
  const mend = refuseRows(machine, 'TENDER_APPROVED')
  need(await machine.api.pay({ saleId, tender: 'card' }))
  expect((await settled(machine, saleId)).stage).toMatchObject({ name: 'needs-staff', reason: 'program-fault' })
  expect(machine.faults).toEqual([expect.stringContaining('the disk is broken')])
  expect(machine.sales.busy(saleId)).toBe(true)
  expect(await machine.api.pay({ saleId, tender: 'card' })).toMatchObject({ ok: false, error: { type: 'wrong-stage' } })
  expect(need(await machine.api.listStaffCases({ pin }))).toMatchObject([{ saleId, question: 'restart' }])
  mend()
  const again = await machine.restart()
  expect(await again.sales.settled(saleId)).toMatchObject({ state: 'done', tender: { kind: 'card' } })
  expect(need(await again.api.listStaffCases({ pin }))).toEqual([])
})

test('a sale that could not be written down before anything was paid ends on the screen, and its seats come back', async () => {
  const machine = await startMachine()
  const { saleId, wish } = await visit(machine, 2)
  const mend = refuseRows(machine, 'HOLD_GRANTED')
  need(await machine.api.holdSeats(wish))
  expect((await settled(machine, saleId)).stage).toEqual({ name: 'ended', reason: 'fault' })
  need(await machine.api.leaveSale({ saleId }))
  expect(need(await machine.api.getKiosk({})).sale).toBeNull()
  mend()
  const again = await machine.restart()
  expect(await again.sales.settled(saleId)).toMatchObject({ state: 'abandoned' })
})

test('a release that nobody answers is written down as such, and the seats run out by themselves', async () => {
  const hub = await startHub()
  const line = await startLine(hub.url, ({ line: asked }, forward) =>
    asked.startsWith('DELETE') || asked.includes('/release') ? 'cut' : forward(),
  )
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  const { saleId } = await review(machine, 1)
  need(await machine.api.abandonSale({ saleId, reason: 'cancelled' }))
  await expect.poll(() => machine.sales.find(saleId)?.state).toBe('abandoned')
  expect(codesOf(machine, saleId).slice(-2)).toEqual(['ABANDONED', 'RELEASE_UNANSWERED'])
})

function codesOf({ directory }: Machine, saleId: string): readonly string[] {
  const db = new Sqlite(join(directory, 'demo', 'ledger.db'), { readonly: true })
  const codes = db.prepare('SELECT code FROM journal WHERE sale_id = ? ORDER BY seq').pluck().all(saleId)
  db.close()
  return codes as string[]
}
