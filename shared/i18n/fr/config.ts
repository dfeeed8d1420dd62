import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `« ${key} » ne peut pas servir de raccourci : choisissez F1 à F12, Escape, Insert, Pause, ou Ctrl+ ou Alt+ et une lettre`,
  'same-key': ({ key, commands }) =>
    `${key} serait attribuée à ${commands.join(' et ')} : donnez une autre touche à l’une de ces commandes`,
  'language-not-offered': ({ language }) => `« ${language} » ne figure pas dans languages`,
  'no-partner': () => 'en mode live, indiquez baseUrl et partnerCode du partenaire',
  'simulated-terminals': () => '« simulated » n’encaisse pas d’argent : réservé à la démonstration',
  'not-attended': () =>
    'personne ne se tient à une borne pour confirmer un paiement : ne gardez dans « tenders » que les espèces et ce qui a un prestataire dans « payments », ou choisissez « cashier » comme « role »',
  'driver-unfit': ({ driver, fit }) =>
    `« ${driver} » ne peut pas l’encaisser ; possible : ${fit.join(', ') || 'aucun pilote'}`,
  'shows-code': () =>
    'ses clients scannent un code, qu’un guichet n’affiche pas : choisissez « djomy-push » ou « mtn-momo », ou « kiosk » comme « role »',
  'pays-out': () => 'ces clés permettent de verser de l’argent : retirez-les d’une borne, que personne ne surveille',
  'notes-at-desk': () => '« notes » passe par l’appareil d’une borne : retirez-le ici',
  'no-note-device': () =>
    'nécessaire pour accepter les billets de banque : l’appareil, comme « driver » : « ssp » et « device » : « /dev/note-device »',
  'plain-hub': () => 'en mode live, l’adresse commence par https://',
  'plain-partner': () =>
    'le mode live exige https : sans lui, un tiers sur le réseau pourrait lire et modifier les ventes',
  'cash-without-pin': () => 'nécessaire pour encaisser des espèces',
  'weak-pin': () => 'attendu : un code difficile à deviner, sans chiffres répétés, ni suite, ni année, ni date',
  'nothing-to-read-back': () => 'réservé à une borne qui a une imprimante de billets',
  'printer-unknown': ({ printer }) => `« ${printer} » ne figure pas dans printers.devices`,
  'printer-idle': () => 'rien n’est imprimé sur cette imprimante',
  'printer-twice': () => 'une imprimante figure deux fois',
  'no-drawer': () => 'attendu : le nom d’une imprimante de reçus (« escpos ») qui a un « drawer »',
  'no-file': ({ path }) => `ce fichier n’existe pas : ${path}`,
  'file-unreadable': ({ path, code }) => `${path} ne peut pas être lu (${code})`,
  'no-certificate': ({ path }) => `${path} ne contient pas de certificat en PEM`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () => 'indiquez où se trouve le secret, soit par secretFile, soit par secretVariable',
  'variable-unset': ({ variable }) => `la variable ${variable} n’est pas définie`,
  'secret-exposed': ({ path }) =>
    `d’autres comptes que son propriétaire peuvent lire ${path} : protégez-le avec chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} est chiffré pour un autre compte, une autre session ou un autre ordinateur (${reason}) : lancez le programme là où il a été mis en service, ou refaites la mise en service`,
  'no-keyring': ({ reason }) => `pas de trousseau de clés : ${reason}`,
  'secret-empty': () => 'le secret est vide',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `clé de type ${kind} ; attendu pour ${algorithm} : ${wanted.join(' ou ')}`,
  'no-private-key': ({ algorithm }) => `${algorithm} exige une clé privée en PEM (PKCS #8), sans mot de passe`,
  'note-key': () => 'attendu : 16 chiffres hexadécimaux',
  'terms-elsewhere': ({ file }) => `${file} est sur un autre ordinateur ; attendu : un fichier de cette machine`,
  'terms-special': ({ path }) => `${path} n’est pas un fichier ordinaire ; attendu : un fichier texte`,
  'terms-empty': ({ path }) => `${path} est vide : écrivez-y le texte`,
  'terms-long': ({ path, max }) => `${path} est trop long ; attendu : ${max} caractères au plus`,
  'terms-name': ({ path, link }) =>
    `${path} ne se termine pas par .txt ou .md${link === null ? '' : ` (${link} y mène)`} ; attendu : un fichier texte ainsi nommé`,
  'unknown-role': ({ role }) => `--role : « ${role} » n’est ni kiosk ni cashier`,
  'settings-missing': () => 'ce fichier n’existe pas',
  'settings-unreadable': ({ code }) => `lecture impossible (${code}) : remettez une copie de ce fichier`,
  'settings-syntax': ({ line, column, what }) =>
    `ligne ${line}, colonne ${column} : ${what} : corrigez ce fichier, ou remettez-en une copie`,
  'foreign-folder': ({ path, uid }) =>
    `${path} appartient à un autre compte (${uid}), dont root ne suit ni les liens ni les réglages : lancez la commande sous ce compte, sudo -u \\#${uid} guichet …`,
  'number-twice': () => 'deux personnes ont le même numéro',
  'not-answered': () => 'pas encore de réponse',
}
