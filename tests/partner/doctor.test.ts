import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Readiness } from '../../shared/domain/fleet/readiness.ts'
import { certificateOf, type Examination, examinePartner } from '../../electron/partner/doctor.ts'
import { guichet } from '../cli/guichet.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { settingsFor, startHub } from '../world/kiosk.ts'
import { cert, key } from './certificates.ts'
import { type Answer, type Asked, clientOptions, failure, listen, startPartner, success } from './scripted-partner.ts'
import { ACCESS_CODES, startSparsePartner } from './sparse-partner.ts'
import type { PartnerOptions } from '../../electron/partner/client.ts'
import { seatBySeat } from '../../electron/partner/holds.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'

const CANARY = 'canary-9c41e7'

const doctor = (settings: object, ...args: string[]) => doctorOf(temporaryFolder(), settings, ...args)

async function doctorOf(data: string, settings: object, ...args: string[]) {
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
  const { code, said, refused } = await guichet('doctor', '--data', data, '--json', '--language', 'en', ...args)
  const text = said + refused.join('\n')
  expect(text).not.toContain(CANARY)
  const told: Partial<DoctorReport> = text.startsWith('{') ? (JSON.parse(text) as DoctorReport) : {}
  const { findings = [], readiness } = told
  return {
    code,
    text,
    readiness,
    sessions: findings.filter(({ step }) => step === 'session'),
    says: Object.fromEntries(findings.map(({ step, outcome, says }) => [step, `${outcome} ${says}`])),
  }
}

type DoctorReport = Readonly<{ findings: readonly Found[]; readiness: Readiness }>

interface Found {
  readonly step: string
  readonly outcome: string
  readonly says: string
  readonly facts: Readonly<Record<string, string | number>>
}

const partnerAt = (baseUrl: string, more: object = {}) => ({ partner: { baseUrl, partnerCode: 'nongo', ...more } })

test('a partner that is well, down to a held seat that is free again afterwards and bought in the demo', async () => {
  const hub = await startHub()
  const { code, says } = await doctor(hub.settings, '--hold')
  const other = { name: 'ok numeric-address', certificate: 'warning plain', signature: 'skipped unsigned' }
  const steps = ['connection', 'code', 'events', 'session', 'section', 'hold', 'purchase']
  const fine = Object.fromEntries(steps.map((step) => [step, 'ok fine']))
  expect(says).toEqual({ ...fine, ...other, clock: says['clock'] })
  expect(code).toBe(0)
  const { says: unasked } = await doctor(hub.settings)
  expect([unasked['hold'], unasked['purchase']]).toEqual(['skipped not-asked', 'skipped not-bought'])
})

test('in words, in French unless told otherwise', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify(partnerAt('http://nobody.invalid')))
  const { code, said } = await guichet('doctor', '--data', data)
  const lines = said.split('\n')
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^✗ Nom +Nom introuvable\s: nobody\.invalid \(E[A-Z_]+\)\. Vérifiez partner\.baseUrl/u)
  expect(lines[1]).toMatch(/^· Connexion +Non vérifié/u)
})

test('a wrong signature is named; secrets are not', async () => {
  vi.stubEnv('DOCTOR_CANARY', CANARY)
  onTestFinished(() => void vi.unstubAllEnvs())
  const partner = await startPartner(() => failure(401, 'BAD_SIGNATURE'))
  const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secretEnv: 'DOCTOR_CANARY' }
  const { code, says, text } = await doctor({ ...partnerAt(partner.url, { signing }), accessCodes: { '1': CANARY } })
  expect([code, says['signature']]).toEqual([1, 'failed bad-signature'])
  expect(text).toContain('not-reached')
})

