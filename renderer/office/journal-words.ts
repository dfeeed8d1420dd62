import { isTender } from '../../shared/domain/money/tender.ts'
import { staffRoles } from '../../shared/domain/staff.ts'
import type { JournalLine, SettingValue } from '../../shared/kiosk-api/office-views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useSettingInWords } from './settings/setting-in-words.ts'

/** A payload, as far as people read it: what a row does not have is not told. */
interface Payload {
  readonly event?: { readonly reason?: unknown; readonly seats?: readonly Seat[] }
  readonly opened?: { readonly event?: { readonly title?: string } }
  readonly order?: { readonly orderId: string; readonly amount: number; readonly seats: readonly Seat[] }
  readonly tender?: {
    readonly kind: string
    readonly amount: number
    readonly approval?: string
  }
  readonly tickets?: readonly Seat[]
  readonly ticketIds?: readonly string[]
  readonly copies?: readonly object[]
  readonly copyNumber?: number
  readonly jobs?: readonly { readonly copyNumber: number }[]
  readonly reference?: string
  readonly currency?: string
  readonly amount?: number
  readonly total?: number
  readonly reason?: string
  readonly kind?: string
  readonly number?: string
  readonly role?: string
  readonly second?: string
  readonly id?: string
  readonly seconds?: number
  readonly shiftNo?: number
  readonly sales?: number
  readonly differences?: number
  readonly eventId?: string
  readonly key?: string
  readonly before?: SettingValue | null
  readonly after?: SettingValue | null
  readonly version?: string
}

interface Seat {
  readonly seatCode?: string
  readonly place?: { readonly seatCode?: string }
}

/** Rows whose reason is in the words of the person who gave it; elsewhere it is the program's own. */
const GIVEN_REASONS: ReadonlySet<string> = new Set([
  'PAID_IN',
  'PAID_OUT',
  'CASH_DROPPED',
  'DRAWER_OPENED',
  'COPIES_ORDERED',
  'TICKETS_REFUNDED',
  'TICKETS_VOIDED',
  'SLIP_COPIED',
])

/** What a row is about, in the words of the screen; hashes, postings and the like are in the archive. */
export function useJournalWords(): (line: JournalLine) => string {
  const i18n = useI18n()
  const settingInWords = useSettingInWords()
  const { t, digits, money } = i18n
  const count = (value: number): string => digits(String(value))

  function saleWords({ opened, order, event, tickets, tender, jobs }: Payload, currency: string): Words {
    const seats = (tickets ?? order?.seats ?? event?.seats ?? []).map((seat) => seat.place?.seatCode ?? seat.seatCode)
    const copy = jobs?.[0]?.copyNumber ?? 0
    return [
      opened?.event?.title,
      order && `${t.office.reference} ${order.orderId}`,
      seats.filter((seat) => seat !== undefined).join(t.common.comma),
      order && money(order.amount, currency),
      tender && isTender(tender.kind) && `${t.desk.tenders[tender.kind]} ${money(tender.amount, currency)}`,
      tender?.approval !== undefined && tender.approval !== '' && t.office.journal.approval(tender.approval),
      copy > 0 && t.office.journal.copy(count(copy)),
    ]
  }

  function peopleWords({ number, role, id, seconds, second }: Payload): Words {
    const office = staffRoles.find((each) => each === role)
    return [
      number !== undefined && t.office.journal.person(number),
      office && t.setup.people.roles[office],
      id !== undefined && seconds !== undefined && t.office.journal.locked(id, count(seconds)),
      second !== undefined && t.office.journal.second(second),
    ]
  }

  function moneyWords({ amount, total, kind, shiftNo }: Payload, currency: string): Words {
    return [
      shiftNo !== undefined && t.shift.title(shiftNo),
      kind !== undefined && isTender(kind) && t.desk.tenders[kind],
      amount !== undefined && money(amount, currency),
      total !== undefined && `${t.shift.counted} ${money(total, currency)}`,
    ]
  }

  function machineWords({ eventId, key, before = null, after = null, sales, differences, version }: Payload): Words {
    const names: Readonly<Record<string, string>> = t.office.settings
    const value = (one: SettingValue | null): string => settingInWords({ kind: 'text' }, one)
    return [
      eventId !== undefined && `${t.office.event} ${eventId}`,
      key !== undefined && `${names[key] ?? key}${t.office.journal.change(value(before), value(after))}`,
      sales !== undefined && differences !== undefined && t.office.compared(differences),
      version !== undefined && `${t.service.version} ${version}`,
    ]
  }

  function returnWords({ reference, ticketIds, copies, copyNumber, reason }: Payload, code: string): Words {
    const tickets = ticketIds?.length ?? copies?.length ?? 0
    return [
      reference !== undefined && reference !== '' && `${t.office.reference} ${reference}`,
      tickets > 0 && t.office.journal.tickets(tickets),
      copyNumber !== undefined && copyNumber > 0 && t.office.journal.copy(count(copyNumber)),
      GIVEN_REASONS.has(code) && reason,
    ]
  }

  return ({ code, currency: ofSale, details }) => {
    const payload = JSON.parse(details) as Payload
    const currency = payload.currency ?? ofSale ?? ''
    return [
      ...saleWords(payload, currency),
      ...moneyWords(payload, currency),
      ...returnWords(payload, code),
      ...peopleWords(payload),
      ...machineWords(payload),
    ]
      .filter((word) => typeof word === 'string' && word !== '')
      .join(' · ')
  }
}

/** What is false or missing is not said. */
type Words = readonly (string | false | undefined)[]
