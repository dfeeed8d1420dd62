import { describe, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { paysInNotes, startNoteDevice } from '../e2e/note-device.ts'
import {
  currencyOf,
  customerAt,
  startCardTerminal,
  startPatientService,
  startProvider,
  threeBuy,
  writeLiveKiosk,
  type Driver,
} from '../e2e/paying-customer.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()
const drivers: readonly Driver[] = ['adyen-local', 'adyen-cloud', 'stripe-terminal', 'sumup']

describe.skipIf(unavailable)('in the window of a live kiosk, at a device beside it', () => {
  test.for(drivers)('three customers pay by card over %s', async (driver) => {
    const provider = await startProvider(driver, [])
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(currencyOf(driver)), { card: provider })
    const { page } = await launch(program.path(), electronArguments(data))
    await threeBuy(page, data, () => customerAt(page, 'click').pays('card', provider), 'click')
  })

  test('three customers pay by card over zvt', async () => {
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(), { card: await startCardTerminal([], 500) })
    const { page } = await launch(program.path(), electronArguments(data))
    await threeBuy(page, data, () => customerAt(page, 'click').touch(fr.review.pay.card), 'click')
  })

  test('three customers pay in notes', async () => {
    const slot = await startNoteDevice()
    const data = temporaryFolder()
    writeLiveKiosk(data, await startPatientService(), {}, { notes: { driver: 'ssp', device: slot.device } })
    const { page } = await launch(program.path(), electronArguments(data))
    await threeBuy(page, data, () => paysInNotes(page, slot, 'click'), 'click')
  })
})
