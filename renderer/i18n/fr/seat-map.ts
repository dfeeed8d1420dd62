import { seatNotes } from '../../../shared/i18n/fr/words.ts'
import type { SeatMapLabels } from '../seat-map-labels.ts'

/** All but the money, which takes the currency of the event. */
export type SeatMapTexts = Omit<SeatMapLabels, 'money'>

const figure = new Intl.NumberFormat('fr-FR')
const seats = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

export const frSeatMap: SeatMapTexts = {
  venueMap: 'Plan général, par secteur',
  sectionMap: (section) => `Plan du secteur ${section}, place par place`,
  venueKeys: 'Flèches : passer d’un secteur à l’autre. Entrée : ouvrir le secteur.',
  sectionKeys: 'Flèches : passer d’une place à l’autre. Entrée : choisir la place. Échap : revenir au plan général.',
  wholeVenue: 'Plan général',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  wholeSection: 'Tout le secteur',
  field: { pitch: 'Terrain', stage: 'Scène' },
  from: (price) => `dès ${price}`,
  count: (count) => figure.format(count),
  seatsLeft: (count) => (count === 1 ? '1 place' : `${figure.format(count)} places`),
  soldOut: 'Complet',
  section: (code) => `Secteur ${code}`,
  row: (label) => `Rang ${label}`,
  seat: (number) => `Place ${number}`,
  looks: {
    available: 'Disponible',
    selected: 'Votre choix',
    held: 'Bloquée par un autre client',
    sold: 'Vendue',
    blocked: 'Non disponible ici',
  },
  accessible: 'Fauteuil roulant',
  notes: seatNotes,
  kept: 'réservée aux fauteuils roulants',
  keptSeat: 'Cette place est réservée à une personne en fauteuil roulant et à son accompagnateur.',
  onlyPlaces: 'Choisissez une place fauteuil roulant : la place de l’accompagnateur est à côté.',
  spokenSection: ({ code, zone, price, remaining, gate }) =>
    [
      `Secteur ${code}`,
      zone,
      remaining > 0 ? `${price}, ${seats(remaining)} ${remaining === 1 ? 'disponible' : 'disponibles'}` : 'complet',
      gate,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
    [
      `Rang ${row}, place ${number}`,
      {
        available: price,
        selected: 'choisie',
        held: 'bloquée par un autre client',
        sold: 'vendue',
        blocked: 'non disponible ici',
      }[look],
      accessible ? 'place fauteuil roulant' : '',
      gate,
      note,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSelection: (count, wanted) => `${seats(count)} sur ${wanted}`,
  seatTaken: 'Cette place n’est pas disponible.',
  limitReached: (most) => `Vous avez déjà ${seats(most)} : retirez-en une avant d’en choisir une autre.`,
  tooShort: (count: number) => `Moins de ${count} places côte à côte`,
  leavesAlone: (count) =>
    `Ce choix laisserait ${count === 1 ? 'une place isolée' : `${count} places isolées`} : décalez-vous d’une place.`,
  seenFromSeat: 'Vue depuis cette place',
  seenFromSection: 'Vue depuis ce secteur',
  legend: 'Légende',
  zones: 'Prix',
  sections: 'Secteurs',
  rows: 'Rangs',
  seatsOfRow: (row) => `Places du rang ${row}`,
}
