import type {
  LedgerTexts,
  PrivacyTexts,
  SettlementRefusals,
  SetupTexts,
  SimulatedPaymentTexts,
  VenueTexts,
} from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('fr')

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) =>
    `${counted(rows, 'ligne', 'lignes')}, ${counted(sales, 'vente', 'ventes')}, ${counted(tickets, 'billet', 'billets')} ; dernière empreinte ${hash}`,
  exported: (path, rows, ledger, hash) =>
    `${path} : ${counted(rows, 'ligne', 'lignes')} de ${ledger}, dernière empreinte ${hash}`,
  holds: 'le journal tient ; s’en portent garants :',
  consistent:
    'le journal est cohérent, signé d’une clé inconnue : rien hors de cette machine ne s’en porte garant (verify --key, --trust, --paper)',
  broken: 'LE JOURNAL NE TIENT PAS',
  key: (keyId) => `la clé ${keyId}`,
  head: (seq) => `la ligne ${seq}, connue ailleurs`,
  hub: (hubKey, keyId) => `le serveur ${hubKey}, pour la clé ${keyId}`,
  paper: (seq) => `le papier du Z de la ligne ${seq}`,
}

export const trialPackage =
  'Ceci est un paquet d’essai, dont aucun fournisseur ne répond : ne vendez pas de vrais billets avec ce programme.'

export const movedSetting = (setting: string): string =>
  `${setting} n’est plus lu ici : d’où viennent les mises à jour et qui les signe, seul l’administrateur de la machine le dit, dans /etc/guichet/update-settings.json (docs/fr/operating/updates.md). Retirez ce réglage.`

const kinds = { tribune: 'Les tribunes', zone: 'Les zones', gate: 'Les portes', section: 'Les secteurs' } as const

const partNames = { tribune: 'tribune', zone: 'zone', gate: 'porte', section: 'secteur' } as const

