import type { LedgerMismatch, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { FiledInvoice, FiscalState } from '../../../shared/domain/sale/sale-file.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import type { PrintJob, SaleState } from '../../../shared/domain/sale/sale.ts'
import { issues } from '../../../shared/i18n/fr/words.ts'
import type { TenderNames } from '../../../shared/i18n/texts.ts'
import type { StaffRole } from '../../../shared/api/kiosk/contract.ts'
import type { SaleCase, StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { InvoicePaperView, PrinterRole, ReportPaper } from '../../../shared/api/kiosk/views.ts'

export const frFiles = {
  search: 'Chercher une vente',
  hint: 'Numéro, place, montant, nom, téléphone ou heure',
  find: 'chercher',
  close: 'fermer',
  sameSeats: 'mêmes places',
  confirm: 'confirmer',
  found: 'Ventes trouvées',
  soldAt: (when: string) => `Vendu le ${when}`,
  severalEvents: 'Cette recherche trouve plusieurs événements : choisissez la vente avec les flèches haut et bas.',
  file: 'La vente',
  story: 'Déroulement',
  latestOnly: (count: number) =>
    `Seules les ${count} ventes les plus récentes sont montrées : précisez la place, le numéro, le nom ou l’heure.`,
  nothing: 'Aucune vente trouvée. Cherchez par place, par heure, par montant ou par numéro de billet.',
  acts: {
    reprint: 'duplicata',
    refund: 'rembourser',
    void: 'annuler la vente',
    correct: 'corriger le paiement',
    pay: 'rembourser le montant dû',
    slip: 'duplicata du bordereau ou reçu',
    invoice: 'facture',
    'invoice-copy': 'réimprimer la facture',
  },
  beforeReturn:
    'Reprenez les billets au client. L’annulation est demandée à la billetterie ; sa réponse figure sur le bordereau de remboursement.',
  cancellation: {
    cancelled: 'Billets annulés à la billetterie, places remises en vente.',
    asked:
      'Annulation demandée à la billetterie, sans réponse pour l’instant ; ces billets restent vendus jusqu’à sa confirmation.',
    none: 'La billetterie ne permet pas l’annulation : ces billets y restent vendus. Reprenez-les au client et donnez leurs numéros à l’organisateur.',
  },
  beforeCorrection: 'Seul le moyen de paiement change : les billets restent valables et aucun montant n’est rendu.',
  whichPayment: 'Quel paiement ?',
  rightTender: 'Moyen de paiement réel',
  approval: 'Numéro d’autorisation ou de transaction',
  correction: (was: string, is: string) => `${is} au lieu de ${was}`,
  corrected: (tender: string, receipt: string) => `Paiement corrigé : ${tender}. ${receipt}`,
  which: 'Quels billets ?',
  whichSlip: 'Quel bordereau ou reçu ?',
  over: 'Remboursé par',
  receipt: 'Numéro du reçu du terminal',
  handOver: 'Remettez le montant au client, puis confirmez.',
  reason: 'Motif',
  reasons: {
    reprint: ['Papier déchiré', 'Mal imprimé', 'Billet perdu'],
    refund: ['Le client ne peut pas venir', 'Événement annulé', 'Geste commercial'],
    void: ['Erreur de saisie', 'Mauvais événement', 'Le client a changé d’avis'],
    correct: ['Erreur de saisie', 'Le client a payé autrement'],
    slip: ['Papier déchiré', 'Mal imprimé', 'Bordereau ou reçu perdu'],
  },
  second: 'Un responsable confirme',
  toGiveBack: 'À rembourser',
  returned: (amount: string) => `${amount} remboursés`,
  stillOwed: (amount: string) => `${amount} à rembourser`,
  granted: (amount: string, slip: string) => `À rembourser : ${amount}. ${slip}`,
  copiesOut: (out: number, wanted: number) =>
    out === wanted
      ? `${out === 1 ? 'Duplicata imprimé' : `${out} duplicatas imprimés`}.`
      : `${out} ${out < 2 ? 'duplicata imprimé' : 'duplicatas imprimés'} sur ${wanted} : vérifiez l’imprimante, puis recommencez.`,
  slips: {
    printed: 'Bordereau imprimé : à faire signer.',
    saved: 'Bordereau enregistré en fichier.',
    failed: 'Le bordereau n’a pas été imprimé : vérifiez l’imprimante, puis imprimez un duplicata du bordereau.',
    unknown: 'Vérifiez si le bordereau a été imprimé.',
  } satisfies Record<ReportPaper, string>,
  receipts: {
    printed: 'Reçu corrigé imprimé.',
    saved: 'Reçu corrigé enregistré en fichier.',
    failed: 'Le reçu corrigé n’a pas été imprimé : vérifiez l’imprimante, puis imprimez un duplicata.',
    unknown: 'Vérifiez si le reçu corrigé a été imprimé.',
  } satisfies Record<ReportPaper, string>,
  invoices: {
    kinds: { invoice: 'Facture', 'credit-note': 'Facture d’avoir' } satisfies Record<FiledInvoice['kind'], string>,
    company: 'Société',
    address: 'Adresse',
    taxNumber: 'NIF (facultatif)',
    which: 'Quelle facture ?',
    once: 'Une vente a une seule facture, pour les billets encore valables : vérifiez avant de confirmer.',
    total: 'Montant de la facture',
    erased: 'coordonnées effacées',
    copy: (copies: number) => `DUPLICATA ${copies}`,
    fiscal: {
      waiting: 'en attente de signature fiscale',
      signed: 'signée',
      refused: (reason: string) => `refusée par le système fiscal : ${reason}`,
    },
    resend: 'Renvoyer la facture au système fiscal',
    resubmit: 'Le système fiscal a refusé cette facture. Corrigez la cause, puis confirmez pour renvoyer la facture.',
    unsigned: (name: string, state: Exclude<FiscalState['state'], 'signed'>) =>
      ({
        waiting: `${name} : imprimée sans signature fiscale. Quand elle sera signée, imprimez-la de nouveau (F1) : ce sera l’original.`,
        refused: `${name} : refusée par le système fiscal. Ne remettez pas ce papier. La vente montre la raison ; corrigez la facture (F1).`,
      })[state],
    damaged: (row: string) =>
      `La ligne ${row} du journal est illisible. Elle contenait une facture ou un avoir de cette vente. Appelez l’assistance.`,
    out: (name: string, paper: InvoicePaperView['paper']) =>
      ({
        printed: `${name} : imprimée.`,
        saved: `${name} : enregistrée en fichier.`,
        failed: `${name} : émise, mais pas imprimée. Vérifiez l’imprimante, puis imprimez un duplicata.`,
        unknown: `${name} : émise. Vérifiez si elle a été imprimée.`,
      })[paper],
  },
  paid: 'Montant remboursé',
  owed: 'à rembourser',
  change: (amount: string) => `monnaie ${amount}`,
  by: (staffId: string, second: string) => `nº ${staffId}, avec nº ${second}`,
  who: (staffId: string) => `nº ${staffId}`,
  back: { refund: 'Remboursé', void: 'Annulé', unsold: 'Places non vendues' },
  cancelledThere: 'Annulé à la billetterie',
  paper: (copy: number, state: string) => (copy === 0 ? `Original ${state}` : `DUPLICATA ${copy} ${state}`),
  papers: {
    queued: 'en attente',
    spooling: 'en cours d’impression',
    printed: 'imprimé',
    unknown: 'peut-être imprimé',
    failed: 'pas imprimé',
  } satisfies Record<PrintJob['state'], string>,
  payments: {
    started: 'commencé',
    unknown: 'sans réponse',
    approved: 'encaissé',
    refused: 'refusé',
    cancelled: 'annulé',
    unavailable: 'injoignable',
    refunded: 'remboursé',
  },
  states: {
    choosing: 'choix en cours',
    holding: 'blocage en cours',
    held: 'places bloquées',
    priced: 'à payer',
    paying: 'paiement en cours',
    paid: 'payée',
    confirming: 'confirmation en cours',
    unknown: 'confirmation sans réponse',
    confirmed: 'confirmée',
    printing: 'impression en cours',
    'print-unknown': 'impression à vérifier',
    done: 'vendue',
    releasing: 'libération en cours',
    abandoned: 'abandonnée',
    'refund-due': 'à rembourser',
    refunded: 'remboursée',
    'needs-staff': 'décision attendue',
  } satisfies Record<SaleState, string>,
  told: {
    SEATS_CHOSEN: 'Places choisies',
    CUSTOMER_RECORDED: 'Client enregistré',
    FREE_ORDER_ACCEPTED: 'Commande gratuite',
    TENDER_APPROVED: 'Encaissé',
    TENDER_REFUSED: 'Paiement refusé',
    TENDER_CANCELLED: 'Paiement annulé',
    PURCHASE_CONFIRMED: 'Billets émis',
    TICKETS_FOUND: 'Billets émis',
    PRINT_FINISHED: 'Billet imprimé',
    PRINT_FAILED: 'Billet non imprimé',
    REFUNDED: 'Remboursé',
    REPRINT_REQUESTED: 'Duplicata demandé',
    REPRINT_FINISHED: 'Impression du duplicata terminée',
    TICKETS_REFUNDED: 'Billets remboursés',
    TICKETS_VOIDED: 'Vente annulée',
    CANCELLATION_RESULT: 'Réponse de la billetterie à l’annulation',
    REFUND_PAID: 'Montant remboursé',
    TENDER_CORRECTED: 'Moyen de paiement corrigé',
    SLIP_COPIED: 'Duplicata du bordereau ou reçu',
    INVOICE_ISSUED: 'Facture ou facture d’avoir émise',
    INVOICE_COPIED: 'Duplicata d’une facture',
    INVOICE_SIGNED: 'Signature fiscale d’une facture',
    INVOICE_REFUSED: 'Facture refusée par le système fiscal',
    INVOICE_RESUBMITTED: 'Facture renvoyée au système fiscal',
    PAYMENT_FOUND: 'Paiement reçu plus tard',
    PAYMENT_CLOSED: 'Paiement non abouti',
    PAYMENT_UNRESOLVED: 'Paiement resté sans réponse',
    PAYMENT_PAID_BACK: 'Paiement remboursé',
    REFUND_REQUESTED: 'Remboursement demandé au prestataire',
    REFUND_CLOSED: 'Remboursement non abouti',
  },
}

export const frPeople = {
  numberAndPin: 'Votre numéro, votre code, puis Entrée.',
  number: 'Numéro',
  begin: 'Se connecter',
  recent: 'Derniers utilisateurs',
  machine: 'Code de la machine',
  withoutNumber: (pin: string) => `Démonstration : sans numéro, code ${pin}`,
  demoChoice: 'Démonstration : choisissez qui vous êtes, puis Entrée.',
  demoPeople: 'Les personnes de la démonstration',
  demoCode: (pin: string) => `code ${pin}`,
  demoSecond: (person: string, pin: string) => `Démonstration : ${person}, code ${pin}`,
  roles: {
    cashier: 'guichetier',
    supervisor: 'responsable',
    technician: 'technicien',
  } satisfies Record<StaffRole, string>,
}

export const frService = {
  title: 'État de la borne',
  device: 'Borne',
  version: 'Version',
  partner: 'Billetterie',
  printer: 'Imprimante',
  printers: 'Imprimantes',
  printerRole: (role: PrinterRole) => frPrinterRoles[role],
  paperLow: 'Rouleau bientôt terminé : préparez-en un autre.',
  stoodIn: (count: number) =>
    count === 1 ? 'A remplacé une autre imprimante une fois.' : `A remplacé une autre imprimante ${count} fois.`,
  ledger: 'Journal',
  partnerState: (state: 'up' | 'down') => (state === 'up' ? 'Répond' : 'Ne répond pas'),
  ready: 'En service',
  unknown: 'Inconnu',
  full: 'Disque plein : ventes bloquées',
  sales: 'Ventes',
  selling: { yes: 'Possibles', partly: 'Possibles, avec remarques', no: 'Impossibles' },
  issues,
  resumeSales: 'Reprendre les ventes',
  shift: 'Session de caisse',
  shiftBody: 'Le rapport X affiche la recette sans clôturer. Le rapport Z clôture la session et en ouvre une nouvelle.',
  closeX: 'Rapport X',
  closeZ: 'Clôturer (rapport Z)',
  sureZ: 'Oui, clôturer la session',
  closed: (kind: 'X' | 'Z', shiftNo: number) =>
    kind === 'Z' ? `Session ${shiftNo} clôturée` : `Session ${shiftNo} : rapport X établi`,
  takings: (tickets: number, money: string) => (tickets === 1 ? `1 billet, ${money}` : `${tickets} billets, ${money}`),
  noTakings: 'Aucune vente.',
  blind: 'Les montants en espèces s’affichent après le comptage.',
  reportPaper: (paper: ReportPaper) => frReportPapers[paper],
  reportFile: (file: string) => `Enregistré : ${file}`,
  printAgain: 'Imprimer à nouveau',
  refresh: 'Actualiser',
  quit: 'Arrêter le programme',
  quitNow: "Oui, l'arrêter",
  quitBody: 'L’écran se ferme et la borne ne vend plus jusqu’au prochain démarrage.',
  calibration: "Mesure de l'écran",
  measureLead: "Posez une carte bancaire sur l'écran, puis ajustez le cadre aux bords de la carte.",
  cardFrame: "Cadre d'une carte bancaire, 85,6 sur 54 mm",
  shorter: 'Rétrécir le cadre',
  longer: 'Agrandir le cadre',
  perMillimetre: (value: number) => `${value.toFixed(2).replace('.', ',')} px/mm`,
  line: 'Longueur du trait, mesurée à la règle',
  foot: "Hauteur du bas de l'écran au-dessus du sol",
  millimetres: (digits: string) => `${digits} mm`,
  save: 'Enregistrer',
  saved: 'Enregistré : la mesure s’applique à tous les écrans.',
}

const frReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'Le rapport est imprimé.',
  saved: 'Pas d’imprimante de rapports : le rapport est enregistré en fichier.',
  failed: 'Le rapport n’est pas sorti de l’imprimante.',
  unknown: 'Vérifiez l’imprimante : le rapport est peut-être sorti.',
}

const frPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'billets',
  receipts: 'reçus',
  reports: 'rapports',
}

