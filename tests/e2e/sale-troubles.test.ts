import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { journalled } from './desk-people.ts'
import { firstOffer, listen, title, touchFirstOffer, touchToOffers, touchToReview } from './customer.ts'
import { startKiosk, startKioskProgram, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const scripted = (script: readonly string[]): object => ({ simulatedTerminal: { thinkSeconds: 0, script } })

describe('a customer in trouble finds the way on', () => {
  test('a card that is refused: nothing was taken, the seats wait, the next card pays', async () => {
    const kiosk = await startKiosk(await startService(), scripted(['refuse']))
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 2)
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toContain(
      fr.problems['payment-refused']({ type: 'payment-refused', reason: '' }, fr.money.none).body,
    )
    await onScreen(page, 'review')
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    expect(await kiosk.service.tickets(await heard.ownerRef())).toHaveLength(2)
  })

  test('seats that were taken at another kiosk meanwhile: told so, and shown others at once', async () => {
    const service = await startService()
    const [here, there] = [await startKiosk(service), await startKiosk(service)]
    const [page, other] = [await openPage(upright), await openPage(upright)]
    const heard = listen(page)
    await page.goto(here.entryUrl)
    await other.goto(there.entryUrl)
    await touchToOffers(page, 3)
    await touchToReview(other, 3)
    const seatsOffered = async () => (await heard.lastOffers())[0]?.seats.map(({ seatId }) => seatId)
    const taken = await seatsOffered()
    await firstOffer(page).tap()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(/viennent d.être prises|vient d.être prise/u)
    await expect.poll(seatsOffered).not.toEqual(taken)
    await onScreen(page, 'offers')
    await touchFirstOffer(page)
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    const mine = await service.tickets(await heard.ownerRef())
    expect(mine).toHaveLength(3)

    await other.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(other, 'done')
  })

  test('a window that is reloaded in the middle of payment: the sale goes on under it', async () => {
    const kiosk = await startKiosk(await startService(), { simulatedTerminal: { thinkSeconds: 2 } })
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 2)
    const begun = page.waitForResponse(/\/api\/pay$/u)
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await begun
    await page.reload()
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(2))
    expect(await kiosk.service.tickets(await heard.ownerRef())).toHaveLength(2)
    expect(kiosk.savedOrders()).toHaveLength(1)
  })

  test('a second tab shows the same sale, and both see it end', async () => {
    const kiosk = await startKiosk(await startService())
    const page = await openPage(upright)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 1)
    const second = await page.context().newPage()
    await second.goto(kiosk.entryUrl)
    await onScreen(second, 'review')
    await second.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    await onScreen(second, 'done')
  })

  test('a customer who starts over leaves the seats to others', async () => {
    const service = await startService()
    const kiosk = await startKiosk(service)
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 2)
    const seatsOffered = async () => (await heard.lastOffers())[0]?.seats.map(({ seatId }) => seatId)
    const before = await seatsOffered()
    await page.getByRole('button', { name: fr.tools.startOver }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: fr.startOver.yes }).tap()
    await onScreen(page, 'events')
    await expect.poll(() => journalled(kiosk, 'RELEASED')).toHaveLength(1)
    await page.getByRole('button', { name: fr.events.back }).tap()
    await touchToOffers(page, 2)
    expect(await seatsOffered()).toEqual(before)
  })
})

describe('a machine in trouble recovers by itself', () => {
  test('the service goes away between the choice and the hold, and comes back', async () => {
    const data = temporaryFolder()
    const service = await startService(0, data)
    const kiosk = await startKiosk(service)
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToOffers(page, 2)
    await service.stop()
    await firstOffer(page).tap()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toContain(
      fr.problems['partner-unreachable']({ type: 'partner-unreachable' }, '').title,
    )

    await startService(Number(new URL(service.url).port), data)
    const kioskNow = (): Promise<unknown> =>
      page.evaluate(async () => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/getKiosk', { method: 'POST', headers, body: '{}' })).json() as Promise<unknown>
      })
    await expect.poll(kioskNow, { timeout: 60_000 }).toMatchObject({ value: { partner: { state: 'up' } } })
    const again = page.getByRole('button', { name: fr.common.retry })
    await again.or(firstOffer(page)).first().waitFor()
    if (await again.isVisible()) await again.tap()
    await touchFirstOffer(page)
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    expect(await kiosk.service.tickets(await heard.ownerRef())).toHaveLength(2)
  })

  test('the whole program is killed while the card is read: the next start settles the sale, the screen finds its way', async () => {
    const service = await startService()
    const kiosk = await startKioskProgram(service, { simulatedTerminal: { thinkSeconds: 30 } })
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToOffers(page, 1)
    const [offered] = await heard.lastOffers()
    await touchFirstOffer(page)
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'card')
    kiosk.shell.kill('SIGKILL')
    await kiosk.shell.ended
    await onScreen(page, 'out-of-service')
    const told = await page.getByRole('main').innerText()
    expect(told).toContain(fr.outOfService.restart)
    expect(told).toContain(fr.staff.ifStuck)

    const again = await startKioskProgram(service, {}, kiosk.data)
    await expect.poll(() => journalled(again, 'RELEASED')).toHaveLength(1)
    const fresh = await openPage(upright)
    const next = listen(fresh)
    await fresh.goto(again.entryUrl)
    await touchToOffers(fresh, 1)
    expect((await next.lastOffers())[0]?.seats).toEqual(offered?.seats)
    expect(await service.tickets(await heard.ownerRef())).toEqual([])
  })
})
