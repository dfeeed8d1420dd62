import type { LedgerMismatch, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import { issues } from '../../../shared/i18n/en/words.ts'
import type { StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/api/kiosk/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const enFiles: Catalogue['files'] = {
  search: 'Find a sale',
  hint: 'Number, seat, amount, name, phone or time',
  find: 'find',
  close: 'close',
  sameSeats: 'same seats',
  confirm: 'confirm',
  found: 'Sales found',
  soldAt: (when) => `Sold ${when}`,
  severalEvents: 'This search matches several events: choose the sale with the up and down arrow keys.',
  file: 'The sale',
  story: 'What happened',
  latestOnly: (count) => `Only the latest ${count} sales are shown: add the seat, number, name or time.`,
  nothing: 'No sale found. Search by seat, time, amount or ticket number.',
  acts: {
    reprint: 'duplicate',
    refund: 'refund',
    void: 'void the sale',
    correct: 'correct the payment',
    pay: 'pay the refund due',
    slip: 'duplicate slip or receipt',
    invoice: 'invoice',
    'invoice-copy': 'reprint the invoice',
  },
  beforeReturn:
    'Take the tickets back. The booking service is asked to cancel them; its reply is printed on the refund slip.',
  cancellation: {
    cancelled: 'Tickets cancelled at the booking service, seats back on sale.',
    asked:
      'Cancellation requested from the booking service; no reply yet. These tickets remain sold until it confirms.',
    none: 'The booking service does not support cancellation: these tickets remain sold there. Take them back and give their numbers to the organiser.',
  },
  beforeCorrection: 'Only the payment method changes: the tickets stay valid, and nothing is refunded.',
  whichPayment: 'Which payment?',
  rightTender: 'Payment method used',
  approval: 'Approval or transaction number',
  correction: (was, is) => `${is} instead of ${was}`,
  corrected: (tender, receipt) => `Payment corrected: ${tender}. ${receipt}`,
  which: 'Which tickets?',
  whichSlip: 'Which refund slip or receipt?',
  over: 'Refunded by',
  receipt: 'Terminal receipt number',
  handOver: 'Give the customer the money, then confirm.',
  reason: 'Reason',
  reasons: {
    reprint: ['Torn paper', 'Badly printed', 'Ticket lost'],
    refund: ['Customer cannot attend', 'Event cancelled', 'Goodwill gesture'],
    void: ['Typing mistake', 'Wrong event', 'Customer changed their mind'],
    correct: ['Typing mistake', 'Customer paid another way'],
    slip: ['Torn paper', 'Badly printed', 'Slip or receipt lost'],
  },
  second: 'A supervisor confirms',
  toGiveBack: 'Refund due',
  returned: (amount) => `${amount} refunded`,
  stillOwed: (amount) => `${amount} to refund`,
  granted: (amount, slip) => `Refund due: ${amount}. ${slip}`,
  copiesOut: (out, wanted) =>
    out === wanted
      ? `${out === 1 ? 'Duplicate printed' : `${out} duplicates printed`}.`
      : `${out} of ${wanted} ${wanted === 1 ? 'duplicate' : 'duplicates'} printed: check the printer, then try again.`,
  slips: {
    printed: 'Refund slip printed: have it signed.',
    saved: 'Refund slip saved as a file.',
    failed: 'The refund slip was not printed: check the printer, then print a duplicate of it.',
    unknown: 'Check whether the refund slip was printed.',
  },
  receipts: {
    printed: 'Corrected receipt printed.',
    saved: 'Corrected receipt saved as a file.',
    failed: 'The corrected receipt was not printed: check the printer, then print a duplicate of it.',
    unknown: 'Check whether the corrected receipt was printed.',
  },
  invoices: {
    kinds: { invoice: 'Invoice', 'credit-note': 'Credit note' },
    company: 'Company',
    address: 'Address',
    taxNumber: 'Tax number (optional)',
    which: 'Which invoice?',
    once: 'A sale has one invoice, for the tickets that are still valid. Check it before you confirm.',
    total: 'Invoice amount',
    erased: 'details erased',
    copy: (copies) => `DUPLICATE ${copies}`,
    fiscal: {
      waiting: 'waiting for its fiscal signature',
      signed: 'signed',
      refused: (reason) => `refused by the fiscal service: ${reason}`,
    },
    resend: 'Send the invoice to the fiscal service again',
    resubmit: 'The fiscal service refused this invoice. Correct the cause, then confirm to send the invoice again.',
    unsigned: (name, state) =>
      ({
        waiting: `${name}: printed without its fiscal signature. Once it is signed, print it again (F1): that print is the original.`,
        refused: `${name}: refused by the fiscal service. Do not hand out this paper. The sale shows the reason; correct the invoice (F1).`,
      })[state],
    damaged: (row) =>
      `Row ${row} of the ledger cannot be read. It contained an invoice or credit note of this sale. Call support.`,
    out: (name, paper) =>
      ({
        printed: `${name}: printed.`,
        saved: `${name}: saved as a file.`,
        failed: `${name}: issued, but not printed. Check the printer, then print a duplicate.`,
        unknown: `${name}: issued. Check whether it was printed.`,
      })[paper],
  },
  paid: 'Refunded',
  owed: 'refund due',
  change: (amount) => `change ${amount}`,
  by: (staffId, second) => `no. ${staffId}, with no. ${second}`,
  who: (staffId) => `no. ${staffId}`,
  back: { refund: 'Refunded', void: 'Voided', unsold: 'Seats not sold' },
  cancelledThere: 'Cancelled at the booking service',
  paper: (copy, state) => (copy === 0 ? `Original ${state}` : `DUPLICATE ${copy} ${state}`),
  papers: {
    queued: 'waiting',
    spooling: 'printing',
    printed: 'printed',
    unknown: 'may be printed',
    failed: 'not printed',
  },
  payments: {
    started: 'started',
    unknown: 'no answer',
    approved: 'approved',
    refused: 'refused',
    cancelled: 'cancelled',
    unavailable: 'unreachable',
    refunded: 'refunded',
  },
  states: {
    choosing: 'choosing',
    holding: 'holding seats',
    held: 'seats held',
    priced: 'awaiting payment',
    paying: 'paying',
    paid: 'paid',
    confirming: 'confirming',
    unknown: 'no reply to confirmation request',
    confirmed: 'confirmed',
    printing: 'printing',
    'print-unknown': 'check the printer',
    done: 'sold',
    releasing: 'releasing seats',
    abandoned: 'abandoned',
    'refund-due': 'refund due',
    refunded: 'refunded',
    'needs-staff': 'needs a decision',
  },
  told: {
    SEATS_CHOSEN: 'Seats chosen',
    CUSTOMER_RECORDED: 'Customer recorded',
    FREE_ORDER_ACCEPTED: 'Free order',
    TENDER_APPROVED: 'Payment approved',
    TENDER_REFUSED: 'Payment refused',
    TENDER_CANCELLED: 'Payment cancelled',
    PURCHASE_CONFIRMED: 'Tickets issued',
    TICKETS_FOUND: 'Tickets issued',
    PRINT_FINISHED: 'Ticket printed',
    PRINT_FAILED: 'Ticket not printed',
    REFUNDED: 'Refunded',
    REPRINT_REQUESTED: 'Duplicate requested',
    REPRINT_FINISHED: 'Printing of the duplicate ended',
    TICKETS_REFUNDED: 'Tickets refunded',
    TICKETS_VOIDED: 'Sale voided',
    CANCELLATION_RESULT: 'Booking service replied to the cancellation',
    REFUND_PAID: 'Refund paid out',
    TENDER_CORRECTED: 'Payment method corrected',
    SLIP_COPIED: 'Duplicate slip or receipt',
    INVOICE_ISSUED: 'Invoice or credit note issued',
    INVOICE_COPIED: 'Duplicate of an invoice',
    INVOICE_SIGNED: 'Fiscal signature of an invoice',
    INVOICE_REFUSED: 'Invoice refused by the fiscal service',
    INVOICE_RESUBMITTED: 'Invoice sent to the fiscal service again',
    PAYMENT_FOUND: 'Payment received later',
    PAYMENT_CLOSED: 'Payment not completed',
    PAYMENT_UNRESOLVED: 'No reply about the payment',
    PAYMENT_PAID_BACK: 'Payment refunded',
    REFUND_REQUESTED: 'Refund requested from the provider',
    REFUND_CLOSED: 'Refund not completed',
  },
}

export const enPeople: Catalogue['people'] = {
  numberAndPin: 'Your number, your PIN, then Enter.',
  number: 'Number',
  begin: 'Sign in',
  recent: 'Recent users',
  machine: 'Machine PIN',
  withoutNumber: (pin) => `Demo: no number, PIN ${pin}`,
  demoChoice: 'Demo: choose who you are, then press Enter.',
  demoPeople: 'Demo users',
  demoCode: (pin) => `PIN ${pin}`,
  demoSecond: (person, pin) => `Demo: ${person}, PIN ${pin}`,
  roles: { cashier: 'cashier', supervisor: 'supervisor', technician: 'technician' },
}

export const enService: Catalogue['service'] = {
  title: 'Kiosk status',
  device: 'Kiosk',
  version: 'Version',
  partner: 'Booking service',
  printer: 'Printer',
  printers: 'Printers',
  printerRole: (role) => enPrinterRoles[role],
  paperLow: 'The paper roll is running low: have another one ready.',
  stoodIn: (count) => (count === 1 ? 'Replaced another printer once.' : `Replaced another printer ${count} times.`),
  ledger: 'Journal',
  partnerState: (state) => (state === 'up' ? 'Responding' : 'Not responding'),
  ready: 'In service',
  unknown: 'Unknown',
  full: 'Disk full: sales blocked',
  sales: 'Sales',
  selling: { yes: 'Possible', partly: 'Possible, with remarks', no: 'Not possible' },
  issues,
  resumeSales: 'Resume sales',
  shift: 'Shift',
  shiftBody: 'The X report shows takings without closing. The Z report closes the shift and opens the next.',
  closeX: 'X report',
  closeZ: 'Close shift (Z report)',
  sureZ: 'Yes, close the shift',
  closed: (kind, shiftNo) => (kind === 'Z' ? `Shift ${shiftNo} closed` : `Shift ${shiftNo}: X report created`),
  takings: (tickets, money) => (tickets === 1 ? `1 ticket, ${money}` : `${tickets} tickets, ${money}`),
  noTakings: 'No sales.',
  blind: 'Cash amounts appear after counting.',
  reportPaper: (paper) => enReportPapers[paper],
  reportFile: (file) => `Saved: ${file}`,
  printAgain: 'Print again',
  refresh: 'Refresh',
  quit: 'Stop the program',
  quitNow: 'Yes, stop it',
  quitBody: 'The screen closes, and the kiosk does not sell until it is started again.',
  calibration: 'Screen calibration',
  measureLead: 'Place a bank card on the screen, then adjust the frame to the edges of the card.',
  cardFrame: 'Frame of a bank card, 85.6 by 54 mm',
  shorter: 'Make the frame smaller',
  longer: 'Make the frame larger',
  perMillimetre: (value) => `${value.toFixed(2)} px/mm`,
  line: 'Line length, measured with a ruler',
  foot: 'Height of the bottom of the screen above the floor',
  millimetres: (digits) => `${digits} mm`,
  save: 'Save',
  saved: 'Saved: the measurement applies to every page.',
}

const enReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'The report is printed.',
  saved: 'No report printer: the report was saved as a file.',
  failed: 'The report did not come out of the printer.',
  unknown: 'Check the printer: the report may have printed.',
}

const enPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'tickets',
  receipts: 'receipts',
  reports: 'reports',
}

