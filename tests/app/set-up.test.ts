import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { commandNames } from '../../shared/api/kiosk/contract.ts'
import { type FirstTicketView, type SetupAnswers, setupCommands } from '../../shared/api/kiosk/setup.ts'
import { startProgram } from '../cli/guichet.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { lawful, staffed } from '../support/lawful-answers.ts'
import type { Setup } from '../../electron/app/setup/setup.ts'
import { noLog, startKiosk, startOn } from '../world/kiosk.ts'
import { startFleet } from '../hub/fleet.ts'
import { databaseFile } from '../hub/hub.ts'
import { failure, listen, startLine } from '../partner/scripted-partner.ts'

const signing = { scheme: 'stadepass-hmac', keyId: 'k1' } as const

const partner = { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo' }
const { machinePin, people } = staffed

test('a machine that restarts in the middle asks the secret again where it belongs, and keeps the rest', async () => {
  const folder = temporaryFolder()
  const before = startOn(folder)
  for (const given of [
    { profile: 'kiosk', deviceId: 'borne-7' },
    { partner: { ...partner, signing: { ...signing, secret: 'planted' } } },
  ] satisfies readonly SetupAnswers[])
    need(await before.api.answerSetup(given))
  expect(readdirSync(folder)).toEqual(['setup.json'])
  expect(readFileSync(join(folder, 'setup.json'), 'utf8')).not.toContain('planted')

  const { api } = startOn(folder)
  const steps: readonly SetupAnswers[] = [
    { language: 'fr' },
    { profile: 'kiosk' },
    { deviceId: 'borne-8' },
    { partner: { ...partner, partnerCode: 'conakry' } },
  ]
  for (const step of steps) expect([step, await api.answerSetup(step)]).toMatchObject([step, { ok: true }])
  expect(await api.viewSetup({})).toMatchObject({
    value: { answers: { deviceId: 'borne-8', partner: { partnerCode: 'conakry', signing } }, hasSecret: false },
  })
  const noSecret = { ok: false, error: { type: 'setup-refused', faults: [{ setting: 'partner.signing.secret' }] } }
  expect(await api.answerSetup({ partner: { ...partner, signing } })).toMatchObject(noSecret)
  expect(await api.examineSetup({})).toMatchObject(noSecret)
  expect(await api.answerSetup({ partner: { ...partner, signing: { ...signing, secret: 'again' } } })).toMatchObject({
    ok: true,
    value: { hasSecret: true },
  })
  expect(await api.examineSetup({})).toMatchObject({ ok: true })
})

test('people keep their names and numbers over a restart, and are asked for their PINs again', async () => {
  const folder = temporaryFolder()
  const mariama = { number: '1', name: 'Mariama Bah', role: 'supervisor' } as const
  const { api } = startOn(folder)
  need(await api.answerSetup({ profile: 'kiosk', partner, machinePin: '730516', ...lawful }))
  need(await api.answerSetup({ people: [{ ...mariama, pin: '905173' }] }))
  need(await api.answerSetup({ people: [{ number: '2', name: 'Sekou Conde', role: 'cashier', pin: '618240' }] }))
  expect(await api.answerSetup({ people: [{ number: '2', name: 'Aissatou Sow', role: 'cashier' }] })).toMatchObject({
    error: { faults: [{ setting: 'people', detail: "number 2 is somebody else's" }] },
  })
  need(await api.answerSetup({ formerStaff: ['2'] }))
  need(await api.answerSetup({ people: [{ number: '2', name: 'Aissatou Sow', role: 'cashier', pin: '618241' }] }))

  const again = startOn(folder).api
  expect(need(await again.viewSetup({})).people).toMatchObject([
    { ...mariama, hasPin: false },
    { number: '2', name: 'Aissatou Sow', hasPin: false },
  ])
  need(await again.answerSetup({ machinePin: '730516', people: [{ ...mariama, pin: '905173' }] }))
  expect(await again.finishSetup({})).toMatchObject({ error: { faults: [{ setting: 'people' }] } })
  need(await again.answerSetup({ formerStaff: ['2'] }))
  need(await again.finishSetup({}))

  const later = startOn(folder, { mode: 'live', staffPin: '730516', ...lawful }).api
  expect(need(await later.viewSetup({})).people).toEqual([{ ...mariama, hasPin: true }])
  need(await later.answerSetup({ profile: 'kiosk', partner, formerStaff: ['1'] }))
  expect(await later.finishSetup({})).toMatchObject({ error: { faults: [{ setting: 'people' }] } })
})

test('a PIN that is drawn is not one that is guessed', async () => {
  const { api } = startOn(temporaryFolder())
  const pin = need(await api.drawPin({}))
  expect(pin).toMatch(/^\d{6}$/u)
  need(await api.answerSetup({ machinePin: pin }))
  for (const easy of ['1234', '0000', '123456', '1987', '1212'])
    expect(await api.answerSetup({ people: [{ number: '1', name: 'A', role: 'cashier', pin: easy }] })).toMatchObject({
      error: { type: 'setup-refused' },
    })
})

test('a machine that sells for money is not set up without seller, conditions of sale and privacy notice', async () => {
  const folder = temporaryFolder()
  const { api } = startOn(folder)
  need(await api.answerSetup({ profile: 'kiosk', partner, machinePin, people }))
  const missing = (...settings: readonly string[]) => ({
    error: { type: 'setup-refused', faults: settings.map((setting) => ({ setting, detail: 'not answered yet' })) },
  })
  expect(await api.finishSetup({})).toMatchObject(
    missing('seller.name', 'seller.address', 'seller.contact', 'terms.conditions', 'terms.privacy'),
  )
  need(await api.answerSetup({ seller: { ...lawful.seller, contact: ' ' } }))
  const nowhere = { conditions: { fr: { file: 'cgv.txt' } }, privacy: { fr: 'Vos données' } }
  expect(await api.answerSetup({ terms: nowhere })).toMatchObject({
    error: { faults: [{ setting: 'terms.conditions.fr.file', detail: `no such file: ${join(folder, 'cgv.txt')}` }] },
  })
  writeFileSync(join(folder, 'cgv.txt'), 'Conditions de vente')
  need(await api.answerSetup({ terms: { ...nowhere, version: '1 octobre 2026', address: '' } }))
  expect(await api.finishSetup({})).toMatchObject(missing('seller.contact'))
  need(await api.answerSetup({ seller: { ...lawful.seller, taxNumber: '', taxRate: 18 } }))
  need(await api.finishSetup({}))
  const written = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as object
  const conditions = { fr: { file: join(folder, 'cgv.txt') } }
  const terms = { conditions, privacy: { fr: 'Vos données' }, version: '1 octobre 2026' }
  expect(written).toMatchObject({ seller: { ...lawful.seller, taxRate: 18 }, terms })
  expect(written).not.toHaveProperty(['terms', 'address'])
  expect(written).not.toHaveProperty(['seller', 'taxNumber'])

  const again = startOn(folder, written as Record<string, unknown>).api
  expect(need(await again.viewSetup({})).answers).toMatchObject({
    seller: lawful.seller,
    terms: { conditions: { fr: { file: join(folder, 'cgv.txt') } } },
  })
})

test('a machine whose file of conditions is gone starts and reports it; a set-up refuses it', async () => {
  const folder = temporaryFolder()
  const { api } = startOn(folder)
  need(await api.answerSetup({ profile: 'kiosk', partner, machinePin, people }))
  writeFileSync(join(folder, 'cgv.txt'), 'Conditions de vente')
  const terms = { conditions: { fr: { file: 'cgv.txt' } }, privacy: { fr: 'Vos données' } }
  need(await api.answerSetup({ seller: lawful.seller, terms }))
  need(await api.finishSetup({}))
  rmSync(join(folder, 'cgv.txt'))

  const warned: unknown[] = []
  const { kiosk, config } = await startKiosk(folder, { ...noLog, warn: (...line) => void warned.push(line) })
  expect((await kiosk.readiness()).issues).toContainEqual({ type: 'terms-missing', settings: ['terms.conditions'] })
  expect(config.terms).toEqual({ conditions: {}, privacy: { fr: 'Vos données' } })
  const gone = `terms.conditions.fr.file: no such file: ${join(folder, 'cgv.txt')}`
  expect(warned).toContainEqual(['program.remark', { remark: `${join(folder, 'config.json')}: ${gone}` }])

  const written = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as Record<string, unknown>
  const again = startOn(folder, written).api
  const refused = { error: { type: 'setup-refused', faults: [{ setting: 'terms.conditions.fr.file' }] } }
  expect(await again.answerSetup({ terms })).toMatchObject(refused)
  expect(await again.finishSetup({})).toMatchObject(refused)
})

async function served(data: string, setup: boolean) {
  await seedFolder(data)
  const machine = await startProgram({ data, setup })
  return (method: string, input: object = {}) => dispatch(machine.api ?? {}, method, input, noLog)
}

test('a machine is asked about its set-up while it has none, and about nothing else; afterwards the other way round', async () => {
  const data = temporaryFolder()
  const ask = await served(data, true)
  const forbidden = { ok: false, error: { type: 'forbidden' } }
  const isShared = (name: string): boolean => name === 'reportScreenFault'
  for (const command of commandNames.filter((name) => !isShared(name)))
    expect([command, await ask(command)]).toEqual([command, forbidden])
  expect(await ask('answerSetup', { profile: 'sultan' })).toMatchObject({ error: { type: 'invalid-input' } })
  expect(await ask('answerSetup', { machinePin: '1234' })).toMatchObject({ error: { type: 'setup-refused' } })
  expect(await ask('leaveSetup')).toEqual({ ok: false, error: { type: 'no-settings' } })
  expect(await ask('answerSetup', { profile: 'kiosk' })).toMatchObject({ ok: true })
  expect(await ask('finishSetup')).toMatchObject({ error: { type: 'setup-refused' } })
  expect(existsSync(join(data, 'config.json'))).toBe(false)
  expect(await ask('answerSetup', { profile: 'demo' })).toMatchObject({ ok: true })
  expect(await ask('finishSetup')).toEqual({ ok: true, value: null })
  await expect.poll(() => ask('getKiosk')).toMatchObject({ ok: true, value: { mode: 'demo' } })
  for (const command of Object.keys(setupCommands).filter((name) => !isShared(name)))
    expect([command, await ask(command)]).toEqual([command, forbidden])
})

test('without being asked for, a machine without settings is the demo at once', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'setup.json'), '{}')
  const ask = await served(data, false)
  expect(await ask('getKiosk')).toMatchObject({ ok: true, value: { mode: 'demo' } })
})

