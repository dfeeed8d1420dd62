import type {
  LedgerTexts,
  PrivacyTexts,
  SettlementRefusals,
  SetupTexts,
  SimulatedPaymentTexts,
  VenueTexts,
} from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('en')

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) =>
    `${counted(rows, 'row', 'rows')}, ${counted(sales, 'sale', 'sales')}, ${counted(tickets, 'ticket', 'tickets')}; last hash ${hash}`,
  exported: (path, rows, ledger, hash) => `${path}: ${counted(rows, 'row', 'rows')} of ${ledger}, last hash ${hash}`,
  holds: 'ledger verified; trust is based on:',
  consistent:
    'ledger consistent, but signed with a key that is not trusted: give proof from outside this machine (verify --key, --trust, --paper)',
  broken: 'LEDGER CHECK FAILED',
  key: (keyId) => `key ${keyId}`,
  head: (seq) => `row ${seq}, recorded outside this machine`,
  hub: (hubKey, keyId) => `hub ${hubKey}, for key ${keyId}`,
  paper: (seq) => `the printed Z report of row ${seq}`,
}

export const trialPackage = 'this is a trial package without a responsible vendor: do not sell real tickets with it'

export const movedSetting = (setting: string): string =>
  `${setting} is no longer read here: the source of updates and their signer are set in /etc/guichet/update-settings.json, which only the machine’s administrator can change (docs/operating/updates.md). Remove this setting.`

const kinds = { tribune: 'Stands', zone: 'Categories', gate: 'Gates', section: 'Sections' } as const

const partNames = { tribune: 'stand', zone: 'category', gate: 'gate', section: 'section' } as const

