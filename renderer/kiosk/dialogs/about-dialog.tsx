import { useState } from 'react'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { PagedText } from '../../components/paging/paged-text.tsx'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { PagedDialog } from './paged-dialog.tsx'
import dialogStyles from './dialogs.module.css'

/** What the organiser says about an event, as text and nothing else. */
export function AboutDialog({ event }: { event: EventOffer }) {
  const { t, date } = useI18n()
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  useSpoken('screen', `${event.title}. ${event.description}`)
  return (
    <PagedDialog title={event.title} page={page} pages={pages} onPage={setPage}>
      <p className={dialogStyles.lead}>
        {date(event.startsAt).full} · {t.common.city(event.venue.name, event.venue.city)}
      </p>
      <PagedText text={event.description.trim()} page={page} onPages={setPages} />
    </PagedDialog>
  )
}
