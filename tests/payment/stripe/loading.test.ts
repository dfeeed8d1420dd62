import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a process of its own: what is loaded before a question is asked, and after. */
const script = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ resolve: (name, context, next) => (name === 'stripe' && loaded.push(name), next(name, context)) })
const { provide } = await import('./electron/payment/drivers.ts')
const settings = { driver: 'stripe-terminal', baseUrl: 'http://127.0.0.1:1', reader: 'tmr_1', currency: 'EUR' }
const clock = { now: () => ({ monoMs: 0, bootId: '', wallUtc: '' }), sleep: () => new Promise(() => {}) }
const line = { clock, log: { warn() {} }, fetch: () => Promise.reject(new Error('nobody')) }
const driver = provide(settings, () => 'sk_test_1').create(line)
const before = loaded.length
await driver.examine()
console.log(before, loaded.length)
`

test('Stripe’s library is loaded with the first question, by no machine that has none', () => {
  const args = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script]
  const said = execFileSync(process.execPath, args, { cwd: new URL('../../..', import.meta.url), encoding: 'utf8' })
  expect(said.trim()).toBe('0 1')
})
