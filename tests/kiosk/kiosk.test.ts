import { describe, expect, it, test } from 'vitest'
import { cashier, need, PAPER_OUT, refusal, startAt, startSmallKiosk, supervisor } from '../world/kiosk-fixture.ts'
import type { HeadphoneJack } from '../../electron/kiosk/ports/devices.ts'
import { type Clock, listAllEvents, type PartnerReply, type PartnerService } from '../../electron/kiosk/ports/ports.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { EventPage } from '../../shared/domain/seats/offer.ts'
import { events as samples } from '../world/scenes/answers.ts'
import { onlyCode } from '../support/minimal-kiosk.ts'
import { watchScreens } from '../../electron/kiosk/monitors/screen-watch.ts'
import type { ScreenFault } from '../../shared/api/kiosk/command.ts'
import { watchPartner } from '../../electron/kiosk/monitors/partner-watch.ts'
import { watchHeadphones } from '../../electron/kiosk/monitors/device-watch.ts'
import type { TrainingControls } from '../../electron/kiosk/staff/training-commands.ts'

describe('a kiosk', () => {
  it('tells its screens what it is set up for, and leaves out what it is not', async () => {
    const plain = await startSmallKiosk()
    const { deviceId, tenders, ...info } = need(await plain.api.getKiosk({}))
    expect([deviceId, tenders]).toEqual(['kiosk-1', ['card', 'cash']])
    const optional = ['numerals', 'theme', 'readBack', 'role', 'shortcuts', 'attended', 'storageFull', 'lockAfterMs']
    for (const key of optional) expect(info).not.toHaveProperty(key)
    const told = { numerals: 'arabic', theme: 'night', role: 'cashier', shortcuts: {}, lockAfterMs: 0 } as const
    const kiosk = await startSmallKiosk({ settings: { ...told, people: () => ({ hasStaff: true }) } })
    const shown = { ...told, hasStaff: true, partner: { state: 'up' }, parked: [] }
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject(shown)
  })

  it('lets customers read the conditions in their language, or in its own where there is no other', async () => {
    const plain = await startSmallKiosk()
    expect(need(await plain.api.readTerms({ language: 'fr' }))).toBeNull()
    expect(need(await plain.api.getKiosk({}))).not.toHaveProperty('terms')
    const seller = { name: 'Stade', address: 'Nongo', contact: '620', taxNumber: '' }
    const texts = { conditions: { fr: 'Conditions', pt: 'Condições' }, privacy: { pt: 'Privacidade' }, version: '2' }
    const kiosk = await startSmallKiosk({ settings: { terms: { seller, texts } } })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject({ terms: { seller: 'Stade' } })
    expect(need(await kiosk.api.readTerms({ language: 'ar' }))).toEqual({
      seller,
      version: '2',
      conditions: { language: 'fr', text: 'Conditions' },
      privacy: { language: 'pt', text: 'Privacidade' },
    })
  })

  it('tells its screens while its printer has to be waited for', async () => {
    let report: (awaited: boolean) => void = () => {}
    const kiosk = await startSmallKiosk({ printers: { onAwaited: (listener) => (report = listener) } })
    need(await kiosk.api.getKiosk({}))
    report(true)
    report(false)
    expect(kiosk.events.filter(({ name }) => name === 'printer-changed').slice(-2)).toMatchObject([
      { payload: { state: 'ready', awaited: true } },
      { payload: { state: 'ready', reason: '' } },
    ])
  })

  it('shows its screen although its printer does not answer', async () => {
    let isOff = false
    const status = () => (isOff ? new Promise<never>(() => {}) : Promise.resolve({ state: 'ready' } as const))
    const kiosk = await startSmallKiosk({ tickets: { status } })
    isOff = true
    const opened = kiosk.api.getKiosk({})
    await expect.poll(() => kiosk.sleepsFor(2_000)).toBe(true)
    kiosk.pass(2_000)
    expect(need(await opened).printer).toEqual({ state: 'unknown', reason: '' })
  })

  it('asks its printer no oftener than something about it may have changed', async () => {
    let asked = 0
    const status = async () => ((asked += 1), { state: 'ready' } as const)
    const kiosk = await startSmallKiosk({ tickets: { status } })
    await kiosk.reviewed()
    const before = asked
    const { saleId } = need(await kiosk.api.getKiosk({})).sale!
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.shown(saleId)
    expect(asked - before).toBe(2)
  })

  it('finds the service again by itself, and asks nobody to wait for it meanwhile', async () => {
    let away = false
    const kiosk = await startSmallKiosk({
      line: (_path, forward) => (away ? Promise.reject(new Error('away')) : forward()),
    })
    const list = () => kiosk.api.listEvents({ page: 2, limit: 1 })
    const told = () => kiosk.events.flatMap((event) => (event.name === 'partner-changed' ? [event.payload.state] : []))
    const unreachable = { type: 'partner-unreachable' }
    need(await list())
    away = true
    for (let call = 1; call <= 3; call += 1) expect(await refusal(list())).toEqual(unreachable)
    expect(told()).toEqual(['down'])
    expect(need(await kiosk.api.getKiosk({})).partner).toEqual({ state: 'down' })
    const before = kiosk.asked.length
    expect(await refusal(list())).toEqual(unreachable)
    kiosk.pass(2_999)
    expect(kiosk.asked).toHaveLength(before)
    kiosk.pass(1)
    await expect.poll(() => kiosk.asked.length).toBe(before + 1)
    away = false
    kiosk.pass(3_000)
    await expect.poll(told).toEqual(['down', 'up'])
    const found = kiosk.asked.length
    kiosk.pass(60_000)
    need(await kiosk.api.getKiosk({}))
    expect(kiosk.asked).toHaveLength(found)
  })

  it('may be taken away only when nobody would notice', async () => {
    const kiosk = await startSmallKiosk({ settings: { quietMs: 60_000 } })
    expect(kiosk.blocker()).toBe('attention')
    kiosk.pass(60_000)
    expect(kiosk.blocker()).toBeNull()
    need(await kiosk.api.reportActivity({ inUse: true }))
    kiosk.pass(89_999)
    expect(kiosk.blocker()).toBe('attention')
    kiosk.pass(1)
    expect(kiosk.blocker()).toBeNull()
    need(await kiosk.api.reportActivity({ inUse: false }))
    kiosk.pass(59_999)
    expect(kiosk.blocker()).toBe('attention')
    kiosk.pass(1)
    const looking = kiosk.api.getKiosk({})
    expect(kiosk.blocker()).toBe('work')
    need(await looking)
    const { saleId } = await kiosk.visited()
    expect(kiosk.blocker()).toBe('sale')
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    expect(kiosk.blocker()).toBeNull()
  })

  it('journals its start and its end, and how many sales went on', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { tickets: { status: async () => PAPER_OUT } })
    const again = await kiosk.restart()
    await again.sales.settled(saleId)
    const rows = again.ledger.journalLines({ before: null, saleId: null, limit: 100 }).toReversed()
    const starts = rows.filter(({ code }) => ['START', 'STOP', 'RESUMED', 'RECOVERED_START'].includes(code))
    expect(starts.map(({ code }) => code)).toEqual(['START', 'STOP', 'RESUMED', 'RECOVERED_START'])
    const [first, , , second] = starts.map(({ details }) => JSON.parse(details) as object)
    expect(first).toMatchObject({ mode: 'demo', recovered: 0, printer: 'paper-out' })
    expect(second).toMatchObject({ recovered: 1 })
    // Visits do not survive a restart, so their holds are released.
    expect(again.ledger.find(saleId)?.state).toBe('abandoned')
  })

  it('opens without a printer that does not answer', async () => {
    const status = () => new Promise<never>(() => undefined)
    const kiosk = await startSmallKiosk({ tickets: { status }, startsForMs: 2_000 })
    const [row] = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 1 })
    expect(JSON.parse(row!.details)).toMatchObject({ printer: 'unknown' })
  })
})

