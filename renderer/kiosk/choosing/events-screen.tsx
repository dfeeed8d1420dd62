import { useState } from 'react'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { Slip } from '../../ui/illustrations/paper.tsx'
import { StaticPanel } from '../../ui/illustrations/drawings.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { titleLines } from '../../app/in-words.ts'
import styles from './events-screen.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { valueOf } from '../state/steps.ts'
import { AcceptedTenders } from '../idle/poster.tsx'
import { eventColours, EventCrest } from '../event-picture.tsx'
import { SaleStub } from '../sale-coupon.tsx'

export function EventsScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { events } = useKioskState()
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const list = valueOf(events)
  return (
    <Sheet
      title={list?.events.length === 0 ? t.attract.nothing : t.events.title}
      lead={list?.events.length === 0 ? t.attract.nothingBody : undefined}
      notice={list?.stale && <NoticeStrip title={t.events.staleTitle} body={t.events.stale} icon="clock" />}
      coupon={
        <>
          <SaleStub />
          <AcceptedTenders />
        </>
      }
      actions={
        <>
          <PageTurner page={page} pages={pages} onPage={setPage} />
          <Button kind="quiet" icon="arrow-left" onPress={store.backToAttract}>
            {t.events.back}
          </Button>
        </>
      }
    >
      {list?.events.length === 0 ? (
        <StaticPanel icon="calendar" seed="guichet" />
      ) : (
        <Paged
          items={list?.events ?? []}
          keyOf={({ eventId }) => eventId}
          render={(event) => <EventSlip event={event} onPress={() => store.chooseEvent(event)} />}
          className={styles.list}
          page={page}
          onPages={setPages}
        />
      )}
    </Sheet>
  )
}

function EventSlip({ event, onPress }: { event: EventOffer; onPress: () => void }) {
  const { t, date, money } = useI18n()
  const { weekday, dayOfMonth, month, time } = date(event.startsAt)
  return (
    <Slip
      onPress={onPress}
      stub={
        <>
          <span className={styles.price}>{t.events.from(money(event.minPrice, event.currency))}</span>
          <Icon name="arrow-right" />
        </>
      }
    >
      <span className={styles.date} data-phrase style={eventColours(event)}>
        <span>{weekday}</span>
        <span className={styles.day}>{dayOfMonth}</span>
        <span>{month}</span>
      </span>
      <span className={styles.event}>
        <span className={styles.title} data-phrase>
          {titleLines(event).map((line, index) => (
            <span key={line} className={styles.line}>
              {index > 0 && <span className="unseen">{t.common.versus}</span>}
              <span className={styles.crest} aria-hidden="true">
                <EventCrest event={event} index={index} />
              </span>
              <span className="clamped">{line}</span>
            </span>
          ))}
        </span>
        <span className={styles.place}>
          {time} · {t.common.city(event.venue.name, event.venue.city)}
        </span>
      </span>
    </Slip>
  )
}
