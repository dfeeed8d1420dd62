import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  MAX_PAGE_BOX,
  MAX_PAGE_MS,
  pageAddressText,
  type PagePublication,
} from '../../shared/api/fleet/ticket-pages.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { languages } from '../../shared/domain/language.ts'
import { MAX_SALE_SEATS } from '../../shared/domain/seats/offer.ts'
import type { TicketLink } from '../../shared/domain/sale/sale.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import type { HubClient } from './hub-client.ts'
import { isSignedBy } from './keys.ts'
import { changeRecord, readRecord, type RecordStore } from './ledger-heads.ts'

const text = z.string().max(500)
const labelled = z.strictObject({ label: text, value: text })

/** Maximum number of characters in a QR symbol, for digits only (ISO/IEC 18004, table 7). */
const MAX_CODE = 7089

/** One ticket of a page, with all texts in the customer's language. */
const pageTicket = z.strictObject({
  title: text,
  /** Start of the event, with the venue's offset from UTC; null if the partner's text is not a date. */
  startsAt: z.iso.datetime({ offset: true }).nullable(),
  when: text,
  venue: text,
  tribune: text,
  /** Colour of the stand, as `#rrggbb`. */
  color: z.string().regex(/^#[0-9a-f]{6}$/iu),
  /** Black or white, whichever is readable on `color`. */
  ink: z.enum(['#000000', '#ffffff']),
  /** Gate, sector, row and seat. */
  figures: z.tuple([labelled, labelled, labelled, labelled]),
  route: z.array(text).max(20),
  facts: z.array(labelled).max(20),
  position: text,
  number: text,
  /** Text that the gate scans, which is the content of `qr`. */
  code: z.string().min(1).max(MAX_CODE),
  /** `DUPLICATA n`; empty for the original. */
  copyMark: text,
  /** Reason why the ticket is not valid, such as a demo; empty for a valid ticket. */
  specimen: text,
  /** QR symbol: modules per side, and its dark modules as rectangles `x y width height re`, one per line. */
  qr: z.strictObject({
    size: z.int().min(21).max(177),
    path: z
      .string()
      .max(200_000)
      .regex(/^(?:\d{1,3} \d{1,3} \d{1,3} \d{1,3} re\n)+$/u),
  }),
})

export type PageTicket = z.infer<typeof pageTicket>

const pageContent = z.strictObject({
  language: z.enum(languages),
  /** Name of the seller; empty if it is not set. */
  seller: text,
  untilUtc: z.iso.datetime(),
  tickets: z.array(pageTicket).min(1).max(MAX_SALE_SEATS),
  /** PDF of the tickets, in Base64. */
  pdf: z.base64(),
})
export type PageContent = z.infer<typeof pageContent>

/** Random bytes in the unguessable part of an address (192 bits), which is written in Base64 URL characters. */
const TOKEN_BYTES = 24
const TOKEN = /^[\w-]{32}$/u

const linkOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const [ALGORITHM, NONCE_BYTES, TAG_BYTES] = ['aes-256-gcm', 12, 16] as const

const keyOf = (token: string): Buffer => Buffer.from(hkdfSync('sha256', token, '', 'guichet ticket page 1', 32))

function seal(token: string, content: PageContent): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(token), nonce)
  const bytes = Buffer.from(JSON.stringify(content))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function open(token: string, box: string): PageContent | null {
  try {
    const bytes = Buffer.from(box, 'base64')
    const decipher = createDecipheriv(ALGORITHM, keyOf(token), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const inside = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    return pageContent.safeParse(JSON.parse(inside.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** `deviceId`: device that published the page. */
const pageShape = z.strictObject({ deviceId: z.string(), box: z.string(), untilUtc: z.string() })

/** Pages of one device that have not been deleted; `characters`: total size of their boxes. */
const useShape = z.strictObject({ pages: z.int(), characters: z.int() })
type PageUse = z.infer<typeof useShape>
const endShape = z.strictObject({ deviceId: z.string(), characters: z.int() })

/** Maximum use of one device: about 100 pages a day for 200 days, at 100,000 characters each. */
const MAX_USE: PageUse = { pages: 20_000, characters: 2_000_000_000 }
/** A machine's clock may be ahead of the hub's. */
const MAX_SKEW_MS = 24 * 3_600_000

const [PAGE, END, OPENED, USE] = ['ticket-page', 'ticket-page-end', 'ticket-page-opened', 'ticket-page-use'] as const

/** Stores the ticket pages of a hub. Each page is encrypted, and found by the hash of its token. */
export class TicketPageStore {
  readonly #store: RecordStore
  readonly #nowMs: () => number
  readonly #maxUse: PageUse

  constructor(store: RecordStore, nowMs: () => number, maxUse: PageUse = MAX_USE) {
    this.#store = store
    this.#nowMs = nowMs
    this.#maxUse = maxUse
  }

  /**
   * Stores a page. Returns `refused` if the page has already expired or the link already has other content, and `limit`
   * if the page would last too long or the device has too many pages.
   */
  async add({ deviceId, link, untilUtc, box }: PagePublication): Promise<'added' | 'refused' | 'limit'> {
    const lastsMs = Date.parse(untilUtc) - this.#nowMs()
    if (lastsMs <= 0) return 'refused'
    if (lastsMs > MAX_PAGE_MS + MAX_SKEW_MS) return 'limit'
    const document = JSON.stringify({ deviceId, box, untilUtc })
    const known = await this.#store.findRecord({ kind: PAGE, name: link })
    if (known) return known.document === document ? 'added' : 'refused'
    const end = { deviceId, characters: box.length }
    if (!(await this.#countPage(end))) return 'limit'
    // The expiry record is written first: `purge` finds pages by it, so no page can be left without one.
    const name = `${untilUtc} ${link}`
    await this.#store.keepRecord({ kind: END, name, version: 0, document: JSON.stringify(end) })
    if (await this.#store.keepRecord({ kind: PAGE, name: link, version: 0, document })) return 'added'
    const stored = await this.#store.findRecord({ kind: PAGE, name: link })
    return stored?.document === document ? 'added' : 'refused'
  }

  /** Adds a page to the use of its device. Returns false if this would exceed the limit. */
  async #countPage({ deviceId, characters }: z.infer<typeof endShape>): Promise<boolean> {
    const done = await changeRecord(this.#store, { kind: USE, name: deviceId }, useShape, (use) => {
      const next = { pages: (use?.pages ?? 0) + 1, characters: (use?.characters ?? 0) + characters }
      const isWithin = next.pages <= this.#maxUse.pages && next.characters <= this.#maxUse.characters
      return isWithin ? ok(next) : err({ type: 'limit' as const })
    })
    return done.ok
  }

  /** Counts the use of each device again, because a publication that was cut off is counted but not stored. */
  async #recount(): Promise<void> {
    // The counters are read first. If a page is counted meanwhile, its counter keeps the higher value until the next time.
    const before = await this.#store.listRecords(USE)
    const ends = (await this.#store.listRecords(END)).map((record) => readRecord(record, endShape))
    for (const { name, version, document } of before) {
      const own = ends.filter((end) => end?.deviceId === name)
      const characters = own.reduce((sum, end) => sum + (end?.characters ?? 0), 0)
      const counted = JSON.stringify({ pages: own.length, characters } satisfies PageUse)
      if (own.length === 0) await this.#store.removeRecord({ kind: USE, name })
      else if (counted !== document) await this.#store.keepRecord({ kind: USE, name, version, document: counted })
    }
  }

  /**
   * Returns the page for a token, and records that it was opened; null if the page is unknown, has expired, or cannot be
   * decrypted.
   */
  async open(token: string): Promise<PageContent | null> {
    const content = await this.find(token)
    if (content) await this.#store.keepRecord({ kind: OPENED, name: linkOfToken(token), version: 0, document: '{}' })
    return content
  }

  /** Like `open`, but does not record that the page was opened. */
  async find(token: string): Promise<PageContent | null> {
    return (await this.#read(token))?.content ?? null
  }

  /** Like `find`, but returns null if another device published the page. */
  async findOwn(token: string, link: string, deviceId: string): Promise<PageContent | null> {
    const page = linkOfToken(token) === link ? await this.#read(token) : null
    return page?.deviceId === deviceId ? page.content : null
  }

  async #read(token: string): Promise<{ readonly deviceId: string; readonly content: PageContent | null } | null> {
    if (!TOKEN.test(token)) return null
    const page = readRecord(await this.#store.findRecord({ kind: PAGE, name: linkOfToken(token) }), pageShape)
    if (!page || Date.parse(page.untilUtc) <= this.#nowMs()) return null
    return { deviceId: page.deviceId, content: open(token, page.box) }
  }

  has = async (link: string): Promise<boolean> => (await this.#store.findRecord({ kind: PAGE, name: link })) !== null

  wasOpened = async (link: string): Promise<boolean> =>
    (await this.#store.findRecord({ kind: OPENED, name: link })) !== null

  /** Deletes expired pages. Returns the number deleted. */
  async purge(): Promise<number> {
    const nowUtc = new Date(this.#nowMs()).toISOString()
    const ended = (await this.#store.listRecords(END)).filter(({ name }) => name < nowUtc)
    for (const { name } of ended) {
      const link = name.slice(name.indexOf(' ') + 1)
      await this.#store.removeRecord({ kind: PAGE, name: link })
      await this.#store.removeRecord({ kind: OPENED, name: link })
      await this.#store.removeRecord({ kind: END, name })
    }
    await this.#recount()
    return ended.length
  }
}

/** Publishes pages at the hub where the kiosk is enrolled. Stores page addresses in memory only. */
export class TicketPageClient {
  readonly #hubKey: string
  readonly #deviceId: string
  readonly #client: Pick<HubClient, 'publish'>
  readonly #log: Log
  readonly #tokens = new Map<string, string>()
  readonly #addresses = new Map<string, string>()
  #isOffered = false

  constructor(hubKey: string, deviceId: string, client: Pick<HubClient, 'publish'>, log: Log) {
    this.#hubKey = hubKey
    this.#deviceId = deviceId
    this.#client = client
    this.#log = log
  }

  readonly isOffered = (): boolean => this.#isOffered

  /** Sets whether the hub publishes pages, as reported in its last reply to a heartbeat. */
  readonly setOffered = (offered: boolean): void => void (this.#isOffered = offered)

  readonly newLink = (): string => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const link = linkOfToken(token)
    this.#tokens.set(link, token)
    return link
  }

  readonly addressOf = (link: string): string | null => this.#addresses.get(link) ?? null

  /** Returns the unguessable part of the address of a published page; null if it is unknown since the last start. */
  readonly tokenOf = (link: string): string | null => this.addressOf(link)?.split('/').at(-1) ?? null

  /** Resolves with null once the hub has confirmed the page, otherwise with the reason why it was not published. */
  async publish({ link, untilUtc }: TicketLink, content: Omit<PageContent, 'untilUtc'>): Promise<string | null> {
    const token = this.#tokens.get(link)
    this.#tokens.delete(link)
    const read = pageContent.safeParse({ ...content, untilUtc })
    // The content is checked here, because the hub cannot read it before the customer opens the page.
    if (token === undefined || !read.success) return 'invalid'
    const box = seal(token, read.data)
    if (box.length > MAX_PAGE_BOX) return 'too-large'
    const sent = await this.#client.publish({ deviceId: this.#deviceId, link, untilUtc, box })
    const refused = sent.ok ? this.#whyNotSigned(link, sent.value) : sent.error.type
    if (refused !== null) {
      this.#log.warn('ticket-page.not-published', sent.ok ? { type: refused } : { ...sent.error })
      return refused
    }
    if (sent.ok && sent.value) this.#addresses.set(link, sent.value.address + token)
    return null
  }

  /** Resolves with false if the hub is unreachable. */
  async wasOpened(link: string): Promise<boolean> {
    const sent = await this.#client.publish({ deviceId: this.#deviceId, link })
    return sent.ok && sent.value?.opened === true && this.#whyNotSigned(link, sent.value) === null
  }

  #whyNotSigned(link: string, reply: { readonly address: string; readonly sig: string } | null): string | null {
    if (!reply) return 'unsupported'
    const bytes = Buffer.from(pageAddressText(this.#deviceId, link, reply.address))
    return isSignedBy(this.#hubKey, 'guichet ticket address 1', bytes, reply.sig) ? null : 'not-signed-by-hub'
  }
}
