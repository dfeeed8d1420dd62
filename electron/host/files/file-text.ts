import type { Encoding } from '../../../shared/domain/venue/venue-report.ts'
import { readFileSync } from 'node:fs'
import { TranslatedError } from '../../../shared/i18n/catalogues.ts'
import type { FileTexts, TextFault } from '../../../shared/i18n/setting-texts.ts'
import { type FileProblem, placeAt, problemLines } from './text-place.ts'

export type FileText =
  | { readonly ok: true; readonly text: string; readonly encoding: Encoding }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

const MARKS: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** A workbook is a ZIP archive. */
const ZIP: readonly number[] = [0x50, 0x4b, 0x03, 0x04]

/** Matches a character outside ASCII that UTF-8 encodes in two bytes or more. */
const BEYOND_ASCII = /[\u0080-\ufffc\u{10000}-\u{10ffff}]/u

/**
 * Returns the text of a file that a person or another program wrote, without its byte order mark. A file without one
 * that is not UTF-8 is read as Windows-1252, the default of Excel in the West, unless some of its characters are UTF-8:
 * then a byte is damaged. A lost character, or a byte that is not text, is a problem with its place.
 */
export function textOfFile(bytes: Uint8Array, texts: Pick<FileTexts, TextFault['why']>): FileText {
  if (ZIP.every((byte, index) => bytes[index] === byte)) return refused('', 0, texts.workbook)
  const mark = MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte))
  // Unreadable bytes become U+FFFD, which is searched for below: a fatal decoder does not name the place.
  const asUtf8 = new TextDecoder('utf-8').decode(bytes)
  const encoding = mark?.encoding ?? (isUtf8(bytes) || BEYOND_ASCII.test(asUtf8) ? 'utf-8' : 'windows-1252')
  const text = encoding === 'utf-8' ? asUtf8 : new TextDecoder(encoding).decode(bytes)
  // The controls are the five bytes to which Windows-1252 gives no character.
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

/**
 * Reads a text file that a person may have made: settings, secrets, keys in PEM. `-` is the standard input. Throws if
 * the file cannot be read. Throws `NotText` if the file is not text.
 */
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
