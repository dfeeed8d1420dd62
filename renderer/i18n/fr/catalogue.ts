import type { SaleMoney } from '../../app/problem.ts'
import type { ProposalReason } from '../../../shared/domain/seats/arrangement.ts'
import type {
  CollectionSlipState,
  CollectionView,
  StaffReason,
  TicketPrintView,
} from '../../../shared/api/kiosk/views.ts'
import { frDesk } from './desk.ts'
import { frAgentCall, frDevice, frNotes, frPaying, frPictures, frSeatMap, frSpeaking, frTelephone } from './kiosk.ts'
import { frFiles, frPeople, frService, frShift, frStaffDesk } from './staff.ts'
import { frProblems } from './problems.ts'
import { frPayment, frSetup } from './setup.ts'
import { frOffice } from './office.ts'
import { frenchSpacing } from '../../../shared/domain/language.ts'
import { screenRestart, seatNotes } from '../../../shared/i18n/fr/words.ts'
import { deviceName } from '../names.ts'

const list = new Intl.ListFormat('fr', { type: 'conjunction' })
const figure = new Intl.NumberFormat('fr-FR')
const places = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

/**
 * Joins facts into a sentence: `deux places côte à côte`, `bien au centre` → `Deux places côte à côte, bien au centre.`
 */
