import type { DoctorTexts } from '../doctor-texts.ts'

export const doctor: DoctorTexts = {
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
    'clock-off': 'This machine’s clock is {seconds} s off. Signatures would be refused: turn on automatic time.',
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
      'clock-off': 'This machine’s clock is {seconds} s off: turn on automatic time.',
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
      'box-full': 'The cash box is full. Empty it.',
      'box-out': 'The cash box is not in place. Push it in until it clicks.',
      jammed: 'A banknote is stuck. Open the reader and remove the banknote.',
      cheated: 'Fraud attempt detected (banknote pulled back). Check the device.',
      'out-of-order': 'The reader is out of order. Switch it off and on; if that does not help, call the manufacturer.',
    },
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
