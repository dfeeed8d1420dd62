import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servePaymentSimulator, type SimulatorName } from '../../electron/app/simulators.ts'
import { reportOf } from '../../electron/payments/driver-kind.ts'
import { healthCheckSteps, providerFault, type ExaminationFinding } from '../../shared/domain/money/examination.ts'
import { languages } from '../../shared/domain/language.ts'
import { guichet } from '../cli/guichet.ts'
import { root } from './adyen/certificates.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHub } from '../world/kiosk.ts'

const SECRET = 'canary-9c41e7'

async function simulator(name: SimulatorName) {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const served = await servePaymentSimulator({ name, acts: [], times: {}, ...place })
  onTestFinished(() => served.close())
  return served
}

async function doctor(payments: object, secret: string, more: object = {}, ...args: string[]) {
  const data = temporaryFolder()
  writeFileSync(join(data, 'secret'), secret, { mode: 0o600 })
  writeFileSync(join(data, 'ca.pem'), root)
  writeFileSync(join(data, 'config.json'), JSON.stringify({ role: 'cashier', payments, ...more }))
  const { code, said, refused } = await guichet('doctor', '--data', data, '--language', 'en', ...args)
  const lines = [...said.split('\n'), ...refused]
  const text = lines.join('\n')
  expect(text).not.toContain(secret)
  return { code, text, lines }
}

const djomyAt = (baseUrl: string, clientId = 'simulator') => ({
  driver: 'djomy-push',
  baseUrl,
  clientId,
  method: 'OM',
  clientSecret: { secretFile: 'secret' },
})

