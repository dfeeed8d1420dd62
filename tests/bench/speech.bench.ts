import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { languages } from '../../shared/domain/language.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { openKiosk } from '../world/page.ts'
import { calmAnswers } from '../world/scenes/answers.ts'
import { speaking, switchOn, toEvents } from '../world/scenes/ways.ts'
import { heardAfter, listen } from '../world/sound.ts'
import { composerOf, makePack } from '../support/speech-pack.ts'
import { atMost, inMs, quantile, type Watch } from './harness.ts'

/** Maximum milliseconds from the touch until the first word of the next screen is audible. */
const MAX_MS = 150
const MAX_BYTES = 12_000_000
const packs = fileURLToPath(new URL('../../resources/speech', import.meta.url))

export const suite: Watch = {
  title: 'from the touch to the first word of the next screen, and the size of the packs',
  async watch(once) {
    const times = await touchesToSound(once ? 1 : 15)
    const sizes = languages.flatMap(sizeOf)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const touch = atMost(`touch to sound, median of ${times.length}`, quantile(times, 0.5), MAX_MS, inMs)
    const size = atMost('four packs', total, MAX_BYTES, (bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
    const whole = sizes.length === languages.length
    return {
      lines: [
        `Touch to sound, the longest: ${Math.round(Math.max(...times))} ms.`,
        ...(whole ? [] : ['The packs are not all there: npm run speech.']),
      ],
      figures: whole ? [touch, size] : [touch],
    }
  },
}

function sizeOf(language: string): readonly number[] {
  try {
    return [['clips.opus', 'manifest.json'].reduce((sum, file) => sum + statSync(join(packs, language, file)).size, 0)]
  } catch {
    return []
  }
}

/** Returns the milliseconds from each touch to the sound, each on a new page whose first screen has been spoken. */
async function touchesToSound(touches: number): Promise<readonly number[]> {
  const { t } = createI18n('fr')
  const folder = await mkdtemp(join(tmpdir(), 'guichet-speech-'))
  const browser = await launchChromium()
  try {
    const poster = `Guinée – Sénégal. ${t.attract.touch}.`
    const { length: before } = composerOf('fr')(poster).parts.filter((part) => 'clip' in part)
    const speech = await makePack(folder, 'fr', [poster, t.events.title])
    const times: number[] = []
    for (let touch = 0; touch < touches; touch += 1) {
      const page = await browser.newPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
      await page.addInitScript(listen)
      await openKiosk(page, speaking(calmAnswers, 'fr', { speech: ['fr'] }), '', speech)
      await switchOn(page, ['spoken'])
      await heardAfter(page, before)
      await page.evaluate(() =>
        addEventListener('click', ({ timeStamp: at }) => Object.assign(window, { touchedAt: at }), { capture: true }),
      )
      await toEvents(page)
      const heard = await heardAfter(page, before + 1)
      const touched = await page.evaluate(() => (window as unknown as { touchedAt: number }).touchedAt)
      times.push((heard[before]?.soundsAt ?? Number.NaN) - touched)
      await page.close()
    }
    return times
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}
