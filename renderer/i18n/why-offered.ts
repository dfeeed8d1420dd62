import { shownGate } from '../../shared/domain/venue/way.ts'
import type { SeatProposal } from '../../shared/kiosk-api/views.ts'
import type { Catalogue, WordedReason } from './fr/catalogue.ts'

/** Why these seats are offered, in one sentence for people who read the tribune's name above it. */
export function whyOffered(texts: Catalogue['offers'], { seats, groups, rows, reasons }: SeatProposal): string {
  const [first] = seats
  if (!first) return ''
  const { tribune, gate } = first.place
  const zone = first.zoneName === tribune.name ? '' : first.zoneName
  const isWorded = (reason: SeatProposal['reasons'][number]): reason is WordedReason =>
    reason !== 'other-tribune' && (reason !== 'dearer-zone' || zone !== '')
  const about = { count: seats.length, groups, rows, gate: shownGate(gate), zone }
  return texts.because(reasons.filter(isWorded).map((reason) => texts.reason(reason, about)))
}
