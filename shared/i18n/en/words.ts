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
  card: 'Card',
  cash: 'Cash',
  notes: 'Banknotes',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  'credit-slip': 'Refund voucher',
  free: 'Free',
}

export const seatNotes: SeatNotes = {
  accessible: 'Wheelchair space',
  companion: 'Companion',
  restrictedView: 'Restricted view',
  stepFree: 'Step-free access',
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
    'This ticket is not valid for entry. Give the booking service the reference and the ticket number. If it does not restore the ticket, refund it.',
  'not-recorded':
    'This ticket was not paid for here. Look for it at the other desks. If it is not there either, ask the booking service to cancel it.',
  differs:
    'The desk and the booking service have different data for this ticket. Ask the booking service which data is correct, then print a duplicate of the ticket.',
  'given-back': 'Refunded here, but still valid at the booking service. Ask it to cancel the ticket.',
  unsettled: 'The payment was taken, but the tickets are missing. Answer the open question of this sale.',
  'not-asked': 'The booking service did not answer. Compare again later.',
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
  line: 'report line',
  name: 'name',
  order: 'order',
  owner: 'customer reference',
  providerReference: 'provider reference',
  reference: 'reference',
  register: 'desk',
  sale: 'sale',
  seat: 'seat',
  shift: 'shift',
  staff: 'staff',
  state: 'state',
  there: 'at the provider',
  ticket: 'ticket',
  ticketNumber: 'ticket number',
  to: 'to',
  toDo: 'to do',
}

const counted = countedIn('en')

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `Shift ${shift}: ${counted(sales, 'sale', 'sales')} compared, ${counted(agreed, 'ticket agrees', 'tickets agree')}, ${counted(differences, 'difference', 'differences')}`

export const noShift: NoShiftText = (ledger, shift) => `${ledger}: no shift${shift === null ? '' : ` ${shift}`}`
