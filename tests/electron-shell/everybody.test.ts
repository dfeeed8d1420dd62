import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { buyBySwitch } from '../e2e/by-switch.ts'
import { expectPrinted, soldInto, startService, title, writeSettings } from '../e2e/sale-machine.ts'
import { buyWheelchairPlace, expectWheelchairTickets } from '../e2e/wheelchair-sale.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { overheard } from './overheard.ts'

const program = useInstalledProgram()

describe.skipIf(unavailable)('in the Electron window everybody buys alone', () => {
  test('by a single switch', async () => {
    const service = await startService()
    const line = await overheard(service)
    const data = temporaryFolder()
    writeSettings(data, line.service, { keypad: 'one-switch' })
    const { page } = await launch(program.path(), electronArguments(data))
    await onScreen(page, 'attract')
    await page.clock.install()
    await page.reload()
    await onScreen(page, 'attract')
    await buyBySwitch(page, () => page.getByRole('main').getByRole('listitem').first().waitFor())
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(2))
    await expectPrinted(soldInto(data, service), line.ownerRef(), 2)
  })

  test('by pictures, with nothing read', async () => {
    const service = await startService()
    const line = await overheard(service)
    const data = temporaryFolder()
    writeSettings(data, line.service, {})
    const { page } = await launch(program.path(), electronArguments(data))
    const choices = page.locator('main button[aria-pressed]')
    const take = async (choice = choices.first()): Promise<void> => {
      await choice.click()
      await page.getByRole('button', { name: fr.pictures.take, exact: true }).click()
    }
    await page.getByRole('button', { name: fr.pictures.open }).click()
    await onScreen(page, 'events')
    await take()
    await onScreen(page, 'party')
    await take(choices.nth(1))
    await onScreen(page, 'offers')
    await take()
    await onScreen(page, 'review')
    await page.getByRole('button', { name: fr.pictures.take, exact: true }).click()
    await page.getByRole('heading', { name: fr.pictures.ways }).waitFor()
    await take(choices.filter({ has: page.getByText(fr.review.pay.card) }))
    await onScreen(page, 'done')
    await expectPrinted(soldInto(data, service), line.ownerRef(), 2)
  })

  test('a place for a wheelchair and a companion', async () => {
    const service = await startService()
    const line = await overheard(service)
    const data = temporaryFolder()
    writeSettings(data, line.service, {})
    const { page } = await launch(program.path(), electronArguments(data))
    await buyWheelchairPlace(page, 'click')
    await expectWheelchairTickets(soldInto(data, service), line.ownerRef())
  })
})
