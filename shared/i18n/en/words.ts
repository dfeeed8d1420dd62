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
  card: 'Card',
  cash: 'Cash',
  notes: 'Banknotes',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  'credit-slip': 'Credit slip',
  free: 'Free',
}

export const seatNotes: SeatNotes = {
  accessible: 'Wheelchair space',
  companion: 'Companion',
  restrictedView: 'Restricted view',
  stepFree: 'Step-free',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'Djomy',
  'djomy-push': 'Djomy',
  'orange-money': 'Orange',
  'mtn-momo': 'MTN',
  'stripe-terminal': 'Stripe',
  sumup: 'SumUp',
  simulated: 'simulator',
}

export const reconcileAdvice: ReconcileAdvice = {
  'not-listed':
    'This ticket is not valid for entry. Give the service the reference and the ticket number; otherwise refund it.',
  'not-recorded':
    'Nobody paid for this ticket here. Look for it at the other tills; otherwise ask the service to take it back.',
  differs: 'The two do not say the same of this ticket. Ask the service which holds, then print it again.',
  'given-back': 'Paid back here, still valid at the service. Ask it to take the ticket back.',
  unsettled: 'Money was taken and the tickets are missing. Answer the question that waits for this sale.',
  'not-asked': 'The service did not answer. Compare again later.',
}

export const columns: ColumnNames = {
  amount: 'amount',
  at: 'date',
  compared: 'compared on',
  count: 'count',
  currency: 'currency',
  detail: 'detail',
  difference: 'difference',
  driver: 'driver',
  event: 'event',
  from: 'from',
  here: 'here',
  item: 'item',
  kind: 'report',
  line: 'line of the report',
  name: 'name',
  order: 'order',
  owner: 'customer reference',
  providerReference: 'provider reference',
  reference: 'reference',
  register: 'till',
  sale: 'sale',
  seat: 'seat',
  shift: 'shift',
  staff: 'staff',
  state: 'state',
  there: 'there',
  ticket: 'ticket',
  ticketNumber: 'ticket number',
  to: 'to',
  toDo: 'to do',
}

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `Shift ${shift} – sales compared: ${sales}, tickets that agree: ${agreed}, differences: ${differences}`

export const noShift: NoShiftText = (ledger, shift) => `${ledger}: has no shift${shift === null ? '' : ` ${shift}`}`
