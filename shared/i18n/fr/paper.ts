import { formatMoney } from '../../domain/money/money.ts'
import {
  nbsp,
  twoDigits,
  type PaperTexts,
  type ReceiptTexts,
  type CollectionSlipTexts,
  type CreditSlipTexts,
  type ReportTexts,
  type SlipTexts,
  type TestPageTexts,
  type TicketTexts,
} from '../paper-texts.ts'
import { providerNames } from './words.ts'

const days = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']

const months = [
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

const ticket: TicketTexts = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${days[weekday]} ${day === 1 ? '1er' : day} ${months[month]} ${year}, ` +
    (minute === 0 ? `${hour}${nbsp}h` : `${hour}${nbsp}h${nbsp}${twoDigits(minute)}`),
  money: (amount, currency) => formatMoney(amount, currency, 'fr'),
  count: String,
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
  specimens: {
    demo: { word: 'SPÉCIMEN', hint: 'Démonstration : non valable pour entrer' },
    training: { word: 'FORMATION', hint: 'Formation : non valable pour entrer' },
  },
  fold: 'Plier ici',
  keep: 'Gardez ce billet jusqu’à la fin. Le code n’ouvre la porte qu’une fois : ne le montrez à personne d’autre.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Billet ${numbers[0]} – ${eventTitle}` : `${numbers.length} billets – ${eventTitle}`,
  tribuneWords: ['tribune'],
}

const receipt: ReceiptTexts = {
  receipt: 'Reçu',
  soldAt: 'Vendu le',
  total: 'Total',
  change: 'Rendu',
  approval: 'Autorisation',
  cardRead: { contactless: 'sans contact', chip: 'puce', stripe: 'piste' },
  operatorReference: (tender) => `Référence ${tender}`,
  taxNumber: 'NIF',
  totalWithTax: 'Total TTC',
  net: 'Total HT',
  tax: (rate) => `TVA ${rate}\u00a0% incluse`,
  register: 'Caisse',
  noTicket: 'Ce reçu n’est pas un billet : il n’est pas valable pour entrer.',
}

const slip: SlipTexts = {
  headings: { refund: 'Remboursement', void: 'Annulation', unsold: 'Argent rendu' },
  on: 'Fait le',
  people: 'Par',
  by: (staffId, second) => (second === null ? `nº ${staffId}` : `nº ${staffId}, avec nº ${second}`),
  reason: 'Motif :',
  total: 'À rendre',
  given: 'Rendu',
  reference: 'Référence',
  worthless: 'Ces billets ne valent plus rien : reprenez-les.',
  unsold: 'Aucun billet n’a été vendu : les places ont été libérées.',
  notices: {
    cancelled:
      'Ces billets sont annulés à la billetterie : leurs codes ne sont plus valables pour entrer et les places sont remises en vente.',
    asked:
      'L’annulation de ces billets est demandée à la billetterie, qui n’a pas encore répondu : d’ici là ils y restent vendus et leurs codes peuvent permettre d’entrer. Donnez leurs numéros à l’organisateur.',
    none: 'Le service de billetterie n’a pas d’annulation : il tient toujours ces billets pour vendus, leurs codes peuvent encore permettre d’entrer et les places ne se revendent pas. Donnez leurs numéros à l’organisateur.',
  },
  signatures: ['Client : somme reçue', 'Responsable'],
}

const collectionSlip: CollectionSlipTexts = {
  'payment-open': {
    heading: 'Bon de retrait',
    code: 'Référence',
    amount: 'À payer',
    todo: 'Dès que le paiement est accepté, vos billets vous attendent à la borne écrite ici : touchez « Ma référence », tapez celle-ci ou montrez son code QR au lecteur. Ne payez pas une deuxième fois. Si la somme est partie et que les places ne sont plus gardées, un guichet vous la rend contre ce bon.',
  },
  trouble: {
    heading: 'Référence de votre achat',
    code: 'Référence',
    amount: 'Montant',
    todo: 'Montrez ce bon à un agent, ou à un guichet : cette référence lui ouvre votre achat. Ne payez pas une deuxième fois.',
  },
  machine: 'Borne',
  on: 'Fait le',
  seats: 'Places',
  payment: 'Paiement',
  paymentReference: 'Référence du paiement',
  noTicket: 'Ce bon n’est pas un billet : il n’est pas valable pour entrer.',
}

