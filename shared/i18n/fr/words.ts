import type {
  ColumnNames,
  NoShiftText,
  ProviderNames,
  ReconcileAdvice,
  ReconciledText,
  SeatNotes,
  TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'Carte',
  cash: 'Espèces',
  notes: 'Billets de banque',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  'credit-slip': 'Bon d’avoir',
  free: 'Gratuit',
}

export const seatNotes: SeatNotes = {
  accessible: 'Place fauteuil',
  companion: 'Accompagnant',
  restrictedView: 'Vue restreinte',
  stepFree: 'Sans marche',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'Djomy',
  'djomy-push': 'Djomy',
  'orange-money': 'Orange',
  'mtn-momo': 'MTN',
  'stripe-terminal': 'Stripe',
  sumup: 'SumUp',
  simulated: 'simulateur',
}

export const reconcileAdvice: ReconcileAdvice = {
  'not-listed':
    'Ce billet n’est pas valable pour entrer. Donnez à la billetterie la référence et le numéro du billet ; sinon remboursez.',
  'not-recorded':
    'Personne n’a payé ce billet ici. Cherchez-le aux autres caisses ; sinon demandez à la billetterie de l’annuler.',
  differs: 'Les deux ne disent pas la même chose de ce billet. Demandez à la billetterie ce qui vaut, puis réimprimez.',
  'given-back': 'Remboursé ici, encore valable à la billetterie. Demandez-lui de l’annuler.',
  unsettled: 'L’argent est pris, les billets manquent. Répondez à la question qui attend pour cette vente.',
  'not-asked': 'La billetterie n’a pas répondu. Recommencez plus tard.',
}

export const columns: ColumnNames = {
  amount: 'montant',
  at: 'date',
  compared: 'comparé le',
  count: 'nombre',
  currency: 'devise',
  detail: 'détail',
  difference: 'écart',
  driver: 'pilote',
  event: 'événement',
  from: 'du',
  here: 'ici',
  item: 'chiffre',
  kind: 'rapport',
  line: 'ligne du relevé',
  name: 'nom',
  order: 'commande',
  owner: 'référence du client',
  providerReference: 'référence de l’opérateur',
  reference: 'référence',
  register: 'caisse',
  sale: 'vente',
  seat: 'place',
  shift: 'service',
  staff: 'agent',
  state: 'état',
  there: 'en face',
  ticket: 'billet',
  ticketNumber: 'numéro du billet',
  to: 'au',
  toDo: 'à faire',
}

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `Service ${shift} – ventes comparées : ${sales}, billets concordants : ${agreed}, écarts : ${differences}`

export const noShift: NoShiftText = (ledger, shift) =>
  shift === null ? `${ledger} : aucun service` : `${ledger} : pas de service ${shift}`
