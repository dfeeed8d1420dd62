import type { NoteOutcome } from '../kiosk/ports/devices.ts'
import { type commands, type DeviceEvent, type EventName, readEvents, replies } from './codes.ts'
import {
  type Device,
  greeted,
  isTroubled,
  leaveEscrow,
  type NoteInside,
  noFaults,
  readSetup,
  type Step,
  type DeviceReport,
  valueIn,
} from './device.ts'

/**
 * Commands to the note validator. `agreeOnKeys` represents the three commands that negotiate the encryption
 * keys.
 */
export type Command =
  | { readonly name: Exclude<keyof typeof commands, 'protocolVersion' | 'setInhibits' | KeyCommand> }
  | { readonly name: 'protocolVersion'; readonly version: number }
  | { readonly name: 'setInhibits'; readonly channels: readonly number[] }
  | { readonly name: 'agreeOnKeys' }

type KeyCommand = 'setGenerator' | 'setModulus' | 'exchangeKeys'

export interface Reply {
  readonly status: number
  readonly data: Uint8Array
}

const OLDEST_PROTOCOL = 4
const POLL_MS = 250
/**
 * Interval in milliseconds between hold commands. Without hold commands, a device returns a note in escrow after some
 * seconds.
 */
const HOLD_MS = 1_000
const INCOMPATIBLE_RETRY_MS = 2_000
/** Time in milliseconds after which the outcome of a moving note counts as unknown. */
export const NOTE_OUTCOME_TIMEOUT_MS = 60_000
/** Time in milliseconds after a device start in which the device reports a note that was inserted before the start. */
export const STARTUP_REPORT_MS = 20_000
/** Time in milliseconds without a further report after which a jam or fraud attempt counts as over. */
const FAULT_CLEAR_MS = 30_000

/** A poll accepts a note in escrow, so no poll is sent unless the note is to be accepted. */
export function nextCommand(device: Device): Command {
  switch (device.stage) {
    case 'apart':
    case 'sync':
      return { name: 'sync' }
    case 'clear':
      // The note was inserted before the program started or reconnected, so its outcome is known only from the device's
      // events.
      return { name: 'reject' }
    case 'version':
      return { name: 'protocolVersion', version: device.version }
    case 'keys':
      return { name: 'agreeOnKeys' }
    case 'setup':
      return { name: 'setup' }
    case 'running':
      return whileRunning(device)
  }
}

function whileRunning(device: Device): Command {
  const { note, refuse, ackDue, unacked, turnedDown, askReason, withAck, open, enabled, isKnown } = device
  const poll = { name: withAck ? 'pollWithAck' : 'poll' } as const
  if (refuse) return { name: 'reject' }
  if (note.at === 'held') {
    if (note.wish === 'accept') return poll
    return { name: note.wish === 'give-back' ? 'reject' : 'hold' }
  }
  if (turnedDown) return poll
  if (ackDue && unacked !== 'unrecorded') return { name: 'eventAck' }
  if (note.at === 'none' || note.at === 'before') {
    const wanted = note.at === 'before' || !isKnown || isTroubled(device) ? [] : device.wanted
    if (wanted.length === 0) {
      if (enabled !== false) return { name: 'disable' }
    } else {
      if (open?.join() !== wanted.join()) return { name: 'setInhibits', channels: wanted }
      if (enabled !== true) return { name: 'enable' }
    }
    if (askReason) return { name: 'lastReject' }
  }
  return poll
}

export function pauseAfter(before: Command, device: Device): number {
  if (device.troubles.unfit) return INCOMPATIBLE_RETRY_MS
  if (device.refuse) return 0
  if (device.note.at === 'held' && device.note.wish === 'none') return before.name === 'hold' ? HOLD_MS : 0
  return before.name === 'poll' || before.name === 'pollWithAck' || device.turnedDown ? POLL_MS : 0
}

export const onOpened = (device: Device, nowMs: number): Device => greeted(device, 'sync', nowMs)

export function onLost(device: Device, nowMs: number): Step {
  return inTime({ device: greeted(device, 'apart', nowMs), told: [] }, nowMs)
}

export function onReply(device: Device, command: Command, reply: Reply, nowMs: number): Step {
  return inTime(answered(asSaid(device, command, nowMs), command, reply, nowMs), nowMs)
}

