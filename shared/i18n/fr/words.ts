import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { PrinterFault, UnavailableTender } from '../../domain/fleet/readiness.ts'
import { countWithNoun } from '../../domain/language.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { PlanFault } from '../../domain/venue/venue-plan.ts'
import type { TermsSetting } from '../../domain/terms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT, type SettingForm } from '../../domain/text-forms.ts'
import type { Measured, SettingTexts } from '../setting-texts.ts'
import {
  type Advice,
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  type ReadinessIssueTexts,
  type ProviderNames,
  refusalCode,
  type SeatNotes,
  span,
  type TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'Carte',
  cash: 'Espèces',
  notes: 'Billets de banque',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  cheque: 'Chèque',
  'bank-transfer': 'Virement bancaire',
  account: 'Compte client',
  'credit-slip': 'Avoir',
  free: 'Gratuit',
}

export const seatNotes: SeatNotes = {
  accessible: 'Place fauteuil roulant',
  companion: 'Accompagnateur',
  restrictedView: 'Visibilité réduite',
  stepFree: 'Accès sans marches',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'Djomy',
  'djomy-push': 'Djomy',
  'orange-money': 'Orange',
  'mtn-momo': 'MTN',
  'stripe-terminal': 'Stripe',
  sumup: 'SumUp',
  simulated: 'simulateur',
  'hub-account': 'serveur du site',
}

export const reconcileAdvice = {
  'not-listed':
    'Ce billet n’est pas valable pour entrer. Donnez à la billetterie la référence et le numéro du billet. Si elle ne le rétablit pas, remboursez-le.',
  'not-recorded':
    'Ce billet n’a pas été payé ici. Cherchez-le aux autres caisses. S’il n’y est pas non plus, demandez à la billetterie de l’annuler.',
  differs:
    'Les données de ce billet diffèrent entre la caisse et la billetterie. Demandez à la billetterie lesquelles sont exactes, puis imprimez un duplicata du billet.',
  'given-back': 'Remboursé ici, mais encore valable à la billetterie. Demandez-lui d’annuler le billet.',
  unsettled: 'Le paiement est encaissé, mais les billets manquent. Répondez à la question posée pour cette vente.',
  'not-asked': 'La billetterie n’a pas répondu. Relancez la comparaison plus tard.',
}

export const columns = {
  account: 'compte',
  amount: 'montant',
  at: 'date',
  compared: 'comparé le',
  count: 'nombre',
  currency: 'devise',
  customer: 'client',
  detail: 'détail',
  difference: 'écart',
  driver: 'pilote',
  event: 'événement',
  from: 'du',
  here: 'ici',
  invoice: 'facture',
  item: 'rubrique',
  kind: 'rapport',
  line: 'ligne du relevé',
  movement: 'mouvement',
  name: 'nom',
  order: 'commande',
  owner: 'référence du client',
  providerReference: 'référence du prestataire',
  reference: 'référence',
  refund: 'remboursement',
  register: 'caisse',
  rounding: 'arrondi',
  documents: 'nº de document',
  sale: 'vente',
  seat: 'place',
  shift: 'session',
  staff: 'agent',
  state: 'état',
  tax: 'taxe',
  there: 'chez le prestataire',
  ticket: 'billet',
  ticketNumber: 'numéro du billet',
  to: 'au',
  toDo: 'à faire',
}

const counted = countWithNoun('fr')

export const salesListed = (lines: number, tickets: number, amount: string, tax: string | null): string =>
  `${counted(lines, 'ligne', 'lignes')}, ${counted(tickets, 'billet', 'billets')}, ${amount}${tax === null ? '' : `, dont ${tax} de taxe`}`

export const reconciled = (shift: number, sales: number, agreed: number, differences: number): string =>
  `Session ${shift} : ${counted(sales, 'vente comparée', 'ventes comparées')}, ${counted(agreed, 'billet concordant', 'billets concordants')}, ${counted(differences, 'écart', 'écarts')}`

