import type { SaleMoney } from '../../app/sale-money.ts'
import type { ProposalReason } from '../../../shared/domain/seats/choice/proposal-reason.ts'
import type {
  CollectionSlipState,
  CollectionView,
  StaffReason,
  TicketPrintView,
} from '../../../shared/kiosk-api/views.ts'
import { frDesk } from './desk.ts'
import { frDevice } from './device.ts'
import { frNotes } from './notes.ts'
import { frFiles } from './files.ts'
import { frProblems } from './problems.ts'
import { frService } from './service.ts'
import { frPayment } from './payment.ts'
import { frSetup } from './setup.ts'
import { frShift } from './shift.ts'
import { frOffice } from './office.ts'
import { frPaying } from './paying.ts'
import { frPeople } from './people.ts'
import { frPictures } from './pictures.ts'
import { frSeatMap } from './seat-map.ts'
import { frenchSpacing } from '../../../shared/i18n/french-spacing.ts'
import { frSpeaking } from './speaking.ts'
import { frStaffDesk } from './staff-desk.ts'
import { screenRestart } from './screen-restart.ts'
import { seatNotes } from '../../../shared/i18n/fr/words.ts'
import { deviceName } from '../device-name.ts'

const list = new Intl.ListFormat('fr', { type: 'conjunction' })
const figure = new Intl.NumberFormat('fr-FR')
const places = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

