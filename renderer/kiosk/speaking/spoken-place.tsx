import { useEffect } from 'react'
import { mayBeSaid } from '../../components/speech/private.ts'
import { useSaying } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import type { CameTo } from '../keys/use-keys.ts'
import { useKioskState } from '../state/kiosk-context.tsx'
import { hearsPrivately } from '../state/kiosk-state.ts'
import { nameOf } from './read-screen.ts'

/** Says what a key came to, and what becomes of it when it is chosen or given back there. */
export function SpokenPlace({ cameTo: { control, from } }: { cameTo: CameTo }) {
  const { t } = useI18n()
  const say = useSaying()
  const privately = hearsPrivately(useKioskState())
  useEffect(() => {
    const inWords = (group: Element | null, wasChosen: boolean): string => {
      if (!mayBeSaid(control, privately)) return unsaid(control, t)
      const words = [group ? labelOf(group) : '', nameOf(control), ...statesOf(control, wasChosen, t)]
      return words.filter((word) => word !== '').join(', ')
    }
    const group = groupOf(control)
    let wasChosen = control.ariaPressed === 'true'
    say('place', inWords(group === groupOf(from) ? null : group, wasChosen))
    const changed = new MutationObserver(() => {
      say('place', inWords(null, wasChosen))
      wasChosen = control.ariaPressed === 'true'
    })
    changed.observe(control, { attributes: true, attributeFilter: ['aria-pressed', 'aria-label'] })
    return () => changed.disconnect()
  }, [say, control, from, privately, t])
  return null
}

/** Digits of a PIN are not even counted; of what is the customer's own it is said that there is something. */
function unsaid(control: HTMLElement, { speaking }: I18n['t']): string {
  return mayBeSaid(control, true) ? speaking.hidden : ''
}

function statesOf(control: HTMLElement, wasChosen: boolean, { keys, speaking }: I18n['t']): readonly string[] {
  const chosen = control.ariaPressed === 'true'
  // A seat's own name says how it is.
  const isSeat = control.dataset['seat'] !== undefined
  return [
    ...(chosen && !isSeat ? [keys.chosen] : []),
    ...(wasChosen && !chosen ? [speaking.givenBack] : []),
    ...(control.ariaDisabled === 'true' && !isSeat ? [keys.unavailable] : []),
  ]
}

function groupOf(control: HTMLElement | null): Element | null {
  return control?.closest(':is([role="group"], nav, section, ul, header):is([aria-label], [aria-labelledby])') ?? null
}

function labelOf(group: Element): string {
  const title = document.getElementById(group.getAttribute('aria-labelledby') ?? '')
  return group.ariaLabel ?? title?.textContent ?? ''
}
