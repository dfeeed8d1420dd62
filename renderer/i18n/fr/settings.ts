import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/setting-limits.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('fr', { type: 'conjunction' })

export const frSettingNames: SettingNames = {
  language: 'Langue',
  theme: 'Thème',
  numerals: 'Chiffres arabes',
  timeZone: 'Fuseau horaire des lieux',
  maxSeats: 'Places au plus par vente',
  groupSeats: 'Places au plus par vente à la caisse',
  spaceReleaseMinutes: 'Places fauteuil libérées, en minutes avant l’événement',
  lockAfterMinutes: 'Minutes avant que la caisse se verrouille',
  customerDisplay: 'Écran du client',
  tenders: 'Moyens de paiement',
  'tenderNames.card': 'Nom de la carte',
  'tenderNames.cash': 'Nom des espèces',
  'tenderNames.notes': 'Nom des billets de banque',
  'tenderNames.mobile-money': 'Nom de Mobile Money',
  'tenderNames.orange-money': 'Nom d’Orange Money',
  'tenderNames.mtn-momo': 'Nom de MTN MoMo',
  tenderBudgetSeconds: 'Secondes nécessaires pour payer',
  'refundRule.fr': 'Règle de remboursement en français',
  'refundRule.en': 'Règle de remboursement en anglais',
  'refundRule.pt': 'Règle de remboursement en portugais',
  'refundRule.ar': 'Règle de remboursement en arabe',
  terminalSide: 'Où est le terminal',
  ticketSlot: 'Où sortent les billets',
  noteSlot: 'Où est le lecteur de billets de banque',
  helpPlace: 'Où se tient un agent',
  soundVolume: `Volume des sons, de ${numberLimits.soundVolume.min} à ${numberLimits.soundVolume.max}`,
  'updates.openingHours': 'Heures d’ouverture',
  'shifts.closeAt': 'Heure de clôture',
  'shifts.cashierMoves': 'Somme qu’un guichetier entre ou sort seul du tiroir',
  'shifts.archiveFolder': 'Dossier des archives',
  'printers.tickets': 'Imprime les billets',
  'printers.receipts': 'Imprime les reçus',
  'printers.reports': 'Imprime les rapports',
  'tickets.paper': 'Papier des billets',
  'tickets.selfCheck': 'Relire chaque billet avant l’impression',
  'tickets.folder': 'Dossier des billets',
  'tickets.deleteAfterHours': 'Suppression des billets enregistrés, en heures après l’événement',
  'tickets.logo': 'Logo sur les billets (fichier)',
  'tickets.sponsor': 'Partenaire sur les billets (fichier)',
  'tickets.notice.fr': 'Mention en français',
  'tickets.notice.en': 'Mention en anglais',
  'tickets.notice.pt': 'Mention en portugais',
  'tickets.notice.ar': 'Mention en arabe',
  'seller.name': 'Nom du vendeur sur les reçus',
  'seller.address': 'Adresse du vendeur',
  'seller.taxNumber': 'Numéro fiscal (NIF)',
  'seller.contact': 'Contact du vendeur (téléphone ou courriel)',
  'seller.taxRate': 'TVA incluse dans les prix, en %',
}

/** The page where the machine's settings are changed. */
export const frSettingWords = {
  parts: {
    sale: 'Vente',
    hours: 'Horaires',
    printers: 'Imprimantes',
    tickets: 'Billets',
    keys: 'Touches de la caisse',
  },
  leads: {
    hours:
      'Les mises à jour attendent la fermeture, et pour elles les heures comptent aussitôt. Sans heures d’ouverture, aucune ne s’installe d’elle-même.',
    printers: 'La première imprime ; si elle s’arrête, la suivante prend le relais.',
    keys: 'Chaque commande a sa touche, et chaque touche une seule commande.',
  },
  usual: (value: string) => `Par défaut : ${value}`,
  opens: 'Ouverture',
  closes: 'Fermeture',
  hours: (from: string, to: string) =>
    from === to ? 'Jamais ouvert' : `De ${from} à ${to}${to < from ? ', le lendemain' : ''}`,
  orElse: 'sinon',
  nobody: 'Aucune autre',
  rank: (name: string, rank: number) => (rank === 1 ? `${name}, en premier` : `${name}, relais ${rank - 1}`),
  keyOf: (command: string) => `Touche : ${command}`,
}

const number = ({ min, max }: NumberLimits): string => `écrivez un nombre de ${min} à ${max}`
const atMost = (max: number): string => `écrivez ${max} signes au plus.`

export const frSettingFaults: SettingFaultWords = {
  names: frSettingNames,
  about: (name, sentence) => `${name} : ${sentence}`,
  expected: {
    language: 'choisissez une langue que cette machine parle.',
    timeZone: 'écrivez un fuseau IANA comme Africa/Conakry ; vide : celui de cette machine.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)} ; 0 : pas avant que le reste du secteur soit parti.`,
    soundVolume: `${number(numberLimits.soundVolume)} ; 0, c’est le silence.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)} ; 0, c’est jamais.`,
    tenders: 'gardez-en au moins un.',
    tenderNames: `écrivez un nom de ${MAX_TENDER_NAME} signes au plus, sur une ligne.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'écrivez les deux heures comme 08:00 et 23:00, ou aucune.',
    'shifts.closeAt': 'écrivez une heure comme 23:30.',
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)}, en unités de la monnaie et sans séparateur, comme 500000 ; 0, c’est jamais seul.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}.`,
    seller: atMost(MAX_SELLER_TEXT),
    refundRule: atMost(MAX_SMALL_PRINT),
    'tickets.notice': atMost(MAX_SMALL_PRINT),
    'tickets.paper': `écrivez ${paperNames.join(', ')}, ou des millimètres comme 210x74.`,
    'tickets.deleteAfterHours': 'écrivez un nombre de 1 à 168.',
    'tickets.logo': 'ce fichier n’existe pas ; donnez son chemin entier.',
    'tickets.sponsor': 'ce fichier n’existe pas ; donnez son chemin entier.',
  },
  causes: {
    'same-key': ({ key, commands }, desk) =>
      `${keyName(key)} servirait à la fois à ${list.format(commands.map((each) => `« ${commandName(desk, each)} »`))} : donnez une autre touche à l’une des deux.`,
    'no-shortcut': ({ key }) =>
      `${keyName(key)} ne peut pas servir de touche : prenez F1 à F12, ou Ctrl ou Alt avec une lettre.`,
    'not-attended': () =>
      'Personne ne se tient à une borne pour dire ce que le terminal a fait : gardez-y les espèces, et ce qu’un prestataire encaisse.',
    'cash-without-pin': () =>
      'Les espèces demandent le code de cette machine, qui se donne à sa mise en service : gardez un autre moyen.',
    'printer-unknown': ({ printer }) => `« ${printer} » n’est plus parmi les imprimantes : choisissez-en une autre.`,
    'printer-idle': ({ printer }) => `« ${printer} » n’imprimerait plus rien : donnez-lui d’abord un autre usage.`,
    'printer-twice': () => 'Une imprimante est nommée deux fois : gardez-la une fois.',
    'in-training': () => 'Les réglages se changent hors formation.',
    'nothing-to-read-back': () => 'Cette machine relit les billets qu’elle imprime : gardez une imprimante de billets.',
  },
}
