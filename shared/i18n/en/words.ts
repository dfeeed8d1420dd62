import type * as fr from '../fr/words.ts'
import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { PrinterFault, UnavailableTender } from '../../domain/fleet/readiness.ts'
import { countWithNoun } from '../../domain/language.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TermsSetting } from '../../domain/terms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT, type SettingForm } from '../../domain/text-forms.ts'
import type { Measured, SettingTexts } from '../setting-texts.ts'
import {
  type Advice,
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  type ReadinessIssueTexts,
  type ProviderNames,
  refusalCode,
  type SeatNotes,
  span,
  type TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'Card',
  cash: 'Cash',
  notes: 'Banknotes',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  cheque: 'Cheque',
  'bank-transfer': 'Bank transfer',
  account: 'On account',
  'credit-slip': 'Refund voucher',
  free: 'Free',
}

export const seatNotes: SeatNotes = {
  accessible: 'Wheelchair space',
  companion: 'Companion',
  restrictedView: 'Restricted view',
  stepFree: 'Step-free access',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'Djomy',
  'djomy-push': 'Djomy',
  'orange-money': 'Orange',
  'mtn-momo': 'MTN',
  'stripe-terminal': 'Stripe',
  sumup: 'SumUp',
  simulated: 'simulator',
  'hub-account': 'venue server',
}

export const reconcileAdvice: typeof fr.reconcileAdvice = {
  'not-listed':
    'This ticket is not valid for entry. Give the booking service the reference and the ticket number. If it does not restore the ticket, refund it.',
  'not-recorded':
    'This ticket was not paid for here. Look for it at the other desks. If it is not there either, ask the booking service to cancel it.',
  differs:
    'The desk and the booking service have different data for this ticket. Ask the booking service which data is correct, then print a duplicate of the ticket.',
  'given-back': 'Refunded here, but still valid at the booking service. Ask it to cancel the ticket.',
  unsettled: 'The payment was taken, but the tickets are missing. Answer the open question of this sale.',
  'not-asked': 'The booking service did not answer. Compare again later.',
}

export const columns: typeof fr.columns = {
  account: 'account',
  amount: 'amount',
  at: 'date',
  compared: 'compared on',
  count: 'count',
  currency: 'currency',
  customer: 'customer',
  detail: 'detail',
  difference: 'difference',
  driver: 'driver',
  event: 'event',
  from: 'from',
  here: 'here',
  invoice: 'invoice',
  item: 'item',
  kind: 'report',
  line: 'report line',
  movement: 'movement',
  name: 'name',
  order: 'order',
  owner: 'customer reference',
  providerReference: 'provider reference',
  reference: 'reference',
  refund: 'refund',
  register: 'desk',
  rounding: 'rounding',
  documents: 'document no.',
  sale: 'sale',
  seat: 'seat',
  shift: 'shift',
  staff: 'staff',
  state: 'state',
  tax: 'tax',
  there: 'at the provider',
  ticket: 'ticket',
  ticketNumber: 'ticket number',
  to: 'to',
  toDo: 'to do',
}

const counted = countWithNoun('en')

export const salesListed: typeof fr.salesListed = (lines, tickets, amount, tax) =>
  `${counted(lines, 'line', 'lines')}, ${counted(tickets, 'ticket', 'tickets')}, ${amount}${tax === null ? '' : `, of which ${tax} tax`}`

export const reconciled: typeof fr.reconciled = (shift, sales, agreed, differences) =>
  `Shift ${shift}: ${counted(sales, 'sale', 'sales')} compared, ${counted(agreed, 'ticket agrees', 'tickets agree')}, ${counted(differences, 'difference', 'differences')}`

