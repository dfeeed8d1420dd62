import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servePaymentSimulator } from '../../electron/app/simulators.ts'
import { reportOf } from '../../electron/payments/driver-kind.ts'
import { healthCheckSteps, providerFault, type ExaminationFinding } from '../../shared/domain/money/examination.ts'
import { languages } from '../../shared/domain/language.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHub } from '../world/kiosk.ts'

const SECRET = 'canary-9c41e7'

async function djomySimulator() {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const served = await servePaymentSimulator({ name: 'djomy', acts: [], times: {}, ...place })
  onTestFinished(() => served.close())
  return served
}

async function doctor(payments: object, secret: string, more: object = {}, ...args: string[]) {
  const data = temporaryFolder()
  writeFileSync(join(data, 'secret'), secret, { mode: 0o600 })
  writeFileSync(join(data, 'config.json'), JSON.stringify({ role: 'cashier', payments, ...more }))
  const { code, said, refused } = await guichet('doctor', '--data', data, '--language', 'en', ...args)
  const lines = [...said.split('\n'), ...refused]
  const text = lines.join('\n')
  expect(text).not.toContain(secret)
  return { code, text, lines }
}

const djomy = { driver: 'djomy-push', clientId: 'simulator', method: 'OM', clientSecret: { secretFile: 'secret' } }
const djomyAt = (baseUrl: string) => ({ ...djomy, baseUrl })

describe('the doctor of a desk with a provider of payments', () => {
  test('says each step that was tried, and what was not, and prints no secret', async () => {
    const { url } = await djomySimulator()
    const { code, lines } = await doctor({ 'orange-money': djomyAt(url) }, 'simulator', { mode: 'demo' })
    const [head, ...steps] = lines
    expect(head).toBe(`Orange Money (djomy-push, ${url})`)
    expect(steps.map((line) => line.slice(0, 15).trim()).join(' ')).toBe(
      '✓ Address ! Certificate ✓ Clock ✓ Access ✓ Contract · Currency ! Live test ✓ Saved tickets',
    )
    expect(lines.at(-2)).toContain('has not been tested with the provider yet')
    expect(lines.at(-3)).toContain('only a payment can show it')
    expect(code).toBe(0)
  })

  test('names a wrong secret, and that nothing can be sold with it', async () => {
    const { url } = await djomySimulator()
    const hub = await startHub()
    const more = { ...hub.settings, tenders: ['orange-money'] }
    const tenderNames = { 'orange-money': 'Orange et Areeba' }
    const { code, text } = await doctor({ 'orange-money': djomyAt(url) }, SECRET, { ...more, tenderNames })
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

  test('asks nobody whose tender is not offered', async () => {
    const hub = await startHub()
    const payments = { 'orange-money': djomyAt('https://127.0.0.1:1') }
    const { code, text } = await doctor(payments, SECRET, { ...hub.settings, tenders: ['cash'] })
    expect([code, text.includes('Orange Money')]).toEqual([0, false])
  })
})

const findings =
  'ok no-answer untrusted plain clock-skew refused unreadable other-currency currency-not-taken test-account device-off busy'.split(
    ' ',
  ) as readonly ExaminationFinding['finding'][]

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

const unlisted = 'does not accept this machine (0x83). Check the till'
const missing = 'resource_missing'

test.each<[Parameters<typeof reportOf>[0][number], string, string]>([
  [{ step: 'contract', finding: 'test-account' }, 'warning', 'Test account: payments are not real'],
  [{ step: 'contract', finding: 'refused', status: 404, code: missing }, 'failed', `HTTP 404 ${missing}`],
  [{ step: 'device', finding: 'ok' }, 'ok', 'The terminal is on'],
  [{ step: 'currency', finding: 'ok', currency: 'GNF' }, 'ok', 'The account is in GNF'],
  [{ step: 'currency', finding: 'other-currency', currency: 'GNF' }, 'failed', 'The account is in GNF'],
  [{ step: 'currency', finding: 'currency-not-taken', currency: 'GNF' }, 'failed', 'This provider does not accept GNF'],
  [{ step: 'access', finding: 'unreadable' }, 'failed', 'The reply is not from this provider'],
  [{ step: 'access', finding: 'refused', code: '0x83' }, 'failed', unlisted],
])('the finding %o is %s: “%s”', (finding, outcome, text) => {
  const [told] = reportOf([finding], 'https://pay.example', 'en')
  expect(told).toMatchObject({ step: finding.step, outcome, text: expect.stringContaining(text) as string })
})

/** Lists the modules that are loaded with the registry, with one provider, and with a request. */
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
