import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { PNG } from 'pngjs'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { openStaffList } from '../../electron/app/people.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  review,
  savedTickets,
  settingsFor,
  sold,
  startHub,
  startMachine,
  startPrintingMachine,
} from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { drawPdf, readPdf, readPdfText, readQrCodes } from '../support/pdf.ts'

const desk = { role: 'cashier' }
const names = ['Mariama Bah', 'Fatou Camara', 'Alpha Diallo']

test("the demo's desk shows people to be, and each signs in with the PIN that stands there", async () => {
  const { api } = await startMachine(desk)
  const { demoStaff = [], demoPin, hasStaff } = need(await api.getKiosk({}))
  expect([demoStaff.map(({ name }) => name), demoPin, hasStaff]).toEqual([names, DEMO_PIN, undefined])
  for (const { number, name, role, pin } of demoStaff)
    expect(need(await api.signIn({ staff: number, pin }))).toMatchObject({ number, name, role })
  expect(await api.signIn({ staff: '2', pin: DEMO_PIN })).toMatchObject({ error: { type: 'wrong-pin' } })
})

test('so does a kiosk of the demo that takes notes: its cashbox is opened by two of them', async () => {
  const { api } = await startMachine({ role: 'kiosk', tenders: ['card', 'notes'] })
  const [cashier, supervisor] = need(await api.getKiosk({})).demoStaff ?? []
  const of = (person = cashier) => ({ staff: person!.number, pin: person!.pin })
  const { open } = need(await api.openCashbox({ ...of(), second: of(supervisor) }))
  expect(open).toMatchObject({ staffId: cashier!.number, second: supervisor!.number })
})

test('nobody is shown and nobody is let in once the desk has people of its own', async () => {
  const directory = temporaryFolder()
  const { pin } = need(await openStaffList(join(directory, 'demo')).add({ number: '1', name: 'A', role: 'cashier' }))
  const { api } = await startMachine(desk, directory)
  const { demoStaff, hasStaff } = need(await api.getKiosk({}))
  expect([demoStaff, hasStaff]).toEqual([undefined, true])
  expect(await api.signIn({ staff: '2', pin: '8642' })).toMatchObject({ error: { type: 'wrong-pin' } })
  expect(need(await api.signIn({ staff: '1', pin }))).toMatchObject({ name: 'A' })
})

test.each([
  ['a desk with a PIN of its own', async () => ({ ...desk, staffPin: '730516' })],
  ['a kiosk without a cashbox', async () => ({ role: 'kiosk', tenders: ['card'] })],
  [
    'a live desk',
    async () => {
      const hub = await startHub()
      return { ...settingsFor(hub.url, hub.accessCodes), ...desk, mode: 'live', tenders: ['cash'], staffPin: '730516' }
    },
  ],
])('%s shows no PIN and has nobody of the demo', async (_what, settings) => {
  const { api } = await startMachine(await settings())
  expect(need(await api.getKiosk({})).demoStaff).toBeUndefined()
  expect(JSON.stringify(await api.getKiosk({}))).not.toMatch(/8642|Fatou/u)
  expect(await api.signIn({ staff: '2', pin: '8642' })).toMatchObject({ error: { type: 'wrong-pin' } })
})

test('a demo moves the data of another build aside, names its folder, and starts with new data', async () => {
  const machine = await startMachine()
  const { directory } = machine
  await machine.stop()
  new Sqlite(join(directory, 'demo', 'ledger.db')).exec('PRAGMA application_id = 7').close()
  const before = readFileSync(join(directory, 'demo', 'ledger.db'))
  const again = await machine.restart()
  expect((await sold(again)).sale.state).toBe('done')
  const [aside = ''] = readdirSync(directory).filter((name) => /^demo-\d{8}T\d{6}Z$/u.test(name))
  expect(readFileSync(join(directory, aside, 'ledger.db')).equals(before)).toBe(true)
  expect(readFileSync(join(directory, LOG_FILE), 'utf8')).toContain(
    catalogues.fr.refusals.demoSetAside(join(directory, aside)),
  )
})

