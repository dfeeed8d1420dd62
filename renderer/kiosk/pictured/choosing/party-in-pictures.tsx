import { useState } from 'react'
import { useTapGuard } from '../../../components/use-tap-guard.ts'
import { Still } from '../../../components/drawn/still.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { useWheelchairPlaces } from '../../choosing/use-wheelchair-places.ts'
import { ProblemNotice } from '../../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { valueOf } from '../../state/remote.ts'
import type { PartyStep } from '../../state/steps.ts'
import { Persons, WheelchairAndCompanion } from '../drawings/people.tsx'
import styles from './party-in-pictures.module.css'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'

const MOST = 12

/** How many will come: as many persons drawn, beside their figure. */
export function PartyInPictures({ step: { event, visit } }: { step: PartyStep }) {
  const { t, digits } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const [marked, setMarked] = useState<number | 'wheelchair' | null>(null)
  const most = Math.min(info?.maxSeats ?? 1, MOST, valueOf(visit)?.session.overview.remaining ?? MOST)
  const places = useWheelchairPlaces(valueOf(visit)?.saleId ?? null)
  const settling = useTapGuard(`${places === 'none'} ${most}`)
  const choiceSettling = useTapGuard(places)
  if (valueOf(visit)?.session.overview.soldOut)
    return (
      <PictureSheet title={t.party.soldOut} lead={t.party.soldOutBody} event={event} onNo={store.showEvents}>
        <Still icon="ticket" seed={event.eventId} />
      </PictureSheet>
    )
  const failed = visit.state === 'failed'
  const take = (): void => {
    if (failed) store.chooseEvent(event)
    else if (marked === 'wheelchair') store.askWheelchairPlace('offers')
    else if (marked !== null) store.chooseCount(marked, 'offers')
  }
  return (
    <PictureSheet
      title={t.pictures.party}
      lead={t.pictures.takeFirst}
      notice={failed && <ProblemNotice notice={visit.problem} />}
      event={event}
      onYes={take}
      ready={failed || marked !== null}
      onNo={store.showEvents}
    >
      <ul className={styles.parties} inert={settling}>
        {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
          <li key={count}>
            <Said
              words={t.pictures.persons(count)}
              marked={marked === count}
              onMark={() => setMarked(count)}
              look={styles.party}
            >
              <Persons count={count} />
              <b>{digits(String(count))}</b>
            </Said>
          </li>
        ))}
        {places !== 'none' && (
          <li className={`${styles.wheelchair} ${places === 'unknown' ? styles.unknown : ''}`} inert={choiceSettling}>
            <Said
              words={t.wheelchair.ask}
              marked={marked === 'wheelchair'}
              onMark={() => setMarked('wheelchair')}
              look={styles.party}
            >
              <WheelchairAndCompanion />
            </Said>
          </li>
        )}
      </ul>
    </PictureSheet>
  )
}
