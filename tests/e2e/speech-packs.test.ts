import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SpeechFile } from '../../electron/kiosk/ports/ports.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { noticeText } from '../../renderer/i18n/notice-text.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import type { Part } from '../../shared/speech/compose.ts'
import { grammarOf } from '../../shared/speech/grammars.ts'
import type { SpeechManifest } from '../../shared/speech/manifest.ts'
import { keyOf, phrasesOf } from '../../shared/speech/tokens.ts'
import { RECORDED_RATE, wavOf } from '../../shared/speech/wav.ts'
import { useBrowser } from '../support/browser.ts'
import { asked, onScreen, openKiosk } from '../world/page.ts'
import { calmAnswers, type Answers } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { speaking, switchOn, toEvents } from '../world/scenes/ways.ts'
import { heardAfter, listen, type Heard } from '../world/sound.ts'
import { anyOf } from '../support/share.ts'
import { composerOf, makePack } from '../support/speech-pack.ts'
import { temporaryFolder } from '../shells/shell.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

async function openSpeaking(language: Language, answers: Answers, texts: readonly string[]) {
  const folder = temporaryFolder()
  const speech = await makePack(folder, language, texts)
  const manifest = join(folder, 'speech', language, 'manifest.json')
  const { clips } = JSON.parse(readFileSync(manifest, 'utf8')) as SpeechManifest
  const page = await openPage(upright)
  await page.addInitScript(listen)
  await openKiosk(page, speaking(answers, language, { speech: [language] }), '', speech)
  await switchOn(page, ['spoken'], createI18n(language).t)
  const soundOf = (text: string): readonly Part[] => composerOf(language)(text).parts
  const secondsOf = (part: Part): number => ('clip' in part ? (clips[part.clip]?.seconds ?? Number.NaN) : part.silence)
  return { page, soundOf, secondsOf }
}

/** Length of an Opus packet in seconds. A decoder trims less than one packet at the ends of a clip. */
const PACKET = 0.02

function expectSound(heard: readonly Heard[], parts: readonly Part[], secondsOf: (part: Part) => number): void {
  const clips = parts.filter((part) => 'clip' in part)
  expect(heard).toHaveLength(clips.length)
  let next = heard[0]?.at ?? Number.NaN
  let at = 0
  for (const part of parts) {
    const piece = heard[at]
    if ('silence' in part) next += part.silence
    else if (piece) {
      expect(Math.abs(piece.seconds - secondsOf(part))).toBeLessThan(PACKET)
      expect(Math.abs(piece.at - next)).toBeLessThan(0.001)
      next = piece.at + piece.seconds
      at += 1
    }
  }
}

const lengthOf = (parts: readonly Part[]): number => parts.filter((part) => 'clip' in part).length

const drawn = anyOf('pack', languages, 1)

test.each(drawn.cases)(
  `a pack says the screens, on a machine without a voice: %s: clips of the right length, end to end; the next screen ends them, and faster they are shorter (${drawn.said})`,
  async (language) => {
    const { t } = createI18n(language)
    const poster = `Guinée – Sénégal. ${t.attract.touch}.`
    const { page, soundOf, secondsOf } = await openSpeaking(language, calmAnswers, [poster, t.events.title])
    const [first, second] = [soundOf(poster), soundOf(t.events.title)]
    const said = await heardAfter(page, lengthOf(first))
    expectSound(said, first, secondsOf)
    await toEvents(page, t)
    const count = lengthOf(first) + lengthOf(second)
    const after = await heardAfter(page, count)
    expectSound(after.slice(lengthOf(first)), second, secondsOf)
    expect(after[lengthOf(first) - 1]?.stopped).toBe(true)
    // F7 raises the speed. F2 pressed twice reads the whole screen again.
    for (const key of ['F7', 'F2', 'F2']) await page.keyboard.press(key)
    const faster = second.filter((part) => 'clip' in part).map((part) => secondsOf(part) / 1.35)
    const isIt = ({ seconds }: Heard): boolean => faster.some((wanted) => Math.abs(seconds - wanted) < PACKET)
    await expect.poll(async () => (await heardAfter(page, 1)).slice(count).filter(isIt).length).toBeGreaterThan(0)
  },
)