const sentence = (facts: readonly string[]): string => {
  const words = facts.join(', ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/**
 * Reasons for an offer that need a text. `other-tribune` needs none, because the name of the stand is already shown in
 * large letters.
 */
export type WordedReason = Exclude<ProposalReason, 'other-tribune'>

export interface OfferInWords {
  readonly count: number
  /** Number of groups of adjacent seats; a single seat is a group. */
  readonly groups: number
  readonly rows: number
  /** Label of the gate, placed after the word for "gate". */
  readonly gate: string
  readonly zone: string
}

export interface TicketSeen {
  readonly ticket: number
  readonly tickets: number
  readonly tribune: string
  readonly gate: string
  readonly row: string
  readonly seat: string
}

/**
 * French texts, which define the shape of every catalogue. Another language must satisfy `Catalogue`, so that a missing
 * text fails the type check.
 */
export const fr = frenchSpacing({
  common: {
    back: 'Retour',
    more: 'Afficher plus',
    retry: 'Réessayer',
    wait: screenRestart.wait,
    toEvents: 'Voir les événements',
    places,
    comma: ', ',
    versus: 'contre',
    city: (name: string, city: string) => (city === '' || name.includes(city) ? name : `${name}, ${city}`),
  },
  tools: {
    label: 'Aide et réglages',
    language: 'Langue',
    hear: (name: string) => `Écouter : ${name}`,
    largeText: 'Agrandir',
    normalText: 'Réduire',
    startOver: 'Recommencer',
    training: 'FORMATION',
    demo: 'Démonstration',
    demoInFull: 'Démonstration : billets non valables.',
    device: (id: string) => deviceName('Borne', id),
  },
  access: {
    title: 'Accessibilité',
    lead: "Ces réglages ne s'appliquent qu'à votre achat.",
    aid: {
      largeText: 'Texte agrandi',
      contrast: 'Contraste élevé',
      lowReach: "Boutons en bas de l'écran",
      calm: 'Sans son ni animation',
      spoken: 'Lecture à voix haute',
      pictures: 'Achat en images',
    },
    about: {
      largeText: 'Lettres 50 % plus grandes',
      contrast: 'Noir sur blanc, contours renforcés',
      lowReach: 'Tout est accessible en position assise',
      calm: 'Un écran silencieux et immobile',
      spoken: 'Chaque écran est lu à voix haute',
      pictures: 'Sans lecture : touchez et écoutez',
    },
    done: 'Terminé',
  },
  keys: {
    chosen: 'sélectionné',
    unavailable: 'indisponible',
    oneButton: 'Un seul bouton',
    oneButtonAbout: 'Appuyez quand le cadre entoure votre choix',
    speed: "Temps d'arrêt sur chaque choix",
    every: { 1000: '1 s', 1500: '1,5 s', 2500: '2,5 s', 4000: '4 s' },
  },
  coupon: {
    label: 'Votre commande',
    event: 'Événement',
    places: 'Places',
    seats: 'Places',
    total: 'Total',
    totalFor: (count: number) => `Total pour ${places(count)}`,
    toFill: 'à choisir',
    heldFor: 'Places bloquées encore',
    heldForOne: 'Place bloquée encore',
    twoMinutes: 'Il vous reste deux minutes pour payer.',
    oneMinute: 'Il vous reste une minute pour payer.',
    halfMinute: 'Il vous reste trente secondes pour payer.',
  },
  attract: {
    touch: 'Acheter vos places',
    upcoming: 'Prochains événements',
    all: 'Tout',
    languages: 'Autres langues',
    nothing: 'Aucun événement en vente pour le moment',
    nothingBody: 'Les prochains événements apparaîtront ici dès leur mise en vente.',
  },
  events: {
    title: 'Événements',
    from: (price: string) => `dès ${price}`,
    page: (page: number, pages: number) => `${page}\u00a0/\u00a0${pages}`,
    previous: 'Précédents',
    next: 'Suivants',
    staleTitle: 'Liste non actualisée',
    stale: 'Dernière liste connue. Actualisation en cours.',
    back: 'Accueil',
  },
  party: {
    title: 'Combien de places ?',
    about: 'En savoir plus',
    more: (limit: number) => `Plus de ${limit} : au guichet`,
    soldOut: 'Complet',
    soldOutBody: "Il n'y a plus de places à vendre. Voyez les autres événements.",
    otherEvent: 'Autre événement',
  },
  wheelchair: {
    ask: 'Place fauteuil roulant + accompagnateur',
    about: 'Deux places côte à côte, réservées aux personnes en fauteuil roulant',
    none: 'Aucune place fauteuil roulant avec accompagnateur disponible',
    noneBody: 'Un agent peut vous aider à trouver une place.',
  },
  seatNotes,
  offers: {
    title: (count: number) => (count === 1 ? 'Meilleure place' : 'Meilleures places'),
    lead: 'Touchez la proposition qui vous convient.',
    searching: 'Recherche de places…',
    holding: 'Nous bloquons vos places…',
    releasing: 'Nous libérons ces places…',
    take: 'Choisir',
    labels: {
      cheapest: 'La moins chère',
      bestView: 'La meilleure vue',
      nearest: 'La plus proche',
    },
    each: (price: string) => `${price} la place`,
    row: (row: string) => `Rang ${row}`,
    seats: (numbers: readonly string[]) =>
      numbers.length === 1 ? `place ${numbers[0]}` : `places ${list.format(numbers)}`,
    place: (sector: string, row: string) => `Secteur ${sector}, rang ${row}`,
    because: (reasons: readonly string[]) => sentence(reasons),
    reason: (reason: WordedReason, about: OfferInWords) => frReasons[reason](about),
    openMap: 'Choisir sur le plan',
    none: (count: number) => (count === 1 ? 'Aucune place disponible' : `Aucune proposition pour ${count} places`),
    noneBody: (count: number) =>
      count === 1 ? 'Consultez le plan ou demandez à un agent.' : 'Choisissez moins de places ou consultez le plan.',
  },
  wishes: {
    open: 'Prix',
    title: 'Catégorie et prix',
    lead: 'Choisissez une catégorie.',
    anyZone: 'Toutes les catégories',
    left: (count: number) => (count === 0 ? 'Complet' : count === 1 ? '1 place' : `${figure.format(count)} places`),
    clear: 'Effacer les filtres',
    none: 'Aucune proposition avec ces filtres',
    noneBody: (wish: string) =>
      `${wish} : il n'y a pas assez de places. Effacez les filtres ou changez le nombre de places.`,
  },
  map: {
    title: 'Où voulez-vous vous asseoir ?',
    sectionTitle: (section: string) => `Secteur ${section}`,
    lead: 'Touchez une place pour la choisir.',
    take: (count: number, seat: string) => (count === 1 ? `Choisir la place ${seat}` : `Choisir ces ${places(count)}`),
    more: 'ou touchez-en une autre pour l’ajouter',
    whole: 'Autre secteur',
    best: 'Meilleures places',
    asList: 'Liste',
    asMap: 'Plan',
    staleTitle: 'Plan non actualisé',
    stale: 'Actualisation en cours…',
  },
  review: {
    title: 'Votre commande',
    gate: 'Porte',
    sector: 'Secteur',
    row: 'Rang',
    seat: 'Place',
    seats: 'Places',
    route: 'Accès à vos places',
    view: 'Vue approximative depuis vos places',
    how: 'Comment payez-vous ?',
    pay: { card: 'Carte', cash: 'Espèces', notes: 'Billets de banque' },
    others: "Ou changer d'offre",
    change: "Choisir d'autres places",
    remove: 'Moins de places',
    removeTitle: 'Quelle place voulez-vous retirer ?',
    removeLead: 'Les autres places restent bloquées.',
    takeOut: 'Retirer',
    prices: 'Prix',
    each: (count: string, price: string) => `${count} × ${price}`,
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
    read: 'Conditions',
    missing: "Ce texte n'est pas disponible pour le moment. Demandez-le à un agent.",
    otherLanguage: (language: string) => `Ce texte n’existe que dans une autre langue : ${language}.`,
    accept: (seller: string) =>
      `En payant, vous acceptez les conditions de vente${seller === '' ? '' : ` du vendeur, ${seller}`}.`,
    acceptFree: (seller: string) =>
      `En prenant ces billets, vous acceptez les conditions de vente${seller === '' ? '' : ` du vendeur, ${seller}`}.`,
  },
  paying: frPaying,
  pictures: frPictures,
  around: {
    terminal: {
      left: 'Le terminal de paiement est à gauche',
      right: 'Le terminal de paiement est à droite',
      above: 'Le terminal de paiement est au-dessus de l’écran',
      below: 'Le terminal de paiement est sous l’écran',
    },
    tickets: {
      left: 'Les billets sortent à gauche',
      right: 'Les billets sortent à droite',
      above: 'Les billets sortent au-dessus de l’écran',
      below: 'Les billets sortent sous l’écran',
    },
    notes: {
      left: 'L’entrée des billets de banque est à gauche',
      right: 'L’entrée des billets de banque est à droite',
      above: 'L’entrée des billets de banque est au-dessus de l’écran',
      below: 'L’entrée des billets de banque est sous l’écran',
    },
    help: {
      left: 'Besoin d’aide ? Un agent se tient à gauche.',
      right: 'Besoin d’aide ? Un agent se tient à droite.',
    },
  },
  notes: frNotes,
  card: {
    device: frDevice,
    onTerminal: 'Affiché sur le terminal de paiement',
    waiting: 'Présentez votre carte',
    waitingBody: "Suivez les indications du terminal de paiement, à côté de l'écran.",
    asking: 'Nous vérifions votre paiement',
    askingBody: 'Nous vérifions si votre paiement a été accepté. Ne payez pas une deuxième fois.',
    due: 'À payer',
    cancel: 'Annuler le paiement',
  },
  cash: {
    title: 'Adressez-vous à un agent',
    body: (amount: string) =>
      `Préparez ${amount} en espèces. Vos billets s'impriment dès que l'agent a reçu le paiement.`,
    prepare: 'Préparez, en espèces',
    example: (notes: string) => `Par exemple, en billets de banque : ${notes}. L'agent rend la monnaie.`,
    steps: {
      come: 'Un agent vient à la borne',
      pay: 'Vous lui donnez les espèces',
      ticket: (count: number) => (count === 1 ? 'Votre billet sort ici' : `Vos ${count} billets sortent ici`),
    },
    due: 'À payer',
    pin: 'Code personnel',
    demoPin: (pin: string) => `Démonstration : ${pin}`,
    pinEntered: (count: number) => (count === 1 ? '1 chiffre saisi' : `${count} chiffres saisis`),
    received: 'Montant reçu',
    exact: 'Montant exact',
    change: 'Monnaie à rendre',
    missing: 'Reste à payer',
    next: 'Suivant',
    take: "Valider l'encaissement",
    much: (received: string, change: string) => ({
      title: `Avez-vous bien reçu ${received} ?`,
      body: `La monnaie à rendre serait de ${change}. Recomptez avant de valider.`,
    }),
    takeMuch: (received: string) => `Oui, ${received} reçus`,
    erase: 'Effacer le dernier chiffre',
    cancel: 'Payer autrement',
    release: 'Libérer mes places',
  },
  agentCall: frAgentCall,
  confirming: {
    title: 'Confirmation…',
    body: 'Votre paiement est enregistré.',
    slowTitle: 'Merci de patienter',
    slowBody:
      "C'est plus long que d'habitude. Votre paiement est enregistré : ne payez pas une deuxième fois et restez près de la borne.",
  },
  printing: {
    title: 'Impression…',
    body: 'Vos billets sortent un par un : attendez le dernier.',
    bodyOne: 'Votre billet sort dans un instant.',
    awaited: {
      title: 'L’imprimante est occupée',
      body: 'Elle imprime peut-être pour un guichet. Merci de patienter quelques secondes.',
    },
    fallbackPrinter: "L'impression se fait sur l'autre imprimante. Si vous ne la voyez pas, demandez à un agent.",
    readBack: "Dès qu'un billet sort, présentez-le au lecteur de QR codes.",
    anotherCode: "Ce n'est pas le bon billet : présentez celui qui vient de sortir.",
    state: (state: TicketPrintView['state']) => frPrintStates[state],
    copy: (copy: number) => `Duplicata ${copy}`,
  },
  printProblem: {
    title: "L'imprimante s'est arrêtée",
    body: "Vos places sont payées : rien n'est perdu. Demandez à un agent de relancer l'imprimante.",
    retry: "Reprendre l'impression",
    reason: (reason: string) => frPrinterReasons[reason] ?? "L'imprimante ne fonctionne pas correctement",
    printed: (printed: number, count: number) =>
      printed === 0 ? "Aucun billet n'est encore sorti." : `Billets déjà sortis : ${printed} sur ${count}.`,
  },
  done: {
    title: (count: number) => (count === 1 ? 'Prenez votre billet' : `Prenez vos ${count} billets`),
    paid: (sum: string) => `C'est payé : ${sum}.`,
    gate: 'Votre porte',
    seats: (numbers: readonly string[]) =>
      numbers.length === 1 ? `Place ${numbers[0]}` : `Places ${list.format(numbers)}`,
    goTo: (gates: readonly string[]) =>
      gates.length === 1 ? `Allez à la porte ${gates[0]}` : `Allez aux portes ${list.format(gates)}`,
    show: (count: number) => (count === 1 ? 'À montrer à la porte.' : 'Un billet par personne, à montrer à la porte.'),
    reference: 'Votre référence, en cas de perte',
    wish: 'Bon match, et merci !',
    wishShow: 'Bon spectacle, et merci !',
    change: 'Votre monnaie',
    finish: 'Terminer',
    ticket: ({ ticket, tickets, tribune, gate, row, seat }: TicketSeen) =>
      `Billet ${ticket} sur ${tickets} avec son QR code : ${tribune}, porte ${gate}, rang ${row}, place ${seat}`,
    openTickets: 'Ouvrir le PDF',
    telephone: frTelephone,
    closesIn: (seconds: number) => `Cet écran se ferme dans ${seconds} s`,
  },
  collecting: {
    open: 'Retirer mes billets',
    title: 'Saisissez votre référence',
    lead: 'Six caractères, imprimés sur votre bon de retrait ou visibles sur votre photo.',
    erase: 'Effacer le dernier caractère',
    ways: {
      lead: 'Touchez ce qui correspond à votre cas.',
      code: { name: "J'ai une référence", about: 'Billets payés, pas encore reçus' },
      lost: { name: "J'ai perdu mon billet", about: 'Billets déjà reçus' },
    },
    lost: {
      title: 'Allez au guichet ou voyez un agent',
      body: 'Un agent retrouvera votre achat et imprimera un duplicata.',
      bring: 'Dites-lui une de ces choses :',
      facts: {
        reference: 'Votre référence',
        seat: 'Votre place : secteur, rang et numéro',
        time: "L'heure de l'achat",
        amount: 'Le montant payé',
        phone: 'Les derniers chiffres de votre téléphone',
      },
      where: (device: string) => `Si vous avez acheté ici : ${device}.`,
    },
    comeBack: {
      title: 'Revenez avec cette référence',
      body: "Votre paiement n'est pas encore confirmé. Nous continuons de vérifier : ne payez pas une deuxième fois.",
      later:
        'Dès que le paiement sera accepté, vos billets vous attendront à cette borne : touchez « Retirer mes billets ».',
    },
    slip: {
      coming: "Votre bon de retrait s'imprime.",
      printed: 'Prenez votre bon de retrait : la référence y est imprimée.',
      none: 'Prenez cet écran en photo.',
    } satisfies Record<CollectionSlipState, string>,
    ready: {
      title: 'Votre paiement est accepté',
      body: 'Vos billets vous attendent : imprimez-les quand vous voulez.',
      print: 'Imprimer mes billets',
      later: 'Plus tard, avec ma référence',
    },
    answer: (state: CollectionView['state'], sum: string) => frCollected[state](sum),
  },
  refundDue: {
    title: 'Vous allez être remboursé',
    body: "Votre paiement est enregistré, mais ces places n'ont pas pu vous être attribuées. Aucun billet n'a été émis.",
    todo: 'Montrez cette référence à un agent : il vous remboursera en totalité.',
  },
  needsStaff: {
    title: "Demandez l'aide d'un agent",
    body: (reason: StaffReason) => frStaffReasons[reason],
    todo: 'Montrez cette référence à un agent : il retrouvera votre achat.',
  },
  staff: {
    reference: 'Référence',
    amount: 'Montant',
    finish: "J'ai noté ma référence",
    qr: 'QR code de la référence',
    ifStuck: 'Si la borne ne répond plus, montrez cette référence à un agent.',
    enter: 'Réservé aux agents',
  },
  money: {
    'no-sale': 'Si vous avez payé, votre achat est enregistré.',
    none: "Rien n'a été débité.",
    'left-open': 'Nous vérifions votre paiement. Si vous avez payé, vous serez remboursé.',
    pending: 'Nous vérifions votre paiement : ne payez pas une deuxième fois.',
    partly: 'Ce que vous avez payé est enregistré.',
    paid: 'Votre paiement est enregistré.',
    owed: 'Vous serez remboursé.',
    closed: 'Si vous avez payé, votre achat est enregistré.',
  } satisfies Readonly<Record<SaleMoney, string>>,
  ended: {
    expiredTitle: 'Le délai est écoulé',
    expiredBody: (money: string) => `Vos places ne sont plus bloquées. ${money}`,
    faultTitle: 'Votre achat a été interrompu',
    faultBody: (money: string) => `La borne a rencontré un problème. ${money} Vos places seront libérées.`,
    again: 'Choisir à nouveau',
  },
  outOfService: {
    title: 'Borne momentanément indisponible',
    partner: 'Le service de vente est momentanément indisponible.',
    printer: "Un agent doit intervenir sur l'imprimante.",
    storage: 'Un technicien doit intervenir sur cette borne.',
    refused: 'Les ventes sont suspendues pour le moment.',
    payment: "Aucun paiement n'est possible ici pour le moment.",
    restart: 'La borne redémarre. Merci de patienter un instant.',
    afterPayment: 'Si vous venez de payer, votre achat est enregistré. Restez près de la borne : elle va le terminer.',
    meanwhile:
      'Adressez-vous au guichet le plus proche. Si vous venez de payer, gardez votre référence et montrez-la à un agent.',
  },
  idle: {
    title: 'Souhaitez-vous continuer ?',
    held: (seconds: number) => `Sans réponse, vos places seront remises en vente dans ${seconds} s.`,
    free: (seconds: number) => `Sans réponse, retour à l'accueil dans ${seconds} s.`,
    byKeys: {
      held: (seconds: number) =>
        `Appuyez sur une touche pour continuer. Sans réponse, vos places seront remises en vente dans ${seconds} s.`,
      free: (seconds: number) =>
        `Appuyez sur une touche pour continuer. Sans réponse, retour à l'accueil dans ${seconds} s.`,
    },
    stay: 'Oui, continuer',
    leave: 'Non, arrêter',
  },
  staffDesk: frStaffDesk,
  display: {
    training: 'Formation : aucune vente réelle, billets non valables.',
    listen: 'Pour écouter, touchez l’écran',
    welcome: 'Bienvenue',
    restarting: 'Un instant : la caisse redémarre.',
    paying: {
      terminal: 'Présentez votre carte au terminal de paiement',
      drawer: 'Paiement en espèces',
      telephone: (operator: string) => `Validez le paiement ${operator} sur votre téléphone`,
      document: {
        cheque: 'Remettez votre chèque au guichetier',
        'bank-transfer': 'Montrez votre ordre de virement au guichetier',
      },
      account: 'Achat sur votre compte',
    },
    paid: 'Payé',
    ticketsComing: "Vos billets s'impriment",
    backToYou: 'Remboursement',
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
    body: 'Vos places seront remises en vente.',
    yes: 'Oui, recommencer',
    no: 'Non, garder mes places',
  },
  seatMap: frSeatMap,
  problems: frProblems,
})

export type Catalogue = Texts<typeof fr>

/** Shape of `T` with any strings, because the literal types of the French texts do not apply to other languages. */
type Texts<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Texts<R>
    : { readonly [K in keyof T]: Texts<T[K]> }

const frReasons: Readonly<Record<WordedReason, (about: OfferInWords) => string>> = {
  together: ({ count }) => (count === 2 ? 'deux places côte à côte' : `${count} places côte à côte`),
  'in-sequence': ({ count }) => (count === 2 ? 'deux numéros consécutifs' : `${count} numéros consécutifs`),
  'split-row': ({ count }) => `dans le même rang, ${count === 2 ? 'mais pas côte à côte' : 'en deux groupes'}`,
  'split-rows': () => 'sur deux rangs voisins',
  'in-groups': ({ count, groups, rows }) => `${count} places en ${groups} groupes, ${inRows(rows)}`,
  apart: ({ count, rows }) => `${count} places séparées, ${inRows(rows)}`,
  central: () => 'au milieu du secteur',
  'near-gate': ({ gate }) => `au plus près de la porte ${gate}`,
  'lowest-price': () => 'le prix le plus bas',
  'best-view': () => 'la meilleure vue',
  'front-rows': () => 'dans les premiers rangs',
  'dearer-zone': ({ zone }) => `dans une catégorie plus chère (${zone})`,
}

const inRows = (rows: number): string => (rows === 1 ? 'dans le même rang' : `sur ${rows} rangs`)

const frPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'en attente',
  spooling: 'en cours',
  printed: 'imprimé',
  unknown: 'à vérifier',
  failed: 'non imprimé',
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
    'Nous ne savons pas si votre paiement a été accepté. Ne payez pas une deuxième fois : demandez à un agent de vérifier.',
  'cash-unknown':
    "La borne s'est arrêtée pendant votre paiement en espèces. Demandez à un agent de vérifier avec vous si l'argent a été remis.",
  'service-unreachable':
    'Vous avez payé, mais vos billets ne nous sont pas encore parvenus. La borne relance la demande toute seule.',
  'tickets-mismatched':
    'Votre paiement est enregistré, mais les billets que nous avons reçus ne correspondent pas à votre commande.',
  'purchase-refused':
    "Cet achat n'a pas pu être confirmé. Ne payez pas une deuxième fois : demandez à un agent de vérifier.",
  'storage-full': 'Votre achat est en attente : un technicien doit intervenir. Ne payez pas une deuxième fois.',
  'program-fault':
    'La borne a eu un problème pendant votre achat. Ne payez pas une deuxième fois : demandez à un agent de vérifier.',
}

const frCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'Paiement pas encore confirmé',
    body: 'Nous continuons de vérifier. Restez ici un moment, ou revenez plus tard avec la même référence. Ne payez pas une deuxième fois.',
  }),
  buying: () => ({
    title: 'Votre paiement est accepté',
    body: "Nous confirmons vos places. Vos billets s'impriment dans un instant.",
  }),
  printing: () => ({
    title: "Vos billets s'impriment",
    body: 'Attendez que le dernier soit sorti.',
  }),
  'not-paid': () => ({
    title: "Rien n'a été débité",
    body: "Le paiement n'a pas abouti, et vos places ne sont plus bloquées. Vous pouvez en choisir d'autres.",
  }),
  'refund-due': (sum) => ({
    title: `Nous vous devons ${sum}`,
    body: "Votre paiement est enregistré, mais ces places n'ont pas pu vous être attribuées. Montrez votre bon de retrait à un guichet pour être remboursé.",
  }),
  'given-back': () => ({
    title: 'Vous avez été remboursé',
    body: 'Cet achat est terminé.',
  }),
  printed: () => ({
    title: 'Ces billets sont déjà imprimés',
    body: 'Ils sont sortis de cette borne. Si vous ne les avez pas, adressez-vous à un guichet.',
  }),
  'ask-staff': () => ({
    title: "Demandez l'aide d'un agent",
    body: 'Montrez votre bon de retrait et cette référence à un guichet.',
  }),
}
