import type { LocalDate } from './local-date.ts'

export type TicketLanguage = 'fr' | 'en'

/** Every word a ticket says that is not the partner's. */
export interface TicketTexts {
  /** The day in words, and the hour: `samedi 17 mai 2025`, `16 h 00`. */
  readonly date: (date: LocalDate) => string
  readonly time: (date: LocalDate) => string
  readonly tribune: string
  readonly gate: string
  readonly sector: string
  readonly row: string
  readonly seat: string
  readonly wayIn: string
  readonly wayInHint: string
  readonly atTheGate: string
  readonly ticket: string
  readonly number: string
  readonly reference: string
  readonly dispute: string
  readonly zone: string
  readonly place: string
  readonly price: string
  readonly order: string
  readonly position: (index: number, count: number) => string
  readonly copy: (copyNumber: number) => string
  readonly specimen: string
  readonly specimenHint: string
  readonly fold: string
  readonly keep: string
  readonly documentTitle: (eventTitle: string, ticketNumbers: readonly string[]) => string
  /** First words of the partner's names that say what a label beside them says already. */
  readonly tribuneWords: readonly string[]
  readonly gateWords: readonly string[]
}

const nbsp = '\u00a0'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const frenchDays = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']
const frenchMonths = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]

const french: TicketTexts = {
  date: ({ weekday, day, month, year }) =>
    `${frenchDays[weekday]} ${day === 1 ? '1er' : day} ${frenchMonths[month]} ${year}`,
  time: ({ hour, minute }) => (minute === 0 ? `${hour}${nbsp}h` : `${hour}${nbsp}h${nbsp}${twoDigits(minute)}`),
  tribune: 'Tribune',
  gate: 'Porte',
  sector: 'Secteur',
  row: 'Rang',
  seat: 'Place',
  wayIn: 'Votre chemin',
  wayInHint: 'De l’entrée du stade jusqu’à votre place.',
  atTheGate: 'À présenter à la porte',
  ticket: 'Billet',
  number: 'Billet n°',
  reference: 'Référence',
  dispute: 'Code litige',
  zone: 'Catégorie',
  place: 'Code de la place',
  price: 'Prix',
  order: 'Commande',
  position: (index, count) => `Billet ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimen: 'SPÉCIMEN',
  specimenHint: 'Démonstration : n’ouvre aucune porte',
  fold: 'Plier ici',
  keep: 'Gardez ce billet jusqu’à la fin. Le code n’ouvre la porte qu’une fois : ne le montrez à personne d’autre.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Billet ${numbers[0]} – ${eventTitle}` : `${numbers.length} billets – ${eventTitle}`,
  tribuneWords: ['tribune'],
  gateWords: ['porte', 'entrée', 'gate'],
}

const englishDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const english: TicketTexts = {
  date: ({ weekday, day, month, year }) => `${englishDays[weekday]} ${day} ${englishMonths[month]} ${year}`,
  time: ({ hour, minute }) => `${twoDigits(hour)}:${twoDigits(minute)}`,
  tribune: 'Stand',
  gate: 'Gate',
  sector: 'Section',
  row: 'Row',
  seat: 'Seat',
  wayIn: 'Your way in',
  wayInHint: 'From the stadium entrance to your seat.',
  atTheGate: 'Show this at the gate',
  ticket: 'Ticket',
  number: 'Ticket no.',
  reference: 'Reference',
  dispute: 'Dispute code',
  zone: 'Category',
  place: 'Seat code',
  price: 'Price',
  order: 'Order',
  position: (index, count) => `Ticket ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimen: 'SPECIMEN',
  specimenHint: 'Demonstration: opens no gate',
  fold: 'Fold here',
  keep: 'Keep this ticket to the end. Its code opens the gate only once: show it to nobody else.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Ticket ${numbers[0]} – ${eventTitle}` : `${numbers.length} tickets – ${eventTitle}`,
  tribuneWords: ['stand', 'tribune'],
  gateWords: ['gate', 'porte', 'entrance'],
}

export const ticketTexts: Readonly<Record<TicketLanguage, TicketTexts>> = { fr: french, en: english }
