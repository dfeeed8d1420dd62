import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { servePaymentSimulator } from '../../electron/app/simulators.ts'
import { referenceFor } from '../../electron/host/system.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import { logLine, type LogLine, REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import { guichet } from '../cli/guichet.ts'
import { startPartner } from '../partner/scripted-partner.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { expectSound, logLinesOf, review, settled, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

const pin = DEMO_PIN
const payer = '622123456'

const secretFile = { secretFile: 'secret' }

const drivers = {
  'djomy-push': { simulator: 'djomy', more: { method: 'OM' } },
  'mtn-momo': {
    simulator: 'mtn-momo',
    more: { targetEnvironment: 'sandbox', currency: 'GNF', subscriptionKey: secretFile },
  },
} as const

/** Starts a desk whose provider is simulated. Adds the ID of each request to the provider to `ids`. */
async function startWith(driver: keyof typeof drivers, ids: string[]) {
  const { simulator: name, more } = drivers[driver]
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const simulator = await servePaymentSimulator({ name, acts: [], times: { customerDelayMs: 0 }, ...place })
  onTestFinished(() => simulator.close())
  const directory = temporaryFolder()
  const { clientId, clientSecret, apiUser, apiKey } = simulator.credentials
  writeFileSync(join(directory, 'secret'), `${clientSecret ?? apiKey}`, { mode: 0o600 })
  const account = clientSecret === undefined ? { apiUser, apiKey: secretFile } : { clientId, clientSecret: secretFile }
  const provider = { driver, baseUrl: await noteRequestIds(simulator.url, ids), ...account, ...more }
  return startMachine({ role: 'cashier', payments: { 'orange-money': provider } }, directory)
}

async function noteRequestIds(target: string, ids: string[]): Promise<string> {
  const { url } = await startPartner(async ({ line, headers, body }) => {
    ids.push(String(headers[REQUEST_ID_HEADER]))
    const [method = '', path = ''] = line.split(' ')
    const own = Object.entries(headers).filter(([name]) => !/^(?:host|connection|content-length|transfer-)/u.test(name))
    const reply = await fetch(target + path, { method, headers: own as [string, string][], ...(body && { body }) })
    return { status: reply.status, body: await reply.text() }
  })
  return url
}

function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'secret' && statSync(join(directory, name)).isFile())
    .map((name) => readFileSync(join(directory, name), 'latin1'))
}

test.each(['djomy-push', 'mtn-momo'] as const)(
  'a desk sells over %s under a reference of the provider’s own; each request is among the log lines of its sale, and the number is kept nowhere',
  async (driver) => {
    const ids: string[] = []
    const machine = await startWith(driver, ids)
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'orange-money', payer, by: { pin } }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const sale = machine.sales.find(saleId)
    if (sale?.state !== 'done') throw new Error(sale?.state)
    const { provider, approval } = sale.tender
    expect(provider).toMatchObject({ driver, reference: referenceFor(sale.order.orderId, 'uuid4') })
    expect(provider?.host).toMatch(/^http:\/\/127\.0\.0\.1:/u)
    expect(approval).not.toBe('')
    await expectSound(machine)
    expect(filesOf(machine.directory).filter((text) => text.includes(payer))).toEqual([])

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
  },
)
