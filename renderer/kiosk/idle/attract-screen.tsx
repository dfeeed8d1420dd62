import { useEffect, useId, useState } from 'react'
import { isOnlySpoken, type SpeechLanguage } from '../../../shared/domain/language.ts'
import { readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { titleLines } from '../../i18n/names.ts'
import { useFingersDown, useReducedMotion } from '../../ui/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { ScrollHint } from '../../ui/scroll-hint.tsx'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { eventColours, EventPicture, EventRow } from '../event-picture.tsx'
import { isInUse } from '../screen.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { tonguesOf } from '../state/kiosk-state.ts'
import { valueOf } from '../state/steps.ts'
import { useScanner } from '../tickets/scanner.ts'
import styles from './attract-screen.module.css'

const isCollectionCode = (typed: string): boolean => readCollectionCode(typed) !== null

/** Maximum number of events listed below the poster. */
const MAX_ROWS = 3

export function AttractScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  const { events } = state
  const still = useReducedMotion() || isInUse({ name: 'attract' }, state)
  useScanner(true, store.openCode, isCollectionCode)
  const list = valueOf(events)
  const turn = useRotation(list?.events.length ?? 0, still)
  const event = list?.events[turn]
  const isEmpty = list !== undefined && list !== null && !event
  const call = isEmpty ? t.attract.nothing : state.byKeys ? t.speaking.press : t.attract.touch
  useSpoken('screen', isEmpty ? `${call}. ${t.attract.nothingBody}` : `${event?.title ?? t.attract.nothing}. ${call}.`)
  const rows = list?.events.filter((each) => each !== event).slice(0, MAX_ROWS) ?? []
  return (
    <main className={styles.attract} data-rows={rows.length}>
      <h1 className="unseen">{event?.title ?? t.attract.nothing}</h1>
      <div className={styles.poster} data-event={event?.eventId}>
        <div className={styles.picture}>
          {event ? <EventPicture key={event.eventId} event={event} scenery /> : <Guilloche seed="guichet" rings={30} />}
        </div>
        <button
          key={event?.eventId}
          type="button"
          className={styles.lead}
          data-reads
          data-name={call}
          onClick={() => (event ? store.chooseEvent(event) : store.showEvents())}
        >
          {event && <Announcement event={event} events={list?.events ?? []} />}
          {isEmpty && (
            <span className={styles.nothing}>
              <span>{t.attract.nothing}</span>
              <span className={styles.where}>{t.attract.nothingBody}</span>
            </span>
          )}
        </button>
      </div>
      <div className={styles.perforation} aria-hidden="true" />
      <div className={styles.stub}>
        {rows.length > 0 && <Upcoming rows={rows} more={(list?.total ?? 0) - 1 > rows.length} poster={event} />}
        <Languages event={event} />
      </div>
      <ScrollHint />
    </main>
  )
}

interface AnnouncementProps {
  readonly event: EventOffer
  readonly events: readonly EventOffer[]
}

/** Text on the poster. The city is visible only if the events are in several cities; it is always spoken. */
function Announcement({ event, events }: AnnouncementProps) {
  const { t, date, money } = useI18n()
  const { name, city } = event.venue
  const hasCity = events.some((each) => each.venue.city !== city)
  const lines = titleLines(event)
  const { '--home': home, '--away': away } = eventColours(event)
  const isLong = lines.some(({ length }) => length > ONE_LINE)
  return (
    <>
      <span
        className={styles.title}
        data-said
        data-long={isLong ? lines.length : undefined}
        style={{ '--letters': Math.max(...lines.map((line) => lettersAcross(line, lines.length > 1 ? 2 : 3)), 10) }}
      >
        {lines.map((line, index) => (
          <span key={line} className={styles.team} style={{ '--club': index === 0 ? home : away }}>
            {index > 0 && <span className="unseen">{t.common.versus}</span>}
            <span className="clamped">{line}</span>
          </span>
        ))}
      </span>
      <span className={styles.when} data-item>
        <span className={styles.day}>{date(event.startsAt).full}</span>
        <span className={styles.where} aria-hidden={!hasCity || undefined}>
          {t.common.city(name, hasCity ? city : '')}
        </span>
        {!hasCity && <span className="unseen">{t.common.city(name, city)}</span>}
      </span>
      <span className={styles.bar}>
        <span className={styles.touch} data-said>
          {t.attract.touch}
        </span>
        <span data-item>{t.events.from(money(event.minPrice, event.currency))}</span>
        <span className={styles.arrow}>
          <Icon name="arrow-right" />
        </span>
      </span>
    </>
  )
}

