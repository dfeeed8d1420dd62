import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { openProgramLog } from '../../electron/host/log.ts'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import type { KioskEvent } from '../../shared/api/kiosk/contract.ts'
import type { SaleView, SeatProposal, VisitView } from '../../shared/api/kiosk/views.ts'
import { type Answer, type Asked, startPartner } from '../partner/scripted-partner.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { rawExchange, requestText } from '../transport/raw-http.ts'
import { smallVenueRuntime, startHub } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

const CODE = 'canary-code-51c0'
const KEY = 'canary-key-8d2e'
const ACCESS = 'canary-access-77a4'
const PIN = '73051684'
const CUSTOMER = { name: 'Canary Kanté', phone: '+224628765432' }
/** End of the phone number, which is the same in every notation. */
const TAIL = '28765432'

/** Removes the references derived from the partner code, which a sale must store according to the specification. */
const withoutOwnerRefs = (text: string): string => text.replaceAll(new RegExp(`${CODE}-user-\\d+`, 'gu'), '')

function echo(status: number, { line, headers, body }: Asked): Answer {
  const heard = `${String(headers['x-partner-code'])} ${body}`
  return { status, body: { success: false, message: heard, error: { code: heard, details: { line, headers, body } } } }
}

test('what is secret in the settings stays out of logs, ledger, files, replies, events and the doctor', async () => {
  const hub = await startHub()
  const [eventId = '', accessCode = ''] = Object.entries(hub.accessCodes)[0] ?? []
  let refuse: { readonly path: string; readonly status: number } | null = null
  const partner = await startPartner(async (asked) => {
    const [method = '', path = ''] = asked.line.split(' ')
    if (refuse && path.includes(refuse.path)) return echo(refuse.status, asked)
    const body = asked.body.replaceAll(ACCESS, accessCode)
    const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
    const target = hub.url + path.replaceAll(`${CODE}-user`, 'demo-user')
    const reply = await fetch(target, { method, headers, ...(body && { body }) })
    return { status: reply.status, body: (await reply.text()).replaceAll('demo-user', `${CODE}-user`) }
  })

  const [data, settings] = [temporaryFolder(), temporaryFolder()]
  const file = join(settings, 'config.json')
  writeFileSync(join(settings, 'partner.key'), `${KEY}\n`, { mode: 0o600 })
  const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secretFile: 'partner.key' }
  const localPort = await freePort()
  const config = {
    partner: { baseUrl: partner.url, partnerCode: CODE, timeoutSeconds: 30, signing },
    accessCodes: { [eventId]: ACCESS },
    localApi: { port: localPort },
    simulatedTerminal: { customerDelaySeconds: 0 },
    staffPin: PIN,
    role: 'cashier',
  }
  writeFileSync(file, JSON.stringify(config))
  const loaded = need(loadConfig({ dataDirectory: data, file }))
  const log = openProgramLog(loaded, () => loaded.deviceId, false)
  const kiosk = await createKiosk(loaded, smallVenueRuntime(log))
  onTestFinished(() => kiosk.stop())
  const rendererDirectory = join(settings, 'renderer')
  mkdirSync(rendererDirectory)
  writeFileSync(join(rendererDirectory, 'index.html'), '<!doctype html>')
  const host = await serveKiosk({ access: kiosk, log, rendererDirectory, port: 0 })
  onTestFinished(() => host.close())

  const seen: string[] = []
  kiosk.subscribe((event: KioskEvent) => void seen.push(JSON.stringify(event)))
  const entry = new URL(host.entryUrl)
  const entered = await fetch(entry, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  async function page<T>(method: string, input: object): Promise<T> {
    const headers = { cookie, 'content-type': 'application/json' }
    const reply = await fetch(`${entry.origin}/api/${method}`, { method: 'POST', headers, body: JSON.stringify(input) })
    const text = await reply.text()
    seen.push(text, JSON.stringify([...reply.headers]))
    return (JSON.parse(text) as { value: T }).value
  }
  const refusing = (path: string, status: number): void => void (refuse = { path, status })

  await page('listEvents', { page: 1, limit: 12 })
  for (const status of [400, 401, 403, 409, 500, 200]) {
    refusing('/booking-sessions', status)
    expect(await page('startVisit', { eventId, language: 'fr' })).toBeUndefined()
  }
  refuse = null
  const { saleId } = await page<VisitView>('startVisit', { eventId, language: 'fr' })
  const [offer] = await page<readonly SeatProposal[]>('proposeSeats', { saleId, count: 1 })
  if (!offer) throw new Error('no offer')
  const wish = { saleId, groups: bySection(offer.seats) }
  for (const status of [400, 409, 422]) {
    refusing('/holds', status)
    await page('holdSeats', wish)
    expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'choosing' })
  }
  refuse = null
  await page<SaleView>('holdSeats', wish)
  expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })
  await page('recordCustomer', { pin: PIN, saleId, customer: CUSTOMER })
  let purchases = 0
  const answering = partner.asked.length
  refusing('/purchases', 422)
  await page('pay', { saleId, tender: 'card', by: { pin: PIN } })
  await expect
    .poll(() => (purchases = partner.asked.slice(answering).filter(({ line }) => line.endsWith('/purchases')).length))
    .toBeGreaterThan(1)
  refuse = null
  expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'done' })
  await page('dismissSale', { saleId })
  const bought = partner.asked.filter(({ line }) => line.endsWith('/purchases')).map(({ body }) => body)
  expect(new Set(bought).size).toBe(1)
  expect(JSON.parse(bought[0] ?? '')).toMatchObject({ customer: { ...CUSTOMER, email: '' } })
  expect(await kiosk.api.findSales({ pin: PIN, text: '628 76 54 32' })).toMatchObject({ value: [{ saleId }] })
  for (const command of ['exportLedger', 'makeDiagnostics', 'closeShift', 'viewJournal', 'listOpenSales'])
    await page(command, { pin: PIN, ...(command === 'closeShift' && { kind: 'Z' }) })

  const token = readFileSync(join(data, 'demo', 'local-api-token'), 'utf8').trim()
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Bearer ${token}x` }]) {
    const target = '/api/v1/public/events?page=1&limit=1'
    const reply = await rawExchange(
      localPort,
      requestText({ target, headers: { host: `127.0.0.1:${localPort}`, ...headers } }),
    )
    seen.push(reply.body)
  }
  for (const path of ['/events', '/booking-sessions', '/section_id', '/holds']) {
    refusing(path, 401)
    for (const more of [['--hold'], ['--json', '--hold']]) {
      await runCommandLine(['doctor', '--data', data, '--config', file, ...more], {
        say: (line) => void seen.push(line),
        refuse(...lines) {
          seen.push(...lines)
          return 2
        },
      })
    }
  }
  for (const broken of [
    { ...config, partner: { ...config.partner, partnerCode: `${CODE} ${CODE}` } },
    { ...config, accessCodes: { [eventId]: [ACCESS] } },
    { ...config, partner: { ...config.partner, signing: { ...signing, scheme: 'rfc9421', algorithm: 'ed25519' } } },
    { ...config, mode: 'live', terminals: 'simulated' },
  ]) {
    writeFileSync(file, JSON.stringify(broken))
    const refused = loadConfig({ dataDirectory: data, file })
    if (refused.ok) throw new Error('these settings should not do')
    seen.push(...refused.error.lines)
  }
  await kiosk.stop()

  expect(purchases).toBeGreaterThan(1)
  for (const name of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!name.isFile() || name.name === 'local-api-token') continue
    seen.push(`${name.name}: ${readFileSync(join(name.parentPath, name.name), 'latin1')}`)
  }
  expect(seen.join('\n')).toContain(`${CODE}-user-`)
  for (const secret of [CODE, KEY, ACCESS, token, CUSTOMER.name, TAIL])
    expect(seen.filter((text) => withoutOwnerRefs(text).includes(secret)).map((text) => text.slice(0, 400))).toEqual([])
})
