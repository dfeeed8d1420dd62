import type { Invoke } from '../../app/kiosk-client.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { stepOf, stepOfSale, type DeskState, type ParkedSale } from './desk-state.ts'
import type { RecalledView, SaleView } from '../../../shared/kiosk-api/views.ts'

export interface Parking {
  /** Puts the sale at the payment aside. */
  park(): Promise<DeskNotice | null>
  /** Takes the one parked sale up again, or has one of several chosen. */
  recall(): Promise<DeskNotice | null>
  recallOne(saleId: string): Promise<DeskNotice | null>
}

interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly set: (change: Partial<DeskState>) => void
  /** The next customer's visit; resolves once it is open. */
  readonly beginVisit: () => Promise<void>
  readonly takeUp: (recalled: RecalledView) => Promise<void>
}

/**
 * Several customers at one desk: who needs time steps aside, with the seats. The news of who waits come on a line of
 * their own, maybe after the answer: the next key finds what the answer says.
 */
export function createParking({ invoke, getState, set, beginVisit, takeUp }: Desk): Parking {
  /** Those that wait now; the sale on the screen is one of them. */
  const withThisOne = (): readonly ParkedSale[] => {
    const { parked, sale, saleSeenAt } = getState()
    if (!sale) return parked
    return [...parked.filter((each) => each.sale.saleId !== sale.saleId), { sale, seenAt: saleSeenAt }]
  }

  async function recallOne(saleId: string): Promise<DeskNotice | null> {
    const { who } = getState()
    if (who === null) return null
    const recalled = await invoke('recallSale', { ...who.credentials, saleId })
    if (!recalled.ok) return recalled.error
    const waiting = stepOfSale(getState()) === 'payment' ? withThisOne() : getState().parked
    set({ parked: waiting.filter((each) => each.sale.saleId !== saleId) })
    await takeUp(recalled.value)
    return null
  }

  return {
    async park() {
      const { who, sale } = getState()
      if (!who || !sale) return null
      const parked = await invoke('parkSale', { ...who.credentials, saleId: sale.saleId })
      if (!parked.ok) return parked.error
      set({ parked: withThisOne() })
      await beginVisit()
      return null
    },
    async recall() {
      const { parked } = getState()
      const [first] = parked
      if (!first) return { type: 'nothing-parked' }
      if (parked.length === 1) return recallOne(first.sale.saleId)
      set({ recalling: true, chosen: 0 })
      return null
    },
    recallOne,
  }
}

/** Which steps let a sale be called back. */
export function mayRecall(state: DeskState): boolean {
  return ['events', 'seats', 'payment'].includes(stepOf(state))
}

/** Where its seats are; the seats themselves are on the ticket. */
export function whereOf({ seats }: SaleView): string {
  const places = new Set(seats.map(({ place }) => `${place.tribune.name} ${place.sector}`))
  return [...places].join(', ')
}