test('every event is opened and named, one after the other: the others are tried where one does not', async () => {
  const hub = await startHub()
  const [first = '', second = '', ...others] = Object.keys(hub.accessCodes)
  const { [second]: _, ...codes } = hub.accessCodes
  const { code, sessions, readiness } = await doctor(settingsFor(hub.url, { ...codes, [first]: CANARY }), '--hold')
  expect(readiness?.issues).toMatchObject([
    { type: 'access-code-missing', events: [{ eventId: second }], all: false },
    { type: 'access-code-refused', events: [{ eventId: first }], all: false },
  ])
  const named = (readiness?.issues ?? []).flatMap((issue) => ('events' in issue ? issue.events : []))
  const saidOf = (id: string) =>
    sessions.find(({ facts }) => facts['event'] === named.find((one) => one.eventId === id)?.title)
  expect(saidOf(first)).toMatchObject({ outcome: 'failed', says: 'wrong-access-code' })
  expect(saidOf(second)).toMatchObject({ outcome: 'warning', says: 'no-access-code' })
  expect(sessions.filter(({ outcome }) => outcome === 'ok')).toHaveLength(others.length)
  expect([code, others.length > 0, readiness?.sells]).toEqual([1, true, true])
})

test('where no event opens, this machine does not sell', async () => {
  const hub = await startHub()
  const wrong = Object.fromEntries(Object.keys(hub.accessCodes).map((id) => [id, CANARY]))
  const refused = await doctor(settingsFor(hub.url, wrong))
  expect(refused.says).toMatchObject({ session: 'failed wrong-access-code', section: 'skipped not-reached' })
  const none = await doctor(settingsFor(hub.url, {}))
  expect([none.code, none.says['session'], none.readiness?.sells]).toEqual([1, 'warning no-access-code', false])
})

test('where the hub of the machine sells, no code is missing: the hub sends it', async () => {
  const hub = await startHub()
  const { says, readiness } = await doctor({ ...settingsFor(hub.url, {}), fleet: { hub: hub.url } })
  expect(says['session']).toBe('skipped code-from-hub')
  expect(readiness?.issues.filter(({ type }) => type === 'access-code-missing')).toEqual([])
})

test('where nobody could pay, that is said with the partner’s answers', async () => {
  const hub = await startHub()
  const { code, readiness } = await doctor({ ...hub.settings, tenders: ['mobile-money'] })
  expect([code, readiness?.issues]).toEqual([1, [{ type: 'no-tender-available' }]])
})

test('codes that were typed at the machine, in small letters and with blanks too', async () => {
  const hub = await startHub()
  const data = temporaryFolder()
  const wrong = Object.fromEntries(Object.keys(hub.accessCodes).map((id) => [id, CANARY]))
  const spaced = (code: string): string => ` ${code.toLowerCase().replace(/.{5}/u, '$& ')}`
  const typed = Object.entries(hub.accessCodes).map(([id, code]) => [id, spaced(code)])
  mkdirSync(join(data, 'demo'))
  writeFileSync(join(data, 'demo', 'access-codes.json'), JSON.stringify(Object.fromEntries(typed)))
  expect((await doctorOf(data, settingsFor(hub.url, wrong))).says['section']).toBe('ok fine')
  expect(readdirSync(join(data, 'demo'))).toEqual(['access-codes.json'])
})

test('a certificate nobody knows is not trusted; with its authority it is', async () => {
  const server = createTlsServer({ key, cert }, (_, reply) => reply.writeHead(503).end())
  const url = `https://localhost:${await listen(server)}`
  expect((await doctor(partnerAt(url))).says['certificate']).toBe('failed bad-certificate')
  const caFile = join(temporaryFolder(), 'ca.pem')
  writeFileSync(caFile, cert)
  expect((await doctor(partnerAt(url, { caFile }))).says['certificate']).toBe('ok fine')
})

test('a sparse partner is well; where it names no customer reference, what that means is said', async () => {
  const named = await startSparsePartner()
  const { code, says, text } = await doctor(settingsFor(named.url, ACCESS_CODES), '--hold')
  expect([code, says['events'], says['section'], says['hold']]).toEqual([0, 'ok fine', 'ok fine', 'ok fine'])
  expect(says['purchase']).toBe('ok fine')
  expect(text).not.toContain('no-owner')
  const nameless = await startSparsePartner({ owner: 'nowhere' })
  const warned = await doctor(settingsFor(nameless.url, ACCESS_CODES), '--hold')
  expect([warned.code, warned.says['section'], warned.says['hold']]).toEqual([0, 'warning no-owner', 'ok fine'])
  expect(warned.text).toContain('its tickets cannot be read back')
})

