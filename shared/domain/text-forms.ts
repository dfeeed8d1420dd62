import { MAX_KIOSK_SEATS, MAX_SALE_SEATS } from './seats/offer.ts'

export interface NumberLimits {
  readonly min: number
  readonly max: number
}

export const numberLimits = {
  maxSeats: { min: 1, max: MAX_KIOSK_SEATS },
  groupSeats: { min: 1, max: MAX_SALE_SEATS },
  spaceReleaseMinutes: { min: 0, max: 10_080 },
  soundVolume: { min: 0, max: 100 },
  lockAfterMinutes: { min: 0, max: 240 },
  tenderBudgetSeconds: { min: 0, max: 600 },
  /** Amount in whole units of the currency. */
  maxCashierCashMove: { min: 0, max: 100_000_000 },
  /** Tax rate in percent, with up to two decimals. */
  taxRate: { min: 1, max: 99 },
} as const satisfies Readonly<Record<string, NumberLimits>>

export const MAX_TENDER_NAME = 24
export const MAX_SELLER_TEXT = 120
export const MAX_SMALL_PRINT = 300
export const MAX_TERMS_TEXT = 20_000
/** Maximum number of characters of `version` and `address` in `Terms`. */
export const MAX_TERMS_NOTE = 80

const settingForms = {
  deviceId: /^[\w-]{1,32}$/u,
  /** Tender name that is short enough to fit on a key, a tile and a line of a paper roll. */
  tenderName: new RegExp(`^\\P{C}{1,${MAX_TENDER_NAME}}$`, 'u'),
  timeOfDay: /^(?:[01]\d|2[0-3]):[0-5]\d$/u,
  printerName: /^[A-Za-z0-9_-]{1,40}$/u,
  /** Origin of a page that may call the local API. */
  pageOrigin: /^https?:\/\/[^/?#\s]+$/u,
  hubAddress: /^https?:\/\/[^/?#@\s]+$/u,
  customerName: /^(?!\s)[^\p{Cc}]{1,100}(?<!\s)$/u,
  /** HTTP header value that contains no spaces. */
  headerText: /^[\x21-\x7e]{1,200}$/u,
  headerName: /^[\w!#$%&'*+.^`|~-]{1,100}$/u,
  asciiText: /^[\x20-\x7e]{1,200}$/u,
  environmentVariable: /^[A-Z_][A-Z0-9_]*$/u,
  /** Component identifier of RFC 9421, section 2. */
  signatureComponent:
    /^(?:@(?:method|target-uri|authority|scheme|request-target|path|query|query-param;name="[\w.%*-]{1,100}")|[a-z0-9!#$%&'*+.^_`|~-]{1,100})$/u,
  signatureLabel: /^[a-z][a-z0-9_-]{0,30}$/u,
  /** Model and serial number of an Adyen terminal. */
  poiId: /^[A-Za-z0-9]{1,20}-[A-Za-z0-9]{1,30}$/u,
  /** SHA-256 of a certificate, in upper-case hexadecimal. */
  certificateHash: /^[0-9A-F]{64}$/u,
  merchantAccount: /^\w{1,80}$/u,
  /** Country code, ISO 3166-1 alpha-2. */
  countryCode: /^[A-Z]{2}$/u,
  /** Country code in the paths of Orange's API. */
  orangeCountry: /^[a-z]{2}[a-z]?$/u,
  shopName: /^[\w .-]{1,30}$/u,
  stripeReader: /^tmr_\w{1,100}$/u,
  merchantCode: /^[\w.-]{1,100}$/u,
  sumupReader: /^rdr_\w{26}$/u,
  hostName: /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/u,
  /** Country code of telephone numbers. */
  dialCode: /^[1-9]\d{0,2}$/u,
} as const

export type SettingForm = keyof typeof settingForms

export const textForms = {
  /** Code of a section, stand, zone or gate. */
  partCode: /^[A-Z0-9]{1,8}$/u,
  rowLabel: /^[A-Z0-9]{1,4}$/u,
  colour: /^#[0-9a-f]{6}$/u,
  currency: /^[A-Z]{3}$/u,
  /** Id of an event, section, seat or ticket. */
  identifier: /^[0-9]{1,19}$/u,
  /** Local time of a venue, without a time zone. */
  localDateTime: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$/u,
  anyCaseColour: /^#[0-9a-f]{6}$/iu,
  ticketCode: /^[0-9a-f]{32}$/iu,
  partnerCode: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u,
  staffNumber: /^\d{1,6}$/u,
  pin: /^\d{4,8}$/u,
  /** Language code, ISO 639. */
  languageCode: /^[a-z]{2,3}$/u,
  /** File name of a recording in a speech pack. */
  recordingFile: /^[a-z0-9-]{1,60}\.(?:opus|ogg|webm|wav|mp3)$/u,
  driverName: /^[\w-]{1,40}$/u,
  sha256: /^[0-9a-f]{64}$/u,
  ...settingForms,
} as const

export type TextForm = keyof typeof textForms

/**
 * Returns the possible meanings of a typed code, most likely first. Hubs issue codes in Crockford's base 32, in which a
 * typed I or L means 1, and a typed O means 0. Codes of other partners may be case-sensitive.
 */
export function formsOfCode(typed: string): readonly string[] {
  const capitals = typed.toUpperCase()
  const plain = capitals.replaceAll(/[\s-]/gu, '').replaceAll(/[IL]/gu, '1').replaceAll('O', '0')
  return [...new Set([typed, capitals, plain])]
}
