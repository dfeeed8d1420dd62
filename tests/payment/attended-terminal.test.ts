import { describe, expect, test } from 'vitest'
import type { TenderDriver, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import { createAttendedTerminal } from '../../electron/payment/attended-terminal.ts'

const order = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'
const sum = { reference: order, amount: 70_000, currency: 'GNF' }
const tender = { ...sum, payableMs: 60_000, description: 'Hamana AC – Badia FC', language: 'fr' }
const payment = { ...sum, token: null, host: '' }
const approved: TenderOutcome = { outcome: 'approved', approval: '123456', staffId: '7' }
const never = new AbortController().signal
const untold = { outcome: 'unknown', forGood: true }

const tell = (device: TenderDriver, reference: string, word: TenderOutcome): boolean =>
  device.tell?.(reference, word) ?? false

describe('a device with a person before it', () => {
  test.for<TenderOutcome>([approved, { outcome: 'refused', reason: 'declined' }, { outcome: 'cancelled' }])(
    'did what they say: $outcome',
    async (word) => {
      const device = createAttendedTerminal()
      const taking = device.begin(tender, never, never)
      expect(tell(device, order, word)).toBe(true)
      expect(await taking).toEqual(word)
    },
  )

  test('waits for the word about its own payment, and takes it once', async () => {
    const device = createAttendedTerminal()
    expect(tell(device, order, approved)).toBe(false)
    const taking = device.begin(tender, never, never)
    expect(tell(device, `${order}-2`, approved)).toBe(false)
    expect(tell(device, order, { outcome: 'cancelled' })).toBe(true)
    expect(tell(device, order, approved)).toBe(false)
    expect(await taking).toEqual({ outcome: 'cancelled' })
  })

  test('may have charged when it is asked to give up: the word still counts', async () => {
    const device = createAttendedTerminal()
    const givenUp = new AbortController()
    const taking = device.begin(tender, givenUp.signal, never)
    givenUp.abort()
    expect(tell(device, order, approved)).toBe(true)
    expect(await taking).toEqual(approved)
  })

  test('keeps no program that ends waiting, and takes no word then', async () => {
    const device = createAttendedTerminal()
    const stopping = new AbortController()
    const taking = device.begin(tender, never, stopping.signal)
    stopping.abort()
    expect(await taking).toEqual(untold)
    expect(tell(device, order, approved)).toBe(false)
    expect(await device.begin(tender, never, stopping.signal)).toEqual(untold)
  })

  test('knows nothing when asked later', async () => {
    const device = createAttendedTerminal()
    const taking = device.begin(tender, never, never)
    tell(device, order, approved)
    await taking
    expect(await device.ask(payment, never)).toEqual(untold)
  })
})
