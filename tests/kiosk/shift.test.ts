import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi, describe } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { LedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { createVirtualPrinter } from '../../electron/printing/virtual-printer/virtual-printer.ts'
import { readPdf } from '../support/pdf.ts'
import { hire } from '../support/quick-pins.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  review,
  settled,
  startMachine,
  startPrintingMachine,
  type Machine,
  settingsFor,
  startHub,
} from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'
import type { ReconcileView, SettlementView } from '../../shared/kiosk-api/views.ts'
import { startLine, success } from '../partner/scripted-partner.ts'

const pin = DEMO_PIN

async function sell(machine: Machine, count: number, tender: 'card' | 'cash' = 'card'): Promise<number> {
  const { saleId, shown } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender }))
  if (tender === 'cash') need(await machine.api.confirmCash({ saleId, pin, received: shown.amount }))
  await settled(machine, saleId)
  need(await machine.api.leaveSale({ saleId }))
  return shown.amount
}

test('X reads the shift, Z ends it; both lie in the folder, and the ledger holds with a copy beside it', async () => {
  const machine = await startPrintingMachine()
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
  const care = new LedgerKeeping(join(machine.directory, 'demo'), undefined)
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
  const machine = await startPrintingMachine({ printers: { devices: { office }, reports: ['office'] } })
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

const figures = (amount: number): string => String(amount).replaceAll(/\B(?=(?:\d{3})+$)/gu, ' ')

/** Returns everything that an X or Z report contains: the printed text, the CSV table and the reply to the screen. */
async function told(closed: { readonly file: string; readonly csv: string }) {
  const pages = await readPdf(readFileSync(closed.file))
  const paper = pages.map(({ text }) => text.replaceAll(/\s+/gu, ' ')).join(' ')
  return { paper, all: [paper, readFileSync(closed.csv, 'utf8'), JSON.stringify(closed)].join('\n') }
}

test(
  'until a drawer is counted, a cashier’s X has nothing of its cash; a supervisor’s has',
  { timeout: 60_000 },
  async () => {
    const directory = temporaryFolder()
    const people = [
      { number: '7', role: 'cashier' },
      { number: '90', role: 'supervisor' },
    ] as const
    const [cashier, chief] = hire(join(directory, 'demo'), ...people)
    const machine = await startPrintingMachine({}, directory)
    const { api } = machine
    const byCard = await sell(machine, 2)
    // Without cash there is nothing to count, so the report is not blind.
    expect(need(await api.closeShift({ ...cashier, kind: 'X' }))).toMatchObject({
      blind: false,
      takings: [{ net: byCard }],
    })
    need(await api.openShift({ ...cashier, currency: 'GNF', float: 130_000 }))
    const inCash = await sell(machine, 1, 'cash')
    const expected = 130_000 + inCash
    expect(need(await api.viewShift(cashier)).drawers).toMatchObject([{ counted: null, uncounted: true }])

    const x = need(await api.closeShift({ ...cashier, kind: 'X' }))
    expect(x).toMatchObject({ blind: true, takings: [] })
    const again = need(await api.reprintReport(cashier))
    expect(again).toMatchObject({ blind: true })
    const blind = await told(again)
    for (const sum of [expected, inCash, inCash + byCard])
      for (const written of [String(sum), figures(sum)])
        expect(blind.all).not.toMatch(new RegExp(`\\b${written}\\b`, 'u'))
    expect(blind.paper).toContain('elles restent à compter')
    // Card totals are shown, to be compared with the terminal's receipts.
    expect(blind.paper).toContain(`Carte 1 ${figures(byCard)}`)

    const whole = await told(need(await api.reprintReport(chief)))
    expect(whole.paper).toContain(`Attendu dans le tiroir ${figures(expected)}`)
    expect(need(await api.closeShift({ ...chief, kind: 'X' })).takings).toMatchObject([{ net: inCash + byCard }])

    const pieces = [{ kind: 'note', value: 500, count: 20 }] as const
    const { drawers } = need(await api.countDrawer({ ...cashier, currency: 'GNF', pieces: [...pieces] }))
    expect(drawers).toMatchObject([{ uncounted: false, counted: { total: 10_000, pieces } }])
    // The second count is right: the difference is zero.
    const right = [{ kind: 'note', value: 500, count: expected / 500 }] as const
    const recounted = need(await api.countDrawer({ ...cashier, currency: 'GNF', pieces: [...right] }))
    expect(recounted.drawers).toMatchObject([{ counted: { total: expected, difference: 0, pieces: right } }])
    expect(need(await api.closeShift({ ...cashier, kind: 'X' }))).toMatchObject({ blind: false, takings: [{}] })
    // After another cash sale, the drawer is uncounted again and the report hides the cash.
    await sell(machine, 1, 'cash')
    expect(need(await api.closeShift({ ...cashier, kind: 'X' }))).toMatchObject({ blind: true, takings: [] })
    const z = await told(need(await api.closeShift({ ...cashier, kind: 'Z' })))
    expect(z.paper).toContain('Attendu dans le tiroir')

    await machine.stop()
    const verified = need(await new LedgerKeeping(join(machine.directory, 'demo'), undefined).verify())
    expect(verified).toMatchObject({ ok: true, findings: [] })
    expect(machine.faults).toEqual([])
  },
)

test(
  'an hour that was missed is made up for at the next start; the closure can be looked at, printed again and archived',
  { timeout: 90_000 },
  async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-17T20:00-04:00') })
    const before = await startMachine()
    const { saleId, shown } = await review(before, 2)
    need(await before.api.pay({ saleId, tender: 'card' }))
    await settled(before, saleId)
    vi.setSystemTime(new Date('2025-05-18T09:00-04:00'))
    const archiveFolder = join(before.directory, 'stick')
    const machine = await before.restart({ timeZone: 'America/New_York', shifts: { closeAt: '23:30', archiveFolder } })
    await expect.poll(async () => need(await machine.api.listClosures({ pin }))).toHaveLength(1)
    const [closure] = need(await machine.api.listClosures({ pin }))
    expect(closure).toMatchObject({
      kind: 'Z',
      staffId: null,
      takings: [{ currency: 'GNF', tickets: 2, net: shown.amount }],
    })
    const report = need(await machine.api.viewClosure({ pin, seq: closure!.seq }))
    expect(report).toMatchObject({
      sales: 1,
      currencies: [{ net: { tickets: 2, amount: shown.amount }, tenders: [{ kind: 'card', count: 1 }] }],
    })
    expect(await machine.api.viewClosure({ pin, seq: 1 })).toMatchObject({ error: { type: 'no-report' } })
    const again = need(await machine.api.reprintReport({ pin, seq: closure!.seq }))
    expect(again).toMatchObject({ kind: 'Z', shiftNo: 1, paper: 'saved' })
    const table = readFileSync(again.csv, 'utf8')
    expect(table).toContain(`;${shown.amount}\r\n`)
    expect(table).toMatch(/-04:00;20\d\d-\d\d-\d\d \d\d:\d\d:\d\d -04:00;/u)

    need(await machine.api.openShift({ pin, currency: 'GNF', float: 0 }))
    const next = need(await machine.api.closeShift({ pin, kind: 'Z' }))
    const asked = need(await machine.api.exportLedger({ pin }))
    const care = new LedgerKeeping(join(machine.directory, 'demo'), undefined)
    for (const file of [next.archive, asked.file]) {
      expect(file.startsWith(archiveFolder)).toBe(true)
      expect(need(await care.verify(file))).toMatchObject({ ok: true, findings: [], source: 'archive' })
    }
    expect(machine.faults).toEqual([])

    // If the archive cannot be written, the shift is closed anyway.
    const elsewhere = await machine.restart({ shifts: { archiveFolder: join(asked.file, 'no-folder') } })
    need(await elsewhere.api.openShift({ pin, currency: 'GNF', float: 0 }))
    expect(need(await elsewhere.api.closeShift({ pin, kind: 'Z' })).archive).toBe('')
    expect(await elsewhere.api.exportLedger({ pin })).toMatchObject({ error: { type: 'not-written' } })
    expect(elsewhere.faults).toHaveLength(2)
    expect(existsSync(join(machine.directory, 'demo', 'archives'))).toBe(false)
  },
)

describe('reconcile', () => {
  async function sell(machine: Machine, count: number): Promise<string> {
    const { saleId } = await review(machine, count)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await settled(machine, saleId)
    need(await machine.api.leaveSale({ saleId }))
    return saleId
  }

  async function reconciled(machine: Machine): Promise<ReconcileView> {
    need(await machine.api.startReconcile({ pin }))
    const read = async () => need(await machine.api.viewReconcile({ pin }))
    await expect.poll(async () => (await read())?.csv).not.toBe('')
    const view = await read()
    if (!view) throw new Error('nothing was compared')
    return view
  }

  test(
    'a comparison with the service leaves a table that says of each difference what to do, and a row in the journal',
    { timeout: 90_000 },
    async () => {
      const hub = await startHub()
      type Listed = Readonly<Record<string, unknown>>
      let tampering: ((tickets: Listed[]) => Listed[]) | null = null
      const line = await startLine(hub.url, async ({ line: request }, forward) => {
        const reply = await forward()
        if (!tampering || !request.includes('/tickets?') || typeof reply !== 'object' || typeof reply.body !== 'string')
          return reply
        const { data } = JSON.parse(reply.body) as { data: { tickets: Listed[] } }
        return success({ tickets: tampering(data.tickets) })
      })
      const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
      const first = await sell(machine, 2)
      await sell(machine, 3)
      // The partner's list lacks the first ticket of the first sale, and has another code for a ticket of the second.
      tampering = (tickets) =>
        tickets.length === 2
          ? tickets.slice(1)
          : tickets.map((each, n) => (n > 0 ? each : { ...each, qr_code: 'e'.repeat(32) }))
      const differing = await reconciled(machine)
      expect(differing).toMatchObject({ agreed: 3, sales: 2 })
      expect(differing.differences.map(({ kind }) => kind)).toEqual(['not-listed', 'differs'])
      expect(differing.differences[0]).toMatchObject({ saleId: first, state: 'done' })
      const table = readFileSync(differing.csv, 'utf8').split('\r\n')
      expect(table).toHaveLength(4)
      expect(table[1]).toContain(';not-listed;')
      expect(table[1]).toContain('Ce billet n’est pas valable pour entrer')

      await machine.stop()
      const care = new LedgerKeeping(join(machine.directory, 'demo'), undefined)
      const archive = need(await care.export(join(machine.directory, 'archive.jsonl')))
      const notes = readFileSync(archive.path, 'utf8')
        .split('\n')
        .filter((row) => row.includes('"code":"RECONCILED"'))
      expect(notes).toHaveLength(1)
      expect(need(await care.verify(archive.path))).toMatchObject({ ok: true, findings: [] })
      expect(machine.faults).toEqual([])
    },
  )

  /** Sends a report in pieces, as the office does. Returns the comparison. */
  async function compared(machine: Machine, text: string, pieceBytes = 40): Promise<SettlementView> {
    const report = Buffer.from(text)
    for (let at = 0; at < report.length; at += pieceBytes) {
      const piece = report.subarray(at, at + pieceBytes).toString('base64')
      const size = report.length
      const view = need(await machine.api.compareSettlement({ pin, driver: 'simulated', piece, at, size }))
      expect(view === null).toBe(at + pieceBytes < size)
      if (view) return view
    }
    throw new Error('the report has no end')
  }

  test(
    'a report that the office sends in pieces is held against the payments of today',
    { timeout: 60_000 },
    async () => {
      const machine = await startMachine({ tenders: ['card'] })
      const { saleId } = await review(machine, 2)
      need(await machine.api.pay({ saleId, tender: 'card' }))
      await settled(machine, saleId)
      const sale = machine.sales.find(saleId)
      if (!sale || !('tender' in sale) || !('received' in sale.tender)) throw new Error('nothing was paid')
      const { approval, amount } = sale.tender
      const head = 'Transaction ID,Amount,Status'
      const agreed = await compared(machine, `${head}\n${approval},${amount},SUCCESS\n`)
      expect(agreed).toMatchObject({ driver: 'simulated', payments: 1, lines: 1, agreed: 1, differences: [] })

      const differs = await compared(machine, `${head}\nstranger,5000,SUCCESS\n`)
      expect(differs.differences.map(({ kind }) => kind)).toEqual(['missing-there', 'missing-here'])
      const table = readFileSync(differs.csv, 'utf8').split('\r\n')
      expect(table).toHaveLength(4)
      expect(table[2]).toContain(';missing-here;;;stranger;2;;5000;GNF;')
    },
  )

  test('what is no report, and a piece out of turn, is refused', { timeout: 60_000 }, async () => {
    const machine = await startMachine({})
    const ask = (piece: string, at: number, size: number) =>
      machine.api.compareSettlement({
        pin,
        driver: 'simulated',
        piece: Buffer.from(piece).toString('base64'),
        at,
        size,
      })
    expect(await ask('a,b\n', 0, 4)).toMatchObject({ ok: false, error: { type: 'unreadable-report', line: 1 } })
    expect(await ask('', 0, 0)).toMatchObject({ ok: false, error: { type: 'unreadable-report' } })
    expect(await ask('ab', 2, 4)).toEqual({ ok: false, error: { type: 'wrong-answer' } })
    expect(await ask('ab', 0, 8)).toEqual({ ok: true, value: null })
    expect(await ask('cd', 4, 8)).toEqual({ ok: false, error: { type: 'wrong-answer' } })
    expect(await ask('abc', 0, 2)).toEqual({ ok: false, error: { type: 'wrong-answer' } })
  })
})
