import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a process of its own: what is loaded with the registry, for one provider, and once a question is asked. */
const script = `
import { registerHooks } from 'node:module'
const code = new Set(), libraries = []
registerHooks({
  resolve(name, context, next) {
    if (name === 'stripe') libraries.push(name)
    const found = next(name, context)
    const [, driver] = /payment\\/([^/]+)\\/(?:driver|push|link)\\.ts$/.exec(found.url) ?? []
    if (driver) code.add(driver)
    return found
  },
})
const { provide } = await import('./electron/payment/drivers.ts')
const settings = { driver: 'stripe-terminal', baseUrl: 'http://127.0.0.1:1', reader: 'tmr_1', currency: 'EUR' }
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