/** Maximum length of a name that is set on one line. */
const ONE_LINE = 22

/** Returns the approximate length of the longest line of a name. A long name is broken into `lines` lines. */
function lettersAcross(name: string, lines: number): number {
  if (name.length <= ONE_LINE) return name.length
  return Math.max(...name.split(' ').map((word) => word.length), Math.ceil(name.length / lines) + 4)
}

interface UpcomingProps {
  readonly rows: readonly EventOffer[]
  /** True if more events are on sale than listed. */
  readonly more: boolean
  readonly poster: EventOffer | undefined
}

function Upcoming({ rows, more, poster }: UpcomingProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const title = useId()
  return (
    <div className={styles.upcoming} role="group" aria-labelledby={title}>
      <h2 id={title} className={styles.heading}>
        {t.attract.upcoming}
      </h2>
      <ul className={styles.rows}>
        {rows.map((event) => (
          <li key={event.eventId}>
            <EventRow event={event} look="line" placeShownOf={poster} onPress={() => store.chooseEvent(event)} />
          </li>
        ))}
      </ul>
      <button type="button" className={styles.all} data-more-events={more} onClick={store.showEvents}>
        {t.attract.all}
        <Icon name="arrow-right" />
      </button>
    </div>
  )
}

const MAX_LANGUAGES = 4

/**
 * Buttons that open the event on the poster in the chosen language. With too many languages, or languages available
 * only as speech, the last button opens the list of languages.
 */
function Languages({ event }: { readonly event: EventOffer | undefined }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  const tongues = tonguesOf(state)
  if (tongues.length < 2) return null
  const written = tongues.filter((each) => !isOnlySpoken(each))
  const all = tongues.length <= MAX_LANGUAGES && written.length === tongues.length
  const shown = all ? written : [...new Set([...written.slice(0, 2), state.language, ...written])].slice(0, 3)
  const start = (tongue: SpeechLanguage): void => {
    store.speak(tongue)
    if (event) store.chooseEvent(event)
  }
  return (
    <ul className={styles.languages} style={{ '--count': shown.length + (all ? 0 : 1) }} aria-label={t.tools.language}>
      {shown.map((each) => (
        <li key={each}>
          <button
            type="button"
            className={styles.language}
            lang={each}
            aria-current={each === state.tongue}
            onClick={() => start(each)}
          >
            {nameOf(each)}
          </button>
        </li>
      ))}
      {!all && (
        <li>
          <button
            type="button"
            className={styles.language}
            aria-haspopup="dialog"
            onClick={() => store.openDialog('language')}
          >
            <Icon name="globe" />
            {t.attract.languages}
          </button>
        </li>
      )}
    </ul>
  )
}

const TURN_MS = 20_000

/** Returns the index of the item to show. It advances every 20 seconds unless `still` is true or a finger is down. */
function useRotation(count: number, still: boolean): number {
  const [turn, setTurn] = useState(0)
  const fingers = useFingersDown()
  const turns = !still && count > 1
  useEffect(() => {
    if (!turns) return undefined
    const timer = setInterval(() => {
      // A change of the item under the finger would cancel the touch, which must end on the element where it began.
      if (!fingers.any()) setTurn((before) => before + 1)
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [turns, fingers])
  return count === 0 ? 0 : turn % count
}
