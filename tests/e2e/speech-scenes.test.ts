import { expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { languages, tongues } from '../../shared/domain/language.ts'
import { monthsAs } from '../../shared/speech/calendar.ts'
import { useReusedPages } from '../support/browser.ts'
import { kioskInfo } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes, speaking } from '../support/kiosk-scenes.ts'
import { amountOf, anyOf } from '../support/share.ts'
import { composerOf } from '../support/speech-pack.ts'

const { openPage } = useReusedPages()

/** Runs in the page: what is read there, piece by piece, and the names of what is drawn; other languages' greetings left out. */
function textsOnScreen(): readonly string[] {
  const { lang } = document.documentElement
  const isOwn = (element: Element | null): boolean =>
    (element?.closest('[lang]')?.getAttribute('lang') ?? lang) === lang
  const texts: string[] = []
  const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isOwn(node.parentElement)) texts.push(node.textContent ?? '')
  for (const named of document.querySelectorAll('#root [aria-label]'))
    if (isOwn(named)) texts.push(named.getAttribute('aria-label') ?? '')
  return texts
}

/** On the leaf of a calendar; nobody records them of a language that is only spoken: they are said in French there. */
const shortMonths = new Set(monthsAs('fr', 'short').map((month) => month.replace('.', '')))

/** Staff's own screens are never said. */
const customers = Object.entries(scenes).filter(([, { screen }]) => screen !== 'staff-desk')
/** Each in four languages. `guichet speech check` goes through the texts of the catalogues one by one. */
const shown = anyOf('said', customers, amountOf(36, 3))

test.each(shown.cases)(
  `a pack says every word of the catalogues on the screen: %s (${shown.said})`,
  async (scene, { screen, answers, act }) => {
    // What the partner or the venue calls its own may be spelled, and so may the languages.
    const named = JSON.stringify([answers, kioskInfo, tongues.map(nameOf)])
    const unsaid: Record<string, readonly string[]> = {}
    const page = await openPage({ viewport: { width: 1080, height: 1920 } })
    for (const language of languages) {
      await openKiosk(page, speaking(answers, language))
      await act?.(page, createI18n(language).t)
      await onScreen(page, screen)
      const texts = await page.evaluate(textsOnScreen)
      // One that is only spoken says what is read in French, but for what an attendant types.
      const isForBuyers = language === 'fr' && !scene.startsWith('cash, ')
      const heard = tongues.filter((tongue) => tongue === language || (tongue === 'sus' && isForBuyers))
      for (const [tongue, text] of heard.flatMap((tongue) => texts.map((text) => [tongue, text] as const))) {
        const { spelled, missing } = composerOf(tongue)(text)
        const words = [
          ...missing,
          ...spelled.filter((word) => !named.includes(word.replaceAll('’', "'")) && !named.includes(word)),
        ].filter((word) => tongue !== 'sus' || !shortMonths.has(word))
        if (words.length > 0) unsaid[`${tongue}: ${text}`] = words
      }
    }
    expect(unsaid).toEqual({})
  },
)
