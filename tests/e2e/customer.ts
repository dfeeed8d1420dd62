import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { PRESET_COUNT } from '../../renderer/kiosk/state/steps.ts'
import type { DrivenTender } from '../../shared/domain/money/tender.ts'
import type { SeatProposal, VisitView } from '../../shared/api/kiosk/views.ts'
import { onScreen } from '../world/page.ts'
import { hasColour, scanQrCodes, type ScannedCode } from '../support/pdf.ts'
import { PIXELS_PER_MM, type ServiceTicket, type Sold } from '../world/machine.ts'
import { decides, type Decision, type NoteDevice, type Provider } from '../world/providers.ts'

export function listen(page: Page) {
  const replies = new Map<string, Promise<unknown>>()
  page.on('response', (response) => {
    const method = /\/api\/(startVisit|proposeSeats|refineProposals)$/u.exec(response.url())?.[1]
    if (!method) return
    // Closing the page discards unread replies.
    const reply = response.json().catch(() => undefined) as Promise<{ readonly value?: unknown } | undefined>
    if (method === 'proposeSeats') replies.delete('refineProposals')
    if (method !== 'refineProposals') replies.set(method, reply)
    else
      replies.set(
        method,
        reply.then((better) => (better?.value && replies.set('proposeSeats', reply), better)),
      )
  })
  async function last<T>(method: string): Promise<T> {
    const reply = (await replies.get(method)) as { readonly ok: boolean; readonly value: T } | undefined
    if (!reply?.ok) throw new Error(`${method} was answered with ${JSON.stringify(reply)}`)
    return reply.value
  }
  return {
    ownerRef: async () => (await last<VisitView>('startVisit')).session.ownerRef,
    /** Returns the offers of a desk, which do not change. */
    offers: () => last<readonly SeatProposal[]>('proposeSeats'),
    /** Returns the offers of a kiosk after its search for better offers, cheapest first. */
    lastOffers: async () => {
      await expect.poll(async () => replies.get('refineProposals')).toEqual({ ok: true, value: null })
      const offers = await last<readonly SeatProposal[]>('proposeSeats')
      return offers.toSorted((a, b) => a.total - b.total)
    },
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

export type Press = 'tap' | 'click'

/** Opens the first event from the attract screen. */
export async function touchEvent(page: Page, press: Press = 'tap'): Promise<void> {
  await onScreen(page, 'attract')
  await button(page, fr.attract.touch)[press]()
  await onScreen(page, 'offers')
}

/** Opens the offers of the first event for `count` seats. The kiosk presets two. */
export async function touchToOffers(page: Page, count: number, press: Press = 'tap'): Promise<void> {
  await touchEvent(page, press)
  if (count !== PRESET_COUNT) await button(page, fr.common.places(count))[press]()
  await offersOf(page, count)
}

/** Waits until the offers are for the given number of seats. Also called by benchmarks, which run without Vitest. */
export async function offersOf(page: Page, count: number): Promise<void> {
  const seats = 'main li:first-of-type button [data-code] > i'
  await page.waitForFunction(([path, wanted]) => document.querySelectorAll(path).length === wanted, [
    seats,
    count,
  ] as const)
}

export const firstOffer = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button').first()

export async function touchFirstOffer(page: Page, press: Press = 'tap'): Promise<void> {
  await firstOffer(page)[press]()
  await onScreen(page, 'review')
}

export async function touchToReview(page: Page, count: number, press: Press = 'tap'): Promise<void> {
  await touchToOffers(page, count, press)
  await touchFirstOffer(page, press)
}

async function touchDigits(page: Page, pad: string, digits: string, press: Press = 'tap'): Promise<void> {
  for (const digit of digits)
    await page.getByRole('group', { name: pad }).getByRole('button', { name: digit, exact: true })[press]()
}

export const title = async (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

/** Chromium's warnings about unrecognised security headers. The headers are the same for every browser. */
const aboutHeaders = [
  /Permissions-Policy header: Unrecognized feature: 'bluetooth'/u,
  /allow-scripts and allow-same-origin/u,
]

export function listenToConsole(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (!aboutHeaders.some((remark) => remark.test(text))) heard.push(`${message.type()}: ${text}`)
  })
  page.on('requestfailed', (request) => {
    // A reload aborts the event stream.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') heard.push(`failed: ${request.url()}`)
  })
  page.on('response', (reply) => {
    if (reply.status() >= 400) heard.push(`${reply.status()}: ${reply.url()}`)
  })
  return heard
}

/** Expects a valid icon. Without an icon, a browser requests /favicon.ico, which does not exist. */
export async function expectIcon(page: Page): Promise<void> {
  const width = await page.evaluate(async () => {
    const icon = new Image()
    icon.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
    await icon.decode()
    return icon.naturalWidth
  })
  expect(width).toBe(32)
}

/** Delays the next answer to a command until the returned function is called. `then` replaces the answer. */
export async function keepAnswer(page: Page, method: string, then?: unknown): Promise<() => Promise<void>> {
  await page.evaluate(
    ([kept, instead]) => {
      const { answers } = window.fakeKiosk
      const usual = answers[kept]
      answers[kept] = new Promise((resolve) => {
        window.addEventListener('answer-kept', () => resolve(instead ?? usual), { once: true })
      })
      window.addEventListener('answer-kept', () => (answers[kept] = usual), { once: true })
    },
    [method, then] as const,
  )
  // Waits two frames, after which the answer is applied and painted.
  return () =>
    page.evaluate(async () => {
      window.dispatchEvent(new Event('answer-kept'))
      await new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))
    })
}

