import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { Typist } from '../e2e/desk-typist.ts'
import { firstOffer } from '../e2e/sale-machine.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { openCashPad } from '../support/kiosk-scenes.ts'
import { enterPin } from '../support/staff-scenes.ts'
import { people, type Machine } from './machine.ts'

/** A customer chooses a seat of that match at the kiosk, and staff take the cash. */
export async function sellAtKiosk(kiosk: Machine, match: string): Promise<void> {
  const { page } = kiosk
  const before = kiosk.printer.cutPieces()
  const touch = (name: string): Promise<void> => page.getByRole('button', { name }).first().tap()
  await onScreen(page, 'attract')
  await touch(fr.attract.touch)
  await onScreen(page, 'events')
  await touch(match)
  await onScreen(page, 'party')
  await touch(fr.common.places(1))
  await onScreen(page, 'offers')
  await firstOffer(page).tap()
  await onScreen(page, 'review')
  await touch(fr.review.pay.cash)
  await onScreen(page, 'cash')
  await openCashPad(page)
  await enterPin(page, people.machine)
  await touch(fr.cash.exact)
  await touch(fr.cash.take)
  await onScreen(page, 'done')
  await touch(fr.done.finish)
  await onScreen(page, 'attract')
  expect(kiosk.printer.cutPieces()).toBe(before + 1)
}

/** The supervisor at the desk's first screen. */
export async function signInAtDesk({ page }: Machine): Promise<void> {
  const typist = new Typist(page)
  await typist.at('signed-out')
  await typist.type(people.supervisor.number)
  await typist.press('Enter')
  await typist.type(people.supervisor.pin)
  await typist.press('Enter')
  await page.locator('[data-desk="float"], [data-desk="events"]').waitFor()
  if (await page.locator('[data-desk="float"]').isVisible()) await typist.press('Escape')
  await typist.at('events')
}

/** From wherever the cashier is; what was typed in vain before gives way. */
async function chooseAtDesk(typist: Typist, match: string): Promise<void> {
  await typist.press('F2')
  await typist.at('events')
  await typist.press('ControlOrMeta+A')
  await typist.type(match)
  await typist.press('Enter')
}

/** The match with that number in the list, whose access code this desk does not have. */
export async function chooseInVain({ page }: Machine, match: string): Promise<void> {
  await chooseAtDesk(new Typist(page), match)
  await page.getByRole('alert').waitFor()
}

/** The best seat of the match with that number in the list, for the exact sum. */
export async function sellAtDesk(desk: Machine, match: string): Promise<void> {
  const typist = new Typist(desk.page)
  const before = desk.printer.cutPieces()
  await chooseAtDesk(typist, match)
  await typist.at('seats')
  await typist.type('1')
  await typist.press('Enter')
  await desk.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await typist.press('Enter')
  await typist.at('payment')
  await typist.press('Enter')
  await expect.poll(desk.printer.cutPieces).toBe(before + 1)
  await typist.at('seats')
}

/** One customer after the other touches the poster, until one of them is told that the kiosk is out of service. */
export async function customersAsk({ page }: Machine): Promise<void> {
  const screen = (name: string): Locator => page.locator(`[data-screen="${name}"][data-settling="false"]`)
  const [poster, list, pause] = [screen('attract'), screen('events'), screen('out-of-service')]
  await expect
    .poll(
      async () => {
        // The kiosk may have found out by itself, since the last one went.
        await poster.or(pause).waitFor()
        if (await pause.isVisible()) return true
        await page.getByRole('button', { name: fr.attract.touch }).tap()
        await list.or(pause).waitFor()
        if (await pause.isVisible()) return true
        await page.getByRole('button', { name: fr.events.back }).tap()
        return false
      },
      { timeout: 90_000 },
    )
    .toBe(true)
}

/** In the office, on the page that the mend names. */
export async function typeCode({ page }: Machine, match: string, code: string): Promise<void> {
  await page.keyboard.press('F10')
  await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.access }).click()
  const row = page.getByRole('row').filter({ hasText: match })
  await row.getByRole('button').click()
  await page.getByLabel(new RegExp(match, 'u')).fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(match).waitFor()
  await page.keyboard.press('Escape')
}
