import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import type { frSettingWords } from '../fr/settings.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

export const enSettingNames: SettingNames = {
  language: 'Language',
  theme: 'Theme',
  numerals: 'Digits in Arabic texts',
  timeZone: 'Venue time zone',
  maxSeats: 'Maximum seats per sale',
  groupSeats: 'Maximum seats per desk sale',
  spaceReleaseMinutes: 'Sell wheelchair spaces to everyone (minutes before the event)',
  lockAfterMinutes: 'Automatic lock (minutes without use)',
  customerDisplay: 'Customer display',
  tenders: 'Payment methods',
  'tenderNames.card': 'Name shown for cards',
  'tenderNames.cash': 'Name shown for cash',
  'tenderNames.notes': 'Name shown for banknotes',
  'tenderNames.mobile-money': 'Name shown for Mobile Money',
  'tenderNames.orange-money': 'Name shown for Orange Money',
  'tenderNames.mtn-momo': 'Name shown for MTN MoMo',
  tenderBudgetSeconds: 'Seat hold: minimum time left to start a payment (seconds)',
  'refundRule.fr': 'Refund rule in French',
  'refundRule.en': 'Refund rule in English',
  'refundRule.pt': 'Refund rule in Portuguese',
  'refundRule.ar': 'Refund rule in Arabic',
  terminalSide: 'Card terminal position',
  ticketSlot: 'Ticket slot position',
  noteSlot: 'Banknote reader position',
  helpPlace: 'Staff position',
  soundVolume: `Sound volume (${numberLimits.soundVolume.min} to ${numberLimits.soundVolume.max})`,
  'updates.openingHours': 'Opening hours',
  'shifts.closeAt': 'Shift closing time',
  'shifts.cashierMoves': 'Cash in or out that a cashier may record alone (maximum)',
  'shifts.archiveFolder': 'Archive folder',
  'printers.tickets': 'Ticket printer',
  'printers.receipts': 'Receipt printer',
  'printers.reports': 'Report printer',
  'tickets.paper': 'Ticket paper',
  'tickets.selfCheck': 'Check the QR code of each ticket before printing',
  'tickets.folder': 'Ticket folder',
  'tickets.deleteAfterHours': 'Delete saved tickets (hours after the event)',
  'tickets.logo': 'Logo on tickets (file)',
  'tickets.sponsor': 'Sponsor logo on tickets (file)',
  'tickets.notice.fr': 'Small print on tickets, in French',
  'tickets.notice.en': 'Small print on tickets, in English',
  'tickets.notice.pt': 'Small print on tickets, in Portuguese',
  'tickets.notice.ar': 'Small print on tickets, in Arabic',
  'seller.name': 'Seller name on receipts',
  'seller.address': 'Seller address',
  'seller.taxNumber': 'Tax number',
  'seller.contact': 'Seller contact (phone or e-mail)',
  'seller.taxRate': 'VAT included in prices, in %',
}

export const enSettingWords: typeof frSettingWords = {
  parts: { sale: 'Selling', hours: 'Hours', printers: 'Printers', tickets: 'Tickets', keys: 'Desk keys' },
  leads: {
    hours:
      'Updates are installed outside opening hours. If no opening hours are set, no update is installed automatically. Changes to these hours apply as soon as they are saved.',
    printers: 'The first printer in each list prints; if it stops, the next one takes over.',
    keys: 'Each command has its own key, and each key has one command.',
  },
  usual: (value) => `Default: ${value}`,
  opens: 'Opens',
  closes: 'Closes',
  hours: (from, to) => (from === to ? 'Closed' : `From ${from} to ${to}${to < from ? ' the next day' : ''}`),
  orElse: 'if it stops',
  nobody: 'None',
  rank: (name, rank) => (rank === 1 ? `${name}, first` : `${name}, backup ${rank - 1}`),
  keyOf: (command) => `Key: ${command}`,
}

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
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)}, in whole units of the currency without separators, such as 500000; 0: always with a supervisor.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}.`,
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
      'A kiosk cannot use a standalone terminal: no cashier is there to confirm the payment. Keep cash and the payment methods of a provider.',
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
