import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, typistAt } from './desk-typist.ts'
import { expectPrinted, listen, startKiosk, startService } from './sale-machine.ts'
import { buyWheelchairPlace, expectWheelchairTickets } from './wheelchair-sale.ts'

const { openPage } = useBrowser()

test('a space for a wheelchair is bought with its companion’s seat, and both tickets say what they are', async () => {
  const kiosk = await startKiosk(await startService())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  const heard = listen(page)
  await page.goto(kiosk.entryUrl)
  await buyWheelchairPlace(page, 'tap')
  await expectWheelchairTickets(kiosk, await heard.ownerRef())
})

test('a desk sells one by `2 pmr`', async () => {
  const kiosk = await startKiosk(await startService(), { role: 'cashier' })
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  const heard = listen(typist.page)
  await atTheMatch(typist)
  const ownerRef = await heard.ownerRef()
  await typist.type('2 pmr')
  await typist.press('Enter')
  const offers = typist.page.getByRole('region', { name: fr.desk.offers })
  await offers.waitFor()
  for (const word of [fr.seatNotes.accessible, fr.seatNotes.companion]) expect(await offers.innerText()).toContain(word)
  await typist.press('Enter')
  await typist.at('payment')
  await typist.press('F4')
  await typist.page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()
  await expectPrinted(kiosk, ownerRef, 2)
})
