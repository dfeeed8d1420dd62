import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import { startFleet } from '../hub/fleet.ts'
import { databaseFile } from '../hub/hub.ts'
import { machineFolder, need, startOn } from './set-up-machine.ts'
import { lawful } from '../support/lawful-answers.ts'

const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))
const tlsOf = (which: 'first' | 'second') => ({
  certFile: identity(`${which}-cert.pem`),
  keyFile: identity(`${which}-key.pem`),
})

const startHub = (which: 'first' | 'second' = 'first') =>
  startFleet(0, databaseFile(), { mode: 'demo', tls: tlsOf(which) })

const machine: SetupAnswers = {
  profile: 'kiosk',
  deviceId: 'gate-7',
  machinePin: '730516',
  people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
  ...lawful,
}

test('a machine learns its hub’s certificate, sells its events and joins its fleet without a file edited by hand', async () => {
  const [hub, folder] = [await startHub(), machineFolder()]
  const { api } = startOn(folder)
  need(await api.answerSetup({ ...machine, partner: { baseUrl: hub.url, partnerCode: 'demo' } }))
  const seen = need(await api.seeCertificate({}))
  expect(seen).toMatchObject({ state: 'unknown', fingerprint: hub.fingerprint })
  const untrusted = need(await api.examineSetup({}))
  expect(untrusted.examination?.steps.find(({ outcome }) => outcome === 'failed')?.step).toBe('certificate')
  expect(untrusted.events).toBeNull()

  const certificate = seen.state === 'unknown' ? seen.pem : ''
  const trusting = { baseUrl: hub.url, partnerCode: 'demo', certificate }
  expect(need(await api.answerSetup({ partner: trusting }))).toMatchObject({ hasCertificate: true })
  expect(need(await api.seeCertificate({}))).toEqual({ state: 'trusted', own: true })
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
  const [hub, other, folder] = [await startHub('first'), await startHub('second'), machineFolder()]
  const { api } = startOn(folder)
  const certificate = readFileSync(identity('first-cert.pem'), 'utf8')
  need(await api.answerSetup({ ...machine, partner: { baseUrl: other.url, partnerCode: 'demo', certificate } }))
  expect(need(await api.seeCertificate({}))).toMatchObject({ state: 'unknown', fingerprint: other.fingerprint })
  expect(need(await api.answerSetup({ partner: { baseUrl: hub.url, partnerCode: 'demo' } }))).toMatchObject({
    hasCertificate: false,
  })
  const pem = { baseUrl: hub.url, partnerCode: 'demo', certificate: 'no certificate' }
  expect(await api.answerSetup({ partner: pem })).toMatchObject({
    error: { faults: [{ setting: 'partner.caFile' }] },
  })
})

test('a certificate for another name is told apart, and one that nobody sends', async () => {
  const hub = await startFleet(0, databaseFile(), { mode: 'demo', tls: tlsOf('first'), host: '127.0.0.2' })
  const { api } = startOn(machineFolder())
  need(await api.answerSetup({ ...machine, partner: { baseUrl: hub.url, partnerCode: 'demo' } }))
  expect(need(await api.seeCertificate({}))).toMatchObject({
    state: 'unfit',
    reason: 'other-name',
    names: 'localhost, 127.0.0.1',
  })
  need(await api.answerSetup({ partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'demo' } }))
  expect(need(await api.seeCertificate({}))).toEqual({ state: 'unreachable', code: 'ECONNREFUSED' })
  need(await api.answerSetup({ partner: { baseUrl: 'http://127.0.0.1:1', partnerCode: 'demo' } }))
  expect(need(await api.seeCertificate({}))).toEqual({ state: 'plain' })
})

/** A proxy that knows the way to `hub.example`, which nobody else does. */
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
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked }
}

test('where the house has a proxy, the certificate is looked at through it', async () => {
  const hub = await startHub()
  const proxy = await startProxy(Number(new URL(hub.url).port))
  const partner = { baseUrl: 'https://hub.example', partnerCode: 'demo' }
  const before = { mode: 'live', partner: { ...partner, httpProxy: proxy.url }, staffPin: '730516' }
  const { api } = startOn(machineFolder(), before)
  expect(need(await api.seeCertificate({}))).toMatchObject({
    state: 'unfit',
    reason: 'other-name',
    fingerprint: hub.fingerprint,
  })
  expect(new Set(proxy.asked)).toEqual(new Set(['hub.example:443']))
  need(await api.answerSetup({ partner: { ...partner, baseUrl: 'https://elsewhere.example' } }))
  expect(need(await api.seeCertificate({}))).toEqual({ state: 'unreachable', code: 'HTTP 403' })
})
