import { randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { createQrEncoder, qrPath, qrSize, type QrRows } from '../../electron/printing/layouts/qr-matrix.ts'

/** The symbol as the library draws it by itself. */
function reference(code: string): string {
  const { modules } = QRCode.create([{ data: Buffer.from(code), mode: 'byte' }], {
    version: 3,
    errorCorrectionLevel: 'Q',
    maskPattern: 2,
  })
  return Array.from(modules.data, (dark) => (dark ? '#' : '.')).join('')
}

function drawn(rows: QrRows): string {
  return Array.from({ length: qrSize * qrSize }, (_, at) =>
    ((rows[Math.floor(at / qrSize)]! >> (at % qrSize)) & 1) === 1 ? '#' : '.',
  ).join('')
}

test('every code gives the symbol that the library gives, early ones and late ones', () => {
  const encode = createQrEncoder()
  for (let round = 0; round < 300; round++) {
    const code = randomBytes(16).toString('hex')
    expect(drawn(encode(code))).toBe(reference(code))
  }
  for (const code of ['0'.repeat(32), 'f'.repeat(32), 'ABCDEFabcdef0123456789ABCDEF0123']) {
    expect(drawn(encode(code))).toBe(reference(code))
  }
})

test('the path covers each dark module once and no light one', () => {
  const encode = createQrEncoder()
  for (let round = 0; round < 200; round++) {
    const rows = encode(randomBytes(16).toString('hex'))
    const covered = new Uint8Array(qrSize * qrSize)
    for (const line of qrPath(rows).trim().split('\n')) {
      const [x, y, width, height] = line.split(' ', 4).map(Number) as [number, number, number, number]
      expect(line).toBe(`${x} ${y} ${width} ${height} re`)
      for (let row = y; row < y + height; row++) {
        for (let column = x; column < x + width; column++) covered[row * qrSize + column]!++
      }
    }
    expect(Array.from(covered, (times) => '.#'[times] ?? `${times}`).join('')).toBe(drawn(rows))
  }
})

test.each(['', 'abc', '0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), ` ${'0'.repeat(31)}`, 'é'.repeat(32)])(
  '"%s" is no ticket code',
  (text) => {
    expect(() => createQrEncoder()(text)).toThrow(RangeError)
  },
)
