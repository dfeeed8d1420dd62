import { z } from 'zod'
import { exponentOf, type Minor } from '../../shared/domain/money/money.ts'
import { noteEncryptions, type NoteFault } from '../../shared/domain/money/notes.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import type { NoteOutcome } from '../kiosk/ports/devices.ts'

/** `where-it-can` uses encryption if the device supports it; `always` accepts no notes without encryption. */
export type Encryption = 'where-it-can' | 'always' | 'never'

export interface Device {
  readonly encryption: Encryption
  /** Progress of the handshake; in `running`, the device is polled. */
  readonly stage: 'apart' | 'sync' | 'clear' | 'version' | 'keys' | 'setup' | 'running'
  /** Protocol version to try; after the handshake, the version that was agreed on. */
  readonly version: number
  readonly encrypted: boolean
  /** Whether the device repeats its events until they are acknowledged. */
  readonly withAck: boolean
  /** Last reported setup, retained while the device is disconnected. */
  readonly setup: Setup | null
  /** Channels that the device currently accepts; null if unknown. */
  readonly open: readonly number[] | null
  readonly enabled: boolean | null
  /** Whether a poll since the handshake had no events to acknowledge; required for accepting notes. */
  readonly isKnown: boolean
  readonly wanted: readonly number[]
  readonly note: NoteInside
  /** Whether a note in escrow must be rejected because no sale is waiting for it. */
  readonly refuse: boolean
  /** Whether a credited note has not reached the cashbox; after a power cut, the device may then report it again. */
  readonly onItsWay: boolean
  /** A credit that the device repeats until it is acknowledged, which happens only after it is in the ledger. */
  readonly unacked: 'unrecorded' | 'recorded' | null
  readonly ackDue: boolean
  /** Whether the last command was rejected, so that the next command polls for the reason. */
  readonly turnedDown: boolean
  readonly askReason: boolean
  readonly troubles: DeviceFaults
  readonly startedMs: number
  /** Monotonic time in milliseconds of the first answered poll since the handshake; null before that poll. */
  readonly runningMs: number | null
}

export type NoteInside =
  | { readonly at: 'none' }
  /**
   * `before`: a note inserted before the program started may still be inside the device; `another`: a second note has
   * been read since.
   */
  | { readonly at: 'before'; readonly another: boolean }
  | { readonly at: 'reading' }
  | {
      readonly at: 'held'
      readonly channel: number
      readonly wish: 'none' | 'accept' | 'give-back'
      /** Whether a caller waits for the outcome of the note. */
      readonly told: boolean
    }
  /**
   * `moving`: the note moves in or out of the device; `another`: a second note was read, so it is unclear which note an
   * event concerns.
   */
  | {
      readonly at: 'moving'
      readonly another: boolean
      readonly channel: number
      readonly accepting: boolean
      readonly told: boolean
      readonly sinceMs: number
    }

interface DeviceFaults {
  readonly boxFull: boolean
  readonly boxOut: boolean
  /** Whether the device is not a note validator, or does not encrypt although encryption is required. */
  readonly unfit: boolean
  /** Monotonic time in milliseconds of the last report of a jam; null without a jam. */
  readonly jammedMs: number | null
  readonly cheatedMs: number | null
  readonly brokenMs: number | null
}

export type DeviceReport =
  | { readonly type: 'held'; readonly channel: number }
  | { readonly type: 'fate'; readonly fate: NoteOutcome }
  /** Outcome of a note that was inside the device when the program started. */
  | { readonly type: 'start-fate'; readonly fate: NoteOutcome; readonly inBox: boolean }
  | { readonly type: 'stray'; readonly value: Minor | null }
  | { readonly type: 'reject-reason'; readonly code: number }
  | { readonly type: 'unread-event'; readonly code: number }

export interface Step {
  readonly device: Device
  readonly told: readonly DeviceReport[]
}

const NEWEST_PROTOCOL = 8

export const noFaults: DeviceFaults = {
  boxFull: false,
  boxOut: false,
  unfit: false,
  jammedMs: null,
  cheatedMs: null,
  brokenMs: null,
}

export const newDevice = (encryption: Encryption, nowMs: number): Device => ({
  encryption,
  stage: 'apart',
  version: NEWEST_PROTOCOL,
  encrypted: false,
  withAck: false,
  setup: null,
  open: null,
  enabled: null,
  isKnown: false,
  wanted: [],
  note: { at: 'before', another: false },
  refuse: false,
  onItsWay: false,
  unacked: null,
  ackDue: false,
  turnedDown: false,
  askReason: false,
  troubles: noFaults,
  startedMs: nowMs,
  runningMs: null,
})

/** Resets all settings agreed with the device at the beginning of a handshake. */
export const greeted = (device: Device, stage: 'apart' | 'sync', nowMs: number): Device => ({
  ...device,
  stage,
  note:
    device.note.at === 'reading'
      ? { at: 'none' }
      : device.note.at === 'held'
        ? leaveEscrow(device.note, nowMs)
        : device.note,
  version: NEWEST_PROTOCOL,
  encrypted: false,
  open: null,
  enabled: null,
  isKnown: false,
  refuse: false,
  ackDue: false,
  turnedDown: false,
  askReason: false,
  runningMs: null,
})

