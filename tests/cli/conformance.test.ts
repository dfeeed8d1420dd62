import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bookingFile } from '../../electron/host/data-directory.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { seedFolder, startDemoHub } from '../support/demo-hub.ts'
import { endless, startEndless, UNDERWAY } from '../support/endless-service.ts'
import { freePort } from '../support/free-port.ts'
import { guichet } from './guichet.ts'

test('judges a hub rule by rule, writes a report, and says by its exit code whether a rule was broken', async () => {
  const hub = await startDemoHub(bookingFile(await seedFolder(temporaryFolder())))
  onTestFinished(() => hub.stop())
  const check = (...words: readonly string[]) => guichet('conformance', '--base-url', hub.url, ...words)
  const text = await check('--partner-code', 'demo')
  expect([text.code, text.refused]).toEqual([0, []])
  expect(text.said).toMatch(/^pass +6\.amount-checked /mu)
  expect(text.said).toMatch(/: \d+ passed, 0 failed, 0 not testable$/u)
  const hold = join(temporaryFolder(), 'hold.json')
  const held = async (settings: object) => {
    writeFileSync(hold, JSON.stringify(settings))
    return check('--hold', hold)
  }
  expect((await held({ batch: true, body: { seat_ids: '{seat_ids}' } })).said).toMatch(/0 failed, 0 not testable$/u)
  expect((await held({ body: { place: '{seat_id}' } })).said).not.toMatch(/ 0 not testable$/u)
  expect(await held({ body: { seat_id: '17' } })).toMatchObject({
    code: 2,
    refused: [expect.stringContaining('expected the text "{seat_id}"')],
  })
  const file = join(temporaryFolder(), 'report.xml')
  const wrong = ['--partner-code', 'nobody', '--format', 'junit', '--output', file, '--header', 'x-env: demo']
  // The service rejects every request. No rule is broken, but the check fails because none could be tested.
  expect((await check(...wrong)).code).toBe(1)
  expect(readFileSync(file, 'utf8')).toMatch(/<testsuite name="http:.*skipped="[1-9]/u)
  const host = `127.0.0.1:${await freePort()}`
  const refused = [`http://${host} cannot be reached: connect ECONNREFUSED ${host}`]
  const dead = await guichet('conformance', '--base-url', `http://${host}`, '--format', 'json')
  expect(dead).toEqual({ code: 3, said: '', refused })
})

test('the check reads no more of an endless reply than a service ever sends, and says so', async () => {
  const service = await startEndless(200, endless)
  const args = ['conformance', '--base-url', service.url, '--event-id', '1', '--access-code', 'x', '--timeout', '5']
  const { code, said, refused } = await guichet(...args)
  expect([code, refused]).toEqual([1, []])
  expect(said).toContain('a reply of more than 8388608 bytes')
  await service.closed
  expect(service.sent / (8 * 1024 * 1024 + UNDERWAY)).toBeLessThan(said.split('\n').length)
})
