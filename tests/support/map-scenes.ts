import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { plannedAnswers } from './planned-visit.ts'

type Way = (page: Page, t?: Catalogue) => Promise<void>

/** The seat map where a plan is installed, as drawing and as list. */
export function mapScenes(toMap: Way) {
  const toSeats: Way = async (page, t = fr) => {
    await toMap(page, t)
    await page.getByRole('button', { name: t.map.asList, exact: true }).click()
    await page.getByRole('navigation').getByText(t.seatMap.section('S5'), { exact: true }).click()
    await page.locator('[data-look="available"]').nth(4).click()
  }
  const scene = (act: Way) => ({ screen: 'map', answers: plannedAnswers(), act })
  return {
    'planned map': scene(toMap),
    'planned section': scene(async (page, t = fr) => {
      await toSeats(page, t)
      await page.getByRole('button', { name: t.map.asMap, exact: true }).click()
      await page.getByRole('application').waitFor({ state: 'attached' })
    }),
    'planned list': scene(async (page, t = fr) => {
      await toMap(page, t)
      await page.getByRole('button', { name: t.map.asList, exact: true }).click()
    }),
    'planned list of seats': scene(toSeats),
  }
}
