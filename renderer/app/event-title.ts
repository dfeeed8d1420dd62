import type { EventOffer } from '../../shared/domain/seats/offer.ts'

export function playsTeams({ homeTeam, awayTeam }: EventOffer): boolean {
  return homeTeam !== '' && awayTeam !== ''
}

/** Two teams where the event names two, else its title in one line. */
export function titleLines(event: EventOffer): readonly string[] {
  return playsTeams(event) ? [event.homeTeam, event.awayTeam] : [event.title]
}

export const titleInOneLine = (event: EventOffer): string => titleLines(event).join(' – ')
