import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN, loadConfig } from '../../electron/config/config.ts'
import { servePaymentSimulator } from '../../electron/app/simulators.ts'
import { referenceFor } from '../../electron/host/system.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import { logLine, type LogLine, REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { expectSound, logLinesOf, type Machine, review, settled, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

const pin = DEMO_PIN
const payer = '622123456'

const drivers = {
  'djomy-push': {
    simulator: 'djomy',
    more: ({ clientId }: Readonly<Record<string, string>>) => ({
      clientId,
      method: 'OM',
      clientSecret: { secretFile: 'secret' },
    }),
  },
  'mtn-momo': {
    simulator: 'mtn-momo',
    more: ({ apiUser }: Readonly<Record<string, string>>) => ({
      targetEnvironment: 'sandbox',
      currency: 'GNF',
      apiUser,
      subscriptionKey: { secretFile: 'secret' },
      apiKey: { secretFile: 'secret' },
    }),
  },
} as const
type Driver = keyof typeof drivers
const names = Object.keys(drivers) as readonly Driver[]

async function startDesk(driver: Driver, through = (url: string): Promise<string> => Promise.resolve(url)) {
  const { simulator: name, more } = drivers[driver]
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const simulator = await servePaymentSimulator({ name, acts: [], times: { customerDelayMs: 0 }, ...place })
  onTestFinished(() => simulator.close())
  const directory = temporaryFolder()
  const { clientSecret, apiKey } = simulator.credentials
  writeFileSync(join(directory, 'secret'), `${clientSecret ?? apiKey}`, { mode: 0o600 })
  const provider = { driver, baseUrl: await through(simulator.url), ...more(simulator.credentials) }
  return startMachine({ role: 'cashier', payments: { 'orange-money': provider } }, directory)
}

async function noteRequestIds(target: string, ids: string[]): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    ids.push(String(incoming.headers[REQUEST_ID_HEADER]))
    const { method, headers, url = '/' } = incoming
    const onward = request(new URL(url, target), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function paying(machine: Machine): Promise<string> {
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'orange-money', payer, by: { pin } }))
  return saleId
}

function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'secret' && statSync(join(directory, name)).isFile())
    .map((name) => readFileSync(join(directory, name), 'latin1'))
}

describe.each(names)('mobile money over %s', (driver) => {
  test('buys the tickets, under a reference of the provider’s own; the number is kept nowhere', async () => {
    const machine = await startDesk(driver)
    const saleId = await paying(machine)
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const sale = machine.sales.find(saleId)
    if (sale?.state !== 'done') throw new Error(sale?.state)
    const { provider, approval } = sale.tender
    expect(provider).toMatchObject({ driver, reference: referenceFor(sale.order.orderId, 'uuid4') })
    expect(provider?.host).toMatch(/^http:\/\/127\.0\.0\.1:/u)
    expect(approval).not.toBe('')
    await expectSound(machine)
    expect(filesOf(machine.directory).filter((text) => text.includes(payer))).toEqual([])
  })

  test('sends an id with each request, under which it is among the log lines of its sale', async () => {
    const ids: string[] = []
    const machine = await startDesk(driver, (url) => noteRequestIds(url, ids))
    const saleId = await paying(machine)
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    await expectSound(machine)
    const { code, said } = await guichet('log', '--ticket', saleId, '--data', machine.directory)
    expect(code).toBe(0)
    const requests = (all: readonly LogLine[]) => all.filter(({ event }) => event.startsWith('payment.request-'))
    // The startup check of the provider belongs to no sale.
    const logged = requests(logLinesOf(join(machine.directory, LOG_FILE)))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(logged.map(({ requestId }) => requestId)))
    const about = requests(said.split('\n').map((line) => logLine.parse(JSON.parse(line))))
    expect(about).toEqual(logged.filter((line) => line.saleId === saleId))
    expect(about.map(({ operation }) => String(operation).split(' ')[0])).toEqual(
      expect.arrayContaining(['POST', 'GET']),
    )
    for (const { event, operation } of about) {
      expect(event).toBe('payment.request-answered')
      expect(operation).toMatch(/^(?:GET|POST) 127\.0\.0\.1:\d+\/(?:[a-z/…-]|v\d[\d_]*)+$/iu)
    }
  })
})

const codes = {
  'djomy-link': { simulator: 'djomy', tender: 'mobile-money', more: {} },
  'orange-money': {
    simulator: 'orange-money',
    tender: 'orange-money',
    more: {
      merchantKey: { secretFile: 'secret' },
      returnUrl: 'https://venue.example/back',
      cancelUrl: 'https://venue.example/stopped',
      notificationUrl: 'https://venue.example/told',
    },
  },
} as const

test.each(['djomy-link', 'orange-money'] as const)('a kiosk sells alone with a code of %s', async (driver) => {
  const { simulator: name, tender, more } = codes[driver]
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const simulator = await servePaymentSimulator({ name, acts: [], times: { customerDelayMs: 0 }, ...place })
  onTestFinished(() => simulator.close())
  const directory = temporaryFolder()
  writeFileSync(join(directory, 'secret'), `${simulator.credentials['clientSecret']}`, { mode: 0o600 })
  const { clientId } = simulator.credentials
  const provider = { driver, baseUrl: simulator.url, clientId, clientSecret: { secretFile: 'secret' }, ...more }
  const machine = await startMachine(
    { tenders: [tender], payments: { [tender]: provider }, demoHoldSeconds: 1800 },
    directory,
  )
  const { ways } = need(await machine.api.getKiosk({}))
  expect(ways).toMatchObject([{ kind: tender, payer: 'none', shows: 'qr' }])
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender }))
  const shown = (): readonly string[] =>
    machine.events.flatMap((event) =>
      event.name === 'sale-changed' && event.payload.stage.name === 'paying' ? (event.payload.stage.shows ?? []) : [],
    )
  await expect.poll(shown).toContainEqual(expect.stringMatching(/^http/u))
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  await expectSound(machine)
})

describe('settings', () => {
  const load = (payments: object, more: object = {}) => {
    const directory = temporaryFolder()
    writeFileSync(join(directory, 'config.json'), JSON.stringify({ role: 'cashier', payments, ...more }))
    const loaded = loadConfig({ dataDirectory: directory, environment: {} })
    return loaded.ok ? [] : loaded.error.faults
  }
  const djomy = { driver: 'djomy-push', clientId: 'c', method: 'OM', clientSecret: { secretEnv: 'DJOMY' } }

  test('say which secret is missing', () => {
    expect(load({ 'orange-money': djomy })).toMatchObject([
      {
        setting: 'payments.orange-money.clientSecret.secretEnv',
        detail: 'the environment variable DJOMY is not set',
      },
    ])
  })

  test('name a driver that is there, for a tender that can go over it', () => {
    const settingsAtFault = (...given: Parameters<typeof load>) => load(...given).map(({ setting }) => setting)
    expect(settingsAtFault({ 'orange-money': { driver: 'another' } })).toEqual(['payments.orange-money.driver'])
    expect(settingsAtFault({ card: djomy })).toContain('payments.card.driver')
  })
})