/** `shift`: null if the ledger has no shift. */
export const noShift = (ledger: string, shift: number | null): string =>
  shift === null ? `${ledger} : aucune session de caisse` : `${ledger} : pas de session de caisse ${shift}`

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `« ${key} » ne peut pas servir de raccourci : choisissez F1 à F12, Escape, Insert, Pause, ou une lettre avec Ctrl+ ou Alt+`,
  'same-key': ({ key, commands }) =>
    `${key} est attribuée à ${commands.join(' et ')} : donnez une autre touche à l’une de ces commandes`,
  'language-not-offered': ({ language }) =>
    `« ${language} » ne figure pas dans languages : ajoutez cette langue, ou choisissez-en une autre`,
  'no-partner': () => 'en mode live, indiquez baseUrl et partnerCode du partenaire',
  'simulated-terminals': () => '« simulated » n’encaisse pas d’argent : en mode live, choisissez « manual »',
  'not-attended': () =>
    'à une borne, aucun guichetier ne peut confirmer un paiement par un document ou sur un terminal autonome : ne gardez dans « tenders » que les espèces et les moyens de paiement qui ont un prestataire dans « payments », ou réglez « role » sur « cashier »',
  'driver-unfit': ({ driver, fit }) =>
    `« ${driver} » n’accepte pas ce moyen de paiement ; ${fit.length === 0 ? 'aucun pilote ne l’accepte' : `choisissez parmi : ${fit.join(', ')}`}`,
  'shows-code': () =>
    'avec ce pilote, le client doit scanner un QR code, qu’une caisse n’affiche pas : choisissez « djomy-push » ou « mtn-momo », ou réglez « role » sur « kiosk »',
  'pays-out': () =>
    'ces clés permettent de verser de l’argent : supprimez-les de cette borne, qui fonctionne sans surveillance',
  'account-without-hub': () =>
    '« account » exige le serveur du site : inscrivez la machine, ou supprimez « account » ici',
  'notes-at-desk': () => '« notes » exige le lecteur de billets de banque d’une borne : supprimez « notes » ici',
  'no-note-device': () =>
    'obligatoire pour accepter les billets de banque : indiquez le lecteur, par exemple « driver » : « ssp » et « device » : « /dev/note-device »',
  'plain-hub': () => 'en mode live, l’adresse doit commencer par https://',
  'plain-partner': () =>
    'le mode live exige https : sans lui, un tiers sur le réseau pourrait lire et modifier les ventes',
  'cash-without-pin': () => 'obligatoire pour encaisser des espèces',
  'weak-pin': () =>
    'ce code est trop facile à deviner : évitez les chiffres répétés, les suites, les années et les dates',
  'nothing-to-read-back': () => 'réservé à une borne qui a une imprimante à billets : supprimez ce réglage',
  'printer-unknown': ({ printer }) =>
    `« ${printer} » ne figure pas dans printers.devices : corrigez ce nom, ou ajoutez l’imprimante`,
  'printer-idle': () => 'cette imprimante n’est pas utilisée : donnez-lui un usage dans « printers », ou supprimez-la',
  'printer-twice': () => 'la même imprimante figure deux fois : supprimez l’une des deux mentions',
  'no-drawer': () => 'attendu : le nom d’une imprimante de type « escpos » dont « drawer » est réglé',
  'no-file': ({ path }) => `ce fichier n’existe pas : ${path}`,
  'file-unreadable': ({ path, code }) => `${path} ne peut pas être lu (${code})`,
  'no-certificate': ({ path }) => `${path} ne contient pas de certificat au format PEM`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () =>
    'indiquez où se trouve le secret : soit un fichier (secretFile), soit une variable d’environnement (secretEnv)',
  'variable-unset': ({ variable }) => `la variable d’environnement ${variable} n’est pas définie`,
  'secret-exposed': ({ path }) =>
    `d’autres comptes que son propriétaire peuvent lire ${path} : protégez-le avec chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} a été chiffré pour un autre compte, une autre session ou un autre ordinateur (${reason}) : lancez le programme là où il a été mis en service, ou refaites la mise en service`,
  'no-keyring': ({ reason }) => `aucun trousseau de clés disponible : ${reason}`,
  'secret-empty': () => 'le secret est vide',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `cette clé est de type ${kind} ; l’algorithme ${algorithm} exige une clé de type ${wanted.join(' ou ')}`,
  'no-private-key': ({ algorithm }) => `${algorithm} exige une clé privée au format PEM (PKCS #8), sans mot de passe`,
  'note-key': () => 'attendu : 16 chiffres hexadécimaux',
  'terms-elsewhere': ({ file }) => `${file} est sur un autre ordinateur ; attendu : un fichier de cette machine`,
  'terms-special': ({ path }) => `${path} n’est pas un fichier ordinaire ; attendu : un fichier texte`,
  'terms-empty': ({ path }) => `${path} est vide : écrivez-y le texte`,
  'terms-long': ({ path, max }) => `${path} est trop long ; attendu : ${max} caractères au plus`,
  'terms-name': ({ path, link }) =>
    `${path} ne se termine pas par .txt ou .md${link === null ? '' : ` (${link} est un lien vers ce fichier)`} ; attendu : un fichier texte avec l’une de ces extensions`,
  'unknown-role': ({ role }) => `--role : « ${role} » n’est ni kiosk ni cashier`,
  'settings-missing': () => 'ce fichier n’existe pas',
  'settings-unreadable': ({ code }) => `lecture impossible (${code}) : restaurez une copie de ce fichier`,
  'settings-syntax': ({ line, column, what }) =>
    `ligne ${line}, colonne ${column} : ${what} ; corrigez ce fichier ou restaurez une copie de sauvegarde`,
  'foreign-folder': ({ path, uid }) =>
    `${path} appartient à un autre compte (${uid}) ; par sécurité, root n’utilise ni ses liens ni ses réglages : lancez la commande sous ce compte, sudo -u \\#${uid} guichet …`,
  'number-twice': () => 'deux personnes ont le même numéro : changez l’un des deux',
  'not-answered': () => 'pas encore de réponse',
}

