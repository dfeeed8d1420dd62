import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { SettingValues } from '../../shared/api/fleet/contract.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { need } from '../world/kiosk-fixture.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { Typist } from './desk-typist.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()

async function openDevice(settings: object) {
  const fleet = await startFleet()
  const hub = { hub: fleet.url, heartbeatSeconds: 1 }
  const own = { deviceId: 'gate-7', idleBeforeReloadSeconds: 1, fleet: hub, ...settings }
  const kiosk = await startKiosk(await startService(), own, await enrolled(fleet, own))
  const page = await openPage({ hasTouch: true })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const element = document.querySelector<HTMLElement>('[data-screen], [data-desk]')
      const screen = element?.dataset['screen'] ?? element?.dataset['desk']
      if (screen !== undefined && screen !== seen.at(-1)) seen.push(screen)
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-screen', 'data-desk'] })
  })
  await page.goto(kiosk.entryUrl)
  return {
    page,
    kiosk,
    seen: () => page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen),
    set: (values: SettingValues) => fleet.beside(({ desk }) => desk.set({ device: 'gate-7' }, values)),
    report: async () => (await fleet.devices())[0]?.settings,
  }
}

const theme = (page: Page) => page.locator('html').getAttribute('data-theme')

test('a kiosk whose poster nobody touches comes back with the settings of its hub; one with a list in sight does not', async () => {
  const { page, seen, set, report } = await openDevice({})
  await onScreen(page, 'attract')
  await page.getByRole('button', { name: fr.attract.all }).tap()
  await onScreen(page, 'events')
  need(await set({ language: 'en', theme: 'night' }))
  await expect.poll(report).toMatchObject({ running: 0, waits: 'attention' })
  const { filed = 0 } = (await report()) ?? {}
  expect(filed).toBeGreaterThan(0)
  expect(await seen()).not.toContain('out-of-service')

  await page.getByRole('button', { name: fr.events.back }).tap()
  await onScreen(page, 'attract')
  await page.locator('html[lang="en"]').waitFor()
  expect(await seen()).toEqual(expect.arrayContaining(['attract', 'events', 'out-of-service']))
  expect((await seen()).at(-1)).toBe('attract')
  expect(await theme(page)).toBe('night')
  await expect.poll(report).toMatchObject({ filed, running: filed, waits: null })
})

test('a desk waits for the cashier who signed in; its customers’ side comes back by itself', async () => {
  const { page, kiosk, seen, set, report } = await openDevice({ role: 'cashier' })
  const display = await openPage()
  await display.goto(await kiosk.displayUrl())
  await display.locator('html[data-theme="system"]').waitFor()
  const typist = new Typist(page)
  await typist.at('signed-out')
  await typist.enter(DEMO_PIN, 'events')
  need(await set({ theme: 'night' }))
  await expect.poll(report).toMatchObject({ running: 0, waits: 'attention' })
  // While a cashier is signed in, the settings are not applied, even after a second without a key press.
  const { filed = 0 } = (await report()) ?? {}
  expect(await seen()).not.toContain('lost')
  await typist.go('F9', 'signed-out')
  await page.locator('html[data-theme="night"]').waitFor()
  await typist.at('signed-out')
  expect(await seen()).toContain('lost')
  await display.locator('html[data-theme="night"]').waitFor()
  await expect.poll(report).toMatchObject({ filed, running: filed })
})
