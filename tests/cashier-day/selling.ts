import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { startServiceProgram } from '../world/machine.ts'
import type { Parts } from './accountant.ts'
import { agree, becomes, francs, type AtTheDesk } from './at-the-desk.ts'
import type { Payment, SaleAct } from './day-script.ts'

interface AtHand {
  readonly labels: readonly string[]
  readonly price: number
  readonly due: number
}

const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')

export async function sell(at: AtTheDesk, act: SaleAct): Promise<void> {
  const { hands, accountant, who } = at
  if (act.meanwhile === 'gives-up') await at.papersOut()
  hands.keys = 0
  const held = await hold(at, act)
  await onTheWay(at, act, held.due)
  if (act.meanwhile === 'gives-up') return at.atSeats()
  const parts = await pay(at, act.payment, held.due)
  await at.atSeats()
  accountant.sold({ ...held, who: who.number, parts })
  if (act.meanwhile === 'nothing') at.keys.push({ kind: `${act.how} ${act.payment.by}`, keys: hands.keys })
}

/** Holds seats and opens the payment. Expects the amount on the screen to equal that of the offer. */
async function hold(at: AtTheDesk, act: Pick<SaleAct, 'seats' | 'where' | 'how'>): Promise<AtHand> {
  const { hands } = at
  const { how } = act
  const wanted = await wish(at, act)
  const offers = await offered(at)
  const oneRow = offers.find(({ rows }) => rows === 1)
  const nth = how === 'second-best' ? Math.min(1, offers.length - 1) : 0
  const offer = how === 'exact' && oneRow ? oneRow : offers[nth]
  if (!offer) throw new Error('nothing is offered')
  agree(offer.labels.length, wanted)
  if (how === 'limit') agree(offer.price <= 50_000, true)
  if (nth === 1) {
    await hands.press('ArrowDown')
    await current(at, fr.desk.offers, nth)
  }
  if (how === 'exact' && oneRow) {
    hands.keys = 0
    await typeLine(at, lineFor(offer.labels))
  }
  await hands.press('Enter')
  await atPayment(at, offer.due)
  at.heldLast = wanted
  return offer
}

async function wish(at: AtTheDesk, { seats, where, how }: Pick<SaleAct, 'seats' | 'where' | 'how'>): Promise<number> {
  const { hands } = at
  if (how === 'repeat' && at.heldLast > 0) {
    await hands.command('Control+b')
    return at.heldLast
  }
  const before = at.lines.findLastIndex((line) => /^\d/u.test(line))
  if (how === 'again' && before >= 0) await bringBack(at, before)
  else await typeLine(at, [seats, where, ends[how] ?? null].filter((word) => word !== null).join(' '))
  const searches = (at.lines.at(-1) ?? '').split(' + ')
  await hands.press('Enter')
  return searches.reduce((sum, search) => sum + Number(search.split(' ')[0]), 0)
}

const ends: Readonly<Partial<Record<SaleAct['how'], string>>> = { limit: '<50k', mixed: '+ 1' }

async function typeLine(at: AtTheDesk, line: string): Promise<void> {
  await at.hands.write(line)
  keep(at.lines, line)
}

function keep(lines: string[], line: string): void {
  if (lines.at(-1) !== line) lines.push(line)
}

/** Recalls a command line with the arrow keys. Tests both directions: goes one line too far back, if there is one, then forward. */
async function bringBack({ hands, lines }: AtTheDesk, nth: number): Promise<void> {
  const furthest = Math.max(0, nth - 1)
  for (let at = lines.length - 1; at >= furthest; at -= 1) {
    await hands.press('ArrowUp')
    await hands.lineHas(lines[at] ?? '')
  }
  if (furthest < nth) await hands.press('ArrowDown')
  const line = lines[nth] ?? ''
  await hands.lineHas(line)
  keep(lines, line)
}

async function offered(at: AtTheDesk): Promise<readonly (AtHand & { readonly rows: number })[]> {
  const list = at.region(fr.desk.offers)
  await list.waitFor()
  const offers = (await list.getByRole('button').all()).map(async (offer) => {
    const sections = (await offer.locator('b').allInnerTexts()).map((text) => text.split(' · '))
    const rows = sections.flatMap(([, sector = '', ...inSection]) => inSection.map((text) => ({ sector, text })))
    const labels = rows.flatMap(({ sector, text }) => {
      const [, row = '', numbers = ''] = new RegExp(`^${fr.desk.row} (\\S+) : (.+)$`, 'u').exec(text) ?? []
      return numbers.split(' ').map((number) => `${sector} ${row} ${number}`)
    })
    const due = francs(await offer.locator('> span:last-child').innerText())
    return { labels, due, price: due / labels.length, rows: rows.length }
  })
  return Promise.all(offers)
}

/** Returns the command line for adjacent seats in one row, for example `N3 F 12-15`. */
function lineFor(labels: readonly string[]): string {
  const [first = '', last = ''] = [labels[0], labels.at(-1)]
  return labels.length === 1 ? first : `${first}-${last.split(' ').at(-1)}`
}

const current = (at: AtTheDesk, list: string, nth: number): Promise<void> =>
  becomes(() => at.region(list).getByRole('button').nth(nth).getAttribute('aria-current'), 'true')

const sums = (at: AtTheDesk) => at.region(fr.desk.tenders.cash).getByRole('button')

async function atPayment(at: AtTheDesk, due: number): Promise<void> {
  await at.hands.at('payment')
  agree(francs(await sums(at).first().locator('b').innerText()), due)
  await at.hands.lineHas('')
}

