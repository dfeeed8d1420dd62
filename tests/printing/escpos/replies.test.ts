import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rasterBands } from '../../../electron/printing/escpos/session.ts'
import {
  ReplyReader,
  faultOf,
  type Reply,
  statusOfAnswers,
  statusOfChange,
} from '../../../electron/printing/escpos/replies.ts'

/** Replies that a printer may send, with their bytes: fixed bits as in Epson's reference, and random other bits. */
const reply: fc.Arbitrary<{ readonly bytes: readonly number[]; readonly reply: Reply | null }> = fc.oneof(
  free(0x6c).map((bits) => ({ bytes: [bits | 0x12], reply: { kind: 'real-time', status: bits | 0x12 } as const })),
  free(0x6f).map((bits) => ({ bytes: [bits], reply: { kind: 'paper', status: bits } as const })),
  fc.tuple(free(0x6c), free(0x6f), free(0x6f), free(0x6f)).map(([a, b, c, d]) => {
    const status = [a | 0x10, b, c, d] as const
    return { bytes: status, reply: { kind: 'change', status } as const }
  }),
  fc
    .string({ unit: fc.integer({ min: 32, max: 126 }).map((n) => String.fromCharCode(n)), minLength: 4, maxLength: 4 })
    .map((id) => ({ bytes: [0x37, 0x22, ...Buffer.from(id), 0], reply: { kind: 'process', id } as const })),
  fc.constant({ bytes: [0x37, 0x25, 0], reply: { kind: 'cleared' } as const }),
  // XON and XOFF of a serial line, and the printer's name as requested by another program.
  fc.constantFrom([0x11], [0x13], [0x5f, 0x54, 0x4d, 0x12, 0x00]).map((bytes) => ({ bytes, reply: null })),
)

function free(bits: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 255 }).map((byte) => byte & bits)
}

test('replies are told apart in any order, however the line cuts them up', () => {
  fc.assert(
    fc.property(
      fc.array(reply, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (said, sizes) => {
        const bytes = Uint8Array.from(said.flatMap((one) => one.bytes))
        const reader = new ReplyReader()
        const heard: Reply[] = []
        let turn = 0
        for (let at = 0; at < bytes.length; turn++) {
          const next = at + sizes[turn % sizes.length]!
          heard.push(...reader.read(bytes.subarray(at, next)))
          at = next
        }
        expect(heard).toEqual(said.flatMap((one) => one.reply ?? []))
      },
    ),
  )
})

test('a report cut short does not count, and what cuts it short is heard', () => {
  expect(new ReplyReader().read(Uint8Array.of(0x10, 0x00, 0x12))).toEqual([{ kind: 'real-time', status: 0x12 }])
})

test('noise never stops the reading: after it, replies are heard again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      const reader = new ReplyReader()
      reader.read(noise)
      // After random bytes, at most one unfinished block is still open, and it ends at its maximum length.
      reader.read(new Uint8Array(80))
      expect(reader.read(Uint8Array.of(0x12))).toEqual([{ kind: 'real-time', status: 0x12 }])
    }),
  )
})

test.each([
  ['nothing', [0x12, 0x12, 0x12, 0x12], null],
  ['low paper', [0x12, 0x12, 0x12, 0x1e], null],
  ['an open drawer', [0x16, 0x12, 0x12, 0x12], null],
  ['the cover', [0x1a, 0x16, 0x12, 0x12], { reason: 'stopped', detail: 'cover open' }],
  ['paper, with the sensor', [0x1a, 0x32, 0x12, 0x7e], { reason: 'paper-out', detail: 'paper end' }],
  ['paper, in time', [0x12, 0x12, 0x12, 0x72], { reason: 'paper-out', detail: 'paper end' }],
  ['the cutter, rather than the cover', [0x1a, 0x56, 0x1a, 0x12], { reason: 'jammed', detail: 'cutter error' }],
  ['a mechanical error', [0x1a, 0x52, 0x16, 0x12], { reason: 'jammed', detail: 'mechanical error' }],
  ['a defect', [0x1a, 0x52, 0x32, 0x12], { reason: 'stopped', detail: 'unrecoverable error' }],
  ['a hot head', [0x1a, 0x52, 0x52, 0x12], { reason: 'stopped', detail: 'the print head is pausing' }],
  ['the button', [0x1a, 0x12, 0x12, 0x12], { reason: 'offline', detail: 'switched off-line at the printer' }],
] as const)('the answers to DLE EOT name %s', (_what, answers, fault) => {
  expect(faultOf(statusOfAnswers(answers))).toEqual(fault)
})

test.each([
  ['nothing', [0x10, 0, 0, 0], null],
  ['low paper', [0x10, 0, 0x03, 0], null],
  ['the cover', [0x38, 0, 0, 0], { reason: 'stopped', detail: 'cover open' }],
  ['paper', [0x18, 0, 0x0f, 0], { reason: 'paper-out', detail: 'paper end' }],
  ['the cutter', [0x18, 0x08, 0, 0], { reason: 'jammed', detail: 'cutter error' }],
] as const)('a report of the printer names %s', (_what, report, fault) => {
  expect(faultOf(statusOfChange(report))).toEqual(fault)
})

test('no picture reads like a command that printers obey at once', () => {
  const byte = fc.constantFrom(0x10, 0x04, 0x05, 0x14, 0x01, 0x08, 0x00, 0xff)
  const picture = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 700 }))
    .chain(([stride, height]) =>
      fc
        .array(byte, { minLength: stride * height, maxLength: stride * height })
        .map((data) => ({ width: stride * 8, height, data: Uint8Array.from(data) })),
    )
  fc.assert(
    fc.property(picture, (bitmap) => {
      const sent = Buffer.concat([...rasterBands(bitmap)])
      for (const next of [0x04, 0x05, 0x14]) expect(sent.indexOf(Uint8Array.of(0x10, next))).toBe(-1)
      for (const band of rasterBands(bitmap)) expect(band.length).toBeLessThanOrEqual(4_096)
    }),
    { numRuns: 40 },
  )
})
