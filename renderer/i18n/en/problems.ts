import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { commandName } from '../names.ts'
import type { AccountRefused, CorrectionRefused, SlipRefused } from '../../../shared/api/kiosk/failures.ts'
import type { ProblemTexts } from '../fr/problems.ts'
import { enPaying } from './kiosk.ts'
import { refusalText, settingFaultText, type SettingFaultWords } from '../problem-text.ts'
import { enSettingNames } from './office.ts'
import { countWithNoun } from '../../../shared/domain/language.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const number = ({ min, max }: NumberLimits): string => `enter a number from ${min} to ${max}`
const atMost = (max: number): string => `enter at most ${max} characters.`

export const enSettingFaults: SettingFaultWords = {
  names: enSettingNames,
  about: (name, sentence) => `${name}: ${sentence}`,
  expected: {
    language: 'choose a language available on this machine.',
    timeZone: 'enter an IANA time zone such as Africa/Conakry; leave empty for this machine’s own.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)}; 0: only once the other seats of the section are sold.`,
    soundVolume: `${number(numberLimits.soundVolume)}; 0 turns the sound off.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)}; 0: never.`,
    tenders: 'keep at least one.',
    tenderNames: `enter a name of at most ${MAX_TENDER_NAME} characters, on one line.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'enter both times such as 08:00 and 23:00, or neither.',
    'shifts.closeAt': 'enter a time such as 23:30.',
    'shifts.maxCashierCashMove': `${number(numberLimits.maxCashierCashMove)}, in whole units of the currency without separators, such as 500000; 0: always with a supervisor.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}, with up to two decimals.`,
    seller: atMost(MAX_SELLER_TEXT),
    refundRule: atMost(MAX_SMALL_PRINT),
    'tickets.notice': atMost(MAX_SMALL_PRINT),
    'tickets.paper': `enter ${paperNames.join(', ')}, or millimetres such as 210x74.`,
    'tickets.deleteAfterHours': 'enter a number from 1 to 168.',
    'tickets.logo': 'this file does not exist; enter its full path.',
    'tickets.sponsor': 'this file does not exist; enter its full path.',
  },
  causes: {
    'same-key': ({ key, commands }, desk) =>
      `${keyName(key)} is assigned to more than one command: ${list.format(commands.map((each) => `“${commandName(desk, each)}”`))}. Choose another key for one of them.`,
    'no-shortcut': ({ key }) => `${keyName(key)} cannot be a desk key: choose F1 to F12, or Ctrl or Alt with a letter.`,
    'not-attended': () =>
      'A kiosk cannot take documents or use a standalone terminal: no cashier is there to confirm the payment. Keep cash and the payment methods of a provider.',
    'cash-without-pin': () =>
      'Cash requires the machine PIN, which is chosen when the machine is set up: keep another payment method.',
    'printer-unknown': ({ printer }) => `“${printer}” is no longer one of the printers: choose another.`,
    'printer-idle': ({ printer }) =>
      `“${printer}” would no longer print anything: give this printer another use first.`,
    'printer-twice': () => 'A printer is in the list twice: remove one of the two entries.',
    'in-training': () => 'Settings cannot be changed in training: leave training first.',
    'nothing-to-read-back': () =>
      'This machine checks the QR code of the tickets that it prints: keep a ticket printer.',
  },
}

const counted = countWithNoun('en')

const correctionRefusals: Readonly<Record<CorrectionRefused['because'], string>> = {
  returned: 'Tickets of this sale have already been refunded.',
  'not-by-staff':
    'A device or an operator confirmed it, or it was made in banknotes or by voucher. Refund the tickets, then sell them again.',
  'same-tender': 'It is already recorded with this payment method.',
}

const accountRefusals: Readonly<Record<AccountRefused['because'], string>> = {
  unknown: 'No customer account has this number. Check it.',
  closed: 'This customer account is closed: it accepts no more sales.',
  'other-currency': 'The currency of this account is not that of this sale.',
  'over-limit':
    'This sale would exceed the limit of the account. Let the customer pay another way, or ask the person in charge of accounts.',
  'other-account': 'Part of this sale is already charged to another account.',
  'hub-away': 'Customer accounts cannot be checked at the moment. Wait a moment, or let the customer pay another way.',
}

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'This number is not known here. Check it; if it is correct, go to the machine named on the voucher.',
  'not-ours':
    'This voucher was not issued here, or it has been altered. Go to the machine named on the voucher, or ask a member of staff.',
  taken: 'A payment in progress is using this voucher. Wait until that payment is finished, then try again.',
  spent: 'This voucher has already been used. Any remaining amount is on the voucher that replaced it.',
  'paid-out': 'This voucher has already been paid out in cash.',
  doubtful: 'A supervisor needs to check this voucher first. Keep it and show it to a member of staff.',
  'other-currency': 'This voucher is not in the currency of this purchase.',
  'hub-away':
    'This voucher cannot be checked at the moment, but it is not lost: keep it. Wait a moment, then try again.',
}

export const enProblems: ProblemTexts = {
  'partner-unreachable': (_, paid) => ({
    title: 'The booking service is not responding',
    body: `${paid} Wait a moment, then try again.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'The booking service rejected the request',
    body: `${paid} Try again; if this continues, ask a member of staff.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'The booking service sent an invalid reply',
    body: `${paid} Try again; if this continues, ask a member of staff.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'This event is not on sale at this kiosk',
    body: `${paid} Choose another event, or ask at a ticket counter.`,
  }),
  'unknown-event': (_, paid) => ({
    title: 'This event is no longer on sale',
    body: `${paid} Choose another event from the list.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'This event is over',
    body: `${paid} Choose another event from the list.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'These seats could not be held',
    body: `${paid} Choose other seats.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'Time is up',
    body: `${paid} Please choose your seats again.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'This purchase is no longer open',
    body: `${paid} Please start again.`,
  }),
  'invalid-state': (_, paid) => ({
    title: 'This is no longer possible',
    body: `${paid} The purchase is at another step: continue from the screen shown.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'A purchase is already in progress here',
    body: `${paid} Wait until it is finished, then start again.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `Maximum ${counted(limit, 'seat', 'seats')}`,
    body: 'Remove some seats, or make a second purchase afterwards.',
  }),
  'too-much': () => ({
    title: 'Amount exceeds what is still to pay',
    body: 'Enter the amount to take, or leave the line empty to take everything still to pay.',
  }),
  'tickets-turned-up': () => ({
    title: 'The tickets were issued',
    body: 'The booking service sold these seats: the sale is completed and the tickets print. Do not refund; if you already have, take the money back from the customer.',
  }),
  'approval-known': () => ({
    title: 'This number has already been used',
    body: 'It has already been entered for another sale. Check the terminal receipt, the operator’s message or the document. If the number there is different, enter that one. If it is the same, enter it again.',
  }),
  'payer-needed': () => ({ title: 'The customer’s number is missing', body: 'Enter their phone number.' }),
  'too-many-parked': ({ limit }) => ({
    title: `Maximum ${counted(limit, 'sale', 'sales')} on hold`,
    body: 'Resume a sale on hold, or finish this one.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'The map has changed',
    body: `${paid} Choose again on the updated map.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'This seat has just been taken' : 'These seats have just been taken',
    body: `Another customer chose first. ${paid} Please choose again.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'Time is up',
    body: `Your seats are no longer held. ${paid} Choose again.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'The price has just changed',
    body: `${paid} Please choose again at the new prices.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(enPaying.refused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'This seat could not be removed',
    body: `${paid} All your seats are still held. Try again, or pay for all of them.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'Payment cancelled',
    body: `${paid} Your seats are still held.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'Not enough time left to pay',
    body: `${paid} Touch “Choose other seats” and select the same ones again to get more time.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'This payment method is unavailable at the moment',
    body: `${paid} Too many payments are waiting for confirmation. Pay another way, or go to a ticket counter.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'Reference not found at this kiosk',
    body: `Check the reference. Your collection slip must name this kiosk. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'Too many attempts',
    body: `Try again in ${seconds} s, or go to a ticket counter. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'This refund voucher cannot be used',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'account-refused': ({ because }, paid) => ({
    title: 'This customer account cannot be used',
    body: `${paid} ${accountRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'Payment method not responding',
    body: `${paid} Try again, or pay another way.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'This payment method is not available here',
    body: `${paid} Choose another payment method.`,
  }),
  'signed-out': () => ({
    title: 'You are no longer signed in',
    body: 'Enter your PIN again: nothing is lost.',
  }),
  'wrong-pin': () => ({
    title: 'Incorrect PIN',
    body: 'Enter it again.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: 'Too many attempts',
    body: `This PIN is locked. Try again in ${seconds} s; other PINs still work.`,
  }),
  'too-little': () => ({
    title: 'The amount received is too small',
    body: 'Correct the amount or add another payment.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'Amount not possible in cash',
    body: `Enter ${money(smallest, currency)} or a multiple of it.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'The printer is not ready',
    body: `${paid} Ask a member of staff to restart the printer, then try again.`,
  }),
  'not-published': (_, paid) => ({
    title: 'Sending to the phone failed',
    body: `${paid} You can still use or print paper tickets. Try again in a moment.`,
  }),
  'message-refused': ({ because }) => ({
    title: 'Message not sent',
    body: {
      unreachable: 'The venue server does not reply. Try again, or have the customer scan the code.',
      address: 'Check the address or the number with the customer.',
      limit: 'Too many messages for this sale or this hour. Have the customer scan the code.',
      'page-unknown': 'The page has expired or is not available. Print the tickets.',
      'not-offered': 'The venue server does not send messages of this kind. Have the customer scan the code.',
    }[because],
  }),
  'invalid-input': (_, paid) => ({
    title: 'Something went wrong',
    body: `${paid} Start again; if this continues, ask a member of staff.`,
  }),
  forbidden: (_, paid) => ({
    title: 'Not available on this screen',
    body: `${paid} Start again; if this continues, ask a member of staff.`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'Something went wrong',
    body: `${paid} Start again; if this continues, show this number to a member of staff: ${incident}.`,
  }),
  'purchasing-suspended': (_, paid) => ({
    title: 'Sales are suspended',
    body: `${paid} Please go to the nearest ticket counter.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'This kiosk can no longer sell',
    body: `${paid} A technician needs to attend to it. Please go to the nearest ticket counter.`,
  }),
  'invalid-answer': () => ({
    title: 'This answer is no longer possible',
    body: 'The question may already have been answered. Go back to the list, then try again.',
  }),
  'hub-decides': () => ({
    title: 'Checking this refund voucher with the venue server',
    body: 'Nothing is lost: the machine keeps trying. Check the network if this continues.',
  }),
  'training-not-offered': () => ({
    title: 'No training on this machine',
    body: 'It is only available at a live desk. To practise elsewhere, use the demo.',
  }),
  'quit-not-offered': () => ({
    title: 'This screen cannot stop the program',
    body: 'Stop it on the machine itself.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'Nothing to close',
    body: `No activity since shift ${shiftNo} was closed. The Z report of that shift can be printed again.`,
  }),
  'no-report': () => ({
    title: 'No report to print',
    body: 'Make an X report or a Z report first.',
  }),
  'not-allowed': () => ({
    title: 'You do not have permission',
    body: 'Ask a supervisor.',
  }),
  'approval-required': () => ({
    title: 'A supervisor needs to confirm',
    body: 'The supervisor enters their number and PIN.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'A second person needs to confirm',
    body:
      because === 'same-person'
        ? 'Another supervisor must enter their number and PIN.'
        : because === 'not-allowed'
          ? 'That number does not belong to a supervisor.'
          : because === 'pin-locked'
            ? `Their PIN is locked after too many attempts. Try again in ${seconds} s.`
            : 'Their number or PIN is incorrect. Check them and try again.',
  }),
  'weak-pin': () => ({
    title: 'PIN too easy to guess',
    body: 'Choose another one, without repeated or consecutive digits. It must not be a year, a date or a staff number.',
  }),
  'number-taken': () => ({
    title: 'This number is taken',
    body: 'Choose another one, or first remove the person who has it.',
  }),
  'no-such-number': () => ({
    title: 'This number no longer exists',
    body: 'The list has changed: refresh it.',
  }),
  'last-supervisor': () => ({
    title: 'This is the last supervisor',
    body: 'There must always be one: add another first.',
  }),
  'refund-not-offered': () => ({
    title: 'The provider cannot make this refund',
    body: 'Reopen the list, or refund another way.',
  }),
  'refund-over': () => ({
    title: 'This refund is no longer in progress',
    body: 'Reopen the list to see its status.',
  }),
  'no-such-ticket': () => ({
    title: 'This ticket does not belong to this sale',
    body: 'Open the sale again, then try again.',
  }),
  'ticket-returned': () => ({
    title: 'One of these tickets has already been refunded',
    body: 'This command refunded and printed nothing. Open the sale again and choose only the tickets that are still valid.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'Ticket' : 'Tickets'} cancelled at the booking service: ${seatCodes.join(', ')}`,
    body: `${seatCodes.length === 1 ? 'This seat' : 'These seats'} may be on sale again, so no duplicate can be printed. Ask the organiser.`,
  }),
  'other-shift': () => ({
    title: 'This sale belongs to a closed shift',
    body: 'It can no longer be voided, and its payment can no longer be corrected. You can refund its tickets.',
  }),
  'other-tender': () => ({
    title: 'This sale was not paid that way',
    body: 'Refund it by the payment method that was used.',
  }),
  'correction-refused': ({ because }) => ({
    title: 'This payment cannot be corrected',
    body: correctionRefusals[because],
  }),
  'nothing-to-invoice': () => ({
    title: 'No invoice possible',
    body: 'There are no paid tickets to invoice. Free tickets are not invoiced.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'The payment report cannot be read',
    body: `Line ${line}: ${what}`,
  }),
  'no-shift': () => ({
    title: 'This shift does not exist',
    body: 'Choose a shift from the list.',
  }),
  'unknown-currency': () => ({
    title: 'This drawer does not use that currency',
    body: 'Choose one of the currencies offered.',
  }),
  'float-known': () => ({
    title: 'The opening float has already been entered',
    body: 'Correct it with a cash-in or cash-out.',
  }),
  'unknown-piece': () => ({
    title: 'Unknown banknote or coin',
    body: 'Count again.',
  }),
  'write-failed': () => ({
    title: 'The file could not be written',
    body: "Check the machine's disk and the chosen folder, then try again.",
  }),
  'unknown-printer': () => ({
    title: 'This printer is no longer set up',
    body: 'Refresh the list of printers.',
  }),
  'access-code-refused': () => ({
    title: 'Access code refused by the booking service',
    body: 'It is out of date or incorrect. Ask the organiser for the new one, then enter it on the “Access codes” page.',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'This setting is not accepted',
    body: faults.map((fault) => settingFaultText(fault, enSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: 'The measurement could not be saved',
    body: 'The screen keeps the old measurement. Try again; if this continues, check the kiosk’s disk.',
  }),
  'bridge-lost': (_, paid) => ({
    title: 'The kiosk is restarting',
    body: `${paid} Wait a moment: this screen will come back.`,
  }),
}
