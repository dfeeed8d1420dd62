import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { figuresOf, type Figures } from './accountant.ts'
import { agree, becomes, type AtTheDesk } from './at-the-desk.ts'

const DROP = 20_000
const PIECES = [20_000, 10_000, 5_000, 2_000, 1_000, 500] as const

/** Takes notes out of a full drawer and puts them into the safe. */
export async function drop(at: AtTheDesk): Promise<void> {
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

/** An X on the way: what it says agrees, and what it would say of cash is kept until the drawer is counted. */
export async function readShift(at: AtTheDesk): Promise<void> {
  const { hands, accountant } = at
  await at.papersOut()
  const before = new Set(reports(at))
  await inTheOffice(at, async () => {
    await hands.choose(hands.page.getByRole('button', { name: fr.service.closeX }))
    await at.saysStatus(fr.service.blind)
  })
  await at.atSeats()
  const table = reports(at).find((path) => !before.has(path) && path.endsWith('.csv')) ?? ''
  const said = figuresOf(readFileSync(table, 'utf8'))
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

/** Counts the drawer as it lies there, note by note, and ends the shift; what its paper says. */
export async function close(at: AtTheDesk): Promise<Figures> {
  const { hands, accountant } = at
  await at.papersOut()
  await inTheOffice(at, async () => {
    await hands.choose(drawer(at).getByText(fr.shift.count, { exact: true }))
    let left = accountant.countedDrawer()
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

/** Where the last Z lies, as paper or as a table. */
export function lastZ(at: AtTheDesk, kind: 'pdf' | 'csv'): string {
  const path = reports(at).find((each) => each.includes(`-Z-${at.accountant.shiftNo}-`) && each.endsWith(`.${kind}`))
  if (path === undefined) throw new Error(`no Z among ${reports(at).join(', ')}`)
  return path
}

function reports({ desk: { data } }: AtTheDesk): readonly string[] {
  const folder = join(data, 'demo', 'reports')
  // The first report makes it.
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

const drawer = (at: AtTheDesk) => at.region(`${fr.shift.drawer} GNF`)

/** Opens the shifts of the office, does something there, and comes back. */
async function inTheOffice({ hands }: AtTheDesk, act: () => Promise<void>): Promise<void> {
  await hands.command('F10')
  await hands.choose(hands.page.getByRole('button', { name: fr.office.pages.shifts, exact: true }))
  await act()
  await hands.command('Escape')
}
