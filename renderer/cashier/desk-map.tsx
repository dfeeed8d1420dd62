import { useMemo } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useSection } from '../app/use-section.ts'
import type { SeatMapLabels } from '../i18n/seat-map-labels.ts'
import { SeatMap } from '../seat-map/seat-map.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import type { WorkAt } from './state/work.ts'

/** The venue beside the line, for cashiers who would rather point. */
export function DeskMap({ seats: { visit, search } }: { seats: WorkAt<'seats'> }) {
  const { t, money } = useI18n()
  const { store, state } = useDesk()
  const { info, busy } = state
  const offer = search.offers?.[search.chosen]
  const sectionId = offer?.sectionId ?? search.sectionId
  const picked = useMemo(() => offer?.seats.map(({ seatId }) => seatId) ?? search.picked, [offer, search.picked])
  const watched = useSection(store, visit?.saleId ?? null, sectionId)
  const currency = visit?.session.currency ?? ''
  const labels = useMemo<SeatMapLabels>(
    () => ({ ...t.seatMap, money: (amount) => money(amount, currency) }),
    [t, money, currency],
  )
  const selected = useMemo(() => new Set(picked), [picked])
  if (!visit) return null
  return (
    <div className={styles.map} dir="ltr">
      <SeatMap
        visit={visit}
        section={watched.section}
        wheelchair={offer?.seats.some(({ place }) => place.accessible) ?? false}
        partySize={1}
        maxSeats={info?.maxSeats ?? 1}
        mode="single"
        selected={selected}
        holding={busy}
        onSelectionChange={store.pick}
        onOpenSection={store.openSection}
        onCloseSection={() => store.openSection(null)}
        onSeatsLost={(lost) => store.pick(picked.filter((seatId) => !lost.includes(seatId)))}
        onLoneSeatsChange={() => undefined}
        pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
        labels={labels}
      />
    </div>
  )
}
