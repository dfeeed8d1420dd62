import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { servePaymentSimulator } from '../../electron/app/payment-simulator.ts'
import { openStaffList } from '../../electron/app/staff-list.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { need } from '../kiosk/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { signIn } from './desk-people.ts'
import { expectCalm, typistAt } from './desk-typist.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()
const words = fr.office.providersPart

/** A desk whose mobile money a provider takes, and its technician. */
async function desk(clientSecret: string) {
  const served = { name: 'djomy', acts: [], times: {}, host: '127.0.0.1', port: 0, currency: 'GNF' } as const
  const provider = await servePaymentSimulator(served)
  onTestFinished(() => provider.close())
  const data = temporaryFolder()
  const technician = { number: '91', name: 'Sékou Camara' }
  const { pin } = need(await openStaffList(join(data, 'demo')).add({ ...technician, role: 'technician' }))
  const secretFile = join(data, 'djomy-secret')
  writeFileSync(secretFile, clientSecret, { mode: 0o600 })
  const djomy = { driver: 'djomy-push', baseUrl: provider.url, clientId: 'simulator', method: 'OM' }
  const payments = { 'orange-money': { ...djomy, clientSecret: { secretFile } } }
  const kiosk = await startKiosk(await startService(), { role: 'cashier', payments }, data)
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  await signIn(typist, { ...technician, pin })
  await typist.press('F10')
  const { page } = typist
  await page.getByRole('button', { name: fr.office.pages.machine, exact: true }).click()
  const part = page.getByRole('region', { name: words.title })
  await part.getByRole('button', { name: fr.payment.tryIt }).click()
  return { kiosk, page, part }
}

test('the office asks each provider whether it lets the machine in, and names who takes which money', async () => {
  const { page, part } = await desk('simulator')
  await part.getByText(words.fine).waitFor()
  expect(await part.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    expect.stringMatching(/^Orange Money\s+djomy-push · http:\/\/127/u),
  ])
  await expectCalm(page)
})

test('a secret that the provider does not take is renewed by the technician from the office', async () => {
  const { page, part } = await desk('renewed-since')
  await part.getByText(words.failed).waitFor()
  expect(await part.locator('[data-outcome="failed"]').count()).toBe(1)
  await part.getByRole('button', { name: words.renew }).click()
  await part.getByText(words.stops).waitFor()
  await expectCalm(page)
  await part.getByRole('button', { name: fr.setup.again.way }).click()
  await page.getByText(fr.setup.welcome.again).waitFor()
})
