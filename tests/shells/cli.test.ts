import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPdf } from '../support/pdf.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { startProcess, startShell, temporaryFolder } from './shell.ts'

beforeAll(() => void vi.stubEnv('LC_ALL', 'en_GB.UTF-8'))
afterAll(() => void vi.unstubAllEnvs())

test('npm run demo sells once, prints the path of the tickets’ PDF, and a command that finds the ledger in order', async () => {
  const data = temporaryFolder()
  const demo = startProcess('npm', ['run', '--silent', 'demo', '--', '--data', data])
  expect(await demo.ended).toBe(0)
  const lines = demo.output.stdout.trimEnd().split('\n')
  const printed = lines.flatMap((line) => /QR ([0-9a-f]{32})$/u.exec(line)?.[1] ?? [])
  const path = /^Tickets: (.*\.pdf)$/mu.exec(demo.output.stdout)?.[1] ?? ''
  const pages = await readPdf(readFileSync(path))
  expect(pages).toHaveLength(3)
  expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(printed.map((code) => [code]))

  const [window = '', desk = '', ledger = ''] = lines.slice(-3).map((line) => line.replace(/^.*: {2,}/u, ''))
  expect([window, desk]).toEqual(['npm start', 'npm start -- --role cashier'])
  expect(ledger).toMatch(/^npm run guichet -- ledger verify /u)
  expect(await startProcess('sh', ['-c', ledger]).ended).toBe(0)
})

test('guichet serve lists events to a partner, ends cleanly at a signal, and keeps what it sold', async () => {
  const data = await seedFolder(temporaryFolder())
  const serve = (...more: readonly string[]) => startShell('cli.js', ['serve', '--port', '0', '--data', data, ...more])
  const hub = serve()
  const [, url = ''] = await hub.says(/at (http:\/\/127\.0\.0\.1:\d+) /u)
  const reply = await fetch(`${url}/api/v1/public/events?page=1&limit=12`, { headers: { 'x-partner-code': 'demo' } })
  const { events } = ((await reply.json()) as { data: { events: { id: string }[] } }).data
  expect(events.length).toBeGreaterThan(0)
  for (const { id } of events) await hub.says(new RegExp(`^event ${id}: access code \\S+$`, 'mu'))
  expect((await fetch(`${url}/api/v1/public/events`)).status).toBe(401)
  const [, code = ''] = await hub.says(/access code (\S+)/u)

  const { port } = new URL(url)
  const second = serve('--port', port)
  expect(await second.ended).toBe(1)
  expect(second.output.stderr).toBe(`guichet: port ${port} at 127.0.0.1 is in use: choose another with --port\n`)
  hub.kill('SIGTERM')
  expect([await hub.ended, hub.output.stderr]).toEqual([0, ''])

  const next = serve()
  expect((await next.says(/access code (\S+)/u))[1]).toBe(code)
  next.kill('SIGINT')
  expect(await next.ended).toBe(0)
  const live = serve('--mode', 'live')
  await live.says(/at http:\/\/127\.0\.0\.1:\d+$/mu)
  live.kill('SIGTERM')
  expect(await live.ended).toBe(0)
  expect(live.output.stdout + live.output.stderr).not.toContain(code)
})

test('a command line that is wrong ends the program with 2', async () => {
  const cli = startShell('cli.js')
  expect(await cli.ended).toBe(2)
  expect(cli.output.stderr).toMatch(/^guichet: run and maintain/u)
  expect(cli.output.stderr).not.toMatch(/ {4}at /u)
})