export const noShift: typeof fr.noShift = (ledger, shift) => `${ledger}: no shift${shift === null ? '' : ` ${shift}`}`

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `"${key}" cannot be a shortcut: choose F1 to F12, Escape, Insert, Pause, or a letter with Ctrl+ or Alt+`,
  'same-key': ({ key, commands }) =>
    `${key} is assigned to ${commands.join(' and ')}: give one of these commands another key`,
  'language-not-offered': ({ language }) =>
    `"${language}" is not in languages: add it there, or choose another language`,
  'no-partner': () => "live mode requires the partner's baseUrl and partnerCode",
  'simulated-terminals': () => '"simulated" takes no real payments: in live mode, choose "manual"',
  'not-attended': () =>
    'at a kiosk, no cashier can confirm a payment by a document or on a standalone terminal: in "tenders", keep only cash and the payment methods that have a provider in "payments", or set "role" to "cashier"',
  'driver-unfit': ({ driver, fit }) =>
    `"${driver}" does not support this payment method; ${fit.length === 0 ? 'no driver supports it' : `choose one of ${fit.join(', ')}`}`,
  'shows-code': () =>
    'with this driver, customers scan a QR code, which a desk does not display: choose "djomy-push" or "mtn-momo", or set "role" to "kiosk"',
  'pays-out': () => 'these keys can pay money out: remove them from this kiosk, which runs unattended',
  'account-without-hub': () => '"account" needs the venue server: enrol the machine, or remove "account" here',
  'notes-at-desk': () => '"notes" needs the banknote reader of a kiosk: remove "notes" here',
  'no-note-device': () =>
    'required to accept banknotes: enter the banknote reader, such as { "driver": "ssp", "device": "/dev/note-device" }',
  'plain-hub': () => 'in live mode, the address must begin with https://',
  'plain-partner': () => 'live mode requires https: without it, anyone on the network could read and change the sales',
  'cash-without-pin': () => 'required to take cash',
  'weak-pin': () => 'this PIN is easy to guess: do not use repeated digits, a sequence, a year or a date',
  'nothing-to-read-back': () => 'only for a kiosk that has a printer in printers.tickets: remove this setting',
  'printer-unknown': ({ printer }) => `"${printer}" is not in printers.devices: correct the name, or add this printer`,
  'printer-idle': () =>
    'this printer is not used: name it in printers.tickets, printers.receipts or printers.reports, or remove it',
  'printer-twice': () => 'the same printer is listed twice: remove one of the two',
  'no-drawer': () => 'expected the name of a printer of kind "escpos" whose "drawer" is set',
  'no-file': ({ path }) => `no such file: ${path}`,
  'file-unreadable': ({ path, code }) => `${path} cannot be read (${code})`,
  'no-certificate': ({ path }) => `${path} contains no certificate in PEM format`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () => 'say where the secret is: either a file (secretFile) or an environment variable (secretEnv)',
  'variable-unset': ({ variable }) => `the environment variable ${variable} is not set`,
  'secret-exposed': ({ path }) => `accounts other than its owner's can read ${path}: protect it with chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} was sealed for a different account, session or computer (${reason}): start the program where it was set up, or set it up again`,
  'no-keyring': ({ reason }) => `no keyring is available: ${reason}`,
  'secret-empty': () => 'the secret is empty',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `this key is of type ${kind}; the algorithm ${algorithm} requires a key of type ${wanted.join(' or ')}`,
  'no-private-key': ({ algorithm }) =>
    `${algorithm} requires a private key in PEM format (PKCS #8), without a password`,
  'note-key': () => 'expected 16 hexadecimal digits',
  'terms-elsewhere': ({ file }) => `${file} is on another computer: expected a file on this machine`,
  'terms-special': ({ path }) => `${path} is not a regular file: expected a text file`,
  'terms-empty': ({ path }) => `${path} is empty: write the text into it`,
  'terms-long': ({ path, max }) => `${path} is too long: expected at most ${max} characters`,
  'terms-name': ({ path, link }) =>
    `${path} does not end in .txt or .md${link === null ? '' : ` (${link} is a link to this file)`}: expected a text file with one of these extensions`,
  'unknown-role': ({ role }) => `--role: "${role}" is neither kiosk nor cashier`,
  'settings-missing': () => 'no such file',
  'settings-unreadable': ({ code }) => `this file cannot be read (${code}): restore a copy of it`,
  'settings-syntax': ({ line, column, what }) =>
    `line ${line}, column ${column}: ${what}; correct this file or restore a backup copy`,
  'foreign-folder': ({ path, uid }) =>
    `${path} belongs to another account (${uid}); for safety, root uses neither its links nor its settings: run the command as that account, sudo -u '#${uid}' guichet …`,
  'number-twice': () => 'two people have the same number: change one of them',
  'not-answered': () => 'not answered yet',
}

