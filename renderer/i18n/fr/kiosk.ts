import type { Minor } from '../../../shared/domain/money/money.ts'
import type { DevicePhase, RefusalReason } from '../../../shared/domain/money/tender.ts'
import type { BadgeReadView } from '../../../shared/api/kiosk/views.ts'
import type { SeatFacts } from '../../../shared/domain/venue/seat-view.ts'
import { seatNotes } from '../../../shared/i18n/fr/words.ts'
import type { ProblemText } from '../problem-text.ts'
import type { SpokenSeat, SpokenSection } from '../seat-map-labels.ts'

const figure = new Intl.NumberFormat('fr-FR')
const seats = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

const metres = (count: number): string => (count === 1 ? '1 mètre' : `${count} mètres`)
const viewSides = {
  pitch: {
    middle: 'face au milieu du terrain',
    left: 'côté but gauche',
    right: 'côté but droit',
    goal: 'derrière le but',
    corner: 'dans l’angle du terrain',
  },
  stage: { middle: 'en face', left: 'côté gauche', right: 'côté droit', goal: '', corner: '' },
}

export const frSeatMap = {
  venueMap: 'Plan général, par secteur',
  sectionMap: (section: string) => `Plan du secteur ${section}, place par place`,
  venueKeys: 'Flèches : passer d’un secteur à l’autre. Entrée : ouvrir le secteur.',
  sectionKeys: 'Flèches : passer d’une place à l’autre. Entrée : choisir la place. Échap : revenir au plan général.',
  wholeVenue: 'Plan général',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  here: 'Vous êtes ici',
  field: { pitch: 'Terrain', stage: 'Scène' },
  from: (price: string) => `dès ${price}`,
  count: (count: number) => figure.format(count),
  seatsLeft: (count: number) => (count === 1 ? '1 place' : `${figure.format(count)} places`),
  freeSeats: (count: number) =>
    count === 1 ? '1 place libre dans ce secteur' : `${figure.format(count)} places libres dans ce secteur`,
  soldOut: 'Complet',
  section: (code: string) => `Secteur ${code}`,
  row: (label: string) => `Rang ${label}`,
  seat: (number: number) => `Place ${number}`,
  looks: {
    available: 'Libre',
    selected: 'Votre choix',
    held: 'Bloquée par un autre client',
    sold: 'Vendue',
    blocked: 'Non disponible ici',
  },
  accessible: 'Fauteuil roulant',
  notes: seatNotes,
  /** Reason why a free seat is not offered to the customer, shown beside the seat and spoken on touch. */
  kept: 'réservée aux fauteuils roulants',
  keptSeat: 'Cette place est réservée à une personne en fauteuil roulant et à son accompagnateur.',
  /** Message for customers who asked for a wheelchair space and touch a different kind of seat. */
  onlyPlaces: 'Choisissez une place fauteuil roulant : la place de l’accompagnateur est à côté.',
  spokenSection: ({ code, zone, price, remaining, gate }: SpokenSection) =>
    [
      `Secteur ${code}`,
      zone,
      remaining > 0 ? `${price}, ${seats(remaining)} ${remaining === 1 ? 'disponible' : 'disponibles'}` : 'complet',
      gate,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }: SpokenSeat) =>
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
  spokenSelection: (count: number) => (count === 1 ? '1 place choisie' : `${seats(count)} choisies`),
  seatTaken: 'Cette place n’est pas disponible.',
  limitReached: (most: number) => `Vous avez déjà ${seats(most)} : retirez-en une avant d’en choisir une autre.`,
  leavesAlone: (count: number) =>
    `Ce choix laisserait ${count === 1 ? 'une place isolée' : `${count} places isolées`} : décalez-vous d’une place.`,
  seatCode: (row: string, number: number) => `${row} ${number}`,
  seenFrom: (seat: string) => `Vue de la place ${seat}`,
  viewFacts: ({ kind, distance, height, side }: SeatFacts) =>
    kind === 'stage'
      ? `${metres(distance)} de la scène, ${viewSides.stage[side]}`
      : `${metres(distance)} du centre, ${metres(height)} de haut, ${viewSides.pitch[side]}`,
  legend: 'Légende',
  zones: 'Prix',
  sections: 'Secteurs',
  rows: 'Rangs',
  seatsOfRow: (row: string) => `Places du rang ${row}`,
}

