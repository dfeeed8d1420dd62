import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { connect, isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { localTime } from '../../shared/domain/documents/local-date.ts'
import { isClockSkewed, type MachineFacts, type SessionOutcome } from '../../shared/domain/fleet/readiness.ts'
import type { Language } from '../../shared/domain/language.ts'
import { type Booking, type BookingSession, type EventOffer, upcomingEvents } from '../../shared/domain/seats/offer.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { DEMO, ENVIRONMENT_HEADER, operations, PARTNER_CODE_HEADER } from '../../shared/api/partner/operations.ts'
import { isCodeRefused, openWith, outcomeOf } from '../kiosk/ports/office.ts'
import { listAllEvents, type PartnerError, type PartnerReply, type PartnerService } from '../kiosk/ports/ports.ts'
import { PartnerClient, type PartnerOptions } from './client.ts'
import type { HttpClient } from './http-client.ts'
import type { SkippedItem } from './mapping.ts'
import { clockSkewSeconds, refusal, textOfReply, veiled } from './transport.ts'

export interface Examination {
  readonly connection: PartnerOptions
  readonly line: HttpClient
  readonly httpProxy?: string | undefined
  readonly codesOf: (eventId: string) => Promise<readonly string[]>
  /** Whether the service is the kiosk's own hub, which sends any access codes that the kiosk lacks. */
  readonly hubSendsCodes: boolean
  /** Returns the wall time in milliseconds of the Unix epoch. */
  readonly nowMs: () => number
  readonly timeZone: string
  /** Whether to hold and release a seat, and to buy a seat in the partner's demo environment. */
  readonly hold: boolean
  readonly onFinding?: ((finding: Finding) => void) | undefined
}

interface PartnerFacts extends Pick<MachineFacts, 'partnerUp' | 'admission' | 'clockSkewSeconds'> {
  readonly events: readonly TriedEvent[]
}

export interface TriedEvent extends Pick<EventOffer, 'eventId' | 'title' | 'startsAt'> {
  readonly session: SessionOutcome
}

interface Examined {
  /** Findings in the order of the steps, with at least one finding for each step. */
  readonly findings: readonly Finding[]
  readonly facts: PartnerFacts
}

const DAY_MS = 86_400_000

const MAX_OPENED = 20

type DoctorTexts = ProgramTexts['doctor']
type DoctorStep = keyof DoctorTexts['steps']
type DoctorMessage = keyof DoctorTexts['says'] | 'fine'

const STEPS: readonly DoctorStep[] = [
  'name',
  'connection',
  'certificate',
  'clock',
  'code',
  'signature',
  'events',
  'session',
  'section',
  'hold',
  'purchase',
]

type Learned = { -readonly [K in keyof PartnerFacts]: PartnerFacts[K] }

/**
 * Checks the partner's service, from the host name to a held seat and, in a demo environment, a purchased seat. Stops
 * at the first failed step, but may try several events if one cannot be opened.
 */
export async function examinePartner(examination: Examination): Promise<Examined> {
  const findings: Finding[] = []
  const facts: Learned = { partnerUp: false, admission: { type: 'unknown' }, clockSkewSeconds: null, events: [] }
  const add = (finding: Finding): void => {
    findings.push(finding)
    examination.onFinding?.(finding)
  }
  for await (const finding of walk(examination, facts)) {
    add(finding)
    // If one event cannot be opened, other events may still open.
    if (finding.outcome === 'failed' && finding.step !== 'session') break
  }
  const met = new Set(findings.map(({ step }) => step))
  for (const step of STEPS.filter((each) => !met.has(each))) add(found(step, 'skipped', 'not-reached'))
  return { findings, facts }
}

async function* walk(examination: Examination, facts: Learned): AsyncGenerator<Finding, void, void> {
  const { connection, httpProxy, nowMs } = examination
  const url = new URL(connection.baseUrl)
  const way = httpProxy === undefined ? url : new URL(httpProxy)
  const host = way.hostname.replace(/^\[|\]$/gu, '')
  yield await nameOf(host)
  const port = Number(way.port) || (way.protocol === 'https:' ? 443 : 80)
  yield await connectionTo(host, port, httpProxy !== undefined)
  const asked = await ask(examination)
  if (!asked.answered) return yield asked.finding
  const { reply, validTo, body } = asked
  const { statusCode: status = 0 } = reply
  const { code } = refusal(status, veiled(body, [connection.partnerCode]))
  facts.partnerUp = true
  facts.admission = status >= 200 && status <= 299 ? { type: 'let-in' } : { type: 'refused', status, code }
  facts.clockSkewSeconds = clockSkewSeconds(reply.headers.date, nowMs())
  yield certificateOf(validTo, nowMs())
  yield clockOf(facts.clockSkewSeconds)
  yield* admission(status, code, connection.sign !== undefined)
  yield* sale(examination, facts)
}

async function nameOf(host: string): Promise<Finding> {
  if (isIP(host)) return found('name', 'ok', 'numeric-address', { host })
  try {
    const { address } = await lookup(host)
    return found('name', 'ok', 'fine', { host, address })
  } catch (error) {
    return found('name', 'failed', 'unknown-name', { host, code: codeOf(error) })
  }
}

function connectionTo(host: string, port: number, proxy: boolean): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5_000 })
    const end = (finding: Finding): void => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('connect', () => end(found('connection', 'ok', proxy ? 'by-proxy' : 'fine', { host, port })))
    socket.once('timeout', () => end(found('connection', 'failed', 'no-connection', { host, port, code: 'ETIMEDOUT' })))
    socket.once('error', (error) => {
      const code = codeOf(error)
      const says = code === 'ECONNREFUSED' ? 'refused-connection' : 'no-connection'
      end(found('connection', 'failed', says, { host, port, code }))
    })
  })
}

