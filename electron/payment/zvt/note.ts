import type { Minor } from '../../../shared/domain/money/money.ts'
import type { TenderOutcome } from '../../core/ports/devices.ts'
import { type Apdu, control, type Element, readBitmaps, readElements, textOf } from './apdu.ts'
import { GIVEN_UP, refusalOf, type Told } from './status.ts'

/** What stands on a terminal's last receipt: in the ledger before it is asked for money. */
export interface Note {
  readonly receipt: string
  readonly trace: string
  readonly moment: string
  readonly amount: string
  readonly terminal: string
}

/** Its log is empty, or it does not tell of it. */
const NOTHING = 'none'
const LEFT_OUT = '-'

export function noteOf({ receipt, trace, moment, amount, terminal }: Told): Note {
  return {
    receipt: receipt ?? LEFT_OUT,
    trace: trace ?? LEFT_OUT,
    moment: moment ?? LEFT_OUT,
    amount: amount === undefined ? LEFT_OUT : String(amount),
    terminal: terminal ?? LEFT_OUT,
  }
}

export const tokenOf = (last: Told | null): string => {
  if (last === null) return NOTHING
  const { receipt, trace, moment, amount, terminal } = noteOf(last)
  return [receipt, trace, moment, amount, terminal].join('.')
}

/** Null: it says nothing to compare with. */
export function noteIn(token: string): Note | null {
  const [receipt, trace, moment, amount, terminal, ...more] = token.split('.')
  if (receipt === undefined || trace === undefined || moment === undefined) return null
  if (amount === undefined || terminal === undefined || more.length > 0) return null
  return { receipt, trace, moment, amount, terminal }
}

/** What customers and the bank can name it by, and a reversal finds it by: `0231.000977.0405225558.52523535`. */
export function approvalOf(told: Told): string | null {
  const { receipt, trace, moment, terminal } = noteOf(told)
  return receipt === LEFT_OUT && trace === LEFT_OUT ? null : [receipt, trace, moment, terminal].join('.')
}

/** The receipt that an approval names; null: none. */
export function receiptIn(approval: string): { readonly receipt: string; readonly trace: string } | null {
  const [receipt = '', trace = ''] = approval.split('.')
  return /^\d{4}$/u.test(receipt) ? { receipt, trace } : null
}

const people: TenderOutcome = { outcome: 'unknown', forGood: true }

/**
 * What a terminal that is idle again did since its last receipt was noted. One receipt later, of this amount: it took the
 * money, or refused. The same one still: it did nothing. Anything else is for people: it cannot be told whose it is.
 */
export function sinceNoted(
  noted: Note | null,
  last: Told | null,
  wanted: { readonly amount: Minor; readonly currency: string },
  own: string | undefined,
): 'nothing' | 'taken' | TenderOutcome {
  if (noted === null || last === null) return people
  const now = noteOf(last)
  if (now.terminal !== noted.terminal) return people
  if (now.receipt === LEFT_OUT && now.trace === LEFT_OUT) return people
  if (isSame(noted, now)) return 'nothing'
  if (!isNext(noted, now) || last.amount !== wanted.amount || last.original !== undefined) return people
  if (last.result === 0) return (last.currency ?? own) === wanted.currency ? 'taken' : people
  return last.result === GIVEN_UP ? { outcome: 'cancelled' } : { outcome: 'refused', reason: refusalOf(last.result) }
}

const isSame = (noted: Note, now: Note): boolean =>
  noted.receipt === now.receipt &&
  noted.trace === now.trace &&
  noted.moment === now.moment &&
  noted.amount === now.amount

/** Receipts are counted from 1 to 9999. Where they are not told, traces are, which other business may use up. */
function isNext(noted: Note, now: Note): boolean {
  if (noted.trace === now.trace && noted.trace !== LEFT_OUT) return false
  const [before, after] = noted.receipt === LEFT_OUT ? [noted.trace, now.trace] : [noted.receipt, now.receipt]
  if (!/^\d+$/u.test(before) || !/^\d+$/u.test(after)) return false
  const most = 10 ** before.length - 1
  return Number(before) === most ? Number(after) <= 1 : Number(after) === Number(before) + 1
}

