import { readFileSync, statSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { readStatus } from '../../electron/host/status-file.ts'
import { inSeatOrder } from '../../shared/domain/seats/place.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { failure, startLine } from '../partner/scripted-partner.ts'
import { readPdf } from '../support/pdf.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  expectSound,
  review,
  savedTickets,
  settingsFor,
  settled,
  sold,
  startBeatingMachine,
  startHub,
  startMachine,
  startPrintingMachine,
} from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { ACCESS_CODES, startSparsePartner, type SparsePartner } from '../partner/sparse-partner.ts'

type Done = Extract<Sale, { state: 'done' }>

test('a whole sale by card: each ticket is a page with its own QR code, in the language chosen last', async () => {
  const machine = await startPrintingMachine()
  const { api } = machine
  const { saleId, offer, shown } = await review(machine)
  expect(shown).toMatchObject({ seats: offer.seats, amount: offer.total, currency: 'GNF' })
  expect(shown.stage).toEqual({
    name: 'review',
    notice: null,
    tendersOffered: ['orange-money', 'mtn-momo', 'card', 'notes', 'cash'],
  })
  need(await api.setLanguage({ saleId, language: 'en' }))
  const reference = expect.any(String) as string
  const waiting = { phase: 'waiting', reference, due: offer.total, device: { phase: 'present-card' } }
  expect(need(await api.pay({ saleId, tender: 'card' })).stage).toEqual({ name: 'paying', tender: 'card', ...waiting })
  const { stage } = await settled(machine, saleId)
  const seatCodes = inSeatOrder(offer.seats).map(({ place }) => place.seatCode)
  const tickets = seatCodes.map((seatCode) => ({ seatCode, state: 'printed', copyNumber: 0 }))
  expect(stage).toMatchObject({ name: 'done', tickets })

  const sale = machine.sales.find(saleId) as Done
  const pages = await readPdf(savedTickets(machine, sale.order.orderId) ?? new Uint8Array())
  expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(sale.tickets.map(({ qrCode }) => [qrCode]))
  for (const { text } of pages) expect(text).toMatch(/D[ÉE]MO.*ROW|ROW.*D[ÉE]MO/isu)
  expect(machine.faults).toEqual([])
})
test('a folder that takes no tickets keeps money from moving, and the machine from selling', async () => {
  const folder = join(temporaryFolder(), 'tickets')
  writeFileSync(folder, 'a file where a folder should be')
  const machine = await startMachine({ tickets: { folder } })
  expect(await machine.canSell()).toBe(false)
  const { saleId } = await review(machine, 1)
  const { stage } = need(await machine.api.pay({ saleId, tender: 'card' }))
  expect(stage).toMatchObject({ name: 'review', notice: { type: 'printer-not-ready' } })
  expect(need(await machine.api.getKiosk({})).printer.state).toBe('not-ready')
  expect(need(await machine.api.viewService({ pin: DEMO_PIN }))).toMatchObject({ printer: { state: 'not-ready' } })
  expect(machine.sales.find(saleId)?.state).toBe('priced')
})

test('a desk takes a group in one sale, whatever a customer may take at a kiosk', async () => {
  const desk = await startMachine({ role: 'cashier', maxSeats: 8 })
  expect(need(await desk.api.getKiosk({})).maxSeats).toBe(50)
  expect((await review(desk, 12)).shown.seats).toHaveLength(12)
})

test('a purchase that is refused for good is in the file of its status', async () => {
  const hub = await startHub()
  const line = await startLine(hub.url, ({ line: asked }, forward) =>
    asked.includes('/purchases') ? failure(400, 'CUSTOMER_NAME_REQUIRED') : forward(),
  )
  const machine = await startBeatingMachine(settingsFor(line.url, hub.accessCodes))
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  const refusal = { status: 400, code: 'CUSTOMER_NAME_REQUIRED' }
  await expect.poll(() => readStatus(machine.directory, Date.now())?.purchasesRefused).toEqual(refusal)
})

test('access codes, the PIN and QR codes reach no screen; the data is for this user alone', async () => {
  const hub = await startHub()
  const machine = await startMachine({ ...hub.settings, staffPin: '730516' })
  const { sale, ...told } = await sold(machine)
  const shown = JSON.stringify([told, machine.events, await machine.api.getKiosk({})])
  const secrets = [...Object.values(hub.accessCodes), '730516', ...sale.tickets.map(({ qrCode }) => qrCode)]
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  if (process.platform !== 'win32') expect(statSync(join(machine.directory, 'demo')).mode & 0o077).toBe(0)
})

async function sell(partner: SparsePartner, start = startMachine, settings: object = {}) {
  const machine = await start({ ...settingsFor(partner.url, ACCESS_CODES), ...settings })
  const { stage, sale } = await sold(machine, 2)
  expect(stage.name).toBe('done')
  return { machine, sale }
}

async function printed(folder: string): Promise<readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
  const pages = await Promise.all(files.map((name) => readPdf(readFileSync(join(folder, name)))))
  return pages.flat().flatMap(({ qrCodes }) => qrCodes)
}

test('a sparse partner is sold from, end to end', async () => {
  const partner = await startSparsePartner()
  const { machine, sale } = await sell(partner, startPrintingMachine, { deviceId: 'borne-9' })
  expect(sale.ownerRef).toMatch(/^buyer /u)
  // Customers at a kiosk give no name, so the kiosk sends its own name.
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
  const compared = async () => need(await machine.api.viewReconcile({ pin: DEMO_PIN }))!
  await expect.poll(async () => (await compared()).csv).not.toBe('')
  const { differences, csv } = await compared()
  expect(differences).toMatchObject([{ kind: 'not-asked', there: 'the service sends no owner_ref' }])
  expect(readFileSync(csv, 'utf8')).toContain(';not-asked;')
  expect(partner.asked.filter(({ line }) => line.includes('/tickets'))).toEqual([])
  await expectSound(machine)
})
