import type { Minor } from '../../../shared/domain/money/money.ts'
import type { TenderOutcome } from '../../kiosk/ports/devices.ts'
import { isCardNumber } from '../card.ts'
import { type Apdu, control, type Element, readBitmaps, readElements, textOf } from './apdu.ts'
import { RESULT_ABORTED, refusalOf, type TerminalReport } from './status.ts'

/** A terminal's last receipt, stored in the ledger before a payment is requested. */
interface Note {
  readonly receipt: string
  readonly trace: string
  readonly moment: string
  readonly amount: string
  readonly terminal: string
}

/** Token that is stored if the terminal has no last receipt, or does not support repeating receipts. */
const NOTHING = 'none'
const LEFT_OUT = '-'

function noteOf({ receipt, trace, moment, amount, terminal }: TerminalReport): Note {
  return {
    receipt: receipt ?? LEFT_OUT,
    trace: trace ?? LEFT_OUT,
    moment: moment ?? LEFT_OUT,
    amount: amount === undefined ? LEFT_OUT : String(amount),
    terminal: terminal ?? LEFT_OUT,
  }
}

export const tokenOf = (last: TerminalReport | null): string => {
  if (last === null) return NOTHING
  const { receipt, trace, moment, amount, terminal } = noteOf(last)
  return [receipt, trace, moment, amount, terminal].join('.')
}

export function noteIn(token: string): Note | null {
  const [receipt, trace, moment, amount, terminal, ...more] = token.split('.')
  if (receipt === undefined || trace === undefined || moment === undefined) return null
  if (amount === undefined || terminal === undefined || more.length > 0) return null
  return { receipt, trace, moment, amount, terminal }
}

/** Returns the id of the payment for the bank and for a reversal, such as `0231.000977.0405225558.52523535`. */
export function approvalOf(told: TerminalReport): string | null {
  const { receipt, trace, moment, terminal } = noteOf(told)
  return receipt === LEFT_OUT && trace === LEFT_OUT ? null : [receipt, trace, moment, terminal].join('.')
}

export function receiptIn(approval: string): { readonly receipt: string; readonly trace: string } | null {
  const [receipt = '', trace = ''] = approval.split('.')
  return /^\d{4}$/u.test(receipt) ? { receipt, trace } : null
}

const staffDecide: TenderOutcome = { outcome: 'unknown', forGood: true }

/**
 * Compares an idle terminal's last receipt with the receipt noted before a payment. The next receipt with the wanted
 * amount decides the payment; an unchanged receipt means that there was no payment. In all other cases, staff decide.
 */
export function sinceNoted(
  noted: Note | null,
  last: TerminalReport | null,
  wanted: { readonly amount: Minor; readonly currency: string },
  own: string | undefined,
): 'nothing' | 'taken' | TenderOutcome {
  if (noted === null || last === null) return staffDecide
  const now = noteOf(last)
  if (now.terminal !== noted.terminal) return staffDecide
  if (now.receipt === LEFT_OUT && now.trace === LEFT_OUT) return staffDecide
  if (isSame(noted, now)) return 'nothing'
  if (!isNext(noted, now) || last.amount !== wanted.amount || last.original !== undefined) return staffDecide
  if (last.result === 0) return (last.currency ?? own) === wanted.currency ? 'taken' : staffDecide
  return last.result === RESULT_ABORTED
    ? { outcome: 'cancelled' }
    : { outcome: 'refused', reason: refusalOf(last.result) }
}

const isSame = (noted: Note, now: Note): boolean =>
  noted.receipt === now.receipt &&
  noted.trace === now.trace &&
  noted.moment === now.moment &&
  noted.amount === now.amount

/**
 * Receipt numbers run from 1 to 9999. Without a receipt number, trace numbers are compared, which other operations may
 * also use.
 */
function isNext(noted: Note, now: Note): boolean {
  if (noted.trace === now.trace && noted.trace !== LEFT_OUT) return false
  const [before, after] = noted.receipt === LEFT_OUT ? [noted.trace, now.trace] : [noted.receipt, now.receipt]
  if (!/^\d+$/u.test(before) || !/^\d+$/u.test(after)) return false
  const most = 10 ** before.length - 1
  return Number(before) === most ? Number(after) <= 1 : Number(after) === Number(before) + 1
}

/** Recipient of a receipt; `plain` if the terminal does not name a recipient. */
type Reader = 'merchant' | 'customer' | 'office' | 'plain'

export interface Printed {
  readonly reader: Reader
  readonly lines: readonly string[]
}

const readers: Readonly<Record<number, Reader>> = { 1: 'merchant', 2: 'customer', 3: 'office' }

const MAX_LINES = 200
const MAX_LETTERS = 64

interface Line {
  readonly reader: Reader
  readonly text: string
  readonly isLast: boolean
}

export class Printout {
  readonly #printed: { reader: Reader; lines: string[]; over: boolean }[] = []

  take(message: Apdu): void {
    if (message.control === control.printLine) this.#add(lineOf(message.data))
    else for (const line of linesOfBlock(message.data)) this.#add(line)
  }

  receipts(): readonly Printed[] {
    return this.#printed
      .map(({ reader, lines }) => ({ reader, lines: bare(lines) }))
      .filter(({ lines }) => lines.length > 0)
  }

  #add({ reader, text, isLast }: Line): void {
    const before = this.#printed.at(-1)
    const same = before && !before.over && (before.reader === reader || reader === 'plain')
    const receipt = same ? before : { reader, lines: [], over: false }
    if (!same) this.#printed.push(receipt)
    if (!(isLast && text === '') && receipt.lines.length < MAX_LINES) receipt.lines.push(text)
    receipt.over = isLast
  }
}

/** Returns the customer's copy, or the last receipt without a recipient. */
export function customerCopy(receipts: readonly Printed[]): readonly string[] {
  const own = receipts.findLast(({ reader }) => reader === 'customer')
  return (own ?? receipts.findLast(({ reader }) => reader === 'plain'))?.lines ?? []
}

/** Reads an attribute, a text and an optional container, which starts at the first byte with the value 06. */
function lineOf([attribute = 0, ...rest]: Uint8Array): Line {
  const start = rest.indexOf(0x06)
  const text = Uint8Array.from(start === -1 ? rest : rest.slice(0, start))
  const container = start === -1 ? undefined : readBitmaps(Uint8Array.from(rest.slice(start)))?.[0]?.[1]
  const elements = readElements(container ?? new Uint8Array())
  return { reader: readerIn(elements), text: written(text, setIn(elements)), isLast: (attribute & 0x80) !== 0 }
}

/** Reads a block of lines: tag 25, with one tag 07 for each line. */
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
  withoutCardNumbers(textOf(bytes, set)).slice(0, MAX_LETTERS)

/** Masks all but the last four digits of card numbers that the terminal did not mask. */
export const withoutCardNumbers = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\d])\d(?:[ -]?\d){12,18}(?!\d)/gu, (found) => {
    const digits = found.replaceAll(/\D/gu, '')
    return isCardNumber(digits) ? '*'.repeat(digits.length - 4) + digits.slice(-4) : found
  })

function bare(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}
