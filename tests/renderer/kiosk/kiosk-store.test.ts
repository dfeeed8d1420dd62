import { expect, onTestFinished, test, vi } from 'vitest'
import { idleRule, type IdleRule, screenOf } from '../../../renderer/kiosk/screen.ts'
import { type KioskState, visitOf } from '../../../renderer/kiosk/state/kiosk-state.ts'
import { KioskStore } from '../../../renderer/kiosk/state/kiosk-store.ts'
import { noWishes } from '../../../renderer/kiosk/state/steps.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { KioskEvent } from '../../../shared/api/kiosk/contract.ts'
import type { KioskInfo } from '../../../shared/api/kiosk/views.ts'
import {
  type Answers,
  atOffers,
  calmAnswers,
  events,
  kioskInfo,
  plannedVisit,
  proposals,
  review,
  sale,
  saleId,
  soldOnPlan,
  threeSeats,
  visit,
} from '../../world/scenes/answers.ts'
import { scenes } from '../../world/scenes/scenes.ts'
import { bySection } from '../../../shared/domain/seats/offer.ts'

const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Opens the store of a kiosk with a scripted main process. Methods without an answer reject. */
async function openStore(given: Answers) {
  const answers: Answers = { ...given }
  const calls: { readonly method: string; readonly input: unknown }[] = []
  let tell: (event: KioskEvent) => void = () => undefined
  const store = new KioskStore({
    async invoke(method, input) {
      calls.push({ method, input })
      if (!(method in answers)) throw new Error(`${method}: gone`)
      return answers[method]
    },
    subscribe(listener) {
      tell = listener
      return () => undefined
    },
    onLost: () => () => undefined,
    onReopened: () => () => undefined,
  })
  onTestFinished(store.start())
  await answered()
  return {
    store,
    answers,
    order: (...wanted: readonly string[]) => calls.flatMap(({ method }) => (wanted.includes(method) ? [method] : [])),
    asked: (wanted: string) => calls.filter(({ method }) => method === wanted).map(({ input }) => input),
    screen: () => screenOf(store.getState()).name,
    told: async (event: KioskEvent): Promise<void> => {
      tell(event)
      await answered()
    },
  }
}

const openScene = (name: string) => openStore(scenes[name]!.answers)
test('a sale is what the main process tells, also when an older answer comes after it', async () => {
  const { store, answers, screen, told } = await openScene('review')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const late = answers['pay']
  answers['pay'] = promise
  store.pay('card')
  await told({ name: 'sale-changed', payload: sale({ name: 'confirming', slow: false }) })
  expect(screen()).toBe('confirming')
  resolve(late)
  await answered()
  expect(screen()).toBe('confirming')
})

test('tickets that are printed after their customer has left do not end the sale of the next customer', async () => {
  const onPage = { ...sale({ name: 'confirming', slow: false }), telephone: { address: null } }
  const { store, answers, order } = await openStore({ ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: onPage }) })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers['printPublished'] = promise
  const leaving = store.leavePublished(saleId, 'idle')
  store.leave('cancelled')
  answers['getKiosk'] = ok({ ...kioskInfo, sale: { ...onPage, saleId: saleId.replace(/^./u, 'f') } })
  await store.refresh()
  resolve(ok(onPage))
  await leaving
  expect(order('dismissSale')).toEqual(['dismissSale'])
})

test('a sale whose seats were taken meanwhile asks for others', async () => {
  const { store, answers, asked, screen } = await openScene('seats taken meanwhile')
  store.chooseCount(3)
  await answered()
  store.hold(threeSeats)
  await answered()
  expect(screen()).toBe('offers')
  expect(store.getState().sale?.stage).toMatchObject({ notice: { type: 'seat-taken' } })
  expect(asked('proposeSeats')).toHaveLength(3)
  answers['holdSeats'] = ok(sale(review))
  store.hold(threeSeats)
  await answered()
  expect(screen()).toBe('review')
})

