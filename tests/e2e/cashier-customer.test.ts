import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, handsAt, holdBest, deskGlasses } from './desk-hands.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

const glasses = deskGlasses('customer')

test.for(glasses.cases)(
  `a customer gives name and number by key, and is found by it ($width × $height, ${glasses.said})`,
  async (viewport) => {
    const hands = await handsAt(openPage, await startKiosk(await startService(), { role: 'cashier' }), viewport)
    const { page } = hands
    await atTheMatch(hands)
    await holdBest(hands, '2 nord')
    await hands.press('Control+k')
    await hands.at('customer')
    await expectCalm(page)
    await hands.type('Mariama Bah 4111 1111 1111 1111')
    await hands.press('Enter')
    await page.getByRole('alert').filter({ hasText: fr.desk.problems['card-number']().title }).waitFor()
    await hands.type('Mariama Bah 622 11 22 33')
    await hands.press('Enter')
    await hands.at('payment')
    await hands.panel.getByText('Mariama Bah 622112233').waitFor()
    await expectCalm(page)

    // The line begins with what is noted; Escape leaves it so.
    await hands.press('Control+k')
    await hands.at('customer')
    expect(await hands.line.inputValue()).toBe('Mariama Bah 622112233')
    await hands.press('Escape')
    await hands.at('payment')
    await hands.panel.getByText('Mariama Bah 622112233').waitFor()

    // A locked desk shows nobody's number; whoever takes it over asks for it.
    await hands.press('F9')
    await hands.at('signed-out')
    expect(await page.content()).not.toContain('622112233')
    await hands.type(DEMO_PIN)
    await hands.press('Enter')
    await hands.at('payment')
    await hands.panel.getByText(fr.desk.customer.noted).waitFor()

    await hands.press('Enter')
    await page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()
    await hands.press('F12')
    await hands.at('files')
    await hands.type('+224 622 11 22 33')
    await hands.press('Enter')
    const file = page.getByRole('complementary', { name: fr.files.file })
    await file.getByText('Mariama Bah 622112233').waitFor()
    await file.getByText(fr.files.told.CUSTOMER_NOTED).waitFor()
    await expectCalm(page)
  },
)
