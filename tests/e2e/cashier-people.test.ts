import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { deskWithPeople, journalled, type Colleague } from './desk-people.ts'
import { expectCalm, type Typist, handsAt, deskGlasses } from './desk-hands.ts'

const { openPage } = useBrowser()
const small = { width: 1366, height: 768 }

async function signIn(hands: Typist, { number, pin }: Colleague): Promise<void> {
  await hands.type(number)
  await hands.press('Enter')
  await hands.type(pin)
  await hands.press('Enter')
}

test('people sign in by number and PIN, hand the desk over in the middle of a sale, and the journal names them', async () => {
  const { kiosk, mariama, alpha } = await deskWithPeople()
  const hands = await handsAt(openPage, kiosk, small)
  const { page } = hands
  await signIn(hands, mariama)
  await hands.at('events')
  await page.getByText(`7 · Mariama Bah · ${fr.people.roles.cashier}`).waitFor()
  await hands.type('2')
  await hands.press('Enter')
  await hands.at('seats')
  await page.getByRole('application').waitFor()
  await hands.type('1')
  await hands.press('Enter')
  await page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await hands.press('Enter')
  await hands.at('payment')

  await hands.press('F8')
  await hands.at('signed-out')
  await signIn(hands, alpha)
  await hands.at('payment')
  await hands.press('Enter')
  await hands.at('seats')
  // Back again: the arrows find who was here, the PIN alone is typed.
  await hands.press('F8')
  await hands.at('signed-out')
  await hands.press('ArrowDown', 'ArrowDown')
  await hands.type(mariama.pin)
  await hands.press('Enter')
  await hands.at('seats')
  await page.getByText('7 · Mariama Bah').waitFor()
  expect(journalled(kiosk, 'SIGNED_IN', 'SIGNED_OUT', 'TENDER_APPROVED')).toEqual([
    'SIGNED_IN 7',
    'SIGNED_OUT 7',
    'SIGNED_IN 8',
    'TENDER_APPROVED 8',
    'SIGNED_OUT 8',
    'SIGNED_IN 7',
  ])
})

test('a desk nobody touches locks itself after the minutes of the setting, and offers the number that was there', async () => {
  const { kiosk, mariama } = await deskWithPeople({ lockAfterMinutes: 2 })
  const hands = await handsAt(openPage, kiosk, small)
  const { page } = hands
  await page.clock.install()
  await signIn(hands, mariama)
  await hands.at('events')
  // The seconds of the test itself count as well: far from either side of the two minutes.
  await page.clock.fastForward(70_000)
  await page.mouse.move(200, 200)
  await page.clock.fastForward(70_000)
  await hands.at('events')
  await page.clock.fastForward(60_000)
  await hands.at('signed-out')
  await hands.type(mariama.pin)
  await hands.press('Enter')
  await hands.at('events')
  expect(journalled(kiosk, 'SIGNED_IN', 'SIGNED_OUT')).toEqual(['SIGNED_IN 7', 'SIGNED_OUT 7', 'SIGNED_IN 7'])
})

test('wrong PINs lock one person out, the journal has it, and the machine goes on with the others', async () => {
  const { kiosk, mariama, alpha } = await deskWithPeople()
  const hands = await handsAt(openPage, kiosk, small)
  const wrong = { ...mariama, pin: mariama.pin === '000000' ? '000001' : '000000' }
  await signIn(hands, wrong)
  for (const title of [fr.problems['wrong-pin'], fr.problems['wrong-pin'], fr.problems['pin-locked']]) {
    await hands.page.getByRole('alert').waitFor()
    await hands.type(wrong.pin)
    // The alert of the PIN before still stands there.
    const answered = hands.page.waitForResponse(/\/api\/signIn$/u)
    await hands.press('Enter')
    await answered
    const words = title({ type: 'pin-locked', seconds: 15 } as never).title
    await hands.page.getByRole('alert').filter({ hasText: words }).waitFor()
  }
  expect(journalled(kiosk, 'PIN_LOCKED')).toEqual(['PIN_LOCKED -'])
  await hands.page.getByLabel(fr.people.number).fill(alpha.number)
  await hands.page.getByLabel(fr.desk.pin).fill(alpha.pin)
  await hands.press('Enter')
  await hands.at('events')
})

const glasses = deskGlasses('sign-in')

test.for(glasses.cases)(`axe finds nothing at the sign-in, $width × $height (${glasses.said})`, async (viewport) => {
  const { kiosk, mariama } = await deskWithPeople()
  const hands = await handsAt(openPage, kiosk, viewport)
  await expectCalm(hands.page)
  await signIn(hands, mariama)
  await hands.at('events')
  await hands.press('F9')
  await hands.at('signed-out')
  await hands.page.getByRole('list', { name: fr.people.recent }).waitFor()
  await expectCalm(hands.page)
})
