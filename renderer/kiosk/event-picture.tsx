import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { KioskInfo } from '../../shared/api/kiosk/views.ts'
import { playsTeams, titleInOneLine, titleLines } from '../i18n/names.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Crest, crestDesign, Emblem, emblemDesign } from '../ui/illustrations/crest.tsx'
import { Guilloche } from '../ui/illustrations/guilloche.tsx'
import { Stadium, Stage } from '../ui/illustrations/stadium.tsx'
import styles from './pictures/event-picture.module.css'
import { useKioskState, useKioskStore } from './state/kiosk-context.tsx'

/**
 * Venue's picture of the event. Without one, the crests of the two teams on their colours. `scenery`: true to draw the
 * stadium or stage below the crests.
 */
export function EventPicture({ event, scenery = false }: { event: EventOffer; scenery?: boolean }) {
  const { info } = useKioskState()
  const scene = scenePicture(info, event)
  const isGame = playsTeams(event)
  return (
    <span className={styles.picture} aria-hidden="true" data-scene={scene ? 'picture' : 'colours'}>
      {scene ? (
        <img className={styles.scene} src={scene} alt="" />
      ) : (
        <>
          <span className={styles.colours} style={eventColours(event)} />
          <span className={styles.lines}>
            <Guilloche seed={event.eventId} rings={20} />
          </span>
          {scenery && (
            <span className={styles.scenery}>
              {isGame ? <Stadium home={event.homeTeam} away={event.awayTeam} /> : <Stage title={event.title} />}
            </span>
          )}
        </>
      )}
      {(isGame || !scene) && (
        <span className={styles.crests}>
          <Crests event={event} />
        </span>
      )}
    </span>
  )
}

interface EventRowProps {
  readonly event: EventOffer
  /** `line`: both teams on one line, for the attract screen. `card`: with a picture. Default: `row`. */
  readonly look?: 'line' | 'row' | 'card'
  /** Event whose venue and city the screen already shows. The button shows only a different venue and a different city. */
  readonly placeShownOf: EventOffer | undefined
  readonly onPress: () => void
}

/** Button for an event, with date, crests, teams, time and lowest price. */
export function EventRow({ event, look = 'row', placeShownOf: other, onPress }: EventRowProps) {
  const { t, date, money } = useI18n()
  const { weekday, dayOfMonth, month, time } = date(event.startsAt)
  const lines = titleLines(event)
  const { name, city } = event.venue
  const isSameCity = city === other?.venue.city
  const place = isSameCity && name === other.venue.name ? '' : t.common.city(name, isSameCity ? '' : city)
  const facts = place ? [time, place] : look === 'line' ? [weekday, time] : [time]
  return (
    <button type="button" className={styles.row} data-look={look} onClick={onPress}>
      {look === 'card' && (
        <span className={styles.view}>
          <EventPicture event={event} scenery />
        </span>
      )}
      <span className={styles.date} data-phrase style={eventColours(event)}>
        {look !== 'line' && <span>{weekday}</span>}
        <span className={styles.day}>{dayOfMonth}</span>
        <span>{month}</span>
      </span>
      <span className={styles.words}>
        <span className={styles.title} data-phrase>
          {lines.map((line, index) => (
            <span key={line} className={styles.team}>
              {index > 0 && <span className="unseen">{t.common.versus}</span>}
              <span className={styles.crest} aria-hidden="true">
                <EventCrest event={event} index={index} />
              </span>
              <span className="clamped">{line}</span>
            </span>
          ))}
        </span>
        <span className={styles.facts}>
          <span className={styles.time}>{facts.join(' · ')}</span>{' '}
          <span className={styles.price}>{t.events.from(money(event.minPrice, event.currency))}</span>
        </span>
      </span>
      <Icon name="arrow-right" />
    </button>
  )
}

/**
 * Returns two colours on which white text is legible: the colours of the two teams, or one colour twice if no teams
 * play.
 */
