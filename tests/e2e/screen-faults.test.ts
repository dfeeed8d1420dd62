import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LOG_FILE } from '../../electron/host/log.ts'
import { readStatus } from '../../electron/host/status-file.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { screenRestart } from '../../shared/i18n/fr/words.ts'
import { ok } from '../../shared/domain/result.ts'
import type { KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { useBrowser, useReusedPages } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { holdSeats, type SaleMachine, startKiosk, startService } from '../world/machine.ts'
import { onScreen, openKiosk, pushed } from '../world/page.ts'
import { calmAnswers, kioskInfo, sale } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import type { Scene } from '../world/scenes/ways.ts'

/** Event with a payload that no component can draw. */
const undrawable = { name: 'ways-changed', payload: { tenderNames: null } } as unknown as KioskEvent

const names =
  'attract|choosing|holding|review|card|cash|telephone, waiting|scan|confirming|printing|print problem|done|refund due|needs staff|come back|hold expired'
const shown = shareOf('faults of a screen', names.split('|'), 1)

const choosing: Scene = {
  screen: 'offers',
  answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: sale({ name: 'choosing', notice: null }) }) },
}

describe('a component that throws', () => {
  const { openPage } = useReusedPages()

  test.each(shown.cases)(
    `in the state "%s": the screen is back within 10 s, where it was (${shown.said})`,
    async (name) => {
      const { screen, answers } = name === 'choosing' ? choosing : scenes[name]!
      const page = await openPage()
      await openKiosk(page, { ...answers, reportScreenFault: ok({ reloadMs: 500 }) })
      await onScreen(page, screen)
      await backWithin10s(page, screen, () => pushed(page, undrawable))
    },
  )
})

async function backWithin10s(page: Page, screen: string, breakScreen: () => Promise<unknown>): Promise<void> {
  const reloaded = page.waitForEvent('load', { timeout: 10_000 })
  await breakScreen()
  await reloaded
  await onScreen(page, screen)
}

describe('a screen of a machine', () => {
  const { openPage } = useBrowser()

  const faultsOf = ({ data }: SaleMachine) =>
    readFileSync(join(data, LOG_FILE), 'utf8')
      .split('\n')
      .filter((line) => line.includes('screen.failed'))
      .map((line) => JSON.parse(line) as { readonly stack?: readonly string[] })

  function takeStream(): void {
    const Source = EventSource
    globalThis.EventSource = class extends Source {
      constructor(url: string | URL) {
        super(url)
        const sendEvent = (data: string) => this.dispatchEvent(new MessageEvent('message', { data }))
        Object.assign(window, { sendEvent })
      }
    }
  }

  const breakScreen = (page: Page): Promise<unknown> =>
    page.evaluate(`sendEvent(${JSON.stringify(JSON.stringify(undrawable))})`)

  test('of a kiosk is back where the sale is, and the third fault in a minute is an issue', async () => {
    const kiosk = await startKiosk(await startService())
    await holdSeats(kiosk, 2)
    const page = await openPage({ hasTouch: true })
    await page.addInitScript(takeStream)
    await page.goto(kiosk.entryUrl)
    await onScreen(page, 'review')
    await backWithin10s(page, 'review', () => breakScreen(page))
    expect(faultsOf(kiosk)).toMatchObject([{ side: 'seller', kind: 'render', error: 'TypeError' }])
    expect(faultsOf(kiosk)[0]?.stack?.join('\n')).toMatch(/^\S+ [\w-]+\.js:\d+:\d+$/mu)

    await page.getByRole('button', { name: fr.review.pay.cash }).tap()
    await onScreen(page, 'cash')
    await backWithin10s(page, 'cash', () => breakScreen(page))

    await breakScreen(page)
    await page.locator('[data-screen="restarting"]').waitFor()
    expect(await page.getByRole('main').innerText()).toContain(screenRestart.wait)
    await expect.poll(() => faultsOf(kiosk)).toHaveLength(3)
    const readiness = { sells: false, issues: [{ type: 'screen-failing', side: 'seller' }] }
    await expect.poll(() => readStatus(kiosk.data, Date.now())?.readiness).toEqual(readiness)
  })

  test('of a desk, and of its customer, is back after a reply that cannot be drawn', async () => {
    const desk = await startKiosk(await startService(), { role: 'cashier' })
    for (const [side, command, url, there] of [
      ['seller', 'getKiosk', desk.entryUrl, '[data-desk]'],
      ['customer', 'viewDisplay', await desk.displayUrl(), '[data-display]'],
    ] as const) {
      const page = await openPage()
      let isDrawable = false
      page.on('request', (request) => {
        if (request.url().endsWith('/api/reportScreenFault')) isDrawable = true
      })
      await page.route(`**/api/${command}`, async (route) => {
        if (isDrawable) return route.continue()
        const reply = (await (await route.fetch()).json()) as { readonly value: object }
        await route.fulfill({ json: { ...reply, value: { ...reply.value, tenderNames: null } } })
      })
      const reported = page.waitForRequest('**/api/reportScreenFault')
      await page.goto(url)
      await reported
      await page.locator(there).waitFor({ timeout: 10_000 })
      expect(faultsOf(desk).at(-1)).toMatchObject({ side, kind: 'render' })
    }
    expect(faultsOf(desk)).toHaveLength(2)
  })
})
