import type { KioskInfo } from '../../../shared/kiosk-api/views.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'

/** Where the venue's own picture of that name is; null: it has none. */
export function brandPicture(info: KioskInfo | null, name: string): string | null {
  const file = info?.pictures?.find((each) => each.slice(0, each.lastIndexOf('.')) === name)
  return file === undefined ? null : `/brand/${file}`
}

export function teamPicture(info: KioskInfo | null, team: string): string | null {
  return pictureOf(info, 'team', team)
}

/** Of the event, by its number or its title, or else of where it takes place. */
export function scenePicture(info: KioskInfo | null, { eventId, title, venue }: EventOffer): string | null {
  return pictureOf(info, 'event', eventId) ?? pictureOf(info, 'event', title) ?? pictureOf(info, 'venue', venue.name)
}

/** `team`, `Équipe de Guinée` → `team-equipe-de-guinee`: what every file system keeps. A name in another script finds nothing. */
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
