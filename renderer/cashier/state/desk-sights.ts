import { mayDo } from '../../../shared/kiosk-api/contract.ts'
import type { Problem } from '../../app/problem.ts'
import type { Desk } from './desk.ts'

/** What of the desk is in sight, and what was pointed at there. */
export interface Sights {
  /** For those who look after the machine; nobody else has one. */
  readonly toggleOffice: () => void
  readonly toggleFiles: () => void
  /** What the drawer began the shift with was said, or is left for later. */
  readonly settleFloat: () => void
  readonly toggleMap: () => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  readonly meet: (problem: Problem) => void
}

export function createSights({ getState, set, happen }: Desk): Sights {
  return {
    toggleOffice() {
      const { who } = getState().screen
      if (who && mayDo('listOpenSales', who.person.role)) happen({ type: 'office-toggled' })
    },
    toggleFiles() {
      if (getState().screen.who) happen({ type: 'files-toggled' })
    },
    settleFloat: () => happen({ type: 'float-settled' }),
    toggleMap: () => set({ mapShown: !getState().mapShown }),
    openSection: (sectionId) => happen({ type: 'section-opened', sectionId }),
    pick: (picked) => happen({ type: 'seats-picked', picked }),
    meet: (problem) => set({ notice: problem }),
  }
}
