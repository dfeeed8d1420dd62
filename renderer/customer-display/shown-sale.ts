import { cashDue } from '../../shared/domain/money/cash.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import { inSeatOrder, type Tribune } from '../../shared/domain/seats/place.ts'
import { shownGate } from '../../shared/domain/venue/way.ts'
import type { SaleView } from '../../shared/kiosk-api/views.ts'
import { titleInOneLine } from '../app/event-title.ts'
import type { I18n } from '../i18n/i18n.ts'
import { tenderPrompt } from '../i18n/tender-prompt.ts'

/** Seats of one row, as people look for them. */
export interface ShownRow {
  readonly key: string
  readonly gate: string
  readonly sector: string
  readonly row: string
  readonly numbers: readonly string[]
  readonly price: Minor
}

export interface ShownTribune {
  readonly tribune: Tribune
  readonly rows: readonly ShownRow[]
}

export function tribunesOf(seats: readonly ChosenSeat[]): readonly ShownTribune[] {
  const tribunes = Map.groupBy(inSeatOrder(seats), ({ place }) => place.tribune.code)
  return [...tribunes.values()].flatMap((members) => {
    const [first] = members
    return first ? [{ tribune: first.place.tribune, rows: shownRows(members) }] : []
  })
}

function shownRows(seats: readonly ChosenSeat[]): readonly ShownRow[] {
  const rows = Map.groupBy(seats, ({ place }) => JSON.stringify([shownGate(place.gate), place.sector, place.row]))
  return [...rows].flatMap(([key, members]) => {
    const [first] = members
    if (!first) return []
    const { gate, sector, row } = first.place
    const numbers = members.map(({ place }) => String(place.seatNumber))
    return [
      { key, gate: shownGate(gate), sector, row, numbers, price: members.reduce((sum, { price }) => sum + price, 0) },
    ]
  })
}

/** The one figure that matters to the customer now, and what they do about it. */
export interface Figure {
  readonly label?: string
  readonly value?: string
  readonly note?: string
}

export function figureOf({ stage, amount, currency, paid, taken = [] }: SaleView, { t, money }: I18n): Figure {
  const change = paid?.change ?? 0
  const left = amount - taken.reduce((sum, part) => sum + part.amount, 0)
  switch (stage.name) {
    case 'paying': {
      const note = stage.device
        ? t.card.device[stage.device.phase].title
        : tenderPrompt(t.display.paying, stage.tender, t.desk.tenders)
      return { label: t.desk.toPay, value: money(stage.due, currency), note }
    }
    case 'confirming':
    case 'printing':
    case 'print-problem': {
      const [label, sum] = change > 0 ? [t.display.change, change] : [t.display.paid, amount]
      return { label, value: money(sum, currency), note: t.display.ticketsComing }
    }
    case 'done':
      if (change === 0) return { value: t.display.thanks }
      return { label: t.display.change, value: money(change, currency), note: t.display.thanks }
    case 'refund-due':
      return { label: t.display.backToYou, value: money(stage.amount, currency) }
    case 'needs-staff':
      return { label: t.display.oneMoment }
    default: {
      const inCash = cashDue(left, currency)
      const label = taken.length > 0 ? t.desk.left : t.desk.toPay
      const note = inCash === left ? {} : { note: `${t.desk.inCash} ${money(inCash, currency)}` }
      return { label, value: money(left, currency), ...note }
    }
  }
}

/** The same for the ear. */
export function basketInWords({ event, seats, currency }: SaleView, { t, date, money }: I18n): string {
  const places = tribunesOf(seats).flatMap(({ tribune, rows }) =>
    rows.map(({ gate, sector, row, numbers, price }) =>
      [
        tribune.name,
        `${t.review.gate} ${gate}`,
        `${t.review.sector} ${sector}`,
        t.offers.row(row),
        t.offers.seats(numbers),
        money(price, currency),
      ].join(t.common.comma),
    ),
  )
  return [titleInOneLine(event), date(event.startsAt).full, ...places].join('. ')
}

export function figureInWords({ label, value, note }: Figure): string {
  const sum = [label, value].filter((text) => text !== undefined).join(' ')
  return note === undefined ? sum : `${sum}. ${note}`
}