type Asked =
  | { readonly answered: false; readonly finding: Finding }
  | { readonly answered: true; readonly reply: IncomingMessage; readonly validTo: string | null; readonly body: string }

async function ask({ connection, line }: Examination): Promise<Asked> {
  const { baseUrl, partnerCode, demo, sign, timeoutMs } = connection
  const { method, path } = operations.listEvents
  const url = new URL(`${baseUrl}${path}?page=1&limit=1`)
  const headers = new Headers({ accept: 'application/json', [PARTNER_CODE_HEADER]: partnerCode })
  if (demo) headers.set(ENVIRONMENT_HEADER, DEMO)
  for (const [name, value] of Object.entries(sign?.({ method, url, headers, body: undefined }) ?? {})) {
    headers.set(name, value)
  }
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await line.send({ method, url, headers: Object.fromEntries(headers), signal })
    // The certificate is read before the body, because the connection is no longer accessible afterwards.
    const validTo = reply.socket instanceof TLSSocket ? reply.socket.getPeerCertificate().valid_to : null
    return { answered: true, reply, validTo, body: await textOfReply(reply.statusCode ?? 0, reply) }
  } catch (error) {
    const code = codeOf(error)
    const isCertificate = /CERT|SIGNATURE|ISSUER|SSL|TLS/u.test(code)
    const says = code === 'CERT_HAS_EXPIRED' ? 'certificate-over' : isCertificate ? 'bad-certificate' : 'no-answer'
    return {
      answered: false,
      finding: found('certificate', 'failed', says, { host: url.hostname, code, seconds: timeoutMs / 1000 }),
    }
  }
}

/** `validTo`: date as returned by Node; null without TLS. */
export function certificateOf(validTo: string | null, nowMs: number): Finding {
  if (validTo === null) return found('certificate', 'warning', 'plain')
  const until = Date.parse(validTo)
  const days = Math.floor((until - nowMs) / DAY_MS)
  const facts = { until: new Date(until).toISOString().slice(0, 10), days }
  if (days < 0) return found('certificate', 'failed', 'certificate-over', facts)
  return days < 14
    ? found('certificate', 'warning', 'certificate-ends', facts)
    : found('certificate', 'ok', 'fine', facts)
}

function clockOf(seconds: number | null): Finding {
  if (seconds === null) return found('clock', 'warning', 'no-date')
  return isClockSkewed(seconds)
    ? found('clock', 'failed', 'clock-skew', { seconds })
    : found('clock', 'ok', 'fine', { seconds })
}

function* admission(status: number, code: string, signed: boolean): Generator<Finding, void, void> {
  const facts = { status, code }
  if (status >= 500 || status === 429) return yield found('code', 'failed', 'partner-fault', facts)
  if (/SIGN/iu.test(code)) {
    yield found('code', 'ok', 'fine')
    return yield found('signature', 'failed', 'bad-signature', facts)
  }
  if (status === 401 || status === 403) return yield found('code', 'failed', 'unknown-code', facts)
  if (status < 200 || status > 299) return yield found('code', 'failed', 'refused', facts)
  yield found('code', 'ok', 'fine')
  yield signed ? found('signature', 'ok', 'fine') : found('signature', 'skipped', 'unsigned')
}

