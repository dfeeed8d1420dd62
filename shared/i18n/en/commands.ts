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
  holds: 'the ledger holds; it is vouched for by:',
  consistent:
    'the ledger is consistent, by an unknown key: nothing outside this machine vouches for it (verify --key, --trust, --paper)',
  broken: 'THE LEDGER DOES NOT HOLD',
  key: (keyId) => `key ${keyId}`,
  head: (seq) => `row ${seq}, known elsewhere`,
  hub: (hubKey, keyId) => `hub ${hubKey}, for key ${keyId}`,
  paper: (seq) => `the paper of the Z in row ${seq}`,
}

export const trialPackage = 'this is a trial package, which no vendor answers for: do not sell real tickets with it'

export const movedSetting = (setting: string): string =>
  `${setting} is no longer read here: where updates come from and who signs them is for the machine’s administrator to say, in /etc/guichet/update-settings.json (docs/operating/updates.md). Take this setting out.`

const kinds = { tribune: 'Tribunes', zone: 'Zones', gate: 'Gates', section: 'Sections' } as const

export const venue: VenueTexts = {
  refusals: {
    fileName: 'name a file that ends in .json or .csv',
    facts: 'a CSV list needs --name, --city and --country of the venue',
    unknownColumn: (name, known) => `unknown column "${name}", expected ${known}`,
    columnTwice: (name) => `there are two columns "${name}"`,
    columnMissing: (name) => `column "${name}" is missing`,
    noRows: 'there is no row of seats',
    noHeading: (text) => `the column of "${text}" has no heading`,
    contradiction: (kind, code, before, now) =>
      `${kind} ${code}: expected "${before}" as on an earlier line, found "${now}"`,
    otherPart: (section, kind, before, now) =>
      `section ${section}: expected ${kind} ${before} as on an earlier line, found ${now}`,
    rowTwice: (section, row) => `section ${section} has a row ${row} already`,
    noSeats: (section) => `section ${section} has no seats`,
    seats: 'a number of seats, or several with aisles between them such as 8+10',
    seatNumbers: 'numbers of seats of this row such as 1 2 5',
    yesOrNo: 'yes or no',
  },
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'The file is not UTF-8: it was read as Windows-1252, as Excel writes it. Check the accents below.'
      : `The file was read as ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) =>
    `${name}: ${[counted(sections, 'section', 'sections'), counted(rows, 'row', 'rows'), counted(seats, 'seat', 'seats')].join(', ')}`,
  parts: { tribune: 'Tribunes', zone: 'Zones', gate: 'Gates' },
  seats: (count) => counted(count, 'seat', 'seats'),
  allWell: 'Nothing looks odd.',
  unprintable: (characters) => `Tickets and receipts show an empty box in place of: ${characters}`,
  odd: 'To be checked:',
  oddity(odd) {
    switch (odd.type) {
      case 'no-seats':
        return `section ${odd.section}, row ${odd.row}: 0 seats; the row was left out`
      case 'row-out-of-order':
        return `section ${odd.section}: row ${odd.row} comes after row ${odd.after}`
      case 'long-row':
        return `section ${odd.section}, row ${odd.row}: ${odd.seats} seats, at most ${odd.beside} in the rows beside it`
      case 'same-name':
        return `${kinds[odd.kind]} ${odd.codes.join(', ')} have the same name: ${odd.name}`
      case 'lone-gate':
        return `gate ${odd.gate} serves one section only: ${odd.section}`
      case 'close-colours':
        return `tribunes ${odd.tribunes.join(' and ')} have nearly the same colour`
    }
  },
}

export const settlementRefusals: SettlementRefusals = {
  provider: '--provider names the driver whose report it is, such as djomy-push',
  days: '--from and --to take days such as 2026-11-22, the earlier one first',
  currency: '--currency takes a code such as GNF',
  noLedger: (folder) => `${folder}: has no ledger`,
  noList: (driver) => `${driver} returns no list of payments here: name the file of its report`,
  partialList: (driver) => `${driver}: not all of its payments could be read; compare again later`,
  noColumns: (references, amounts, found) =>
    `expected a column of references (${references} …) and one of amounts (${amounts} …), found ${found || 'nothing'}`,
}

export const setup: SetupTexts = {
  intro: (file) => `Guichet, a new machine. Settings go to ${file}; an empty line takes what stands in brackets.`,
  language: 'Language of its screens and of these questions',
  yes: 'yes',
  no: 'no',
  standing: 'There are settings already: write others',
  profile: 'What is this machine',
  hub: 'A hub has no settings file: guichet hub venues import …, guichet hub events create …, guichet serve --mode live',
  name: 'Its name',
  locked: 'Fill the screen, locked',
  terminals: 'Cards and Mobile Money of the demo: simulated, or on terminals of their own',
  tenders: 'Ways to pay, by commas',
  tenderName: (tender) => `What people here call ${tender}`,
  driver: (tender) => `Who takes ${tender}`,
  noteDevice: 'Port of the device for notes',
  noteEncryption: 'Encrypted line: always, where the device can, never',
  optional: 'optional',
  address: 'Address of the partner service (https://…)',
  partnerCode: 'Partner code',
  signing: 'How its requests are signed',
  keyId: 'Name of the key',
  secretFile: 'File that holds the secret',
  secretIn: 'Keep its secret in',
  machinePin: 'PIN of the machine, 4 to 8 digits',
  supervisor: 'Name of its first supervisor (number 1)',
  supervisorUsual: 'Supervisor',
  supervisorPin: 'PIN of its supervisor, 4 to 8 digits',
  pinAgain: 'The same PIN once more',
  seller: {
    name: 'Seller: name or company',
    address: 'Seller: address',
    contact: 'Seller: telephone or mail',
    taxNumber: 'Seller: tax number',
    taxRate: 'VAT in prices, in %',
    conditions: 'Text file of the conditions of sale',
    privacy: 'Text file of the privacy notice',
  },
  printer: 'Ticket printer',
  receipts: 'Receipt printer',
  reports: 'Report printer',
  drawer: 'Printer that the cash drawer is connected to',
  printerAddress: 'Its address',
  queue: 'Name of its queue',
  keep: 'Keep these settings',
  oneOf: (choices) => `expected one of ${choices}`,
  someOf: (choices) => `expected some of ${choices}`,
  digits: 'expected 4 to 8 digits',
  easyPin: 'this PIN is easily guessed: no repeated digits, no figures in a row, no year, no date',
  differ: 'the two differ',
  pageOut: 'the test page came out',
  pageNotOut: 'the test page did not come out: see above',
  notTried: 'nothing was written: mend it, or add --untried',
  notWritten: 'nothing was written',
  nobody: 'nobody answered: nothing was written',
  written: (file) => `written: ${file}`,
  next: 'next: start guichet, and measure its screen (five taps in the corner, the PIN, State of the kiosk, Size of the screen)',
}

export const privacy: PrivacyTexts = {
  who: 'name the person: --name, --telephone or --order (at least 6 characters)',
  noNumber: (typed) => `--telephone ${typed}: expected a telephone number such as 622112233`,
  nobody: 'nothing is stored here about this person',
  found: (sales) => counted(sales, 'sale', 'sales'),
  keptUntil: (moment) => `erased automatically after ${moment}`,
  namesakes: (people) =>
    `these sales are of ${counted(people, 'person', 'people')}: add --name and --telephone, or name one --order; nothing was done`,
  needed: {
    unfinished: 'this sale is not finished: finish or cancel it first',
    'open-money': 'money of this sale is still open (a payment, a refund, or a cancellation): settle it first',
    'no-end': 'the end of its event is not known, so its tickets may still be good: have them cancelled first',
  },
  neededUntil: {
    event: (moment) => `needed until the end of the event: can be erased from ${moment} on`,
    settlement: (moment) => `needed for settling payments: can be erased from ${moment} on`,
  },
  confirm: (sales) => `Erase this person from ${counted(sales, 'sale', 'sales')}? This cannot be undone.`,
  notErased: 'nothing was erased',
  ledgerInDoubt:
    'the ledger does not hold together or was just rebuilt, so part of the data may lie elsewhere: run guichet ledger verify and have its findings settled first; nothing was erased',
  erased: (sales) => `erased from ${counted(sales, 'sale', 'sales')}; sums, seats and tickets stay`,
  exported: (file, sales) => `${file}: ${counted(sales, 'sale', 'sales')}`,
  stillIn: (file) => `${file}: still contains the name or the number: delete it, or have it corrected`,
  elsewhere:
    'Others have data of their own: the booking service (a hub: guichet hub privacy), payment providers, other machines.',
  elsewhereOfHub:
    'Others have data of their own: the machines that sold (guichet privacy), payment providers, copies of this database.',
  elsewhereOfPostgres:
    'PostgreSQL keeps old rows until VACUUM FULL purchase, and in its log, replicas and backups. The machines that sold (guichet privacy) and payment providers have data of their own.',
}

export const simulatedPayment: SimulatedPaymentTexts = {
  title: (provider) => `${provider}, simulated`,
  noMoney: 'No money moves: this is a trial.',
  pay: (amount) => `Pay ${amount}`,
  refuse: 'Refuse',
  paid: 'It is paid.',
  refused: 'It is refused.',
  over: 'This payment is over.',
}
