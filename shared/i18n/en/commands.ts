import type { LedgerTexts, VenueTexts } from '../texts.ts'

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) => `${rows} rows, ${sales} sales, ${tickets} tickets; last hash ${hash}`,
  holds: 'the ledger holds; it is vouched for by:',
  consistent:
    'the ledger is consistent, by an unknown key: nothing outside this machine vouches for it (verify --key, --trust, --paper)',
  broken: 'THE LEDGER DOES NOT HOLD',
  key: (keyId) => `key ${keyId}`,
  head: (seq) => `row ${seq}, known elsewhere`,
  hub: (hubKey, keyId) => `hub ${hubKey}, for key ${keyId}`,
  paper: (seq) => `the paper of the Z in row ${seq}`,
}

export const movedSetting = (setting: string): string =>
  `${setting} is no longer read here: where updates come from and who signs them is for the machine’s administrator to say, in /etc/guichet/update-settings.json (docs/operating/updates.md). Take this setting out.`

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
const kinds = { tribune: 'Tribunes', zone: 'Zones', gate: 'Gates', section: 'Sections' } as const

export const venue: VenueTexts = {
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'The file is not UTF-8: it was read as Windows-1252, as Excel writes it. Check the accents below.'
      : `The file was read as ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) =>
    `${name}: ${[plural(sections, 'section', 'sections'), plural(rows, 'row', 'rows'), plural(seats, 'seat', 'seats')].join(', ')}`,
  parts: { tribune: 'Tribunes', zone: 'Zones', gate: 'Gates' },
  seats: (count) => plural(count, 'seat', 'seats'),
  allWell: 'Nothing looks odd.',
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
