import { circulation } from '../../ledger-format/money.ts'
import type { Minor } from './money.ts'

/** A kind of note or coin; `value`: in minor units. */
export interface CashPiece {
  readonly kind: 'note' | 'coin'
  readonly value: Minor
}

export interface CountedPiece extends CashPiece {
  readonly count: number
}

const PIECES: ReadonlyMap<string, readonly CashPiece[]> = new Map(
  Object.entries(circulation).map(([currency, { notes, coins }]) => [
    currency,
    [...notes.map((value) => ({ kind: 'note', value }) as const), ...coins.map(coin)],
  ]),
)

function coin(value: Minor): CashPiece {
  return { kind: 'coin', value }
}

/** Returns the notes and coins of a currency; a single piece of one minor unit if none are declared. */
export function cashPieces(currency: string): readonly CashPiece[] {
  return PIECES.get(currency) ?? [coin(1)]
}

export function countedTotal(pieces: readonly CountedPiece[]): Minor {
  return pieces.reduce((sum, { value, count }) => sum + value * count, 0)
}

/** Returns whether all pieces belong to the currency and no piece is listed twice. */
export function piecesBelong(currency: string, pieces: readonly CashPiece[]): boolean {
  const known = new Set(cashPieces(currency).map(nameOf))
  return pieces.every((piece) => known.delete(nameOf(piece)))
}

function nameOf({ kind, value }: CashPiece): string {
  return `${kind} ${value}`
}

/** Value of the smallest note or coin; every cash amount is a multiple of the smallest piece. */
export const smallestPiece = (currency: string): Minor => Math.min(...cashPieces(currency).map(({ value }) => value))

export interface NotInCash {
  readonly type: 'not-in-cash'
  readonly smallest: Minor
  readonly currency: string
}

/** Returns the rejection of an amount that cannot be paid exactly in notes and coins; null if it is payable. */
export function notInCash(amount: Minor, currency: string): NotInCash | null {
  const smallest = smallestPiece(currency)
  return amount % smallest === 0 ? null : { type: 'not-in-cash', smallest, currency }
}

/** Rounds an amount to the nearest amount payable in cash; halfway amounts are rounded down. */
export function cashDue(amount: Minor, currency: string): Minor {
  const smallest = smallestPiece(currency)
  const over = amount % smallest
  return over * 2 <= smallest ? amount - over : amount - over + smallest
}

/** `handed`: value of the notes and coins handed over for a `share` of the price. */
interface CashShare {
  readonly share: Minor
  readonly handed: Minor
}

/**
 * Returns the cash to hand out when `share` of the price is refunded, never more than was paid. The refund of the last
 * share is the entire remainder.
 */
export function cashBack(taken: CashShare, before: CashShare, share: Minor, currency: string): Minor {
  const back = before.share + share
  const due = back === taken.share ? taken.handed : Math.min(taken.handed, cashDue(back, currency))
  return Math.max(0, due - before.handed)
}

/**
 * Returns whether `received` is a plausible amount in notes for `due`: below `due` plus the largest note, or at most
 * the next 1, 2 or 5 times a power of ten. A higher amount more likely has a zero too many.
 */
export function notesExplain(received: Minor, due: Minor, currency: string): boolean {
  const largest = Math.max(...cashPieces(currency).map(({ value }) => value))
  return received < due + largest || received <= nextRound(due)
}

function nextRound(amount: Minor): Minor {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, amount)))
  return [power, 2 * power, 5 * power].find((round) => round > amount) ?? 10 * power
}

/**
 * For amounts of more than this number of the largest notes, customers more often hand over one note too many than one
 * too few.
 */
const MANY = 5

/** Returns the amounts that customers are likely to hand over, smallest first. */
export function suggestedAmounts(due: Minor, currency: string, most = 3): readonly Minor[] {
  if (due <= 0) return []
  const power = 10 ** Math.floor(Math.log10(due))
  const values = cashPieces(currency).map(({ value }) => value)
  const [smallest, largest] = [Math.min(...values), Math.max(...values)]
  const units = [...values, 0.5 * power, power, 5 * power, 10 * power]
  const sums = units
    .filter((unit) => unit >= power / 2 && unit % smallest === 0)
    .map((unit) => (isBundle(unit, currency) ? nextAbove(due, unit) : Math.ceil(due / unit) * unit))
  const oneMore = isBundle(due / MANY, currency) ? [nextAbove(due, largest)] : []
  const likely = [...sums, ...oneMore].filter((sum) => sum > due && notesExplain(sum, due, currency))
  return [...new Set(likely)].sort((a, b) => a - b).slice(0, most)
}

/** Returns whether a sum requires more than one note; false for a currency without declared notes. */
function isBundle(sum: Minor, currency: string): boolean {
  const notes = cashPieces(currency).filter(({ kind }) => kind === 'note')
  return notes.length > 0 && notes.every(({ value }) => sum > value)
}

function nextAbove(amount: Minor, unit: Minor): Minor {
  return (Math.floor(amount / unit) + 1) * unit
}

/** Returns a function that checks whether notes of the given values can make up a sum exactly. */
export function exactWith(values: readonly Minor[]): (sum: Minor) => boolean {
  if (values.length === 0) return () => false
  const smallest = Math.min(...values)
  /** The smallest reachable sum for each remainder modulo the smallest note. */
  const least = new Map<Minor, Minor>([[0, 0]])
  const fresh: Minor[] = [0]
  for (let made = fresh.pop(); made !== undefined; made = fresh.pop()) {
    for (const value of values) {
      const sum = made + value
      if (sum >= (least.get(sum % smallest) ?? Infinity)) continue
      least.set(sum % smallest, sum)
      fresh.push(sum)
    }
  }
  return (sum) => sum >= (least.get(sum % smallest) ?? Infinity)
}

export interface NotePile {
  readonly value: Minor
  /** Number of banded bundles of ten. */
  readonly bundles: number
  readonly loose: number
}

interface NotesToCount {
  /** Piles by value, largest first; each value occurs once. */
  readonly piles: readonly NotePile[]
  /** Remainder that the currency's notes cannot make up. */
  readonly rest: Minor
}

export const BUNDLE = 10
/** Maximum number of notes of one value that are counted one by one. */
const MAX_LOOSE = 10

/** Returns an amount in the fewest notes; without declared notes, `rest` is the whole amount. */
export function notesToCount(amount: Minor, currency: string): NotesToCount {
  const piles: NotePile[] = []
  let rest = amount
  for (const { kind, value } of cashPieces(currency)) {
    if (kind !== 'note' || rest < value) continue
    const count = Math.floor(rest / value)
    const bundles = count > MAX_LOOSE ? Math.floor(count / BUNDLE) : 0
    piles.push({ value, bundles, loose: count - bundles * BUNDLE })
    rest -= count * value
  }
  return { piles, rest }
}
