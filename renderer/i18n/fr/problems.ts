import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import type { AccountRefused, CorrectionRefused, SlipRefused } from '../../../shared/api/kiosk/failures.ts'
import type { Notice } from '../../app/problem.ts'
import { type CommandNames, commandName } from '../names.ts'
import { frPaying } from './kiosk.ts'
import {
  type FormatMoney,
  type ProblemText,
  refusalText,
  settingFaultText,
  type SettingFaultWords,
} from '../problem-text.ts'
import { frSettingNames } from './office.ts'
import { countWithNoun } from '../../../shared/domain/language.ts'

const list = new Intl.ListFormat('fr', { type: 'conjunction' })
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
    'shifts.maxCashierCashMove': `${number(numberLimits.maxCashierCashMove)}, en unités de la devise et sans séparateur, comme 500000 ; 0 : toujours avec un responsable.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}, deux décimales au plus.`,
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
      'Une borne ne peut ni prendre un document ni utiliser un terminal autonome : aucun guichetier n’est là pour confirmer le paiement. Conservez les espèces et les moyens de paiement d’un prestataire.',
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

const counted = countWithNoun('fr')

/** `paid`: sentence that describes the payment status of the current sale. */
export type ProblemTexts = {
  readonly [T in Exclude<Notice['type'], NamesMore>]: (
    notice: Extract<Notice, { readonly type: T }>,
    paid: string,
  ) => ProblemText
} & {
  readonly [T in NamesMore]: (
    notice: Extract<Notice, { readonly type: T }>,
    paid: string,
    names: { readonly desk: CommandNames; readonly money: FormatMoney },
  ) => ProblemText
}

type NamesMore = 'setting-refused' | 'not-in-cash'

const correctionRefusals: Readonly<Record<CorrectionRefused['because'], string>> = {
  returned: 'Des billets de cette vente ont déjà été remboursés.',
  'not-by-staff':
    'Un appareil ou un opérateur l’a confirmé, ou il a été fait en billets ou par avoir. Remboursez les billets, puis vendez de nouveau.',
  'same-tender': 'Il est déjà enregistré avec ce moyen de paiement.',
}

const accountRefusals: Readonly<Record<AccountRefused['because'], string>> = {
  unknown: 'Aucun compte client n’a ce numéro. Vérifiez-le.',
  closed: 'Ce compte client est fermé : il n’accepte plus de vente.',
  'other-currency': 'La devise de ce compte n’est pas celle de cette vente.',
  'over-limit':
    'Cette vente dépasserait la limite du compte. Faites payer autrement, ou demandez au responsable des comptes.',
  'other-account': 'Une partie de cette vente est déjà débitée sur un autre compte.',
  'hub-away':
    'Les comptes clients ne peuvent pas être consultés pour le moment. Attendez un instant, ou faites payer autrement.',
}

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'Ce numéro est inconnu ici. Vérifiez-le ; s’il est correct, allez à la machine indiquée sur l’avoir.',
  'not-ours':
    'Cet avoir n’a pas été émis ici, ou a été modifié. Allez à la machine indiquée sur l’avoir, ou demandez à un agent.',
  taken: 'Un paiement en cours utilise cet avoir. Attendez la fin de ce paiement, puis réessayez.',
  spent: 'Cet avoir a déjà servi. S’il restait un montant, il figure sur l’avoir de remplacement.',
  'paid-out': 'Cet avoir a déjà été remboursé en espèces.',
  doubtful: 'Un responsable doit d’abord vérifier cet avoir. Gardez-le et montrez-le à un agent.',
  'other-currency': 'La devise de cet avoir n’est pas celle de cet achat.',
  'hub-away':
    'Cet avoir ne peut pas être vérifié pour le moment, mais il n’est pas perdu : gardez-le. Attendez un instant, puis réessayez.',
}

