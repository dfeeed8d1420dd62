import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { readPdf } from '../support/pdf.ts'
import { ACCESS_CODES, startSparsePartner, type SparsePartner } from '../partner/sparse-partner.ts'
import { review, settled, settingsFor, startPrintingMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

/** Two seats of the sparse partner, paid for by card. */
async function sell(partner: SparsePartner, settings: object = {}) {
  const machine = await startPrintingMachine({ ...settingsFor(partner.url, ACCESS_CODES), ...settings })
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  const { stage } = await settled(machine, saleId)
  expect([stage.name, machine.faults]).toEqual(['done', []])
  return { machine, sale: machine.sales.find(saleId) as Extract<Sale, { state: 'done' }> }
}

/** The ledger as `guichet ledger verify` judges it, once the machine has let go of it. */
async function expectSound(machine: Machine): Promise<void> {
  await machine.stop()
  const report = await verifyDatabase({ path: join(machine.directory, 'demo', 'ledger.db') })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
}

/** QR texts on the tickets in the machine's folder. */
async function printed(folder: string): Promise<readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
  const pages = await Promise.all(files.map((name) => readPdf(readFileSync(join(folder, name)))))
  return pages.flat().flatMap(({ qrCodes }) => qrCodes)
}

test('a sparse partner is sold from, end to end', async () => {
  const partner = await startSparsePartner()
  const { machine, sale } = await sell(partner, { deviceId: 'borne-9' })
  expect(sale.ownerRef).toMatch(/^buyer /u)
  // Customers at a kiosk give no name, so the kiosk sends its own.
  const bought = partner.asked.find(({ line }) => line.endsWith('/purchases'))
  expect(JSON.parse(bought?.body ?? '')).toMatchObject({ customer: { name: 'Guichet borne-9' } })
  expect(sale.tickets.map(({ place, price }) => [place.row, place.seatNumber, price])).toEqual([
    ['B', 1, 15_000],
    ['B', 2, 15_000],
  ])
  expect(sale.tickets.map(({ qrCode }) => qrCode)).toEqual(partner.sold)
  expect(await printed(machine.directory)).toEqual(partner.sold)
  await expectSound(machine)
})

test('an unanswered purchase is read back by the reference that only the seats’ reply names', async () => {
  let lost = 0
  const partner = await startSparsePartner({
    pass: ({ line }, answer) => (line.endsWith('/purchases') && ++lost === 1 ? 'cut' : answer),
  })
  const { sale } = await sell(partner)
  expect(sale.tickets.map(({ qrCode }) => qrCode)).toEqual(partner.sold)
  const lines = partner.asked.map(({ line }) => line.replace(/\?.*/u, ''))
  expect(lines.filter((line) => line.endsWith('/purchases'))).toHaveLength(1)
  expect(lines.filter((line) => line.endsWith('/tickets')).length).toBeGreaterThan(0)
})

test('without any reference an unanswered purchase is repeated with the same bytes, and no tickets are asked for', async () => {
  let lost = 0
  const partner = await startSparsePartner({
    owner: 'nowhere',
    pass: ({ line }, answer) => (line.endsWith('/purchases') && ++lost <= 2 ? 'cut' : answer),
  })
  const { machine, sale } = await sell(partner)
  expect([sale.ownerRef, sale.tickets.map(({ qrCode }) => qrCode)]).toEqual(['', partner.sold])
  const sent = partner.asked.filter(({ line }) => line.endsWith('/purchases')).map(({ body }) => body)
  expect([sent.length, new Set(sent).size, partner.sold.length]).toEqual([3, 1, 2])
  need(await machine.api.startReconcile({ pin: DEMO_PIN }))
  const compared = async () => need(await machine.api.viewReconcile({ pin: DEMO_PIN }))
  await expect.poll(async () => (await compared())?.csv).not.toBe('')
  expect((await compared())?.differences).toMatchObject([
    { kind: 'not-asked', there: 'the service names no owner_ref' },
  ])
  expect(partner.asked.filter(({ line }) => line.includes('/tickets'))).toEqual([])
  await expectSound(machine)
})
