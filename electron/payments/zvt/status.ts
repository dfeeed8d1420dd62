import type { Minor } from '../../../shared/domain/money/money.ts'
import type { CardDetails, DevicePhase, RefusalReason } from '../../../shared/domain/money/tender.ts'
import {
  type Apdu,
  control,
  countedLength,
  type Element,
  fromBcd,
  readBitmaps,
  readElements,
  textOf,
  toBcd,
  writeBitmaps,
} from './apdu.ts'
import { currencyOf, type KnownCurrency, numberOf, type ZvtSettings } from './settings.ts'

/** A transaction as the terminal reports it. Missing or unreadable fields are omitted. */
export interface TerminalReport {
  readonly result: number
  readonly amount?: Minor
  /** ISO 4217. */
  readonly currency?: string
  readonly receipt?: string
  readonly trace?: string
  /** Month, day and time by the terminal's clock: `0405225558`. */
  readonly moment?: string
  /** Trace number of the payment that was reversed. */
  readonly original?: string
  readonly terminal?: string
  readonly card: CardDetails
}

/** Returns null if any part cannot be read. Only the last digits of the card number are returned. */
export function readStatus(data: Uint8Array): TerminalReport | null {
  const fields = readBitmaps(data)
  if (fields === null) return null
  const field = new Map(fields)
  if (field.size !== fields.length) return null
  const result = field.get(0x27)?.[0]
  if (result === undefined) return null
  const digits = (number: number): string | undefined => fromBcd(field.get(number)) ?? undefined
  const [amount, currency, receipt, trace] = [digits(0x04), digits(0x49), digits(0x87), digits(0x0b)]
  const [date, time, terminal, original] = [digits(0x0d), digits(0x0c), digits(0x29), digits(0x37)]
  return {
    result,
    ...(amount !== undefined && { amount: Number(amount) }),
    ...(currency !== undefined && { currency: currencyOf(currency) }),
    ...(receipt !== undefined && { receipt }),
    ...(trace !== undefined && { trace }),
    ...(date !== undefined && time !== undefined && { moment: date + time }),
    ...(original !== undefined && { original }),
    ...(terminal !== undefined && { terminal }),
    card: cardIn(field),
  }
}

function cardIn(field: ReadonlyMap<number, Uint8Array>): CardDetails {
  const brand = textOf(field.get(0x8b) ?? new Uint8Array()).replaceAll(/[^\p{L}\p{N} .&+/-]/gu, '')
  const ending = endingOf(field.get(0x22) ?? new Uint8Array())
  const read = readings[find(readElements(field.get(0x06) ?? new Uint8Array()), 0x1f12)?.[0] ?? -1]
  return {
    ...(brand.trim() !== '' && { brand: brand.trim().slice(0, 30) }),
    ...(ending !== null && { ending }),
    ...(read && { read }),
  }
}

const readings: Readonly<Record<number, 'stripe' | 'chip' | 'contactless'>> = {
  0: 'stripe',
  1: 'chip',
  2: 'contactless',
}

/** Returns the last four digits of a card number; the other digits may be masked by the hexadecimal digit E. */
function endingOf(number: Uint8Array): string | null {
  const nibbles = Buffer.from(number).toString('hex').replace(/f+$/u, '')
  return nibbles.length >= 8 ? (/\d{4}$/u.exec(nibbles)?.[0] ?? null) : null
}

/** Searches nested elements too, because terminals nest elements differently. */
function find(elements: readonly Element[], tag: number, deepest = MAX_DEPTH): Uint8Array | undefined {
  const own = elements.find((each) => each.tag === tag)?.value
  if (own || deepest === 0) return own
  const within = elements.filter(holdsMore).flatMap(({ value }) => readElements(value))
  return within.length > 0 ? find(within, tag, deepest - 1) : undefined
}

const MAX_DEPTH = 3

/** Returns whether the element contains elements, according to the first byte of its tag. */
const holdsMore = ({ tag }: Element): boolean =>
  (Number.parseInt(tag.toString(16).padStart(2, '0').slice(0, 2), 16) & 0x20) !== 0

export interface Registered {
  readonly currency?: string
  readonly terminal?: string
}

export function readRegistered(data: Uint8Array): Registered | null {
  const fields = readBitmaps(data)
  if (fields === null) return null
  const field = new Map(fields)
  const [currency, terminal] = [fromBcd(field.get(0x49)), fromBcd(field.get(0x29))]
  return { ...(currency !== null && { currency: currencyOf(currency) }), ...(terminal !== null && { terminal }) }
}

export interface Condition {
  readonly idle: boolean
  readonly code: number
  /** Local time of the terminal's clock: `20230405225655`. */
  readonly moment?: string
}

/** Reads the version, which some terminals omit, the status and a container. Returns null if the data is unreadable. */
export function readCondition(data: Uint8Array): Condition | null {
  const version = countedLength(data, 3)
  const rest = data.subarray(version ? version.skipped + version.length : 0)
  const [code, mark] = rest
  if (code === undefined || (mark !== undefined && mark !== 0x06)) return null
  const container = readBitmaps(rest.subarray(1))?.find(([number]) => number === 0x06)?.[1]
  const elements = readElements(container ?? new Uint8Array())
  const [date, time] = [fromBcd(find(elements, 0x1f0e)), fromBcd(find(elements, 0x1f0f))]
  const moment = date?.length === 8 && time?.length === 6 ? date + time : null
  return { idle: code === 0, code, ...(moment !== null && { moment }) }
}