export const frProblems: ProblemTexts = {
  'partner-unreachable': (_, paid) => ({
    title: 'Service de vente indisponible',
    body: `${paid} Attendez un instant, puis réessayez.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'Le service de vente a refusé la demande',
    body: `${paid} Réessayez ; si cela continue, adressez-vous à un agent.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'Réponse incorrecte du service de vente',
    body: `${paid} Réessayez ; si cela continue, adressez-vous à un agent.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'Cet événement n’est pas en vente sur cette borne',
    body: `${paid} Choisissez un autre événement, ou adressez-vous à un guichet.`,
  }),
  'unknown-event': (_, paid) => ({
    title: "Cet événement n'est plus en vente",
    body: `${paid} Choisissez un autre événement dans la liste.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'Cet événement est terminé',
    body: `${paid} Choisissez un autre événement dans la liste.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'Ces places n’ont pas pu être bloquées',
    body: `${paid} Choisissez d’autres places.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'Le délai est écoulé',
    body: `${paid} Choisissez vos places à nouveau.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'Cet achat n’est plus en cours',
    body: `${paid} Recommencez depuis le début.`,
  }),
  'invalid-state': (_, paid) => ({
    title: "Cette action n'est plus possible",
    body: `${paid} L’achat en est à une autre étape : continuez à partir de l’écran affiché.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'Un achat est déjà en cours ici',
    body: `${paid} Attendez qu’il soit terminé, puis recommencez.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `${counted(limit, 'place', 'places')} maximum`,
    body: 'Retirez des places, ou faites un deuxième achat ensuite.',
  }),
  'too-much': () => ({
    title: 'Montant supérieur au reste à payer',
    body: 'Saisissez la part à encaisser, ou laissez la ligne vide pour encaisser tout le reste à payer.',
  }),
  'tickets-turned-up': () => ({
    title: 'Les billets ont bien été émis',
    body: 'La billetterie a vendu ces places : la vente se termine et les billets s’impriment. Ne remboursez pas ; si c’est déjà fait, reprenez l’argent au client.',
  }),
  'approval-known': () => ({
    title: 'Ce numéro a déjà servi',
    body: 'Il est déjà saisi pour une autre vente. Relisez le reçu du terminal, le message de l’opérateur ou le document. Si le numéro y est différent, saisissez celui-là. Si c’est le même, saisissez-le de nouveau.',
  }),
  'payer-needed': () => ({ title: 'Il manque le numéro du client', body: 'Saisissez son numéro de téléphone.' }),
  'too-many-parked': ({ limit }) => ({
    title: `${counted(limit, 'vente', 'ventes')} en attente au maximum`,
    body: 'Rappelez une vente en attente, ou terminez celle-ci.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'Le plan a changé',
    body: `${paid} Choisissez à nouveau : le plan est à jour.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'Cette place vient d’être prise' : 'Ces places viennent d’être prises',
    body: `Un autre client a choisi avant vous. ${paid} Choisissez à nouveau.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'Le délai est écoulé',
    body: `Vos places ne sont plus bloquées. ${paid} Choisissez à nouveau.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'Le prix vient de changer',
    body: `${paid} Choisissez à nouveau : les nouveaux prix sont affichés.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(frPaying.refused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'Cette place n’a pas pu être retirée',
    body: `${paid} Toutes vos places restent bloquées. Réessayez, ou payez toutes les places.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'Paiement annulé',
    body: `${paid} Vos places restent bloquées.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'Pas assez de temps pour payer',
    body: `${paid} Touchez « Choisir d’autres places » et reprenez les mêmes : vous aurez un nouveau délai.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'Moyen de paiement indisponible pour le moment',
    body: `${paid} Trop de paiements attendent une confirmation. Payez autrement, ou allez à un guichet.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'Référence inconnue sur cette borne',
    body: `Vérifiez la référence. Votre bon de retrait doit indiquer cette borne. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'Trop d’essais',
    body: `Réessayez dans ${seconds} s, ou allez à un guichet. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'Cet avoir n’est pas accepté',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'account-refused': ({ because }, paid) => ({
    title: 'Ce compte client ne peut pas être utilisé',
    body: `${paid} ${accountRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'Moyen de paiement indisponible',
    body: `${paid} Réessayez, ou payez autrement.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'Ce moyen de paiement n’est pas proposé ici',
    body: `${paid} Choisissez un autre moyen de paiement.`,
  }),
  'signed-out': () => ({
    title: 'Vous n’êtes plus connecté',
    body: 'Saisissez à nouveau votre code : rien n’est perdu.',
  }),
  'wrong-pin': () => ({
    title: 'Code incorrect',
    body: 'Saisissez-le à nouveau.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: "Trop d'essais",
    body: `Ce code est bloqué. Réessayez dans ${seconds} s ; les autres codes fonctionnent.`,
  }),
  'too-little': () => ({
    title: 'Le montant reçu est insuffisant',
    body: 'Corrigez le montant ou ajoutez un autre paiement.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'Montant impossible en espèces',
    body: `Saisissez ${money(smallest, currency)} ou un multiple de ce montant.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'L’imprimante n’est pas prête',
    body: `${paid} Demandez à un agent de relancer l’imprimante, puis réessayez.`,
  }),
  'not-published': (_, paid) => ({
    title: 'Envoi sur le téléphone impossible',
    body: `${paid} Vous pouvez toujours utiliser des billets papier. Réessayez dans un instant.`,
  }),
  'message-refused': ({ because }) => ({
    title: 'Message non envoyé',
    body: {
      unreachable: 'Le serveur de la salle ne répond pas. Réessayez, ou faites scanner le code.',
      address: 'Vérifiez l’adresse ou le numéro avec le client.',
      limit: 'Trop de messages pour cette vente ou cette heure. Faites scanner le code.',
      'page-unknown': 'La page a expiré ou n’est plus disponible. Imprimez les billets.',
      'not-offered': 'Le serveur de la salle n’envoie pas ce type de message. Faites scanner le code.',
    }[because],
  }),
  'invalid-input': (_, paid) => ({
    title: 'Une erreur est survenue',
    body: `${paid} Recommencez ; si cela continue, adressez-vous à un agent.`,
  }),
  forbidden: (_, paid) => ({
    title: 'Action impossible depuis cet écran',
    body: `${paid} Recommencez ; si cela continue, adressez-vous à un agent.`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'Une erreur est survenue',
    body: `${paid} Recommencez ; si cela continue, montrez ce numéro à un agent : ${incident}.`,
  }),
  'purchasing-suspended': (_, paid) => ({
    title: 'Les ventes sont suspendues',
    body: `${paid} Adressez-vous au guichet le plus proche.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'Cette borne ne peut plus vendre',
    body: `${paid} Un technicien doit intervenir. Adressez-vous au guichet le plus proche.`,
  }),
  'invalid-answer': () => ({
    title: 'Cette réponse n’est plus possible',
    body: 'La question a peut-être déjà reçu une réponse. Revenez à la liste, puis recommencez.',
  }),
  'hub-decides': () => ({
    title: 'Vérification de l’avoir auprès du serveur du site',
    body: 'Rien n’est perdu : la machine réessaie toute seule. Vérifiez le réseau si cela dure.',
  }),
  'training-not-offered': () => ({
    title: 'Formation non disponible sur cette machine',
    body: 'Elle n’existe que sur une caisse en service réel. Pour vous exercer ailleurs, utilisez la démonstration.',
  }),
  'quit-not-offered': () => ({
    title: 'Cet écran ne peut pas arrêter le programme',
    body: 'Arrêtez-le depuis la machine.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'Rien à clôturer',
    body: `Aucune opération depuis la clôture de la session ${shiftNo}. Le rapport Z de cette session peut être imprimé à nouveau.`,
  }),
  'no-report': () => ({
    title: 'Aucun rapport à imprimer',
    body: 'Faites d’abord un rapport X ou un rapport Z.',
  }),
  'not-allowed': () => ({
    title: 'Votre profil n’autorise pas cette action',
    body: 'Demandez à un responsable.',
  }),
  'approval-required': () => ({
    title: 'Un responsable doit confirmer',
    body: 'Il saisit son numéro et son code.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'Une deuxième personne doit confirmer',
    body:
      because === 'same-person'
        ? 'Un autre responsable doit saisir son numéro et son code.'
        : because === 'not-allowed'
          ? 'Ce numéro n’est pas celui d’un responsable.'
          : because === 'pin-locked'
            ? `Son code est bloqué après trop d’essais. Réessayez dans ${seconds} s.`
            : 'Le numéro ou le code de cette personne est incorrect. Vérifiez-les et recommencez.',
  }),
  'weak-pin': () => ({
    title: 'Code trop facile à deviner',
    body: 'Choisissez-en un autre, sans chiffres répétés ni consécutifs. Ce ne doit pas être une année, une date ou un numéro d’agent.',
  }),
  'number-taken': () => ({
    title: 'Ce numéro est déjà pris',
    body: 'Choisissez-en un autre, ou retirez d’abord la personne qui le porte.',
  }),
  'no-such-number': () => ({
    title: 'Ce numéro n’existe plus',
    body: 'La liste a changé : actualisez-la.',
  }),
  'last-supervisor': () => ({
    title: 'C’est le dernier responsable',
    body: 'Il en faut toujours un : ajoutez-en un autre d’abord.',
  }),
  'refund-not-offered': () => ({
    title: 'Remboursement impossible par le prestataire',
    body: 'Rouvrez la liste, ou remboursez par un autre moyen.',
  }),
  'refund-over': () => ({
    title: 'Ce remboursement n’est plus en cours',
    body: 'Rouvrez la liste pour voir son état.',
  }),
  'no-such-ticket': () => ({
    title: 'Ce billet n’appartient pas à cette vente',
    body: 'Rouvrez la vente, puis recommencez.',
  }),
  'ticket-returned': () => ({
    title: 'Un de ces billets a déjà été remboursé',
    body: 'Cette commande n’a rien remboursé ni imprimé. Rouvrez la vente et choisissez seulement les billets encore valables.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'Billet annulé' : 'Billets annulés'} à la billetterie : ${seatCodes.join(', ')}`,
    body: `${seatCodes.length === 1 ? 'Cette place est' : 'Ces places sont'} peut-être de nouveau en vente : aucun duplicata n’est possible. Renseignez-vous auprès de l’organisateur.`,
  }),
  'other-shift': () => ({
    title: 'Cette vente appartient à une session déjà clôturée',
    body: 'Elle ne peut plus être annulée, ni son paiement corrigé. Vous pouvez rembourser ses billets.',
  }),
  'other-tender': () => ({
    title: 'Ce n’est pas le moyen de paiement de cette vente',
    body: 'Remboursez par le moyen qui a servi à payer.',
  }),
  'correction-refused': ({ because }) => ({
    title: 'Ce paiement ne peut pas être corrigé',
    body: correctionRefusals[because],
  }),
  'nothing-to-invoice': () => ({
    title: 'Aucune facture possible',
    body: 'Il n’y a aucun billet payant à facturer. Les billets gratuits ne sont pas facturés.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'Fichier de relevé illisible',
    body: `Ligne ${line} : ${what}`,
  }),
  'no-shift': () => ({
    title: 'Cette session de caisse n’existe pas',
    body: 'Choisissez une session dans la liste.',
  }),
  'unknown-currency': () => ({
    title: 'Ce tiroir n’est pas tenu dans cette devise',
    body: 'Choisissez une des devises proposées.',
  }),
  'float-known': () => ({
    title: 'Le fond de caisse est déjà saisi',
    body: 'Corrigez-le par une entrée ou une sortie d’espèces.',
  }),
  'unknown-piece': () => ({
    title: 'Coupure ou pièce inconnue',
    body: 'Reprenez le comptage.',
  }),
  'write-failed': () => ({
    title: 'Le fichier n’a pas pu être écrit',
    body: 'Vérifiez le disque de la machine et le dossier choisi, puis réessayez.',
  }),
  'unknown-printer': () => ({
    title: 'Cette imprimante n’est plus dans les réglages',
    body: 'Actualisez la liste des imprimantes.',
  }),
  'access-code-refused': () => ({
    title: 'Code d’accès refusé par la billetterie',
    body: 'Il est périmé ou erroné. Demandez le nouveau code à l’organisateur, puis saisissez-le à la page « Codes d’accès ».',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'Ce réglage n’est pas accepté',
    body: faults.map((fault) => settingFaultText(fault, frSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: "La mesure n'a pas pu être enregistrée",
    body: 'L’écran garde l’ancienne mesure. Réessayez ; si cela continue, vérifiez le disque de la borne.',
  }),
  'bridge-lost': (_, paid) => ({
    title: 'La borne redémarre',
    body: `${paid} Attendez un instant : cet écran va revenir.`,
  }),
}
