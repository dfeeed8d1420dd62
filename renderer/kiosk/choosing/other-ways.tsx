import { type MouseEvent, useEffect, useState } from 'react'
import type { Problem } from '../../app/problem.ts'
import buttonStyles from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { useTapGuard } from '../../ui/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { VenueLayout } from '../../seat-map/layout/venue-layout.ts'
import { PlacePicture } from '../place-picture.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type OffersStep, valueOf, WHEELCHAIR_PARTY } from '../state/steps.ts'
import styles from './offers-screen.module.css'
import { mayWish, wishInWords } from './preferences-screen.tsx'

interface OtherWaysProps {
  readonly step: OffersStep
  readonly problem: Problem | null
  /** True if the search found no seats. */
  readonly none: boolean
  readonly occupied: boolean
  /** Venue layout to show on the map button; null for an icon. */
  readonly venue: VenueLayout | null
}

/** Buttons that repeat the search, open the map, select a category or request a wheelchair space. */
export function OtherWays({ step, problem, none, occupied, venue }: OtherWaysProps) {
  const { visit, wishes } = step
  const { t } = useI18n()
  const store = useKioskStore()
  const opened = valueOf(visit)
  const settling = useTapGuard(venue ? 'drawn' : '')
  return (
    <div className={styles.others} data-part="options" inert={settling}>
      {problem && (
        <Button kind="primary" onPress={store.proposeAgain}>
          {t.common.retry}
        </Button>
      )}
      {none && wishes.zoneId !== null && (
        <Button kind="primary" onPress={() => store.wish({ ...wishes, zoneId: null })}>
          {t.wishes.clear}
        </Button>
      )}
      {visit.state !== 'failed' && <MapButton venue={venue} disabled={occupied || !opened} />}
      {mayWish(opened) && (
        <Button icon="filter" disabled={occupied} onPress={store.openWishes}>
          {wishInWords(step) ?? t.wishes.open}
        </Button>
      )}
      <WheelchairButton saleId={opened?.saleId ?? null} chosen={wishes.wheelchair} disabled={occupied} />
    </div>
  )
}

interface MapButtonProps {
  readonly venue: VenueLayout | null
  readonly disabled: boolean
}

/** Button that opens the map. A touch on a section of its picture opens the seats of that section. */
function MapButton({ venue, disabled }: MapButtonProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const open = ({ target }: MouseEvent): void => {
    const section = target instanceof SVGElement ? target.dataset['section'] : undefined
    store.openMap(section ?? null)
  }
  return (
    <button
      type="button"
      className={`${buttonStyles.button} ${buttonStyles.secondary} ${styles.map}`}
      aria-label={t.offers.openMap}
      aria-disabled={disabled}
      onClick={disabled ? undefined : open}
    >
      <Icon name="map" />
      {venue && (
        <span className={styles.venue}>
          <PlacePicture venue={venue} places={[]} />
        </span>
      )}
      <span>{t.map.asMap}</span>
    </button>
  )
}

interface WheelchairButtonProps {
  readonly saleId: string | null
  readonly chosen: boolean
  readonly disabled: boolean
}

/**
 * Button for a wheelchair space with a companion seat. Until the availability is known, the invisible button reserves
 * its place on the screen.
 */
function WheelchairButton({ saleId, chosen, disabled }: WheelchairButtonProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const places = useWheelchairPlaces(saleId)
  const settling = useTapGuard(places)
  if (places === 'none') return null
  return (
    <div className={`${styles.wheelchair} ${places === 'unknown' ? styles.unknown : ''}`} inert={settling}>
      <Button
        icon="wheelchair"
        label={t.wheelchair.ask}
        disabled={disabled || chosen}
        onPress={store.askWheelchairPlace}
      >
        {t.seatMap.accessible}
      </Button>
    </div>
  )
}

type WheelchairPlaces = 'unknown' | 'left' | 'none'

/** Returns whether a wheelchair space with a companion seat is available. Queries the availability once per visit. */
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
