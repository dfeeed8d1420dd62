import type { Minor } from '../../shared/domain/money/money.ts'
import { type NoteFault, type NoteFinding, type NoteStep, noteSteps } from '../../shared/domain/money/notes.ts'
import type { HeldNote, NextNote, NoteOutcome, NoteValidator, AcceptedNotes } from '../kiosk/ports/devices.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { rejectReasons } from './codes.ts'
import { Conversation, type ConversationOptions } from './connection.ts'
import {
  channelsOf,
  denominationsOf,
  type Device,
  faultOf,
  isShut,
  isUp,
  type Step,
  type DeviceReport,
  valueIn,
  valueOf,
} from './device.ts'
import { STARTUP_REPORT_MS, wishes } from './machine.ts'

export interface SspOptions extends ConversationOptions {
  readonly currency: string
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Maximum time in milliseconds that an examination waits for a device that is starting. */
const EXAMINE_MS = 6_000
const LOOK_MS = 100

interface Waiting {
  readonly taken: AcceptedNotes
  readonly resolve: (next: NextNote) => void
  ending: boolean
}

interface Inside {
  readonly note: HeldNote
  readonly fate: PromiseWithResolvers<NoteOutcome>
}

export class SspValidator implements NoteValidator {
  readonly name = 'ssp'
  readonly #options: SspOptions
  readonly #talk: Conversation
  readonly #listeners = new Set<() => void>()
  readonly #strayListeners = new Set<(note: HeldNote | null) => void>()
  readonly #forgetting: (() => void)[] = []
  #waiting: Waiting | null = null
  #inside: Inside | null = null
  #shown = ''
  /**
   * Outcome of a note that was inserted before the program started; null if it is unknown or was already queried.
   * `inBox`: whether the note is certainly in the cashbox.
   */
  #startFate: { readonly fate: NoteOutcome; readonly inBox: boolean } | null = null
  #recalling: PromiseWithResolvers<NoteOutcome> | null = null
  #recalled = false
  /** Note that was recorded before the program started, and that the device may report again. */
  #recordedBefore: { readonly note: HeldNote | null } | null = null
  #opened = false

  constructor(options: SspOptions) {
    this.#options = options
    this.#talk = new Conversation(options, (step) => this.#heard(step))
  }