test('a pack says the screens, on a machine without a voice: what is said after a screen waits for its end', async () => {
  const scene = scenes['payment refused']
  const i18n = createI18n('fr')
  const { t } = i18n
  const { title, body } = noticeText(i18n, { type: 'payment-refused', reason: 'declined', tender: 'card' }, 'none')
  const notice = `${title}. ${body}`
  const { page, soundOf, secondsOf } = await openSpeaking('fr', scene?.answers ?? {}, [t.review.title, notice])
  const [screen, after] = [soundOf(t.review.title), soundOf(notice)]
  const said = await heardAfter(page, lengthOf(screen) + lengthOf(after))
  expectSound(said.slice(0, lengthOf(screen)), screen, secondsOf)
  expectSound(said.slice(lengthOf(screen)), after, secondsOf)
  const last = said[lengthOf(screen) - 1]
  expect(said[lengthOf(screen)]?.at).toBeGreaterThanOrEqual((last?.at ?? 0) + (last?.seconds ?? 0))
  expect(said.filter(({ stopped }) => stopped)).toEqual([])
})

const { t } = createI18n('fr')

/** Length of every Susu clip in seconds. No French clip has this length, so it identifies the language. */
const SECONDS = 0.123

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

test('who reads none of the names finds theirs by ear and hears the sale in it; what is read stays French; nobody greets the next customer in it', async () => {
  const french = await makePack(temporaryFolder(), 'fr', [`Guinée – Sénégal. ${t.attract.touch}.`, t.events.title])
  const susu = susuPack([nameOf('sus'), t.attract.touch, ...phrasesOf(t.pictures.greeting), t.events.title])
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.addInitScript(listen)
  await page.clock.install()
  const answers = speaking(calmAnswers, 'fr', { languages, speech: ['fr', 'sus/venue'] })
  await openKiosk(page, answers, '', [...french, ...susu])
  const isSusu = ({ seconds }: { readonly seconds: number }): boolean => Math.abs(seconds - SECONDS) < 0.001
  const voices = async (count: number) => (await heardAfter(page, count)).map((piece) => (isSusu(piece) ? 'sus' : 'fr'))
  const speaker = page.getByRole('button', { name: t.attract.languages })
  await speaker.click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: t.tools.hear(nameOf('sus')) }).click()
  expect(await voices(2)).toEqual(['sus', 'sus'])
  expect(await menu.getByRole('button', { name: nameOf('fuf') }).count()).toBe(0)
  await menu.getByRole('button', { name: nameOf('sus'), exact: true }).click()
  // The team names have no Susu recordings, so the French recordings are used.
  expect((await voices(8)).slice(2)).toEqual(['sus', 'sus', 'sus', 'fr', 'fr', 'sus'])
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  await page.getByRole('button', { name: t.attract.all }).click()
  await onScreen(page, 'events')
  expect((await voices(9)).at(8)).toBe('sus')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(t.events.title)
  await page.getByRole('button', { name: 'Sénégal' }).click()
  await page.getByRole('button', { name: t.pictures.take }).click()
  await onScreen(page, 'offers')
  expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'fr' }])

  // The idle timeout starts only when no text is being spoken.
  await expect.poll(() => page.clock.runFor(61_000).then(() => speaker.isVisible())).toBe(true)
  await onScreen(page, 'attract')
  await page.getByRole('button', { name: t.access.title }).click()
  const aloud = page.getByRole('dialog').getByRole('button', { name: t.access.aid.spoken })
  expect(await aloud.getAttribute('aria-pressed')).toBe('false')
})
