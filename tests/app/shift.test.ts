import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi, describe } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { LedgerMaintenance } from '../../electron/app/ledger-maintenance.ts'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { drawPdf, readPdfText } from '../support/pdf.ts'
import { hire } from '../support/fast-pin-hash.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Machine, sold, startMachine, startPrintingMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import type { SettlementView } from '../../shared/api/kiosk/views.ts'

const pin = DEMO_PIN

async function sell(machine: Machine, count: number, tender: 'card' | 'cash' = 'card'): Promise<number> {
  const { saleId, shown } = await sold(machine, count, tender)
  need(await machine.api.dismissSale({ saleId }))
  return shown.amount
}
test('a Z lies in the folder, its anchor is in the ledger, and the ledger holds with a copy beside it', async () => {
  const machine = await startPrintingMachine()
  await sell(machine, 2)
  const z = need(await machine.api.closeShift({ pin, kind: 'Z' }))
  const [page] = await drawPdf(readFileSync(z.file), 30)
  expect(page!.text).toContain('Rapport Z')
  expect(page!.text).toContain('SPÉCIMEN')
  expect(page!.widthMm).toBeCloseTo(210, 0)

  await machine.stop()
  const care = new LedgerMaintenance(join(machine.directory, 'demo'), undefined)
  expect(need(await care.verify())).toMatchObject({ ok: true, findings: [] })
  const [, hash = ''] = /([0-9a-f]{4}(?:\s+[0-9a-f]{4}){15})/u.exec(page!.text) ?? []
  const rows = need(await care.export(join(machine.directory, 'archive.jsonl')))
  expect(readFileSync(rows.path, 'utf8')).toContain(hash.replaceAll(/\s/gu, ''))
  expect(machine.faults).toEqual([])
})
test('the report goes to the printer for reports, and again when it had no paper', async () => {
  const printer = await virtualPrinter({ paperWidth: 58 })
  printer.order('paper out')
  const office = { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, paper: 'roll-58' }
  const machine = await startPrintingMachine({ printers: { devices: { office }, reports: ['office'] } })
  expect(await machine.api.reprintReport({ pin })).toMatchObject({ ok: false, error: { type: 'no-report' } })
  const failed = need(await machine.api.closeShift({ pin, kind: 'Z' }))
  expect(failed).toMatchObject({ paper: 'failed', reason: 'paper-out', shiftNo: 1 })
  expect(readFileSync(failed.file).subarray(0, 5).toString()).toBe('%PDF-')
  printer.order('paper 5000')
  expect(need(await machine.api.reprintReport({ pin }))).toEqual({ ...failed, paper: 'printed', reason: '' })
  expect(printer.pieces).toHaveLength(1)
  const { width } = printer.pieces[0]!.picture
  expect(width).toBe(464)
  expect(machine.faults).toEqual([])
})

const figures = (amount: number): string => String(amount).replaceAll(/\B(?=(?:\d{3})+$)/gu, ' ')

async function told(closed: { readonly file: string; readonly csv: string }) {
  const paper = (await readPdfText(readFileSync(closed.file))).join(' ').replaceAll(/\s+/gu, ' ')
  return { paper, all: [paper, readFileSync(closed.csv, 'utf8'), JSON.stringify(closed)].join('\n') }
}

