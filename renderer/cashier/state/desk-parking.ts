import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import { openOf, type ParkedSale } from './desk-state.ts'
import type { Visits } from './desk-visits.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

export interface Parking {
  /** Puts the sale at the payment aside. */
  readonly park: () => Promise<DeskNotice | null>
  /** Takes the one parked sale up again, or has one of several chosen. */
  readonly recall: () => Promise<DeskNotice | null>
  readonly recallOne: (saleId: string) => Promise<DeskNotice | null>
  /** Opens the one sale behind, or has one of several chosen. */
  readonly open: () => Promise<DeskNotice | null>
}

/**
 * Several customers at one desk: who needs time steps aside, with the seats. The news of who waits come on a line of
 * their own, maybe after the answer: the next key finds what the answer says.
 */
export function createParking({ invoke, getState, set, happen }: Desk, visits: Visits): Parking {
  /** Those that wait now; the sale on the screen is one of them once it is put aside. */
  const withThisOne = (): readonly ParkedSale[] => {
    const { parked, work, saleSeenAt } = getState()
    const at = atHand(work)
    if (at.step !== 'payment') return parked
    const { sale } = at
    return [...parked.filter((each) => each.sale.saleId !== sale.saleId), { sale, seenAt: saleSeenAt }]
  }

  async function recallOne(saleId: string): Promise<DeskNotice | null> {
    const { who } = getState().screen
    if (who === null) return null
    const recalled = await invoke('recallSale', { ...who.credentials, saleId })
    if (!recalled.ok) return recalled.error
    const { behind } = getState()
    set({
      parked: withThisOne().filter((each) => each.sale.saleId !== saleId),
      behind: behind.filter((each) => each.sale.saleId !== saleId),
    })
    await visits.takeUp(recalled.value)
    return null
  }

  return {
    async park() {
      const { screen, work } = getState()
      if (!screen.who || work.step !== 'payment') return null
      const parked = await invoke('parkSale', { ...screen.who.credentials, saleId: work.sale.saleId })
      if (!parked.ok) return parked.error
      set({ parked: withThisOne() })
      await visits.begin()
      return null
    },
    async recall() {
      const { parked } = getState()
      const [first] = parked
      if (!first) return { type: 'nothing-parked' }
      if (parked.length === 1) return recallOne(first.sale.saleId)
      happen({ type: 'parked-listed' })
      return null
    },
    recallOne,
    async open() {
      const behind = openOf(getState().behind)
      const [first] = behind
      if (!first) return { type: 'nothing-behind' }
      if (behind.length === 1) return recallOne(first.sale.saleId)
      happen({ type: 'behind-listed' })
      return null
    },
  }
}

/** Where its seats are; the seats themselves are on the ticket. */
export function whereOf({ seats }: SaleView): string {
  const places = new Set(seats.map(({ place }) => `${place.tribune.name} ${place.sector}`))
  return [...places].join(', ')
}
