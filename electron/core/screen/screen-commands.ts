import { isClockOff } from '../../../shared/domain/fleet/readiness.ts'
import type { Seller } from '../../../shared/domain/money/money.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { type Terms, termsIn } from '../../../shared/domain/terms.ts'
import type { DisplayCommand, KioskApi, KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type {
  DemoTickets,
  DisplayView,
  Headphones,
  KioskInfo,
  SaleView,
  ScreenMeasure,
  TenderKind,
  WayToPay,
} from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access.ts'
import type { NotesWatch } from '../payment/notes.ts'
import type { Ports, SaleTicket, TicketDrawing } from '../ports/ports.ts'
import { ticketDocument } from '../sale/effects.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import type { TrainingSettings } from '../staff/training-commands.ts'
import type { SalesBehind } from '../visit/parking-commands.ts'
import type { ParkedSales } from '../visit/visits.ts'
import type { PrinterWatch } from '../watch/device-watch.ts'
import type { WatchedPartner } from '../watch/partner-watch.ts'
import type { ScreenWatch } from '../watch/screen-watch.ts'
import type { SaleScreen } from './sale-screen.ts'

type Look = 'mode' | 'numerals' | 'theme' | 'defaultLanguage' | 'refundRule' | 'tenderNames' | 'speech'

/** The customer display of a desk. */
export class CustomerDisplay {
  /** The last completed sale: its change stays visible until the next seats are held. */
  #farewell: SaleView | null = null
  #read: { readonly saleId: string; readonly times: number } | null = null
  readonly #look: Omit<DisplayView, 'sale' | 'aloud'>

  constructor({ mode, numerals, theme, defaultLanguage, refundRule, tenderNames, speech }: Pick<KioskInfo, Look>) {
    this.#look = {
      mode,
      ...(numerals && { numerals }),
      ...(theme && { theme }),
      ...(refundRule && { refundRule }),
      ...(tenderNames && { tenderNames }),
      ...(speech && { speech }),
      language: defaultLanguage,
    }
  }

  /** Called with every step of the sale on the screen. */
  follow(sale: SaleView): void {
    if (sale.paid) this.#farewell = sale
    else if (sale.stage.name !== 'choosing' && sale.stage.name !== 'ended') this.#farewell = null
  }

  /** Called with every step of other sales: the customer of the last one may still be there. */
  followBehind(sale: SaleView): void {
    if (sale.saleId === this.#farewell?.saleId) this.#farewell = sale
  }

  /** Reads the sale to its customer, or reads it again. */
  readAloud(saleId: string): void {
    this.#read = { saleId, times: this.#read?.saleId === saleId ? this.#read.times + 1 : 1 }
  }

  view(current: SaleView | null): DisplayView {
    const served = current && current.seats.length > 0 && current.stage.name !== 'ended'
    const sale = served ? current : this.#farewell
    const aloud = this.#read && this.#read.saleId === sale?.saleId ? { aloud: this.#read.times } : {}
    return { ...this.#look, sale, ...aloud }
  }
}

export function displayCommands(
  display: Pick<CustomerDisplay, 'view' | 'readAloud'>,
  screen: Pick<SaleScreen, 'sale' | 'view' | 'find'>,
  changed: () => void,
) {
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
  } satisfies Partial<Commands>
}

/** Events after which the customer display may have changed. */
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

export function displayAccess(
  api: KioskApi,
  screens: Pick<ScreenWatch, 'note'>,
  subscribe: DisplayAccess['subscribe'],
): DisplayAccess {
  return {
    api: {
      viewDisplay: (input) => api.viewDisplay(input),
      reportScreenFault: async (fault) => ok(screens.note('customer', fault)),
    },
    subscribe: (listener) =>
      subscribe(({ name }) => {
        if (seen.has(name)) listener({ name: 'display-changed', payload: null })
      }),
  }
}

export interface DemoTicketSettings {
  /** Absent where no screen shows a ticket: everywhere but at a demo's kiosk. */
  readonly demoTickets?: { readonly shown: DemoTickets; readonly drawing: TicketDrawing }
}

const forbidden = err({ type: 'forbidden' } as const)

/** Draws the tickets of the finished sale on the screen, and of no other, as they were printed. */
export function demoTicketCommands(screen: Pick<SaleScreen, 'waiting'>, { demoTickets }: DemoTicketSettings) {
  function ticketsOf(saleId: string) {
    const sale = screen.waiting(saleId, 'done')
    if (!sale.ok) return sale
    const { jobs, language } = sale.value
    const tickets = sale.value.tickets.map(({ ticketId }): SaleTicket => {
      const job = jobs.find((each) => each.ticketId === ticketId)
      return ticketDocument(sale.value, ticketId, job?.copyNumber ?? 0)
    })
    return ok({ tickets, ids: sale.value.tickets.map(({ ticketId }) => ticketId), language })
  }

  return {
    async drawTicket({ saleId, ticketId }) {
      if (!demoTickets) return forbidden
      const sold = ticketsOf(saleId)
      if (!sold.ok) return sold
      const ticket = sold.value.tickets[sold.value.ids.indexOf(ticketId)]
      if (!ticket) return err({ type: 'no-such-ticket' })
      return ok({ picture: inBase64(await demoTickets.drawing.picture(ticket, sold.value.language)) })
    },

    async drawTickets({ saleId }) {
      if (demoTickets?.shown !== 'document') return forbidden
      const sold = ticketsOf(saleId)
      if (!sold.ok) return sold
      const { tickets, language } = sold.value
      return ok({ document: inBase64(await demoTickets.drawing.document(tickets, language)) })
    },
  } satisfies Partial<Commands>
}

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

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
export function infoCommands(settings: InfoSettings, now: KioskNow) {
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
  } satisfies Partial<Commands>
}

export interface MeasureSettings {
  /** As it was measured when the program started. */
  readonly screen: ScreenMeasure
  /** Keeps what staff measured at the screen; throws where it cannot. */
  readonly saveScreen: (measure: ScreenMeasure) => void
}

/** The size of the machine's own screen, and how staff measure it: kept first, then taken, then journalled. */
export function measureCommands(
  { clock, ledger, log }: Pick<Ports, 'clock' | 'ledger' | 'log'>,
  { screen, saveScreen }: MeasureSettings,
  onChange: (measure: ScreenMeasure) => void,
): Pick<Commands, 'measureScreen'> & { readonly measure: () => ScreenMeasure } {
  let known = screen
  return {
    measure: () => known,
    async measureScreen({ pixelsPerMillimetre, screenFootMillimetres }, { staffId }) {
      const before = known
      const measure = { pixelsPerMillimetre, screenFootMillimetres }
      try {
        saveScreen(measure)
      } catch (error) {
        log.error('screen-measure.save-failed', error)
        return err({ type: 'not-saved' })
      }
      known = measure
      onChange(measure)
      ledger.note('SCREEN_MEASURED', { before, measure }, clock.now(), staffId)
      return ok(null)
    },
  }
}
