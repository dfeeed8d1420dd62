import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/setting-limits.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import type { frSettingWords } from '../fr/settings.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

export const enSettingNames: SettingNames = {
  language: 'Language',
  theme: 'Theme',
  numerals: 'Arabic digits',
  timeZone: 'Time zone of the venues',
  maxSeats: 'Most seats in a sale',
  groupSeats: 'Seats in a sale at the desk at most',
  spaceReleaseMinutes: 'Wheelchair places released, minutes before the event',
  lockAfterMinutes: 'Minutes until the desk locks itself',
  customerDisplay: 'Customer’s display',
  tenders: 'Ways to pay',
  'tenderNames.card': 'Name of cards',
  'tenderNames.cash': 'Name of cash',
  'tenderNames.notes': 'Name of banknotes',
  'tenderNames.mobile-money': 'Name of Mobile Money',
  'tenderNames.orange-money': 'Name of Orange Money',
  'tenderNames.mtn-momo': 'Name of MTN MoMo',
  tenderBudgetSeconds: 'Seconds needed to pay',
  'refundRule.fr': 'Refund rule in French',
  'refundRule.en': 'Refund rule in English',
  'refundRule.pt': 'Refund rule in Portuguese',
  'refundRule.ar': 'Refund rule in Arabic',
  terminalSide: 'Where the terminal is',
  ticketSlot: 'Where tickets come out',
  noteSlot: 'Where the note reader is',
  helpPlace: 'Where staff stand',
  soundVolume: `Volume of sounds, ${numberLimits.soundVolume.min} to ${numberLimits.soundVolume.max}`,
  'updates.openingHours': 'Opening hours',
  'shifts.closeAt': 'Closing time',
  'shifts.cashierMoves': 'Sum that a cashier moves in or out of the drawer alone',
  'shifts.archiveFolder': 'Folder of archives',
  'printers.tickets': 'Prints tickets',
  'printers.receipts': 'Prints receipts',
  'printers.reports': 'Prints reports',
  'tickets.paper': 'Ticket paper',
  'tickets.selfCheck': 'Read each ticket back before printing',
  'tickets.folder': 'Folder of tickets',
  'tickets.deleteAfterHours': 'Saved tickets deleted, hours after the event',
  'tickets.logo': 'Logo on tickets (file)',
  'tickets.sponsor': 'Sponsor on tickets (file)',
  'tickets.notice.fr': 'Small print in French',
  'tickets.notice.en': 'Small print in English',
  'tickets.notice.pt': 'Small print in Portuguese',
  'tickets.notice.ar': 'Small print in Arabic',
  'seller.name': 'Seller’s name on receipts',
  'seller.address': 'Seller’s address',
  'seller.taxNumber': 'Tax number',
  'seller.contact': 'Seller’s contact (telephone or e-mail)',
  'seller.taxRate': 'VAT included in prices, in %',
}

export const enSettingWords: typeof frSettingWords = {
  parts: { sale: 'Selling', hours: 'Hours', printers: 'Printers', tickets: 'Tickets', keys: 'Keys of the desk' },
  leads: {
    hours:
      'Updates wait until the box office is closed, and go by these hours at once. Without opening hours, none installs itself.',
    printers: 'The first one prints; if it stops, the next one steps in.',
    keys: 'Each command has its key, and each key one command only.',
  },
  usual: (value) => `Default: ${value}`,
  opens: 'Opens',
  closes: 'Closes',
  hours: (from, to) => (from === to ? 'Never open' : `From ${from} to ${to}${to < from ? ' the next day' : ''}`),
  orElse: 'or else',
  nobody: 'No other',
  rank: (name, rank) => (rank === 1 ? `${name}, first` : `${name}, stand-in ${rank - 1}`),
  keyOf: (command) => `Key: ${command}`,
}

const number = ({ min, max }: NumberLimits): string => `type a number from ${min} to ${max}`
const atMost = (max: number): string => `write at most ${max} characters.`

export const enSettingFaults: SettingFaultWords = {
  names: enSettingNames,
  about: (name, sentence) => `${name}: ${sentence}`,
  expected: {
    language: 'choose a language that this machine speaks.',
    timeZone: 'type an IANA time zone such as Africa/Conakry; empty: that of this machine.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)}; 0: not before the rest of the section is gone.`,
    soundVolume: `${number(numberLimits.soundVolume)}; 0 is silence.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)}; 0 is never.`,
    tenders: 'keep at least one.',
    tenderNames: `write a name of at most ${MAX_TENDER_NAME} characters, in one line.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'type both times such as 08:00 and 23:00, or neither.',
    'shifts.closeAt': 'type a time such as 23:30.',
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)}, in whole units of the currency without separators, such as 500000; 0 is never alone.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}.`,
    seller: atMost(MAX_SELLER_TEXT),
    refundRule: atMost(MAX_SMALL_PRINT),
    'tickets.notice': atMost(MAX_SMALL_PRINT),
    'tickets.paper': `type ${paperNames.join(', ')}, or millimetres such as 210x74.`,
    'tickets.deleteAfterHours': 'type a number from 1 to 168.',
    'tickets.logo': 'there is no such file; give its full path.',
    'tickets.sponsor': 'there is no such file; give its full path.',
  },
  causes: {
    'same-key': ({ key, commands }, desk) =>
      `${keyName(key)} would be both ${list.format(commands.map((each) => `“${commandName(desk, each)}”`))}: give one of them another key.`,
    'no-shortcut': ({ key }) =>
      `${keyName(key)} cannot be a key of the desk: take F1 to F12, or Ctrl or Alt and a letter.`,
    'not-attended': () =>
      'Nobody stands at a kiosk to say what the terminal did: keep cash there, and what a provider takes.',
    'cash-without-pin': () =>
      'Cash asks for this machine’s own PIN, which is given when it is set up: keep another way to pay.',
    'printer-unknown': ({ printer }) => `“${printer}” is no longer among the printers: choose another one.`,
    'printer-idle': ({ printer }) =>
      `“${printer}” would print nothing any more: give it something else to print first.`,
    'printer-twice': () => 'A printer is named twice: keep it once.',
    'in-training': () => 'Settings are changed outside training.',
    'nothing-to-read-back': () => 'This machine reads back the tickets that it prints: keep a printer for tickets.',
  },
}
