import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { need } from '../kiosk/machine.ts'
import { useBrowser } from '../support/browser.ts'
import { expectCalm, type Typist, handsAt, photograph, deskGlasses } from './desk-hands.ts'
import { deskWithPeople, journalled, type Colleague } from './desk-people.ts'

const { openPage } = useBrowser()

async function signIn(hands: Typist, { number, pin }: Colleague): Promise<void> {
  await hands.type(number)
  await hands.press('Enter')
  await hands.type(pin)
  await hands.press('Enter')
  await hands.at('events')
  await hands.type('2')
  await hands.press('Enter')
  await hands.at('seats')
  await hands.page.getByRole('application').waitFor()
}

async function sell(hands: Typist, count: number): Promise<void> {
  await hands.type(String(count))
  await hands.press('Enter')
  await hands.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await hands.press('Enter')
  await hands.at('payment')
  await hands.press('Enter')
  await hands.page.getByText(fr.desk.lastSale(fr.desk.places(count), '').split(',')[0] ?? '').waitFor()
}

const glasses = deskGlasses('files')

test.for(glasses.cases)(
  `a sale is found, printed again, refunded by two people, paid back and voided: $width × $height (${glasses.said})`,
  { timeout: 180_000 },
  async (viewport) => {
    const { kiosk, mariama, fatou } = await deskWithPeople()
    const hands = await handsAt(openPage, kiosk, viewport)
    const { page } = hands
    await signIn(hands, mariama)
    await sell(hands, 2)
    await sell(hands, 1)

    await hands.press('F12')
    await hands.at('files')
    const panel = page.getByRole('complementary', { name: fr.files.file })
    const found = page.getByRole('region', { name: fr.files.found }).getByRole('button')
    await expect.poll(() => found.count()).toBe(2)
    await panel.getByText(fr.files.told.PURCHASE_CONFIRMED).waitFor()
    await hands.press('ArrowDown')
    await expect.poll(() => panel.getByText(fr.files.paper(0, fr.files.papers.printed)).count()).toBe(2)
    await expectCalm(page)
    // By its seat alone.
    const seat = (await panel.locator('li b').first().innerText()).toLowerCase()
    await hands.type(seat)
    await hands.press('Enter')
    await expect.poll(() => found.count()).toBe(1)
    await panel.getByText(fr.files.paper(0, fr.files.papers.printed)).first().waitFor()

    await hands.press('F2')
    await hands.type('Papier déchiré')
    await expectCalm(page)
    await hands.press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: fr.files.copiesOut(2, 2) })
      .waitFor()
    expect(await panel.getByText(fr.files.paper(1, fr.files.papers.printed)).count()).toBe(2)

    await hands.press('F3')
    await page.getByRole('checkbox').first().uncheck()
    await page.getByRole('combobox', { name: fr.files.reason }).fill('Le client ne vient pas')
    const second = page.getByRole('group', { name: fr.files.second })
    const confirm = async (who: Colleague): Promise<void> => {
      await second.getByLabel(fr.people.number).fill(who.number)
      await second.getByLabel(fr.desk.pin).fill(who.pin)
      await hands.press('Enter')
    }
    await confirm(mariama)
    await page
      .getByRole('alert')
      .filter({ hasText: fr.problems['second-person']({ type: 'second-person', because: 'same-person' }).title })
      .waitFor()
    await expectCalm(page)
    await confirm(fatou)
    await page.getByRole('status').filter({ hasText: fr.files.slips.saved }).waitFor()
    await panel.getByText(fr.files.back.refund).first().waitFor()
    expect(readdirSync(join(kiosk.data, 'demo', 'slips'))).toHaveLength(1)
    await hands.press('F6')
    await page.getByText(fr.files.handOver).waitFor()
    await hands.press('Enter')
    await page.getByRole('status').filter({ hasText: fr.files.paid }).waitFor()
    await expectCalm(page)
    await hands.press('F7')
    await hands.type('Bordereau perdu')
    await expectCalm(page)
    await photograph(page, `slip-${viewport.width}`)
    await hands.press('Enter')
    await page.getByRole('status').filter({ hasText: fr.files.slips.saved }).waitFor()
    expect(
      readdirSync(join(kiosk.data, 'demo', 'slips')).filter((name) => name.endsWith('-duplicata-1.pdf')),
    ).toHaveLength(1)

    // The other sale is a mistake, whole.
    await page.getByRole('textbox', { name: fr.files.search }).fill('')
    await hands.press('Enter')
    await expect.poll(() => found.count()).toBe(2)
    await panel.getByText(fr.files.paper(0, fr.files.papers.printed)).waitFor()
    await hands.press('F4')
    await hands.type('Mauvais match')
    await confirm(fatou)
    await panel.getByText(fr.files.back.void).first().waitFor()
    // The whole sum is owed, and said to be so, until it is in the customer's hand.
    const [line = ''] = await found.allInnerTexts()
    expect(line).toContain('à rendre')
    await photograph(page, `owed-${viewport.width}`)
    await hands.press('F6')
    await page.getByText(fr.files.handOver).waitFor()
    await hands.press('Enter')
    await page.getByRole('status').filter({ hasText: fr.files.paid }).waitFor()
    await expect.poll(async () => (await found.allInnerTexts())[0]).toContain('rendus')
    await expectCalm(page)
    await hands.press('Escape')
    await hands.at('seats')

    expect(
      journalled(kiosk, 'COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'RETURN_PAID'),
    ).toEqual([
      'COPIES_ORDERED 7',
      'COPY_FINISHED 7',
      'COPY_FINISHED 7',
      'TICKETS_REFUNDED 7',
      'RETURN_PAID 7',
      'TICKETS_VOIDED 7',
      'RETURN_PAID 7',
    ])
    kiosk.shell.kill('SIGTERM')
    await kiosk.shell.ended
    const verified = need(await createLedgerKeeping(join(kiosk.data, 'demo'), undefined).verify())
    expect(verified).toMatchObject({ ok: true, findings: [] })
  },
)
