import type { KioskApi, KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type { DisplayCommand } from '../../../shared/kiosk-api/roles.ts'
import type { DisplayView, KioskInfo, SaleView } from '../../../shared/kiosk-api/views.ts'

/** What stands on the customer's side of a desk. */
export interface CustomerDisplay {
  /** Told of every step of the sale on the screen. */
  follow(sale: SaleView): void
  view(current: SaleView | null): DisplayView
}

export function createCustomerDisplay({
  mode,
  numerals,
  theme,
  defaultLanguage,
}: Pick<KioskInfo, 'mode' | 'numerals' | 'theme' | 'defaultLanguage'>): CustomerDisplay {
  /** The sale just made: its change stays in sight until the next seats are taken. */
  let farewell: SaleView | null = null
  const look = { ...(numerals && { numerals }), ...(theme && { theme }) }
  return {
    follow(sale) {
      if (sale.stage.name === 'done') farewell = sale
      else if (sale.stage.name !== 'choosing' && sale.stage.name !== 'ended') farewell = null
    },
    view(current) {
      const served = current && current.seats.length > 0 && current.stage.name !== 'ended'
      const sale = served ? current : farewell
      return { mode, ...look, language: defaultLanguage, sale }
    },
  }
}

/** The commands and events of a window that only shows: to every other command it is a stranger, and it hears that something changed, not what. */
export interface DisplayAccess {
  readonly api: Pick<KioskApi, DisplayCommand>
  subscribe(listener: (event: KioskEvent) => void): () => void
}

export function displayAccess(kiosk: {
  readonly api: KioskApi
  subscribe(listener: (event: KioskEvent) => void): () => void
}): DisplayAccess {
  return {
    api: { viewDisplay: (input) => kiosk.api.viewDisplay(input) },
    subscribe: (listener) =>
      kiosk.subscribe(({ name }) => {
        if (name === 'sale-changed' || name === 'parked-changed' || name === 'display-changed')
          listener({ name: 'display-changed', payload: null })
      }),
  }
}