const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: '1 à 32 lettres, chiffres, tirets ou traits de soulignement',
  tenderName: `1 à ${MAX_TENDER_NAME} caractères sur une ligne`,
  timeOfDay: 'une heure comme « 22:30 »',
  printerName: '1 à 40 lettres, chiffres, tirets ou traits de soulignement',
  pageOrigin: 'une adresse comme http://127.0.0.1:3000',
  hubAddress: 'une adresse comme https://serveur.example:7420',
  customerName: '1 à 100 caractères sur une ligne, sans espace au début ni à la fin',
  headerText: '1 à 200 lettres sans accent, chiffres et symboles, sans espace',
  headerName: 'le nom d’un en-tête HTTP',
  asciiText: '1 à 200 lettres sans accent, chiffres et symboles',
  environmentVariable: 'le nom d’une variable d’environnement',
  signatureComponent:
    'le nom d’un en-tête en minuscules, ou @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param et son paramètre name',
  signatureLabel: 'des minuscules, chiffres, tirets ou traits de soulignement',
  poiId: 'le modèle et le numéro de série, comme V400m-324688179',
  certificateHash: 'l’empreinte SHA-256 d’un certificat, 64 chiffres hexadécimaux',
  merchantAccount: 'des lettres et des chiffres',
  countryCode: 'un code de pays comme GN',
  orangeCountry: 'un code de pays comme « gn », ou « dev »',
  shopName: '30 lettres sans accent au plus',
  stripeReader: 'l’identifiant du lecteur chez Stripe, qui commence par « tmr_ »',
  merchantCode: 'des lettres, des chiffres, « - », « _ » et « . »',
  sumupReader: 'l’identifiant du lecteur chez SumUp : « rdr_ », puis 26 lettres ou chiffres',
  hostName: 'un nom ou une adresse comme 192.168.1.50',
  dialCode: 'un indicatif de pays comme « 224 »',
}

const checks = {
  addressWithoutPath: 'une adresse sans chemin',
  certificateAndKey: 'certificate et key ensemble, ou aucun des deux',
  displayPlace: '« auto », « window », « off » ou le numéro d’un écran, de 1 à 9, compté depuis la gauche',
  distinct: 'une liste sans répétition',
  emailAddress: 'une adresse électronique comme sales@venue.example',
  escposAddress: 'tcp://HOST, tcp://HOST:PORT ou un fichier sous /dev/',
  holdBody: 'le texte « {seat_id} » à l’endroit de la place, ou « {seat_ids} » avec « batch » : true',
  holdPath: 'un chemin qui commence par « / » et contient {hold_id}',
  httpsAddress: 'une adresse https sans nom d’utilisateur, sans « ? » et sans « # »',
  httpsPage: 'une adresse https',
  keypadKeys: 'des noms de touches comme F17, Numpad8 ou KeyA',
  noteDevice: 'un fichier sous /dev/, COM1 ou tcp://HOST:PORT',
  paperName: `${paperNames.map((name) => `« ${name} »`).join(', ')}, ou la largeur et la hauteur en millimètres comme « 210x74 »`,
  unusableSheet: `un format en hauteur (au moins 74 mm de large, et haut d’au moins 1,25 fois sa largeur) ou en largeur (au moins 140x60, et large d’au moins 1,4 fois sa hauteur), ${MAX_SHEET_MILLIMETRES} mm au plus`,
  plainAddress: 'une adresse sans nom d’utilisateur, sans « ? » et sans « # »',
  proxyAddress: 'http://HOST:PORT',
  qrText: 'un texte assez court pour un QR code',
  secretSource: 'soit secretFile, soit secretEnv, pour indiquer où se trouve le secret',
  sessionPath: 'un chemin qui commence par « / » et contient {session_id}',
  telephone: 'un numéro de téléphone comme +224 620 00 00 00',
  termsSource: `un texte de 1 à ${MAX_TERMS_TEXT} caractères, ou un objet dont « file » nomme un fichier`,
  timeZone: 'un fuseau horaire IANA comme « Africa/Conakry »',
  webAddress: 'une adresse http ou https',
}

