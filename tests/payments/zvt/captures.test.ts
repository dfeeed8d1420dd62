import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  acknowledgement,
  type Apdu,
  control,
  countedLength,
  ApduReader,
  encodeApdu,
  readBitmaps,
  readElements,
  tagAt,
  tlvLength,
  toBcd,
  writeBitmaps,
} from '../../../electron/payments/zvt/apdu.ts'
import { Printout, customerCopy } from '../../../electron/payments/zvt/note.ts'
import {
  authorisation,
  phaseOf,
  readCondition,
  readRegistered,
  readStatus,
  registration,
} from '../../../electron/payments/zvt/status.ts'
import { paymentData, skipWithout } from '../../support/payment-data.ts'
import { endOfDayBefore } from './zvt.ts'

/** Captured APDUs and byte strings of other projects, which may not be copied into the repository. */
const EVEREST = paymentData('zvt-everest')
const PORTALUM = paymentData('zvt-portalum/vectors.json')

const DAY_END = 'EndOfDayAsync_CommandCompletionReceived'

const completion: Apdu = { control: control.completion, data: new Uint8Array() }

const captures = existsSync(EVEREST) ? readdirSync(EVEREST).filter((name) => name.endsWith('.blob')) : []
const captured = (part: string): Uint8Array =>
  readFileSync(`${EVEREST}/${captures.find((name) => name.includes(part))!}`)

function only(bytes: Uint8Array): Apdu {
  const [apdu, ...more] = new ApduReader().read(bytes)
  expect(more).toEqual([])
  return apdu!
}

const others = { 0x0650: 3, 0x06c0: 1, 0x0814: 3 }
const named = { [control.registration]: 6, [control.intermediateStatus]: 2, [control.aborted]: 1 }
const heads: Readonly<Record<number, number>> = { ...named, ...others }

/** Captures without data fields: completions with a version or a line of text, and acknowledgements with a file. */
const inNoFields = new Set(['1680728219.054216000', '1680761818.768770000', '1680761818.690979000'])

describe('what was caught between a till and a terminal', () => {
  beforeEach((context) => skipWithout(context, EVEREST))

  test.each(captures)('%s: decoded, and encoded as it was, byte for byte', (name) => {
    const bytes = readFileSync(`${EVEREST}/${name}`)
    const apdu = only(bytes)
    expect(Buffer.from(encodeApdu(apdu))).toEqual(bytes)
    if (inNoFields.has(name.split('_')[0]!)) return
    const head = heads[apdu.control] ?? 0
    // Some terminals send files and text lines in proprietary formats, whose fields cannot be decoded.
    const fields = readBitmaps(apdu.data.subarray(head))
    if (fields === null) return expect([0x0813, 0x0814, 0x080c, 0x040c]).toContain(apdu.control)
    expect(Buffer.from([...apdu.data.subarray(0, head), ...writeBitmaps(fields)])).toEqual(Buffer.from(apdu.data))
  })

  test.each(captures)('%s: comes out the same however it is cut', (name) => {
    const bytes = readFileSync(`${EVEREST}/${name}`)
    const reader = new ApduReader()
    const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))
    expect(pieces.flatMap((piece) => reader.read(piece))).toEqual([only(bytes)])
    const joined = new ApduReader().read(Buffer.concat([bytes, bytes, bytes.subarray(0, 2)]))
    expect(joined).toEqual([only(bytes), only(bytes)])
  })

  test('a registration of ours is as theirs', () => {
    const access = { password: '123456', currency: 'EUR' } as const
    const ours = registration(access, 0xde).data.subarray(0, 6)
    expect(Buffer.from(encodeApdu({ control: control.registration, data: ours }))).toEqual(captured('1681273860'))
  })

  test('a payment is told with its sum, card and receipt', () => {
    const receipt = { receipt: '0231', trace: '000975', moment: '0405225558', terminal: '52523535' }
    const paid = { result: 0, amount: 2_500, currency: 'EUR', card: { brand: 'MasterCard', ending: '8074' } }
    expect(readStatus(only(captured('1680728165.675509000')).data)).toEqual({ ...paid, ...receipt })
    const girocard = { amount: 2_500, receipt: '0249', trace: '001012', card: { brand: 'girocard' } }
    expect(readStatus(only(captured('1682066249')).data)).toMatchObject(girocard)
  })

  test('the end of a day is asked for as theirs, and its sum is read', async () => {
    const { ended, sent } = endOfDayBefore([acknowledgement, only(captured('1680761828')), completion].map(encodeApdu))
    expect(await ended).toEqual({ outcome: 'closed', told: { amount: 958, currency: 'GNF' }, lines: [] })
    expect(Buffer.from(sent[0]!)).toEqual(captured('1681282621'))
  })

  test('a card that was read without a payment tells nothing of its number', () => {
    const told = readStatus(only(captured('status_information_read_card')).data)
    expect(JSON.stringify(told)).not.toMatch(/67259044/u)
    expect(told?.card).toEqual({})
  })

  test('a terminal tells that it is free, and the time', () => {
    expect(readCondition(only(captured('1680728219')).data)).toEqual({ idle: true, code: 0, moment: '20230405225655' })
    const registered = readRegistered(only(captured('1680761818.641601000')).data)
    expect(registered).toEqual({ currency: 'EUR', terminal: '52523535' })
  })

  test('a customer’s receipt is printed as it came', () => {
    const printout = new Printout()
    printout.take(only(captured('1680728215.585561000')))
    const copy = customerCopy(printout.receipts())
    expect(copy[0]).toMatch(/\*\* Customer Receipt \*\*/u)
    expect(copy).toContainEqual(expect.stringMatching(/^Card No\.: +x+8074$/u))
    expect(copy.at(-1)).toMatch(/^ +-+$/u)
  })

  test('umlauts are of code page 437', () => {
    const printout = new Printout()
    printout.take(only(captured('print_system_configuration')))
    expect(printout.receipts()[0]?.lines.join('\n')).toContain('Gültigkeit Clnt-Auth-')
  })
})