async function* sale(examination: Examination, facts: Learned): AsyncGenerator<Finding, void, void> {
  const leftOut: SkippedItem[] = []
  const { connection, nowMs, timeZone } = examination
  const client = new PartnerClient({ ...connection, onSkipped: (each) => leftOut.push(each) })
  const listed = await listAllEvents(client)
  if (!listed.ok) {
    if (listed.error.type === 'unclear') facts.admission = { type: 'unreadable-response', detail: listed.error.detail }
    return yield failure('events', listed.error)
  }
  // A service may list events that are over, which the kiosk does not sell.
  const events = upcomingEvents(listed.value.events, localTime(nowMs(), timeZone))
  if (events.length === 0) return yield unread('events', leftOut) ?? found('events', 'warning', 'no-events')
  yield found('events', 'ok', 'fine', { count: listed.value.total - listed.value.events.length + events.length })
  yield* whatWasLeftOut('events', leftOut)
  const opened = yield* openEach(client, events, examination, facts)
  if (opened) yield* seats(client, examination, opened, leftOut)
}

interface Opened {
  readonly eventId: string
  readonly session: BookingSession
}

async function* openEach(
  client: PartnerService,
  events: readonly EventOffer[],
  { codesOf, hubSendsCodes }: Examination,
  facts: Learned,
): AsyncGenerator<Finding, Opened | null, void> {
  let first: Opened | null = null
  for (const [index, { eventId, title, startsAt }] of events.entries()) {
    const codes = await codesOf(eventId)
    const reply = index < MAX_OPENED ? (await openWith(client, eventId, codes))?.reply : undefined
    const untried = { type: codes.length === 0 && !hubSendsCodes ? 'no-code' : 'untried' } as const
    const session = (reply && outcomeOf(reply)) ?? untried
    facts.events = [...facts.events, { eventId, title, startsAt, session }]
    if (reply?.ok) first ??= { eventId, session: reply.value }
    if (index < MAX_OPENED) yield reply ? sessionOf(title, reply) : withoutCode(title, hubSendsCodes)
  }
  if (events.length > MAX_OPENED) yield found('session', 'warning', 'only-first', { count: MAX_OPENED })
  return first
}

function withoutCode(event: string, hubSendsCodes: boolean): Finding {
  return hubSendsCodes
    ? found('session', 'skipped', 'code-from-hub', { event })
    : found('session', 'warning', 'no-access-code', { event })
}

function sessionOf(event: string, reply: PartnerReply<BookingSession>): Finding {
  if (reply.ok) return found('session', 'ok', 'fine', { event })
  return isCodeRefused(reply.error)
    ? found('session', 'failed', 'wrong-access-code', { event })
    : failure('session', reply.error, { event })
}

async function* seats(
  client: PartnerService,
  { connection, hold }: Examination,
  { eventId, session: { overview, ...booking } }: Opened,
  leftOut: SkippedItem[],
): AsyncGenerator<Finding, void, void> {
  const section = overview.sections.find(({ remaining }) => remaining > 0) ?? overview.sections[0]
  if (!section) return yield unread('section', leftOut) ?? found('section', 'failed', 'no-seats', { event: eventId })
  const seen = await client.viewSection({ ...booking, sectionId: section.sectionId })
  if (!seen.ok) return yield failure('section', seen.error)
  const shown = seen.value?.view.seats ?? []
  const unreadSeats = shown.length === 0 ? unread('section', leftOut) : null
  if (unreadSeats) return yield unreadSeats
  yield found('section', shown.length > 0 ? 'ok' : 'failed', shown.length > 0 ? 'fine' : 'no-seats', {
    event: eventId,
    section: section.code,
    count: shown.length,
  })
  yield* whatWasLeftOut('section', leftOut)
  if (booking.ownerRef === '') yield found('section', 'warning', 'no-owner')
  if (!hold) {
    yield found('hold', 'skipped', 'not-asked')
    return yield notBought(connection)
  }
  const free = shown.find(({ status }) => status === 'available')
  if (!free) return yield found('hold', 'warning', 'no-seats', { event: eventId })
  yield* examineSeat(client, connection, booking, free)
}

/** Returns a finding for a list whose items are all unreadable, or null if no item was skipped. */
function unread(step: DoctorStep, [first]: readonly SkippedItem[]): Finding | null {
  return first ? found(step, 'failed', 'missing-field', { field: first.field }) : null
}

function* whatWasLeftOut(step: DoctorStep, leftOut: SkippedItem[]): Generator<Finding, void, void> {
  const [first] = leftOut
  if (!first) return
  const { what, which, field } = first
  yield found(step, 'warning', 'left-out', { count: leftOut.length, what, which, field })
  leftOut.length = 0
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error as NodeJS.ErrnoException).code ?? error.name
}

export interface Finding {
  readonly step: DoctorStep
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly says: DoctorMessage
  /** Numbers, names and error codes of the finding; never a secret. */
  readonly facts: Readonly<Record<string, string | number>>
}

function found(
  step: DoctorStep,
  outcome: Finding['outcome'],
  says: DoctorMessage,
  facts: Finding['facts'] = {},
): Finding {
  return { step, outcome, says, facts }
}

