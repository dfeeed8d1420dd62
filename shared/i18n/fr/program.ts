import { countWithNoun } from '../../domain/language.ts'
import type { Encoding, VenueWarning, PartKind } from '../../domain/venue/venue-plan.ts'

const counted = countWithNoun('fr')

/** Formats a count in western or Arabic digits, as the screen requires. */
type Written = (count: number) => string

export const settlement = {
  kinds: {
    'missing-there': 'Absent chez le prestataire',
    'missing-here': 'Inconnu ici',
    'other-amount': 'Montant différent',
    'not-taken': 'Encaissé sans billet',
    open: 'Sans réponse ici',
    'refunded-there': 'Remboursé par le prestataire',
    'refunded-here': 'Remboursé ici',
    double: 'Encaissé deux fois',
    unclear: 'Illisible',
  },
  advice: {
    'missing-there':
      'Encaissé ici, mais absent du relevé du prestataire. Consultez le relevé du jour suivant. Si le paiement n’y figure pas non plus, adressez une réclamation au prestataire avec la référence.',
    'missing-here':
      'Encaissé par le prestataire, inconnu de cette caisse. Cherchez ce paiement aux autres caisses. S’il n’y est pas non plus, remboursez le client.',
    'other-amount':
      'Les montants diffèrent. Demandez au prestataire le montant débité, puis remboursez ou réclamez la différence.',
    'not-taken':
      'Encaissé par le prestataire, mais aucun billet n’a été émis ici. Remboursez le client par l’intermédiaire du prestataire.',
    open: 'Encaissé par le prestataire, sans réponse ici. Répondez « oui » à la question posée pour cette vente.',
    'refunded-there':
      'Remboursé par le prestataire, pas ici. Reprenez les billets, ou demandez la raison au prestataire.',
    'refunded-here':
      'Remboursé d’après le journal, sans trace chez le prestataire. Vérifiez que le client a bien reçu l’argent.',
    double: 'Débité deux fois par le prestataire pour une seule vente. Remboursez le second paiement.',
    unclear: 'Cette ligne est illisible. Corrigez-la dans le fichier, ou demandez au prestataire ce qu’elle signifie.',
  },
  standings: {
    taken: 'encaissé',
    open: 'sans réponse',
    'not-taken': 'pas encaissé',
    paid: 'payé',
    refunded: 'remboursé',
    failed: 'échec',
    waiting: 'en attente',
    unclear: 'illisible',
  },
  sums: (paid: string, refunded: string, fees: string) =>
    `Relevé : ${paid} encaissés, ${refunded} remboursés, ${fees} de frais.`,
  of: (payments: number, lines: number, agreed: number, _written?: Written) =>
    `${counted(payments, 'paiement', 'paiements')}, ${counted(lines, 'ligne', 'lignes')}, ${counted(agreed, 'concorde', 'concordent')}.`,
  compared: (differences: number, _written?: Written) =>
    differences === 0 ? 'Tout concorde.' : differences === 1 ? 'Un écart.' : `${differences} écarts.`,
  ambiguousSum: (typed: string, grouped: string, decimal: string, currency: string) =>
    `« ${typed} » peut signifier ${grouped} ou ${decimal} ${currency} : saisissez le montant sans séparateur de milliers, avec deux décimales`,
}

export const ledger = {
  counts: (rows: number, sales: number, tickets: number, hash: string) =>
    `${counted(rows, 'ligne', 'lignes')}, ${counted(sales, 'vente', 'ventes')}, ${counted(tickets, 'billet', 'billets')} ; dernière empreinte ${hash}`,
  exported: (path: string, rows: number, ledger: string, hash: string) =>
    `${path} : ${counted(rows, 'ligne', 'lignes')} de ${ledger}, dernière empreinte ${hash}`,
  holds: 'journal vérifié ; garanti par :',
  consistent:
    'journal cohérent, mais signé par une clé non approuvée : indiquez une preuve extérieure à cette machine (verify --key, --trust, --paper)',
  broken: 'JOURNAL ALTÉRÉ : ÉCHEC DE LA VÉRIFICATION',
  key: (keyId: string) => `la clé ${keyId}`,
  head: (seq: number) => `la ligne ${seq}, enregistrée hors de cette machine`,
  hub: (hubKey: string, keyId: string) => `le serveur ${hubKey}, pour la clé ${keyId}`,
  paper: (seq: number) => `le rapport Z imprimé de la ligne ${seq}`,
}

