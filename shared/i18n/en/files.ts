import type { FileTexts, Measured, ValueTexts } from '../value-texts.ts'
import { countedIn } from '../counted.ts'
import { checks, settingForms } from './forms.ts'

export const files: FileTexts = {
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

const counted = countedIn('en')

const limit = (count: string, measured: Measured): string => {
  if (measured === 'number') return count
  return measured === 'string' ? counted(+count, 'character', 'characters') : counted(+count, 'entry', 'entries')
}

const kinds = { section: 'sections', tribune: 'stands', zone: 'categories', gate: 'gates' } as const
const none = { tribune: 'stand', zone: 'category', gate: 'gate' } as const

export const values: ValueTexts = {
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