/** Returns the state that applies once the device may have received the command. */
function asSaid(device: Device, { name }: Command, nowMs: number): Device {
  const { note } = device
  const polls = name === 'poll' || name === 'pollWithAck'
  if (note.at !== 'held' || !(polls || name === 'reject')) return device
  return { ...device, note: leaveEscrow(note, nowMs, polls) }
}

function answered(device: Device, command: Command, reply: Reply, nowMs: number): Step {
  const isFine = reply.status === replies.ok
  const only = (changed: Partial<Device>): Step => ({ device: { ...device, ...changed }, told: [] })
  if (reply.status === replies.keyNotSet && device.encrypted)
    return { device: greeted(device, 'sync', nowMs), told: [] }
  switch (command.name) {
    case 'sync':
      return only({ stage: 'clear' })
    case 'protocolVersion':
      if (!isFine && device.version > OLDEST_PROTOCOL) return only({ version: device.version - 1 })
      return only({ stage: device.encryption === 'never' ? 'setup' : 'keys' })
    case 'agreeOnKeys':
      if (isFine) return only({ stage: 'setup', encrypted: true, withAck: true })
      return device.encryption === 'always'
        ? unfit(device, nowMs)
        : only({ stage: 'setup', withAck: false, unacked: null })
    case 'setup':
      return setUp(device, reply, nowMs)
    case 'reject':
      if (device.stage === 'clear') return only({ stage: 'version' })
      return only({ refuse: false, turnedDown: !isFine })
    case 'hold':
      return held(device, isFine, nowMs)
    case 'setInhibits':
      return only(isFine ? { open: command.channels } : { turnedDown: true })
    case 'enable':
    case 'disable':
      return only(isFine ? { enabled: command.name === 'enable' } : { turnedDown: true })
    case 'lastReject': {
      const code = reply.data[0]
      const told: DeviceReport[] = isFine && code !== undefined ? [{ type: 'reject-reason', code }] : []
      return { device: { ...device, askReason: false }, told }
    }
    case 'eventAck':
      return only(
        isFine || reply.status === replies.cannotNow ? { ackDue: false, unacked: null } : { turnedDown: true },
      )
    case 'pollWithAck':
      if (reply.status === replies.commandNotKnown) return only({ withAck: false, ackDue: false, unacked: null })
      return polled({ ...device, turnedDown: false }, reply, nowMs)
    case 'poll':
      return polled({ ...device, turnedDown: false }, reply, nowMs)
  }
}

const unfit = (device: Device, nowMs: number): Step => ({
  device: { ...greeted(device, 'sync', nowMs), troubles: { ...device.troubles, unfit: true } },
  told: [],
})

function setUp(device: Device, reply: Reply, nowMs: number): Step {
  const setup = reply.status === replies.ok ? readSetup(reply.data) : null
  if (setup === null) return unfit(device, nowMs)
  const troubles = { ...device.troubles, unfit: false }
  return { device: { ...device, stage: 'running', setup, troubles }, told: [] }
}

/** If a hold command is rejected, the note is no longer in escrow. */
function held(device: Device, isFine: boolean, nowMs: number): Step {
  const { note } = device
  if (note.at !== 'held') return { device, told: [] }
  if (!isFine) return { device: { ...device, note: leaveEscrow(note, nowMs), turnedDown: true }, told: [] }
  const told: DeviceReport[] = note.told || note.wish !== 'none' ? [] : [{ type: 'held', channel: note.channel }]
  return { device: { ...device, note: { ...note, told: note.told || told.length > 0 } }, told }
}

/** Events in `passing` need no acknowledgement. The device may repeat all other events until they are acknowledged. */
const passing: ReadonlySet<EventName> = new Set<EventName>([
  'read',
  'stacking',
  'rejecting',
  'disabled',
  'initialising',
])

