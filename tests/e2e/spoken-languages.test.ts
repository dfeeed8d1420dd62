import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SpeechFile } from '../../electron/core/ports/speech-file.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { languages } from '../../shared/domain/language.ts'
import { grammarOf } from '../../shared/speech/grammars/grammars.ts'
import { keyOf, phrasesOf } from '../../shared/speech/tokens.ts'
import { RECORDED_RATE, wavOf } from '../../shared/speech/wav.ts'
import { useBrowser } from '../support/browser.ts'
import { calmAnswers } from '../support/fake-kiosk.ts'
import { asked, onScreen, openKiosk } from '../support/kiosk-page.ts'
import { speaking } from '../support/kiosk-scenes.ts'
import { heardAfter, listen } from '../support/listening.ts'
import { makePack } from '../support/speech-pack.ts'
import { temporaryFolder } from '../shells/shell.ts'

const { openPage } = useBrowser()
const { t } = createI18n('fr')

/** As long as no clip of the French pack: so it is told who spoke. */
const SECONDS = 0.123

/** A Susu pack that has recorded these texts. */
function susuPack(texts: readonly string[]): readonly SpeechFile[] {
  const folder = join(temporaryFolder(), 'sus')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.wav'), wavOf(new Float32Array(SECONDS * RECORDED_RATE).fill(0.1)))
  const clips = Object.fromEntries(texts.map((text) => [keyOf(text, grammarOf('sus')), { file: 'a.wav' }]))
  const voice = { synthetic: false, by: 'Fatou Camara' }
  const manifest = { format: 'guichet-speech/1', language: 'sus', voice, licence: 'CC0-1.0', clips }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return ['manifest.json', 'a.wav'].map((name) => ({ name: `sus/venue/${name}`, path: join(folder, name) }))
}

async function openWithSusu() {
  const french = await makePack(temporaryFolder(), 'fr', [`Guinée – Sénégal. ${t.attract.touch}.`, t.events.title])
  const susu = susuPack([nameOf('sus'), t.attract.touch, ...phrasesOf(t.pictures.greeting), t.events.title])
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.addInitScript(listen)
  await page.clock.install()
  const answers = speaking(calmAnswers, 'fr', { languages, speech: ['fr', 'sus/venue'] })
  await openKiosk(page, answers, '', [...french, ...susu])
  const isSusu = ({ seconds }: { readonly seconds: number }): boolean => Math.abs(seconds - SECONDS) < 0.001
  /** Who said each of so many pieces. */
  const voices = async (count: number) => (await heardAfter(page, count)).map((piece) => (isSusu(piece) ? 'sus' : 'fr'))
  const openMenu = () => page.getByRole('button', { name: nameOf('fr'), exact: true }).click()
  return { page, voices, openMenu }
}

test('who reads none of the names finds theirs by ear, and hears the sale in it; what is read stays French', async () => {
  const { page, voices, openMenu } = await openWithSusu()
  await openMenu()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: t.tools.hear(nameOf('sus')) }).click()
  expect(await voices(2)).toEqual(['sus', 'sus'])
  expect(await menu.getByRole('button', { name: nameOf('fuf') }).count()).toBe(0)
  await menu.getByRole('button', { name: nameOf('sus'), exact: true }).click()
  // First the three sentences about pictures. The names of the teams, which nobody recorded in Susu, are said in French.
  expect((await voices(8)).slice(2)).toEqual(['sus', 'sus', 'sus', 'fr', 'fr', 'sus'])
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  await page.getByRole('button', { name: t.attract.touch }).click()
  await onScreen(page, 'events')
  expect((await voices(9)).at(8)).toBe('sus')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(t.events.title)
  await page.getByRole('button', { name: 'Sénégal' }).click()
  await page.getByRole('button', { name: t.pictures.take }).click()
  await onScreen(page, 'party')
  expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'fr' }])
})

test('the next customer is greeted in the language of the kiosk, and nothing is said', async () => {
  const { page, openMenu } = await openWithSusu()
  await openMenu()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: nameOf('sus'), exact: true })
    .click()
  await page.getByRole('button', { name: nameOf('sus'), exact: true }).waitFor()
  // Nobody is sent away while something is still said: the quiet begins after it.
  const greeting = page.getByRole('button', { name: nameOf('fr'), exact: true })
  await expect
    .poll(async () => {
      await page.clock.runFor(61_000)
      return greeting.isVisible()
    })
    .toBe(true)
  await page.getByRole('button', { name: t.access.title }).click()
  const aloud = page.getByRole('dialog').getByRole('button', { name: t.access.aid.spoken })
  expect(await aloud.getAttribute('aria-pressed')).toBe('false')
})