export const trialPackage: string =
  'Ceci est un paquet d’essai, sans fournisseur responsable : ne vendez pas de vrais billets avec ce programme.'

const kinds = { tribune: 'Les tribunes', zone: 'Les catégories', gate: 'Les portes', section: 'Les secteurs' } as const

const partNames = { tribune: 'tribune', zone: 'catégorie', gate: 'porte', section: 'secteur' } as const

export const venue = {
  refusals: {
    fileName: 'indiquez un fichier dont le nom finit par .json ou .csv',
    facts: 'avec une liste CSV, indiquez aussi --name, --city et --country du site',
    unknownColumn: (name: string, known: string) => `colonne inconnue « ${name} » ; attendu : ${known}`,
    columnTwice: (name: string) => `il y a deux colonnes « ${name} »`,
    columnMissing: (name: string) => `il manque la colonne « ${name} »`,
    noRows: 'la liste ne contient aucun rang de places',
    noHeading: (text: string) => `la colonne qui contient « ${text} » n’a pas de titre`,
    contradiction: (kind: PartKind | 'section', code: string, before: string, now: string) =>
      `${partNames[kind]} ${code} : attendu : « ${before} » comme sur une ligne précédente ; lu : « ${now} »`,
    otherPart: (section: string, kind: PartKind, before: string, now: string) =>
      `secteur ${section} : attendu : ${partNames[kind]} ${before} comme sur une ligne précédente ; lu : ${now}`,
    rowTwice: (section: string, row: string) => `le secteur ${section} a déjà un rang ${row}`,
    noSeats: (section: string) => `le secteur ${section} n’a aucune place`,
    seats: 'un nombre de places, ou plusieurs séparés par des allées, comme 8+10',
    seatNumbers: 'des numéros de places de ce rang, comme 1 2 5',
    yesOrNo: 'oui ou non',
  },
  readAs: (encoding: Encoding) =>
    encoding === 'windows-1252'
      ? 'Le fichier n’est pas en UTF-8 : il a été lu en Windows-1252, comme Excel l’écrit. Vérifiez les accents ci-dessous.'
      : `Le fichier a été lu en ${encoding.toUpperCase()}.`,
  counts: (name: string, sections: number, rows: number, seats: number) =>
    `${name} : ${[counted(sections, 'secteur', 'secteurs'), counted(rows, 'rang', 'rangs'), counted(seats, 'place', 'places')].join(', ')}`,
  parts: { tribune: 'Tribunes', zone: 'Catégories', gate: 'Portes' },
  seats: (count: number) => counted(count, 'place', 'places'),
  allWell: 'Aucune anomalie.',
  unprintable: (characters: string) =>
    `Les billets et les reçus montreront un cadre vide à la place de : ${characters}`,
  odd: 'À vérifier :',
  warningText(odd: VenueWarning) {
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

export const settlementRefusals = {
  provider: '--provider attend le pilote dont vient le relevé, comme djomy-push',
  days: '--from et --to attendent des dates comme 2026-11-22, la plus ancienne d’abord',
  currency: '--currency attend un code comme GNF',
  noLedger: (folder: string) => `${folder} : pas de journal ici`,
  noList: (driver: string) => `${driver} ne fournit pas de liste de paiements : indiquez le fichier de son relevé`,
  partialList: (driver: string) =>
    `${driver} : certains paiements n’ont pas pu être lus ; relancez la comparaison plus tard`,
  noColumns: (references: string, amounts: string, found: string) =>
    `attendu : une colonne de références (${references} …) et une de montants (${amounts} …) ; lu : ${found || 'rien'}`,
}

export const wallet = {
  off: (wallets: string, why: string) => `pas de passes pour ${wallets} : ${why}`,
  unreadable: (path: string) => `${path} est illisible : vérifiez le nom du fichier dans wallet.json et ses droits`,
  key: (path: string) =>
    `${path} : attendu : une clé privée RSA (2 048 bits ou plus) en PEM ; vérifiez aussi passphrase dans wallet.json`,
  certificate: (path: string) => `${path} : attendu : un certificat X.509, en PEM ou en DER`,
  otherKey: (path: string, key: string) =>
    `le certificat ${path} ne correspond pas à la clé ${key} : utilisez la clé qui a servi à demander ce certificat, ou demandez-en un nouveau`,
  otherName: (path: string, name: string, found: string, wanted: string) =>
    `${path} : le certificat indique « ${found} », wallet.json indique « ${wanted} » : corrigez ${name}, ou téléchargez le bon certificat`,
  otherIssuer: (path: string, issuer: string) =>
    `${path} n’est pas le certificat intermédiaire « ${issuer} » qui a signé le certificat des passes : téléchargez-le chez Apple`,
  expired: (path: string, until: string) =>
    `le certificat ${path} a expiré le ${until} : demandez-en un nouveau à Apple, puis redémarrez le serveur du site`,
  early: (path: string, from: string) =>
    `le certificat ${path} n’est valable qu’à partir du ${from} : vérifiez la date de cet ordinateur`,
  expires: (until: string, days: number) =>
    `le certificat pour Apple Wallet expire le ${until} (jours restants : ${days}) : demandez-en un nouveau à Apple, puis redémarrez le serveur du site`,
  account: (path: string) =>
    `${path} : private_key n’est pas une clé RSA de 2 048 bits ou plus : créez une nouvelle clé de ce compte chez Google`,
}

export const setup = {
  intro: (file: string) =>
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
  tenderName: (tender: string) => `Nom affiché aux clients pour ${tender}`,
  driver: (tender: string) => `Prestataire de paiement pour ${tender}`,
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
  oneOf: (choices: string) => `valeurs possibles : ${choices}`,
  someOf: (choices: string) => `un ou plusieurs parmi : ${choices}`,
  digits: '4 à 8 chiffres',
  easyPin: 'ce code est trop facile à deviner : évitez les chiffres répétés, les suites, les années et les dates',
  differ: 'les deux codes ne sont pas identiques',
  pageOut: 'la page d’essai a été envoyée à l’imprimante',
  pageNotOut: 'la page d’essai n’a pas été imprimée : voir ci-dessus',
  notTried: 'rien n’a été enregistré : corrigez les erreurs, ou ajoutez --untried',
  notWritten: 'rien n’a été enregistré',
  nobody: 'aucune réponse : rien n’a été enregistré',
  written: (file: string) => `enregistré : ${file}`,
  next: 'ensuite : démarrez guichet, et mesurez l’écran (cinq pressions au milieu vide de la barre du bas, le code, État de la borne, Mesure de l’écran)',
}

export const privacy = {
  who: 'indiquez la personne : --name, --telephone ou --order (au moins 6 caractères)',
  noNumber: (typed: string) => `--telephone ${typed} : attendu : un numéro de téléphone comme 622112233`,
  nobody: 'rien n’est enregistré ici sur cette personne',
  found: (sales: number) => counted(sales, 'vente', 'ventes'),
  keptUntil: (moment: string) => `effacé automatiquement après le ${moment}`,
  namesakes: (people: number) =>
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
    event: (moment: string) => `nécessaire jusqu’à la fin de l’événement : effaçable à partir du ${moment}`,
    settlement: (moment: string) => `nécessaire au contrôle des paiements : effaçable à partir du ${moment}`,
  },
  confirm: (sales: number) =>
    `Effacer les données de cette personne de ${counted(sales, 'vente', 'ventes')} ? C’est définitif.`,
  notErased: 'rien n’a été effacé',
  messages: {
    found: (messages: number) => counted(messages, 'message en attente', 'messages en attente'),
    confirm: (messages: number) =>
      `Arrêter ${counted(messages, 'message en attente', 'messages en attente')} et effacer l’adresse ? C’est définitif.`,
    erased: (messages: number) => `non envoyés, adresse effacée : ${counted(messages, 'message', 'messages')}`,
    salesNotErased: 'les données des ventes n’ont pas été effacées',
  },
  ledgerInDoubt:
    'le journal est altéré ou vient d’être reconstruit, et une partie des données peut manquer ici : lancez d’abord guichet ledger verify et faites corriger les erreurs ; rien n’a été effacé',
  erased: (sales: number) =>
    `données de la personne effacées de ${counted(sales, 'vente', 'ventes')} ; les montants, les places et les billets sont conservés`,
  exported: (file: string, sales: number) => `${file} : ${counted(sales, 'vente', 'ventes')}`,
  stillIn: (file: string) =>
    `${file} : contient encore le nom ou le numéro : supprimez ce fichier ou faites-le corriger`,
  elsewhere:
    'D’autres systèmes ont leurs propres données : la billetterie (si c’est un serveur du site, lancez-y « guichet hub privacy »), les prestataires de paiement, les autres machines.',
  elsewhereOfHub:
    'D’autres systèmes ont leurs propres données : les machines qui ont fait les ventes (lancez-y « guichet privacy »), les prestataires de paiement, les copies de cette base de données.',
  elsewhereOfPostgres:
    'PostgreSQL conserve les anciennes lignes jusqu’à la commande VACUUM FULL purchase, et au-delà dans son journal, ses répliques et ses sauvegardes. D’autres systèmes ont leurs propres données : les machines qui ont fait les ventes (lancez-y « guichet privacy »), les prestataires de paiement, les copies de cette base de données.',
}

export const messages = {
  address: 'une adresse e-mail, ou un numéro de téléphone, pour un envoi réglé dans --messages',
  notSent: (code: string) => `le serveur n’a pas pris le message (${code}) : vérifiez le fichier de --messages`,
}

export const simulatedPayment = {
  title: (provider: string) => `${provider}, simulation`,
  noMoney: 'Simulation : ce paiement n’est pas réel.',
  pay: (amount: string) => `Payer ${amount}`,
  refuse: 'Refuser',
  paid: 'Paiement accepté.',
  refused: 'Paiement refusé.',
  over: 'Ce paiement est terminé.',
}

export const doctor = {
  steps: {
    name: 'Nom',
    connection: 'Connexion',
    certificate: 'Certificat',
    clock: 'Horloge',
    code: 'Code partenaire',
    signature: 'Signature',
    events: 'Événements',
    session: 'Vente',
    section: 'Places',
    hold: 'Blocage de place',
    purchase: 'Achat',
  },
  fine: {
    name: 'Adresse de {host} : {address}.',
    connection: '{host} répond sur le port {port}.',
    certificate: "Valable jusqu'au {until}.",
    clock: 'Écart : {seconds} s.',
    code: 'Code accepté.',
    signature: 'Acceptée.',
    events: '{count} en vente.',
    session: 'La vente s’ouvre.',
    section: "Secteur {section} de l'événement {event} : {count} places.",
    hold: 'La place {seat} a été bloquée puis libérée.',
    purchase: 'La place {seat} a été achetée en démonstration, au nom de « {name} ».',
  },
  says: {
    'numeric-address': '{host} est une adresse numérique : aucun nom à résoudre.',
    'not-reached': 'Non vérifié : corrigez d’abord les erreurs ci-dessus.',
    'not-asked':
      'Non vérifié. Pour le vérifier, lancez « guichet doctor --hold » : une place est bloquée un instant, puis libérée.',
    unsigned: 'Les requêtes ne sont pas signées. Si le partenaire exige des signatures, réglez partner.signing.',
    plain: 'La connexion n’est pas chiffrée. À n’utiliser que pour des essais.',
    'by-proxy': 'Le proxy {host} répond sur le port {port}.',
    'unknown-name':
      'Nom introuvable : {host} ({code}). Vérifiez partner.baseUrl, le câble réseau et le serveur de noms (DNS).',
    'refused-connection':
      '{host} refuse la connexion sur le port {port}. Vérifiez le port dans partner.baseUrl, et que le service fonctionne.',
    'no-connection':
      'Impossible d’atteindre {host}, port {port} ({code}). Vérifiez le réseau et le pare-feu ; si votre réseau a un proxy, réglez partner.httpProxy.',
    'bad-certificate':
      'Le certificat de {host} n’est pas reconnu ({code}). Si le partenaire a sa propre autorité de certification, réglez partner.caFile. Sinon la connexion est peut-être interceptée : ne vendez pas, appelez le partenaire.',
    'certificate-ends': 'Le certificat expire le {until} (jours restants : {days}). Prévenez le partenaire.',
    'certificate-over':
      'Le certificat du partenaire a expiré, ou l’horloge de cette machine est déréglée. Vérifiez d’abord la date et l’heure ici, puis prévenez le partenaire.',
    'no-answer': 'Pas de réponse ({code}). Réessayez ; si cela dure, demandez au partenaire si le service est arrêté.',
    'clock-skew':
      'L’horloge de cette machine a {seconds} s d’écart. Les signatures seraient refusées : activez la mise à l’heure automatique.',
    'no-date': 'La réponse du partenaire n’indique pas l’heure : l’horloge n’a pas pu être comparée.',
    'unknown-code':
      'Le partenaire refuse cette machine (HTTP {status} {code}). Vérifiez partner.partnerCode ; s’il est exact, demandez au partenaire si les requêtes doivent être signées.',
    'bad-signature':
      "Le partenaire refuse la signature (HTTP {status} {code}). Vérifiez keyId, le secret et la méthode dans partner.signing, ainsi que l'horloge.",
    'partner-fault': 'Le service du partenaire est en panne ou surchargé (HTTP {status} {code}). Réessayez plus tard.',
    refused:
      'Le partenaire refuse cette demande (HTTP {status} {code}). Vérifiez partner.baseUrl, puis appelez le partenaire.',
    unreadable:
      'La réponse ne correspond pas à l’interface attendue ({code}). Vérifiez que partner.baseUrl mène au service et non à un site web.',
    'missing-field':
      'Dans la réponse du partenaire, « {field} » manque ou est illisible : la vente est impossible. Demandez au partenaire de l’ajouter.',
    'left-out':
      'Éléments du partenaire exclus de la vente : {count}. Pour {which}, « {field} » manque ou est illisible. Le reste est en vente ; prévenez le partenaire.',
    'no-owner':
      'Le partenaire n’indique pas « owner_ref » (la référence du client). La vente est possible. Mais si un achat reste sans réponse, ses billets ne peuvent pas être relus : l’achat est répété à l’identique, puis un agent doit appeler le partenaire. Demandez-lui d’ajouter ce champ.',
    'no-events': 'Aucun événement en vente chez le partenaire : les places n’ont pas pu être vérifiées.',
    'no-access-code': 'Code d’accès manquant. Demandez-le au partenaire, puis saisissez-le dans accessCodes.',
    'code-from-hub': 'Le serveur du site envoie le code d’accès une fois la machine inscrite.',
    'wrong-access-code':
      'La billetterie refuse le code d’accès : il a été renouvelé, ou il est incorrect. Demandez le bon au partenaire, puis saisissez-le dans accessCodes.',
    'only-first': 'Seuls les {count} premiers événements ont été testés.',
    'no-seats': 'L’événement {event} n’a aucune place à vérifier.',
    'not-held':
      'La place {seat} n’a pas pu être bloquée. Réessayez ; si cela dure, comparez partner.hold avec la documentation du partenaire.',
    'not-released':
      'La place {seat} a été bloquée mais n’a pas pu être libérée ; elle sera libérée automatiquement dans {seconds} s.',
    'not-bought':
      'Non vérifié. Pour le vérifier, lancez « guichet doctor --hold » : une place de démonstration est achetée au nom de « {name} ».',
    'real-sale':
      'Non vérifié : un vrai billet serait vendu. Un client qui ne donne pas son nom achète au nom de « {name} » (partner.anonymousCustomer). Pour tester cet achat sur un compte d’essai, lancez « guichet conformance ».',
    'purchase-refused':
      'Le partenaire refuse un achat au nom de « {name} » (HTTP {status} {code}) ; en vente réelle, ce refus viendrait après le paiement. S’il exige un autre nom, un numéro de téléphone ou une adresse e-mail, réglez partner.anonymousCustomer ; sinon, appelez le partenaire. Ne vendez pas tant que le problème n’est pas résolu.',
  },
  fields: {
    amount: 'le montant total',
    currency: 'la devise',
    events: 'la liste des événements',
    expires_at: 'la fin de la session',
    hold_id: 'le numéro du blocage des places',
    id: "l'identifiant",
    items: 'les places bloquées',
    map: 'le plan du site',
    min_price: 'le prix le plus bas',
    number: 'le numéro de la place',
    owner_ref: 'la référence du client',
    price: 'le prix',
    remaining_seconds: 'le temps restant du blocage',
    seat_id: "l'identifiant de la place",
    seats: 'la liste des places',
    sections: 'la liste des secteurs',
    session_id: "l'identifiant de la session",
    starts_at: "la date et l'heure",
    status: "l'état",
    title: 'le titre',
    zone_id: 'l’identifiant de la catégorie',
    zones: 'la liste des catégories',
  },
  spoken: {
    'partner.baseUrl': "l'adresse",
    'partner.partnerCode': 'le code partenaire',
    'partner.signing': 'la signature',
    'partner.httpProxy': 'le proxy (fichier de réglages, partner.httpProxy)',
    'partner.caFile': 'son certificat (fichier de réglages, partner.caFile)',
    'partner.hold': 'la façon de bloquer les places (fichier de réglages, partner.hold)',
    'partner.anonymousCustomer': 'le client des ventes sans nom (fichier de réglages, partner.anonymousCustomer)',
    accessCodes: "« Codes d'accès »",
    keyId: 'le nom de la clé',
  },
  payments: {
    steps: {
      address: 'Adresse',
      certificate: 'Certificat',
      clock: 'Horloge',
      access: 'Accès',
      contract: 'Contrat',
      device: 'Terminal',
      currency: 'Devise',
      trial: 'Test réel',
    },
    fine: {
      address: '{host} répond.',
      certificate: 'Reconnu.',
      clock: 'Écart : {seconds} s.',
      access: 'Identifiant et secret acceptés.',
      contract: 'Le compte marchand répond.',
      device: 'Le terminal est allumé et joignable.',
      currency: 'Le compte est en {currency}.',
    },
    says: {
      'not-reached': 'Non vérifié : corrigez d’abord les erreurs ci-dessus.',
      'only-a-payment': 'Non vérifié : seul un paiement permet de le savoir.',
      'no-date': 'La réponse du prestataire n’indique pas l’heure : l’horloge n’a pas pu être comparée.',
      'no-answer':
        '{host} ne répond pas ({code}). Vérifiez l’adresse, le réseau et le pare-feu ; si votre réseau a un proxy, indiquez-le.',
      plain: "La connexion n'est pas chiffrée. À n'utiliser que pour des essais.",
      untrusted:
        'Le certificat de {host} n’est pas reconnu ({code}). La connexion est peut-être interceptée : n’encaissez pas par ce moyen de paiement, appelez le prestataire.',
      'clock-skew': 'L’horloge de cette machine a {seconds} s d’écart : activez la mise à l’heure automatique.',
      refused:
        'Le prestataire refuse la demande (HTTP {status} {code}). Vérifiez l’identifiant et les secrets ; s’ils sont exacts, appelez le prestataire et indiquez-lui ce code.',
      'not-on-list':
        'Le prestataire refuse cette machine (HTTP {status} {code}). Vérifiez le domaine du contrat et demandez au prestataire d’autoriser l’adresse IP publique de cette machine.',
      unreadable:
        'La réponse ne vient pas de ce prestataire (HTTP {status}). Vérifiez l’adresse ; un portail Wi-Fi ou un proxy répond peut-être à sa place.',
      'other-currency':
        'Le compte est en {currency}, une autre devise que celle des réglages : aucun paiement ne serait accepté. Corrigez la devise, ou demandez un autre compte.',
      'currency-not-taken':
        'Ce prestataire n’accepte pas {currency} : aucun paiement ne serait accepté. Choisissez un autre prestataire.',
      'test-account': 'Compte d’essai : les paiements ne sont pas réels. Ne vendez pas avec ce compte.',
      'device-named': 'Le terminal {device} est allumé et joignable.',
      'device-off':
        'Le terminal ne répond pas ({code}). Allumez-le et vérifiez son réseau ; le moyen de paiement se rétablit automatiquement.',
      busy: 'Le terminal est occupé : réessayez plus tard.',
      'device-refuses':
        'Le terminal n’accepte pas cette machine ({code}). Vérifiez dans son menu le mot de passe de caisse, et qu’aucune autre caisse n’y est reliée ; si le terminal vient d’être allumé, attendez une minute.',
      untried:
        'Cette connexion suit la documentation publique du prestataire ; elle n’a pas encore été testée avec lui. Avant d’ouvrir, payez vous-même un petit montant trois fois : acceptez le premier paiement, refusez le deuxième, laissez le troisième sans réponse.',
    },
  },
  notes: {
    steps: {
      port: 'Port',
      device: 'Lecteur de billets de banque',
      encryption: 'Chiffrement',
      notes: 'Billets de banque',
      currency: 'Devise',
      box: 'Coffre à billets de banque',
    },
    fine: {
      port: 'Le port {device} est accessible.',
      device: 'Le lecteur répond.',
      encryption: 'La liaison est chiffrée.',
      notes: 'Jeu de coupures installé.',
      currency: 'Les coupures sont en {currency}, la devise de vente.',
      box: 'Le lecteur signale que le coffre est en place et n’est pas plein.',
    },
    says: {
      'not-reached': 'Non vérifié : corrigez d’abord les erreurs ci-dessus.',
      'no-port':
        '{device} n’existe pas ({code}). Vérifiez le câble USB et le chemin dans notes.device ; une règle udev donne au lecteur un chemin permanent.',
      'no-rights':
        "Ce compte n'a pas le droit d'utiliser {device} ({code}). Ajoutez-le au groupe dialout, puis reconnectez-vous.",
      'in-use':
        'Un autre programme utilise {device} ({code}). Si c’est le programme de la borne, arrêtez-le, puis relancez le test.',
      'no-answer':
        'Le port {device} est inaccessible ({code}). Vérifiez le câble, ou l’adresse si le lecteur est sur le réseau.',
      silent:
        'Aucune réponse sur {device}. Vérifiez l’alimentation et le câble du lecteur, puis son réglage : il doit être sur SSP.',
      unfit:
        'L’appareil n’accepte pas de billets de banque, ou ne chiffre pas alors que notes.encryption vaut « always ». Vérifiez le modèle et son protocole.',
      answers: 'Micrologiciel {firmware}, protocole {protocol}.',
      plain:
        'La liaison n’est pas chiffrée : une personne qui ouvre la borne pourrait simuler des billets de banque. Gardez la borne fermée à clé, ou demandez au fabricant un lecteur qui chiffre.',
      knows: 'Coupures connues : {values}. Comparez-les avec les billets de banque en circulation.',
      'other-currency':
        'Le lecteur connaît des coupures en {currencies}, mais aucune en {currency}. Demandez au fabricant le jeu de données pour {currency}.',
      'not-there': 'Le lecteur ne répond plus. Vérifiez son alimentation et son câble.',
      'cashbox-full': 'Le coffre à billets de banque est plein. Videz-le.',
      'cashbox-removed': 'Le coffre à billets de banque n’est pas en place. Remettez-le jusqu’au déclic.',
      jammed: 'Un billet de banque est coincé. Ouvrez le lecteur et retirez le billet de banque.',
      'fraud-attempt': 'Tentative de fraude détectée (billet de banque retiré). Contrôlez l’appareil.',
      'out-of-order':
        'Le lecteur est hors service. Éteignez-le et rallumez-le ; si cela ne suffit pas, appelez le fabricant.',
    },
  },
  fiscal: {
    title: 'Système fiscal',
    queue: 'Factures',
    unsigned: (waiting: number, rejected: number) => `En attente de signature : ${waiting} ; refusées : ${rejected}.`,
    rejected: 'Lisez le motif dans la vente (F12 à la caisse), corrigez la facture et renvoyez-la.',
    refused: (status: number) => `Le système fiscal refuse cette machine (HTTP ${status}). Vérifiez fiscal.key.`,
    untrusted: (code: string) =>
      `Le certificat n’est pas reconnu (${code}). Réglez fiscal.caFile si le système a sa propre autorité de certification ; sinon la connexion est peut-être interceptée.`,
    noDate: 'La réponse du système fiscal n’indique pas l’heure : l’horloge n’a pas pu être comparée.',
  },
  messages: {
    title: 'E-mail et SMS',
    sends: { email: 'Le serveur envoie des e-mails.', sms: 'Le serveur envoie des SMS.' },
    none: 'Le serveur n’envoie pas de messages : voyez guichet serve --messages.',
    unreachable: 'Le serveur ne répond pas : les billets ne peuvent pas être envoyés.',
  },
  savedTickets: {
    title: 'Billets enregistrés',
    inFolder: (files: number, folder: string) => `Fichiers dans ${folder} : ${files}.`,
    stay: 'Les billets sont enregistrés dans ce dossier et y restent jusqu’à leur suppression manuelle.',
    deleted: (hours: number) =>
      `Ces fichiers sont supprimés après l’impression, et au plus tard ${hours} h après l’événement.`,
  },
  screen: {
    title: 'Écran',
    unsandboxed:
      'Le navigateur de l’écran fonctionne sans bac à sable : il a été lancé par root, ou avec --no-sandbox. Une page malveillante pourrait atteindre tout le système. Lancez Guichet depuis un autre compte, sans cette option.',
  },
}
