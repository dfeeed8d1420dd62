import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { SettlementView } from '../../shared/kiosk-api/views.ts'
import { need, review, settled, startMachine, type Machine } from './machine.ts'

const pin = DEMO_PIN

/** As the office sends it: in pieces that a command takes. */
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
