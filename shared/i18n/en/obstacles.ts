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
const enter = 'Type it under “Access codes”: in the office of a desk, or on the staff screen of a kiosk.'

const faults = {
  'no-answer': 'does not answer',
  'turned-away': 'turns this machine away',
  'not-there': 'the reader does not answer',
  'box-full': 'the note box is full',
  'box-out': 'the note box is not in its place',
  jammed: 'a note is stuck',
  cheated: 'somebody tried to cheat',
  'other-currency': 'the reader takes another currency',
  'being-emptied': 'the note box is open, and not counted yet',
  'out-of-order': 'the reader is out of order',
}
const saidOf = (ways: readonly WayDown[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

/** What stops a printer, and what to do about it. */
export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'does not answer', todo: 'Check the printer’s cable and power.' },
  'paper-out': { what: 'out of paper', todo: 'Put paper in.' },
  jammed: { what: 'jammed', todo: 'Open the printer and take the stuck paper out.' },
  stopped: { what: 'stopped', todo: 'Start the print queue again.' },
  missing: { what: 'not found', todo: 'Check the printer’s cable and power.' },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'name of the seller',
  'seller.address': 'address of the seller',
  'seller.contact': 'contact of the seller',
  'terms.conditions': 'conditions of sale',
  'terms.privacy': 'privacy notice',
}

export const obstacles: ObstacleTexts = {
  training: () => ({
    what: 'The till is in training: it sells nothing',
    todo: 'End training on its screen, then sign in.',
  }),
  'partner-unreachable': () => ({
    what: 'The ticket office does not answer this machine',
    todo: 'Check its network link. If other machines sell, run “guichet doctor” on this one.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `The clock is ${span(minutes, units)} ${minutes > 0 ? 'fast' : 'slow'}${refused ? ': the ticket office refuses the machine' : ''}`,
    todo: 'Set the computer’s date and time, and have the system keep them. Sales go on by themselves then.',
  }),
  'not-let-in': (refusal) => ({
    what: `The ticket office refuses this machine (${refusalCode(refusal)})`,
    todo: '“guichet doctor” says what is wrong: partner code, key name or secret. Correct it by “Set up again” at a kiosk, by “guichet setup” at a desk.',
  }),
  'not-understood': ({ detail }) => ({
    what: `The answer of the ticket office cannot be read (${detail})`,
    todo: 'Check the address of the ticket office, then call it: “guichet doctor” says what is missing.',
  }),
  'access-code-missing': (met) => ({
    what: `Access code missing${met.all ? ', nothing is on sale' : ''}: ${eventNames(met, ', ')}`,
    todo: `Ask the ticket office for the code. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `Access code refused${met.all ? ', nothing is on sale' : ''}: ${eventNames(met, ', ')}`,
    todo: `The code is wrong or was renewed. Ask the ticket office for the new one. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `The ticket office does not open the sale (${refusalCode(met)}): ${eventNames(met, ', ')}`,
    todo: 'Ask the ticket office whether this sale is open, and tell it this code.',
  }),
  'purchases-refused': (refusal) => ({
    what: `The ticket office refuses purchases (${refusalCode(refusal)})`,
    todo: 'Run “guichet doctor”, mend what it names, then touch “Resume sales” on the staff screen.',
  }),
  'no-way-to-pay': () => ({
    what: 'No way to pay at this kiosk',
    todo: 'Add a way to pay in the settings: cash where staff stand by, or cards.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ': there is no other way to pay' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'On the staff screen of this kiosk, under “Note box”: record the count, or close it uncounted.'
      : ways.every(isOfNotes)
        ? 'Open the machine with its key and look at the note reader: cable, stuck note, note box full or out. This way to pay comes back by itself.'
        : ways.some(isTurnedAway)
          ? '“guichet doctor” says what is wrong: the name, the secret, or an address that is not on the provider’s list. Mend it by “Set up again” at a kiosk, by “guichet setup” at a desk.'
          : 'Check the network. If it is well, wait for the provider: this way to pay comes back by itself. “guichet doctor” says more.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `No ticket comes out: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'The disk refuses to write', todo: 'Stop selling here. Replace the disk, then restore the copy.' }
      : { what: 'The ledger is broken', todo: 'Stop selling here. Follow “When something went wrong” in the manual.' },
  'disk-full': () => ({ what: 'Disk full: no sale starts', todo: 'Make room on the disk.' }),
  'damaged-files': ({ files }) => ({
    what: `Damaged file${files.length === 1 ? '' : 's'}: ${files.join(', ')}`,
    todo: 'The machine sells without it. Put a good copy back from a backup, or enter its contents again; then move the damaged file away.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Characters printed as an empty box (${characters.join(' ')}): ${eventNames(met, ', ')}`,
    todo: 'The machine sells. Ask the ticket service to write this title or venue in a script that the papers have.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'The screen keeps failing: it reloads every 30 seconds'
        : 'The customer display keeps failing: the desk continues to sell',
    todo: 'Restart the machine. If it keeps failing, send the lines “screen failed” of guichet.log to your supplier.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Missing for a sale by the law: ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'The machine sells. Name them under “Set up again” at a kiosk, by “guichet setup” at a desk, or in config.json.',
  }),
  other: () => ({
    what: 'This machine cannot sell',
    todo: 'Read on its staff screen, “State of the kiosk”, what keeps it, and update this hub.',
  }),
}
