import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { serveMachine } from '../support/served-machine.ts'
import {
  customerAt,
  savedOrders,
  startPatientService,
  startProvider,
  writeLiveKiosk,
  type Driver,
} from './paying-customer.ts'
import { touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

/** Where pictures go, to be looked at; undefined: nobody looks. */
const pictures = process.env['GUICHET_PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

interface Case {
  readonly driver: Driver
  /** What its customers do: one who goes away, one whose card is refused, one who pays. */
  readonly acts: readonly string[]
}

const cases: readonly Case[] = [
  { driver: 'adyen-local', acts: ['wait', 'refuse:Refusal/210 Not enough balance', 'approve'] },
]

test.for(cases)('$driver: stopped on the screen; refused; paid', async ({ driver, acts }) => {
  const data = temporaryFolder()
  const provider = await startProvider(driver, acts)
  writeLiveKiosk(data, await startPatientService(), { card: provider })
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  const customer = customerAt(page)

  await touchToReview(page, 1)
  await customer.begins('card', provider)
  await page.getByRole('heading', { name: fr.card.device['present-card'].title }).waitFor()
  await picture(page, `${driver}-waits`)
  await customer.touch(fr.card.cancel)
  await onScreen(page, 'review')
  await picture(page, `${driver}-stopped`)

  await customer.pays('card', provider)
  await page.getByText(fr.paying.refused['not-enough-money'].title).waitFor()
  await picture(page, `${driver}-refused`)

  await customer.pays('card', provider)
  await onScreen(page, 'done')
  await picture(page, `${driver}-done`)
  expect(savedOrders(data)).toHaveLength(1)
})
