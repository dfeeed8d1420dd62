import { events, type EventName } from './codes.ts'

export interface DeviceEvent {
  readonly name: EventName
  /** Of a note that was read, credited or cleared; 0: which one is not known. */
  readonly channel: number
}

/** Which devices tell of money with a list of values behind it. */
const SMART_UNITS: ReadonlySet<number> = new Set([3, 6])

const withChannel: ReadonlySet<EventName> = new Set<EventName>(['read', 'credit', 'clearedFromFront', 'clearedIntoBox'])
const atPowerUpOfStore: ReadonlySet<EventName> = new Set<EventName>([
  'notePaidIntoStackerAtPowerUp',
  'notePaidIntoStoreAtPowerUp',
])

const names = new Map<number, EventName>(Object.entries(events).map(([name, code]) => [code, name as EventName]))

export interface PolledEvents {
  readonly events: readonly DeviceEvent[]
  /** A byte that is no event of a note validator: nothing behind it can be read, as its length is not known. */
  readonly unread: number | null
}

/** The events of a reply to a poll, without its first byte, in their order. */
export function readEvents(data: Uint8Array, protocol: number, unitType: number): PolledEvents {
  const found: DeviceEvent[] = []
  for (let at = 0; at < data.length;) {
    const code = data[at] ?? 0
    const name = names.get(code)
    if (name === undefined) return { events: found, unread: code }
    const length = lengthBehind(name, data, at, protocol, unitType)
    if (at + 1 + length > data.length) return { events: found, unread: code }
    found.push({ name, channel: withChannel.has(name) ? (data[at + 1] ?? 0) : 0 })
    at += 1 + length
  }
  return { events: found, unread: null }
}

function lengthBehind(name: EventName, data: Uint8Array, at: number, protocol: number, unitType: number): number {
  if (withChannel.has(name)) return 1
  if (atPowerUpOfStore.has(name)) return protocol >= 8 ? 7 : 0
  if (name !== 'fraud') return 0
  if (!SMART_UNITS.has(unitType)) return 1
  return protocol >= 6 ? 1 + 7 * (data[at + 1] ?? 0) : 4
}
