import { z } from 'zod'
import { exponentOf, type Minor } from '../../shared/domain/money/money.ts'
import { noteEncryptions, type NoteFault } from '../../shared/domain/money/notes.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import type { NoteFate } from '../core/ports/devices.ts'

/** Whether the line is encrypted: where the device can, always or not at all, never. */
export type Encryption = 'where-it-can' | 'always' | 'never'

/** What the host knows of the device: everything that the next command follows from. */
export interface Device {
  readonly encryption: Encryption
  /** How far the greeting is; `running`: it is polled. */
  readonly stage: 'apart' | 'sync' | 'clear' | 'version' | 'keys' | 'setup' | 'running'
  /** Of the protocol: the one to be tried, then the one that both speak. */
  readonly version: number
  readonly encrypted: boolean
  /** It repeats what it tells until that is acknowledged. */
  readonly withAck: boolean
  /** As it said last, also while it is away. */
  readonly setup: Setup | null
  /** The channels that it takes by now; null: not known. */
  readonly open: readonly number[] | null
  readonly enabled: boolean | null
  /** It was polled since the greeting, and told more than what it repeats: a note that was inside is known of, and none is let in before. */
  readonly isKnown: boolean
  /** The channels that it shall take. */
  readonly wanted: readonly number[]
  readonly note: NoteInside
  /** There is a note in escrow that nobody wants. */
  readonly refuse: boolean
  /** A credit was told, and the note was not seen to reach the box: a power cut may make the device tell of it once more. */
  readonly onItsWay: boolean
  /** A credit that it repeats until it is acknowledged, which is only done once that is in the ledger. */
  readonly unacked: 'unrecorded' | 'recorded' | null
  readonly ackDue: boolean
  /** The last command was turned down: the next one asks what happened. */
  readonly turnedDown: boolean
  readonly askReason: boolean
  readonly troubles: Troubles
  readonly startedMs: number
  /** When it first answered a poll. */
  readonly runningMs: number | null
}

export type NoteInside =
  | { readonly at: 'none' }
  /** The program has just started: there may be one from before. `another`: one was read since. */
  | { readonly at: 'before'; readonly another: boolean }
  | { readonly at: 'reading' }
  | {
      readonly at: 'held'
      readonly channel: number
      readonly wish: 'none' | 'accept' | 'give-back'
      /** Somebody waits for what becomes of it. */
      readonly told: boolean
    }
  /** On its way in or out: an event will tell. `accepting`: it is wanted. `another`: one was read since, so no event is sure to be of it. */
  | {
      readonly at: 'moving'
      readonly another: boolean
      readonly channel: number
      readonly accepting: boolean
      readonly told: boolean
      readonly sinceMs: number
    }

interface Troubles {
  readonly boxFull: boolean
  readonly boxOut: boolean
  /** It can be talked to, but is nothing that takes notes, or does not encrypt where it must. */
  readonly unfit: boolean
  /** When it last said so. */
  readonly jammedMs: number | null
  readonly cheatedMs: number | null
  readonly brokenMs: number | null
}

/** What the world has to hear of. `channel` null: it is not known which note. */
export type Told =
  | { readonly type: 'held'; readonly channel: number }
  | { readonly type: 'fate'; readonly fate: NoteFate }
  /** Of a note that was inside when the program started. */
  | { readonly type: 'start-fate'; readonly fate: NoteFate; readonly inBox: boolean }
  | { readonly type: 'stray'; readonly value: Minor | null }
  | { readonly type: 'reject-reason'; readonly code: number }
  | { readonly type: 'unread-event'; readonly code: number }

export interface Step {
  readonly device: Device
  readonly told: readonly Told[]
}

/** The highest protocol that is known here. */
const NEWEST_PROTOCOL = 8

export const noTroubles: Troubles = {
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
  troubles: noTroubles,
  startedMs: nowMs,
  runningMs: null,
})