test.each([
  ['events', 'events', 'events', 'la liste des événements'],
  ['min_price', 'events', 'min_price', 'le prix le plus bas'],
  ['currency', 'events', 'currency', 'la devise'],
  ['title', 'events', 'title', 'le titre'],
  ['session_id', 'session', 'session_id', 'l’identifiant de la session'],
  ['expires_at', 'session', 'expires_at', 'la fin de la session'],
  ['map', 'session', 'map', 'le plan du site'],
  ['zone_id', 'section', 'zone_id', 'l’identifiant de la catégorie'],
  ['seats', 'section', 'map.seats', 'la liste des places'],
  ['hold_id', 'hold', 'items.0.hold_id', 'le numéro du blocage des places'],
  ['seat_id', 'hold', 'items.0.seat_id', 'l’identifiant de la place'],
  ['remaining_seconds', 'hold', 'items.0.remaining_seconds', 'le temps restant du blocage'],
  ['amount', 'hold', 'amount', 'le montant total'],
])('a partner without “%s”: the one missing field is named in plain words', async (without, step, field, words) => {
  const partner = await startSparsePartner({ without })
  const { code, says, text } = await doctor(settingsFor(partner.url, ACCESS_CODES), '--hold', '--language', 'fr')
  expect([code, says[step]]).toEqual([1, 'failed missing-field'])
  expect(text).toContain(`«\u00a0${field} – ${words}\u00a0» manque ou est illisible`)
})

test('what is not offered is told, with one of them', async () => {
  const partner = await startSparsePartner({
    pass: ({ line }, answer) => (line.includes('section_id') ? spoilt(answer, 'A1', { price: 12.5 }) : answer),
  })
  const { code, says, text } = await doctor(settingsFor(partner.url, ACCESS_CODES))
  expect([code, says['section']]).toEqual([0, 'warning left-out'])
  expect(text).toContain('In A1, “price – the price” is missing or unreadable.')
})

function spoilt(answer: Answer, seatId: string, change: object): Answer {
  if (typeof answer === 'string') return answer
  const { data, ...body } = answer.body as { data: { seats: { id: string }[] } }
  const seats = data.seats.map((seat) => (seat.id === seatId ? { ...seat, ...change } : seat))
  return { ...answer, body: { ...body, data: { ...data, seats } } }
}

test('certificates are told of two weeks before they end', () => {
  const at = (date: string) => certificateOf('Jan 31 12:00:00 2027 GMT', Date.parse(date))
  expect(at('2027-01-01T00:00:00Z')).toMatchObject({ outcome: 'ok', facts: { until: '2027-01-31', days: 30 } })
  expect(at('2027-01-20T00:00Z')).toMatchObject({ outcome: 'warning', says: 'certificate-ends', facts: { days: 11 } })
  expect(at('2027-02-01T00:00:00Z')).toMatchObject({ outcome: 'failed', says: 'certificate-over' })
})

test('without a partner there is nothing to test', async () => {
  expect((await doctor({})).code).toBe(2)
})

interface Walk extends Partial<Omit<Examination, 'connection' | 'line'>> {
  readonly connection?: Partial<PartnerOptions>
}

/** Returns the finding of each step for a partner. If a step has several findings, returns the last one. */
async function findingsAt(baseUrl: string, { connection = {}, ...walk }: Walk = {}) {
  const { httpProxy } = walk
  const line = new HttpClient({ httpProxy })
  onTestFinished(() => line.close())
  const { findings } = await examinePartner({
    connection: { ...clientOptions, baseUrl, demo: true, fetch: (request) => line.fetch(request), ...connection },
    line,
    codesOf: async (eventId) => (eventId === '7' ? [ACCESS_CODES[eventId]] : []),
    hubSendsCodes: false,
    nowMs: Date.now,
    timeZone: 'Africa/Conakry',
    hold: true,
    ...walk,
  })
  return Object.fromEntries(
    findings.map(({ step, outcome, says, facts }) => [step, { is: `${outcome} ${says}`, facts }]),
  )
}

