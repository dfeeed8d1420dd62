import type * as fr from '../fr/program.ts'
import { countWithNoun } from '../../domain/language.ts'

const counted = countWithNoun('en')

export const settlement: typeof fr.settlement = {
  kinds: {
    'missing-there': 'Not at the provider',
    'missing-here': 'Not known here',
    'other-amount': 'Different amount',
    'not-taken': 'Paid without a ticket',
    open: 'No answer here',
    'refunded-there': 'Refunded by the provider',
    'refunded-here': 'Refunded here',
    double: 'Charged twice',
    unclear: 'Unreadable',
  },
  advice: {
    'missing-there':
      'Paid here, but missing from the provider’s report. Check the report for the next day. If the payment is not there either, send the provider a claim with the reference.',
    'missing-here':
      'Taken by the provider, unknown at this desk. Look for this payment at the other desks. If it is not there either, refund the customer.',
    'other-amount': 'The amounts differ. Ask the provider what it charged, then refund or claim the difference.',
    'not-taken': 'Taken by the provider, but no ticket was issued here. Refund the customer through the provider.',
    open: 'Taken by the provider, but no reply here yet. Answer “yes” to the open question of this sale.',
    'refunded-there':
      'Refunded by the provider, but not here. Take the tickets back, or ask the provider for the reason.',
    'refunded-here':
      'Refunded in the journal, but the provider shows no refund. Check that the customer has received the money.',
    double: 'Charged twice by the provider for one sale. Refund the second payment.',
    unclear: 'This line is unreadable. Correct it in the file, or ask the provider what it means.',
  },
  standings: {
    taken: 'taken',
    open: 'no answer',
    'not-taken': 'not taken',
    paid: 'paid',
    refunded: 'refunded',
    failed: 'failed',
    waiting: 'waiting',
    unclear: 'unreadable',
  },
  sums: (paid, refunded, fees) => `Report: ${paid} taken, ${refunded} refunded, ${fees} in fees.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'payment', 'payments')}, ${counted(lines, 'line', 'lines')}, ${counted(agreed, 'agrees', 'agree')}.`,
  compared: (differences) =>
    differences === 0 ? 'Everything agrees.' : differences === 1 ? 'One difference.' : `${differences} differences.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `“${typed}” may mean ${grouped} or ${decimal} ${currency}: enter the amount without a thousands separator, with two decimals`,
}

export const ledger: typeof fr.ledger = {
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

const kinds = { tribune: 'Stands', zone: 'Categories', gate: 'Gates', section: 'Sections' } as const

const partNames = { tribune: 'stand', zone: 'category', gate: 'gate', section: 'section' } as const

export const venue: typeof fr.venue = {
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
  warningText(odd) {
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

export const settlementRefusals: typeof fr.settlementRefusals = {
  provider: '--provider expects the driver that the report comes from, such as djomy-push',
  days: '--from and --to expect dates such as 2026-11-22, the earlier one first',
  currency: '--currency expects a code such as GNF',
  noLedger: (folder) => `${folder}: no ledger here`,
  noList: (driver) => `${driver} provides no list of payments: give the file of its report`,
  partialList: (driver) => `${driver}: some payments could not be read; compare again later`,
  noColumns: (references, amounts, found) =>
    `expected a column of references (${references} …) and one of amounts (${amounts} …), found ${found || 'nothing'}`,
}

export const wallet: typeof fr.wallet = {
  off: (wallets, why) => `no passes for ${wallets}: ${why}`,
  unreadable: (path) => `${path} is unreadable: check the file name in wallet.json and the file's permissions`,
  key: (path) =>
    `${path}: expected an RSA private key (2048 bits or more) in PEM; also check passphrase in wallet.json`,
  certificate: (path) => `${path}: expected an X.509 certificate, in PEM or DER`,
  otherKey: (path, key) =>
    `the certificate ${path} is for another key than ${key}: use the key with which the certificate was requested, or request a new one`,
  otherName: (path, name, found, wanted) =>
    `${path}: the certificate has "${found}", wallet.json has "${wanted}": correct ${name}, or download the right certificate`,
  otherIssuer: (path, issuer) =>
    `${path} is not the intermediate certificate "${issuer}" that signed the pass certificate: download it from Apple`,
  expired: (path, until) =>
    `the certificate ${path} expired on ${until}: request a new one from Apple, then restart the hub`,
  early: (path, from) => `the certificate ${path} is valid only from ${from}: check the date of this computer`,
  expires: (until, days) =>
    `the certificate for Apple Wallet expires on ${until} (days left: ${days}): request a new one from Apple, then restart the hub`,
  account: (path) =>
    `${path}: private_key is not an RSA key of 2048 bits or more: create a new key of the service account at Google`,
}

