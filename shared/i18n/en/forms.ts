import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { SettingForm } from '../../domain/text-forms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT } from '../../domain/setting-limits.ts'
import type { CheckedForm } from '../setting-texts.ts'

export const settingForms: Readonly<Record<SettingForm, string>> = {
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

export const checks: Readonly<Record<CheckedForm, string>> = {
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
  secretSource: 'either secretFile or secretVariable, to say where the secret is',
  sessionPath: 'a path that begins with "/" and contains {session_id}',
  telephone: 'a phone number such as +224 620 00 00 00',
  termsSource: `a text of 1 to ${MAX_TERMS_TEXT} characters, or { "file": "PATH" }`,
  timeZone: 'an IANA time zone such as "Africa/Conakry"',
  webAddress: 'an http or https address',
}
