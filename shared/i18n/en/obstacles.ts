import type { PrinterFault, WayDown } from '../../domain/fleet/readiness.ts'
import {
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  refusalCode,
  span,
  type Advice,
  type ObstacleTexts,
} from '../obstacle-texts.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TenderNames } from '../texts.ts'
import type { TermsSetting } from '../../domain/terms.ts'

const units = { minutes: 'min', hours: 'h', days: 'days' }
const enter = 'Enter it under “Access codes”: in the office of a desk, or on the staff screen of a kiosk.'

const faults = {
  'no-answer': 'does not answer',
  'turned-away': 'rejects this machine',
  'not-there': 'the banknote reader does not answer',
  'box-full': 'the cash box is full',
  'box-out': 'the cash box is not in place',
  jammed: 'a banknote is stuck',
  cheated: 'fraud attempt',
  'other-currency': 'the reader accepts another currency',
  'being-emptied': 'the cash box is open and not counted yet',
  'out-of-order': 'the reader is out of order',
}
const saidOf = (ways: readonly WayDown[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

/** What stops a printer, and what to do about it. */
export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'does not answer', todo: 'Check the printer’s cable and power.' },
  'paper-out': { what: 'out of paper', todo: 'Load paper.' },
  jammed: { what: 'paper jam', todo: 'Open the printer and remove the stuck paper.' },
  stopped: { what: 'stopped', todo: 'Restart the print queue.' },
  missing: { what: 'not found', todo: 'Check the printer’s cable and power.' },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'seller name',
  'seller.address': 'seller address',
  'seller.contact': 'seller contact',
  'terms.conditions': 'conditions of sale',
  'terms.privacy': 'privacy notice',
}

export const obstacles: ObstacleTexts = {
  training: () => ({
    what: 'Desk in training mode: no live sales',
    todo: 'End training on its screen, then sign in.',
  }),
  'partner-unreachable': () => ({
    what: 'The booking service does not answer this machine',
    todo: 'Check the network connection. If other machines are still selling, run “guichet doctor” on this one.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `The clock is ${span(minutes, units)} ${minutes > 0 ? 'fast' : 'slow'}${refused ? ': the booking service refuses the machine' : ''}`,
    todo: 'Set the date and time and turn on automatic time. Sales then resume.',
  }),
  'not-let-in': (refusal) => ({
    what: `The booking service refuses this machine (${refusalCode(refusal)})`,
    todo: '“guichet doctor” shows the error: partner code, key name or secret. Correct it with “Set up again” at a kiosk, or with “guichet setup” at a desk.',
  }),
  'not-understood': ({ detail }) => ({
    what: `Invalid reply from the booking service (${detail})`,
    todo: 'Check the address of the booking service, then call the booking service: “guichet doctor” shows what is missing.',
  }),
  'access-code-missing': (met) => ({
    what: `Access code missing${met.all ? ', nothing is on sale' : ''}: ${eventNames(met, ', ')}`,
    todo: `Ask the booking service for the code. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `Access code refused${met.all ? ', nothing is on sale' : ''}: ${eventNames(met, ', ')}`,
    todo: `The code is wrong or was renewed. Ask the booking service for the new one. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `The booking service does not open the sale (${refusalCode(met)}): ${eventNames(met, ', ')}`,
    todo: 'Ask the booking service whether this sale is open, and give it this code.',
  }),
  'purchases-refused': (refusal) => ({
    what: `The booking service refuses purchases (${refusalCode(refusal)})`,
    todo: 'Run “guichet doctor”, correct the error that it shows, then choose “Resume sales” under “Kiosk status” or in the office, “Machine” page.',
  }),
  'no-way-to-pay': () => ({
    what: 'No payment method at this kiosk',
    todo: 'Add a payment method in the settings: cards, or cash if a member of staff stands beside the kiosk.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ': no other payment method' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'On the staff screen of this kiosk, under “Cash box (banknotes)”: record the count, or close without counting.'
      : ways.every(isOfNotes)
        ? 'Open the kiosk with its key and check the banknote reader: cable, stuck banknote, cash box full or missing. This payment method resumes automatically.'
        : ways.some(isTurnedAway)
          ? 'Run “guichet doctor” to see what is wrong: the ID, the secret, or an address missing from the provider’s list. Correct it with “Set up again” at a kiosk or “guichet setup” at a desk.'
          : 'Check the network. If it works, wait for the provider: this payment method resumes automatically. “guichet doctor” gives details.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `No tickets are printed: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'Cannot write to the disk', todo: 'Stop selling here. Replace the disk, then restore the copy.' }
      : {
          what: 'The journal is damaged',
          todo: 'Stop selling here. Follow “When something went wrong” in the manual.',
        },
  'disk-full': () => ({ what: 'Disk full: no new sales', todo: 'Free some space on the disk.' }),
  'damaged-files': ({ files }) => ({
    what: `Damaged file${files.length === 1 ? '' : 's'}: ${files.join(', ')}`,
    todo: 'The machine sells, but without this data. Restore a good copy from a backup, or enter the data again; then move each damaged file away.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Characters printed as empty boxes (${characters.join(' ')}): ${eventNames(met, ', ')}`,
    todo: 'The machine sells. Ask the booking service to write this title or venue with printable characters.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'The screen keeps failing: it reloads every 30 seconds'
        : 'The customer display keeps failing: the desk continues to sell',
    todo: 'Restart the machine. If it keeps failing, send the lines “screen failed” of guichet.log to your supplier.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Legally required details missing: ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'The machine sells. Add them with “Set up again” at a kiosk, or with “guichet setup” at a desk, or in config.json.',
  }),
  other: () => ({
    what: 'This machine cannot sell',
    todo: 'Read the cause on its staff screen, “Kiosk status”, and update this server.',
  }),
}
