import { readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { Icon } from '../../components/icon.tsx'
import { useSpoken } from '../../components/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { createI18n } from '../../i18n/i18n.ts'
import { directionOf } from '../../i18n/languages.ts'
import { titleLines } from '../../app/event-title.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { useScanner } from '../tickets/use-scanner.ts'
import { valueOf } from '../state/remote.ts'
import { AcceptedWays } from '../accepted-ways.tsx'
import paper from '../../styles/paper.module.css'
import styles from './attract-screen.module.css'

const isCollectionCode = (typed: string): boolean => readCollectionCode(typed) !== null

/** The poster: one event, one invitation. The whole sheet is the button. */
export function AttractScreen() {
  const { t, language } = useI18n()
  const store = useKioskStore()
  const { events, info } = useKioskState()
  useScanner(true, store.openCode, isCollectionCode)
  const list = valueOf(events)
  const next = list?.events[0]
  useSpoken('screen', `${next?.title ?? t.attract.nothing}. ${t.attract.touch}.`)
  const others = info?.languages.filter((each) => each !== language) ?? []
  return (
    <main className={styles.attract}>
      <h1 className="unseen">{next?.title ?? t.attract.nothing}</h1>
      <button type="button" className={`${paper.ticket} ${styles.sheet}`} onClick={store.showEvents}>
        <span className={`${paper.main} ${styles.poster}`}>
          <span className={styles.ornament}>
            <Guilloche seed={next?.eventId ?? 'guichet'} rings={30} />
          </span>
          {next && <Poster event={next} others={(list?.total ?? 1) - 1} />}
          {next && <AcceptedWays />}
          {list && !next && (
            <span className={styles.empty}>
              <span className={styles.team}>{t.attract.nothing}</span>
              <span className={styles.where}>{t.attract.nothingBody}</span>
            </span>
          )}
        </span>
        <span className={paper.perforation} aria-hidden="true" />
        <span className={`${paper.stub} ${styles.stub}`}>
          <span className={styles.touch}>{t.attract.touch}</span>
          <span className={styles.also}>
            {others.map((each) => (
              <span key={each} lang={each} dir={directionOf(each)}>
                {createI18n(each).t.attract.touch}
              </span>
            ))}
          </span>
          <span className={styles.arrow}>
            <Icon name="arrow-right" />
          </span>
        </span>
      </button>
    </main>
  )
}

function Poster({ event, others }: { event: EventOffer; others: number }) {
  const { t, date } = useI18n()
  const lines = titleLines(event)
  const longest = Math.max(...lines.flatMap(unbroken).map(({ length }) => length), 6)
  return (
    <>
      <span className={styles.kicker}>{t.attract.next}</span>
      <span
        className={styles.title}
        style={{ '--letters': longest, '--line-letters': lines.join(` ${t.common.versus} `).length }}
      >
        {lines.map((line, index) => (
          <span key={line}>
            {index > 0 && <span className={styles.versus}>{t.common.versus}</span>}
            <span className={styles.team}>{line}</span>
          </span>
        ))}
      </span>
      <span className={styles.when}>
        <span className={styles.day}>{date(event.startsAt).full}</span>
        <span className={styles.where}>{t.common.city(event.venue.name, event.venue.city)}</span>
        {others > 0 && <span className={styles.others}>{t.attract.others(others)}</span>}
      </span>
    </>
  )
}

/** A short name stays in one line, a long one may break between its words. */
function unbroken(line: string): readonly string[] {
  return line.length <= 12 ? [line] : line.split(' ')
}
