import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { arrows, press, twelveKeys, walkTo, type Hand } from './by-keys.ts'
import { expectPrinted, listen, startKiosk, startService, title } from './sale-machine.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 } }

describe.each<[string, Hand, object]>([
  ['the arrows', arrows, {}],
  ['twelve keys', twelveKeys, { keypad: 'twelve-keys' }],
  ['keys of its own', { next: 'n', select: 'y' }, { keypad: { next: ['KeyN'], select: ['KeyY'] } }],
])('a whole sale by %s alone', (_, hand, settings) => {
  test('from the poster over the seats offered to the tickets', async () => {
    const kiosk = await startKiosk(await startService(), settings)
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await onScreen(page, 'attract')
    // The first key shows where one is.
    await page.keyboard.press(hand.select)
    await walkTo(page, hand, new RegExp(fr.attract.touch, 'u'))
    await page.keyboard.press(hand.select)
    await onScreen(page, 'events')
    await press(page, hand, /Stade/u)
    await onScreen(page, 'party')
    // The numbers move when it is known that such a place is left.
    await page.getByRole('button', { name: fr.wheelchair.ask }).waitFor()
    await press(page, hand, fr.common.places(2))
    await onScreen(page, 'offers')
    await heard.lastOffers()
    await press(page, hand, /Secteur/u)
    await onScreen(page, 'review')
    await press(page, hand, new RegExp(`^${fr.review.pay.card}`, 'u'))
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(2))
    await expectPrinted(kiosk, await heard.ownerRef(), 2)
    await press(page, hand, fr.done.finish)
    await onScreen(page, 'attract')
  })
})
