import type { Buyer, Customer } from '../../shared/domain/customer.ts'
import {
  dataNeeded,
  type DataNeeded,
  isWanted,
  type PersonWanted,
  type SoldSale,
  type StoredPerson,
} from '../../shared/domain/personal-request.ts'
import type { InvoiceBuyer } from '../../shared/domain/sale/after-sale.ts'
import type { SaleFile } from '../../shared/domain/sale/sale-file.ts'
import type { Sale, SaleState } from '../../shared/domain/sale/sale.ts'
import { type PersonOfSale, salesWithOpenMoney } from './personal-data.ts'
import type { Store } from './store.ts'

/** Data about the customer of one sale, without entry codes and staff names. */
export interface PersonalRecord extends StoredPerson {
  readonly saleId: string
  readonly orderId: string | null
  readonly state: SaleState
  /** Time at which the sale's first seats were requested (ISO 8601 UTC). */
  readonly begunUtc: string
  readonly event: { readonly title: string; readonly startsAt: string }
  readonly seats: readonly string[]
  readonly ticketNumbers: readonly string[]
  /** Amount in minor units. */
  readonly amount: number
  readonly returned: number
  readonly currency: string
  readonly tenders: readonly string[]
  readonly customer: Customer | null
  readonly buyer: Buyer | null
  readonly invoice: InvoiceBuyer | null
  readonly keptUntil: string
  /** Reason why the data cannot be erased yet; null if the data can be erased. */
  readonly needed: DataNeeded | null
}

/** Returns the sales of a person, oldest first. `timeZone`: IANA time zone of the venues. */
export function findPersonalRecords(
  store: Store,
  wanted: PersonWanted,
  by: 'parts' | 'whole',
  { nowUtc, timeZone }: { readonly nowUtc: string; readonly timeZone: string },
): readonly PersonalRecord[] {
  const open = salesWithOpenMoney(store.db)
  return store.personalData.everyone().flatMap((person) => {
    const stored = { ...namesOf(person), numbers: [person.orderId ?? [], person.saleId].flat() }
    const { customer, buyer, invoice, keptUntil } = person
    const names = [stored.name, ...(invoice ? [invoice.company] : [])]
    if (!names.some((name) => isWanted(wanted, { ...stored, name }, by))) return []
    const file = store.files.open(person.saleId)
    const sale = store.find(person.saleId)
    if (!file || !sale) return []
    const needed = neededOf(sale, file, open.has(file.saleId), (sold) => dataNeeded(sold, nowUtc, timeZone))
    const { saleId, orderId, state, begunUtc, amount, returned, currency, tenders, eventTitle, startsAt } = file
    const ofSale = { saleId, orderId, state, begunUtc, amount, returned, currency, tenders }
    return [
      {
        ...stored,
        ...ofSale,
        customer,
        buyer,
        invoice,
        keptUntil,
        needed,
        event: { title: eventTitle, startsAt },
        seats: file.places.map(({ seatCode }) => seatCode),
        ticketNumbers: file.tickets.map(({ ticketNumber }) => ticketNumber),
      },
    ]
  })
}

function neededOf(
  { event }: Sale,
  file: SaleFile,
  isMoneyOpen: boolean,
  ofSold: (sale: SoldSale) => DataNeeded | null,
): DataNeeded | null {
  if (!isOver(file)) return { why: 'unfinished' }
  if (isMoneyOpen || file.owed > 0) return { why: 'open-money' }
  return ofSold({ event, hasTickets: ticketsLeft(file), moneyUtc: moneyMoved(file) })
}

function namesOf({ customer, buyer, invoice }: PersonOfSale): Pick<StoredPerson, 'name' | 'phone'> {
  const { name, phone } = customer ?? buyer ?? { name: invoice?.company ?? '', phone: '' }
  return { name, phone }
}

const isOver = ({ state }: SaleFile): boolean => state === 'done' || state === 'abandoned' || state === 'refunded'

function ticketsLeft({ state, tickets, returns }: SaleFile): boolean {
  const gone = new Set(returns.flatMap(({ ticketIds }) => ticketIds))
  return state === 'done' && !(tickets.length > 0 && tickets.every(({ ticketId }) => gone.has(ticketId)))
}

const MONEY_BACK: ReadonlySet<string> = new Set(['REFUND_PAID', 'PAYMENT_PAID_BACK', 'REFUNDED', 'VOUCHER_ISSUED'])

function moneyMoved({ acts, begunUtc }: SaleFile): string {
  const moved = acts.filter(({ code }) => code === 'TENDER_APPROVED' || MONEY_BACK.has(code))
  return moved.map(({ atUtc }) => atUtc).reduce((last, at) => (at > last ? at : last), begunUtc)
}
