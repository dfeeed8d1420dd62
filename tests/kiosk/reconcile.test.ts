import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import type { ReconcileView, SettlementView } from '../../shared/kiosk-api/views.ts'
import { startLine, success } from '../partner/scripted-partner.ts'
import { review, settled, settingsFor, startHub, startMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

const pin = DEMO_PIN

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
    // The first sale's list comes without its first ticket, the second's with another seat's code.
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
    const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
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
    machine.api.compareSettlement({ pin, driver: 'simulated', piece: Buffer.from(piece).toString('base64'), at, size })
  expect(await ask('a,b\n', 0, 4)).toMatchObject({ ok: false, error: { type: 'unreadable-report', line: 1 } })
  expect(await ask('', 0, 0)).toMatchObject({ ok: false, error: { type: 'unreadable-report' } })
  expect(await ask('ab', 2, 4)).toEqual({ ok: false, error: { type: 'wrong-answer' } })
  expect(await ask('ab', 0, 8)).toEqual({ ok: true, value: null })
  expect(await ask('cd', 4, 8)).toEqual({ ok: false, error: { type: 'wrong-answer' } })
  expect(await ask('abc', 0, 2)).toEqual({ ok: false, error: { type: 'wrong-answer' } })
})
