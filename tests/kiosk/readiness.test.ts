import { describe, expect, it } from 'vitest'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import type { ExaminationFinding } from '../../shared/domain/money/examination.ts'
import {
  APPROVED,
  scriptedDevice,
  failure,
  need,
  type KioskFixture,
  type SmallKioskOptions,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'

const SESSION = 'POST /booking-sessions'
const TURN_MS = 5_000

/**
 * Waits in real time until the kiosk has finished a check. Advancing the kiosk's clock would also cause its calls to
 * time out.
 */
async function looked(kiosk: KioskFixture): Promise<void> {
  await expect.poll(() => kiosk.sleepsFor(TURN_MS), { interval: 1 }).toBe(true)
}

async function nextTurn(kiosk: KioskFixture): Promise<void> {
  await looked(kiosk)
  kiosk.pass(TURN_MS)
}

/** Returns a connection to the service. If `reply.now` is set, requests to paths that start with `only` receive it. */
function answering(first: Response | null = null, only = '') {
  const reply = { now: first }
  const line = async (path: string, forward: () => Promise<Response>) =>
    reply.now && path.startsWith(only) ? reply.now.clone() : forward()
  return { reply, line }
}

const sessionsOf = ({ asked }: KioskFixture): number => asked.filter((each) => each === SESSION).length
const typesOf = async (kiosk: KioskFixture) => (await kiosk.readiness()).issues.map(({ type }) => type)

/** Starts a kiosk that checks whether it can sell, with a changeable access code and clock skew. */
async function watching(
  options: Pick<SmallKioskOptions, 'line' | 'tickets' | 'tenders'> = {},
  settings: SmallKioskOptions['settings'] = {},
) {
  const own: { code: string | null | undefined; off: number | null } = { code: undefined, off: null }
  const real = await startSmallKiosk()
  const known = (): readonly string[] => (own.code === null ? [] : [own.code ?? real.accessCode])
  const of = async () => known().map((code) => ({ code, source: 'settings' as const }))
  const accessCodes = { of, keep: () => undefined, renew: () => Promise.resolve() }
  const kiosk = await startSmallKiosk({
    ...options,
    settings: { triesItself: (begin) => begin(), accessCodes, clockOff: () => own.off, ...settings },
  })
  return { kiosk, own, right: real.accessCode }
}

describe('a kiosk that looks whether it can sell', () => {
  it('opens a session at its start, and another only after a while', async () => {
    const { kiosk } = await watching()
    await looked(kiosk)
    expect(await kiosk.readiness()).toEqual({ sells: true, issues: [] })
    for (let second = 0; second < 170; second += 5) {
      kiosk.pass(TURN_MS)
      await looked(kiosk)
    }
    expect(sessionsOf(kiosk)).toBe(1)
    kiosk.pass(15_000)
    await expect.poll(() => sessionsOf(kiosk)).toBe(2)
    expect(kiosk.said).toEqual([])
  })

  it('asks nothing while a customer is at the screen', async () => {
    const { kiosk } = await watching()
    await expect.poll(() => sessionsOf(kiosk)).toBe(1)
    const { saleId } = await kiosk.visited()
    const before = kiosk.asked.length
    for (let turn = 0; turn < 3; turn += 1) {
      kiosk.pass(200_000)
      await kiosk.readiness()
    }
    expect(kiosk.asked).toHaveLength(before)
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    kiosk.pass(5_000)
    await expect.poll(() => kiosk.asked.length).toBeGreaterThan(before)
  })

  it('tries a code that is changed at once, and says one line of each change', async () => {
    const { kiosk, own, right } = await watching()
    await expect.poll(() => sessionsOf(kiosk)).toBe(1)
    own.code = null
    await nextTurn(kiosk)
    await expect.poll(() => kiosk.said).toHaveLength(1)
    const expected = { sells: false, issues: [{ type: 'access-code-missing', all: true }] }
    expect(await kiosk.readiness()).toMatchObject(expected)
    own.code = 'RENEWED'
    await nextTurn(kiosk)
    await expect.poll(() => typesOf(kiosk)).toEqual(['access-code-refused'])
    await nextTurn(kiosk)
    await nextTurn(kiosk)
    expect(sessionsOf(kiosk)).toBe(2)
    own.code = right
    await nextTurn(kiosk)
    await expect.poll(() => typesOf(kiosk)).toEqual([])
    expect(kiosk.said).toEqual(['readiness.cannot-sell', 'readiness.cannot-sell'])
  })

  it('takes a session for no proof of a code that came while it was opened', async () => {
    let came = (): void => undefined
    const { kiosk, own } = await watching({
      line: (path, forward) => {
        if (path === SESSION) came()
        return forward()
      },
    })
    came = () => {
      own.code = null
    }
    await looked(kiosk)
    expect(sessionsOf(kiosk)).toBe(1)
    expect(await typesOf(kiosk)).toEqual(['access-code-missing'])
  })

  it('learns from what a customer is refused, and from nothing that staff only try', async () => {
    const { kiosk, own, right } = await watching()
    await expect.poll(() => sessionsOf(kiosk)).toBe(1)
    expect(await kiosk.api.setAccessCode({ ...supervisor, eventId: kiosk.eventId, code: 'WRONG' })).toMatchObject({
      error: { type: 'access-code-refused' },
    })
    expect(await typesOf(kiosk)).toEqual([])
    own.code = 'RENEWED'
    expect(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })).toMatchObject({
      error: { type: 'access-code-refused' },
    })
    expect(await typesOf(kiosk)).toEqual(['access-code-refused'])
    own.code = right
    need(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' }))
    expect(await typesOf(kiosk)).toEqual([])
  })

  it('looks again soon where nobody is let in, and tells a wrong clock from a wrong secret', async () => {
    const { reply, line } = answering(failure(401, 'BAD_SIGNATURE'))
    const { kiosk, own } = await watching({ line })
    await expect.poll(() => typesOf(kiosk)).toEqual(['access-denied'])
    expect(sessionsOf(kiosk)).toBe(0)
    own.off = 7_200
    expect((await kiosk.readiness()).issues).toEqual([{ type: 'clock-skew', minutes: 120, refused: true }])
    expect(need(await kiosk.api.viewService(supervisor)).readiness).toEqual(await kiosk.readiness())
    reply.now = null
    own.off = 0
    kiosk.pass(10_000)
    await expect.poll(() => typesOf(kiosk)).toEqual([])
    await expect.poll(() => sessionsOf(kiosk)).toBe(1)
  })

  it('asks for the list where a session is refused, to tell whether anybody is let in', async () => {
    const { reply, line } = answering()
    const { kiosk } = await watching({ line })
    await expect.poll(() => sessionsOf(kiosk)).toBe(1)
    need(await kiosk.api.listEvents({ page: 1, limit: 12 }))
    reply.now = failure(401, 'BAD_SIGNATURE')
    expect(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })).toMatchObject({ ok: false })
    expect(await typesOf(kiosk)).toEqual(['access-denied'])
    reply.now = null
    kiosk.pass(10_000)
    await expect.poll(() => typesOf(kiosk)).toEqual([])
  })

  it('names an event whose session alone is refused', async () => {
    const { kiosk } = await watching(answering(failure(410, 'SALE_CLOSED'), SESSION))
    await expect.poll(() => typesOf(kiosk)).toEqual(['session-refused'])
    expect((await kiosk.readiness()).issues).toMatchObject([{ status: 410, code: 'SALE_CLOSED', all: true }])
  })

  it('tries again what was refused with the same code, for it may be right again at the partner', async () => {
    const { reply, line } = answering(failure(403, 'ACCESS_CODE'), SESSION)
    const { kiosk } = await watching({ line })
    await expect.poll(() => typesOf(kiosk)).toEqual(['access-code-refused'])
    reply.now = null
    kiosk.pass(60_000)
    await expect.poll(() => typesOf(kiosk)).toEqual([])
  })

  it('says so where the only way to pay is down twice in a row, until it is back', async () => {
    let finding: ExaminationFinding = { step: 'access', finding: 'ok' }
    let examined = 0
    const examine = async () => (examined++, [finding])
    const { kiosk } = await watching(
      { tenders: { 'orange-money': { ...scriptedDevice(APPROVED), examine } } },
      { tenders: ['orange-money'], role: 'cashier' },
    )
    const looksAgain = async (afterMs: number) => {
      const before = examined
      kiosk.pass(afterMs - 1)
      await looked(kiosk)
      expect(examined).toBe(before)
      kiosk.pass(TURN_MS)
      await expect.poll(() => examined).toBe(before + 1)
    }
    await expect.poll(() => examined).toBe(1)
    finding = { step: 'access', finding: 'refused', status: 401 }
    await looksAgain(180_000)
    expect(await typesOf(kiosk)).toEqual([])
    await looksAgain(10_000)
    await expect
      .poll(async () => (await kiosk.readiness()).issues)
      .toEqual([{ type: 'payments-unavailable', ways: [{ tender: 'orange-money', fault: 'rejected' }], all: true }])
    expect((await kiosk.readiness()).sells).toBe(false)
    finding = { step: 'access', finding: 'ok' }
    await looksAgain(10_000)
    await expect.poll(() => typesOf(kiosk)).toEqual([])
  })

  it('says so where nobody can pay, no ticket comes out or nobody answers', async () => {
    const jammed = { state: 'not-ready', reason: 'jammed', detail: '' } as const
    const { kiosk } = await watching(
      { tickets: { status: () => Promise.resolve(jammed) }, tenders: { 'orange-money': new AttendedTerminal() } },
      { tenders: ['orange-money'] },
    )
    const expected = [{ type: 'no-tender-available' }, { type: 'ticket-printer-unavailable', fault: 'jammed' }]
    expect((await kiosk.readiness()).issues).toEqual(expected)
    const { kiosk: desk } = await watching({}, { tenders: ['orange-money'], role: 'cashier' })
    expect(await typesOf(desk)).toEqual([])
    const { kiosk: alone } = await watching({ line: () => Promise.reject(new Error('away')) })
    await expect.poll(() => typesOf(alone)).toEqual(['partner-unreachable'])
    expect(alone.said[0]).toBe('readiness.cannot-sell')
  })
})
