import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { onScreen } from '../world/page.ts'
import { expectPrinted, touchToParty, type Sold } from './sale-machine.ts'

/** A space with its companion's seat, from the poster to the tickets; each step says what it is. */
export async function buyWheelchairPlace(page: Page, how: 'tap' | 'click'): Promise<void> {
  await touchToParty(page, how)
  await page.getByRole('button', { name: fr.wheelchair.ask })[how]()
  await onScreen(page, 'offers')
  const offered = page.getByRole('main').getByRole('listitem').first()
  expect(await offered.innerText()).toContain(fr.seatNotes.stepFree)
  await offered.getByRole('button')[how]()
  await onScreen(page, 'review')
  const reviewed = await page.getByRole('main').innerText()
  for (const word of [fr.seatNotes.accessible, fr.seatNotes.companion, fr.seatNotes.stepFree])
    expect(reviewed).toContain(word)

  await page.getByRole('button', { name: fr.review.pay.card })[how]()
  await onScreen(page, 'done')
}

/** Two tickets, each of which says what it is, and the way without a step. */
export async function expectWheelchairTickets(sold: Sold, ownerRef: string): Promise<void> {
  await expectPrinted(sold, ownerRef, 2)
  const papers = (await sold.printed(sold.savedOrders()[0] ?? '')).map(({ text }) => text)
  expect(papers.filter((text) => text.includes(fr.seatNotes.accessible))).toHaveLength(1)
  expect(papers.filter((text) => text.includes(fr.seatNotes.companion))).toHaveLength(1)
  for (const text of papers) expect(text).toContain(fr.seatNotes.stepFree)
}
