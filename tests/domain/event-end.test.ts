import { describe, expect, test } from 'vitest'
import { isEventOver, upcomingEvents } from '../../shared/domain/seats/event-end.ts'

const evening = '2026-05-16T20:00:00'

describe('an event is over', () => {
  test.each([
    ['at its end', evening, '2026-05-16T22:30:00', '2026-05-16T22:30'],
    ['at the end of the last of several days', '2026-05-15', '2026-05-17', '2026-05-18T00:00'],
    ['at its end, if the start cannot be read', 'samedi', '2026-05-16T22:30:00', '2026-05-16T22:30'],
    ['six hours after an evening start without an end', evening, '', '2026-05-17T02:00'],
    ['at the end of the day after a morning start without an end', '2026-05-16T09:00:00', '', '2026-05-17T00:00'],
    ['at the end of a day without an hour', '2026-05-16', '', '2026-05-17T00:00'],
    ['six hours after the start, if the end is the start', evening, evening, '2026-05-17T02:00'],
    ['six hours after the start, if the end is before it', evening, '2026-05-16T02:00:00', '2026-05-17T02:00'],
    ['six hours after the start, if the end cannot be read', evening, '22 h 30', '2026-05-17T02:00'],
  ])('%s', (_, startsAt, endsAt, over) => {
    const before = new Date(Date.parse(`${over}Z`) - 60_000).toISOString().slice(0, 19)
    expect([before, over].map((now) => isEventOver({ startsAt, endsAt }, now))).toEqual([false, true])
  })

  test('never, if neither time can be read', () =>
    expect(isEventOver({ startsAt: 'samedi', endsAt: '' }, '2099-01-01T00:00:00')).toBe(false))
})

test('upcoming events come soonest first, those without a readable start last', () => {
  const at = (startsAt: string) => ({ startsAt, endsAt: '' })
  const listed = ['samedi', '2026-05-18', evening, '2026-05-14T20:00:00', '2026-05-17T20:00:00'].map(at)
  const upcoming = upcomingEvents(listed, '2026-05-16T21:00:00')
  expect(upcoming.map(({ startsAt }) => startsAt)).toEqual([evening, '2026-05-17T20:00:00', '2026-05-18', 'samedi'])
})