test('until a drawer is counted, no paper of a cashier’s X has anything of its cash; a supervisor’s has', async () => {
  const directory = temporaryFolder()
  const people = [
    { number: '7', role: 'cashier' },
    { number: '90', role: 'supervisor' },
  ] as const
  const [cashier, chief] = hire(join(directory, 'demo'), ...people)
  const machine = await startPrintingMachine({}, directory)
  const { api } = machine
  const byCard = await sell(machine, 2)
  need(await api.openShift({ ...cashier, currency: 'GNF', float: 130_000 }))
  const inCash = await sell(machine, 1, 'cash')
  const expected = 130_000 + inCash
  need(await api.closeShift({ ...cashier, kind: 'X' }))
  const blind = await told(need(await api.reprintReport(cashier)))
  for (const sum of [expected, inCash, inCash + byCard])
    for (const written of [String(sum), figures(sum)])
      expect(blind.all).not.toMatch(new RegExp(`\\b${written}\\b`, 'u'))
  expect(blind.paper).toContain('elles restent à compter')
  expect(blind.paper).toContain(`Carte 1 ${figures(byCard)}`)
  const whole = await told(need(await api.reprintReport(chief)))
  expect(whole.paper).toContain(`Attendu dans le tiroir ${figures(expected)}`)
  expect(machine.faults).toEqual([])
})
test('an hour that was missed is made up for at the next start; the closure can be looked at, printed again and archived', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-17T20:00-04:00') })
  const before = await startMachine()
  const { shown } = await sold(before, 2)
  vi.setSystemTime(new Date('2025-05-18T09:00-04:00'))
  const archiveFolder = join(before.directory, 'stick')
  const machine = await before.restart({ timeZone: 'America/New_York', shifts: { closeAt: '23:30', archiveFolder } })
  await expect.poll(async () => need(await machine.api.listClosures({ pin }))).toHaveLength(1)
  const [closure] = need(await machine.api.listClosures({ pin }))
  const takings = [{ currency: 'GNF', tickets: 2, net: shown.amount }]
  expect(closure).toMatchObject({ kind: 'Z', staffId: null, takings })
  const again = need(await machine.api.reprintReport({ pin, seq: closure!.seq }))
  expect(again).toMatchObject({ kind: 'Z', shiftNo: 1, paper: 'saved' })
  const table = readFileSync(again.csv, 'utf8')
  expect(table).toContain(`;${shown.amount}\r\n`)
  expect(table).toMatch(/-04:00;20\d\d-\d\d-\d\d \d\d:\d\d:\d\d -04:00;/u)

  need(await machine.api.openShift({ pin, currency: 'GNF', float: 0 }))
  const next = need(await machine.api.closeShift({ pin, kind: 'Z' }))
  const asked = need(await machine.api.exportLedger({ pin }))
  const care = new LedgerMaintenance(join(machine.directory, 'demo'), undefined)
  for (const file of [next.archive, asked.file]) {
    expect(file.startsWith(archiveFolder)).toBe(true)
    expect(need(await care.verify(file))).toMatchObject({ ok: true, findings: [], source: 'archive' })
  }
  expect(machine.faults).toEqual([])

  const elsewhere = await machine.restart({ shifts: { archiveFolder: join(asked.file, 'no-folder') } })
  need(await elsewhere.api.openShift({ pin, currency: 'GNF', float: 0 }))
  expect(need(await elsewhere.api.closeShift({ pin, kind: 'Z' })).archive).toBe('')
  expect(await elsewhere.api.exportLedger({ pin })).toMatchObject({ error: { type: 'write-failed' } })
  expect(elsewhere.faults).toHaveLength(2)
  expect(existsSync(join(machine.directory, 'demo', 'archives'))).toBe(false)
})

describe('reconcile', () => {
  async function compared(machine: Machine, text: string, pieceBytes = 40): Promise<SettlementView> {
    const report = Buffer.from(text)
    for (let at = 0; at < report.length; at += pieceBytes) {
      const piece = report.subarray(at, at + pieceBytes).toString('base64')
      const size = report.length
      const view = need(await machine.api.reconcileSettlement({ pin, driver: 'simulated', piece, at, size }))
      expect(view === null).toBe(at + pieceBytes < size)
      if (view) return view
    }
    throw new Error('the report has no end')
  }

  test('a report that the office sends in pieces is held against the payments of today', async () => {
    const machine = await startMachine({ tenders: ['card'] })
    const { tender } = (await sold(machine, 2)).sale
    if (!('received' in tender)) throw new Error('nothing was paid')
    const { approval, amount } = tender
    const head = 'Transaction ID,Amount,Status'
    const agreed = await compared(machine, `${head}\n${approval},${amount},SUCCESS\n`)
    expect(agreed).toMatchObject({ driver: 'simulated', payments: 1, lines: 1, agreed: 1, differences: [] })

    const differs = await compared(machine, `${head}\nstranger,5000,SUCCESS\n`)
    expect(differs.differences.map(({ kind }) => kind)).toEqual(['missing-there', 'missing-here'])
    const table = readFileSync(differs.csv, 'utf8').split('\r\n')
    expect(table).toHaveLength(4)
    expect(table[2]).toContain(';missing-here;;;stranger;2;;5000;GNF;')
  })

  test('what is no report, and a piece out of turn, is refused', async () => {
    const machine = await startMachine({})
    const ask = (text: string, at: number, size: number) => {
      const piece = Buffer.from(text).toString('base64')
      return machine.api.reconcileSettlement({ pin, driver: 'simulated', piece, at, size })
    }
    expect(await ask('a,b\n', 0, 4)).toMatchObject({ ok: false, error: { type: 'unreadable-report', line: 1 } })
    expect(await ask('', 0, 0)).toMatchObject({ ok: false, error: { type: 'unreadable-report' } })
    expect(await ask('ab', 2, 4)).toEqual({ ok: false, error: { type: 'invalid-answer' } })
    expect(await ask('ab', 0, 8)).toEqual({ ok: true, value: null })
    expect(await ask('cd', 4, 8)).toEqual({ ok: false, error: { type: 'invalid-answer' } })
    expect(await ask('abc', 0, 2)).toEqual({ ok: false, error: { type: 'invalid-answer' } })
  })
})
