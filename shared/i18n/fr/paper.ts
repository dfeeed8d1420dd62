import type { LocalDate } from '../../domain/documents/local-date.ts'
import type { Numerals } from '../../domain/language.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import { type CardTexts, nbsp, twoDigits } from '../texts.ts'
import { providerNames } from './words.ts'

const days = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')

const ticket = {
  when: ({ weekday, day, month, year, hour, minute }: LocalDate) =>
    `${days[weekday]} ${day === 1 ? '1er' : day} ${months[month]} ${year}, ` +
    (minute === 0 ? `${hour}${nbsp}h` : `${hour}${nbsp}h${nbsp}${twoDigits(minute)}`),
  money: (amount: Minor, currency: string) => formatMoney(amount, currency, 'fr'),
  count: (count: number) => String(count).replace('.', ','),
  tribune: 'Tribune',
  gate: 'Porte',
  sector: 'Secteur',
  row: 'Rang',
  seat: 'Place',
  wayIn: 'Votre chemin',
  atTheGate: 'À présenter à la porte',
  ticket: 'Billet',
  number: 'Billet n°',
  reference: 'Référence',
  dispute: 'Code de réclamation',
  zone: 'Catégorie',
  place: 'Code de la place',
  price: 'Prix',
  order: 'Commande',
  position: (index: number, count: number) => `Billet ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber: number) => `DUPLICATA ${copyNumber}`,
  unchecked: 'validité non vérifiée',
  specimens: {
    demo: { word: 'SPÉCIMEN', hint: 'Démonstration : non valable pour entrer' },
    training: { word: 'FORMATION', hint: 'Formation : non valable pour entrer' },
  },
  fold: 'Plier ici',
  keep: 'Conservez ce billet jusqu’à la fin. Le code n’est valable que pour une entrée : ne le montrez à personne.',
  documentTitle: (eventTitle: string, numbers: readonly string[]) =>
    numbers.length === 1 ? `Billet ${numbers[0]} – ${eventTitle}` : `${numbers.length} billets – ${eventTitle}`,
  tribuneWords: ['tribune'],
}

const receipt = {
  receipt: 'Reçu',
  correctedReceipt: 'Reçu corrigé',
  soldAt: 'Vendu le',
  correctedOn: 'Corrigé le',
  insteadOf: 'Au lieu de',
  total: 'Total',
  change: 'Monnaie rendue',
  rounding: 'Arrondi des espèces',
  unsold: 'À rembourser : places non vendues',
  paid: 'Payé',
  approval: 'Autorisation',
  cardRead: { contactless: 'sans contact', chip: 'puce', stripe: 'piste magnétique' },
  operatorReference: (tender: string) => `Référence ${tender}`,
  documentNumber: (name: string) => `${name} nº`,
  taxNumber: 'NIF',
  totalWithTax: 'Total TTC',
  net: 'Total HT',
  tax: (rate: string) => `TVA ${rate}\u00a0% incluse`,
  register: 'Caisse',
  noTicket: 'Ce reçu n’est pas un billet : il n’est pas valable pour entrer.',
  terms: 'Conditions de vente et confidentialité',
  termsOnScreen: 'à l’écran, avant de payer',
}

const slip = {
  headings: { refund: 'Remboursement', void: 'Annulation', unsold: 'Remboursement' },
  on: 'Date',
  people: 'Par',
  by: (staffId: string, second: string | null) =>
    second === null ? `nº ${staffId}` : `nº ${staffId}, avec nº ${second}`,
  reason: 'Motif :',
  total: 'À rembourser',
  given: 'Remboursé',
  rounding: 'dont arrondi des espèces',
  reference: 'Référence',
  worthless: 'Billets à reprendre au client.',
  unsold: 'Aucun billet n’a été vendu : les places ont été remises en vente.',
  notices: {
    cancelled:
      'Ces billets sont annulés à la billetterie : leurs QR codes ne sont plus valables pour entrer et les places sont remises en vente.',
    asked:
      'L’annulation est demandée à la billetterie, qui n’a pas encore répondu. Jusque-là, ces billets restent vendus et leurs QR codes peuvent permettre d’entrer. Donnez leurs numéros à l’organisateur.',
    none: 'La billetterie ne permet pas l’annulation : ces billets y restent vendus, leurs QR codes peuvent permettre d’entrer et les places ne sont pas remises en vente. Donnez leurs numéros à l’organisateur.',
  },
  signatures: ['Client : montant reçu', 'Responsable'],
}

const invoice = {
  fiscal: {
    waiting: 'EN ATTENTE DE SIGNATURE FISCALE',
    refused: 'NON SIGNÉE PAR LE SYSTÈME FISCAL',
    signature: 'Signature fiscale',
    counters: 'Compteurs',
    device: 'Module fiscal',
    signedAt: 'Signée le',
  },
  headings: { invoice: 'Facture', 'credit-note': 'Facture d’avoir' },
  number: 'Numéro',
  issuedOn: 'Date',
  about: 'Facture d’origine',
  buyer: 'Client',
  erased: 'Coordonnées effacées',
  tenders: { invoice: 'Réglée par', 'credit-note': 'Remboursé par' },
  noTicket: 'Ce document n’est pas un billet : il n’est pas valable pour entrer.',
}

const collectionSlip = {
  'payment-open': {
    heading: 'Bon de retrait',
    code: 'Référence',
    amount: 'À payer',
    todo: 'Une fois le paiement accepté, vos billets vous attendent à la borne indiquée ci-dessus : touchez « Retirer mes billets », saisissez la référence ou présentez le QR code au lecteur. Ne payez pas une deuxième fois. Si vous avez été débité et que les places ne sont plus bloquées, un guichet vous rembourse contre ce bon.',
  },
  trouble: {
    heading: 'Référence de votre achat',
    code: 'Référence',
    amount: 'Montant',
    todo: 'Montrez ce bon à un agent ou à un guichet : grâce à la référence, il retrouvera votre achat. Ne payez pas une deuxième fois.',
  },
  machine: 'Borne',
  on: 'Date',
  seats: 'Places',
  payment: 'Paiement',
  paymentReference: 'Référence du paiement',
  noTicket: 'Ce bon n’est pas un billet : il n’est pas valable pour entrer.',
}

const creditSlip = {
  heading: 'Avoir',
  number: 'Numéro',
  worth: 'Valeur',
  why: {
    over: 'Trop-perçu sur votre achat',
    unpaid: 'Achat non abouti',
    returned: 'Billets remboursés',
  },
  machine: 'Borne',
  on: 'Date',
  copy: 'Duplicata : l’original et ses duplicatas ne sont utilisables qu’une fois, pour ce montant au total.',
  todo: {
    here: 'Utilisable une seule fois, à la borne indiquée ci-dessus : au moment de payer, présentez le QR code ou saisissez le numéro. Le reste vous est rendu sur un nouvel avoir. Un agent peut aussi vous le payer en espèces. Sans date limite. Conservez-le : toute personne qui le présente peut l’utiliser.',
    anywhere:
      'Utilisable une seule fois, sur toute borne ou caisse de ce site : au moment de payer, présentez le QR code ou saisissez le numéro. Le reste vous est rendu sur un nouvel avoir. Un agent peut aussi vous le payer en espèces. Sans date limite. Conservez-le : toute personne qui le présente peut l’utiliser.',
  },
  noTicket: 'Cet avoir n’est pas un billet : il n’est pas valable pour entrer.',
}

const ticketPage = {
  pdf: 'Ouvrir le PDF',
  offline: 'Cette page s’ouvre aussi sans réseau. Montrez-la à l’entrée, avec la luminosité au maximum.',
  over: 'L’événement est terminé. Ces billets ne sont plus affichés.',
  apple: 'Ajouter à Apple Wallet',
  appleAll: 'Ajouter tous les billets à Apple Wallet',
  google: 'Ajouter à Google Wallet',
  pass: { when: 'Date', venue: 'Lieu', route: 'Chemin vers la place' },
  message: {
    subject: (title: string) => `Vos billets : ${title}`,
    open: 'Vos billets sur votre téléphone :',
    attached: 'Les mêmes billets sont joints en PDF.',
    secret: 'Cette adresse ouvre vos billets : ne la transmettez à personne.',
    testSubject: 'Essai d’envoi',
    test: 'Ce message vient de la commande d’essai. Il ne contient pas de billet.',
  },
}

const badge = {
  title: 'Badge d’agent',
  notice: 'Personnel : ne le prêtez pas. Perdu ou trouvé : prévenez un responsable.',
}

const report = {
  title: { X: 'Rapport X', Z: 'Rapport Z' },
  hint: {
    X: 'Relevé sans clôture : la session continue.',
    Z: 'La session de caisse est close ; la suivante commence.',
  },
  register: 'Caisse',
  shift: 'Session',
  from: 'Du',
  to: 'Au',
  staff: 'Agent',
  sales: 'Ventes',
  tickets: 'Billets valables',
  duplicates: 'Duplicatas imprimés',
  waiting: 'Ventes non terminées',
  nothing: 'Aucune vente dans cette session.',
  byEvent: 'Recette nette par événement',
  noZone: 'Catégorie inconnue',
  byTender: 'Par moyen de paiement',
  refundsOf: (tender: string) => `${tender}, remboursé`,
  terminalDay: 'Télécollecte du terminal',
  dayStanding: 'Télécollecte',
  dayDone: 'faite',
  pendingEndOfDay: 'à faire',
  byTerminal: 'Selon le terminal',
  byBooks: 'Selon la caisse',
  dayDifference: 'Écart',
  byProvider: 'Par prestataire',
  providers: providerNames,
  taken: 'Encaissé',
  givenBack: 'Remboursé',
  open: 'Sans réponse',
  refunding: 'Remboursement en cours',
  unmatched: 'Montant débité différent',
  byCashier: 'Ventes par agent',
  nobody: 'Sans agent',
  takings: 'Recette',
  sold: 'Billets vendus',
  returned: 'Billets remboursés',
  net: 'Recette nette',
  owed: 'Reste à rembourser',
  openSlips: 'Avoirs en cours',
  hubSlips: 'dont peut-être utilisés ailleurs',
  accountsPaid: 'Paiements de comptes clients',
  slipsPaid: 'Avoirs remboursés',
  drawer: 'Tiroir-caisse',
  openingFloat: 'Fond de caisse',
  cash: 'Espèces encaissées',
  paidIn: 'Entrées d’espèces',
  paidOut: 'Sorties d’espèces',
  dropped: 'Dépôts au coffre-fort',
  expected: 'Attendu dans le tiroir',
  counted: 'Compté',
  handedTo: (id: string) => `remis au nº ${id}`,
  uncounted: 'pas compté',
  cashbox: 'Coffre à billets de banque',
  boxEmptied: 'Vidé, compté',
  boxSince: 'Vidé le',
  boxNever: 'Jamais vidé',
  inBox: 'Dans le coffre',
  unknownNotes: 'Billets de banque de valeur inconnue',
  boxOpen: 'Ouvert, pas encore compté',
  blind: 'Sans les espèces : elles restent à compter',
  note: (money: string) => `Billet de banque de ${money}`,
  coin: (money: string) => `Pièce de ${money}`,
  over: 'Excédent',
  short: 'Manquant',
  exact: 'Aucun écart',
  openings: 'Ouvertures du tiroir sans vente',
  perpetual: 'Depuis la première vente',
  perpetualNet: 'Total perpétuel net',
  perpetualAbs: 'Total perpétuel absolu',
  anchor: 'Repère du journal',
  anchorHint: 'Conservez ce papier : il permet de prouver que les lignes du journal n’ont pas changé depuis.',
  rows: 'Lignes',
  range: (first: string, last: string) => `${first} – ${last}`,
  head: (row: string) => `Empreinte de la ligne ${row}`,
  key: 'Clé',
  code: 'QR code signé : ligne, totaux et clé',
  signatures: ['Guichetier', 'Responsable'],
  page: (page: string, count: string) => `Page ${page} sur ${count}`,
}

const testPage = {
  title: 'Page d’essai',
  edges: 'Cadres à 2, 4 et 6 mm du bord : ceux à 4 et 6 mm doivent être entiers.',
  ruler: (millimetres: number) => `Cette règle doit mesurer ${millimetres} mm.`,
  code: 'Ce QR code doit être lisible ; il n’est pas valable pour entrer.',
}

const account = {
  statement: 'Relevé de compte',
  statementHint: 'Ventes sur compte, remboursements et paiements de la période.',
  receipt: 'Reçu de paiement',
  receiptHint: 'Paiement de ventes sur compte. Conservez ce reçu.',
  account: 'Compte',
  name: 'Client',
  from: 'Du',
  to: 'Au',
  at: 'Le',
  register: 'Caisse',
  staff: 'Agent',
  reference: 'Référence',
  entries: 'Écritures',
  opening: 'Solde initial',
  closing: 'Solde final à payer',
  open: 'Ventes impayées',
  paid: 'Payé',
  paidFor: 'Ventes choisies',
  change: 'Monnaie rendue',
  kinds: { charge: 'Vente', credit: 'Remboursement', payment: 'Paiement' },
}

export const paper = {
  salesList: {
    title: 'Liste des ventes',
    hint: 'Une ligne par vente et par remboursement, avec le total de chaque devise.',
  },
  ticket: (_numerals: Numerals) => ticket,
  receipt,
  slip,
  invoice,
  collectionSlip,
  creditSlip,
  badge,
  account,
  ticketPage,
  report,
  testPage,
}

export const cards: CardTexts = {
  cashier: {
    title: 'Carte du guichetier',
    hint: 'À garder près du clavier. Les touches sont celles de cette caisse.',
    sell: {
      heading: 'Vendre',
      rows: [
        'Connectez-vous : votre numéro, votre code, puis Entrée.',
        'Saisissez le numéro de l’événement, puis Entrée.',
        'Saisissez les places demandées, puis Entrée. Choisissez avec les flèches ; Entrée bloque les places.',
        'Saisissez le montant reçu, puis Entrée. Entrée seule : montant exact.',
        'Remettez les billets et la monnaie à rendre affichée.',
      ],
    },
    lines: {
      heading: 'Lignes de commande',
      rows: [
        ['4', 'les quatre meilleures places disponibles'],
        ['4 tribune nord', 'les quatre meilleures dans cette tribune'],
        ['4 nord max 50000', 'prix maximal 50 000'],
        ['N3 F 12-15', 'exactement ces places'],
        ['2 nord + 1 pmr', 'plusieurs endroits en une seule vente'],
        ['500k', 'montant reçu : 500\u00a0000'],
        ['50000+', 'une partie en espèces, le reste par un autre moyen'],
      ],
    },
    keys: {
      heading: 'Touches',
      enter: ['Entrée', 'continuer'],
      commands: {
        'go-back': 'revenir, abandonner',
        events: 'un autre événement',
        map: 'le plan',
        customer: 'enregistrer le client',
        park: 'mettre la vente en attente',
        recall: 'reprendre une vente en attente',
        behind: 'ouvrir une vente en cours',
        repeat: 'répéter la dernière demande',
        reprint: 'duplicata de la dernière vente',
        invoice: 'facture de la dernière vente',
        telephone: 'billets de la dernière vente sur un téléphone',
        files: 'ventes passées : duplicata, remboursement',
        call: 'répondre à l’appel d’une borne',
        badge: 'votre badge pour les bornes',
        language: 'la langue du client',
        aloud: 'lire à voix haute au client',
        switch: 'changer de guichetier',
        lock: 'verrouiller la caisse',
        office: 'le bureau',
        training: 'entrer en formation ou la quitter',
      },
      tender: (name) => `payer : ${name}`,
    },
    cases: {
      heading: 'Si…',
      rows: [
        [
          'L’imprimante s’arrête',
          'Remettez du papier ou retirez le papier coincé, puis Entrée. Un billet peut-être déjà imprimé est imprimé de nouveau en DUPLICATA.',
        ],
        [
          'La billetterie ne répond pas',
          'N’encaissez pas une deuxième fois. Donnez au client le numéro affiché, puis Entrée : client suivant. Les billets s’imprimeront automatiquement dès qu’elle répondra.',
        ],
        [
          'Carte ou téléphone sans réponse',
          'Regardez d’abord le terminal ou le téléphone. Client débité : saisissez le numéro. Client non débité : revenez en arrière et indiquez le motif.',
        ],
        ['Un client hésite', 'Mettez sa vente en attente : ses places restent bloquées le temps affiché.'],
        ['Vous quittez la caisse', 'Verrouillez-la. La vente en cours est conservée.'],
        [
          'Coupure de courant',
          'Rallumez la machine. Les ventes reprennent où elles en étaient : ne ressaisissez rien.',
        ],
      ],
    },
  },
  attendant: {
    title: 'Carte de l’agent à la borne',
    hint: 'À garder sur soi. L’écran indique toujours ce qui manque : lisez-le d’abord.',
    open: {
      heading: 'Ouvrir l’écran des agents',
      rows: [
        'Touchez cinq fois en trois secondes le milieu vide de la barre sombre, en bas de l’écran.',
        'Saisissez votre code.',
        'Répondez aux questions en attente. « État de la borne » montre les imprimantes et la billetterie.',
      ],
    },
    cash: {
      heading: 'Encaisser des espèces',
      rows: [
        'Le client vous remet les espèces. Touchez « Réservé aux agents », saisissez votre code, puis « Suivant ».',
        'Saisissez le montant reçu, ou touchez « Montant exact », puis « Valider l’encaissement ».',
        'Rendez la monnaie affichée.',
      ],
    },
    cases: {
      heading: 'Si…',
      rows: [
        [
          'Il n’y a plus de papier',
          'Mettez un rouleau ou des feuilles, fermez le capot, touchez « Reprendre l’impression ».',
        ],
        [
          'Papier coincé',
          'Ouvrez, retirez le papier sans le déchirer, fermez, touchez « Reprendre l’impression ». Gardez les morceaux.',
        ],
        [
          'Le client a payé, mais n’a pas ses billets',
          'Ne le faites pas payer une deuxième fois. Écran des agents, « Référence » : saisissez ou scannez ses six caractères, puis répondez.',
        ],
        [
          'Il faut rembourser',
          'Écran des agents : « Vérifier auprès de la billetterie ». Si rien n’est vendu, remboursez et saisissez le numéro du reçu.',
        ],
        [
          '« Borne momentanément indisponible »',
          'L’écran indique la cause ; la vente reprend automatiquement. Envoyez les clients au guichet le plus proche.',
        ],
        [
          'L’écran ne répond plus',
          'Éteignez la borne, puis rallumez-la. Rien n’est perdu : les ventes reprennent, les places non payées sont libérées.',
        ],
        ['Le disque est plein', 'N’éteignez pas la borne. Appelez le technicien.'],
      ],
    },
    call: { heading: 'Contacts', rows: ['Responsable', 'Technicien', 'Billetterie'] },
  },
}

export const termsExamples = {
  seller: {
    name: 'Stade de démonstration (exemple)',
    address: '1, rue de l’Exemple, Conakry',
    contact: 'contact@exemple.example',
  },
  conditions: `EXEMPLE : ces conditions de vente servent à la démonstration. Elles n’engagent personne et ne remplacent pas celles de votre lieu.

1. Vendeur
Les billets sont vendus par la personne nommée en tête de ces conditions et sur le reçu.

2. Prix
Les prix affichés avant de payer sont ceux de chaque place, taxes comprises. Le total à payer est leur somme. Aucun frais ne s’y ajoute.

3. Commande
Les places choisies sont bloquées le temps affiché. La vente est conclue quand le paiement est accepté ; les billets sont alors imprimés.

4. Billet
Chaque billet porte un QR code valable pour une seule entrée. Présentez le billet imprimé à l’entrée.

5. Remboursement
Les billets sont remboursés si l’événement est annulé. Si l’événement est reporté, ils restent valables à la nouvelle date.

6. Réclamations
Adressez-vous au vendeur : ses coordonnées sont sur le reçu. Conservez le reçu : il porte le numéro de la commande.`,
  privacy: `EXEMPLE : cette politique sert à la démonstration. Elle n’engage personne et ne remplace pas celle de votre lieu.

1. Responsable des données
Le vendeur nommé en tête de ces conditions.

2. Données
Cette machine enregistre la vente : places, prix, moyen de paiement, date et heure. Elle n’enregistre ni nom, ni numéro de carte. Un numéro de téléphone saisi pour payer sert à ce seul paiement.

3. Pourquoi
Pour vendre le billet, tenir les comptes et rembourser.

4. Combien de temps
Aussi longtemps que la loi l’exige pour les comptes ; le numéro de téléphone est effacé avant.

5. Vos droits
Vous pouvez demander vos données, leur correction ou leur effacement au vendeur ; ses coordonnées sont sur le reçu.`,
}
