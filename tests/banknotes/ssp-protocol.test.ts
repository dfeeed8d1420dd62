import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands, events, readEvents, rejectReasons, replies } from '../../electron/banknotes/codes.ts'
import {
  answerKeys,
  crc16,
  FrameReader,
  decryptData,
  encodeFrame,
  encryptData,
  numberBytes,
  offerKeys,
  powerModulo,
  readNumber,
  sharedKey,
  USUAL_FIXED_KEY,
} from '../../electron/banknotes/framing.ts'
import { readSetup, valueOf } from '../../electron/banknotes/device.ts'
import { createRandom } from '../simulation/random.ts'
import { paymentData, skipWithout } from '../support/payment-data.ts'

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(/\s/gu, ''), 'hex')

describe('frames', () => {
  test('have the sums that others published', () => {
    // Checksums from the tests of @kybarg/ssp, and the greeting in the manufacturer's manual.
    const sums = ['', 'A', 'ABC', 'AAAAAAAA', 'ABCD'].map((text) => crc16(Buffer.from(text)))
    expect(sums).toEqual([0xffff, 0xfc84, 0x069b, 0xa6e8, 0x9a8c])
    expect(encodeFrame({ address: 0x80, data: hex('11') })).toEqual(new Uint8Array(hex('7f 80 01 11 65 82')))
  })

  test('come through in any pieces, with any bytes, behind any rubbish', () => {
    const random = createRandom(7)
    for (let round = 0; round < 200; round += 1) {
      const frames = Array.from({ length: 3 }, () => ({
        address: random.pick([0, 0x80]),
        data: Uint8Array.from({ length: random.between(1, 40) }, () => random.pick([0x7f, random.below(256)])),
      }))
      const rubbish = Uint8Array.from({ length: random.below(9) }, () => random.below(0x7f))
      const bytes = Buffer.concat([rubbish, ...frames.map(encodeFrame)])
      const reader = new FrameReader()
      const got = []
      for (let at = 0; at < bytes.length;) {
        const end = at + random.between(1, 7)
        got.push(...reader.read(bytes.subarray(at, end)))
        at = end
      }
      expect(got.map(({ address, data }) => [address, [...data]])).toEqual(
        frames.map(({ address, data }) => [address, [...data]]),
      )
    }
  })

  test('are dropped where a byte is not what it was, and the next one is whole again', () => {
    const good = encodeFrame({ address: 0x80, data: hex('f0 ee 7f 06') })
    for (let at = 1; at < good.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const bad = Uint8Array.from(good, (byte, index) => (index === at ? byte ^ (1 << bit) : byte))
        const got = new FrameReader().read(Buffer.concat([bad, good, good]))
        expect(got.length).toBeGreaterThan(0)
        for (const { data } of got) expect(Buffer.from(data).toString('hex')).toBe('f0ee7f06')
      }
    }
  })
})