export const enShift: Catalogue['shift'] = {
  title: (shiftNo) => `Shift ${shiftNo}`,
  since: (when) => `Since ${when}`,
  nothingYet: 'No activity yet.',
  drawer: 'Cash drawer',
  float: 'Opening float',
  unset: 'Not entered yet',
  counted: 'Counted',
  uncounted: 'Not counted yet',
  over: (money) => `Over: ${money}`,
  short: (money) => `Short: ${money}`,
  exact: 'No difference',
  beforeZ: {
    title: 'Before you close',
    nothing: (shiftNo) => `No activity since the Z report of shift ${shiftNo}: nothing to close.`,
    uncounted: (currencies) => `The drawer is not counted (${currencies}).`,
    openSales: (count) => (count === 1 ? 'One sale is not finished.' : `${count} sales are not finished.`),
    owed: (money) => `${money} still to be refunded to customers.`,
  },
  reporting: 'Printing the report: wait a moment.',
  terminalDay: {
    title: 'Terminal end-of-day',
    close: 'Run terminal end-of-day',
    running: 'Terminal end-of-day in progress: one minute at most. Leave the terminal on.',
    due: {
      'not-asked': 'Terminal end-of-day not done yet.',
      wanted: 'The terminal refuses cards until its end-of-day is done.',
      unavailable: 'The terminal is not responding: switch it on and check its cable, then try again.',
      unknown: 'Result unknown. Wait a moment, then run the end-of-day again: repeating it is safe.',
    },
    refused: {
      'provider-down': 'The bank is not responding: try again later.',
      'not-set-up':
        'The terminal refuses the request: run the end-of-day from its menu, or call its technical support.',
      declined: 'The terminal refused without giving a reason: look at its screen, then try again.',
    },
    done: 'Terminal end-of-day done.',
    sums: (told: string, ours: string) => `${told} according to the terminal, ${ours} according to this desk`,
    exact: 'no difference',
    difference: (difference: string) => `difference: ${difference}`,
    untold: 'total not reported',
    again: 'Print the Z report again to include this total.',
  },
  paidIn: 'Cash in',
  paidOut: 'Cash out',
  droppedInAll: 'Safe drops',
  noteFloat: 'Enter the opening float',
  payIn: 'Cash in',
  paySlip: 'Pay out a refund voucher',
  paySlipBody: 'Enter the number of the refund voucher handed in by the customer. A supervisor confirms with you.',
  slipPaid: (amount) => `Voucher paid out: give the customer ${amount} and keep the voucher.`,
  slipCopy: {
    lead: 'If the paper is jammed or lost, or was not taken, choose the voucher. A voucher that was used or paid out can no longer be printed.',
    paper: 'Paper',
    print: 'Print a duplicate',
    copies: (copies) => (copies === 1 ? 'one duplicate' : `${copies} duplicates`),
    out: {
      printed: (copy) =>
        `Duplicate no. ${copy} printed. Together, the original and its duplicates are worth this amount only once.`,
      failed: (copy) => `Duplicate no. ${copy} did not come out: check the printer, then try again.`,
      unknown: (copy) => `Check whether duplicate no. ${copy} came out.`,
    },
  },
  cashbox: {
    title: 'Cash box (banknotes)',
    lead: 'Two people are needed: one opens the cash box, the other confirms. No banknotes are accepted while it is open.',
    waits: {
      'going-in': 'A customer is inserting banknotes: wait until they have finished.',
      'asked-about': 'A banknote sale needs a decision: go back to the staff screen and answer it first.',
    },
    open: 'Open the cash box',
    openLead:
      'Take out all the banknotes. Both of you count them. The reader accepts no banknotes until the count is recorded.',
    opened: 'Open',
    close: 'Close without counting',
    first: 'First person',
    emptied: 'Cash box emptied',
    done: (amount, difference) => `To the safe: ${amount}. ${difference}. Put the empty cash box back into the reader.`,
    never: 'Never emptied',
  },
  payOut: 'Cash out',
  drop: 'Safe drop',
  dropped: 'Safe drop',
  open: 'Open the drawer',
  count: 'Count',
  floatBody: 'What is in the drawer when the shift starts.',
  payInBody: 'Cash put into the drawer without a sale.',
  payOutBody: 'Cash taken from the drawer without a sale.',
  dropBody: 'Cash moved from the drawer to the safe during the shift.',
  openBody: 'The drawer opens without a sale: give the reason.',
  countBody: 'Count each denomination; enter 0 for an empty drawer. The expected amount is shown afterwards.',
  amount: 'Amount',
  reason: 'Reason',
  record: 'Save',
  handOver: 'Hand over the drawer',
  receiver: 'Who is taking over the drawer?',
  total: 'Total counted',
  note: (money) => `Banknotes of ${money}`,
  coin: (money) => `Coins of ${money}`,
  sum: (currency) => `Amount in ${currency}`,
  opened: 'The drawer is open.',
  notOpened: 'Recorded, but the drawer did not open: use the key.',
  recorded: 'Recorded.',
  reasonsIn: ['Change added to the drawer', 'Float topped up', 'Wrong change corrected', 'Other (see notes)'],
  reasonsOut: ['Change given', 'Manual refund', 'Other (see notes)'],
  reasonsOpen: ['To give change', 'To check the contents', 'Banknote stuck', 'Other (see notes)'],
}