function failure(step: DoctorStep, error: PartnerError, more: Finding['facts'] = {}): Finding {
  switch (error.type) {
    case 'unreachable':
      return found(step, 'failed', 'no-answer', { ...more, code: error.detail, seconds: 0 })
    case 'refused':
      return found(step, 'failed', 'refused', { ...more, status: error.status, code: error.code })
    case 'unclear':
      return error.field === undefined
        ? found(step, 'failed', 'unreadable', { ...more, status: error.status, code: error.detail })
        : found(step, 'failed', 'missing-field', { ...more, field: error.field })
  }
}

interface Seat {
  readonly seatId: string
  readonly code: string
}

/** Holds one seat and releases it. In the partner's demo environment, also buys the seat. */
async function* examineSeat(
  client: PartnerService,
  connection: PartnerOptions,
  booking: Booking,
  seat: Seat,
): AsyncGenerator<Finding, void, void> {
  const held = await client.holdSeats({ ...booking, seatIds: [seat.seatId] })
  if (!held.ok)
    return yield held.error.type === 'seats-taken'
      ? found('hold', 'failed', 'not-held', { seat: seat.code })
      : failure('hold', held.error)
  const checkout = await client.readCheckout(booking)
  if (!checkout.ok) return yield failure('hold', checkout.error)
  const [item] = checkout.value.items
  if (!item) return yield found('hold', 'failed', 'not-held', { seat: seat.code })
  const released = await client.releaseHold({ sessionId: booking.sessionId, holdId: item.holdId })
  const isFree = released.ok && connection.hold.release !== null
  yield isFree
    ? found('hold', 'ok', 'fine', { seat: seat.code })
    : found('hold', 'warning', 'not-released', { seat: seat.code, seconds: checkout.value.remainingSeconds })
  if (!connection.demo) return yield notBought(connection)
  if (isFree) {
    const again = await client.holdSeats({ ...booking, seatIds: [seat.seatId] })
    if (!again.ok)
      return yield again.error.type === 'seats-taken'
        ? found('purchase', 'failed', 'not-held', { seat: seat.code })
        : failure('purchase', again.error)
  }
  yield await buy(client, connection, booking, seat)
}

/** Returns the reason why no seat was bought: the purchase would be a real sale, or was not requested. */
function notBought({ demo, anonymousCustomer: { name } }: PartnerOptions): Finding {
  return found('purchase', 'skipped', demo ? 'not-bought' : 'real-sale', { name })
}

async function buy(
  client: PartnerService,
  { anonymousCustomer: { name } }: PartnerOptions,
  booking: Booking,
  { code: seat }: Seat,
): Promise<Finding> {
  const checkout = await client.readCheckout(booking)
  if (!checkout.ok) return failure('purchase', checkout.error)
  const purchase = {
    ...booking,
    orderId: randomUUID(),
    amount: checkout.value.amount,
    paymentMethod: 'cash',
    paymentReference: 'guichet-doctor',
    seats: checkout.value.items,
    customer: { name: '', phone: '', email: '' },
  }
  const bought = await client.sendPurchase(client.composePurchase(purchase), purchase)
  if (bought.ok) return found('purchase', 'ok', 'fine', { seat, name })
  const { status, code, detail } = bought.error.reply
  if (status === 0) return failure('purchase', { type: 'unreachable', detail })
  if (status >= 500 || status === 429) return found('purchase', 'failed', 'partner-fault', { status, code })
  return status >= 400
    ? found('purchase', 'failed', 'purchase-refused', { status, code, name })
    : failure('purchase', { type: 'unclear', status, detail })
}

/**
 * Describes a finding. `spoken`: true for a text on a screen, which uses plain words instead of the names of settings.
 */
export function describeFinding({ step, says, facts }: Finding, language: Language, spoken = false) {
  const texts = catalogues[language].doctor
  const template = says === 'fine' ? texts.fine[step] : texts.says[says]
  const named = spoken
    ? Object.entries(texts.spoken).reduce((text, [setting, words]) => text.replaceAll(setting, words), template)
    : template
  const said = (name: string): string => (name === 'field' ? fieldOf(texts, facts[name]) : String(facts[name] ?? ''))
  const text = named.replaceAll(/\{(\w+)\}/gu, (_, name: string) => said(name)).replace(/ \)/u, ')')
  const title = step === 'session' && facts['event'] !== undefined ? String(facts['event']) : texts.steps[step]
  return { title, text }
}

function fieldOf({ fields }: DoctorTexts, path: string | number | undefined): string {
  const last = String(path).split('.').at(-1)
  const [, known] = Object.entries(fields).find(([field]) => field === last) ?? []
  return known ? `${path} – ${known}` : String(path)
}