describe('encryption', () => {
  const key = hex('67452301674523019565000000000000')

  test('reads a packet that another host got from a device', () => {
    // Encrypted frame with a serial number, from the tests of @kybarg/ssp.
    const [frame] = new FrameReader().read(hex('7f 00 11 7e 70 2f fe 1d 41 19 44 ad da d1 df d6 77 f5 33 cc 63 1d'))
    const plain = decryptData(key, frame?.data ?? new Uint8Array())
    expect({ ...plain, data: Buffer.from(plain!.data).toString('hex') }).toEqual({ count: 1, data: 'f0004a78b4' })
  })

  test('puts the fixed half and what was agreed on into one key, the low bytes first', () => {
    const ours = { generator: 0n, modulus: 50_459n, secret: 12_152n, intermediate: 0n }
    const theirs = 41_051n
    const agreed = Number(theirs ** 12_152n % 50_459n)
    const expected = Buffer.concat([hex('67 45 23 01 67 45 23 01'), Buffer.alloc(8)])
    expected.writeUInt32LE(agreed, 8)
    expect(Buffer.from(sharedKey(USUAL_FIXED_KEY, ours, theirs)).toString('hex')).toBe(expected.toString('hex'))
  })

  test('comes to the same key at both ends, by powers that are right', () => {
    for (let round = 0; round < 20; round += 1) {
      const host = offerKeys()
      expect(host.generator > host.modulus).toBe(true)
      const device = answerKeys(host.generator, host.modulus)
      const one = sharedKey(USUAL_FIXED_KEY, host, device.intermediate)
      expect(one).toEqual(sharedKey(USUAL_FIXED_KEY, device, host.intermediate))
    }
    expect(powerModulo(982_451_653n, 4_711n, 1_287_821n)).toBe(982_451_653n ** 4_711n % 1_287_821n)
    expect(readNumber(numberBytes(0x0123_4567_89ab_cdefn))).toBe(0x0123_4567_89ab_cdefn)
  })

  test('comes back from a packet that is filled up to whole blocks', () => {
    for (const length of [1, 8, 9, 10, 25, 40]) {
      const data = new Uint8Array(length).fill(0x5a)
      const packet = encryptData(key, 0x0102_0304, data)
      expect([packet[0], (packet.length - 1) % 16]).toEqual([0x7e, 0])
      const plain = decryptData(key, packet)
      expect([plain?.count, [...(plain?.data ?? [])]]).toEqual([0x0102_0304, [...data]])
    }
  })

  test('takes nothing that was changed or has another key', () => {
    const packet = encryptData(key, 1, hex('f0 ee 06'))
    for (let at = 0; at < packet.length; at += 1) {
      const changed = Uint8Array.from(packet, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(decryptData(key, changed)).toBeNull()
    }
    expect(decryptData(hex('00'.repeat(16)), packet)).toBeNull()
    expect(decryptData(key, packet.subarray(0, -1))).toBeNull()
  })
})

describe('what the device says of itself', () => {
  test('is read with a currency of each channel', () => {
    const setup = readSetup(
      hex(`00 30333333 455552 000001 03 05 0a 14 02 02 02 000064 06
           455552 455552 474e46 05000000 0a000000 204e0000`),
    )
    expect(setup).toMatchObject({ unitType: 0, firmware: '3.33', protocol: 6 })
    expect(setup?.channels.map((channel) => [channel.number, channel.currency, valueOf(channel)])).toEqual([
      [1, 'EUR', 500],
      [2, 'EUR', 1_000],
      [3, 'GNF', 20_000],
    ])
  })

  test('is read with a multiplier from an old one', () => {
    const setup = readSetup(hex('00 30313132 474e46 0001f4 03 01 02 28 02 02 02 000001 04'))
    expect(setup?.channels.map(valueOf)).toEqual([500, 1_000, 20_000])
  })

  test('is nothing where it is cut off, or of no note validator', () => {
    const whole = hex('00 30333333 455552 000001 01 05 02 000064 06 455552 05000000')
    expect(readSetup(whole)?.channels).toHaveLength(1)
    for (let length = 0; length < whole.length; length += 1) expect(readSetup(whole.subarray(0, length))).toBeNull()
  })

  test('events are read as long as each length is known, and no byte further', () => {
    const read = (text: string, protocol = 8, unit = 0) => {
      const { events: found, unread } = readEvents(hex(text), protocol, unit)
      return [...found.map(({ name, channel }) => `${name} ${channel}`), ...(unread === null ? [] : [unread])]
    }
    expect(read('f1 e2 00 e8')).toEqual(['reset 0', 'clearedIntoBox 0', 'disabled 0'])
    expect(read('cc ee 06 eb')).toEqual(['stacking 0', 'credit 6', 'stacked 0'])
    expect(read('e6 ee')).toEqual(['fraud 0'])
    expect(read('e6 01 ee060000 474e46 eb', 8, 6)).toEqual(['fraud 0', 'stacked 0'])
    expect(read('ca ee060000 474e46 eb')).toEqual(['notePaidIntoStackerAtPowerUp 0', 'stacked 0'])
    expect(read('d2 01 ee 06 00 00')).toEqual([0xd2])
    expect(read('ee')).toEqual([0xee])
  })
})

const tables = paymentData('ssp-kybarg')

describe('the tables of another host', () => {
  beforeEach((context) => skipWithout(context, tables))
  const table = <T>(name: string): Readonly<Record<string, T>> =>
    JSON.parse(readFileSync(`${tables}/${name}.json`, 'utf8')) as Record<string, T>

  test('have our commands, by their bytes', () => {
    const theirs = table<{ readonly code: number }>('commands')
    const ours = {
      SET_CHANNEL_INHIBITS: commands.setInhibits,
      SETUP_REQUEST: commands.setup,
      HOST_PROTOCOL_VERSION: commands.protocolVersion,
      POLL: commands.poll,
      REJECT_BANKNOTE: commands.reject,
      DISABLE: commands.disable,
      ENABLE: commands.enable,
      SYNC: commands.sync,
      LAST_REJECT_CODE: commands.lastReject,
      HOLD: commands.hold,
      SET_GENERATOR: commands.setGenerator,
      SET_MODULUS: commands.setModulus,
      REQUEST_KEY_EXCHANGE: commands.exchangeKeys,
      POLL_WITH_ACK: commands.pollWithAck,
      EVENT_ACK: commands.eventAck,
    }
    expect(Object.keys(ours)).toHaveLength(Object.keys(commands).length)
    for (const [name, code] of Object.entries(ours)) expect([name, code]).toEqual([name, theirs[name]?.code])
  })

  test('have our events and replies, and we have every event of their note validators', () => {
    const theirs = table<{ readonly name: string; readonly devices?: readonly string[] }>('status_desc')
    const names = Object.fromEntries(Object.entries(theirs).map(([code, { name }]) => [Number(code), name]))
    expect(names).toMatchObject({
      [events.credit]: 'CREDIT_NOTE',
      [events.read]: 'READ_NOTE',
      [events.rejected]: 'NOTE_REJECTED',
      [events.rejecting]: 'NOTE_REJECTING',
      [events.stacked]: 'NOTE_STACKED',
      [events.stacking]: 'NOTE_STACKING',
      [events.clearedFromFront]: 'NOTE_CLEARED_FROM_FRONT',
      [events.clearedIntoBox]: 'NOTE_CLEARED_TO_CASHBOX',
      [events.boxRemoved]: 'CASHBOX_REMOVED',
      [events.boxReplaced]: 'CASHBOX_REPLACED',
      [events.boxFull]: 'STACKER_FULL',
      [events.fraud]: 'FRAUD_ATTEMPT',
      [events.safeJam]: 'SAFE_NOTE_JAM',
      [events.unsafeJam]: 'UNSAFE_NOTE_JAM',
      [events.disabled]: 'DISABLED',
      [events.channelsDisabled]: 'CHANNEL_DISABLE',
      [events.initialising]: 'INITIALISING',
      [events.pathOpen]: 'NOTE_PATH_OPEN',
      [events.reset]: 'SLAVE_RESET',
      [replies.ok]: 'OK',
      [replies.commandNotKnown]: 'COMMAND_NOT_KNOWN',
      [replies.cannotNow]: 'COMMAND_CANNOT_BE_PROCESSED',
      [replies.fail]: 'FAIL',
      [replies.keyNotSet]: 'KEY_NOT_SET',
    })
    const known = new Set<number>(Object.values(events))
    const ofValidators = Object.entries(theirs).filter(([, { devices }]) =>
      ['NV9USB', 'BV20', 'BV100'].some((model) => devices?.includes(model)),
    )
    expect(ofValidators.map(([code, { name }]) => [name, known.has(Number(code))])).toEqual(
      ofValidators.map(([, { name }]) => [name, true]),
    )
    expect(rejectReasons).toHaveLength(Object.keys(table('reject_note')).length)
  })
})
