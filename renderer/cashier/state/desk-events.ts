import { isEventOver, venueTime } from '../../../shared/domain/seats/event-end.ts'
import type { Desk } from './desk.ts'

/** What is on sale, asked again whenever the list comes into sight. */
export interface Events {
  readonly list: () => Promise<void>
  /** The same, and how many seats they have left. */
  readonly look: () => Promise<void>
  /** Resolves once events are listed. */
  readonly listed: () => Promise<void>
}

export function createEvents({ invoke, getState, set }: Desk): Events {
  let listing: Promise<void> = Promise.resolve()

  async function ask(): Promise<void> {
    const reply = await invoke('listEvents', {})
    if (reply.ok) set({ events: reply.value.events })
    if (reply.ok && reply.value.events.length > 0) return
    // A wrong clock may be the reason.
    const info = await invoke('getKiosk', {})
    if (info.ok) set({ info: info.value })
  }

  async function count(): Promise<void> {
    const { screen, events, info } = getState()
    const now = venueTime(info ?? {}, Date.now())
    const eventIds = events.filter((event) => !isEventOver(event, now)).map(({ eventId }) => eventId)
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
    listed: () => (getState().events.length > 0 ? Promise.resolve() : listing),
  }
}
