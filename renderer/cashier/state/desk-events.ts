import { type EventOffer, isEventOver, venueTime } from '../../../shared/domain/seats/offer.ts'
import type { Desk } from './desk.ts'

/** The events on sale, requested again whenever the list is shown. */
export interface Events {
  readonly list: () => Promise<void>
  /** Requests the events, and the number of seats that each has left. */
  readonly look: () => Promise<void>
  /** Resolves once events are listed. */
  readonly listed: () => Promise<void>
  /** Drops events that are over. The event that Enter opens stays chosen. */
  readonly dropOver: () => void
}

export function createEvents({ invoke, getState, set, happen }: Desk): Events {
  let listing: Promise<void> = Promise.resolve()

  function upcoming(): readonly EventOffer[] {
    const { events, info } = getState()
    const now = venueTime(info ?? {}, Date.now())
    return events.filter((event) => !isEventOver(event, now))
  }

  async function ask(): Promise<void> {
    const reply = await invoke('listEvents', {})
    if (reply.ok) set({ events: reply.value.events })
    if (reply.ok && reply.value.events.length > 0) return
    // A wrong clock may be the reason.
    const info = await invoke('getKiosk', {})
    if (info.ok) set({ info: info.value })
  }

  async function count(): Promise<void> {
    const { screen } = getState()
    const eventIds = upcoming().map(({ eventId }) => eventId)
    if (!screen.who || eventIds.length === 0) return
    const reply = await invoke('viewEventSeats', { ...screen.who.credentials, eventIds })
    if (reply.ok) set({ seatsLeft: new Map(reply.value.map(({ eventId, remaining }) => [eventId, remaining])) })
  }

  function list(): Promise<void> {
    listing = ask()
    return listing
  }

  return {
    list,
    async look() {
      await list()
      await count()
    },
    dropOver() {
      const { events, work } = getState()
      const left = upcoming()
      if (left.length === events.length) return
      set({ events: left })
      if (work.step !== 'events') return
      const index = left.findIndex((event) => event === events[work.chosen])
      happen({ type: 'chosen', index: Math.max(0, index) })
    },
    listed: () => (getState().events.length > 0 ? Promise.resolve() : listing),
  }
}