const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))

const tlsOf = (which: 'first' | 'second') => ({
  certFile: identity(`${which}-cert.pem`),
  keyFile: identity(`${which}-key.pem`),
})

const startHub = (which: 'first' | 'second' = 'first') =>
  startFleet(0, databaseFile(), { mode: 'demo', tls: tlsOf(which) })

const machine: SetupAnswers = { profile: 'kiosk', deviceId: 'gate-7', ...staffed }

test('a machine learns its hub’s certificate, sells its events and joins its fleet without a file edited by hand', async () => {
  const [hub, folder] = [await startHub(), temporaryFolder()]
  const { api } = startOn(folder)
  need(await api.answerSetup({ ...machine, partner: { baseUrl: hub.url, partnerCode: 'demo' } }))
  const seen = need(await api.probeCertificate({}))
  expect(seen).toMatchObject({ state: 'unknown', fingerprint: hub.fingerprint })
  const untrusted = need(await api.examineSetup({}))
  expect(untrusted.examination?.steps.find(({ outcome }) => outcome === 'failed')?.step).toBe('certificate')
  expect(untrusted.events).toBeNull()

  const certificate = seen.state === 'unknown' ? seen.pem : ''
  const trusting = { baseUrl: hub.url, partnerCode: 'demo', certificate }
  expect(need(await api.answerSetup({ partner: trusting }))).toMatchObject({ hasCertificate: true })
  expect(need(await api.probeCertificate({}))).toEqual({ state: 'trusted', own: true })
  const { events } = need(await api.examineSetup({}))
  const [first, second] = events ?? []
  const [known = '', unknown = ''] = [first?.eventId, second?.eventId]
  need(await api.answerSetup({ accessCodes: { [known]: hub.accessCodes[known] ?? '' } }))
  const tried = need(await api.examineSetup({})).events ?? []
  expect(tried.find(({ eventId }) => eventId === known)?.tried?.outcome).toBe('ok')
  expect(tried.find(({ eventId }) => eventId === unknown)?.tried).toBeNull()
  need(await api.answerSetup({ accessCodes: { [known]: 'GUESSED' } }))
  expect(need(await api.examineSetup({})).events?.find(({ eventId }) => eventId === known)?.tried?.outcome).toBe(
    'failed',
  )
  need(await api.answerSetup({ accessCodes: { [known]: hub.accessCodes[known] ?? '' } }))

  const refusedFor = (setting: string) => ({ error: { type: 'setup-refused', faults: [{ setting }] } })
  need(await api.answerSetup({ fleet: { hub: hub.url } }))
  expect(await api.finishSetup({})).toMatchObject(refusedFor('fleet.invitation'))
  need(await api.answerSetup({ fleet: { hub: hub.url, invitation: 'ABCD' } }))
  expect(await api.finishSetup({})).toMatchObject(refusedFor('fleet.invitation'))
  expect(existsSync(join(folder, 'config.json'))).toBe(false)
  need(await api.answerSetup({ fleet: { hub: hub.url, invitation: await hub.invite('gate-7') } }))
  need(await api.finishSetup({}))

  const settings = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as { partner: { caFile: string } }
  expect(settings).toMatchObject({ fleet: { hub: hub.url }, partner: { baseUrl: hub.url } })
  expect(readFileSync(join(folder, settings.partner.caFile), 'utf8')).toBe(certificate)
  expect(await hub.beside(async ({ desk }) => (await desk.devices()).map(({ deviceId }) => deviceId))).toEqual([
    'gate-7',
  ])
})

