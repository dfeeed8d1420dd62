import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import type { Encoding } from '../../../shared/domain/venue/venue-plan.ts'
import { type ProgramTexts, TranslatedError } from '../../../shared/i18n/catalogues.ts'
import { issueErrors, withPath } from '../../../shared/i18n/issue-text.ts'
import type { TextFault } from '../../../shared/i18n/setting-texts.ts'

type FileText =
  | { readonly ok: true; readonly text: string; readonly encoding: Encoding }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

const MARKS: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** First bytes of a ZIP archive, the format of spreadsheet workbooks. */
const ZIP: readonly number[] = [0x50, 0x4b, 0x03, 0x04]

const BEYOND_ASCII = /[\u0080-\ufffc\u{10000}-\u{10ffff}]/u

/**
 * Returns the text of a file that a person or another program wrote, without its byte order mark. A file that is not
 * UTF-8 is read as Windows-1252, the default of Excel in the West. If some of its non-ASCII characters are valid UTF-8,
 * it is treated as damaged UTF-8 instead. Invalid bytes are reported with their place.
 */
export function textOfFile(bytes: Uint8Array, texts: Pick<ProgramTexts['files'], TextFault['why']>): FileText {
  if (ZIP.every((byte, index) => bytes[index] === byte)) return refused('', 0, texts.workbook)
  const mark = MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte))
  // Invalid bytes become U+FFFD, which is searched for below, because a fatal decoder does not report the place.
  const asUtf8 = new TextDecoder('utf-8').decode(bytes)
  const encoding = mark?.encoding ?? (isUtf8(bytes) || BEYOND_ASCII.test(asUtf8) ? 'utf-8' : 'windows-1252')
  const text = encoding === 'utf-8' ? asUtf8 : new TextDecoder(encoding).decode(bytes)
  // The control characters in the pattern are the five bytes to which Windows-1252 assigns no character.
  const wrong = /[\0\ufffd\u0081\u008d\u008f\u0090\u009d]/u.exec(text)
  if (wrong === null) return { ok: true, text, encoding }
  return refused(text, wrong.index, wrong[0] === '\ufffd' ? texts.lostCharacter : texts.noCharacter)
}

/** Thrown if a file is not valid text. The message is in English and names the file, line and column. */
export class NotText extends TranslatedError {
  override readonly name = 'NotText'
  readonly faults: readonly TextFault[]

  constructor(path: string, faults: readonly TextFault[]) {
    super(({ files }) =>
      problemLines(
        path,
        faults.map((fault) => ({ ...fault, what: files[fault.why] })),
      ).join('\n'),
    )
    this.faults = faults
  }
}

const names = { workbook: 'workbook', lostCharacter: 'lostCharacter', noCharacter: 'noCharacter' } as const

/** Returns whether accounts other than the owner's may use a file. Always false on Windows, where modes do not apply. */
export const isExposed = (path: string): boolean => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0

/** Throws if accounts other than the owner's may use a file with secrets. */
export function refuseExposed(path: string): void {
  if (isExposed(path))
    throw new TranslatedError(({ config }) => config['secret-exposed']({ type: 'secret-exposed', path }))
}

