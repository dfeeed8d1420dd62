import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { SettingForm } from '../../domain/text-forms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT } from '../../domain/setting-limits.ts'
import type { CheckedForm } from '../setting-texts.ts'

export const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: '1 to 32 letters, digits, dashes or underscores',
  tenderName: `1 to ${MAX_TENDER_NAME} characters in one line`,
  timeOfDay: 'a time of day such as "22:30"',
  printerName: '1 to 40 letters, digits, dashes or underscores',
  pageOrigin: 'an address such as http://127.0.0.1:3000',
  hubAddress: 'an address such as https://hub.example:7420',
  customerName: '1 to 100 characters in one line, without spaces around them',
  headerText: '1 to 200 letters, digits and signs, without spaces',
  headerName: "an HTTP header's name",
  asciiText: '1 to 200 letters, digits and signs',
  environmentVariable: 'the name of an environment variable',
  signatureComponent:
    'a header\'s name in small letters, or @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param;name="…"',
  signatureLabel: 'small letters, digits, dashes or underscores',
  poiId: 'model and serial number, such as V400m-324688179',
  certificateHash: 'the SHA-256 of a certificate, 64 hexadecimal digits',
  merchantAccount: 'letters and digits',
  countryCode: 'a code such as GN',
  orangeCountry: 'letters such as "gn", or "dev"',
  shopName: 'up to 30 plain letters',
  stripeReader: 'what Stripe calls the reader: "tmr_" and more',
  merchantCode: 'letters, digits, "-", "_" and "."',
  sumupReader: 'what SumUp calls the reader: "rdr_" and 26 signs',
  hostName: 'a name or an address such as 192.168.1.50',
  dialCode: 'digits such as "224"',
}

export const checks: Readonly<Record<CheckedForm, string>> = {
  addressWithoutPath: 'an address without a path',
  certificateAndKey: 'both certificate and key, or neither',
  displayPlace: '"auto", "window", "off" or the number of a display, 1 to 9, counted from the left',
  distinct: 'a list that names nothing twice',
  emailAddress: 'an address such as sales@venue.example',
  escposAddress: 'tcp://HOST, tcp://HOST:PORT or a file below /dev/',
  holdBody: 'the text "{seat_id}" where the seat goes, or "{seat_ids}" with "batch": true',
  holdPath: 'a path that begins with "/" and holds {hold_id}',
  httpsAddress: 'an https address without user name, "?" and "#"',
  httpsPage: 'an https address',
  keypadKeys: 'names of keys such as F17, Numpad8 or KeyA',
  noteDevice: 'a file below /dev/, COM1 or tcp://HOST:PORT',
  paperName: `${paperNames.map((name) => `"${name}"`).join(', ')}, or width and height in millimetres as "210x74"`,
  unusableSheet: `portrait stock (from 74 mm wide, at least 1.25 times as high) or landscape stock (from 140x60, at least 1.4 times as wide as high), up to ${MAX_SHEET_MILLIMETRES} mm`,
  plainAddress: 'an address without user name, "?" and "#"',
  proxyAddress: 'http://HOST:PORT',
  qrText: 'a text that fits into a QR code',
  secretSource: 'either secretFile or secretVariable, which says where the secret is',
  sessionPath: 'a path that begins with "/" and holds {session_id}',
  telephone: 'a phone number such as +224 620 00 00 00',
  termsSource: `a text of 1 to ${MAX_TERMS_TEXT} characters, or { "file": "PATH" }`,
  timeZone: 'an IANA time zone such as "Africa/Conakry"',
  webAddress: 'an http or https address',
}
