import { createHash } from 'node:crypto'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readStatus } from '../../electron/host/status-file.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdfText } from '../support/pdf.ts'
import { type Colleague, inLedger, peopleOf, signIn } from './desk-people.ts'
import { alert, expectCalm, laptop, type Typist, typistAt } from './desk-typist.ts'
import {
  holdSeats,
  type SaleMachine,
  type ServedMachine,
  type Service,
  startKiosk,
  startService,
} from '../world/machine.ts'

const { openPage } = useBrowser()

async function liveDesk() {
  const data = temporaryFolder()
  const { mariama, fatou } = await peopleOf(data, 'live')
  const printer = await virtualPrinter()
  const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, drawer: {} } }
  const printers = { devices, receipts: ['guichet'], drawer: 'guichet' }
  const place = { mode: 'live', role: 'cashier', deviceId: 'caisse-1', customerDisplay: 'window' }
  const live = { ...place, staffPin: '739158', printers }
  const service = await startService()
  return { desk: await startKiosk(service, live, data), live, service, printer, mariama, fatou }
}

const by = ({ number, pin }: Colleague) => ({ staff: number, pin })

async function soldForCash(desk: SaleMachine & ServedMachine, cashier: Colleague, mode: string, count: number) {
  const { api } = desk
  const { saleId, total } = await holdSeats(desk, count)
  need(await api.pay({ saleId, tender: 'cash', by: by(cashier) }))
  need(await api.confirmCash({ saleId, received: total, ...by(cashier) }))
  const printed = () => rows(desk.data, mode).filter((code) => code === 'PRINT_FINISHED').length
  await expect.poll(printed).toBe(count)
  need(await api.dismissSale({ saleId }))
  return saleId
}

const band = (page: Page) => page.locator('[data-training]')

async function train(typist: Typist, supervisor: Colleague): Promise<void> {
  await typist.press('Control+f')
  await typist.page.getByRole('heading', { name: fr.desk.training.title }).waitFor()
  await signIn(typist, supervisor, 'signed-out')
  await band(typist.page).waitFor()
}

