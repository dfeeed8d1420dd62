import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type MessageChannel, messageChannels } from '../../shared/domain/customer.ts'
import { ok } from '../../shared/domain/result.ts'
import { serial } from '../../shared/domain/serial.ts'
import {
  type MessageAct,
  type MessageRefusal,
  messageRefusals,
  type MessageReply,
  type QueueRefusal,
} from '../../shared/api/fleet/ticket-pages.ts'
import type { MessageHub } from '../kiosk/ports/devices.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import type { HubClient } from './hub-client.ts'
import type { SigningKey } from './keys.ts'
import { changeRecord, readRecord, type RecordStore } from './ledger-heads.ts'
import { mailOf, type MessageDrivers, type SendOutcome, smsOf } from './message-drivers.ts'
import type { TicketPageClient, TicketPageStore } from './ticket-pages.ts'

const MESSAGE = 'message'
const HOUR_MS = 3_600_000
/** Maximum number of messages about one sale. */
const MAX_PER_SALE = 5
/** Delays in milliseconds between attempts to send a message; the last delay is repeated. */
const PAUSES_MS = [30_000, 120_000, 600_000, 1_800_000, HOUR_MS] as const

const shape = z.strictObject({
  deviceId: z.string(),
  saleId: z.string(),
  channel: z.enum(messageChannels),
  requestedUtc: z.string(),
  /** Expiry time of the ticket page, after which the hub makes no further attempts. */
  untilUtc: z.string(),
  state: z.enum(['queued', 'sent', 'refused']),
  reason: z.enum(messageRefusals).nullable(),
  attempts: z.int(),
  /** Time of the next attempt. */
  dueUtc: z.string(),
  /** Encrypted address and token of the page; null once the message is sent or refused. */
  box: z.string().nullable(),
})
type StoredMessage = z.infer<typeof shape>
const inside = z.strictObject({ address: z.string(), token: z.string() })

/** A queued message and the address to which it will be sent. */
export interface WaitingMessage extends Pick<
  StoredMessage,
  'deviceId' | 'saleId' | 'channel' | 'requestedUtc' | 'untilUtc'
> {
  readonly id: string
  readonly address: string
}

export type ListedMessage = Omit<StoredMessage, 'box'> & { readonly id: string }

/** Messages that a hub sends. `perHour`: maximum for each machine. */
export interface MessageOffer {
  readonly channels: readonly MessageChannel[]
  readonly perHour: number
}

const [ALGORITHM, NONCE_BYTES, TAG_BYTES] = ['aes-256-gcm', 12, 16] as const

/**
 * Messages with the address of a page of tickets, one record each. Address and token are encrypted, and deleted with the
 * write that ends the message.
 */
export class TicketMessages {
  readonly #store: RecordStore
  readonly #pages: Pick<TicketPageStore, 'find' | 'findOwn'>
  readonly #hubKey: () => Pick<SigningKey, 'derive'>
  readonly #nowMs: () => number
  /** Runs one request at a time, so that two requests cannot exceed a limit together. */
  readonly #inTurn = serial()

  constructor(
    store: RecordStore,
    pages: Pick<TicketPageStore, 'find' | 'findOwn'>,
    hubKey: () => Pick<SigningKey, 'derive'>,
    nowMs: () => number,
  ) {
    this.#store = store
    this.#pages = pages
    this.#hubKey = hubKey
    this.#nowMs = nowMs
  }

