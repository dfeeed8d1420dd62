import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, typistAt, holdBest, photograph, type Typist, anyDeskSize } from './desk-typist.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

const parked = ({ page }: Typist) => page.getByRole('region', { name: fr.desk.parked })

const sizes = anyDeskSize('parking')

test.for(sizes.cases)(
  `sales are put aside and taken up again by key, each with its countdown ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const typist = await typistAt(openPage, await startKiosk(await startService(), { role: 'cashier' }), viewport)
    await atTheMatch(typist)
    await typist.press('F7')
    await typist.page.getByRole('alert').filter({ hasText: fr.desk.problems['nothing-parked']().title }).waitFor()
    await holdBest(typist, '2 nord')
    const first = await typist.panel.innerText()
    await typist.press('F6')
    await typist.at('seats')
    await expect.poll(() => parked(typist).getByRole('listitem').allInnerTexts()).toHaveLength(1)
    expect(await parked(typist).innerText()).toMatch(/2 places · Tribune Nord[^]*\d:\d\d/u)

    await typist.page.getByRole('application').waitFor()
    await holdBest(typist, '3 sud')
    await typist.press('Control+k')
    await typist.type('Mariama Bah 622 11 22 33 # revient à 18 h')
    await typist.press('Enter')
    await typist.at('payment')
    await typist.press('F6')
    await typist.at('seats')
    await expect.poll(() => parked(typist).getByRole('listitem').count()).toBe(2)
    await parked(typist).getByText('Mariama Bah 622112233 # revient à 18 h').waitFor()
    await photograph(typist.page, `parked-${viewport.width}`)
    await expectCalm(typist.page)

    // Two wait: which of them is asked, by number or by the arrows.
    await typist.press('F7')
    await typist.at('parked')
    await expectCalm(typist.page)
    await typist.type('7')
    await typist.press('Enter')
    await typist.page.getByRole('alert').waitFor()
    await typist.press('Escape')
    await typist.at('seats')
    await typist.press('F7')
    await typist.at('parked')
    await typist.type('1')
    await typist.press('Enter')
    await typist.at('payment')
    expect((await typist.panel.innerText()).replaceAll(/\d:\d\d/gu, '')).toBe(first.replaceAll(/\d:\d\d/gu, ''))
    await typist.press('Enter')
    await typist.page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()

    // One waits: the key alone takes it up.
    await typist.at('seats')
    await typist.press('F7')
    await typist.at('payment')
    expect(await typist.panel.innerText()).toContain(fr.desk.places(3))
    expect(await parked(typist).count()).toBe(0)
  },
)
