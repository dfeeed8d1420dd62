import { useState } from 'react'
import { type ChosenSeat, type EventOffer, venueTime } from '../../../shared/domain/seats/offer.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { BUNDLE, type NotePile } from '../../../shared/domain/money/cash.ts'
import { shownGate } from '../../../shared/domain/venue/way.ts'
import { titleLines } from '../../i18n/names.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { nightsUntil } from './when.tsx'
import { placeGroups } from '../../../shared/domain/seats/place-groups.ts'

/** Returns a function that describes an event: `Guinée contre Sénégal. demain, samedi 17 mai, 16 h` */
export function useEventWords(): (event: EventOffer) => string {
  const { t, date } = useI18n()
  const { info } = useKioskState()
  const [now] = useState(() => venueTime(info ?? {}, Date.now()))
  return (event) => {
    const nights = nightsUntil(event.startsAt, now)
    const near = nights === 0 ? t.pictures.today : nights === 1 ? t.pictures.tomorrow : ''
    const when = [near, date(event.startsAt).full].filter((words) => words !== '').join(t.common.comma)
    return `${titleLines(event).join(` ${t.common.versus} `)}. ${when}`
  }
}

/** Returns a function that describes how to reach the seats: stand, gate, sector, row and seats. */
export function usePlaceWords(): (seats: readonly ChosenSeat[]) => string {
  const { t } = useI18n()
  return (seats) =>
    placeGroups(seats)
      .map(({ tribune, gate, sector, rows }) => {
        const inRows = rows.map(
          ({ row, numbers }) => `${t.offers.place(sector, row)}${t.common.comma}${t.offers.seats(numbers)}`,
        )
        return [tribune.name, `${t.review.gate} ${shownGate(gate)}`, ...inRows].join('. ')
      })
      .join('. ')
}

/** Returns a function that describes notes of one value: `2 paquets de dix billets de 20 000 GNF, …` */
export function usePileWords(): (pile: NotePile, currency: string) => string {
  const { t, money } = useI18n()
  return ({ value, bundles, loose }, currency) => {
    const note = money(value, currency)
    const parts = [bundles > 0 && t.pictures.bundles(bundles, note), loose > 0 && t.pictures.notes(loose, note)].filter(
      (part) => part !== false,
    )
    return parts.join(t.common.comma)
  }
}

export const countOf = ({ bundles, loose }: NotePile): number => bundles * BUNDLE + loose

export function usePriceWords(): (amount: Minor, currency: string) => string {
  const { t, money } = useI18n()
  return (amount, currency) => t.pictures.price(money(amount, currency))
}
