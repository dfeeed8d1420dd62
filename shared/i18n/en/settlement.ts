import type { SettlementTexts } from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('en')

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'Not at the provider',
    'missing-here': 'Not known here',
    'other-amount': 'Another sum',
    'not-taken': 'Taken without a ticket',
    open: 'No answer here yet',
    'refunded-there': 'Given back by the provider',
    'refunded-here': 'Given back here',
    double: 'Taken twice',
    unclear: 'Not readable',
  },
  advice: {
    'missing-there':
      'Taken here, and the provider does not have it. Look at the next day of its report; otherwise claim it with the reference.',
    'missing-here':
      'The provider took it, and this till does not know it. Look at the other tills; otherwise refund the customer.',
    'other-amount': 'The sums differ. Ask the provider what it took, then give back or claim the difference.',
    'not-taken': 'The provider took it, and there is no ticket for it here. Refund the customer at the provider.',
    open: 'The provider took it, and here nobody knows yet. Answer “yes” to the question that waits for this sale.',
    'refunded-there':
      'The provider gave it back, and the ledger did not. Take the tickets back, or ask the provider why.',
    'refunded-here':
      'Given back by the ledger, and the provider shows nothing of it. Make sure that the customer has the money.',
    double: 'The provider took it twice for one sale. Refund the second payment.',
    unclear: 'This line cannot be read. Correct it in the file, or ask the provider what it says.',
  },
  standings: {
    taken: 'taken',
    open: 'no answer yet',
    'not-taken': 'not taken',
    paid: 'paid',
    refunded: 'given back',
    failed: 'failed',
    waiting: 'waiting',
    unclear: 'not readable',
  },
  sums: (paid, refunded, fees) => `Report: ${paid} taken, ${refunded} given back, ${fees} in fees.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'payment', 'payments')}, ${counted(lines, 'line', 'lines')}, ${counted(agreed, 'agrees', 'agree')}.`,
  compared: (differences) =>
    differences === 0 ? 'Everything agrees.' : differences === 1 ? 'One difference.' : `${differences} differences.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `“${typed}” may be ${grouped} or ${decimal} ${currency}: write the sum without a thousands separator, with two decimals`,
}
