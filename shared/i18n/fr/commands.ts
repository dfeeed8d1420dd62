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
  holds: 'journal vérifié ; garanti par :',
  consistent:
    'journal cohérent, mais signé par une clé non approuvée : indiquez une preuve extérieure à cette machine (verify --key, --trust, --paper)',
  broken: 'JOURNAL ALTÉRÉ : ÉCHEC DE LA VÉRIFICATION',
  key: (keyId) => `la clé ${keyId}`,
  head: (seq) => `la ligne ${seq}, enregistrée hors de cette machine`,
  hub: (hubKey, keyId) => `le serveur ${hubKey}, pour la clé ${keyId}`,
  paper: (seq) => `le rapport Z imprimé de la ligne ${seq}`,
}

export const trialPackage =
  'Ceci est un paquet d’essai, sans fournisseur responsable : ne vendez pas de vrais billets avec ce programme.'

export const movedSetting = (setting: string): string =>
  `${setting} n’est plus lu ici : la source des mises à jour et leur signataire se règlent dans /etc/guichet/update-settings.json, que seul l’administrateur de la machine peut modifier (docs/fr/operating/updates.md). Retirez ce réglage.`

const kinds = { tribune: 'Les tribunes', zone: 'Les catégories', gate: 'Les portes', section: 'Les secteurs' } as const

const partNames = { tribune: 'tribune', zone: 'catégorie', gate: 'porte', section: 'secteur' } as const

