import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('fr', { type: 'conjunction' })

export const frSettingNames: SettingNames = {
  language: 'Langue',
  theme: 'Thème',
  numerals: 'Chiffres des textes arabes',
  timeZone: 'Fuseau horaire du site',
  maxSeats: 'Nombre maximal de places par vente',
  groupSeats: 'Nombre maximal de places par vente (caisse)',
  spaceReleaseMinutes: 'Vendre les places fauteuil roulant à tous (minutes avant l’événement)',
  lockAfterMinutes: 'Verrouillage automatique (minutes sans activité)',
  customerDisplay: 'Écran client',
  tenders: 'Moyens de paiement',
  'tenderNames.card': 'Nom affiché pour la carte',
  'tenderNames.cash': 'Nom affiché pour les espèces',
  'tenderNames.notes': 'Nom affiché pour les billets de banque',
  'tenderNames.mobile-money': 'Nom affiché pour Mobile Money',
  'tenderNames.orange-money': 'Nom affiché pour Orange Money',
  'tenderNames.mtn-momo': 'Nom affiché pour MTN MoMo',
  tenderBudgetSeconds: 'Blocage des places : temps minimal restant pour commencer un paiement (secondes)',
  'refundRule.fr': 'Règle de remboursement en français',
  'refundRule.en': 'Règle de remboursement en anglais',
  'refundRule.pt': 'Règle de remboursement en portugais',
  'refundRule.ar': 'Règle de remboursement en arabe',
  terminalSide: 'Emplacement du terminal de paiement',
  ticketSlot: 'Emplacement de la sortie des billets',
  noteSlot: 'Emplacement du lecteur de billets de banque',
  helpPlace: 'Emplacement de l’agent',
  soundVolume: `Volume des sons (${numberLimits.soundVolume.min} à ${numberLimits.soundVolume.max})`,
  'updates.openingHours': 'Heures d’ouverture',
  'shifts.closeAt': 'Heure de clôture de la session de caisse',
  'shifts.cashierMoves': 'Entrée ou sortie d’espèces qu’un guichetier peut faire seul (montant maximal)',
  'shifts.archiveFolder': 'Dossier des archives',
  'printers.tickets': 'Imprimante des billets',
  'printers.receipts': 'Imprimante des reçus',
  'printers.reports': 'Imprimante des rapports',
  'tickets.paper': 'Papier des billets',
  'tickets.selfCheck': 'Contrôler le QR code de chaque billet avant l’impression',
  'tickets.folder': 'Dossier des billets',
  'tickets.deleteAfterHours': 'Supprimer les billets enregistrés (heures après l’événement)',
  'tickets.logo': 'Logo sur les billets (fichier)',
  'tickets.sponsor': 'Logo du sponsor sur les billets (fichier)',
  'tickets.notice.fr': 'Mention sur les billets, en français',
  'tickets.notice.en': 'Mention sur les billets, en anglais',
  'tickets.notice.pt': 'Mention sur les billets, en portugais',
  'tickets.notice.ar': 'Mention sur les billets, en arabe',
  'seller.name': 'Nom du vendeur sur les reçus',
  'seller.address': 'Adresse du vendeur',
  'seller.taxNumber': 'NIF',
  'seller.contact': 'Contact du vendeur (téléphone ou adresse e-mail)',
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
      'Les mises à jour s’installent en dehors des heures d’ouverture. Sans heures d’ouverture, aucune mise à jour ne s’installe automatiquement. Ces heures s’appliquent dès leur enregistrement.',
    printers: 'La première imprimante de chaque liste imprime ; si elle s’arrête, la suivante la remplace.',
    keys: 'Chaque commande a sa touche, et chaque touche une seule commande.',
  },
  usual: (value: string) => `Par défaut : ${value}`,
  opens: 'Ouverture',
  closes: 'Fermeture',
  hours: (from: string, to: string) =>
    from === to ? 'Fermé' : `De ${from} à ${to}${to < from ? ' le lendemain' : ''}`,
  orElse: 'si elle s’arrête',
  nobody: 'Aucune',
  rank: (name: string, rank: number) => (rank === 1 ? `${name}, en premier` : `${name}, remplaçante ${rank - 1}`),
  keyOf: (command: string) => `Touche : ${command}`,
}

const number = ({ min, max }: NumberLimits): string => `saisissez un nombre de ${min} à ${max}`
const atMost = (max: number): string => `saisissez ${max} caractères au plus.`

export const frSettingFaults: SettingFaultWords = {
  names: frSettingNames,
  about: (name, sentence) => `${name} : ${sentence}`,
  expected: {
    language: 'choisissez une langue disponible sur cette machine.',
    timeZone: 'saisissez un fuseau IANA comme Africa/Conakry ; si le champ est vide : celui de cette machine.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)} ; 0 : seulement quand les autres places du secteur sont vendues.`,
    soundVolume: `${number(numberLimits.soundVolume)} ; 0 coupe le son.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)} ; 0 : jamais.`,
    tenders: 'conservez-en au moins un.',
    tenderNames: `saisissez un nom de ${MAX_TENDER_NAME} caractères au plus, sur une ligne.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'saisissez les deux heures comme 08:00 et 23:00, ou aucune.',
    'shifts.closeAt': 'saisissez une heure comme 23:30.',
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)}, en unités de la devise et sans séparateur, comme 500000 ; 0 : toujours avec un responsable.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}.`,
    seller: atMost(MAX_SELLER_TEXT),
    refundRule: atMost(MAX_SMALL_PRINT),
    'tickets.notice': atMost(MAX_SMALL_PRINT),
    'tickets.paper': `saisissez ${paperNames.join(', ')}, ou des millimètres comme 210x74.`,
    'tickets.deleteAfterHours': 'saisissez un nombre de 1 à 168.',
    'tickets.logo': 'ce fichier n’existe pas ; indiquez son chemin complet.',
    'tickets.sponsor': 'ce fichier n’existe pas ; indiquez son chemin complet.',
  },
  causes: {
    'same-key': ({ key, commands }, desk) =>
      `${keyName(key)} est attribuée à plusieurs commandes : ${list.format(commands.map((each) => `« ${commandName(desk, each)} »`))}. Choisissez une autre touche pour l’une d’elles.`,
    'no-shortcut': ({ key }) =>
      `${keyName(key)} ne peut pas servir de touche : choisissez F1 à F12, ou Ctrl ou Alt avec une lettre.`,
    'not-attended': () =>
      'Une borne ne peut pas utiliser un terminal autonome : aucun guichetier n’est là pour confirmer le paiement. Conservez les espèces et les moyens de paiement d’un prestataire.',
    'cash-without-pin': () =>
      'Les espèces exigent le code de la machine, qui se choisit à la mise en service : conservez un autre moyen de paiement.',
    'printer-unknown': ({ printer }) =>
      `« ${printer} » ne figure plus parmi les imprimantes : choisissez-en une autre.`,
    'printer-idle': ({ printer }) => `« ${printer} » n’imprimerait plus rien : donnez-lui d’abord un autre usage.`,
    'printer-twice': () => 'Une imprimante figure deux fois dans la liste : supprimez l’un des deux choix.',
    'in-training': () => 'Les réglages ne se modifient pas en formation : quittez d’abord la formation.',
    'nothing-to-read-back': () =>
      'Cette machine contrôle le QR code des billets qu’elle imprime : conservez une imprimante de billets.',
  },
}