  denominations(currency: string): readonly Minor[] {
    return denominationsOf(this.#device(), currency)
  }

  fault(): NoteFault | null {
    return faultOf(this.#device(), this.#options.currency)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  onStray(listener: (note: HeldNote | null) => void): () => void {
    this.#strayListeners.add(listener)
    return () => void this.#strayListeners.delete(listener)
  }

  next(taken: AcceptedNotes, ended: AbortSignal): Promise<NextNote> {
    if (this.#waiting) throw new Error('two sales take notes at once')
    this.#opens()
    const { promise, resolve } = Promise.withResolvers<NextNote>()
    const waiting: Waiting = { taken, resolve, ending: ended.aborted }
    this.#waiting = waiting
    const wanted = channelsOf(this.#device(), taken.currency).filter((channel) =>
      taken.values.includes(valueOf(channel)),
    )
    this.#open(ended.aborted ? [] : wanted.map(({ number }) => number))
    const end = (): void => {
      if (this.#waiting !== waiting) return
      waiting.ending = true
      this.#open([])
      this.#settle()
    }
    ended.addEventListener('abort', end, { once: true })
    this.#settle()
    return promise.finally(() => ended.removeEventListener('abort', end))
  }

  accept(note: HeldNote): Promise<NoteOutcome> {
    return this.#decide(note, wishes.accept)
  }

  giveBack(note: HeldNote): Promise<NoteOutcome> {
    return this.#decide(note, wishes.giveBack)
  }

  recall(): Promise<NoteOutcome> {
    this.#recalling ??= Promise.withResolvers<NoteOutcome>()
    this.#answerRecall()
    if (this.#device().note.at !== 'before') this.#recalling.resolve({ fate: 'unknown' })
    return this.#recalling.promise
  }

  recorded(note: HeldNote | null): Promise<void> {
    if (this.#opened || this.#recalled) this.#talk.wish(wishes.recorded)
    else this.#recordedBefore = { note }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#forgetting.push(resolve)
    this.#forget()
    return promise
  }

  async examine(): Promise<readonly NoteFinding[]> {
    const { clock, currency } = this.#options
    const until = this.#talk.now() + EXAMINE_MS
    const isKnown = (): boolean =>
      isUp(this.#device()) || this.#device().troubles.unfit || this.#talk.portFault !== null
    while (!isKnown() && this.#talk.now() < until) await clock.sleep(LOOK_MS)
    return findingsOf(this.#device(), this.#talk.portFault, currency)
  }

  close(): Promise<void> {
    return this.#talk.close()
  }

  #device(): Device {
    return this.#talk.device
  }

  #open(channels: readonly number[]): void {
    this.#talk.wish((device) => wishes.open(device, channels))
  }

  #heard({ told }: Step): void {
    for (const each of told) this.#hear(each)
    this.#settle()
    this.#forget()
    const shown = JSON.stringify([this.fault(), this.#device().setup?.channels])
    if (shown === this.#shown) return
    this.#shown = shown
    for (const listener of this.#listeners) listener()
  }

  #hear(told: DeviceReport): void {
    const { log } = this.#options
    switch (told.type) {
      case 'held':
        return this.#held(told.channel)
      case 'fate':
        this.#inside?.fate.resolve(told.fate)
        return
      case 'start-fate':
        this.#startFate = { fate: told.fate, inBox: told.inBox }
        this.#answerRecall()
        return
      case 'stray':
        return this.#stray(told.value)
      case 'reject-reason':
        log.info('notes.returned-by-device', { reason: rejectReasons[told.code] ?? told.code })
        return
      case 'unread-event':
        log.warn('notes.unknown-event', { code: told.code.toString(16) })
    }
  }

  #held(channel: number): void {
    const device = this.#device()
    const value = valueIn(device, channel)
    const currency = device.setup?.channels.find(({ number }) => number === channel)?.currency
    if (value === null || currency === undefined || !this.#waiting) return this.#talk.wish(wishes.giveBack)
    const note: HeldNote = { value, currency }
    this.#inside = { note, fate: Promise.withResolvers<NoteOutcome>() }
    this.#done({ outcome: 'held', note })
  }

  #done(next: NextNote): void {
    const waiting = this.#waiting
    this.#waiting = null
    this.#open([])
    waiting?.resolve(next)
  }

  #settle(): void {
    if (!this.#waiting) return
    const { ending, taken } = this.#waiting
    const device = this.#device()
    if (ending && isShut(device)) return this.#done({ outcome: 'ended' })
    if (ending || device.note.at === 'held' || device.note.at === 'moving') return
    const fault = faultOf(device, taken.currency)
    if (fault) this.#done({ outcome: 'fault', fault })
  }

  #decide(note: HeldNote, wish: typeof wishes.accept): Promise<NoteOutcome> {
    const inside = this.#inside
    if (inside?.note.value !== note.value || inside.note.currency !== note.currency)
      return Promise.resolve({ fate: 'unknown' })
    this.#talk.wish(wish)
    return inside.fate.promise
  }

  #answerRecall(): void {
    if (!this.#recalling || !this.#startFate) return
    this.#recalling.resolve(this.#startFate.fate)
    this.#startFate = null
    this.#recalled = true
  }

  /**
   * Reports a note that was inserted before the program started as unclaimed, because no caller queries its outcome any
   * more.
   */
  #opens(): void {
    if (this.#opened) return
    this.#opened = true
    this.#talk.wish(wishes.begin)
    this.#recalling?.resolve({ fate: 'unknown' })
    const before = this.#startFate
    this.#startFate = null
    if (before?.inBox) this.#stray(before.fate.fate === 'credited' ? before.fate.value : null)
  }

  #stray(value: Minor | null): void {
    const { currency, log } = this.#options
    const before = this.#recordedBefore
    this.#recordedBefore = null
    if (before && (value === null || before.note === null || before.note.value === value))
      return this.#talk.wish(wishes.recorded)
    log.warn('notes.unclaimed-in-cashbox', { value })
    for (const listener of this.#strayListeners) listener(value === null ? null : { value, currency })
  }

  /** Resolves pending `recorded` calls once the device cannot report the recorded notes again. */
  #forget(): void {
    const { unacked, onItsWay, runningMs, note } = this.#device()
    const isQuiet = runningMs !== null && this.#talk.now() - runningMs >= STARTUP_REPORT_MS && !this.#startFate
    // The device reads a note only after it has reported everything about the previous note.
    if (isQuiet || note.at === 'reading' || note.at === 'held') this.#recordedBefore = null
    if (unacked !== null || onItsWay || this.#recordedBefore) return
    for (const resolve of this.#forgetting) resolve()
    this.#forgetting.length = 0
  }
}

/** `portFault`: the system's error code if the connection cannot be opened; null otherwise. */
function findingsOf(device: Device, portFault: string | null, currency: string): readonly NoteFinding[] {
  const found = walk(device, portFault, currency)
  const of = (step: NoteStep): NoteFinding =>
    found.find((finding) => finding.step === step) ?? { step, finding: 'not-reached' }
  return noteSteps.map(of)
}

function walk(device: Device, portFault: string | null, currency: string): readonly NoteFinding[] {
  if (portFault !== null) return [{ step: 'port', finding: portFindings[portFault] ?? 'no-answer', code: portFault }]
  const port: NoteFinding = { step: 'port', finding: 'ok' }
  const { setup, troubles, encrypted } = device
  if (troubles.unfit) return [port, { step: 'device', finding: 'unfit' }]
  if (!isUp(device) || setup === null) return [port, { step: 'device', finding: 'silent' }]
  const { firmware, protocol, channels } = setup
  const values = denominationsOf(device, currency)
  const answers: NoteFinding[] = [
    port,
    { step: 'device', finding: 'answers', firmware, protocol },
    encrypted ? { step: 'encryption', finding: 'ok' } : { step: 'encryption', finding: 'plain' },
  ]
  const fault = faultOf(device, currency)
  if (fault === 'other-currency') {
    const currencies = [...new Set(channels.map((channel) => channel.currency))]
    return [...answers, { step: 'notes', finding: 'ok' }, { step: 'currency', finding: 'other-currency', currencies }]
  }
  return [
    ...answers,
    { step: 'notes', finding: 'knows', values, currency },
    { step: 'currency', finding: 'ok' },
    { step: 'box', finding: fault ?? 'ok' },
  ]
}

/** Findings about a serial or network port that cannot be opened, by the system's error code. */
const portFindings: Readonly<Record<string, 'no-port' | 'no-rights' | 'in-use'>> = {
  ENOENT: 'no-port',
  ENOTFOUND: 'no-port',
  EACCES: 'no-rights',
  EPERM: 'no-rights',
  EBUSY: 'in-use',
  EAGAIN: 'in-use',
}
