import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStaffList } from '../../electron/app/staff-list.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { need } from '../kiosk/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { openService, enterPin } from '../world/scenes/ways.ts'
import { serveMachine } from '../support/served-machine.ts'
import { beginsWithNotes, startNoteDevice } from './note-device.ts'
import { savedOrders, startPatientService, writeLiveKiosk } from './paying-customer.ts'
import { touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

/** Where pictures go, to be looked at; undefined: nobody looks. */
const pictures = process.env['GUICHET_PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `notes-${name}.png`) })
}

const MACHINE_PIN = '730516'

test('a customer pays in notes that are counted as they come; another stops, and has a slip for what is in; two people empty the box', async () => {
  const device = await startNoteDevice()
  const data = temporaryFolder()
  const notes = { driver: 'ssp', device: device.device }
  writeLiveKiosk(data, await startPatientService(), {}, { notes, staffPin: MACHINE_PIN })
  const people = openStaffList(join(data, 'live'))
  const cashier = { number: '12', ...need(await people.add({ number: '12', name: 'Aïssatou Bah', role: 'cashier' })) }
  const chief = { number: '90', ...need(await people.add({ number: '90', name: 'Fatou Camara', role: 'supervisor' })) }
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)

  await touchToReview(page, 1)
  await picture(page, 'review')
  await beginsWithNotes(page, 'tap')
  await picture(page, 'open')
  await device.putsIn(20_000)
  await page
    .getByText(/^20\s000\sGNF$/u)
    .first()
    .waitFor()
  await picture(page, 'one in')
  // One place costs 100,000 there. A note counts before the next one goes in.
  for (const sum of ['40', '60', '80']) {
    await device.putsIn(20_000)
    await page
      .getByText(new RegExp(`^${sum}\\s000\\sGNF$`, 'u'))
      .first()
      .waitFor()
  }
  await device.putsIn(20_000)
  await onScreen(page, 'done')
  await picture(page, 'done')
  expect(savedOrders(data)).toHaveLength(1)
  await page.getByRole('button', { name: fr.done.finish }).tap()

  await onScreen(page, 'attract')
  await touchToReview(page, 1)
  await beginsWithNotes(page, 'tap')
  await device.putsIn(20_000)
  await page.getByRole('button', { name: fr.notes.payRest }).tap()
  await onScreen(page, 'review')
  await picture(page, 'stopped')
  await page.getByRole('button', { name: fr.tools.startOver }).tap()
  await page.getByRole('button', { name: fr.startOver.yes }).tap()
  // What is in is told before anybody else may begin.
  await onScreen(page, 'ended')
  await page.getByRole('heading', { name: fr.paying.slip.back }).waitFor()
  await page.getByText(/20\s000\sGNF$/u).waitFor()
  await picture(page, 'left')
  await page.getByRole('button', { name: fr.paying.slip.finish }).tap()
  await onScreen(page, 'attract')

  await openService(page, fr, MACHINE_PIN)
  await page.getByRole('button', { name: fr.shift.noteBox.title }).tap()
  await page.getByText(fr.shift.noteBox.never).waitFor()
  await page.getByRole('button', { name: fr.shift.noteBox.open }).tap()
  await bothSay(page, cashier, chief)
  await page.getByText(fr.shift.noteBox.openLead).waitFor()
  await picture(page, 'box open')
  await page.getByRole('button', { name: fr.shift.count, exact: true }).tap()
  await page.getByRole('button', { name: '5', exact: true }).tap()
  await page.getByRole('button', { name: fr.shift.record }).tap()
  await bothSay(page, cashier, chief)
  // Six went in.
  const found = page.getByRole('status').filter({ hasText: /Au coffre-fort\s: 100\s000\sGNF/u })
  await found.filter({ hasText: /Manquant\s: 20\s000\sGNF/u }).waitFor()
  await picture(page, 'box emptied')
})

/** The first by number and PIN, then the one who confirms. */
async function bothSay(
  page: Page,
  ...two: readonly { readonly number: string; readonly pin: string }[]
): Promise<void> {
  const leads = [fr.shift.noteBox.first, fr.files.second]
  for (const [index, { number, pin }] of two.entries()) {
    await page.getByText(leads[index]!).waitFor()
    await page.getByText(fr.people.number, { exact: true }).waitFor()
    await enterPin(page, number)
    await page.getByText(fr.cash.pin, { exact: true }).waitFor()
    await enterPin(page, pin)
  }
}
