import type { PurchaseRefusal } from '../domain/sale/purchase-refusal.ts'
import type { SetupEvents } from './setup-views.ts'
import type { Headphones, KioskInfo, PartnerView, PrinterView, SaleBehind, SaleView, ScreenMeasure } from './views.ts'

/** What the main process pushes; the payload is the whole new view, never a difference. */
export interface KioskEvents extends SetupEvents {
  'sale-changed': SaleView
  /** The oldest first. */
  'parked-changed': readonly SaleView[]
  /** As `behind` of `KioskInfo`. */
  'behind-changed': readonly SaleBehind[]
  /** The customer's side of the desk has another language now, or is to be read aloud. */
  'display-changed': null
  'partner-changed': PartnerView
  /** Another list can be paid with now: a device for notes took none, or takes them again. */
  'ways-changed': Pick<KioskInfo, 'tenders'>
  'printer-changed': PrinterView
  /** Whether the disk has room for another sale. */
  'storage-changed': { readonly storageFull: boolean }
  /** Whether the service refuses purchases, and how; null: no more. */
  'purchases-changed': { readonly purchasesRefused: PurchaseRefusal | null }
  'screen-measured': ScreenMeasure
  /** They were plugged in, or pulled out. */
  'headphones-changed': Headphones
  /** Nobody is answered for a moment: the program restarts with other settings. */
  restarting: null
  /** It has: what a page knows of the one before is over. */
  restarted: null
}

export type EventName = keyof KioskEvents
export type KioskEvent = {
  readonly [N in EventName]: { readonly name: N; readonly payload: KioskEvents[N] }
}[EventName]

/** What the preload script and the browser host give a page as `window.kiosk`; it never grows. */
export interface KioskBridge {
  invoke(method: string, input: unknown): Promise<unknown>
  subscribe(listener: (event: KioskEvent) => void): () => void
}
