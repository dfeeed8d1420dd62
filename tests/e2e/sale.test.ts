import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { likelyAmounts } from '../../shared/domain/money/cash.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { readPdf, readQrCodes } from '../support/pdf.ts'
import {
  expectPrinted,
  listen,
  speakEnglish,
  startKiosk,
  startKioskProgram,
  startService,
  startServiceProgram,
  title,
  touchDigits,
  touchFirstOffer,
  touchToOffers,
  touchToReview,
} from './sale-machine.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true, reducedMotion: 'no-preference' as const }

describe('at the touch of a finger', () => {
  test('mobile money of the demo is paid by a code that nobody has to scan, and that says so', async () => {
    const kiosk = await startKiosk(await startService())
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 2)
    await page.getByRole('button', { name: fr.paying.with(fr.desk.tenders['orange-money']) }).tap()
    await onScreen(page, 'scan')
    await page.getByText(fr.paying.scan.simulated).waitFor()
    await onScreen(page, 'done')
    await expectPrinted(kiosk, await heard.ownerRef(), 2)
  })

  test('three neighbouring seats are bought by card, and come out as three tickets that the gate can read', async () => {
    const kiosk = await startKioskProgram(await startServiceProgram())
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    expect(page.url()).not.toContain('token')
    await touchToOffers(page, 3)
    const [offer] = await heard.lastOffers()
    expect(offer?.groups).toBe(1)
    await touchFirstOffer(page)

    const shown = await page.getByRole('main').innerText()
    for (const { place } of offer?.seats ?? []) {
      for (const words of [place.sector, place.row, String(place.seatNumber)]) expect(shown).toContain(words)
    }
    expect(shown).toContain(formatMoney(offer?.total ?? 0, 'GNF', 'fr'))
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(3))

    const tickets = await expectPrinted(kiosk, await heard.ownerRef(), 3)
    expect(tickets.map(({ place }) => place.place).toSorted()).toEqual(
      offer?.seats.map(({ place }) => place.seatCode).toSorted(),
    )
    expect(new Set(tickets.map(({ place }) => `${place.secteur} ${place.rangee}`)).size).toBe(1)

    await page.getByRole('button', { name: fr.done.finish }).tap()
    await onScreen(page, 'attract')
  })

  test('the demo shows each ticket as a picture that a gate can read, and opens the PDF at one touch', async () => {
    const kiosk = await startKiosk(await startService())
    const page = await openPage(upright)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 2)
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    const [order = ''] = kiosk.savedOrders()
    const printed = (await kiosk.printed(order)).map(({ qrCodes: [code] }) => code)
    const shown: string[] = []
    for (const ticket of [1, 2]) {
      const picture = page.getByRole('img', { name: new RegExp(`^Billet ${ticket} sur 2 `, 'u') })
      await picture.waitFor()
      const [, png = ''] = ((await picture.getAttribute('src')) ?? '').split(',')
      const { width, height, data } = PNG.sync.read(Buffer.from(png, 'base64'))
      shown.push(...(await readQrCodes({ width, height, data: new Uint8ClampedArray(data) })))
      if (ticket === 1) await page.getByRole('button', { name: fr.events.next }).tap()
    }
    expect(shown).toEqual(printed)

    const link = page.getByRole('link', { name: fr.done.openTickets })
    await Promise.all([page.context().waitForEvent('page'), link.tap()])
    // Chromium without a window has no viewer for the new tab: its address is asked for by itself.
    const document = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
    const bytes = await document.body()
    expect((await readPdf(new Uint8Array(bytes))).flatMap(({ qrCodes }) => qrCodes)).toEqual(printed)
    await onScreen(page, 'done')
  })

  test('two seats are paid in cash at a counter, with change', async () => {
    const kiosk = await startKiosk(await startService())
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToOffers(page, 2)
    const due = (await heard.lastOffers())[0]?.total ?? 0
    await touchFirstOffer(page)
    await page.getByRole('button', { name: fr.review.pay.cash }).tap()
    await onScreen(page, 'cash')
    await page.getByRole('button', { name: fr.staff.enter }).tap()
    await touchDigits(page, fr.cash.pin, '0000')
    await page.getByRole('button', { name: fr.cash.next }).tap()
    expect(await page.getByRole('alert').innerText()).toContain(
      fr.problems['wrong-pin']({ type: 'wrong-pin' }, '').title,
    )

    await touchDigits(page, fr.cash.pin, DEMO_PIN)
    await page.getByRole('button', { name: fr.cash.next }).tap()
    // A sum that was offered is not the beginning of the one that is typed.
    const [near = 0] = likelyAmounts(due, 'GNF')
    await page.getByRole('button', { name: formatMoney(near, 'GNF', 'fr') }).tap()
    const given = due + 5000
    await touchDigits(page, fr.cash.received, String(given))
    await page.getByRole('button', { name: fr.cash.take }).tap()
    await onScreen(page, 'done')
    expect(await page.getByRole('main').innerText()).toContain(formatMoney(given - due, 'GNF', 'fr'))
    await expectPrinted(kiosk, await heard.ownerRef(), 2)
  })

  test('English is English to the paper', async () => {
    const kiosk = await startKiosk(await startService(), { tickets: { paper: 'roll-80' } })
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToReview(page, 1)
    await page.getByRole('button', { name: 'Français' }).tap()
    await speakEnglish(page)
    await page.getByRole('button', { name: 'Pay by card' }).tap()
    await onScreen(page, 'done')
    await expectPrinted(kiosk, await heard.ownerRef(), 1)
    const [ticket] = await kiosk.printed(kiosk.savedOrders()[0] ?? '')
    expect(ticket?.text).toMatch(/Row/u)
    expect(ticket?.widthMm).toBeCloseTo(80, 0)
  })
})

describe('by the map', () => {
  test('the list of a section’s seats is as good as the drawing: two seats side by side', async () => {
    const kiosk = await startKiosk(await startService())
    const page = await openPage(upright)
    const heard = listen(page)
    await page.goto(kiosk.entryUrl)
    await touchToOffers(page, 2)
    await page.getByRole('button', { name: fr.offers.openMap }).tap()
    await onScreen(page, 'map')
    await page.getByRole('button', { name: fr.map.asList }).tap()
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /places$/u })
      .first()
      .tap()
    const seats = page.getByRole('list', { name: /Places du rang/u }).getByRole('button')
    await seats
      .and(page.getByRole('button', { name: /GNF/u }))
      .first()
      .tap()
    const pressed = seats.and(page.locator('[aria-pressed="true"]'))
    await expect.poll(() => pressed.count()).toBe(2)
    const chosen = await pressed.allTextContents()
    await page.getByRole('button', { name: fr.map.take(2) }).tap()
    await onScreen(page, 'review')
    await page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(page, 'done')
    const tickets = await expectPrinted(kiosk, await heard.ownerRef(), 2)
    const numbers = tickets.map(({ place }) => String(place.numero_place))
    expect(new Set(numbers)).toEqual(new Set(chosen))
  })
})
