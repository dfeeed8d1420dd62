import type { ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../../shared/api/kiosk/views.ts'
import { Choice } from '../../ui/choice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { commonTribune } from '../../seat-map/venue-map.tsx'
import { EventLine } from '../event-picture.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { type OffersStep, valueOf, type WishesStep } from '../state/steps.ts'
import { useOverview } from './map-screen.tsx'
import styles from './preferences-screen.module.css'

/** Screen on which customers restrict the search to a zone. */
export function PreferencesScreen({ step: { event, visit, wishes } }: { step: WishesStep }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const opened = valueOf(visit)
  useOverview(opened?.saleId ?? null)
  const { zones, sections } = opened?.session.overview ?? { zones: [], sections: [] }
  const wish = (zoneId: string | null): void => store.wish({ ...wishes, zoneId })
  return (
    <Sheet title={t.wishes.title} titleUnseen lead={t.wishes.lead}>
      <div className={styles.screen}>
        <EventLine event={event} onBack={store.back} />
        <span className={styles.title} aria-hidden="true">
          {t.wishes.title}
        </span>
        <div className={styles.choices} role="group" aria-label={t.wishes.title}>
          <Choice chosen={wishes.zoneId === null} onPress={() => wish(null)}>
            <strong>{t.wishes.anyZone}</strong>
          </Choice>
          {zones.map((zone) => (
            <Choice
              key={zone.zoneId}
              tribune={commonTribune(
                sections.filter(({ zoneId }) => zoneId === zone.zoneId),
                opened?.plan ?? null,
              )}
              chosen={wishes.zoneId === zone.zoneId}
              disabled={zone.remaining === 0}
              onPress={() => wish(zone.zoneId)}
            >
              <strong>{zone.name}</strong>
              <span>
                {money(zone.price, event.currency)} · {t.wishes.left(zone.remaining)}
              </span>
            </Choice>
          ))}
        </div>
      </div>
    </Sheet>
  )
}

const zonesOf = (visit: VisitView | null): readonly ZoneOffer[] => visit?.session.overview.zones ?? []

/** Returns whether the venue has more than one zone to choose from. */
export const mayWish = (visit: VisitView | null): boolean => zonesOf(visit).length > 1

/** Returns the name of the preferred zone; null without a preference. */
export function wishInWords({ visit, wishes }: OffersStep): string | null {
  return zonesOf(valueOf(visit)).find(({ zoneId }) => zoneId === wishes.zoneId)?.name ?? null
}