function polled(device: Device, { status, data }: Reply, nowMs: number): Step {
  if (status !== replies.ok) return { device, told: [] }
  const { events, unread } = readEvents(data, device.version, device.setup?.unitType ?? 0)
  const repeats = events.some(({ name }) => name === 'credit' || name === 'clearedIntoBox')
  const ackDue = device.withAck && unread === null && events.some(({ name }) => !passing.has(name))
  // A recorded credit that the device no longer repeats needs no acknowledgement.
  const before: Device = {
    ...device,
    runningMs: device.runningMs ?? nowMs,
    note: device.note.at === 'reading' && !events.some(({ name }) => name === 'read') ? { at: 'none' } : device.note,
    unacked: device.withAck && !repeats && device.unacked === 'recorded' ? null : device.unacked,
    ackDue,
    // Until its events are acknowledged, the device repeats old events instead of reporting new ones.
    isKnown: device.isKnown || !ackDue,
  }
  return events.reduce<Step>(
    (step, event) => {
      const { device: after, told } = applyEvent(step.device, event, nowMs)
      return { device: after, told: [...step.told, ...told] }
    },
    { device: before, told: unread === null ? [] : [{ type: 'unread-event', code: unread }] },
  )
}

function inTime({ device, told }: Step, nowMs: number): Step {
  const { note, troubles, runningMs, startedMs } = device
  const over = (sinceMs: number | null): number | null =>
    sinceMs === null || nowMs - sinceMs >= FAULT_CLEAR_MS ? null : sinceMs
  const calmer: Device = {
    ...device,
    troubles: {
      ...troubles,
      jammedMs: over(troubles.jammedMs),
      cheatedMs: over(troubles.cheatedMs),
      brokenMs: over(troubles.brokenMs),
    },
  }
  const unknown = { fate: 'unknown' } as const
  if (note.at === 'moving' && nowMs - note.sinceMs >= NOTE_OUTCOME_TIMEOUT_MS) {
    const late: DeviceReport[] = note.told ? [{ type: 'fate', fate: unknown }] : []
    return { device: { ...calmer, note: { at: 'none' } }, told: [...told, ...late] }
  }
  const isQuiet =
    runningMs === null ? nowMs - startedMs >= NOTE_OUTCOME_TIMEOUT_MS : nowMs - runningMs >= STARTUP_REPORT_MS
  if (note.at === 'before' && isQuiet) {
    const late = { type: 'start-fate', fate: unknown, inBox: false } as const
    return { device: { ...calmer, note: { at: 'none' } }, told: [...told, late] }
  }
  return { device: calmer, told }
}

export const wishes = {
  /**
   * Stops waiting for a note that was inserted before the program started, because no caller queries its outcome any
   * more.
   */
  begin: (device: Device): Device => (device.note.at === 'before' ? { ...device, note: { at: 'none' } } : device),
  /** Disables the device if `channels` is empty. */
  open: (device: Device, channels: readonly number[]): Device => ({
    ...device,
    wanted: channels,
    note: noteWhenOpen(device.note, channels.length > 0),
  }),
  accept: (device: Device): Device => wished(device, 'accept'),
  giveBack: (device: Device): Device => wished(device, 'give-back'),
  recorded: (device: Device): Device => (device.unacked === null ? device : { ...device, unacked: 'recorded' }),
}

function noteWhenOpen(note: NoteInside, opens: boolean): NoteInside {
  // The note is returned, because notes are no longer accepted and no caller was notified of this note.
  if (note.at === 'held' && !note.told && !opens) return { ...note, wish: 'give-back' }
  return note
}

const wished = (device: Device, wish: 'accept' | 'give-back'): Device =>
  device.note.at === 'held' && device.note.wish === 'none' ? { ...device, note: { ...device.note, wish } } : device

const NONE: NoteInside = { at: 'none' }

