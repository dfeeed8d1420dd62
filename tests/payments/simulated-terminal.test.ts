import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DeviceProgress } from '../../shared/domain/money/tender.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import type { TenderDriver, TenderOutcome } from '../../electron/kiosk/ports/devices.ts'
import { createSimulatedTerminal, type TerminalAct } from '../../electron/payments/simulated.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const LATE_SECONDS = 20
const THINK_SECONDS = 5

let journalPath: string
let nowMs: number

beforeEach(() => {
  nowMs = Date.parse('2026-03-14T12:00:00.000Z')
  journalPath = join(temporaryFolder(), 'terminal.jsonl')
})

const system = createSystemClock()

/** Creates the simulated terminal in its state after a restart: its journal contains its earlier decisions. */
const terminal = (script: readonly TerminalAct[] = [], customerDelaySeconds = 0, more: object = {}): TenderDriver =>
  createSimulatedTerminal({
    journalPath,
    payer: 'none',
    clock: { ...system, now: () => ({ ...system.now(), wallUtc: new Date(nowMs).toISOString() }) },
    customerDelaySeconds,
    timeoutSeconds: 0,
    lateReplySeconds: LATE_SECONDS,
    script,
    ...more,
  })

const byCode = (script: readonly TerminalAct[] = []): TenderDriver =>
  terminal(script, THINK_SECONDS, {
    code: ({ language }: { language: string }) => `nothing to pay, ${language}`,
    timeoutSeconds: 60,
  })

const order = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'

const payment = (reference = order) => ({ reference, amount: 75_000, currency: 'GNF', token: null, host: '' })

const terms = { payableMs: 60_000, description: 'Hamana AC', language: 'fr' } as const
const tender = (reference = order) => ({ ...payment(reference), ...terms })

const timeout = new AbortController().signal
const running = new AbortController().signal

const approved = { outcome: 'approved', approval: 'SIM8D1F0A', amount: 75_000 }
const declined = { outcome: 'refused', reason: 'declined' }
const unknown = { outcome: 'unknown' }

test('it tells what it wants as it goes, and nothing once it is asked to stop', async () => {
  const told: string[] = []
  const onProgress = ({ phase }: DeviceProgress) => void told.push(phase)
  await terminal().begin({ ...tender(), onProgress }, timeout, running)
  expect(told).toEqual(['present-card', 'enter-pin', 'authorising'])
  const other = '0b1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'
  const begun = await terminal([], 60).begin({ ...tender(other), onProgress }, AbortSignal.abort(), running)
  expect(begun).toEqual({ outcome: 'cancelled' })
  expect(told).toHaveLength(3)
})

test.for<readonly [TerminalAct, begun: object, asked: object, later: object]>([
  ['approve', approved, approved, approved],
  ['refuse', declined, declined, declined],
  ['lose-reply', unknown, approved, approved],
  ['unavailable', { outcome: 'unavailable' }, { outcome: 'cancelled' }, { outcome: 'cancelled' }],
  ['approve-late', unknown, unknown, approved],
  ['time-out', unknown, unknown, { outcome: 'refused', reason: 'timed-out' }],
  ['crash', unknown, { outcome: 'unavailable' }, approved],
])(
  'a card, %s: what is told, what is told when asked at once and later; the next payment is a new try',
  async (each) => {
    const [act, begun, asked, later] = each
    const device = terminal([act])
    expect(await device.begin(tender(), timeout, running)).toEqual(begun)
    expect(await device.ask(payment(), running)).toEqual(asked)
    nowMs += LATE_SECONDS * 1000
    expect(await device.ask(payment(), running)).toEqual(later)
    const next = act === 'unavailable' ? order : `${order}-2`
    expect(await device.begin(tender(next), timeout, running)).toMatchObject({ outcome: 'approved' })
  },
)

test('a card that was cancelled before it was read is not charged, then or later', async () => {
  const cancel = new AbortController()
  const device = terminal([], 60)
  const taking = device.begin(tender(), cancel.signal, running)
  cancel.abort()
  expect(await taking).toEqual({ outcome: 'cancelled' })
  expect(await device.ask(payment(), running)).toEqual({ outcome: 'cancelled' })
})

describe('a code to scan', () => {
  const begun = { outcome: 'begun', token: order, shows: 'nothing to pay, fr', payableMs: 60_000 }

  test('is paid once the customer has had the time for it, and known after a restart', async () => {
    expect(await byCode().begin(tender(), timeout, running)).toEqual(begun)
    expect(await byCode().ask(payment(), running)).toEqual({ outcome: 'pending' })
    nowMs += THINK_SECONDS * 1000
    expect(await byCode().ask(payment(), running)).toEqual(approved)
  })

  test('is good no longer than the seats are kept', async () => {
    const payableMs = 9_000
    expect(await byCode().begin({ ...tender(), payableMs }, timeout, running)).toMatchObject({ payableMs })
  })

  test.for([
    ['refuse', THINK_SECONDS, 'pending', declined],
    ['time-out', 60 + LATE_SECONDS, 'pending', { outcome: 'refused', reason: 'timed-out' }],
    ['approve-late', 60 + LATE_SECONDS, 'pending', approved],
    ['crash', 60 + LATE_SECONDS, 'unavailable', approved],
  ] as const)('%s is told after %i seconds, and not before', async ([act, seconds, before, after]) => {
    const device = byCode([act])
    expect(await device.begin(tender(), timeout, running)).toEqual(begun)
    nowMs += seconds * 1000 - 1
    expect(await device.ask(payment(), running)).toEqual({ outcome: before })
    nowMs += 1
    expect(await device.ask(payment(), running)).toEqual(after)
  })

  test('whose answer was lost was shown to nobody, and paid by nobody', async () => {
    const device = byCode(['lose-reply'])
    expect(await device.begin(tender(), timeout, running)).toEqual(unknown)
    expect(await device.ask(payment(), running)).toEqual({ outcome: 'cancelled' })
  })
})

