import { err, ok } from '../../../shared/domain/result.ts'
import type { DisplayCommand, KioskApi, KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type { DisplayView, KioskInfo, SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access/access.ts'
import type { ScreenWatch } from '../watch/screen-watch.ts'
import type { SaleScreen } from './sale-screen.ts'

/** The customer display of a desk. */
export interface CustomerDisplay {
  /** Told of every step of the sale on the screen. */
  follow(sale: SaleView): void
  /** The same of sales behind: of the one just made, whose customer still stands there. */
  followBehind(sale: SaleView): void
  /** The customer of this sale wants to hear it, or to hear it again. */
  readAloud(saleId: string): void
  view(current: SaleView | null): DisplayView
}

export function createCustomerDisplay({
  mode,
  numerals,
  theme,
  defaultLanguage,
  refundRule,
  tenderNames,
  speech,
}: Pick<
  KioskInfo,
  'mode' | 'numerals' | 'theme' | 'defaultLanguage' | 'refundRule' | 'tenderNames' | 'speech'
>): CustomerDisplay {
  /** The sale just made: its change stays in sight until the next seats are taken. */
  let farewell: SaleView | null = null
  let read: { readonly saleId: string; readonly times: number } | null = null
  const look = {
    ...(numerals && { numerals }),
    ...(theme && { theme }),
    ...(refundRule && { refundRule }),
    ...(tenderNames && { tenderNames }),
    ...(speech && { speech }),
  }
  return {
    follow(sale) {
      if (sale.paid) farewell = sale
      else if (sale.stage.name !== 'choosing' && sale.stage.name !== 'ended') farewell = null
    },
    followBehind(sale) {
      if (sale.saleId === farewell?.saleId) farewell = sale
    },
    readAloud(saleId) {
      read = { saleId, times: read?.saleId === saleId ? read.times + 1 : 1 }
    },
    view(current) {
      const served = current && current.seats.length > 0 && current.stage.name !== 'ended'
      const sale = served ? current : farewell
      const aloud = read && read.saleId === sale?.saleId ? { aloud: read.times } : {}
      return { mode, ...look, language: defaultLanguage, sale, ...aloud }
    },
  }
}

export function displayCommands(
  display: Pick<CustomerDisplay, 'view' | 'readAloud'>,
  screen: Pick<SaleScreen, 'sale' | 'view' | 'find'>,
  changed: () => void,
): Pick<Commands, 'viewDisplay' | 'readAloud'> {
  return {
    async viewDisplay() {
      const sale = screen.sale()
      return ok(display.view(sale && screen.view(sale)))
    },

    async readAloud({ saleId }) {
      if (!screen.find(saleId)) return err({ type: 'unknown-sale' })
      display.readAloud(saleId)
      changed()
      return ok(null)
    },
  }
}

/** After these it shows something else, maybe. */
const seen: ReadonlySet<KioskEvent['name']> = new Set([
  'sale-changed',
  'parked-changed',
  'behind-changed',
  'display-changed',
])

/**
 * Commands and events of the customer display. Every other command is forbidden. Events report that something changed,
 * but not what.
 */
export interface DisplayAccess {
  readonly api: Pick<KioskApi, DisplayCommand | 'reportScreenFault'>
  subscribe(listener: (event: KioskEvent) => void): () => void
}

export function displayAccess(kiosk: {
  readonly api: KioskApi
  readonly screens: Pick<ScreenWatch, 'note'>
  subscribe(listener: (event: KioskEvent) => void): () => void
}): DisplayAccess {
  return {
    api: {
      viewDisplay: (input) => kiosk.api.viewDisplay(input),
      reportScreenFault: async (fault) => ok(kiosk.screens.note('customer', fault)),
    },
    subscribe: (listener) =>
      kiosk.subscribe(({ name }) => {
        if (seen.has(name)) listener({ name: 'display-changed', payload: null })
      }),
  }
}