export const files = {
  workbook: 'ce fichier est un classeur et non un fichier texte : dans Excel, enregistrez-le en « CSV UTF-8 »',
  lostCharacter:
    'un caractère a été perdu ici à l’enregistrement du fichier : ouvrez le document d’origine et enregistrez-le en UTF-8 (« CSV UTF-8 » dans Excel)',
  noCharacter: 'caractère non valable : enregistrez le fichier en UTF-8 (« CSV UTF-8 » dans Excel)',
  openQuote: 'un guillemet est ouvert ici et n’est pas fermé',
  textAfterQuote: 'attendu après un guillemet fermant : un séparateur ou la fin de la ligne',
  notJson: (found: string) =>
    found === ''
      ? 'syntaxe incorrecte : le texte s’arrête trop tôt'
      : `syntaxe incorrecte : ${found} n’est pas attendu ici`,
  noFile: (path: string) => `${path} : ce fichier n’existe pas`,
  noFolder: (path: string) => `${path} : ce dossier n’existe pas`,
  exists: (path: string) => `${path} : existe déjà : choisissez un autre nom`,
  more: (count: number) => `… et ${count} de plus`,
}

const limit = (count: string, measured: Measured): string => {
  if (measured === 'number') return count
  return measured === 'string' ? counted(+count, 'caractère', 'caractères') : counted(+count, 'élément', 'éléments')
}

const kinds = { section: 'secteurs', tribune: 'tribunes', zone: 'catégories', gate: 'portes' } as const
const none = { tribune: 'aucune tribune', zone: 'aucune catégorie', gate: 'aucune porte' } as const

export const values = {
  expected: (expected: string, found: string) => `attendu : ${expected}${found && ` ; lu : ${found}`}`,
  missing: (expected: string) => `absent ; attendu : ${expected}`,
  kinds: {
    string: 'un texte entre guillemets',
    number: 'un nombre',
    int: 'un nombre entier',
    boolean: 'true ou false',
    null: 'null',
    array: 'une liste […]',
    object: 'un objet {…}',
    record: 'un objet {…}',
    tuple: 'un point [x, y], soit deux nombres',
    never: 'rien ici',
  },
  checks,
  forms: {
    ...settingForms,
    partCode: 'un code de 1 à 8 majuscules et chiffres',
    rowLabel: '1 à 4 majuscules et chiffres',
    colour: 'une couleur comme #1d4f9c',
    currency: 'un code de devise de trois lettres, comme GNF',
    identifier: 'un numéro de 1 à 19 chiffres',
    localDateTime: 'une date et une heure comme 2026-11-22T18:00:00',
    anyCaseColour: 'une couleur comme #1d4f9c',
    ticketCode: 'un code de 32 chiffres hexadécimaux',
    partnerCode: 'des lettres, des chiffres, des points, des tirets et des tirets bas, 64 au plus',
    staffNumber: 'un numéro de 1 à 6 chiffres',
    pin: 'un code de 4 à 8 chiffres',
    languageCode: 'un code de langue comme fr ou sus',
    recordingFile: 'un nom de fichier comme bonjour.opus, en minuscules (opus, ogg, webm, wav, mp3)',
    driverName: 'le nom d’un pilote de paiement, comme mtn-momo',
    sha256: 'une empreinte SHA-256 de 64 chiffres hexadécimaux',
  },
  formats: {
    base64: 'un texte en Base64',
    date: 'une date comme 2026-11-22',
    datetime: 'une date et une heure comme 2026-11-22T18:00:00Z',
    email: 'une adresse électronique',
    guid: 'un UUID',
    url: 'une adresse comme https://tickets.example',
    uuid: 'un UUID',
  },
  form: (pattern: string) => `un texte de la forme ${pattern}`,
  oneOf: (choices: string) => `l’une de ces valeurs : ${choices}`,
  atLeast: (count: string, measured: Measured, inclusive: boolean) =>
    `${inclusive ? 'au moins' : 'plus de'} ${limit(count, measured)}`,
  atMost: (count: string, measured: Measured, inclusive: boolean) =>
    `${inclusive ? 'au plus' : 'moins de'} ${limit(count, measured)}`,
  multipleOf: (divisor: number) => `un multiple de ${divisor}`,
  unknownKeys: (keys: string, known: string) => `nom inconnu : ${keys}${known && ` ; possible ici : ${known}`}`,
  key: (why: string) => `nom incorrect : ${why}`,
  noMatch: 'ne correspond à aucune forme possible ici',
  invalid: 'non valable',
  fault(fault: PlanFault) {
    switch (fault.type) {
      case 'code-twice':
        return `il y a deux ${kinds[fault.kind]} ${fault.code}`
      case 'unknown-part':
        return `secteur ${fault.section} : il n’y a ${none[fault.kind]} ${fault.code}`
      case 'arc-backwards':
        return `secteur ${fault.section} : attendu : un arc dont « from » est inférieur à « to » ; lu : ${fault.from} et ${fault.to}`
      case 'row-twice':
        return `le secteur ${fault.section} a deux rangs ${fault.row}`
      case 'too-many-seats':
        return `attendu : au plus ${fault.most} places ; lu : ${fault.seats}`
      case 'no-seat':
        return `secteur ${fault.section} : il n’y a pas de place ${fault.row} ${fault.number}`
      case 'companion-in-space':
        return `secteur ${fault.section} : la place d’accompagnateur ${fault.row} ${fault.number} est une place fauteuil roulant`
      case 'companion-alone':
        return `secteur ${fault.section} : pas de place fauteuil roulant à côté de la place d’accompagnateur ${fault.row} ${fault.number}`
    }
  },
}

