import Database from 'better-sqlite3'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createVirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import { need, review, startMachine, type Machine } from './machine.ts'

/** Codes and payloads of the journal, oldest first. */
function journal({ directory }: Machine): readonly { code: string; payload: Record<string, unknown> }[] {
  const db = new Database(join(directory, 'demo', 'ledger.db'), { readonly: true })
  onTestFinished(() => void db.close())
  const rows = db.prepare<[], { code: string; payload: string }>('SELECT code, payload FROM journal ORDER BY seq').all()
  return rows.map(({ code, payload }) => ({ code, payload: JSON.parse(payload) as Record<string, unknown> }))
}

const printers = (port: number): object => ({
  printers: { devices: { roll: { kind: 'escpos', address: `tcp://127.0.0.1:${port}` } }, tickets: ['roll'] },
})

test('sales go on, the printer is asked, and only then the start is recorded', async () => {
  const printer = await createVirtualPrinter({ clock: createSystemClock() })
  onTestFinished(() => printer.close())
  const machine = await startMachine(printers(printer.port))
  expect(journal(machine).at(-1)).toMatchObject({ code: 'START', payload: { recovered: 0, printer: 'ready' } })

  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'cash' }))
  printer.order({ do: 'load-paper', millimetres: 0 })
  const rows = journal(machine).length
  const again = await machine.restart()
  const written = journal(again).slice(rows)
  expect(written.map(({ code }) => code)).toEqual(['STOP', 'RESUMED', 'RECOVERED_START'])
  expect(written.at(-1)?.payload).toMatchObject({ recovered: 1, printer: 'paper-out' })
})

test('a print service that takes the question and never answers keeps no kiosk closed', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  vi.stubEnv('CUPS_SERVER', `127.0.0.1:${(silent.address() as AddressInfo).port}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const machine = await startMachine({ printers: { devices: { office: { kind: 'system' } }, tickets: ['office'] } })
  expect(journal(machine).at(-1)).toMatchObject({ code: 'START', payload: { printer: 'unknown' } })
})