export const leaveEscrow = (
  note: Extract<NoteInside, { at: 'held' }>,
  sinceMs: number,
  accepting = false,
): NoteInside => ({ at: 'moving', another: false, channel: note.channel, accepting, told: note.told, sinceMs })

export function valueIn(device: Device, channel: number): Minor | null {
  const known = device.setup?.channels.find(({ number }) => number === channel)
  return known ? valueOf(known) : null
}

export const channelsOf = (device: Device, currency: string) =>
  (device.setup?.channels ?? []).filter((channel) => channel.currency === currency)

export const denominationsOf = (device: Device, currency: string): readonly Minor[] =>
  [...new Set(channelsOf(device, currency).map(valueOf))].toSorted((one, other) => one - other)

export const isUp = ({ stage, runningMs }: Device): boolean => stage === 'running' && runningMs !== null

/** Returns why the device accepts no notes of the currency; null if it accepts them. */
export function faultOf(device: Device, currency: string): NoteFault | null {
  const { boxFull, boxOut, unfit, jammedMs, cheatedMs, brokenMs } = device.troubles
  if (unfit) return 'out-of-order'
  if (!isUp(device)) return 'not-there'
  if (boxOut) return 'cashbox-removed'
  if (boxFull) return 'cashbox-full'
  if (jammedMs !== null) return 'jammed'
  if (cheatedMs !== null) return 'fraud-attempt'
  if (brokenMs !== null) return 'out-of-order'
  return channelsOf(device, currency).length === 0 ? 'other-currency' : null
}

export const isTroubled = ({ troubles }: Device): boolean =>
  troubles.boxFull ||
  troubles.boxOut ||
  troubles.jammedMs !== null ||
  troubles.cheatedMs !== null ||
  troubles.brokenMs !== null

/** Returns whether no note can be inserted and no note is inside. */
export const isShut = (device: Device): boolean =>
  device.stage !== 'running' || (device.enabled === false && (device.note.at === 'none' || device.note.at === 'before'))

interface Channel {
  /** Channel number, from 1. */
  readonly number: number
  /** Value in whole units of the currency: 20000 for a 20 000 GNF note, 20 for a 20 EUR note. */
  readonly units: number
  /** Currency code of the dataset, normally ISO 4217. */
  readonly currency: string
}

interface Setup {
  readonly unitType: number
  readonly firmware: string
  readonly protocol: number
  readonly channels: readonly Channel[]
}

/** First protocol version in which each channel has its own currency. */
const CURRENCY_EACH = 6

const MAX_CHANNELS = 64

/** Reads a setup reply without its status byte. Returns null if the reply is not from a note validator. */
export function readSetup(data: Uint8Array): Setup | null {
  const view = Buffer.from(data)
  const count = view[11] ?? 0
  if (view.length < 16 + 2 * count || count === 0 || count > MAX_CHANNELS) return null
  const text = (from: number, length: number): string => view.toString('latin1', from, from + length)
  const multiplier = view.readUIntBE(8, 3)
  const protocol = view[15 + 2 * count] ?? 0
  const own = 16 + 2 * count
  const expanded = protocol >= CURRENCY_EACH
  if (expanded && view.length < own + 7 * count) return null
  const channels = Array.from({ length: count }, (_, index): Channel => {
    const short = (view[12 + index] ?? 0) * multiplier
    return {
      number: index + 1,
      units: expanded ? view.readUInt32LE(own + 3 * count + 4 * index) : short,
      currency: expanded ? text(own + 3 * index, 3) : text(5, 3),
    }
  })
  const [, major = '', minor = ''] = /^(\d\d)(\d\d)$/u.exec(text(1, 4)) ?? []
  return {
    unitType: view[0] ?? 0,
    firmware: major === '' ? text(1, 4).replaceAll(/[^\x21-\x7e]/gu, '?') : `${Number(major)}.${minor}`,
    protocol,
    channels: channels.filter(({ units, currency }) => units > 0 && /^[A-Z]{3}$/u.test(currency)),
  }
}

export function valueOf({ units, currency }: Channel): Minor {
  return units * 10 ** exponentOf(currency)
}

/** Settings of a note validator with the SSP protocol of Innovative Technology. */
export const sspSettings = {
  /** Serial port, preferably by a stable path, or `tcp://HOST:PORT` of a serial server or simulator. */
  device: z
    .string()
    .refine(
      (text) =>
        /^\/dev\/./u.test(text) ||
        /^COM\d{1,3}$/u.test(text) ||
        (/^tcp:\/\/[^/?#@]+:\d+$/u.test(text) && URL.canParse(text)),
      expects('noteDevice'),
    ),
  encryption: z.enum(noteEncryptions).default('where-it-can'),
} as const
