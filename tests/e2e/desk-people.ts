import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Catalogue, fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { DeskStep } from '../../renderer/desk/state/desk-state.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { laptop, type Typist, typistAt } from './desk-typist.ts'
import { startKiosk, startService, type SaleMachine } from '../world/machine.ts'

export interface Colleague {
  readonly number: string
  readonly name: string
  readonly pin: string
}

export async function peopleOf(data: string, mode = 'demo') {
  const [mariama, alpha, fatou] = [
    { number: '7', name: 'Mariama Bah', role: 'cashier' },
    { number: '8', name: 'Alpha Diallo', role: 'cashier' },
    { number: '90', name: 'Fatou Camara', role: 'supervisor' },
  ] as const
  const pins = saveStaffList(join(data, mode), [mariama, alpha, fatou])
  const withPin = (person: Omit<Colleague, 'pin'>): Colleague => ({ ...person, pin: pins.get(person.number) ?? '' })
  return { mariama: withPin(mariama), alpha: withPin(alpha), fatou: withPin(fatou) }
}

/** Starts a desk that has several staff accounts, and opens its page at the sign-in screen. */
export async function deskWithPeople(
  openPage: (options: BrowserContextOptions) => Promise<Page>,
  settings: object = {},
  viewport = laptop,
) {
  const data = temporaryFolder()
  const people = await peopleOf(data)
  const kiosk = await startKiosk(await startService(), { role: 'cashier', ...settings }, data)
  const typist = await typistAt(openPage, kiosk, viewport)
  return { kiosk, typist, page: typist.page, ...people }
}

export async function signIn(typist: Typist, { number, pin }: Colleague, step: DeskStep = 'events'): Promise<void> {
  await typist.enter(number)
  await typist.enter(pin, step)
}

export async function secondSigns(
  form: Locator,
  { number, pin }: Pick<Colleague, 'number' | 'pin'>,
  t: Catalogue = fr,
): Promise<void> {
  await form.getByLabel(t.people.number).fill(number)
  await form.getByLabel(t.desk.pin).fill(pin)
}

export function inLedger({ data }: Pick<SaleMachine, 'data'>, query: string, mode = 'demo') {
  const db = new Sqlite(join(data, mode, 'ledger.db'), { readonly: true })
  try {
    return db.prepare<[], (string | number | null)[]>(query).raw().all()
  } finally {
    db.close()
  }
}

export const journalled = (kiosk: Pick<SaleMachine, 'data'>, ...codes: readonly string[]): readonly string[] =>
  inLedger(kiosk, 'SELECT code, staff_id FROM journal ORDER BY seq')
    .filter(([code]) => codes.includes(String(code)))
    .map(([code, person]) => `${code} ${person ?? '-'}`)

export const payments = (kiosk: Pick<SaleMachine, 'data'>): readonly (readonly unknown[])[] =>
  inLedger(kiosk, "SELECT kind, amount, approval FROM tender WHERE state = 'approved' ORDER BY rowid")

/** Waits until one more sale, of `seats` seats, is confirmed. Must be called for every sale of a test. */
export async function sold(typist: Typist, kiosk: Pick<SaleMachine, 'data'>, seats: number): Promise<void> {
  typist.sales += 1
  await expect.poll(() => salesOf(kiosk, 'PURCHASE_CONFIRMED').length).toBe(typist.sales)
  await typist.page.getByText(fr.desk.lastSale(fr.desk.places(seats), '').split(',')[0] ?? '').waitFor()
}

export const salesOf = (kiosk: Pick<SaleMachine, 'data'>, code: string): readonly (string | number | null)[] =>
  inLedger(kiosk, `SELECT sale_id FROM journal WHERE code = '${code}' ORDER BY seq`).flat()