export function eventColours(event: EventOffer): { readonly '--home': string; readonly '--away': string } {
  const { homeTeam, awayTeam, title } = event
  if (playsTeams(event)) return { '--home': crestDesign(homeTeam).deep, '--away': crestDesign(awayTeam, homeTeam).deep }
  const { deep } = emblemDesign(title)
  return { '--home': deep, '--away': deep }
}

function Crests({ event }: { event: EventOffer }) {
  return (
    <>
      <EventCrest event={event} index={0} />
      {playsTeams(event) && <EventCrest event={event} index={1} />}
    </>
  )
}

/** Minimum length of a title that may take more than three lines, so that a button shows the complete title. */
const LONG_TITLE = 60

interface EventLineProps {
  readonly event: EventOffer
  readonly disabled?: boolean
  /** Returns to the previous screen. If absent, the line has no back button. */
  readonly onBack?: () => void
}

/** Line at the top of a screen with a back button and the event's crests, title, date and venue. */
export function EventLine({ event, disabled = false, onBack }: EventLineProps) {
  const { t, date } = useI18n()
  const store = useKioskStore()
  return (
    <div className={styles.summary}>
      {onBack && (
        <button
          type="button"
          className={styles.summaryButton}
          data-part="tools"
          data-back
          aria-label={t.common.back}
          aria-disabled={disabled}
          onClick={disabled ? undefined : onBack}
        >
          <Icon name="arrow-left" />
        </button>
      )}
      <span className={styles.summaryCrests} aria-hidden="true">
        <Crests event={event} />
      </span>
      <div className={styles.summaryWords} data-item>
        <strong className="clamped">{titleInOneLine(event)}</strong>
        <span>
          {date(event.startsAt).full} · {event.venue.name}
        </span>
      </div>
      {onBack && (event.description.trim() !== '' || event.title.length > LONG_TITLE) && (
        <button
          type="button"
          className={styles.summaryButton}
          data-part="tools"
          aria-label={t.party.about}
          onClick={() => store.openDialog('about')}
        >
          <Icon name="info" />
        </button>
      )}
    </div>
  )
}

/**
 * Picture beside a line of the event's title: the venue's picture of the team, a drawn crest, or an emblem if no teams
 * play.
 */
export function EventCrest({ event, index }: { event: EventOffer; index: number }) {
  const { info } = useKioskState()
  const { homeTeam, awayTeam, title } = event
  if (!playsTeams(event)) return <Emblem title={title} />
  const team = index === 0 ? homeTeam : awayTeam
  const own = teamPicture(info, team)
  return own ? (
    <img className={styles.own} src={own} alt="" />
  ) : (
    <Crest team={team} host={index === 0 ? '' : homeTeam} />
  )
}

/** Returns the URL of the venue's own picture with the given name; null if the picture does not exist. */
export function brandPicture(info: KioskInfo | null, name: string): string | null {
  const file = info?.pictures?.find((each) => each.slice(0, each.lastIndexOf('.')) === name)
  return file === undefined ? null : `/brand/${file}`
}

export function teamPicture(info: KioskInfo | null, team: string): string | null {
  return pictureOf(info, 'team', team)
}

/** Returns the venue's picture of the event by ID or title, otherwise the picture of the venue. */
export function scenePicture(info: KioskInfo | null, { eventId, title, venue }: EventOffer): string | null {
  return pictureOf(info, 'event', eventId) ?? pictureOf(info, 'event', title) ?? pictureOf(info, 'venue', venue.name)
}

/**
 * Finds a picture by a name that every file system supports: `team`, `Équipe de Guinée` → `team-equipe-de-guinee`. Null
 * for names in other scripts, or if the picture does not exist.
 */
function pictureOf(info: KioskInfo | null, kind: 'team' | 'event' | 'venue', name: string): string | null {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-/u, '')
    .slice(0, 60)
    .replace(/-$/u, '')
  return plain === '' ? null : brandPicture(info, `${kind}-${plain}`)
}