/** The greeting begins: whatever was agreed on is void. What becomes of a note that was held is not known any more. */
export const greeted = (device: Device, stage: 'apart' | 'sync', nowMs: number): Device => ({
  ...device,
  stage,
  note:
    device.note.at === 'reading' ? { at: 'none' } : device.note.at === 'held' ? letGo(device.note, nowMs) : device.note,
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

/** It is in escrow no more. */
export const letGo = (note: Extract<NoteInside, { at: 'held' }>, sinceMs: number, accepting = false): NoteInside => ({
  at: 'moving',
  another: false,
  channel: note.channel,
  accepting,
  told: note.told,
  sinceMs,
})

export function valueIn(device: Device, channel: number): Minor | null {
  const known = device.setup?.channels.find(({ number }) => number === channel)
  return known ? valueOf(known) : null
}

export const channelsOf = (device: Device, currency: string) =>
  (device.setup?.channels ?? []).filter((channel) => channel.currency === currency)

/** In minor units, smallest first. */
export const denominationsOf = (device: Device, currency: string): readonly Minor[] =>
  [...new Set(channelsOf(device, currency).map(valueOf))].toSorted((one, other) => one - other)

/** It is greeted, and what it told first is known. */
export const isUp = ({ stage, runningMs }: Device): boolean => stage === 'running' && runningMs !== null

/** Why it takes no notes of this currency. */
export function faultOf(device: Device, currency: string): NoteFault | null {
  const { boxFull, boxOut, unfit, jammedMs, cheatedMs, brokenMs } = device.troubles
  if (unfit) return 'out-of-order'
  if (!isUp(device)) return 'not-there'
  if (boxOut) return 'box-out'
  if (boxFull) return 'box-full'
  if (jammedMs !== null) return 'jammed'
  if (cheatedMs !== null) return 'cheated'
  if (brokenMs !== null) return 'out-of-order'
  return channelsOf(device, currency).length === 0 ? 'other-currency' : null
}

/** Something keeps it from taking any note. */
export const isTroubled = ({ troubles }: Device): boolean =>
  troubles.boxFull ||
  troubles.boxOut ||
  troubles.jammedMs !== null ||
  troubles.cheatedMs !== null ||
  troubles.brokenMs !== null

/** No note can be put in any more, and none is inside. */
export const isShut = (device: Device): boolean =>
  device.stage !== 'running' || (device.enabled === false && (device.note.at === 'none' || device.note.at === 'before'))

/** One kind of note that the device knows. */
interface Channel {
  /** Counted from 1. */
  readonly number: number
  /** In whole units of the currency: 20000 for a note of 20 000 GNF, 20 for one of 20 EUR. */
  readonly units: number
  /** As the dataset has it: ISO 4217 as far as is known. */
  readonly currency: string
}

/** What the device says of itself. */
interface Setup {
  readonly unitType: number
  /** `4.48` */
  readonly firmware: string
  readonly protocol: number
  readonly channels: readonly Channel[]
}

/** The protocol from which each channel has a currency of its own. */
const CURRENCY_EACH = 6

const MOST_CHANNELS = 64

/**
 * The reply to a setup request, without its first byte; null: not one of a note validator. Each channel's value is one byte times a
 * multiplier; from protocol 6 on, where that is not enough, four bytes that stand for themselves.
 */
export function readSetup(data: Uint8Array): Setup | null {
  const view = Buffer.from(data)
  const count = view[11] ?? 0
  if (view.length < 16 + 2 * count || count === 0 || count > MOST_CHANNELS) return null
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

/** In minor units. Null: more than can be counted. */
export function valueOf({ units, currency }: Channel): Minor {
  return units * 10 ** exponentOf(currency)
}

/** A note validator that speaks SSP, of Innovative Technology. */
export const sspSettings = {
  /** Where it hangs: a serial port, best by a path that stays the same, or `tcp://HOST:PORT` of a serial server or a stand-in. */
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
