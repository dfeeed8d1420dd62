import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { serveMachine } from '../support/served-machine.ts'
import { paysInNotes, startNoteDevice } from './note-device.ts'
import {
  currencyOf,
  customerAt,
  startCardTerminal,
  startPatientService,
  startProvider,
  threeBuy,
  writeLiveKiosk,
} from './paying-customer.ts'

const { openPage } = useBrowser()

async function openKiosk(data: string): Promise<Page> {
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  return page
}

const readers = ['adyen-local', 'adyen-cloud', 'stripe-terminal', 'sumup'] as const
const devices = shareOf('three customers', [...readers, 'zvt', 'ssp'] as const, 2)

describe(`one after the other, at ${devices.said}`, () => {
  test.for(devices.cases)('three customers pay at %s', async (device) => {
    const data = temporaryFolder()
    if (device === 'ssp') {
      const slot = await startNoteDevice()
      writeLiveKiosk(data, await startPatientService(), {}, { notes: { driver: 'ssp', device: slot.device } })
      const page = await openKiosk(data)
      return threeBuy(page, data, () => paysInNotes(page, slot, 'tap'))
    }
    if (device === 'zvt') {
      writeLiveKiosk(data, await startPatientService(), { card: await startCardTerminal([], 500) })
      const page = await openKiosk(data)
      return threeBuy(page, data, () => customerAt(page).touch(fr.review.pay.card))
    }
    const provider = await startProvider(device, [])
    writeLiveKiosk(data, await startPatientService(currencyOf(device)), { card: provider })
    const page = await openKiosk(data)
    return threeBuy(page, data, () => customerAt(page).pays('card', provider))
  })
})
