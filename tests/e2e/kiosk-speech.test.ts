import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { noticeText } from '../../renderer/i18n/notice-text.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { Part } from '../../shared/speech/compose.ts'
import type { SpeechManifest } from '../../shared/speech/manifest.ts'
import { useBrowser } from '../support/browser.ts'
import { calmAnswers } from '../support/fake-kiosk.ts'
import type { Answers } from '../support/fake-kiosk.ts'
import { openKiosk } from '../support/kiosk-page.ts'
import { scenes, speaking, switchOn, toEvents } from '../support/kiosk-scenes.ts'
import { heardAfter, listen, type Heard } from '../support/listening.ts'
import { composerOf, makePack } from '../support/speech-pack.ts'
import { temporaryFolder } from '../shells/shell.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

/** A kiosk on a machine without a voice, with a pack that has recorded these texts. */
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

/** Opus packets are 20 ms long; a decoder leaves out less at their ends. */
const PACKET = 0.02

/** Of the parts of a text, what is heard: the right lengths, end to end, with the silences between. */
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

async function secondScreen(page: Page, language: Language): Promise<void> {
  await toEvents(page, createI18n(language).t)
}

describe('a pack says the screens, on a machine without a voice', () => {
  test.each(['fr', 'en', 'pt', 'ar'] as const)(
    '%s: clips of the right length, end to end; the next screen ends them',
    async (language) => {
      const { t } = createI18n(language)
      const poster = `Guinée – Sénégal. ${t.attract.touch}.`
      const { page, soundOf, secondsOf } = await openSpeaking(language, calmAnswers, [poster, t.events.title])
      const [first, second] = [soundOf(poster), soundOf(t.events.title)]
      const said = await heardAfter(page, lengthOf(first))
      expectSound(said, first, secondsOf)
      await secondScreen(page, language)
      const after = await heardAfter(page, lengthOf(first) + lengthOf(second))
      expectSound(after.slice(lengthOf(first)), second, secondsOf)
      expect(after[lengthOf(first) - 1]?.stopped).toBe(true)
    },
  )

  test('what is said after a screen waits for its end', async () => {
    const scene = scenes['payment refused']
    const i18n = createI18n('fr')
    const { t } = i18n
    const { title, body } = noticeText(i18n, { type: 'payment-refused', reason: 'declined' }, 'none')
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

  test('faster, the same words are shorter', async () => {
    const { t } = createI18n('fr')
    const { page, soundOf, secondsOf } = await openSpeaking('fr', calmAnswers, [t.events.title])
    await secondScreen(page, 'fr')
    const parts = soundOf(t.events.title).filter((part) => 'clip' in part)
    await heardAfter(page, parts.length)
    // Twice again is the whole screen.
    for (const key of ['F7', 'F2', 'F2']) await page.keyboard.press(key)
    const faster = parts.map((part) => secondsOf(part) / 1.35)
    const isIt = ({ seconds }: Heard): boolean => faster.some((wanted) => Math.abs(seconds - wanted) < PACKET)
    await expect
      .poll(async () => (await heardAfter(page, 1)).slice(parts.length).filter(isIt).length)
      .toBeGreaterThan(0)
  })
})
