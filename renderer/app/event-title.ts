import type { EventOffer } from '../../shared/domain/seats/offer.ts'

export function playsTeams({ homeTeam, awayTeam }: EventOffer): boolean {
  return homeTeam !== '' && awayTeam !== ''
}

/** Returns the two teams if the event names two, else its title. */
export function titleLines(event: EventOffer): readonly string[] {
  return playsTeams(event) ? [event.homeTeam, event.awayTeam] : [event.title]
}

export const titleInOneLine = (event: EventOffer): string => titleLines(event).join(' – ')
