import { expect, it } from 'vitest'
import { need } from '../kiosk/machine.ts'
import { onlyCode } from '../support/plain-kiosk.ts'
import { pin, useSmallKiosks } from './small-kiosk.ts'

const startKiosk = useSmallKiosks()
const who = { staff: 'cashier', pin }
const MINUTES = 60_000

const sessionsIn = (asked: readonly string[]): number =>
  asked.filter((request) => request === 'POST /booking-sessions').length

it('tells the seats left of an event: asked once, then known for five minutes, and whenever somebody looks at it', async () => {
  const kiosk = await startKiosk()
  const { api, eventId, asked } = kiosk
  const sessions = (): number => sessionsIn(asked)
  const left = async () => need(await api.viewEventSeats({ ...who, eventIds: [eventId] }))
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
  const kiosk = await startKiosk({
    settings: {
      accessCodes: {
        ...onlyCode('7'),
        of: async (eventId) => (eventId === 'event-0' ? [] : [{ code: '7', source: 'settings' }]),
      },
    },
  })
  const { api, asked } = kiosk
  const before = sessionsIn(asked)
  const answers = await Promise.all([1, 2].map(() => api.viewEventSeats({ ...who, eventIds })))
  expect(answers.map(need)).toEqual([[], []])
  expect(sessionsIn(asked) - before).toBe(4)
})
