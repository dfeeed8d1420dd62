import type { PlainRefusal } from '../../../shared/domain/money/tender-traits.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/provider-refund.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/ledger-doubt.ts'
import type { TenderNames } from '../../../shared/i18n/texts.ts'
import type { SaleCase, StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'

/** What staff are asked, and what they answer. */
export const frStaffDesk = {
  title: 'Pour les agents',
  pinBody: 'Questions qui attendent une réponse : entrez votre code.',
  none: "Rien n'attend de réponse",
  noneBody: 'Une nouvelle question s’affichera ici d’elle-même.',
  close: 'Fermer',
  of: (index: number, count: number) => (count === 1 ? 'Une question attend' : `Question ${index} sur ${count}`),
  question: (question: StaffCase['question']) => questions[question],
  moneyMovedQuestion: (tender: SaleCase['tender'], amount: string, tenders: TenderNames) =>
    tender === 'cash'
      ? `${amount} ont-ils été reçus en espèces ? Comptez le tiroir.`
      : tender === null
        ? `A-t-on pris ${amount} ? Regardez le journal du terminal et le compte de l’opérateur.`
        : tender === 'card'
          ? `${amount} ont-ils été débités par carte ? Regardez le journal du terminal.`
          : `A-t-on débité ${amount} par ${tenders[tender]} ? Regardez le compte de l’opérateur.`,
  rowsLost: 'Une partie du journal de cette vente est perdue : cela a peut-être déjà été fait. Vérifiez avant.',
  unknownTender: 'Inconnu',
  paymentReference: 'Référence du paiement',
  order: 'Numéro de vente',
  find: 'Chercher une référence',
  findBody: 'Tapez la référence du client, ou scannez son code QR.',
  notFound: 'Aucune vente de cette machine n’a cette référence.',
  noQuestion: 'Rien n’attend de réponse pour cette vente.',
  paidBy: 'Paiement',
  moneyMoved: "Oui, l'argent est pris",
  moneyNotMoved: "Non, rien n'est pris",
  askAgain: 'Redemander les billets',
  giveBack: 'Rendre la somme',
  handedOut: 'Billets remis autrement',
  askLast: 'Interroger la billetterie',
  lookFirst:
    'Payée, mais sans billets. Interrogez d’abord la billetterie une dernière fois : si les billets sont là, ils s’impriment, et rien n’est à rendre.',
  notAsked:
    'La billetterie n’a pas pu être interrogée. Téléphonez-lui avant de rendre la somme : si elle a vendu ces places, elle doit les annuler.',
  ticketsShown:
    'La billetterie montre des billets pour cette vente. Faites-les annuler chez elle avant de rendre la somme.',
  printNow: 'Imprimer les billets',
  stillAsked:
    'L’opérateur n’a pas encore répondu. La machine continue à lui demander ; la question se règle d’elle-même dès qu’il répond. Répondre « non » laisse la vente continuer sans ce paiement : s’il aboutit quand même, la somme sera à rendre, ici même.',
  tookOtherwise: (sum: string) =>
    `L’opérateur dit avoir pris ${sum}. Répondez « non » : cette somme sera alors à rendre, ici même.`,
  mayStillSell:
    'Ces places sont peut-être encore réservées : la vente peut encore aboutir. Attendez si vous le pouvez.',
  reprint: 'Imprimer à nouveau',
  paperSeen: 'Oui, ils sont sortis',
  paperNotSeen: 'Non, imprimer',
  approval: 'Numéro d’autorisation ou de transaction, si vous l’avez',
  operatorNumber: 'Numéro de l’opérateur',
  refundNumber: 'Numéro du remboursement',
  refundOver: (tender: string) => `Rendre par ${tender}`,
  refundMade: 'Oui, c’est rendu, sous ce numéro',
  refundNotMade: 'Non, rien n’est rendu',
  refundSince: 'Demandé le',
  refundReference: 'Référence du remboursement',
  refundFailed: (by: RefundClosedBy, reason: string) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
  receipt: 'Numéro du reçu de remboursement',
  paidBack: "C'est remboursé",
  note: "Numéro de votre note, s'il y en a une",
  settled: "C'est réglé",
  ownerRef: 'Référence à la billetterie',
  shown: 'La billetterie montre',
  shownNothing: 'Aucun billet',
  gapSince: 'Dernière ligne avant',
  gapFound: 'Découvert',
  gapRows: 'Lignes perdues',
  gapRowsAtLeast: (rows: number | null) => (rows === null ? 'Nombre inconnu' : `Au moins ${rows}`),
  gapRemembered: 'Ce qui en garde la trace',
  memory: (memory: LedgerMemory) => memories[memory],
  strayPaidOut: 'Le client a été payé du tiroir',
  strayKept: 'Reste dans la caisse jusqu’au comptage',
  strayFound: 'Entré le',
  strayUnknown: 'Valeur inconnue',
  newKey: 'Nouvelle clé',
  hubSays: 'Le serveur constate',
  hubDoubt: (doubt: LedgerDoubt) => doubts[doubt],
  hubRow: 'Dernière ligne connue du serveur',
  previous: 'Question précédente',
  next: 'Question suivante',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Payée après le départ du client. Ses billets l’attendent : imprimez-les quand il les demande.',
  'money-moved': "L'argent a-t-il été pris ?",
  'service-unreachable':
    'Payée, mais la billetterie ne dit pas ce que cette vente est devenue. La machine redemande toute seule. Si cela dure, téléphonez-lui : rendez la somme, ou remettez les billets autrement et notez-le.',
  'tickets-differ':
    "La billetterie montre d'autres billets que la commande. Voyez avec elle, puis redemandez, ou rendez la somme.",
  'payment-open':
    'La vente a continué sans ce paiement, et l’opérateur n’a pas encore dit s’il a abouti. La machine continue à lui demander : si l’argent est pris, il sera à rendre, ici même.',
  'payment-unanswered':
    'La vente a continué sans ce paiement, et l’opérateur n’a jamais répondu. Regardez son compte : l’argent a-t-il été pris ?',
  'payment-found':
    'La vente avait continué sans ce paiement, et l’opérateur a pris l’argent quand même. Rendez la somme, puis notez le numéro du remboursement.',
  'refund-open':
    'L’opérateur a été chargé de rendre cette somme, et n’a pas encore répondu. La machine continue à lui demander : ne rendez rien d’une autre façon. S’il ne répond pas, regardez son compte : la somme est-elle rendue ?',
  'pay-back': 'Payée, mais sans billets. Rendez la somme, puis notez le numéro du reçu.',
  reprint: "Payée et confirmée, mais des billets ne sont pas sortis. Vérifiez l'imprimante, puis imprimez.",
  'paper-out':
    "Payée et confirmée. Ces billets sont-ils sortis ? Regardez l'imprimante ; un second papier dit DUPLICATA.",
  'rows-lost':
    'La machine a perdu une partie de son journal. Elle demande elle-même à la billetterie et au terminal ce qu’est devenue cette vente. Si personne ne répond, comparez vous-même, réglez, puis notez-le.',
  unreconciled:
    "La machine a perdu une partie de son journal, et ni la billetterie ni le terminal n'expliquent cette vente. Comparez avec eux et avec la caisse, réglez, puis notez-le.",
  'stray-note':
    'Un billet de banque est entré dans la caisse à billets sans vente : après une coupure de courant ou de ligne. Si son client est connu, rendez-lui la même somme en espèces. Sinon, le billet reste dans la caisse jusqu’au comptage.',
  'ledger-gap':
    'Des lignes du journal sont perdues : des ventes faites entre ces deux heures peuvent y manquer. Comparez la caisse, le terminal et la billetterie.',
  'ledger-key':
    'Le journal continue sous une nouvelle clé : le fichier de l’ancienne a disparu. L’administrateur du serveur doit s’en porter garant ; sans serveur, notez ici qui sait pourquoi et gardez la clôture Z suivante.',
  'ledger-hub':
    'Le serveur du stade ne reconnaît pas le journal de cette caisse. Appelez l’administrateur du serveur : il le règle sur sa page, ou la bonne copie du journal est remise en place.',
  'purchase-refused':
    'Payée, mais la billetterie refuse la vente. La machine la repropose toute seule tant que les places peuvent être tenues ; ensuite la somme est à rendre, ici même. Le reste se règle sous « État de la borne », ou au bureau sous « Machine ».',
  'storage-full':
    "Le disque est plein : cette vente attend d'être enregistrée. Faites de la place sur le disque, elle reprend d'elle-même. D'ici là, n'éteignez pas la machine.",
  restart: 'La machine a connu une panne pendant cette vente. Redémarrez-la : la vente reprend où elle en était.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'Le fichier témoin',
  roll: 'La bande de contrôle',
  backup: 'Une copie',
  archive: 'Une archive',
  report: 'Un rapport Z imprimé',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'Ce journal s’arrête avant ce que le serveur a vu',
  forked: 'Une ligne que le serveur connaît est devenue une autre',
  'another-key': 'Une clé que le serveur ne connaît pas signe ce journal',
  'another-ledger': 'Ce n’est pas le journal que le serveur connaît',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) =>
    `L’opérateur a refusé de rendre la somme : ${reason}. Redemandez-la-lui, ou rendez-la autrement.`,
  unsent: () =>
    'L’opérateur n’a pas pu être joint : rien ne lui a été demandé. Redemandez plus tard, ou rendez la somme autrement.',
  staff: () => 'Un agent a vu chez l’opérateur que rien n’était rendu : rendez la somme autrement.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'sans autre motif',
  'timed-out': 'délai dépassé',
  'not-enough-money': 'votre compte chez lui n’a pas assez d’argent',
  'over-limit': 'une limite est dépassée',
  'unknown-payer': 'le client n’a plus de compte',
  'provider-down': 'son service est en panne',
  'not-set-up': 'votre contrat ou vos réglages chez lui ne le permettent pas',
}
