import type { PlainRefusal } from '../../../shared/domain/money/tender-traits.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/provider-refund.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/ledger-doubt.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const enStaffDesk: Catalogue['staffDesk'] = {
  title: 'For attendants',
  pinBody: 'Questions that wait for an answer: enter your code.',
  none: 'Nothing waits for an answer',
  noneBody: 'A new question will show here by itself.',
  close: 'Close',
  of: (index, count) => (count === 1 ? 'One question waits' : `Question ${index} of ${count}`),
  question: (question) => questions[question],
  moneyMovedQuestion: (tender, amount, tenders) =>
    tender === 'cash'
      ? `Was ${amount} received in cash? Look at the drawer.`
      : tender === null
        ? `Was ${amount} taken? Look at the terminal’s journal and the operator’s account.`
        : tender === 'card'
          ? `Was ${amount} charged to a card? Look at the terminal's journal.`
          : `Was ${amount} taken by ${tenders[tender]}? Look at the operator’s account.`,
  rowsLost: "Part of this sale's record is lost: this may have been done already. Check first.",
  unknownTender: 'Unknown',
  paymentReference: 'Payment reference',
  order: 'Sale number',
  find: 'Look up a reference',
  findBody: 'Type the customer’s reference, or scan its QR code.',
  notFound: 'No sale of this machine has this reference.',
  noQuestion: 'Nothing waits for an answer about this sale.',
  paidBy: 'Payment',
  moneyMoved: 'Yes, the money was taken',
  moneyNotMoved: 'No, nothing was taken',
  askAgain: 'Ask for the tickets again',
  giveBack: 'Give the money back',
  handedOut: 'Tickets given another way',
  askLast: 'Ask the ticket office',
  lookFirst:
    'Paid, but without tickets. Ask the ticket office one last time first: if the tickets are there, they are printed and nothing is to be paid back.',
  notAsked:
    'The ticket office could not be asked. Telephone it before you pay the amount back: if it sold these seats, it has to cancel them.',
  ticketsShown: 'The ticket office shows tickets for this sale. Have it cancel them before you pay the amount back.',
  printNow: 'Print the tickets',
  stillAsked:
    'The provider has not answered yet. The machine keeps asking; the question settles itself as soon as there is an answer. With “no” the sale goes on without this payment: if it succeeds all the same, the sum is to be given back, right here.',
  tookOtherwise: (sum) =>
    `The provider says that it took ${sum}. Answer “no”: that sum is then to be given back, right here.`,
  mayStillSell: 'These seats may still be on hold: the sale may still go through. Wait if you can.',
  reprint: 'Print again',
  paperSeen: 'Yes, they came out',
  paperNotSeen: 'No, print',
  approval: 'Approval or transaction number, if you have it',
  operatorNumber: 'Provider’s number',
  refundNumber: 'Number of the refund',
  refundOver: (tender) => `Give back by ${tender}`,
  refundMade: 'Yes, it is given back, under this number',
  refundNotMade: 'No, nothing was given back',
  refundSince: 'Asked for',
  refundReference: 'Reference of the refund',
  refundFailed: (by, reason) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
  receipt: 'Number of the refund receipt',
  paidBack: 'It is paid back',
  note: 'Number of your note, if there is one',
  settled: 'It is settled',
  ownerRef: 'Reference at the ticket office',
  shown: 'The ticket office shows',
  shownNothing: 'No tickets',
  gapSince: 'Last line before',
  gapFound: 'Found',
  gapRows: 'Lines lost',
  gapRowsAtLeast: (rows) => (rows === null ? 'Number unknown' : `At least ${rows}`),
  gapRemembered: 'Remembered by',
  memory: (memory) => memories[memory],
  strayPaidOut: 'The customer was paid from the drawer',
  strayKept: 'It stays in the box until the count',
  strayFound: 'Went in at',
  strayUnknown: 'Value unknown',
  newKey: 'New key',
  hubSays: 'The server finds',
  hubDoubt: (doubt) => doubts[doubt],
  hubRow: 'Last line that the server knows',
  previous: 'Previous question',
  next: 'Next question',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Paid after the customer had left. Their tickets are waiting: print them when they are asked for.',
  'money-moved': 'Was the money taken?',
  'service-unreachable':
    'Paid, but the ticket office does not say what became of this sale. The kiosk keeps asking by itself. If that goes on, telephone the office: give the money back, or hand the tickets out another way and note it.',
  'tickets-differ':
    'The ticket office shows other tickets than were ordered. Talk to them, then ask again, or give the money back.',
  'payment-open':
    'The sale went on without this payment, and the provider has not yet said whether it was made. The machine keeps asking: if the money is taken, it is to be given back, right here.',
  'payment-unanswered':
    'The sale went on without this payment, and the provider never answered. Look at its account: was the money taken?',
  'payment-found':
    'The sale had gone on without this payment, and the provider took the money all the same. Give the sum back, then note the number of the refund.',
  'refund-open':
    'The provider was told to give this sum back, and has not answered yet. The machine keeps asking: give nothing back another way. If no answer comes, look at its account: was the sum given back?',
  'pay-back': 'Paid, but without tickets. Pay the amount back, then enter the number of the receipt.',
  reprint: 'Paid and confirmed, but tickets did not come out. Check the printer, then print.',
  'paper-out': 'Paid and confirmed. Did these tickets come out? Look at the printer; a second paper says DUPLICATA.',
  'rows-lost':
    'The kiosk lost part of its ledger. It asks the ticket office and the terminal by itself what became of this sale. If nobody answers, compare for yourself, settle it, then note it here.',
  unreconciled:
    'The kiosk lost part of its ledger, and neither the ticket office nor the terminal explains this sale. Compare with them and with the drawer, settle it, then note it here.',
  'stray-note':
    'A banknote went into the note box without a sale: after a cut of the power or the line. If its customer is known, pay them the same sum in cash. Otherwise it stays in the box until that is counted.',
  'ledger-gap':
    'Lines of the ledger are lost: sales made between these two times may be missing from it. Compare drawer, terminal and ticket office.',
  'ledger-key':
    'The ledger goes on under a new key: the file of the old one is gone. The server’s administrator has to vouch for it; without a server, note here who knows why, and keep the next Z report.',
  'ledger-hub':
    'The venue server does not recognise this machine’s ledger. Call the server’s administrator: they settle it on the server’s page, or the right copy of the ledger is put back.',
  'purchase-refused':
    'Paid, but the ticket office refuses the sale. The kiosk offers it again by itself as long as the seats may be held; after that the money is to be given back, right here. See the state of the kiosk for the rest.',
  'storage-full':
    'The disk is full: this sale is waiting to be recorded. Make room on the disk, and it carries on by itself. Until then, do not switch the kiosk off.',
  restart: 'The kiosk broke down during this sale. Restart it: the sale carries on where it was.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'The anchor',
  roll: 'The roll',
  backup: 'A backup',
  archive: 'An archive',
  report: 'A printed Z report',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'This ledger ends before what the server has seen',
  forked: 'A line that the server knows is another one now',
  'another-key': 'A key that the server does not know signs this ledger',
  'another-ledger': 'This is not the ledger that the server knows',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) =>
    `The provider refused to give the sum back: ${reason}. Ask it again, or give the sum back another way.`,
  unsent: () =>
    'The provider could not be reached: nothing was asked of it. Ask again later, or give the sum back another way.',
  staff: () => 'Somebody saw on the provider’s page that nothing was given back: give the sum back another way.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'no reason given',
  'timed-out': 'it took too long',
  'not-enough-money': 'your account there has too little money',
  'over-limit': 'a limit is exceeded',
  'unknown-payer': 'the customer has no account there any more',
  'provider-down': 'its service is down',
  'not-set-up': 'your contract or settings there do not allow it',
}