const vectors = z
  .array(z.object({ test: z.string(), bytes: z.array(z.string()), expect: z.array(z.string()) }))
  .catch([])
  .parse(existsSync(PORTALUM) ? JSON.parse(readFileSync(PORTALUM, 'utf8')) : [])

function vector(name: string): { readonly pieces: readonly Uint8Array[]; readonly expected: string } {
  const found = vectors.find(({ test: each }) => each === name)!
  return {
    pieces: found.bytes.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex'))),
    expected: found.expect.join('\n'),
  }
}

const wholeOf = (name: string): readonly Apdu[] => {
  const reader = new ApduReader()
  return vector(name).pieces.flatMap((piece) => reader.read(piece))
}

describe('byte strings of the tests of others', () => {
  beforeEach((context) => skipWithout(context, PORTALUM))

  const statuses = vectors.filter(({ bytes }) => bytes.length === 1 && bytes[0]!.startsWith('040f'))

  test.each(statuses.map(({ test: name }) => name))('%s', (name) => {
    const { expected, pieces } = vector(name)
    // One of the messages is shorter than its length field, so `ApduReader` is not used here.
    const told = readStatus(pieces[0]!.subarray(3))
    const said = (pattern: RegExp): string | undefined => pattern.exec(expected)?.[1]
    const amount = said(/([\d.]+)M?, statusInformation\.Amount/u)
    if (amount !== undefined) expect(told?.amount).toBe(Math.round(Number(amount) * 100))
    const terminal = said(/(\d+), statusInformation\.TerminalIdentifier/u)
    expect(told?.terminal).toBe(terminal?.padStart(8, '0'))
    const error = said(/0x([0-9A-F]+), statusInformation\.ErrorCode/u)
    expect(told?.result).toBe(error === undefined ? 0 : Number.parseInt(error, 16))
    const card = said(/"([^"]*)", statusInformation\.CardName/u)
    expect(told?.card.brand).toBe(card)
    const technology = said(/"([^"]*)", statusInformation\.CardTechnology/u)
    if (technology !== undefined) expect(told?.card.read).toBe(technology === 'NFC' ? 'contactless' : 'chip')
    const ending = said(/"\*+(\d{4})", statusInformation\.CardNumber/u)
    if (ending !== undefined) expect(told?.card.ending).toBe(ending)
    const trace = said(/(\d+), statusInformation\.TraceNumber/u)
    if (trace !== undefined) expect(Number(told?.trace)).toBe(Number(trace))
  })

  test.each([
    ['GetDataLengthLLL_ValidData1_Successful', 3, 19],
    ['GetDataLengthLLL_ValidData2_Successful', 3, 189],
    ['GetDataLengthLL_ValidData1_Successful', 2, 18],
    ['GetDataLengthLL_ValidData2_Successful', 2, 10],
  ])('%s', (name, digits, length) => {
    expect(countedLength(vector(name).pieces[0]!, digits)).toEqual({ skipped: digits, length })
  })

  test('tags and lengths of containers', () => {
    const tags = vectors.filter(({ test: name }) => name.startsWith('GetTagFieldInfo'))
    expect(tags).toHaveLength(6)
    for (const { bytes } of tags) {
      const whole = Uint8Array.from(Buffer.from(bytes[0]!, 'hex'))
      expect(tagAt(whole)).toEqual({ tag: Number.parseInt(bytes[0]!, 16), skipped: whole.length })
    }
    expect(tlvLength(vector('GetLength_3Bytes_Successful').pieces[0]!)).toEqual({ skipped: 3, length: 650 })
  })

  const printed = (name: string) => {
    const printout = new Printout()
    for (const apdu of wholeOf(name)) if (apdu.control !== control.completion) printout.take(apdu)
    return printout.receipts()
  }

  test.each([
    ['Parse_CardholderReceipt_Successful', 'customer'],
    ['Parse_MerchantReceipt_Successful', 'merchant'],
    ['Parse_AdministrationReceipt_Successful', 'office'],
    ['ProcessData_FragmentedDataPackets1_Successful', 'customer'],
  ])('%s is for the %s', (name, reader) => {
    const receipts = printed(name)
    expect(receipts.map((each) => each.reader)).toEqual([reader])
    expect(receipts[0]!.lines.length).toBeGreaterThan(3)
  })

  test('a receipt that names its character set is read in it', () => {
    const text = printed('ProcessData_FullDataPacket_Successful')
      .flatMap(({ lines }) => lines)
      .join('\n')
    expect(text).toContain('HÄNDLERBELEG')
    expect(printed('Parse_MerchantReceipt_Successful')[0]!.lines.join('\n')).toContain('HÄNDLERBELEG')
  })

  test('lines of two copies are two receipts, and the customer’s is theirs', () => {
    const receipts = printed('ProcessData_LineReceivedCardCompleteWithTlv_Successful')
    expect(new Set(receipts.map(({ reader }) => reader))).toEqual(new Set(['merchant', 'customer']))
    expect(customerCopy(receipts)).toContain('VIELEN DANK')
    expect(customerCopy(receipts).join('\n')).not.toContain('HÄNDLERBELEG')
    expect(printed('ProcessData_LineReceived1_Successful')).toMatchObject([{ reader: 'plain' }])
  })

  test('what a terminal does now, with the text on its display', () => {
    expect(phaseOf(vector('GetMessage_InsertCard_Successful').pieces[0]![0]!)).toBe('present-card')
    const [, ...fields] = vector('GetMessage_TlvData_Failure').pieces[0]!
    expect(fields.length).toBeGreaterThan(0)
  })

  test('a payment is asked for as they ask for it', () => {
    const [first] = readBitmaps(authorisation(1_000, 'EUR').data)!
    const theirs = [...vector('PaymentAsync_SuccessfulPayment_Successful').expected.matchAll(/0x([0-9A-F]{2})/gu)]
    const bytes = Buffer.from(theirs.slice(0, 10).map(([, hex]) => Number.parseInt(hex!, 16)))
    expect(Buffer.from(encodeApdu({ control: control.authorisation, data: writeBitmaps([first!]) }))).toEqual(bytes)
  })

  test.each([
    [`${DAY_END}WithCompletionReceived_Successful`, { outcome: 'closed', told: null, lines: [] }],
    [`${DAY_END}WithAbortReceived1_Successful`, { outcome: 'refused', reason: 'declined' }],
    [`${DAY_END}WithAbortReceived2_Successful`, { outcome: 'refused', reason: 'declined' }],
    [`${DAY_END}WithoutCompletionReceived_Successful`, { outcome: 'unknown' }],
  ])('%s', async (name, expected) => {
    const { ended, clock } = endOfDayBefore(vector(name).pieces)
    if (expected.outcome === 'unknown') {
      await expect.poll(() => clock.waiting()).toContain(300_000)
      clock.advance(300_000)
      await expect.poll(() => clock.waiting()).toContain(60_000)
      clock.advance(60_000)
    }
    expect(await ended).toEqual(expected)
  })

  test('every one of them is cut up without a fault, whatever it holds', () => {
    for (const { bytes } of vectors) {
      const reader = new ApduReader()
      for (const apdu of bytes.flatMap((hex) => reader.read(Uint8Array.from(Buffer.from(hex, 'hex'))))) {
        readStatus(apdu.data)
        readCondition(apdu.data)
        readElements(apdu.data)
        new Printout().take(apdu)
      }
    }
  })
})

test('fields are written as they are read', () => {
  const fields = [
    [0x04, toBcd(75_000, 6)],
    [0x3c, Uint8Array.from({ length: 123 }, () => 0x41)],
    [0x8b, Uint8Array.of(0x56)],
    [0x06, new Uint8Array(300)],
  ] as const
  expect(readBitmaps(writeBitmaps(fields))).toEqual(fields)
})
