import type { NoteFate } from '../core/ports/devices.ts'
import { type commands, type DeviceEvent, type EventName, readEvents, replies } from './codes.ts'
import {
  type Device,
  greeted,
  isTroubled,
  letGo,
  type NoteInside,
  noTroubles,
  readSetup,
  type Step,
  type Told,
  valueIn,
} from './device.ts'

/** What the host says to the device. `agreeOnKeys` is three packets that belong together. */
export type Command =
  | { readonly name: Exclude<keyof typeof commands, 'protocolVersion' | 'setInhibits' | KeyCommand> }
  | { readonly name: 'protocolVersion'; readonly version: number }
  | { readonly name: 'setInhibits'; readonly channels: readonly number[] }
  | { readonly name: 'agreeOnKeys' }

type KeyCommand = 'setGenerator' | 'setModulus' | 'exchangeKeys'

export interface Reply {
  /** The first byte. */
  readonly status: number
  /** What follows it. */
  readonly data: Uint8Array
}

const OLDEST_PROTOCOL = 4
const POLL_MS = 250
/** A device that is not told so for some seconds gives the note back. */
const HOLD_MS = 1_000
const UNFIT_MS = 2_000
/** A note that moves is somewhere after this, or people have to look. */
export const FATE_MS = 60_000
/** So long a device that has come up tells of the note of before. */
export const START_MS = 20_000
/** So long after it last said so a jam or a fraud counts as over. */
const TROUBLE_MS = 30_000

