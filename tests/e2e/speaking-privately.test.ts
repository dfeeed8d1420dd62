import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import type { Headphones, KioskInfo } from '../../shared/kiosk-api/views.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers, kioskInfo, type Answers } from '../support/fake-kiosk.ts'
import { asked, onScreen, openKiosk, pushed } from '../support/kiosk-page.ts'
import { scenes } from '../support/kiosk-scenes.ts'
import { french, installVoices, said } from '../support/voices.ts'
import { arrows, focused, press, settled, walkTo } from './by-keys.ts'

const { openPage } = useReusedPages()

/** A kiosk in this state, whose voice is the machine's. */
async function opened(answers: Answers, more: Partial<KioskInfo> = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 1080, height: 1920 } })
  await page.addInitScript(installVoices, [french])
  const { value } = (answers['getKiosk'] ?? ok(kioskInfo)) as { readonly value: KioskInfo }
  await openKiosk(page, { ...answers, getKiosk: ok({ ...value, ...more }) })
  return page
}

async function scene(name: string, more: Partial<KioskInfo> = {}): Promise<Page> {
  const { answers, act, screen } = scenes[name]!
  const page = await opened(answers, more)
  await act?.(page)
  await onScreen(page, screen)
  return page
}

const plug = (page: Page, payload: Headphones): Promise<void> => pushed(page, { name: 'headphones-changed', payload })

/** All that was said until that was. */
async function heardUntil(page: Page, wanted: RegExp): Promise<string> {
  let heard = ''
  await expect.poll(async () => (heard += ` ${(await said(page)).join(' ')}`)).toMatch(wanted)
  return heard
}

describe('headphones', () => {
  test('begin the voice when they go in, and end it when they come out; the sale waits', async () => {
    const page = await scene('review')
    expect(await said(page)).toEqual([])
    await plug(page, 'in')
    expect(await heardUntil(page, /Choix/u)).toContain(fr.speaking.greeting)
    await plug(page, 'out')
    await page.getByRole('alertdialog', { name: fr.speaking.unplugged.title }).waitFor()
    await said(page)
    await page.keyboard.press('ArrowDown')
    expect(await said(page)).toEqual([])
    await plug(page, 'in')
    const again = await heardUntil(page, /Choix/u)
    expect(again).toContain(fr.review.title)
    expect(again).not.toContain(fr.speaking.greeting)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await asked(page, 'abandonSale')).toEqual([])
  })

  test('that come out leave the choice to go on aloud', async () => {
    const page = await scene('review')
    await plug(page, 'in')
    await plug(page, 'out')
    await page.getByRole('alertdialog').waitFor()
    await press(page, arrows, fr.speaking.unplugged.loud)
    await heardUntil(page, new RegExp(fr.review.title, 'u'))
  })

  test('are told by the keys of a keypad with a jack of its own', async () => {
    const page = await opened(calmAnswers, { keypad: { plugged: ['F4'], unplugged: ['F5'] } })
    await page.keyboard.press('F4')
    await heardUntil(page, new RegExp(fr.speaking.press, 'u'))
    await page.keyboard.press('F5')
    await said(page)
    await page.keyboard.press('ArrowDown')
    expect(await said(page)).toEqual([])
  })
})

describe('what is private', () => {
  test('figures of a telephone are heard in headphones, and the number once it is whole', async () => {
    const page = await scene('telephone number', { headphones: 'in' })
    await settled(page)
    for (let erased = 0; erased < 9; erased++) await page.keyboard.press('Backspace')
    await said(page)
    await page.keyboard.type('622')
    expect(await heardUntil(page, /2 2$/u)).toMatch(/6 2 2$/u)
    await page.keyboard.type('584258')
    await heardUntil(page, /622 58 42 58/u)
  })

  test('the loudspeaker says how many there are, and none of them, not even one that a key walks over', async () => {
    const page = await scene('telephone number')
    await page.keyboard.press('F1')
    await settled(page)
    for (let erased = 0; erased < 9; erased++) await page.keyboard.press('Backspace')
    await page.keyboard.type('622584258')
    const heard = await heardUntil(page, /9 sur 9/u)
    expect(heard).not.toMatch(/622|584|\b58\b/u)
    expect(heard).toContain(fr.speaking.privateHere)
    await walkTo(page, { next: 'ArrowRight' }, '4')
    expect(await heardUntil(page, new RegExp(fr.speaking.hidden, 'u'))).not.toMatch(/\b4\b/u)
    expect(await focused(page)).toBe('4')
  })

  test('the reference is said when the customer asks for it, and not before', async () => {
    const page = await scene('refund due')
    const reference = await page.locator('dd[dir="ltr"]').innerText()
    await page.keyboard.press('F1')
    expect(await heardUntil(page, /Choix/u)).not.toContain(reference)
    await page.keyboard.press('F1')
    await press(page, arrows, new RegExp(fr.speaking.aloud.title, 'u'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await heardUntil(page, new RegExp(reference, 'u'))
  })

  test('a PIN is said to nobody', async () => {
    const page = await scene('cash, PIN', { headphones: 'in' })
    await said(page)
    for (let moves = 0; moves < 20; moves++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('1234')
    await page.keyboard.press('ArrowRight')
    expect((await said(page)).filter((text) => /^\d+$|chiffre/u.test(text))).toEqual([])
  })
})
