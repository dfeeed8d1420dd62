import { isClockOff } from '../../../shared/domain/fleet/readiness.ts'
import type { Seller } from '../../../shared/domain/money/money.ts'
import { termsIn, type Terms } from '../../../shared/domain/terms.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { Headphones, KioskInfo, ScreenMeasure, TenderKind, WayToPay } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access/access.ts'
import type { DemoTicketSettings } from '../sale/demo-ticket-commands.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import type { ParkedSales } from '../visit/parked-sales.ts'
import type { SalesBehind } from '../visit/sales-behind.ts'
import type { WatchedPartner } from '../watch/partner-watch.ts'
import type { NotesWatch } from '../watch/notes-watch.ts'
import type { PrinterWatch } from '../watch/printer-watch.ts'
import type { TrainingSettings } from '../staff/training-commands.ts'
import type { SaleScreen } from './sale-screen.ts'

export interface InfoSettings
  extends
    DemoTicketSettings,
    TrainingSettings,
    Pick<
      KioskInfo,
      | 'deviceId'
      | 'version'
      | 'mode'
      | 'languages'
      | 'defaultLanguage'
      | 'maxSeats'
      | 'timeZone'
      | 'numerals'
      | 'theme'
      | 'role'
      | 'lockAfterMs'
      | 'shortcuts'
      | 'refundRule'
      | 'tenderNames'
      | 'taxRate'
      | 'surroundings'
      | 'pictures'
      | 'speech'
      | 'soundVolume'
      | 'keypad'
    > {
  readonly tenders: readonly TenderKind[]
  /** The seller and their conditions; absent: they have none. */
  readonly terms?: { readonly seller: Seller; readonly texts: Terms }
  /** This machine's clock less the service's, in seconds; null, and when absent: unknown. */
  readonly clockOff?: () => number | null
  /** Who signs in here, as far as a screen may know it. */
  readonly people: () => Pick<KioskInfo, 'hasStaff' | 'demoStaff' | 'demoPin'>
}

/** What `getKiosk` looks at each time. */
export interface KioskNow {
  readonly partner: Pick<WatchedPartner, 'isUp'>
  readonly printer: PrinterWatch
  readonly breaker: PurchaseBreaker
  readonly storageFull: () => boolean
  readonly measure: () => ScreenMeasure
  readonly headphones: () => Headphones | undefined
  readonly screen: SaleScreen
  readonly parked: ParkedSales
  /** Null at a kiosk: nobody else's sale is its customer's business. */
  readonly behind: Pick<SalesBehind, 'views'> | null
  readonly readBack: boolean
  readonly attended: readonly TenderKind[]
  readonly ways: readonly WayToPay[]
  readonly notes: Pick<NotesWatch, 'offered'>
}

/** How this kiosk is and what its screen shows, for a page that has just been opened too. */
export function infoCommands(settings: InfoSettings, now: KioskNow): Pick<Commands, 'getKiosk' | 'readTerms'> {
  const { deviceId, version, mode, languages, defaultLanguage, maxSeats } = settings
  const always = { deviceId, version, mode, languages, defaultLanguage, maxSeats }
  const { numerals, theme, role, shortcuts, lockAfterMs, refundRule, tenderNames, surroundings, pictures } = settings
  const { terms, taxRate } = settings
  const { soundVolume, speech, keypad, timeZone, clockOff } = settings

  return {
    async readTerms({ language }) {
      if (!terms) return ok(null)
      const { conditions, privacy, version = '' } = terms.texts
      const { name, address, contact, taxNumber } = terms.seller
      return ok({
        seller: { name, address, contact, taxNumber },
        version,
        conditions: termsIn(conditions, language, defaultLanguage),
        privacy: termsIn(privacy, language, defaultLanguage),
      })
    },
    async getKiosk() {
      const { partner, printer, screen, attended } = now
      await printer.lookBriefly()
      const sale = screen.sale()
      const headphones = now.headphones()
      const refusal = now.breaker.standing()
      const off = clockOff?.() ?? 0
      return ok({
        ...always,
        tenders: now.notes.offered(),
        ways: now.ways,
        ...now.measure(),
        ...(timeZone && { timeZone }),
        ...(isClockOff(off) && { clockOffMinutes: Math.round(off / 60) }),
        ...(numerals && { numerals }),
        ...(theme && { theme }),
        ...(settings.demoTickets && { demoTickets: settings.demoTickets.shown }),
        ...(now.readBack && { readBack: true as const }),
        ...(role && { role }),
        ...(refundRule && { refundRule }),
        ...(tenderNames && { tenderNames }),
        ...(terms && { terms: { seller: terms.seller.name } }),
        ...(taxRate !== undefined && { taxRate }),
        ...(surroundings && { surroundings }),
        ...(pictures && { pictures }),
        ...(speech && { speech }),
        ...(soundVolume !== undefined && { soundVolume }),
        ...(keypad && { keypad }),
        ...(headphones && { headphones }),
        ...(shortcuts && { shortcuts }),
        ...(attended.length > 0 && { attended }),
        ...(now.storageFull() && { storageFull: true as const }),
        ...(refusal && { purchasesRefused: refusal }),
        ...(lockAfterMs !== undefined && { lockAfterMs }),
        ...(settings.training?.side === 'live' && { mayTrain: true as const }),
        ...settings.people(),
        partner: { state: partner.isUp() ? 'up' : 'down' },
        printer: printer.known(),
        sale: sale ? screen.view(sale) : null,
        parked: now.parked.views(),
        ...(now.behind && { behind: now.behind.views() }),
      })
    },
  }
}
