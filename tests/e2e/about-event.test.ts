import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers, events, eventsView } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { toEvents, toParty } from '../support/kiosk-scenes.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const [told, ...others] = events

test('what the organiser says is read page by page, as text and nothing else', async () => {
  const page = await openPage(upright)
  const description = `<img src="x" onerror="document.title = 'taken'"> & ${'Un derby de plus. '.repeat(100)}Fin.`
  await openKiosk(page, {
    ...calmAnswers,
    listEvents: ok({ ...eventsView, events: [{ ...told!, description }, ...others] }),
  })
  await toParty(page)
  await page.getByRole('button', { name: fr.party.about }).click()
  const dialog = page.getByRole('dialog', { name: told!.title })
  const text = dialog.locator('[dir="auto"]')
  expect(await text.textContent()).toBe(description)
  expect(await page.locator('dialog img').count()).toBe(0)

  const endIsSeen = (): Promise<boolean> =>
    text.evaluate((element) => {
      const range = document.createRange()
      const { firstChild } = element
      if (!firstChild) throw new Error('no text')
      range.setStart(firstChild, (firstChild.textContent ?? '').length - 4)
      range.setEnd(firstChild, (firstChild.textContent ?? '').length)
      const [end, frame] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return end.left >= frame.left && end.right <= frame.right && end.bottom <= frame.bottom + 1
    })
  const more = dialog.getByRole('button', { name: fr.events.next })
  expect(await endIsSeen()).toBe(false)
  while ((await more.getAttribute('aria-disabled')) === 'false') await more.click()
  await expect.poll(endIsSeen).toBe(true)
  await dialog.getByRole('button', { name: fr.common.back }).click()
  await onScreen(page, 'party')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('an event that nothing is said about has no such button', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers)
  await toEvents(page)
  await page.getByRole('button', { name: events[1]!.homeTeam }).first().click()
  await onScreen(page, 'party')
  expect(await page.getByRole('button', { name: fr.party.about }).count()).toBe(0)
})