const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: '1 to 32 letters, digits, dashes or underscores',
  tenderName: `1 to ${MAX_TENDER_NAME} characters on one line`,
  timeOfDay: 'a time of day such as "22:30"',
  printerName: '1 to 40 letters, digits, dashes or underscores',
  pageOrigin: 'an address such as http://127.0.0.1:3000',
  hubAddress: 'an address such as https://hub.example:7420',
  customerName: '1 to 100 characters on one line, without a space at the beginning or the end',
  headerText: '1 to 200 unaccented letters, digits and symbols, without spaces',
  headerName: 'the name of an HTTP header',
  asciiText: '1 to 200 unaccented letters, digits and symbols',
  environmentVariable: 'the name of an environment variable',
  signatureComponent:
    'the name of a header in lower-case letters, or @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param;name="…"',
  signatureLabel: 'lower-case letters, digits, dashes or underscores',
  poiId: 'the model and serial number, such as V400m-324688179',
  certificateHash: 'the SHA-256 hash of a certificate, 64 hexadecimal digits',
  merchantAccount: 'letters and digits',
  countryCode: 'a country code such as GN',
  orangeCountry: 'a country code such as "gn", or "dev"',
  shopName: 'at most 30 unaccented letters',
  stripeReader: 'the Stripe ID of the reader, which begins with "tmr_"',
  merchantCode: 'letters, digits, "-", "_" and "."',
  sumupReader: 'the SumUp ID of the reader: "rdr_", then 26 letters or digits',
  hostName: 'a name or an address such as 192.168.1.50',
  dialCode: 'a country calling code such as "224"',
}

const checks: typeof fr.values.checks = {
  addressWithoutPath: 'an address without a path',
  certificateAndKey: 'both certificate and key, or neither',
  displayPlace: '"auto", "window", "off" or the number of a display, 1 to 9, counted from the left',
  distinct: 'a list without repeated entries',
  emailAddress: 'an address such as sales@venue.example',
  escposAddress: 'tcp://HOST, tcp://HOST:PORT or a file under /dev/',
  holdBody: 'the text "{seat_id}" in the place of the seat, or "{seat_ids}" with "batch": true',
  holdPath: 'a path that begins with "/" and contains {hold_id}',
  httpsAddress: 'an https address without a user name, "?" or "#"',
  httpsPage: 'an https address',
  keypadKeys: 'key names such as F17, Numpad8 or KeyA',
  noteDevice: 'a file under /dev/, COM1 or tcp://HOST:PORT',
  paperName: `${paperNames.map((name) => `"${name}"`).join(', ')}, or the width and height in millimetres, such as "210x74"`,
  unusableSheet: `a portrait format (at least 74 mm wide, and at least 1.25 times as high as wide) or a landscape format (at least 140x60, and at least 1.4 times as wide as high), at most ${MAX_SHEET_MILLIMETRES} mm`,
  plainAddress: 'an address without a user name, "?" or "#"',
  proxyAddress: 'http://HOST:PORT',
  qrText: 'a text short enough for a QR code',
  secretSource: 'either secretFile or secretEnv, to say where the secret is',
  sessionPath: 'a path that begins with "/" and contains {session_id}',
  telephone: 'a phone number such as +224 620 00 00 00',
  termsSource: `a text of 1 to ${MAX_TERMS_TEXT} characters, or { "file": "PATH" }`,
  timeZone: 'an IANA time zone such as "Africa/Conakry"',
  webAddress: 'an http or https address',
}

