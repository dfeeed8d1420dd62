import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { RefusalReason } from '../../shared/domain/money/tender-traits.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { serveMachine } from '../support/served-machine.ts'
import {
  currencyOf,
  customerAt,
  decides,
  savedOrders,
  startPatientService,
  startProvider,
  writeLiveKiosk,
  type Driver,
} from './paying-customer.ts'
import { touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

interface Case {
  readonly driver: Driver
  readonly refuses: string
  readonly refused: RefusalReason
}

const cases: readonly Case[] = [
  { driver: 'stripe-terminal', refuses: 'refuse:insufficient_funds', refused: 'not-enough-money' },
  { driver: 'sumup', refuses: 'refuse', refused: 'declined' },
]

test.for(cases)('$driver: refused, called off on the screen, then paid', async ({ driver, refuses, refused }) => {
  const data = temporaryFolder()
  const provider = await startProvider(driver, [refuses, 'wait', 'approve'])
  writeLiveKiosk(data, await startPatientService(currencyOf(driver)), { card: provider })
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  const customer = customerAt(page)
  const asked = page.getByRole('heading', { level: 1, name: fr.card.device['present-card'].title })

  await touchToReview(page, 2)
  await customer.begins('card', provider)
  // A reader takes a moment to wake up: SumUp's does not show anything before.
  provider.pass(2_000)
  await asked.waitFor()
  await decides(provider, '', 'refuse')
  await page.getByText(fr.paying.refused[refused].title).waitFor()

  await customer.begins('card', provider)
  provider.pass(2_000)
  await asked.waitFor()
  await customer.touch(fr.card.cancel)
  await onScreen(page, 'review')

  await customer.begins('card', provider)
  provider.pass(2_000)
  await asked.waitFor()
  expect(savedOrders(data)).toHaveLength(0)
  await decides(provider, '', 'pay')
  await onScreen(page, 'done')
  expect(savedOrders(data)).toHaveLength(1)
  expect(secretsIn(join(data, 'live'), ['sk_test_simulator'])).toEqual([])
})

/** The files in which one of these texts stands. */
const secretsIn = (folder: string, texts: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)))
