import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkConformance, countOf, report, rules } from '../../shared/api/partner/conformance/conformance.ts'
import type { Exchange, RuleResult } from '../../shared/api/partner/conformance/conformance-sale.ts'
import { type Operation, operations } from '../../shared/api/partner/operations.ts'
import { start, world } from '../booking/service.ts'
import { type Answer, answerOf, mutants } from './mutants.ts'

const check = (exchange: Exchange, more: object = {}): Promise<readonly RuleResult[]> =>
  checkConformance({ exchange, partnerCode: 'demo', uuid: randomUUID, ...more })

async function soundService(): Promise<Answer> {
  const { options } = await world({ clock: Date.now })
  return answerOf((await start(options)).service)
}

const broken = (results: readonly RuleResult[]): string[] =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ id, findings }) => `${id}: ${findings.join('; ')}`)

test('every rule stands once, names a heading of the specification, and every step of it has rules', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  const steps = new Set(rules.map(({ id }) => id.split('.')[0]))
  const specified = Object.values<Operation>(operations).filter(({ extension }) => !extension)
  expect(specified.filter(({ step }) => !steps.has(step))).toEqual([])
  const path = fileURLToPath(new URL('../../../shared/spec/partner-ticket-booking-service.md', import.meta.url))
  const headings = [...specification(path).matchAll(/^#{2,3} (.+)$/gmu)].map((match) => match[1])
  if (headings.length > 0) expect(rules.filter(({ section }) => !headings.includes(section))).toEqual([])
})

describe('planted faults', () => {
  const ruleOf = (mutant: string): string | undefined => mutant.split(':')[0]

  test.each(Object.keys(mutants()))('%s', async (name) => {
    const service = await soundService()
    const mutant = mutants()[name]
    const results = await check((request) => (mutant ? mutant(request, service) : service(request)))
    expect(results.find(({ id }) => id === ruleOf(name))).toMatchObject({ verdict: 'fail' })
  })

  test('there are at least twenty of them, each with a rule that exists', () => {
    const known = new Set<string | undefined>(rules.map(({ id }) => id))
    expect(Object.keys(mutants()).length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(mutants()).filter((name) => !known.has(ruleOf(name)))).toEqual([])
  })
})

describe('what cannot be seen is not a failure', () => {
  test('no demo environment and no access code: nothing beyond the event list can be tested', async () => {
    const service = await soundService()
    await madeEvent(service)
    const results = await check(service, { demo: false })
    expect(broken(results)).toEqual([])
    const untested = results.filter(({ verdict }) => verdict === 'not-testable').map(({ id }) => id)
    expect(untested).toContain('2.fields')
    expect(untested).toContain('6.amount-checked')
    expect(untested).not.toContain('1.fields')
  })

  test.each([
    ['sells events that are over', (text: string) => text.replace('2000-05-17', '2099-05-17'), (text: string) => text],
    ['names the refusal otherwise', (text: string) => text, (text: string) => text.replace('EVENT_ENDED', 'CLOSED')],
  ])('a service that %s breaks no rule', async (_, asked, answered) => {
    const service = await soundService()
    const results = await check(async (request) => {
      const reply = await service({ ...request, body: request.body && asked(request.body) })
      return { ...reply, text: answered(reply.text) }
    })
    expect(broken(results)).toEqual([])
    expect(results.filter(({ verdict }) => verdict === 'not-testable').map(({ id }) => id)).toEqual(['2.event-ended'])
  })

  test('an event named by the caller takes the place of a demo event', async () => {
    const service = await soundService()
    const { data } = await madeEvent(service)
    const event = { eventId: data.open_session.event_id, accessCode: data.open_session.access_code }
    const results = await check(service, { demo: false, event })
    expect(broken(results)).toEqual([])
    expect(countOf(results)['not-testable']).toBeLessThan(8)
  })

  test('another way of holding seats is told to the suite; unknown to it, what needs holds is not testable', async () => {
    const service = await soundService()
    const renamed: Exchange = (request) => {
      if (request.target.endsWith('/holds'))
        return Promise.resolve({ status: 404, headers: {}, text: '<h1>Not found</h1>' })
      if (!request.target.endsWith('/lock-seats')) return service(request)
      const { seats } = JSON.parse(request.body ?? '') as { seats: string[] }
      const target = request.target.replace('/lock-seats', '/holds')
      return service({ ...request, target, body: JSON.stringify({ seat_ids: seats }) })
    }
    const blind = await check(renamed)
    expect(broken(blind)).toEqual([])
    expect(blind.find(({ id }) => id === '6.fields')?.findings[0]).toMatch(/seats cannot be held/u)
    const path = '/api/v1/public/booking-sessions/{session_id}/lock-seats'
    const hold = { method: 'POST', path, body: { seats: '{seat_ids}' }, batch: true }
    expect(countOf(await check(renamed, { hold }))).toMatchObject({ fail: 0, 'not-testable': 0 })
  })

  test('a service that answers nothing sensible fails or cannot be tested, and the suite comes to its end', async () => {
    for (const text of ['', '<html>', 'null', '[]', '{"success":true}', '{"success":true,"data":null}', '"x"']) {
      const results = await check(() => Promise.resolve({ status: 200, headers: {}, text }))
      expect(results).toHaveLength(rules.length)
      expect(results.find(({ id }) => id === '1.fields')?.verdict).not.toBe('pass')
    }
    const dead = await check(() => Promise.reject(new Error('connect ECONNREFUSED')))
    expect(countOf(dead).pass).toBe(0)
  })
})

describe('reports', () => {
  const results: RuleResult[] = [
    { id: '1.a', section: 'Errors', says: 'one', verdict: 'pass', findings: [] },
    { id: '2.b', section: 'Map', says: '<two> & "two"', verdict: 'fail', findings: ['a < b\u0000', 'c'] },
    { id: '3.c', section: 'Limits', says: 'three', verdict: 'not-testable', findings: ['no event'] },
  ]

  test('text: a line a rule, the findings below with their section, the sums at the end', () => {
    const text = report('text', 'http://x', results)
    expect(text).toMatch(/^pass +1\.a +one$/mu)
    expect(text).toMatch(/a < b.* \[Map\]$/mu)
    expect(text).toMatch(/http:\/\/x: 1 passed, 1 failed, 1 not testable\n$/u)
  })

  test('JSON: everything', () => {
    const counts = { passed: 1, failed: 1, notTestable: 1 }
    expect(JSON.parse(report('json', 'http://x', results))).toMatchObject({ ...counts, rules: results })
  })

  test('JUnit: well-formed XML with failures and skips', () => {
    const xml = report('junit', 'http://x', results)
    expect(xml).toContain('tests="3" failures="1" skipped="1"')
    expect(xml).toContain(
      '<testcase classname="Map" name="2.b: &lt;two&gt; &amp; &quot;two&quot;"><failure message="a &lt; b\ufffd">',
    )
    expect(xml.match(/<testcase/gu)).toHaveLength(3)
    expect(xml).not.toContain('\u0000')
  })
})

async function madeEvent(service: Answer) {
  const made = await service({
    method: 'POST',
    target: '/api/v1/public/events',
    headers: { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ event_name: 'Finale', event_date: '2099-01-01' }),
  })
  return JSON.parse(made.text) as { data: { open_session: { event_id: string; access_code: string } } }
}

/** Returns the text of the specification, which is outside the project. Empty if the file is missing. */
function specification(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
