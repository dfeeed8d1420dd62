import type { RefusalTexts } from '../refusal-texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('fr')

export const refusals: RefusalTexts = {
  unknownOption: (option, similar) => `${option} : option inconnue${similar && ` ; vouliez-vous dire ${similar} ?`}`,
  unknownCommand: (word, command) => `commande inconnue : « ${command && `${command} `}${word} »`,
  tooManyWords: (command, word) => `${command} : trop d’arguments : retirez « ${word} »`,
  missing: (name) => `il manque ${name}`,
  noValue: (option) => `${option} ne prend pas de valeur`,
  missingValue: (option) => `${option} : il manque la valeur`,
  together: (one, other) => `${one} et ${other} vont ensemble : ajoutez l’autre, ou retirez les deux`,
  exclusive: (one, other) => `${one} et ${other} s’excluent : retirez l’une des deux`,
  either: (one, other) => `attendu : soit ${one}, soit ${other}`,
  requires: (one, other) => `${one} exige ${other}`,

  unreachable: (address, why) => `${address} est injoignable (${why}) : vérifiez l’adresse et le réseau`,
  databaseUnreachable: 'la base de données est injoignable : vérifiez son adresse, et si elle est en marche',
  unusable: (path, code) => `impossible de lire ou d’écrire ${path} (${code})`,
  portInUse: (port, host) => `le port ${port} de ${host} est déjà utilisé : choisissez-en un autre avec --port`,
  emptyFile: (path) => `${path} est vide`,
  folderInPlace: (path) => `${path} est un dossier ; attendu : un fichier`,

  ledgerInUse: (path, owner) =>
    `${path} est utilisé par ${owner === null ? 'un autre processus' : `le processus ${owner}`} : un journal n’a qu’un programme à la fois ; arrêtez d’abord celui-là`,
  newerFile: (path, found, known) =>
    `${path} a été écrit par un programme plus récent (schéma ${found}, celui-ci connaît ${known}) : rien n’a été changé ; lancez ce programme, ou restaurez une copie`,
  brokenFile: (path, why) =>
    `impossible d’ouvrir ${path} (${why}) : vérifiez que ce fichier et ceux du même nom à côté appartiennent au compte du programme ; sinon, restaurez la copie la plus récente`,
  emptyDatabase: (path) =>
    `${path} : cette base de données est vide : restaurez une copie, ou supprimez-la pour commencer sans aucune vente`,
  brokenKey: (path) => `${path} ne contient pas de clé utilisable : restaurez-le depuis une sauvegarde`,

  noVenue: 'il n’y a pas encore de site : ajoutez-en un avec guichet hub venues import',
  noEvent: (event) => `il n’y a pas d’événement ${event} : voyez guichet hub events`,
  notOnSale: (event) => `l’événement ${event} n’est pas en vente : voyez guichet hub events`,
  notReopened: (event) =>
    `l’événement ${event} ne peut pas être remis en vente : il n’en a pas été retiré, ou il est terminé`,
  past: (option, moment, now) => `${option} ${moment} est dans le passé : il est ${now} ici`,
  endsTooEarly: (ends, starts) => `--ends ${ends} n’est pas après --starts ${starts}`,
  sameEvent: (event, isEnded) =>
    `l’événement ${event} a ce titre, ce site et ce début, et ${isEnded ? `il a été retiré de la vente : remettez-le en vente avec guichet hub events reopen ${event}` : 'il est en vente'} ; ajoutez --anyway pour en créer un autre`,
  noPrice: (zones) => `il manque --price pour ${zones}`,
  nothingChanges: 'rien à changer : ajoutez au moins une option, comme --title ou --price',
  ticketsSold: (event, tickets, list) =>
    `événement ${event} : ${counted(tickets, 'billet vendu', 'billets vendus')} ; « ${list} » donne les remboursements à faire s’il n’a pas lieu ; ajoutez --anyway pour le retirer de la vente`,

  noPlaces: 'indiquez des places, comme N3 ou N3-F-12, ou ajoutez --zone',
  unknownPlaces: (event, places) => `l’événement ${event} n’a pas ${places}`,
  seatsTaken: {
    held: (seats) => `aucune place n’a été retirée de la vente ; bloquées par des acheteurs : ${seats}`,
    sold: (seats) => `aucune place n’a été retirée de la vente ; vendues : ${seats}`,
  },
  noneWithheld: 'aucune de ces places n’est retirée de la vente',
  severalEvents: 'indiquez les billets d’un seul événement à la fois',
  noTicket: (event, tickets) => `l’événement ${event} n’a pas de billet ${tickets} ; aucun billet n’a été annulé`,

  noPartner: (partner) => `il n’y a pas de partenaire ${partner} : voyez guichet hub partners`,
  noKey: (key, partner) => `le partenaire ${partner} n’a pas de clé ${key} : voyez guichet hub partners`,
  lastKey: (key, partner) =>
    `${key} est la dernière clé de ${partner} : un serveur du site en mode live refuse un partenaire sans clé ; ajoutez d’abord une autre clé, ou retirez le partenaire`,
  otherKey: (partners) =>
    `les secrets de ${partners} ont été chiffrés avec une autre clé : indiquez son fichier avec --secrets-key, ou retirez ces partenaires et ajoutez-les de nouveau`,
  backUpWith: (tool) => `pour copier une base de données PostgreSQL, utilisez ${tool}`,

  noDevice: (device) => `il n’y a pas de machine ${device} : voyez guichet hub devices`,
  noGroup: (group, near, groups) =>
    `il n’y a pas de groupe « ${group} »${near && ` ; vouliez-vous dire « ${near} » ?`} (${groups === '' ? 'aucune machine n’est dans un groupe' : `groupes : ${groups}`})`,
  noSetting: (near) => `ce n’est pas un réglage que le serveur du site fixe${near && ` ; vouliez-vous dire ${near} ?`}`,
  ambiguousNumber: (grouped, decimal) =>
    `peut signifier ${grouped} ou ${decimal} : écrivez ce nombre sans point ni virgule`,
  ledgerMatches: (device) =>
    `le journal de ${device} correspond à ce que le serveur du site connaît : il n’y a rien à accepter`,
  ledgerChanged: (device) => `le journal de ${device} a changé entre-temps : vérifiez-le de nouveau`,
  noAdministrator: (name) => `il n’y a pas d’administrateur ${name} : voyez guichet hub administrators`,
  notTheHub:
    'le serveur qui a répondu ne connaît pas ce code : vérifiez le code, l’adresse du serveur du site et un éventuel proxy intermédiaire',

  needsTls: (host) =>
    `un serveur du site en mode live à ${host} exige TLS : ajoutez --tls-cert et --tls-key, ou écoutez sur 127.0.0.1 derrière un proxy qui a TLS`,

  numberTaken: (number) => `le numéro ${number} est déjà utilisé : voyez guichet staff list`,
  noPerson: (number) => `personne n’a le numéro ${number} : voyez guichet staff list`,
  nothingToTest: 'ces réglages n’indiquent pas de partenaire : la démonstration n’a rien à tester',
  demoOnly: 'cette commande ne fonctionne qu’en démonstration : ces réglages sont en mode live',
  noLine: (folder, wanted) => `aucune ligne de ${folder} ne concerne ${wanted}`,
  noPrinter: (printer) => `il n’y a pas d’imprimante ${printer} dans printers.devices`,
  speechIncomplete: 'les voix enregistrées sont incomplètes : voir ci-dessus',
  noSpeechTexts: 'la liste des textes des écrans manque à ce programme : créez-la avec npm run speech',
  running: 'le programme est déjà lancé ; sa fenêtre est passée au premier plan',
  otherSystem: 'ce système est mis à jour par son propre installateur : lancez le plus récent',

  expected: {
    wholeNumber: (least, most) =>
      most === null ? `un nombre entier à partir de ${least}` : `un nombre entier de ${least} à ${most}`,
    price: (form) => `${form}, une fois par catégorie`,
    amount: (currency, decimals) =>
      `un montant en ${currency} comme 50000, ${decimals === 0 ? 'sans décimales' : `avec ${decimals} décimales au plus`}`,
    ticketNumber: 'des numéros de billets comme 7-00000042',
    publicKey: 'un fichier PEM avec une clé publique Ed25519, P-256 ou RSA (2 048 bits ou plus), avec --scheme rfc9421',
    sharedSecret: 'un fichier avec un secret partagé : du texte, ou des octets en « base64:… »',
    deviceName: 'le deviceId de ses réglages : lettres, chiffres, tiret et tiret bas, 32 au plus',
    settings: (form, keys) => `${form} ; clés possibles : ${keys}`,
    plainNumber: 'un nombre en chiffres, comme 50000',
    administrator: 'un nom fait de lettres, de chiffres, de points, de tirets ou de @',
    address: 'une adresse ou une plage comme 192.168.4.0/24',
    privateAddress: 'une adresse de cette machine ou d’un réseau privé, comme 192.168.4.0/24',
    ciphers: 'des algorithmes de chiffrement en notation OpenSSL',
    store: 'une adresse comme postgres://guichet@db.example/guichet, ou un fichier',
  },
}
