import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, handsAt, holdBest, type Typist, deskGlasses } from './desk-hands.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

const parked = ({ page }: Typist) => page.getByRole('region', { name: fr.desk.parked })

const glasses = deskGlasses('parking')

test.for(glasses.cases)(
  `sales are put aside and taken up again by key, each with its countdown ($width × $height, ${glasses.said})`,
  async (viewport) => {
    const hands = await handsAt(openPage, await startKiosk(await startService(), { role: 'cashier' }), viewport)
    await atTheMatch(hands)
    await hands.press('F7')
    await hands.page.getByRole('alert').filter({ hasText: fr.desk.problems['nothing-parked']().title }).waitFor()
    await holdBest(hands, '2 nord')
    const first = await hands.panel.innerText()
    await hands.press('F6')
    await hands.at('seats')
    await expect.poll(() => parked(hands).getByRole('listitem').allInnerTexts()).toHaveLength(1)
    expect(await parked(hands).innerText()).toMatch(/2 places · Tribune Nord[^]*\d:\d\d/u)

    await hands.page.getByRole('application').waitFor()
    await holdBest(hands, '3 sud')
    await hands.press('F6')
    await hands.at('seats')
    await expect.poll(() => parked(hands).getByRole('listitem').count()).toBe(2)
    await expectCalm(hands.page)

    // Two wait: which of them is asked, by number or by the arrows.
    await hands.press('F7')
    await hands.at('parked')
    await expectCalm(hands.page)
    await hands.type('7')
    await hands.press('Enter')
    await hands.page.getByRole('alert').waitFor()
    await hands.press('Escape')
    await hands.at('seats')
    await hands.press('F7')
    await hands.at('parked')
    await hands.type('1')
    await hands.press('Enter')
    await hands.at('payment')
    expect((await hands.panel.innerText()).replaceAll(/\d:\d\d/gu, '')).toBe(first.replaceAll(/\d:\d\d/gu, ''))
    await hands.press('Enter')
    await hands.page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()

    // One waits: the key alone takes it up.
    await hands.at('seats')
    await hands.press('F7')
    await hands.at('payment')
    expect(await hands.panel.innerText()).toContain(fr.desk.places(3))
    expect(await parked(hands).count()).toBe(0)
  },
)