const units = { minutes: 'min', hours: 'h', days: 'jours' }
const enter = "Le saisir sous « Codes d'accès » : au bureau d'une caisse, ou à l'écran des agents d'une borne."

const faults = {
  'no-answer': 'ne répond pas',
  rejected: 'refuse cette machine',
  'not-there': 'le lecteur de billets de banque ne répond pas',
  'cashbox-full': 'le coffre à billets de banque est plein',
  'cashbox-removed': 'le coffre à billets de banque n’est pas en place',
  jammed: 'un billet de banque est coincé',
  'fraud-attempt': 'tentative de fraude',
  'other-currency': 'le lecteur accepte une autre devise',
  'cashbox-open': 'le coffre à billets de banque est ouvert, le comptage n’est pas terminé',
  'out-of-order': 'le lecteur est en panne',
}
const saidOf = (ways: readonly UnavailableTender[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ' : ' : ' '}${faults[fault]}`).join(comma)

export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'ne répond pas', todo: "Vérifier le câble et l'alimentation de l'imprimante." },
  'paper-out': { what: 'sans papier', todo: 'Remettre du papier.' },
  jammed: { what: 'bourrage papier', todo: 'Ouvrir l’imprimante et retirer le papier coincé.' },
  stopped: { what: 'arrêtée', todo: "Relancer la file d'impression." },
  missing: { what: 'introuvable', todo: "Vérifier le câble et l'alimentation de l'imprimante." },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'nom du vendeur',
  'seller.address': 'adresse du vendeur',
  'seller.contact': 'contact du vendeur',
  'terms.conditions': 'conditions de vente',
  'terms.privacy': 'politique de confidentialité',
}

export const issues: ReadinessIssueTexts = {
  training: () => ({
    what: 'Caisse en formation : aucune vente réelle',
    todo: 'Sur son écran, choisir « Fin de la formation », puis s’identifier.',
  }),
  'partner-unreachable': () => ({
    what: 'La billetterie ne répond pas à cette machine',
    todo: 'Vérifier la connexion au réseau. Si d’autres machines vendent encore, lancer « guichet doctor » sur celle-ci.',
  }),
  'clock-skew': ({ minutes, refused }) => ({
    what: `L'horloge ${minutes > 0 ? 'avance' : 'retarde'} de ${span(minutes, units)}${refused ? ' : la billetterie refuse la machine' : ''}`,
    todo: 'Régler la date et l’heure de l’ordinateur et activer la mise à l’heure automatique. La vente reprend ensuite automatiquement.',
  }),
  'access-denied': (refusal) => ({
    what: `La billetterie refuse cette machine (${refusalCode(refusal)})`,
    todo: '« guichet doctor » indique l’erreur : code partenaire, nom de la clé ou secret. La corriger par « Réinstaller la machine » sur une borne, par « guichet setup » à une caisse.',
  }),
  'unreadable-response': ({ detail }) => ({
    what: `Réponse non valable de la billetterie (${detail})`,
    todo: 'Vérifier l’adresse de la billetterie, puis l’appeler : « guichet doctor » indique ce qui manque.',
  }),
  'access-code-missing': (met) => ({
    what: `Code d'accès manquant${met.all ? ', rien n’est en vente' : ''} : ${eventNames(met, ', ')}`,
    todo: `Demander le code à la billetterie. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `Code d'accès refusé${met.all ? ', rien n’est en vente' : ''} : ${eventNames(met, ', ')}`,
    todo: `Le code est incorrect ou a été renouvelé. Demander le nouveau à la billetterie. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `La billetterie n'ouvre pas la vente (${refusalCode(met)}) : ${eventNames(met, ', ')}`,
    todo: 'Demander à la billetterie si cette vente est ouverte, en lui indiquant ce code.',
  }),
  'purchasing-suspended': (refusal) => ({
    what: `La billetterie refuse les achats (${refusalCode(refusal)})`,
    todo: 'Lancer « guichet doctor », corriger l’erreur indiquée, puis choisir « Reprendre les ventes », sous « État de la borne » ou au bureau, page « Machine ».',
  }),
  'no-tender-available': () => ({
    what: 'Aucun moyen de paiement sur cette borne',
    todo: 'Ajouter un moyen de paiement dans les réglages : la carte, ou les espèces si un agent se tient à côté de la borne.',
  }),
  'payments-unavailable': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ' : aucun autre moyen de paiement' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'À l’écran des agents de cette borne, sous « Coffre à billets de banque » : enregistrer le comptage, ou fermer sans compter.'
      : ways.every(isOfNotes)
        ? 'Ouvrir la borne avec la clé et contrôler le lecteur de billets de banque : câble, bourrage, coffre plein ou absent. Ce moyen de paiement se rétablit automatiquement.'
        : ways.some(isTurnedAway)
          ? '« guichet doctor » indique l’erreur : identifiant, secret, ou adresse absente de la liste du prestataire. La corriger par « Réinstaller la machine » sur une borne, par « guichet setup » à une caisse.'
          : 'Vérifier la connexion au réseau. Si elle fonctionne, attendre que le prestataire réponde : ce moyen de paiement se rétablit automatiquement. « guichet doctor » donne les détails.',
  }),
  'ticket-printer-unavailable': ({ fault }) => ({
    what: `Aucun billet ne s’imprime : ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? {
          what: 'Écriture impossible sur le disque',
          todo: 'Ne plus vendre ici. Remplacer le disque, puis restaurer la copie.',
        }
      : {
          what: 'Le journal est altéré',
          todo: 'Ne plus vendre ici. Suivre le manuel, page « Quand quelque chose a mal tourné ».',
        },
  'disk-full': () => ({ what: 'Disque plein : aucune nouvelle vente', todo: 'Libérer de l’espace sur le disque.' }),
  'damaged-files': ({ files }) => ({
    what: `Fichier${files.length === 1 ? ' endommagé' : 's endommagés'} : ${files.join(', ')}`,
    todo: 'La machine vend, mais sans ces données. Restaurer une bonne copie d’une sauvegarde, ou saisir à nouveau les données ; puis déplacer chaque fichier endommagé.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Caractères imprimés sous forme de cadre vide (${characters.join(' ')}) : ${eventNames(met, ', ')}`,
    todo: 'La machine continue de vendre. Demander à la billetterie d’écrire ce titre ou ce lieu en caractères imprimables.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'L’écran tombe en panne à répétition : il se recharge toutes les 30 secondes'
        : 'L’écran client tombe en panne à répétition : la caisse continue de vendre',
    todo: 'Redémarrer la machine. Si la panne revient, envoyer au fournisseur les lignes « screen failed » de guichet.log.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Indications légales manquantes : ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'La machine continue de vendre. Les compléter par « Réinstaller la machine » sur une borne, par « guichet setup » à une caisse, ou dans config.json.',
  }),
  'invoices-unsigned': ({ waiting, rejected }) => ({
    what: `Factures en attente du système fiscal : ${waiting} ; refusées : ${rejected}`,
    todo: 'La machine continue de vendre. Les factures seront signées quand le système fiscal répondra. Si des factures sont refusées, lire la raison dans la vente (F12), corriger la cause, puis les renvoyer (F1).',
  }),
  other: () => ({
    what: 'Cette machine ne peut pas vendre',
    todo: 'Lire la cause sur son écran des agents, « État de la borne », et mettre ce serveur à jour.',
  }),
}

