import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { NotedSale, Parts } from './accountant.ts'
import { becomes, type AtTheDesk } from './at-the-desk.ts'
import type { Errand } from './day-script.ts'

/** Prints the tickets of a sale again that somebody comes back with. */
export async function copy(at: AtTheDesk, back: number): Promise<void> {
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

/** The last sale's tickets once more, by one key and for the first reason. */
export async function lastAgain(at: AtTheDesk): Promise<void> {
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

/** Takes tickets back, or undoes a whole sale, with a supervisor; the customer has the money at once. */
export async function giveBack(at: AtTheDesk, what: Errand['do'], back: number): Promise<void> {
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

/** Sales of which nothing went back, and whose first seat nobody bought twice. */
function whole({ accountant: { sales } }: AtTheDesk): readonly NotedSale[] {
  return sales.filter((sale) => {
    const alike = sales.filter(({ labels }) => labels.includes(sale.labels[0] ?? ''))
    return sale.returned.size === 0 && alike.length === 1
  })
}

/** By one seat of it: this sale, and no other. */
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
  // Enter is pressed in the field where the reason stands.
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
