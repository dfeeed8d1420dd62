import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { createVirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import { readPdf } from '../support/pdf.ts'
import { need, review, settled, startMachine, type Machine } from './machine.ts'

const pin = DEMO_PIN

async function sell(machine: Machine, count: number): Promise<number> {
  const { saleId, shown } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  return shown.amount
}

test('X reads the shift, Z ends it; both lie in the folder, and the ledger holds with a copy beside it', async () => {
  const machine = await startMachine()
  const amount = await sell(machine, 2)
  const x = need(await machine.api.closeShift({ pin, kind: 'X' }))
  expect(x).toMatchObject({ kind: 'X', shiftNo: 1, paper: 'saved', reason: '' })
  expect(x.takings).toEqual([{ currency: 'GNF', tickets: 2, net: amount }])
  const z = need(await machine.api.closeShift({ pin, kind: 'Z' }))
  expect(z).toMatchObject({ kind: 'Z', shiftNo: 1, takings: x.takings })
  const next = need(await machine.api.closeShift({ pin, kind: 'X' }))
  expect(next).toMatchObject({ shiftNo: 2, takings: [{ tickets: 0, net: 0 }] })
  const [page] = await readPdf(readFileSync(z.file))
  expect(page!.text).toContain('Rapport Z')
  expect(page!.text).toContain('SPÉCIMEN')
  expect(page!.widthMm).toBeCloseTo(210, 0)

  await machine.stop()
  const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
  const verified = need(await care.verify())
  expect(verified).toMatchObject({ ok: true, findings: [] })
  // What the paper says is in the chain.
  const [, hash = ''] = /([0-9a-f]{4}(?:\s+[0-9a-f]{4}){15})/u.exec(page!.text) ?? []
  const rows = need(await care.export(join(machine.directory, 'archive.jsonl')))
  expect(readFileSync(rows.path, 'utf8')).toContain(hash.replaceAll(/\s/gu, ''))
  expect(machine.faults).toEqual([])
})

test('the report goes to the printer for reports, and again when it had no paper', async () => {
  const printer = await createVirtualPrinter({ clock: createSystemClock(), paperWidth: 58 })
  onTestFinished(() => printer.close())
  printer.order({ do: 'load-paper', millimetres: 0 })
  const office = { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, paper: 'roll-58' }
  const machine = await startMachine({ printers: { devices: { office }, reports: ['office'] } })
  expect(await machine.api.reprintReport({ pin })).toMatchObject({ ok: false, error: { type: 'no-report' } })
  const failed = need(await machine.api.closeShift({ pin, kind: 'Z' }))
  expect(failed).toMatchObject({ paper: 'failed', reason: 'paper-out', shiftNo: 1 })
  expect(readFileSync(failed.file).subarray(0, 5).toString()).toBe('%PDF-')
  printer.order({ do: 'load-paper', millimetres: 5000 })
  const again = need(await machine.api.reprintReport({ pin }))
  expect(again).toEqual({ ...failed, paper: 'printed', reason: '' })
  expect(printer.pieces).toHaveLength(1)
  const { width } = printer.pieces[0]!.picture
  expect(width).toBe(464)
  expect(machine.faults).toEqual([])
})

test('a shift with its drawer: float once, cash in and out, a blind count of what was found, and a Z with the figures', async () => {
  const machine = await startMachine({ drawerCurrencies: ['GNF', 'EUR'] })
  const { api } = machine
  const fresh = need(await api.viewShift({ pin }))
  expect(fresh).toMatchObject({ shiftNo: 1, opensDrawer: false, opened: null })
  expect(fresh.drawers.map(({ currency, float, counted }) => ({ currency, float, counted }))).toEqual([
    { currency: 'GNF', float: null, counted: null },
    { currency: 'EUR', float: null, counted: null },
  ])
  expect(fresh.drawers[0]!.pieces).toContainEqual({ kind: 'note', value: 20_000 })
  need(await api.openShift({ pin, currency: 'GNF', float: 100_000 }))
  expect(await api.openShift({ pin, currency: 'GNF', float: 1 })).toMatchObject({ error: { type: 'float-known' } })
  expect(await api.openShift({ pin, currency: 'XOF', float: 1 })).toMatchObject({ error: { type: 'unknown-currency' } })

  const { saleId, shown } = await review(machine, 2)
  need(await api.pay({ saleId, tender: 'cash' }))
  need(await api.confirmCash({ saleId, pin, received: shown.amount }))
  await settled(machine, saleId)
  need(await api.moveCash({ pin, direction: 'in', currency: 'GNF', amount: 50_000, reason: 'monnaie' }))
  need(await api.moveCash({ pin, direction: 'out', currency: 'GNF', amount: 30_000, reason: 'coffre' }))
  // Nothing opens it here; it is journalled all the same.
  expect(need(await api.openDrawer({ pin, reason: 'billet coincé' })).opened).toBe('failed')

  const expected = 120_000 + shown.amount
  const count = (expected - 20_000) / 500
  const pieces = [{ kind: 'note', value: 500, count }] as const
  expect(await api.countDrawer({ pin, currency: 'GNF', pieces: [{ ...pieces[0], value: 300 }] })).toMatchObject({
    error: { type: 'unknown-piece' },
  })
  const counted = need(await api.countDrawer({ pin, currency: 'GNF', pieces: [...pieces] }))
  expect(counted.drawers[0]).toMatchObject({ counted: { total: expected - 20_000, difference: -20_000 } })

  const z = need(await api.closeShift({ pin, kind: 'Z' }))
  const [page] = await readPdf(readFileSync(z.file))
  const text = page!.text.replaceAll(/[\s\u00a0]+/gu, ' ')
  for (const words of ['Fond de caisse 100 000', 'monnaie', 'coffre', 'Manquant 20 000', 'billet coincé', 'counter'])
    expect(text).toContain(words)
  const table = readFileSync(z.csv, 'utf8').split('\r\n')
  const figure = (item: string): string | undefined => table.find((line) => line.includes(`;GNF;${item};`))
  expect(figure('expected')).toMatch(new RegExp(`;${expected}$`, 'u'))
  expect(figure('over-short')).toMatch(/;-20000$/u)
  expect(figure('cashier')).toMatch(new RegExp(`;counter;;1;${shown.amount}$`, 'u'))
  expect(need(await api.viewShift({ pin }))).toMatchObject({
    shiftNo: 2,
    drawers: [{ float: null, counted: null }, {}],
  })

  await machine.stop()
  const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
  expect(need(await care.verify())).toMatchObject({ ok: true, findings: [] })
  expect(machine.faults).toEqual([])
})

test('nobody closes a shift without the PIN', async () => {
  const machine = await startMachine()
  const refused = { ok: false, error: { type: 'wrong-pin' } }
  expect(await machine.api.closeShift({ pin: '0000', kind: 'Z' })).toMatchObject(refused)
  expect(await machine.api.openShift({ pin: '0000', currency: 'GNF', float: 0 })).toMatchObject(refused)
})