export const refusals = {
  unknownOption: (option: string, similar: string) =>
    `${option} : option inconnue${similar && ` ; vouliez-vous dire ${similar} ?`}`,
  unknownCommand: (word: string, command: string) => `commande inconnue : « ${command && `${command} `}${word} »`,
  tooManyWords: (command: string, word: string) => `${command} : trop d’arguments : retirez « ${word} »`,
  missing: (name: string) => `il manque ${name}`,
  noValue: (option: string) => `${option} ne prend pas de valeur`,
  missingValue: (option: string) => `${option} : il manque la valeur`,
  together: (one: string, other: string) => `${one} et ${other} vont ensemble : ajoutez l’autre, ou retirez les deux`,
  exclusive: (one: string, other: string) => `${one} et ${other} s’excluent : retirez l’une des deux`,
  either: (one: string, other: string) => `attendu : soit ${one}, soit ${other}`,
  requires: (one: string, other: string) => `${one} exige ${other}`,

  unreachable: (address: string, why: string) =>
    `${address} est injoignable (${why}) : vérifiez l’adresse et le réseau`,
  databaseUnreachable: 'la base de données est injoignable : vérifiez son adresse, et si elle est en marche',
  unusable: (path: string, code: string) => `impossible de lire ou d’écrire ${path} (${code})`,
  portInUse: (port: number, host: string) =>
    `le port ${port} de ${host} est déjà utilisé : choisissez-en un autre avec --port`,
  emptyFile: (path: string) => `${path} est vide`,
  folderInPlace: (path: string) => `${path} est un dossier ; attendu : un fichier`,

  ledgerInUse: (path: string, owner: number | null) =>
    `${path} est utilisé par ${owner === null ? 'un autre processus' : `le processus ${owner}`} : un journal n’a qu’un programme à la fois ; arrêtez d’abord celui-là`,
  newerFile: (path: string, found: number, known: number) =>
    `${path} a été écrit par un programme plus récent (schéma ${found}, celui-ci connaît ${known}) : rien n’a été changé ; lancez ce programme, ou restaurez une copie`,
  unsupportedFile: (path: string) =>
    `${path} a été écrit par la version 0.1 ou par un autre programme, et cette version ne peut pas le lire : rien n’a été changé ; mettez ce fichier et ceux du même nom à côté en lieu sûr, puis relancez`,
  demoSetAside: (path: string) =>
    `les données de la démonstration sont celles d’une autre version du programme : elles ont été déplacées dans ${path}, et la démonstration recommence à zéro`,
  brokenFile: (path: string, why: string) =>
    `impossible d’ouvrir ${path} (${why}) : vérifiez que ce fichier et ceux du même nom à côté appartiennent au compte du programme ; sinon, restaurez la copie la plus récente`,
  emptyDatabase: (path: string) =>
    `${path} : cette base de données est vide : restaurez une copie, ou supprimez-la pour commencer sans aucune vente`,
  brokenKey: (path: string) => `${path} ne contient pas de clé utilisable : restaurez-le depuis une sauvegarde`,

  noVenue: 'il n’y a pas encore de site : ajoutez-en un avec guichet hub venues import',
  noEvent: (event: string) => `il n’y a pas d’événement ${event} : voyez guichet hub events`,
  notOnSale: (event: string) => `l’événement ${event} n’est pas en vente : voyez guichet hub events`,
  notReopened: (event: string) =>
    `l’événement ${event} ne peut pas être remis en vente : il n’en a pas été retiré, ou il est terminé`,
  past: (option: string, moment: string, now: string) => `${option} ${moment} est dans le passé : il est ${now} ici`,
  endsTooEarly: (ends: string, starts: string) => `--ends ${ends} n’est pas après --starts ${starts}`,
  sameEvent: (event: string, isEnded: boolean) =>
    `l’événement ${event} a ce titre, ce site et ce début, et ${isEnded ? `il a été retiré de la vente : remettez-le en vente avec guichet hub events reopen ${event}` : 'il est en vente'} ; ajoutez --anyway pour en créer un autre`,
  noPrice: (zones: string) => `il manque --price pour ${zones}`,
  nothingChanges: 'rien à changer : ajoutez au moins une option, comme --title ou --price',
  ticketsSold: (event: string, tickets: number, list: string) =>
    `événement ${event} : ${counted(tickets, 'billet vendu', 'billets vendus')} ; « ${list} » donne les remboursements à faire s’il n’a pas lieu ; ajoutez --anyway pour le retirer de la vente`,

  noPlaces: 'indiquez des places, comme N3 ou N3-F-12, ou ajoutez --zone',
  unknownPlaces: (event: string, places: string) => `l’événement ${event} n’a pas ${places}`,
  seatsTaken: {
    held: (seats: string) => `aucune place n’a été retirée de la vente ; bloquées par des acheteurs : ${seats}`,
    sold: (seats: string) => `aucune place n’a été retirée de la vente ; vendues : ${seats}`,
  },
  noneWithheld: 'aucune de ces places n’est retirée de la vente',
  severalEvents: 'indiquez les billets d’un seul événement à la fois',
  noTicket: (event: string, tickets: string) =>
    `l’événement ${event} n’a pas de billet ${tickets} ; aucun billet n’a été annulé`,

  noPartner: (partner: string) => `il n’y a pas de partenaire ${partner} : voyez guichet hub partners`,
  noKey: (key: string, partner: string) =>
    `le partenaire ${partner} n’a pas de clé ${key} : voyez guichet hub partners`,
  lastKey: (key: string, partner: string) =>
    `${key} est la dernière clé de ${partner} : un serveur du site en mode live refuse un partenaire sans clé ; ajoutez d’abord une autre clé, ou retirez le partenaire`,
  otherKey: (partners: string) =>
    `les secrets de ${partners} ont été chiffrés avec une autre clé : indiquez son fichier avec --secrets-key, ou retirez ces partenaires et ajoutez-les de nouveau`,
  backUpWith: (tool: string) => `pour copier une base de données PostgreSQL, utilisez ${tool}`,

  noAccount: (account: string) => `aucun compte ${account} : voir guichet hub accounts`,
  accountInUse: (account: string) =>
    `le compte ${account} a des écritures dans une autre devise : utilisez un autre compte`,
  referenceInUse: (reference: string) => `${reference} est la référence d’un autre paiement : changez --reference`,
  noDevice: (device: string) => `il n’y a pas de machine ${device} : voyez guichet hub devices`,
  noGroup: (group: string, near: string, groups: string) =>
    `il n’y a pas de groupe « ${group} »${near && ` ; vouliez-vous dire « ${near} » ?`} (${groups === '' ? 'aucune machine n’est dans un groupe' : `groupes : ${groups}`})`,
  noSetting: (near: string) =>
    `ce n’est pas un réglage que le serveur du site fixe${near && ` ; vouliez-vous dire ${near} ?`}`,
  ambiguousNumber: (grouped: string, decimal: string) =>
    `peut signifier ${grouped} ou ${decimal} : écrivez ce nombre sans point ni virgule`,
  ledgerMatches: (device: string) =>
    `le journal de ${device} correspond à ce que le serveur du site connaît : il n’y a rien à accepter`,
  ledgerChanged: (device: string) => `le journal de ${device} a changé entre-temps : vérifiez-le de nouveau`,
  noAdministrator: (name: string) => `il n’y a pas d’administrateur ${name} : voyez guichet hub administrators`,
  notTheHub:
    'le serveur qui a répondu ne connaît pas ce code : vérifiez le code, l’adresse du serveur du site et un éventuel proxy intermédiaire',

  needsTls: (host: string) =>
    `un serveur du site en mode live à ${host} exige TLS : ajoutez --tls-cert et --tls-key, ou écoutez sur 127.0.0.1 derrière un proxy qui a TLS`,

  numberTaken: (number: string) => `le numéro ${number} est déjà utilisé : voyez guichet staff list`,
  noPerson: (number: string) => `personne n’a le numéro ${number} : voyez guichet staff list`,
  nothingToTest: 'ces réglages n’indiquent pas de partenaire : la démonstration n’a rien à tester',
  demoOnly: 'cette commande ne fonctionne qu’en démonstration : ces réglages sont en mode live',
  noLine: (folder: string, wanted: string) => `aucune ligne de ${folder} ne concerne ${wanted}`,
  noPrinter: (printer: string) => `il n’y a pas d’imprimante ${printer} dans printers.devices`,
  speechIncomplete: 'les voix enregistrées sont incomplètes : voir ci-dessus',
  noSpeechTexts: 'la liste des textes des écrans manque à ce programme : créez-la avec npm run speech',
  running: 'le programme est déjà lancé ; sa fenêtre est passée au premier plan',
  otherSystem: 'ce système est mis à jour par son propre installateur : lancez le plus récent',

  expected: {
    wholeNumber: (least: number, most: number | null) =>
      most === null ? `un nombre entier à partir de ${least}` : `un nombre entier de ${least} à ${most}`,
    price: (form: string) => `${form}, une fois par catégorie`,
    amount: (currency: string, decimals: number) =>
      `un montant en ${currency} comme 50000, ${decimals === 0 ? 'sans décimales' : `avec ${decimals} décimales au plus`}`,
    ticketNumber: 'des numéros de billets comme 7-00000042',
    publicKey: 'un fichier PEM avec une clé publique Ed25519, P-256 ou RSA (2 048 bits ou plus), avec --scheme rfc9421',
    sharedSecret: 'un fichier avec un secret partagé : du texte, ou des octets en « base64:… »',
    accountNumber: 'un numéro de compte : majuscules, chiffres et tirets, 20 au plus',
    deviceName: 'le deviceId de ses réglages : lettres, chiffres, tiret et tiret bas, 32 au plus',
    settings: (form: string, keys: string) => `${form} ; clés possibles : ${keys}`,
    plainNumber: 'un nombre en chiffres, comme 50000',
    administrator: 'un nom fait de lettres, de chiffres, de points, de tirets ou de @',
    address: 'une adresse ou une plage comme 192.168.4.0/24',
    privateAddress: 'une adresse de cette machine ou d’un réseau privé, comme 192.168.4.0/24',
    ciphers: 'des algorithmes de chiffrement en notation OpenSSL',
    store: 'une adresse comme postgres://guichet@db.example/guichet, ou un fichier',
  },
}

/** Texts of a screen that reloads itself after a fault. */
export const screenRestart = {
  wait: 'Un instant…',
  restarting: 'Cet écran redémarre.',
  saleGoesOn: 'La vente reprend où elle en était.',
}