test('another offer is held as soon as the seats of the first are released; if it is gone, offers are searched again', async () => {
  const changeSeats = ok(sale({ name: 'releasing' }))
  const { store, answers, asked, order, screen, told } = await openStore({ ...atOffers(), changeSeats })
  const released = { name: 'sale-changed', payload: sale({ name: 'choosing', notice: null }) } as const
  await answered()
  store.holdOffer(proposals[0]!)
  await answered()
  const searches = asked('proposeSeats').length
  store.swapFor(proposals[1]!)
  await answered()
  expect(asked('holdSeats')).toHaveLength(1)
  await told(released)
  expect(asked('holdSeats').at(-1)).toEqual({ saleId, groups: bySection(proposals[1]!.seats) })
  expect(screen()).toBe('review')
  answers['holdSeats'] = err({ type: 'seat-unknown' })
  store.swapFor(proposals[0]!)
  await answered()
  await told(released)
  expect(screen()).toBe('offers')
  expect(store.getState().problem).toEqual({ type: 'seat-unknown' })
  expect(asked('proposeSeats')).toHaveLength(searches + 1)
  expect(order('changeSeats', 'holdSeats').slice(1)).toEqual(['changeSeats', 'holdSeats', 'changeSeats', 'holdSeats'])
})

test('a sale looks for seats in the tribune wished for, and everywhere again for the next customer', async () => {
  const { store, asked } = await openStore(atOffers())
  store.chooseCount(3)
  store.openWishes()
  store.wish({ ...noWishes, zoneId: 'N' })
  await answered()
  expect(asked('proposeSeats').at(-1)).toEqual({ saleId, count: 3, zoneId: 'N' })
  store.leave('cancelled')
  await answered()
  store.chooseEvent(sale(review).event)
  store.chooseCount(2)
  await answered()
  expect(asked('proposeSeats').at(-1)).toEqual({ saleId, count: 2 })
})

test('a sale goes on where it was after the window was reloaded', async () => {
  const choosing = await openStore(atOffers())
  expect(choosing.screen()).toBe('offers')
  expect(choosing.asked('startVisit')).toEqual([{ eventId: '1', language: 'fr' }])
  const held = await openStore(soldOnPlan(review))
  expect(held.screen()).toBe('review')
  expect(visitOf(held.store.getState())).toEqual(plannedVisit)
  expect(held.asked('viewVisit')).toEqual([{ saleId }])
  expect(held.asked('startVisit')).toEqual([])
})

test('a reply about the machine that was requested before a visit or a hold changes neither', async () => {
  const { store, answers, screen, asked } = await openStore({ ...calmAnswers, ...atOffers(), getKiosk: ok(kioskInfo) })
  const overtaken = async (run: () => void): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    answers['getKiosk'] = promise
    const refreshed = store.refresh()
    run()
    await answered()
    resolve(ok(kioskInfo))
    await refreshed
  }
  await overtaken(() => store.chooseEvent(events[0]!))
  expect(asked('startVisit')).toHaveLength(1)
  answers['holdSeats'] = ok(sale(review))
  await overtaken(() => store.hold(threeSeats))
  expect(screen()).toBe('review')
})

test('a page that wakes from sleep shows no old hold, and takes no touch before it knows what is', async () => {
  const { store, answers, screen, asked, told } = await openStore(soldOnPlan(review))
  expect(screen()).toBe('review')
  const awake = told({ name: 'resumed', payload: null })
  expect(screen()).toBe('starting')
  await awake
  expect(screen()).toBe('review')
  expect(asked('abandonSale')).toEqual([])

  answers['getKiosk'] = ok({ ...kioskInfo, sale: sale({ name: 'ended', reason: 'hold-expired' }) })
  await told({ name: 'resumed', payload: null })
  expect(screen()).toBe('ended')
  store.leave('idle')
})

test('a page that wakes from sleep before the program says so leaves what was chosen, and loads prices and events again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, answers, screen, asked, order } = await openStore(atOffers())
  expect(screen()).toBe('offers')
  const before = order('listEvents').length
  answers['getKiosk'] = ok(kioskInfo)
  store.lookForSleep()
  expect(screen()).toBe('offers')

  vi.setSystemTime(Date.now() + 1_200_000)
  store.lookForSleep()
  expect([screen(), store.getState().events.state]).toEqual(['starting', 'waiting'])
  await answered()
  expect([screen(), store.getState().events.state]).toEqual(['attract', 'ready'])
  expect(asked('abandonSale')).toEqual([{ saleId, reason: 'idle' }])
  expect(order('listEvents').length).toBeGreaterThan(before)
})

