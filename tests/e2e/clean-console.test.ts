import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { databaseFile, startHub } from '../hub/hub.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, typistAt } from './desk-typist.ts'
import { expectIcon, listenToConsole } from './customer.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()

test("a desk and its customer's display leave the console empty and have an icon", async () => {
  const kiosk = await startKiosk(await startService(), { role: 'cashier' })
  const display = await openPage()
  const heard = listenToConsole(display)
  await display.goto(await kiosk.displayUrl())
  const heardAtDesk: string[][] = []
  const typist = await typistAt(
    async (options) => {
      const page = await openPage(options)
      heardAtDesk.push(listenToConsole(page))
      return page
    },
    kiosk,
    { width: 1366, height: 768 },
  )
  await atTheMatch(typist)
  await expectIcon(typist.page)
  await expectIcon(display)
  expect([heardAtDesk, heard]).toEqual([[[]], []])
})

test('the fleet page leaves the console empty, before somebody signs in too, and has an icon', async () => {
  const database = databaseFile()
  const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))
  const hub = await startHub({ database, fleetKeyFile: join(dirname(database), 'fleet-key.pem'), rendererDirectory })
  const page = await openPage()
  const heard = listenToConsole(page)
  await page.goto(`${hub.url}/fleet`)
  await page.locator('input[type=password]').waitFor()
  await expectIcon(page)
  expect(heard).toEqual([])
})
