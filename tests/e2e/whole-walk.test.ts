import { rmSync, writeFileSync } from 'node:fs'
import { secondSigns } from './desk-people.ts'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { enterPin } from '../world/scenes/ways.ts'
import { serveMachine, startKioskProgram, startService } from '../world/machine.ts'
import { chooseMatch, expectCalm, holdBest, laptop, status, Typist } from './desk-typist.ts'
import { expectPrinted, listen, title, touchFirstOffer, touchToOffers, touchToReview } from './customer.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const texts = fr.staffDesk

test('the built program sells by card; power is cut while cash is counted, the disk loses ledger and roll: staff settle it from its copy', async () => {
  const service = await startService()
  const first = await startKioskProgram(service)
  const page = await openPage({ ...upright, reducedMotion: 'no-preference' })
  const touch = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).tap()
  const heard = listen(page)
  await page.goto(first.entryUrl)
  expect(page.url()).not.toContain('token')
  await touchToOffers(page, 3)
  const [offer] = await heard.lastOffers()
  expect(offer?.groups).toBe(1)
  await touchFirstOffer(page)
  const shown = await page.getByRole('main').innerText()
  for (const { place } of offer?.seats ?? [])
    for (const words of [place.sector, place.row, String(place.seatNumber)]) expect(shown).toContain(words)
  expect(shown).toContain(formatMoney(offer?.total ?? 0, 'GNF', 'fr'))
  await touch(fr.review.pay.card)
  await onScreen(page, 'done')
  expect(await title(page)).toBe(fr.done.title(3))
  const tickets = await expectPrinted(first, await heard.ownerRef(), 3)
  const offered = offer?.seats.map(({ place }) => place.seatCode).toSorted()
  expect(tickets.map(({ place }) => place.place).toSorted()).toEqual(offered)
  await touch(fr.done.finish)

  await touchToReview(page, 2)
  expect(await guichet('ledger', 'backup', '--data', first.data)).toMatchObject({ code: 0 })
  await touch(`${fr.review.pay.cash} ${fr.paying.how.cash}`)
  await onScreen(page, 'cash')
  const ownerRef = await heard.ownerRef()
  first.shell.kill('SIGKILL')
  await first.shell.ended
  await onScreen(page, 'out-of-service')
  const told = await page.getByRole('main').innerText()
  for (const words of [fr.outOfService.restart, fr.staff.ifStuck]) expect(told).toContain(words)
  const ledger = join(first.data, 'demo', 'ledger.db')
  writeFileSync(ledger, Buffer.alloc(40_000, 0xee))
  for (const name of ['-wal', '.journal.jsonl']) rmSync(`${ledger}${name}`, { force: true })

  const again = await startKioskProgram(service, {}, first.data)
  await page.goto(again.entryUrl)
  // The static attract screen does not count taps, so the test waits for the interactive one.
  await onScreen(page, 'attract')
  await page.getByText('Démonstration', { exact: true }).click({ clickCount: 5 })
  await onScreen(page, 'staff-desk')
  await enterPin(page, DEMO_PIN)
  await page.getByText(texts.question('ledger-gap')).waitFor()
  await touch(texts.settled)
  await page.getByText(/Avez-vous reçu .* en espèces/u).waitFor()
  await touch(texts.moneyMoved)
  await page.getByText(texts.question('paper-out')).waitFor()
  await touch(texts.paperNotSeen)
  await page.getByText(texts.none, { exact: true }).waitFor()

  expect(await service.tickets(ownerRef)).toHaveLength(2)
  // The saved orders comprise the documents of both orders and a DUPLICATA of each ticket of the second order.
  await expect.poll(() => again.savedOrders()).toHaveLength(4)
  again.shell.kill('SIGTERM')
  expect(await again.shell.ended).toBe(0)
  const verified = await guichet('ledger', 'verify', '--language', 'en', '--data', first.data)
  const words = /2 sales, 5 tickets.*\nledger consistent, but signed with a key that is not trusted/su
  expect(verified).toMatchObject({ code: 3, said: expect.stringMatching(words) as string })
})

test('somebody who never saw the desk sells and refunds with what the screens say', async () => {
  const { entryUrl } = await serveMachine(temporaryFolder(), { role: 'cashier' })
  const page = await openPage({ viewport: laptop })
  await page.goto(entryUrl)
  const typist = new Typist(page)
  await typist.at('signed-out')
  await expectCalm(page)
  await page.getByRole('button', { name: 'Mariama Bah' }).click()
  await typist.press('Enter')
  await typist.at('events')
  await chooseMatch(typist)
  await holdBest(typist, '2 nord')
  await typist.press('Enter')
  await page.getByText(fr.desk.nothingToGive).waitFor()

  await typist.go('F12', 'files')
  await page.getByText(fr.files.told.PURCHASE_CONFIRMED).waitFor()
  // The refund button appears only after the last ticket was printed.
  await page.getByRole('button', { name: fr.files.acts.refund }).waitFor()
  await typist.press('F3')
  await page.getByRole('combobox', { name: fr.files.reason }).fill('Événement annulé')
  const second = page.getByRole('group', { name: fr.files.second })
  await expectCalm(page)
  const [, number = '', pin = ''] = /: (\d) .*code (\d+)/u.exec(await second.innerText()) ?? []
  await secondSigns(second, { number, pin })
  await typist.press('Enter')
  await status(typist, /À rembourser/u)
})
