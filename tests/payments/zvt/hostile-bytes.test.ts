import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Apdu, control, ApduReader, encodeApdu, toBcd, writeBitmaps } from '../../../electron/payments/zvt/apdu.ts'
import { withoutCardNumbers } from '../../../electron/payments/zvt/note.ts'
import { blockOf, conditionOf, slipOf, statusOf, type Transaction } from '../../../electron/simulators/zvt.ts'
import type { Connect } from '../../../electron/payments/zvt/terminal.ts'
import { stayed } from '../provider-line.ts'
import { driverAt, knownOf, nothing, request } from './zvt.ts'
import { amountOf } from '../../support/share.ts'

const ACK = encodeApdu({ control: control.acknowledged, data: nothing })
const DONE = encodeApdu({ control: control.completion, data: nothing })
const REGISTERED = writeBitmaps([
  [0x29, toBcd('52523535', 4)],
  [0x49, toBcd('0324', 2)],
])

const [moment, terminal] = ['1122150000', '52523535']
const taken: Transaction = { receipt: 2, trace: 2, amount: 75_000, currency: 'GNF', moment, terminal }
const NOTED = '0001.000001.1122145900.75000.52523535'

type Answers = Readonly<Record<number, Uint8Array>>

/**
 * Replies to each command with the bytes given for it. Ends the connection after a payment or receipt, or without a
 * reply.
 */
const answering =
  (answers: Answers): Connect =>
  (_, ears) => {
    const reader = new ApduReader()
    const said = (apdu: Apdu): void => {
      const bytes = answers[apdu.control]
      if (bytes) ears.bytes(bytes)
      if (!bytes || apdu.control === control.repeatReceipt || apdu.control === control.authorisation) ears.ended()
    }
    const send = (piece: Uint8Array): void =>
      reader.read(piece).forEach((apdu) => apdu.control === control.acknowledged || said(apdu))
    return Promise.resolve({ ok: true, wire: { send, close: () => undefined } })
  }

const usual: Answers = {
  [control.registration]: Buffer.concat([ACK, encodeApdu({ control: control.completion, data: REGISTERED })]),
  [control.statusEnquiry]: Buffer.concat([ACK, encodeApdu(conditionOf(0, '20261122150000'))]),
}

const honest = Buffer.concat([ACK, encodeApdu(statusOf(taken)), encodeApdu(slipOf(taken, 2)), DONE])

const wanted = request()

const ask = (bytes: Uint8Array, token: string | null = NOTED) => {
  const { driver } = driverAt(answering({ ...usual, [control.repeatReceipt]: bytes }))
  return driver.ask(knownOf(wanted, driver.host, token), stayed)
}

const settle = (bytes: Uint8Array) => {
  const { driver } = driverAt(answering({ ...usual, [control.authorisation]: bytes }))
  return driver.settle(knownOf(wanted, driver.host, NOTED), wanted, stayed, stayed)
}

const how = fc.constantFrom('other', 'other', 'gone', 'twice', 'end')
const mutated = fc
  .array(fc.record({ how, at: fc.nat({ max: honest.length - 1 }), byte: fc.nat({ max: 255 }) }), { maxLength: 3 })
  .map((changes) => {
    let bytes = [...honest]
    for (const { how, at, byte } of changes) {
      if (how === 'other') bytes[at] = byte
      else if (how === 'gone') bytes.splice(at, 1)
      else if (how === 'twice') bytes.splice(at, 0, bytes[at] ?? 0)
      else bytes = bytes.slice(0, at)
    }
    return Uint8Array.from(bytes)
  })

const hostile = fc.oneof({ weight: 8, arbitrary: mutated }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) })

/** Returns the messages in `bytes` with a minimal parser, independent of `ApduReader`. */
function plainly(bytes: Uint8Array) {
  const found: { control: number; data: Uint8Array }[] = []
  for (let at = 0; at + 3 <= bytes.length;) {
    const long = bytes[at + 2] === 0xff
    const start = at + (long ? 5 : 3)
    const length = long ? bytes[at + 3]! + bytes[at + 4]! * 256 : bytes[at + 2]!
    if (start + length > bytes.length) break
    found.push({ control: bytes[at]! * 256 + bytes[at + 1]!, data: bytes.subarray(start, start + length) })
    at = start + length
  }
  return found
}

const holds = (data: Uint8Array, hex: string): boolean => Buffer.from(data).toString('hex').includes(hex)

const RUNS = amountOf(3_000, 1_000)

