import type { DisplayView, KioskInfo, SaleView } from '../../shared/kiosk-api/views.ts'

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
      const sale = current && current.seats.length > 0 ? current : farewell
      return { mode, ...look, language: defaultLanguage, sale }
    },
  }
}