function applyEvent(device: Device, event: DeviceEvent, nowMs: number): Step {
  const { troubles } = device
  const only = (changed: Partial<Device>): Step => ({ device: { ...device, ...changed }, told: [] })
  switch (event.name) {
    case 'read':
      return read(device, event.channel)
    case 'stacking':
      return only(device.note.at === 'held' ? { note: leaveEscrow(device.note, nowMs) } : {})
    case 'credit':
      return intoBox({ ...device, onItsWay: true }, event.channel)
    case 'clearedIntoBox':
      // The credit of the note may have been reported already, if a power cut then prevented the note from reaching the
      // cashbox.
      return device.onItsWay ? only(arrived(device)) : intoBox(device, event.channel)
    case 'notePaidIntoStackerAtPowerUp':
    case 'notePaidIntoStoreAtPowerUp':
      return device.onItsWay ? only(arrived(device)) : intoBox(device, 0)
    case 'stacked':
    case 'noteStored':
      return only({
        onItsWay: false,
        troubles: { ...troubles, jammedMs: null },
        // A stacked note can no longer be returned, even if its credit is not reported yet.
        ...(device.note.at === 'moving' && { note: { ...device.note, another: true } }),
      })
    case 'rejected':
    case 'clearedFromFront':
      return wasReturned(device, event.name === 'rejected')
    case 'reset':
      return { device: { ...greeted(device, 'sync', nowMs), troubles: noFaults }, told: [] }
    case 'disabled':
      return only({ enabled: false })
    case 'channelsDisabled':
      return only({ open: null })
    case 'boxFull':
      return only({ troubles: { ...troubles, boxFull: true } })
    case 'boxRemoved':
      return only({ troubles: { ...troubles, boxOut: true } })
    case 'boxReplaced':
      return only({ troubles: { ...troubles, boxOut: false, boxFull: false, jammedMs: null } })
    case 'fraud':
      return only({ troubles: { ...troubles, cheatedMs: nowMs } })
    case 'safeJam':
    case 'unsafeJam':
    case 'jamRecovery':
      return only({ troubles: { ...troubles, jammedMs: nowMs } })
    case 'pathOpen':
    case 'storeOutOfService':
      return only({ troubles: { ...troubles, brokenMs: nowMs } })
    case 'initialising':
      return only({ runningMs: nowMs })
    case 'rejecting':
      return only({})
  }
}

function read(device: Device, channel: number): Step {
  const { note } = device
  const only = (changed: Partial<Device>, told: readonly DeviceReport[] = []): Step => ({
    device: { ...device, ...changed },
    told,
  })
  if (channel === 0) {
    if (note.at === 'before' || note.at === 'moving') return only({ note: { ...note, another: true } })
    return only({ onItsWay: false, ...(note.at === 'none' && { note: { at: 'reading' } }) })
  }
  switch (note.at) {
    case 'none':
    case 'reading': {
      const wish = device.wanted.includes(channel) ? 'none' : 'give-back'
      return only({ onItsWay: false, note: { at: 'held', channel, wish, told: false } })
    }
    case 'before':
      return only({ refuse: true, note: { at: 'before', another: true } })
    case 'moving':
      // The event concerns either the note that is being accepted, or a new note, which must be rejected before a poll
      // accepts it.
      return only(note.accepting && note.channel === channel ? {} : { refuse: true })
    case 'held':
      return only({})
  }
}

/** A repeated event is acknowledged again. */
const arrived = ({ withAck, unacked }: Device): Partial<Device> => ({
  onItsWay: false,
  unacked: withAck ? (unacked ?? 'recorded') : null,
})

/** Counts a credit once, although the device repeats it until it is acknowledged. */
function intoBox(device: Device, channel: number): Step {
  if (device.unacked !== null) return { device, told: [] }
  const value = valueIn(device, channel)
  const fate: NoteOutcome = value === null ? { fate: 'unknown' } : { fate: 'credited', value }
  const after: Device = { ...device, note: NONE, unacked: device.withAck ? 'unrecorded' : null }
  switch (device.note.at) {
    case 'before':
      return { device: after, told: [{ type: 'start-fate', fate, inBox: true }] }
    case 'held':
    case 'moving':
      if (device.note.told) return { device: after, told: [{ type: 'fate', fate }] }
      return { device: after, told: [{ type: 'stray', value }] }
    case 'none':
    case 'reading':
      return { device: after, told: [{ type: 'stray', value }] }
  }
}

const isAnother = (note: NoteInside): boolean => 'another' in note && note.another

function wasReturned(device: Device, isRejected: boolean): Step {
  const { note } = device
  const out: Device = { ...device, note: NONE, refuse: false }
  switch (note.at) {
    case 'before': {
      const fate = isAnother(note) ? 'unknown' : 'returned'
      return { device: out, told: [{ type: 'start-fate', fate: { fate }, inBox: false }] }
    }
    case 'held':
    case 'moving':
      if (!note.told) return { device: out, told: [] }
      return { device: out, told: [{ type: 'fate', fate: { fate: isAnother(note) ? 'unknown' : 'returned' } }] }
    case 'none':
    case 'reading':
      return { device: { ...out, askReason: isRejected }, told: [] }
  }
}
