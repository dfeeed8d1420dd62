import type { Minor } from './money.ts'

/** A kind of note or coin; `value` in minor units. */
export interface CashPiece {
  readonly kind: 'note' | 'coin'
  readonly value: Minor
}

export interface CountedPiece extends CashPiece {
  readonly count: number
}

const notes = (...values: readonly Minor[]): readonly CashPiece[] => values.map((value) => ({ kind: 'note', value }))
const coins = (...values: readonly Minor[]): readonly CashPiece[] => values.map((value) => ({ kind: 'coin', value }))

/** What is in people's hands, largest first; coins that no till sees any more are left out. */
const PIECES: Readonly<Record<string, readonly CashPiece[]>> = {
  // Banque centrale de la République de Guinée: notes only.
  GNF: notes(20_000, 10_000, 5_000, 2_000, 1_000, 500, 100),
  // BCEAO; a note and a coin of 500.
  XOF: [...notes(10_000, 5_000, 2_000, 1_000, 500), ...coins(500, 250, 200, 100, 50, 25, 10, 5)],
  // BEAC; notes and coins of 500.
  XAF: [...notes(10_000, 5_000, 2_000, 1_000, 500), ...coins(500, 100, 50, 25, 10, 5)],
  EUR: [...notes(50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500), ...coins(200, 100, 50, 20, 10, 5, 2, 1)],
  USD: [...notes(10_000, 5_000, 2_000, 1_000, 500, 200, 100), ...coins(100, 50, 25, 10, 5, 1)],
  GBP: [...notes(5_000, 2_000, 1_000, 500), ...coins(200, 100, 50, 20, 10, 5, 2, 1)],
}

/** By what a drawer is counted. A currency that nobody declared is counted as a sum: pieces of one minor unit. */
export function cashPieces(currency: string): readonly CashPiece[] {
  return PIECES[currency] ?? coins(1)
}

export function countedTotal(pieces: readonly CountedPiece[]): Minor {
  return pieces.reduce((sum, { value, count }) => sum + value * count, 0)
}

/** Each piece is one of the currency's, and none is named twice. */
export function piecesBelong(currency: string, pieces: readonly CashPiece[]): boolean {
  const known = new Set(cashPieces(currency).map(nameOf))
  return pieces.every((piece) => known.delete(nameOf(piece)))
}

function nameOf({ kind, value }: CashPiece): string {
  return `${kind} ${value}`
}

/** The sum that coins can pay, nearest to an amount; halfway, the one that is better for the customer. */
export function cashDue(amount: Minor, currency: string): Minor {
  const smallest = Math.min(...cashPieces(currency).map(({ value }) => value))
  const over = amount % smallest
  return over * 2 <= smallest ? amount - over : amount - over + smallest
}