describe('the terminal’s memory', () => {
  test('outlives the program: asked or taken again, a reference is charged once', async () => {
    await terminal(['lose-reply']).begin(tender(), timeout, running)
    const restarted = terminal(['refuse'])
    expect(await restarted.ask(payment(), running)).toEqual(approved)
    expect(await restarted.begin(tender(), timeout, running)).toEqual(approved)
    expect(readFileSync(journalPath, 'utf8').trim().split('\n')).toHaveLength(1)
  })

  test('knows nothing of a reference it never saw', async () => {
    await terminal().begin(tender(), timeout, running)
    expect(await terminal().ask(payment(`${order}-2`), running)).toEqual({ outcome: 'cancelled' })
  })

  test('survives a power cut in the middle of a line', async () => {
    await terminal().begin(tender(), timeout, running)
    writeFileSync(journalPath, `${readFileSync(journalPath, 'utf8')}{"reference":"${order}-2","outc`)
    const restarted = terminal()
    expect(await restarted.ask(payment(), running)).toEqual(approved)
    expect(await restarted.ask(payment(`${order}-2`), running)).toEqual({ outcome: 'cancelled' })
    expect(await restarted.begin(tender(`${order}-3`), timeout, running)).toMatchObject({ outcome: 'approved' })
    expect(await terminal().ask(payment(`${order}-3`), running)).toMatchObject({ outcome: 'approved' })
  })
})

describe('a refund', () => {
  const back = { reference: `${order}-B1`, amount: 75_000, approval: 'SIM8D1F0A' }

  test('of what was charged is made once, and found by its own reference after a restart', async () => {
    const device = terminal()
    await device.begin(tender(), timeout, running)
    expect(await device.askRefund?.(payment(), back, running)).toEqual({ outcome: 'unknown' })
    for (let told = 0; told < 2; told++)
      expect(await device.refund?.(payment(), back, running)).toEqual({ outcome: 'pending' })
    const refunded = { outcome: 'refunded', receipt: 'SIMR8D1F0A' }
    expect(await terminal().askRefund?.(payment(), back, running)).toEqual(refunded)
    expect(await device.ask(payment(), running)).toEqual(approved)
    expect(readFileSync(journalPath, 'utf8').match(/refunded/gu)).toHaveLength(1)
  })

  test('of what was never charged, or of more, is refused', async () => {
    const device = terminal(['refuse'])
    await device.begin(tender(), timeout, running)
    expect(await device.refund?.(payment(), back, running)).toEqual(declined)
    await device.begin(tender(`${order}-2`), timeout, running)
    expect(await device.refund?.(payment(`${order}-2`), { ...back, amount: 75_001 }, running)).toEqual(declined)
  })
})

describe('a device with a person before it', () => {
  const approved: TenderOutcome = { outcome: 'approved', approval: '123456', staffId: '7' }
  const untold = { outcome: 'unknown', forGood: true }

  const tell = (device: TenderDriver, reference: string, word: TenderOutcome): boolean =>
    device.tell?.(reference, word) ?? false

  test.for<TenderOutcome>([approved, { outcome: 'refused', reason: 'declined' }, { outcome: 'cancelled' }])(
    'did what they say: $outcome',
    async (word) => {
      const device = new AttendedTerminal()
      const taking = device.begin(tender(), running, running)
      expect(tell(device, order, word)).toBe(true)
      expect(await taking).toEqual(word)
    },
  )

  test('waits for the word about its own payment, and takes it once', async () => {
    const device = new AttendedTerminal()
    expect(tell(device, order, approved)).toBe(false)
    const taking = device.begin(tender(), running, running)
    expect(tell(device, `${order}-2`, approved)).toBe(false)
    expect(tell(device, order, { outcome: 'cancelled' })).toBe(true)
    expect(tell(device, order, approved)).toBe(false)
    expect(await taking).toEqual({ outcome: 'cancelled' })
  })

  test('may have charged when it is asked to give up: the word still counts', async () => {
    const device = new AttendedTerminal()
    const cancelling = new AbortController()
    const taking = device.begin(tender(), cancelling.signal, running)
    cancelling.abort()
    expect(tell(device, order, approved)).toBe(true)
    expect(await taking).toEqual(approved)
  })

  test('keeps no program that ends waiting, and takes no word then', async () => {
    const device = new AttendedTerminal()
    const stopping = new AbortController()
    const taking = device.begin(tender(), running, stopping.signal)
    stopping.abort()
    expect(await taking).toEqual(untold)
    expect(tell(device, order, approved)).toBe(false)
    expect(await device.begin(tender(), running, stopping.signal)).toEqual(untold)
  })

  test('knows nothing when asked later', async () => {
    const device = new AttendedTerminal()
    const taking = device.begin(tender(), running, running)
    tell(device, order, approved)
    await taking
    expect(await device.ask(payment(), running)).toEqual(untold)
  })
})
