import { seatNotes } from '../../../shared/i18n/fr/words.ts'
import type { SeatMapLabels } from '../seat-map-labels.ts'

/** All but the money, which takes the currency of the event. */
export type SeatMapTexts = Omit<SeatMapLabels, 'money'>

const figure = new Intl.NumberFormat('fr-FR')
const seats = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

export const frSeatMap: SeatMapTexts = {
  venueMap: "Plan d'ensemble, par secteur",
  sectionMap: (section) => `Plan du secteur ${section}, place par place`,
  venueKeys: 'Les flèches vont d’un secteur à l’autre, Entrée l’ouvre.',
  sectionKeys: 'Les flèches vont d’une place à l’autre, Entrée la choisit, Échap revient au plan d’ensemble.',
  wholeVenue: "Plan d'ensemble",
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  wholeSection: 'Tout le secteur',
  field: { pitch: 'Terrain', stage: 'Scène' },
  from: (price) => `dès ${price}`,
  count: (count) => figure.format(count),
  seatsLeft: (count) => (count === 1 ? '1 libre' : `${figure.format(count)} libres`),
  soldOut: 'Complet',
  section: (code) => `Secteur ${code}`,
  row: (label) => `Rang ${label}`,
  seat: (number) => `Place ${number}`,
  looks: {
    available: 'Libre',
    selected: 'Votre choix',
    held: 'En cours d’achat',
    sold: 'Vendue',
    blocked: 'Non vendue ici',
  },
  accessible: 'Fauteuil roulant',
  notes: seatNotes,
  kept: 'gardée pour un fauteuil roulant',
  keptSeat: 'Cette place est gardée pour un fauteuil roulant et qui l’accompagne.',
  onlyPlaces: 'Choisissez une place fauteuil : celle de l’accompagnant est à côté.',
  spokenSection: ({ code, zone, price, remaining, gate }) =>
    [
      `Secteur ${code}`,
      zone,
      remaining > 0 ? `${price}, ${seats(remaining)} ${remaining === 1 ? 'libre' : 'libres'}` : 'complet',
      gate,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
    [
      `Rang ${row}, place ${number}`,
      { available: price, selected: 'choisie', held: 'en cours d’achat', sold: 'vendue', blocked: 'non vendue ici' }[
        look
      ],
      accessible ? 'pour fauteuil roulant' : '',
      gate,
      note,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSelection: (count, wanted) => `${seats(count)} sur ${wanted}`,
  seatTaken: 'Cette place n’est pas libre.',
  limitReached: (most) => `Vous avez déjà ${seats(most)} : retirez-en une d’abord.`,
  tooShort: (count: number) => `Moins de ${count} ensemble`,
  leavesAlone: (count) =>
    count === 1 ? 'Ce choix laisse une place isolée.' : `Ce choix laisse ${count} places isolées.`,
  seenFromSeat: 'Vue depuis cette place',
  seenFromSection: 'Vue depuis ce secteur',
  legend: 'Légende',
  zones: 'Prix',
  sections: 'Secteurs',
  rows: 'Rangs',
  seatsOfRow: (row) => `Places du rang ${row}`,
}
