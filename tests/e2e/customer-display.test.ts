import { expect, test } from 'vitest'
import { en } from '../../renderer/i18n/en.ts'
import { fr } from '../../renderer/i18n/fr.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, handsAt, holdBest } from './desk-hands.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

test.for([
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
])(
  "the customer's display shows seats, price, countdown and change, and nothing else ($width × $height)",
  async (viewport) => {
    const kiosk = await startKiosk(await startService(), { role: 'cashier' })
    const hands = await handsAt(openPage, kiosk, viewport)
    const display = await hands.page.context().newPage()
    await display.setViewportSize(viewport)
    await display.goto(`${new URL(kiosk.entryUrl).origin}/#display`)
    const at = (stage: string) => display.locator(`[data-display="${stage}"]`).waitFor()
    await display.getByRole('heading', { name: fr.display.welcome }).waitFor()
    await expectCalm(display)
    await hands.page.bringToFront()
    await atTheMatch(hands)
    await holdBest(hands, '2 nord')
    await at('review')
    await display.getByText(fr.desk.toPay).waitFor()
    expect(await display.locator('main').innerText()).toMatch(/Tribune Nord[^]*80.000.GNF[^]*80.000.GNF[^]*\d:\d\d/u)
    await expectCalm(display)

    await hands.press('Control+l')
    await display.getByText(en.desk.toPay).waitFor()
    await display.locator('html[lang="en"]').waitFor()

    await hands.press('F6')
    await display.getByRole('heading', { name: fr.display.welcome }).waitFor()
    await hands.at('seats')
    await hands.press('F7')
    await hands.at('payment')
    await at('review')
    await hands.type('100000')
    await hands.press('Enter')
    await display.getByText(en.display.change).waitFor()
    expect(await display.locator('main').innerText()).toMatch(/20.000.GNF/u)
    // It has no keys, and what it may ask for names nobody and no secret.
    expect(await display.getByRole('button').count()).toBe(0)
    expect(await display.getByRole('textbox').count()).toBe(0)
  },
)
