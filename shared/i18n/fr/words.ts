import type {
  ColumnNames,
  NoShiftText,
  ProviderNames,
  ReconcileAdvice,
  ReconciledText,
  SeatNotes,
  TenderNames,
} from '../texts.ts'
import { countedIn } from '../counted.ts'

export const tenderNames: TenderNames = {
  card: 'Carte',
  cash: 'Espèces',
  notes: 'Billets de banque',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  'credit-slip': 'Avoir',
  free: 'Gratuit',
}

export const seatNotes: SeatNotes = {
  accessible: 'Place fauteuil roulant',
  companion: 'Accompagnateur',
  restrictedView: 'Visibilité réduite',
  stepFree: 'Accès sans marches',
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
    'Ce billet n’est pas valable pour entrer. Donnez à la billetterie la référence et le numéro du billet. Si elle ne le rétablit pas, remboursez-le.',
  'not-recorded':
    'Ce billet n’a pas été payé ici. Cherchez-le aux autres caisses. S’il n’y est pas non plus, demandez à la billetterie de l’annuler.',
  differs:
    'Les données de ce billet diffèrent entre la caisse et la billetterie. Demandez à la billetterie lesquelles sont exactes, puis imprimez un duplicata du billet.',
  'given-back': 'Remboursé ici, mais encore valable à la billetterie. Demandez-lui d’annuler le billet.',
  unsettled: 'Le paiement est encaissé, mais les billets manquent. Répondez à la question posée pour cette vente.',
  'not-asked': 'La billetterie n’a pas répondu. Relancez la comparaison plus tard.',
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
  item: 'rubrique',
  kind: 'rapport',
  line: 'ligne du relevé',
  name: 'nom',
  order: 'commande',
  owner: 'référence du client',
  providerReference: 'référence du prestataire',
  reference: 'référence',
  register: 'caisse',
  sale: 'vente',
  seat: 'place',
  shift: 'session',
  staff: 'agent',
  state: 'état',
  there: 'chez le prestataire',
  ticket: 'billet',
  ticketNumber: 'numéro du billet',
  to: 'au',
  toDo: 'à faire',
}

const counted = countedIn('fr')

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `Session ${shift} : ${counted(sales, 'vente comparée', 'ventes comparées')}, ${counted(agreed, 'billet concordant', 'billets concordants')}, ${counted(differences, 'écart', 'écarts')}`

export const noShift: NoShiftText = (ledger, shift) =>
  shift === null ? `${ledger} : aucune session de caisse` : `${ledger} : pas de session de caisse ${shift}`