const event = (number: number) => ({ ...samples[0]!, eventId: String(number) })

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

function service(count: number, { most = 100, change = (page: EventPage): PartnerReply<EventPage> => ok(page) } = {}) {
  const asked: number[] = []
  return {
    asked,
    async listEvents({ page, limit: wanted }: { readonly page: number; readonly limit: number }) {
      asked.push(page)
      const limit = Math.min(wanted, most)
      const from = (page - 1) * limit
      const events = numbers(from + 1, Math.max(0, Math.min(limit, count - from))).map(event)
      return change({ events, page, limit, total: count, totalPages: Math.ceil(count / limit) })
    },
  }
}

const idsOf = (reply: Awaited<ReturnType<typeof listAllEvents>>) =>
  reply.ok && reply.value.events.map((one) => one.eventId)

test.each([
  [0, 100, 1],
  [100, 100, 1],
  [101, 100, 2],
  [37, 12, 4],
])('%i events in pages of %i are all listed, by %i requests', async (count, most, requests) => {
  const partner = service(count, { most })
  const listed = await listAllEvents(partner)
  expect(idsOf(listed)).toEqual(numbers(1, count).map(String))
  expect(listed).toMatchObject({ value: { total: count } })
  expect(partner.asked).toHaveLength(requests)
})