test('events that are over in the venue’s time zone are not tried', async () => {
  const day = (id: number, starts_at: string) => ({ id, title: `${id}`, starts_at, min_price: '1', currency: 'GNF' })
  const date = 'Sat, 15 May 2027 01:00:00 GMT'
  const body = { success: true, message: 'ok', data: { events: [day(6, '2027-05-14'), day(7, '2027-05-15')] } }
  const { url, asked } = await startPartner(({ line }) =>
    line.startsWith('GET ') ? { headers: { date }, body } : failure(404, 'NO'),
  )
  const nowMs = () => Date.parse(date)
  const tried = async (timeZone: string) => {
    const before = asked.length
    const { events } = await findingsAt(url, { codesOf: async () => ['x'], nowMs, timeZone })
    const opened = asked.slice(before).filter(({ line }) => line.startsWith('POST '))
    return [events?.facts, opened.map(({ body }) => (JSON.parse(body) as { event_id: string }).event_id)]
  }
  expect(await tried('Africa/Conakry')).toEqual([{ count: 1 }, ['7']])
  expect(await tried('America/New_York')).toEqual([{ count: 2 }, ['6', '7']])
})

/** Returns the findings for a partner with a minimal implementation. `change` may replace a reply. */
async function findingsWhere(change: Change, walk: Walk = {}) {
  const times = new Map<string, number>()
  const { url, asked } = await startSparsePartner({
    pass(each, answer) {
      const nth = (times.get(each.line) ?? 0) + 1
      times.set(each.line, nth)
      return change(each, nth) ?? answer
    },
  })
  const found = await findingsAt(url, walk)
  return { found, lines: asked.map(({ line }) => line.replace('/api/v1/public', '')) }
}

const HOLD = 'POST /booking-sessions/S1/holds'

type Change = (asked: Asked, nth: number) => Answer | null

/** Replaces the replies to requests whose line ends with `end`, or only the `only`-th of them. */
const on =
  (end: string, answer: Answer, only?: number): Change =>
  ({ line }, nth) =>
    line.endsWith(end) && (only ?? nth) === nth ? answer : null

const refusedBy = (status: number, code: string) => ({ is: 'failed refused', facts: { status, code } })

describe('the seat that is tried', () => {
  const nothingHeld = success({ currency: 'GNF', amount: 0, items: [] })
  const held = { is: 'ok fine', facts: { seat: 'P-A-1' } }
  const notHeld = { is: 'failed not-held', facts: { seat: 'P-A-1' } }
  const fault = (status: number, code: string) => ({ is: 'failed partner-fault', facts: { status, code } })
  const refused = { is: 'failed purchase-refused', facts: { status: 400, code: 'NO', name: 'Guichet test' } }

  test.each<[string, Change, object]>([
    ['not in the checkout', on('/checkout', nothingHeld), { hold: notHeld }],
    ['refused', on('/holds', failure(410, 'ENDED')), { hold: refusedBy(410, 'ENDED') }],
    ['held, its checkout refused', on('/checkout', failure(403, 'NO')), { hold: refusedBy(403, 'NO') }],
    ['taken by somebody else meanwhile', on('/holds', failure(409, 'NO'), 2), { hold: held, purchase: notHeld }],
    ['refused when it is held again', on('/holds', failure(410, 'ENDED'), 2), { purchase: refusedBy(410, 'ENDED') }],
    ['held again, its checkout refused', on('/checkout', failure(403, 'NO'), 2), { purchase: refusedBy(403, 'NO') }],
    ['bought, unanswered', on('/purchases', 'cut'), { purchase: { is: 'failed no-answer', facts: { seconds: 0 } } }],
    ['bought out of order', on('/purchases', { status: 500 }), { purchase: fault(500, 'HTTP_500') }],
    ['bought too busily', on('/purchases', failure(429, 'RATE_LIMITED')), { purchase: fault(429, 'RATE_LIMITED') }],
    ['not sold', on('/purchases', failure(400, 'NO')), { purchase: refused }],
    ['sold as something else', on('/purchases', success({})), { purchase: { is: 'failed unreadable' } }],
  ])('%s', async (_, change, expected) => {
    expect((await findingsWhere(change)).found).toMatchObject(expected)
  })

  test('one that is given back is held again and bought', async () => {
    const { found, lines } = await findingsWhere(() => null)
    expect(found['purchase']).toEqual({ is: 'ok fine', facts: { seat: 'P-A-1', name: 'Guichet test' } })
    expect(lines.filter((line) => line === HOLD)).toHaveLength(2)
  })

  test.each<[string, Change, Walk]>([
    ['that the partner does not take back', on('/H1', failure(403, 'NO')), {}],
    ['where none can be given back', () => null, { connection: { hold: { ...seatBySeat, release: null } } }],
  ])('one %s is bought as it is held', async (_, change, walk) => {
    const { found, lines } = await findingsWhere(change, walk)
    expect(found['hold']).toEqual({ is: 'warning not-released', facts: { seat: 'P-A-1', seconds: 400 } })
    expect(found['purchase']?.is).toBe('ok fine')
    expect(lines.filter((line) => line === HOLD)).toHaveLength(1)
  })

  test('none is bought for real', async () => {
    const { found, lines } = await findingsWhere(() => null, { connection: { demo: false } })
    expect(found['hold']?.is).toBe('ok fine')
    expect(found['purchase']).toEqual({ is: 'skipped real-sale', facts: { name: 'Guichet test' } })
    expect(lines.filter((line) => line.endsWith('/purchases'))).toEqual([])
  })
})

