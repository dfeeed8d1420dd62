import type { FileTexts } from '../../../shared/i18n/setting-texts.ts'
import type { FileProblem, Place } from './text-place.ts'

/** A field of a CSV file and where it begins. */
export interface CsvField extends Place {
  readonly text: string
}

/** In order of preference. */
const SEPARATORS = [',', ';', '\t'] as const

/**
 * Parses CSV (RFC 4180) as spreadsheets write it. The separator is the one that a first line `sep=;` names; else the
 * comma, semicolon or tab that most of the first lines agree on. Quoted fields may hold separators, line ends and
 * doubled quotes. Empty lines are skipped.
 */
export function parseCsv(
  text: string,
  texts: FileTexts,
): {
  readonly rows: readonly (readonly CsvField[])[]
  readonly problems: readonly FileProblem[]
} {
  const named = /^sep=(.)(?:\r\n?|\n|$)/u.exec(text)
  const separator = named?.[1] ?? commonestSeparator(text)
  const rows: CsvField[][] = []
  const problems: FileProblem[] = []
  let row: CsvField[] = []
  let at = named?.[0].length ?? 0
  let line = named === null ? 1 : 2
  let lineStart = at

  const isEnd = (): boolean => at >= text.length || text[at] === '\n' || text[at] === '\r'

  function quoted(): string {
    const start = { line, column: at - lineStart + 1 }
    let value = ''
    at += 1
    for (;;) {
      const close = text.indexOf('"', at)
      const piece = text.slice(at, close < 0 ? text.length : close)
      const lastBreak = piece.lastIndexOf('\n')
      if (lastBreak >= 0) {
        line += piece.split('\n').length - 1
        lineStart = at + lastBreak + 1
      }
      value += piece
      if (close < 0) {
        at = text.length
        problems.push({ ...start, what: texts.openQuote })
        return value
      }
      at = close + 1
      if (text[at] !== '"') return value
      value += '"'
      at += 1
    }
  }

  while (at < text.length) {
    const place = { line, column: at - lineStart + 1 }
    if (text[at] === '"') {
      row.push({ ...place, text: quoted().trim() })
      if (!isEnd() && text[at] !== separator) {
        problems.push({ line, column: at - lineStart + 1, what: texts.textAfterQuote })
        while (!isEnd() && text[at] !== separator) at += 1
      }
    } else {
      const start = at
      while (!isEnd() && text[at] !== separator) at += 1
      row.push({ ...place, text: text.slice(start, at).trim() })
    }
    if (text[at] === separator) {
      at += 1
      // A separator at the end of the file stands before one more field, an empty one.
      if (isEnd()) row.push({ line, column: at - lineStart + 1, text: '' })
      else continue
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    if (row.length > 1 || row[0]?.text !== '') rows.push(row)
    row = []
    line += 1
    lineStart = at
  }
  return { rows, problems }
}

/** Titles may stand above the table, and cells may hold other separators. */
const SAMPLE_LINES = 50

/** Returns the separator that most lines agree on, weighted by the number of columns it makes. Ignores quoted text. */
function commonestSeparator(text: string): string {
  const bare = text.slice(0, 100_000).replaceAll(/"(?:[^"]|"")*"/gu, '')
  const lines = bare
    .split(/\r\n?|\n/u)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
  const weight = (separator: string): number => {
    const linesBy = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(separator).length - 1
      linesBy.set(count, (linesBy.get(count) ?? 0) + 1)
    }
    return Math.max(0, ...[...linesBy].map(([count, found]) => count * found))
  }
  return SEPARATORS.reduce((best, one) => (weight(one) > weight(best) ? one : best))
}
