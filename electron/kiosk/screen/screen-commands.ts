import { isClockSkewed } from '../../../shared/domain/fleet/readiness.ts'
import type { Seller } from '../../../shared/domain/money/money.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { type Terms, termsIn } from '../../../shared/domain/terms.ts'
import type { DisplayCommand, KioskApi, KioskEvent } from '../../../shared/api/kiosk/contract.ts'
import type {
  DemoTickets,
  DisplayView,
  Headphones,
  KioskInfo,
  SaleView,
  ScreenMeasure,
  TenderKind,
  WayToPay,
} from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import type { NotesWatch } from '../payment/notes.ts'
import type { Ports, SaleTicket, TicketDrawing } from '../ports/ports.ts'
import { ticketDocument } from '../sale/effects.ts'
import type { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import type { DeskCalls, KioskCall } from '../staff/agent-calls.ts'
import type { TrainingSettings } from '../staff/training-commands.ts'
import type { BackgroundSales } from '../visit/parking-commands.ts'
import type { ParkedSales } from '../visit/visits.ts'
import type { PrinterWatch } from '../monitors/device-watch.ts'
import type { WatchedPartner } from '../monitors/partner-watch.ts'
import type { ScreenWatch } from '../monitors/screen-watch.ts'
import type { SaleScreen } from './sale-screen.ts'

const look = ['mode', 'numerals', 'theme', 'defaultLanguage', 'refundRule', 'tenderNames', 'speech'] as const

function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<T, K>
}

export class CustomerDisplay {
  /** Last completed sale, shown with its cash change until the next seats are held. */
  #farewell: SaleView | null = null
  #read: { readonly saleId: string; readonly times: number } | null = null
  readonly #look: Omit<DisplayView, 'sale' | 'aloud'>

  constructor(settings: Pick<KioskInfo, (typeof look)[number]>) {
    const { defaultLanguage: language, ...fixed } = pick(settings, look)
    this.#look = { ...fixed, language }
  }

  follow(sale: SaleView): void {
    if (sale.paid) this.#farewell = sale
    else if (sale.stage.name !== 'choosing' && sale.stage.name !== 'ended') this.#farewell = null
  }

  /**
   * Called for each step of a sale that is not on the screen, because the last sale's customer may still be present.
   */
  followBehind(sale: SaleView): void {
    if (sale.saleId === this.#farewell?.saleId) this.#farewell = sale
  }

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
 * The customer display may use only these commands. The events that it receives report only that data has changed,
 * without the data.
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
  /** Present only at a demo kiosk. */
  readonly demoTickets?: { readonly shown: DemoTickets; readonly drawing: TicketDrawing }
}

const forbidden = err({ type: 'forbidden' } as const)

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

const fixedInfo = [
  'deviceId',
  'version',
  'mode',
  'languages',
  'defaultLanguage',
  'maxSeats',
  'timeZone',
  'numerals',
  'theme',
  'role',
  'lockAfterMs',
  'shortcuts',
  'refundRule',
  'tenderNames',
  'surroundings',
  'pictures',
  'speech',
  'soundVolume',
  'keypad',
] as const satisfies readonly (keyof KioskInfo)[]

export interface InfoSettings
  extends DemoTicketSettings, TrainingSettings, Pick<KioskInfo, (typeof fixedInfo)[number]> {
  readonly tenders: readonly TenderKind[]
  /** Seller and conditions of sale; absent if none are configured. */
  readonly terms?: { readonly seller: Seller; readonly texts: Terms }
  /** Clock of this computer minus the partner's clock, in seconds; null or absent if unknown. */
  readonly clockOff?: () => number | null
  /** Returns the part of the staff list that a screen may show. */
  readonly people: () => Pick<KioskInfo, 'hasStaff' | 'demoStaff' | 'demoPin'>
}

interface KioskNow {
  readonly partner: Pick<WatchedPartner, 'isUp'>
  readonly printer: PrinterWatch
  readonly breaker: PurchaseCircuitBreaker
  readonly storageFull: () => boolean
  readonly measure: () => ScreenMeasure
  readonly headphones: () => Headphones | undefined
  readonly screen: SaleScreen
  readonly parked: ParkedSales
  /** Null at a kiosk, because customers must not see the sales of others. */
  readonly behind: Pick<BackgroundSales, 'views'> | null
  readonly readBack: boolean
  readonly attended: readonly TenderKind[]
  readonly ways: readonly WayToPay[]
  readonly notes: Pick<NotesWatch, 'offered'>
  /** Null at a desk or without a hub. */
  readonly call: Pick<KioskCall, 'view'> | null
  /** Null at a kiosk or without a hub. */
  readonly desk: Pick<DeskCalls, 'view'> | null
}

export function infoCommands(settings: InfoSettings, now: KioskNow) {
  const { terms, defaultLanguage } = settings

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
      const off = settings.clockOff?.() ?? 0
      return ok({
        ...pick(settings, fixedInfo),
        tenders: now.notes.offered(),
        ways: now.ways,
        ...now.measure(),
        ...(isClockSkewed(off) && { clockOffMinutes: Math.round(off / 60) }),
        ...(settings.demoTickets && { demoTickets: settings.demoTickets.shown }),
        ...(now.readBack && { readBack: true as const }),
        ...(terms && { terms: { seller: terms.seller.name } }),
        ...(headphones && { headphones }),
        ...(attended.length > 0 && { attended }),
        ...(now.storageFull() && { storageFull: true as const }),
        ...(refusal && { purchasesRefused: refusal }),
        ...(settings.training?.side === 'live' && { mayTrain: true as const }),
        ...settings.people(),
        partner: { state: partner.isUp() ? 'up' : 'down' },
        printer: printer.known(),
        sale: sale ? screen.view(sale) : null,
        parked: now.parked.views(),
        ...(now.behind && { behind: now.behind.views() }),
        ...(now.call && { agentCall: now.call.view() }),
        ...(now.desk && { deskCalls: now.desk.view() }),
      })
    },
  } satisfies Partial<Commands>
}

export interface MeasureSettings {
  /** Size of the screen as measured before the program started. */
  readonly screen: ScreenMeasure
  /** Saves the screen size that staff entered. Throws on failure. */
  readonly saveScreen: (measure: ScreenMeasure) => void
}

/** Saves a new screen size, applies it, and journals it, in this order. */
export function measureCommands(
  { clock, ledger, log }: Pick<Ports, 'clock' | 'ledger' | 'log'>,
  { screen, saveScreen }: MeasureSettings,
  onChange: (measure: ScreenMeasure) => void,
): Pick<Commands, 'measureScreen'> & { readonly measure: () => ScreenMeasure } {
  let known = screen
  return {
    measure: () => known,
    async measureScreen({ pixelsPerMillimetre, screenBottomMillimetres }, { staffId }) {
      const before = known
      const measure = { pixelsPerMillimetre, screenBottomMillimetres }
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