/** Reads a text file; `-` is the standard input. Throws if the file is unreadable, or `NotText` if it is not text. */
export function readTextFile(path: string): string {
  const read = textOfFile(readFileSync(path === '-' ? 0 : path), names)
  if (read.ok) return read.text
  throw new NotText(
    path,
    read.problems.map(({ line, column, what }) => ({ line, column, why: what as TextFault['why'] })),
  )
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const refused = (text: string, at: number, what: string): FileText => ({
  ok: false,
  problems: [{ ...placeAt(text, at), what }],
})

/** A place in a text. Lines and columns are counted from 1, columns in characters. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface FileProblem extends Place {
  readonly what: string
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}

/** Returns `file:line:column: what` for each problem, as editors and compilers do. */
export const problemLines = (file: string, problems: readonly FileProblem[]): readonly string[] =>
  problems.map(({ line, column, what }) => `${file}:${line}:${column}: ${what}`)

export interface CsvField extends Place {
  readonly text: string
}

/** Separators in order of preference. */
const SEPARATORS = [',', ';', '\t'] as const

/**
 * Parses CSV (RFC 4180). The separator is given by a first line such as `sep=;`, or is the comma, semicolon or tab on
 * which most lines agree.
 */
export function parseCsv(
  text: string,
  texts: ProgramTexts['files'],
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
      // A separator at the end of a line or of the file is followed by an empty field.
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

/** Number of lines examined, enough to outweigh titles above the table and other separators in cells. */
const SAMPLE_LINES = 50

/** Returns the separator that most lines agree on, weighted by the number of columns. Ignores quoted text. */
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

export interface JsonTexts {
  readonly files: ProgramTexts['files']
  readonly values: ProgramTexts['values']
}

type JsonReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

/** Reads a JSON file in any encoding that `textOfFile` supports. */
export function readJsonFile<T>(
  bytes: Uint8Array,
  shape: z.ZodType<T>,
  texts: JsonTexts,
  options?: { readonly isSecret?: boolean },
): JsonReading<T> {
  const file = textOfFile(bytes, texts.files)
  return file.ok ? readJson(file.text, shape, texts, options) : file
}

/** Reads JSON that a person or program wrote. `isSecret` omits the values from the problems. */
export function readJson<T>(
  text: string,
  shape: z.ZodType<T>,
  { files, values }: JsonTexts,
  { isSecret = false } = {},
): JsonReading<T> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    const at = firstJsonErrorOffset(text)
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))
    return { ok: false, problems: [{ ...placeAt(text, at), what: files.notJson(at < text.length ? found : '') }] }
  }
  const read = shape.safeParse(content, { error: issueErrors(values, { showsValues: !isSecret }) })
  if (read.success) return { ok: true, value: read.data }
  const problems = read.error.issues.map((issue) => ({
    ...placeIn(text, issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path),
    what: withPath(issue.path, issue.message),
  }))
  return { ok: false, problems }
}

/** Returns the place of the value at a path in valid JSON, or of the innermost existing value on the path. */
function placeIn(text: string, path: readonly PropertyKey[]): Place {
  let at = skip(text, 0)
  let found = at
  for (const key of path) {
    const next = typeof key === 'number' ? element(text, at, key) : member(text, at, String(key))
    if (next === null) break
    at = next
    found = next
  }
  return placeAt(text, found)
}

/** Returns the offset of the first invalid character of a JSON text, or its length if the text ends too early. */
function firstJsonErrorOffset(text: string): number {
  // A truncated text may still become valid. The search finds the shortest beginning that cannot become valid.
  let [sound, broken] = [0, text.length + 1]
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    if (canGoOn(text.slice(0, middle))) sound = middle
    else broken = middle
  }
  return Math.min(broken - 1, text.length)
}

function canGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = /at position (\d+)/u.exec(message)?.[1]
    return position === undefined ? /end of JSON input/u.test(message) : Number(position) >= beginning.length
  }
}

function skip(text: string, from: number): number {
  let at = from
  while (/\s/u.test(text[at] ?? 'x')) at += 1
  return at
}

function behind(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from)
  if (text[from] !== '{' && text[from] !== '[') {
    let at = from
    while (at < text.length && !/[\s,\]}]/u.test(text[at] ?? '')) at += 1
    return at
  }
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function stringEnd(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function element(text: string, from: number, index: number): number | null {
  if (text[from] !== '[') return null
  let at = skip(text, from + 1)
  for (let skipped = 0; skipped < index; skipped++) {
    at = skip(text, behind(text, at))
    if (text[at] !== ',') return null
    at = skip(text, at + 1)
  }
  return text[at] === ']' ? null : at
}

function member(text: string, from: number, name: string): number | null {
  if (text[from] !== '{') return null
  let at = skip(text, from + 1)
  while (text[at] === '"') {
    const end = stringEnd(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    const value = skip(text, skip(text, end) + 1)
    if (key === name) return value
    at = skip(text, behind(text, value))
    if (text[at] !== ',') return null
    at = skip(text, at + 1)
  }
  return null
}
