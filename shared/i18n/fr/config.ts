import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `« ${key} » ne peut pas servir de raccourci : choisissez F1 à F12, Escape, Insert, Pause, ou une lettre avec Ctrl+ ou Alt+`,
  'same-key': ({ key, commands }) =>
    `${key} est attribuée à ${commands.join(' et ')} : donnez une autre touche à l’une de ces commandes`,
  'language-not-offered': ({ language }) =>
    `« ${language} » ne figure pas dans languages : ajoutez cette langue, ou choisissez-en une autre`,
  'no-partner': () => 'en mode live, indiquez baseUrl et partnerCode du partenaire',
  'simulated-terminals': () => '« simulated » n’encaisse pas d’argent : en mode live, choisissez « attended »',
  'not-attended': () =>
    'à une borne, aucun guichetier ne peut confirmer un paiement sur un terminal autonome : ne gardez dans « tenders » que les espèces et les moyens de paiement qui ont un prestataire dans « payments », ou réglez « role » sur « cashier »',
  'driver-unfit': ({ driver, fit }) =>
    `« ${driver} » n’accepte pas ce moyen de paiement ; ${fit.length === 0 ? 'aucun pilote ne l’accepte' : `choisissez parmi : ${fit.join(', ')}`}`,
  'shows-code': () =>
    'avec ce pilote, le client doit scanner un QR code, qu’une caisse n’affiche pas : choisissez « djomy-push » ou « mtn-momo », ou réglez « role » sur « kiosk »',
  'pays-out': () =>
    'ces clés permettent de verser de l’argent : supprimez-les de cette borne, qui fonctionne sans surveillance',
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
    'indiquez où se trouve le secret : soit un fichier (secretFile), soit une variable d’environnement (secretVariable)',
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