export const enStaffDesk: Catalogue['staffDesk'] = {
  title: 'Staff screen',
  pinBody: 'Enter your PIN to see the decisions needed and the kiosk status.',
  none: 'No decision needed',
  noneBody: 'Anything that needs a decision appears here.',
  close: 'Close',
  of: (index, count) => (count === 1 ? '1 decision needed' : `Decision ${index} of ${count}`),
  question: (question) => questions[question],
  documentQuestion: (name, amount) => `Did you take the document for ${amount} (${name})? Look for it.`,
  documentNumber: 'Number of the document',
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
  find: 'Find a sale',
  findBody: 'Touch the sale, or search for the seat, time, amount, last digits of the phone number, or reference.',
  notFound: 'No sale found on this machine. Check what you entered.',
  hubAway: 'The venue server does not respond: only the sales of this machine are searched.',
  soldElsewhere: 'sold by another machine',
  printCopies: (count) => (count > 1 ? `Print ${count} duplicates` : 'Print the duplicate'),
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
  'tickets-mismatched':
    'The tickets at the booking service do not match the order. Call the booking service, then request them again, or refund.',
  'payment-open':
    'The sale continued without this payment, and the provider has not replied yet. The machine keeps trying: if the payment goes through, refund it here.',
  'payment-unresolved':
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
  'note-unallocated':
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

const doubts: Readonly<Record<LedgerMismatch, string>> = {
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
