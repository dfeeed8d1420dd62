import { createHash } from 'node:crypto'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { signIn, secondSigns, peopleOf } from './desk-people.ts'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdf } from '../support/pdf.ts'
import type { Colleague } from './desk-people.ts'
import { expectCalm, holdBest, type Typist, typistAt, alert, status, chooseMatch } from './desk-typist.ts'
import {
  holdSeats,
  type SaleMachine,
  type ServedMachine,
  type Service,
  startKiosk,
  startService,
} from '../world/machine.ts'

const { openPage } = useBrowser()

async function liveDesk(settings: object = {}) {
  const data = temporaryFolder()
  const { mariama, fatou } = await peopleOf(data, 'live')
  const printer = await virtualPrinter()
  const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, drawer: {} } }
  const printers = { devices, receipts: ['guichet'], drawer: 'guichet' }
  const live = { mode: 'live', role: 'cashier', deviceId: 'caisse-1', staffPin: '739158', printers, ...settings }
  const service = await startService()
  return { desk: await startKiosk(service, live, data), live, service, printer, mariama, fatou }
}

const by = ({ number, pin }: Colleague) => ({ staff: number, pin })

async function soldForCash(desk: SaleMachine & ServedMachine, cashier: Colleague, mode: string, count: number) {
  const { api } = desk
  const { saleId, total } = await holdSeats(desk, count)
  need(await api.pay({ saleId, tender: 'cash', by: by(cashier) }))
  need(await api.confirmCash({ saleId, received: total, ...by(cashier) }))
  await expect.poll(() => rows(desk.data, mode).at(-1)?.code).toBe('PRINT_FINISHED')
  need(await api.dismissSale({ saleId }))
}

async function begin(typist: Typist, who: Colleague): Promise<void> {
  await signIn(typist, who, 'float')
  await typist.enter('100k', 'events')
}

async function sell(typist: Typist, wish: string): Promise<void> {
  await typist.at('events')
  await chooseMatch(typist)
  await holdBest(typist, wish)
  await typist.go('Enter', 'seats')
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
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && !each.name.endsWith('-shm'),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

function rows(data: string, mode: string): readonly { readonly code: string; readonly staff_id: string | null }[] {
  const db = new Sqlite(join(data, mode, 'ledger.db'), { readonly: true })
  try {
    return db.prepare('SELECT code, staff_id FROM journal ORDER BY seq').all() as ReturnType<typeof rows>
  } finally {
    db.close()
  }
}

function atPartner({ data }: Service): object {
  const db = new Sqlite(join(data, 'booking-service.db'), { readonly: true })
  try {
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    return { holds: count('hold'), purchases: count('purchase'), tickets: count('ticket') }
  } finally {
    db.close()
  }
}

async function papersOf({ data }: SaleMachine): Promise<ReadonlyMap<string, string>> {
  const all = ['tickets', 'reports', 'slips'].flatMap((folder) =>
    readdirSync(join(data, 'training', folder))
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => join(folder, name)),
  )
  const texts = await Promise.all(
    all.map(async (name) => {
      const pages = await readPdf(new Uint8Array(readFileSync(join(data, 'training', name))))
      expect(pages.map(({ text }) => text.includes('FORMATION'))).toEqual(pages.map(() => true))
      return [name, pages.map(({ text }) => text).join('\n')] as const
    }),
  )
  return new Map(texts)
}

