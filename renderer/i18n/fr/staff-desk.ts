import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { TenderNames } from '../../../shared/i18n/texts.ts'
import type { SaleCase, StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'

/** What staff are asked, and what they answer. */
export const frStaffDesk = {
  title: 'Écran des agents',
  pinBody: 'Saisissez votre code pour voir les décisions attendues et l’état de la borne.',
  none: 'Aucune décision attendue',
  noneBody: 'Ce qui demande une décision s’affichera ici.',
  close: 'Fermer',
  of: (index: number, count: number) => (count === 1 ? '1 décision attendue' : `Décision ${index} sur ${count}`),
  question: (question: StaffCase['question']) => questions[question],
  moneyMovedQuestion: (tender: SaleCase['tender'], amount: string, tenders: TenderNames) =>
    tender === 'cash'
      ? `Avez-vous reçu ${amount} en espèces ? Comptez le tiroir.`
      : tender === null
        ? `Le client a-t-il payé ${amount} ? Vérifiez le journal du terminal et le compte chez le prestataire.`
        : tender === 'card'
          ? `Le client a-t-il payé ${amount} par carte ? Vérifiez le journal du terminal.`
          : tender === 'notes'
            ? `Le billet de banque de ${amount} est-il dans le coffre du lecteur ? Ouvrez la borne et vérifiez.`
            : tender === 'credit-slip'
              ? `L’avoir de ${amount} a-t-il été utilisé pour cette vente ? La machine interroge le serveur : attendez si possible.`
              : `Le client a-t-il payé ${amount} par ${tenders[tender]} ? Vérifiez le compte chez le prestataire.`,
  rowsLost:
    'Une partie de l’historique de cette vente est perdue. Vérifiez que le client n’a pas déjà reçu ses billets ou un remboursement.',
  unknownTender: 'Inconnu',
  paymentReference: 'Référence du paiement',
  order: 'Numéro de vente',
  find: 'Chercher une référence',
  findBody: 'Saisissez la référence du client, ou scannez son QR code.',
  notFound: 'Aucune vente trouvée sur cette machine. Vérifiez votre saisie.',
  noQuestion: 'Aucune décision n’est attendue pour cette vente.',
  paidBy: 'Paiement',
  moneyMoved: 'Oui, c’est payé',
  moneyNotMoved: 'Non, rien n’est payé',
  askAgain: 'Relancer la demande de billets',
  giveBack: 'Rembourser',
  handedOut: 'Billets remis par un autre moyen',
  askLast: 'Vérifier auprès de la billetterie',
  lookFirst:
    'Vente payée, sans billets. Vérifiez d’abord auprès de la billetterie : si les billets existent, ils s’impriment et il n’y a rien à rembourser.',
  notAsked:
    'La billetterie est injoignable. Téléphonez-lui avant de rembourser : si elle a vendu ces places, elle doit les annuler.',
  ticketsShown:
    'La billetterie a des billets pour cette vente. Faites-les annuler par la billetterie avant de rembourser.',
  printNow: 'Imprimer les billets',
  stillAsked:
    'Pas encore de réponse du prestataire ; la machine réessaie. Si vous répondez « non », la vente continue sans ce paiement. S’il aboutit plus tard, remboursez-le ici.',
  tookOtherwise: (sum: string) =>
    `Le prestataire indique un autre montant : ${sum}. Répondez « non » ; il sera alors à rembourser ici.`,
  mayStillSell: 'La vente peut encore aboutir. Si possible, attendez.',
  reprint: 'Imprimer les billets',
  paperSeen: 'Oui, ils sont sortis',
  paperNotSeen: 'Non, imprimer',
  approval: 'Numéro d’autorisation ou de transaction, si vous l’avez',
  operatorNumber: 'Référence du prestataire',
  refundNumber: 'Numéro du remboursement',
  refundOver: (tender: string) => `Rembourser par ${tender}`,
  refundMade: 'Oui, remboursé sous ce numéro',
  refundNotMade: 'Non, rien n’est remboursé',
  refundSince: 'Demandé le',
  refundReference: 'Référence du remboursement',
  refundFailed: (by: RefundClosedBy, reason: string) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
  receipt: 'Numéro du reçu de remboursement',
  paidBack: 'Marquer comme remboursé',
  note: 'Référence de votre note',
  settled: 'Marquer comme traité',
  ownerRef: 'Référence de la billetterie',
  shown: 'Billets à la billetterie',
  shownNothing: 'Aucun billet',
  gapSince: 'Dernière ligne avant l’incident',
  gapFound: 'Constaté le',
  gapRows: 'Lignes perdues',
  gapRowsAtLeast: (rows: number | null) => (rows === null ? 'Nombre inconnu' : `Au moins ${rows}`),
  gapRemembered: 'Trace conservée dans',
  memory: (memory: LedgerMemory) => memories[memory],
  strayPaidOut: 'Client remboursé depuis le tiroir',
  strayKept: 'Laisser dans le coffre jusqu’au comptage',
  strayFound: 'Entré le',
  strayUnknown: 'Valeur inconnue',
  newKey: 'Nouvelle clé',
  hubSays: 'Constat du serveur',
  hubDoubt: (doubt: LedgerDoubt) => doubts[doubt],
  hubRow: 'Dernière ligne connue du serveur',
  previous: 'Précédente',
  next: 'Suivante',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Vente payée après le départ du client. Imprimez les billets quand il vient les chercher.',
  'money-moved': 'Le client a-t-il payé ?',
  'service-unreachable':
    'Vente payée, sans confirmation de la billetterie. La machine réessaie automatiquement. Si cela dure, téléphonez à la billetterie, puis remboursez, ou remettez les billets par un autre moyen et enregistrez-le ici.',
  'tickets-differ':
    'Les billets de la billetterie ne correspondent pas à la commande. Appelez la billetterie, puis relancez la demande, ou remboursez.',
  'payment-open':
    'La vente a continué sans ce paiement, encore sans réponse du prestataire. La machine réessaie automatiquement : si le paiement aboutit, il sera à rembourser ici.',
  'payment-unanswered':
    'La vente a continué sans ce paiement, resté sans réponse du prestataire. Vérifiez le compte chez le prestataire : le client a-t-il payé ?',
  'payment-found':
    'La vente a continué sans ce paiement, mais il a abouti ensuite. Remboursez le client, puis saisissez le numéro du remboursement.',
  'refund-open':
    'Remboursement demandé au prestataire, encore sans réponse. La machine réessaie : ne remboursez pas par un autre moyen. Si cela dure, vérifiez le compte chez le prestataire : le client est-il remboursé ?',
  'pay-back': 'Vente payée, sans billets. Remboursez le client, puis saisissez le numéro du reçu.',
  reprint: 'Vente payée et confirmée, mais des billets ne sont pas sortis. Vérifiez l’imprimante, puis imprimez.',
  'paper-out':
    'Vente payée et confirmée. Ces billets sont-ils sortis ? Vérifiez l’imprimante ; un billet imprimé de nouveau porte la mention DUPLICATA.',
  'rows-lost':
    'Une partie du journal de cette machine est perdue. La machine interroge elle-même la billetterie et le terminal sur cette vente. Sans réponse, vérifiez auprès d’eux, réglez la vente, puis marquez-la comme traitée.',
  unreconciled:
    'Une partie du journal de cette machine est perdue ; ni la billetterie ni le terminal n’expliquent cette vente. Vérifiez auprès d’eux et dans le tiroir, réglez la vente, puis marquez-la comme traitée.',
  'stray-note':
    'Un billet de banque est entré dans le coffre sans vente, après une coupure de courant ou de connexion. Si le client est connu, remettez-lui le même montant en espèces. Sinon, laissez le billet de banque dans le coffre jusqu’au comptage.',
  'ledger-gap':
    'Des lignes du journal sont perdues : des ventes faites entre ces deux heures peuvent y manquer. Comparez le tiroir, le terminal et la billetterie.',
  'ledger-key':
    'Le journal continue avec une nouvelle clé : l’ancienne est perdue. L’administrateur du serveur doit approuver la nouvelle clé ; sans serveur, indiquez qui l’a changée et conservez le prochain rapport Z.',
  'ledger-hub':
    'Le serveur du site ne reconnaît pas le journal de cette machine. Appelez l’administrateur du serveur : il accepte ce journal, ou fait restaurer la bonne copie.',
  'purchase-refused':
    'Vente payée, mais refusée par la billetterie. La machine réessaie tant que les places peuvent être bloquées ; ensuite, il faudra rembourser ici. Pour reprendre les ventes, choisissez « Reprendre les ventes », sous « État de la borne » ou au bureau, page « Machine ».',
  'storage-full':
    'Disque plein : cette vente attend d’être enregistrée. Libérez de l’espace sur le disque : elle reprendra automatiquement. D’ici là, n’éteignez pas la machine.',
  restart: 'La machine a rencontré un problème pendant cette vente. Redémarrez-la : la vente reprend où elle en était.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'Le repère du journal',
  roll: 'La bande de contrôle',
  backup: 'Une sauvegarde',
  archive: 'Une archive',
  report: 'Un rapport Z imprimé',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'Des lignes connues du serveur manquent dans ce journal',
  forked: 'Une ligne connue du serveur a été modifiée',
  'another-key': 'Ce journal est signé avec une clé inconnue du serveur',
  'another-ledger': 'Le serveur connaît un autre journal pour cette machine',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) =>
    `Le prestataire a refusé le remboursement : ${reason}. Redemandez-le, ou remboursez par un autre moyen.`,
  unsent: () =>
    'Prestataire injoignable : le remboursement n’a pas été demandé. Réessayez plus tard, ou remboursez par un autre moyen.',
  staff: () => 'Un agent a constaté chez le prestataire que rien n’était remboursé : remboursez par un autre moyen.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'aucun motif indiqué',
  'timed-out': 'délai dépassé',
  'not-enough-money': 'solde insuffisant sur votre compte marchand',
  'over-limit': 'plafond dépassé',
  'unknown-payer': 'le client n’a plus de compte',
  'provider-down': 'service du prestataire en panne',
  'not-set-up': 'votre contrat ou vos réglages ne le permettent pas',
}
