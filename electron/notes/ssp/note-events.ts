import type { NoteFate } from '../../core/ports/devices.ts'
import { greeted, letGo, noTroubles, valueIn, type Device, type NoteInside, type Step, type Told } from './device.ts'
import type { DeviceEvent } from './events.ts'

const NONE: NoteInside = { at: 'none' }

/** What one event changes. */
export function applyEvent(device: Device, event: DeviceEvent, nowMs: number): Step {
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