test('a live desk trains and comes back: every paper says FORMATION, and nothing live has changed', async () => {
  const { desk, service, printer, mariama, fatou } = await liveDesk({ customerDisplay: 'window' })
  await soldForCash(desk, mariama, 'live', 1)
  await expect.poll(() => printer.state().drawerPulses).toBe(1)
  const typist = await typistAt(openPage, desk, { width: 1366, height: 768 })
  const { page } = typist
  const customers = await openPage({ viewport: { width: 1366, height: 768 } })
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
  await expect.poll(() => statusOf(desk)).toMatchObject({ readiness: { sells: false } })

  await begin(typist, mariama)
  await sell(typist, '2 nord')
  await band(customers).waitFor()
  await expectCalm(page)
  const printed = () => rows(desk.data, 'training').filter(({ code }) => code === 'PRINT_FINISHED').length
  await expect.poll(printed).toBe(2)
  await refundFirst(typist, fatou)
  await typist.press('F8')
  await signIn(typist, fatou, 'seats')
  await typist.press('F10')
  const pages = page.getByRole('navigation')
  await pages.getByRole('button', { name: fr.office.pages.shifts }).click()
  await page.getByRole('button', { name: fr.service.closeX }).click()
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  await page.getByRole('button', { name: fr.service.sureZ }).click()
  await page.getByRole('cell', { name: 'Z 1', exact: true }).waitFor()
  await band(page).waitFor()
  const papers = await papersOf(desk)
  const kinds = [/Rapport Z/u, /Rapport X/u, /Remboursement/u, /non valable pour entrer/u]
  for (const words of kinds) expect([...papers.values()].some((text) => words.test(text))).toBe(true)
  expect(printer.state().drawerPulses).toBe(1)

  expect(bytesOf(join(desk.data, 'live'))).toEqual(before)
  expect(atPartner(service)).toEqual(partner)
  await pages.getByRole('button', { name: fr.office.pages.machine }).click()
  await page.getByRole('button', { name: fr.office.restartTraining }).click()
  await typist.at('signed-out')
  await band(page).waitFor()
  expect(rows(desk.data, 'training').some(({ code }) => code === 'PURCHASE_CONFIRMED')).toBe(false)
  await typist.press('Control+f')
  await band(page).waitFor({ state: 'detached' })
  await typist.at('signed-out')
  const codes = rows(desk.data, 'live').map(({ code }) => code)
  expect(codes.slice(-3)).toEqual(['TRAINING_STARTED', 'TRAINING_STARTED', 'TRAINING_ENDED'])
  need(await desk.api.closeShift({ kind: 'Z', ...by(fatou) }))
  const [z = ''] = readdirSync(join(desk.data, 'live', 'reports')).filter((name) => name.endsWith('.csv'))
  const table = readFileSync(join(desk.data, 'live', 'reports', z), 'utf8')
  expect(table).toMatch(/;sold;;;1;/u)
  expect(table).not.toContain('FORMATION')
})

test('a power cut in training comes back live and locked; what was practised goes on, or is thrown away', async () => {
  const { desk, live, service, mariama, fatou } = await liveDesk()
  need(await desk.api.beginTraining(by(fatou)))
  await soldForCash(desk, mariama, 'training', 2)
  need(await desk.api.signIn(by(mariama)))
  // Copies the disk as a power cut would leave it.
  const data = temporaryFolder()
  cpSync(desk.data, data, { recursive: true, filter: (path) => !path.includes('.lock') })

  // Not destructured, because `again.api` changes when training begins or ends.
  const again = await startKiosk(service, live, data)
  const { page } = await typistAt(openPage, again, { width: 1366, height: 768 })
  expect(await band(page).count()).toBe(0)
  expect(need(await again.api.getKiosk({}))).toMatchObject({ mode: 'live', mayTrain: true })
  expect(rows(data, 'live').filter(({ code }) => code === 'PURCHASE_CONFIRMED')).toEqual([])
  const isPractised = () => rows(data, 'training').some(({ code }) => code === 'PURCHASE_CONFIRMED')
  need(await again.api.beginTraining(by(fatou)))
  expect(need(await again.api.getKiosk({}))).toMatchObject({ mode: 'training' })
  expect(isPractised()).toBe(true)
  need(await again.api.restartTraining(by(fatou)))
  expect(isPractised()).toBe(false)
  need(await again.api.endTraining({}))
})

test('nobody guesses PINs in training: wrong tries are counted there too, and outlive what is thrown away', async () => {
  const { desk, mariama, fatou } = await liveDesk()
  const wrong = { ...mariama, pin: mariama.pin === '604173' ? '604174' : '604173' }
  need(await desk.api.beginTraining(by(fatou)))
  const refusals: unknown[] = []
  for (let tries = 0; tries < 4; tries += 1) refusals.push(await desk.api.signIn(by(wrong)))
  expect(refusals.at(-1)).toMatchObject({ ok: false, error: { type: 'pin-locked' } })
  expect(existsSync(join(desk.data, 'live', 'training-locks.json'))).toBe(true)
  expect(existsSync(join(desk.data, 'live', 'staff-locks.json'))).toBe(false)
  need(await desk.api.restartTraining(by(fatou)))
  expect(await desk.api.signIn(by(mariama))).toMatchObject({ ok: false, error: { type: 'pin-locked' } })
  need(await desk.api.endTraining({}))
  need(await desk.api.signIn(by(mariama)))
})

function statusOf({ data }: SaleMachine): unknown {
  return JSON.parse(readFileSync(join(data, 'status.json'), 'utf8'))
}

async function refundFirst(typist: Typist, supervisor: Colleague): Promise<void> {
  const { page } = typist
  await typist.go('F12', 'files')
  await page.getByText(fr.files.told.PURCHASE_CONFIRMED).waitFor()
  await typist.press('F3')
  await page.getByRole('combobox', { name: fr.files.reason }).fill('Exercice')
  await secondSigns(page.getByRole('group', { name: fr.files.second }), supervisor)
  await typist.press('Enter')
  await status(typist, fr.files.slips.printed)
  await typist.press('Escape')
}