test('a sale that a customer waits for the operator about says in the end that nothing was paid', async () => {
  const { store, screen, told } = await openScene('come back')
  expect(screen()).toBe('come-back')
  await told({ name: 'sale-changed', payload: sale({ name: 'ended', reason: 'restart' }) })
  expect(store.getState().step).toEqual({ name: 'code', answer: { state: 'not-paid' } })
})

test('a sale goes on in the customer’s language, and leaves nothing of it to the next customer', async () => {
  const getKiosk = ok({ ...kioskInfo, sale: { ...sale(review), language: 'en' } })
  const { store, screen, asked } = await openStore({ ...calmAnswers, getKiosk })
  expect([screen(), store.getState().language]).toEqual(['review', 'en'])
  store.toggleAid('contrast')
  store.showEvents()
  await answered()
  expect([screen(), store.getState().language]).toEqual(['events', 'en'])
  expect(asked('abandonSale')).toEqual([{ saleId, reason: 'cancelled' }])
  store.leave('idle')
  await answered()
  expect([screen(), store.getState().language]).toEqual(['attract', 'fr'])
  expect(Object.values(store.getState().aids)).not.toContain(true)
})

test('headphones that come out on the poster end the voice, and ask nobody how to go on', async () => {
  const { store, told } = await openStore(calmAnswers)
  await told({ name: 'headphones-changed', payload: 'in' })
  expect(store.getState().aids.spoken).toBe(true)
  await told({ name: 'headphones-changed', payload: 'out' })
  expect(store.getState()).toMatchObject({ aids: { spoken: false }, dialog: null })
})

test('a sale in cash that nobody takes is cancelled before its seats are given back', async () => {
  const { store, asked, order, screen } = await openScene('cash')
  store.leave('idle')
  await answered()
  expect(screen()).toBe('attract')
  expect(order('cancelPayment', 'abandonSale')).toEqual(['cancelPayment', 'abandonSale'])
  expect(asked('cancelPayment')).toEqual([{ saleId }])
  expect(asked('abandonSale')).toEqual([{ saleId, reason: 'idle' }])
})

test('a sale whose visit fails takes the screen, and leads back to the events', async () => {
  const { store, asked, screen } = await openStore({ ...atOffers(), proposeSeats: err({ type: 'session-expired' }) })
  store.chooseCount(2)
  await answered()
  expect(screen()).toBe('problem')
  store.showEvents()
  expect(screen()).toBe('events')
  expect(asked('abandonSale')).toEqual([{ saleId, reason: 'cancelled' }])
})

test.each(['visit', 'hold'] as const)(
  'an event that is over by its %s is reported as over, and not listed again',
  async (at) => {
    const notice = { type: 'event-ended' } as const
    const { store, answers, screen, told } = await openStore({
      ...calmAnswers,
      ...(at === 'visit' && { startVisit: err(notice) }),
    })
    store.chooseEvent(events[0]!)
    await answered()
    if (at === 'hold') await told({ name: 'sale-changed', payload: sale({ name: 'choosing', notice }) })
    expect(screenOf(store.getState())).toEqual({ name: 'problem', problem: notice })
    const other = { events: events.slice(1, 2), total: 1, stale: false }
    answers['listEvents'] = ok(other)
    store.showEvents()
    expect(screen()).toBe('events')
    expect(store.getState().events.state).toBe('waiting')
    await answered()
    expect(store.getState().events).toMatchObject({ value: other })
  },
)

test('out of service goes away by itself when the booking service is back', async () => {
  const { answers, screen, told } = await openScene('service out of reach')
  expect(screen()).toBe('out-of-service')
  answers['listEvents'] = calmAnswers['listEvents']
  await told({ name: 'partner-changed', payload: { state: 'up' } })
  expect(screen()).toBe('attract')
})

