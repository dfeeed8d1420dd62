import { useState } from 'react'
import { tenders } from '../../../shared/ledger-format/money.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { StaticPanel } from '../../ui/illustrations/drawings.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventRow } from '../event-picture.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { valueOf } from '../state/steps.ts'
import styles from './events-screen.module.css'

/** Maximum number of events shown as cards with a picture. With more events, the screen shows rows without pictures. */
const MAX_CARDS = 3

export function EventsScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { events } = useKioskState()
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const list = valueOf(events)
  const shown = list?.events ?? []
  const [first] = shown
  const isEmpty = list !== null && !first
  const hasCards = shown.length <= MAX_CARDS
  return (
    <Sheet
      title={isEmpty ? t.attract.nothing : t.events.title}
      lead={isEmpty ? t.attract.nothingBody : first && t.common.city(first.venue.name, first.venue.city)}
      notice={list?.stale && <NoticeStrip title={t.events.staleTitle} body={t.events.stale} icon="clock" />}
    >
      {isEmpty ? (
        <StaticPanel icon="calendar" seed="guichet" />
      ) : (
        <Paged
          items={shown}
          keyOf={({ eventId }) => eventId}
          render={(event) => (
            <EventRow
              event={event}
              look={hasCards ? 'card' : 'row'}
              placeShownOf={first}
              onPress={() => store.chooseEvent(event)}
            />
          )}
          className={hasCards ? `${styles.list} ${styles.cards}` : styles.list}
          page={page}
          onPages={setPages}
        />
      )}
      <div className={styles.foot} data-part="stub">
        <Button kind="quiet" icon="arrow-left" onPress={store.backToAttract}>
          {t.events.back}
        </Button>
        <AcceptedTenders />
        <PageTurner page={page} pages={pages} onPage={setPage} />
      </div>
    </Sheet>
  )
}

function AcceptedTenders() {
  const { t } = useI18n()
  const { info } = useKioskState()
  if (!info || info.tenders.length === 0) return null
  return (
    <p className={styles.accepted}>
      <span>{t.paying.accepted}</span>{' '}
      {info.tenders.map((kind) => (
        <span key={kind} className={styles.way} style={{ '--brand': tenders[kind].color }}>
          {t.desk.tenders[kind]}
        </span>
      ))}
    </p>
  )
}
