import { join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import type { VirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import type { Colleague } from '../e2e/desk-people.ts'
import type { Typist } from '../e2e/desk-typist.ts'
import { listen, startService, type SaleMachine, type Service } from '../e2e/sale-machine.ts'
import { Accountant, figuresOf, type Figures, type NotedSale, type Parts } from './accountant.ts'
import type { Act, Payment, SaleAct } from './day-script.ts'

/** What a desk needs for a day. */
export interface DeskForADay {
  readonly typist: Typist
  readonly kiosk: SaleMachine
  readonly printer: VirtualPrinter
  readonly cashiers: readonly [Colleague, ...Colleague[]]
  readonly supervisor: Colleague
}

/** The seats a cashier holds for a customer, as the screen and the service tell them. */
interface AtHand {
  readonly seats: readonly string[]
  /** `N3 F 12`: as the cashier reads them out. */
  readonly labels: readonly string[]
  readonly prices: readonly number[]
  readonly ownerRef: string
  readonly due: number
}

const plainSale: SaleAct = {
  do: 'sale',
  seats: 2,
  where: null,
  how: 'best',
  payment: { by: 'exact-cash' },
  meanwhile: 'nothing',
}
const francs = (text: string): number => Number(text.replaceAll(/\D/gu, ''))

/**
 * A cashier with a queue: plays the acts of a shift by keyboard alone and tells the accountant what the customer gave and
 * got. What the screen says is held against it at once; the reports are, when the shift ends.
 */
export class Cashier {
  readonly accountant = new Accountant()
  /** Keys of each sale that nothing came between, by how it was chosen and paid. */
  readonly keys: { readonly kind: string; readonly keys: number }[] = []
  readonly #desk: DeskForADay
  readonly #heard: ReturnType<typeof listen>
  #service: Service
  #who: Colleague

  constructor(desk: DeskForADay) {
    this.#desk = desk
    this.#heard = listen(desk.typist.page)
    this.#service = desk.kiosk.service
    this.#who = desk.cashiers[0]
  }

  get data(): string {
    return this.#desk.kiosk.data
  }

  get service(): Service {
    return this.#service
  }

  async play(act: Act): Promise<void> {
    switch (act.do) {
      case 'sale':
        return this.#sell(act)
      case 'dead-hub':
        return this.#sellWhileTheHubDies()
      case 'jam':
        return this.#sellWhileThePaperJams()
      case 'hand-over':
        return this.#handOver()
      case 'reading':
        return this.#readShift()
      case 'drop':
        return this.#drop()
      case 'scan':
        return this.#scan()
      case 'refund-one':
      case 'refund-whole':
      case 'void':
        return this.#giveBack(act.do, act.back)
      case 'duplicate':
        return this.#copy(act.back)
    }
  }

  /** Signed in, the float counted into the drawer, the match on sale. */
  async begin(float: number): Promise<void> {
    const { typist, cashiers } = this.#desk
    this.#who = cashiers[(this.accountant.shiftNo + 1) % cashiers.length] ?? cashiers[0]
    await this.#signIn()
    await typist.at('float')
    await typist.type(`${float / 1000}k`)
    await typist.press('Enter')
    this.accountant.openShift(float)
    if (this.accountant.shiftNo === 1) {
      await typist.at('events')
      await typist.type('2')
      await typist.press('Enter')
    }
    await this.#atSeats()
  }

  async #signIn(): Promise<void> {
    const { typist } = this.#desk
    await typist.at('signed-out')
    await typist.type(this.#who.number)
    await typist.press('Enter')
    await typist.type(this.#who.pin)
    await typist.press('Enter')
  }

  async #atSeats(): Promise<void> {
    const { typist } = this.#desk
    await typist.at('seats')
    const map = typist.page.getByRole('application')
    const found = typist.page.getByRole('region', { name: fr.desk.found })
    await map.or(found).first().waitFor({ state: 'attached' })
  }

  async #sell(act: SaleAct): Promise<void> {
    const { typist } = this.#desk
    typist.keys = 0
    const atHand = await this.#hold(act)
    await this.#onTheWay(act, atHand)
    if (act.meanwhile === 'gives-up') return this.#atSeats()
    const parts = await this.#pay(act.payment, atHand.due)
    await this.#atSeats()
    const { due, ...sold } = atHand
    this.accountant.sold({ ...sold, who: this.#who.number, total: due, parts })
    if (act.meanwhile === 'nothing') this.keys.push({ kind: `${act.how} ${act.payment.by}`, keys: typist.keys })
  }

  /** Up to the payment; what the screen shows there is what the offer said. */
  async #hold({ seats: count, where, how }: SaleAct): Promise<AtHand> {
    const { typist } = this.#desk
    const asked = [count, where, how === 'limit' ? '<50k' : null].filter((word) => word !== null).join(' ')
    await typist.type(asked)
    await typist.press('Enter')
    await typist.page.getByRole('region', { name: fr.desk.offers }).waitFor()
    const offers = await this.#heard.offers()
    const oneRow = offers.find(({ seats }) => new Set(seats.map(({ place }) => place.row)).size === 1)
    const nth = how === 'second-best' ? Math.min(1, offers.length - 1) : 0
    const offer = how === 'exact' && oneRow ? oneRow : offers[nth]
    if (!offer) throw new Error(`nothing is offered for ${asked}`)
    if (how === 'limit')
      agree(
        offer.seats.filter(({ price }) => price > 50_000),
        [],
      )
    if (how === 'second-best' && offers.length > 1) await typist.press('ArrowDown')
    if (how === 'exact' && oneRow) {
      typist.keys = 0
      await typist.type(lineFor(offer.seats.map(({ place }) => place)))
    }
    const ownerRef = await this.#heard.ownerRef()
    await typist.press('Enter')
    await typist.at('payment')
    const due = francs(await this.#sums.first().locator('b').innerText())
    agree(due, offer.total)
    const { seats } = offer
    return {
      seats: seats.map(({ place }) => place.seatCode),
      labels: seats.map(({ place }) => `${place.sector} ${place.row} ${place.seatNumber}`),
      prices: seats.map(({ price }) => price),
      ownerRef,
      due,
    }
  }

  /** What comes between the held seats and the money; ends at the payment, but for a customer who gives up. */
  async #onTheWay({ meanwhile }: SaleAct, { due }: AtHand): Promise<void> {
    const { typist } = this.#desk
    const { page } = typist
    const told = (title: string) => page.getByRole('alert').filter({ hasText: title }).waitFor()
    switch (meanwhile) {
      case 'nothing':
        return
      case 'parked':
        await typist.press('F6')
        await this.#atSeats()
        await typist.press('F7')
        break
      case 'customer':
        await typist.press('Control+k')
        await typist.at('customer')
        await typist.type('Mariama Bah 622 11 22 33')
        await typist.press('Enter')
        break
      case 'too-little':
        await typist.type('1')
        await typist.press('Enter')
        await told(fr.problems['too-little']({ type: 'too-little', due: 0 }).title)
        await typist.press('Enter')
        await told(fr.desk.problems['not-a-sum']().title)
        break
      case 'too-much':
        await typist.type('50000000')
        await typist.press('Enter')
        await told(formatMoney(50_000_000, 'GNF', 'fr'))
        await typist.type(String(due - 5_000))
        await typist.press('Enter')
        await told(fr.problems['too-little']({ type: 'too-little', due: 0 }).title)
        break
      case 'held-keys':
        await typist.hold('F6')
        await this.#atSeats()
        await typist.hold('F7')
        break
      case 'gives-up':
        await typist.press('Escape')
        return
      case 'locked':
        await typist.press('F9')
        await typist.at('signed-out')
        await typist.type(this.#who.pin)
        await typist.press('Enter')
        break
    }
    await typist.at('payment')
    agree(francs(await this.#sums.first().locator('b').innerText()), due)
  }

  async #pay({ by, ...more }: Payment, due: number): Promise<Parts> {
    const { typist } = this.#desk
    switch (by) {
      case 'exact-cash':
        // What a wrong sum left marked is not marked any more: the right one is typed.
        if ((await this.#marked()) === 0) await typist.type(String(due))
        await typist.press('Enter')
        return { cash: due }
      case 'cash-with-change': {
        const given = francs(await this.#sums.nth(1).locator('b').innerText())
        await typist.type(`${given / 1000}k`)
        await typist.press('Enter')
        await typist.panel
          .getByText(formatMoney(given - due, 'GNF', 'fr'))
          .first()
          .waitFor()
        return { cash: due }
      }
      case 'card':
        await typist.press('F4')
        return { card: due }
      case 'mobile-money': {
        const { operator } = more as Extract<Payment, { by: 'mobile-money' }>
        await typist.press(operator === 'orange-money' ? 'F5' : 'F1')
        await this.#payer()
        return { [operator]: due }
      }
      case 'cash-and-card': {
        await this.#cashPart(5_000, due)
        await typist.press('F4')
        return { cash: 5_000, card: due - 5_000 }
      }
      case 'three-ways': {
        await this.#cashPart(5_000, due)
        await typist.type('10000')
        await typist.press('F5')
        await this.#payer()
        await this.#left(due - 15_000)
        await typist.press('F4')
        return { cash: 5_000, 'orange-money': 10_000, card: due - 15_000 }
      }
    }
  }

  async #payer(): Promise<void> {
    const { typist } = this.#desk
    await typist.at('payer')
    await typist.type('622000000')
    await typist.press('Enter')
  }

  async #cashPart(amount: number, due: number): Promise<void> {
    await this.#desk.typist.type(`${amount}+`)
    await this.#desk.typist.press('Enter')
    await this.#left(due - amount)
  }

  /** The desk says that so much is still to be paid. */
  async #left(amount: number): Promise<void> {
    const { typist } = this.#desk
    await typist.panel.getByText(fr.desk.left).waitFor()
    await typist.panel
      .getByText(formatMoney(amount, 'GNF', 'fr'), { exact: true })
      .first()
      .waitFor()
    await typist.at('payment')
  }

  #marked(): Promise<number> {
    return this.#desk.typist.page.getByRole('region', { name: fr.desk.cash }).locator('[aria-current="true"]').count()
  }

  async #handOver(): Promise<void> {
    const { typist, cashiers } = this.#desk
    this.#who = cashiers.find((one) => one !== this.#who) ?? this.#who
    await typist.press('F8')
    await this.#signIn()
    await this.#atSeats()
  }

  /** A ticket that came back to the desk: its code opens its sale. */
  async #scan(): Promise<void> {
    const { typist } = this.#desk
    const sale = this.accountant.sales.at(-1)
    if (!sale) return
    const [ticket] = await this.service.tickets(sale.ownerRef)
    await typist.type(ticket?.qr_code ?? '')
    await typist.press('Enter')
    const found = typist.page.getByRole('region', { name: fr.desk.found })
    await found.waitFor()
    agree(await found.getByRole('listitem').count(), sale.seats.length)
  }

  /** F12, by one seat of it: this sale, and no other. */
  async #find(sale: NotedSale): Promise<void> {
    const { typist } = this.#desk
    await this.#papersOut()
    await typist.press('F12')
    await typist.at('files')
    const [seat = ''] = sale.labels
    await typist.type(seat)
    await typist.press('Enter')
    await becomes(() => this.#found.count(), 1)
    await typist.panel
      .getByText(fr.files.told.PURCHASE_CONFIRMED)
      .or(typist.panel.getByText(fr.files.told.TICKETS_FOUND))
      .first()
      .waitFor()
  }

  get #found() {
    return this.#desk.typist.page.getByRole('region', { name: fr.files.found }).getByRole('button')
  }

  async #copy(back: number): Promise<void> {
    const { typist } = this.#desk
    const sale = this.#whole().at(-1 - back)
    if (!sale) return
    await this.#find(sale)
    await typist.press('F2')
    await typist.type('Papier déchiré')
    await this.#tick(sale.labels)
    await typist.press('Enter')
    await this.#saysStatus(fr.files.copiesOut(sale.seats.length, sale.seats.length))
    this.accountant.copied(sale.seats.length)
    await this.#leaveFiles()
  }

  async #giveBack(what: 'refund-one' | 'refund-whole' | 'void', back: number): Promise<void> {
    const { typist } = this.#desk
    const whole = this.#whole()
    const may = whole.filter(({ shift, parts }) =>
      what === 'void' ? shift === this.accountant.shiftNo : Object.keys(parts).length === 1,
    )
    const sale = may.at(-1 - back)
    if (!sale) return
    const seats = what === 'refund-one' ? [0] : sale.seats.map((_, index) => index)
    await this.#find(sale)
    await typist.press(what === 'void' ? 'F4' : 'F3')
    await typist.type('Le client ne vient pas')
    if (what !== 'void') await this.#tick(seats.map((index) => sale.labels[index] ?? ''))
    await this.#secondSigns()
    const { back: words } = fr.files
    await typist.panel
      .getByText(what === 'void' ? words.void : words.refund)
      .first()
      .waitFor()
    const amount = seats.reduce((sum, index) => sum + (sale.prices[index] ?? 0), 0)
    const parts = what === 'void' ? sale.parts : { [Object.keys(sale.parts)[0] ?? '']: amount }
    for (const way of Object.keys(parts)) await this.#payOut(way)
    this.accountant.gaveBack(
      sale,
      this.#who.number,
      seats.map((index) => sale.seats[index] ?? ''),
      parts,
    )
    await this.#leaveFiles()
  }

  /** Sales of which nothing went back, and whose first seat nobody bought twice. */
  #whole(): readonly NotedSale[] {
    const all = this.accountant.sales
    return all.filter((sale) => {
      const alike = all.filter(({ labels }) => labels.includes(sale.labels[0] ?? ''))
      return sale.returned.size === 0 && alike.length === 1
    })
  }

  async #tick(labels: readonly string[]): Promise<void> {
    const boxes = this.#desk.typist.page.getByRole('group', { name: fr.files.which }).locator('label')
    for (const box of await boxes.all()) {
      const label = (await box.locator('span').innerText()).trim()
      await box.getByRole('checkbox').setChecked(labels.includes(label))
    }
  }

  async #secondSigns(): Promise<void> {
    const { typist, supervisor } = this.#desk
    const second = typist.page.getByRole('group', { name: fr.files.second })
    await second.getByLabel(fr.people.number).fill(supervisor.number)
    await second.getByLabel(fr.desk.pin).fill(supervisor.pin)
    await typist.press('Enter')
  }

  async #payOut(way: string): Promise<void> {
    const { typist } = this.#desk
    await typist.press('F6')
    if (way === 'cash') await typist.page.getByText(fr.files.handOver).waitFor()
    else await typist.page.getByLabel(fr.files.receipt).fill('R-2417')
    await typist.press('Enter')
    await this.#saysStatus(fr.files.paid)
  }

  async #saysStatus(text: string): Promise<void> {
    await this.#desk.typist.page.getByRole('status').filter({ hasText: text }).waitFor()
  }

  async #leaveFiles(): Promise<void> {
    await this.#desk.typist.press('Escape')
    await this.#atSeats()
  }

  /** Opens the shifts of the office, does something there, and comes back. */
  async #inTheOffice(act: () => Promise<void>): Promise<void> {
    const { typist } = this.#desk
    await typist.press('F10')
    await typist.page.getByRole('button', { name: fr.office.pages.shifts, exact: true }).click()
    await act()
    await typist.press('Escape')
  }

  get #drawer() {
    return this.#desk.typist.page.getByRole('region', { name: `${fr.shift.drawer} GNF` })
  }

  /** Takes notes out of a full drawer and puts them into the safe. */
  async #drop(): Promise<void> {
    const amount = 20_000
    if (this.accountant.inDrawer < amount) return
    await this.#inTheOffice(async () => {
      await this.#drawer.getByLabel(fr.shift.sum('GNF')).fill('20k')
      await this.#drawer.getByLabel(fr.shift.reason).fill(fr.shift.reasonsOut[0] ?? '')
      await this.#drawer.getByRole('button', { name: fr.shift.payOut }).click()
      await becomes(() => this.#drawer.getByLabel(fr.shift.sum('GNF')).inputValue(), '')
    })
    await this.#atSeats()
    this.accountant.dropped(amount)
  }

  /** An X on the way: what it says of cash is the cashier's secret until the drawer is counted. */
  async #readShift(): Promise<void> {
    await this.#inTheOffice(async () => {
      await this.#desk.typist.page.getByRole('button', { name: fr.service.closeX }).click()
      await this.#saysStatus(fr.service.blind)
    })
    await this.#atSeats()
  }

  /** Counts the drawer as it lies there, note by note, and ends the shift; gives what its paper says, and what it should. */
  async end(): Promise<{ readonly z: Figures; readonly expected: Figures }> {
    const { page } = this.#desk.typist
    await this.#papersOut()
    let left = this.accountant.countedDrawer()
    await this.#inTheOffice(async () => {
      await this.#drawer.getByText(fr.shift.count, { exact: true }).click()
      for (const piece of [20_000, 10_000, 5_000, 2_000, 1_000, 500]) {
        const count = Math.floor(left / piece)
        left -= count * piece
        await this.#drawer.getByLabel(fr.shift.note(formatMoney(piece, 'GNF', 'fr'))).fill(String(count))
      }
      await this.#drawer.getByRole('button', { name: fr.shift.record }).click()
      await this.#drawer.getByRole('status').filter({ hasText: fr.shift.exact }).waitFor()
      await page.getByRole('button', { name: fr.service.closeZ }).click()
      await page.getByRole('button', { name: fr.service.sureZ }).click()
      await this.#saysStatus(fr.service.closed('Z', this.accountant.shiftNo))
    })
    await this.#desk.typist.press('F8')
    return { z: figuresOf(readFileSync(this.lastZ('csv'), 'utf8')), expected: this.accountant.report() }
  }

  /** Where the last Z lies, as paper or as a table. */
  lastZ(kind: 'pdf' | 'csv'): string {
    const folder = join(this.data, 'demo', 'reports')
    const names = readdirSync(folder).filter((name) => name.includes(`-Z-${this.accountant.shiftNo}-`))
    const name = names.find((each) => each.endsWith(`.${kind}`))
    if (!name) throw new Error(`no Z in ${folder}`)
    return join(folder, name)
  }

  /** The service is gone just after the cash was taken; its customer waits aside, and the tickets come by themselves. */
  async #sellWhileTheHubDies(): Promise<void> {
    const { typist } = this.#desk
    await this.#papersOut()
    const { due, ...sold } = await this.#hold(plainSale)
    const { shell, url, data } = this.service
    shell.kill('SIGKILL')
    await shell.ended
    await typist.press('Enter')
    await typist.page.getByRole('alert').filter({ hasText: fr.desk.late.tell }).waitFor()
    await typist.press('Enter')
    await typist.at('seats')
    this.#service = await startService(Number(new URL(url).port), data)
    await this.#papersOut()
    await this.#atSeats()
    this.accountant.sold({ ...sold, who: this.#who.number, total: due, parts: { cash: due } })
  }

  /** In the middle of its first ticket: that one may be out, and is printed again as a DUPLICATA. */
  async #sellWhileThePaperJams(): Promise<void> {
    const { typist, printer } = this.#desk
    await this.#papersOut()
    const { due, ...sold } = await this.#hold(plainSale)
    printer.order({ do: 'at', piece: printer.pieces.length + 1, millimetres: 40, order: { do: 'jam' } })
    await typist.press('Enter')
    await typist.at('seats')
    await this.#strip.getByText(/imprimante à vérifier/u).waitFor()
    await typist.press('Control+e')
    await typist.at('problem')
    printer.order({ do: 'clear-jam' })
    await typist.press('Enter')
    await this.#papersOut()
    await this.#atSeats()
    this.accountant.sold({ ...sold, who: this.#who.number, total: due, parts: { cash: due } })
    this.accountant.copied(1)
  }

  get #strip() {
    return this.#desk.typist.page.getByRole('region', { name: fr.desk.behind.title })
  }

  /** Everything that was paid for is in the customers' hands. */
  async #papersOut(): Promise<void> {
    const open = this.#strip.getByRole('listitem').filter({ hasNotText: fr.desk.behind.done })
    await becomes(() => open.count(), 0)
  }

  get #sums() {
    return this.#desk.typist.page.getByRole('region', { name: fr.desk.cash }).getByRole('button')
  }
}

interface Named {
  readonly sector: string
  readonly row: string
  readonly seatNumber: string | number
}

/** `N3 F 12-15`: seats beside each other in one row, from the first to the last. */
function lineFor(places: readonly Named[]): string {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) throw new Error('no seats')
  const numbers = first === last ? first.seatNumber : `${first.seatNumber}-${last.seatNumber}`
  return `${first.sector} ${first.row} ${numbers}`
}

function agree<T>(said: T, expected: T): void {
  expect(said).toEqual(expected)
}

async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  await expect.poll(read).toBe(expected)
}