const opening = {
  session_id: 'S1',
  expires_at: '2027-05-10T10:30:00Z',
  event: { currency: 'GNF' },
  map: { zones: [], sections: [{ id: 11, zone_id: 1, price: '15000' }] },
  availability: { sections: [{ id: 11, remaining: 4, code: 'P' }] },
}

describe('what is on sale', () => {
  const listing = (data: object) => success({ session_id: 'S1', owner_ref: 'o', ...data })
  const opened = (sections: readonly object[]) =>
    success({
      session_id: 'S1',
      event_id: 7,
      expires_at: '2027-05-10T10:30:00Z',
      event: { currency: 'GNF' },
      map: { zones: [], sections },
      availability: { sections: [{ id: 12, remaining: 4, code: 'Q' }] },
    })
  const sections = [
    { id: 11, zone_id: 1, price: 15000 },
    { id: 12, zone_id: 1, price: 15000 },
  ]
  const seat = { id: 'A1', seat_code: 'P-A-1', row: 'A', number: 1, price: 15000, status: 'available' }
  const [open, list] = ['/public/booking-sessions', '?section_id=11']
  const skipped = { is: 'skipped not-reached' }
  const hasNone = { is: 'failed no-seats', facts: { section: 'P', count: 0 } }

  test.each<[string, Change, object]>([
    [
      'no events',
      ({ line }) => (line.includes('/events') ? success({ events: [] }) : null),
      { events: { is: 'warning no-events' }, session: { is: 'skipped not-reached' } },
    ],
    ['no sections', on(open, opened([])), { section: { is: 'failed no-seats', facts: { event: '7' } } }],
    [
      'sections that cannot be read',
      on(open, opened([{ id: 11, zone_id: 1 }])),
      { section: { is: 'failed missing-field', facts: { field: 'price' } } },
    ],
    [
      'a section of which some is left, before one that is sold out',
      (asked, nth) =>
        asked.line.includes('section_id=') ? listing({ seats: [seat] }) : on(open, opened(sections))(asked, nth),
      { section: { facts: { event: '7', section: 'Q', count: 1 } } },
    ],
    ['a section without seats', on(list, listing({ seats: [] })), { section: hasNone, hold: skipped }],
    ['a section that is refused', on(list, failure(410, 'ENDED')), { section: refusedBy(410, 'ENDED') }],
    [
      'a section that is sold out',
      on(list, listing({ seats: [{ ...seat, status: 'sold' }] })),
      { section: { is: 'ok fine' }, hold: { is: 'warning no-seats', facts: { event: '7' } } },
    ],
    ['a session that is refused', on(open, failure(404, 'NO')), { session: refusedBy(404, 'NO'), section: skipped }],
  ])('%s', async (_, change, expected) => {
    expect((await findingsWhere(change)).found).toMatchObject(expected)
  })
})