test('an event that moves to the next page meanwhile is listed once', async () => {
  const change = (page: EventPage) =>
    ok({ ...page, events: page.page === 2 ? [event(100), ...page.events] : page.events })
  expect(idsOf(await listAllEvents(service(150, { change })))).toEqual(numbers(1, 150).map(String))
})

test('a service that answers each page with the first is asked twice', async () => {
  const partner = service(100, { change: (page) => ok({ ...page, events: numbers(1, 100).map(event), totalPages: 9 }) })
  expect(idsOf(await listAllEvents(partner))).toHaveLength(100)
  expect(partner.asked).toEqual([1, 2])
})

test('more pages than are read leave a total that is larger than the list', async () => {
  const partner = service(6_000)
  expect(await listAllEvents(partner)).toMatchObject({ value: { total: 6_000, events: { length: 5_000 } } })
  expect(partner.asked).toHaveLength(50)
})

test('a page that fails fails the list', async () => {
  const gone = err({ type: 'unreachable', detail: 'timeout' } as const)
  const change = (page: EventPage) => (page.page === 2 ? gone : ok(page))
  expect(await listAllEvents(service(150, { change }))).toEqual(gone)
})

const MINUTES = 60_000

const sessionsIn = (asked: readonly string[]): number =>
  asked.filter((request) => request === 'POST /booking-sessions').length

it('tells the seats left of an event: asked once, then known for five minutes, and whenever somebody looks at it', async () => {
  const kiosk = await startSmallKiosk()
  const { api, eventId, asked } = kiosk
  const sessions = (): number => sessionsIn(asked)
  const left = async () => need(await api.viewEventSeats({ ...cashier, eventIds: [eventId] }))
  expect(await left()).toEqual([{ eventId, remaining: 24 }])
  const first = sessions()
  expect(first).toBe(1)
  await left()
  expect(sessions()).toBe(first)
  kiosk.pass(4 * MINUTES)
  need(await api.startVisit({ eventId, language: 'fr' }))
  kiosk.pass(4 * MINUTES)
  expect(await left()).toEqual([{ eventId, remaining: 24 }])
  expect(sessions()).toBe(first + 1)
  kiosk.pass(2 * MINUTES)
  await left()
  expect(sessions()).toBe(first + 2)
})

it('asks about five events at a time, once for two who ask together, and is silent about those without a code', async () => {
  const eventIds = Array.from({ length: 20 }, (_, index) => `event-${index}`)
  const known = async (id: string) => (id === 'event-0' ? [] : [{ code: '7', source: 'typed' as const }])
  const kiosk = await startSmallKiosk({ settings: { accessCodes: { ...onlyCode('7'), of: known } } })
  const { api, asked } = kiosk
  const before = sessionsIn(asked)
  const answers = await Promise.all([1, 2].map(() => api.viewEventSeats({ ...cashier, eventIds })))
  expect(answers.map(need)).toEqual([[], []])
  expect(sessionsIn(asked) - before).toBe(4)
})

const fault: ScreenFault = { kind: 'render', error: 'TypeError', message: 'seats is null', stack: '' }

const failing = (side: 'seller' | 'customer') => [{ type: 'screen-failing', side }]

