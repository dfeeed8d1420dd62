import { localStamp } from '../../../shared/domain/documents/local-date.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { wireFromMinor, type Minor } from '../../../shared/domain/money/money.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { ColumnNames } from '../../../shared/i18n/texts.ts'

/** A text, a count, a sum in minor units, or a time in ISO 8601 UTC. */
export type CsvCell = string | number | { readonly amount: Minor; readonly currency: string } | { readonly utc: string }

export interface CsvStyle {
  readonly language: Language
  /** IANA time zone of the venue. */
  readonly timeZone: string
}

/** The list separator and the decimal sign of a spreadsheet in that language (Windows regional settings). */
const FORMATS: Readonly<Record<Language, { readonly separator: string; readonly decimal: string }>> = {
  fr: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
  pt: { separator: ';', decimal: ',' },
  ar: { separator: ';', decimal: '.' },
}

/**
 * Formats a table for a spreadsheet in that language: its separator, its headings, and UTF-8 with the byte order mark
 * that Excel needs. Times are those of the venue, with their offset from UTC.
 */
export function csvTable(
  { language, timeZone }: CsvStyle,
  columns: readonly (keyof ColumnNames)[],
  rows: readonly (readonly CsvCell[])[],
): string {
  const { separator, decimal } = FORMATS[language]
  const fieldOf = (cell: CsvCell): string => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'string') return textField(cell)
    if ('utc' in cell) return localStamp(cell.utc, timeZone)
    return String(wireFromMinor(cell.amount, cell.currency)).replace('.', decimal)
  }
  const lines = [columns.map((column) => catalogues[language].columns[column]), ...rows]
  return `\uFEFF${lines.map((cells) => `${cells.map(fieldOf).join(separator)}\r\n`).join('')}`
}

/**
 * A sign that begins a formula, also in its full-width form, at the start of a cell. A program with another separator
 * splits the field at any of these separators and line ends, and quotes and blanks before the sign are dropped.
 */
const FORMULA = /(^|[;,|\t\r\n])([\s"\p{C}]*)([=+\-@＝＋－＠])/gu

/** Quotes a text as RFC 4180 does. An apostrophe before a formula makes it a text. */
function textField(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1$2'$3")
  return /[",;|\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
