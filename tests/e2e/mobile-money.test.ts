import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drivers } from '../../electron/payment/drivers.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { RefusalReason } from '../../shared/domain/money/tender-traits.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { shareOf } from '../support/share.ts'
import { serveMachine } from '../support/served-machine.ts'
import {
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
  /** Takes the money that it does not. */
  readonly other: Driver
  /** What the customer is told of a refusal; null: the page lets them try again, and the kiosk waits. */
  readonly refused: RefusalReason | null
  /** What somebody does who is asked on their telephone: walks away and pays late, pays, refuses. */
  readonly acts?: readonly string[]
}

const cases: readonly Case[] = [
  { driver: 'djomy-link', other: 'mtn-momo', refused: null },
  { driver: 'djomy-push', other: 'orange-money', refused: 'declined', acts: ['late', 'approve', 'refuse'] },
  { driver: 'orange-money', other: 'djomy-push', refused: 'declined' },
  {
    driver: 'mtn-momo',
    other: 'djomy-link',
    refused: 'not-enough-money',
    acts: ['late', 'approve', 'refuse:NOT_ENOUGH_FUNDS'],
  },
]

const share = shareOf('drivers', cases, 1)

/** On pages and telephones alike nobody decides but the customer. */
const byHand = ['wait', 'wait', 'wait']

async function startLiveKiosk({ driver, other, acts = byHand }: Case) {
  const data = temporaryFolder()
  const provider = await startProvider(driver, acts)
  const second = await startProvider(other, [])
  writeLiveKiosk(data, await startPatientService(), { 'orange-money': provider, 'mtn-momo': second })
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  return { data, provider, second, page, customer: customerAt(page) }
}

/** What they note before they go. */
async function collectionCode(page: Page): Promise<string> {
  await onScreen(page, 'come-back')
  const words = await page.getByRole('main').innerText()
  return /\b[2-9A-Z]{3} [2-9A-Z]{3}\b/u.exec(words)?.[0]?.replace(' ', '') ?? ''
}

test.for(share.cases)(
  `$driver: walked away; paid; refused, then paid otherwise; paid late and collected (${share.said})`,
  async (each) => {
    const { data, provider, second, page, customer } = await startLiveKiosk(each)
    const { touch } = customer
    expect(drivers[each.driver].traits.unattended).toBe(true)

    const typeCode = async (code: string): Promise<void> => {
      await touch(fr.collecting.open)
      await onScreen(page, 'code')
      for (const letter of code) await page.getByRole('button', { name: letter, exact: true }).tap()
    }
    const printed = async (orders: number): Promise<void> => {
      await onScreen(page, 'done')
      expect(savedOrders(data)).toHaveLength(orders)
      await touch(fr.done.finish)
      await onScreen(page, 'attract')
    }

    await touchToReview(page, 1)
    const left = await customer.begins('orange-money', provider)
    await touch(fr.paying.stop)
    const code = await collectionCode(page)
    await touch(fr.staff.finish)

    await touchToReview(page, 2)
    await customer.pays('orange-money', provider)
    await printed(1)

    await touchToReview(page, 1)
    await customer.pays('orange-money', provider, 'refuse')
    if (each.refused === null) await decides(provider, provider.given(), 'pay')
    else {
      await page.getByText(fr.paying.refused[each.refused].title).waitFor()
      await customer.pays('mtn-momo', second)
    }
    await printed(2)

    await decides(provider, left, 'pay', true)
    await typeCode(code)
    await printed(3)
    await typeCode(code)
    await page.getByRole('heading', { level: 1, name: fr.collecting.answer('printed', '').title }).waitFor()
  },
)
