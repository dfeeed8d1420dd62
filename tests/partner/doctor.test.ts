import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Readiness } from '../../shared/domain/fleet/readiness.ts'
import { certificateOf } from '../../electron/partner/doctor.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { settingsFor, startHub } from '../world/kiosk.ts'
import { cert, key } from './certificates.ts'
import { failure, startLine, startPartner, type Answer } from './scripted-partner.ts'
import { ACCESS_CODES, startSparsePartner } from './sparse-partner.ts'

const CANARY = 'canary-9c41e7'

async function doctor(settings: object, ...args: string[]) {
  return doctorOf(temporaryFolder(), settings, ...args)
}

async function doctorOf(data: string, settings: object, ...args: string[]) {
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
  const { code, said, refused } = await guichet('doctor', '--data', data, '--json', '--language', 'en', ...args)
  const text = said + refused.join('\n')
  expect(text).not.toContain(CANARY)
  const told: Partial<Told> = text.startsWith('{') ? (JSON.parse(text) as Told) : {}
  const { findings = [], readiness } = told
  return {
    code,
    text,
    readiness,
    sessions: findings.filter(({ step }) => step === 'session'),
    says: Object.fromEntries(findings.map(({ step, outcome, says }) => [step, `${outcome} ${says}`])),
  }
}

interface Told {
  readonly findings: readonly Found[]
  readonly readiness: Readiness
}

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
  expect(says).toEqual({
    name: 'ok numeric-address',
    connection: 'ok fine',
    certificate: 'warning plain',
    clock: says['clock'],
    code: 'ok fine',
    signature: 'skipped unsigned',
    events: 'ok fine',
    session: 'ok fine',
    section: 'ok fine',
    hold: 'ok fine',
    purchase: 'ok fine',
  })
  expect(code).toBe(0)
  expect((await doctor(hub.settings)).says['hold']).toBe('skipped not-asked')
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

test.each<[string, Answer, string, string]>([
  ['a wrong code', failure(401, 'UNKNOWN_PARTNER'), 'code', 'failed unknown-code'],
  ['a wrong signature', failure(401, 'BAD_SIGNATURE'), 'signature', 'failed bad-signature'],
  ['out of order', failure(503, 'UNAVAILABLE'), 'code', 'failed partner-fault'],
  ['a web site', { body: '<html>welcome</html>' }, 'events', 'failed unreadable'],
  ['a clock that is off', { headers: { date: 'Tue, 20 Apr 2021 02:07:55 GMT' } }, 'clock', 'failed clock-off'],
  ['a connection that breaks', 'cut', 'certificate', 'failed no-answer'],
])('%s is named; secrets are not', async (_, answer, step, expected) => {
  vi.stubEnv('DOCTOR_CANARY', CANARY)
  onTestFinished(() => void vi.unstubAllEnvs())
  const partner = await startPartner(() => answer)
  const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secretVariable: 'DOCTOR_CANARY' }
  const { code, says, text } = await doctor({ ...partnerAt(partner.url, { signing }), accessCodes: { '1': CANARY } })
  expect(says[step]).toBe(expected)
  expect(code).toBe(1)
  expect(text).toContain('not-reached')
})

test('every event is opened and named, one after the other: the others are tried where one does not', async () => {
  const hub = await startHub()
  const [first = '', second = '', ...others] = Object.keys(hub.accessCodes)
  const { [second]: _, ...codes } = hub.accessCodes
  const { code, sessions, readiness } = await doctor(settingsFor(hub.url, { ...codes, [first]: CANARY }), '--hold')
  expect(readiness?.obstacles).toMatchObject([
    { type: 'access-code-missing', events: [{ eventId: second }], all: false },
    { type: 'access-code-refused', events: [{ eventId: first }], all: false },
  ])
  const named = (readiness?.obstacles ?? []).flatMap((obstacle) => ('events' in obstacle ? obstacle.events : []))
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
  expect([refused.says['session'], refused.says['section']]).toEqual([
    'failed wrong-access-code',
    'skipped not-reached',
  ])
  const none = await doctor(settingsFor(hub.url, {}))
  expect([none.code, none.says['session'], none.readiness?.sells]).toEqual([1, 'warning no-access-code', false])
})

test('where the hub of the machine sells, no code is missing: the hub sends it', async () => {
  const hub = await startHub()
  const { says, readiness } = await doctor({ ...settingsFor(hub.url, {}), fleet: { hub: hub.url } })
  expect(says['session']).toBe('skipped code-from-hub')
  expect(readiness?.obstacles.filter(({ type }) => type === 'access-code-missing')).toEqual([])
})

test('where nobody could pay, that is said with the partner’s answers', async () => {
  const hub = await startHub()
  const { code, readiness } = await doctor({ ...hub.settings, tenders: ['mobile-money'] })
  expect([code, readiness?.obstacles]).toEqual([1, [{ type: 'no-way-to-pay' }]])
})

test('codes that were typed at the machine, in small letters and with blanks too', async () => {
  const hub = await startHub()
  const data = temporaryFolder()
  const wrong = Object.fromEntries(Object.keys(hub.accessCodes).map((id) => [id, CANARY]))
  const typed = Object.entries(hub.accessCodes).map(([id, code]) => [
    id,
    ` ${code.toLowerCase().replace(/.{5}/u, '$& ')}`,
  ])
  mkdirSync(join(data, 'demo'))
  writeFileSync(join(data, 'demo', 'access-codes.json'), JSON.stringify(Object.fromEntries(typed)))
  expect((await doctorOf(data, settingsFor(hub.url, wrong))).says['section']).toBe('ok fine')
  expect(readdirSync(join(data, 'demo'))).toEqual(['access-codes.json'])
})

test('seats that cannot be held', async () => {
  const hub = await startHub()
  const line = await startLine(hub.url, ({ line }, forward) =>
    line.endsWith('/holds') ? failure(409, 'NO') : forward(),
  )
  const { code, says } = await doctor(settingsFor(line.url, hub.accessCodes), '--hold')
  expect([code, says['hold']]).toEqual([1, 'failed not-held'])
})

test('a certificate nobody knows is not trusted; with its authority it is', async () => {
  const server = createTlsServer({ key, cert }, (_, reply) => reply.writeHead(503).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
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

/** A reply with a change in one of its seats. */
function spoilt(answer: Answer, seatId: string, change: object): Answer {
  if (typeof answer === 'string') return answer
  const { data, ...body } = answer.body as { data: { seats: { id: string }[] } }
  const seats = data.seats.map((seat) => (seat.id === seatId ? { ...seat, ...change } : seat))
  return { ...answer, body: { ...body, data: { ...data, seats } } }
}

test('certificates are told of two weeks before they end', () => {
  const end = 'Jan 31 12:00:00 2027 GMT'
  const at = (date: string) => certificateOf(end, Date.parse(date))
  expect(at('2027-01-01T00:00:00Z')).toMatchObject({ outcome: 'ok', facts: { until: '2027-01-31', days: 30 } })
  expect(at('2027-01-20T00:00:00Z')).toMatchObject({
    outcome: 'warning',
    says: 'certificate-ends',
    facts: { days: 11 },
  })
  expect(at('2027-02-01T00:00:00Z')).toMatchObject({ outcome: 'failed', says: 'certificate-over' })
})

test('without a partner there is nothing to test', async () => {
  expect((await doctor({})).code).toBe(2)
})
