import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const enStaffDesk: Catalogue['staffDesk'] = {
  title: 'Staff screen',
  pinBody: 'Enter your PIN to see the decisions needed and the kiosk status.',
  none: 'No decision needed',
  noneBody: 'Anything that needs a decision appears here.',
  close: 'Close',
  of: (index, count) => (count === 1 ? '1 decision needed' : `Decision ${index} of ${count}`),
  question: (question) => questions[question],
  moneyMovedQuestion: (tender, amount, tenders) =>
    tender === 'cash'
      ? `Did you receive ${amount} in cash? Count the drawer.`
      : tender === null
        ? `Did the customer pay ${amount}? Check the terminal log and the provider account.`
        : tender === 'card'
          ? `Did the customer pay ${amount} by card? Check the terminal log.`
          : tender === 'notes'
            ? `Is the banknote of ${amount} in the cash box? Open the kiosk and check.`
            : tender === 'credit-slip'
              ? `Was the refund voucher of ${amount} used for this sale? The machine is asking the server: wait if you can.`
              : `Did the customer pay ${amount} by ${tenders[tender]}? Check the provider account.`,
  rowsLost:
    'Part of this sale’s history is lost. Check that the customer has not already received the tickets or a refund.',
  unknownTender: 'Unknown',
  paymentReference: 'Payment reference',
  order: 'Sale number',
  find: 'Look up a reference',
  findBody: 'Enter the customer’s reference, or scan its QR code.',
  notFound: 'No sale found on this machine. Check what you entered.',
  noQuestion: 'This sale needs no decision.',
  paidBy: 'Payment',
  moneyMoved: 'Yes, it was paid',
  moneyNotMoved: 'No, it was not paid',
  askAgain: 'Request the tickets again',
  giveBack: 'Refund',
  handedOut: 'Tickets supplied another way',
  askLast: 'Check with the booking service',
  lookFirst:
    'Paid, but no tickets. Check with the booking service first: if the tickets exist they print, and no refund is due.',
  notAsked:
    'The booking service is unreachable. Phone it before you refund: if it sold these seats, it must cancel them.',
  ticketsShown: 'The booking service has tickets for this sale. Have them cancelled there before you refund.',
  printNow: 'Print the tickets',
  stillAsked:
    'No reply from the provider yet; the machine keeps trying. If you answer “no”, the sale continues without this payment. If the payment goes through later, refund it here.',
  tookOtherwise: (sum) =>
    `The provider reports a different amount: ${sum}. Answer “no”; this amount can then be refunded here.`,
  mayStillSell: 'The sale may still go through. Wait if you can.',
  reprint: 'Print the tickets',
  paperSeen: 'Yes, they came out',
  paperNotSeen: 'No, print',
  approval: 'Approval or transaction number, if you have it',
  operatorNumber: 'Provider reference',
  refundNumber: 'Refund number',
  refundOver: (tender) => `Refund by ${tender}`,
  refundMade: 'Yes, refunded under this number',
  refundNotMade: 'No, nothing was refunded',
  refundSince: 'Requested',
  refundReference: 'Refund reference',
  refundFailed: (by, reason) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
  receipt: 'Refund receipt number',
  paidBack: 'Mark as refunded',
  note: 'Reference of your note',
  settled: 'Mark as settled',
  ownerRef: 'Booking service reference',
  shown: 'Tickets at the booking service',
  shownNothing: 'No tickets',
  gapSince: 'Last row before the incident',
  gapFound: 'Found',
  gapRows: 'Rows lost',
  gapRowsAtLeast: (rows) => (rows === null ? 'Number unknown' : `At least ${rows}`),
  gapRemembered: 'Evidence kept in',
  memory: (memory) => memories[memory],
  strayPaidOut: 'Customer refunded from the drawer',
  strayKept: 'Leave in the cash box until counted',
  strayFound: 'Inserted',
  strayUnknown: 'Value unknown',
  newKey: 'New key',
  hubSays: 'Server finding',
  hubDoubt: (doubt) => doubts[doubt],
  hubRow: 'Last row known to the server',
  previous: 'Previous',
  next: 'Next',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Paid after the customer left. Print the tickets when the customer comes to collect them.',
  'money-moved': 'Did the customer pay?',
  'service-unreachable':
    'Paid, not yet confirmed by the booking service. The machine keeps trying. If this continues, phone the booking service, then refund, or supply the tickets another way and record it here.',
  'tickets-differ':
    'The tickets at the booking service do not match the order. Call the booking service, then request them again, or refund.',
  'payment-open':
    'The sale continued without this payment, and the provider has not replied yet. The machine keeps trying: if the payment goes through, refund it here.',
  'payment-unanswered':
    'The sale continued without this payment, and the provider never replied. Check the provider account: did the customer pay?',
  'payment-found':
    'The sale continued without this payment, but it went through later. Refund the customer, then enter the refund number.',
  'refund-open':
    'The provider was asked to refund and has not replied yet. The machine keeps trying: do not refund another way. If this continues, check the provider account: was the customer refunded?',
  'pay-back': 'Paid, but no tickets. Refund the customer, then enter the receipt number.',
  reprint: 'Paid and confirmed, but tickets did not come out. Check the printer, then print.',
  'paper-out': 'Paid and confirmed. Did these tickets come out? Check the printer; a second print is marked DUPLICATE.',
  'rows-lost':
    'Part of this machine’s journal is lost. The machine asks the booking service and the terminal about this sale. If neither replies, contact them, settle the sale, then mark it as settled.',
  unreconciled:
    'Part of this machine’s journal is lost, and neither the booking service nor the terminal explains this sale. Check with them and in the drawer, settle the sale, then mark it as settled.',
  'stray-note':
    'A banknote entered the cash box without a sale, after a power or connection failure. If you know whose it is, give that customer the same amount in cash. If not, leave the banknote in the cash box until counted.',
  'ledger-gap':
    'Rows of the journal are lost: sales made between these two times may be missing. Compare the drawer, the terminal and the booking service.',
  'ledger-key':
    'The journal continues with a new key: the old one is lost. The server administrator must approve it; without a server, note who changed it and keep the next Z report.',
  'ledger-hub':
    'The venue server does not recognise this machine’s journal. Call the server administrator, who either accepts this journal or has the right copy restored.',
  'purchase-refused':
    'Paid, but refused by the booking service. The machine keeps trying while the seats can be held; after that, refund the customer here. To resume sales, choose “Resume sales” under “Kiosk status” or in the office, “Machine” page.',
  'storage-full':
    'Disk full: this sale is waiting to be recorded. Free some disk space and it resumes automatically. Until then, do not switch the machine off.',
  restart: 'The machine had a problem during this sale. Restart it: the sale resumes where it was.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'The journal checkpoint',
  roll: 'The control roll',
  backup: 'A backup',
  archive: 'An archive',
  report: 'A printed Z report',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'Rows known to the server are missing from this journal',
  forked: 'A row known to the server has been changed',
  'another-key': 'This journal is signed with a key unknown to the server',
  'another-ledger': 'The server knows another journal for this machine',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) => `The provider refused the refund: ${reason}. Request it again, or refund another way.`,
  unsent: () => 'Provider unreachable: the refund was not requested. Try again later, or refund another way.',
  staff: () => 'A member of staff checked with the provider: nothing was refunded. Refund another way.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'no reason given',
  'timed-out': 'timed out',
  'not-enough-money': 'insufficient funds in your merchant account',
  'over-limit': 'limit exceeded',
  'unknown-payer': 'the customer no longer has an account',
  'provider-down': 'the provider’s service is down',
  'not-set-up': 'your contract or settings do not allow it',
}
