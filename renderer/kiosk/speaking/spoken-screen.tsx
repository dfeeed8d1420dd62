import { useEffect, useEffectEvent } from 'react'
import type { Sayings } from '../../components/speech/sayings.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { controlsIn, headingOf, partOf } from '../keys/controls.ts'
import { useKioskState } from '../state/kiosk-context.tsx'
import { hearsPrivately } from '../state/kiosk-state.ts'
import { inSentences, nameOf, readScreen, type ReadLine } from './read-screen.ts'

/** What comes up bit by bit is read once it is there. */
const SETTLED_MS = 120

/** Where what was chosen is gone through once more: with its coupon. */
const withCoupon: readonly (string | undefined)[] = ['review', 'done']

/** Says what stands on the screen and is not to be pressed: all of it when it comes up, and then what is new there. */
export function SpokenScreen({ sayings }: { sayings: Sayings }) {
  const { t } = useI18n()
  const state = useKioskState()
  const privately = hearsPrivately(state)
  const { byKeys } = state
  const choicesOf = useEffectEvent((count: number, ways: readonly string[]) => {
    if (count > 0) return byKeys ? [t.speaking.choices(count)] : []
    return ways.length > 0 ? [t.speaking.ways(ways.join(', '))] : []
  })
  const read = useEffectEvent((scope: Element) => readScreen({ scope, privately, whole: false }))
  useEffect(() => {
    let before = { screen: '', waits: false, heading: '', lines: [] as readonly ReadLine[], choices: 0 }
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      const scope = document.querySelector<HTMLElement>('[data-screen]')
      const main = scope?.querySelector('main')
      // What lies over it is said by itself.
      if (!scope || !main || document.querySelector('dialog[open]')) return
      const controls = controlsIn(scope)
      const now = {
        screen: scope.dataset['screen'] ?? '',
        waits: scope.querySelector('main :is([data-waiting], [inert])') !== null,
        heading: headingOf(scope)?.textContent ?? '',
        lines: scope.dataset['screen'] === 'staff-desk' ? [] : read(main),
        choices: controls.filter((control) => partOf(control) === 'content' && !control.matches('[data-reads]')).length,
      }
      const ways = controls.filter((control) => partOf(control) === 'stub' && control.ariaDisabled !== 'true')
      const { lines, choices } = now
      const texts = new Set(before.lines.map(({ text }) => text))
      const isOther = now.screen !== before.screen
      const isTurned = now.heading !== before.heading
      const fresh = isOther
        ? lines.filter(({ coupon }) => !coupon || withCoupon.includes(now.screen))
        : lines.filter(({ text, counts, coupon }) => !texts.has(text) && !counts && !(isTurned && coupon))
      const canChoose = isOther || isTurned || before.waits || (before.choices === 0 && choices > 0)
      const counted = canChoose && !now.waits ? choicesOf(choices, ways.map(nameOf)) : []
      before = now
      for (const text of [...inSentences(withLabels(fresh, lines)), ...counted]) sayings.say('fact', text)
    }
    const changed = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(look, SETTLED_MS)
    })
    changed.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-screen', 'hidden', 'inert', 'open'],
    })
    timer = setTimeout(look, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      changed.disconnect()
    }
  }, [sayings])
  return null
}

/** A value that changed is said with what it is the value of. */
function withLabels(fresh: readonly ReadLine[], lines: readonly ReadLine[]): readonly ReadLine[] {
  const items = new Set(fresh.map(({ item }) => item))
  return lines.filter(({ item }) => items.has(item))
}