export const files: typeof fr.files = {
  workbook: 'this file is a workbook, not a text file: in Excel, save it as "CSV UTF-8"',
  lostCharacter:
    'a character was lost here when the file was saved: open the original document and save it as UTF-8 ("CSV UTF-8" in Excel)',
  noCharacter: 'not a text character: save the file as UTF-8 ("CSV UTF-8" in Excel)',
  openQuote: 'a quote is opened here and not closed',
  textAfterQuote: 'expected a separator or the end of the line after a closing quote',
  notJson: (found) => (found === '' ? 'not JSON: the text ends too early' : `not JSON: unexpected ${found}`),
  noFile: (path) => `${path}: no such file`,
  noFolder: (path) => `${path}: no such directory`,
  exists: (path) => `${path}: already exists: choose another name`,
  more: (count) => `… and ${count} more`,
}

const limit = (count: string, measured: Measured): string => {
  if (measured === 'number') return count
  return measured === 'string' ? counted(+count, 'character', 'characters') : counted(+count, 'entry', 'entries')
}

const kinds = { section: 'sections', tribune: 'stands', zone: 'categories', gate: 'gates' } as const
const none = { tribune: 'stand', zone: 'category', gate: 'gate' } as const

export const values: typeof fr.values = {
  expected: (expected, found) => `expected ${expected}${found && `, found ${found}`}`,
  missing: (expected) => `missing; expected ${expected}`,
  kinds: {
    string: 'a text in quotes',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    null: 'null',
    array: 'a list […]',
    object: 'an object {…}',
    record: 'an object {…}',
    tuple: 'a point [x, y]: two numbers',
    never: 'nothing here',
  },
  checks,
  forms: {
    ...settingForms,
    partCode: 'a code of 1 to 8 capital letters and digits',
    rowLabel: '1 to 4 capital letters and digits',
    colour: 'a colour such as #1d4f9c',
    currency: 'a currency code of three letters, such as GNF',
    identifier: 'a number of 1 to 19 digits',
    localDateTime: 'a date and time such as 2026-11-22T18:00:00',
    anyCaseColour: 'a colour such as #1d4f9c',
    ticketCode: 'a code of 32 hexadecimal digits',
    partnerCode: 'letters, digits, dot, dash and underscore, at most 64 of them',
    staffNumber: 'a number of 1 to 6 digits',
    pin: 'a PIN of 4 to 8 digits',
    languageCode: 'a language code such as fr or sus',
    recordingFile: 'a file name such as hello.opus, in lower-case letters (opus, ogg, webm, wav, mp3)',
    driverName: 'the name of a payment driver, such as mtn-momo',
    sha256: 'a SHA-256 of 64 hexadecimal digits',
  },
  formats: {
    base64: 'a text in Base64',
    date: 'a date such as 2026-11-22',
    datetime: 'a date and time such as 2026-11-22T18:00:00Z',
    email: 'an e-mail address',
    guid: 'a UUID',
    url: 'an address such as https://tickets.example',
    uuid: 'a UUID',
  },
  form: (pattern) => `a text of the form ${pattern}`,
  oneOf: (choices) => `one of ${choices}`,
  atLeast: (count, measured, inclusive) => `${inclusive ? 'at least' : 'more than'} ${limit(count, measured)}`,
  atMost: (count, measured, inclusive) => `${inclusive ? 'at most' : 'less than'} ${limit(count, measured)}`,
  multipleOf: (divisor) => `a multiple of ${divisor}`,
  unknownKeys: (keys, known) => `unknown name: ${keys}${known && `; possible here: ${known}`}`,
  key: (why) => `invalid name: ${why}`,
  noMatch: 'matches none of the forms possible here',
  invalid: 'not valid',
  fault(fault) {
    switch (fault.type) {
      case 'code-twice':
        return `there are two ${kinds[fault.kind]} ${fault.code}`
      case 'unknown-part':
        return `section ${fault.section}: there is no ${none[fault.kind]} ${fault.code}`
      case 'arc-backwards':
        return `section ${fault.section}: expected an arc with "from" less than "to", found ${fault.from} and ${fault.to}`
      case 'row-twice':
        return `section ${fault.section} has two rows ${fault.row}`
      case 'too-many-seats':
        return `expected at most ${fault.most} seats, found ${fault.seats}`
      case 'no-seat':
        return `section ${fault.section}: there is no seat ${fault.row} ${fault.number}`
      case 'companion-in-space':
        return `section ${fault.section}: the companion seat ${fault.row} ${fault.number} is a wheelchair space`
      case 'companion-alone':
        return `section ${fault.section}: there is no wheelchair space beside the companion seat ${fault.row} ${fault.number}`
    }
  },
}