export const setup: typeof fr.setup = {
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
  next: 'next: start guichet, and calibrate its screen (five taps on the empty middle of the bottom bar, PIN, Kiosk status, Screen calibration)',
}

export const privacy: typeof fr.privacy = {
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
  messages: {
    found: (messages) => counted(messages, 'waiting message', 'waiting messages'),
    confirm: (messages) =>
      `End ${counted(messages, 'waiting message', 'waiting messages')} and erase the address? This cannot be undone.`,
    erased: (messages) => `not sent, with the address erased: ${counted(messages, 'message', 'messages')}`,
    salesNotErased: 'the data of the sales was not erased',
  },
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

export const messages: typeof fr.messages = {
  address: 'an e-mail address or a phone number, for a channel set in --messages',
  notSent: (code) => `the server did not accept the message (${code}): check the file of --messages`,
}

export const simulatedPayment: typeof fr.simulatedPayment = {
  title: (provider) => `${provider}, simulated`,
  noMoney: 'Simulation: this payment is not real.',
  pay: (amount) => `Pay ${amount}`,
  refuse: 'Refuse',
  paid: 'Payment accepted.',
  refused: 'Payment refused.',
  over: 'This payment has ended.',
}

export const doctor: typeof fr.doctor = {
  steps: {
    name: 'Name',
    connection: 'Connection',
    certificate: 'Certificate',
    clock: 'Clock',
    code: 'Partner code',
    signature: 'Signature',
    events: 'Events',
    session: 'Sale',
    section: 'Seats',
    hold: 'Hold',
    purchase: 'Purchase',
  },
  fine: {
    name: 'Address of {host}: {address}.',
    connection: '{host} answers on port {port}.',
    certificate: 'Valid until {until}.',
    clock: 'Difference: {seconds} s.',
    code: 'Code accepted.',
    signature: 'Accepted.',
    events: '{count} on sale.',
    session: 'The sale opens.',
    section: 'Section {section} of event {event}: {count} seats.',
    hold: 'Seat {seat} was held and released.',
    purchase: 'Seat {seat} was bought in the demo under the name “{name}”.',
  },
  says: {
    'numeric-address': '{host} is a numeric address: there is no name to resolve.',
    'not-reached': 'Not tested: fix the errors above first.',
    'not-asked': 'Not tested. To test it, run “guichet doctor --hold”: one seat is held for a moment, then released.',
    unsigned: 'Requests are not signed. If the partner requires signatures, set partner.signing.',
    plain: 'The connection is not encrypted. Use it for tests only.',
    'by-proxy': 'The proxy {host} answers on port {port}.',
    'unknown-name':
      'Host name not found: {host} ({code}). Check partner.baseUrl, the network cable and the name server (DNS).',
    'refused-connection':
      '{host} refuses the connection on port {port}. Check the port in partner.baseUrl, and that the service is running.',
    'no-connection':
      'Cannot reach {host}, port {port} ({code}). Check the network and the firewall; if your network has a proxy, set partner.httpProxy.',
    'bad-certificate':
      'The certificate of {host} is not trusted ({code}). If the partner has its own certificate authority, set partner.caFile. If not, the connection may be intercepted: do not sell, call the partner.',
    'certificate-ends': 'The certificate expires on {until} (days left: {days}). Tell the partner.',
    'certificate-over':
      'The partner’s certificate has expired, or this machine’s clock is wrong. Check the date and time here first, then tell the partner.',
    'no-answer': 'No answer ({code}). Try again; if this continues, ask the partner whether the service is down.',
    'clock-skew': 'This machine’s clock is {seconds} s off. Signatures would be refused: turn on automatic time.',
    'no-date': 'The partner’s reply gives no time: the clock could not be compared.',
    'unknown-code':
      'The partner refuses this machine (HTTP {status} {code}). Check partner.partnerCode; if it is correct, ask the partner whether requests must be signed.',
    'bad-signature':
      'The partner refuses the signature (HTTP {status} {code}). Check keyId, the secret and the scheme in partner.signing, and the clock.',
    'partner-fault': 'The partner’s service is out of order or overloaded (HTTP {status} {code}). Try again later.',
    refused: 'The partner refuses this request (HTTP {status} {code}). Check partner.baseUrl, then call the partner.',
    unreadable:
      'The reply does not match the expected interface ({code}). Check that partner.baseUrl leads to the service and not to a website.',
    'missing-field':
      '“{field}” is missing or unreadable in the partner’s reply: nothing can be sold. Ask the partner to add it.',
    'left-out':
      'Items from the partner left out of the sale: {count}. In {which}, “{field}” is missing or unreadable. Everything else is on sale; tell the partner.',
    'no-owner':
      'The partner does not give “owner_ref” (the customer’s reference). Selling is possible. But if a purchase gets no answer, its tickets cannot be read back: the same purchase is repeated, and then staff have to call the partner. Ask the partner to add this field.',
    'no-events': 'The partner has no event on sale: the seats could not be tested.',
    'no-access-code': 'Access code missing. Ask the partner for it, then enter it in accessCodes.',
    'code-from-hub': 'The venue server sends the access code once the machine is enrolled.',
    'wrong-access-code':
      'The booking service refuses the access code: it was renewed, or it is wrong. Ask the partner for the right one, then enter it in accessCodes.',
    'only-first': 'Only the first {count} events were tested.',
    'no-seats': 'Event {event} has no seats to test.',
    'not-held':
      'Seat {seat} could not be held. Try again; if this continues, compare partner.hold with the partner’s documentation.',
    'not-released': 'Seat {seat} was held but could not be released; it will be released automatically in {seconds} s.',
    'not-bought':
      'Not tested. To test it, run “guichet doctor --hold”: one demo seat is bought under the name “{name}”.',
    'real-sale':
      'Not tested: the test would sell a real ticket. A customer who gives no name buys as “{name}” (partner.anonymousCustomer). To test this purchase on a test account, run “guichet conformance”.',
    'purchase-refused':
      'The partner refuses a purchase under the name “{name}” (HTTP {status} {code}); in a live sale this refusal would come after the payment. If it requires another name, a phone number or an e-mail address, set partner.anonymousCustomer. If not, call the partner. Do not sell until this is resolved.',
  },
  fields: {
    amount: 'the total amount',
    currency: 'the currency',
    events: 'the list of events',
    expires_at: 'the end of the session',
    hold_id: 'the hold number',
    id: 'the identifier',
    items: 'the held seats',
    map: 'the venue plan',
    min_price: 'the lowest price',
    number: 'the seat number',
    owner_ref: 'the customer’s reference',
    price: 'the price',
    remaining_seconds: 'the time left on the hold',
    seat_id: 'the seat identifier',
    seats: 'the list of seats',
    sections: 'the list of sections',
    session_id: 'the session identifier',
    starts_at: 'the date and time',
    status: 'the status',
    title: 'the title',
    zone_id: 'the category identifier',
    zones: 'the list of categories',
  },
  spoken: {
    'partner.baseUrl': 'the address',
    'partner.partnerCode': 'the partner code',
    'partner.signing': 'the signature',
    'partner.httpProxy': 'the proxy (settings file, partner.httpProxy)',
    'partner.caFile': 'its certificate (settings file, partner.caFile)',
    'partner.hold': 'the way seats are held (settings file, partner.hold)',
    'partner.anonymousCustomer': 'the customer of sales without a name (settings file, partner.anonymousCustomer)',
    accessCodes: '“Access codes”',
    keyId: 'the key name',
  },
  payments: {
    steps: {
      address: 'Address',
      certificate: 'Certificate',
      clock: 'Clock',
      access: 'Access',
      contract: 'Contract',
      device: 'Terminal',
      currency: 'Currency',
      trial: 'Live test',
    },
    fine: {
      address: '{host} answers.',
      certificate: 'Trusted.',
      clock: 'Difference: {seconds} s.',
      access: 'Credentials accepted.',
      contract: 'The merchant account answers.',
      device: 'The terminal is on and reachable.',
      currency: 'The account is in {currency}.',
    },
    says: {
      'not-reached': 'Not tested: fix the errors above first.',
      'only-a-payment': 'Not tested: only a payment can show it.',
      'no-date': 'The provider’s reply gives no time: the clock could not be compared.',
      'no-answer':
        '{host} does not answer ({code}). Check the address, the network and the firewall; if your network has a proxy, enter it.',
      plain: 'The connection is not encrypted. Use it for tests only.',
      untrusted:
        'The certificate of {host} is not trusted ({code}). The connection may be intercepted: do not take payments with this method; call the provider.',
      'clock-skew': 'This machine’s clock is {seconds} s off: turn on automatic time.',
      refused:
        'The provider refuses the request (HTTP {status} {code}). Check the ID and the secrets; if they are correct, call the provider and quote this code.',
      'not-on-list':
        'The provider rejects this machine (HTTP {status} {code}). Check the domain in the contract, and ask the provider to allow this machine’s public IP address.',
      unreadable:
        'The reply is not from this provider (HTTP {status}). Check the address; a Wi-Fi portal or a proxy may be answering instead.',
      'other-currency':
        'The account is in {currency}, not in the currency of the settings: no payment would be accepted. Correct the currency, or ask for another account.',
      'currency-not-taken':
        'This provider does not accept {currency}: no payment would be accepted. Choose another provider.',
      'test-account': 'Test account: payments are not real. Do not sell with this account.',
      'device-named': 'Terminal {device} is on and reachable.',
      'device-off':
        'The terminal does not answer ({code}). Switch it on and check its network; the payment method resumes automatically.',
      busy: 'The terminal is busy: try again later.',
      'device-refuses':
        'The terminal does not accept this machine ({code}). Check the till password in its menu, and that no other desk is connected to it; if the terminal was just switched on, wait a minute.',
      untried:
        'This connection follows the provider’s public documentation; it has not been tested with the provider yet. Before you open, pay a small amount yourself three times: accept the first payment, refuse the second, leave the third unanswered.',
    },
  },
  notes: {
    steps: {
      port: 'Port',
      device: 'Banknote reader',
      encryption: 'Encryption',
      notes: 'Banknotes',
      currency: 'Currency',
      box: 'Cash box',
    },
    fine: {
      port: 'Port {device} is accessible.',
      device: 'The reader answers.',
      encryption: 'The connection is encrypted.',
      notes: 'Banknote dataset installed.',
      currency: 'The banknotes are in {currency}, the currency of sale.',
      box: 'The reader reports that the cash box is in place and not full.',
    },
    says: {
      'not-reached': 'Not tested: fix the errors above first.',
      'no-port':
        '{device} does not exist ({code}). Check the USB cable and the path in notes.device; a udev rule gives the reader a permanent path.',
      'no-rights':
        'This account has no permission to use {device} ({code}). Add the account to the “dialout” group, then log in again.',
      'in-use': 'Another program is using {device} ({code}). If it is the kiosk program, stop it, then test again.',
      'no-answer':
        'Port {device} is not accessible ({code}). Check the cable, or the address if the reader is on the network.',
      silent: 'No answer on {device}. Check the reader’s power and cable, and that it is set to SSP.',
      unfit:
        'The device does not accept banknotes, or does not encrypt although notes.encryption is “always”. Check the model and its protocol.',
      answers: 'Firmware {firmware}, protocol {protocol}.',
      plain:
        'The connection is not encrypted: someone who opens the kiosk could simulate banknotes. Keep the kiosk locked, or ask the manufacturer for a reader that encrypts.',
      knows: 'Known banknotes: {values}. Compare them with those in circulation.',
      'other-currency':
        'The reader recognises banknotes in {currencies}, but not in {currency}. Ask the manufacturer for the {currency} dataset.',
      'not-there': 'The reader no longer answers. Check its power and cable.',
      'cashbox-full': 'The cash box is full. Empty it.',
      'cashbox-removed': 'The cash box is not in place. Push it in until it clicks.',
      jammed: 'A banknote is stuck. Open the reader and remove the banknote.',
      'fraud-attempt': 'Fraud attempt detected (banknote pulled back). Check the device.',
      'out-of-order': 'The reader is out of order. Switch it off and on; if that does not help, call the manufacturer.',
    },
  },
  fiscal: {
    title: 'Fiscal service',
    queue: 'Invoices',
    unsigned: (waiting, rejected) => `Waiting for a signature: ${waiting}; refused: ${rejected}.`,
    rejected: 'Read the reason in the sale (F12 at the desk), correct the invoice and send it again.',
    refused: (status) => `The fiscal service refuses this machine (HTTP ${status}). Check fiscal.key.`,
    untrusted: (code) =>
      `The certificate is not trusted (${code}). If the service has its own certificate authority, set fiscal.caFile; otherwise the connection may be intercepted.`,
    noDate: 'The reply of the fiscal service has no time, so the clock could not be compared.',
  },
  messages: {
    title: 'E-mail and SMS',
    sends: { email: 'The hub sends e-mails.', sms: 'The hub sends SMS.' },
    none: 'The hub sends no messages: see guichet serve --messages.',
    unreachable: 'The hub does not respond, so tickets cannot be sent.',
  },
  savedTickets: {
    title: 'Saved tickets',
    inFolder: (files, folder) => `Files in ${folder}: ${files}.`,
    stay: 'Tickets are saved in this folder and stay there until they are deleted by hand.',
    deleted: (hours) => `These files are deleted after printing, and at the latest ${hours} h after the event.`,
  },
  screen: {
    title: 'Screen',
    unsandboxed:
      'The screen’s browser runs without its sandbox: it was started by root, or with --no-sandbox. A malicious page could reach the whole system. Start Guichet from another account, without this option.',
  },
}