describe('a terminal whose answers are not what they should be', () => {
  test('its own success approves', async () => {
    expect(await ask(honest)).toMatchObject({ outcome: 'approved', amount: 75_000, currency: 'GNF' })
    expect(await settle(honest)).toMatchObject({ outcome: 'approved', amount: 75_000, currency: 'GNF' })
  })

  test('asked about a payment: nothing but the next receipt, of this sum, approves', async () => {
    let approved = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (bytes) => {
        const outcome = await ask(bytes)
        expect(outcome.outcome).not.toBe('unavailable')
        const [first, told, ...rest] = plainly(bytes)
        if (outcome.outcome === 'approved') {
          approved += 1
          expect(outcome).toMatchObject({ amount: 75_000, currency: 'GNF' })
          expect(outcome.approval).toMatch(/^0002\./u)
          // Some terminals acknowledge a message with 84 00 instead of 80 00.
          expect([0x8000, 0x8400]).toContain(first?.control)
          expect(told?.control).toBe(0x040f)
          const isHeld = (hex: string) => holds(told!.data, hex)
          expect(['2700', '04000000075000', '870002'].filter(isHeld)).toHaveLength(3)
          expect(rest.some((each) => each.control === 0x060f)).toBe(true)
        }
        if (outcome.outcome === 'refused') expect(holds(told!.data, '2700')).toBe(false)
        if (outcome.outcome === 'cancelled') expect(holds(told!.data, '276c') || holds(told!.data, '870001')).toBe(true)
      }),
      { numRuns: RUNS },
    )
    expect(approved).toBeGreaterThan(RUNS / 30)
  })

  test('while it takes the money: nothing but a success that it told and ended as one', async () => {
    let approved = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (bytes) => {
        const outcome = await settle(bytes)
        const found = plainly(bytes)
        if (outcome.outcome === 'approved') {
          approved += 1
          const told = found.filter((each) => each.control === 0x040f)
          expect(told.length).toBeGreaterThan(0)
          expect(told.every(({ data }) => holds(data, '2700'))).toBe(true)
          expect(holds(told.at(-1)!.data, `04${String(outcome.amount).padStart(12, '0')}`)).toBe(true)
          expect(found.some((each) => each.control === 0x060f)).toBe(true)
        }
        if (outcome.outcome === 'unavailable') expect(bytes[0]).toBe(0x84)
        if (outcome.outcome === 'refused' || outcome.outcome === 'cancelled')
          expect(found.some(({ control: word }) => word === 0x061e || word === 0x040f)).toBe(true)
      }),
      { numRuns: RUNS },
    )
    expect(approved).toBeGreaterThan(RUNS / 30)
  })

  test('a length without an end keeps 64 KiB at most, and is no answer', async () => {
    const endless = Buffer.concat([ACK, Uint8Array.of(0x04, 0x0f, 0xff, 0xff, 0xff), new Uint8Array(60_000)])
    expect(await settle(endless)).toEqual({ outcome: 'unknown' })
    const deep = Uint8Array.from({ length: 60_000 }, (_, at) => [0x25, 0x82, 0xea, 0x00][at % 4]!)
    const nested = writeBitmaps([
      [0x27, Uint8Array.of(0)],
      [0x06, deep],
    ])
    const status = encodeApdu({ control: control.statusInformation, data: nested })
    expect(await settle(Buffer.concat([ACK, status, DONE]))).toEqual({ outcome: 'unknown' })
  })

  const result = (code: number): Uint8Array =>
    encodeApdu({ control: control.statusInformation, data: Uint8Array.of(0x27, code) })
  const aborted = (...code: readonly number[]): Uint8Array =>
    encodeApdu({ control: control.aborted, data: Uint8Array.from(code) })
  const success = encodeApdu(statusOf(taken))

  test.each([
    ['that it is done, without a word about the money', [DONE], { outcome: 'unknown' }],
    ['a success, and then an abort', [success, aborted(0x6c)], { outcome: 'unknown' }],
    ['a success without its sum', [result(0), DONE], { outcome: 'unknown' }],
    ['a success, and then a refusal', [success, result(5), DONE], { outcome: 'unknown' }],
    ['a success that never ends', [success], { outcome: 'unknown' }],
    ['a refusal', [result(5), aborted(5)], { outcome: 'refused', reason: 'declined' }],
    ['an abort without a code', [aborted()], { outcome: 'refused', reason: 'declined' }],
    ['that nobody paid', [aborted(0x6c)], { outcome: 'cancelled' }],
    ['a no to the order', [], { outcome: 'unknown' }],
  ])('told %s', async (_, messages, expected) => {
    expect(await settle(Buffer.concat([ACK, ...messages]))).toEqual(expected)
  })

  test('an order that it turns away moved no money', async () => {
    expect(await settle(Uint8Array.of(0x84, 0x9c, 0x00))).toEqual({ outcome: 'unavailable' })
  })
})

describe('a card’s whole number', () => {
  const PAN = '5555555555554444'

  test('reaches nothing: neither the outcome nor what was logged', async () => {
    const fields = writeBitmaps([
      [0x27, Uint8Array.of(0)],
      [0x04, toBcd(75_000, 6)],
      [0x22, toBcd(PAN, 8)],
      [0x87, toBcd(2, 2)],
      [0x0b, toBcd(2, 3)],
      [0x29, toBcd('52523535', 4)],
    ])
    const told = encodeApdu({ control: control.statusInformation, data: fields })
    const slip = encodeApdu(blockOf(2, [`CARD ${PAN}`, '5555 5555 5555 4444', 'AID A0000000041010']))
    const { driver, logged } = driverAt(
      answering({ ...usual, [control.authorisation]: Buffer.concat([ACK, told, slip, DONE]) }),
    )
    const outcome = await driver.settle(knownOf(wanted, driver.host, NOTED), wanted, stayed, stayed)
    expect(outcome).toMatchObject({ outcome: 'approved', card: { ending: '4444' } })
    expect(JSON.stringify([outcome, logged]).replaceAll(/[ -]/gu, '')).not.toContain(PAN)
    expect(outcome).toHaveProperty('card.receipt', ['CARD ************4444', '************4444', 'AID A0000000041010'])
  })

  test.each([
    ['4111111111111111', '************1111'],
    ['4111-1111-1111-1111', '************1111'],
    ['378282246310005', '***********0005'],
    ['1234567890123', '1234567890123'],
    ['TRACE 000975', 'TRACE 000975'],
  ])('%s is printed as %s', (text, printed) => {
    expect(withoutCardNumbers(text)).toBe(printed)
  })
})