export const venue: VenueTexts = {
  refusals: {
    fileName: 'give a file whose name ends in .json or .csv',
    facts: 'a CSV list needs the venue’s --name, --city and --country',
    unknownColumn: (name, known) => `unknown column "${name}"; expected ${known}`,
    columnTwice: (name) => `there are two columns "${name}"`,
    columnMissing: (name) => `column "${name}" is missing`,
    noRows: 'the list contains no rows of seats',
    noHeading: (text) => `the column that contains "${text}" has no heading`,
    contradiction: (kind, code, before, now) =>
      `${partNames[kind]} ${code}: expected "${before}" as on an earlier line, found "${now}"`,
    otherPart: (section, kind, before, now) =>
      `section ${section}: expected ${partNames[kind]} ${before} as on an earlier line, found ${now}`,
    rowTwice: (section, row) => `section ${section} already has a row ${row}`,
    noSeats: (section) => `section ${section} has no seats`,
    seats: 'a number of seats, or several with aisles between them, such as 8+10',
    seatNumbers: 'seat numbers of this row, such as 1 2 5',
    yesOrNo: 'yes or no',
  },
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'The file is not UTF-8: it was read as Windows-1252, as Excel writes it. Check the accents below.'
      : `The file was read as ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) =>
    `${name}: ${[counted(sections, 'section', 'sections'), counted(rows, 'row', 'rows'), counted(seats, 'seat', 'seats')].join(', ')}`,
  parts: { tribune: 'Stands', zone: 'Categories', gate: 'Gates' },
  seats: (count) => counted(count, 'seat', 'seats'),
  allWell: 'No problems found.',
  unprintable: (characters) => `Tickets and receipts will show an empty box in place of: ${characters}`,
  odd: 'To check:',
  oddity(odd) {
    switch (odd.type) {
      case 'no-seats':
        return `section ${odd.section}, row ${odd.row}: 0 seats; the row was left out`
      case 'row-out-of-order':
        return `section ${odd.section}: row ${odd.row} comes after row ${odd.after}`
      case 'long-row':
        return `section ${odd.section}, row ${odd.row}: ${odd.seats} seats, but at most ${odd.beside} in the neighbouring rows`
      case 'same-name':
        return `${kinds[odd.kind]} ${odd.codes.join(', ')} have the same name: ${odd.name}`
      case 'lone-gate':
        return `gate ${odd.gate} serves one section only: ${odd.section}`
      case 'close-colours':
        return `stands ${odd.tribunes.join(' and ')} have nearly the same colour`
    }
  },
}

export const settlementRefusals: SettlementRefusals = {
  provider: '--provider expects the driver that the report comes from, such as djomy-push',
  days: '--from and --to expect dates such as 2026-11-22, the earlier one first',
  currency: '--currency expects a code such as GNF',
  noLedger: (folder) => `${folder}: no ledger here`,
  noList: (driver) => `${driver} provides no list of payments: give the file of its report`,
  partialList: (driver) => `${driver}: some payments could not be read; compare again later`,
  noColumns: (references, amounts, found) =>
    `expected a column of references (${references} …) and one of amounts (${amounts} …), found ${found || 'nothing'}`,
}

export const setup: SetupTexts = {
  intro: (file) =>
    `Guichet: setting up a new machine. Settings are saved to ${file}. Press Enter to keep the value in brackets.`,
  language: 'Language of the screens and of these questions',
  yes: 'yes',
  no: 'no',
  standing: 'Settings exist already: replace them',
  profile: 'Role of the machine',
  hub: 'A hub has no settings file: guichet hub venues import …, guichet hub events create …, guichet serve --mode live',
  name: 'Machine name',
  locked: 'Full screen, locked',
  terminals: 'Cards and Mobile Money in the demo: simulated, or standalone terminals',
  tenders: 'Payment methods, separated by commas',
  tenderName: (tender) => `Name shown to customers for ${tender}`,
  driver: (tender) => `Payment provider for ${tender}`,
  noteDevice: 'Banknote reader port',
  noteEncryption: 'Encrypted connection: always, if the reader supports it, or never',
  optional: 'optional',
  address: 'Booking service address (https://…)',
  partnerCode: 'Partner code',
  signing: 'Request signing',
  keyId: 'Key name',
  secretFile: 'File that contains the secret',
  secretIn: 'Where to save this secret',
  machinePin: 'Machine PIN, 4 to 8 digits',
  supervisor: 'Name of the first supervisor (number 1)',
  supervisorUsual: 'Supervisor',
  supervisorPin: 'Supervisor PIN, 4 to 8 digits',
  pinAgain: 'The same PIN again',
  seller: {
    name: 'Seller: name or company name',
    address: 'Seller: address',
    contact: 'Seller: phone or e-mail',
    taxNumber: 'Seller: tax number',
    taxRate: 'VAT included in prices, in %',
    conditions: 'Text file of the conditions of sale',
    privacy: 'Text file of the privacy notice',
  },
  printer: 'Ticket printer',
  receipts: 'Receipt printer',
  reports: 'Report printer',
  drawer: 'Printer that the cash drawer is connected to',
  printerAddress: 'Printer address',
  queue: 'Print queue name',
  keep: 'Save these settings',
  oneOf: (choices) => `expected one of ${choices}`,
  someOf: (choices) => `expected one or more of ${choices}`,
  digits: 'expected 4 to 8 digits',
  easyPin: 'weak PIN: do not use repeated digits, a sequence, a year or a date',
  differ: 'the two PINs do not match',
  pageOut: 'the test page was sent to the printer',
  pageNotOut: 'the test page was not printed: see above',
  notTried: 'nothing was saved: correct the errors, or add --untried',
  notWritten: 'nothing was saved',
  nobody: 'no answer: nothing was saved',
  written: (file) => `saved: ${file}`,
  next: 'next: start guichet, and calibrate its screen (five taps at the left end of the top bar, PIN, Kiosk status, Screen calibration)',
}

export const privacy: PrivacyTexts = {
  who: 'specify the person: --name, --telephone or --order (at least 6 characters)',
  noNumber: (typed) => `--telephone ${typed}: expected a phone number such as 622112233`,
  nobody: 'nothing is stored here about this person',
  found: (sales) => counted(sales, 'sale', 'sales'),
  keptUntil: (moment) => `erased automatically after ${moment}`,
  namesakes: (people) =>
    `these sales belong to ${counted(people, 'person', 'people')}: add --name and --telephone, or specify one order with --order; nothing was done`,
  mayBeNamesakes:
    'these sales without a phone number may belong to different people: specify one order with --order; nothing was done',
  eraseAll: 'if all these sales belong to that person, add --all to erase that person’s data from all of them',
  needed: {
    unfinished: 'this sale is not finished: finish or cancel it first',
    'open-money': 'a payment, refund or cancellation of this sale is not settled: settle it first',
    'no-end': 'the end of the event is not known, so the tickets may still be valid: have them cancelled first',
  },
  neededUntil: {
    event: (moment) => `needed until the end of the event: can be erased from ${moment} on`,
    settlement: (moment) => `needed to settle payments: can be erased from ${moment} on`,
  },
  confirm: (sales) => `Erase this person’s data from ${counted(sales, 'sale', 'sales')}? This cannot be undone.`,
  notErased: 'nothing was erased',
  ledgerInDoubt:
    'the ledger is damaged or was just rebuilt, so part of the data may be missing here: run guichet ledger verify first and have the errors corrected; nothing was erased',
  erased: (sales) =>
    `the person’s data was erased from ${counted(sales, 'sale', 'sales')}; amounts, seats and tickets stay`,
  exported: (file, sales) => `${file}: ${counted(sales, 'sale', 'sales')}`,
  stillIn: (file) => `${file}: still contains the name or the number: delete it, or have it corrected`,
  elsewhere:
    'Other systems have data of their own: the booking service (if it is a hub, run “guichet hub privacy” there), payment providers, other machines.',
  elsewhereOfHub:
    'Other systems have data of their own: the machines that made the sales (run “guichet privacy” there), payment providers, copies of this database.',
  elsewhereOfPostgres:
    'PostgreSQL keeps old rows until the command VACUUM FULL purchase is run, and after that in its log, replicas and backups. Other systems have data of their own: the machines that made the sales (run “guichet privacy” there), payment providers, copies of this database.',
}

export const simulatedPayment: SimulatedPaymentTexts = {
  title: (provider) => `${provider}, simulated`,
  noMoney: 'Simulation: this payment is not real.',
  pay: (amount) => `Pay ${amount}`,
  refuse: 'Refuse',
  paid: 'Payment accepted.',
  refused: 'Payment refused.',
  over: 'This payment has ended.',
}