const units = { minutes: 'min', hours: 'h', days: 'days' }
const enter = 'Enter it under “Access codes”: in the office of a desk, or on the staff screen of a kiosk.'

const faults = {
  'no-answer': 'does not answer',
  rejected: 'rejects this machine',
  'not-there': 'the banknote reader does not answer',
  'cashbox-full': 'the cash box is full',
  'cashbox-removed': 'the cash box is not in place',
  jammed: 'a banknote is stuck',
  'fraud-attempt': 'fraud attempt',
  'other-currency': 'the reader accepts another currency',
  'cashbox-open': 'the cash box is open and not counted yet',
  'out-of-order': 'the reader is out of order',
}
const saidOf = (ways: readonly UnavailableTender[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

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

export const issues: ReadinessIssueTexts = {
  training: () => ({
    what: 'Desk in training mode: no live sales',
    todo: 'End training on its screen, then sign in.',
  }),
  'partner-unreachable': () => ({
    what: 'The booking service does not answer this machine',
    todo: 'Check the network connection. If other machines are still selling, run “guichet doctor” on this one.',
  }),
  'clock-skew': ({ minutes, refused }) => ({
    what: `The clock is ${span(minutes, units)} ${minutes > 0 ? 'fast' : 'slow'}${refused ? ': the booking service refuses the machine' : ''}`,
    todo: 'Set the date and time and turn on automatic time. Sales then resume.',
  }),
  'access-denied': (refusal) => ({
    what: `The booking service refuses this machine (${refusalCode(refusal)})`,
    todo: '“guichet doctor” shows the error: partner code, key name or secret. Correct it with “Set up again” at a kiosk, or with “guichet setup” at a desk.',
  }),
  'unreadable-response': ({ detail }) => ({
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
  'purchasing-suspended': (refusal) => ({
    what: `The booking service refuses purchases (${refusalCode(refusal)})`,
    todo: 'Run “guichet doctor”, correct the error that it shows, then choose “Resume sales” under “Kiosk status” or in the office, “Machine” page.',
  }),
  'no-tender-available': () => ({
    what: 'No payment method at this kiosk',
    todo: 'Add a payment method in the settings: cards, or cash if a member of staff stands beside the kiosk.',
  }),
  'payments-unavailable': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ': no other payment method' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'On the staff screen of this kiosk, under “Cash box (banknotes)”: record the count, or close without counting.'
      : ways.every(isOfNotes)
        ? 'Open the kiosk with its key and check the banknote reader: cable, stuck banknote, cash box full or missing. This payment method resumes automatically.'
        : ways.some(isTurnedAway)
          ? 'Run “guichet doctor” to see what is wrong: the ID, the secret, or an address missing from the provider’s list. Correct it with “Set up again” at a kiosk or “guichet setup” at a desk.'
          : 'Check the network. If it works, wait for the provider: this payment method resumes automatically. “guichet doctor” gives details.',
  }),
  'ticket-printer-unavailable': ({ fault }) => ({
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
    todo: 'The machine continues to sell. Ask the booking service to write this title or venue with printable characters.',
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
    todo: 'The machine continues to sell. Add them with “Set up again” at a kiosk, or with “guichet setup” at a desk, or in config.json.',
  }),
  'invoices-unsigned': ({ waiting, rejected }) => ({
    what: `Invoices waiting for the fiscal service: ${waiting}; refused: ${rejected}`,
    todo: 'The machine continues to sell. The invoices are signed when the fiscal service replies. If invoices were refused, read the reason in the sale (F12), correct the cause, and send them again (F1).',
  }),
  other: () => ({
    what: 'This machine cannot sell',
    todo: 'Read the cause on its staff screen, “Kiosk status”, and update this server.',
  }),
}

export const refusals: typeof fr.refusals = {
  unknownOption: (option, similar) => `${option}: unknown option${similar && `; did you mean ${similar}?`}`,
  unknownCommand: (word, command) => `unknown command "${command && `${command} `}${word}"`,
  tooManyWords: (command, word) => `${command}: too many arguments: remove "${word}"`,
  missing: (name) => `${name} is missing`,
  noValue: (option) => `${option} takes no value`,
  missingValue: (option) => `${option}: the value is missing`,
  together: (one, other) => `${one} and ${other} go together: add the other one, or remove both`,
  exclusive: (one, other) => `${one} and ${other} exclude each other: remove one of them`,
  either: (one, other) => `expected either ${one} or ${other}`,
  requires: (one, other) => `${one} requires ${other}`,

  unreachable: (address, why) => `${address} cannot be reached (${why}): check the address and the network`,
  databaseUnreachable: 'the database cannot be reached: check its address, and whether it is running',
  unusable: (path, code) => `${path} cannot be read or written (${code})`,
  portInUse: (port, host) => `port ${port} at ${host} is in use: choose another with --port`,
  emptyFile: (path) => `${path} is empty`,
  folderInPlace: (path) => `${path} is a directory; expected a file`,

  ledgerInUse: (path, owner) =>
    `${path} is in use by ${owner === null ? 'another process' : `process ${owner}`}: a ledger has one program at a time; end that one first`,
  newerFile: (path, found, known) =>
    `${path} was written by a newer program (schema ${found}, this one knows ${known}): nothing was changed; start that program, or restore a copy`,
  unsupportedFile: (path) =>
    `${path} was written by version 0.1 or by another program, and this version cannot read it: nothing was changed; move this file and those beside it with its name to a safe place, then start again`,
  demoSetAside: (path) =>
    `the demo data belongs to another version of the program: it was moved to ${path}, and the demo starts with new data`,
  brokenFile: (path, why) =>
    `${path} cannot be opened (${why}): check that this file and those beside it with its name belong to the program's account; otherwise restore the newest copy`,
  emptyDatabase: (path) =>
    `${path}: this database is empty: restore it from a copy, or delete it to start with an empty database`,
  brokenKey: (path) => `${path} contains no readable key: restore it from a backup`,

  noVenue: 'there is no venue yet: add one with guichet hub venues import',
  noEvent: (event) => `there is no event ${event}: see guichet hub events`,
  notOnSale: (event) => `event ${event} is not on sale: see guichet hub events`,
  notReopened: (event) => `event ${event} cannot be reopened: it was not ended, or it is over`,
  past: (option, moment, now) => `${option} ${moment} is in the past: it is ${now} here`,
  endsTooEarly: (ends, starts) => `--ends ${ends} is not after --starts ${starts}`,
  sameEvent: (event, isEnded) =>
    `event ${event} has this title, venue and start, and ${isEnded ? `has ended: put it back on sale with guichet hub events reopen ${event}` : 'is on sale'}; add --anyway to create another one`,
  noPrice: (zones) => `--price is missing for ${zones}`,
  nothingChanges: 'nothing to change: add at least one option, such as --title or --price',
  ticketsSold: (event, tickets, list) =>
    `event ${event}: ${counted(tickets, 'ticket is', 'tickets are')} sold; "${list}" lists the refunds due if it does not take place; add --anyway to take it off sale`,

  noPlaces: 'name places, such as N3 or N3-F-12, or add --zone',
  unknownPlaces: (event, places) => `event ${event} has no ${places}`,
  seatsTaken: {
    held: (seats) => `no seat was withheld; held by buyers: ${seats}`,
    sold: (seats) => `no seat was withheld; sold: ${seats}`,
  },
  noneWithheld: 'none of these seats are withheld',
  severalEvents: 'name tickets of one event at a time',
  noTicket: (event, tickets) => `event ${event} has no ticket ${tickets}; no ticket was cancelled`,

  noPartner: (partner) => `there is no partner ${partner}: see guichet hub partners`,
  noKey: (key, partner) => `partner ${partner} has no key ${key}: see guichet hub partners`,
  lastKey: (key, partner) =>
    `${key} is the last key of ${partner}: a live hub refuses a partner without one; add another key first, or remove the partner`,
  otherKey: (partners) =>
    `the secrets of ${partners} were sealed with another key: pass its file with --secrets-key, or remove these partners and add them again`,
  backUpWith: (tool) => `back up a PostgreSQL database with ${tool}`,

  noAccount: (account) => `there is no account ${account}: see guichet hub accounts`,
  accountInUse: (account) => `account ${account} has entries in another currency: use another account`,
  referenceInUse: (reference) =>
    `reference ${reference} belongs to another payment: choose another one with --reference`,
  noDevice: (device) => `there is no machine ${device}: see guichet hub devices`,
  noGroup: (group, near, groups) =>
    `there is no group "${group}"${near && `: did you mean "${near}"?`} (${groups === '' ? 'no machine is in a group' : `groups are ${groups}`})`,
  noSetting: (near) => `no setting that a hub sets${near && `; did you mean ${near}?`}`,
  ambiguousNumber: (grouped, decimal) => `may be ${grouped} or ${decimal}: write it without a point or comma`,
  ledgerMatches: (device) => `the ledger of ${device} matches the hub's record: nothing to accept`,
  ledgerChanged: (device) => `the ledger of ${device} has changed in the meantime: check again`,
  noAdministrator: (name) => `there is no administrator ${name}: see guichet hub administrators`,
  notTheHub:
    "the server that replied does not know this code: check the code, the hub's address and any proxy in between",

  needsTls: (host) =>
    `a live hub at ${host} needs TLS: add --tls-cert and --tls-key, or listen on 127.0.0.1 behind a proxy with TLS`,

  numberTaken: (number) => `number ${number} is already used: see guichet staff list`,
  noPerson: (number) => `no staff member has number ${number}: see guichet staff list`,
  nothingToTest: 'these settings name no partner: the demo has nothing to test',
  demoOnly: 'this command works in demo mode only: these settings are live',
  noLine: (folder, wanted) => `no line in ${folder} is about ${wanted}`,
  noPrinter: (printer) => `there is no printer ${printer} in printers.devices`,
  speechIncomplete: 'speech packs are incomplete: see above',
  noSpeechTexts: 'the list of screen texts is missing from this program: create it with npm run speech',
  running: 'it is running already; its window was brought to the front',
  otherSystem: 'this system is updated by its own installer: run the newer one',

  expected: {
    wholeNumber: (least, most) => `a whole number from ${least}${most === null ? '' : ` to ${most}`}`,
    price: (form) => `${form}, once for each category`,
    amount: (currency, decimals) =>
      `an amount in ${currency} such as 50000, ${decimals === 0 ? 'without decimals' : `with at most ${decimals} decimals`}`,
    ticketNumber: 'ticket numbers such as 7-00000042',
    publicKey: 'a PEM file with an Ed25519, P-256 or RSA public key (2,048 bits or more), with --scheme rfc9421',
    sharedSecret: 'a file with a shared secret: text, or bytes as "base64:…"',
    accountNumber: 'an account number: capitals, digits and hyphens, at most 20',
    deviceName: 'the deviceId of its settings: letters, digits, dash and underscore, at most 32',
    settings: (form, keys) => `${form}; keys are ${keys}`,
    plainNumber: 'a number in plain digits, such as 50000',
    administrator: 'a name of letters, digits, dot, dash or @',
    address: 'an address or a range such as 192.168.4.0/24',
    privateAddress: 'an address of this machine or of a private network, such as 192.168.4.0/24',
    ciphers: 'ciphers in OpenSSL notation',
    store: 'an address such as postgres://guichet@db.example/guichet, or a file',
  },
}

export const screenRestart: typeof fr.screenRestart = {
  wait: 'One moment…',
  restarting: 'This screen is restarting.',
  saleGoesOn: 'The sale continues where it was.',
}
