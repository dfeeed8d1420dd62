import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import {
  customerAt,
  savedOrders,
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
const drivers: readonly Driver[] = ['djomy-link', 'djomy-push', 'orange-money', 'mtn-momo']

describe.skipIf(unavailable)('in the window of a live kiosk', () => {
  test.for(drivers)('a customer pays alone over %s', async (driver) => {
    const provider = await startProvider(driver, [])
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(), { 'orange-money': provider })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 2, 'click')
    await customerAt(page, 'click').pays('orange-money', provider)
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(2))
    expect(savedOrders(data)).toHaveLength(1)
  })
})
