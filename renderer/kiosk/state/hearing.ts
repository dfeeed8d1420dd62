import type { HearingMove } from '../../../shared/domain/keypad.ts'
import type { Headphones } from '../../../shared/kiosk-api/views.ts'
import { hearingAfter, type Hearing } from '../speaking/hearing.ts'
import { forNextCustomer, type KioskState } from './kiosk-state.ts'
import type { Page } from './page.ts'

export interface HearingActions {
  /** From here on every screen is said, and keys do everything. */
  readonly beginSpeaking: () => void
  readonly hear: (change: Partial<Hearing>) => void
  readonly hearBy: (move: HearingMove) => void
  readonly headphones: (now: Headphones) => void
}

/** What a customer hears of the screens, and by what. */
export function createHearing({ getState, set }: Pick<Page, 'getState' | 'set'>): HearingActions {
  const speaking = (spoken: boolean): Pick<KioskState, 'aids'> => ({ aids: { ...getState().aids, spoken } })
  const hear = (change: Partial<Hearing>): void => set({ hearing: { ...getState().hearing, ...change } })

  function beginSpeaking(): void {
    const { dialog } = getState()
    set({ ...speaking(true), byKeys: true, ...(dialog === 'unplugged' && { dialog: null }) })
  }

  return {
    beginSpeaking,
    hear,
    hearBy: (move) => set({ hearing: hearingAfter(move, getState().hearing) }),
    headphones(now) {
      const state = getState()
      if (now === state.headphones) return
      set({ headphones: now })
      if (now === 'in') return beginSpeaking()
      if (now !== 'out' || !state.aids.spoken) return
      if (state.step.name === 'attract' && !state.sale) return set(forNextCustomer(getState()))
      // The screen comes back, and asks: who pulled the plug by accident hears nothing of it.
      set({ ...speaking(false), hearing: { ...state.hearing, dark: false, greeted: true }, dialog: 'unplugged' })
    },
  }
}