/** What is to be said next. A poll accepts what is in escrow: none is sent then, unless that is wanted. */
export function nextCommand(device: Device): Command {
  switch (device.stage) {
    case 'apart':
    case 'sync':
      return { name: 'sync' }
    case 'clear':
      // From before the program started, or the line broke: whose it was is for its events to tell.
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

/** How long to wait after this before the next command. */
export function pauseAfter(before: Command, device: Device): number {
  if (device.troubles.unfit) return UNFIT_MS
  if (device.refuse) return 0
  if (device.note.at === 'held' && device.note.wish === 'none') return before.name === 'hold' ? HOLD_MS : 0
  return before.name === 'poll' || before.name === 'pollWithAck' || device.turnedDown ? POLL_MS : 0
}

/** The line is open, or again. */
export const onOpened = (device: Device, nowMs: number): Device => greeted(device, 'sync', nowMs)

/** It says nothing, or its cable is gone. */
export function onLost(device: Device, nowMs: number): Step {
  return inTime({ device: greeted(device, 'apart', nowMs), told: [] }, nowMs)
}

export function onReply(device: Device, command: Command, reply: Reply, nowMs: number): Step {
  return inTime(answered(asSaid(device, command, nowMs), command, reply, nowMs), nowMs)
}

/** What holds as soon as the device may have heard this. */
function asSaid(device: Device, { name }: Command, nowMs: number): Device {
  const { note } = device
  const polls = name === 'poll' || name === 'pollWithAck'
  if (note.at !== 'held' || !(polls || name === 'reject')) return device
  return { ...device, note: letGo(note, nowMs, polls) }
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
      const told: Told[] = isFine && code !== undefined ? [{ type: 'reject-reason', code }] : []
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

/** A hold that is turned down: the note is in escrow no more. */
function held(device: Device, isFine: boolean, nowMs: number): Step {
  const { note } = device
  if (note.at !== 'held') return { device, told: [] }
  if (!isFine) return { device: { ...device, note: letGo(note, nowMs), turnedDown: true }, told: [] }
  const told: Told[] = note.told || note.wish !== 'none' ? [] : [{ type: 'held', channel: note.channel }]
  return { device: { ...device, note: { ...note, told: note.told || told.length > 0 } }, told }
}

/** What a device only is, or does: it waits for no word about that. Which of the others it repeats differs from one to the next. */
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
  // What it does not repeat, it has forgotten.
  const before: Device = {
    ...device,
    runningMs: device.runningMs ?? nowMs,
    note: device.note.at === 'reading' && !events.some(({ name }) => name === 'read') ? { at: 'none' } : device.note,
    unacked: device.withAck && !repeats && device.unacked === 'recorded' ? null : device.unacked,
    ackDue,
    // All of this may be old: what it has to be told that it was heard, it repeats instead of looking.
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

/** What time alone decides. */
function inTime({ device, told }: Step, nowMs: number): Step {
  const { note, troubles, runningMs, startedMs } = device
  const over = (sinceMs: number | null): number | null =>
    sinceMs === null || nowMs - sinceMs >= TROUBLE_MS ? null : sinceMs
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
  if (note.at === 'moving' && nowMs - note.sinceMs >= FATE_MS) {
    const late: Told[] = note.told ? [{ type: 'fate', fate: unknown }] : []
    return { device: { ...calmer, note: { at: 'none' } }, told: [...told, ...late] }
  }
  const isQuiet = runningMs === null ? nowMs - startedMs >= FATE_MS : nowMs - runningMs >= START_MS
  if (note.at === 'before' && isQuiet) {
    const late = { type: 'start-fate', fate: unknown, inBox: false } as const
    return { device: { ...calmer, note: { at: 'none' } }, told: [...told, late] }
  }
  return { device: calmer, told }
}

/** Wishes of the world; each is heeded with the next command. */
export const wishes = {
  /** Nobody asks for a note of before any more. */
  begin: (device: Device): Device => (device.note.at === 'before' ? { ...device, note: { at: 'none' } } : device),
  /** No channel: shut. */
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
  // Nobody was told of it, and nobody wants it any more.
  if (note.at === 'held' && !note.told && !opens) return { ...note, wish: 'give-back' }
  return note
}

const wished = (device: Device, wish: 'accept' | 'give-back'): Device =>
  device.note.at === 'held' && device.note.wish === 'none' ? { ...device, note: { ...device.note, wish } } : device

const NONE: NoteInside = { at: 'none' }

/** What one event changes. */
function applyEvent(device: Device, event: DeviceEvent, nowMs: number): Step {
  const { troubles } = device
  const only = (changed: Partial<Device>): Step => ({ device: { ...device, ...changed }, told: [] })
  switch (event.name) {
    case 'read':
      return read(device, event.channel)
    case 'stacking':
      return only(device.note.at === 'held' ? { note: letGo(device.note, nowMs) } : {})
    case 'credit':
      return intoBox({ ...device, onItsWay: true }, event.channel)
    case 'clearedIntoBox':
      // A note whose credit was told, and which the power cut kept from the box.
      return device.onItsWay ? only(arrived(device)) : intoBox(device, event.channel)
    case 'notePaidIntoStackerAtPowerUp':
    case 'notePaidIntoStoreAtPowerUp':
      return device.onItsWay ? only(arrived(device)) : intoBox(device, 0)
    case 'stacked':
    case 'noteStored':
      return only({
        onItsWay: false,
        troubles: { ...troubles, jammedMs: null },
        // It is not the one that may come out yet; its credit is told before or after, or the line has lost it.
        ...(device.note.at === 'moving' && { note: { ...device.note, another: true } }),
      })
    case 'rejected':
    case 'clearedFromFront':
      return cameOut(device, event.name === 'rejected')
    case 'reset':
      return { device: { ...greeted(device, 'sync', nowMs), troubles: noTroubles }, told: [] }
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
  const only = (changed: Partial<Device>, told: readonly Told[] = []): Step => ({
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
      // The one that is wanted still, or one that a poll must not accept.
      return only(note.accepting && note.channel === channel ? {} : { refuse: true })
    case 'held':
      return only({})
  }
}

/** What is told once more is acknowledged once more. */
const arrived = ({ withAck, unacked }: Device): Partial<Device> => ({
  onItsWay: false,
  unacked: withAck ? (unacked ?? 'recorded') : null,
})

/** Money is in the box. What is repeated until it is acknowledged counts once. */
function intoBox(device: Device, channel: number): Step {
  if (device.unacked !== null) return { device, told: [] }
  const value = valueIn(device, channel)
  const fate: NoteFate = value === null ? { fate: 'unknown' } : { fate: 'credited', value }
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

/** The customer has it. */
function cameOut(device: Device, isRejected: boolean): Step {
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