/**
 * This computer prints the receipts (02, 04) as blocks of text (80). The terminal reports its actions (08), and its
 * keypad cannot start payments (10).
 */
const CONFIGURATION = 0x02 | 0x04 | 0x08 | 0x10 | 0x80

/** Tag 26 lists the supported commands: 06 D3, print text block. */
const UNDERSTOOD = Uint8Array.of(0x26, 0x04, 0x0a, 0x02, 0x06, 0xd3)

export function registration(
  { password, currency }: Pick<ZvtSettings, 'password' | 'currency'>,
  configuration = CONFIGURATION,
): Apdu {
  const head = [...toBcd(password, 3), configuration, ...toBcd(numberOf(currency), 2)]
  return { control: control.registration, data: Uint8Array.from([...head, ...writeBitmaps([[0x06, UNDERSTOOD]])]) }
}

export function authorisation(amount: Minor, currency: KnownCurrency): Apdu {
  const fields = writeBitmaps([
    [0x04, toBcd(amount, 6)],
    [0x49, toBcd(numberOf(currency), 2)],
  ])
  return { control: control.authorisation, data: fields }
}

export function reversal(password: string, receipt: string): Apdu {
  const data = [...toBcd(password, 3), ...writeBitmaps([[0x87, toBcd(receipt, 2)]])]
  return { control: control.reversal, data: Uint8Array.from(data) }
}

export const repeatReceipt = (password: string): Apdu => ({
  control: control.repeatReceipt,
  data: toBcd(password, 3),
})

export const endOfDay = (password: string): Apdu => ({ control: control.endOfDay, data: toBcd(password, 3) })

export const statusEnquiry: Apdu = { control: control.statusEnquiry, data: new Uint8Array() }

/** Phases by intermediate status (04 FF). A status increased by 40 also requests the card's removal. */
const phases: Readonly<Record<number, DevicePhase>> = {
  0x00: 'choose-there',
  0x01: 'choose-there',
  0x02: 'choose-there',
  0x04: 'authorising',
  0x05: 'authorising',
  0x06: 'authorising',
  0x0a: 'present-card',
  0x0b: 'remove-card',
  0x0c: 'card-unread',
  0x0e: 'authorising',
  0x15: 'wrong-pin',
  0x17: 'authorising',
  0x19: 'card-unread',
  0x26: 'choose-there',
  0x27: 'choose-there',
  0x28: 'choose-there',
  0x29: 'choose-there',
  0x2a: 'insert-card',
  0x2b: 'authorising',
  0x2c: 'choose-there',
  0x69: 'choose-there',
  0xc9: 'waking',
  0xca: 'waking',
  0xcc: 'enter-pin',
  0xd2: 'authorising',
  0xd3: 'authorising',
  0xe0: 'choose-there',
  0xe1: 'choose-there',
  0xf2: 'authorising',
}

const AND_REMOVE = 0x40

export function phaseOf(status: number): DevicePhase | null {
  const phase = phases[status]
  if (phase !== undefined) return phase
  return status > AND_REMOVE && status < 0x68 ? 'remove-card' : null
}

/** Reasons for refusals, by the result code in field 27 of message 04 0F and in message 06 1E. */
const reasons: Readonly<Record<number, RefusalReason>> = {
  0x64: 'card-not-taken',
  0x65: 'card-not-taken',
  0x66: 'card-not-taken',
  0x67: 'card-not-taken',
  0x68: 'card-not-taken',
  0x6a: 'not-set-up',
  0x6b: 'not-set-up',
  0x6e: 'card-not-taken',
  0x6f: 'not-set-up',
  0x71: 'not-enough-money',
  0x72: 'card-not-taken',
  0x73: 'card-not-taken',
  0x76: 'card-not-taken',
  0x78: 'card-expired',
  0x79: 'card-not-taken',
  0x7a: 'card-not-taken',
  0x7b: 'card-not-taken',
  0x7c: 'card-not-taken',
  0x7d: 'provider-down',
  0x7e: 'card-not-taken',
  0x83: 'not-set-up',
  0x85: 'not-set-up',
  0x9b: 'provider-down',
  0x9c: 'provider-down',
  0xa0: 'provider-down',
  0xa1: 'provider-down',
  0xa3: 'provider-down',
  0xb1: 'not-set-up',
  0xb2: 'not-set-up',
  0xc2: 'not-set-up',
  0xc3: 'over-limit',
  0xc5: 'card-not-taken',
  0xc6: 'not-set-up',
  0xcc: 'provider-down',
  0xd2: 'card-not-taken',
  0xdd: 'card-removed',
  0xe4: 'not-set-up',
  0xf0: 'day-not-closed',
  0xff: 'provider-down',
}

/** Results below 64 are the bank's codes. */
export const refusalOf = (result: number): RefusalReason => reasons[result] ?? 'declined'

/** Result "abort", caused by the cancel key or the time limit: no payment was made. */
export const RESULT_ABORTED = 0x6c

export const written = (code: number): string => `0x${code.toString(16).padStart(2, '0').toUpperCase()}`