export const venue: VenueTexts = {
  refusals: {
    fileName: 'indiquez un fichier dont le nom finit par .json ou .csv',
    facts: 'une liste CSV demande --name, --city et --country du lieu',
    unknownColumn: (name, known) => `colonne inconnue « ${name} » ; attendu : ${known}`,
    columnTwice: (name) => `il y a deux colonnes « ${name} »`,
    columnMissing: (name) => `il manque la colonne « ${name} »`,
    noRows: 'il n’y a aucun rang de places',
    noHeading: (text) => `la colonne de « ${text} » n’a pas de titre`,
    contradiction: (kind, code, before, now) =>
      `${partNames[kind]} ${code} : attendu : « ${before} » comme sur une ligne précédente ; lu : « ${now} »`,
    otherPart: (section, kind, before, now) =>
      `secteur ${section} : attendu : ${partNames[kind]} ${before} comme sur une ligne précédente ; lu : ${now}`,
    rowTwice: (section, row) => `le secteur ${section} a déjà un rang ${row}`,
    noSeats: (section) => `le secteur ${section} n’a aucune place`,
    seats: 'un nombre de places, ou plusieurs avec des allées entre elles comme 8+10',
    seatNumbers: 'des numéros de places de ce rang comme 1 2 5',
    yesOrNo: 'oui ou non',
  },
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'Le fichier n’est pas en UTF-8 : il a été lu en Windows-1252, comme Excel l’écrit. Vérifiez les accents ci-dessous.'
      : `Le fichier a été lu en ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) =>
    `${name} : ${[counted(sections, 'secteur', 'secteurs'), counted(rows, 'rang', 'rangs'), counted(seats, 'place', 'places')].join(', ')}`,
  parts: { tribune: 'Tribunes', zone: 'Zones', gate: 'Portes' },
  seats: (count) => counted(count, 'place', 'places'),
  allWell: 'Rien d’étonnant.',
  unprintable: (characters) => `Les billets et les reçus montrent un cadre vide à la place de : ${characters}`,
  odd: 'À vérifier :',
  oddity(odd) {
    switch (odd.type) {
      case 'no-seats':
        return `secteur ${odd.section}, rang ${odd.row} : 0 place ; ce rang n’a pas été repris`
      case 'row-out-of-order':
        return `secteur ${odd.section} : le rang ${odd.row} vient après le rang ${odd.after}`
      case 'long-row':
        return `secteur ${odd.section}, rang ${odd.row} : ${odd.seats} places, ${odd.beside} au plus dans les rangs voisins`
      case 'same-name':
        return `${kinds[odd.kind]} ${odd.codes.join(', ')} portent le même nom : ${odd.name}`
      case 'lone-gate':
        return `la porte ${odd.gate} ne sert qu’un secteur : ${odd.section}`
      case 'close-colours':
        return `les tribunes ${odd.tribunes.join(' et ')} ont presque la même couleur`
    }
  },
}

export const settlementRefusals: SettlementRefusals = {
  provider: '--provider nomme le pilote dont c’est le relevé, comme djomy-push',
  days: '--from et --to sont des jours comme 2026-11-22, dans l’ordre',
  currency: '--currency demande un code comme GNF',
  noLedger: (folder) => `${folder} : pas de journal ici`,
  noList: (driver) => `${driver} ne donne pas de liste de paiements ici : indiquez le fichier de son relevé`,
  partialList: (driver) => `${driver} : tous ses paiements n’ont pas pu être lus ; comparez de nouveau plus tard`,
  noColumns: (references, amounts, found) =>
    `attendu : une colonne de références (${references} …) et une de sommes (${amounts} …) ; lu : ${found || 'rien'}`,
}

export const setup: SetupTexts = {
  intro: (file) =>
    `Guichet, une nouvelle machine. Les réglages vont dans ${file} ; une ligne vide prend ce qui est entre crochets.`,
  language: 'Langue des écrans et de ces questions',
  yes: 'oui',
  no: 'non',
  standing: 'Il y a déjà des réglages : en écrire d’autres',
  profile: 'Que fera cette machine',
  hub: 'Un serveur n’a pas de fichier de réglages : guichet hub venues import …, guichet hub events create …, guichet serve --mode live',
  name: 'Son nom',
  locked: 'Plein écran, verrouillé',
  terminals: 'Cartes et Mobile Money de la démonstration : simulés, ou sur des appareils à part',
  tenders: 'Moyens de paiement, séparés par des virgules',
  tenderName: (tender) => `Comment s’appelle ici ${tender}`,
  driver: (tender) => `Qui encaisse ${tender}`,
  noteDevice: 'Port du lecteur de billets',
  noteEncryption: 'Liaison chiffrée : toujours, si le lecteur le peut, jamais',
  optional: 'facultatif',
  address: 'Adresse de la billetterie (https://…)',
  partnerCode: 'Code partenaire',
  signing: 'Comment ses demandes sont signées',
  keyId: 'Nom de la clé',
  secretFile: 'Fichier qui contient le secret',
  secretIn: 'Où garder ce secret',
  machinePin: 'Code de la machine, 4 à 8 chiffres',
  supervisor: 'Nom du premier responsable (numéro 1)',
  supervisorUsual: 'Responsable',
  supervisorPin: 'Code du responsable, 4 à 8 chiffres',
  pinAgain: 'Le même code, encore une fois',
  seller: {
    name: 'Vendeur : nom ou raison sociale',
    address: 'Vendeur : adresse',
    contact: 'Vendeur : téléphone ou courriel',
    taxNumber: 'Vendeur : numéro fiscal (NIF)',
    taxRate: 'TVA comprise dans les prix, en %',
    conditions: 'Fichier texte des conditions de vente',
    privacy: 'Fichier texte de la note de confidentialité',
  },
  printer: 'Imprimante à billets',
  receipts: 'Imprimante à reçus',
  reports: 'Imprimante à rapports',
  drawer: 'Imprimante à laquelle le tiroir-caisse est branché',
  printerAddress: 'Son adresse',
  queue: 'Nom de sa file d’impression',
  keep: 'Garder ces réglages',
  oneOf: (choices) => `au choix : ${choices}`,
  someOf: (choices) => `un ou plusieurs parmi : ${choices}`,
  digits: '4 à 8 chiffres',
  easyPin: 'ce code se devine : pas de chiffres répétés, pas de suite, ni année ni date',
  differ: 'les deux codes diffèrent',
  pageOut: 'la page d’essai est sortie',
  pageNotOut: 'la page d’essai n’est pas sortie : voir ci-dessus',
  notTried: 'rien n’est écrit : corrigez, ou ajoutez --untried',
  notWritten: 'rien n’est écrit',
  nobody: 'personne n’a répondu : rien n’est écrit',
  written: (file) => `écrit : ${file}`,
  next: 'ensuite : démarrez guichet, et mesurez l’écran (cinq touches dans le coin, le code, État de la borne, Mesure de l’écran)',
}

export const privacy: PrivacyTexts = {
  who: 'indiquez la personne : --name, --telephone ou --order (au moins 6 caractères)',
  noNumber: (typed) => `--telephone ${typed} : attendu : un numéro de téléphone comme 622112233`,
  nobody: 'rien n’est enregistré ici sur cette personne',
  found: (sales) => counted(sales, 'vente', 'ventes'),
  keptUntil: (moment) => `effacé automatiquement après le ${moment}`,
  namesakes: (people) =>
    `ces ventes sont celles de ${counted(people, 'personne', 'personnes')} : ajoutez --name et --telephone, ou indiquez une seule --order ; rien n’a été fait`,
  needed: {
    unfinished: 'cette vente n’est pas terminée : terminez-la ou annulez-la d’abord',
    'open-money':
      'de l’argent de cette vente est encore en suspens (un paiement, un remboursement ou une annulation) : réglez-le d’abord',
    'no-end':
      'la fin de son événement n’est pas connue, et ses billets peuvent encore servir : faites-les d’abord annuler',
  },
  neededUntil: {
    event: (moment) => `nécessaire jusqu’à la fin de l’événement : effaçable à partir du ${moment}`,
    settlement: (moment) => `nécessaire au contrôle des paiements : effaçable à partir du ${moment}`,
  },
  confirm: (sales) => `Effacer cette personne de ${counted(sales, 'vente', 'ventes')} ? C’est définitif.`,
  notErased: 'rien n’a été effacé',
  ledgerInDoubt:
    'le journal n’est pas cohérent ou vient d’être reconstruit, et une partie des données peut se trouver ailleurs : lancez d’abord guichet ledger verify et faites régler ce qu’il trouve ; rien n’a été effacé',
  erased: (sales) => `effacé de ${counted(sales, 'vente', 'ventes')} ; les sommes, les places et les billets restent`,
  exported: (file, sales) => `${file} : ${counted(sales, 'vente', 'ventes')}`,
  stillIn: (file) => `${file} : contient encore le nom ou le numéro : supprimez ce fichier ou faites-le corriger`,
  elsewhere:
    'D’autres ont leurs propres données : la billetterie, y compris un serveur du site, les opérateurs de paiement, les autres machines.',
  elsewhereOfHub:
    'D’autres ont leurs propres données : les machines qui ont vendu (guichet privacy), les opérateurs de paiement, les copies de cette base.',
  elsewhereOfPostgres:
    'PostgreSQL garde les anciennes lignes jusqu’à VACUUM FULL purchase, et dans son journal, ses répliques et ses sauvegardes. Les machines qui ont vendu (guichet privacy) et les opérateurs de paiement ont leurs propres données.',
}

export const simulatedPayment: SimulatedPaymentTexts = {
  title: (provider) => `${provider}, simulation`,
  noMoney: 'Aucun argent ne bouge : c’est un essai.',
  pay: (amount) => `Payer ${amount}`,
  refuse: 'Refuser',
  paid: 'C’est payé.',
  refused: 'C’est refusé.',
  over: 'Ce paiement est terminé.',
}
