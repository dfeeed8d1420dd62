import type { EventOffer } from '../../shared/domain/offer.ts'
import { Sheet } from '../components/sheet.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
export function MapScreen({ event, count, sectionId }: { event: EventOffer; count: number; sectionId: string | null }) {
  const { t } = useI18n()
  return <Sheet title={t.map.title} lead={`${event.title}${count}${sectionId}`} />
}