/** Whom a receipt is for; `plain`: the terminal does not say. */
type Reader = 'merchant' | 'customer' | 'office' | 'plain'

export interface Printed {
  readonly reader: Reader
  readonly lines: readonly string[]
}

/** Tag 1F07. */
const readers: Readonly<Record<number, Reader>> = { 1: 'merchant', 2: 'customer', 3: 'office' }

/** More than any receipt has. */
const MOST_LINES = 200
const MOST_LETTERS = 64

interface Line {
  readonly reader: Reader
  readonly text: string
  readonly isLast: boolean
}

/** Takes what a terminal wants printed, line by line or in blocks. */
export function createPrintout() {
  const printed: { reader: Reader; lines: string[]; over: boolean }[] = []

  function add({ reader, text, isLast }: Line): void {
    const before = printed.at(-1)
    const same = before && !before.over && (before.reader === reader || reader === 'plain')
    const receipt = same ? before : { reader, lines: [], over: false }
    if (!same) printed.push(receipt)
    if (!(isLast && text === '') && receipt.lines.length < MOST_LINES) receipt.lines.push(text)
    receipt.over = isLast
  }

  return {
    take(message: Apdu): void {
      if (message.control === control.printLine) add(lineOf(message.data))
      else for (const line of linesOfBlock(message.data)) add(line)
    },
    /** Whole, without the empty lines around them. */
    receipts: (): readonly Printed[] =>
      printed.map(({ reader, lines }) => ({ reader, lines: bare(lines) })).filter(({ lines }) => lines.length > 0),
  }
}

/** What goes on the customer's paper: the copy that is for them; where none is said to be, the last one. */
export function customerCopy(receipts: readonly Printed[]): readonly string[] {
  const own = receipts.findLast(({ reader }) => reader === 'customer')
  return (own ?? receipts.findLast(({ reader }) => reader === 'plain'))?.lines ?? []
}

/** Attribute, text, and perhaps a container behind it; no text has the byte that begins one. */
function lineOf([attribute = 0, ...rest]: Uint8Array): Line {
  const start = rest.indexOf(0x06)
  const text = Uint8Array.from(start === -1 ? rest : rest.slice(0, start))
  const container = start === -1 ? undefined : readBitmaps(Uint8Array.from(rest.slice(start)))?.[0]?.[1]
  const elements = readElements(container ?? new Uint8Array())
  return { reader: readerIn(elements), text: written(text, setIn(elements)), isLast: (attribute & 0x80) !== 0 }
}

/** A container with lines (25, each 07), and the mark of the last one (09). */
function linesOfBlock(data: Uint8Array): readonly Line[] {
  const container = readBitmaps(data)?.find(([number]) => number === 0x06)?.[1]
  const elements = readElements(container ?? new Uint8Array())
  const [reader, set] = [readerIn(elements), setIn(elements)]
  const lines = elements
    .filter(({ tag }) => tag === 0x25)
    .flatMap(({ value }) => readElements(value))
    .filter(({ tag }) => tag === 0x07)
    .map(({ value }) => ({ reader, text: written(value, set), isLast: false }))
  return [...lines, { reader, text: '', isLast: true }]
}

const readerIn = (elements: readonly Element[]): Reader =>
  readers[elements.find(({ tag }) => tag === 0x1f07)?.value[0] ?? 0] ?? 'plain'

const setIn = (elements: readonly Element[]): number | undefined => elements.find(({ tag }) => tag === 0x14)?.value[0]

const written = (bytes: Uint8Array, set: number | undefined): string =>
  withoutCardNumbers(textOf(bytes, set)).slice(0, MOST_LETTERS)

/** A whole number of a card keeps its last four digits; terminals hide it themselves, and this does not rely on it. */
export const withoutCardNumbers = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\d])\d(?:[ -]?\d){12,18}(?!\d)/gu, (found) => {
    const digits = found.replaceAll(/\D/gu, '')
    return isCardNumber(digits) ? '*'.repeat(digits.length - 4) + digits.slice(-4) : found
  })

/** By its check digit (Luhn). */
function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

function bare(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}