export async function expectPrinted(kiosk: Sold, ownerRef: string, count: number): Promise<readonly ServiceTicket[]> {
  // A desk may still be printing while the next customer is served.
  await expect.poll(() => kiosk.savedOrders()).toHaveLength(1)
  const [order = ''] = kiosk.savedOrders()
  const pages = await kiosk.printed(order)
  const tickets = await kiosk.service.tickets(ownerRef)
  expect(pages).toHaveLength(count)
  expect(tickets).toHaveLength(count)
  for (const page of pages) {
    const ticket = tickets.find(({ qr_code }) => page.qrCodes.includes(qr_code))!
    expect(page.qrCodes).toEqual([ticket.qr_code])
    expect(ticket.status).toBe('SOLD')
    const { porte, secteur, rangee, numero_place, tribune, route } = ticket.place
    // Lines wrap on narrow paper, and the label before the name of the stand is in the customer's language.
    const text = page.text.replaceAll(/\s+/gu, ' ')
    const stand = tribune.nom.replace(/^Tribune /u, '')
    for (const words of [porte.nom, secteur, rangee, String(numero_place), stand, ...route])
      expect(text).toContain(words)
    expect(hasColour(page, tribune.couleur)).toBe(true)
  }
  expect(new Set(tickets.map(({ qr_code }) => qr_code)).size).toBe(count)
  return tickets
}

async function codeOn(page: Page): Promise<ScannedCode> {
  await page.getByText(fr.paying.scan.waiting).waitFor()
  const { width, height, data } = PNG.sync.read(await page.screenshot())
  const codes = await scanQrCodes({ width, height, data: Uint8ClampedArray.from(data) })
  expect(codes).toHaveLength(1)
  return codes[0]!
}

export function customerAt(page: Page, press: Press = 'tap') {
  const touch = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first()[press]()

  /** Starts a payment at the review. Returns the address in the QR code, or an empty text without a code. */
  async function begins(tender: DrivenTender, provider: Provider): Promise<string> {
    const { traits } = provider
    await onScreen(page, 'review')
    await touch(tender === 'card' ? fr.review.pay.card : fr.desk.tenders[tender])
    if (traits.payer === 'phone') {
      await touchDigits(page, fr.paying.telephone.number, '622123456', press)
      await touch(new RegExp(`^${fr.paying.telephone.ask('')}`, 'u'))
    }
    await onScreen(page, tender === 'card' ? 'card' : traits.shows === 'qr' ? 'scan' : 'telephone')
    if (tender === 'card') await expect.poll(() => provider.waits()).toBe(true)
    if (traits.shows !== 'qr') return ''
    const { text, width } = await codeOn(page)
    expect(text).toBe(provider.given())
    expect(width / PIXELS_PER_MM).toBeGreaterThanOrEqual(60)
    return text
  }

  return {
    touch,
    begins,
    async pays(tender: DrivenTender, provider: Provider, decision: Decision = 'pay'): Promise<void> {
      const address = await begins(tender, provider)
      await decides(provider, address, decision)
    },
  }
}

export async function beginsWithNotes(page: Page, press: Press): Promise<void> {
  await onScreen(page, 'review')
  await page.getByRole('button', { name: fr.review.pay.notes }).first()[press]()
  await onScreen(page, 'notes')
}

const NOTE = 20_000

export async function paysInNotes(page: Page, device: NoteDevice, press: Press): Promise<void> {
  await beginsWithNotes(page, press)
  const shown = page.getByText(fr.notes.missing, { exact: true }).locator('xpath=following-sibling::*')
  const missing = async (): Promise<number> => Number((await shown.innerText()).replaceAll(/\D/gu, ''))
  for (let left = await missing(); left > 0; left -= NOTE) {
    await expect.poll(missing).toBe(left)
    await device.putsIn(NOTE)
  }
}
