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
    name: '{host} is {address}.',
    connection: '{host} answers on port {port}.',
    certificate: 'Valid until {until}.',
    clock: 'Off by {seconds} s.',
    code: 'Known to the partner.',
    signature: 'Accepted.',
    events: '{count} on sale.',
    session: 'It opens.',
    section: 'Section {section} of event {event}: {count} seats.',
    hold: 'Seat {seat} was held and given back.',
    purchase: 'Seat {seat} was bought in the demo, for “{name}”.',
  },
  says: {
    'numeric-address': '{host} is a numeric address: there is no name to look up.',
    'not-reached': 'Not tested: mend what is above first.',
    'not-asked': 'Not tested: when asked for (doctor --hold), one seat is held for a moment and given back.',
    unsigned: 'Requests go unsigned. If the partner asks for signatures, set partner.signing.',
    plain: 'The connection is not encrypted. That is for tests only.',
    'by-proxy': 'The proxy {host} answers on port {port}.',
    'unknown-name':
      'Nobody knows the name {host} ({code}). Check partner.baseUrl, the network cable, and the name server.',
    'refused-connection':
      '{host} takes no connection on port {port}. Check the port in partner.baseUrl; is the service running?',
    'no-connection':
      'No way to {host}, port {port} ({code}). Check the network and the firewall; if the house has a proxy, set partner.httpProxy.',
    'bad-certificate':
      'The certificate of {host} is not trusted ({code}). If the partner has an authority of its own, set partner.caFile; otherwise somebody may stand in between: do not sell, ask the partner.',
    'certificate-ends': 'The certificate ends on {until}, in {days} days. Tell the partner.',
    'certificate-over':
      'The partner’s certificate is over, or this machine’s clock is wrong. Check date and time here first; then tell the partner.',
    'no-answer': 'No answer ({code}). Try again; if it stays so, ask the partner whether the service is down.',
    'clock-off':
      'This machine’s clock is {seconds} s off. Signatures would be refused: turn on the system’s time service.',
    'no-date': 'The partner does not say what time it is: the clock could not be compared.',
    'unknown-code':
      'The partner refuses us (HTTP {status} {code}). Check partner.partnerCode; if it is right, ask whether requests have to be signed.',
    'bad-signature':
      'The partner refuses the signature (HTTP {status} {code}). Check keyId, the secret and the scheme in partner.signing, and the clock.',
    'partner-fault': 'The partner’s service is out of order or overloaded (HTTP {status} {code}). Try again later.',
    refused: 'The partner refuses this (HTTP {status} {code}). Check partner.baseUrl, then ask the partner.',
    unreadable:
      'The answer is not one of this interface ({code}). Check that partner.baseUrl leads to the service and not to a web site.',
    'missing-field':
      'In the partner’s reply “{field}” is missing or cannot be read, and nothing can be sold without it. Ask the partner to add it.',
    'left-out':
      'Not on sale, of what the partner offers: {count}. Of {which}, “{field}” is missing or cannot be read. The rest is sold; tell the partner.',
    'no-owner':
      'The partner does not give “owner_ref” (the customer’s reference). Seats can be sold, but the tickets of an unanswered purchase cannot be read back: the same purchase is repeated, and after that staff have to call the partner. Ask the partner to add the field.',
    'no-events': 'The partner has no event on sale: seats could not be tested.',
    'no-access-code': 'No access code. Ask the partner for it, then type it into accessCodes.',
    'code-from-hub': 'The venue server sends the access code once the machine has joined it.',
    'wrong-access-code':
      'The partner refuses the access code: it was renewed, or it is wrong. Ask the partner for the right one, then type it into accessCodes.',
    'only-first': 'The first {count} events were tried, the others were not.',
    'no-seats': 'Event {event} shows no seats that could be tested.',
    'not-held':
      'Seat {seat} could not be held. Try again; if it stays so, compare partner.hold with the partner’s own documents.',
    'not-released': 'Seat {seat} was held, but could not be given back; it is free again by itself in {seconds} s.',
    'not-bought': 'Not tested: when asked for (doctor --hold), one seat of the demo is bought for “{name}”.',
    'real-sale':
      'Not tested: it would sell a ticket for real. Who does not give a name buys as “{name}” (partner.anonymousCustomer); guichet conformance tries that against a test account.',
    'purchase-refused':
      'The partner refuses a purchase for “{name}” (HTTP {status} {code}); it would do so after the payment. If it wants another name, a telephone number or an email address, set partner.anonymousCustomer; otherwise ask the partner. Do not sell before.',
  },
  fields: {
    amount: 'the total amount',
    currency: 'the currency',
    events: 'the list of events',
    expires_at: 'the end of the session',
    hold_id: 'the hold’s number',
    id: 'the identifier',
    items: 'the held seats',
    map: 'the venue’s map',
    min_price: 'the lowest price',
    number: 'the seat’s number',
    owner_ref: 'the customer’s reference',
    price: 'the price',
    remaining_seconds: 'the time left of the hold',
    seat_id: 'the seat’s identifier',
    seats: 'the list of seats',
    sections: 'the list of sections',
    session_id: 'the session’s identifier',
    starts_at: 'the date and hour',
    status: 'the state',
    title: 'the title',
    zone_id: 'the zone’s identifier',
    zones: 'the list of zones',
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
    keyId: 'the name of the key',
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
      trial: 'Real trial',
    },
    fine: {
      address: '{host} answers.',
      certificate: 'Trusted.',
      clock: 'Off by {seconds} s.',
      access: 'Name and secret are taken.',
      contract: 'The merchant’s account answers.',
      device: 'It is on and can be reached.',
      currency: 'The account is in {currency}.',
    },
    says: {
      'not-reached': 'Not tried: mend what stands before it first.',
      'only-a-payment': 'Not tried: only a payment would tell.',
      'no-date': 'The provider does not tell the time: the clock could not be compared.',
      'no-answer':
        '{host} does not answer ({code}). Check the address, the network and the firewall; if the house has a proxy, name it.',
      plain: 'The connection is not encrypted. For trials only.',
      untrusted:
        'The certificate of {host} is not trusted ({code}). Somebody may be in between: take no money this way, call the provider.',
      'clock-off': 'The clock of this machine is off by {seconds} s: switch on the system’s time service.',
      refused:
        'The provider refuses (HTTP {status} {code}). Check the name and the secrets; otherwise call the provider with this code.',
      'not-on-list':
        'The provider turns this machine away (HTTP {status} {code}). Check the domain of the contract, and ask for this machine’s internet address to be put on their list.',
      unreadable:
        'The answer is not this provider’s (HTTP {status}). Check the address; a Wi-Fi portal or a proxy may be in between.',
      'other-currency':
        'The account is in {currency}, another currency than the settings say: nothing could be taken. Correct the currency, or ask for another account.',
      'currency-not-taken': 'This provider takes no {currency}: nothing would be paid there. Take another terminal.',
      'test-account': 'A test account: no money moves. Do not open with it.',
      'device-named': 'It is on and can be reached: terminal {device}.',
      'device-off':
        'The terminal does not answer ({code}). Switch it on and check its network; the way to pay comes back by itself.',
      busy: 'It does something just now: try again once it is free.',
      'device-refuses':
        'The terminal does not let this machine in ({code}). Check the password of the till in its menu, and that no other till is connected; if it was just switched on, wait a minute.',
      untried:
        'Built from published documents, not yet tried with the operator. Before you open, pay a small amount yourself: once agreed to, once refused, once left without an answer.',
    },
  },
  notes: {
    steps: {
      port: 'Port',
      device: 'Note device',
      encryption: 'Encryption',
      notes: 'Notes',
      currency: 'Currency',
      box: 'Note box',
    },
    fine: {
      port: '{device} opens.',
      device: 'It answers.',
      encryption: 'The line is encrypted.',
      notes: 'It knows notes.',
      currency: 'They are in {currency}, which is sold in.',
      box: 'It is in, and has room, as far as the device says.',
    },
    says: {
      'not-reached': 'Not tried: mend what stands before it first.',
      'no-port':
        'There is no {device} ({code}). Check the USB cable and the path in notes.device; a udev rule gives it a path that stays the same.',
      'no-rights': 'This account may not use {device} ({code}). Add it to the group dialout, then log in again.',
      'in-use':
        'Another program has {device} ({code}). Where the kiosk is running, it is the kiosk: stop it, then test.',
      'no-answer': '{device} cannot be opened ({code}). Check the cable, and the address if it is on the network.',
      silent: 'Nothing answers on {device}. Check the power of the note device, its cable, and that it is set to SSP.',
      unfit:
        'What answers takes no notes, or does not encrypt although notes.encryption says “always”. Check the model and its protocol.',
      answers: 'Firmware {firmware}, protocol {protocol}.',
      plain:
        'The line is not encrypted: somebody who opens the housing could feign notes. Keep it locked, or ask the maker for a device that encrypts.',
      knows: 'It knows {values}. Compare that with the notes in use.',
      'other-currency': 'It knows no notes of {currency}, but of {currencies}. Ask the maker for the dataset.',
      'not-there': 'It has gone away again. Check its power and cable.',
      'box-full': 'The note box is full. Empty it.',
      'box-out': 'The note box is out. Put it in until it clicks.',
      jammed: 'A note is stuck. Open the device and take it out.',
      cheated: 'It has just seen somebody pull a note back. Look at the device.',
      'out-of-order': 'It says that it is out of order. Switch it off and on; if that does not help, call the maker.',
    },
  },
  savedTickets: {
    title: 'Saved tickets',
    inFolder: (files, folder) => `Files in ${folder}: ${files}.`,
    stay: 'This folder is the printer: they stay until somebody deletes them.',
    deleted: (hours) => `They are deleted once printed, and ${hours} h after the event in any case.`,
  },
  screen: {
    title: 'Screen',
    unsandboxed:
      'The screen’s browser runs without its sandbox: root started it, or somebody with --no-sandbox. A malicious page could then reach the whole system. Start Guichet from another account, without that switch.',
  },
}
