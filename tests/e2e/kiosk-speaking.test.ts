import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import type { Headphones, KioskInfo } from '../../shared/api/kiosk/views.ts'
import { useReusedPages } from '../support/browser.ts'
import { french, installVoices, said } from '../world/sound.ts'
import { asked, onScreen, openKiosk, pushed } from '../world/page.ts'
import { calmAnswers, kioskOf, type Answers } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { enterPin, switchOn, toEvents } from '../world/scenes/ways.ts'
import { arrows, focused, press, settled, walkTo } from './by-keys.ts'

const { aid, about } = fr.access

const { openPage } = useReusedPages()

async function opened(answers: Answers, more: Partial<KioskInfo> = {}, hasClock = false): Promise<Page> {
  const page = await openPage({
    viewport: { width: 1080, height: 1920 },
    hasTouch: true,
    ...(hasClock && { hasClock }),
  })
  await page.addInitScript(installVoices, [french])
  await openKiosk(page, { ...answers, getKiosk: ok({ ...kioskOf(answers), ...more }) })
  return page
}

async function scene(name: string, more: Partial<KioskInfo> = {}): Promise<Page> {
  const { answers, act, screen } = scenes[name]!
  const page = await opened(answers, more)
  await act?.(page)
  await onScreen(page, screen)
  return page
}

async function expectSaid(page: Page, texts: readonly (string | RegExp)[]): Promise<void> {
  const isIt = (one: string, wanted: string | RegExp): boolean =>
    wanted instanceof RegExp ? wanted.test(one) : one === wanted
  const left = [...texts]
  const unsaid = async (): Promise<typeof left> => {
    for (const one of await said(page)) if (left[0] !== undefined && isIt(one, left[0])) left.shift()
    return left
  }
  await expect.poll(unsaid).toEqual([])
}

async function heardUntil(page: Page, wanted: RegExp): Promise<string> {
  let heard = ''
  await expect.poll(async () => (heard += ` ${(await said(page)).join(' ')}`)).toMatch(wanted)
  return heard
}

test('read aloud: nothing is said until it is switched on; then each screen with what to do, and what keys come to', async () => {
  const page = await opened(calmAnswers)
  expect(await said(page)).toEqual([])
  await switchOn(page, ['spoken', 'contrast'])
  await expectSaid(page, [
    `${fr.access.title}. ${fr.access.lead}`,
    `Guinée – Sénégal. ${fr.attract.touch}.`,
    'samedi 15 mai, 16 h, Stade du 28-Septembre, Conakry.',
    `${fr.events.from('50 000 GNF')}.`,
    `${fr.attract.upcoming}.`,
  ])
  await toEvents(page)
  await expectSaid(page, [`${fr.events.title}. Stade du 28-Septembre, Conakry`])
  await page.keyboard.press('F1')
  await page.getByRole('dialog').waitFor()
  for (let moves = 0; moves < 2; moves++) await page.keyboard.press('ArrowDown')
  await expectSaid(page, [
    `${aid.largeText}, ${about.largeText}`,
    `${aid.contrast}, ${about.contrast}, ${fr.keys.chosen}`,
  ])
})

test('read aloud: a notice is said after the screen it stands on, and the end of the hold is warned of', async () => {
  const page = await opened(scenes['payment refused']!.answers, {}, true)
  await switchOn(page, ['spoken'])
  await expectSaid(page, [
    fr.review.title,
    new RegExp(`^${fr.paying.refused.declined.title}. ${fr.money.none}`, 'u'),
    new RegExp(fr.coupon.heldFor, 'u'),
  ])
  for (let minutes = 0; minutes < 6; minutes++) {
    await page.clock.fastForward(60_000)
    await page.keyboard.press('Shift')
  }
  await expectSaid(page, [fr.coupon.twoMinutes])
  for (let seconds = 0; seconds < 100; seconds += 10) await page.clock.fastForward(10_000)
  await expectSaid(page, [fr.coupon.oneMinute, fr.coupon.halfMinute])
})

test('reading aloud is not offered by a voice of another language, or one that would send the text away; nor a lower screen on a low glass', async () => {
  const voices = [
    { lang: 'de-DE', localService: true },
    { lang: 'fr-FR', localService: false },
  ]
  const page = await openPage({ viewport: { width: 1920, height: 1080 } })
  await page.addInitScript(installVoices, voices)
  await openKiosk(page, calmAnswers)
  await page.getByRole('button', { name: fr.access.title }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: aid.contrast }).isVisible()).toBe(true)
  for (const name of [aid.spoken, aid.lowReach]) expect(await dialog.getByRole('button', { name }).count()).toBe(0)
})

const plug = (page: Page, payload: Headphones): Promise<void> => pushed(page, { name: 'headphones-changed', payload })

test('headphones begin the voice when they go in, and end it when they come out, also by the keys of a keypad with a jack of its own; the sale waits, or goes on aloud', async () => {
  const page = await scene('review', { keypad: { plugged: ['F4'], unplugged: ['F5'] } })
  expect(await said(page)).toEqual([])
  await page.keyboard.press('F4')
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
  await page.keyboard.press('F5')
  await page.getByRole('alertdialog').waitFor()
  await said(page)
  await press(page, arrows, fr.speaking.unplugged.loud)
  await heardUntil(page, new RegExp(fr.review.title, 'u'))
})

test('what is private: figures of a telephone are heard in headphones, and the number once it is whole; the loudspeaker says how many there are, and none of them, not even one that a key walks over', async () => {
  const page = await scene('telephone number', { headphones: 'in' })
  await settled(page)
  for (let erased = 0; erased < 9; erased++) await page.keyboard.press('Backspace')
  await said(page)
  await page.keyboard.type('622')
  expect(await heardUntil(page, /2 2$/u)).toMatch(/6 2 2$/u)
  await page.keyboard.type('584258')
  await heardUntil(page, /622 58 42 58/u)

  await plug(page, 'out')
  await said(page)
  await press(page, arrows, fr.speaking.unplugged.loud)
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

test('what is private: the reference is said when the customer asks for it, and not before', async () => {
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

test.each(['over the loudspeaker', 'in headphones'])(
  'what is private: a PIN, typed, walked over or refused, is said to nobody, %s',
  async (where) => {
    const { answers } = scenes['cash, wrong PIN']!
    const inPrivate = where === 'in headphones'
    const page = await opened(answers, inPrivate ? { headphones: 'in' } : {})
    if (!inPrivate) await switchOn(page, ['spoken'])
    await page.getByRole('button', { name: fr.staff.enter }).click()
    for (let moves = 0; moves < 20; moves++) await page.keyboard.press('ArrowDown')
    const heard = [...(await said(page))]
    expect(heard).toContain('Retour')
    await enterPin(page, '1234')
    await page.getByRole('alert').waitFor()
    heard.push(...(await said(page)))
    await page.keyboard.press('ArrowRight')
    heard.push(...(await said(page)))
    expect(heard.filter((text) => /^\d+$|code|chiffre|\d{4}/iu.test(text))).toEqual([])
  },
)