const creditSlip: CreditSlipTexts = {
  heading: 'Bon d’avoir',
  number: 'Numéro',
  worth: 'Vaut',
  why: {
    over: 'Somme en trop de votre achat',
    unpaid: 'Somme d’un achat sans billets',
    returned: 'Somme de billets repris',
  },
  machine: 'Borne',
  on: 'Fait le',
  todo: 'Ce bon vaut de l’argent, une seule fois. Au moment de payer, à la borne écrite ici, montrez son code QR ou tapez son numéro ; ce qui reste vous revient sur un autre bon. Ou faites-vous payer la somme en espèces par un agent. Il n’a pas de date limite. Gardez-le bien : qui a ce bon peut s’en servir.',
  noTicket: 'Ce bon n’est pas un billet : il n’est pas valable pour entrer.',
}

const report: ReportTexts = {
  title: { X: 'Rapport X', Z: 'Clôture Z' },
  hint: { X: 'Relevé en cours de service : le service continue.', Z: 'Le service est clos ; le suivant commence.' },
  register: 'Caisse',
  shift: 'Service',
  from: 'Du',
  to: 'Au',
  staff: 'Agent',
  sales: 'Ventes payées',
  tickets: 'Billets émis',
  duplicates: 'Duplicatas imprimés',
  waiting: 'Ventes qui attendent un agent',
  nothing: 'Aucune vente dans ce service.',
  byEvent: 'Par événement et par zone',
  noZone: 'Zone inconnue',
  byTender: 'Par moyen de paiement',
  refundsOf: (tender) => `${tender}, remboursé`,
  byProvider: 'Chez les opérateurs',
  providers: providerNames,
  taken: 'Encaissé',
  givenBack: 'Remboursé',
  open: 'Sans réponse',
  refunding: 'Remboursement en cours',
  unmatched: 'Autre somme prise',
  byCashier: 'Par agent',
  nobody: 'Sans agent',
  takings: 'Recette',
  sold: 'Billets vendus',
  refunded: 'Billets remboursés',
  net: 'Recette nette',
  owed: 'Reste à rendre aux clients',
  openSlips: 'Bons d’avoir ouverts',
  slipsPaid: 'Bons d’avoir payés',
  drawer: 'Tiroir-caisse',
  openingFloat: 'Fond de caisse',
  cash: 'Espèces encaissées',
  paidIn: 'Entrées',
  paidOut: 'Sorties',
  dropped: 'Remises au coffre',
  expected: 'Attendu dans le tiroir',
  counted: 'Compté',
  uncounted: 'pas compté',
  blind: 'Sans les espèces : le tiroir reste à compter',
  note: (money) => `Billet de ${money}`,
  coin: (money) => `Pièce de ${money}`,
  over: 'Excédent',
  short: 'Manquant',
  exact: 'Aucun écart',
  openings: 'Tiroir ouvert sans vente',
  perpetual: 'Depuis la première vente',
  perpetualNet: 'Total perpétuel net',
  perpetualAbs: 'Total perpétuel absolu',
  anchor: 'Ancre du journal',
  anchorHint: 'Gardez ce papier : il prouve que les lignes du journal n’ont pas changé depuis.',
  rows: 'Lignes',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Empreinte de la ligne ${row}`,
  key: 'Clé',
  code: 'Code signé : ligne, totaux et clé',
  signatures: ['Agent', 'Responsable'],
  page: (page, count) => `Page ${page} sur ${count}`,
}

const testPage: TestPageTexts = {
  title: 'Page d’essai',
  edges: 'Cadres à 2, 4 et 6 mm du bord : au moins celui de 4 mm doit être entier.',
  ruler: (millimetres) => `Cette règle mesure ${millimetres} mm.`,
  code: 'Ce code doit se lire ; il n’est pas valable pour entrer.',
}

export const paper: PaperTexts = { ticket: () => ticket, receipt, slip, collectionSlip, creditSlip, report, testPage }
