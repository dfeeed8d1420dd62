import { control, type Apdu } from './apdu.ts'
import { readBitmaps, readElements, type Element } from './bitmaps.ts'
import { textOf } from './characters.ts'

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
