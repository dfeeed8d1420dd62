import type { Locator } from 'playwright-core'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { VirtualPrinter } from '../../electron/simulators/virtual-printer/virtual-printer.ts'
import type { Colleague } from '../e2e/desk-people.ts'
import { Typist } from '../e2e/desk-typist.ts'
import type { ServiceProgram, ServiceTicket } from '../world/machine.ts'
import { Accountant } from './accountant.ts'

/** Waits for a cue on the screen before each key. `pressed`: browser names of all pressed keys. */
export class KeyboardDriver extends Typist {
  readonly pressed = new Set<string>()

  override async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) this.pressed.add(key)
    await super.press(...keys)
  }

  async command(key: string): Promise<void> {
    await this.barNames(key)
    await this.press(key)
  }

  async barNames(key: string): Promise<void> {
    const named = key
      .replace('Escape', 'Esc')
      .replace(/^Control\+(.)$/u, (_, letter: string) => `Ctrl+${letter.toUpperCase()}`)
    await this.page.locator('footer kbd').getByText(named, { exact: true }).waitFor()
  }

  async write(text: string): Promise<void> {
    await this.lineHas('')
    await this.type(text)
    await this.lineHas(text)
  }

  override async enter(text: string): Promise<void> {
    await this.write(text)
    await this.press('Enter')
  }

  async lineHas(text: string): Promise<void> {
    const typed = () =>
      this.line.evaluate((line) => (document.activeElement === line ? (line as HTMLInputElement).value : null))
    await becomes(typed, text)
  }

  async fillIn(field: Locator, text: string): Promise<void> {
    await field.press('Control+a')
    await this.type(text)
    await becomes(() => field.inputValue(), text)
  }

  async choose(button: Locator): Promise<void> {
    await becomes(() => button.isEnabled(), true)
    await button.focus()
    await this.press('Enter')
  }

  async tick(box: Locator, wanted: boolean): Promise<void> {
    if ((await box.isChecked()) === wanted) return
    await box.focus()
    await this.press('Space')
    await becomes(() => box.isChecked(), wanted)
  }
}

export async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  await expect.poll(read, { interval: 20 }).toEqual(expected)
}

export interface DeskForADay {
  readonly hands: KeyboardDriver
  readonly data: string
  readonly service: ServiceProgram
  readonly printer: VirtualPrinter
  readonly cashiers: readonly [Colleague, ...Colleague[]]
  readonly supervisor: Colleague
}

export class AtTheDesk {
  readonly accountant = new Accountant()
  readonly hands: KeyboardDriver
  readonly desk: DeskForADay
  service: ServiceProgram
  who: Colleague
  /** Keys pressed in each uninterrupted sale. `kind`: how its seats were chosen and paid for. */
  readonly keys: { readonly kind: string; readonly keys: number }[] = []
  readonly lines: string[] = []
  heldLast = 0

  constructor(desk: DeskForADay) {
    this.desk = desk
    this.hands = desk.hands
    this.service = desk.service
    this.who = desk.cashiers[0]
  }

  async sight(): Promise<string> {
    const { page } = this.hands
    const step = await page.locator('[data-desk]').getAttribute('data-desk')
    return `${step}: ${await page.locator('body').innerText()}`
  }

  async signIn(): Promise<void> {
    const { hands, who } = this
    await hands.at('signed-out')
    const number = hands.page.getByLabel(fr.people.number)
    if ((await number.inputValue()) !== who.number) await hands.fillIn(number, who.number)
    await hands.fillIn(hands.page.getByLabel(fr.desk.pin), who.pin)
    await hands.press('Enter')
  }

  async atSeats(): Promise<void> {
    await this.hands.at('seats')
    await this.map.waitFor({ state: 'attached' })
    await this.hands.lineHas('')
  }

  get map() {
    return this.hands.page.getByRole('application')
  }

  get strip() {
    return this.region(fr.desk.behind.title)
  }

  region(name: string) {
    return this.hands.page.getByRole('region', { name })
  }

  /** Waits until all tickets of paid sales are printed, and the receipt after the last ticket. */
  async papersOut(): Promise<void> {
    await this.atSeats()
    const open = this.strip.getByRole('listitem').filter({ hasNotText: fr.desk.behind.done })
    await becomes(() => open.count(), 0)
    await becomes(async () => this.desk.printer.pieces.length, this.accountant.papers)
  }

  async told(title: string): Promise<void> {
    await this.hands.page.getByRole('alert').filter({ hasText: title }).waitFor()
  }

  async saysStatus(text: string): Promise<void> {
    await this.hands.page.getByRole('status').filter({ hasText: text }).waitFor()
  }

  /** Yields every ticket of the desk as reported by the service, starting with the last sale. */
  async *tickets(): AsyncGenerator<ServiceTicket> {
    const ledger = new Sqlite(join(this.desk.data, 'demo', 'ledger.db'), { readonly: true })
    const owners = ledger
      .prepare('SELECT owner_ref FROM sale GROUP BY owner_ref ORDER BY max(rowid) DESC')
      .pluck()
      .all()
    ledger.close()
    for (const owner of owners) yield* await this.service.tickets(String(owner))
  }
}

/** Returns a seat as a cashier reads it out, for example `N3 F 12`. */
export const labelOf = ({ place }: ServiceTicket): string => `${place.secteur} ${place.rangee} ${place.numero_place}`

export const francs = (text: string): number => Number(text.replaceAll(/\D/gu, ''))

export function agree<T>(said: T, expected: T): void {
  expect(said).toEqual(expected)
}
