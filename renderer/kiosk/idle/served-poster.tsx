import { POSTER_ID } from '../../../shared/api/kiosk/views.ts'
import { I18nProvider } from '../../i18n/i18n-context.tsx'
import { KioskProvider } from '../state/kiosk-context.tsx'
import type { KioskState } from '../state/kiosk-state.ts'
import { KioskStore } from '../state/kiosk-store.ts'
import { Tools, Counter, Glass } from '../tools.tsx'
import { AttractScreen } from './attract-screen.tsx'

/** Maximum time in milliseconds to wait for the state of the kiosk. */
const HOLDS_MS = 5_000

/** Attract screen that is served with the page and is visible before any script runs. */
export interface ServedPoster {
  /** Resolves when `known` resolves or after `HOLDS_MS`, but not before a touch on the attract screen has ended. */
  whileItHolds(known: Promise<void>): Promise<void>
  /**
   * Calls `draw`, which renders the live screens. If a button of the served screen was pressed, clicks the same button
   * on the live screen, if present.
   */
  giveWayTo(draw: () => void): Promise<void>
  remove(): void
}

export function takePrerenderedPoster(): ServedPoster | null {
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
      // The venue's pictures are not painted immediately after they have loaded.
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

/** Resolves when the touch ends, because a touch counts only if it ends on the element on which it began. */
async function released(poster: HTMLElement): Promise<void> {
  if (!poster.matches(':active')) return
  const { promise, resolve } = Promise.withResolvers<unknown>()
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, resolve, { once: true, capture: true })
  await promise
  // The click event follows `pointerup`.
  await new Promise((after) => setTimeout(after))
}

const nobody = {
  invoke: () => Promise.reject(new Error('drawn once')),
  subscribe: () => () => undefined,
  onLost: () => () => undefined,
  onReopened: () => () => undefined,
}

/** Attract screen in the given state, without event handlers or a connection. */
export function StaticPoster({ state }: { state: KioskState }) {
  const { language, info } = state
  return (
    <KioskProvider store={new KioskStore(nobody, state)}>
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
