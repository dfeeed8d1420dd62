import { useCallback, useEffect, useState } from 'react'
import type { SectionOffer, ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { MoreBelow } from '../../components/more-below.tsx'
import { useSaying } from '../../components/speech/speech.tsx'
import { TribuneMark } from '../../components/drawn/tribune-mark.tsx'
import styles from './seat-list.module.css'
import { ListedRows } from './listed-rows.tsx'
import { pricesOf } from '../../i18n/seat-map-labels.ts'
import type { SeatMapProps } from '../seat-map-props.ts'
import { tribuneOf } from '../tribune-of.ts'
import { useSectionChoice } from '../use-section-choice.ts'

/** The latest that was said of the choice; `refused`: that a seat cannot be had. */
const nothing = { text: '', refused: false }

/**
 * The same choice as the map's, without a drawing: sections, rows and seats as buttons, for keyboard, keypad and screen
 * reader, and for those who would rather read than look.
 */
export function SeatList(props: SeatMapProps) {
  const { visit, section, labels, onOpenSection, onCloseSection } = props
  const say = useSaying()
  const [told, setTold] = useState(nothing)
  const tell = useCallback((text: string, refused = false) => setTold({ text, refused }), [])
  useEffect(() => {
    if (told.refused) say('notice', told.text)
  }, [say, told])
  const choice = useSectionChoice(section, props, tell)
  return (
    <div className={styles.list}>
      {choice ? (
        <>
          <button type="button" className={styles.back} onClick={onCloseSection}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M20 12H5M11 6l-6 6 6 6" />
            </svg>
            {labels.wholeVenue}
          </button>
          <ListedRows key={choice.section.sectionId} {...{ choice, labels }} partySize={props.partySize} />
        </>
      ) : (
        <ListedSections {...{ labels, onOpenSection, visit }} />
      )}
      <p className="unseen" role="status">
        {told.text}
      </p>
      <MoreBelow />
    </div>
  )
}

type ListedSectionsProps = Pick<SeatMapProps, 'visit' | 'labels' | 'onOpenSection'>

function ListedSections({ visit: { plan, session }, labels, onOpenSection }: ListedSectionsProps) {
  const { overview } = session
  const groups = overview.zones
    .map((zone) => ({ zone, sections: overview.sections.filter(({ zoneId }) => zoneId === zone.zoneId) }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <nav className={styles.groups} aria-label={labels.sections}>
      {groups.map(({ zone, sections }) => (
        <ListedZone key={zone.zoneId} {...{ zone, sections, plan, labels, onOpenSection }} />
      ))}
    </nav>
  )
}

interface ListedZoneProps extends Pick<SeatMapProps, 'labels' | 'onOpenSection'> {
  readonly zone: ZoneOffer
  readonly sections: readonly SectionOffer[]
  readonly plan: VenuePlan | null
}

function ListedZone({ zone, sections, plan, labels, onOpenSection }: ListedZoneProps) {
  return (
    <section className={styles.group} aria-label={`${zone.name} ${labels.money(zone.price)}`}>
      <h2 className={styles.heading}>
        {zone.name} <span className={styles.price}>{labels.money(zone.price)}</span>
      </h2>
      <ul className={styles.sections}>
        {sections.map((section) => (
          <li key={section.sectionId}>
            <ListedSection tribune={tribuneOf(section, plan)} {...{ zone, section, labels, onOpenSection }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ListedSectionProps extends Pick<SeatMapProps, 'labels' | 'onOpenSection'> {
  readonly zone: ZoneOffer
  readonly section: SectionOffer
  readonly tribune: Tribune | null
}

function ListedSection({ zone, section, tribune, labels, onOpenSection }: ListedSectionProps) {
  return (
    <button
      type="button"
      className={styles.section}
      aria-disabled={section.remaining === 0}
      onClick={section.remaining > 0 ? () => onOpenSection(section.sectionId) : undefined}
    >
      {tribune && (
        <span className={styles.mark}>
          <TribuneMark tribune={tribune} />
        </span>
      )}
      <span className={styles.code}>{labels.section(section.code)}</span>
      {pricesOf(section, labels) !== labels.money(zone.price) && (
        <span className={styles.price}>{pricesOf(section, labels)}</span>
      )}
      <span className={styles.left}>
        {section.remaining > 0 ? labels.seatsLeft(section.remaining) : labels.soldOut}
      </span>
    </button>
  )
}