describe('a screen that fails', () => {
  test('reloads at once twice in a minute, then after 30 s, and recovers after five minutes without a fault', async () => {
    const kiosk = await startSmallKiosk()
    const report = async () => need(await kiosk.api.reportScreenFault(fault))
    expect([await report(), await report()]).toEqual([{ reloadMs: 500 }, { reloadMs: 500 }])
    kiosk.pass(60_000)
    expect([await report(), await report()]).toEqual([{ reloadMs: 500 }, { reloadMs: 500 }])
    expect(await kiosk.readiness()).toEqual({ sells: true, issues: [] })
    kiosk.pass(59_999)
    expect(await report()).toEqual({ reloadMs: 30_000 })
    expect(await kiosk.readiness()).toEqual({ sells: false, issues: failing('seller') })
    kiosk.pass(299_999)
    expect(await report()).toEqual({ reloadMs: 30_000 })
    kiosk.pass(299_999)
    expect(await kiosk.readiness()).toMatchObject({ issues: failing('seller') })
    kiosk.pass(1)
    expect(await kiosk.readiness()).toEqual({ sells: true, issues: [] })
    expect(await report()).toEqual({ reloadMs: 500 })
  })

  test('leaves the desk selling if it is the customer display', async () => {
    const kiosk = await startSmallKiosk()
    for (let times = 0; times < 3; times += 1) need(await kiosk.displayAccess.api.reportScreenFault(fault))
    expect(await kiosk.readiness()).toEqual({ sells: true, issues: failing('customer') })
    expect(need(await kiosk.api.reportScreenFault(fault))).toEqual({ reloadMs: 500 })
  })

  test('survives errors of scripts and promises, which are only logged', async () => {
    const kiosk = await startSmallKiosk()
    for (const kind of ['script', 'promise', 'script', 'promise'] as const)
      need(await kiosk.api.reportScreenFault({ ...fault, kind }))
    expect(kiosk.said).toEqual(Array.from({ length: 4 }, () => 'screen.script-failed'))
    expect(await kiosk.readiness()).toEqual({ sells: true, issues: [] })
  })
})

describe('the log', () => {
  function watched() {
    let nowMs = 0
    const lines: { readonly message: string; readonly details: unknown }[] = []
    const unexpected = (): void => expect.unreachable()
    const screens = watchScreens({
      clock: { now: () => ({ monoMs: nowMs, bootId: '', wallUtc: '' }) },
      log: { info: unexpected, error: unexpected, warn: (message, details) => lines.push({ message, details }) },
    })
    return {
      lines,
      note: (change: Partial<ScreenFault> = {}) => screens.note('seller', { ...fault, ...change }),
      pass: (ms: number) => (nowMs += ms),
    }
  }

  test('has the components, and no value from the message of the error', () => {
    const { lines, note } = watched()
    note({
      message: `seat ٣ of a.bah@example.org is ${'y'.repeat(900)} "Mariama Bah`,
      stack: [
        '',
        '    at ReviewScreen (http://127.0.0.1:4444/assets/main-C4x_.js:12:345)',
        '    at guichet://kiosk/assets/main-C4x_.js:1:2',
        '    at main (<anonymous>)',
        '    at async Desk.open [as onClick] (https://guichet.invalid/assets/desk.js:3:4)',
        '    at Mariama Bah, 620 00 11 22',
      ].join('\n'),
    })
    expect(lines).toEqual([
      {
        message: 'screen.failed',
        details: {
          side: 'seller',
          kind: 'render',
          error: 'TypeError',
          text: `seat # of … is ${'y'.repeat(900)}`.slice(0, 200),
          stack: ['ReviewScreen main-C4x_.js:12:345', 'main-C4x_.js:1:2', 'main <anonymous>', 'Desk.open desk.js:3:4'],
        },
      },
    ])
  })

  test('has at most ten lines a minute, and counts the others', () => {
    const { lines, note, pass } = watched()
    for (let times = 0; times < 25; times += 1) note()
    expect(lines).toHaveLength(10)
    pass(60_000)
    note()
    expect(lines.at(-1)).toMatchObject({ details: { leftOut: 15 } })
    note()
    expect(lines.at(-1)?.details).not.toHaveProperty('leftOut')
  })

  test('leaves out what is behind a quotation mark, closed or not', () => {
    const { lines, note } = watched()
    for (const mark of ['"', "'", '‘', '„', '«']) note({ message: `cannot sell to ${mark}Mariama Bah` })
    expect(lines).toMatchObject(Array.from({ length: 5 }, () => ({ details: { text: 'cannot sell to …' } })))
  })
})

function standingClock() {
  const sleepers: { readonly ms: number; readonly wake: () => void }[] = []
  const clock: Clock = {
    now: () => ({ monoMs: 0, bootId: 'boot', wallUtc: '2026-03-14T12:00:00.000Z' }),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        signal?.addEventListener('abort', () => resolve())
        sleepers.push({ ms, wake: resolve })
      }),
  }
  const wake = (ms: number): void => sleepers.filter((each) => each.ms === ms).forEach((each) => each.wake())
  return { clock, wake, asleep: () => sleepers.map(({ ms }) => ms) }
}

