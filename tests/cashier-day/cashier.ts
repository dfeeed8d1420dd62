import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { type Figures, figuresOf, type NotedSale, type Parts } from './accountant.ts'
import { agree, AtTheDesk, labelOf, type DeskForADay, becomes } from './at-the-desk.ts'
import type { Act, Errand } from './day-script.ts'
import { sell, sellWhileThePaperJams, sellWhileTheHubDies } from './selling.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMoney } from '../../shared/domain/money/money.ts'

const [MATCH, ANOTHER] = ['2', '1']

interface Closed {
  readonly z: Figures
  readonly expected: Figures
}

/** Plays a cashier's day by keyboard, reports payments and refunds to the accountant, and checks each screen. */
export class Cashier {
  readonly at: AtTheDesk

  constructor(desk: DeskForADay) {
    this.at = new AtTheDesk(desk)
  }

  async work(acts: readonly Act[], float: number): Promise<Closed> {
    await this.begin(float)
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

  /** Signs the next cashier in, records the float and chooses the event of the day. */
  async begin(float: number): Promise<void> {
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
    await hands.enter(number)
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

  async #scan(): Promise<void> {
    const { at } = this
    const { hands } = at
    const sale = at.accountant.sales.at(-1)
    if (!sale) return
    await at.papersOut()
    await hands.enter(await this.#codeOf(sale.labels[0] ?? ''))
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

const DROP = 20_000
const PIECES = [20_000, 10_000, 5_000, 2_000, 1_000, 500] as const

async function drop(at: AtTheDesk): Promise<void> {
  const { hands, accountant } = at
  if (accountant.inDrawer < DROP) return
  const sum = drawer(at).getByLabel(fr.shift.sum('GNF'))
  await inTheOffice(at, async () => {
    await hands.fillIn(sum, `${DROP / 1000}k`)
    await hands.fillIn(drawer(at).getByLabel(fr.shift.reason), fr.shift.reasonsOut[0] ?? '')
    await hands.choose(drawer(at).getByRole('button', { name: fr.shift.payOut }))
    await becomes(() => sum.inputValue(), '')
  })
  await at.atSeats()
  accountant.dropped(DROP)
}

export async function printX(at: AtTheDesk): Promise<Figures> {
  const { hands } = at
  const before = new Set(reports(at))
  await inTheOffice(at, async () => {
    await hands.choose(hands.page.getByRole('button', { name: fr.service.closeX }))
    await at.saysStatus(fr.service.blind)
  })
  await at.atSeats()
  const table = reports(at).find((path) => !before.has(path) && path.endsWith('.csv')) ?? ''
  return figuresOf(readFileSync(table, 'utf8'))
}

/** Prints an X report. Checks its figures, and that it hides cash until the drawer is counted. */
async function readShift(at: AtTheDesk): Promise<void> {
  const { accountant } = at
  await at.papersOut()
  const said = await printX(at)
  const open = ['sales', 'duplicates', 'owed']
  for (const [item, figures] of accountant.report())
    if (open.includes(item) || /^tender(?:-refunded)? (?!cash)/u.test(item))
      agree({ item, ...said.get(item) }, { item, ...figures })
  const secret = /^(?:(?:(?:event|zone)-)?(?:sold|returned|net)|tax|count|expected|tender cash)$/u
  agree(
    [...said.keys()].filter((item) => secret.test(item)),
    [],
  )
}

export async function close(at: AtTheDesk): Promise<Figures> {
  await at.papersOut()
  return countAndClose(at, at.accountant.countedDrawer())
}

/** Counts the drawer, which must contain exactly `amount`, and makes the Z report. */
export async function countAndClose(at: AtTheDesk, amount: number): Promise<Figures> {
  const { hands, accountant } = at
  await inTheOffice(at, async () => {
    await hands.choose(drawer(at).getByText(fr.shift.count, { exact: true }))
    let left = amount
    for (const piece of PIECES) {
      const field = drawer(at).getByLabel(fr.shift.note(formatMoney(piece, 'GNF', 'fr')))
      await hands.fillIn(field, String(Math.floor(left / piece)))
      left %= piece
    }
    await hands.choose(drawer(at).getByRole('button', { name: fr.shift.record }))
    await drawer(at).getByRole('status').filter({ hasText: fr.shift.exact }).waitFor()
    await hands.choose(hands.page.getByRole('button', { name: fr.service.closeZ }))
    await hands.choose(hands.page.getByRole('button', { name: fr.service.sureZ }))
    await at.saysStatus(fr.service.closed('Z', accountant.shiftNo))
  })
  await at.atSeats()
  return figuresOf(readFileSync(lastZ(at, 'csv'), 'utf8'))
}

export function lastZ(at: AtTheDesk, kind: 'pdf' | 'csv'): string {
  const path = reports(at).find((each) => each.includes(`-Z-${at.accountant.shiftNo}-`) && each.endsWith(`.${kind}`))
  if (path === undefined) throw new Error(`no Z among ${reports(at).join(', ')}`)
  return path
}

function reports({ desk: { data } }: AtTheDesk): readonly string[] {
  const folder = join(data, 'demo', 'reports')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

const drawer = (at: AtTheDesk) => at.region(`${fr.shift.drawer} GNF`)

async function inTheOffice({ hands }: AtTheDesk, act: () => Promise<void>): Promise<void> {
  await hands.command('F10')
  await hands.choose(hands.page.getByRole('button', { name: fr.office.pages.shifts, exact: true }))
  await act()
  await hands.command('Escape')
}

async function copy(at: AtTheDesk, back: number): Promise<void> {
  const { hands, accountant } = at
  const sale = whole(at).at(-1 - back)
  if (!sale) return
  await find(at, sale)
  await hands.command('F2')
  await hands.fillIn(hands.page.getByLabel(fr.files.reason), 'Papier déchiré')
  await tick(at, sale.labels)
  await hands.press('Enter')
  await at.saysStatus(fr.files.copiesOut(sale.labels.length, sale.labels.length))
  accountant.copied(sale.labels.length)
  await leave(at)
}

async function lastAgain(at: AtTheDesk): Promise<void> {
  const { hands, accountant } = at
  const sale = accountant.sales.at(-1)
  const count = sale ? sale.labels.length - sale.returned.size : 0
  if (count === 0) return
  await at.papersOut()
  await hands.command('Control+p')
  await hands.at('copies')
  await hands.lineHas('')
  await hands.press('Enter')
  await at.told(fr.desk.problems['copies-out']({ type: 'copies-out', count, wanted: count }).title)
  await at.atSeats()
  accountant.copied(count)
}

/** Refunds tickets or voids a whole sale with a supervisor's approval. The customer receives the money at once. */
async function giveBack(at: AtTheDesk, what: Errand['do'], back: number): Promise<void> {
  const { hands, accountant, who } = at
  const may = whole(at).filter(({ shift, parts }) =>
    what === 'void' ? shift === accountant.shiftNo : Object.keys(parts).length === 1,
  )
  const sale = may.at(-1 - back)
  if (!sale) return
  const labels = what === 'refund-one' ? sale.labels.slice(0, 1) : sale.labels
  await find(at, sale)
  await hands.command(what === 'void' ? 'F4' : 'F3')
  await hands.fillIn(hands.page.getByLabel(fr.files.reason), 'Le client ne peut pas venir')
  if (what !== 'void') await tick(at, labels)
  await secondSigns(at)
  const { back: words } = fr.files
  await hands.panel
    .getByText(what === 'void' ? words.void : words.refund)
    .first()
    .waitFor()
  const [only = ''] = Object.keys(sale.parts)
  const parts: Parts = what === 'void' ? sale.parts : { [only]: labels.length * sale.price }
  for (const way of Object.keys(parts)) await payOut(at, way)
  accountant.gaveBack(sale, who.number, labels, parts)
  await leave(at)
}

/** Returns the sales that have no refunds and whose first seat was sold only once. */
function whole({ accountant: { sales } }: AtTheDesk): readonly NotedSale[] {
  return sales.filter((sale) => {
    const alike = sales.filter(({ labels }) => labels.includes(sale.labels[0] ?? ''))
    return sale.returned.size === 0 && alike.length === 1
  })
}

async function find(at: AtTheDesk, { labels: [seat = ''] }: NotedSale): Promise<void> {
  const { hands } = at
  await at.papersOut()
  await hands.command('F12')
  await hands.at('files')
  await hands.fillIn(hands.page.getByRole('textbox', { name: fr.files.search }), seat)
  await hands.press('Enter')
  await becomes(() => at.region(fr.files.found).getByRole('button').count(), 1)
}

async function tick({ hands }: AtTheDesk, labels: readonly string[]): Promise<void> {
  const boxes = hands.page.getByRole('group', { name: fr.files.which }).locator('label')
  for (const box of await boxes.all()) {
    const label = (await box.locator('span').innerText()).trim()
    await hands.tick(box.getByRole('checkbox'), labels.includes(label))
  }
  // The Enter key has no effect unless the reason field has the focus.
  await hands.page.getByLabel(fr.files.reason).focus()
}

async function secondSigns({ hands, desk: { supervisor } }: AtTheDesk): Promise<void> {
  const second = hands.page.getByRole('group', { name: fr.files.second })
  await hands.fillIn(second.getByLabel(fr.people.number), supervisor.number)
  await hands.fillIn(second.getByLabel(fr.desk.pin), supervisor.pin)
  await hands.press('Enter')
}

async function payOut(at: AtTheDesk, way: string): Promise<void> {
  const { hands } = at
  await hands.command('F6')
  if (way === 'cash') await hands.page.getByText(fr.files.handOver).waitFor()
  else await hands.fillIn(hands.page.getByLabel(fr.files.receipt), 'R-2417')
  await hands.press('Enter')
  await at.saysStatus(fr.files.paid)
}

async function leave(at: AtTheDesk): Promise<void> {
  await at.hands.command('Escape')
  await at.atSeats()
}
