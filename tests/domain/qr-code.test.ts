import { expect, test } from 'vitest'
import { fitsQr, qrKey, qrModeOf, scannedAs } from '../../shared/domain/documents/qr-code.ts'

test('only hexadecimal codes are the same in either case', () => {
  expect(qrKey('ABCDEF'.repeat(5) + '00')).toBe(`${'abcdef'.repeat(5)}00`)
  for (const code of ['ABCDEF', 'Ticket-7', `${'ABCDEF'.repeat(5)}0g`]) expect(qrKey(code)).toBe(code)
})

test.each([
  ['numeric', '7'.repeat(7089), '7'.repeat(7090)],
  ['alphanumeric', 'A'.repeat(4296), 'A'.repeat(4297)],
  ['byte', 'a'.repeat(2953), 'a'.repeat(2954)],
  ['byte', `${'é'.repeat(1476)}a`, 'é'.repeat(1477)],
  ['byte', `${'€'.repeat(984)}a`, `${'€'.repeat(984)}aa`],
  ['byte', `${'😀'.repeat(738)}a`, `${'😀'.repeat(738)}aa`],
])('the longest text in %s mode fits, one sign more does not', (mode, longest, tooLong) => {
  expect(qrModeOf(longest)).toBe(mode)
  expect([fitsQr(longest), fitsQr(tooLong)]).toEqual([true, false])
})

test.each(['', 'a\0b', '\ud800'])('what is no text fits no code: %j', (text) => {
  expect(fitsQr(text)).toBe(false)
})

test('a scanner types capitals as they are, and no controls', () => {
  expect(scannedAs('3F'.repeat(16), '3f'.repeat(16))).toBe(true)
  expect(scannedAs('3f'.repeat(16), '3F'.repeat(16))).toBe(true)
  expect(scannedAs('Ticket-7', 'Ticket-7')).toBe(true)
  expect(scannedAs('ticket-7', 'Ticket-7')).toBe(false)
  expect(scannedAs('0177', ' 01\u001d77\r\n')).toBe(true)
})
