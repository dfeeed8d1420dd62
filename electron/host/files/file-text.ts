import type { Encoding } from '../../../shared/domain/venue/venue-report.ts'
import { placeAt } from './text-place.ts'
import type { CsvProblem } from './csv.ts'

export type FileText =
  | { readonly ok: true; readonly text: string; readonly encoding: Encoding }
  | { readonly ok: false; readonly problems: readonly CsvProblem[] }

const MARKS: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/**
 * The text of a file that a spreadsheet wrote, without its byte order mark. What has none and is no UTF-8 is what Excel
 * writes by default in the West, Windows-1252. A character that is lost, or was never text, is refused with its place.
 */
export function textOfFile(bytes: Uint8Array): FileText {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return refused('', 0, 'this is a workbook and no text: in Excel, save it as "CSV UTF-8"')
  const mark = MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte))
  const encoding = mark?.encoding ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  // What cannot be read comes out as the sign that is looked for below: a fatal decoder names no place.
  const text = new TextDecoder(encoding).decode(bytes)
  // The controls are the five bytes to which Windows-1252 gives no character.
  const wrong = /[\0\ufffd\u0081\u008d\u008f\u0090\u009d]/u.exec(text)
  if (wrong === null) return { ok: true, text, encoding }
  const what =
    wrong[0] === '\ufffd'
      ? 'a character was lost here when the file was saved: open the list it was made from and save it as "CSV UTF-8"'
      : 'this is no character of a text: save the file as "CSV UTF-8"'
  return refused(text, wrong.index, what)
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
