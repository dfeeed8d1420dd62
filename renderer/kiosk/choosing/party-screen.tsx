import { useEffect, useState } from 'react'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { useUpright } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { StaticPanel } from '../../ui/illustrations/drawings.tsx'
import { useTapGuard } from '../../ui/hooks.ts'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventPicture } from '../event-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type PartyStep, valueOf, type Way, WHEELCHAIR_PARTY } from '../state/steps.ts'
import styles from './party-screen.module.css'

/** Maximum number of seats with its own button. Larger numbers are reached with plus and minus. */
const MAX_NUMERALS = 12

export function PartyScreen({ step: { event, visit } }: { step: PartyStep }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const upright = useUpright()
  const overview = valueOf(visit)?.session.overview
  const most = Math.min(info?.maxSeats ?? 1, overview?.remaining ?? Infinity)
  const [more, setMore] = useState(MAX_NUMERALS)
  const [way, setWay] = useState<Way>('offers')
  const lead = way === 'map' ? t.party.mapLead : t.party.lead
  const places = useWheelchairPlaces(valueOf(visit)?.saleId ?? null)
  // The number buttons change position only if no wheelchair space is left, or fewer seats are left than the buttons
  // offer.
  const settling = useTapGuard(`${places === 'none'} ${most}`)
  const choiceSettling = useTapGuard(places)
  if (overview?.soldOut) return <SoldOut event={event} />
  return (
    <Sheet
      title={t.party.title}
      lead={overview ? `${lead} ${t.party.remaining(overview.remaining)}` : lead}
      notice={visit.state === 'failed' && <ProblemNotice notice={visit.problem} />}
      coupon={<SaleStub event={event} />}
      actions={
        <>
          {visit.state === 'failed' && (
            <Button kind="primary" onPress={() => store.chooseEvent(event)}>
              {t.common.retry}
            </Button>
          )}
          {event.description.trim() !== '' && (
            <Button kind="quiet" icon="info" onPress={() => store.openDialog('about')}>
              {t.party.about}
            </Button>
          )}
          <Button kind="quiet" icon="arrow-left" onPress={store.showEvents}>
            {t.common.back}
          </Button>
        </>
      }
      picture={
        upright ? undefined : (
          <span className={styles.picture}>
            <EventPicture event={event} />
          </span>
        )
      }
    >
      <WaysToChoose way={way} ready={overview !== undefined} onWay={setWay} />
      <ul className={styles.numbers} inert={settling} style={{ '--count': Math.min(most, MAX_NUMERALS) }}>
        {Array.from({ length: Math.min(most, MAX_NUMERALS) }, (_, index) => index + 1).map((count) => (
          <li key={count}>
            <NumberButton count={count} onPress={() => store.chooseCount(count, way)} />
          </li>
        ))}
      </ul>
      {places !== 'none' && (
        <div className={`${styles.wheelchair} ${places === 'unknown' ? styles.unknown : ''}`} inert={choiceSettling}>
          <Button icon="wheelchair" onPress={() => store.askWheelchairPlace(way)}>
            {t.wheelchair.ask}
          </Button>
        </div>
      )}
      {most > MAX_NUMERALS && (
        <div className={styles.more}>
          <Button
            icon="minus"
            label={t.party.fewer}
            disabled={more <= MAX_NUMERALS}
            onPress={() => setMore(more - 1)}
          />
          <Button onPress={() => store.chooseCount(more, way)}>{t.common.places(more)}</Button>
          <Button icon="plus" label={t.party.more} disabled={more >= most} onPress={() => setMore(more + 1)} />
        </div>
      )}
    </Sheet>
  )
}

interface WaysToChooseProps {
  readonly way: Way
  readonly ready: boolean
  readonly onWay: (way: Way) => void
}

function WaysToChoose({ way, ready, onWay }: WaysToChooseProps) {
  const { t } = useI18n()
  return (
    <div className={styles.ways} role="group" aria-label={t.party.ways}>
      <Choice icon="ticket" chosen={way === 'offers'} onPress={() => onWay('offers')}>
        <strong>{t.party.best}</strong>
      </Choice>
      <Choice icon="map" chosen={way === 'map'} disabled={!ready} onPress={() => onWay('map')}>
        <strong>{t.offers.openMap}</strong>
      </Choice>
    </div>
  )
}

/** Button with a number and as many small seats, for customers who count rather than read. */
function NumberButton({ count, onPress }: { count: number; onPress: () => void }) {
  const { t, digits } = useI18n()
  return (
    <button type="button" className={styles.number} aria-label={t.common.places(count)} onClick={onPress}>
      <span className={styles.figure}>{digits(String(count))}</span>
      <span className={styles.seats} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <i key={index} />
        ))}
      </span>
    </button>
  )
}

function SoldOut({ event }: { event: EventOffer }) {
  const { t } = useI18n()
  const store = useKioskStore()
  return (
    <Sheet
      title={t.party.soldOut}
      lead={t.party.soldOutBody}
      coupon={<SaleStub event={event} />}
      actions={
        <Button kind="primary" onPress={store.showEvents}>
          {t.party.otherEvent}
        </Button>
      }
    >
      <StaticPanel icon="ticket" seed={event.eventId} />
    </Sheet>
  )
}

type WheelchairPlaces = 'unknown' | 'left' | 'none'

/** Returns whether a wheelchair space with a companion seat can be bought; requests the answer once for each visit. */
export function useWheelchairPlaces(saleId: string | null): WheelchairPlaces {
  const { invoke } = useKioskStore()
  const { info } = useKioskState()
  const [known, setKnown] = useState<{ readonly saleId: string; readonly left: boolean } | null>(null)
  useEffect(() => {
    if (saleId === null) return undefined
    let left = false
    void invoke('viewWheelchairPlaces', { saleId }).then((reply) => {
      if (!left) setKnown({ saleId, left: reply.ok && reply.value.left })
    })
    return () => {
      left = true
    }
  }, [invoke, saleId])
  if ((info?.maxSeats ?? 1) < WHEELCHAIR_PARTY) return 'none'
  if (known?.saleId !== saleId) return 'unknown'
  return known.left ? 'left' : 'none'
}
