import { cashPieces } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'

/**
 * The main colour by which people know a note, dark enough for white figures. Looked up:
 * - GNF 500 (green and ochre): vodyanoyznak.ru/news/2888; 1000 (orange) and 5000 (pink): catalogues of
 *   moneycornerauctions.com. Of the others no description was found: by the rule below.
 * - XOF: bceao.int, "The dominant colour" (2000 blue, 10,000 purple); lacurrency.com (500 orange, 1000 pink to red);
 *   5000 is green.
 * - XAF 2000 (red): panoramapapers.com on the BEAC's notes of 2022; the others by the rule.
 * - EUR: grey, red, blue, orange, green, yellow, purple, from 5 to 500 (European Central Bank).
 * - GBP: turquoise, orange, purple, red, from 5 to 50 (Bank of England). - USD: all of them green.
 */
const known: Readonly<Record<string, Readonly<Record<Minor, string>>>> = {
  GNF: { 500: '#5b7326', 1000: '#b4511a', 5000: '#b23a6b' },
  XOF: { 500: '#a3551b', 1000: '#b3263f', 2000: '#1d5fa3', 5000: '#1f7a3d', 10_000: '#6d3a92' },
  XAF: { 2000: '#b3263f' },
  EUR: {
    500: '#5c646a',
    1000: '#b3263f',
    2000: '#1d5fa3',
    5000: '#b4511a',
    10_000: '#1f7a3d',
    20_000: '#8a6a10',
    50_000: '#6d3a92',
  },
  GBP: { 500: '#0f7482', 1000: '#b4511a', 2000: '#6d3a92', 5000: '#b3263f' },
  USD: Object.fromEntries([100, 200, 500, 1000, 2000, 5000, 10_000].map((value) => [value, '#3f6b4a'])),
}

/** From the largest note down, for those whose colour is not known: no two neighbours are alike. */
const byRank = ['#6d3a92', '#1f7a3d', '#1d5fa3', '#0f7482', '#8a6a10', '#a3551b', '#5c646a'] as const

export function noteColour(value: Minor, currency: string): string {
  const notes = cashPieces(currency).filter(({ kind }) => kind === 'note')
  const rank = notes.findIndex((note) => note.value === value)
  return known[currency]?.[value] ?? byRank[Math.max(0, rank) % byRank.length] ?? byRank[0]
}
