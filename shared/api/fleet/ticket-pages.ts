import { z } from 'zod'
import { EMAIL, MAX_EMAIL, messageChannels } from '../../domain/customer.ts'
import { TELEPHONE } from '../../domain/money/tender.ts'
import { base64, deviceId, hash, instant } from './contract.ts'

/** Maximum size of the encrypted content of a ticket page in Base64 characters. */
export const MAX_PAGE_BOX = 4_000_000
/** Maximum duration of a ticket page: 400 days, so that a season ticket remains available. */
export const MAX_PAGE_MS = 400 * 86_400_000

/** Query whether a published page was opened. */
const pageQuery = z.strictObject({
  deviceId,
  /** SHA-256 of the unguessable part of the address, in hexadecimal. */
  link: hash,
})

/**
 * Publication of the tickets of a sale. The hub cannot decrypt `box`, because the key is only in the web address that the
 * customer receives.
 */
const pagePublication = pageQuery.extend({
  untilUtc: instant,
  /** Nonce, ciphertext and tag of AES-256-GCM, in Base64. */
  box: z.base64().max(MAX_PAGE_BOX),
})
export type PagePublication = z.infer<typeof pagePublication>

export const pageCall = z.union([pagePublication, pageQuery])
export type PageCall = z.infer<typeof pageCall>

/**
 * `address`: start of the address, to which the device appends the unguessable part. `sig`: Ed25519 in Base64, over
 * `guichet ticket address 1`, a line feed, and the device, the link and the address, one per line. `opened`: set if a
 * browser has opened the page.
 */
export const pageReply = z.object({ address: z.url().max(300), sig: base64, opened: z.literal(true).optional() })
export type PageReply = z.infer<typeof pageReply>

export const pageAddressText = (device: string, link: string, address: string): string =>
  [device, link, address].join('\n')

/**
 * Why a message was not sent. `address-refused`: the server refused the address. `rejected`: the server refused the
 * message. `expired`: the page expired before a server accepted the message. `erased`: the address was erased at the hub.
 */
export const messageRefusals = ['address-refused', 'rejected', 'expired', 'erased'] as const
export type MessageRefusal = (typeof messageRefusals)[number]

/** Why the hub did not queue a message. `limit`: too many messages of the machine or the sale. */
export const queueRefusals = ['address', 'limit', 'page-unknown', 'not-offered'] as const
export type QueueRefusal = (typeof queueRefusals)[number]

const email = z.string().max(MAX_EMAIL).regex(EMAIL)
const phone = z.string().regex(TELEPHONE)

const saleId = z.guid()

const addressed = { saleId, link: z.string().regex(/^[0-9a-f]{64}$/u), token: z.string().regex(/^[\w-]{32}$/u) }

/**
 * `send`: queues a message about a published page; repeating the request with the same `message` has no effect. `list`:
 * returns the messages of a sale of the device.
 */
const messageAct = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('send'),
    message: z.guid(),
    ...addressed,
    /** The customer has agreed to the message, and to the storage of the address until it is sent. */
    consent: z.literal(true),
    to: z.discriminatedUnion('channel', [
      z.strictObject({ channel: z.literal('email'), address: email }),
      z.strictObject({ channel: z.literal('sms'), address: phone }),
    ]),
  }),
  z.strictObject({ type: z.literal('list'), saleId }),
])
export type MessageAct = z.infer<typeof messageAct>

export const messageCall = z.strictObject({ deviceId, act: messageAct })
export type MessageCall = z.infer<typeof messageCall>

/** A message about the tickets of a sale. The address to which it is sent is not included. */
const messageView = z.object({
  channel: z.enum(messageChannels),
  /** `sent`: a mail server or gateway has accepted the message. */
  state: z.enum(['queued', 'sent', 'refused']),
  /** Null unless `state` is `refused`. */
  reason: z.enum(messageRefusals).nullable(),
  requestedUtc: z.iso.datetime(),
})
export type MessageView = z.infer<typeof messageView>

export const messageReply = z.object({
  /** Channels by which the hub can send messages. */
  channels: z.array(z.enum(messageChannels)),
  /** Null unless a `send` was refused. */
  refused: z.enum(queueRefusals).nullable(),
  /** Messages of the sale, oldest first. */
  messages: z.array(messageView),
})
export type MessageReply = z.infer<typeof messageReply>