/** Returns the hash of each file in a folder, without SQLite's shared memory, which readers change. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = all.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : []))
  const kept = paths.filter((path) => !path.endsWith('-shm'))
  return Object.fromEntries(kept.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]))
}

const rows = (data: string, mode: string) => inLedger({ data }, 'SELECT code FROM journal ORDER BY seq', mode).flat()

function atPartner({ data }: Service): object {
  const db = new Sqlite(join(data, 'booking-service.db'), { readonly: true })
  try {
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    return { holds: count('hold'), purchases: count('purchase'), tickets: count('ticket') }
  } finally {
    db.close()
  }
}

async function papersOf({ data }: SaleMachine): Promise<readonly string[]> {
  const texts: string[] = []
  for (const name of readdirSync(join(data, 'training'), { recursive: true, encoding: 'utf8' })) {
    if (!/^(?:tickets|reports|slips).*\.pdf$/u.test(name)) continue
    const pages = await readPdfText(new Uint8Array(readFileSync(join(data, 'training', name))))
    expect(pages.filter((text) => !text.includes('FORMATION'))).toEqual([])
    texts.push(pages.join('\n'))
  }
  return texts
}

test('a live desk trains and comes back, after a power cut, too: every paper says FORMATION, nothing live has changed, wrong PINs still count', async () => {
  const { desk, live, service, printer, mariama, fatou } = await liveDesk()
  await soldForCash(desk, mariama, 'live', 1)
  await expect.poll(() => printer.state().drawerPulses).toBe(1)
  const typist = await typistAt(openPage, desk)
  const { page } = typist
  const customers = await openPage({ viewport: laptop })
  await customers.goto(await desk.displayUrl())
  await page.bringToFront()

  await typist.press('Control+f')
  await page.getByRole('heading', { name: fr.desk.training.title }).waitFor()
  await expectCalm(page)
  await typist.enter(mariama.number)
  await typist.enter(mariama.pin)
  await alert(typist, fr.problems['not-allowed']({ type: 'not-allowed' }, '').title)
  await typist.press('Control+f')
  await train(typist, fatou)
  const before = bytesOf(join(desk.data, 'live'))
  const partner = atPartner(service)
  await expect.poll(() => readStatus(desk.data, Date.now())?.readiness?.sells).toBe(false)

  const saleId = await soldForCash(desk, mariama, 'training', 2)
  await band(customers).waitFor()
  need(await desk.api.signIn(by(mariama)))
  // Copies the disk as a power cut would leave it.
  const data = temporaryFolder()
  cpSync(desk.data, data, { recursive: true, filter: (path) => !path.includes('.lock') })
  const { tickets } = need(await desk.api.openSaleFile({ ...by(mariama), saleId }))
  const ticketIds = tickets.map(({ ticketId }) => ticketId)
  const wish = { saleId, ticketIds, kind: 'refund', reason: 'Exercice' } as const
  need(await desk.api.returnTickets({ ...by(mariama), second: by(fatou), ...wish }))
  need(await desk.api.closeShift({ kind: 'X', ...by(fatou) }))
  need(await desk.api.closeShift({ kind: 'Z', ...by(fatou) }))
  const kinds = [/Rapport Z/u, /Rapport X/u, /Remboursement/u, /non valable pour entrer/u]
  const papers = await papersOf(desk)
  for (const words of kinds) expect(papers.some((text) => words.test(text))).toBe(true)
  expect(printer.state().drawerPulses).toBe(1)

  expect(bytesOf(join(desk.data, 'live'))).toEqual(before)
  expect(atPartner(service)).toEqual(partner)
  await signIn(typist, fatou, 'float')
  await typist.enter('100k', 'events')
  await expectCalm(page)
  await typist.openOffice('machine')
  await band(page).waitFor()
  await page.getByRole('button', { name: fr.office.restartTraining }).click()
  await typist.at('signed-out')
  await band(page).waitFor()
  expect(rows(desk.data, 'training')).not.toContain('PURCHASE_CONFIRMED')
  await typist.press('Control+f')
  await band(page).waitFor({ state: 'detached' })
  await typist.at('signed-out')
  expect(rows(desk.data, 'live').slice(-3)).toEqual(['TRAINING_STARTED', 'TRAINING_STARTED', 'TRAINING_ENDED'])
  need(await desk.api.closeShift({ kind: 'Z', ...by(fatou) }))
  const [z = ''] = readdirSync(join(desk.data, 'live', 'reports')).filter((name) => name.endsWith('.csv'))
  const table = readFileSync(join(desk.data, 'live', 'reports', z), 'utf8')
  expect(table).toMatch(/;sold;;;1;/u)
  expect(table).not.toContain('FORMATION')

  // Not destructured, because `again.api` changes when training begins or ends.
  const again = await startKiosk(service, live, data)
  expect(need(await again.api.getKiosk({}))).toMatchObject({ mode: 'live', mayTrain: true })
  expect(rows(data, 'live').filter((code) => code === 'PURCHASE_CONFIRMED')).toHaveLength(1)
  const isPractised = () => rows(data, 'training').includes('PURCHASE_CONFIRMED')
  need(await again.api.beginTraining(by(fatou)))
  expect(need(await again.api.getKiosk({}))).toMatchObject({ mode: 'training' })
  expect(isPractised()).toBe(true)
  const wrong = { ...mariama, pin: mariama.pin === '604173' ? '604174' : '604173' }
  const wrongPin = { ok: false, error: { type: 'wrong-pin' } }
  for (let tries = 0; tries < 3; tries += 1) expect(await again.api.signIn(by(wrong))).toMatchObject(wrongPin)
  const locked = { ok: false, error: { type: 'pin-locked' } }
  expect(await again.api.signIn(by(wrong))).toMatchObject(locked)
  expect(existsSync(join(data, 'live', 'training-locks.json'))).toBe(true)
  expect(existsSync(join(data, 'live', 'staff-locks.json'))).toBe(false)
  need(await again.api.restartTraining(by(fatou)))
  expect(isPractised()).toBe(false)
  expect(await again.api.signIn(by(mariama))).toMatchObject(locked)
  need(await again.api.endTraining({}))
  need(await again.api.signIn(by(mariama)))
})
