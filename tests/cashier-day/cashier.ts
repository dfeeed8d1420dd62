import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { Figures } from './accountant.ts'
import { copy, giveBack, lastAgain } from './after-sale.ts'
import { agree, AtTheDesk, labelOf, type DeskForADay } from './at-the-desk.ts'
import type { Act } from './day-script.ts'
import { close, drop, readShift } from './office.ts'
import { sell, sellWhileThePaperJams, sellWhileTheHubDies } from './selling.ts'

/** The match that is sold, and another one, as the list of events counts them. */
const [MATCH, ANOTHER] = ['2', '1']

/** What the paper of a shift says, and what the accountant says it must. */
export interface Closed {
  readonly z: Figures
  readonly expected: Figures
}

/**
 * A cashier with a queue: plays the acts of a day by keyboard alone and tells the accountant what each customer gave and
 * got. What the screen says is held against it at once; the reports are, when a shift ends.
 */
export class Cashier {
  readonly at: AtTheDesk

  constructor(desk: DeskForADay) {
    this.at = new AtTheDesk(desk)
  }

  /** One shift, from the float to the Z. */
  async work(acts: readonly Act[], float: number): Promise<Closed> {
    await this.#begin(float)
    for (const [nth, act] of acts.entries())
      await this.#tellWhere(`act ${nth + 1} ${JSON.stringify(act)}`, () => this.#play(act))
    return this.#tellWhere('the Z', () => this.#end())
  }

  async #tellWhere<T>(where: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      throw new Error(`shift ${this.at.accountant.shiftNo}, ${where}\n${await this.at.sight()}`, { cause })
    }
  }

  #play(act: Act): Promise<void> {
    const { at } = this
    switch (act.do) {
      case 'sale':
        return sell(at, act)
      case 'dead-hub':
        return sellWhileTheHubDies(at)
      case 'jam':
        return sellWhileThePaperJams(at)
      case 'hand-over':
        return this.#handOver()
      case 'reading':
        return readShift(at)
      case 'drop':
        return drop(at)
      case 'scan':
        return this.#scan()
      case 'refund-one':
      case 'refund-whole':
      case 'void':
        return giveBack(at, act.do, act.back)
      case 'duplicate':
        return copy(at, act.back)
      case 'last-again':
        return lastAgain(at)
      case 'other-event':
        return this.#lookAtAnotherEvent()
      case 'map':
        return this.#closeTheMap()
    }
  }

  /** Signed in, the float counted into the drawer, the match on sale. */
  async #begin(float: number): Promise<void> {
    const { at } = this
    const { hands, accountant, desk } = at
    at.who = desk.cashiers[accountant.shiftNo % desk.cashiers.length] ?? at.who
    await at.signIn()
    await hands.at('float')
    await hands.fillIn(hands.page.getByRole('textbox', { name: fr.shift.float }), `${float / 1000}k`)
    await hands.press('Enter')
    accountant.openShift(float)
    if (accountant.shiftNo === 1) await this.#chooseEvent(MATCH)
    await at.atSeats()
  }

  async #end(): Promise<Closed> {
    const z = await close(this.at)
    await this.at.hands.command('F8')
    return { z, expected: this.at.accountant.report() }
  }

  async #chooseEvent(number: string): Promise<void> {
    const { hands } = this.at
    await hands.at('events')
    await hands.write(number)
    await hands.press('Enter')
    await this.at.atSeats()
  }

  async #lookAtAnotherEvent(): Promise<void> {
    for (const event of [ANOTHER, MATCH]) {
      await this.at.hands.command('F2')
      await this.#chooseEvent(event)
    }
  }

  async #closeTheMap(): Promise<void> {
    const { hands, map } = this.at
    await hands.command('F3')
    await map.waitFor({ state: 'detached' })
    await hands.command('F3')
    await this.at.atSeats()
  }

  async #handOver(): Promise<void> {
    const { at } = this
    await at.hands.command('F8')
    at.who = at.desk.cashiers.find((one) => one !== at.who) ?? at.who
    await at.signIn()
    await at.atSeats()
  }

  /** A ticket that came back to the desk: its code opens its sale. */
  async #scan(): Promise<void> {
    const { at } = this
    const { hands } = at
    const sale = at.accountant.sales.at(-1)
    if (!sale) return
    await at.papersOut()
    await hands.write(await this.#codeOf(sale.labels[0] ?? ''))
    await hands.press('Enter')
    const found = at.region(fr.desk.found)
    await found.waitFor()
    agree(await found.getByRole('listitem').count(), sale.labels.length)
    await hands.command('Escape')
    await at.atSeats()
  }

  async #codeOf(label: string): Promise<string> {
    for await (const ticket of this.at.tickets()) if (labelOf(ticket) === label) return ticket.qr_code
    throw new Error(`the service has no ticket ${label}`)
  }
}
