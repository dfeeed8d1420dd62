import type { RefusalTexts } from '../refusal-texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('en')

export const refusals: RefusalTexts = {
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
  brokenFile: (path, why) =>
    `${path} cannot be opened (${why}): check that this file and those beside it with its name belong to the program's account; else put it back from the newest copy`,
  emptyDatabase: (path) =>
    `${path}: this database is empty: put it back from a copy, or delete it to begin with nothing sold`,
  brokenKey: (path) => `${path} holds no key that can be read: put it back from a backup`,

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
