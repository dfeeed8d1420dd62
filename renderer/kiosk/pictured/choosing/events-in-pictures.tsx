import { useState } from 'react'
import type { EventOffer } from '../../../../shared/domain/seats/offer.ts'
import { Still } from '../../../components/drawn/still.tsx'
import { NoticeStrip } from '../../../components/notice.tsx'
import { Paged } from '../../../components/paging/paged.tsx'
import { PageTurner } from '../../../components/paging/page-turner.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { EventPicture } from '../../pictures/event-picture.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { valueOf } from '../../state/remote.ts'
import { CalendarLeaf, SkyClock } from '../drawings/when.tsx'
import styles from './events-in-pictures.module.css'
import { MoneyPicture } from '../money-to-count.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'
import { useEventWords, usePriceWords } from '../words.ts'

/** What is on: crests on their colours, the day, the hour, and the notes that one seat costs at least. */
export function EventsInPictures() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { events } = useKioskState()
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const [marked, setMarked] = useState<EventOffer | null>(null)
  const list = valueOf(events)
  const none = list?.events.length === 0
  return (
    <PictureSheet
      title={none ? t.attract.nothing : t.events.title}
      lead={none ? t.attract.nothingBody : t.pictures.takeFirst}
      notice={list?.stale && <NoticeStrip title={t.events.staleTitle} body={t.events.stale} icon="clock" />}
      onYes={none ? undefined : () => marked && store.chooseEvent(marked)}
      ready={marked !== null}
      onNo={store.toAttract}
      aside={pages > 1 && <PageTurner page={page} pages={pages} onPage={setPage} />}
    >
      {none ? (
        <Still icon="calendar" seed="guichet" />
      ) : (
        <Paged
          items={list?.events ?? []}
          keyOf={({ eventId }) => eventId}
          render={(event) => (
            <EventCard event={event} marked={event.eventId === marked?.eventId} onMark={() => setMarked(event)} />
          )}
          className={styles.list}
          page={page}
          onPages={setPages}
        />
      )}
    </PictureSheet>
  )
}

interface EventCardProps {
  readonly event: EventOffer
  readonly marked: boolean
  readonly onMark: () => void
}

function EventCard({ event, marked, onMark }: EventCardProps) {
  const eventWords = useEventWords()
  const priceWords = usePriceWords()
  const { minPrice, currency, startsAt } = event
  return (
    <Said
      words={`${eventWords(event)}. ${priceWords(minPrice, currency)}`}
      marked={marked}
      onMark={onMark}
      look={styles.card}
    >
      <span className={styles.teams}>
        <EventPicture event={event} />
      </span>
      <span className={styles.facts}>
        <CalendarLeaf startsAt={startsAt} />
        <SkyClock startsAt={startsAt} />
        <span className={styles.price}>
          <MoneyPicture amount={minPrice} currency={currency} />
        </span>
      </span>
    </Said>
  )
}
