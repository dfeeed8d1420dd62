import { POSTER_ID } from '../../../shared/kiosk-api/poster.ts'
import { I18nProvider } from '../../i18n/i18n-context.tsx'
import { Counter, Glass } from '../glass.tsx'
import { KioskProvider } from '../state/kiosk-context.tsx'
import type { KioskState } from '../state/kiosk-state.ts'
import { createKioskStore } from '../state/kiosk-store.ts'
import { Tools } from '../tools.tsx'
import { AttractScreen } from './attract-screen.tsx'

/** So long it is waited for an answer; after that the screens say themselves that they wait. */
const HOLDS_MS = 5_000

/** The poster that came with the page, before any code. */
export interface ServedPoster {
  /** Resolves with that, at the latest when it has invited long enough, and when no finger is on it any more. */
  whileItHolds(known: Promise<void>): Promise<void>
  /** What draws the screens; where they have the button that was pressed, it is pressed for them. */
  giveWayTo(draw: () => void): Promise<void>
  remove(): void
}

export function servedPoster(): ServedPoster | null {
  const poster = document.getElementById(POSTER_ID)
  if (!poster) return null
  return {
    async whileItHolds(known) {
      await Promise.race([known, new Promise((resolve) => setTimeout(resolve, HOLDS_MS))])
      await released(poster)
    },
    async giveWayTo(draw) {
      draw()
      const screen = document.querySelector('[data-screen="attract"]')
      for (const animation of screen?.getAnimations({ subtree: true }) ?? []) animation.finish()
      // A picture of the venue's own is drawn a moment after it is there.
      const pictures = [...(screen?.querySelectorAll('img') ?? [])]
      if (pictures.length > 0) await Promise.allSettled(pictures.map((picture) => picture.decode()))
      const heard = poster.querySelector(':popover-open')
      const pressed = heard && poster.querySelector<HTMLElement>(`[popovertarget="${heard.id}"]`)
      const sought = pressed && nameOf(pressed)
      poster.remove()
      const button = [...(screen?.querySelectorAll('button') ?? [])].find((each) => nameOf(each) === sought)
      button?.click()
    },
    remove: () => poster.remove(),
  }
}

const nameOf = (button: HTMLElement): string => `${button.className} ${button.ariaLabel ?? button.textContent}`

/** A touch ends on what it began on. */
async function released(poster: HTMLElement): Promise<void> {
  if (!poster.matches(':active')) return
  const { promise, resolve } = Promise.withResolvers<unknown>()
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, resolve, { once: true, capture: true })
  await promise
  // Its click comes after it.
  await new Promise((after) => setTimeout(after))
}

const nobody = {
  invoke: () => Promise.reject(new Error('drawn once')),
  subscribe: () => () => undefined,
  onLost: () => () => undefined,
  onReopened: () => () => undefined,
}

/** The poster and what lies beside it, as the kiosk shows them in this state, without anybody who listens. */
export function PosterAlone({ state }: { state: KioskState }) {
  const { language, info } = state
  return (
    <KioskProvider store={createKioskStore(nobody, state)}>
      <I18nProvider language={language} numerals={info?.numerals} tenderNames={info?.tenderNames}>
        <Glass data-reach="full">
          <Counter>
            <Tools screen={{ name: 'attract' }} />
            <AttractScreen />
          </Counter>
        </Glass>
      </I18nProvider>
    </KioskProvider>
  )
}
