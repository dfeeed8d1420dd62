import type { EventOffer } from '../../shared/domain/seats/offer.ts'

/** Two teams where the event names two, else its title in one line. */
export function titleLines({ title, homeTeam, awayTeam }: EventOffer): readonly string[] {
  return homeTeam !== '' && awayTeam !== '' ? [homeTeam, awayTeam] : [title]
}
