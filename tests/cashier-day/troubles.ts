import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { startServiceProgram } from '../e2e/sale-machine.ts'
import type { AtTheDesk } from './at-the-desk.ts'
import { hold } from './selling.ts'

const plainWish = { seats: 2, where: null, how: 'best' } as const

/** The service is gone just after the cash was taken; its customer waits aside, and the tickets come by themselves. */
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

/** In the middle of its first ticket: that one may be out, and is printed again as a DUPLICATA. */
export async function sellWhileThePaperJams(at: AtTheDesk): Promise<void> {
  const { hands, accountant, who } = at
  const { printer } = at.desk
  await at.papersOut()
  const held = await hold(at, plainWish)
  printer.order({ do: 'at', piece: printer.pieces.length + 1, millimetres: 40, order: { do: 'jam' } })
  await hands.press('Enter')
  await at.atSeats()
  await at.strip.getByText(/imprimante à vérifier/u).waitFor()
  await hands.command('Control+e')
  await hands.at('problem')
  printer.order({ do: 'clear-jam' })
  await hands.lineHas('')
  await hands.press('Enter')
  accountant.sold({ ...held, who: who.number, parts: { cash: held.due } })
  accountant.copied(1)
  // Besides the piece that a person took out, its blank end is cut off.
  accountant.papers += 1
  await at.papersOut()
}