export type SeatMapTexts = typeof frSeatMap

export type SeatMapLabels = SeatMapTexts & { readonly money: (amount: Minor) => string }

export const frNotes = {
  first: {
    title: 'Insérez vos billets de banque',
    body: 'Un par un, bien à plat.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Insérez le billet de banque suivant',
    body: `Reste à payer : ${missing}. Un billet de banque à la fois.`,
  }),
  held: (value: string): ProblemText => ({
    title: `Billet de banque lu : ${value}`,
    body: 'Un instant : ne le retirez pas.',
  }),
  complete: { title: 'Montant atteint', body: 'Merci. Nous confirmons vos places.' },
  checking: { title: 'Vérification du billet de banque…', body: 'Un instant.' },
  noChange: "La borne ne rend pas la monnaie : l'excédent vous est rendu sous forme d'avoir.",
  due: 'À payer',
  taken: 'Déjà inséré',
  missing: 'Reste à payer',
  accepted: 'Billets de banque acceptés',
  cancel: 'Annuler le paiement',
  payRest: 'Payer le reste autrement',
  slot: "L'entrée des billets de banque",
  where: 'Cherchez cette fente sur la borne.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Déjà payé : ${sum}`,
    body: `Il reste ${rest} à payer. Si vous arrêtez, vous recevez un avoir.`,
  }),
}

const held = 'Vos places restent bloquées.'

const forNow = {
  title: 'Moyen de paiement indisponible pour le moment',
  body: `${held} Choisissez un autre moyen de paiement, ou adressez-vous à un agent.`,
}