export const venue: VenueTexts = {
  refusals: {
    fileName: 'indiquez un fichier dont le nom finit par .json ou .csv',
    facts: 'avec une liste CSV, indiquez aussi --name, --city et --country du site',
    unknownColumn: (name, known) => `colonne inconnue « ${name} » ; attendu : ${known}`,
    columnTwice: (name) => `il y a deux colonnes « ${name} »`,
    columnMissing: (name) => `il manque la colonne « ${name} »`,
    noRows: 'la liste ne contient aucun rang de places',
    noHeading: (text) => `la colonne qui contient « ${text} » n’a pas de titre`,
    contradiction: (kind, code, before, now) =>
      `${partNames[kind]} ${code} : attendu : « ${before} » comme sur une ligne précédente ; lu : « ${now} »`,
    otherPart: (section, kind, before, now) =>
      `secteur ${section} : attendu : ${partNames[kind]} ${before} comme sur une ligne précédente ; lu : ${now}`,
    rowTwice: (section, row) => `le secteur ${section} a déjà un rang ${row}`,
    noSeats: (section) => `le secteur ${section} n’a aucune place`,
    seats: 'un nombre de places, ou plusieurs séparés par des allées, comme 8+10',
    seatNumbers: 'des numéros de places de ce rang, comme 1 2 5',
    yesOrNo: 'oui ou non',
  },
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'Le fichier n’est pas en UTF-8 : il a été lu en Windows-1252, comme Excel l’écrit. Vérifiez les accents ci-dessous.'
      : `Le fichier a été lu en ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) =>
    `${name} : ${[counted(sections, 'secteur', 'secteurs'), counted(rows, 'rang', 'rangs'), counted(seats, 'place', 'places')].join(', ')}`,
  parts: { tribune: 'Tribunes', zone: 'Catégories', gate: 'Portes' },
  seats: (count) => counted(count, 'place', 'places'),
  allWell: 'Aucune anomalie.',
  unprintable: (characters) => `Les billets et les reçus montreront un cadre vide à la place de : ${characters}`,
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
        return `la porte ${odd.gate} ne dessert qu’un secteur : ${odd.section}`
      case 'close-colours':
        return `les tribunes ${odd.tribunes.join(' et ')} ont presque la même couleur`
    }
  },
}

export const settlementRefusals: SettlementRefusals = {
  provider: '--provider attend le pilote dont vient le relevé, comme djomy-push',
  days: '--from et --to attendent des dates comme 2026-11-22, la plus ancienne d’abord',
  currency: '--currency attend un code comme GNF',
  noLedger: (folder) => `${folder} : pas de journal ici`,
  noList: (driver) => `${driver} ne fournit pas de liste de paiements : indiquez le fichier de son relevé`,
  partialList: (driver) => `${driver} : certains paiements n’ont pas pu être lus ; relancez la comparaison plus tard`,
  noColumns: (references, amounts, found) =>
    `attendu : une colonne de références (${references} …) et une de montants (${amounts} …) ; lu : ${found || 'rien'}`,
}

export const setup: SetupTexts = {
  intro: (file) =>
    `Guichet : mise en service d’une nouvelle machine. Les réglages seront enregistrés dans ${file}. Appuyez sur Entrée pour garder la valeur entre crochets.`,
  language: 'Langue des écrans et de ces questions',
  yes: 'oui',
  no: 'non',
  standing: 'Des réglages existent déjà : les remplacer',
  profile: 'Rôle de la machine',
  hub: 'Un serveur n’a pas de fichier de réglages : guichet hub venues import …, guichet hub events create …, guichet serve --mode live',
  name: 'Nom de la machine',
  locked: 'Plein écran, verrouillé',
  terminals: 'Cartes et Mobile Money de la démonstration : simulés, ou terminaux autonomes',
  tenders: 'Moyens de paiement, séparés par des virgules',
  tenderName: (tender) => `Nom affiché aux clients pour ${tender}`,
  driver: (tender) => `Prestataire de paiement pour ${tender}`,
  noteDevice: 'Port du lecteur de billets de banque',
  noteEncryption: 'Liaison chiffrée : toujours, si le lecteur le permet, ou jamais',
  optional: 'facultatif',
  address: 'Adresse de la billetterie (https://…)',
  partnerCode: 'Code partenaire',
  signing: 'Signature des requêtes',
  keyId: 'Nom de la clé',
  secretFile: 'Fichier qui contient le secret',
  secretIn: 'Où enregistrer ce secret',
  machinePin: 'Code de la machine, 4 à 8 chiffres',
  supervisor: 'Nom du premier responsable (numéro 1)',
  supervisorUsual: 'Responsable',
  supervisorPin: 'Code du responsable, 4 à 8 chiffres',
  pinAgain: 'Le même code une deuxième fois',
  seller: {
    name: 'Vendeur : nom ou raison sociale',
    address: 'Vendeur : adresse',
    contact: 'Vendeur : téléphone ou adresse e-mail',
    taxNumber: 'Vendeur : NIF',
    taxRate: 'TVA comprise dans les prix, en %',
    conditions: 'Fichier texte des conditions de vente',
    privacy: 'Fichier texte de la politique de confidentialité',
  },
  printer: 'Imprimante à billets',
  receipts: 'Imprimante à reçus',
  reports: 'Imprimante à rapports',
  drawer: 'Imprimante à laquelle le tiroir-caisse est branché',
  printerAddress: 'Adresse de l’imprimante',
  queue: 'Nom de la file d’impression',
  keep: 'Enregistrer ces réglages',
  oneOf: (choices) => `valeurs possibles : ${choices}`,
  someOf: (choices) => `un ou plusieurs parmi : ${choices}`,
  digits: '4 à 8 chiffres',
  easyPin: 'ce code est trop facile à deviner : évitez les chiffres répétés, les suites, les années et les dates',
  differ: 'les deux codes ne sont pas identiques',
  pageOut: 'la page d’essai a été envoyée à l’imprimante',
  pageNotOut: 'la page d’essai n’a pas été imprimée : voir ci-dessus',
  notTried: 'rien n’a été enregistré : corrigez les erreurs, ou ajoutez --untried',
  notWritten: 'rien n’a été enregistré',
  nobody: 'aucune réponse : rien n’a été enregistré',
  written: (file) => `enregistré : ${file}`,
  next: 'ensuite : démarrez guichet, et mesurez l’écran (cinq pressions à l’extrémité gauche de la barre du haut, le code, État de la borne, Mesure de l’écran)',
}

export const privacy: PrivacyTexts = {
  who: 'indiquez la personne : --name, --telephone ou --order (au moins 6 caractères)',
  noNumber: (typed) => `--telephone ${typed} : attendu : un numéro de téléphone comme 622112233`,
  nobody: 'rien n’est enregistré ici sur cette personne',
  found: (sales) => counted(sales, 'vente', 'ventes'),
  keptUntil: (moment) => `effacé automatiquement après le ${moment}`,
  namesakes: (people) =>
    `ces ventes sont celles de ${counted(people, 'personne', 'personnes')} : ajoutez --name et --telephone, ou indiquez une seule commande avec --order ; rien n’a été fait`,
  mayBeNamesakes:
    'ces ventes sans numéro de téléphone sont peut-être celles de plusieurs personnes : indiquez une seule commande avec --order ; rien n’a été fait',
  eraseAll:
    'si toutes ces ventes sont celles de la personne, ajoutez --all pour effacer ses données de toutes ces ventes',
  needed: {
    unfinished: 'cette vente n’est pas terminée : terminez-la ou annulez-la d’abord',
    'open-money':
      'un paiement, un remboursement ou une annulation de cette vente n’est pas terminé : réglez-le d’abord',
    'no-end':
      'la fin de l’événement n’est pas connue, et les billets peuvent encore servir : faites-les d’abord annuler',
  },
  neededUntil: {
    event: (moment) => `nécessaire jusqu’à la fin de l’événement : effaçable à partir du ${moment}`,
    settlement: (moment) => `nécessaire au contrôle des paiements : effaçable à partir du ${moment}`,
  },
  confirm: (sales) =>
    `Effacer les données de cette personne de ${counted(sales, 'vente', 'ventes')} ? C’est définitif.`,
  notErased: 'rien n’a été effacé',
  ledgerInDoubt:
    'le journal est altéré ou vient d’être reconstruit, et une partie des données peut manquer ici : lancez d’abord guichet ledger verify et faites corriger les erreurs ; rien n’a été effacé',
  erased: (sales) =>
    `données de la personne effacées de ${counted(sales, 'vente', 'ventes')} ; les montants, les places et les billets sont conservés`,
  exported: (file, sales) => `${file} : ${counted(sales, 'vente', 'ventes')}`,
  stillIn: (file) => `${file} : contient encore le nom ou le numéro : supprimez ce fichier ou faites-le corriger`,
  elsewhere:
    'D’autres systèmes ont leurs propres données : la billetterie (si c’est un serveur du site, lancez-y « guichet hub privacy »), les prestataires de paiement, les autres machines.',
  elsewhereOfHub:
    'D’autres systèmes ont leurs propres données : les machines qui ont fait les ventes (lancez-y « guichet privacy »), les prestataires de paiement, les copies de cette base de données.',
  elsewhereOfPostgres:
    'PostgreSQL conserve les anciennes lignes jusqu’à la commande VACUUM FULL purchase, et au-delà dans son journal, ses répliques et ses sauvegardes. D’autres systèmes ont leurs propres données : les machines qui ont fait les ventes (lancez-y « guichet privacy »), les prestataires de paiement, les copies de cette base de données.',
}

export const simulatedPayment: SimulatedPaymentTexts = {
  title: (provider) => `${provider}, simulation`,
  noMoney: 'Simulation : ce paiement n’est pas réel.',
  pay: (amount) => `Payer ${amount}`,
  refuse: 'Refuser',
  paid: 'Paiement accepté.',
  refused: 'Paiement refusé.',
  over: 'Ce paiement est terminé.',
}