/** Performs the interruption `meanwhile`. Ends at the payment screen, unless the customer leaves. */
async function onTheWay(at: AtTheDesk, { meanwhile }: SaleAct, due: number): Promise<void> {
  const { hands } = at
  const refused = () => at.told(fr.problems['too-little']({ type: 'too-little', due }, '').title)
  switch (meanwhile) {
    case 'nothing':
      return
    case 'gives-up':
      return hands.command('Escape')
    case 'parked':
      await hands.command('F6')
      await at.atSeats()
      await hands.command('F7')
      break
    case 'customer':
      await hands.command('Control+k')
      await hands.at('customer')
      await hands.enter('Mariama Bah 622 11 22 33')
      break
    case 'language':
      // The customer display shows the language key, but the key bar does not.
      await hands.press('Control+l')
      await hands.command('Control+h')
      break
    case 'too-little':
      await hands.enter('1')
      await refused()
      await hands.press('Enter')
      await at.told(fr.desk.problems['not-a-sum']().title)
      break
    case 'too-much':
      await hands.enter('50000000')
      await at.told(gnf(50_000_000))
      await hands.enter(String(due - 5_000))
      await refused()
      break
    case 'held-keys':
      await hands.barNames('F6')
      await hands.hold('F6')
      await at.atSeats()
      await hands.barNames('F7')
      await hands.hold('F7')
      break
    case 'locked':
      await hands.command('F9')
      await at.signIn()
      break
  }
  await atPayment(at, due)
}

async function pay(at: AtTheDesk, { by, ...more }: Payment, due: number): Promise<Parts> {
  const { hands } = at
  switch (by) {
    case 'exact-cash':
      // Entering a wrong amount has removed the mark from the suggested amount, so the correct amount is typed.
      if ((await at.region(fr.desk.tenders.cash).locator('[aria-current="true"]').count()) === 0)
        await hands.write(String(due))
      await hands.press('Enter')
      return { cash: due }
    case 'cash-with-change':
    case 'marked-cash': {
      const given = francs(await sums(at).nth(1).locator('b').innerText())
      if (by === 'cash-with-change') await hands.write(`${given / 1000}k`)
      else await mark(at, 1)
      await hands.press('Enter')
      await hands.panel
        .getByText(gnf(given - due))
        .first()
        .waitFor()
      return { cash: due }
    }
    case 'card':
      await hands.command('F4')
      return { card: due }
    case 'mobile-money': {
      const { operator } = more as Extract<Payment, { by: 'mobile-money' }>
      await byTelephone(at, operator)
      return { [operator]: due }
    }
    case 'cash-and-card':
      await cashPart(at, 5_000, due)
      await hands.command('F4')
      return { cash: 5_000, card: due - 5_000 }
    case 'three-ways':
      await cashPart(at, 5_000, due)
      await hands.write('10000')
      await byTelephone(at, 'orange-money')
      await left(at, due - 15_000)
      await hands.command('F4')
      return { cash: 5_000, 'orange-money': 10_000, card: due - 15_000 }
  }
}

/** Marks an amount with the arrow keys, from any initial mark or from none. */
async function mark(at: AtTheDesk, nth: number): Promise<void> {
  const marks = () => sums(at).evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-current') === 'true'))
  for (let marked = await marks(); marked < nth; marked += 1) {
    await at.hands.press('ArrowDown')
    await current(at, fr.desk.tenders.cash, marked + 1)
  }
}

async function byTelephone({ hands }: AtTheDesk, operator: 'orange-money' | 'mtn-momo'): Promise<void> {
  await hands.command(operator === 'orange-money' ? 'F5' : 'F1')
  await hands.at('payer')
  await hands.enter('622000000')
}

async function cashPart(at: AtTheDesk, amount: number, due: number): Promise<void> {
  await at.hands.enter(`${amount}+`)
  await left(at, due - amount)
}

async function left(at: AtTheDesk, amount: number): Promise<void> {
  const { panel } = at.hands
  await panel.getByText(fr.desk.left).waitFor()
  await panel.getByText(gnf(amount), { exact: true }).first().waitFor()
  await atPayment(at, amount)
}

const plainWish = { seats: 2, where: null, how: 'best' } as const

/** Stops the booking service before cash is taken. The tickets are printed once it is back. */
export async function sellWhileTheHubDies(at: AtTheDesk): Promise<void> {
  const { hands, accountant, who } = at
  await at.papersOut()
  const held = await hold(at, plainWish)
  const { shell, url, data } = at.service
  shell.kill('SIGKILL')
  await shell.ended
  await hands.press('Enter')
  await at.told(fr.desk.late.tell)
  await hands.press('Enter')
  await hands.at('seats')
  at.service = await startServiceProgram(Number(new URL(url).port), data)
  accountant.sold({ ...held, who: who.number, parts: { cash: held.due } })
  await at.papersOut()
}

/** Jams the printer during the first ticket, which is reprinted because it may have been printed. */
export async function sellWhileThePaperJams(at: AtTheDesk): Promise<void> {
  const { hands, accountant, who } = at
  const { printer } = at.desk
  await at.papersOut()
  const held = await hold(at, plainWish)
  printer.order(`piece ${printer.pieces.length + 1} at 40: jam`)
  await hands.press('Enter')
  await at.atSeats()
  await at.strip.getByText(/imprimante à vérifier/u).waitFor()
  await hands.command('Control+e')
  await hands.at('problem')
  printer.order('clear')
  await hands.lineHas('')
  await hands.press('Enter')
  accountant.sold({ ...held, who: who.number, parts: { cash: held.due } })
  accountant.copied(1)
  // Clearing the jam also cuts off a blank strip of paper.
  accountant.papers += 1
  await at.papersOut()
}