const FORBIDDEN = { ok: false, error: { type: 'forbidden' } }

const inBase64 = (text: string): Buffer => Buffer.from(text, 'base64')

async function codesIn(picture: string): Promise<readonly string[]> {
  const { width, height, data } = PNG.sync.read(inBase64(picture))
  return readQrCodes({ width, height, data: new Uint8ClampedArray(data) })
}

test('the demo shows the tickets of the sale on its screen, each as a picture and all as one PDF', async () => {
  const machine = await startPrintingMachine()
  const { saleId, sale } = await sold(machine, 2)
  expect(need(await machine.api.getKiosk({})).demoTickets).toBe('document')
  for (const { ticketId, qrCode } of sale.tickets)
    expect(await codesIn(need(await machine.api.drawTicket({ saleId, ticketId })).picture)).toEqual([qrCode])
  const pages = await readPdf(inBase64(need(await machine.api.drawTickets({ saleId })).document))
  expect(pages.flatMap(({ qrCodes }) => qrCodes)).toEqual(sale.tickets.map(({ qrCode }) => qrCode))
  const saved = await readPdfText(savedTickets(machine, sale.order.orderId) ?? new Uint8Array())
  expect(pages.map(({ text }) => text)).toEqual(saved)
})

test('tickets that a printer printed, and whose file is deleted, are shown on its paper', async () => {
  const printer = await virtualPrinter()
  const devices = { till: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
  const machine = await startPrintingMachine({ printers: { devices, tickets: ['till'] } })
  const { saleId, sale } = await sold(machine)
  await expect.poll(() => savedTickets(machine, sale.order.orderId)).toBeNull()
  const [page] = await drawPdf(inBase64(need(await machine.api.drawTickets({ saleId })).document), 30)
  expect(page?.widthMm).toBeCloseTo(80, 0)
})

test('no other sale is shown: neither one before its payment, nor one that has left the screen', async () => {
  const machine = await startMachine()
  const { saleId, sale } = await sold(machine)
  const { ticketId } = sale.tickets[0]!
  expect(await machine.api.drawTicket({ saleId, ticketId: 'x' })).toMatchObject({ error: { type: 'no-such-ticket' } })
  need(await machine.api.dismissSale({ saleId }))
  const next = await review(machine, 1)
  for (const named of [saleId, next.saleId]) {
    const error = { type: named === saleId ? 'unknown-sale' : 'invalid-state' }
    expect(await machine.api.drawTicket({ saleId: named, ticketId })).toMatchObject({ error })
    expect(await machine.api.drawTickets({ saleId: named })).toMatchObject({ error })
  }
})

test('a locked demo opens no document; a desk, and a live kiosk, show no ticket', async () => {
  const locked = await startPrintingMachine({ kiosk: true })
  const { saleId, sale } = await sold(locked)
  const { ticketId } = sale.tickets[0]!
  expect(need(await locked.api.getKiosk({})).demoTickets).toBe('pictures')
  expect(await locked.api.drawTicket({ saleId, ticketId })).toMatchObject({ ok: true })
  expect(await locked.api.drawTickets({ saleId })).toEqual(FORBIDDEN)
  await locked.stop()

  const { settings } = await startHub()
  const others = [{ role: 'cashier' }, { ...settings, mode: 'live', tenders: ['cash'], staffPin: '730516' }]
  for (const other of others) {
    const machine = await startMachine(other)
    expect(need(await machine.api.getKiosk({})).demoTickets).toBeUndefined()
    expect(await machine.api.drawTicket({ saleId, ticketId })).toEqual(FORBIDDEN)
    expect(await machine.api.drawTickets({ saleId })).toEqual(FORBIDDEN)
  }
})