  /** Answers a request of a desk. `offer`: null if the hub sends no messages. */
  answer(deviceId: string, act: MessageAct, offer: MessageOffer | null): Promise<MessageReply> {
    return this.#inTurn(async () => {
      const refused = act.type === 'list' ? null : await this.#queue(deviceId, act, offer)
      const own = (await this.list()).filter((each) => each.deviceId === deviceId && each.saleId === act.saleId)
      const messages = own.map(({ channel, state, reason, requestedUtc }) => ({ channel, state, reason, requestedUtc }))
      return { channels: [...(offer?.channels ?? [])], refused, messages }
    })
  }

  async #queue(
    deviceId: string,
    { message, saleId, link, token, to: { channel, address } }: Extract<MessageAct, { type: 'send' }>,
    offer: MessageOffer | null,
  ): Promise<QueueRefusal | null> {
    const nowMs = this.#nowMs()
    if (!offer?.channels.includes(channel)) return 'not-offered'
    const page = await this.#pages.findOwn(token, link, deviceId)
    if (!page) return 'page-unknown'
    const all = await this.list()
    if (all.some(({ id }) => id === message)) return null
    const own = all.filter((each) => each.deviceId === deviceId)
    const lately = own.filter(({ requestedUtc }) => Date.parse(requestedUtc) > nowMs - HOUR_MS)
    if (lately.length >= offer.perHour) return 'limit'
    if (own.filter((each) => each.saleId === saleId).length >= MAX_PER_SALE) return 'limit'
    const nowUtc = new Date(nowMs).toISOString()
    const { untilUtc } = page
    const facts = { deviceId, saleId, channel, requestedUtc: nowUtc, untilUtc, dueUtc: nowUtc }
    const box = this.#seal(message, { address, token })
    const stored: StoredMessage = { ...facts, state: 'queued', reason: null, attempts: 0, box }
    // If the record already exists, another process has just stored the same message, and the write has no effect.
    await this.#store.keepRecord({ kind: MESSAGE, name: message, version: 0, document: JSON.stringify(stored) })
    return null
  }

  /** Returns all messages, oldest first, without their addresses. */
  async list(): Promise<readonly ListedMessage[]> {
    const records = await this.#store.listRecords(MESSAGE)
    const read = records.flatMap((record) => {
      const stored = readRecord(record, shape)
      if (!stored) return []
      const { box: _, ...facts } = stored
      return [{ ...facts, id: record.name }]
    })
    return read.toSorted((one, other) => (one.requestedUtc < other.requestedUtc ? -1 : 1))
  }

  /**
   * Stores the time of the next attempt and returns the message; null if it is not due, or another process has claimed
   * it. If the attempt does not end with `finish`, the message is sent again.
   */
  async claim(id: string) {
    const claimed: { message: StoredMessage | null } = { message: null }
    const done = await changeRecord(this.#store, { kind: MESSAGE, name: id }, shape, (message) => {
      claimed.message = null
      if (message?.state !== 'queued' || Date.parse(message.dueUtc) > this.#nowMs()) return ok(message)
      claimed.message = message
      const pauseMs = PAUSES_MS[message.attempts] ?? HOUR_MS
      return ok({ ...message, attempts: message.attempts + 1, dueUtc: this.#inMs(pauseMs) })
    })
    const { message } = claimed
    if (!done.ok || !message) return null
    const to = message.box === null ? null : this.#open(id, message.box)
    const page = to && (await this.#pages.find(to.token))
    return { ...message, attempts: message.attempts + 1, to, page }
  }

  /** Ends a message and deletes its address. */
  async finish(id: string, reason: MessageRefusal | null): Promise<void> {
    const state = reason === null ? 'sent' : 'refused'
    const done = await changeRecord(this.#store, { kind: MESSAGE, name: id }, shape, (message) =>
      ok(message && { ...message, state, reason, box: null }),
    )
    if (!done.ok) throw new Error(`message ${id}: another process is changing it`)
  }

  /** Returns the queued messages with their addresses. */
  async waiting(): Promise<readonly WaitingMessage[]> {
    return (await this.#store.listRecords(MESSAGE)).flatMap((record) => {
      const message = readRecord(record, shape)
      const to = message?.box ? this.#open(record.name, message.box) : null
      if (!message || !to) return []
      const { deviceId, saleId, channel, requestedUtc, untilUtc } = message
      return [{ id: record.name, deviceId, saleId, channel, requestedUtc, untilUtc, address: to.address }]
    })
  }

  /** Refuses queued messages and deletes their addresses. Returns the number of messages. */
  async erase(isWanted: (message: WaitingMessage) => boolean): Promise<number> {
    const found = (await this.waiting()).filter(isWanted)
    for (const { id } of found) await this.finish(id, 'erased')
    return found.length
  }

  /** Deletes the messages whose page has expired. Messages that were not sent are abandoned and returned. */
  async purge(): Promise<readonly ListedMessage[]> {
    const ended = (await this.list()).filter(({ untilUtc }) => Date.parse(untilUtc) <= this.#nowMs())
    const open = ended.filter(({ state }) => state === 'queued')
    for (const { id } of open) await this.finish(id, 'expired')
    // The state of a message remains visible for a day after its page has expired.
    const old = ended.filter(({ untilUtc }) => Date.parse(untilUtc) <= this.#nowMs() - 24 * HOUR_MS)
    for (const { id } of old) await this.#store.removeRecord({ kind: MESSAGE, name: id })
    return open
  }

  #inMs = (milliseconds: number): string => new Date(this.#nowMs() + milliseconds).toISOString()

  #key = (): Buffer => this.#hubKey().derive('ticket messages 1')

  #seal(id: string, content: z.infer<typeof inside>): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key(), nonce).setAAD(Buffer.from(id))
    const sealed = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
  }

  /** Returns null if the fleet key has changed since the message was stored. */
  #open(id: string, box: string): z.infer<typeof inside> | null {
    try {
      const bytes = Buffer.from(box, 'base64')
      const decipher = createDecipheriv(ALGORITHM, this.#key(), bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return inside.parse(JSON.parse(text.toString('utf8')))
    } catch {
      return null
    }
  }
}

/** Maximum number of messages that are sent at the same time. */
const MAX_AT_ONCE = 5
/** Interval of the check for messages that were queued by other hubs with the same database. */
const LOOK_MS = 60_000

interface SenderOptions {
  readonly messages: TicketMessages
  readonly drivers: MessageDrivers
  /** Base URL of the ticket pages. */
  readonly pageAddress: string
  readonly nowMs: () => number
  readonly log: Log
}

/** Sends queued messages, each at least once, until a server accepts or refuses it. */
export class MessageSender {
  readonly #options: SenderOptions
  readonly #inTurn = serial()
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Sends the messages that are due, and plans the next round. */
  readonly wake = (): void => {
    if (this.#isStopped) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#running = this.run()
      .catch((error: unknown) => (this.#options.log.error('message.round-failed', error), null))
      .then((dueMs) => this.#plan(dueMs))
  }

  /** Attempts all due messages. Resolves to the time of the next attempt; null if no message is waiting. */
  run(): Promise<number | null> {
    const { messages, nowMs } = this.#options
    return this.#inTurn(async () => {
      const queued = (await messages.list()).filter(({ state }) => state === 'queued')
      const due = queued.filter(({ dueUtc }) => Date.parse(dueUtc) <= nowMs()).values()
      const work = async (): Promise<void> => {
        for (const { id } of due) await this.#attempt(id)
      }
      await Promise.all(Array.from({ length: MAX_AT_ONCE }, work))
      const left = (await messages.list()).filter(({ state }) => state === 'queued')
      return left.length === 0 ? null : Math.min(...left.map(({ dueUtc }) => Date.parse(dueUtc)))
    })
  }

  /** Waits for the attempts in progress, at most five seconds. A message whose attempt is cut off is sent again. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, 5_000)
    await Promise.race([this.#running, timeout.promise])
    clearTimeout(timer)
  }

  #plan(dueMs: number | null): void {
    if (this.#isStopped) return
    // Several rounds may have been requested while one was running.
    if (this.#timer) clearTimeout(this.#timer)
    const waitMs = dueMs === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, dueMs - this.#options.nowMs()))
    this.#timer = setTimeout(this.wake, waitMs).unref()
  }

  async #attempt(id: string): Promise<void> {
    const { messages, drivers, pageAddress, log } = this.#options
    const claimed = await messages.claim(id)
    if (!claimed) return
    const { channel, attempts, to, page } = claimed
    const send = drivers[channel]
    const told: SendOutcome = await (async () => {
      if (!to || !page) return { outcome: 'refused', reason: 'expired', code: to ? 'no page' : 'no key' }
      if (!send) return { outcome: 'failed', code: 'not configured' }
      const compose = channel === 'email' ? mailOf : smsOf
      return send({ reference: id, address: to.address, ...compose(page, pageAddress + to.token) })
    })()
    if (told.outcome === 'failed') return log.warn('message.failed', { id, channel, attempts, code: told.code })
    await messages.finish(id, told.outcome === 'sent' ? null : told.reason)
    if (told.outcome === 'sent') log.info('message.sent', { id, channel, attempts })
    else log.warn('message.refused', { id, channel, attempts, reason: told.reason, code: told.code })
  }
}

/** Sends messages through the hub where the desk is enrolled. Stores no address. */
export class MessageClient implements MessageHub {
  readonly #deviceId: string
  readonly #client: Pick<HubClient, 'messages'>
  readonly #pages: Pick<TicketPageClient, 'tokenOf'>
  readonly #log: Log

  constructor(
    deviceId: string,
    client: Pick<HubClient, 'messages'>,
    pages: Pick<TicketPageClient, 'tokenOf'>,
    log: Log,
  ) {
    this.#deviceId = deviceId
    this.#client = client
    this.#pages = pages
    this.#log = log
  }

  list(saleId: string): Promise<MessageReply | null> {
    return this.#request({ type: 'list', saleId })
  }

  async send({ message, saleId, link, to }: Parameters<MessageHub['send']>[0]): Promise<MessageReply | null> {
    const token = this.#pages.tokenOf(link)
    if (token === null) return null
    return this.#request({ type: 'send', message, saleId, link, token, consent: true, to })
  }

  async #request(act: MessageAct): Promise<MessageReply | null> {
    const sent = await this.#client.messages({ deviceId: this.#deviceId, act })
    // The detail of a refusal may quote the address.
    if (!sent.ok) this.#log.warn('message.no-answer', { type: sent.error.type })
    return sent.ok ? sent.value : null
  }
}