export const frShift = {
  title: (shiftNo: number) => `Session ${shiftNo}`,
  since: (when: string) => `Depuis ${when}`,
  nothingYet: 'Aucune opération pour le moment.',
  drawer: 'Tiroir-caisse',
  float: 'Fond de caisse',
  unset: 'Pas encore saisi',
  counted: 'Compté',
  uncounted: 'Pas encore compté',
  over: (money: string) => `Excédent : ${money}`,
  short: (money: string) => `Manquant : ${money}`,
  exact: 'Aucun écart',
  beforeZ: {
    title: 'Avant de clôturer',
    nothing: (shiftNo: number) => `Aucune opération depuis la clôture de la session ${shiftNo} : rien à clôturer.`,
    uncounted: (currencies: string) => `Le tiroir n’est pas compté (${currencies}).`,
    openSales: (count: number) =>
      count === 1 ? 'Une vente n’est pas terminée.' : `${count} ventes ne sont pas terminées.`,
    owed: (money: string) => `${money} restent à rembourser aux clients.`,
  },
  reporting: 'Rapport en cours d’impression : attendez un instant.',
  terminalDay: {
    title: 'Télécollecte du terminal',
    close: 'Lancer la télécollecte',
    running: 'Télécollecte en cours : une minute au maximum. Laissez le terminal allumé.',
    due: {
      'not-asked': 'Télécollecte pas encore faite.',
      wanted: 'Le terminal refuse les cartes tant que la télécollecte n’est pas faite.',
      unavailable: 'Le terminal ne répond pas : allumez-le et vérifiez son câble, puis recommencez.',
      unknown: 'Résultat inconnu. Attendez un instant, puis relancez la télécollecte : la répéter est sans danger.',
    },
    refused: {
      'provider-down': 'La banque ne répond pas : recommencez plus tard.',
      'not-set-up':
        'Le terminal refuse la demande : lancez la télécollecte depuis son menu, ou appelez son service technique.',
      declined: 'Le terminal a refusé sans indiquer de motif : regardez son écran, puis recommencez.',
    },
    done: 'Télécollecte terminée.',
    sums: (told: string, ours: string) => `${told} selon le terminal, ${ours} selon la caisse`,
    exact: 'aucun écart',
    difference: (difference: string) => `écart : ${difference}`,
    untold: 'total non communiqué',
    again: 'Imprimez à nouveau le rapport Z pour y faire figurer ce total.',
  },
  paidIn: 'Entrées d’espèces',
  paidOut: 'Sorties d’espèces',
  droppedInAll: 'Dépôts au coffre-fort',
  noteFloat: 'Saisir le fond de caisse',
  payIn: 'Entrée d’espèces',
  paySlip: 'Rembourser un avoir',
  paySlipBody: 'Saisissez le numéro de l’avoir remis par le client. Un responsable confirme avec vous.',
  slipPaid: (amount: string) => `Avoir remboursé : remettez ${amount} au client et gardez l’avoir.`,
  slipCopy: {
    lead: 'Si le papier est coincé, perdu ou n’a pas été pris, choisissez l’avoir. Un avoir déjà utilisé ou remboursé ne peut plus être imprimé.',
    paper: 'Papier',
    print: 'Imprimer un duplicata',
    copies: (copies: number) => (copies === 1 ? 'un duplicata' : `${copies} duplicatas`),
    out: {
      printed: (copy: number) =>
        `Duplicata nº ${copy} imprimé. L’original et ses duplicatas ne valent ensemble ce montant qu’une seule fois.`,
      failed: (copy: number) => `Le duplicata nº ${copy} n’est pas sorti : vérifiez l’imprimante, puis recommencez.`,
      unknown: (copy: number) => `Vérifiez si le duplicata nº ${copy} est sorti.`,
    },
  },
  cashbox: {
    title: 'Coffre à billets de banque',
    lead: 'Il faut deux personnes : l’une ouvre le coffre, l’autre confirme. Aucun billet de banque n’est accepté tant qu’il est ouvert.',
    waits: {
      'going-in': 'Un client insère des billets de banque : attendez qu’il ait fini.',
      'asked-about':
        'Une vente en billets de banque attend une décision : revenez d’abord à l’écran des agents et répondez.',
    },
    open: 'Ouvrir le coffre',
    openLead:
      'Sortez tous les billets de banque. Comptez-les à deux. Le lecteur n’accepte aucun billet de banque avant l’enregistrement du comptage.',
    opened: 'Ouvert',
    close: 'Refermer sans compter',
    first: 'Première personne',
    emptied: 'Coffre à billets de banque vidé',
    done: (amount: string, difference: string) =>
      `Au coffre-fort : ${amount}. ${difference}. Remettez le coffre vide dans le lecteur.`,
    never: 'Jamais vidé',
  },
  payOut: 'Sortie d’espèces',
  drop: 'Dépôt au coffre-fort',
  dropped: 'Dépôt au coffre-fort',
  open: 'Ouvrir le tiroir',
  count: 'Compter',
  floatBody: 'Contenu du tiroir au début de la session.',
  payInBody: 'Espèces mises dans le tiroir sans vente.',
  payOutBody: 'Espèces retirées du tiroir sans vente.',
  dropBody: 'Espèces du tiroir déposées au coffre-fort pendant la session.',
  openBody: 'Le tiroir s’ouvre sans vente : indiquez le motif.',
  countBody:
    'Comptez chaque coupure ; pour un tiroir vide, saisissez 0. Le montant attendu s’affiche après le comptage.',
  amount: 'Montant',
  reason: 'Motif',
  record: 'Enregistrer',
  handOver: 'Passer le tiroir à un collègue',
  receiver: 'Qui reprend le tiroir ?',
  total: 'Total compté',
  note: (money: string) => `Billets de banque de ${money}`,
  coin: (money: string) => `Pièces de ${money}`,
  sum: (currency: string) => `Montant en ${currency}`,
  opened: 'Le tiroir est ouvert.',
  notOpened: 'Enregistré, mais le tiroir ne s’est pas ouvert : utilisez la clé.',
  recorded: 'Enregistré.',
  reasonsIn: [
    'Monnaie apportée',
    'Complément du fond de caisse',
    'Erreur de monnaie corrigée',
    'Autre (précisé ailleurs)',
  ] as readonly string[],
  reasonsOut: ['Monnaie rendue', 'Remboursement manuel', 'Autre (précisé ailleurs)'] as readonly string[],
  reasonsOpen: [
    'Faire de la monnaie',
    'Vérifier le contenu',
    'Billet de banque coincé',
    'Autre (précisé ailleurs)',
  ] as readonly string[],
}