describe('the doctor of a desk with a provider of payments', () => {
  test('says each step that was tried, and what was not, and prints no secret', async () => {
    const { url } = await simulator('djomy')
    const { code, lines } = await doctor({ 'orange-money': djomyAt(url) }, 'simulator', { mode: 'demo' })
    const [head, ...steps] = lines
    expect(head).toBe(`Orange Money (djomy-push, ${url})`)
    expect(steps.map((line) => line.slice(0, 15).trim())).toEqual([
      '✓ Address',
      '! Certificate',
      '✓ Clock',
      '✓ Access',
      '✓ Contract',
      '· Currency',
      '! Live test',
      '✓ Saved tickets',
    ])
    expect(lines.at(-2)).toContain('has not been tested with the provider yet')
    expect(lines.at(-3)).toContain('only a payment can show it')
    expect(code).toBe(0)
  })

  test('names a wrong secret, and that nothing can be sold with it', async () => {
    const { url } = await simulator('djomy')
    const hub = await startHub()
    const more = { ...hub.settings, tenders: ['orange-money'] }
    const { code, text } = await doctor({ 'orange-money': djomyAt(url) }, SECRET, {
      ...more,
      tenderNames: { 'orange-money': 'Orange et Areeba' },
    })
    expect(text).toMatch(/^Orange et Areeba \(djomy-push, /mu)
    expect(text).not.toContain('Orange Money')
    expect(text).toMatch(/✗ Access +The provider refuses the request \(HTTP 401\)\. Check the ID and the secrets/u)
    expect(text).toMatch(/· Contract +Not tested: fix the errors above first/u)
    expect(code).toBe(1)
    const told = await doctor({ 'orange-money': djomyAt(url) }, SECRET, more, '--json')
    expect(JSON.parse(told.text)).toMatchObject({
      payments: [{ tender: 'orange-money', driver: 'djomy-push', host: url, fault: 'rejected' }],
      readiness: { sells: false, issues: [{ type: 'payments-unavailable', all: true }] },
    })
  })

  test('says that a reader of cards is off, that it is a test account, and what is not taken there', async () => {
    const { url, credentials } = await simulator('stripe')
    const reader = { driver: 'stripe-terminal', baseUrl: url, reader: credentials['reader'] }
    const secretKey = { secretFile: 'secret' }
    const card = { ...reader, secretKey, currency: 'GNF' }
    const { code, text } = await doctor({ card }, credentials['secretKey'] ?? '', { mode: 'demo' })
    expect(text).toMatch(/^Card \(stripe-terminal, /mu)
    expect(text).toMatch(/! Contract +Test account: payments are not real/u)
    expect(text).toMatch(/✓ Terminal +The terminal is on/u)
    expect(text).toMatch(/✓ Currency +The account is in GNF/u)
    expect(code).toBe(0)
    const other = await doctor({ card: { ...card, reader: 'tmr_other' } }, credentials['secretKey'] ?? '')
    expect(other.text).toMatch(/✗ Contract +The provider refuses the request \(HTTP 404 resource_missing\)/u)
  })

  test('says that SumUp takes no francs', async () => {
    const { url, credentials } = await simulator('sumup')
    const { merchantCode, reader, affiliateApp } = credentials
    const secret = { secretFile: 'secret' }
    const account = { merchantCode, reader, affiliateApp, apiKey: secret, affiliateKey: secret }
    const card = { driver: 'sumup', baseUrl: url, ...account, currency: 'GNF' }
    const { code, text } = await doctor({ card }, 'simulator')
    expect(text).toMatch(/✗ Currency +This provider does not accept GNF/u)
    expect(code).toBe(1)
  })

  test('asks nobody whose tender is not offered', async () => {
    const hub = await startHub()
    const { code, text } = await doctor({ 'orange-money': djomyAt('https://127.0.0.1:1') }, SECRET, {
      ...hub.settings,
      tenders: ['cash'],
    })
    expect([code, text.includes('Orange Money')]).toEqual([0, false])
  })

  test('says of a card terminal in the house whether it has our key and can take cards', async () => {
    const { url, credentials } = await simulator('adyen')
    const { poiId, keyIdentifier } = credentials
    const terminal = {
      driver: 'adyen-local',
      terminalAddress: url,
      poiId,
      keyIdentifier,
      passphrase: { secretFile: 'secret' },
      caFile: 'ca.pem',
    }
    const more = { tenders: ['card'], mode: 'demo' }
    const good = await doctor({ card: terminal }, 'simulator', more)
    expect(good.lines.slice(0, 5).map((line) => line.slice(0, 15).trim())).toEqual([
      `Card (adyen-loc`,
      '✓ Address',
      '! Certificate',
      '✓ Clock',
      '✓ Access',
    ])
    expect([good.code, good.lines[0]]).toEqual([0, expect.stringContaining(`${url}/${poiId}`)])
    const wrong = await doctor({ card: terminal }, SECRET, more)
    expect(wrong.text).toMatch(/✗ Access +The reply is not from this provider/u)
  })

  test('says in which currency the account is', async () => {
    const { url, credentials } = await simulator('mtn-momo')
    const provider = {
      driver: 'mtn-momo',
      baseUrl: url,
      targetEnvironment: 'sandbox',
      currency: 'XOF',
      apiUser: credentials['apiUser'],
      subscriptionKey: { secretFile: 'secret' },
      apiKey: { secretFile: 'secret' },
    }
    const { code, text } = await doctor({ 'mtn-momo': provider }, 'simulator')
    expect(text).toMatch(/✗ Currency +The account is in GNF/u)
    expect(code).toBe(1)
  })
})

const findings: readonly ExaminationFinding['finding'][] = [
  'ok',
  'no-answer',
  'untrusted',
  'plain',
  'clock-skew',
  'refused',
  'unreadable',
  'other-currency',
  'currency-not-taken',
  'test-account',
  'device-off',
  'busy',
]

const found = (step: (typeof healthCheckSteps)[number], finding: ExaminationFinding['finding']) =>
  ({ step, finding, status: 403, code: 'CODE', seconds: 200, currency: 'XOF' }) as const

test.each(languages)('each finding is said whole in %s', (language) => {
  for (const step of healthCheckSteps) {
    for (const finding of findings) {
      const [{ text } = { text: '' }, last] = reportOf([found(step, finding)], 'https://pay.example', language)
      expect(text).not.toMatch(/[{}]|undefined/u)
      expect(last?.step).toBe('trial')
    }
  }
})

test('a contract that does not show its payments keeps nobody from paying, nor does a wrong clock', () => {
  const faults = findings.map((finding) => providerFault([found('contract', finding)]))
  expect(new Set(faults)).toEqual(new Set([null]))
  expect(providerFault([found('clock', 'clock-skew')])).toBeNull()
  expect(providerFault([found('certificate', 'untrusted')])).toBe('no-answer')
  expect(providerFault([found('currency', 'other-currency')])).toBe('rejected')
  expect(providerFault([found('currency', 'currency-not-taken')])).toBe('rejected')
  expect(providerFault([found('device', 'device-off')])).toBe('no-answer')
})

test('the doctor of a kiosk with a card terminal says whether it lets the machine in', async () => {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const terminal = await servePaymentSimulator({ name: 'zvt', acts: [], times: {}, ...place })
  onTestFinished(() => terminal.close())
  const { host, port } = terminal.settings
  const at = { driver: 'zvt', host, port: Number(port), currency: 'GNF', password: { secretFile: 'secret' } }
  const { code, lines } = await doctor({ card: at }, '000000', { mode: 'demo' })
  expect(lines[0]).toBe(`Card (zvt, ${terminal.url})`)
  expect(lines.slice(1).map((line) => line.slice(0, 15).trim())).toEqual([
    '✓ Address',
    '✓ Clock',
    '✓ Access',
    '✓ Terminal',
    '✓ Currency',
    '! Live test',
    '✓ Saved tickets',
  ])
  expect(code).toBe(0)
  const wrong = await doctor({ card: at }, '271828', { mode: 'demo' })
  expect(wrong.text).toMatch(/✗ Access +The terminal does not accept this machine \(0x83\)\. Check the till password/u)
  expect(wrong.code).toBe(1)
})

/**
 * Lists the loaded modules in a separate process: after loading the registry, after loading one provider, and after a
 * request.
 */
const script = `
import { registerHooks } from 'node:module'
const code = new Set(), libraries = []
registerHooks({
  resolve(name, context, next) {
    if (name === 'stripe') libraries.push(name)
    const found = next(name, context)
    const [, driver] = /payments\\/([^/]+)\\/(?:driver|push|link)\\.ts$/.exec(found.url) ?? []
    if (driver) code.add(driver)
    return found
  },
})
const { provide } = await import('./electron/payments/drivers.ts')
const secretKey = { secretEnv: 'STRIPE_KEY' }
const settings = { driver: 'stripe-terminal', baseUrl: 'http://127.0.0.1:1', secretKey, reader: 'tmr_1', currency: 'EUR' }
const clock = { now: () => ({ monoMs: 0, bootId: '', wallUtc: '' }), sleep: () => new Promise(() => {}) }
const line = { clock, log: { warn() {} }, fetch: () => Promise.reject(new Error('nobody')) }
const provided = provide(settings, () => 'sk_test_1')
const steps = [[...code].join()]
const driver = await provided.create(line)
steps.push([...code].join(), String(libraries.length))
await driver.examine()
console.log(JSON.stringify([...steps, String(libraries.length)]))
`

test('a machine loads the driver that its settings name and no other, and Stripe’s library with the first question', () => {
  const args = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script]
  const said = execFileSync(process.execPath, args, { cwd: new URL('../..', import.meta.url), encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual(['', 'stripe', '0', '1'])
})