/** `deux places côte à côte`, `bien au centre` → `Deux places côte à côte, bien au centre.` */
const sentence = (facts: readonly string[]): string => {
  const words = facts.join(', ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** That a tribune is another one is seen: it stands there in large letters. */
export type WordedReason = Exclude<ProposalReason, 'other-tribune'>

/** What the reasons of an offer are worded with. */
export interface OfferInWords {
  readonly count: number
  /** Groups of joined seats; a seat alone is one. */
  readonly groups: number
  readonly rows: number
  /** As people read it beside the word for one. */
  readonly gate: string
  readonly zone: string
}

/** Content of a ticket's picture, for its alternative text. Tickets are counted from 1. */
export interface TicketSeen {
  readonly ticket: number
  readonly tickets: number
  readonly tribune: string
  readonly gate: string
  readonly row: string
  readonly seat: string
}

/** The shape of every catalogue: another language must satisfy `Catalogue`, so that a missing text fails the type check. */
export const fr = frenchSpacing({
  common: {
    back: 'Retour',
    more: 'Voir la suite',
    retry: 'Réessayer',
    wait: screenRestart.wait,
    toEvents: 'Voir les événements',
    places,
    comma: ', ',
    versus: 'contre',
    city: (name: string, city: string) => (city === '' || name.includes(city) ? name : `${name}, ${city}`),
  },
  tools: {
    label: 'Réglages et aide',
    language: 'Langue',
    hear: (name: string) => `Écouter : ${name}`,
    largeText: 'Grand texte',
    normalText: 'Texte normal',
    startOver: 'Recommencer',
    training: 'FORMATION',
    demo: 'Démonstration',
    demoInFull: "Démonstration : ces billets ne permettent pas d'entrer.",
    device: (id: string) => deviceName('Borne', id),
  },
  access: {
    title: 'Accessibilité',
    lead: "Pour vous seulement : l'écran redevient normal après votre passage.",
    aid: {
      largeText: 'Grand texte',
      contrast: 'Contraste fort',
      lowReach: 'Écran plus bas',
      calm: 'Calme',
      spoken: 'Lecture à voix haute',
      pictures: 'Tout en images',
    },
    about: {
      largeText: 'Des lettres une fois et demie plus grandes',
      contrast: 'Noir sur blanc, contours marqués',
      lowReach: 'Tout à portée de main, même assis',
      calm: 'Ni son, ni mouvement',
      spoken: 'Une voix lit chaque écran',
      pictures: 'Rien à lire : on touche, on écoute',
    },
    done: "C'est bon",
  },
  keys: {
    chosen: 'choisi',
    unavailable: 'indisponible',
    oneButton: 'Un seul bouton',
    oneButtonAbout: 'Appuyez quand le cadre est sur votre choix',
    speed: 'Durée sur chaque choix',
    every: { 1000: '1 s', 1500: '1,5 s', 2500: '2,5 s', 4000: '4 s' },
  },
  coupon: {
    label: 'Votre billet',
    event: 'Événement',
    places: 'Places',
    seats: 'Places',
    total: 'Total',
    toFill: 'à choisir',
    heldFor: 'Réservées encore',
    heldForOne: 'Réservée encore',
    twoMinutes: 'Plus que deux minutes pour payer.',
    oneMinute: 'Plus qu’une minute pour payer.',
    halfMinute: 'Plus que trente secondes pour payer.',
  },
  attract: {
    next: 'Prochain événement',
    alsoOnSale: 'Aussi en vente',
    touch: "Touchez l'écran pour prendre vos places",
    others: (count: number) => (count === 1 ? 'et un autre événement' : `et ${count} autres événements`),
    nothing: "Rien en vente pour l'instant",
    nothingBody: 'Les prochains événements apparaîtront ici dès leur mise en vente.',
  },
  events: {
    title: 'Que venez-vous voir ?',
    from: (price: string) => `dès ${price}`,
    page: (page: number, pages: number) => `${page}\u00a0/\u00a0${pages}`,
    previous: 'Précédents',
    next: 'Suivants',
    staleTitle: "La billetterie ne répond pas pour l'instant",
    stale: 'Voici la dernière liste que nous avons reçue. Nous réessayons.',
    back: 'Accueil',
  },
  party: {
    title: 'Combien de places ?',
    about: 'En savoir plus',
    lead: 'Vous et ceux qui vous accompagnent.',
    ways: 'Comment choisir',
    best: 'Les meilleures places',
    mapLead: 'Vous choisirez ensuite vos places sur le plan.',
    remaining: (count: number) => (count === 1 ? 'Il reste une place.' : `Il reste ${figure.format(count)} places.`),
    fewer: 'Une place de moins',
    more: 'Une place de plus',
    soldOut: 'Complet',
    soldOutBody: "Toutes les places de cet événement sont vendues. D'autres événements vous attendent.",
    otherEvent: 'Autre événement',
  },
  /** A place for a wheelchair, with the seat of who comes along. */
  wheelchair: {
    ask: 'Place fauteuil + accompagnant',
    about: 'Deux places côte à côte, gardées pour vous',
    none: 'Plus de place fauteuil avec accompagnant',
    noneBody: 'Le personnel peut chercher avec vous.',
  },
  seatNotes,
  offers: {
    title: (count: number) => (count === 1 ? 'La meilleure place' : 'Les meilleures places'),
    lead: 'Touchez celles qui vous plaisent.',
    leadOne: 'Touchez celle qui vous plaît.',
    searching: 'Nous cherchons vos places…',
    holding: 'Nous réservons vos places…',
    releasing: 'Nous libérons vos places…',
    take: 'Prendre',
    each: (price: string) => `${price} la place`,
    row: (row: string) => `Rang ${row}`,
    seats: (numbers: readonly string[]) =>
      numbers.length === 1 ? `place ${numbers[0]}` : `places ${list.format(numbers)}`,
    place: (sector: string, row: string) => `Secteur ${sector}, rang ${row}`,
    because: (reasons: readonly string[]) => sentence(reasons),
    reason: (reason: WordedReason, about: OfferInWords) => frReasons[reason](about),
    openMap: 'Choisir sur le plan',
    where: 'Où sont ces places ?',
    changeCount: 'Changer le nombre',
    none: (count: number) => (count === 1 ? 'Plus de place libre' : `Plus assez de places pour ${count}`),
    noneBody: 'Essayez avec moins de places, ou voyez sur le plan ce qui reste.',
  },
  wishes: {
    open: 'Tribune et prix',
    title: 'Quelle tribune, à quel prix ?',
    lead: 'Dites-nous où chercher vos places.',
    zones: 'Tribune',
    anyZone: 'Toutes les tribunes',
    left: (count: number) => (count === 0 ? 'Complet' : count === 1 ? '1 libre' : `${figure.format(count)} libres`),
    prices: 'Prix de la place',
    anyPrice: 'Tous les prix',
    upTo: (price: string) => `Jusqu'à ${price}`,
    show: 'Voir les places',
    back: 'Ne rien changer',
    clear: 'Chercher partout',
    none: 'Plus rien de libre ici',
    noneBody: (wish: string) => `${wish} : pas assez de places. Cherchez partout, ou changez le nombre de places.`,
  },
  map: {
    title: 'Où voulez-vous vous asseoir ?',
    sectionTitle: (section: string) => `Secteur ${section}`,
    lead: (count: number) => `Choisissez ${places(count)}.`,
    picked: (picked: number, wanted: number) => `${picked} sur ${wanted}`,
    fewer: (picked: number, wanted: number) =>
      `${picked} sur ${wanted} : encore ${places(wanted - picked)}, ou ${picked === 1 ? 'une seule' : `seulement ${picked}`} ?`,
    takeOnly: (count: number) => (count === 1 ? 'Réserver une seule place' : `Réserver seulement ${count} places`),
    take: (count: number) => (count < 2 ? 'Réserver cette place' : `Réserver ces ${count} places`),
    whole: 'Autre secteur',
    best: 'Nos meilleures places',
    asList: 'Liste',
    asMap: 'Plan',
    oneByOne: 'Une par une',
    together: 'Côte à côte',
    grouped: 'En groupe',
    staleTitle: "Ce plan n'est plus à jour",
    stale: 'La billetterie ne répond pas. Nous réessayons.',
  },
  review: {
    title: 'Vérifiez, puis payez',
    freeTitle: 'Vérifiez, puis prenez vos billets',
    gate: 'Porte',
    sector: 'Secteur',
    row: 'Rang',
    seat: 'Place',
    seats: 'Places',
    route: 'Votre chemin',
    view: 'À peu près ce que vous verrez',
    pay: { card: 'Payer par carte', cash: 'Payer en espèces', notes: 'Payer en billets' },
    change: 'Changer de places',
    remove: 'Retirer une place',
    removeTitle: 'Quelle place retirer ?',
    removeLead: 'Les autres restent réservées.',
    takeOut: 'Retirer',
    prices: 'Prix',
    each: (count: string, price: string) => `· ${count} × ${price}`,
    fees: 'Frais',
    noFees: 'aucun',
    feesAndTaxes: 'Frais et taxes',
    noFeesAndTaxes: 'aucun',
    taxOf: (rate: string) => `TVA ${rate} % incluse`,
  },
  terms: {
    title: 'Conditions et confidentialité',
    conditions: 'Conditions de vente',
    privacy: 'Confidentialité',
    read: 'Lire les conditions',
    missing: 'Ce texte ne se lit pas maintenant. Demandez-le à un agent.',
    otherLanguage: (language: string) => `Ce texte n’existe que dans une autre langue : ${language}.`,
    accept: (seller: string) =>
      `En payant, vous acceptez les conditions de vente${seller === '' ? '' : ` de ${seller}`}.`,
    acceptFree: (seller: string) =>
      `En prenant ces billets, vous acceptez les conditions de vente${seller === '' ? '' : ` de ${seller}`}.`,
  },
  paying: frPaying,
  pictures: frPictures,
  around: {
    terminal: {
      left: 'Le terminal est à gauche',
      right: 'Le terminal est à droite',
      above: 'Le terminal est au-dessus de l’écran',
      below: 'Le terminal est sous l’écran',
    },
    tickets: {
      left: 'Les billets sortent à gauche',
      right: 'Les billets sortent à droite',
      above: 'Les billets sortent au-dessus de l’écran',
      below: 'Les billets sortent sous l’écran',
    },
    notes: {
      left: 'Le lecteur de billets est à gauche',
      right: 'Le lecteur de billets est à droite',
      above: 'Le lecteur de billets est au-dessus de l’écran',
      below: 'Le lecteur de billets est sous l’écran',
    },
    help: {
      left: 'Un agent peut vous aider, à gauche',
      right: 'Un agent peut vous aider, à droite',
      above: 'Un agent peut vous aider, au-dessus de l’écran',
      below: 'Un agent peut vous aider, sous l’écran',
    },
  },
  notes: frNotes,
  card: {
    device: frDevice,
    onTerminal: 'Sur le terminal',
    waiting: 'Présentez votre carte',
    waitingBody: 'Le terminal est à côté de cet écran. Suivez ses indications.',
    asking: 'Nous vérifions votre paiement',
    askingBody:
      "Le terminal n'a pas répondu. Ne payez pas une deuxième fois : nous vérifions si le paiement est passé.",
    due: 'À payer',
    cancel: 'Annuler le paiement',
  },
  cash: {
    title: 'Appelez un agent',
    body: (amount: string) => `Préparez ${amount} en espèces. L'agent encaisse, puis vos billets s'impriment.`,
    due: 'À payer',
    pin: "Code de l'agent",
    demoPin: (pin: string) => `Démonstration : ${pin}`,
    pinEntered: (count: number) => (count === 1 ? '1 chiffre entré' : `${count} chiffres entrés`),
    received: 'Somme reçue',
    exact: 'Compte juste',
    change: 'À rendre',
    missing: 'Il manque',
    next: 'Suivant',
    take: 'Encaisser',
    much: (received: string, change: string) => ({
      title: `${received} reçus`,
      body: `Il faudrait rendre ${change}. Recomptez avant de confirmer.`,
    }),
    takeMuch: (received: string) => `Oui, ${received} reçus`,
    erase: 'Effacer le dernier chiffre',
    cancel: 'Ne pas payer maintenant',
  },
  confirming: {
    title: 'Nous confirmons vos places',
    body: 'Votre paiement est bien enregistré.',
    slowTitle: 'Encore un peu de patience',
    slowBody:
      "La billetterie met du temps à répondre. Votre paiement est bien enregistré : ne payez pas une deuxième fois et restez près de l'écran.",
  },
  printing: {
    title: (count: number) => (count === 1 ? "Votre billet s'imprime" : "Vos billets s'impriment"),
    body: 'Ils sortent un par un : attendez le dernier.',
    bodyOne: 'Il sort dans un instant.',
    awaited: {
      title: 'L’imprimante est occupée',
      body: 'Elle sert peut-être un autre guichet : nous l’attendons quelques secondes.',
    },
    standsIn: "Ils sortent de l'imprimante de secours : si vous ne la voyez pas, demandez à un agent.",
    readBack: 'Présentez chaque billet au lecteur quand il sort.',
    anotherCode: "Ce n'est pas ce billet : présentez celui qui vient de sortir.",
    state: (state: TicketPrintView['state']) => frPrintStates[state],
    copy: (copy: number) => `Duplicata ${copy}`,
  },
  printProblem: {
    title: "L'imprimante s'est arrêtée",
    body: "Vos places sont payées et vos billets enregistrés : rien n'est perdu. Un agent va remettre l'imprimante en marche.",
    retry: 'Imprimer la suite',
    /** Why, as the printer says it; an unknown word is no reason to say nothing. */
    reason: (reason: string) => frPrinterReasons[reason] ?? "L'imprimante ne répond pas correctement",
    printed: (printed: number, count: number) =>
      printed === 0 ? "Aucun billet n'est encore sorti." : `Billets déjà sortis : ${printed} sur ${count}.`,
  },
  done: {
    title: (count: number) => (count === 1 ? 'Prenez votre billet' : `Prenez vos ${count} billets`),
    gate: 'Votre porte',
    seats: (numbers: readonly string[]) =>
      numbers.length === 1 ? `Place ${numbers[0]}` : `Places ${list.format(numbers)}`,
    wish: 'Bon match, et merci !',
    wishShow: 'Bon spectacle, et merci !',
    change: 'Votre monnaie',
    finish: 'Terminer',
    ticket: ({ ticket, tickets, tribune, gate, row, seat }: TicketSeen) =>
      `Billet ${ticket} sur ${tickets} avec son code QR : ${tribune}, porte ${gate}, rang ${row}, place ${seat}`,
    openTickets: 'Ouvrir le PDF',
    closesIn: (seconds: number) => `Cet écran se ferme dans ${seconds} s`,
  },
  collecting: {
    open: 'Ma référence',
    title: 'Tapez votre référence',
    lead: 'Ses six lettres et chiffres figurent sur votre bon ou sur votre photo.',
    erase: 'Effacer le dernier caractère',
    comeBack: {
      title: 'Revenez avec cette référence',
      body: "L'opérateur n'a pas encore confirmé le paiement : nous continuons de vérifier. Ne payez pas une deuxième fois.",
      later: 'Dès que le paiement sera accepté, vos billets vous attendront à cette borne : touchez « Ma référence ».',
    },
    slip: {
      coming: "Votre bon s'imprime.",
      printed: 'Prenez votre bon : la référence y est imprimée.',
      none: 'Photographiez cet écran.',
    } satisfies Record<CollectionSlipState, string>,
    ready: {
      title: 'Votre paiement est accepté',
      body: 'Vos billets vous attendent : imprimez-les quand vous voulez.',
      print: 'Imprimer mes billets',
      later: 'Plus tard, avec la référence',
    },
    answer: (state: CollectionView['state'], sum: string) => frCollected[state](sum),
  },
  refundDue: {
    title: 'Nous vous devons un remboursement',
    body: "Vous avez payé, mais la billetterie n'a pas pu vous attribuer ces places. Aucun billet n'a été émis.",
    todo: 'Montrez cette référence à un agent : il vous remboursera en totalité.',
  },
  needsStaff: {
    title: "Demandez l'aide d'un agent",
    body: (reason: StaffReason) => frStaffReasons[reason],
    todo: 'Montrez cette référence à un agent : elle lui ouvre votre achat.',
  },
  staff: {
    reference: 'Référence',
    amount: 'Montant',
    finish: "J'ai ma référence",
    qr: 'Code QR de la référence',
    ifStuck: 'Si la borne ne reprend pas, montrez cette référence à un agent.',
    enter: 'Réservé aux agents',
  },
  /** Text for customers about their payment; see `SaleMoney`. */
  money: {
    'no-sale': 'Si vous avez payé, votre achat est enregistré.',
    none: "Rien n'a été payé.",
    'left-open': 'Nous vérifions votre paiement. Si vous avez payé, votre argent vous sera rendu.',
    pending: 'Nous vérifions votre paiement : ne payez pas une deuxième fois.',
    partly: 'Ce que vous avez payé est enregistré.',
    paid: 'Votre paiement est enregistré.',
    owed: 'Votre argent vous sera rendu.',
    closed: 'Si vous avez payé, votre achat est enregistré.',
  } satisfies Readonly<Record<SaleMoney, string>>,
  ended: {
    expiredTitle: 'Le temps est écoulé',
    expiredBody: (money: string) => `Vos places ne sont plus réservées. ${money}`,
    faultTitle: 'Votre achat a été interrompu',
    faultBody: (money: string) => `La borne est tombée en panne. ${money} Vos places seront libérées.`,
    again: 'Choisir à nouveau',
  },
  outOfService: {
    title: 'Borne momentanément indisponible',
    partner: "La billetterie ne répond pas. Dès qu'elle répondra, la vente reprendra.",
    printer: "L'imprimante a besoin d'un agent. Dès qu'elle sera prête, la vente reprendra.",
    storage: "La mémoire de la borne est pleine. La vente reprendra dès qu'un agent aura fait de la place.",
    refused: "La billetterie n'accepte aucune vente pour le moment. La vente reprendra dès que ce sera réglé.",
    payment: "Aucun paiement n'est possible ici pour le moment. La vente reprendra dès que ce sera réglé.",
    restart: 'La borne redémarre. La vente reprendra dans un instant.',
    afterPayment: 'Si vous venez de payer, votre achat est enregistré : restez ici, il va reprendre.',
    meanwhile:
      'Adressez-vous au guichet le plus proche. Si vous venez de payer, gardez votre référence : un agent s’en occupera.',
  },
  idle: {
    title: 'Vous êtes toujours là ?',
    held: (seconds: number) => `Touchez l'écran, sinon vos places seront libérées dans ${seconds} s.`,
    free: (seconds: number) => `Touchez l'écran, sinon retour à l'accueil dans ${seconds} s.`,
    byKeys: {
      held: (seconds: number) => `Appuyez sur une touche, sinon vos places seront libérées dans ${seconds} s.`,
      free: (seconds: number) => `Appuyez sur une touche, sinon retour à l'accueil dans ${seconds} s.`,
    },
    stay: 'Oui, je continue',
    leave: "Non, j'ai terminé",
  },
  staffDesk: frStaffDesk,
  display: {
    training: 'Exercice : rien n’est vendu ici, aucun billet n’est valable.',
    listen: 'Pour écouter, touchez l’écran',
    welcome: 'Bienvenue',
    restarting: 'Un instant : la caisse redémarre.',
    paying: {
      terminal: 'Présentez votre carte au terminal',
      drawer: 'Vous payez en espèces',
      telephone: (operator: string) => `Validez ${operator} sur votre téléphone`,
    },
    paid: 'Payé',
    ticketsComing: 'Vos billets arrivent',
    backToYou: 'On vous rend',
    oneMoment: 'Un instant : nous vérifions votre paiement',
    change: 'Votre monnaie',
    thanks: 'Merci',
  },
  desk: frDesk,
  service: frService,
  payment: frPayment,
  setup: frSetup,
  files: frFiles,
  people: frPeople,
  office: frOffice,
  shift: frShift,
  speaking: frSpeaking,
  startOver: {
    title: 'Tout recommencer ?',
    body: 'Vos places ne seront plus réservées.',
    yes: 'Oui, recommencer',
    no: 'Non, je garde mes places',
  },
  seatMap: frSeatMap,
  problems: frProblems,
})

export type Catalogue = Texts<typeof fr>

/** The same shape with any wording: literal types of the French texts bind nobody. */
type Texts<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Texts<R>
    : { readonly [K in keyof T]: Texts<T[K]> }

const frReasons: Readonly<Record<WordedReason, (about: OfferInWords) => string>> = {
  together: ({ count }) => (count === 2 ? 'deux places côte à côte' : `${count} places côte à côte`),
  'in-sequence': ({ count }) => (count === 2 ? 'deux places qui se suivent' : `${count} places qui se suivent`),
  'split-row': ({ count }) => `dans le même rang, ${count === 2 ? 'mais pas côte à côte' : 'en deux groupes'}`,
  'split-rows': () => 'sur deux rangs voisins',
  'in-groups': ({ count, groups, rows }) => `${count} places en ${groups} groupes, ${inRows(rows)}`,
  apart: ({ count, rows }) => `${count} places séparées, ${inRows(rows)}`,
  central: () => 'au milieu du secteur',
  'near-gate': ({ gate }) => `le trajet le plus court, depuis la porte ${gate}`,
  'lowest-price': () => 'le prix le plus bas',
  'best-view': () => 'la meilleure vue',
  'front-rows': () => 'aux premiers rangs du secteur',
  'dearer-zone': ({ zone }) => `en zone ${zone}`,
}

const inRows = (rows: number): string => (rows === 1 ? 'dans le même rang' : `sur ${rows} rangs`)

const frPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'en attente',
  spooling: 'en cours',
  printed: 'imprimé',
  unknown: 'à vérifier',
  failed: 'pas sorti',
}

const frPrinterReasons: Readonly<Record<string, string | undefined>> = {
  'paper-out': "Il n'y a plus de papier",
  jammed: 'Le papier est coincé',
  offline: "L'imprimante est éteinte ou débranchée",
  stopped: "L'imprimante est à l'arrêt",
  missing: "L'imprimante est introuvable",
}

const frStaffReasons: Readonly<Record<StaffReason, string>> = {
  'payment-unknown':
    "Le terminal n'a pas indiqué si votre carte a été débitée. Ne payez pas une deuxième fois : un agent va vérifier.",
  'cash-unknown':
    "La borne s'est arrêtée pendant votre paiement en espèces. Un agent va vérifier avec vous si la somme a été remise.",
  'service-unreachable':
    'Vous avez payé, mais la billetterie ne répond plus. La borne continue de demander vos billets.',
  'tickets-differ':
    'Vous avez payé, mais la billetterie a envoyé d’autres billets que ceux de votre commande. Votre paiement est enregistré.',
  'purchase-refused': 'La billetterie a refusé cet achat. Ne payez pas une deuxième fois : un agent s’en occupera.',
  'storage-full':
    "La mémoire de la borne est pleine et votre achat est en attente. Ne payez pas une deuxième fois : il reprendra dès qu'un agent aura fait de la place.",
  'program-fault':
    'La borne est tombée en panne pendant votre achat. Ne payez pas une deuxième fois : un agent va vérifier ce qui a été encaissé.',
}

const frCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: "L'opérateur n'a pas encore répondu",
    body: 'Nous continuons de vérifier. Restez ici un moment, ou revenez plus tard avec le même code. Ne payez pas une deuxième fois.',
  }),
  buying: () => ({
    title: 'Votre paiement est accepté',
    body: "La billetterie confirme vos places. Encore un instant, puis vos billets s'impriment.",
  }),
  printing: () => ({
    title: "Vos billets s'impriment",
    body: 'Attendez que le dernier soit sorti.',
  }),
  'not-paid': () => ({
    title: "Rien n'a été débité",
    body: "Le paiement n'a pas abouti, et vos places ne sont plus réservées. Vous pouvez en choisir d'autres.",
  }),
  'refund-due': (sum) => ({
    title: `Nous vous devons ${sum}`,
    body: "Votre paiement est arrivé trop tard : les places n'étaient plus réservées. Montrez votre bon à un guichet, la somme vous sera rendue.",
  }),
  'given-back': () => ({
    title: 'Votre argent vous a été rendu',
    body: 'Cet achat est clos.',
  }),
  printed: () => ({
    title: 'Ces billets sont déjà imprimés',
    body: 'Ils sont sortis de cette borne. Si vous ne les avez pas, adressez-vous à un guichet.',
  }),
  'ask-staff': () => ({
    title: "Demandez l'aide d'un agent",
    body: 'Montrez votre code et cette référence à un guichet.',
  }),
}
