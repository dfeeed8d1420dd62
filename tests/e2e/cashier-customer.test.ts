import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, typistAt, holdBest, anyDeskSize, photograph } from './desk-typist.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

const sizes = anyDeskSize('customer')

test.for(sizes.cases)(
  `a customer gives name and number by key, and is found by it ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const typist = await typistAt(openPage, await startKiosk(await startService(), { role: 'cashier' }), viewport)
    const { page } = typist
    await atTheMatch(typist)
    await holdBest(typist, '2 nord')
    await typist.press('Control+k')
    await typist.at('customer')
    await expectCalm(page)
    await typist.type('Mariama Bah 4111 1111 1111 1111')
    await typist.press('Enter')
    await page.getByRole('alert').filter({ hasText: fr.desk.problems['card-number']().title }).waitFor()
    await typist.type('Mariama Bah 622 11 22 33 # revient à 18 h')
    await typist.press('Enter')
    await typist.at('payment')
    await typist.panel.getByText('Mariama Bah 622112233 # revient à 18 h').waitFor()
    await expectCalm(page)

    // The line begins with what is noted; Escape leaves it so.
    await typist.press('Control+k')
    await typist.at('customer')
    expect(await typist.line.inputValue()).toBe('Mariama Bah 622112233 # revient à 18 h')
    await typist.press('Escape')
    await typist.at('payment')
    await typist.panel.getByText('Mariama Bah 622112233').waitFor()

    // A locked desk shows nobody's number; the cashier who takes it over asks for it.
    await typist.press('F9')
    await typist.at('signed-out')
    expect(await page.content()).not.toContain('622112233')
    await typist.type(DEMO_PIN)
    await typist.press('Enter')
    await typist.at('payment')
    await typist.panel.getByText(fr.desk.customer.noted).waitFor()

    await typist.press('Enter')
    await page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()
    await typist.press('F12')
    await typist.at('files')
    await typist.type('+224 622 11 22 33')
    await typist.press('Enter')
    const file = page.getByRole('complementary', { name: fr.files.file })
    await file.getByText('Mariama Bah 622112233 # revient à 18 h').waitFor()
    await typist.type('mari ba')
    await typist.press('Enter')
    await file.getByText('Mariama Bah 622112233').waitFor()
    await photograph(page, `found-by-name-${viewport.width}`)
    await file.getByText(fr.files.told.CUSTOMER_NOTED).waitFor()
    await expectCalm(page)
  },
)