test('nothing is trusted that was not compared: a certificate that changes is unknown again', async () => {
  const [hub, other, folder] = [await startHub('first'), await startHub('second'), temporaryFolder()]
  const { api } = startOn(folder)
  const certificate = readFileSync(identity('first-cert.pem'), 'utf8')
  need(await api.answerSetup({ ...machine, partner: { baseUrl: other.url, partnerCode: 'demo', certificate } }))
  expect(need(await api.probeCertificate({}))).toMatchObject({ state: 'unknown', fingerprint: other.fingerprint })
  expect(need(await api.answerSetup({ partner: { baseUrl: hub.url, partnerCode: 'demo' } }))).toMatchObject({
    hasCertificate: false,
  })
  const pem = { baseUrl: hub.url, partnerCode: 'demo', certificate: 'no certificate' }
  expect(await api.answerSetup({ partner: pem })).toMatchObject({ error: { faults: [{ setting: 'partner.caFile' }] } })
})

test('a certificate for another name is told apart, and one that nobody sends', async () => {
  const hub = await startFleet(0, databaseFile(), { mode: 'demo', tls: tlsOf('first'), host: '127.0.0.2' })
  const { api } = startOn(temporaryFolder())
  need(await api.answerSetup({ ...machine, partner: { baseUrl: hub.url, partnerCode: 'demo' } }))
  const expected = { state: 'unfit', reason: 'other-name', names: 'localhost, 127.0.0.1' }
  expect(need(await api.probeCertificate({}))).toMatchObject(expected)
  need(await api.answerSetup({ partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'demo' } }))
  expect(need(await api.probeCertificate({}))).toEqual({ state: 'unreachable', code: 'ECONNREFUSED' })
  need(await api.answerSetup({ partner: { baseUrl: 'http://127.0.0.1:1', partnerCode: 'demo' } }))
  expect(need(await api.probeCertificate({}))).toEqual({ state: 'plain' })
})