/** `tender`: local name of a tender, such as `Orange Money`. */
export const frPaying = {
  /** Note on how to pay, shown under the name of a tender. */
  how: {
    scan: 'QR code à scanner',
    telephone: 'à valider sur votre téléphone',
    cash: 'à un agent',
    notes: 'à insérer, sans monnaie rendue',
  },
  tooLate: 'Pas assez de temps pour payer de cette façon',
  accepted: 'Paiements acceptés',
  left: 'Il vous reste',
  soon: 'Il vous reste trente secondes pour payer.',
  due: 'À payer',
  stop: 'Payer autrement',
  stopBody: "Si vous avez déjà validé sur votre téléphone, votre paiement n'est pas perdu : nous vérifions d'abord.",
  checking: 'Nous vérifions votre paiement',
  checkingBody: (tender: string) => `${tender} n'a pas encore confirmé le paiement. Ne payez pas une deuxième fois.`,
  scan: {
    preparing: 'Préparation du QR code…',
    preparingBody: (tender: string) => `Un instant : connexion à ${tender}.`,
    title: 'Scannez pour payer',
    waiting: 'Nous attendons votre paiement.',
    simulated: 'Démonstration : inutile de scanner ; le paiement se fait tout seul.',
    code: (amount: string, tender: string) => `QR code à scanner : payer ${amount} avec ${tender}`,
    steps: {
      scan: "Scannez ce QR code avec l'appareil photo de votre téléphone",
      agree: 'Suivez les indications sur votre téléphone, puis validez',
      ticket: "Restez ici : vos billets s'impriment aussitôt",
    },
  },
  telephone: {
    title: (tender: string) => `Votre numéro ${tender}`,
    body: "Nous envoyons une demande de paiement à ce numéro. Ce numéro n'est pas conservé.",
    number: 'Numéro de téléphone',
    entered: (count: number, whole: number) => `${count} ${count < 2 ? 'chiffre' : 'chiffres'} sur ${whole}`,
    ask: (amount: string) => `Payer ${amount}`,
    back: 'Autre moyen de paiement',
    waiting: 'Validez sur votre téléphone',
    waitingBody: (tender: string, ending: string) =>
      ending === ''
        ? `${tender} vous envoie une demande de paiement.`
        : `${tender} envoie une demande au numéro qui finit par ${ending}.`,
    steps: {
      request: 'Ouvrez la demande qui arrive sur votre téléphone',
      agree: 'Validez avec votre code secret, uniquement sur votre téléphone',
      ticket: "Restez ici : vos billets s'impriment aussitôt",
    },
  },
  slip: {
    open: 'Utiliser un avoir',
    title: 'Votre avoir',
    lead: 'Présentez son QR code devant le lecteur, ou saisissez son numéro à dix caractères.',
    number: "Numéro de l'avoir",
    owed: (amount: string) => `Votre avoir : ${amount}`,
    paper: {
      coming: 'Votre avoir s’imprime.',
      printed: 'Prenez votre avoir : il vaut ce montant.',
      none: 'Prenez ce numéro en photo : il vaut ce montant à cette borne.',
    },
    /** Title shown when a purchase ended without tickets and the payment is refunded as a voucher. */
    back: 'Vous êtes remboursé par un avoir',
    backBody:
      "Aucun billet n'a été émis. Utilisez cet avoir pour un prochain achat à cette borne, ou demandez à un agent de vous le rembourser en espèces.",
    finish: "J'ai pris mon avoir",
  },
  refused: {
    declined: { title: 'Paiement refusé', body: `${held} Réessayez, ou choisissez un autre moyen de paiement.` },
    'timed-out': {
      title: "Le paiement n'a pas été confirmé à temps",
      body: `${held} Réessayez, ou choisissez un autre moyen de paiement.`,
    },
    'wrong-pin': {
      title: 'Code secret incorrect',
      body: `${held} Utilisez une autre carte ou un autre moyen de paiement.`,
    },
    'card-removed': {
      title: 'La carte a été retirée trop tôt',
      body: `${held} Réessayez, et laissez la carte en place jusqu’à ce que le terminal vous demande de la retirer.`,
    },
    'card-expired': {
      title: 'Carte expirée',
      body: `${held} Utilisez une autre carte ou un autre moyen de paiement.`,
    },
    'card-not-taken': {
      title: 'Cette carte n’est pas acceptée ici',
      body: `${held} Utilisez une autre carte ou un autre moyen de paiement.`,
    },
    'not-enough-money': {
      title: 'Solde insuffisant',
      body: `${held} Rechargez votre compte, ou choisissez un autre moyen de paiement.`,
    },
    'over-limit': { title: 'Plafond de paiement atteint', body: `${held} Choisissez un autre moyen de paiement.` },
    'unknown-payer': {
      title: 'Numéro non reconnu par cet opérateur',
      body: `${held} Vérifiez le numéro, ou choisissez un autre moyen de paiement.`,
    },
    'provider-down': {
      title: 'Le service de paiement ne répond pas',
      body: `${held} Choisissez un autre moyen de paiement, ou réessayez plus tard.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  } satisfies Readonly<Record<RefusalReason, ProblemText>>,
}

/** Spoken texts in pictogram mode. `note`, `sum`: an amount as displayed, such as `20 000 GNF`. */
export const frPictures = {
  /** Text of the ear button, spoken for customers who cannot read. */
  open: 'Acheter avec des images et une voix',
  greeting: "Tout se fait en images. Touchez une image pour l'écouter. Pour la choisir, touchez le rond vert.",
  take: 'Oui',
  no: 'Non',
  again: 'Écouter encore',
  takeFirst: "Touchez d'abord une image.",
  thenTake: 'Pour la choisir, touchez le rond vert.',
  today: "aujourd'hui",
  tomorrow: 'demain',
  party: 'Combien de personnes ?',
  persons: (count: number) => (count === 1 ? 'Une seule personne' : `${count} personnes`),
  price: (sum: string) => `Le prix : ${sum}`,
  notes: (count: number, note: string) =>
    count === 1 ? `Un billet de banque de ${note}` : `${count} billets de banque de ${note}`,
  bundles: (count: number, note: string) =>
    count === 1
      ? `Un paquet de dix billets de banque de ${note}`
      : `${count} paquets de dix billets de banque de ${note}`,
  coins: (sum: string) => `${sum} en pièces`,
  review: 'Est-ce correct ?',
  ways: 'Comment voulez-vous payer ?',
  walk: 'Comment aller à vos places',
  timeLeft: (minutes: number) =>
    minutes === 1 ? 'Il vous reste une minute pour payer.' : `Il vous reste ${minutes} minutes pour payer.`,
  terminal: 'Le terminal de paiement, avec votre carte',
  staff: 'Un agent peut vous aider.',
  notPaid: "Rien n'a été débité.",
  paid: 'Votre paiement est enregistré.',
  dontPayTwice: 'Ne payez pas une deuxième fois.',
  wait: 'Attendez ici un instant.',
}

export const frSpeaking = {
  greeting: 'Cette borne vous parle.',
  /** Text shown during the greeting, for customers who cannot hear the kiosk. */
  unheard: "Vous n'entendez rien ? Branchez un casque ou augmentez le volume.",
  keys: {
    arrows:
      'Flèche du bas : choix suivant. Flèche du haut : choix précédent. Entrée : choisir. Échap : retour. Touche F1 : réglages.',
    'twelve-keys':
      'Touche 8 : choix suivant. Touche 2 : choix précédent. Touche 5 : choisir. Étoile : retour. Touche 0 : réglages.',
    'one-switch': 'Les choix passent l’un après l’autre : appuyez quand vous entendez le vôtre.',
    own: 'Les flèches vont d’un choix à l’autre. La touche centrale valide. La touche d’aide ouvre les réglages.',
  },
  controls: {
    arrows: 'Touche F2 : répéter. Plus et moins : le volume.',
    'twelve-keys': 'Touche 1 : répéter. Touche 3 : plus fort. Touche 9 : moins fort.',
  },
  press: 'Appuyez pour acheter vos places',
  choices: (count: number) => (count === 1 ? 'Un choix.' : `${count} choix.`),
  ways: (names: string) => `Choix : ${names}.`,
  givenBack: 'désélectionné',
  hidden: 'Caractère masqué',
  typed: (count: number, whole: number) => `${count} sur ${whole}`,
  privateHere: "Votre saisie n'est lue que dans un casque. Pour l'entendre sans casque, ouvrez les réglages.",
  title: 'La voix',
  volume: (now: number, most: number) => `Volume ${now} sur ${most}`,
  louder: 'Plus fort',
  quieter: 'Moins fort',
  pace: (now: number, most: number) => `Vitesse ${now} sur ${most}`,
  faster: 'Plus vite',
  slower: 'Moins vite',
  dark: {
    title: 'Écran noir',
    about: 'Pour que personne ne lise votre écran',
    how: 'Écran noir : dans les réglages.',
    on: 'Écran noir.',
    off: 'L’écran est rallumé.',
  },
  aloud: {
    title: 'Tout lire à voix haute',
    about: 'Votre numéro et votre référence aussi',
  },
  unplugged: {
    title: 'Casque débranché',
    body: "La lecture s'est arrêtée. Rebranchez le casque pour continuer : rien n'est perdu.",
    silent: 'Continuer sans lecture',
    loud: 'Continuer sur le haut-parleur',
  },
}

export const frDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'Préparation…', body: 'Un instant : il va vous demander votre carte.' },
  'present-card': { title: 'Présentez votre carte', body: 'Approchez-la du terminal ou insérez-la.' },
  'insert-card': {
    title: 'Insérez votre carte',
    body: 'Paiement sans contact impossible : insérez la carte, puce en avant.',
  },
  'card-unread': {
    title: 'Votre carte n’a pas été lue',
    body: 'Approchez-la encore une fois du terminal ou insérez-la.',
  },
  'enter-pin': {
    title: 'Composez votre code secret',
    body: 'Sur le clavier du terminal. Cachez votre saisie de l’autre main, puis validez.',
  },
  'wrong-pin': {
    title: 'Code secret incorrect',
    body: 'Réessayez sur le clavier du terminal, puis validez.',
  },
  'look-at-telephone': {
    title: 'Regardez votre téléphone',
    body: 'Validez-y le paiement, puis approchez de nouveau le téléphone du terminal.',
  },
  'choose-there': { title: 'Répondez sur le terminal', body: 'Le terminal affiche une question.' },
  authorising: {
    title: 'Confirmation…',
    body: 'Vérification par la banque. Si votre carte est insérée, laissez-la en place.',
  },
  'remove-card': { title: 'Reprenez votre carte', body: 'Retirez-la du terminal.' },
  'removed-too-early': {
    title: 'La carte a été retirée trop tôt',
    body: 'Remettez-la et laissez-la en place jusqu’à ce que le terminal vous demande de la retirer.',
  },
}

export const frAgentCall = {
  button: 'Appeler un agent',
  again: 'Appeler encore un agent',
  calling: 'Appel en cours',
  called: 'Un agent a été appelé',
  coming: 'Un agent arrive',
  since: (time: string) => `Appelé il y a ${time}`,
  stay: 'Restez devant cette borne.',
  unreachable: "L'appel ne passe pas",
  unreachableTodo: 'Demandez à un agent sur place, ou allez au guichet.',
  late: "Personne n'est encore venu. Vous pouvez payer autrement ou aller au guichet. Vos places restent bloquées.",
  badge: 'Agent : présentez votre badge au lecteur',
  badgeRefused: (why: Exclude<BadgeReadView, { readonly state: 'known' }>) => {
    switch (why.state) {
      case 'refused':
        return { title: 'Badge refusé', body: 'Ouvrez votre session à la caisse, ou saisissez votre code personnel.' }
      case 'unreachable':
        return { title: 'Badge non vérifié', body: 'Le serveur ne répond pas. Saisissez votre code personnel.' }
      case 'locked':
        return {
          title: 'Badges bloqués',
          body: `Trop de badges refusés. Attendez ${why.seconds} s, ou saisissez votre code personnel.`,
        }
    }
  },
}

/** Tickets on the customer's phone. */
export const frTelephone = {
  ask: 'Mes billets sur mon téléphone',
  title: 'Scannez ce code avec votre téléphone',
  body: 'Vos billets s’ouvrent sur le téléphone, ensuite aussi sans réseau.',
  copies: 'Ce sont des duplicatas de vos billets imprimés.',
  scan: 'Scannez ce code',
  choose: 'Billets sur mon téléphone',
  get: 'Obtenir mes billets',
  print: 'Imprimer',
  unopened: 'Si vous ne les ouvrez pas, ils s’impriment à la fin.',
  send: {
    open: 'E-mail ou SMS',
    address: {
      both: 'Adresse e-mail ou numéro de téléphone du client',
      email: 'Adresse e-mail du client',
      sms: 'Numéro de téléphone du client',
    },
    consent:
      'Le client accepte l’envoi des billets à cette adresse. Elle est effacée après l’envoi, au plus tard douze heures après l’événement.',
    send: 'Envoyer',
    channels: { email: 'E-mail', sms: 'SMS' },
    states: { queued: 'en attente d’envoi', sent: 'envoyé', refused: 'refusé' },
    reasons: {
      'address-refused': 'refusé : cette adresse n’existe pas. Vérifiez-la avec le client.',
      rejected: 'refusé par le serveur. Vérifiez l’adresse ou le numéro.',
      expired: 'abandonné : l’événement est terminé.',
      erased: 'annulé : les données du client ont été effacées.',
    },
  },
}