test('of very many events the first are opened, and it says so', async () => {
  const ids = Array.from({ length: 25 }, (_, index) => index + 1)
  const event = { starts_at: '2099-05-17', min_price: '15000', currency: 'GNF' }
  const { found, lines } = await findingsWhere(
    ({ line, body }) => {
      if (line.includes('/events?'))
        return success({ events: ids.map((id) => ({ ...event, id, title: `Gala ${id}` })) })
      if (!line.endsWith('/booking-sessions')) return null
      const { event_id } = JSON.parse(body) as { event_id: number | string }
      return success({ ...opening, event_id })
    },
    { codesOf: async () => ['open'] },
  )
  expect(found['session']).toEqual({ is: 'warning only-first', facts: { count: 20 } })
  expect(lines.filter((line) => line === 'POST /booking-sessions')).toHaveLength(20)
  expect(found['section']?.is).toBe('ok fine')
})

describe('the way there', () => {
  test.each<[string, Answer, object]>([
    ['out of order', failure(503, 'UNAVAILABLE'), { code: { is: 'failed partner-fault', facts: { status: 503 } } }],
    ['a web site', { body: '<html>welcome</html>' }, { events: { is: 'failed unreadable' } }],
    ['too busy', failure(429, 'RATE_LIMITED'), { code: { is: 'failed partner-fault', facts: { status: 429 } } }],
    ['a place without the interface', { status: 404 }, { code: { is: 'failed refused', facts: { status: 404 } } }],
    ['a redirect', { status: 301 }, { code: { is: 'failed refused', facts: { status: 301 } } }],
    ['a closed door', failure(403, 'DENIED'), { code: { is: 'failed unknown-code', facts: { code: 'DENIED' } } }],
    ['no date', { headers: { date: '' } }, { clock: { is: 'warning no-date' } }],
  ])('%s', async (_, answer, expected) => {
    const { url } = await startPartner(() => answer)
    expect(await findingsAt(url)).toMatchObject(expected)
  })

  test('a clock may be off by as much as a signature forgives, by half', async () => {
    const now = Date.parse('2027-05-10T10:00:00Z')
    const { url } = await startPartner(() => ({ headers: { date: new Date(now).toUTCString() } }))
    const clockAt = async (seconds: number) => (await findingsAt(url, { nowMs: () => now + seconds * 1000 }))['clock']
    for (const seconds of [150, -150]) expect(await clockAt(seconds)).toEqual({ is: 'ok fine', facts: { seconds } })
    for (const seconds of [151, -151])
      expect(await clockAt(seconds)).toEqual({ is: 'failed clock-skew', facts: { seconds } })
  })

  test('a signature that was taken, and none', async () => {
    const { url } = await startPartner(() => success({ events: [] }))
    expect((await findingsAt(url))['signature']?.is).toBe('skipped unsigned')
    const signed: string[] = []
    const sign = ({ method }: { readonly method: string }) => (signed.push(method), { 'x-signature': 's' })
    expect((await findingsAt(url, { connection: { sign } }))['signature']?.is).toBe('ok fine')
    expect(signed).toContain('GET')
  })

  test('every step is told in order, also those that were not come to', async () => {
    const { url } = await startPartner(() => failure(401, 'UNKNOWN_PARTNER'))
    const told: string[] = []
    await findingsAt(url, { onFinding: ({ step }) => told.push(step) })
    const tested = ['name', 'connection', 'certificate', 'clock', 'code']
    expect(told).toEqual([...tested, 'signature', 'events', 'session', 'section', 'hold', 'purchase'])
  })

  test('nobody listens there', async () => {
    const port = await freePort()
    const facts = { host: '127.0.0.1', port, code: 'ECONNREFUSED' }
    const { connection } = await findingsAt(`http://127.0.0.1:${port}`)
    expect(connection).toEqual({ is: 'failed refused-connection', facts })
  })

  test('by a proxy it is the proxy that has to answer', async () => {
    const { url, asked } = await startPartner(() => success({ events: [] }))
    const found = await findingsAt('http://partner.invalid', { httpProxy: url })
    expect(found['connection']).toMatchObject({ is: 'ok by-proxy', facts: { host: '127.0.0.1' } })
    expect(found['events']?.is).toBe('warning no-events')
    expect(asked[0]?.line).toContain('GET http://partner.invalid/')
  })
})