/** Starts the only proxy that can resolve `hub.example`. */
async function startProxy(port: number): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const proxy = createServer((_, reply) => void reply.writeHead(403).end())
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    if (!url.startsWith('hub.example:')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    socket.once('error', () => onward.destroy())
    onward.once('error', () => socket.destroy())
  })
  return { url: `http://127.0.0.1:${await listen(proxy)}`, asked }
}

test('where the house has a proxy, the certificate is looked at through it', async () => {
  const hub = await startHub()
  const proxy = await startProxy(Number(new URL(hub.url).port))
  const partner = { baseUrl: 'https://hub.example', partnerCode: 'demo' }
  const before = { mode: 'live', partner: { ...partner, httpProxy: proxy.url }, staffPin: '730516' }
  const { api } = startOn(temporaryFolder(), before)
  const expected = { state: 'unfit', reason: 'other-name', fingerprint: hub.fingerprint }
  expect(need(await api.probeCertificate({}))).toMatchObject(expected)
  expect(new Set(proxy.asked)).toEqual(new Set(['hub.example:443']))
  need(await api.answerSetup({ partner: { ...partner, baseUrl: 'https://elsewhere.example' } }))
  expect(need(await api.probeCertificate({}))).toEqual({ state: 'unreachable', code: 'HTTP 403' })
})

