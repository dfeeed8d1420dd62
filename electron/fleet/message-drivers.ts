import { isIP } from 'node:net'
import { z } from 'zod'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { EMAIL, type MessageChannel, phoneWithCountry } from '../../shared/domain/customer.ts'
import type { MessageRefusal } from '../../shared/api/fleet/ticket-pages.ts'
import type { PageContent } from './ticket-pages.ts'

/** Timeouts of one attempt, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000
const REPLY_TIMEOUT_MS = 30_000

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

const emailSettings = z
  .strictObject({
    host: z.string().regex(textForms.hostName),
    port: z.int().min(1).max(65_535),
    /** `none`: without encryption, for a relay on the same computer. */
    security: z.enum(['tls', 'starttls', 'none']),
    /** Absent if the server needs no account. */
    account: z.strictObject({ user: z.string().min(1).max(200), password: z.string().min(1).max(500) }).optional(),
    from: z.string().max(200).regex(EMAIL),
    /** Name of the sender, such as that of the venue. */
    name: z.string().regex(/^\P{C}{1,80}$/u),
  })
  .refine(({ security, host }) => security !== 'none' || isLoopback(host), {
    path: ['security'],
    error: 'expected tls or starttls, except for this computer',
  })

const smsSettings = z.strictObject({
  url: z.url().refine((url) => new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname), {
    error: 'expected an address that starts with https://',
  }),
  headers: z.record(z.string().regex(textForms.headerName), z.string().regex(/^[\x20-\x7e]{1,2000}$/u)).default({}),
  format: z.enum(['json', 'form']).default('json'),
  /** Fields of the request. `{to}`, `{text}` and `{reference}` in their texts are replaced. */
  body: z
    .record(z.string().min(1).max(100), z.json())
    .refine((body) => ['{to}', '{text}'].every((each) => JSON.stringify(body).includes(each)), {
      error: 'expected {to} and {text}',
    }),
  /** Default country code, for telephone numbers typed without a country code. */
  countryCode: z.string().regex(textForms.dialCode),
})

/** File of `guichet serve --messages`. It contains passwords. */
export const messageSettings = z
  .strictObject({
    email: emailSettings.optional(),
    sms: smsSettings.optional(),
    /** Maximum number of messages of one machine in an hour. */
    perHour: z.int().min(1).max(10_000).default(60),
  })
  .refine(({ email, sms }) => email !== undefined || sms !== undefined, { error: 'expected email, sms or both' })
export type MessageSettings = z.infer<typeof messageSettings>

export interface OutgoingMessage {
  /** Identifies the message, so that a receiver can recognize a duplicate. */
  readonly reference: string
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly pdf?: Buffer
}

/**
 * `refused`: a retry would also be refused. `failed`: the message may succeed later; `code` contains no personal data.
 */
export type SendOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly reason: MessageRefusal; readonly code: string }
  | { readonly outcome: 'failed'; readonly code: string }

/** Never rejects on network or server failures. */
type SendMessage = (message: OutgoingMessage) => Promise<SendOutcome>
export type MessageDrivers = Readonly<Partial<Record<MessageChannel, SendMessage>>>

export function openMessageDrivers({ email, sms }: MessageSettings): MessageDrivers {
  return { ...(email && { email: smtpSender(email) }), ...(sms && { sms: gatewaySender(sms) }) }
}

