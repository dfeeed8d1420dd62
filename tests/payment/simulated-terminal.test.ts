import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import type { TenderDriver } from '../../electron/core/ports/ports.ts'
import { createSimulatedTerminal, type TerminalAct } from '../../electron/payment/simulated-terminal.ts'

let journalPath: string
/** Wall time: it stands still until it is put forward. */
let nowMs: number

beforeEach(() => {
  nowMs = Date.parse('2026-03-14T12:00:00.000Z')
  const folder = mkdtempSync(join(tmpdir(), 'guichet-terminal-'))
  journalPath = join(folder, 'terminal.jsonl')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const LATE_SECONDS = 20
const system = createSystemClock()

/** The device as it stands there: what it decided before is in its own journal. */
const terminal = (script: readonly TerminalAct[] = [], thinkSeconds = 0): TenderDriver =>
  createSimulatedTerminal({
    journalPath,
    clock: { ...system, now: () => ({ ...system.now(), wallUtc: new Date(nowMs).toISOString() }) },
    thinkSeconds,
    patienceSeconds: 0,
    lateSeconds: LATE_SECONDS,
    script,
  })

const order = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'
const tender = (reference = order) => ({ kind: 'card' as const, reference, amount: 75000, currency: 'GNF' })
const patience = new AbortController().signal
const running = new AbortController().signal
const approved = { outcome: 'approved', approval: 'SIM8D1F0A', amount: 75_000 }
const declined = { outcome: 'refused', reason: 'declined' }

describe('a card', () => {
  test('is charged, and the charge can be asked for', async () => {
    const device = terminal()
    expect(await device.take(tender(), patience, running)).toEqual(approved)
    expect(await device.ask(tender())).toEqual(approved)
  })

  test('is refused, and stays so for this reference; the next reference is a new try', async () => {
    const device = terminal(['refuse'])
    expect(await device.take(tender(), patience, running)).toEqual(declined)
    expect(await device.ask(tender())).toEqual(declined)
    expect(await device.take(tender(`${order}-2`), patience, running)).toMatchObject({ outcome: 'approved' })
  })

  test('is charged while the answer is lost: only asking tells', async () => {
    const device = terminal(['lose-reply'])
    expect(await device.take(tender(), patience, running)).toEqual({ outcome: 'unknown' })
    expect(await device.ask(tender())).toEqual(approved)
  })

  test('cannot be read at a terminal that is out of reach: nothing was asked of it', async () => {
    const device = terminal(['unavailable'])
    expect(await device.take(tender(), patience, running)).toEqual({ outcome: 'unavailable' })
    expect(await device.ask(tender())).toEqual({ outcome: 'cancelled' })
    expect(await device.take(tender(), patience, running)).toEqual(approved)
  })

  test('that was cancelled before it was read is not charged, then or later', async () => {
    const cancel = new AbortController()
    const device = terminal([], 60)
    const taking = device.take(tender(), cancel.signal, running)
    cancel.abort()
    expect(await taking).toEqual({ outcome: 'cancelled' })
    expect(await device.ask(tender())).toEqual({ outcome: 'cancelled' })
  })
})

describe('a device that is late', () => {
  test('charges after the driver has given up: asked until then, it cannot tell', async () => {
    const device = terminal(['approve-late'])
    expect(await device.take(tender(), patience, running)).toEqual({ outcome: 'unknown' })
    expect(await device.ask(tender())).toEqual({ outcome: 'unknown' })
    nowMs += LATE_SECONDS * 1000
    expect(await device.ask(tender())).toEqual(approved)
  })

  test('gives up when nobody presents a card or answers the telephone', async () => {
    const device = terminal(['time-out'])
    expect(await device.take(tender(), patience, running)).toEqual({ outcome: 'unknown' })
    nowMs += LATE_SECONDS * 1000
    expect(await device.ask(tender())).toEqual({ outcome: 'refused', reason: 'timed-out' })
  })

  test('that dies after the charge cannot even be asked, until it is back', async () => {
    const device = terminal(['die'])
    expect(await device.take(tender(), patience, running)).toEqual({ outcome: 'unknown' })
    expect(await device.ask(tender())).toEqual({ outcome: 'unavailable' })
    nowMs += LATE_SECONDS * 1000
    expect(await device.ask(tender())).toEqual(approved)
  })
})

describe('the terminal’s memory', () => {
  test('outlives the program: asked or taken again, a reference is charged once', async () => {
    await terminal(['lose-reply']).take(tender(), patience, running)
    const restarted = terminal(['refuse'])
    expect(await restarted.ask(tender())).toEqual(approved)
    expect(await restarted.take(tender(), patience, running)).toEqual(approved)
    expect(readFileSync(journalPath, 'utf8').trim().split('\n')).toHaveLength(1)
  })

  test('knows nothing of a reference it never saw', async () => {
    await terminal().take(tender(), patience, running)
    expect(await terminal().ask(tender(`${order}-2`))).toEqual({ outcome: 'cancelled' })
  })

  test('survives a power cut in the middle of a line', async () => {
    await terminal().take(tender(), patience, running)
    writeFileSync(journalPath, `${readFileSync(journalPath, 'utf8')}{"reference":"${order}-2","outc`)
    const restarted = terminal()
    expect(await restarted.ask(tender())).toEqual(approved)
    expect(await restarted.ask(tender(`${order}-2`))).toEqual({ outcome: 'cancelled' })
    expect(await restarted.take(tender(`${order}-3`), patience, running)).toMatchObject({ outcome: 'approved' })
    expect(await terminal().ask(tender(`${order}-3`))).toMatchObject({ outcome: 'approved' })
  })
})
