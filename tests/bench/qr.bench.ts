import QRCode from 'qrcode'
import { qrSize, TicketCodes } from '../../electron/printing/layouts/qr.ts'
import { type Suite, times } from './harness.ts'

const codes = Array.from({ length: 1000 }, (_, at) =>
  Array.from({ length: 32 }, (_unused, digit) =>
    ((Math.imul(at + 1, 2_654_435_761 + digit * 40_503) >>> 12) & 15).toString(16),
  ).join(''),
)

/** Encodes with the version, level and mask of the product's codes, so that `qrcode` has no text to analyse. */
function inBytes(code: string) {
  const options = { version: 3, errorCorrectionLevel: 'Q', maskPattern: 2 } as const
  return QRCode.create([{ data: Buffer.from(code, 'latin1'), mode: 'byte' }], options)
}

export const suite: Suite = {
  title: 'the module matrix of a 32-character code',
  unit: { one: 'code', many: 'codes' },
  clock: 'cpu',
  prepare: () => {
    const own = new TicketCodes()
    const encode = (code: string) => own.rowsOf(code)
    const of = (count: number, work: (code: string) => unknown) =>
      times(count, (at) => work(codes[at % codes.length] ?? ''))
    return Promise.resolve({
      contenders: [
        { name: 'guichet', units: 200_000, run: of(200_000, encode) },
        { name: 'qrcode', units: 150, run: of(150, (code) => QRCode.create(code)) },
        { name: 'qrcode, byte mode, fixed version and mask', units: 1000, run: of(1000, inBytes) },
        { name: 'floor: an empty matrix and the characters read', units: 1_000_000, run: of(1_000_000, emptyMatrix) },
      ],
      goals: [{ against: 'qrcode', ratio: 8 }],
      check: () => {
        for (const code of codes) {
          const [ours, theirs] = [encode(code), inBytes(code).modules.data]
          const moduleOf = (at: number) => ((ours[Math.floor(at / qrSize)] ?? 0) >> (at % qrSize)) & 1
          const wrong = theirs.findIndex((dark, at) => dark !== moduleOf(at))
          if (wrong >= 0) throw new Error(`module ${wrong} of ${code} differs from what qrcode draws`)
        }
        return Promise.resolve()
      },
    })
  },
}

function emptyMatrix(code: string): Int32Array {
  const rows = new Int32Array(qrSize)
  for (let at = 0; at < code.length; at++) rows[at % qrSize] = code.charCodeAt(at)
  return rows
}
