import { expect, test } from 'vitest'
import { customerAt, paysInNotes, touchToReview } from '../e2e/customer.ts'
import { savedOrders, startPatientService, writeLiveKiosk } from '../world/machine.ts'
import { startNoteDevice, startProvider } from '../world/providers.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()

// Electron links BoringSSL instead of OpenSSL, so the ciphers of the two encrypted device protocols need a run of their own.
test.skipIf(unavailable)(
  'a live kiosk takes a card on an encrypted reader, then notes from an encrypted acceptor',
  async () => {
    const [reader, slot] = [await startProvider('adyen-local', []), await startNoteDevice()]
    const data = temporaryFolder()
    const notes = { driver: 'ssp', device: slot.device }
    writeLiveKiosk(data, await startPatientService(), { card: reader }, { notes })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 1, 'click')
    await customerAt(page, 'click').pays('card', reader)
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(1)
    await page.getByRole('button', { name: fr.done.finish }).first().click()
    await touchToReview(page, 1, 'click')
    await paysInNotes(page, slot, 'click')
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(2)
  },
)
