import type { SectionView } from '../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../shared/kiosk-api/views.ts'
import type { SeatMapLabels } from '../i18n/seat-map-labels.ts'
import type { PickMode } from './pick.ts'

/**
 * What the map and the list beside it take and give: the same for both, so that either can do all the other does. They
 * fetch nothing and keep no selection of their own.
 */
export interface SeatMapProps {
  readonly visit: VisitView
  /** The section looked into, as fresh as can be; null shows the whole venue. */
  readonly section: SectionView | null
  /** The customer asked for a space for a wheelchair: such spaces, each with its companion's seat, are what they choose from. */
  readonly wheelchair?: boolean
  /** How many seats the customer came for: a block has this size. */
  readonly partySize: number
  /** More cannot be selected. */
  readonly maxSeats: number
  readonly mode: PickMode
  /** Seats of `section`. */
  readonly selected: ReadonlySet<string>
  /** The selection is being held just now: that a fresh `section` gives it as taken is our own doing. */
  readonly holding: boolean
  readonly onSelectionChange: (seatIds: readonly string[]) => void
  readonly onOpenSection: (sectionId: string) => void
  readonly onCloseSection: () => void
  /** Selected seats that a fresh `section` no longer gives as available, each time there are any. */
  readonly onSeatsLost: (seatIds: readonly string[]) => void
  /** Seats that the selection would leave alone: whenever they change. */
  readonly onLoneSeatsChange: (seatIds: readonly string[]) => void
  /** Calibration of the screen, in CSS pixels: a seat can be touched from 10 mm on. */
  readonly pixelsPerMillimetre: number
  readonly labels: SeatMapLabels
}