export const frStaffDesk = {
  title: 'Écran des agents',
  pinBody: 'Saisissez votre code pour voir les décisions attendues et l’état de la borne.',
  none: 'Aucune décision attendue',
  noneBody: 'Ce qui demande une décision s’affichera ici.',
  close: 'Fermer',
  of: (index: number, count: number) => (count === 1 ? '1 décision attendue' : `Décision ${index} sur ${count}`),
  question: (question: StaffCase['question']) => questions[question],
  documentQuestion: (name: string, amount: string) =>
    `Avez-vous pris le document pour ${amount} (${name}) ? Cherchez-le.`,
  documentNumber: 'Numéro du document',
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
  find: 'Retrouver une vente',
  findBody: 'Touchez la vente, ou cherchez la place, l’heure, le montant, la fin du téléphone ou la référence.',
  notFound: 'Aucune vente trouvée sur cette machine. Vérifiez votre saisie.',
  hubAway: 'Le serveur ne répond pas : seules les ventes de cette machine sont cherchées.',
  soldElsewhere: 'vendu par une autre machine',
  printCopies: (count: number) => (count > 1 ? `Imprimer ${count} duplicatas` : 'Imprimer le duplicata'),
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
  hubDoubt: (doubt: LedgerMismatch) => doubts[doubt],
  hubRow: 'Dernière ligne connue du serveur',
  previous: 'Précédente',
  next: 'Suivante',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Vente payée après le départ du client. Imprimez les billets quand il vient les chercher.',
  'money-moved': 'Le client a-t-il payé ?',
  'service-unreachable':
    'Vente payée, sans confirmation de la billetterie. La machine réessaie automatiquement. Si cela dure, téléphonez à la billetterie, puis remboursez, ou remettez les billets par un autre moyen et enregistrez-le ici.',
  'tickets-mismatched':
    'Les billets de la billetterie ne correspondent pas à la commande. Appelez la billetterie, puis relancez la demande, ou remboursez.',
  'payment-open':
    'La vente a continué sans ce paiement, encore sans réponse du prestataire. La machine réessaie automatiquement : si le paiement aboutit, il sera à rembourser ici.',
  'payment-unresolved':
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
  'note-unallocated':
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

const doubts: Readonly<Record<LedgerMismatch, string>> = {
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
