import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { KioskInfo } from '../../shared/api/kiosk/views.ts'
import { ok } from '../../shared/domain/result.ts'
import { useKioskPages } from '../support/browser.ts'
import { cutOff } from '../world/looks.ts'
import { asked, onScreen } from '../world/page.ts'
import { kioskInfo, review, sale, saleId } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { press, speaking } from '../world/scenes/ways.ts'

const glasses = { upright: { width: 1080, height: 1920 }, wide: { width: 1920, height: 1080 } }
const { open } = useKioskPages({ viewport: glasses.upright })

/** Pixels per millimetre of a typical 32-inch kiosk display. */
const usual = { pixelsPerMillimetre: 2.75 }

async function openScene(name: string, info: Partial<KioskInfo>): Promise<Page> {
  const { screen, answers, act } = scenes[name]!
  const page = await open(speaking(answers, 'fr', info))
  await act?.(page)
  await onScreen(page, screen)
  await page.evaluate(() => document.fonts.ready)
  return page
}

test('tickets on a telephone instead of paper: the code is larger than the letter of the gate, and above it', async () => {
  const page = await openScene('done, tickets on a phone', usual)
  for (const glass of ['upright', 'wide'] as const) {
    await page.setViewportSize(glasses[glass])
    const code = (await page.getByRole('img', { name: fr.done.telephone.title }).boundingBox())!
    const gate = (await page.locator('main li').first().getByText('4', { exact: true }).boundingBox())!
    expect(code.width, glass).toBeGreaterThanOrEqual(540)
    expect(code.width * code.height, glass).toBeGreaterThan(gate.width * gate.height)
    if (glass === 'upright') expect(code.y, glass).toBeLessThan(gate.y)
    expect(await page.evaluate(cutOff), glass).toEqual([])
  }
})

test('the bar of the hold differs from its track in every theme', async () => {
  for (const theme of ['day', 'night', 'contrast'] as const) {
    const page = await openScene('review', { ...usual, theme })
    const [track = 0, ink = 0] = await page.locator('main i[style*="--share"]').evaluate((bar) => {
      const { backgroundColor, color } = getComputedStyle(bar)
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!
      return [backgroundColor, color].map((each) => {
        pen.fillStyle = each
        pen.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
        return red + green + blue
      })
    })
    expect(Math.abs(track - ink), theme).toBeGreaterThan(200)
  }
})

test('an order that costs nothing offers the page on the telephone where a payment would', async () => {
  const stage = { ...review, tendersOffered: ['free'] as const }
  const held = { ...sale(stage), amount: 0, telephone: { address: null } }
  const chosen = { ...held, telephone: { address: null, chosen: true } }
  const { answers } = scenes['review']!
  const page = await open({ ...answers, getKiosk: ok({ ...kioskInfo, sale: held }), choosePage: ok(chosen) })
  await page.getByRole('button', { name: fr.collecting.ready.print }).waitFor()
  await press(page, fr.done.telephone.choose)
  await page.getByRole('button', { name: fr.done.telephone.choose, pressed: true }).waitFor()
  await page.getByRole('button', { name: fr.done.telephone.get }).waitFor()
  expect(await asked(page, 'choosePage')).toEqual([{ saleId, onTelephone: true }])
})
