import type { SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { ProblemTexts } from '../fr/problems.ts'
import { enPaying } from './paying.ts'
import { refusalText } from '../refusal-text.ts'
import { enSettingFaults } from './settings.ts'
import { settingFaultText } from '../setting-fault.ts'
import { countedIn } from '../../../shared/i18n/counted.ts'

const counted = countedIn('en')

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'This kiosk does not know that number. Check it; if it is right, go to the machine named on the slip.',
  'not-ours':
    'This machine did not sign that slip, or it was changed. Go to the machine named on it, or ask a member of staff.',
  taken: 'A payment that is under way is using it. Wait until that ends, then try again.',
  spent: 'It was used before. What was left is on the slip that took its place.',
  'paid-out': 'Its amount was paid out in cash before.',
  doubtful: 'This machine lost part of its records: a supervisor checks first whether the slip was used. Keep it.',
  'other-currency': 'It is in another currency than this purchase.',
  'hub-away': 'Wait a moment, then try again.',
}

export const enProblems: ProblemTexts = {
  'partner-unreachable': (_, paid) => ({
    title: 'The ticket office is not answering',
    body: `${paid} Wait a moment, then try again.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'The ticket office did not accept the request',
    body: `${paid} Try again; if it keeps happening, ask a member of staff.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: "The ticket office's answer cannot be read",
    body: `${paid} Try again; if it keeps happening, ask a member of staff.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'This event is not sold at this kiosk',
    body: `${paid} Choose another one, or ask at the ticket counter.`,
  }),
  'unknown-event': (_, paid) => ({
    title: 'This event is no longer on sale',
    body: `${paid} Choose another one from the list.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'This event is over',
    body: `${paid} No more seats are sold for it. Choose another one from the list.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'These seats could not be reserved',
    body: `${paid} Choose others.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'Your time is up',
    body: `${paid} Simply start again from the beginning.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'This sale is no longer open',
    body: `${paid} Simply start again from the beginning.`,
  }),
  'wrong-stage': (_, paid) => ({
    title: 'This can no longer be done',
    body: `${paid} The sale is at another step. Carry on from there.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'A sale is already under way here',
    body: `${paid} Wait until it is finished, then start again.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `${counted(limit, 'seat', 'seats')} at most`,
    body: 'Remove some, or buy again afterwards.',
  }),
  'too-much': () => ({
    title: 'More than is left to pay',
    body: 'Type the part to take, or nothing for all that is left.',
  }),
  'tickets-turned-up': () => ({
    title: 'The tickets are there',
    body: 'The ticket office did sell these seats: the sale is finished and the tickets are printed. Pay nothing back; take back what was paid already.',
  }),
  'approval-known': () => ({
    title: 'This number has been used',
    body: 'Another sale of this shift has it. Read the slip or the message again; if it does say so, type it once more.',
  }),
  'payer-needed': () => ({ title: 'The customer’s number is missing', body: 'Type their telephone number.' }),
  'too-many-parked': ({ limit }) => ({
    title: `${counted(limit, 'sale', 'sales')} set aside at most`,
    body: 'Take one up again, or finish this one.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'The map changed in the meantime',
    body: `${paid} Choose again on the current map.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'This seat has just been taken' : 'These seats have just been taken',
    body: `Somebody was quicker. ${paid} Choose others.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'Time is up',
    body: `Your seats are no longer held. ${paid} Choose again.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'The price has just changed',
    body: `${paid} Choose again, at the prices shown now.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(enPaying.refused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'This seat could not be taken out',
    body: `${paid} All your seats are still held. Try again, or pay for them as they are.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'Payment cancelled',
    body: `${paid} Your seats are still held.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'Not enough time left to pay',
    body: `${paid} Touch “Change seats” and choose them again to get more time.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'Too many payments are still waiting',
    body: `${paid} This kiosk is still waiting for the operator on other payments: pay another way, or go to a ticket counter.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'This kiosk does not know that reference',
    body: `Check the reference, and that this is the kiosk on your slip. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'Too many wrong references',
    body: `Try again in ${seconds} s, or go to a ticket counter. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'This credit slip is not taken',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'This way to pay is not answering',
    body: `${paid} Try again, or pay another way.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'This way to pay is not offered here',
    body: `${paid} Choose another one.`,
  }),
  'signed-out': () => ({
    title: 'You are no longer signed in',
    body: 'Type your code again: all is as you left it.',
  }),
  'wrong-pin': () => ({
    title: 'This code is not right',
    body: 'Type it again.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: 'Too many tries',
    body: `This PIN is locked for ${seconds} s. All other PINs work.`,
  }),
  'too-little': () => ({
    title: 'The amount received is too small',
    body: 'Correct it, or add to it.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'No notes or coins make that sum',
    body: `Type ${money(smallest, currency)} at least, or a multiple of it.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'The printer is not ready',
    body: `${paid} Ask a member of staff to get it going, then try again.`,
  }),
  'invalid-input': (_, paid) => ({
    title: 'Something went wrong',
    body: `${paid} Start again from the beginning; if it keeps happening, ask a member of staff.`,
  }),
  forbidden: (_, paid) => ({
    title: 'This screen cannot do that',
    body: `${paid} Start again from the beginning; if it keeps happening, ask a member of staff.`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'Something went wrong',
    body: `${paid} Start again from the beginning; if it keeps happening, show this number to a member of staff: ${incident}.`,
  }),
  'purchases-refused': (_, paid) => ({
    title: 'The ticket office is not selling',
    body: `${paid} Tell a member of staff, and go to the nearest ticket counter.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'This kiosk can no longer sell',
    body: `${paid} Its memory is full: tell a member of staff, and go to the nearest ticket counter.`,
  }),
  'wrong-answer': () => ({
    title: 'This answer does not fit this sale',
    body: 'Read the question again, then answer again.',
  }),
  'hub-decides': () => ({
    title: 'The hub will say whether this slip was used',
    body: 'Nothing is lost: it is asked until it answers. Check this machine’s network.',
  }),
  'training-not-offered': () => ({
    title: 'There is no training here',
    body: 'It is for live tills; the demonstration is there to practise.',
  }),
  'quit-not-offered': () => ({
    title: 'This screen cannot stop the program',
    body: 'Stop it from the machine itself.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'There is nothing to close',
    body: `Nothing has happened since the Z of shift ${shiftNo}. To have it on paper again, print it again.`,
  }),
  'no-report': () => ({
    title: 'There is no report to print',
    body: 'Make an X report or a Z closure first.',
  }),
  'not-allowed': () => ({
    title: 'Your role does not allow this',
    body: 'Ask a supervisor.',
  }),
  'second-needed': () => ({
    title: 'A supervisor confirms with you',
    body: 'This is more than a cashier does alone: the supervisor types their number and PIN.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'A second person is needed',
    body:
      because === 'same-person'
        ? 'Another supervisor has to give their number and PIN.'
        : because === 'not-allowed'
          ? 'Their number is no supervisor’s.'
          : because === 'pin-locked'
            ? `Their PIN is locked for ${seconds} s, after too many tries.`
            : 'Their number or PIN is not right.',
  }),
  'guessed-pin': () => ({
    title: 'This PIN is easily guessed',
    body: 'No repeated digits, no figures in a row, no year, no date, no staff number: choose another.',
  }),
  'number-taken': () => ({
    title: 'This number is taken',
    body: 'Give another one, or first remove the person who has it.',
  }),
  'no-such-number': () => ({
    title: 'Nobody has this number',
    body: 'The list changed meanwhile: refresh it.',
  }),
  'last-supervisor': () => ({
    title: 'This is the last supervisor',
    body: 'First add another one: somebody has to answer for the others.',
  }),
  'refund-not-offered': () => ({
    title: 'The provider cannot give this sum back from here',
    body: 'Open the list again, or give the sum back another way.',
  }),
  'refund-over': () => ({
    title: 'This refund is not under way any more',
    body: 'Open the list again: it says where it stands.',
  }),
  'no-such-ticket': () => ({ title: 'This ticket is not part of this sale', body: 'Open the sale again, then retry.' }),
  'ticket-returned': () => ({
    title: 'One of these tickets was given back before',
    body: 'It is not printed again, and not paid back twice.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'Ticket' : 'Tickets'} cancelled at the booking service: ${seatCodes.join(', ')}`,
    body: 'The seat may be on sale again, so there is no duplicate. Ask the organiser about it.',
  }),
  'other-shift': () => ({
    title: 'This sale belongs to a closed shift',
    body: 'It cannot be voided any more: refund its tickets.',
  }),
  'other-tender': () => ({
    title: 'This sum was not paid that way',
    body: 'Give it back by the way it was paid.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'This file is no report',
    body: `Line ${line}: ${what}`,
  }),
  'no-shift': () => ({
    title: 'There is no such shift',
    body: 'Choose one from the list.',
  }),
  'unknown-currency': () => ({
    title: 'This drawer holds none of that currency',
    body: 'Choose one of those offered.',
  }),
  'float-known': () => ({
    title: 'The float is noted already',
    body: 'Put it right by paying in or out.',
  }),
  'unknown-piece': () => ({
    title: 'There is no such note or coin',
    body: 'Count again.',
  }),
  'not-written': () => ({
    title: 'The file could not be written',
    body: "Check the machine's disk and the chosen folder, then try again.",
  }),
  'unknown-printer': () => ({
    title: 'This printer is no longer set up',
    body: 'Refresh the list of printers.',
  }),
  'access-code-refused': () => ({
    title: 'The ticketing service refuses the access code',
    body: 'It was renewed, or it is wrong. Ask the organiser for the right one, then type it on the page Access codes.',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'This setting is not accepted',
    body: faults.map((fault) => settingFaultText(fault, enSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: 'The measurement could not be saved',
    body: "The screen keeps the old one. Try again; if it goes on, check the kiosk's disk.",
  }),
  'bridge-lost': (_, paid) => ({
    title: 'The kiosk is restarting',
    body: `${paid} Wait a moment: this screen will come back.`,
  }),
}
