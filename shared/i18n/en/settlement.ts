import type { SettlementTexts } from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('en')

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'Not at the provider',
    'missing-here': 'Not known here',
    'other-amount': 'Different amount',
    'not-taken': 'Paid without a ticket',
    open: 'No answer here',
    'refunded-there': 'Refunded by the provider',
    'refunded-here': 'Refunded here',
    double: 'Charged twice',
    unclear: 'Unreadable',
  },
  advice: {
    'missing-there':
      'Paid here, but missing from the provider’s report. Check the report for the next day. If the payment is not there either, send the provider a claim with the reference.',
    'missing-here':
      'Taken by the provider, unknown at this desk. Look for this payment at the other desks. If it is not there either, refund the customer.',
    'other-amount': 'The amounts differ. Ask the provider what it charged, then refund or claim the difference.',
    'not-taken': 'Taken by the provider, but no ticket was issued here. Refund the customer through the provider.',
    open: 'Taken by the provider, but no reply here yet. Answer “yes” to the open question of this sale.',
    'refunded-there':
      'Refunded by the provider, but not here. Take the tickets back, or ask the provider for the reason.',
    'refunded-here':
      'Refunded in the journal, but the provider shows no refund. Check that the customer has received the money.',
    double: 'Charged twice by the provider for one sale. Refund the second payment.',
    unclear: 'This line is unreadable. Correct it in the file, or ask the provider what it means.',
  },
  standings: {
    taken: 'taken',
    open: 'no answer',
    'not-taken': 'not taken',
    paid: 'paid',
    refunded: 'refunded',
    failed: 'failed',
    waiting: 'waiting',
    unclear: 'unreadable',
  },
  sums: (paid, refunded, fees) => `Report: ${paid} taken, ${refunded} refunded, ${fees} in fees.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'payment', 'payments')}, ${counted(lines, 'line', 'lines')}, ${counted(agreed, 'agrees', 'agree')}.`,
  compared: (differences) =>
    differences === 0 ? 'Everything agrees.' : differences === 1 ? 'One difference.' : `${differences} differences.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `“${typed}” may mean ${grouped} or ${decimal} ${currency}: enter the amount without a thousands separator, with two decimals`,
}