test('who waits to try again is woken by the partner’s return, by its time and with the program, and not before', async () => {
  let there = false
  const { clock, wake, asleep } = standingClock()
  const stop = new AbortController()
  const gone = { type: 'unreachable', detail: 'gone' } as const
  const reply = async () => (there ? ok({ events: [], page: 1, totalPages: 1 }) : err(gone))
  const partner = watchPartner(new Proxy({}, { get: () => reply }) as PartnerService, clock, stop.signal)
  expect(await partner.listTickets({ ownerRef: 'demo-user-1' })).toMatchObject({ ok: false })
  expect(partner.isUp()).toBe(false)
  let woken = false
  const pause = partner.pause(15_000, stop.signal).then(() => (woken = true))
  wake(3_000)
  await expect.poll(() => asleep().filter((ms) => ms === 3_000)).toHaveLength(2)
  expect(woken).toBe(false)

  there = true
  wake(3_000)
  await pause
  expect(partner.isUp()).toBe(true)
  const [short, long] = [partner.pause(500, stop.signal), partner.pause(15_000, stop.signal)]
  wake(500)
  await short
  stop.abort()
  await long
})

const stopping = new AbortController().signal

test('a plug that goes in is known and told, and so is one that comes out', () => {
  let plug: (plugged: boolean) => void = () => undefined
  const jack: HeadphoneJack = { watch: (onChange) => void (plug = onChange) }
  const told: unknown[] = []
  const known = watchHeadphones(jack, (headphones) => told.push(headphones), stopping)
  expect(known()).toBe('out')
  plug(true)
  expect(known()).toBe('in')
  plug(false)
  expect(known()).toBe('out')
  expect(told).toEqual(['in', 'out'])
})

test('what always hangs there is never told, and without any there is nothing to know', () => {
  const silent = () => expect.unreachable()
  expect(watchHeadphones('always', silent, stopping)()).toBe('always')
  expect(watchHeadphones(undefined, silent, stopping)()).toBe(undefined)
})

const notOffered = { type: 'training-not-offered' }

async function liveDesk(begin: () => Promise<void> = () => Promise.resolve()) {
  let on = false
  const training: TrainingControls = {
    side: 'live',
    async begin() {
      await begin()
      on = true
    },
    isOn: () => on,
    blocker: () => null,
    stop: () => Promise.resolve(),
  }
  return startSmallKiosk({ settings: { training } })
}

describe('training', () => {
  it('is there at a live desk alone, and is no way out of one', async () => {
    expect(await refusal((await startSmallKiosk()).api.beginTraining(supervisor))).toEqual(notOffered)
    const desk = await liveDesk()
    expect(need(await desk.api.getKiosk({}))).toMatchObject({ mayTrain: true })
    expect(await refusal(desk.api.endTraining({}))).toEqual(notOffered)
    expect(await refusal(desk.api.restartTraining(supervisor))).toEqual(notOffered)
  })

  it('begins with nobody’s sale open, ends every sign-in there, and keeps the machine from selling', async () => {
    const desk = await liveDesk()
    const { handle } = need(await desk.api.signIn(supervisor))
    const { saleId } = await desk.reviewed()
    expect(await refusal(desk.api.beginTraining(supervisor))).toEqual({ type: 'sale-in-progress' })
    need(await desk.api.abandonSale({ saleId, reason: 'idle' }))
    await expect.poll(() => desk.ledger.unfinished()).toEqual([])
    await desk.visited()
    need(await desk.api.beginTraining(supervisor))
    expect(await refusal(desk.api.viewService({ handle }))).toEqual({ type: 'signed-out' })
    expect(need(await desk.api.getKiosk({})).sale).toBeNull()
    expect(await desk.readiness()).toMatchObject({ sells: false, issues: [{ type: 'training' }] })
    expect(desk.codes().at(-1)).toBe('TRAINING_STARTED')
  })

  it('that cannot be had leaves the desk live, and the journal says so', async () => {
    const desk = await liveDesk(() => Promise.reject(new Error('no room')))
    await expect(desk.api.beginTraining(supervisor)).rejects.toThrow('no room')
    expect(desk.codes().slice(-2)).toEqual(['TRAINING_STARTED', 'TRAINING_ENDED'])
    expect((await desk.readiness()).issues).toEqual([])
  })
})