function smtpSender({ host, port, security, account, from, name }: z.infer<typeof emailSettings>): SendMessage {
  return async ({ reference, address, subject, text, pdf }) => {
    // Only a hub that sends e-mail needs the package, so other commands start without it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(account && { auth: { user: account.user, pass: account.password } }),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: REPLY_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from: { name, address: from },
        to: { name: '', address },
        // The explicit envelope prevents the mailer from taking recipients from the message headers.
        envelope: { from, to: [address] },
        subject,
        text,
        messageId: `<${reference}@${from.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: pdf ? [{ filename: 'tickets.pdf', contentType: 'application/pdf', content: pdf }] : [],
      })
      return { outcome: 'sent' }
    } catch (error) {
      // The server's reply may contain the recipient's address, so only its status codes are used.
      const { code = 'unknown', responseCode = 0, command = '' } = error as SmtpError
      const told = responseCode > 0 ? `${code} ${responseCode}` : code
      // 503, bad sequence of commands (RFC 5321, 4.2.2), concerns the session and not the message.
      const isFinal = responseCode >= 500 && responseCode !== 503
      if (isFinal && command === 'RCPT TO') return { outcome: 'refused', reason: 'address-refused', code: told }
      if (isFinal && code === 'EMESSAGE') return { outcome: 'refused', reason: 'rejected', code: told }
      return { outcome: 'failed', code: told }
    } finally {
      transport.close()
    }
  }
}

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

/** HTTP statuses of a gateway after which a retry may succeed, for example once a wrong key has been corrected. */
const REPEATABLE: readonly number[] = [401, 402, 403, 408, 425, 429]

function gatewaySender({ url, headers, format, body, countryCode }: z.infer<typeof smsSettings>): SendMessage {
  return async ({ reference, address, text }) => {
    const filled = fill(body, { to: phoneWithCountry(address, countryCode), text, reference })
    const [type, content] =
      format === 'json'
        ? ['application/json', JSON.stringify(filled)]
        : ['application/x-www-form-urlencoded', new URLSearchParams(filled as Record<string, string>).toString()]
    try {
      const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS)
      const all = { 'content-type': type, ...headers }
      const reply = await fetch(url, { method: 'POST', redirect: 'error', headers: all, body: content, signal })
      await reply.body?.cancel()
      const { status } = reply
      if (reply.ok) return { outcome: 'sent' }
      const isFinal = status >= 400 && status < 500 && !REPEATABLE.includes(status)
      const code = `HTTP ${status}`
      return isFinal ? { outcome: 'refused', reason: 'rejected', code } : { outcome: 'failed', code }
    } catch (error) {
      return { outcome: 'failed', code: error instanceof Error ? error.name : 'unknown' }
    }
  }
}

/** Replaces each placeholder once, so that a value cannot contain another placeholder. */
function fill(value: z.core.util.JSONType, by: Readonly<Record<string, string>>): z.core.util.JSONType {
  if (typeof value === 'string')
    return value.replaceAll(/\{(to|text|reference)\}/gu, (_, name: string) => by[name] ?? '')
  if (Array.isArray(value)) return value.map((each) => fill(each, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, by)]))
}

/** Maximum number of tickets listed in an SMS; the ticket page shows all tickets. */
const MAX_SMS_SEATS = 3
const MAX_PART = 80

/** Writes the e-mail about a ticket page, in the language of the page. `url`: address of the page. */
export function mailOf({ language, tickets, pdf }: PageContent, url: string) {
  const texts = catalogues[language].paper.ticketPage.message
  const { title, when, venue } = eventOf(tickets)
  const lines = [title, when, venue, '', ...tickets.map(seatOf), '', texts.open, url, '', texts.attached, texts.secret]
  return { subject: texts.subject(title), text: lines.join('\n'), pdf: Buffer.from(pdf, 'base64') }
}

/** Writes the SMS about a ticket page, in the language of the page. `url`: address of the page. */
export function smsOf({ language, tickets }: PageContent, url: string) {
  const { subject } = catalogues[language].paper.ticketPage.message
  const { title, when, venue } = eventOf(tickets)
  const more = tickets.length > MAX_SMS_SEATS ? ['…'] : []
  const seats = [...tickets.slice(0, MAX_SMS_SEATS).map(seatOf), ...more]
  // No-break spaces would halve the number of characters of an SMS (3GPP TS 23.038, UCS2).
  const lines = [subject(title), when, venue, ...seats].map((line) => line.replaceAll(/\s/gu, ' '))
  return { subject: '', text: [...lines, url].join('\n') }
}

const eventOf = ([ticket]: PageContent['tickets']) => ({
  title: plain(ticket?.title ?? ''),
  when: plain(ticket?.when ?? ''),
  venue: plain(ticket?.venue ?? ''),
})

const seatOf = ({ tribune, figures }: PageContent['tickets'][number]): string =>
  [tribune, ...figures.map(({ label, value }) => `${label} ${value}`)].map(plain).join(', ')

/**
 * Returns a text from a machine as one line that no telephone recognizes as a link. The only link in a message is the
 * link to the hub's ticket page.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll('://', ': ')
    .replaceAll(/\.(?=[\p{L}\p{N}])/gu, '. ')
    .replaceAll('@', ' ')
    .trim()
    .slice(0, MAX_PART)