test.each<[string, Partial<KioskInfo>]>([
  ['printer', { printer: { state: 'not-ready', reason: 'paper-out' } }],
  ['storage', { storageFull: true }],
  ['payment', { tenders: [] }],
])('out of service is the poster of a machine that cannot sell: %s', async (cause, change) => {
  const { store } = await openStore({ ...calmAnswers, getKiosk: ok({ ...kioskInfo, ...change }) })
  expect(screenOf(store.getState())).toEqual({ name: 'out-of-service', cause })
})

test('out of service goes away by itself when the printer works again', async () => {
  const { screen, told } = await openStore(calmAnswers)
  await told({ name: 'printer-changed', payload: { state: 'not-ready', reason: 'paper-out' } })
  expect(screen()).toBe('out-of-service')
  await told({ name: 'printer-changed', payload: { state: 'ready', reason: '' } })
  expect(screen()).toBe('attract')
})

test('out of service is the poster while the booking service is out of reach, and no list that somebody looks at', async () => {
  const { store, screen, told } = await openStore(calmAnswers)
  store.showEvents()
  await told({ name: 'partner-changed', payload: { state: 'down' } })
  expect(screen()).toBe('events')
  store.backToAttract()
  expect(screen()).toBe('out-of-service')
  await told({ name: 'partner-changed', payload: { state: 'up' } })
  expect(screen()).toBe('attract')
})

const reviewed = { quietMs: 90_000, warningMs: 30_000 }
const paid = 'card|scan|telephone, waiting|notes, some in|confirming|printing|print problem|done'

test.each<[string, Partial<KioskState>, IdleRule | null]>([
  ...paid.split('|').map((name): [string, object, null] => [name, {}, null]),
  ['review', {}, reviewed],
  ['review', { byKeys: true }, { ...reviewed, warningMs: 60_000 }],
  ['offers', {}, { ...reviewed, quietMs: 60_000 }],
  ['cash', {}, reviewed],
  ['cash', { attended: 'r' }, null],
  ['cash', { attended: 'another' }, reviewed],
])('nobody there: the screen says whether and when it is given up: %s, %j', async (name, change, rule) => {
  const { store } = await openScene(name)
  const state = { ...store.getState(), ...change }
  expect(idleRule(screenOf(state), state)).toEqual(rule)
})

test('two seats are offered before a number is chosen, or one if the kiosk sells or the venue has only one', async () => {
  const askedFor = async (answers: Answers) => (await openStore(answers)).asked('proposeSeats')
  expect(await askedFor(atOffers())).toEqual([{ saleId, count: 2 }])
  const single = atOffers({ ...calmAnswers, getKiosk: ok({ ...kioskInfo, maxSeats: 1 }) })
  expect(await askedFor(single)).toEqual([{ saleId, count: 1 }])
  const left = (remaining: number) => {
    const { session } = visit
    const overview = { ...session.overview, remaining, soldOut: remaining === 0 }
    return { ...atOffers(), startVisit: ok({ ...visit, session: { ...session, overview } }) }
  }
  expect(await askedFor(left(1))).toEqual([{ saleId, count: 1 }])
  expect(await askedFor(left(0))).toEqual([])
})

test('the best wheelchair space is held at once, but not again after its customer wants others', async () => {
  const { store, answers, asked, screen } = await openStore(atOffers())
  store.askWheelchairPlace()
  await answered()
  expect(asked('proposeSeats').at(-1)).toEqual({ saleId, count: 2, wheelchair: true })
  const seatIds = threeSeats.map(({ seatId }) => seatId)
  expect(asked('holdSeats')).toEqual([{ saleId, groups: [{ sectionId: 'O5', seatIds, wheelchair: true }] }])
  expect(screen()).toBe('review')
  answers['holdSeats'] = err({ type: 'seat-unknown' })
  store.changeSeats()
  await answered()
  await answered()
  expect(screen()).toBe('offers')
  expect(asked('proposeSeats').at(-1)).toEqual({ saleId, count: 2, wheelchair: true })
  expect(asked('holdSeats')).toHaveLength(1)
})
