import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { beginsWithNotes, startNoteDevice } from '../e2e/note-device.ts'
import {
  currencyOf,
  customerAt,
  savedOrders,
  startCardTerminal,
  startPatientService,
  startProvider,
  writeLiveKiosk,
  type Driver,
} from '../e2e/paying-customer.ts'
import { title, touchToReview } from '../e2e/sale-machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()
const drivers: readonly Driver[] = ['adyen-local', 'adyen-cloud', 'stripe-terminal', 'sumup']

describe.skipIf(unavailable)('in the window of a live kiosk, at a device beside it', () => {
  test.for(drivers)('a customer pays by card over %s', async (driver) => {
    const provider = await startProvider(driver, [])
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(currencyOf(driver)), { card: provider })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 2, 'click')
    await customerAt(page, 'click').pays('card', provider)
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(2))
    expect(savedOrders(data)).toHaveLength(1)
  })

  test('a customer pays by card over zvt', async () => {
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(), { card: await startCardTerminal([], 500) })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 2, 'click')
    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(1)
  })

  test('a customer pays in notes', async () => {
    const slot = await startNoteDevice()
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(), {}, { notes: { driver: 'ssp', device: slot.device } })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 1, 'click')
    await beginsWithNotes(page, 'click')
    for (const sum of ['20', '40', '60', '80']) {
      await slot.putsIn(20_000)
      await page
        .getByText(new RegExp(`^${sum}\\s000\\sGNF$`, 'u'))
        .first()
        .waitFor()
    }
    await slot.putsIn(20_000)
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(1)
  })
})
