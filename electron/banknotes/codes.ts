/** Command codes of the SSP protocol (Innovative Technology, GA138). */
export const commands = {
  setInhibits: 0x02,
  setup: 0x05,
  protocolVersion: 0x06,
  poll: 0x07,
  reject: 0x08,
  disable: 0x09,
  enable: 0x0a,
  sync: 0x11,
  lastReject: 0x17,
  hold: 0x18,
  setGenerator: 0x4a,
  setModulus: 0x4b,
  exchangeKeys: 0x4c,
  pollWithAck: 0x56,
  eventAck: 0x57,
} as const

export const replies = {
  ok: 0xf0,
  commandNotKnown: 0xf2,
  wrongParameters: 0xf3,
  outOfRange: 0xf4,
  cannotNow: 0xf5,
  softwareError: 0xf6,
  fail: 0xf8,
  keyNotSet: 0xfa,
} as const

export const events = {
  jamRecovery: 0xb0,
  channelsDisabled: 0xb5,
  initialising: 0xb6,
  storeOutOfService: 0xc6,
  notePaidIntoStackerAtPowerUp: 0xca,
  notePaidIntoStoreAtPowerUp: 0xcb,
  stacking: 0xcc,
  noteStored: 0xdb,
  pathOpen: 0xe0,
  clearedFromFront: 0xe1,
  clearedIntoBox: 0xe2,
  boxRemoved: 0xe3,
  boxReplaced: 0xe4,
  fraud: 0xe6,
  boxFull: 0xe7,
  disabled: 0xe8,
  unsafeJam: 0xe9,
  safeJam: 0xea,
  stacked: 0xeb,
  rejected: 0xec,
  rejecting: 0xed,
  credit: 0xee,
  read: 0xef,
  reset: 0xf1,
} as const

export type EventName = keyof typeof events

/** Reasons for returning a note. The index is the code that the note validator reports. */
export const rejectReasons: readonly string[] = [
  'accepted',
  'length',
  'not recognised',
  'not recognised',
  'not recognised',
  'not recognised',
  'channel inhibited',
  'second note behind it',
  'rejected by the host',
  'in two channels of the dataset',
  'rear sensor',
  'too long',
  'disabled by the host',
  'slow mechanism',
  'string attempt',
  'fraud channel',
  'no note seen',
  'not recognised',
  'twisted',
  'held for too long',
  'bar code',
  'never reached the sensors',
  'slot',
  'slot',
  'too fast',
  'width',
  'too short',
  'paid out',
  'two notes',
  'could not be stacked',
]

export interface DeviceEvent {
  readonly name: EventName
  /** Channel of a note that was read, credited or cleared; 0 if unknown. */
  readonly channel: number
}

/** SSP unit types whose `fraud` events contain a list of amounts. */
const SMART_UNITS: ReadonlySet<number> = new Set([3, 6])

const withChannel: ReadonlySet<EventName> = new Set<EventName>(['read', 'credit', 'clearedFromFront', 'clearedIntoBox'])
const atPowerUpOfStore: ReadonlySet<EventName> = new Set<EventName>([
  'notePaidIntoStackerAtPowerUp',
  'notePaidIntoStoreAtPowerUp',
])

const names = new Map<number, EventName>(Object.entries(events).map(([name, code]) => [code, name as EventName]))

interface PolledEvents {
  readonly events: readonly DeviceEvent[]
  /** First byte that is not a known event; null if every byte was read. */
  readonly unread: number | null
}

/** Returns the events of a reply to a poll. `data` excludes the status byte. */
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
