import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { databaseFile, startHub } from '../hub/hub.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, typistAt } from './desk-typist.ts'
import { startKiosk, startService, touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

/** Chromium's remarks about the headers of every page: they lock a page up as far as its scripts allow, in every browser. */
const aboutHeaders = [
  /Permissions-Policy header: Unrecognized feature: 'bluetooth'/u,
  /allow-scripts and allow-same-origin/u,
]

/** Collects the lines in the browser's console and the requests that failed. */
function listenTo(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (!aboutHeaders.some((remark) => remark.test(text))) heard.push(`${message.type()}: ${text}`)
  })
  page.on('requestfailed', (request) => heard.push(`failed: ${request.url()}`))
  page.on('response', (reply) => {
    if (reply.status() >= 400) heard.push(`${reply.status()}: ${reply.url()}`)
  })
  return heard
}

/** A browser asks for /favicon.ico, which is nowhere, unless the page names a picture that it can draw. */
async function expectIcon(page: Page): Promise<void> {
  const width = await page.evaluate(async () => {
    const icon = new Image()
    icon.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
    await icon.decode()
    return icon.naturalWidth
  })
  expect(width).toBe(32)
}

test('a kiosk that sells leaves the console empty and has an icon', async () => {
  const kiosk = await startKiosk(await startService())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  const heard = listenTo(page)
  await page.goto(kiosk.entryUrl)
  await touchToReview(page, 2)
  await expectIcon(page)
  expect(heard).toEqual([])
})

test("a desk and its customer's display leave the console empty and have an icon", async () => {
  const kiosk = await startKiosk(await startService(), { role: 'cashier' })
  const display = await openPage()
  const heard = listenTo(display)
  await display.goto(await kiosk.displayUrl())
  const heardAtDesk: string[][] = []
  const typist = await typistAt(
    async (options) => {
      const page = await openPage(options)
      heardAtDesk.push(listenTo(page))
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
  const heard = listenTo(page)
  await page.goto(`${hub.url}/fleet`)
  await page.locator('input[type=password]').waitFor()
  await expectIcon(page)
  expect(heard).toEqual([])
})
