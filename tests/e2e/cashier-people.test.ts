import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { askAs } from './setup-user.ts'
import { typeUnshifted } from './by-keys.ts'
import { type Colleague, deskWithPeople, journalled, secondSigns, signIn } from './desk-people.ts'
import { alert, chooseMatch, deskSizes, expectCalm, holdBest, type Typist } from './desk-typist.ts'

const { openPage } = useBrowser()

/** Signs in another cashier at the same desk, which ends the sign-in of any open desk page. */
const takeDesk = (page: Page, { number, pin }: Colleague): Promise<unknown> =>
  askAs({ page }, 'signIn', { staff: number, pin })

async function dueAt({ page }: Typist): Promise<string> {
  const sums = page.getByRole('region', { name: fr.desk.tenders.cash }).getByRole('button')
  return (await sums.first().locator('b').innerText()).replaceAll(/\D/gu, '')
}

/**
 * Runs in the page. Delays server events from the event `news-held` until the event `news-told`, then paints them one
 * by one.
 */
function newsInHand(): void {
  let held: (() => void)[] | null = null
  const tellNext = (): void => {
    const [next, ...later] = held ?? []
    held = next ? later : null
    if (!next) return void dispatchEvent(new Event('news-over'))
    next()
    requestAnimationFrame(() => requestAnimationFrame(tellNext))
  }
  addEventListener('news-held', () => (held = []))
  addEventListener('news-told', tellNext)
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url)
      this.addEventListener('message', (event) => {
        if (!held || !event.isTrusted) return
        event.stopImmediatePropagation()
        held.push(() => void this.dispatchEvent(new MessageEvent('message', { data: String(event.data) })))
      })
    }
  }
}

test('no PIN is in the page after the sign-in; who is out signs in again and finds all that was typed, also when the news of the sale come after the reply', async () => {
  const openHeld = async (options: BrowserContextOptions): Promise<Page> => {
    const opened = await openPage(options)
    await opened.addInitScript(newsInHand)
    return opened
  }
  const { kiosk, typist, page, mariama, alpha } = await deskWithPeople(openHeld)
  const { line } = typist
  await signIn(typist, mariama)
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.postData() ?? ''))
  await chooseMatch(typist)
  await holdBest(typist, '1')
  expect(sent.filter((body) => body.includes(mariama.pin))).toEqual([])
  const due = await dueAt(typist)
  await takeDesk(page, alpha)
  await page.evaluate(() => dispatchEvent(new Event('news-held')))
  // The payment is cancelled first, so that the sale returns to the state that it had while the cashier was typing.
  const back = page.waitForResponse('**/api/cancelPayment')
  await typist.enter(due, 'signed-out')
  await back
  await alert(typist, fr.problems['signed-out']({} as never, '').title)
  await expectCalm(page)
  await typist.enter(mariama.pin, 'payment')
  await expect.poll(() => line.inputValue()).toBe(due)
  await page.evaluate(
    () =>
      new Promise((over) => {
        addEventListener('news-over', over)
        dispatchEvent(new Event('news-told'))
      }),
  )
  expect(await line.inputValue()).toBe(due)
  await typist.go('Enter', 'seats')

  await typist.go('F12', 'files')
  await page.getByRole('button', { name: fr.files.acts.reprint }).waitFor()
  await typist.press('F2')
  await typist.type('imprimante vide')
  await takeDesk(page, alpha)
  await typist.go('Enter', 'signed-out')
  await typist.enter(mariama.pin, 'files')
  await expect.poll(() => page.getByLabel(fr.files.reason).inputValue()).toBe('imprimante vide')
  expect(journalled(kiosk, 'TENDER_APPROVED')).toEqual(['TENDER_APPROVED 7'])
})

const sizes = deskSizes('sign-in')

test.for(sizes.cases)(
  `people sign in by number and PIN, hand the desk over in the middle of a sale, and are locked out one by one; a desk nobody touches locks itself ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const { kiosk, typist, page, mariama, alpha } = await deskWithPeople(openPage, { lockAfterMinutes: 2 }, viewport)
    let tries = 0
    page.on('request', (request) => void (tries += Number(request.url().endsWith('/api/signIn'))))
    await page.clock.install()
    await expectCalm(page)
    const number = page.getByLabel(fr.people.number)
    await typeUnshifted(page, '1234567')
    expect(await number.inputValue()).toBe('123456')
    await number.press('ControlOrMeta+a')
    await typeUnshifted(page, mariama.number)
    await typist.press('Enter')
    await typeUnshifted(page, mariama.pin)
    await typist.go('Enter', 'events')
    await page.getByText(`7 · Mariama Bah · ${fr.people.roles.cashier}`).waitFor()
    // The real running time of the test is added, so the simulated times are far from the limit of two minutes.
    await page.clock.fastForward(70_000)
    await page.mouse.move(200, 200)
    await page.clock.fastForward(70_000)
    await typist.at('events')
    await page.clock.fastForward(60_000)
    await typist.at('signed-out')
    await page.getByRole('list', { name: fr.people.recent }).waitFor()
    await expectCalm(page)

    // Typing another staff number at a locked desk does not count as a failed PIN of the previous cashier.
    tries = 0
    await signIn(typist, alpha)
    await page.getByText(`8 · ${alpha.name}`).waitFor()
    expect(tries).toBe(1)
    await typist.go('F9', 'signed-out')
    await typist.enter(alpha.pin, 'events')
    await chooseMatch(typist)
    await holdBest(typist, '1')
    await typist.go('F9', 'signed-out')
    // No cashier is signed in, so a key must not release the seats.
    await typist.press('Escape')
    await typist.press('F8', 'ArrowDown', 'ArrowDown')
    await typist.enter(mariama.pin, 'payment')
    await typist.go('Enter', 'seats')
    const rows = 'SIGNED_IN 7, SIGNED_OUT 7, SIGNED_IN 8, SIGNED_OUT 8, SIGNED_IN 8, SIGNED_OUT 8, SIGNED_IN 7'
    const codes = ['SIGNED_IN', 'SIGNED_OUT', 'TENDER_APPROVED']
    expect(journalled(kiosk, ...codes).join(', ')).toBe(`${rows}, TENDER_APPROVED 7`)

    await typist.go('F8', 'signed-out')
    const wrong = { ...mariama, pin: mariama.pin === '000000' ? '000001' : '000000' }
    await typist.enter(wrong.number)
    await typist.enter(wrong.pin)
    for (const title of [fr.problems['wrong-pin'], fr.problems['wrong-pin'], fr.problems['pin-locked']]) {
      await page.getByRole('alert').waitFor()
      await typist.type(wrong.pin)
      const answered = page.waitForResponse(/\/api\/signIn$/u)
      await typist.press('Enter')
      await answered
      await alert(typist, title({ type: 'pin-locked', seconds: 15 } as never, '').title)
    }
    expect(journalled(kiosk, 'PIN_LOCKED')).toEqual(['PIN_LOCKED -'])
    await secondSigns(page.locator('main'), alpha)
    await typist.go('Enter', 'seats')
  },
)