describe('set up ticket', () => {
  const second = { staff: '1', pin: '905173' }

  async function ended({ api }: Setup): Promise<FirstTicketView | null> {
    await expect.poll(async () => need(await api.viewSetup({})).firstTicket?.underWay, { timeout: 20_000 }).toBe(false)
    return need(await api.viewSetup({})).firstTicket
  }

  async function soldHere(folder: string, pin: string) {
    const started = await startKiosk(folder)
    return need(await started.kiosk.api.findSales({ pin, text: '' }))
  }

  test('a demo sells one of its tickets before it starts, into its own ledger', async () => {
    const folder = temporaryFolder()
    const setup = startOn(folder)
    const { api } = setup
    need(await api.answerSetup({ profile: 'demo', deviceId: 'demo-7' }))
    expect(await api.sellFirstTicket({ pin: '1111' })).toMatchObject({ error: { type: 'wrong-pin' } })
    expect(need(await api.viewSetup({})).firstTicket).toBeNull()
    need(await api.sellFirstTicket({ pin: '2468' }))
    expect(await api.sellFirstTicket({ pin: '2468' })).toMatchObject({ error: { type: 'sale-in-progress' } })
    expect(await ended(setup)).toMatchObject({ state: 'done', failure: null, sale: { stage: { name: 'done' } } })
    expect(readdirSync(join(folder, 'demo', 'tickets')).filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
    expect(need(await api.viewSetup({}))).toMatchObject({ written: true, again: false, ticketCanBeCancelled: false })
    need(await api.finishSetup({}))
    expect(await soldHere(folder, '2468')).toMatchObject([{ state: 'done', tenders: ['cash'] }])
  })

  const tls = tlsOf('first')

  test('at the venue’s hub the ticket is a real one, and two people cancel it', async () => {
    const [hub, folder] = [await startFleet(0, databaseFile(), { mode: 'demo', tls }), temporaryFolder()]
    const setup = startOn(folder)
    const { api } = setup
    const partner = { baseUrl: hub.url, partnerCode: 'demo', certificate: readFileSync(tls.certFile, 'utf8') }
    need(await api.answerSetup({ ...machine, partner }))
    need(await api.answerSetup({ fleet: { hub: hub.url, invitation: await hub.invite('gate-7') } }))
    expect(need(await api.examineSetup({})).readiness).toEqual({ sells: true, issues: [] })
    expect(existsSync(join(folder, 'config.json'))).toBe(false)
    need(await api.sellFirstTicket({ pin: '730516' }))
    expect(await ended(setup)).toMatchObject({ state: 'done', failure: null, cancelled: null })
    expect(need(await api.viewSetup({})).ticketCanBeCancelled).toBe(true)

    const reason = 'Billet d’essai'
    const sameTwice = await api.cancelFirstTicket({ second: { pin: '730516' }, reason })
    expect(sameTwice).toMatchObject({ error: { type: 'second-person', because: 'same-person' } })
    expect(need(await api.cancelFirstTicket({ second, reason })).firstTicket).toMatchObject({ cancelled: 'cancelled' })
    need(await api.finishSetup({}))
    const [sale] = await soldHere(folder, '730516')
    expect(sale).toMatchObject({ owed: 0, returned: sale?.amount })
  })

  test('what is not over when the machine starts goes on by itself, and is sold once', async () => {
    const [hub, folder] = [await startFleet(0, databaseFile(), { mode: 'demo' }), temporaryFolder()]
    const dead = { now: true, cut: 0 }
    const line = await startLine(hub.url, (asked, forward) => {
      if (!dead.now || !asked.line.endsWith('/purchases')) return forward()
      dead.cut += 1
      return 'cut'
    })
    const { api } = startOn(folder)
    need(await api.answerSetup({ ...machine, partner: { baseUrl: line.url, partnerCode: 'demo' } }))
    need(await api.answerSetup({ accessCodes: hub.accessCodes }))
    need(await api.sellFirstTicket({ pin: '730516' }))
    await expect.poll(() => dead.cut, { timeout: 20_000 }).toBeGreaterThan(0)
    // The kiosk alternates between retrying the purchase and querying the tickets, so both states are valid.
    expect(['confirming', 'unknown']).toContain(need(await api.viewSetup({})).firstTicket?.state)
    need(await api.finishSetup({}))
    dead.now = false
    const started = await startKiosk(folder)
    const sales = async () => need(await started.kiosk.api.findSales({ pin: '730516', text: '' }))
    await expect.poll(async () => (await sales()).map(({ state }) => state), { timeout: 20_000 }).toEqual(['done'])
  })

  test('why nothing is sold is said, and no seat stays held', async () => {
    const [hub, folder] = [await startFleet(0, databaseFile(), { mode: 'demo' }), temporaryFolder()]
    const line = await startLine(hub.url, (asked, forward) =>
      asked.line.endsWith('/holds') ? failure(403, 'NO_SALE') : forward(),
    )
    const setup = startOn(folder)
    const { api } = setup
    need(await api.answerSetup({ ...machine, partner: { baseUrl: line.url, partnerCode: 'demo' } }))
    need(await api.sellFirstTicket({ pin: '730516' }))
    expect(await ended(setup)).toMatchObject({ state: null, failure: { type: 'no-access-code' } })
    need(await api.answerSetup({ accessCodes: hub.accessCodes }))
    need(await api.sellFirstTicket({ pin: '730516' }))
    expect(await ended(setup)).toMatchObject({ failure: { type: 'hold-refused', code: 'NO_SALE' } })
    expect(await api.cancelFirstTicket({ second, reason: 'x' })).toMatchObject({ error: { type: 'nothing-to-cancel' } })
  })
})
